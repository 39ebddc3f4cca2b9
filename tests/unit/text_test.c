/* Texts for models: what each says, to the byte, and that a small cap never costs the
 * last line. */
#include "unit/check.h"

#include "unicode/grapheme.h"
#include "unicode/utf8.h"
#include <quietty/text.h>
#include <signal.h>
#include <stdio.h>

/* --- Texts -------------------------------------------------------------------------- */

static qtty_buf made, reason;

static int
begin(void **state)
{
    (void)state;
    qtty_buf_init(&made, NULL, 0);
    qtty_buf_init(&reason, NULL, 0);
    return 0;
}

static int
end(void **state)
{
    (void)state;
    qtty_buf_finish(&made);
    qtty_buf_finish(&reason);
    return 0;
}

static qtty_text_config
capped(uint32_t max_bytes)
{
    qtty_text_config c = QTTY_TEXT_CONFIG_INIT;
    c.max_bytes = max_bytes;
    made.len = reason.len = 0;
    return c;
}

static void
made_is(qtty_status st, const char *expected)
{
    assert_int_equal(st, QTTY_OK);
    assert_int_equal(qtty_buf_append(&made, "", 1), QTTY_OK);
    assert_string_equal((const char *)made.data, expected);
    made.len = 0;
}

static void
refused_with(qtty_status st, qtty_status expected, const char *why)
{
    assert_int_equal(st, expected);
    assert_int_equal(made.len, 0);
    assert_int_equal(reason.len, strlen(why));
    assert_memory_equal(reason.data, why, reason.len);
    reason.len = 0;
}

static qtty_result
settled(const char *delta)
{
    return (qtty_result){ .wait_reason = QTTY_WAIT_STDIN_READ,
                          .command_status = -1,
                          .delta = qtty_text(delta) };
}

static const qtty_text_session live = { .id = 7,
                                        .name = { (const uint8_t *)"build", 5 },
                                        .state = QTTY_SESSION_LIVE,
                                        .wait_reason = QTTY_WAIT_STDIN_READ };

/* --- What they say ------------------------------------------------------------------ */

static void
a_send_ends_with_reason_and_status(void **state)
{
    qtty_text_config c = capped(0);
    qtty_result r = settled("name? ");
    (void)state;
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "name? \n[wait: stdin_read; session: running]");
    r = settled("");
    r.wait_reason = QTTY_WAIT_TIMEOUT;
    made_is(qtty_text_send(NULL, &r, &made, NULL), "[wait: timeout; session: running]");
    r.wait_reason = QTTY_WAIT_INFERRED_IDLE;
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "[wait: inferred_idle; session: running]");
    r = settled("bye\n");
    r.wait_reason = QTTY_WAIT_SESSION_EXIT;
    r.child = (qtty_child){ QTTY_CHILD_EXITED, 3, 1 };
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "bye\n[wait: session_exit; session: exited, code 3]");
    r.child = (qtty_child){ QTTY_CHILD_SIGNALED, SIGKILL, 1 };
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "bye\n[wait: session_exit; session: killed by SIGKILL]");
    r.child = (qtty_child){ QTTY_CHILD_SIGNALED, 63, 1 };
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "bye\n[wait: session_exit; session: killed by signal 63]");
    r.child = (qtty_child){ QTTY_CHILD_UNKNOWN, 0, 1 };
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "bye\n[wait: session_exit; session: exited, code unknown]");
}

static void
a_command_that_finished_has_its_output_and_code(void **state)
{
    qtty_text_config c = capped(0);
    qtty_result r = settled("$ ls x\nls: x\n$ ");
    (void)state;
    r.command_status = 2;
    r.output = qtty_text("ls: x\n");
    r.truncated = true; /* the delta */
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "ls: x\n[wait: stdin_read; session: running; exit code: 2]");
    r.output_truncated = true;
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "[earlier output is cut]\nls: x\n"
            "[wait: stdin_read; session: running; exit code: 2]");
}

static void
what_waits_is_told(void **state)
{
    qtty_text_config c = capped(0);
    qtty_result r = settled("");
    (void)state;
    r.evidence.terminal = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_PASSWORD;
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "[wait: stdin_read; session: running; password]");
    r.evidence.terminal = QTTY_TERMINAL_ALTERNATE;
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "[wait: stdin_read; session: running; full screen]");
    r.evidence.terminal = QTTY_TERMINAL_CONTINUATION;
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "[wait: stdin_read; session: running; unfinished command]");
    r = settled("");
    r.status = QTTY_E_CANCELLED;
    r.wait_reason = QTTY_WAIT_NONE;
    made_is(qtty_text_send(&c, &r, &made, NULL),
            "[wait: none; session: running; failed: cancelled]");
}

