/* The engine on libtsm: cells come back from it exactly, what it does not tell is
 * derived, and what would hurt it or the screen is kept from it. */
#include "unit/terminal.h"
#include <stdio.h>

static qtty_emulator *
libtsm(uint32_t rows, uint32_t cols)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.engine = "libtsm";
    config.rows = rows;
    config.cols = cols;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

static qtty_cell
cell_at(const qtty_emulator *e, int32_t row, uint32_t col)
{
    qtty_cell cell;
    assert_int_equal(qtty_emulator_cell(e, row, col, &cell), QTTY_OK);
    return cell;
}

/* --- Cells -------------------------------------------------------------------------- */

/* libtsm itself knows neither dim nor curly underlines, nor links. */
static void
cells_come_back_whole_after_they_moved(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(4, 10);
    feed(e, "\x1b[2;8;4:3;58;5;9;38;2;1;2;3mx\x1b[m\x1b]8;;http://e.x/\x1b\\e\xCC\x81"
            "\x1b]8;;\x1b\\\U0001F600");
    feed(e, "\x1b[H\x1b[2L\x1b[3;1H\x1b[2@");
    qtty_cell x = cell_at(e, 2, 2), y = cell_at(e, 2, 3);
    assert_string_equal(x.text, "x");
    assert_int_equal(x.style.attributes, QTTY_DIM | QTTY_INVISIBLE);
    assert_int_equal(x.style.underline, QTTY_UNDERLINE_CURLY);
    assert_int_equal(x.style.ul, QTTY_COLOR_INDEXED(9));
    assert_int_equal(x.style.fg, QTTY_COLOR_RGB(1, 2, 3));
    assert_string_equal(y.text, "e\xCC\x81");
    assert_int_equal(y.link.len, 11);
    assert_memory_equal(y.link.data, "http://e.x/", 11);
    assert_string_equal(cell_at(e, 2, 4).text, "\U0001F600");
    assert_int_equal(cell_at(e, 2, 5).width, 0);
    qtty_emulator_destroy(e);
}

static void
a_written_space_is_told_from_an_erased_cell(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(1, 6);
    feed(e, "\x1b[44ma b\x1b[2D\x1b[X");
    assert_string_equal(cell_at(e, 0, 1).text, "");
    assert_int_equal(cell_at(e, 0, 1).style.bg, QTTY_COLOR_INDEXED(4));
    feed(e, " ");
    assert_string_equal(cell_at(e, 0, 1).text, " ");
    qtty_emulator_destroy(e);
}

/* xterm and VTE; libtsm leaves the other half, and would shift it about. */
static void
halves_of_wide_characters_become_blanks_on_both_sides(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(2, 8);
    feed(e, "\u65E5\u672Cx\rA\x1b[4G\x1b[X\x1b[H\x1b[@");
    assert_row(e, 0, " A   x");
    for (uint32_t col = 0; col < 8; col++)
        assert_int_equal(cell_at(e, 0, col).width, 1);
    feed(e, "\x1b[2G\x1b[P");
    assert_row(e, 0, "    x");
    qtty_emulator_destroy(e);
}

static void
special_graphics_are_as_xterm_has_them(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(1, 40);
    feed(e, "\x1b(0jklmnqtuvwx\x1b(Bq\x1b)0\x0Eq\x0Fq\x1b*0\x1bNqq");
    assert_row(e, 0, "┘┐┌└┼─├┤┴┬│q─q─q");
    qtty_emulator_destroy(e);
}

/* A table of styles that is full is swept: what libtsm's cells name is not. */
static void
cells_outlive_a_sweep_of_the_tables(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(2, 4);
    feed(e, "\x1b[38;2;9;9;9mkept\x1b[2;1H");
    for (unsigned i = 0; i < 70000; i++) {
        char text[48];
        snprintf(text, sizeof text, "\x1b[48;2;%u;%u;%um\x1b[2K", i & 255, i >> 8 & 255,
                 i >> 16);
        feed(e, text);
    }
    assert_int_equal(cell_at(e, 0, 0).style.fg, QTTY_COLOR_RGB(9, 9, 9));
    assert_int_equal(cell_at(e, 1, 3).style.bg, QTTY_COLOR_RGB(111, 17, 1));
    qtty_emulator_destroy(e);
}

/* --- Rows --------------------------------------------------------------------------- */

static void
rows_that_leave_are_kept(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(3, 5);
    feed(e, "one\r\ntwo\r\nthreefour\x1b[2S");
    assert_row(e, -3, "one");
    assert_row(e, -2, "two");
    assert_row(e, -1, "three");
    assert_true(wrapped(e, -1));
    assert_row(e, 0, "four");
    feed(e, "\x1b[2;3r\x1b[3;1Hx\ny\n");
    assert_row(e, -1, "three");
    qtty_emulator_destroy(e);
}

