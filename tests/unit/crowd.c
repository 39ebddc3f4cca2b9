/* The provider of many programs, and its caller. */
#include "unit/crowd.h"

#include <stdio.h>

static struct program *
program_of(const qtty_terminal *t)
{
    return (struct program *)(uintptr_t)t;
}

/* --- The terminal ------------------------------------------------------------------- */

static size_t
wants(const qtty_terminal *t, uint32_t interest, qtty_want *out)
{
    (void)interest;
    out[0] = (qtty_want){ CROWD_DESCRIPTOR + (int)program_of(t)->number, QTTY_WANT_READ };
    return 1;
}

static bool
sticks(const struct program *p)
{
    return p->phase == QTTY_PHASE_CLOSING
           && (p->ends == STUCK_ONCE || p->ends == STUCK_EVER);
}

static uint64_t
deadline(const qtty_terminal *t)
{
    return sticks(program_of(t)) ? 0 : QTTY_NEVER;
}

static void
complete(struct program *p)
{
    if (p->child.state == QTTY_CHILD_RUNNING)
        p->child = (qtty_child){ QTTY_CHILD_SIGNALED, 15, p->child.pid };
    p->told = p->child;
    p->phase = QTTY_PHASE_CLOSED;
}

static qtty_status
step_terminal(qtty_terminal *t, uint64_t now_ns)
{
    struct program *p = program_of(t);
    (void)now_ns;
    p->steps++;
    p->told = p->child;
    if (!sticks(p))
        return QTTY_OK;
    p->phase = QTTY_PHASE_STUCK;
    p->ends = p->ends == STUCK_ONCE ? ENDS_AT_ONCE : STUCK_EVER;
    snprintf(p->error, sizeof p->error, "close: still there: %lld",
             (long long)p->child.pid);
    return QTTY_E_TIMEOUT;
}

static qtty_status
read_output(qtty_terminal *t, void *bytes, size_t max, size_t *len)
{
    struct program *p = program_of(t);
    *len = 0;
    if (p->read_fails)
        return QTTY_E_IO;
    if (p->child.state != QTTY_CHILD_RUNNING)
        return QTTY_E_CLOSED;
    if (p->said || !p->ready || max < 2)
        return QTTY_OK;
    memcpy(bytes, "> ", 2);
    *len = 2;
    p->said = true;
    return QTTY_OK;
}

static qtty_status
write_input(qtty_terminal *t, qtty_span bytes, size_t *written)
{
    (void)t;
    *written = bytes.len;
    return QTTY_OK;
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
    *group = program_of(t)->child.pid;
    return QTTY_OK;
}

static qtty_status
send_signal(qtty_terminal *t, qtty_signal which, int64_t spared, int64_t *group)
{
    (void)which, (void)spared;
    return foreground(t, group);
}

static qtty_status
get_input(qtty_terminal *t, qtty_input *out)
{
    (void)t;
    *out = (qtty_input){ .echo = true, .maps_cr = true, .eof = 4 };
    return QTTY_OK;
}

static bool
has_unread(qtty_terminal *t)
{
    (void)t;
    return false;
}

/* It has run since its start, which is what makes its wait a proof. */
static void
look(qtty_terminal *t, qtty_look *out)
{
    const struct program *p = program_of(t);
    *out = (qtty_look){ .wait_class = p->ready ? QTTY_CLASS_A : QTTY_CLASS_E,
                        .group = p->child.pid,
                        .runs = p->ready ? 2 : 1 };
}

static void
get_child(const qtty_terminal *t, qtty_child *out)
{
    *out = program_of(t)->told;
}

static qtty_phase
get_phase(const qtty_terminal *t)
{
    return program_of(t)->phase;
}

static qtty_status
close_terminal(qtty_terminal *t, uint64_t now_ns, uint32_t grace_ms)
{
    struct program *p = program_of(t);
    (void)now_ns, (void)grace_ms;
    p->closes++;
    if (p->phase == QTTY_PHASE_CLOSED)
        return QTTY_OK;
    p->phase = QTTY_PHASE_CLOSING;
    if (p->ends == ENDS_AT_ONCE)
        complete(p);
    return QTTY_OK;
}

static const char *
terminal_error(const qtty_terminal *t)
{
    return program_of(t)->error;
}

static void
destroy_terminal(qtty_terminal *t)
{
    struct program *p = program_of(t);
    assert_false(p->destroyed);
    p->destroyed = true;
    p->crowd->alive--;
}

static const qtty_terminal_ops terminal_ops = {
    .wants = wants,
    .deadline = deadline,
    .step = step_terminal,
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
};

/* --- The provider ------------------------------------------------------------------- */

static qtty_status
spawn(qtty_provider *provider, qtty_terminal **out, const qtty_spawn_config *config)
{
    struct crowd *c = (struct crowd *)provider;
    (void)config;
    if (c->on_spawn != NULL)
        c->on_spawn(c->context);
    if (c->fails != QTTY_OK)
        return c->fails;
    assert_true(c->count < CROWD_MAX);
    struct program *p = calloc(1, sizeof *p);
    assert_non_null(p);
    *p = (struct program){ .terminal.ops = &terminal_ops,
                           .crowd = c,
                           .number = c->count,
                           .ends = c->ends,
                           .child.pid = 100 + (int64_t)c->count };
    p->told = p->child;
    c->programs[c->count++] = p;
    c->alive++;
    *out = &p->terminal;
    return QTTY_OK;
}

static const char *
provider_error(const qtty_provider *p)
{
    (void)p;
    return "spawn: told to fail";
}

static void
destroy_provider(qtty_provider *p)
{
    (void)p;
    fail_msg("a provider is borrowed");
}

