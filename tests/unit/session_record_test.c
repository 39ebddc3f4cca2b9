/* What a recording holds, and that a replay sees each line of it that is not as it was.
 * That recordings of whatever a session does replay without a difference, each test of a
 * session looks at its end. */
#include "unit/driven.h"

#include "session/recorder.h"
#include <quietty/recording.h>
#include <stdio.h>

/* --- What is recorded --------------------------------------------------------------- */

static void
opens(struct driven *d, qtty_record record)
{
    driven_init(d);
    d->config.record = record;
    driven_create_as_is(d);
    prints(d, "Welcome\r\n{D 0}$ ");
    shell_waits(d);
    step(d);
    assert_int_equal(qtty_session_phase(d->session), QTTY_SESSION_LIVE);
}

static void
a_send_is_recorded_from_its_boundary_to_its_delta(void **state)
{
    struct driven d;
    char head[80];
    (void)state;
    opens(&d, QTTY_RECORD_OUTPUT);
    records(&d, "quietty-recording 1");
    records(&d, "dialect \"bash\"");
    records(&d, "rows 40");
    snprintf(head, sizeof head, "nonce \"%s\"", d.nonce);
    records(&d, head);
    records(&d, "at 0ns motd \"Welcome\\n\"");

    d.now_ns += MS(5);
    sends(&d, "printf 'a\\tb'");
    prints(&d, "x\033[31m\303\251\r\n{C}a\tb\r\n");
    looks(&d, QTTY_CLASS_B, CHILD_GROUP, QTTY_TERMINAL_ECHO);
    step(&d);
    d.now_ns += MS(1);
    prints(&d, "{D 3}$ ");
    shell_waits(&d);
    step(&d);
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);

    records(&d, "at 5000000ns send");
    records(&d, "at 5000000ns boundary A group=100 runs=1 own");
    records(&d, "at 5000000ns written");
    records(&d, "at 5000000ns look B group=200 runs=2 echo");
    records(&d, "at 5000000ns started");
    records(&d, "at 5000000ns expect waiting no-evidence B wait multiplexed started echo "
                "next=35000000ns");
    records(&d, "at 6000000ns marker 3");
    records(&d, "at 6000000ns result command=3");
    records(&d, "at 6000000ns said \"a       b\\n\"");
    records(&d, "at 6000000ns delta \"$ x\\xc3\\xa9\\na       b\\n$ \"");
    driven_replays(&d, "");
    driven_finish(&d);
}

/* With the marks of what is concealed, which a replay must make, too. */
static void
what_becomes_of_concealed_text_is_recorded(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.hidden = QTTY_HIDDEN_MARKED;
    d.config.record = QTTY_RECORD_OUTPUT;
    driven_create_as_is(&d);
    prints(&d, "{D 0}$ ");
    shell_waits(&d);
    step(&d);
    records(&d, "hidden 2");
    d.now_ns += MS(5);
    sends(&d, "x");
    prints(&d, "x\r\n{C}a\033[8mb\033[mc\r\n");
    looks(&d, QTTY_CLASS_B, CHILD_GROUP, QTTY_TERMINAL_ECHO);
    step(&d);
    d.now_ns += MS(1);
    prints(&d, "{D 0}$ ");
    shell_waits(&d);
    step(&d);
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    records(&d, "at 6000000ns said \"a\\xe2\\x9f\\xa6concealed: b\\xe2\\x9f\\xa7c\\n\"");
    driven_replays(&d, "");
    driven_finish(&d);

    opens(&d, QTTY_RECORD_OUTPUT);
    assert_null(strstr(text_of(&d, qtty_session_recording(d.session)), "\nhidden"));
    driven_finish(&d);
}

static void
what_is_typed_is_recorded_when_that_is_asked_for(void **state)
{
    static const char line[] = "at 0ns input \"hunter2\\r\"";
    for (int asked = 0; asked < 2; asked++) {
        struct driven d;
        (void)state;
        opens(&d, asked ? QTTY_RECORD_INPUT_TOO : QTTY_RECORD_OUTPUT);
        sends(&d, "hunter2");
        assert_string_equal(written(&d), "hunter2\r");
        assert_int_equal(has_line(qtty_session_recording(d.session), line), asked);
        assert_int_equal(strstr(text_of(&d, qtty_session_recording(d.session)), "hunter2")
                             != NULL,
                         asked);
        driven_finish(&d);
    }
}

