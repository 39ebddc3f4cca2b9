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
        { "#aBcDeF", 0xABCDEF },         { "rgb:01ff/7fff/80ff", 0x017F80 },
        { "RGB:1/2/3", 0x112233 },
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
        "",
        "rgb:1/2",
        "rgb:1/2/3/4",
        "rgb:1/2/g",
        "rgb:/2/3",
        "rgb:1/2/",
        "rgb:12345/1/1",
        "#",
        "#12",
        "#12345",
        "#12345g",
        "?",
        /* Numbers: too few, too many, none, out of their range, not decimal. */
        "rgbi:1/1",
        "rgbi:1/1/1/1",
        "rgbi://",
        "rgbi:./1/1",
        "rgbi:1e/1/1",
        "rgbi:1e100/1/1",
        "rgbi:1.01/0/0",
        "rgbi:-0.1/0/0",
        "rgbi:0x1/0/0",
        "rgbi:nan/0/0",
        "rgbi: 1/1/1",
        "rgbi:99999999999999999999/1/1",
        "CIEXYZ:2/2/2",
        "CIEuvY:0.2/0.45/1.1",
        "CIExyY:0.3/-0.1/0.4",
        "CIELab:101/0/0",
        "CIELab:-1/0/0",
        "CIELuv:101/0/0",
        "TekHVC:0/101/0",
        "TekHVC:0/50/-1",
        "CIEXYA:1/1/1",
        "CIELab",
        /* Names: cut, lengthened, of a shade that is none. */
        "re",
        "redd",
        "red0",
        "red5",
        "light blue1",
        "l ight blue",
        "gray101",
        "gray05",
        "gray 5",
        "beige1",
        "1",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint32_t rgb = 0x424242;
        const char *text = cases[i];
        assert_false(
            color_parse((qtty_span){ (const uint8_t *)text, strlen(text) }, &rgb));
        assert_int_equal(rgb, 0x424242);
    }
}

/* Each is what XParseColor of libX11 1.8.4 says on a display without properties of its
 * own; the first of each space stands in esctest too (ThomasDickey/esctest2). */
static void
the_spaces_of_xcms_are_read_as_xlib_reads_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t rgb;
    } cases[] = {
        { "rgbi:0.5/0.5/0.5", 0xC1BBBB },
        { "rgbi:1/1/1", 0xFFFFFF },
        { "rgbi:0/1e-1/.05", 0x00634D },
        { "rgbi:0.0001/0.0001/0.0001", 0x09130E },
        { "CIEXYZ:0.5/0.5/0.5", 0xDDB5A0 },
        { "CIEXYZ:1/1/1", 0xFFFFFF },
        { "CIEXYZ:0/0/0", 0x000000 },
        { "CIEXYZ:0.50000000000000000000/.5000000000000000001/500e-3", 0xDDB5A0 },
        { "CIExyY:0.3/0/0.4", 0xFF6DF7 },
        { "ciexyz:.2/+.1/0.5E0", 0x9714AB },
        { "CIEuvY:0.2/0.45/0.5", 0xD1B6B7 },
        { "CIExyY:0.5/0.5/0.5", 0xF7B30E },
        { "CIExyY:0.3/0.3/0.4", 0xBFA6A7 },
        { "CIELab:1/1/1", 0x6C6767 },
        { "CIELab:0.5/3/-3", 0x524F51 },
        { "CIELab:50/0/0", 0x837D7E },
        { "CIELab:100/0/0", 0xFFFFFF },
        { "CIELuv:0.5/0.5/0.5", 0x0E130E },
        { "CIELuv:0/0/0", 0x000000 },
        { "CIELuv:50/0/0", 0x837D7E },
        { "TekHVC:1/1/1", 0x1A130F },
        { "TekHVC:0/50/50", 0xD3516F },
        { "TekHVC:400/50/30", 0xAA7455 },
        { "TekHVC:-50/50/30", 0xB1629B },
        { "TekHVC:0/100/0", 0xFFFFFF },
        { "TekHVC:0/0/10", 0x000000 },
        /* What the screen cannot show keeps hue and value. */
        { "CIEuvY:.7/.3/.5", 0xFF9FC5 },
        { "CIELuv:50/30/20", 0xCC610E },
        { "CIEXYZ:0.2/1/0.2", 0xFFFFFF },
        { "CIELab:50/-100/100", 0x097CC2 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint32_t rgb = 0x424242;
        const char *text = cases[i].text;
        assert_true(
            color_parse((qtty_span){ (const uint8_t *)text, strlen(text) }, &rgb));
        assert_int_equal(rgb, cases[i].rgb);
    }
}

/* rgb.txt of X.Org's rgb 1.0.6, through the X server's own list. */
static void
colours_have_their_names_of_x11(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t rgb;
    } cases[] = {
        { "red", 0xFF0000 },
        { "RED", 0xFF0000 },
        { "light goldenrod yellow", 0xFAFAD2 },
        { "LightGoldenrodYellow", 0xFAFAD2 },
        { "lightgoldenrod4", 0x8B814C },
        { "tan1", 0xFFA54F },
        { "gray", 0xBEBEBE },
        { "grey0", 0x000000 },
        { "gray3", 0x080808 },
        { "gray10", 0x1A1A1A },
        { "gray50", 0x7F7F7F },
        { "grey90", 0xE5E5E5 },
        { "gray100", 0xFFFFFF },
        { "web gray", 0x808080 },
        { "x11gray", 0xBEBEBE },
        { "rebecca purple", 0x663399 },
        { "yellow green", 0x9ACD32 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint32_t rgb = 0x424242;
        const char *text = cases[i].text;
        assert_true(
            color_parse((qtty_span){ (const uint8_t *)text, strlen(text) }, &rgb));
        assert_int_equal(rgb, cases[i].rgb);
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
        cmocka_unit_test(the_spaces_of_xcms_are_read_as_xlib_reads_them),
        cmocka_unit_test(colours_have_their_names_of_x11),
        cmocka_unit_test(what_is_no_colour_changes_nothing),
        cmocka_unit_test(dark_and_light_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
