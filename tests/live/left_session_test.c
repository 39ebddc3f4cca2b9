/* Sessions with a shell in which programs leave the terminal's session, and a shell that
 * kills its supervisor: what is ended, and what is told. */
#define _GNU_SOURCE

#include "live/session.h"

#include "live/hostile.h"

static struct driven
with_seven(struct marked *m)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.dispose_grace_ms = 20;
    struct driven d = drive_start(&c);
    drive_send(&d, HOSTILE " seven & disown", true);
    drive_settle(&d);
    /* They may print behind the prompt: the wait is proven all the same. */
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d.result.command_status, 0);
    uint64_t guard = live_now() + 20000000000u;
    while (count_of(drive_text(&d), "pid ") < 7) {
        assert_true(live_now() < guard);
        assert_int_equal(drive_turn(&d), QTTY_OK);
    }
    drive_send(&d, "true", true); /* so that the last of them has ended its line */
    drive_settle(&d);
    mark_all(m, drive_text(&d));
    assert_int_equal(m->count, 7);
    return d;
}

static void
what_left_the_session_is_ended_by_close(void **state)
{
    struct marked m;
    struct driven d = with_seven(&m);
    (void)state;
    assert_int_equal(qtty_session_close(d.session, live_now()), QTTY_OK);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
    assert_string_equal(qtty_session_error(d.session), "");
    expect_gone(&m);
    drive_free(&d);
}

static void
what_the_shell_leaves_behind_is_ended_before_its_exit_settles(void **state)
{
    struct marked m;
    struct driven d = with_seven(&m);
    (void)state;
    drive_send(&d, "exit 4", true);
    drive_settle(&d);
    expect_gone(&m);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_EXITED);
    assert_int_equal(d.result.child.value, 4);
    drive_free(&d);
}

/* The session goes on; its end is the session's, and says what it may have missed. */
static void
a_session_survives_its_supervisor(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "kill -KILL $PPID", "", 0);
    says(&d, "echo alive", "alive\n", 0);
    assert_int_equal(qtty_session_close(d.session, live_now()), QTTY_OK);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
    assert_string_equal(qtty_session_error(d.session),
                        "the supervisor was killed: what left the session is not ended");
    drive_free(&d);
}

/* Its status went to init with it. */
static void
the_exit_of_a_shell_without_its_supervisor_is_seen(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "kill -KILL $PPID; exit 4", true);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_UNKNOWN);
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_CLOSED);
    drive_free(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_left_the_session_is_ended_by_close),
        cmocka_unit_test(what_the_shell_leaves_behind_is_ended_before_its_exit_settles),
        cmocka_unit_test(a_session_survives_its_supervisor),
        cmocka_unit_test(the_exit_of_a_shell_without_its_supervisor_is_seen),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
