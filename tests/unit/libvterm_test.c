/* The engine on libvterm: what the library does not tell is derived, and where it departs
 * from xterm it is mended. Screens are read through the public interface. */
#include "unit/terminal.h"
#include <stdio.h>

/* --- Derived ------------------------------------------------------------------------ */

static void
pending_wrap_is_set_by_the_last_column_and_cleared_by_motion(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(3, 5);
    feed(e, "ABCDE");
    assert_cursor(e, 0, 4, true);
    feed(e, "\x1b[1m\x1b[?25l");
    assert_cursor(e, 0, 4, true);
    feed(e, "\x1b[C");
    assert_cursor(e, 0, 4, false);
    feed(e, "EF");
    assert_cursor(e, 1, 1, false);
    feed(e, "\x1b[?7lZZZZZZ");
    assert_cursor(e, 1, 4, false);
    qtty_emulator_destroy(e);
}

static void
a_wide_cluster_in_the_last_columns_waits_in_the_last_one(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 6);
    feed(e, "abcd\u65E5");
    assert_cursor(e, 0, 5, true);
    qtty_emulator_destroy(e);
}

static void
only_a_print_across_the_edge_wraps_softly(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(4, 5);
    feed(e, "ABCDEF");
    assert_true(wrapped(e, 0));
    feed(e, "\x1b[2J\x1b[HABCDE\r\nF");
    assert_false(wrapped(e, 0));
    feed(e, "\x1b[2J\x1b[HABCD\u65E5");
    assert_true(wrapped(e, 0));
    assert_row(e, 0, "ABCD");
    qtty_emulator_destroy(e);
}

static void
soft_wrap_goes_with_the_row_that_scrolls(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 3);
    feed(e, "x\r\nabcdefghi");
    assert_row(e, -1, "abc");
    assert_true(wrapped(e, -1));
    assert_true(wrapped(e, 0));
    assert_false(wrapped(e, -2));
    assert_false(wrapped(e, 1));
    qtty_emulator_destroy(e);
}

static void
a_screen_of_one_row_wraps_into_the_scrollback(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 3);
    feed(e, "abcdef\r\ng");
    assert_true(wrapped(e, -2));
    assert_false(wrapped(e, -1));
    qtty_emulator_destroy(e);
}

static void
graphics_apply_to_ascii_alone(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 10);
    feed(e, "\x1b(0\u00E9q\u65E5q\x1b(Bq");
    assert_row(e, 0, "\u00E9\u2500\u65E5\u2500q");
    qtty_emulator_destroy(e);
}

static void
text_keeps_its_whole_style(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 10);
    feed(e, "\x1b[2;8;4:3;58;5;9;38;2;1;2;3mx\x1b[m\x1b]8;;http://e.x/\x1b\\y");
    qtty_cell x, y;
    qtty_emulator_cell(e, 0, 0, &x);
    qtty_emulator_cell(e, 0, 1, &y);
    assert_int_equal(x.style.attributes, QTTY_DIM | QTTY_INVISIBLE);
    assert_int_equal(x.style.underline, QTTY_UNDERLINE_CURLY);
    assert_int_equal(x.style.ul, QTTY_COLOR_INDEXED(9));
    assert_int_equal(x.style.fg, QTTY_COLOR_RGB(1, 2, 3));
    assert_int_equal(y.link.len, 11);
    assert_memory_equal(y.link.data, "http://e.x/", 11);
    qtty_emulator_destroy(e);
}

static void
erased_cells_keep_the_background_alone(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 4);
    feed(e, "\x1b[1;31;42m\x1b[2K");
    qtty_cell cell;
    qtty_emulator_cell(e, 0, 3, &cell);
    assert_int_equal(cell.style.bg, QTTY_COLOR_INDEXED(2));
    assert_int_equal(cell.style.fg, QTTY_COLOR_DEFAULT);
    assert_int_equal(cell.style.attributes, 0);
    qtty_emulator_destroy(e);
}

static void
marks_go_to_the_last_graphic_or_to_the_cell_before(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 4);
    feed(e, "abcd\u0301");
    assert_row(e, 0, "abcd\u0301");
    feed(e, "\x1b[1;3H\u0302");
    assert_row(e, 0, "ab\u0302cd\u0301");
    feed(e, "\x1b[2;1H\u0303");
    assert_row(e, 1, "");
    qtty_emulator_destroy(e);
}

static void
widths_are_those_of_the_projects_unicode(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 20);
    feed(e, "\U0001FAE8|\u0600|\u302E|");
    assert_cursor(e, 0, 8, false);
    qtty_emulator_destroy(e);
}

