/* UTF-8 against the Unicode Standard, section 3.9: its tables of examples, and table 3-7
 * derived a second time from what it follows from, the values of the encoded numbers. */
#include "unicode/utf8.h"
#include "unit/check.h"
#include <stdbool.h>

static void
every_scalar_survives_encoding(void **state)
{
    (void)state;
    for (uint32_t scalar = 0; scalar <= 0x10FFFF; scalar++) {
        if (scalar == 0xD800)
            scalar = 0xE000;
        uint8_t bytes[4];
        const uint32_t length = utf8_encode(scalar, bytes);
        qtty_span text = { bytes, length };
        const struct utf8_head head = utf8_head(text);
        assert_int_equal(head.form, UTF8_WELL_FORMED);
        assert_int_equal(head.length, length);
        assert_int_equal(utf8_scalar(bytes, length), scalar);
        assert_int_equal(utf8_next(&text), scalar);
        assert_int_equal(text.len, 0);
    }
}

static void
lengths_change_where_the_standard_says(void **state)
{
    (void)state;
    static const struct {
        uint32_t scalar;
        const char *bytes;
    } cases[] = {
        { 0x24, "\x24" },
        { 0x7F, "\x7F" },
        { 0x80, "\xC2\x80" },
        { 0x7FF, "\xDF\xBF" },
        { 0x800, "\xE0\xA0\x80" },
        { 0xD7FF, "\xED\x9F\xBF" },
        { 0xE000, "\xEE\x80\x80" },
        { 0xFFFF, "\xEF\xBF\xBF" },
        { 0x10000, "\xF0\x90\x80\x80" },
        { 0x10FFFF, "\xF4\x8F\xBF\xBF" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t bytes[4];
        const uint32_t length = utf8_encode(cases[i].scalar, bytes);
        assert_int_equal(length, strlen(cases[i].bytes));
        assert_memory_equal(bytes, cases[i].bytes, length);
    }
}

/* The lengths of what utf8_head cuts from `text`, each with 'w', 'i' or '~'
 * (incomplete). */
static const char *
cuts(const char *text)
{
    static char out[64];
    qtty_span rest = { (const uint8_t *)text, strlen(text) };
    char *at = out;

    while (rest.len > 0) {
        const struct utf8_head head = utf8_head(rest);
        assert_in_range(head.length, 1, rest.len);
        *at++ = "wi~"[head.form];
        *at++ = (char)('0' + head.length);
        rest.data += head.length;
        rest.len -= head.length;
    }
    *at = '\0';
    return out;
}

static void
ill_formed_input_is_cut_into_maximal_subparts(void **state)
{
    (void)state;
    /* Tables 3-8 to 3-11 of the Unicode Standard. */
    assert_string_equal(cuts("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"),
                        "i1i1i1i1i1i1i1i1w1");
    assert_string_equal(cuts("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"),
                        "i1i1i1i1i1i1i1i1w1");
    assert_string_equal(cuts("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"),
                        "i1i1i1i1i1w1i1i1w1");
    assert_string_equal(cuts("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), "i2i1i3i2w1");
}

static void
a_sequence_that_may_go_on_is_incomplete(void **state)
{
    (void)state;
    assert_string_equal(cuts("\xC3"), "~1");
    assert_string_equal(cuts("\xE2\x82"), "~2");
    assert_string_equal(cuts("\xF0\x9F\x98"), "~3");
    assert_string_equal(cuts("A\xF4\x8F"), "w1~2");
    /* No well-formed sequence begins like these. */
    assert_string_equal(cuts("\xE0\x80"), "i1i1");
    assert_string_equal(cuts("\xF4\x90"), "i1i1");
    assert_string_equal(cuts("\xF5"), "i1");
}

/* By definition D92 alone: the value, its shortest form, its range. */
static bool
well_formed(const uint8_t *bytes, uint32_t length)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    static const uint8_t mask[] = { 0, 0x80, 0xE0, 0xF0, 0xF8 };
    static const uint8_t mark[] = { 0, 0x00, 0xC0, 0xE0, 0xF0 };
    uint32_t value = bytes[0] & (uint8_t)~mask[length];

    if ((bytes[0] & mask[length]) != mark[length])
        return false;
    for (uint32_t i = 1; i < length; i++) {
        if (bytes[i] >> 6 != 2)
            return false;
        value = value << 6 | (bytes[i] & 0x3Fu);
    }
    return value >= least[length] && value <= 0x10FFFF
           && (value < 0xD800 || value > 0xDFFF);
}

static void
table_3_7_is_what_follows_from_the_values(void **state)
{
    (void)state;
    static const uint8_t tails[] = { 0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF };
    for (uint32_t front = 0; front < 0x10000; front++) {
        for (uint32_t tail = 0; tail < 36; tail++) {
            const uint8_t bytes[] = { (uint8_t)(front >> 8), (uint8_t)front,
                                      tails[tail / 6], tails[tail % 6] };
            const struct utf8_head head = utf8_head((qtty_span){ bytes, 4 });
            uint32_t length = 1;
            while (length <= 4 && !well_formed(bytes, length))
                length++;
            assert_int_equal(head.form, length <= 4 ? UTF8_WELL_FORMED : UTF8_ILL_FORMED);
            if (length <= 4)
                assert_int_equal(head.length, length);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scalar_survives_encoding),
        cmocka_unit_test(lengths_change_where_the_standard_says),
        cmocka_unit_test(ill_formed_input_is_cut_into_maximal_subparts),
        cmocka_unit_test(a_sequence_that_may_go_on_is_incomplete),
        cmocka_unit_test(table_3_7_is_what_follows_from_the_values),
    };
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
