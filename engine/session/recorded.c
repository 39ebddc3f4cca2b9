/* A provider whose one terminal takes everything and gives nothing. */
#include "session/recorded.h"

/* --- The terminal ------------------------------------------------------------------- */

static size_t
wants(const qtty_terminal *t, uint32_t interest, qtty_want *out)
{
    (void)t, (void)interest, (void)out;
    return 0;
}

static uint64_t
deadline(const qtty_terminal *t)
{
    (void)t;
    return QTTY_NEVER;
}

static qtty_status
step(qtty_terminal *t, uint64_t now_ns)
{
    (void)t, (void)now_ns;
    return QTTY_OK;
}

static qtty_status
read_nothing(qtty_terminal *t, void *bytes, size_t max, size_t *len)
{
    (void)t, (void)bytes, (void)max, (void)len;
    return QTTY_OK;
}

static qtty_status
write_nothing(qtty_terminal *t, qtty_span bytes, size_t *written)
{
    (void)t, (void)bytes, (void)written;
    return QTTY_E_CLOSED;
}

static qtty_status
resize(qtty_terminal *t, const qtty_window *window)
{
    (void)t, (void)window;
    return QTTY_OK;
}

static qtty_status
foreground(qtty_terminal *t, int64_t *group)
{
    (void)t, (void)group;
    return QTTY_E_NO_FOREGROUND;
}

static qtty_status
send_signal(qtty_terminal *t, qtty_signal which, int64_t spared, int64_t *group)
{
    (void)t, (void)which, (void)spared, (void)group;
    return QTTY_E_NO_FOREGROUND;
}

static qtty_status
input(qtty_terminal *t, qtty_input *out)
{
    (void)t, (void)out;
    return QTTY_E_UNSUPPORTED;
}

static bool
unread(qtty_terminal *t)
{
    (void)t;
    return true;
}

static void
look(qtty_terminal *t, qtty_look *out)
{
    (void)t, (void)out;
}

static void
child(const qtty_terminal *t, qtty_child *out)
{
    *out = ((const struct recorded_terminal *)t)->child;
}

static qtty_phase
phase(const qtty_terminal *t)
{
    return ((const struct recorded_terminal *)t)->phase;
}

static qtty_status
close_terminal(qtty_terminal *t, uint64_t now_ns, uint32_t grace_ms)
{
    (void)now_ns, (void)grace_ms;
    ((struct recorded_terminal *)t)->phase = QTTY_PHASE_CLOSING;
    return QTTY_OK;
}

static const char *
error(const qtty_terminal *t)
{
    (void)t;
    return "";
}

static void
destroy(qtty_terminal *t)
{
    (void)t;
}

/* --- The provider ------------------------------------------------------------------- */

static qtty_status
spawn(qtty_provider *p, qtty_terminal **out, const qtty_spawn_config *c)
{
    static const qtty_terminal_ops ops = {
        .wants = wants,
        .deadline = deadline,
        .step = step,
        .read = read_nothing,
        .write = write_nothing,
        .resize = resize,
        .foreground = foreground,
        .signal = send_signal,
        .input = input,
        .unread = unread,
        .look = look,
        .child = child,
        .phase = phase,
        .close = close_terminal,
        .error = error,
        .destroy = destroy,
    };
    (void)c;
    struct recorded *r = (struct recorded *)p;
    r->at.terminal.ops = &ops;
    *out = &r->at.terminal;
    return QTTY_OK;
}

static const char *
provider_error(const qtty_provider *p)
{
    (void)p;
    return "";
}

static void
destroy_provider(qtty_provider *p)
{
    (void)p;
}

void
recorded_init(struct recorded *r)
{
    static const qtty_provider_ops ops = {
        .name = "recorded",
        .spawn = spawn,
        .error = provider_error,
        .destroy = destroy_provider,
    };
    *r = (struct recorded){ .provider = { &ops } };
}
