/* quietty render, trace and queries, from the command line. */
#define _XOPEN_SOURCE 700

#include "live/program.h"

#define CAST                                                                             \
    "{\"version\": 2, \"width\": 20, \"height\": 3}\n"                                   \
    "[1, \"o\", \"one\\r\\ntwo\"]\n"                                                     \
    "[2, \"o\", \"\\rTWO\\r\\nthree\\u001B[6n\"]\n"

/* --- render ------------------------------------------------------------------------- */

static void
the_screen_is_what_a_recording_leads_to(void **state)
{
    (void)state;
    quietty_prints(CAST, ARGV("render", "-"), 0, "one\nTWO\nthree\n");
    quietty_prints("a\r\nb\x1b[2J\x1b[Hc  ", ARGV("render", "-"), 0, "c\n");
    quietty_prints("", ARGV("render", "-"), 0, "");
}

static void
lines_are_what_was_said(void **state)
{
    (void)state;
    quietty_prints(CAST, ARGV("render", "--format", "lines", "-"), 0,
                   "one\nTWO\nthree\n");
    quietty_prints(CAST, ARGV("render", "--format=lines", "--projection=stream", "-"), 0,
                   "one\ntwo\nTWO\nthree\n");
    quietty_prints("a\r\nb\x1b[2J\x1b[Hc", ARGV("render", "--format", "lines", "-"), 0,
                   "a\nb\nc\n");
}

static size_t
count_ends(const qtty_buf *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->len; i++)
        count += text->data[i] == '\n';
    return count;
}

/* Write a recording, render its lines, remove it. */
static struct program
lines_of(const char *text, size_t len, const char *size)
{
    char path[] = "/tmp/quietty-cast-XXXXXX";
    int file = mkstemp(path);
    assert_int_equal(write(file, text, len), (ssize_t)len);
    close(file);
    struct program p = quietty(
        "", ARGV("render", "--format", "lines", "--rows", size, "--cols", size, path));
    unlink(path);
    assert_int_equal(WEXITSTATUS(p.status), 0);
    return p;
}

static void
an_event_of_more_lines_than_are_kept_loses_none(void **state)
{
    enum { LINES = 30000 };
    static char cast[LINES * 5 + 200];
    static const char head[] = "{\"version\": 2, \"width\": 80, \"height\": 24}\n"
                               "[1, \"o\", \"";
    size_t len = sizeof head - 1;
    (void)state;
    memcpy(cast, head, len);
    for (int i = 0; i < LINES; i++, len += 5)
        memcpy(cast + len, "x\\r\\n", 5);
    memcpy(cast + len, "\"]\n", 3);
    struct program p = lines_of(cast, len + 3, "24");
    assert_string_equal((const char *)p.err.data, "");
    assert_int_equal(count_ends(&p.out), LINES);
    program_free(&p);
}

/* The text of the largest screen is more than lines keep, and one control clears it. */
static void
lines_that_were_dropped_are_told(void **state)
{
    (void)state;
    struct program p = lines_of("\x1b#8\x1b[2J", 7, "4096");
    const char *error = (const char *)p.err.data;
    char *end;
    assert_memory_equal(error, "quietty: lines: ", 16);
    assert_true(strtoul(error + 16, &end, 10) > 0);
    assert_string_equal(end, " dropped, more came at once than are kept\n");
    program_free(&p);
}

static void
a_time_stops_it_earlier(void **state)
{
    (void)state;
    quietty_prints(CAST, ARGV("render", "--at", "1.5", "-"), 0, "one\ntwo\n");
    quietty_prints(CAST, ARGV("render", "-", "--at", "0"), 0, "");
    quietty_refuses("raw", ARGV("render", "--at", "1", "-"), 2,
                    "quietty: --at: standard input has no times\n");
}