static void
a_spawn_has_its_motd_and_number(void **state)
{
    qtty_text_config c = capped(0);
    qtty_text_spawned s = { .session = live, .motd = qtty_text("Python 3\n>>> ") };
    (void)state;
    made_is(
        qtty_text_spawn(&c, &s, &made, NULL),
        "Python 3\n>>> \n[wait: stdin_read; session: running; id: 7; name: \"build\"]");
    s.session.name.len = 0;
    s.motd.len = 0;
    made_is(qtty_text_spawn(&c, &s, &made, NULL),
            "[wait: stdin_read; session: running; id: 7]");
}

static void
a_spawn_that_failed_says_why(void **state)
{
    qtty_text_config c = capped(0);
    qtty_text_spawned s = { .session = { .state = QTTY_SESSION_FAILED },
                            .motd = qtty_text("no tty\n"),
                            .status = QTTY_E_CLOSED,
                            .why = qtty_text("bash: exited\nat once") };
    (void)state;
    s.session.child = (qtty_child){ QTTY_CHILD_EXITED, 1, 1 };
    made_is(qtty_text_spawn(&c, &s, &made, NULL),
            "no tty\n[wait: none; session: exited, code 1; "
            "spawn failed: bash: exited\xE2\x9F\xA6U+000A\xE2\x9F\xA7"
            "at once]");
    s.why.len = 0;
    s.session.child.state = QTTY_CHILD_RUNNING;
    c = capped(64);
    made_is(qtty_text_spawn(&c, &s, &made, NULL),
            "[wait: none; session: failed; spawn failed: already closed]");
}

static void
a_read_says_which_lines_it_has(void **state)
{
    qtty_text_config c = capped(0);
    qtty_page page = { .retained = 900, .offset = 10, .count = 3 };
    (void)state;
    made_is(qtty_text_read(&c, &live, qtty_text("a\n\nc"), &page, &made, NULL),
            "a\n\nc\n[wait: stdin_read; session: running; 3 of 900 lines, offset 10]");
    page.count = 0;
    made_is(qtty_text_read(&c, &live, qtty_text(""), &page, &made, NULL),
            "[wait: stdin_read; session: running; 0 of 900 lines, offset 10]");
}

static void
a_read_that_is_cut_counts_what_is_left(void **state)
{
    qtty_text_config c = capped(80);
    qtty_page page = { .retained = 9, .count = 5 };
    (void)state;
    made_is(qtty_text_read(&c, &live, qtty_text("aaaa\nbbbb\ncccccccc\ndddd\nee"), &page,
                           &made, NULL),
            "[cut]\nccccc\ndddd\nee\n"
            "[wait: stdin_read; session: running; 3 of 9 lines, offset 0]");
    c = capped(74);
    made_is(qtty_text_read(&c, &live, qtty_text("aaaa\nbbbb\ncccc\nddd\nee"), &page,
                           &made, NULL),
            "[cut]\nddd\nee\n"
            "[wait: stdin_read; session: running; 2 of 9 lines, offset 0]");
}

static void
a_list_has_whole_lines(void **state)
{
    qtty_text_config c = capped(0);
    qtty_text_session all[3] = { live, live, live };
    (void)state;
    all[1].id = 8;
    all[1].name = qtty_text("two\nlines");
    all[1].child = (qtty_child){ QTTY_CHILD_EXITED, 0, 1 };
    all[2] = (qtty_text_session){ .id = 9, .state = QTTY_SESSION_CLOSING };
    made_is(qtty_text_list(&c, all, 3, &made, NULL),
            "id: 7; session: running; wait: stdin_read; name: \"build\"\n"
            "id: 8; session: exited, code 0; wait: stdin_read; "
            "name: \"two\xE2\x9F\xA6U+000A\xE2\x9F\xA7lines\"\n"
            "id: 9; session: closing; wait: none\n[3 sessions]");
    made_is(qtty_text_list(&c, all, 1, &made, NULL),
            "id: 7; session: running; wait: stdin_read; name: \"build\"\n[1 session]");
    made_is(qtty_text_list(&c, NULL, 0, &made, NULL), "[0 sessions]");
    c = capped(80);
    made_is(qtty_text_list(&c, all, 3, &made, NULL),
            "id: 7; session: running; wait: stdin_read; name: \"build\"\n"
            "[1 of 3 sessions]");
    c = capped(64);
    made_is(qtty_text_list(&c, all, 3, &made, NULL), "[0 of 3 sessions]");
}