void
crowd_begin(struct crowd *c)
{
    memset(c, 0, sizeof *c);
    c->ops = (qtty_provider_ops){ .name = "crowd",
                                  .provable = true,
                                  .spawn = spawn,
                                  .error = provider_error,
                                  .destroy = destroy_provider };
    c->provider.ops = &c->ops;
    c->now_ns = MS(1000);
}

void
crowd_init(struct crowd *c)
{
    crowd_begin(c);
    assert_int_equal(qtty_registry_create(&c->registry, NULL), QTTY_OK);
    assert_int_equal(qtty_registry_add_backend(c->registry, "crowd", &c->provider),
                     QTTY_OK);
}

void
crowd_finish(struct crowd *c)
{
    qtty_registry_destroy(c->registry);
    assert_int_equal(c->alive, 0);
    for (size_t i = 0; i < c->count; i++)
        free(c->programs[i]);
}

qtty_session_config
crowd_config(void)
{
    static const qtty_span argv[] = { { (const uint8_t *)"program", 7 } };
    qtty_session_config config = QTTY_SESSION_CONFIG_INIT;
    config.backend = "crowd";
    config.dialect = "none";
    config.argv = argv;
    config.argc = 1;
    config.window = (qtty_window){ .rows = 2, .cols = 10 };
    return config;
}

/* --- The programs ------------------------------------------------------------------- */

struct program *
latest(struct crowd *c)
{
    assert_true(c->count != 0);
    return c->programs[c->count - 1];
}

void
leaves(struct program *p, int32_t code)
{
    p->child.state = QTTY_CHILD_EXITED;
    p->child.value = code;
}

void
is_gone(struct program *p)
{
    assert_int_equal(p->phase, QTTY_PHASE_CLOSING);
    complete(p);
}

/* --- The caller --------------------------------------------------------------------- */

qtty_owner *
has_owner(struct crowd *c)
{
    qtty_owner *o;
    assert_int_equal(qtty_owner_create(&o, c->registry), QTTY_OK);
    return o;
}

qtty_session_id
begins(struct crowd *c, qtty_owner *o, const char *name)
{
    qtty_session_config config = crowd_config();
    qtty_session_id id;
    qtty_status st = qtty_owner_spawn(o, name, &config, c->now_ns, &id);
    if (st != QTTY_OK)
        assert_string_equal(qtty_registry_error(c->registry), "");
    assert_int_equal(st, QTTY_OK);
    assert_int_not_equal(id, 0);
    return id;
}

qtty_session_id
opens(struct crowd *c, qtty_owner *o, const char *name)
{
    qtty_session_id id = begins(c, o, name);
    latest(c)->ready = true;
    passes(c, MS(50));
    spawned(c, o, id, QTTY_OK, NULL);
    return id;
}

void
cannot_spawn(struct crowd *c, qtty_owner *o, const char *name,
             const qtty_session_config *config, qtty_status status, const char *why)
{
    const qtty_session_config usual = crowd_config();
    qtty_session_id id = 77;
    size_t spawns = c->count;
    qtty_status st =
        qtty_owner_spawn(o, name, config != NULL ? config : &usual, c->now_ns, &id);
    assert_string_equal(qtty_registry_error(c->registry), why);
    assert_int_equal(st, status);
    assert_int_equal(id, 0);
    assert_int_equal(c->count, spawns);
}

void
step(struct crowd *c)
{
    assert_int_equal(qtty_registry_step(c->registry, NULL, 0, c->now_ns), QTTY_OK);
}

void
passes(struct crowd *c, uint64_t ns)
{
    const uint64_t end = c->now_ns + ns;
    int turns = 0; /* without time passing: a loop that spins is a defect */
    uint64_t at;
    size_t count;
    for (step(c);; step(c)) {
        qtty_registry_wants(c->registry, NULL, 0, &count, &at);
        if (at > end)
            break;
        turns = at > c->now_ns ? 0 : turns + 1;
        assert_true(turns < 100);
        c->now_ns = at > c->now_ns ? at : c->now_ns;
    }
    c->now_ns = end;
}

static void
says(const struct crowd *c, const char *why)
{
    if (why != NULL)
        assert_string_equal(qtty_registry_error(c->registry), why);
}

void
spawned(struct crowd *c, const qtty_owner *o, qtty_session_id id, qtty_status status,
        const char *why)
{
    assert_int_equal(qtty_owner_spawned(o, id), status);
    says(c, why);
}

qtty_session *
found(struct crowd *c, const qtty_owner *o, qtty_session_id id)
{
    qtty_session *s;
    (void)c;
    assert_int_equal(qtty_owner_find(o, id, &s), QTTY_OK);
    assert_non_null(s);
    return s;
}

void
not_found(struct crowd *c, const qtty_owner *o, qtty_session_id id, qtty_status status,
          const char *why)
{
    qtty_session *s = (qtty_session *)c;
    assert_int_equal(qtty_owner_find(o, id, &s), status);
    assert_null(s);
    says(c, why);
}

void
disposed(struct crowd *c, qtty_owner *o, qtty_status status, const char *why)
{
    qtty_status st = QTTY_E_INVAL;
    assert_true(qtty_owner_disposed(o, &st));
    says(c, why);
    assert_int_equal(st, status);
}

void
not_disposed(qtty_owner *o)
{
    qtty_status st;
    assert_false(qtty_owner_disposed(o, &st));
}

void
all_disposed(struct crowd *c, qtty_status status, const char *why)
{
    qtty_status st = QTTY_E_INVAL;
    assert_true(qtty_registry_disposed(c->registry, &st));
    says(c, why);
    assert_int_equal(st, status);
}

void
not_all_disposed(struct crowd *c)
{
    qtty_status st;
    assert_false(qtty_registry_disposed(c->registry, &st));
}
