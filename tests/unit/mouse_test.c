/* Mouse reports: what each mode asks for, and the limits of each format (CTL "Mouse
 * Tracking"). */
#include "unit/terminal.h"
#include <quietty/input.h>

/* --- Helpers ------------------------------------------------------------------------ */

static qtty_emulator *
screen_of(uint32_t rows, uint32_t cols, const char *output)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = rows;
    config.cols = cols;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, output);
    return e;
}

static qtty_mouse
at(qtty_mouse_event event, uint32_t button, uint32_t row, uint32_t col)
{
    return (qtty_mouse){ .event = event, .button = button, .row = row, .col = col };
}

static qtty_mouse
press(uint32_t button, uint32_t row, uint32_t col)
{
    return at(QTTY_MOUSE_PRESS, button, row, col);
}

static qtty_mouse
release(uint32_t button, uint32_t row, uint32_t col)
{
    return at(QTTY_MOUSE_RELEASE, button, row, col);
}

static qtty_mouse
motion(uint32_t button, uint32_t row, uint32_t col)
{
    return at(QTTY_MOUSE_MOTION, button, row, col);
}

static void
assert_mouse(qtty_emulator *e, qtty_mouse mouse, const char *expected)
{
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    assert_int_equal(qtty_emulator_mouse(e, &mouse, &out), QTTY_OK);
    assert_int_equal(qtty_buf_append(&out, "", 1), QTTY_OK);
    assert_string_equal((const char *)out.data, expected);
    qtty_buf_finish(&out);
}

/* --- What is asked for -------------------------------------------------------------- */

static void
without_a_mode_there_is_no_report(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1006h");
    assert_mouse(e, press(1, 0, 0), "");
    assert_mouse(e, motion(1, 1, 1), "");
    assert_mouse(e, press(QTTY_BUTTON_WHEEL_UP, 0, 0), "");
    qtty_emulator_destroy(e);
}

static void
x10_reports_presses_of_three_buttons(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?9h");
    qtty_mouse ctrl = press(1, 0, 0);
    ctrl.modifiers = QTTY_MOD_CTRL;
    assert_mouse(e, press(1, 0, 0), "\x1b[M !!");
    assert_mouse(e, press(3, 4, 9), "\x1b[M\"*%");
    assert_mouse(e, ctrl, "\x1b[M !!");
    assert_mouse(e, release(1, 0, 0), "");
    assert_mouse(e, motion(1, 1, 1), "");
    assert_mouse(e, press(QTTY_BUTTON_WHEEL_UP, 0, 0), "");
    qtty_emulator_destroy(e);
}

static void
clicks_are_presses_and_releases(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1000h");
    assert_mouse(e, press(1, 0, 0), "\x1b[M !!");
    assert_mouse(e, press(2, 0, 0), "\x1b[M!!!");
    assert_mouse(e, release(2, 0, 0), "\x1b[M#!!");
    assert_mouse(e, motion(1, 1, 1), "");
    feed(e, "\x1b[?1000l");
    assert_mouse(e, press(1, 0, 0), "");
    qtty_emulator_destroy(e);
}

static void
wheels_have_no_release(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1003h");
    assert_mouse(e, press(QTTY_BUTTON_WHEEL_UP, 0, 0), "\x1b[M`!!");
    assert_mouse(e, release(QTTY_BUTTON_WHEEL_UP, 0, 0), "");
    assert_mouse(e, press(QTTY_BUTTON_WHEEL_LEFT, 0, 0), "\x1b[Mb!!");
    assert_mouse(e, release(QTTY_BUTTON_WHEEL_LEFT, 0, 0), "");
    qtty_emulator_destroy(e);
}

static void
drags_need_a_button_and_another_cell(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1002;1006h");
    assert_mouse(e, motion(0, 1, 1), "");
    assert_mouse(e, press(1, 1, 1), "\x1b[<0;2;2M");
    assert_mouse(e, motion(1, 1, 1), "");
    assert_mouse(e, motion(1, 1, 2), "\x1b[<32;3;2M");
    assert_mouse(e, motion(1, 1, 2), "");
    assert_mouse(e, motion(3, 2, 2), "\x1b[<34;3;3M");
    assert_mouse(e, release(1, 2, 2), "\x1b[<0;3;3m");
    qtty_emulator_destroy(e);
}