static void
a_size_that_was_asked_for_stands(void **state)
{
    static const char cast[] = "{\"version\": 2, \"width\": 20, \"height\": 3}\n"
                               "[1, \"o\", \"abcdef\"]\n[2, \"r\", \"30x4\"]\n";
    (void)state;
    struct program p = quietty(cast, ARGV("render", "--format", "json", "-"));
    assert_memory_equal(p.out.data, "{\"rows\":4,\"cols\":30,", 20);
    program_free(&p);
    quietty_prints(cast, ARGV("render", "--cols", "4", "-"), 0, "abcd\nef\n");
}

static void
json_tells_what_an_event_was(void **state)
{
    static const char bytes[] = "\x1bPq\"1;1;64;32~\x1b\\\x1b_Gf=100;AA\x1b\\"
                                "\x1b]9;4;2;70\x07\x1b]9;4;0\x07\x1b]633;E;ls\x07"
                                "\x1b]133;D;1\x07";
    static const char expected[] =
        ",\"events\":["
        "{\"event\":\"image\",\"row\":0,\"col\":0,\"protocol\":\"sixel\","
        "\"width\":64,\"height\":32},"
        "{\"event\":\"image\",\"row\":0,\"col\":0,\"protocol\":\"kitty\"},"
        "{\"event\":\"progress\",\"row\":0,\"col\":0,\"text\":\"error\","
        "\"percent\":70},"
        "{\"event\":\"progress\",\"row\":0,\"col\":0,\"text\":\"none\"},"
        "{\"event\":\"command-line\",\"row\":0,\"col\":0,\"text\":\"ls\"},"
        "{\"event\":\"command-end\",\"row\":0,\"col\":0,\"text\":\"1\",\"status\":1}"
        "],";
    (void)state;
    struct program p = quietty(bytes, ARGV("render", "--format", "json", "-"));
    assert_non_null(strstr((const char *)p.out.data, expected));
    program_free(&p);
}

static void
json_tells_the_whole_state(void **state)
{
    static const char *const parts[] = {
        "{\"rows\":3,\"cols\":20,\"cursor\":{\"row\":2,\"col\":5,\"visible\":true,"
        "\"pending_wrap\":false,\"shape\":\"block\"},"
        "\"screen\":[\"one\",\"TWO\",\"three\"],\"alternate\":false,\"title\":\"\","
        "\"modes\":{",
        "\"?7\":true",
        "\"?25\":true",
        ",\"replies\":\"G1szOzZS\",\"replies_dropped\":0,\"events\":[],"
        "\"events_dropped\":0,\"lines\":[\"one\",\"TWO\",\"three\"],\"truncated\":false}"
        "\n",
    };
    (void)state;
    struct program p = quietty(CAST, ARGV("render", "--format", "json", "-"));
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        assert_non_null(strstr((const char *)p.out.data, parts[i]));
    assert_string_equal((const char *)p.err.data, "");
    program_free(&p);
}

static void
what_cannot_be_read_is_told(void **state)
{
    (void)state;
    quietty_refuses("", ARGV("render", "/no/such"), 1,
                    "quietty: /no/such: No such file or directory\n");
    quietty_refuses("", ARGV("render", "/tmp"), 1, "quietty: /tmp: Is a directory\n");
    quietty_refuses("{\"version\": 2, \"width\": 9, \"height\": 9}\nx\n",
                    ARGV("render", "-"), 1,
                    "quietty: standard input: line 2: no event of an asciicast\n");
    quietty_refuses("", ARGV("render", "--engine", "none", "-"), 2,
                    "quietty: --engine: none: must be one of native, libvterm, "
                    "libtsm\n");
}

static struct program
drawn(const char *input, const char *rows, const char *cols)
{
    struct program p = quietty(
        input, ARGV("render", "--format", "ansi", "--rows", rows, "--cols", cols, "-"));
    assert_string_equal((const char *)p.err.data, "");
    assert_int_equal(WEXITSTATUS(p.status), 0);
    return p;
}