/* Below the margins libtsm would scroll what is between them; xterm scrolls nothing. */
static void
below_and_above_the_margins_nothing_scrolls(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(4, 3);
    feed(e, "abc\x1b[2;1Hdef\x1b[2;3r\x1b[4;1H\n\x1b"
            "D\x1b"
            "Exyzw");
    assert_row(e, 1, "def");
    assert_row(e, 3, "wyz");
    feed(e, "\x1b[1;2H\x1bM\x1bM");
    assert_row(e, 0, "abc");
    assert_row(e, 1, "def");
    qtty_emulator_destroy(e);
}

/* --- A new size --------------------------------------------------------------------- */

static void
a_new_size_keeps_rows_as_the_screen_lays_them_out(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(4, 6);
    feed(e, "one\r\ntwo\r\nthree\r\nfour");
    assert_int_equal(qtty_emulator_resize(e, 2, 6), QTTY_OK);
    assert_row(e, 0, "three");
    assert_row(e, -1, "two");
    assert_cursor(e, 1, 4, false);
    assert_int_equal(qtty_emulator_resize(e, 5, 9), QTTY_OK);
    assert_row(e, 0, "one");
    assert_row(e, 3, "four");
    feed(e, "\x1b[2;2H\x1b[@\r\n\x1b[Kx\x1b[4;5H\x1b[1K");
    assert_row(e, 1, "t wo");
    assert_row(e, 2, "x");
    assert_row(e, 3, "");
    qtty_emulator_destroy(e);
}

static void
the_screen_that_is_not_shown_is_resized_too(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(4, 8);
    feed(e, "one\r\ntwo\x1b[?1049h\x1b[4;1Hother");
    assert_int_equal(qtty_emulator_resize(e, 3, 5), QTTY_OK);
    feed(e, "\x1b[?1049l");
    assert_row(e, 0, "one");
    assert_row(e, 1, "two");
    assert_cursor(e, 1, 3, false);
    feed(e, "\x1b[?47h");
    assert_row(e, 2, "other");
    feed(e, "\x1b[3;1H\x1b[2P");
    assert_row(e, 2, "her");
    qtty_emulator_destroy(e);
}

static void
tab_stops_and_modes_survive_a_new_size(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(2, 12);
    feed(e, "\x1b[3g\x1b[1;4H\x1bH\x1b[4h\rab");
    assert_int_equal(qtty_emulator_resize(e, 3, 20), QTTY_OK);
    feed(e, "\r\t");
    assert_cursor(e, 0, 3, false);
    feed(e, "\t");
    assert_cursor(e, 0, 16, false);
    feed(e, "\rx");
    assert_row(e, 0, "xab");
    qtty_emulator_destroy(e);
}

/* --- Edges -------------------------------------------------------------------------- */

static void
the_smallest_screen_takes_anything(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(1, 1);
    feed(e, "\u65E5"
            "ab\xCC\x81\x1b[4h\u65E5"
            "c\x1b[?7l\u65E5"
            "d\t\x1b[Z\x1b[99@\x1b[99P");
    feed(e, "\x1b[99L\x1b[99M\x1b[99S\x1b[99T\x1b[99X\x1b[99b\x1b#8\x1b[2;1r\x1b[J");
    assert_cursor(e, 0, 0, false);
    feed(e, "\x1b"
            "cz");
    assert_row(e, 0, "z");
    assert_cursor(e, 0, 0, true);
    qtty_emulator_destroy(e);
}

/* libtsm's parser keeps 16 parameters, and numbers without a sign. */
static void
counts_past_every_screen_are_harmless(void **state)
{
    (void)state;
    qtty_emulator *e = libtsm(3, 8);
    feed(e, "x\x1b[65535C\x1b[65535B\x1b[65535a\x1b[65535e\x1b[65535`\x1b[65535I");
    assert_cursor(e, 2, 7, false);
    feed(e, "\x1b[65535D\x1b[65535A\x1b[65535j\x1b[65535k\x1b[65535Z");
    assert_cursor(e, 0, 0, false);
    feed(e, "\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20X");
    assert_row(e, 0, "");
    feed(e, "\x1b[65535@\x1b[65535P\x1b[65535L\x1b[65535M\x1b[65535S\x1b[65535Ty");
    assert_row(e, 0, "y");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_come_back_whole_after_they_moved),
        cmocka_unit_test(a_written_space_is_told_from_an_erased_cell),
        cmocka_unit_test(halves_of_wide_characters_become_blanks_on_both_sides),
        cmocka_unit_test(special_graphics_are_as_xterm_has_them),
        cmocka_unit_test(cells_outlive_a_sweep_of_the_tables),
        cmocka_unit_test(rows_that_leave_are_kept),
        cmocka_unit_test(below_and_above_the_margins_nothing_scrolls),
        cmocka_unit_test(a_new_size_keeps_rows_as_the_screen_lays_them_out),
        cmocka_unit_test(the_screen_that_is_not_shown_is_resized_too),
        cmocka_unit_test(tab_stops_and_modes_survive_a_new_size),
        cmocka_unit_test(the_smallest_screen_takes_anything),
        cmocka_unit_test(counts_past_every_screen_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
