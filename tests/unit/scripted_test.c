/* The scripted provider does what its header says, seen through the public calls. */
#include "unit/scripted.h"

#include "unit/check.h"
#include <poll.h>
#include <stdio.h>

static qtty_terminal *
spawn(struct scripted *s)
{
    qtty_terminal *t;
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    const qtty_span argv[] = { qtty_text("sh") };
    c.argv = argv;
    c.argc = COUNT_OF(argv);
    scripted_init(s);
    assert_int_equal(qtty_provider_spawn(&s->provider, &t, &c), QTTY_OK);
    assert_non_null(t);
    return t;
}

static void
finish(struct scripted *s, qtty_terminal *t)
{
    qtty_terminal_destroy(t);
    assert_true(s->terminal_destroyed);
    qtty_provider_destroy(&s->provider);
    assert_true(s->provider_destroyed);
    scripted_finish(s);
}

/* One read, as text, or the status where it failed. */
static const char *
read_once(qtty_terminal *t)
{
    static char bytes[64];
    size_t len;
    const qtty_status st = qtty_terminal_read(t, bytes, sizeof bytes - 1, &len);
    bytes[len] = '\0';
    if (st != QTTY_OK)
        snprintf(bytes, sizeof bytes, "status %d", (int)st);
    return bytes;
}

static size_t
write_text(qtty_terminal *t, const char *text)
{
    size_t written;
    assert_int_equal(qtty_terminal_write(t, qtty_text(text), &written), QTTY_OK);
    return written;
}

/* What poll(2) says at once of what is wanted: is there something to do? */
static bool
wakes(const qtty_terminal *t, uint32_t interest)
{
    qtty_want wanted[QTTY_WANTS_MAX];
    struct pollfd polled[QTTY_WANTS_MAX];
    const size_t count = qtty_terminal_wants(t, interest, wanted);
    for (size_t i = 0; i < count; i++)
        polled[i] =
            (struct pollfd){ .fd = wanted[i].descriptor,
                             .events =
                                 wanted[i].events == QTTY_WANT_WRITE ? POLLOUT : POLLIN };
    const int ready = poll(polled, (nfds_t)count, 0);
    assert_true(ready >= 0);
    return ready > 0;
}

static void
records_what_is_spawned(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t;
    const qtty_span argv[] = { qtty_text("bash"), qtty_text("-i") };
    const qtty_env_entry env[] = { { .name = qtty_text("A"), .value = qtty_text("b=c") },
                                   { .name = qtty_text("GONE"), .unset = true } };
    qtty_spawn_config c = { .size = sizeof c,
                            .argv = argv,
                            .argc = COUNT_OF(argv),
                            .env = env,
                            .env_count = COUNT_OF(env),
                            .window = { .rows = 3, .cols = 7 },
                            .no_echo = true };
    scripted_init(&s);
    s.fails.spawn = QTTY_E_NOT_FOUND;
    assert_int_equal(qtty_provider_spawn(&s.provider, &t, &c), QTTY_E_NOT_FOUND);
    assert_null(t);
    assert_string_equal(qtty_provider_error(&s.provider), "spawn: scripted to fail");

    s.fails.spawn = QTTY_OK;
    assert_int_equal(qtty_provider_spawn(&s.provider, &t, &c), QTTY_OK);
    assert_int_equal(s.spawns, 2);
    assert_string_equal(scripted_text(&s.argv), "bash\n-i\n");
    assert_string_equal(scripted_text(&s.env), "A=b=c\n-GONE\n");
    assert_true(s.no_echo && !s.input.echo);
    assert_int_equal(s.window.cols, 7);
    const qtty_window window = { .rows = 5, .cols = 9 };
    assert_int_equal(qtty_terminal_resize(t, &window), QTTY_OK);
    assert_int_equal(s.window.cols, 9);
    assert_int_equal(s.resizes, 1);
    finish(&s, t);
}

static void
the_proof_is_the_scripts_to_claim(void **state)
{
    (void)state;
    struct scripted s, other;
    scripted_init(&s);
    scripted_init(&other);
    assert_false(s.provider.ops->provable);
    s.ops.provable = true;
    assert_true(s.provider.ops->provable);
    assert_false(other.provider.ops->provable);
    scripted_finish(&s);
    scripted_finish(&other);
}

static void
prints_what_it_is_told(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    assert_string_equal(read_once(t), "");
    assert_false(wakes(t, QTTY_WANT_READ));
    scripted_output(&s, "one ");
    scripted_output(&s, "two");
    assert_true(wakes(t, QTTY_WANT_READ));
    s.piece = 5;
    assert_string_equal(read_once(t), "one t");
    assert_true(wakes(t, QTTY_WANT_READ));
    assert_string_equal(read_once(t), "wo");
    assert_false(wakes(t, QTTY_WANT_READ));
    assert_string_equal(read_once(t), "");
    assert_int_equal(qtty_terminal_deadline(t), QTTY_NEVER);
    finish(&s, t);
}