static void
a_tools_command_is_its_output(void **state)
{
    static const char fresh[] = "[the next call starts a fresh shell]";
    qtty_text_config c = capped(0);
    qtty_text_command r = { .output = qtty_text("hi\n") };
    char expected[160];
    (void)state;
    made_is(qtty_text_command_result(&c, &r, &made, NULL), "hi\n");
    r.exit_code = 7;
    made_is(qtty_text_command_result(&c, &r, &made, NULL), "hi\n[exit code: 7]");
    r.output = qtty_text("half");
    made_is(qtty_text_command_result(&c, &r, &made, NULL), "half\n[exit code: 7]");
    r.lost = true;
    made_is(qtty_text_command_result(&c, &r, &made, NULL),
            "[the beginning of the output is lost]\nhalf\n[exit code: 7]");
    r = (qtty_text_command){ .end = QTTY_TEXT_EXITED };
    r.child = (qtty_child){ QTTY_CHILD_EXITED, 4, 1 };
    (void)snprintf(expected, sizeof expected, "[shell exited: code 4]\n%s", fresh);
    made_is(qtty_text_command_result(&c, &r, &made, NULL), expected);
    r.child = (qtty_child){ QTTY_CHILD_SIGNALED, SIGTERM, 1 };
    (void)snprintf(expected, sizeof expected, "[shell killed by signal: SIGTERM]\n%s",
                   fresh);
    made_is(qtty_text_command_result(&c, &r, &made, NULL), expected);
    r.child.state = QTTY_CHILD_UNKNOWN;
    (void)snprintf(expected, sizeof expected, "[shell exited]\n%s", fresh);
    made_is(qtty_text_command_result(&c, &r, &made, NULL), expected);
    r.end = QTTY_TEXT_TIMED_OUT;
    (void)snprintf(expected, sizeof expected, "[timed out: the shell was reset]\n%s",
                   fresh);
    made_is(qtty_text_command_result(&c, &r, &made, NULL), expected);
    r.end = QTTY_TEXT_WAITS;
    made_is(qtty_text_command_result(&c, &r, &made, NULL),
            "[waiting for input: the next call is that input]");
    r.end = QTTY_TEXT_CANCELLED;
    r.output = qtty_text("partial");
    made_is(qtty_text_command_result(&c, &r, &made, NULL), "");
}

static void
a_long_output_of_a_tool_keeps_its_beginning(void **state)
{
    qtty_text_config c = capped(64);
    qtty_text_command r = { .exit_code = 1 };
    (void)state;
    r.output = qtty_text("0123456789012345678901234567890123456789"
                         "0123456789012345678901234567890123456789");
    made_is(qtty_text_command_result(&c, &r, &made, NULL),
            "0123456789012345678901234567890123456789012\n[cut]\n[exit code: 1]");
    c = capped(256);
    char text[400];
    memset(text, 'x', sizeof text);
    r.output = (qtty_span){ (const uint8_t *)text, sizeof text };
    assert_int_equal(qtty_text_command_result(&c, &r, &made, NULL), QTTY_OK);
    assert_int_equal(made.len, 256);
    assert_memory_equal(made.data + 256 - 48,
                        "x\n[the rest of the output is cut]\n[exit code: 1]", 48);
}

/* --- Every cap ---------------------------------------------------------------------- */

/* Long ones of each kind; all are more than 1 KiB of pieces. */
#define TIMES_4(text)  text text text text
#define TIMES_64(text) TIMES_4(TIMES_4(TIMES_4(text)))
static const char *const kinds[] = {
    TIMES_64("0123456789abcde\n"),
    TIMES_64("\xE6\xBC\xA2\xE5\xAD\x97 \xC3\xA9 e\xCC\x81\xCC\x88 "),
    TIMES_64("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7 \xF0\x9F\x87\xA9\xF0\x9F\x87"
             "\xAA"),
    TIMES_64("abcdef\xE2\x80\xAE"
             "b\xE2\x80\x8B\xE2\x80\x8B\xE2\x80\x8B c\xF3\xA0\x81\x81 "),
    TIMES_64("\xFF\xC3(\xE2\x82 \xF0\x9F\x98 \xED\xA0\x80 \xC0\xAF \xF8\x88"),
    "x" TIMES_64("\xCC\x81\xCC\x82\xCC\x83\xCC\x84\xCC\x85\xCC\x86\xCC\x87\xCC\x88"),
    TIMES_64("\n\n\n\n\n\n\n\n\t\t\t\t\r\r\x1b[8m"),
};