static void
nothing_is_recorded_unless_asked_for(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, QTTY_RECORD_NOTHING);
    assert_int_equal(qtty_session_recording(d.session).len, 0);
    qtty_session_take_recording(d.session, 1);
    driven_finish(&d);

    driven_init(&d);
    d.config.record = QTTY_RECORD_INPUT_TOO + 1;
    driven_refused(&d, QTTY_E_INVAL, "record: 3: no such kind");
    driven_finish(&d);
}

static void
a_long_text_is_recorded_by_its_digest(void **state)
{
    struct driven d;
    char text[1200];
    (void)state;
    opens(&d, QTTY_RECORD_OUTPUT);
    sends(&d, "x");
    memset(text, 'a', 1025);
    snprintf(text + 1025, 20, "\r\n");
    prints(&d, "{C}");
    prints(&d, text);
    prints(&d, "{D 0}$ ");
    shell_waits(&d);
    d.now_ns += MS(1);
    step(&d);
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.output.len, 1026);
    /* FNV-1a of 1025 times `a` and LF, by another program. */
    records(&d, "at 1000000ns said bytes=1026 fnv1a=12bb863dea90dbb2");
    driven_finish(&d);
}

/* What is taken is gone, and the rest comes as if nothing had been taken. */
static void
a_recording_is_taken_piece_by_piece(void **state)
{
    struct driven d;
    qtty_replay *replay;
    qtty_replay_counts counts;
    (void)state;
    opens(&d, QTTY_RECORD_OUTPUT);
    assert_int_equal(qtty_replay_create(&replay, NULL), QTTY_OK);
    for (int i = 0; i < 3; i++) {
        qtty_span some = qtty_session_recording(d.session);
        for (size_t k = 0; k < some.len; k++)
            assert_int_equal(qtty_replay_feed(replay, (qtty_span){ some.data + k, 1 }),
                             QTTY_OK);
        qtty_session_take_recording(d.session, some.len);
        assert_int_equal(qtty_session_recording(d.session).len, 0);
        sends(&d, "true");
        shell_answers(&d, "true", "", i);
        passes(&d, MS(1));
        settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    }
    assert_int_equal(qtty_replay_end(replay), QTTY_OK);
    qtty_replay_count(replay, &counts);
    assert_int_equal(counts.verdicts, 3); /* the start-up and two sends */
    assert_int_equal(counts.differences, 0);
    qtty_replay_destroy(replay);
    d.config.record = QTTY_RECORD_NOTHING; /* its start is gone */
    driven_finish(&d);
}

static void
a_recording_that_nobody_takes_ends_with_a_word(void **state)
{
    struct driven d;
    char piece[8001];
    (void)state;
    opens(&d, QTTY_RECORD_OUTPUT);
    memset(piece, 1, sizeof piece - 1);
    piece[sizeof piece - 1] = '\0';
    sends(&d, "cat");
    for (int i = 0; i < 200; i++) {
        prints(&d, piece);
        step(&d);
    }
    qtty_span all = qtty_session_recording(d.session);
    assert_true(all.len <= QTTY_RECORDING_BYTES_MAX);
    assert_true(all.len > QTTY_RECORDING_BYTES_MAX - 4 * sizeof piece);
    assert_memory_equal(all.data + all.len - 5, "\ncut\n", 5);
    driven_finish(&d);
}

/* --- Differences -------------------------------------------------------------------- */

struct story {
    struct driven d;
    qtty_span recording;
};

static void
tells(struct story *s)
{
    opens(&s->d, QTTY_RECORD_OUTPUT);
    sends(&s->d, "ls");
    prints(&s->d, "ls\r\n{C}one\r\ntwo\r\n");
    child_runs(&s->d);
    passes(&s->d, MS(1));
    shell_answers(&s->d, "", "three\r\n", 1);
    passes(&s->d, MS(1));
    settled(&s->d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    s->recording = qtty_session_recording(s->d.session);
}

static uint64_t
differences(const char *recording, size_t len, qtty_status expected)
{
    qtty_replay *replay;
    qtty_replay_counts counts;
    assert_int_equal(qtty_replay_create(&replay, NULL), QTTY_OK);
    (void)qtty_replay_feed(replay, (qtty_span){ (const uint8_t *)recording, len });
    assert_int_equal(qtty_replay_end(replay), expected);
    qtty_replay_count(replay, &counts);
    qtty_replay_destroy(replay);
    return counts.differences;
}

static bool
is_made_by_the_session(const char *line, const char *end)
{
    static const char *const words[] = { " expect ", " result ", " said ",
                                         " delta ",  " motd ",   " marker " };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        const char *found = strstr(line, words[i]);
        if (found != NULL && found < end)
            return true;
    }
    return false;
}

