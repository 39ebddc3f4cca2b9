/* quietty gen, from the command line. */
#define _XOPEN_SOURCE 700

#include "live/program.h"

#include "grammar/grammar.h"

static void
a_stream_is_that_of_the_library(void **state)
{
    struct grammar g;
    qtty_buf expected;
    (void)state;
    for (size_t i = 0; grammar_profile_name(i) != NULL; i++) {
        const char *name = grammar_profile_name(i);
        qtty_buf_init(&expected, NULL, 0);
        assert_true(grammar_init(&g, 18446744073709551615u, name));
        assert_int_equal(grammar_stream(&g, 3000, &expected), QTTY_OK);
        struct program p = quietty("", ARGV("gen", "--seed", "18446744073709551615",
                                            "--bytes=3000", "--profile", name));
        assert_int_equal(p.out.len, expected.len);
        assert_memory_equal(p.out.data, expected.data, expected.len);
        assert_string_equal((const char *)p.err.data, "");
        assert_int_equal(WEXITSTATUS(p.status), 0);
        program_free(&p);
        qtty_buf_finish(&expected);
    }
}

static void
its_defaults_are_those_of_the_help(void **state)
{
    (void)state;
    struct program said =
        quietty("", ARGV("gen", "--seed", "1", "--bytes", "65536", "--profile", "grammar",
                         "--rows", "24", "--cols", "80"));
    struct program unsaid = quietty("", ARGV("gen"));
    assert_in_range(said.out.len, 60000, 65536);
    assert_int_equal(unsaid.out.len, said.out.len);
    assert_memory_equal(unsaid.out.data, said.out.data, said.out.len);
    program_free(&said);
    program_free(&unsaid);
    quietty_prints("", ARGV("gen", "--bytes", "0"), 0, "");
}

/* A screen of one cell is addressed in its one cell. */
static void
numbers_are_made_for_the_screen(void **state)
{
    (void)state;
    struct program p = quietty("", ARGV("gen", "--profile", "redraw", "--rows", "1",
                                        "--cols", "1", "--bytes", "2000"));
    assert_non_null(strstr((const char *)p.out.data, "\x1b[1;1H"));
    assert_null(strstr((const char *)p.out.data, "\x1b[2;"));
    program_free(&p);
}

static void
what_is_no_stream_is_refused(void **state)
{
    (void)state;
    quietty_refuses("", ARGV("gen", "--seed", "-1"), 2,
                    "quietty: --seed: -1: must be a number\n");
    quietty_refuses("", ARGV("gen", "--seed", ""), 2,
                    "quietty: --seed: must not be empty\n");
    quietty_refuses("", ARGV("gen", "--bytes", "18446744073709551616"), 2,
                    "quietty: --bytes: 18446744073709551616: must be below "
                    "18446744073709551616\n");
    quietty_refuses("", ARGV("gen", "--profile", "none"), 2,
                    "quietty: --profile: none: must be one of ascii, sgr, redraw, "
                    "unicode, osc, hostile, grammar\n");
    quietty_refuses("", ARGV("gen", "file"), 2, "quietty: gen: file: takes no operand\n");
    quietty_refuses("", ARGV("gen", "--rows", "0"), 2,
                    "quietty: --rows: 0: must be 1..4096\n");
}

/* Streams of the generator are what the other commands read. */
static void
a_stream_is_rendered(void **state)
{
    (void)state;
    struct program p = quietty("", ARGV("gen", "--profile", "ascii", "--bytes", "2000"));
    struct program shown = quietty((const char *)p.out.data, ARGV("render", "-"));
    assert_int_equal(WEXITSTATUS(shown.status), 0);
    assert_in_range(shown.out.len, 200, 2000);
    program_free(&p);
    program_free(&shown);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_is_that_of_the_library),
        cmocka_unit_test(its_defaults_are_those_of_the_help),
        cmocka_unit_test(numbers_are_made_for_the_screen),
        cmocka_unit_test(what_is_no_stream_is_refused),
        cmocka_unit_test(a_stream_is_rendered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