static void
takes_as_much_as_it_accepts(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    assert_int_equal(write_text(t, "ls"), 2);
    assert_true(wakes(t, QTTY_WANT_READ | QTTY_WANT_WRITE));
    s.accepts = 3;
    assert_int_equal(write_text(t, " -"), 2);
    assert_int_equal(write_text(t, "la\r"), 1);
    assert_int_equal(write_text(t, "a\r"), 0);
    assert_false(wakes(t, QTTY_WANT_READ | QTTY_WANT_WRITE));
    s.accepts = SIZE_MAX;
    assert_int_equal(write_text(t, "a\r"), 2);
    assert_string_equal(scripted_text(&s.written), "ls -la\r");
    finish(&s, t);
}

static void
shows_its_looks_in_turn(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    qtty_look seen;
    qtty_terminal_look(t, &seen);
    assert_int_equal(seen.wait_class, QTTY_CLASS_E);
    assert_int_equal(seen.group, SCRIPTED_PID);

    scripted_look(&s, (qtty_look){ .wait_class = QTTY_CLASS_B, .runs = 1 });
    scripted_then_look(&s, (qtty_look){ .wait_class = QTTY_CLASS_D, .runs = 2 });
    scripted_then_look(&s, (qtty_look){ .wait_class = QTTY_CLASS_A, .runs = 3 });
    for (uint64_t i = 1; i <= 5; i++) {
        qtty_terminal_look(t, &seen);
        assert_int_equal(seen.runs, i < 3 ? i : 3);
    }
    assert_int_equal(seen.wait_class, QTTY_CLASS_A);
    assert_int_equal(s.looks, 6);
    finish(&s, t);
}

static void
signals_go_to_the_foreground(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    int64_t group;
    assert_int_equal(qtty_terminal_foreground(t, &group), QTTY_OK);
    assert_int_equal(group, SCRIPTED_PID);
    s.group = 200;
    assert_int_equal(qtty_terminal_signal(t, QTTY_SIGNAL_INT, 0, &group), QTTY_OK);
    assert_int_equal(group, 200);
    s.group = 0;
    assert_int_equal(qtty_terminal_foreground(t, &group), QTTY_E_NO_FOREGROUND);
    assert_int_equal(qtty_terminal_signal(t, QTTY_SIGNAL_TERM, 0, NULL),
                     QTTY_E_NO_FOREGROUND);
    s.group = 300;
    assert_int_equal(qtty_terminal_signal(t, QTTY_SIGNAL_HUP, 0, NULL), QTTY_OK);
    assert_int_equal(s.signal_count, 2);
    assert_int_equal(s.signals[0].which, QTTY_SIGNAL_INT);
    assert_int_equal(s.signals[0].group, 200);
    assert_int_equal(s.signals[1].which, QTTY_SIGNAL_HUP);
    assert_int_equal(s.signals[1].group, 300);
    finish(&s, t);
}

static void
the_input_side_is_as_set(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    qtty_input input;
    assert_int_equal(qtty_terminal_input(t, &input), QTTY_OK);
    assert_true(input.canonical && input.echo && input.maps_cr && input.eof == 4);
    assert_false(qtty_terminal_unread(t));
    s.input.canonical = false;
    s.unread = true;
    assert_int_equal(qtty_terminal_input(t, &input), QTTY_OK);
    assert_false(input.canonical);
    assert_true(qtty_terminal_unread(t));
    finish(&s, t);
}

static void
fails_where_it_is_told(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    const qtty_window window = { 0 };
    qtty_input input;
    size_t len;
    scripted_output(&s, "kept");
    s.fails = (struct scripted_fails){ .read = QTTY_E_IO,
                                       .write = QTTY_E_IO,
                                       .resize = QTTY_E_IO,
                                       .signal = QTTY_E_IO,
                                       .input = QTTY_E_UNSUPPORTED };
    assert_string_equal(read_once(t), "status -7");
    assert_string_equal(qtty_terminal_error(t), "read: scripted to fail");
    assert_int_equal(qtty_terminal_write(t, qtty_text("x"), &len), QTTY_E_IO);
    assert_int_equal(qtty_terminal_resize(t, &window), QTTY_E_IO);
    assert_int_equal(qtty_terminal_signal(t, QTTY_SIGNAL_INT, 0, NULL), QTTY_E_IO);
    assert_int_equal(qtty_terminal_input(t, &input), QTTY_E_UNSUPPORTED);
    assert_string_equal(qtty_terminal_error(t), "input: scripted to fail");
    s.fails = (struct scripted_fails){ 0 };
    assert_string_equal(read_once(t), "kept");
    assert_string_equal(scripted_text(&s.written), "");
    assert_int_equal(s.signal_count, 0);
    finish(&s, t);
}