/* A digit or a letter of it becomes another. */
static char *
change(char *line, char *end)
{
    char *at = end - 1;
    while (at > line && (*at == '"' || *at == ' '))
        at--;
    *at = *at == 'x' ? 'y' : 'x';
    return at;
}

static void
each_line_that_the_session_made_is_compared(void **state)
{
    struct story s;
    char text[20000];
    size_t compared = 0;
    (void)state;
    tells(&s);
    assert_true(s.recording.len < sizeof text);
    memcpy(text, s.recording.data, s.recording.len);
    text[s.recording.len] = '\0';
    assert_int_equal(differences(text, s.recording.len, QTTY_OK), 0);
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        if (!is_made_by_the_session(line, end))
            continue;
        char before[4096];
        memcpy(before, line, (size_t)(end - line));
        change(line, end);
        assert_int_equal(differences(text, s.recording.len, QTTY_OK), 1);
        memcpy(line, before, (size_t)(end - line));
        compared++;
    }
    assert_true(compared >= 15);
    driven_finish(&s.d);
}

/* A verdict of another kind, and both sides are shown. */
static void
a_verdict_that_comes_out_otherwise_is_told(void **state)
{
    static const char was[] = "expect stdin_read proven A prompt marker wait started";
    static const char said[] = "expect stdin_read likely B prompt marker wait started";
    struct story s;
    (void)state;
    tells(&s);
    char *text = (char *)(uintptr_t)strstr(text_of(&s.d, s.recording), was);
    assert_non_null(text);
    memcpy(text, said, sizeof said - 1);
    qtty_replay *replay;
    assert_int_equal(qtty_replay_create(&replay, NULL), QTTY_OK);
    assert_int_equal(qtty_replay_feed(replay, qtty_text(s.d.text)), QTTY_OK);
    assert_int_equal(qtty_replay_end(replay), QTTY_OK);
    assert_string_equal(
        text_of(&s.d, qtty_replay_differences(replay)),
        "line 54: recorded: at 1000000ns expect stdin_read likely B prompt marker wait "
        "started status=1 next=never\n"
        "line 54: replayed: at 1000000ns expect stdin_read proven A prompt marker wait "
        "started status=1 next=never\n");
    qtty_replay_destroy(replay);
    driven_finish(&s.d);
}

/* Of a flag that has no word the number is kept. */
static void
a_flag_without_a_word_is_kept(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, QTTY_RECORD_OUTPUT);
    sends(&d, "x");
    prints(&d, "x");
    looks(&d, QTTY_CLASS_E, CHILD_GROUP, QTTY_TERMINAL_ECHO | 1u << 20);
    passes(&d, MS(1));
    records(&d, "at 200000ns look E group=200 runs=2 echo bits=1048576");
    driven_finish(&d);
}

/* Without the look that proved it, there is no such verdict, nor what followed of it. */
static void
a_fact_that_is_another_gives_another_verdict(void **state)
{
    struct story s;
    (void)state;
    tells(&s);
    char *text = (char *)(uintptr_t)text_of(&s.d, s.recording), *at = text;
    for (char *next = at; (next = strstr(next, " look A ")) != NULL; next++)
        at = next;
    at[6] = 'E';
    assert_true(differences(text, s.recording.len, QTTY_OK) >= 4);
    driven_finish(&s.d);
}

/* --- Malformed recordings ----------------------------------------------------------- */

static const char head[] =
    "quietty-recording 1\ndialect \"none\"\n"
    "nonce \"0123456789abcdef0123456789abcdef\"\nrows 5\ncols 20\n";

