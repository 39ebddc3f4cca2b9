/* The ends of a session: exit, failure, close. All that belongs to it is ended and read
 * before a live send settles. */
#include "unit/driven.h"

static void
closes(struct driven *d)
{
    assert_int_equal(qtty_session_close(d->session, d->now_ns), QTTY_OK);
}

static void
child_is(struct driven *d, qtty_child_state state, int32_t value)
{
    qtty_child child;
    qtty_session_child(d->session, &child);
    assert_int_equal(child.state, state);
    assert_int_equal(child.value, value);
}

/* --- Exit --------------------------------------------------------------------------- */

static void
an_exit_settles_the_send(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "exit 3");
    prints(&d, "exit 3\r\n{C}exit\r\n");
    scripted_exit(&d.script, 3);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_EXITED);
    assert_int_equal(d.result.child.value, 3);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_NONE);
    assert_string_equal(text_of(&d, d.result.output), "exit\n");
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    driven_finish(&d);
}

static void
an_exit_between_sends_closes(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    scripted_die(&d.script, 9);
    passes(&d, MS(1));
    not_settled(&d);
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    child_is(&d, QTTY_CHILD_SIGNALED, 9);
    driven_finish(&d);
}

static void
an_exit_before_the_write_is_the_end_of_it(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    prints(&d, "\033[5n");
    step(&d);
    sends(&d, "x");
    scripted_exit(&d.script, 0);
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

static void
an_exit_during_the_write_is_the_end_of_it(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 1;
    sends(&d, "xyz");
    scripted_exit(&d.script, 0);
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    assert_string_equal(written(&d), "x");
    driven_finish(&d);
}

/* It is known at the next step only. */
static void
an_exit_that_the_write_meets_is_no_failure(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    scripted_exit(&d.script, 3);
    sends(&d, "x");
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    driven_finish(&d);
}

static void
all_output_is_read_before_the_end(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.piece = 7;
    sends(&d, "exit");
    prints(&d, "exit\r\n{C}logout, and more than is read in one turn of the loop, by a "
               "piece at a time\r\nend\r\n");
    scripted_exit(&d.script, 0);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    const char *said = text_of(&d, d.result.output);
    assert_string_equal(said + strlen(said) - 14, "at a time\nend\n");
    driven_finish(&d);
}

/* Others may print for ever after the top-level program ended. */
static void
output_without_end_does_not_put_the_close_off(void **state)
{
    struct driven d;
    int turns = 0;
    (void)state;
    driven_open(&d);
    sends(&d, "exit");
    d.script.piece = 1;
    d.script.held_open = true;
    for (int i = 0; i < 200; i++)
        prints(&d, "y\r\n");
    scripted_exit(&d.script, 0);
    for (; d.script.closes == 0; turns++)
        step(&d);
    assert_int_equal(turns, 8);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.delta.len, 2 + 86 * 2 - 1); /* of 16 turns: "$ y" … */
    driven_finish(&d);
}

static void
what_the_shell_leaves_behind_is_ended_first(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    sends(&d, "sleep 100 & exit");
    prints(&d, "exit\r\n");
    scripted_exit(&d.script, 0);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_CLOSING, "");
    assert_int_equal(d.script.grace_ms, 3000);
    prints(&d, "bye\r\n");
    passes(&d, MS(4000)); /* silence is no end */
    not_settled(&d);
    scripted_gone(&d.script);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    assert_string_equal(text_of(&d, d.result.delta), "$ exit\nbye");
    driven_finish(&d);
}

/* --- Failure ------------------------------------------------------------------------ */

static void
a_transport_that_fails_ends_the_session(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    sends(&d, "x");
    d.script.fails.read = QTTY_E_IO;
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_E_IO);
    settled(&d, QTTY_E_IO, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_UNKNOWN);
    is_in_phase(&d, QTTY_SESSION_CLOSING, "session: read: scripted to fail");
    assert_int_equal(d.script.closes, 1);
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_OK);
    scripted_gone(&d.script);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "session: read: scripted to fail");
    child_is(&d, QTTY_CHILD_UNKNOWN, 0);
    cannot_send(&d, "x", QTTY_E_CLOSED, "send: the session is not live");
    driven_finish(&d);
}

static void
a_text_that_cannot_be_written_fails_its_send(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.fails.write = QTTY_E_IO;
    sends(&d, "x");
    settled(&d, QTTY_E_IO, QTTY_WAIT_SESSION_EXIT);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "session: write: scripted to fail");
    driven_finish(&d);
}

