/* The child's environment: the parent's without secrets and without the parent's
 * terminal, then what every session sets and what its profile does, then what the caller
 * asked for. */
#ifndef QTTY_PROVIDER_ENVIRONMENT_H
#define QTTY_PROVIDER_ENVIRONMENT_H

#include "provider/failure.h"
#include <quietty/provider.h>

struct environment {
    const qtty_allocator *allocator;
    char **entries; /* NAME=VALUE, ends with NULL */
    size_t count;
};

/**
 * Build the environment of a spawn.
 *
 * @param parent  NAME=VALUE, ends with NULL; entries without a name or '=' are skipped.
 * @return QTTY_E_INVAL: an entry of `c->env` breaks a rule, which `why` names, or there
 *         is no such profile;
 *         QTTY_E_NOMEM. The environment is empty then.
 */
qtty_status environment_build(struct environment *e, const qtty_allocator *allocator,
                              const qtty_spawn_config *c, const char *const *parent,
                              struct failure *why);

void environment_finish(struct environment *e);

/** Value of a name, borrowed; NULL: not set. */
const char *environment_get(const struct environment *e, const char *name);

/** Does a name stay behind? */
bool environment_scrubs(qtty_span name);

#endif