static void
is_malformed(const char *text, qtty_status status, const char *error)
{
    qtty_replay *replay;
    assert_int_equal(qtty_replay_create(&replay, NULL), QTTY_OK);
    (void)qtty_replay_feed(replay, qtty_text(text));
    assert_int_equal(qtty_replay_end(replay), status);
    assert_string_equal(qtty_replay_error(replay), error);
    assert_int_equal(qtty_replay_feed(replay, qtty_text("at 0ns send\n")), status);
    qtty_replay_destroy(replay);
}

static void
a_malformed_head_is_refused(void **state)
{
    (void)state;
    is_malformed("", QTTY_E_INVAL, "no recording: no event");
    is_malformed(head, QTTY_E_INVAL, "no recording: no event");
    is_malformed("hello\n", QTTY_E_INVAL, "line 1: no recording of quietty");
    is_malformed("quietty-recording 2\n", QTTY_E_INVAL,
                 "line 1: a recording of another version");
    is_malformed("quietty-recording 1\ncolour 3\n", QTTY_E_INVAL,
                 "line 2: no such word of a head");
    is_malformed("quietty-recording 1\nrows 99999999999\n", QTTY_E_INVAL,
                 "line 2: a number is too large");
    is_malformed("quietty-recording 1\nat 0ns send\n", QTTY_E_INVAL,
                 "line 2: the head lacks its version or its nonce");
    is_malformed("quietty-recording 1\nnonce \"0123456789abcdef0123456789abcdef\"\n"
                 "rows 5000\nat 0ns send\n",
                 QTTY_E_RANGE, "line 4: rows: 5000: must be 1..4096");
    is_malformed("quietty-recording 1\nnonce \"0123456789abcdef0123456789abcdef\"\n"
                 "dialect \"lisp\"\nat 0ns send\n",
                 QTTY_E_NOT_FOUND, "line 4: dialect: \"lisp\": no such dialect");
}

static void
a_malformed_event_is_refused(void **state)
{
    static const struct {
        const char *line, *rule;
    } lines[] = {
        { "at 0 send", "a number lacks its unit" },
        { "at ns send", "a number lacks its unit" },
        { "at 1ns sneeze", "no such event" },
        { "at 1ns send twice", "too many words" },
        { "at 1ns look Z", "no such word of a look" },
        { "at 1ns look A group=x", "not a number" },
        { "at 1ns look A bits=4294967296", "a number is too large" },
        { "at 1ns look A runs=18446744073709551616", "a number is too large" },
        { "at 1ns output hello", "a text in quotes is missing" },
        { "at 1ns output \"hello", "a text lacks its closing quote" },
        { "at 1ns output \"\\q\"", "no such escape" },
        { "at 1ns output \"\\x1\"", "\\x wants two hexadecimal digits" },
        { "at 1ns output \"a\" \"b\"", "too many words" },
        { "at 1ns written half", "no such word of a write" },
        { "at 1ns prompt maybe", "no such word of a prompt" },
        { "at 1ns policy quiet=3s", "a number lacks its unit" },
        { "at 1ns policy loud=3ms", "no such word of a policy" },
        { "at 1ns expect applause", "no such reason" },
        { "at 1ns exit gracefully", "no such end of a program" },
        { "at 1ns resize 80", "a size is ROWSxCOLS" },
        { "at 1ns fails never", "not a number" },
        { "at 1ns origin story", "no such word of an origin" },
        { "at 1ns origin lines=4294967296", "a number is too large" },
        { "at 1ns echo yes perhaps", "an echo is answered with yes or no" },
        { "at 1ns asked 1", "no such event" },
        { "rows 5", "an event begins with `at`" },
    };
    char text[400], error[100];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        snprintf(text, sizeof text, "%sat 0ns send\n%s\n", head, lines[i].line);
        snprintf(error, sizeof error, "line 7: %s", lines[i].rule);
        is_malformed(text, QTTY_E_INVAL, error);
    }
    snprintf(text, sizeof text, "%sat 9ns send\nat 8ns written\n", head);
    is_malformed(text, QTTY_E_INVAL, "line 7: time runs back");
}

