/* The scripted provider: each call of the two tables looks at the script. */
#include "unit/scripted.h"

#include "unit/check.h"
#include <stdio.h>
#include <unistd.h>

static qtty_status
refuse(struct scripted *s, const char *what, qtty_status status)
{
    snprintf(s->error, sizeof s->error, "%s: scripted to fail", what);
    return status;
}

static struct scripted *
script_of(const qtty_terminal *t)
{
    return ((const struct scripted_terminal *)t)->script;
}

static bool
has_ended(const qtty_child *child)
{
    return child->state != QTTY_CHILD_RUNNING;
}

/* What polls the terminal wakes while there is something to read, or to step for. */
static void
ring(struct scripted *s)
{
    char byte = 0;
    bool news = s->output.len != 0 || s->child.state != s->told.state
                || (s->phase == QTTY_PHASE_CLOSING && s->closing == SCRIPTED_IS_STUCK);
    if (news && !s->pending)
        assert_int_equal(write(s->pipe[1], &byte, 1), 1);
    else if (!news && s->pending)
        assert_int_equal(read(s->pipe[0], &byte, 1), 1);
    s->pending = news;
}

/* --- The provider ------------------------------------------------------------------- */

static void
append(qtty_buf *text, qtty_span more)
{
    if (more.len != 0)
        assert_int_equal(qtty_buf_append(text, more.data, more.len), QTTY_OK);
}

static void
record_argv(struct scripted *s, const qtty_spawn_config *c)
{
    s->argv.len = 0;
    for (size_t i = 0; i < c->argc; i++) {
        append(&s->argv, c->argv[i]);
        append(&s->argv, qtty_text("\n"));
    }
}

static void
record_env(struct scripted *s, const qtty_spawn_config *c)
{
    s->env.len = 0;
    for (size_t i = 0; i < c->env_count; i++) {
        const qtty_env_entry *e = &c->env[i];
        append(&s->env, qtty_text(e->unset ? "-" : ""));
        append(&s->env, e->name);
        append(&s->env, qtty_text(e->unset ? "" : "="));
        append(&s->env, e->value);
        append(&s->env, qtty_text("\n"));
    }
}

static qtty_status
spawn(qtty_provider *p, qtty_terminal **out, const qtty_spawn_config *c)
{
    struct scripted *s = (struct scripted *)p;
    s->spawns++;
    record_argv(s, c);
    record_env(s, c);
    s->window = c->window;
    s->no_echo = c->no_echo;
    s->input.echo = !c->no_echo;
    if (s->fails.spawn != QTTY_OK)
        return refuse(s, "spawn", s->fails.spawn);
    s->child = s->told = (qtty_child){ .pid = SCRIPTED_PID };
    s->phase = QTTY_PHASE_OPEN;
    s->terminal_destroyed = false;
    *out = &s->at.terminal;
    return QTTY_OK;
}

static const char *
provider_error(const qtty_provider *p)
{
    return ((const struct scripted *)p)->error;
}

static void
destroy_provider(qtty_provider *p)
{
    ((struct scripted *)p)->provider_destroyed = true;
}

/* --- The terminal ------------------------------------------------------------------- */

static size_t
wants(const qtty_terminal *t, uint32_t interest, qtty_want *out)
{
    const struct scripted *s = script_of(t);
    size_t count = 0;
    out[count++] = (qtty_want){ s->pipe[0], QTTY_WANT_READ };
    if ((interest & QTTY_WANT_WRITE) != 0 && s->accepts != 0)
        out[count++] = (qtty_want){ s->pipe[1], QTTY_WANT_WRITE };
    return count;
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
    struct scripted *s = script_of(t);
    qtty_status st = QTTY_OK;
    s->steps++;
    s->now_ns = now_ns;
    s->told = s->child;
    if (s->phase == QTTY_PHASE_CLOSING && s->closing == SCRIPTED_IS_STUCK) {
        s->phase = QTTY_PHASE_STUCK;
        s->closing = SCRIPTED_CLOSES;
        st = QTTY_E_TIMEOUT;
        snprintf(s->error, sizeof s->error, "close: still there: %lld",
                 (long long)s->survivors[0]);
    }
    ring(s);
    return st;
}