static void
is_well_formed(qtty_span text)
{
    while (text.len > 0) {
        struct utf8_head head = utf8_head(text);
        assert_int_equal(head.form, UTF8_WELL_FORMED);
        text.data += head.length;
        text.len -= head.length;
    }
}

static void
ends_with(qtty_span text, const char *line)
{
    size_t len = strlen(line);
    assert_true(text.len >= len);
    assert_memory_equal(text.data + text.len - len, line, len);
}

/* What is left of a text is its end, from a boundary on: no cluster is cut. */
static void
is_whole_end_of(qtty_span all, qtty_span kept)
{
    assert_true(kept.len <= all.len);
    assert_memory_equal(all.data + all.len - kept.len, kept.data, kept.len);
    assert_int_equal(grapheme_boundary(all, all.len - kept.len), all.len - kept.len);
}

static void
every_cap_keeps_the_last_line(void **state)
{
    static const char last[] = "\n[wait: stdin_read; session: running]";
    qtty_buf all;
    (void)state;
    qtty_buf_init(&all, NULL, 0);
    for (size_t i = 0; i < COUNT_OF(kinds) * 3; i++) {
        qtty_text_config c = capped(1 << 20);
        qtty_result r = settled(kinds[i / 3]);
        c.hidden = (qtty_hidden)(1 + i % 3);
        all.len = 0;
        assert_int_equal(qtty_text_send(&c, &r, &all, NULL), QTTY_OK);
        for (uint32_t cap = 64; cap < 400; cap++) {
            made.len = 0;
            c.max_bytes = cap;
            assert_int_equal(qtty_text_send(&c, &r, &made, NULL), QTTY_OK);
            assert_true(made.len <= cap);
            is_well_formed(qtty_buf_span(&made));
            ends_with(qtty_buf_span(&made), last + 1);
            const char *notice = cap < 256 ? "[cut]\n" : "[earlier output is cut]\n";
            size_t len = strlen(notice);
            assert_memory_equal(made.data, notice, len);
            is_whole_end_of(qtty_buf_span(&all),
                            (qtty_span){ made.data + len, made.len - len });
        }
    }
    qtty_buf_finish(&all);
}

/* The longest last lines that there can be. */
static void
every_text_keeps_within_every_cap(void **state)
{
    char name[200];
    (void)state;
    memset(name, 'n', sizeof name);
    for (uint32_t cap = 64; cap < 400; cap++) {
        qtty_text_config c = capped(cap);
        qtty_result r = settled(kinds[1]);
        qtty_page page = { UINT64_MAX, UINT64_MAX, UINT64_MAX, true };
        qtty_text_session s = { UINT64_MAX,
                                { (const uint8_t *)name, sizeof name },
                                QTTY_SESSION_LIVE,
                                { QTTY_CHILD_SIGNALED, SIGUSR1, 1 },
                                QTTY_WAIT_INFERRED_IDLE };
        qtty_text_spawned spawned = { s, qtty_text(kinds[2]), QTTY_OK, { NULL, 0 } };
        qtty_text_command command = { QTTY_TEXT_EXITED, qtty_text(kinds[3]), true, 0,
                                      s.child };
        const char suffix[] = "[wait: inferred_idle; session: killed by SIGUSR1";

        r.wait_reason = s.wait_reason;
        r.child = s.child;
        r.command_status = 255;
        r.status = QTTY_E_LINE_TOO_LONG;
        r.output = r.delta;
        assert_int_equal(qtty_text_send(&c, &r, &made, NULL), QTTY_OK);
        assert_int_equal(qtty_text_read(&c, &s, r.delta, &page, &made, NULL), QTTY_OK);
        assert_int_equal(qtty_text_spawn(&c, &spawned, &made, NULL), QTTY_OK);
        assert_true(made.len <= (size_t)3 * cap);
        assert_int_equal(qtty_buf_append(&made, "", 1), QTTY_OK);
        const char *at = (const char *)made.data;
        for (int i = 0; i < 3; i++, at++) {
            at = strstr(at, suffix);
            assert_non_null(at);
        }
        made.len = 0;
        assert_int_equal(qtty_text_command_result(&c, &command, &made, NULL), QTTY_OK);
        assert_true(made.len <= cap);
        is_well_formed(qtty_buf_span(&made));
        ends_with(qtty_buf_span(&made), cap < 256
                                            ? "[shell killed by signal: SIGUSR1]\n"
                                              "[next call: fresh]"
                                            : "[the next call starts a fresh shell]");
        made.len = 0;
        assert_int_equal(qtty_text_list(&c, &s, 1, &made, NULL), QTTY_OK);
        assert_true(made.len <= cap);
    }
}

