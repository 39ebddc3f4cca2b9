/* Slices: never more than so many rows in one, and one screenful at the end. */
#include "lines/slice.h"

#include "unit/lines_check.h"

/* Lengths of the slices of a stream, as `3 1 2`. */
static const char *
slices(qtty_span stream, uint32_t cols, size_t piece)
{
    static char string[4096];
    struct slicer s = { SLICE_TEXT };
    size_t len = 0;
    string[0] = '\0';
    while (stream.len > 0) {
        const qtty_span part = { stream.data, stream.len < piece ? stream.len : piece };
        const size_t n = slice_front(&s, part, cols);
        assert_in_range(n, 1, part.len);
        len += (size_t)snprintf(string + len, sizeof(string) - len, "%s%zu",
                                len > 0 ? " " : "", n);
        stream.data += n;
        stream.len -= n;
    }
    return string;
}

static const char *
slices_of_fill(char byte, size_t count, uint32_t cols)
{
    static uint8_t stream[20000];
    memset(stream, byte, count);
    return slices((qtty_span){ stream, count }, cols, count);
}

static void
a_slice_ends_behind_a_screenful(void **state)
{
    (void)state;
    assert_string_equal(slices(SPAN("ab\033[2Jcd"), 80, 99), "6 2");
    assert_string_equal(slices(SPAN("\033[S\033c\033[9999b\033[?3hx"), 80, 99),
                        "3 2 7 5 1");
    assert_string_equal(slices(SPAN("\233Sx"), 80, 99), "2 1");
    assert_string_equal(slices(SPAN("\033[8;9;1tx"), 80, 99), "8 1");
}

static void
usual_sequences_do_not_end_one(void **state)
{
    (void)state;
    const qtty_span stream = SPAN("\033[1;31mJS\033[m\033[K\033[2;3H\033[Ac\033D\033(B");
    char whole[8];
    snprintf(whole, sizeof(whole), "%zu", stream.len);
    assert_string_equal(slices(stream, 80, 99), whole);
}

/* The final byte is what counts, however the sequence is cut and what stands in it. */
static void
a_sequence_that_is_cut_counts(void **state)
{
    (void)state;
    assert_string_equal(slices(SPAN("\033[2Jx"), 80, 1), "1 1 1 1 1");
    struct slicer s = { SLICE_TEXT };
    assert_int_equal(slice_front(&s, SPAN("ab\033"), 80), 3);
    assert_int_equal(slice_front(&s, SPAN("[2"), 80), 2);
    assert_int_equal(slice_front(&s, SPAN("\n\177Jxyz"), 80), 3);
    assert_int_equal(slice_front(&s, SPAN("Jxyz"), 80), 4);
}

static void
rows_of_single_moves_are_counted(void **state)
{
    (void)state;
    assert_string_equal(slices_of_fill('\n', 3000, 4096), "1022 1022 956");
    assert_string_equal(slices_of_fill('x', 3000, 1), "1022 1022 956");
    assert_string_equal(slices_of_fill('x', 3000, 3), "1022 1022 956");
    assert_string_equal(slices_of_fill('x', 9000, 80), "4096 4096 808");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slice_ends_behind_a_screenful),
        cmocka_unit_test(usual_sequences_do_not_end_one),
        cmocka_unit_test(a_sequence_that_is_cut_counts),
        cmocka_unit_test(rows_of_single_moves_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
