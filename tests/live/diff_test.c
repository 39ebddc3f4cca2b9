/* quietty diff, from the command line: engines that are known to differ, libvterm and
 * libtsm, beside native. */
#define _XOPEN_SOURCE 700

#include "live/program.h"

/* DECFRA, which native alone has (STD 070). */
#define FILL "abc\r\n\x1b[65;2;2;2;5$xzz"

#define CAST                                                                             \
    "{\"version\": 2, \"width\": 9, \"height\": 3}\n"                                    \
    "[1, \"o\", \"one\\r\\ntwo\"]\n"                                                     \
    "[2, \"o\", \"\\u001b[65;2;2;2;5$x\"]\n"

static void
where_nothing_differs_nothing_is_said(void **state)
{
    (void)state;
    const char *text = "one\r\n\x1b[1;31mtwo\x1b[m\x1b[2;5r\x1b[H\x1b[2Lthree";
    quietty_prints(text, ARGV("diff", "-"), 0, "");
    quietty_prints("", ARGV("diff", "-"), 0, "");
    quietty_prints(FILL, ARGV("diff", "--engines", "libvterm,libtsm", "-"), 0, "");
    quietty_prints("abc", ARGV("diff", "--json", "--engines", "native,libtsm", "-"), 0,
                   "{\"same\":true,\"bytes\":3}\n");
}

static void
the_first_difference_is_told_with_its_sequence(void **state)
{
    (void)state;
    quietty_prints(FILL, ARGV("diff", "--engines", "native,libvterm,libtsm", "-"), 1,
                   "native and libvterm differ: text in row 1, column 1\n"
                   "  after DECFRA, Fill Rectangle: \"\\e[65;2;2;2;5$x\" at byte 5\n"
                   "  native    | AAAA|  cursor 1,0\n"
                   "  libvterm  ||  cursor 1,0\n"
                   "  libtsm    ||  cursor 1,0\n");
}

/* libvterm inserts one column for a character of two. */
static void
text_is_told_by_its_character(void **state)
{
    (void)state;
    quietty_prints("ab\r\x1b[4h\u65E5x", ARGV("diff", "--engines=libtsm,libvterm", "-"),
                   1,
                   "libtsm and libvterm differ: text in row 0, column 2\n"
                   "  after \"\\xe6\\x97\\xa5\" at byte 7\n"
                   "  libtsm    |\u65E5"
                   "ab|  cursor 0,2\n"
                   "  libvterm  |\u65E5"
                   "b|  cursor 0,2\n");
}

/* A row that only one engine scrolled did not change itself: it is another row. */
static void
rows_that_shifted_are_compared(void **state)
{
    (void)state;
    quietty_prints("a\r\nb\x1b[1;2T", ARGV("diff", "--engines", "native,libvterm", "-"),
                   1,
                   "native and libvterm differ: text in row 0, column 0\n"
                   "  after SD, Scroll Down: \"\\e[1;2T\" at byte 4\n"
                   "  native    |a|  cursor 1,1\n"
                   "  libvterm  ||  cursor 1,1\n");
}

static void
json_has_the_row_of_each(void **state)
{
    (void)state;
    quietty_prints(
        FILL, ARGV("diff", "--json", "--engines", "native,libtsm", "-"), 1,
        "{\"same\":false,\"bytes\":19,\"offset\":5,\"sequence\":\"\\\\e[65;2;2;2;5$x\","
        "\"mnemonic\":\"DECFRA\",\"title\":\"Fill Rectangle\",\"what\":\"text\","
        "\"row\":1,\"column\":1,\"differs\":\"libtsm\",\"engines\":["
        "{\"engine\":\"native\",\"row\":\" AAAA\",\"cursor\":{\"row\":1,\"column\":0,"
        "\"pending_wrap\":false},\"alternate\":false},"
        "{\"engine\":\"libtsm\",\"row\":\"\",\"cursor\":{\"row\":1,\"column\":0,"
        "\"pending_wrap\":false},\"alternate\":false}]}\n");
}

static void
a_recording_has_a_size_and_times(void **state)
{
    (void)state;
    quietty_prints(CAST, ARGV("diff", "--at", "1.5", "-"), 0, "");
    quietty_prints(CAST, ARGV("diff", "--engines", "native,libtsm", "-"), 1,
                   "native and libtsm differ: text in row 1, column 1\n"
                   "  after DECFRA, Fill Rectangle: \"\\e[65;2;2;2;5$x\" at byte 8\n"
                   "  native    |tAAAA|  cursor 1,3\n"
                   "  libtsm    |two|  cursor 1,3\n");
    quietty_prints("abcdefg\x1b[65;1;9;1;9$x", ARGV("diff", "--cols", "8", "-"), 0, "");
}

/* The sequence comes in two pieces of the recording: its bytes and offset are whole. */
static void
a_sequence_may_be_cut(void **state)
{
    (void)state;
    quietty_prints("{\"version\": 2, \"width\": 9, \"height\": 3}\n"
                   "[1, \"o\", \"x\\u001b[65;2\"]\n"
                   "[2, \"o\", \";2;2;5$x\"]\n",
                   ARGV("diff", "--engines", "native,libtsm", "-"), 1,
                   "native and libtsm differ: text in row 1, column 1\n"
                   "  after DECFRA, Fill Rectangle: \"\\e[65;2;2;2;5$x\" at byte 1\n"
                   "  native    | AAAA|  cursor 0,1\n"
                   "  libtsm    ||  cursor 0,1\n");
}

static void
what_cannot_be_done_is_told(void **state)
{
    (void)state;
    quietty_refuses("", ARGV("diff"), 2,
                    "quietty: diff: needs a file; - is standard input\n");
    quietty_refuses(
        "", ARGV("diff", "--engines", "native", "-"), 2,
        "quietty: --engines: native: must be two engines or more, with commas "
        "between\n");
    quietty_refuses("", ARGV("diff", "--engines", "native,none", "-"), 2,
                    "quietty: --engines: native,none: must be names of engines: native, "
                    "libvterm, libtsm, as they are built in\n");
    quietty_refuses("", ARGV("diff", "/no/such"), 2,
                    "quietty: /no/such: No such file or directory\n");
    quietty_refuses("raw", ARGV("diff", "--at", "1", "-"), 2,
                    "quietty: --at: standard input has no times\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_nothing_differs_nothing_is_said),
        cmocka_unit_test(the_first_difference_is_told_with_its_sequence),
        cmocka_unit_test(text_is_told_by_its_character),
        cmocka_unit_test(rows_that_shifted_are_compared),
        cmocka_unit_test(json_has_the_row_of_each),
        cmocka_unit_test(a_recording_has_a_size_and_times),
        cmocka_unit_test(a_sequence_may_be_cut),
        cmocka_unit_test(what_cannot_be_done_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
