/* A send from the call to its last byte: what is refused, what counts as before it, how it
 * is written, and how it ends without a verdict of the program. */
#include "unit/driven.h"

#include <stdio.h>

/* --- What is written ---------------------------------------------------------------- */

static void
a_line_is_sent_with_its_end(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "echo hi");
    assert_string_equal(written(&d), "echo hi\r");
    driven_finish(&d);
}

static void
a_text_is_sent_without_one(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    types(&d, "echo h\xC3\xBC");
    assert_string_equal(written(&d), "echo h\xC3\xBC");
    driven_finish(&d);
}

static void
line_feeds_are_sent_as_carriage_returns(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "a\nb\r\nc");
    assert_string_equal(written(&d), "a\rb\r\rc\r");
    driven_finish(&d);
}

static void
line_feeds_in_a_paste_stay(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "a\n\033[200~b\nc\033[201~\nd");
    assert_string_equal(written(&d), "a\r\033[200~b\nc\033[201~\rd\r");
    driven_finish(&d);
}

static void
the_text_is_copied(void **state)
{
    struct driven d;
    char text[] = "abc";
    (void)state;
    driven_open(&d);
    d.script.accepts = 1;
    types(&d, text);
    text[1] = text[2] = 'x';
    d.script.accepts = 9;
    step(&d);
    assert_string_equal(written(&d), "abc");
    driven_finish(&d);
}

static void
a_text_is_written_in_pieces(void **state)
{
    struct driven d;
    qtty_want wants[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at;
    (void)state;
    driven_open(&d);
    d.script.accepts = 3;
    sends(&d, "0123456789");
    assert_string_equal(written(&d), "012");
    shell_answers(&d, "", "", 0); /* not judged before all is written */
    passes(&d, MS(100));
    not_settled(&d);
    d.script.accepts = 4;
    qtty_session_wants(d.session, wants, QTTY_WANTS_MAX, &count, &at);
    assert_int_equal(count, 2);
    assert_int_equal(wants[1].events, QTTY_WANT_WRITE);
    step(&d);
    assert_string_equal(written(&d), "3456");
    passes(&d, MS(100));
    not_settled(&d);
    d.script.accepts = 100;
    passes(&d, MS(1));
    assert_string_equal(written(&d), "789\r");
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    qtty_session_wants(d.session, wants, QTTY_WANTS_MAX, &count, &at);
    assert_int_equal(count, 1);
    driven_finish(&d);
}

/* --- What is refused ---------------------------------------------------------------- */

static void
one_send_at_a_time(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "one");
    cannot_send(&d, "two", QTTY_E_SEND_ACTIVE, "send: another is active");
    child_runs(&d);
    passes(&d, MS(1000));
    cannot_send(&d, "two", QTTY_E_SEND_ACTIVE, "send: another is active");
    shell_answers(&d, "one", "", 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(written(&d), "one\r");
    sends(&d, "two");
    assert_string_equal(written(&d), "two\r");
    driven_finish(&d);
}

static void
what_is_no_utf_8_is_refused(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    cannot_send(&d, "a\xFFz", QTTY_E_ENCODING, "send: the text is not UTF-8");
    cannot_send(&d, "a\xC3", QTTY_E_ENCODING, "send: the text is not UTF-8");
    assert_string_equal(written(&d), "");
    sends(&d, "a");
    driven_finish(&d);
}

static void
a_malformed_send_is_refused(void **state)
{
    struct driven d;
    qtty_send send = QTTY_SEND_INIT;
    (void)state;
    driven_open(&d);
    send.text = qtty_text("x");
    send.size = 1;
    assert_int_equal(qtty_session_send(d.session, &send, d.now_ns), QTTY_E_INVAL);
    assert_string_equal(qtty_session_error(d.session),
                        "send: size: must be sizeof(qtty_send)");
    send.size = sizeof send;
    send.minimum = (qtty_evidence_level)3;
    assert_int_equal(qtty_session_send(d.session, &send, d.now_ns), QTTY_E_INVAL);
    assert_string_equal(qtty_session_error(d.session), "send: minimum: no such level");
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

static void
what_is_closed_takes_nothing(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_close(d.session, d.now_ns), QTTY_OK);
    passes(&d, MS(1));
    cannot_send(&d, "x", QTTY_E_CLOSED, "send: the session is not live");
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

/* A line of `bytes`, in its own buffer. */
static const char *
line_of(size_t bytes)
{
    static char line[5001];
    assert_true(bytes < sizeof line);
    memset(line, 'x', bytes);
    line[bytes] = '\0';
    return line;
}

static const char too_long[] = "send: a line of 4096 bytes: the program reads whole "
                               "lines, and the terminal would cut it at 4095";

/* The kernel would drop its tail, its end with it. */
static void
a_line_that_the_terminal_would_cut_is_refused(void **state)
{
    struct driven d;
    char lines[9000];
    (void)state;
    driven_open(&d);
    cannot_send(&d, line_of(4096), QTTY_E_LINE_TOO_LONG, too_long);
    assert_string_equal(written(&d), "");

    sends(&d, line_of(4095));
    assert_int_equal(strlen(written(&d)), 4096);
    shell_answers(&d, "", "", 0);
    passes(&d, MS(50));

    snprintf(lines, sizeof lines, "%s\n", line_of(4095));
    strcat(lines, line_of(4000));
    sends(&d, lines); /* each by itself is short enough */
    assert_int_equal(strlen(written(&d)), 4095 + 1 + 4000 + 1);
    driven_finish(&d);
}

static void
a_line_editor_takes_any_line(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.input.canonical = false;
    sends(&d, line_of(5000));
    assert_int_equal(strlen(written(&d)), 5001);
    driven_finish(&d);
}

static void
a_refused_line_leaves_the_place_free(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    cannot_send(&d, line_of(4096), QTTY_E_LINE_TOO_LONG, too_long);
    passes(&d, MS(100));
    not_settled(&d);
    sends(&d, "short");
    assert_string_equal(written(&d), "short\r");
    driven_finish(&d);
}

/* It is its reader at the write that counts, not the one at the call. */
static void
a_line_that_was_queued_is_refused_too(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.input.canonical = false;
    d.script.accepts = 0;
    prints(&d, "\033[5n"); /* its reply goes first */
    step(&d);
    sends(&d, line_of(4096));
    d.script.input.canonical = true;
    d.script.accepts = SIZE_MAX;
    step(&d);
    settled(&d, QTTY_E_LINE_TOO_LONG, QTTY_WAIT_NONE);
    assert_string_equal(written(&d), "\033[0n");
    sends(&d, "short");
    driven_finish(&d);
}

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

/* --- An unfinished line ------------------------------------------------------------- */

enum { LINES = QTTY_TERMINAL_CANONICAL, ECHO = QTTY_TERMINAL_ECHO };

/* Its reader is not given it: its echo is all that comes. */
static void
an_unfinished_line_settles_at_its_echo(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, LINES | ECHO);
    types(&d, "abc");
    passes(&d, MS(1000));
    not_settled(&d);
    prints(&d, "abc");
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    assert_true(d.result.evidence.seen & QTTY_SEEN_LINE_UNFINISHED);
    driven_finish(&d);
}

static void
a_line_with_its_end_in_the_text_is_finished(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, LINES | ECHO);
    types(&d, "abc\n");
    prints(&d, "abc\r\n");
    passes(&d, MS(100));
    not_settled(&d);
    driven_finish(&d);
}