static void
the_cursor_stays_at_the_top_when_its_row_leaves(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(24, 80);
    feed(e, "\x1b[20;1Hlow\x1b[H");
    assert_int_equal(qtty_emulator_resize(e, 15, 60), QTTY_OK);
    assert_cursor(e, 0, 0, false);
    assert_row(e, 14, "low");
    feed(e, "x");
    assert_row(e, 0, "x");
    qtty_emulator_destroy(e);
}

static void
the_cursor_is_restored_into_a_smaller_screen(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(24, 80);
    feed(e, "\x1b[20;70H\x1b"
            "7\x1b[20;24r");
    assert_int_equal(qtty_emulator_resize(e, 5, 10), QTTY_OK);
    feed(e, "\x1b"
            "8x\n\n\x1b[u\x1b[?1048l\x1b[?1049l");
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    assert_in_range(cursor.row, 0, 4);
    assert_in_range(cursor.col, 0, 9);
    qtty_emulator_destroy(e);
}

static void
the_alternate_screen_brings_cursor_and_pen_back(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(3, 6);
    feed(e, "ab\x1b[1m\x1b[?1049h\x1b[m\x1b[3;3Hzz");
    assert_true(qtty_emulator_alternate(e));
    assert_row(e, 0, "");
    feed(e, "\x1b[?1049lc");
    assert_false(qtty_emulator_alternate(e));
    assert_row(e, 0, "abc");
    qtty_cell cell;
    qtty_emulator_cell(e, 0, 2, &cell);
    assert_int_equal(cell.style.attributes, QTTY_BOLD);
    qtty_emulator_destroy(e);
}

static void
resizing_keeps_the_cursor_on_its_text(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(4, 6);
    feed(e, "a\r\nb\r\nc\r\nd");
    assert_int_equal(qtty_emulator_resize(e, 2, 6), QTTY_OK);
    assert_row(e, 1, "d");
    assert_cursor(e, 1, 1, false);
    assert_int_equal(qtty_emulator_resize(e, 4, 9), QTTY_OK);
    assert_row(e, 3, "d");
    assert_cursor(e, 3, 1, false);
    assert_int_equal(qtty_emulator_scrollback(e), 0);
    feed(e, "e");
    assert_row(e, 3, "de");
    qtty_emulator_destroy(e);
}

static void
double_width_rows_survive_one_column(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 6);
    feed(e, "\x1b#6");
    assert_int_equal(qtty_emulator_resize(e, 2, 1), QTTY_OK);
    feed(e, "ab\x1b#6"
            "c");
    assert_row(e, 1, "c");
    qtty_emulator_destroy(e);
}

static void
character_sets_come_back_with_the_cursor(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 10);
    feed(e, "\x1b(0q\x1b"
            "8qq");
    assert_row(e, 0, "qq");
    feed(e, "\x1b(0\x1b"
            "7\x1b(B\x1b"
            "8q");
    assert_row(e, 0, "qq\u2500");
    qtty_emulator_destroy(e);
}

static void
a_single_shift_is_for_the_next_graphic_of_ascii(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 10);
    feed(e, "\x1b*0\x1bNqq\x1bN\u00E9q");
    assert_row(e, 0, "\u2500q\u00E9q");
    qtty_emulator_destroy(e);
}

static void
a_cursor_outside_the_margins_is_placed_without_a_trace(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(24, 20);
    feed(e, "\x1b[?6h\x1b"
            "7\x1b[10;20r\x1b"
            "8\x1b[C\x1b[1K");
    for (int32_t row = 0; row < 24; row++)
        assert_row(e, row, "");
    qtty_emulator_destroy(e);
}

static void
the_saved_cursor_moves_with_its_row(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(4, 10);
    feed(e, "1\r\n2\r\n3\r\n4\r\n5\r\n$ \x1b[?1049h");
    assert_int_equal(qtty_emulator_resize(e, 6, 10), QTTY_OK);
    feed(e, "\x1b[?1049lls");
    assert_row(e, 5, "$ ls");
    assert_row(e, 3, "4");
    qtty_emulator_destroy(e);
}

static void
alignment_wraps_nothing(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(3, 4);
    feed(e, "\x1b#8");
    for (int32_t row = 0; row < 3; row++)
        assert_false(wrapped(e, row));
    qtty_emulator_destroy(e);
}