static void
an_exit_is_known_after_a_step(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    qtty_child child;
    size_t len;
    scripted_output(&s, "bye");
    scripted_exit(&s, 3);
    s.held_open = true;
    assert_string_equal(read_once(t), "bye");
    assert_true(wakes(t, QTTY_WANT_READ));
    qtty_terminal_child(t, &child);
    assert_int_equal(child.state, QTTY_CHILD_RUNNING);
    assert_int_equal(qtty_terminal_step(t, 70), QTTY_OK);
    assert_int_equal(s.now_ns, 70);
    assert_false(wakes(t, QTTY_WANT_READ));
    qtty_terminal_child(t, &child);
    assert_int_equal(child.state, QTTY_CHILD_EXITED);
    assert_int_equal(child.value, 3);
    assert_int_equal(child.pid, SCRIPTED_PID);
    assert_string_equal(read_once(t), ""); /* somebody else could still print */
    s.held_open = false;
    assert_string_equal(read_once(t), "status -9");
    assert_int_equal(qtty_terminal_write(t, qtty_text("x"), &len), QTTY_E_CLOSED);
    assert_int_equal(qtty_terminal_phase(t), QTTY_PHASE_OPEN);
    finish(&s, t);
}

static void
closes_at_once(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    qtty_child child;
    int64_t pids[2];
    assert_int_equal(qtty_terminal_survivors(t, pids, COUNT_OF(pids)), 1);
    assert_int_equal(pids[0], SCRIPTED_PID);
    assert_int_equal(qtty_terminal_close(t, 10, 3000), QTTY_OK);
    assert_int_equal(qtty_terminal_phase(t), QTTY_PHASE_CLOSED);
    assert_int_equal(s.grace_ms, 3000);
    assert_int_equal(s.now_ns, 10);
    qtty_terminal_child(t, &child);
    assert_int_equal(child.state, QTTY_CHILD_SIGNALED);
    assert_int_equal(child.value, 1);
    assert_int_equal(qtty_terminal_survivors(t, pids, COUNT_OF(pids)), 0);
    assert_string_equal(read_once(t), "status -9");
    assert_int_equal(qtty_terminal_close(t, 11, 0), QTTY_OK);
    assert_int_equal(qtty_terminal_phase(t), QTTY_PHASE_CLOSED);
    assert_int_equal(s.closes, 2);
    finish(&s, t);
}

static void
lingers_until_it_is_gone(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    qtty_child child;
    s.closing = SCRIPTED_LINGERS;
    scripted_exit(&s, 0);
    assert_int_equal(qtty_terminal_close(t, 10, 3000), QTTY_OK);
    assert_int_equal(qtty_terminal_close(t, 10, 0), QTTY_OK);
    assert_int_equal(qtty_terminal_step(t, 20), QTTY_OK);
    assert_int_equal(qtty_terminal_phase(t), QTTY_PHASE_CLOSING);
    scripted_output(&s, "last");
    scripted_gone(&s);
    assert_int_equal(qtty_terminal_phase(t), QTTY_PHASE_CLOSED);
    qtty_terminal_child(t, &child);
    assert_int_equal(child.state, QTTY_CHILD_EXITED);
    assert_string_equal(read_once(t), "last");
    assert_string_equal(read_once(t), "status -9");
    finish(&s, t);
}

static void
is_stuck_once(void **state)
{
    (void)state;
    struct scripted s;
    qtty_terminal *t = spawn(&s);
    int64_t pids[1];
    s.closing = SCRIPTED_IS_STUCK;
    s.survivors[0] = 4242;
    s.survivors[1] = 4243;
    s.survivor_count = 2;
    assert_int_equal(qtty_terminal_close(t, 10, 0), QTTY_OK);
    assert_int_equal(qtty_terminal_phase(t), QTTY_PHASE_CLOSING);
    assert_true(wakes(t, QTTY_WANT_READ));
    assert_int_equal(qtty_terminal_step(t, 20), QTTY_E_TIMEOUT);
    assert_false(wakes(t, QTTY_WANT_READ));
    assert_int_equal(qtty_terminal_phase(t), QTTY_PHASE_STUCK);
    assert_string_equal(qtty_terminal_error(t), "close: still there: 4242");
    assert_int_equal(qtty_terminal_survivors(t, pids, COUNT_OF(pids)), 2);
    assert_int_equal(pids[0], 4242);
    assert_int_equal(qtty_terminal_step(t, 30), QTTY_OK);
    assert_int_equal(qtty_terminal_close(t, 40, 0), QTTY_OK);
    assert_int_equal(qtty_terminal_phase(t), QTTY_PHASE_CLOSED);
    finish(&s, t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_what_is_spawned),
        cmocka_unit_test(the_proof_is_the_scripts_to_claim),
        cmocka_unit_test(prints_what_it_is_told),
        cmocka_unit_test(takes_as_much_as_it_accepts),
        cmocka_unit_test(shows_its_looks_in_turn),
        cmocka_unit_test(signals_go_to_the_foreground),
        cmocka_unit_test(the_input_side_is_as_set),
        cmocka_unit_test(fails_where_it_is_told),
        cmocka_unit_test(an_exit_is_known_after_a_step),
        cmocka_unit_test(closes_at_once),
        cmocka_unit_test(lingers_until_it_is_gone),
        cmocka_unit_test(is_stuck_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