static qtty_status
read_output(qtty_terminal *t, void *bytes, size_t max, size_t *len)
{
    struct scripted *s = script_of(t);
    size_t n = s->output.len < max ? s->output.len : max;
    if (s->fails.read != QTTY_OK)
        return refuse(s, "read", s->fails.read);
    if (max == 0)
        return refuse(s, "read", QTTY_E_INVAL);
    if (n == 0)
        return has_ended(&s->child) && !s->held_open ? QTTY_E_CLOSED : QTTY_OK;
    n = n < s->piece ? n : s->piece;
    memcpy(bytes, s->output.data, n);
    qtty_buf_consume(&s->output, n);
    *len = n;
    ring(s);
    return QTTY_OK;
}

static qtty_status
write_input(qtty_terminal *t, qtty_span bytes, size_t *written)
{
    struct scripted *s = script_of(t);
    if (s->fails.write != QTTY_OK)
        return refuse(s, "write", s->fails.write);
    if (has_ended(&s->child))
        return refuse(s, "write", QTTY_E_CLOSED);
    *written = bytes.len < s->accepts ? bytes.len : s->accepts;
    s->accepts -= s->accepts == SIZE_MAX ? 0 : *written;
    append(&s->written, (qtty_span){ bytes.data, *written });
    return QTTY_OK;
}

static qtty_status
resize(qtty_terminal *t, const qtty_window *window)
{
    struct scripted *s = script_of(t);
    if (s->fails.resize != QTTY_OK)
        return refuse(s, "resize", s->fails.resize);
    s->resizes++;
    s->window = *window;
    return QTTY_OK;
}

static qtty_status
foreground(qtty_terminal *t, int64_t *group)
{
    struct scripted *s = script_of(t);
    *group = s->group;
    return s->group != 0 ? QTTY_OK : refuse(s, "foreground", QTTY_E_NO_FOREGROUND);
}

static qtty_status
send_signal(qtty_terminal *t, qtty_signal which, int64_t spared, int64_t *group)
{
    struct scripted *s = script_of(t);
    if (s->fails.signal != QTTY_OK)
        return refuse(s, "signal", s->fails.signal);
    qtty_status st = foreground(t, group);
    if (st != QTTY_OK)
        return st;
    if (spared != 0 && *group == spared)
        return refuse(s, "signal: spared", QTTY_E_INVAL);
    if (s->signal_count < SCRIPTED_SIGNALS)
        s->signals[s->signal_count] = (struct scripted_signal){ which, *group };
    s->signal_count++;
    return QTTY_OK;
}

static qtty_status
get_input(qtty_terminal *t, qtty_input *out)
{
    struct scripted *s = script_of(t);
    if (s->fails.input != QTTY_OK)
        return refuse(s, "input", s->fails.input);
    *out = s->input;
    return QTTY_OK;
}

static bool
has_unread(qtty_terminal *t)
{
    return script_of(t)->unread;
}

static void
look(qtty_terminal *t, qtty_look *out)
{
    struct scripted *s = script_of(t);
    s->looks++;
    if (s->turns_to_keys)
        s->input.canonical = false;
    *out = s->look[0];
    if (s->look_count == 1)
        return;
    s->look_count--;
    memmove(s->look, s->look + 1, s->look_count * sizeof s->look[0]);
}

static void
get_child(const qtty_terminal *t, qtty_child *out)
{
    *out = script_of(t)->told;
}

static qtty_phase
get_phase(const qtty_terminal *t)
{
    return script_of(t)->phase;
}

/* A program that still ran was killed by it, and that is known at once. */
static void
complete_close(struct scripted *s)
{
    if (!has_ended(&s->child))
        scripted_die(s, s->grace_ms == 0 ? 9 : 1);
    s->told = s->child;
    s->phase = QTTY_PHASE_CLOSED;
    s->survivor_count = 0;
    s->held_open = false;
    ring(s);
}

