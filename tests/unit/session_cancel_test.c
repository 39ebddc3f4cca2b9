/* Cancel and signal. A cancel is real: a text that has not begun is never written, a
 * program gets a SIGINT, and the place of the send is kept until it has it. */
#include "unit/driven.h"

static void
cancels(struct driven *d)
{
    assert_int_equal(qtty_session_cancel(d->session, d->now_ns), QTTY_OK);
}

/* The program got these signals, all SIGINT, the last one for this group. */
static void
interrupted(struct driven *d, size_t times, int64_t group)
{
    assert_int_equal(d->script.signal_count, times);
    for (size_t i = 0; i < times; i++)
        assert_int_equal(d->script.signals[i].which, QTTY_SIGNAL_INT);
    if (times != 0)
        assert_int_equal(d->script.signals[times - 1].group, group);
}

static void
is_busy(struct driven *d)
{
    cannot_send(d, "next", QTTY_E_SEND_ACTIVE, "send: another is active");
}

/* --- Cancel before the write -------------------------------------------------------- */

static void
a_queued_text_is_never_written(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    prints(&d, "\033[5n");
    step(&d);
    sends(&d, "rm x");
    cancels(&d);
    settled(&d, QTTY_E_CANCELLED, QTTY_WAIT_NONE);
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(5000));
    assert_string_equal(written(&d), "\033[0n");
    interrupted(&d, 0, 0);
    not_settled(&d);
    sends(&d, "next");
    driven_finish(&d);
}

static void
nothing_can_be_cancelled_when_nothing_is_sent(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_E_NOT_FOUND);
    sends(&d, "true");
    shell_answers(&d, "true", "", 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_E_NOT_FOUND);
    interrupted(&d, 0, 0);
    driven_finish(&d);
}

/* --- Cancel during the write -------------------------------------------------------- */

static void
a_write_that_began_is_ended_first(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 2;
    sends(&d, "abcd");
    cancels(&d);
    child_runs(&d);
    passes(&d, MS(1000));
    interrupted(&d, 0, 0);
    d.script.accepts = SIZE_MAX;
    passes(&d, 0);
    assert_string_equal(written(&d), "abcd\r"); /* and no byte 03 */
    interrupted(&d, 1, CHILD_GROUP);
    not_settled(&d);
    is_busy(&d);
    prints(&d, "^C\r\n{D 130}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, 130);
    driven_finish(&d);
}

static void
a_write_that_fails_is_followed_by_no_signal(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    d.script.accepts = 2;
    sends(&d, "abcd");
    cancels(&d);
    d.script.fails.write = QTTY_E_IO;
    passes(&d, MS(1));
    settled(&d, QTTY_E_IO, QTTY_WAIT_SESSION_EXIT);
    d.script.fails.write = QTTY_OK;
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(1000));
    assert_string_equal(written(&d), "ab");
    interrupted(&d, 0, 0);
    driven_finish(&d);
}

static void
a_write_that_times_out_is_interrupted_when_it_ends(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 2;
    sends(&d, "abcd");
    cancels(&d);
    passes(&d, MS(30000));
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    is_busy(&d);
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(1));
    assert_string_equal(written(&d), "abcd\r");
    interrupted(&d, 1, SCRIPTED_PID);
    not_settled(&d);
    sends(&d, "next");
    driven_finish(&d);
}

/* --- Cancel after the write --------------------------------------------------------- */

static void
the_foreground_group_is_interrupted_at_once(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(1000));
    cancels(&d);
    interrupted(&d, 1, CHILD_GROUP);
    assert_string_equal(written(&d), "sleep 100\r");
    not_settled(&d);
    is_busy(&d);
    prints(&d, "^C\r\n{D 130}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, 130);
    driven_finish(&d);
}

/* A program that catches it goes on. The timeout stays that of the send. */
static void
readiness_goes_on_after_it(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(2000));
    cancels(&d);
    passes(&d, MS(2999)); /* silence begins anew */
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    driven_finish(&d);
}

static void
the_timeout_is_still_that_of_the_send(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "yes");
    child_runs(&d);
    for (int second = 0; second < 30; second++) {
        if (second == 29)
            cancels(&d);
        prints(&d, "y\r\n");
        not_settled(&d);
        passes(&d, MS(1000));
    }
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    assert_int_equal(d.result.elapsed_ns, MS(30000));
    driven_finish(&d);
}

