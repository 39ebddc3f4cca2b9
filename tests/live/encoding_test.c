/* quietty run, shell and render with --encoding: the program's bytes are of another
 * charset, all that goes in and out of quietty is UTF-8. */
#define _XOPEN_SOURCE 700

#include "live/program.h"

static void
output_of_a_program_is_decoded(void **state)
{
    (void)state;
    quietty_prints("", ARGV("run", "--encoding", "EUC-JP", "printf", "\\306\\374\\n"), 0,
                   "\u65E5\n");
    quietty_prints("",
                   ARGV("run", "--encoding", "Shift_JIS", "--projection", "stream",
                        "printf", "\\033]0;\\225\\\\\\033\\\\\\203\\\\\\n"),
                   0, "\u30BD\n");
    quietty_prints("", ARGV("run", "--encoding", "EUC-JP", "printf", "a\\306"), 0,
                   "a\uFFFD\n");
}

#define BYTES_OF_A_LINE "read -r x; printf %s \"$x\" | od -An -tx1"

static void
input_is_encoded(void **state)
{
    (void)state;
    quietty_prints(
        "\u8868\u30BD\n",
        ARGV("run", "--encoding", "Shift_JIS", "--", "sh", "-c", BYTES_OF_A_LINE), 0,
        "\u8868\u30BD\n 95 5c 83 5c\n");
}

/* Standard input is read in pieces that cut characters; each comes out whole. */
static void
much_input_is_encoded(void **state)
{
    enum { LINES = 3000 };
    static char input[LINES * 16 + 1], *at = input;
    (void)state;
    for (int i = 0; i < LINES; i++)
        at += sprintf(at, "%s\u65E5\u672C\n", i % 3 == 0 ? "" : i % 3 == 1 ? "a" : "ab");
    quietty_prints(input, ARGV("run", "--no-echo", "--encoding", "EUC-JP", "cat"), 0,
                   input);
}

static void
input_that_cannot_be_encoded_is_told(void **state)
{
    static const struct {
        const char *input, *error;
    } cases[] = {
        { "12 \u20AC\n", "quietty: standard input: U+20AC is not in ISO-8859-1\n" },
        { "a\xFFz\n", "quietty: standard input: is not UTF-8\n" },
        { "a\xC3", "quietty: standard input: is not UTF-8\n" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct program p =
            quietty(cases[i].input, ARGV("run", "--encoding", "ISO-8859-1", "cat"));
        assert_string_equal((const char *)p.err.data, cases[i].error);
        assert_int_equal(WEXITSTATUS(p.status), 1);
        program_free(&p);
    }
}

static void
a_recording_is_decoded(void **state)
{
    (void)state;
    quietty_prints("\x95\\ \xB1\r\n\x83\\",
                   ARGV("render", "--encoding", "Shift_JIS", "-"), 0,
                   "\u8868 \uFF71\n\u30BD\n");
    quietty_prints(
        "caf\xE9 \x9B"
        "1mb\n",
        ARGV("render", "--encoding=latin1", "--format=lines", "--projection=stream", "-"),
        0, "caf\u00E9 b\n");
}

static void
an_asciicast_is_utf_8_already(void **state)
{
    (void)state;
    struct program p =
        quietty("{\"version\": 2, \"width\": 20, \"height\": 3}\n[1, \"o\", \"one\"]\n",
                ARGV("render", "--encoding", "latin1", "-"));
    assert_string_equal(
        (const char *)p.err.data,
        "quietty: --encoding: standard input is an asciicast, which is UTF-8\n");
    assert_int_equal(WEXITSTATUS(p.status), 2);
    program_free(&p);
}

/* As a shell's: what was recorded is what the terminal got. */
static void
a_run_is_recorded_as_utf_8(void **state)
{
    (void)state;
    char path[] = "/tmp/qtty-encoding-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    quietty_prints("",
                   ARGV("run", "--encoding", "EUC-JP", "--record", path, "printf",
                        "\306\374\na\306"),
                   0, "\u65E5\na\uFFFD\n");
    quietty_prints("", ARGV("render", "--format", "lines", path), 0, "\u65E5\na\uFFFD\n");

    struct program p = quietty("", ARGV("render", "--encoding", "EUC-JP", path));
    assert_non_null(strstr((const char *)p.err.data,
                           " is a recording of a session, which is UTF-8\n"));
    assert_int_equal(WEXITSTATUS(p.status), 2);
    program_free(&p);
    unlink(path);
    close(file);
}

static void
a_shells_output_is_decoded(void **state)
{
    (void)state;
    quietty_prints("printf '\\306\\374\\n'\n", ARGV("shell", "--encoding", "EUC-JP"), 0,
                   "\u65E5\n");
}

static void
what_a_terminal_cannot_speak_is_refused(void **state)
{
    static const char why[] = "quietty: --encoding: \"ISO-2022-JP\": is switched by "
                              "escape sequences, which are the terminal's own\n";
    (void)state;
    quietty_refuses("", ARGV("run", "--encoding", "ISO-2022-JP", "ls"), 1, why);
    quietty_refuses("", ARGV("shell", "--encoding", "ISO-2022-JP"), 1, why);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_of_a_program_is_decoded),
        cmocka_unit_test(input_is_encoded),
        cmocka_unit_test(much_input_is_encoded),
        cmocka_unit_test(input_that_cannot_be_encoded_is_told),
        cmocka_unit_test(a_recording_is_decoded),
        cmocka_unit_test(an_asciicast_is_utf_8_already),
        cmocka_unit_test(a_run_is_recorded_as_utf_8),
        cmocka_unit_test(a_shells_output_is_decoded),
        cmocka_unit_test(what_a_terminal_cannot_speak_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
