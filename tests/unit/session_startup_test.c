/* The start-up: a session is live when its program is proven to be ready, and has failed
 * when it cannot be any more. Either way nothing of the start-up stays. */
#define _XOPEN_SOURCE 700

#include "unit/driven.h"

#include <stdio.h>
#include <unistd.h>

static bool
file_is_there(const struct driven *d)
{
    assert_string_not_equal(d->path, "");
    return access(d->path, F_OK) == 0;
}

static void
starts(struct driven *d)
{
    driven_init(d);
    driven_create(d);
    child_runs(d);
}

static const qtty_span program[] = { { (const uint8_t *)"python3", 7 } };

static void
starts_a_program(struct driven *d)
{
    driven_init(d);
    d->config.dialect = "none";
    d->config.argv = program;
    d->config.argc = 1;
    driven_create(d);
}

/* --- It is live --------------------------------------------------------------------- */

static void
live_at_the_first_prompt(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    prints(&d, "Welcome\r\n{D 0}$ ");
    passes(&d, MS(100));
    is_in_phase(&d, QTTY_SESSION_STARTING, "");
    assert_true(file_is_there(&d));
    shell_waits(&d);
    passes(&d, MS(50));
    is_in_phase(&d, QTTY_SESSION_LIVE, "");
    assert_false(file_is_there(&d));
    assert_string_equal(text_of(&d, qtty_session_motd(d.session)), "Welcome\n");
    not_settled(&d);
    driven_finish(&d);
}

/* A sandbox leads the session, and the shell a group of its own: known by the first
 * marker, and from then on. */
static void
the_shell_may_be_in_another_group(void **state)
{
    const int64_t shell = SCRIPTED_PID + 1, child = SCRIPTED_PID + 2;
    struct driven d;
    (void)state;
    starts(&d);
    looks(&d, QTTY_CLASS_E, shell, 0);
    prints(&d, "{D 0}$ ");
    looks(&d, QTTY_CLASS_A, shell, 0);
    passes(&d, MS(50));
    is_in_phase(&d, QTTY_SESSION_LIVE, "");
    sends(&d, "false");
    prints(&d, "false\r\n{C}{D 1}$ ");
    looks(&d, QTTY_CLASS_A, shell, 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_true(d.result.evidence.seen & QTTY_SEEN_PROMPT);
    assert_int_equal(d.result.command_status, 1);
    sends(&d, "bash");
    prints(&d, "bash\r\n{C}{D 0}$ ");
    looks(&d, QTTY_CLASS_A, child, 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_false(d.result.evidence.seen & QTTY_SEEN_PROMPT);
    assert_int_equal(d.result.command_status, -1);
    driven_finish(&d);
}

static void
a_proof_publishes_a_silent_start_up(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    passes(&d, MS(100));
    shell_waits(&d);
    passes(&d, MS(50));
    is_in_phase(&d, QTTY_SESSION_LIVE, "");
    driven_finish(&d);
}

static void
a_shell_is_not_published_on_likely_evidence(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    prints(&d, "{D 0}# ");
    looks(&d, QTTY_CLASS_B, SCRIPTED_PID, 0);
    passes(&d, MS(1000));
    is_in_phase(&d, QTTY_SESSION_STARTING, "");
    driven_finish(&d);
}

static void
a_program_without_marks_is(void **state)
{
    struct driven d;
    (void)state;
    starts_a_program(&d);
    prints(&d, ">>> ");
    looks(&d, QTTY_CLASS_B, SCRIPTED_PID, 0);
    passes(&d, MS(29));
    is_in_phase(&d, QTTY_SESSION_STARTING, "");
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_LIVE, "");
    assert_string_equal(text_of(&d, qtty_session_motd(d.session)), ">>> ");
    driven_finish(&d);
}

static void
silence_never_publishes(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    prints(&d, "{D 0}$ ");
    passes(&d, MS(29999));
    is_in_phase(&d, QTTY_SESSION_STARTING, "");
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "start-up: not ready within 30000 ms");
    driven_finish(&d);
}

static void
the_motd_is_bounded(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.max_read_bytes = 8;
    driven_create(&d);
    prints(&d, "0123456789\r\n{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    assert_string_equal(text_of(&d, qtty_session_motd(d.session)), "3456789\n");
    driven_finish(&d);
}

static void
an_empty_send_says_nothing_of_the_start_up(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    prints(&d, "Welcome\r\n{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    types(&d, "");
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.delta), "");
    assert_string_equal(text_of(&d, d.result.output), "");
    driven_finish(&d);
}

/* --- It has failed ------------------------------------------------------------------ */