static void
a_line_has_a_ceiling(void **state)
{
    qtty_replay *replay;
    char text[8192];
    qtty_status st = QTTY_OK;
    (void)state;
    assert_int_equal(qtty_replay_create(&replay, NULL), QTTY_OK);
    memset(text, 'x', sizeof text);
    for (size_t i = 0; i <= QTTY_RECORDING_LINE_MAX && st == QTTY_OK; i += sizeof text)
        st = qtty_replay_feed(replay, (qtty_span){ (uint8_t *)text, sizeof text });
    assert_int_equal(st, QTTY_E_LIMIT);
    assert_string_equal(qtty_replay_error(replay), "line 1: is too long");
    qtty_replay_destroy(replay);
}

/* Whatever becomes of a byte: it is a difference, or refused, or of no account. */
static void
any_recording_can_be_replayed(void **state)
{
    static const char bytes[] = { '\n', ' ', '9', '\0', '"' };
    struct story s;
    char text[20000];
    (void)state;
    tells(&s);
    for (size_t i = 0; i < s.recording.len; i += 5) {
        qtty_replay *replay;
        memcpy(text, s.recording.data, s.recording.len);
        text[i] = bytes[i / 5 % sizeof bytes];
        assert_int_equal(qtty_replay_create(&replay, NULL), QTTY_OK);
        qtty_status st =
            qtty_replay_feed(replay, (qtty_span){ (uint8_t *)text, s.recording.len });
        if (st == QTTY_OK)
            st = qtty_replay_end(replay);
        assert_int_equal(st == QTTY_OK, qtty_replay_error(replay)[0] == '\0');
        qtty_replay_destroy(replay);
    }
    driven_finish(&s.d);
}

static void
lack_of_memory_fails_a_replay_and_leaks_nothing(void **state)
{
    struct story s;
    bool failed = true;
    (void)state;
    tells(&s);
    for (long n = 1; failed; n++) {
        struct failing_allocator memory = { .fail_at = n, .for_good = 1 };
        qtty_allocator hook = failing_allocator_hook(&memory);
        qtty_replay *replay;
        qtty_status st = qtty_replay_create(&replay, &hook);
        if (st == QTTY_OK) {
            (void)qtty_replay_feed(replay, s.recording);
            st = qtty_replay_end(replay);
        }
        failed = memory.calls >= n;
        qtty_replay_destroy(replay);
        assert_int_equal(memory.live, 0);
        assert_true(failed || st == QTTY_OK);
    }
    driven_finish(&s.d);
}

/* A line without one of its words would be replayed as another. */
static void
a_word_that_is_too_long_ends_the_recording(void **state)
{
    struct recorder r;
    (void)state;
    recorder_init(&r, NULL, 0);
    assert_true(recorder_begin_event(&r, 1, EVENT_RESIZE));
    recorder_put(&r, " %0319d", 1);
    recorder_end(&r);
    assert_false(r.cut);
    size_t whole = r.text.len;
    assert_true(recorder_begin_event(&r, 2, EVENT_RESIZE));
    recorder_put(&r, " %0320d", 1);
    recorder_end(&r);
    assert_true(r.cut);
    assert_int_equal(r.text.len, whole + 4);
    assert_memory_equal(r.text.data + whole, "cut\n", 4);
    recorder_finish(&r);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_send_is_recorded_from_its_boundary_to_its_delta),
        cmocka_unit_test(what_becomes_of_concealed_text_is_recorded),
        cmocka_unit_test(what_is_typed_is_recorded_when_that_is_asked_for),
        cmocka_unit_test(nothing_is_recorded_unless_asked_for),
        cmocka_unit_test(a_long_text_is_recorded_by_its_digest),
        cmocka_unit_test(a_recording_is_taken_piece_by_piece),
        cmocka_unit_test(a_recording_that_nobody_takes_ends_with_a_word),
        cmocka_unit_test(a_word_that_is_too_long_ends_the_recording),
        cmocka_unit_test(each_line_that_the_session_made_is_compared),
        cmocka_unit_test(a_verdict_that_comes_out_otherwise_is_told),
        cmocka_unit_test(a_flag_without_a_word_is_kept),
        cmocka_unit_test(a_fact_that_is_another_gives_another_verdict),
        cmocka_unit_test(a_malformed_head_is_refused),
        cmocka_unit_test(a_malformed_event_is_refused),
        cmocka_unit_test(a_line_has_a_ceiling),
        cmocka_unit_test(any_recording_can_be_replayed),
        cmocka_unit_test(lack_of_memory_fails_a_replay_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
