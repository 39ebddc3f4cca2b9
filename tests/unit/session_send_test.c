/* A send from the call to its last byte: what is refused, what counts as before it, how
 * it is written, and how it ends without a verdict of the program. */
#include "unit/driven.h"

#include <stdio.h>

enum { LINES = QTTY_TERMINAL_CANONICAL, ECHO = QTTY_TERMINAL_ECHO };

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

/* Quoted by Ctrl-V it is no key, but text to a line editor. */
static void
a_quoted_line_feed_stays(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "a\026\nb\nc");
    assert_string_equal(written(&d), "a\026\nb\rc\r");
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
    send.minimum = QTTY_EVIDENCE_NONE;
    send.form = (qtty_send_form)3;
    assert_int_equal(qtty_session_send(d.session, &send, d.now_ns), QTTY_E_INVAL);
    assert_string_equal(qtty_session_error(d.session), "send: form: no such form");
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
    d.script.input.canonical = true;
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

/* The kernel still holds what was typed before. */
static void
a_line_may_have_begun_in_a_send_before(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.input.canonical = true;
    types(&d, line_of(4000));
    prints(&d, "x");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, LINES | ECHO);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    cannot_send(&d, line_of(96), QTTY_E_LINE_TOO_LONG, too_long);
    types(&d, line_of(95));
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);

    int64_t group; /* a signal drops it */
    assert_int_equal(qtty_session_signal(d.session, QTTY_SIGNAL_INT, &group, d.now_ns),
                     QTTY_OK);
    sends(&d, line_of(4095));
    driven_finish(&d);
}

static void
what_does_not_end_a_line_for_the_terminal_does_not_count(void **state)
{
    struct driven d;
    char text[8200];
    (void)state;
    driven_open(&d);
    d.script.input.canonical = true;
    d.script.input.maps_cr = false;
    snprintf(text, sizeof text, "%s\n", line_of(4090));
    strcat(text, line_of(10));
    cannot_send(&d, text, QTTY_E_LINE_TOO_LONG,
                "send: a line of 4102 bytes: the program reads whole lines, and the "
                "terminal would cut it at 4095");
    driven_finish(&d);
}

/* VEOF gives a reader its line as it is; behind VLNEXT it is a byte of it. */
static void
the_end_of_file_key_ends_a_line(void **state)
{
    struct driven d;
    char text[8200];
    (void)state;
    driven_open(&d);
    d.script.input.canonical = true;
    d.script.input.eof = 4;
    snprintf(text, sizeof text, "%s\004", line_of(4000));
    types(&d, strcat(text, line_of(4000)));
    assert_int_equal(strlen(written(&d)), 8001);
    prints(&d, "x");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, LINES | ECHO);
    passes(&d, MS(50));
    cannot_send(&d, line_of(96), QTTY_E_LINE_TOO_LONG, too_long);
    types(&d, "\004");
    passes(&d, MS(50));
    prints(&d, "x");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, LINES | ECHO);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    snprintf(text, sizeof text, "%s\026\004", line_of(4000));
    cannot_send(&d, strcat(text, line_of(94)), QTTY_E_LINE_TOO_LONG, too_long);
    d.script.input.eof = 0; /* disabled */
    snprintf(text, sizeof text, "%s\004", line_of(4000));
    cannot_send(&d, strcat(text, line_of(95)), QTTY_E_LINE_TOO_LONG, too_long);
    driven_finish(&d);
}

/* The program of its first line reads whole lines: the second would be cut. */
static void
a_terminal_that_turns_canonical_gets_no_long_line(void **state)
{
    struct driven d;
    char text[9000];
    (void)state;
    driven_open(&d);
    snprintf(text, sizeof text, "cat\n%s", line_of(4096));
    d.script.accepts = 14;
    sends(&d, text);
    assert_string_equal(written(&d), "cat\rxxxxxxxxxx");
    d.script.input.canonical = true;
    d.script.accepts = SIZE_MAX;
    step(&d);
    settled(&d, QTTY_E_LINE_TOO_LONG, QTTY_WAIT_NONE);
    assert_string_equal(qtty_session_error(d.session), too_long);
    assert_string_equal(written(&d), "");
    cannot_send(&d, line_of(4086), QTTY_E_LINE_TOO_LONG, too_long); /* ten are there */
    sends(&d, line_of(4085));
    driven_finish(&d);
}