static void
all_motion_is_reported_once_a_cell(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1003h");
    assert_mouse(e, motion(0, 0, 0), "\x1b[MC!!");
    assert_mouse(e, motion(0, 0, 0), "");
    assert_mouse(e, motion(1, 0, 1), "\x1b[M@\"!");
    assert_mouse(e, motion(1, 0, 1), "");
    feed(e, "\x1b[?1003l\x1b[?1003;1006h"); /* another program */
    assert_mouse(e, motion(0, 0, 1), "\x1b[<35;2;1M");
    qtty_emulator_destroy(e);
}

/* --- Buttons, modifiers, formats ---------------------------------------------------- */

static void
buttons_have_their_codes(void **state)
{
    (void)state;
    static const char *const sgr[] = { "0",  "1",   "2",   "64",  "65", "66",
                                       "67", "128", "129", "130", "131" };
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1000;1006h");
    for (uint32_t button = 1; button <= QTTY_BUTTON_LAST; button++) {
        char expected[32] = "\x1b[<";
        strcat(strcat(expected, sgr[button - 1]), ";1;1M");
        assert_mouse(e, press(button, 0, 0), expected);
    }
    assert_mouse(e, release(8, 0, 0), "\x1b[<128;1;1m");
    qtty_emulator_destroy(e);
}

static void
modifiers_are_bits(void **state)
{
    (void)state;
    static const struct {
        uint32_t modifiers;
        const char *sent;
    } cases[] = {
        { QTTY_MOD_SHIFT, "\x1b[<4;1;1M" },
        { QTTY_MOD_ALT, "\x1b[<8;1;1M" },
        { QTTY_MOD_META, "\x1b[<8;1;1M" },
        { QTTY_MOD_CTRL, "\x1b[<16;1;1M" },
        { QTTY_MOD_SHIFT | QTTY_MOD_ALT | QTTY_MOD_CTRL, "\x1b[<28;1;1M" },
        { QTTY_MOD_SUPER | QTTY_MOD_NUM_LOCK, "\x1b[<0;1;1M" },
    };
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1000;1006h");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_mouse mouse = press(1, 0, 0);
        mouse.modifiers = cases[i].modifiers;
        assert_mouse(e, mouse, cases[i].sent);
    }
    qtty_emulator_destroy(e);
}

static void
the_default_format_ends_at_223(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(300, 300, "\x1b[?1000h");
    assert_mouse(e, press(1, 0, 222), "\x1b[M \xff!");
    assert_mouse(e, press(1, 222, 0), "\x1b[M !\xff");
    assert_mouse(e, press(1, 0, 223), "");
    assert_mouse(e, press(1, 223, 0), "");
    qtty_emulator_destroy(e);
}

/* Mode 1005: characters of at most two bytes, for the button too. */
static void
the_utf8_format_ends_at_2015(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 2100, "\x1b[?1000;1005h");
    assert_mouse(e, press(1, 0, 94), "\x1b[M \x7f!");
    assert_mouse(e, press(1, 0, 95), "\x1b[M \xc2\x80!");
    assert_mouse(e, press(1, 0, 2014), "\x1b[M \xdf\xbf!");
    assert_mouse(e, press(1, 0, 2015), "");
    assert_mouse(e, press(8, 0, 0), "\x1b[M\xc2\xa0!!");
    qtty_emulator_destroy(e);
}

static void
numbers_have_no_end(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 4096, "\x1b[?1000;1015h");
    assert_mouse(e, press(1, 0, 4095), "\x1b[32;4096;1M");
    assert_mouse(e, release(1, 2, 4), "\x1b[35;5;3M");
    assert_mouse(e, press(QTTY_BUTTON_WHEEL_DOWN, 0, 0), "\x1b[97;1;1M");
    feed(e, "\x1b[?1006h");
    assert_mouse(e, press(1, 23, 4095), "\x1b[<0;4096;24M");
    qtty_emulator_destroy(e);
}

static void
pixels_are_their_own_unit(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1003;1016h");
    qtty_mouse mouse = {
        .event = QTTY_MOUSE_MOTION, .row = 1, .col = 1, .x = 9, .y = 17
    };
    assert_mouse(e, mouse, "\x1b[<35;10;18M");
    assert_mouse(e, mouse, "");
    mouse.x = 10;
    assert_mouse(e, mouse, "\x1b[<35;11;18M");
    qtty_emulator_destroy(e);
}