/* --- Bad input ---------------------------------------------------------------------- */

static void
a_cap_that_is_too_small_is_refused_by_name(void **state)
{
    qtty_text_config c = capped(63);
    qtty_result r = settled("");
    qtty_page page = { .count = 0 };
    qtty_text_spawned spawned = { .session = live };
    qtty_text_command command = { .exit_code = 0 };
    const char why[] = "max_bytes: 63: must be at least 64";
    (void)state;
    refused_with(qtty_text_send(&c, &r, &made, &reason), QTTY_E_RANGE, why);
    refused_with(qtty_text_spawn(&c, &spawned, &made, &reason), QTTY_E_RANGE, why);
    refused_with(qtty_text_read(&c, &live, r.delta, &page, &made, &reason), QTTY_E_RANGE,
                 why);
    refused_with(qtty_text_list(&c, &live, 1, &made, &reason), QTTY_E_RANGE, why);
    refused_with(qtty_text_command_result(&c, &command, &made, &reason), QTTY_E_RANGE,
                 why);
    refused_with(qtty_text_plain(&c, r.delta, &made, &reason), QTTY_E_RANGE, why);
    assert_int_equal(qtty_text_send(&c, &r, &made, NULL), QTTY_E_RANGE);
    c.max_bytes = 1;
    refused_with(qtty_text_send(&c, &r, &made, &reason), QTTY_E_RANGE,
                 "max_bytes: 1: must be at least 64");
}

static void
what_is_no_choice_is_refused_by_name(void **state)
{
    qtty_text_config c = capped(64);
    qtty_result r = settled("");
    qtty_text_command command = { .end = (qtty_text_end)5 };
    (void)state;
    refused_with(qtty_text_command_result(&c, &command, &made, &reason), QTTY_E_INVAL,
                 "end: 5: no such end");
    c.hidden = (qtty_hidden)4;
    refused_with(qtty_text_send(&c, &r, &made, &reason), QTTY_E_INVAL,
                 "hidden: 4: no such choice");
    char why[64];
    c.size = 3;
    (void)snprintf(why, sizeof why, "size: 3: must be %zu", sizeof c);
    refused_with(qtty_text_send(&c, &r, &made, &reason), QTTY_E_INVAL, why);
}

static void
a_buffer_without_room_stays_as_it_was(void **state)
{
    qtty_text_config c = capped(64);
    qtty_result r = settled(TIMES_64("0123456789abcdef"));
    qtty_buf small;
    (void)state;
    qtty_buf_init(&small, NULL, 64);
    assert_int_equal(qtty_text_send(&c, &r, &small, NULL), QTTY_OK);
    assert_int_equal(small.len, 64);
    assert_int_equal(qtty_text_send(&c, &r, &small, &reason), QTTY_E_LIMIT);
    assert_int_equal(small.len, 64);
    assert_memory_equal(reason.data, "out: over a ceiling", reason.len);
    assert_int_equal(qtty_text_list(&c, &live, 1, &small, NULL), QTTY_E_LIMIT);
    assert_int_equal(small.len, 64);
    qtty_buf_finish(&small);

    struct failing_allocator memory = { .fail_at = 1, .for_good = 1 };
    qtty_allocator hook = failing_allocator_hook(&memory);
    qtty_buf_init(&small, &hook, 0);
    assert_int_equal(qtty_text_send(&c, &r, &small, NULL), QTTY_E_NOMEM);
    assert_int_equal(small.len, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_send_ends_with_reason_and_status),
        cmocka_unit_test(a_command_that_finished_has_its_output_and_code),
        cmocka_unit_test(what_waits_is_told),
        cmocka_unit_test(a_spawn_has_its_motd_and_number),
        cmocka_unit_test(a_spawn_that_failed_says_why),
        cmocka_unit_test(a_read_says_which_lines_it_has),
        cmocka_unit_test(a_read_that_is_cut_counts_what_is_left),
        cmocka_unit_test(a_list_has_whole_lines),
        cmocka_unit_test(a_tools_command_is_its_output),
        cmocka_unit_test(a_long_output_of_a_tool_keeps_its_beginning),
        cmocka_unit_test(every_cap_keeps_the_last_line),
        cmocka_unit_test(every_text_keeps_within_every_cap),
        cmocka_unit_test(a_cap_that_is_too_small_is_refused_by_name),
        cmocka_unit_test(what_is_no_choice_is_refused_by_name),
        cmocka_unit_test(a_buffer_without_room_stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
