/* The engine on libvterm: what crashes the library is out of reach, and what it does not
 * tell is derived. Screens are read through the public interface. */
#include <quietty/emulator.h>

#include "adapter/guard.h"
#include "unicode/utf8.h"
#include "unit/check.h"
#include <vterm.h>

static qtty_emulator *
terminal(uint32_t rows, uint32_t cols)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.engine = "libvterm";
    config.rows = rows;
    config.cols = cols;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

static void
feed(qtty_emulator *e, const char *text)
{
    qtty_span bytes = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(qtty_emulator_feed(e, bytes), QTTY_OK);
}

static void
assert_row(const qtty_emulator *e, int32_t row, const char *expected)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_emulator_row_text(e, row, &text), QTTY_OK);
    assert_int_equal(qtty_buf_append(&text, "", 1), QTTY_OK);
    assert_string_equal((const char *)text.data, expected);
    qtty_buf_finish(&text);
}

static void
assert_cursor(const qtty_emulator *e, uint32_t row, uint32_t col, bool pending_wrap)
{
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    assert_int_equal(cursor.row, row);
    assert_int_equal(cursor.col, col);
    assert_int_equal(cursor.pending_wrap, pending_wrap);
}

static bool
wrapped(const qtty_emulator *e, int32_t row)
{
    qtty_row info;
    assert_int_equal(qtty_emulator_row(e, row, &info), QTTY_OK);
    return info.soft_wrapped;
}

/* --- Out of reach ------------------------------------------------------------------- */

static void
more_than_sixteen_parameters_are_harmless(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(4, 10);
    for (const char *final = "@ABCDEFGHIJKLMPSTXZ`abdefghjklrstu"; *final != '\0';
         final++) {
        char sequence[512] = "\x1b[";
        for (int i = 0; i < 100; i++)
            strcat(sequence, "1;");
        strncat(sequence, final, 1);
        feed(e, sequence);
    }
    feed(e, "\x1b[H\x1b[2Jok");
    assert_row(e, 0, "ok");
    qtty_emulator_destroy(e);
}

static void
rep_needs_a_graphic_and_works_once(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 10);
    feed(e, "\x1b[99999999b");
    assert_row(e, 0, "");
    feed(e, "a\x1b[3b\x1b[3b");
    assert_row(e, 0, "aaaa");
    feed(e, "\r\n\x1b[5b");
    assert_row(e, 1, "");
    qtty_emulator_destroy(e);
}

static void
rep_ends_with_the_screen(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 4);
    feed(e, "x\x1b[65535b");
    assert_row(e, 0, "xxxx");
    assert_row(e, 1, "x");
    qtty_emulator_destroy(e);
}

static void
a_wide_character_has_no_place_in_one_column(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(3, 1);
    feed(e, "\u65E5\u672C\r\na\x1b[5b");
    assert_row(e, -1, "a");
    assert_row(e, 2, "a");
    qtty_emulator_destroy(e);
}

static void
a_wide_character_does_not_wrap_without_autowrap(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 10);
    feed(e, "\x1b[?7labcdefghi\u65E5");
    assert_row(e, 0, "abcdefghi");
    assert_row(e, 1, "");
    qtty_emulator_destroy(e);
}

static void
combining_marks_without_end_take_one_cell(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 10);
    feed(e, "a");
    for (int i = 0; i < 100000; i++)
        feed(e, "\u0301");
    feed(e, "b");
    for (int i = 0; i < 100000; i++)
        feed(e, "\u0600\b");
    qtty_cell cell;
    assert_int_equal(qtty_emulator_cell(e, 0, 0, &cell), QTTY_OK);
    assert_in_range(cell.text_len, 3, QTTY_CLUSTER_BYTES_MAX);
    assert_cursor(e, 0, 2, false);
    qtty_emulator_destroy(e);
}

/* --- The guard and the library agree ------------------------------------------------ */

static int
count_code_points(VTermGlyphInfo *info, VTermPos pos, void *user)
{
    (void)pos;
    int *count = user;
    for (*count = 0; info->chars[*count] != 0;)
        ++*count;
    return 1;
}

