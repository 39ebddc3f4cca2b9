/* Each number has a default and a rule; a refusal names field, value and rule. */
#include "session/config.h"

#include "provider/window.h"
#include "sandbox/policy.h"
#include <stddef.h>
#include <string.h>

static uint32_t
or_default(uint32_t value, uint32_t fallback)
{
    return value != 0 ? value : fallback;
}

/* --- Words -------------------------------------------------------------------------- */

static qtty_status
check_words(const qtty_session_config *c, struct failure *why)
{
    if (c->backend != NULL && strcmp(c->backend, "shell") != 0)
        return failure_set(why, QTTY_E_NOT_FOUND, "backend: \"%.100s\": no such backend",
                           c->backend);
    if (c->projection != QTTY_PROJECTION_SCREEN
        && c->projection != QTTY_PROJECTION_STREAM)
        return failure_set(why, QTTY_E_INVAL, "projection: %d: no such projection",
                           (int)c->projection);
    if (qtty_profile_name((size_t)c->profile) == NULL)
        return failure_set(why, QTTY_E_INVAL, "profile: %d: no such profile",
                           (int)c->profile);
    if (c->hidden > QTTY_HIDDEN_REMOVED)
        return failure_set(why, QTTY_E_INVAL, "hidden: %d: no such choice",
                           (int)c->hidden);
    if (c->hidden > QTTY_HIDDEN_KEPT && c->projection == QTTY_PROJECTION_STREAM)
        return failure_set(why, QTTY_E_INVAL, "hidden: %s: needs the screen projection",
                           c->hidden == QTTY_HIDDEN_MARKED ? "marked" : "removed");
    if (c->record > QTTY_RECORD_INPUT_TOO)
        return failure_set(why, QTTY_E_INVAL, "record: %d: no such kind", (int)c->record);
    return QTTY_OK;
}

static qtty_status
check_sandbox(const qtty_session_config *c, struct failure *why)
{
    if (c->sandbox == QTTY_SANDBOX_DEFAULT || sandbox_mode_name(c->sandbox) != NULL)
        return QTTY_OK;
    return failure_set(why, QTTY_E_INVAL, "sandbox: %d: no such mode", (int)c->sandbox);
}

static qtty_status
find_dialect(struct settings *s, const qtty_session_config *c, struct failure *why)
{
    s->dialect = c->dialect != NULL ? dialect_find(c->dialect) : dialect_at(0);
    if (s->dialect == NULL)
        return failure_set(why, QTTY_E_NOT_FOUND, "dialect: \"%.100s\": no such dialect",
                           c->dialect);
    if (c->argc == 0 && s->dialect->argv == NULL)
        return failure_set(why, QTTY_E_INVAL,
                           "argv: 0 entries: dialect \"%s\" needs a program",
                           s->dialect->name);
    return QTTY_OK;
}

/* --- Numbers ------------------------------------------------------------------------ */

static qtty_status
too_large(const char *field, uint32_t value, const char *than, uint32_t most,
          struct failure *why)
{
    return failure_set(why, QTTY_E_RANGE, "%s: %u: must be at most %s%u", field,
                       (unsigned)value, than, (unsigned)most);
}

static qtty_status
check_bounds(const struct settings *s, struct failure *why)
{
    if (s->scrollback_lines == QTTY_NONE)
        return too_large("scrollback_lines", QTTY_NONE, "", QTTY_NONE - 1, why);
    if (s->scrollback_max_bytes == QTTY_NONE)
        return too_large("scrollback_max_bytes", QTTY_NONE, "", QTTY_NONE - 1, why);
    if (s->max_read_bytes > s->scrollback_max_bytes)
        return too_large("max_read_bytes", s->max_read_bytes, "scrollback_max_bytes, ",
                         s->scrollback_max_bytes, why);
    if (s->policy.handoff_grace_ms < s->policy.poll_interval_ms)
        return failure_set(why, QTTY_E_RANGE,
                           "handoff_grace_ms: %u: must be at least poll_interval_ms, %u",
                           (unsigned)s->policy.handoff_grace_ms,
                           (unsigned)s->policy.poll_interval_ms);
    return QTTY_OK;
}

static void
complete_bounds(struct settings *s, const qtty_session_config *c)
{
    enum { LINES = 10000, BYTES = 4194304, READ_BYTES = 262144 };
    s->scrollback_lines = or_default(c->scrollback_lines, LINES);
    s->scrollback_max_bytes = or_default(c->scrollback_max_bytes, BYTES);
    uint32_t most =
        s->scrollback_max_bytes < READ_BYTES ? s->scrollback_max_bytes : READ_BYTES;
    s->max_read_bytes = or_default(c->max_read_bytes, most);
}

static void
complete_times(struct settings *s, const qtty_session_config *c)
{
    enum { DISPOSE_GRACE_MS = 3000 };
    s->policy = (qtty_policy){
        .size = sizeof s->policy,
        .quiet_ms = c->quiet_ms,
        .idle_silence_ms = c->idle_silence_ms,
        .handoff_grace_ms = c->handoff_grace_ms,
        .timeout_ms = c->timeout_ms,
        .poll_interval_ms = c->poll_interval_ms,
        .exact_probe_after_ms = c->exact_probe_after_ms,
        .line_editor = s->dialect->line_editor,
        .multiplexed = s->dialect->multiplexed,
        .marks_rest = s->dialect->marks_rest,
    };
    qtty_policy_complete(&s->policy);
    s->dispose_grace_ms = or_default(c->dispose_grace_ms, DISPOSE_GRACE_MS);
}

qtty_status
settings_resolve(struct settings *out, qtty_session_config *c,
                 const qtty_session_config *given, struct failure *why)
{
    *out = (struct settings){ 0 };
    *c = (qtty_session_config)QTTY_SESSION_CONFIG_INIT;
    if (given != NULL && given->size != sizeof *c)
        return failure_set(why, QTTY_E_INVAL, "size: %zu: must be %zu", given->size,
                           sizeof *c);
    if (given != NULL)
        *c = *given;

    qtty_status st = check_words(c, why);
    if (st == QTTY_OK)
        st = check_sandbox(c, why);
    if (st == QTTY_OK)
        st = find_dialect(out, c, why);
    if (st == QTTY_OK)
        st = window_check(&c->window, why);
    if (st != QTTY_OK)
        return st;
    out->projection = c->projection;
    out->strict = c->strict;
    out->hidden = c->hidden;
    out->window = window_completed(&c->window);
    complete_bounds(out, c);
    complete_times(out, c);
    return check_bounds(out, why);
}