static void
a_drawing_draws_itself_again(void **state)
{
    static const char text[] = "\x1b[1;31mred\x1b[m plain soft-wrapped\r\n"
                               "\x1b]8;;http://example.org/\x1b\\link\x1b]8;;\x1b\\"
                               "\x1b[?25l\x1b[2;3r\x1b[3;4H";
    (void)state;
    struct program once = drawn(text, "4", "12");
    const char *bytes = (const char *)once.out.data;
    assert_memory_equal(bytes, "\x1b\x63\x1b]2;\x1b\\", 8);
    assert_non_null(strstr(bytes, "\x1b[1;1H\x1b[0;1;31mred\x1b[m plain so"));
    assert_non_null(strstr(bytes, "\x1b]8;;http://example.org/\x1b\\link"));
    assert_non_null(strstr(bytes, "\x1b[?25l"));
    struct program twice = drawn(bytes, "4", "12");
    assert_string_equal((const char *)twice.out.data, bytes);
    quietty_prints(bytes, ARGV("render", "--rows", "4", "--cols", "12", "-"), 0,
                   "red plain so\nft-wrapped\nlink\n");
    program_free(&once);
    program_free(&twice);
}

/* --- trace -------------------------------------------------------------------------- */

static void
a_trace_has_an_object_an_action(void **state)
{
    static const struct {
        const char *bytes, *object;
    } cases[] = {
        { "hi", "{\"offset\":0,\"length\":2,\"kind\":\"print\",\"text\":\"hi\","
                "\"outcome\":\"executed\"}\n" },
        { "\n",
          "{\"offset\":0,\"length\":1,\"kind\":\"control\",\"key\":\"\\n\","
          "\"mnemonic\":\"LF\",\"title\":\"Line Feed\",\"outcome\":\"executed\"}\n" },
        { "\x1b[38:2::1;5;m",
          "{\"offset\":0,\"length\":13,\"kind\":\"csi\","
          "\"parameters\":[[38,2,null,1],5,null],\"key\":\"m\",\"mnemonic\":\"SGR\","
          "\"title\":\"Select Graphic Rendition\",\"outcome\":\"executed\"}\n" },
        { "\x1b[6n", "{\"offset\":0,\"length\":4,\"kind\":\"csi\",\"parameters\":[6],"
                     "\"key\":\"n\",\"mnemonic\":\"CPR\","
                     "\"title\":\"Cursor Position Report\",\"outcome\":\"executed\","
                     "\"reply\":\"\\u001B[1;1R\"}\n" },
        { "\x1b[21t",
          "{\"offset\":0,\"length\":5,\"kind\":\"csi\",\"parameters\":[21],\"key\":\"t\","
          "\"mnemonic\":\"XTWINOPS_TITLE\",\"title\":\"Report Window Title (opt-in)\","
          "\"outcome\":\"refused\",\"rule\":\"a title is text that output chose: "
          "reporting it is opt-in\"}\n" },
        { "\x1b[1z", "{\"offset\":0,\"length\":4,\"kind\":\"csi\",\"parameters\":[1],"
                     "\"key\":\"z\",\"outcome\":\"unknown\"}\n" },
        { "\x1b[70000A", "{\"offset\":0,\"length\":8,\"kind\":\"csi\","
                         "\"parameters\":[65535],\"key\":\"A\",\"mnemonic\":\"CUU\","
                         "\"title\":\"Cursor Up\",\"outcome\":\"over a limit\","
                         "\"rule\":\"a parameter saturated\"}\n" },
        { "\x80",
          "{\"offset\":0,\"length\":1,\"kind\":\"print\",\"text\":\"\xEF\xBF\xBD\","
          "\"raw\":\"\\\\x80\",\"outcome\":\"executed\"}\n" },
        { "\x1b]0;cut", "{\"offset\":0,\"length\":7,\"kind\":\"osc\",\"text\":\"0;cut\","
                        "\"mnemonic\":\"OSC_TITLES\",\"title\":\"Icon and Window Title\","
                        "\"outcome\":\"ignored\","
                        "\"rule\":\"cut off by CAN, SUB, ESC or the end\"}\n" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        quietty_prints(cases[i].bytes, ARGV("trace", "-"), 0, cases[i].object);
}

static void
a_size_of_one_side_keeps_the_recordings_other(void **state)
{
    (void)state;
    struct program p =
        quietty("{\"version\": 2, \"width\": 33, \"height\": 7}\n[0.1, \"o\", \"x\"]\n",
                ARGV("render", "--rows", "9", "--format", "json", "-"));
    assert_non_null(strstr((const char *)p.out.data, "\"rows\":9,\"cols\":33,"));
    program_free(&p);
}

static void
what_is_not_executed_is_not_said_to_be(void **state)
{
    static const struct {
        const char *bytes, *outcome;
    } cases[] = {
        { "\x1b[1:2A", "\"outcome\":\"ignored\",\"rule\":\"sub-parameters" },
        { "\x1b[?9999h", "\"outcome\":\"ignored\",\"rule\":\"no such mode\"" },
        { "\x1b[1;1;2;2$z", "\"outcome\":\"ignored\",\"rule\":\"the engine cannot" },
        { "\x1b[8;5;5t", "\"outcome\":\"refused\",\"rule\":\"output cannot resize" },
        { "\x1b[?2004h", "\"outcome\":\"executed\"" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct program p =
            quietty(cases[i].bytes, ARGV("trace", "--engine", "libvterm", "-"));
        assert_non_null(strstr((const char *)p.out.data, cases[i].outcome));
        program_free(&p);
    }
}

static void
offsets_count_the_terminals_bytes(void **state)
{
    (void)state;
    struct program p = quietty(CAST, ARGV("trace", "-"));
    /* "one" CR LF "two" CR "TWO" CR LF "three" CPR */
    assert_non_null(strstr((const char *)p.out.data, "{\"offset\":19,\"length\":4,"));
    program_free(&p);
}

/* --- queries ------------------------------------------------------------------------ */

static void
queries_say_what_is_answered_and_what_is_not(void **state)
{
    (void)state;
    struct program p = quietty("", ARGV("queries"));
    const char *text = (const char *)p.out.data;
    assert_non_null(strstr(text, "\nCPR                \\e[6n               \\e[1;1R"));
    assert_non_null(strstr(text, "\nDECRQCRA           \\e[1;1;1;1;1;1*y    -  "));
    program_free(&p);

    p = quietty("", ARGV("queries", "--persona", "vt100", "--json"));
    text = (const char *)p.out.data;
    assert_non_null(strstr(text, "{\"mnemonic\":\"DA1\",\"title\":\"Primary Device "
                                 "Attributes\",\"query\":\"\\u001B[c\","
                                 "\"reply\":\"\\u001B[?1;2c\",\"rule\":"));
    program_free(&p);
}

/* --- The program -------------------------------------------------------------------- */

static void
help_and_version_are_for_standard_output(void **state)
{
    static const char *const commands[] = { "run",  "render",  "trace",
                                            "diff", "queries", "gen" };
    (void)state;
    quietty_prints("", ARGV("--version"), 0, "quietty " QTTY_VERSION "\n");
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        struct program p = quietty("", ARGV(commands[i], "--help"));
        assert_int_equal(WEXITSTATUS(p.status), 0);
        assert_string_equal((const char *)p.err.data, "");
        assert_non_null(strstr((const char *)p.out.data, "\nexamples:\n  "));
        program_free(&p);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_screen_is_what_a_recording_leads_to),
        cmocka_unit_test(lines_are_what_was_said),
        cmocka_unit_test(an_event_of_more_lines_than_are_kept_loses_none),
        cmocka_unit_test(lines_that_were_dropped_are_told),
        cmocka_unit_test(a_time_stops_it_earlier),
        cmocka_unit_test(a_size_that_was_asked_for_stands),
        cmocka_unit_test(json_tells_what_an_event_was),
        cmocka_unit_test(json_tells_the_whole_state),
        cmocka_unit_test(a_drawing_draws_itself_again),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(a_trace_has_an_object_an_action),
        cmocka_unit_test(a_size_of_one_side_keeps_the_recordings_other),
        cmocka_unit_test(what_is_not_executed_is_not_said_to_be),
        cmocka_unit_test(offsets_count_the_terminals_bytes),
        cmocka_unit_test(queries_say_what_is_answered_and_what_is_not),
        cmocka_unit_test(help_and_version_are_for_standard_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