/* A wait that is as old as the signal proves nothing of what comes after it. */
static void
the_signal_is_a_boundary(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "x");
    prints(&d, "x\r\n{D 1}");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    cancels(&d); /* before anybody looked */
    interrupted(&d, 1, CHILD_GROUP);
    passes(&d, MS(1000));
    not_settled(&d);
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    driven_finish(&d);
}

/* --- Nobody to interrupt ------------------------------------------------------------ */

static void
the_place_is_kept_until_the_signal_is_delivered(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(100));
    d.script.group = 0; /* a shell takes the foreground back */
    cancels(&d);
    interrupted(&d, 0, 0);
    prints(&d, "{D 0}$ "); /* not even a prompt settles it now */
    passes(&d, MS(4000));
    not_settled(&d);
    is_busy(&d);
    d.script.group = SCRIPTED_PID;
    passes(&d, MS(50));
    interrupted(&d, 1, SCRIPTED_PID);
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    sends(&d, "next");
    driven_finish(&d);
}

static void
it_is_tried_again_at_each_poll_interval(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(100));
    d.script.group = 0;
    cancels(&d);
    for (int i = 1; i < 4; i++) {
        assert_int_equal(deadline(&d), d.now_ns + MS(50));
        passes(&d, MS(50));
    }
    prints(&d, "tick\r\n"); /* nor does output make it spin */
    step(&d);
    assert_int_equal(deadline(&d), d.now_ns + MS(50));
    driven_finish(&d);
}

static void
a_timeout_frees_the_place(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    child_runs(&d);
    d.script.group = 0;
    cancels(&d);
    passes(&d, MS(29999));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    passes(&d, MS(100));
    interrupted(&d, 0, 0);
    sends(&d, "next");
    d.script.group = CHILD_GROUP;
    passes(&d, MS(100));
    interrupted(&d, 0, 0); /* it is not the target */
    driven_finish(&d);
}

static void
a_signal_that_fails_is_the_result(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(100));
    d.script.fails.signal = QTTY_E_IO;
    cancels(&d);
    settled(&d, QTTY_E_IO, QTTY_WAIT_NONE);
    is_in_phase(&d, QTTY_SESSION_LIVE, "cancel: signal: scripted to fail");
    sends(&d, "next");
    driven_finish(&d);
}

static void
what_is_ending_is_not_cancelled(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    sends(&d, "sleep 100");
    assert_int_equal(qtty_session_close(d.session, d.now_ns), QTTY_OK);
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_E_CLOSED);
    interrupted(&d, 0, 0);
    driven_finish(&d);
}

/* --- Signal ------------------------------------------------------------------------- */

static void
signals(struct driven *d, qtty_signal which, qtty_status status, int64_t group)
{
    int64_t got = 0;
    assert_int_equal(qtty_session_signal(d->session, which, &got, d->now_ns), status);
    if (status == QTTY_OK)
        assert_int_equal(got, group);
}

static void
a_signal_goes_to_the_foreground_of_now(void **state)
{
    static const qtty_signal all[] = { QTTY_SIGNAL_INT, QTTY_SIGNAL_TERM,
                                       QTTY_SIGNAL_KILL, QTTY_SIGNAL_TSTP,
                                       QTTY_SIGNAL_HUP };
    struct driven d;
    (void)state;
    driven_open(&d);
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        d.script.group = (int64_t)(CHILD_GROUP + i);
        signals(&d, all[i], QTTY_OK, (int64_t)(CHILD_GROUP + i));
        assert_int_equal(d.script.signals[i].which, all[i]);
    }
    assert_int_equal(d.script.signal_count, COUNT_OF(all));
    assert_int_equal(qtty_session_signal(d.session, QTTY_SIGNAL_INT, NULL, d.now_ns),
                     QTTY_OK);
    driven_finish(&d);
}

static void
no_group_no_signal(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.group = 0;
    signals(&d, QTTY_SIGNAL_INT, QTTY_E_NO_FOREGROUND, 0);
    assert_string_equal(qtty_session_error(d.session), "foreground: scripted to fail");
    signals(&d, QTTY_SIGNAL_KILL, QTTY_E_NO_FOREGROUND, 0);
    assert_int_equal(d.script.signal_count, 0);
    driven_finish(&d);
}

