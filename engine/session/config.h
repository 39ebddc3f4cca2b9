/* A session's configuration, checked, and with the defaults in place of zeros. */
#ifndef QTTY_SESSION_CONFIG_H
#define QTTY_SESSION_CONFIG_H

#include "provider/failure.h"
#include "shell/dialect.h"
#include <quietty/session.h>

struct settings {
    const struct dialect *dialect;
    qtty_window window;
    qtty_projection projection;
    bool strict;
    qtty_hidden hidden;
    uint32_t scrollback_lines, scrollback_max_bytes, max_read_bytes;
    uint32_t dispose_grace_ms;
    qtty_policy policy; /* of sends that ask for nothing else */
};

/**
 * Check what was asked for.
 *
 * @param c     What was given; zeros where that is NULL.
 * @return QTTY_E_INVAL, QTTY_E_RANGE, QTTY_E_NOT_FOUND, QTTY_E_UNSUPPORTED: `why` names
 *         field, value and rule.
 */
qtty_status settings_resolve(struct settings *out, qtty_session_config *c,
                             const qtty_session_config *given, struct failure *why);

#endif
