/* Colours: xterm's defaults and XParseColor's spellings. */
#include "exec/palette.h"

#include "unit/check.h"

static void
defaults_are_xterms(void **state)
{
    (void)state;
    static const struct {
        uint32_t index, rgb;
    } cases[] = {
        { 0, 0x000000 },   { 1, 0xCD0000 },   { 4, 0x0000EE },   { 12, 0x5C5CFF },
        { 15, 0xFFFFFF },  { 16, 0x000000 },  { 17, 0x00005F },  { 196, 0xFF0000 },
        { 208, 0xFF8700 }, { 231, 0xFFFFFF }, { 232, 0x080808 }, { 255, 0xEEEEEE },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(palette_default(cases[i].index), cases[i].rgb);
    assert_int_equal(dynamic_default(0), 0xE5E5E5);
    assert_int_equal(dynamic_default(1), 0x000000);
}

static void
colours_are_read_as_x_reads_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t rgb;
    } cases[] = {
        { "rgb:12/34/56", 0x123456 },    { "rgb:f/0/8", 0xFF0088 },
        { "rgb:fff/000/800", 0xFF0080 }, { "rgb:1234/ffff/0000", 0x12FF00 },
        { "#123456", 0x123456 },         { "#123", 0x102030 },
        { "#123456789", 0x124578 },      { "#1234567890AB", 0x125690 },
        { "#aBcDeF", 0xABCDEF },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint32_t rgb = 0;
        const char *text = cases[i].text;
        assert_true(
            color_parse((qtty_span){ (const uint8_t *)text, strlen(text) }, &rgb));
        assert_int_equal(rgb, cases[i].rgb);
    }
}

static void
what_is_no_colour_changes_nothing(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "",           "red",      "rgb:1/2",  "rgb:1/2/3/4",
        "rgb:1/2/g",  "rgb:/2/3", "rgb:1/2/", "rgb:12345/1/1",
        "#",          "#12",      "#12345",   "#12345g",
        "rgbi:1/1/1", "?"
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint32_t rgb = 0x424242;
        const char *text = cases[i];
        assert_false(
            color_parse((qtty_span){ (const uint8_t *)text, strlen(text) }, &rgb));
        assert_int_equal(rgb, 0x424242);
    }
}

static void
dark_and_light_are_told_apart(void **state)
{
    (void)state;
    assert_true(color_is_dark(0x000000));
    assert_true(color_is_dark(0x0000FF));
    assert_false(color_is_dark(0x00FF00));
    assert_false(color_is_dark(0xFFFFFF));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_xterms),
        cmocka_unit_test(colours_are_read_as_x_reads_them),
        cmocka_unit_test(what_is_no_colour_changes_nothing),
        cmocka_unit_test(dark_and_light_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