static void
the_library_combines_no_stand_in_and_knows_its_width(void **state)
{
    (void)state;
    static const VTermStateCallbacks callbacks = { .putglyph = count_code_points };
    int count = 0;
    VTerm *vt = vterm_new(4, 80);
    vterm_set_utf8(vt, 1);
    VTermState *library = vterm_obtain_state(vt);
    vterm_state_set_callbacks(library, &callbacks, &count);
    vterm_state_reset(library, 1);
    for (uint32_t width = 1; width <= 2; width++) {
        uint8_t text[5] = { 'a' };
        uint32_t len = utf8_encode(guard_stand_in(0x1F600, width), text + 1);
        vterm_input_write(vt, "\x1b[H", 3);
        vterm_input_write(vt, (const char *)text, len + 1);
        VTermPos pos;
        vterm_state_get_cursorpos(library, &pos);
        assert_int_equal(count, 1);
        assert_int_equal(pos.col, 1 + width);
    }
    vterm_free(vt);
}

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

/* --- Lack of memory ----------------------------------------------------------------- */

static const char session[] =
    "\x1b[31mhello \u65E5\u672C e\u0301\u0323\r\n\x1b]8;;http://e.x/\x07link\x1b]8;;\x07"
    "\x1b[?1049h\x1b[2Jalternate\x1b[?1049l\x1b]2;title\x07\x1b[6n\x1b[c\n\n\n\n\n\n\x1b"
    "c"
    "\x1b]4;1;?\x07\x1bP$qm\x1b\\done";

/* A session in which allocation number `fail_at` fails. @return allocations it asked
 * for. */
static long
session_failing_at(long fail_at)
{
    struct failing_allocator failing = { .fail_at = fail_at };
    qtty_allocator a = failing_allocator_hook(&failing);
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.allocator = &a;
    config.rows = 4;
    config.cols = 20;
    qtty_emulator *e;
    qtty_status st = qtty_emulator_create(&e, &config);
    if (st == QTTY_OK) {
        qtty_span bytes = { (const uint8_t *)session, sizeof session - 1 };
        qtty_emulator_feed(e, bytes);
        qtty_emulator_resize(e, 8, 30);
        qtty_emulator_resize(e, 3, 10);
        static const char last[] = "\x1b[?1049l\x1b"
                                   "c\x1b[Hstill here";
        qtty_emulator_feed(e, (qtty_span){ (const uint8_t *)last, sizeof last - 1 });
        assert_row(e, 0, "still here");
    } else {
        assert_int_equal(st, QTTY_E_NOMEM);
        assert_null(e);
    }
    qtty_emulator_destroy(e);
    assert_int_equal(failing.live, 0);
    return failing.calls;
}

static void
a_row_that_cannot_be_kept_is_reported(void **state)
{
    (void)state;
    struct failing_allocator failing = { 0 };
    qtty_allocator a = failing_allocator_hook(&failing);
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.allocator = &a;
    config.rows = 2;
    qtty_emulator *e;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "a\r\nb\r\nc");
    failing.calls = 0;
    failing.fail_at = 1;
    qtty_span bytes = { (const uint8_t *)"\r\nd", 3 };
    assert_int_equal(qtty_emulator_feed(e, bytes), QTTY_E_NOMEM);
    assert_row(e, 1, "d");
    feed(e, "\r\ne");
    qtty_emulator_destroy(e);
}

static void
every_allocation_may_fail(void **state)
{
    (void)state;
    long calls = session_failing_at(0);
    assert_true(calls > 20);
    for (long fail_at = 1; fail_at <= calls; fail_at++)
        session_failing_at(fail_at);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_sixteen_parameters_are_harmless),
        cmocka_unit_test(rep_needs_a_graphic_and_works_once),
        cmocka_unit_test(rep_ends_with_the_screen),
        cmocka_unit_test(a_wide_character_has_no_place_in_one_column),
        cmocka_unit_test(a_wide_character_does_not_wrap_without_autowrap),
        cmocka_unit_test(combining_marks_without_end_take_one_cell),
        cmocka_unit_test(the_library_combines_no_stand_in_and_knows_its_width),
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
        cmocka_unit_test(autowrap_off_ends_pending_wrap),
        cmocka_unit_test(a_row_that_cannot_be_kept_is_reported),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