static void
the_first_error_is_kept(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.strict = true;
    driven_open_with(&d, &c);
    d.script.closing = SCRIPTED_LINGERS;
    prints(&d, "\xFF");
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_E_ENCODING);
    d.script.fails.read = QTTY_E_IO;
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_OK);
    assert_non_null(strstr(qtty_session_error(d.session), "0xFF"));
    driven_finish(&d);
}

static size_t
wants_no_output(const qtty_terminal *t, uint32_t interest, qtty_want *out)
{
    (void)t, (void)out;
    assert_int_equal(interest, 0);
    return 0;
}

/* It would be ready at once, and fail, until all is ended. */
static void
a_transport_that_failed_is_left_alone(void **state)
{
    qtty_terminal_ops ops;
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    d.script.accepts = 0;
    prints(&d, "\033[5n");
    step(&d);
    d.script.fails.read = QTTY_E_IO;
    step(&d);
    d.script.fails.read = QTTY_OK;
    d.script.accepts = SIZE_MAX;
    ops = *d.script.at.terminal.ops;
    ops.wants = wants_no_output;
    d.script.at.terminal.ops = &ops;
    passes(&d, MS(1000));
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

static void
survivors_are_named_beside_it(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_IS_STUCK;
    d.script.accepts = 0;
    prints(&d, "\033[5n");
    step(&d);
    d.script.fails.read = d.script.fails.write = QTTY_E_IO;
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED,
                "session: read: scripted to fail; close: still there: 100");
    driven_finish(&d);
}

static void
ill_formed_output_fails_a_strict_session(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.strict = true;
    driven_open_with(&d, &c);
    sends(&d, "cat x");
    prints(&d, "cat x\r\nab\xFFz");
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_E_ENCODING);
    settled(&d, QTTY_E_ENCODING, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_RUNNING); /* this is known */
    assert_string_equal(text_of(&d, d.result.delta), "$ cat x\nab");
    passes(&d, MS(1));
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_FAILED);
    assert_non_null(strstr(qtty_session_error(d.session), "session: "));
    assert_non_null(strstr(qtty_session_error(d.session), "FF"));
    driven_finish(&d);
}

static void
else_it_is_replaced(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "cat x");
    shell_answers(&d, "cat x", "ab\xFFz\r\n", 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "ab\xEF\xBF\xBDz\n");
    driven_finish(&d);
}

/* --- Close -------------------------------------------------------------------------- */

static void
a_close_settles_the_send_when_nothing_is_left(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(100));
    closes(&d);
    is_in_phase(&d, QTTY_SESSION_CLOSING, "");
    prints(&d, "^C\r\n{D 130}$ "); /* readiness is over: no prompt settles it */
    shell_waits(&d);
    size_t looks = d.script.looks;
    passes(&d, MS(5000)); /* nor silence */
    not_settled(&d);
    assert_int_equal(d.script.looks, looks);
    scripted_gone(&d.script);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    driven_finish(&d);
}

static void
the_timeout_of_a_send_holds_while_it_closes(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    sends(&d, "sleep 100");
    closes(&d);
    passes(&d, MS(29999));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    scripted_gone(&d.script);
    passes(&d, MS(1));
    not_settled(&d);
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    driven_finish(&d);
}

static void
nothing_is_written_any_more(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    d.script.accepts = 1;
    sends(&d, "xyz");
    closes(&d);
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(10));
    assert_string_equal(written(&d), "x");
    scripted_gone(&d.script);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    driven_finish(&d);

    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    d.script.accepts = 0;
    prints(&d, "\033[5n");
    step(&d);
    sends(&d, "queued");
    closes(&d);
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(10));
    assert_string_equal(written(&d), "\033[0n");
    driven_finish(&d);
}

static void
nobody_is_interrupted_any_more(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    sends(&d, "sleep 100");
    d.script.group = 0;
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_OK);
    closes(&d);
    d.script.group = CHILD_GROUP;
    passes(&d, MS(1000));
    assert_int_equal(d.script.signal_count, 0);
    driven_finish(&d);
}

static void
closing_again_joins_the_close_under_way(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    closes(&d);
    passes(&d, MS(2000));
    closes(&d); /* the terminal knows of the first */
    is_in_phase(&d, QTTY_SESSION_CLOSING, "");
    scripted_gone(&d.script);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    size_t before = d.script.closes;
    closes(&d); /* nothing is left to close */
    passes(&d, MS(1));
    assert_int_equal(d.script.closes, before);
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    assert_int_equal(deadline(&d), QTTY_NEVER);
    driven_finish(&d);
}

