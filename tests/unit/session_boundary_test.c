/* What counts as before a send, what as after it: the boundary, the empty send that has
 * none, and the time that is up. */
#include "unit/driven.h"

enum { LINES = QTTY_TERMINAL_CANONICAL, ECHO = QTTY_TERMINAL_ECHO };

/* --- The boundary ------------------------------------------------------------------- */

/* What is not read yet at the call was printed before it. */
static void
a_marker_that_was_unread_does_not_count(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "job done\r\n{D 5}$ ");
    sends(&d, "");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, -1);
    assert_int_equal(d.result.evidence.seen
                         & (QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER | QTTY_SEEN_STARTED),
                     0);
    assert_string_equal(text_of(&d, d.result.delta), "");
    assert_string_equal(text_of(&d, d.result.output), "");
    driven_finish(&d);
}

/* A program that has not run since waits for what was there before. */
static void
an_old_wait_does_not_count(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "echo hi");
    prints(&d, "echo hi\r\n"); /* the kernel's echo */
    passes(&d, MS(1000));
    not_settled(&d);
    shell_waits(&d); /* it has run */
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    driven_finish(&d);
}

/* The look that says what is old comes last before the write. */
static void
the_foreground_is_looked_at_just_before_the_write(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    prints(&d, "\033[5n");
    step(&d);
    sends(&d, "x");
    shell_waits(&d); /* it ran while the text was queued */
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(1000));
    assert_string_equal(written(&d), "\033[0nx\r");
    not_settled(&d);
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    driven_finish(&d);
}

static void
output_is_read_before_the_boundary(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.piece = 1; /* 16 in a turn */
    prints(&d, "noise of before, forty bytes of it....\r\n");
    sends(&d, "x");
    assert_string_equal(written(&d), "");
    assert_int_equal(deadline(&d), d.now_ns);
    step(&d);
    assert_string_equal(written(&d), "");
    step(&d);
    assert_string_equal(written(&d), "x\r");
    driven_finish(&d);
}

static void
output_that_never_stops_does_not_hold_it_up(void **state)
{
    struct driven d;
    int turns = 0;
    (void)state;
    driven_open(&d);
    d.script.piece = 1;
    for (int i = 0; i < 1000; i++)
        prints(&d, "y\r\n");
    for (sends(&d, "x"); d.script.written.len == 0; turns++)
        step(&d);
    assert_int_equal(turns, 15);
    driven_finish(&d);
}

/* --- The empty send ----------------------------------------------------------------- */

static void
an_empty_send_settles_on_what_holds_now(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    types(&d, "");
    passes(&d, 0);
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d.result.elapsed_ns, 0);
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

static void
an_empty_send_waits_for_who_runs(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    child_runs(&d);
    types(&d, "");
    passes(&d, MS(2000));
    not_settled(&d);
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, LINES | ECHO);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    driven_finish(&d);
}

/* It has no boundary of its own: what it tells begins at the last write. */
static void
an_empty_send_goes_on_with_the_one_before(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "make");
    child_runs(&d);
    prints(&d, "make\r\n{C}one\r\n");
    passes(&d, MS(3000));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    prints(&d, "two\r\n");
    types(&d, "");
    prints(&d, "{D 2}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, 2);
    assert_string_equal(text_of(&d, d.result.output), "one\ntwo\n");
    driven_finish(&d);
}

/* --- Timeouts ----------------------------------------------------------------------- */

static void
sends_for(struct driven *d, const char *line, uint32_t timeout_ms)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(line);
    send.submit = true;
    send.timeout_ms = timeout_ms;
    assert_int_equal(qtty_session_send(d->session, &send, d->now_ns), QTTY_OK);
}

static void
a_timeout_while_queued_writes_nothing(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    prints(&d, "\033[5n");
    step(&d);
    sends_for(&d, "x", 500);
    passes(&d, MS(499));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(100));
    assert_string_equal(written(&d), "\033[0n");
    sends(&d, "y");
    driven_finish(&d);
}

static void
a_timeout_while_writing_keeps_the_place(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 2;
    sends_for(&d, "abc", 500);
    passes(&d, MS(500));
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    cannot_send(&d, "next", QTTY_E_SEND_ACTIVE, "send: another is active");
    passes(&d, MS(1000));
    cannot_send(&d, "next", QTTY_E_SEND_ACTIVE, "send: another is active");
    d.script.accepts = SIZE_MAX;
    shell_waits(&d);
    passes(&d, MS(100));
    not_settled(&d); /* it has its result */
    sends(&d, "next");
    assert_string_equal(written(&d), "abc\rnext\r");
    driven_finish(&d);
}

static void
a_timeout_while_judging_frees_the_place(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends_for(&d, "yes", 500);
    child_runs(&d);
    for (int i = 0; i < 49; i++) {
        prints(&d, "y\r\n");
        passes(&d, MS(10));
    }
    not_settled(&d);
    prints(&d, "y\r\n");
    passes(&d, MS(10));
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    assert_int_equal(d.result.elapsed_ns, MS(500));
    assert_int_equal(d.result.quiet_ns, MS(10));
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_NONE);
    sends(&d, "x");
    driven_finish(&d);
}

static void
the_sessions_timeout_is_the_default(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.timeout_ms = 700;
    driven_open_with(&d, &c);
    sends(&d, "sleep 10");
    child_runs(&d);
    passes(&d, MS(699));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_marker_that_was_unread_does_not_count),
        cmocka_unit_test(an_old_wait_does_not_count),
        cmocka_unit_test(the_foreground_is_looked_at_just_before_the_write),
        cmocka_unit_test(output_is_read_before_the_boundary),
        cmocka_unit_test(output_that_never_stops_does_not_hold_it_up),
        cmocka_unit_test(an_empty_send_settles_on_what_holds_now),
        cmocka_unit_test(an_empty_send_waits_for_who_runs),
        cmocka_unit_test(an_empty_send_goes_on_with_the_one_before),
        cmocka_unit_test(a_timeout_while_queued_writes_nothing),
        cmocka_unit_test(a_timeout_while_writing_keeps_the_place),
        cmocka_unit_test(a_timeout_while_judging_frees_the_place),
        cmocka_unit_test(the_sessions_timeout_is_the_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
