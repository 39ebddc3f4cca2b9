/* SGR in, style out; and back. ECMA-48 8.3.117, ISO 8613-6, xterm ctlseqs. */
#include "exec/sgr.h"

#include "unit/check.h"
#include "vt/parser.h"

/* The style that a sequence makes out of the default one. */
static qtty_style
style_of(const char *sequence)
{
    struct parser p;
    struct action a;
    qtty_style style = { 0 };
    qtty_span in = { (const uint8_t *)sequence, strlen(sequence) };
    parser_init(&p, &(struct parser_config){ 0 });
    while (parser_next(&p, &in, &a)) {
        assert_int_equal(a.kind, ACTION_CSI);
        sgr_apply(&style, a.params);
    }
    parser_finish(&p);
    return style;
}

static void
attributes_go_on_and_off(void **state)
{
    (void)state;
    static const struct {
        const char *sequence;
        unsigned attributes;
    } cases[] = {
        { "\x1b[1m", QTTY_BOLD },
        { "\x1b[1;2m", QTTY_BOLD | QTTY_DIM },
        { "\x1b[1;2;22m", 0 },
        { "\x1b[3;5;7;8;9;53m", QTTY_ITALIC | QTTY_BLINK | QTTY_REVERSE | QTTY_INVISIBLE
                                    | QTTY_STRIKE | QTTY_OVERLINE },
        { "\x1b[3;5;7;8;9;53m\x1b[23;25;27;28;29;55m", 0 },
        { "\x1b[6m", QTTY_BLINK },
        { "\x1b[1m\x1b[m", 0 },
        { "\x1b[1;;3m", QTTY_ITALIC },
        { "\x1b[1;999m", QTTY_BOLD },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(style_of(cases[i].sequence).attributes, cases[i].attributes);
}

static void
underlines_have_styles(void **state)
{
    (void)state;
    static const struct {
        const char *sequence;
        unsigned underline;
    } cases[] = {
        { "\x1b[4m", QTTY_UNDERLINE_SINGLE },   { "\x1b[21m", QTTY_UNDERLINE_DOUBLE },
        { "\x1b[4:3m", QTTY_UNDERLINE_CURLY },  { "\x1b[4:4m", QTTY_UNDERLINE_DOTTED },
        { "\x1b[4:5m", QTTY_UNDERLINE_DASHED }, { "\x1b[4;24m", QTTY_UNDERLINE_NONE },
        { "\x1b[4;4:0m", QTTY_UNDERLINE_NONE }, { "\x1b[4:9m", QTTY_UNDERLINE_NONE },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(style_of(cases[i].sequence).underline, cases[i].underline);
}

static void
colours_have_two_spellings(void **state)
{
    (void)state;
    static const struct {
        const char *sequence;
        qtty_color fg;
    } cases[] = {
        { "\x1b[31m", QTTY_COLOR_INDEXED(1) },
        { "\x1b[97m", QTTY_COLOR_INDEXED(15) },
        { "\x1b[31;39m", QTTY_COLOR_DEFAULT },
        { "\x1b[38;5;208m", QTTY_COLOR_INDEXED(208) },
        { "\x1b[38:5:208m", QTTY_COLOR_INDEXED(208) },
        { "\x1b[38;2;1;2;3m", QTTY_COLOR_RGB(1, 2, 3) },
        { "\x1b[38:2:1:2:3m", QTTY_COLOR_RGB(1, 2, 3) },
        { "\x1b[38:2::1:2:3m", QTTY_COLOR_RGB(1, 2, 3) },
        { "\x1b[38;5;256m", QTTY_COLOR_DEFAULT },
        { "\x1b[38;2;1;2;300m", QTTY_COLOR_DEFAULT },
        { "\x1b[38m", QTTY_COLOR_DEFAULT },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(style_of(cases[i].sequence).fg, cases[i].fg);
}

static void
a_colour_takes_no_more_than_its_own_parameters(void **state)
{
    (void)state;
    qtty_style style = style_of("\x1b[38;5;3;1;48;2;4;5;6;7;58;5;9;4m");
    assert_int_equal(style.fg, QTTY_COLOR_INDEXED(3));
    assert_int_equal(style.bg, QTTY_COLOR_RGB(4, 5, 6));
    assert_int_equal(style.ul, QTTY_COLOR_INDEXED(9));
    assert_int_equal(style.attributes, QTTY_BOLD | QTTY_REVERSE);
    assert_int_equal(style.underline, QTTY_UNDERLINE_SINGLE);
}

static void
a_style_as_text_makes_the_same_style(void **state)
{
    (void)state;
    static const struct {
        const char *sequence, *text;
    } cases[] = {
        { "\x1b[m", "0" },
        { "\x1b[1;4;31m", "0;1;4;31" },
        { "\x1b[21;93;104m", "0;21;93;104" },
        { "\x1b[4:3;58;5;3m", "0;4:3;58:5:3" },
        { "\x1b[48:2:1:2:3m", "0;48:2::1:2:3" },
        { "\x1b[38;5;208m", "0;38:5:208" },
        { "\x1b[1;2;3;5;7;8;9;53;4:5;38;2;255;255;255;48;2;255;255;255;58;2;255;255;255m",
          "0;1;2;3;5;7;8;9;53;4:5;38:2::255:255:255;48:2::255:255:255;58:2::255:255:"
          "255" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[SGR_TEXT_MAX], sequence[SGR_TEXT_MAX + 8] = "\x1b[";
        qtty_style style = style_of(cases[i].sequence);
        sgr_text(&style, text);
        assert_string_equal(text, cases[i].text);
        strcat(strcat(sequence, text), "m");
        qtty_style again = style_of(sequence);
        assert_memory_equal(&again, &style, sizeof style);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_go_on_and_off),
        cmocka_unit_test(underlines_have_styles),
        cmocka_unit_test(colours_have_two_spellings),
        cmocka_unit_test(a_colour_takes_no_more_than_its_own_parameters),
        cmocka_unit_test(a_style_as_text_makes_the_same_style),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