static void
a_kill_does_not_wait(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    closes(&d);
    assert_int_equal(d.script.grace_ms, 3000);
    passes(&d, MS(100));
    assert_int_equal(qtty_session_kill(d.session, d.now_ns), QTTY_OK);
    assert_int_equal(d.script.grace_ms, 0);
    is_in_phase(&d, QTTY_SESSION_CLOSING, "");
    driven_finish(&d);
}

static void
a_strict_stream_may_not_end_within_a_character(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.strict = true;
    driven_open_with(&d, &c);
    prints(&d, "\xC3");
    step(&d);
    closes(&d);
    passes(&d, MS(1));
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_FAILED);
    assert_non_null(strstr(qtty_session_error(d.session), "0xC3"));
    driven_finish(&d);
}

static void
a_close_that_failed_names_survivors_and_can_be_retried(void **state)
{
    struct driven d;
    int64_t pids[2] = { 0 };
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_IS_STUCK;
    sends(&d, "x");
    closes(&d);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "close: still there: 100");
    settled(&d, QTTY_E_TIMEOUT, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(qtty_session_survivors(d.session, pids, COUNT_OF(pids)), 1);
    assert_int_equal(pids[0], SCRIPTED_PID);
    closes(&d);
    passes(&d, MS(1));
    assert_int_equal(d.script.closes, 2);
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_CLOSED);
    assert_int_equal(qtty_session_survivors(d.session, pids, COUNT_OF(pids)), 0);
    driven_finish(&d);
}

static void
an_idle_session_is_closed_without_a_result(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    closes(&d);
    passes(&d, MS(1));
    not_settled(&d);
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    child_is(&d, QTTY_CHILD_SIGNALED, 1);
    driven_finish(&d);
}

/* Its lines stay to be read. */
static void
lines_outlive_the_program(void **state)
{
    struct driven d;
    qtty_buf text;
    qtty_page page;
    (void)state;
    driven_open(&d);
    prints(&d, "last words");
    step(&d);
    closes(&d);
    passes(&d, MS(1));
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_session_read(d.session, 0, 500, &text, &page), QTTY_OK);
    assert_string_equal(scripted_text(&text), "$ last words");
    qtty_buf_finish(&text);
    driven_finish(&d);
}

static void
destroying_ends_what_was_not_closed(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    qtty_session_destroy(d.session);
    d.session = NULL;
    assert_true(d.script.terminal_destroyed);
    assert_false(d.script.provider_destroyed);
    driven_finish(&d);
    qtty_session_destroy(NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exit_settles_the_send),
        cmocka_unit_test(an_exit_between_sends_closes),
        cmocka_unit_test(an_exit_before_the_write_is_the_end_of_it),
        cmocka_unit_test(an_exit_during_the_write_is_the_end_of_it),
        cmocka_unit_test(an_exit_that_the_write_meets_is_no_failure),
        cmocka_unit_test(all_output_is_read_before_the_end),
        cmocka_unit_test(output_without_end_does_not_put_the_close_off),
        cmocka_unit_test(what_the_shell_leaves_behind_is_ended_first),
        cmocka_unit_test(a_transport_that_fails_ends_the_session),
        cmocka_unit_test(a_text_that_cannot_be_written_fails_its_send),
        cmocka_unit_test(the_first_error_is_kept),
        cmocka_unit_test(a_transport_that_failed_is_left_alone),
        cmocka_unit_test(survivors_are_named_beside_it),
        cmocka_unit_test(ill_formed_output_fails_a_strict_session),
        cmocka_unit_test(else_it_is_replaced),
        cmocka_unit_test(a_close_settles_the_send_when_nothing_is_left),
        cmocka_unit_test(the_timeout_of_a_send_holds_while_it_closes),
        cmocka_unit_test(nothing_is_written_any_more),
        cmocka_unit_test(nobody_is_interrupted_any_more),
        cmocka_unit_test(closing_again_joins_the_close_under_way),
        cmocka_unit_test(a_kill_does_not_wait),
        cmocka_unit_test(a_strict_stream_may_not_end_within_a_character),
        cmocka_unit_test(a_close_that_failed_names_survivors_and_can_be_retried),
        cmocka_unit_test(an_idle_session_is_closed_without_a_result),
        cmocka_unit_test(lines_outlive_the_program),
        cmocka_unit_test(destroying_ends_what_was_not_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