static qtty_status
close_terminal(qtty_terminal *t, uint64_t now_ns, uint32_t grace_ms)
{
    struct scripted *s = script_of(t);
    s->closes++;
    s->now_ns = now_ns;
    s->grace_ms = grace_ms;
    if (s->phase == QTTY_PHASE_CLOSED)
        return QTTY_OK;
    s->phase = QTTY_PHASE_CLOSING;
    if (s->closing == SCRIPTED_CLOSES)
        complete_close(s);
    ring(s);
    return QTTY_OK;
}

static const char *
terminal_error(const qtty_terminal *t)
{
    return script_of(t)->error;
}

static void
destroy_terminal(qtty_terminal *t)
{
    script_of(t)->terminal_destroyed = true;
}

static size_t
survivors(const qtty_terminal *t, int64_t *pids, size_t capacity)
{
    const struct scripted *s = script_of(t);
    for (size_t i = 0; i < s->survivor_count && i < capacity; i++)
        pids[i] = s->survivors[i];
    return s->survivor_count;
}

static const qtty_terminal_ops terminal_ops = {
    .wants = wants,
    .deadline = deadline,
    .step = step,
    .read = read_output,
    .write = write_input,
    .resize = resize,
    .foreground = foreground,
    .signal = send_signal,
    .input = get_input,
    .unread = has_unread,
    .look = look,
    .child = get_child,
    .phase = get_phase,
    .close = close_terminal,
    .error = terminal_error,
    .destroy = destroy_terminal,
    .survivors = survivors,
};

/* --- The script --------------------------------------------------------------------- */

void
scripted_init(struct scripted *s)
{
    *s = (struct scripted){
        .at = { { &terminal_ops }, s },
        .ops = { .name = "scripted",
                 .spawn = spawn,
                 .error = provider_error,
                 .destroy = destroy_provider },
        .group = SCRIPTED_PID,
        .input = { .canonical = true, .echo = true, .maps_cr = true, .eof = 4 },
        .accepts = SIZE_MAX,
        .piece = SIZE_MAX,
        .survivors = { SCRIPTED_PID },
        .survivor_count = 1,
    };
    s->provider.ops = &s->ops;
    qtty_buf *bufs[] = { &s->argv, &s->env, &s->written, &s->output };
    for (size_t i = 0; i < COUNT_OF(bufs); i++)
        qtty_buf_init(bufs[i], NULL, 0);
    scripted_look(s, (qtty_look){ .wait_class = QTTY_CLASS_E, .group = SCRIPTED_PID });
    assert_int_equal(pipe(s->pipe), 0);
}

void
scripted_finish(struct scripted *s)
{
    qtty_buf_finish(&s->argv);
    qtty_buf_finish(&s->env);
    qtty_buf_finish(&s->written);
    qtty_buf_finish(&s->output);
    close(s->pipe[0]);
    close(s->pipe[1]);
}

void
scripted_bytes(struct scripted *s, qtty_span bytes)
{
    append(&s->output, bytes);
    ring(s);
}

void
scripted_output(struct scripted *s, const char *text)
{
    scripted_bytes(s, qtty_text(text));
}

void
scripted_exit(struct scripted *s, int32_t code)
{
    s->child.state = QTTY_CHILD_EXITED;
    s->child.value = code;
    ring(s);
}

void
scripted_die(struct scripted *s, int32_t signal)
{
    s->child.state = QTTY_CHILD_SIGNALED;
    s->child.value = signal;
    ring(s);
}

void
scripted_look(struct scripted *s, qtty_look shown)
{
    s->look[0] = shown;
    s->look_count = 1;
}

void
scripted_then_look(struct scripted *s, qtty_look shown)
{
    assert_true(s->look_count < SCRIPTED_LOOKS);
    s->look[s->look_count++] = shown;
}

void
scripted_gone(struct scripted *s)
{
    assert_int_equal(s->phase, QTTY_PHASE_CLOSING);
    complete_close(s);
}

const char *
scripted_text(qtty_buf *text)
{
    assert_int_equal(qtty_buf_reserve(text, 1), QTTY_OK);
    text->data[text->len] = '\0';
    return (const char *)text->data;
}