/* getpass(3), say: it has not run since the boundary. */
static void
reads_a_secret(struct driven *d, uint32_t flags)
{
    scripted_look(&d->script, (qtty_look){ .wait_class = QTTY_CLASS_A,
                                           .group = CHILD_GROUP,
                                           .runs = 77,
                                           .flags = LINES | flags });
}

static void
without_echo_after_quiet_and_with_nothing_unread(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    reads_a_secret(&d, 0);
    types(&d, "secret");
    passes(&d, MS(29));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    assert_true(d.result.evidence.seen & QTTY_SEEN_LINE_UNFINISHED);

    types(&d, "secret");
    reads_a_secret(&d, QTTY_LOOK_UNREAD);
    passes(&d, MS(1000));
    not_settled(&d);
    reads_a_secret(&d, 0);
    passes(&d, MS(100));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
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
        cmocka_unit_test(a_line_is_sent_with_its_end),
        cmocka_unit_test(a_text_is_sent_without_one),
        cmocka_unit_test(line_feeds_are_sent_as_carriage_returns),
        cmocka_unit_test(line_feeds_in_a_paste_stay),
        cmocka_unit_test(the_text_is_copied),
        cmocka_unit_test(a_text_is_written_in_pieces),
        cmocka_unit_test(one_send_at_a_time),
        cmocka_unit_test(what_is_no_utf_8_is_refused),
        cmocka_unit_test(a_malformed_send_is_refused),
        cmocka_unit_test(what_is_closed_takes_nothing),
        cmocka_unit_test(a_line_that_the_terminal_would_cut_is_refused),
        cmocka_unit_test(a_line_editor_takes_any_line),
        cmocka_unit_test(a_refused_line_leaves_the_place_free),
        cmocka_unit_test(a_line_that_was_queued_is_refused_too),
        cmocka_unit_test(a_marker_that_was_unread_does_not_count),
        cmocka_unit_test(an_old_wait_does_not_count),
        cmocka_unit_test(the_foreground_is_looked_at_just_before_the_write),
        cmocka_unit_test(output_is_read_before_the_boundary),
        cmocka_unit_test(output_that_never_stops_does_not_hold_it_up),
        cmocka_unit_test(an_unfinished_line_settles_at_its_echo),
        cmocka_unit_test(a_line_with_its_end_in_the_text_is_finished),
        cmocka_unit_test(without_echo_after_quiet_and_with_nothing_unread),
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