static void
the_pen_outlives_a_sweep_of_the_tables(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 10);
    char text[64];
    for (unsigned i = 0; i < 70000; i++) {
        snprintf(text, sizeof text, "\x1b]8;;%u\x07\x1b[38;2;%u;%u;7mx\r", i,
                 i / 256 % 256, i % 256);
        feed(e, text);
        qtty_cell cell;
        qtty_emulator_cell(e, 0, 0, &cell);
        assert_int_equal(cell.style.fg, QTTY_COLOR_RGB(i / 256 % 256, i % 256, 7));
        snprintf(text, sizeof text, "%u", i);
        assert_int_equal(cell.link.len, strlen(text));
        assert_memory_equal(cell.link.data, text, cell.link.len);
    }
    qtty_emulator_destroy(e);
}

static void
a_column_mode_ends_pending_wrap(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 1);
    feed(e, "A\x1b[?40h\x1b[?3h");
    assert_cursor(e, 0, 0, false);
    feed(e, "B");
    assert_row(e, 0, "B");
    assert_int_equal(qtty_emulator_scrollback(e), 0);
    qtty_emulator_destroy(e);
}

static void
the_last_row_continues_nowhere_after_a_shrink(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(3, 3);
    feed(e, "\x1b[2;1Habcd\x1b[3;1H\x1b[K\x1b[2;1H");
    assert_int_equal(qtty_emulator_resize(e, 2, 3), QTTY_OK);
    assert_row(e, 1, "abc");
    assert_false(wrapped(e, 1));
    qtty_emulator_destroy(e);
}

static void
tab_stops_of_a_wider_screen_are_every_eighth(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(1, 20);
    feed(e, "\x1b[3g");
    assert_int_equal(qtty_emulator_resize(e, 1, 41), QTTY_OK);
    feed(e, "\x1b[2$w\t");
    assert_cursor(e, 0, 24, false);
    qtty_span reply = qtty_emulator_replies(e);
    assert_int_equal(reply.len, 15);
    assert_memory_equal(reply.data, "\x1bP2$u25/33/41\x1b\\", 15);
    qtty_emulator_destroy(e);
}

static void
autowrap_off_ends_pending_wrap(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 3);
    feed(e, "abc\x1b[?7lde");
    assert_row(e, 0, "abe");
    assert_row(e, 1, "");
    qtty_emulator_destroy(e);

    e = terminal(1, 1);
    feed(e, "d\r\x1b[?7lled");
    assert_row(e, 0, "d");
    assert_int_equal(qtty_emulator_scrollback(e), 0);
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pending_wrap_is_set_by_the_last_column_and_cleared_by_motion),
        cmocka_unit_test(a_wide_cluster_in_the_last_columns_waits_in_the_last_one),
        cmocka_unit_test(only_a_print_across_the_edge_wraps_softly),
        cmocka_unit_test(soft_wrap_goes_with_the_row_that_scrolls),
        cmocka_unit_test(a_screen_of_one_row_wraps_into_the_scrollback),
        cmocka_unit_test(graphics_apply_to_ascii_alone),
        cmocka_unit_test(text_keeps_its_whole_style),
        cmocka_unit_test(erased_cells_keep_the_background_alone),
        cmocka_unit_test(marks_go_to_the_last_graphic_or_to_the_cell_before),
        cmocka_unit_test(widths_are_those_of_the_projects_unicode),
        cmocka_unit_test(the_cursor_stays_at_the_top_when_its_row_leaves),
        cmocka_unit_test(the_cursor_is_restored_into_a_smaller_screen),
        cmocka_unit_test(the_alternate_screen_brings_cursor_and_pen_back),
        cmocka_unit_test(resizing_keeps_the_cursor_on_its_text),
        cmocka_unit_test(double_width_rows_survive_one_column),
        cmocka_unit_test(character_sets_come_back_with_the_cursor),
        cmocka_unit_test(a_single_shift_is_for_the_next_graphic_of_ascii),
        cmocka_unit_test(a_cursor_outside_the_margins_is_placed_without_a_trace),
        cmocka_unit_test(the_saved_cursor_moves_with_its_row),
        cmocka_unit_test(alignment_wraps_nothing),
        cmocka_unit_test(the_pen_outlives_a_sweep_of_the_tables),
        cmocka_unit_test(a_column_mode_ends_pending_wrap),
        cmocka_unit_test(the_last_row_continues_nowhere_after_a_shrink),
        cmocka_unit_test(tab_stops_of_a_wider_screen_are_every_eighth),
        cmocka_unit_test(autowrap_off_ends_pending_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
