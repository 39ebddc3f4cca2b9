/* Other systems: nothing confines, so what would have to be is refused. */
#include "sandbox/policy.h"
#include "sandbox/sandbox.h"

qtty_status
sandbox_create(struct sandbox **out, const struct sandbox_config *config,
               struct failure *why)
{
    *out = NULL;
    return failure_set(why, QTTY_E_UNSUPPORTED,
                       "sandbox: %s: no usable sandbox on this system",
                       sandbox_mode_name(config->mode));
}

void
sandbox_destroy(struct sandbox *s)
{
    (void)s;
}

qtty_enforcement
sandbox_enforcement(const struct sandbox *s, const char **text)
{
    (void)s;
    *text = "";
    return QTTY_ENFORCEMENT_NONE;
}

const char *
sandbox_tmp(const struct sandbox *s)
{
    (void)s;
    return NULL;
}

const char *
sandbox_temporary(const struct sandbox *s)
{
    (void)s;
    return NULL;
}

const char *
sandbox_hides(const struct sandbox *s)
{
    (void)s;
    return NULL;
}

qtty_status
sandbox_wrap(struct sandbox *s, qtty_spawn_config *c, struct failure *why)
{
    (void)s, (void)c;
    return failure_set(why, QTTY_E_UNSUPPORTED, "sandbox: none on this system");
}

void
sandbox_unwrap(struct sandbox *s)
{
    (void)s;
}