/* The front of a report is the capability kmous of xterm-256color, and XM sets it. */
static void
reports_begin_as_terminfo_says(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1006;1000h");
    assert_mouse(e, press(1, 2, 1), "\x1b[<0;2;3M");
    assert_mouse(e, release(1, 2, 1), "\x1b[<0;2;3m");
    qtty_emulator_destroy(e);
}

/* --- The wheel as keys, errors ------------------------------------------------------ */

static void
the_wheel_is_cursor_keys_on_the_alternate_screen(void **state)
{
    (void)state;
    qtty_mouse up = press(QTTY_BUTTON_WHEEL_UP, 0, 0);
    qtty_mouse down = press(QTTY_BUTTON_WHEEL_DOWN, 0, 0);
    qtty_emulator *e = screen_of(24, 80, "");
    assert_mouse(e, up, "");
    feed(e, "\x1b[?1049h");
    assert_mouse(e, up, "\x1b[A");
    assert_mouse(e, down, "\x1b[B");
    assert_mouse(e, press(QTTY_BUTTON_WHEEL_LEFT, 0, 0), "");
    assert_mouse(e, press(1, 0, 0), "");
    feed(e, "\x1b[?1h");
    assert_mouse(e, up, "\x1bOA");
    feed(e, "\x1b[?1000h");
    assert_mouse(e, up, "\x1b[M`!!");
    feed(e, "\x1b[?1000l\x1b[?1007l");
    assert_mouse(e, up, "");
    qtty_emulator_destroy(e);
}

static void
what_is_no_mouse_event_is_refused(void **state)
{
    (void)state;
    qtty_mouse modifier = press(1, 0, 0), pixel = press(1, 0, 0);
    modifier.modifiers = 0x100;
    pixel.x = 640;
    const struct {
        qtty_mouse mouse;
        qtty_status status;
    } cases[] = {
        { at(0, 1, 0, 0), QTTY_E_INVAL },  { at(4, 1, 0, 0), QTTY_E_INVAL },
        { press(0, 0, 0), QTTY_E_INVAL },  { press(12, 0, 0), QTTY_E_INVAL },
        { modifier, QTTY_E_INVAL },        { press(1, 24, 0), QTTY_E_RANGE },
        { press(1, 0, 80), QTTY_E_RANGE }, { pixel, QTTY_E_RANGE },
    };
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1003h");
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(qtty_emulator_mouse(e, &cases[i].mouse, &out), cases[i].status);
    assert_int_equal(out.len, 0);
    qtty_buf_finish(&out);
    qtty_emulator_destroy(e);
}

/* A report that was not appended did not happen: the motion is told again. */
static void
a_report_that_does_not_fit_is_not_forgotten(void **state)
{
    (void)state;
    qtty_emulator *e = screen_of(24, 80, "\x1b[?1003h");
    qtty_mouse mouse = motion(0, 3, 3);
    qtty_buf out;
    qtty_buf_init(&out, NULL, 4);
    assert_int_equal(qtty_emulator_mouse(e, &mouse, &out), QTTY_E_LIMIT);
    assert_int_equal(out.len, 0);
    qtty_buf_finish(&out);
    assert_mouse(e, mouse, "\x1b[MC$$");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_mode_there_is_no_report),
        cmocka_unit_test(x10_reports_presses_of_three_buttons),
        cmocka_unit_test(clicks_are_presses_and_releases),
        cmocka_unit_test(wheels_have_no_release),
        cmocka_unit_test(drags_need_a_button_and_another_cell),
        cmocka_unit_test(all_motion_is_reported_once_a_cell),
        cmocka_unit_test(buttons_have_their_codes),
        cmocka_unit_test(modifiers_are_bits),
        cmocka_unit_test(the_default_format_ends_at_223),
        cmocka_unit_test(the_utf8_format_ends_at_2015),
        cmocka_unit_test(numbers_have_no_end),
        cmocka_unit_test(pixels_are_their_own_unit),
        cmocka_unit_test(reports_begin_as_terminfo_says),
        cmocka_unit_test(the_wheel_is_cursor_keys_on_the_alternate_screen),
        cmocka_unit_test(what_is_no_mouse_event_is_refused),
        cmocka_unit_test(a_report_that_does_not_fit_is_not_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