static void
a_program_that_ends_has_failed(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    prints(&d, "bad option\r\n");
    scripted_exit(&d.script, 3);
    step(&d);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED,
                "start-up: the program ended: exit code 3; it printed \"bad option\"");
    assert_string_equal(text_of(&d, qtty_session_motd(d.session)), "bad option\n");
    assert_false(file_is_there(&d));
    not_settled(&d);
    driven_finish(&d);

    starts(&d);
    scripted_die(&d.script, 9);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "start-up: the program ended: signal 9");
    driven_finish(&d);
}

/* Of much the last four lines, and of a long line its end, from a whole character on. */
static void
what_it_printed_last_is_told_in_part(void **state)
{
    char text[512] = "", expected[512];
    struct driven d;
    (void)state;
    starts(&d);
    prints(&d, "1\r\n2\r\n3\r\n\r\n\tfour\r\n5 \\ x\r\n\r\n");
    scripted_exit(&d.script, 3);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED,
                "start-up: the program ended: exit code 3; it printed "
                "\"…3\\n\\n        four\\n5 \\\\ x\"");
    driven_finish(&d);

    starts(&d);
    for (int i = 0; i < 150; i++)
        strcat(text, "\u00E9");
    prints(&d, text);
    scripted_exit(&d.script, 3);
    passes(&d, MS(1));
    snprintf(expected, sizeof expected,
             "start-up: the program ended: exit code 3; it printed \"…%s\"",
             text + 150 * 2 - 240);
    is_in_phase(&d, QTTY_SESSION_FAILED, expected);
    driven_finish(&d);
}

/* Escapes need more room than there is: whole characters alone, and the quote all the
 * same. */
static void
what_it_printed_is_told_up_to_a_whole_character(void **state)
{
    char text[512] = "", expected[640];
    struct driven d;
    (void)state;
    strcpy(expected, "start-up: the program ended: exit code 3; it printed \"…");
    for (int i = 0; i < 300; i++)
        strcat(text, "\\");
    for (int i = 0; i < 10; i++)
        strcat(text, "\u00E9");
    for (int i = 0; i < 220; i++)
        strcat(expected, "\\\\");
    for (int i = 0; i < 6; i++)
        strcat(expected, "\u00E9");
    strcat(expected, "\"");
    starts(&d);
    prints(&d, text);
    scripted_exit(&d.script, 3);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, expected);
    driven_finish(&d);
}

static void
a_failed_start_up_is_cleaned_up_first(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    d.script.closing = SCRIPTED_LINGERS;
    passes(&d, MS(30000));
    is_in_phase(&d, QTTY_SESSION_CLOSING, "start-up: not ready within 30000 ms");
    assert_int_equal(d.script.grace_ms, 3000);
    scripted_gone(&d.script);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "start-up: not ready within 30000 ms");
    assert_false(file_is_there(&d));
    driven_finish(&d);
}

static void
a_transport_that_fails_is_told(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    d.script.fails.read = QTTY_E_IO;
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_E_IO);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "session: read: scripted to fail");
    assert_false(file_is_there(&d));
    driven_finish(&d);
}

/* --- It is cancelled, closed, destroyed --------------------------------------------- */

static void
a_cancelled_start_up_is_closed(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    d.script.group = 0; /* also when nobody is in the foreground */
    d.script.closing = SCRIPTED_LINGERS;
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_OK);
    is_in_phase(&d, QTTY_SESSION_CLOSING, "start-up: cancelled");
    scripted_gone(&d.script);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "start-up: cancelled");
    assert_int_equal(d.script.signal_count, 0);
    assert_false(file_is_there(&d));
    driven_finish(&d);
}

/* The owner's to retry: the reason stays. */
static void
both_errors_survive_a_cancel_whose_cleaning_fails(void **state)
{
    struct driven d;
    int64_t pids[4];
    (void)state;
    starts(&d);
    d.script.closing = SCRIPTED_IS_STUCK;
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_OK);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "start-up: cancelled; close: still there: 100");
    assert_int_equal(qtty_session_survivors(d.session, pids, 4), 1);
    assert_int_equal(qtty_session_close(d.session, d.now_ns), QTTY_OK);
    passes(&d, MS(1));
    assert_int_equal(qtty_session_survivors(d.session, pids, 4), 0);
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_FAILED);
    driven_finish(&d);
}

static void
a_cancel_after_the_start_up_does_nothing(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_E_NOT_FOUND);
    is_in_phase(&d, QTTY_SESSION_LIVE, "cancel: there is no send");
    assert_int_equal(d.script.closes, 0);
    assert_int_equal(d.script.signal_count, 0);
    driven_finish(&d);
}

static void
a_closed_start_up_has_not_failed(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    assert_int_equal(qtty_session_close(d.session, d.now_ns), QTTY_OK);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    assert_false(file_is_there(&d));
    driven_finish(&d);
}

