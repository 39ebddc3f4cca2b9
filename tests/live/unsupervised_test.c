/* Terminals where no supervisor can be: the session is ended all the same, and what is
 * lost is said. To be run by `without`. */
#define _GNU_SOURCE

#include "live/hostile.h"

static void
it_is_said(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    live_spawn(&l, &c, ARGV("true"));
    assert_string_equal(qtty_terminal_lost(l.terminal),
                        "no supervisor (Function not implemented): what leaves the "
                        "session is not ended");
    live_run(&l);
    live_finish(&l);
}

/* Three of the seven left the session. */
static void
who_is_in_the_session_is_ended(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    qtty_child child;
    (void)state;
    hostile_start(&l, HOSTILE, "seven", 7);
    mark_all(&m, live_text(&l));
    qtty_terminal_child(l.terminal, &child);
    assert_int_equal(qtty_terminal_survivors(l.terminal, NULL, 0),
                     5); /* and the leader */
    timed_close(&l, 20, "seven, without a supervisor");
    assert_int_equal(kill_left(&m, (pid_t)child.pid), 3);
    expect_gone(&m);
    live_finish(&l);
    is_clean(before);
}

static void
who_ignores_term_leaves_at_the_hang_up(void **state)
{
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, HOSTILE, "deaf", 2);
    mark_all(&m, live_text(&l));
    timed_close(&l, 3600000, "deaf, without a supervisor");
    expect_gone(&m);
    live_finish(&l);
}

/* A host that reaps all its children takes the status, and with it what the number of the
 * session is known by. */
static void
a_status_that_was_taken_is_unknown(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    qtty_child child;
    (void)state;
    live_spawn(&l, &c, ARGV("sh", "-c", "read line"));
    qtty_terminal_child(l.terminal, &child);
    size_t written;
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("\n"), &written), QTTY_OK);
    assert_int_equal(written, 1);
    assert_int_equal(waitpid((pid_t)child.pid, NULL, 0), child.pid);
    assert_int_equal(live_run(&l).state, QTTY_CHILD_UNKNOWN);
    assert_int_equal(qtty_terminal_signal(l.terminal, QTTY_SIGNAL_INT, 0, NULL),
                     QTTY_E_NO_FOREGROUND);
    live_close(&l, 0);
    live_finish(&l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_said),
        cmocka_unit_test(who_is_in_the_session_is_ended),
        cmocka_unit_test(who_ignores_term_leaves_at_the_hang_up),
        cmocka_unit_test(a_status_that_was_taken_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