static void
a_terminal_that_turns_canonical_gets_lines_that_fit(void **state)
{
    struct driven d;
    char text[9000];
    (void)state;
    driven_open(&d);
    snprintf(text, sizeof text, "cat\n%s", line_of(4095));
    d.script.accepts = 14;
    sends(&d, text);
    d.script.input.canonical = true;
    d.script.accepts = SIZE_MAX;
    step(&d);
    not_settled(&d);
    assert_int_equal(strlen(written(&d)), 4 + 4095 + 1);
    driven_finish(&d);
}

static void
a_text_over_the_bound_is_refused(void **state)
{
    struct driven d;
    qtty_send send = QTTY_SEND_INIT;
    (void)state;
    driven_open(&d);
    char *text = calloc(1, QTTY_SEND_BYTES_MAX + 1);
    assert_non_null(text);
    memset(text, '\n', QTTY_SEND_BYTES_MAX + 1);
    send.text = (qtty_span){ (const uint8_t *)text, QTTY_SEND_BYTES_MAX + 1 };
    send.submit = true;
    assert_int_equal(qtty_session_send(d.session, &send, d.now_ns), QTTY_E_LIMIT);
    assert_string_equal(qtty_session_error(d.session),
                        "send: the text is longer than QTTY_SEND_BYTES_MAX");
    send.text.len--;
    assert_int_equal(qtty_session_send(d.session, &send, d.now_ns), QTTY_OK);
    free(text);
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
    d.script.input.canonical = true;
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
    d.script.accepts = 0;
    prints(&d, "\033[5n"); /* its reply goes first */
    step(&d);
    sends(&d, line_of(4096));
    d.script.input.canonical = true;
    d.script.accepts = SIZE_MAX;
    step(&d);
    settled(&d, QTTY_E_LINE_TOO_LONG, QTTY_WAIT_NONE);
    assert_string_equal(written(&d), ""); /* nor does it read replies */
    sends(&d, "short");
    driven_finish(&d);
}

/* --- An unfinished line ------------------------------------------------------------- */

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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_sent_with_its_end),
        cmocka_unit_test(a_text_is_sent_without_one),
        cmocka_unit_test(line_feeds_are_sent_as_carriage_returns),
        cmocka_unit_test(line_feeds_in_a_paste_stay),
        cmocka_unit_test(a_quoted_line_feed_stays),
        cmocka_unit_test(the_text_is_copied),
        cmocka_unit_test(a_text_is_written_in_pieces),
        cmocka_unit_test(one_send_at_a_time),
        cmocka_unit_test(what_is_no_utf_8_is_refused),
        cmocka_unit_test(a_malformed_send_is_refused),
        cmocka_unit_test(what_is_closed_takes_nothing),
        cmocka_unit_test(a_line_that_the_terminal_would_cut_is_refused),
        cmocka_unit_test(a_line_may_have_begun_in_a_send_before),
        cmocka_unit_test(what_does_not_end_a_line_for_the_terminal_does_not_count),
        cmocka_unit_test(the_end_of_file_key_ends_a_line),
        cmocka_unit_test(a_terminal_that_turns_canonical_gets_no_long_line),
        cmocka_unit_test(a_terminal_that_turns_canonical_gets_lines_that_fit),
        cmocka_unit_test(a_text_over_the_bound_is_refused),
        cmocka_unit_test(a_line_editor_takes_any_line),
        cmocka_unit_test(a_refused_line_leaves_the_place_free),
        cmocka_unit_test(a_line_that_was_queued_is_refused_too),
        cmocka_unit_test(an_unfinished_line_settles_at_its_echo),
        cmocka_unit_test(a_line_with_its_end_in_the_text_is_finished),
        cmocka_unit_test(without_echo_after_quiet_and_with_nothing_unread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