static void
the_shell_is_not_killed(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    signals(&d, QTTY_SIGNAL_KILL, QTTY_E_INVAL, 0);
    assert_string_equal(
        qtty_session_error(d.session),
        "signal: KILL: the shell itself is in the foreground; close ends it");
    assert_int_equal(d.script.signal_count, 0);
    signals(&d, QTTY_SIGNAL_TERM, QTTY_OK, SCRIPTED_PID);
    driven_finish(&d);
}

static void
nor_is_it_while_it_starts(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    driven_create(&d);
    signals(&d, QTTY_SIGNAL_KILL, QTTY_E_INVAL, 0);
    signals(&d, QTTY_SIGNAL_INT, QTTY_OK, SCRIPTED_PID);
    driven_finish(&d);
}

static void
what_is_closed_gets_no_signal(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_close(d.session, d.now_ns), QTTY_OK);
    passes(&d, MS(1));
    signals(&d, QTTY_SIGNAL_INT, QTTY_E_CLOSED, 0);
    assert_string_equal(qtty_session_error(d.session), "signal: the session is not live");
    assert_int_equal(d.script.signal_count, 0);
    driven_finish(&d);
}

/* Beside a send, too: what waited before the signal may not have got it yet. */
static void
a_signal_is_a_boundary_of_the_live_send(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "cat");
    prints(&d, "cat\r\n");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    signals(&d, QTTY_SIGNAL_TSTP, QTTY_OK, CHILD_GROUP);
    passes(&d, MS(1000));
    not_settled(&d);
    prints(&d, "[1]+  Stopped\r\n{D 148}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, 148);
    driven_finish(&d);
}

/* What a program does of it takes nobody's place. */
static void
a_signal_is_no_send(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    signals(&d, QTTY_SIGNAL_INT, QTTY_OK, SCRIPTED_PID);
    assert_int_equal(deadline(&d), QTTY_NEVER);
    prints(&d, "^C\r\n{D 130}$ ");
    shell_waits(&d);
    passes(&d, MS(100));
    not_settled(&d);
    types(&d, ""); /* is it ready again? */
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, 130);
    driven_finish(&d);
}

static void
a_signal_while_writing_leaves_judging_to_its_end(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 1;
    sends(&d, "abc");
    signals(&d, QTTY_SIGNAL_INT, QTTY_OK, SCRIPTED_PID);
    prints(&d, "^C\r\n{D 130}$ ");
    shell_waits(&d);
    passes(&d, MS(1000));
    not_settled(&d);
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(written(&d), "abc\r");
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_queued_text_is_never_written),
        cmocka_unit_test(nothing_can_be_cancelled_when_nothing_is_sent),
        cmocka_unit_test(a_write_that_began_is_ended_first),
        cmocka_unit_test(a_write_that_fails_is_followed_by_no_signal),
        cmocka_unit_test(a_write_that_times_out_is_interrupted_when_it_ends),
        cmocka_unit_test(the_foreground_group_is_interrupted_at_once),
        cmocka_unit_test(readiness_goes_on_after_it),
        cmocka_unit_test(the_timeout_is_still_that_of_the_send),
        cmocka_unit_test(the_signal_is_a_boundary),
        cmocka_unit_test(the_place_is_kept_until_the_signal_is_delivered),
        cmocka_unit_test(it_is_tried_again_at_each_poll_interval),
        cmocka_unit_test(a_timeout_frees_the_place),
        cmocka_unit_test(a_signal_that_fails_is_the_result),
        cmocka_unit_test(what_is_ending_is_not_cancelled),
        cmocka_unit_test(a_signal_goes_to_the_foreground_of_now),
        cmocka_unit_test(no_group_no_signal),
        cmocka_unit_test(the_shell_is_not_killed),
        cmocka_unit_test(nor_is_it_while_it_starts),
        cmocka_unit_test(what_is_closed_gets_no_signal),
        cmocka_unit_test(a_signal_is_a_boundary_of_the_live_send),
        cmocka_unit_test(a_signal_is_no_send),
        cmocka_unit_test(a_signal_while_writing_leaves_judging_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