static void
a_destroyed_start_up_leaves_nothing(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    qtty_session_destroy(d.session);
    d.session = NULL;
    assert_true(d.script.terminal_destroyed);
    assert_false(d.script.provider_destroyed); /* it was borrowed */
    assert_false(file_is_there(&d));
    driven_finish(&d);
}

static void
nothing_is_sent_before_the_start_up_is_over(void **state)
{
    struct driven d;
    (void)state;
    starts(&d);
    cannot_send(&d, "x", QTTY_E_SEND_ACTIVE, "send: another is active");
    passes(&d, MS(1));
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

/* --- A shell that is set up by lines ------------------------------------------------ */

#define FIRST_LINE                                                                       \
    "$OutputEncoding = [Console]::InputEncoding = [Console]::OutputEncoding = "          \
    "[Text.UTF8Encoding]::new($false)"
#define SECOND_LINE "[IO.File]::ReadAllText($env:QTTY_STARTUP)"

static void
starts_pwsh(struct driven *d)
{
    driven_init(d);
    d->config.dialect = "pwsh";
    driven_create(d);
    child_runs(d);
    passes(d, MS(100));
    assert_string_equal(written(d), "");
    prints(d, "Welcome\r\nPS> ");
    shell_waits(d);
    passes(d, MS(50));
    assert_string_equal(written(d), FIRST_LINE "\r");
}

static void
the_second_line_is_typed(struct driven *d)
{
    prints(d, FIRST_LINE "\r\nPS> ");
    shell_waits(d);
    passes(d, MS(50));
    assert_non_null(strstr(written(d), SECOND_LINE));
}

static void
lines_are_typed_when_it_waits(void **state)
{
    struct driven d;
    (void)state;
    starts_pwsh(&d);
    the_second_line_is_typed(&d);
    prints(&d, SECOND_LINE "\r\n{D 0}PS> {B}");
    shell_waits(&d);
    passes(&d, MS(50));
    is_in_phase(&d, QTTY_SESSION_LIVE, "");
    assert_string_equal(written(&d), "");
    assert_false(file_is_there(&d));
    assert_string_equal(text_of(&d, qtty_session_motd(d.session)), "Welcome\nPS> ");
    driven_finish(&d);
}

/* Echo, its own prompt and a wait: all of it is there, but no mark. */
static void
their_echo_publishes_nothing(void **state)
{
    struct driven d;
    (void)state;
    starts_pwsh(&d);
    the_second_line_is_typed(&d);
    prints(&d, SECOND_LINE "\r\nPS> ");
    shell_waits(&d);
    passes(&d, MS(1000));
    is_in_phase(&d, QTTY_SESSION_STARTING, "");
    assert_true(file_is_there(&d));
    driven_finish(&d);
}

static void
one_deadline_is_over_all_of_them(void **state)
{
    struct driven d;
    (void)state;
    starts_pwsh(&d);
    child_runs(&d);
    passes(&d, MS(20000));
    the_second_line_is_typed(&d);
    child_runs(&d);
    passes(&d, MS(30000 - 150 - 20000 - 50 - 1));
    is_in_phase(&d, QTTY_SESSION_STARTING, "");
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "start-up: not ready within 30000 ms");
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_typed_when_it_waits),
        cmocka_unit_test(their_echo_publishes_nothing),
        cmocka_unit_test(one_deadline_is_over_all_of_them),
        cmocka_unit_test(live_at_the_first_prompt),
        cmocka_unit_test(the_shell_may_be_in_another_group),
        cmocka_unit_test(a_proof_publishes_a_silent_start_up),
        cmocka_unit_test(a_shell_is_not_published_on_likely_evidence),
        cmocka_unit_test(a_program_without_marks_is),
        cmocka_unit_test(silence_never_publishes),
        cmocka_unit_test(the_motd_is_bounded),
        cmocka_unit_test(an_empty_send_says_nothing_of_the_start_up),
        cmocka_unit_test(a_program_that_ends_has_failed),
        cmocka_unit_test(what_it_printed_last_is_told_in_part),
        cmocka_unit_test(what_it_printed_is_told_up_to_a_whole_character),
        cmocka_unit_test(a_failed_start_up_is_cleaned_up_first),
        cmocka_unit_test(a_transport_that_fails_is_told),
        cmocka_unit_test(a_cancelled_start_up_is_closed),
        cmocka_unit_test(both_errors_survive_a_cancel_whose_cleaning_fails),
        cmocka_unit_test(a_cancel_after_the_start_up_does_nothing),
        cmocka_unit_test(a_closed_start_up_has_not_failed),
        cmocka_unit_test(a_destroyed_start_up_leaves_nothing),
        cmocka_unit_test(nothing_is_sent_before_the_start_up_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
