/* Rows and screens: ids travel with rows, halves of wide clusters never stay behind, what
 * leaves the top is kept, and lack of memory changes nothing. */
#include "screen/screen.h"

#include "unicode/utf8.h"
#include "unit/check.h"

/* A cluster: its first scalar is put, the others are combined with it. */
static void
put(struct screen *s, uint32_t y, uint32_t x, const char *text, uint32_t width)
{
    qtty_span rest = { (const uint8_t *)text, strlen(text) };
    struct glyph g = { .scalar = utf8_next(&rest), .width = width };
    screen_put(s, y, x, &g);
    while (rest.len != 0)
        screen_combine(s, y, x, utf8_next(&rest));
}

static void
put_row(struct screen *s, uint32_t y, const char *text)
{
    for (uint32_t x = 0; text[x] != '\0'; x++)
        put(s, y, x, (char[]){ text[x], '\0' }, 1);
}

static void
assert_text(const struct screen *s, const struct row *row, const char *expected)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    assert_non_null(row);
    assert_int_equal(screen_text(s, row, &text), QTTY_OK);
    assert_int_equal(qtty_buf_append(&text, "", 1), QTTY_OK);
    assert_string_equal((const char *)text.data, expected);
    qtty_buf_finish(&text);
}

/* The nth row above the screen; NULL: there is none. */
static void
assert_above(struct screen *s, uint32_t n, const char *expected)
{
    struct stretch row;
    qtty_buf text;
    assert_true(history_above(&s->history, n, &row));
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(screen_stretch_text(s, &row, &text), QTTY_OK);
    assert_int_equal(qtty_buf_append(&text, "", 1), QTTY_OK);
    assert_string_equal((const char *)text.data, expected);
    qtty_buf_finish(&text);
}

static void
begin(struct screen *s, uint32_t rows, uint32_t cols)
{
    assert_int_equal(screen_init(s, NULL, rows, cols, 100), QTTY_OK);
}

/* --- Cells -------------------------------------------------------------------------- */

static void
overwriting_half_of_a_wide_cluster_blanks_the_other(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 6);
    put(&s, 0, 0, "\u65E5", 2);
    put(&s, 0, 2, "\u672C", 2);
    put(&s, 0, 1, "X", 1);
    assert_text(&s, s.primary[0], " X\u672C");
    put(&s, 0, 2, "Y", 1);
    assert_text(&s, s.primary[0], " XY");
    screen_finish(&s);
}

static void
what_does_not_fit_into_the_row_is_not_put(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 1);
    put(&s, 0, 0, "\u65E5", 2);
    assert_text(&s, s.primary[0], "");
    assert_int_equal(s.primary[0]->id, 0);
    screen_finish(&s);
}

static void
a_cluster_of_many_scalars_is_kept_whole(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 6);
    put(&s, 0, 0, "e\u0301\u0323", 1);
    qtty_cell cell;
    screen_cell(&s, s.primary[0], 0, &cell);
    assert_string_equal(cell.text, "e\u0301\u0323");
    assert_int_equal(cell.width, 1);
    screen_finish(&s);
}

/* 'e' and 31 marks of two bytes: with one more it would have 65. */
static void
a_cluster_grows_up_to_its_ceiling(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 6);
    put(&s, 0, 0, "e", 1);
    for (int i = 0; i < 100; i++)
        screen_combine(&s, 0, 0, 0x301);
    qtty_cell cell;
    screen_cell(&s, s.primary[0], 0, &cell);
    assert_int_equal(strlen(cell.text), 63);
    screen_finish(&s);
}

static void
erasing_part_of_a_wide_cluster_erases_it(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 6);
    put_row(&s, 0, "a");
    put(&s, 0, 1, "\u65E5", 2);
    put(&s, 0, 3, "b", 1);
    screen_erase(&s, (struct rect){ 0, 2, 1, 3 }, 0, false);
    assert_text(&s, s.primary[0], "a  b");
    screen_finish(&s);
}

static void
selective_erase_leaves_protected_cells(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 4);
    struct glyph g = { .scalar = 'P', .width = 1, .protect = true };
    put_row(&s, 0, "abcd");
    screen_put(&s, 0, 2, &g);
    screen_erase(&s, (struct rect){ 0, 0, 1, 4 }, 0, true);
    assert_text(&s, s.primary[0], "  P");
    screen_erase(&s, (struct rect){ 0, 0, 1, 4 }, 0, false);
    assert_text(&s, s.primary[0], "");
    screen_finish(&s);
}

/* --- Scrolling ---------------------------------------------------------------------- */

/* One row, as most scrolling does, and several are moved in different ways. */
static void
ids_travel_with_rows(void **state)
{
    enum { TOP = 1, COUNT = 5 };
    (void)state;
    for (int32_t up = -COUNT; up <= COUNT; up++) {
        struct screen s;
        begin(&s, TOP + COUNT + 1, 4);
        for (uint32_t y = 0; y < s.rows; y++)
            put_row(&s, y, (char[]){ (char)('0' + y), '\0' });
        screen_scroll(&s, (struct rect){ TOP, 0, TOP + COUNT, 4 }, up, 0, 0, false);
        assert_int_equal(s.primary[0]->id, 1);
        for (int32_t i = 0; i < COUNT; i++) {
            bool stays = i + up >= 0 && i + up < COUNT;
            char text[] = { (char)('0' + TOP + i + up), '\0' };
            assert_int_equal(s.primary[TOP + i]->id, stays ? 1 + TOP + i + up : 0);
            assert_text(&s, s.primary[TOP + i], stays ? text : "");
        }
        assert_int_equal(s.primary[TOP + COUNT]->id, s.rows);
        screen_finish(&s);
    }
}

static void
rows_that_leave_the_top_are_kept_if_asked(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 2, 4);
    put_row(&s, 0, "a");
    put_row(&s, 1, "b");
    screen_scroll(&s, (struct rect){ 0, 0, 2, 4 }, 1, 0, 0, true);
    screen_scroll(&s, (struct rect){ 0, 0, 2, 4 }, 1, 0, 0, false);
    assert_int_equal(s.history.in_view, 1);
    assert_above(&s, 0, "a");
    screen_finish(&s);
}

static void
the_alternate_screen_keeps_nothing(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 2, 4);
    assert_int_equal(screen_switch(&s, true), QTTY_OK);
    put_row(&s, 0, "a");
    screen_scroll(&s, (struct rect){ 0, 0, 2, 4 }, 1, 0, 0, true);
    assert_int_equal(s.history.end, 0);
    screen_finish(&s);
}

static void
scrolling_between_side_margins_moves_cells(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 2, 6);
    put_row(&s, 0, "abcdef");
    put_row(&s, 1, "123456");
    screen_scroll(&s, (struct rect){ 0, 2, 2, 4 }, 1, 0, 0, true);
    assert_text(&s, s.primary[0], "ab34ef");
    assert_text(&s, s.primary[1], "12  56");
    assert_int_equal(s.history.end, 0);
    screen_finish(&s);
}

static void
shifting_cells_splits_wide_clusters_at_the_cut(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 6);
    put_row(&s, 0, "a");
    put(&s, 0, 1, "\u65E5", 2);
    put(&s, 0, 3, "b", 1);
    screen_scroll(&s, (struct rect){ 0, 2, 1, 6 }, 0, -1, 0, false);
    assert_text(&s, s.primary[0], "a   b");
    screen_finish(&s);
}

static void
shifting_cells_leaves_no_half_at_the_end(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 4);
    put_row(&s, 0, "ab");
    put(&s, 0, 2, "\u65E5", 2);
    screen_scroll(&s, (struct rect){ 0, 0, 1, 4 }, 0, 1, 0, false);
    qtty_cell wide, spacer;
    screen_cell(&s, s.primary[0], 1, &wide);
    screen_cell(&s, s.primary[0], 2, &spacer);
    assert_int_equal(wide.width, 2);
    assert_int_equal(spacer.width, 0);
    assert_text(&s, s.primary[0], "b\u65E5");
    screen_finish(&s);
}

static void
scrolling_by_more_than_the_area_erases_it(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 3, 2);
    put_row(&s, 0, "a");
    put_row(&s, 2, "c");
    screen_scroll(&s, (struct rect){ 0, 0, 3, 2 }, 4000, 0, 0, true);
    assert_int_equal(s.history.end, 3);
    for (uint32_t y = 0; y < 3; y++)
        assert_text(&s, s.primary[y], "");
    screen_finish(&s);
}

static void
a_row_that_leaves_with_all_of_its_area_is_not_wrapped(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 3, 2);
    put_row(&s, 1, "ab");
    screen_wrap(&s, 1);
    put_row(&s, 2, "c");
    screen_scroll(&s, (struct rect){ 0, 0, 2, 2 }, 2, 0, 0, true);
    struct stretch last;
    assert_true(history_stretch(&s.history, 1, &last));
    assert_false(last.soft_wrapped);
    screen_finish(&s);
}

static void
a_row_pushed_away_from_its_end_is_not_wrapped_any_more(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 3, 2);
    put_row(&s, 0, "ab");
    screen_wrap(&s, 0);
    put_row(&s, 1, "c");
    screen_scroll(&s, (struct rect){ 1, 0, 3, 2 }, -1, 0, 0, false);
    assert_false(s.primary[0]->soft_wrapped);
    screen_finish(&s);
}

/* --- Keeping and resizing ----------------------------------------------------------- */

static void
a_clear_keeps_rows_out_of_view(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 3, 4);
    put_row(&s, 1, "b");
    screen_keep(&s);
    assert_int_equal(s.history.end, 2);
    assert_int_equal(s.history.in_view, 0);
    struct stretch row;
    struct record record;
    assert_false(history_above(&s.history, 0, &row));
    assert_true(history_record(&s.history, 1, &record));
    assert_memory_equal(record.text.data, "b", 1);
    assert_int_equal(s.primary[1]->id, 0);
    screen_finish(&s);
}

static void
fewer_rows_cut_blank_ones_below_the_cursor_first(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 4, 4);
    put_row(&s, 0, "a");
    put_row(&s, 1, "b");
    struct screen_points points = { .cursor = { .row = 1 } };
    assert_int_equal(screen_resize(&s, 2, 4, &points), QTTY_OK);
    assert_int_equal(points.cursor.row, 1);
    assert_int_equal(s.history.end, 0);
    assert_int_equal(screen_resize(&s, 1, 4, &points), QTTY_OK);
    assert_int_equal(points.cursor.row, 0);
    assert_above(&s, 0, "a");
    assert_text(&s, s.primary[0], "b");
    screen_finish(&s);
}

static void
more_rows_pull_the_scrollback_back_with_its_ids(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 2, 4);
    put_row(&s, 0, "a");
    put_row(&s, 1, "b");
    screen_scroll(&s, (struct rect){ 0, 0, 2, 4 }, 1, 0, 0, true);
    struct screen_points points = { 0 };
    assert_int_equal(history_low(&s.history, 0), 1);
    assert_int_equal(screen_resize(&s, 5, 6, &points), QTTY_OK);
    assert_int_equal(points.cursor.row, 1);
    assert_text(&s, s.primary[0], "a");
    assert_int_equal(s.primary[0]->id, 1);
    assert_int_equal(s.primary[1]->id, 2);
    assert_int_equal(s.history.in_view, 0);
    assert_int_equal(history_low(&s.history, 0), 0);
    assert_int_equal(history_low(&s.history, 1), 0);
    screen_finish(&s);
}

static void
narrowing_cuts_a_wide_cluster_at_the_edge(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 4);
    put_row(&s, 0, "ab");
    put(&s, 0, 2, "\u65E5", 2);
    struct screen_points points = { 0 };
    assert_int_equal(screen_resize(&s, 1, 3, &points), QTTY_OK);
    assert_text(&s, s.primary[0], "ab");
    screen_finish(&s);
}

static void
lack_of_memory_leaves_the_size_as_it_was(void **state)
{
    (void)state;
    for (long fail_at = 1; fail_at < 40; fail_at++) {
        struct failing_allocator failing = { 0 };
        qtty_allocator a = failing_allocator_hook(&failing);
        struct screen s;
        assert_int_equal(screen_init(&s, &a, 3, 4, 10), QTTY_OK);
        assert_int_equal(screen_switch(&s, true), QTTY_OK);
        put_row(&s, 0, "abc");
        failing.calls = 0;
        failing.fail_at = fail_at;
        struct screen_points points = { .cursor = { .row = 2 } };
        qtty_status st = screen_resize(&s, 6, 8, &points);
        if (st == QTTY_OK)
            assert_int_equal(s.rows, 6);
        else
            assert_int_equal(s.rows, 3);
        assert_text(&s, screen_active(&s)[0], "abc");
        screen_finish(&s);
        assert_int_equal(failing.live, 0);
    }
}

/* --- History ------------------------------------------------------------------------ */

/* 0: there is no such row. */
static uint64_t
id_above(struct history *h, uint32_t n)
{
    struct stretch row;
    return history_above(h, n, &row) ? history_id(h, row.place) : 0;
}

static void
the_view_and_the_kept_rows_have_their_own_bounds(void **state)
{
    (void)state;
    struct history h;
    history_init(&h, NULL, NULL, 3);
    struct row *row = row_create(NULL, 2);
    for (uint64_t i = 0; i < 5000; i++) {
        row->id = i;
        assert_true(history_push(&h, row, true));
    }
    assert_int_equal(h.in_view, 3);
    assert_int_equal(id_above(&h, 0), 4999);
    assert_int_equal(id_above(&h, 2), 4997);
    assert_int_equal(id_above(&h, 3), 0);
    assert_int_equal(h.end - h.first, 3 + HISTORY_SPARE);
    free(row);
    history_finish(&h);
}

static void
rows_kept_by_a_clear_are_passed_in_the_view(void **state)
{
    (void)state;
    struct history h;
    history_init(&h, NULL, NULL, 10);
    struct row *row = row_create(NULL, 2);
    for (uint64_t i = 1; i <= 6; i++) {
        row->id = i;
        history_push(&h, row, i % 2 == 0);
    }
    assert_int_equal(id_above(&h, 0), 6);
    assert_int_equal(id_above(&h, 1), 4);
    assert_int_equal(id_above(&h, 2), 2);
    assert_int_equal(id_above(&h, 3), 0);
    free(row);
    history_finish(&h);
}

static void
the_lowest_end_is_known_for_each_pull(void **state)
{
    (void)state;
    struct history h;
    history_init(&h, NULL, NULL, 100);
    struct row *row = row_create(NULL, 2);
    for (int i = 0; i < 10; i++)
        history_push(&h, row, true);
    history_pull(&h, 4);
    history_push(&h, row, true);
    history_pull(&h, 1);
    assert_int_equal(history_low(&h, 0), 6);
    for (int i = 0; i < 5; i++)
        history_push(&h, row, true);
    history_pull(&h, 2);
    assert_int_equal(history_low(&h, 1), 6);
    assert_int_equal(history_low(&h, 2), 9);
    assert_int_equal(history_low(&h, 3), 9);
    for (int i = 0; i < HISTORY_PULLS; i++) {
        history_push(&h, row, true);
        history_pull(&h, 1);
    }
    assert_int_equal(history_low(&h, 2), 0);
    assert_int_equal(history_low(&h, 3), 9);
    free(row);
    history_finish(&h);
}

static void
a_row_lost_for_lack_of_memory_has_a_place(void **state)
{
    (void)state;
    struct failing_allocator failing = { 0 };
    qtty_allocator a = failing_allocator_hook(&failing);
    struct history h;
    struct record record;
    history_init(&h, &a, NULL, 10);
    struct row *row = row_create(&a, 2);
    failing.calls = 0;
    failing.fail_at = 1;
    assert_false(history_push(&h, row, true));
    assert_true(history_push(&h, row, true));
    assert_false(history_record(&h, 0, &record));
    assert_true(history_record(&h, 1, &record));
    assert_int_equal(h.in_view, 1);
    failing_allocator_resize(&failing, row, 0);
    history_finish(&h);
    assert_int_equal(failing.live, 0);
}

/* Blocks are of 64 KiB: fifteen of these rows fill one. */
static void
without_memory_the_oldest_rows_give_theirs(void **state)
{
    (void)state;
    struct failing_allocator failing = { 0 };
    qtty_allocator a = failing_allocator_hook(&failing);
    struct history h;
    struct row *row = row_create(&a, 4096);
    uint8_t text[4096];
    memset(text, 'x', sizeof text);
    row_put_ascii(row, 0, (qtty_span){ text, sizeof text },
                  (struct cell){ .kind = CELL_SCALAR, .width = 1 }, widen_on(CPU_BEST));
    history_init(&h, &a, NULL, 1000);
    while (h.block_count < 3)
        assert_true(history_push(&h, row, true));
    uint64_t before = h.first;
    failing.calls = 0;
    failing.fail_at = 1;
    while (failing.calls == 0)
        assert_true(history_push(&h, row, true));
    assert_true(h.first > before);
    assert_int_equal(h.in_view, h.end - h.first);
    failing_allocator_resize(&failing, row, 0);
    history_finish(&h);
    assert_int_equal(failing.live, 0);
}

static void
ending_the_view_keeps_the_rows(void **state)
{
    (void)state;
    struct history h;
    history_init(&h, NULL, NULL, 10);
    struct row *row = row_create(NULL, 2);
    history_push(&h, row, true);
    history_end_view(&h);
    assert_int_equal(id_above(&h, 0), 0);
    assert_int_equal(history_pullable(&h, 1), 0);
    struct record record;
    assert_true(history_record(&h, 0, &record));
    history_push(&h, row, true);
    assert_int_equal(h.in_view, 1);
    free(row);
    history_finish(&h);
}

/* --- Tables ------------------------------------------------------------------------- */

static void
more_styles_than_ids_are_swept_and_used_again(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1, 2);
    uint16_t first = screen_style(&s, &(qtty_style){ .fg = QTTY_COLOR_RGB(1, 2, 3) });
    struct glyph g = { .scalar = 'x', .width = 1, .style = first };
    screen_put(&s, 0, 0, &g);
    for (uint32_t i = 0; i < 200000; i++) {
        qtty_style style = { .bg = QTTY_COLOR_RGB(i >> 16, i >> 8 & 0xFF, i & 0xFF) };
        assert_int_not_equal(screen_style(&s, &style), 0);
    }
    qtty_cell cell;
    screen_cell(&s, s.primary[0], 0, &cell);
    assert_int_equal(cell.style.fg, QTTY_COLOR_RGB(1, 2, 3));
    screen_finish(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overwriting_half_of_a_wide_cluster_blanks_the_other),
        cmocka_unit_test(what_does_not_fit_into_the_row_is_not_put),
        cmocka_unit_test(a_cluster_of_many_scalars_is_kept_whole),
        cmocka_unit_test(a_cluster_grows_up_to_its_ceiling),
        cmocka_unit_test(erasing_part_of_a_wide_cluster_erases_it),
        cmocka_unit_test(selective_erase_leaves_protected_cells),
        cmocka_unit_test(ids_travel_with_rows),
        cmocka_unit_test(rows_that_leave_the_top_are_kept_if_asked),
        cmocka_unit_test(the_alternate_screen_keeps_nothing),
        cmocka_unit_test(scrolling_between_side_margins_moves_cells),
        cmocka_unit_test(shifting_cells_splits_wide_clusters_at_the_cut),
        cmocka_unit_test(shifting_cells_leaves_no_half_at_the_end),
        cmocka_unit_test(scrolling_by_more_than_the_area_erases_it),
        cmocka_unit_test(a_row_that_leaves_with_all_of_its_area_is_not_wrapped),
        cmocka_unit_test(a_row_pushed_away_from_its_end_is_not_wrapped_any_more),
        cmocka_unit_test(a_clear_keeps_rows_out_of_view),
        cmocka_unit_test(fewer_rows_cut_blank_ones_below_the_cursor_first),
        cmocka_unit_test(more_rows_pull_the_scrollback_back_with_its_ids),
        cmocka_unit_test(narrowing_cuts_a_wide_cluster_at_the_edge),
        cmocka_unit_test(lack_of_memory_leaves_the_size_as_it_was),
        cmocka_unit_test(the_view_and_the_kept_rows_have_their_own_bounds),
        cmocka_unit_test(rows_kept_by_a_clear_are_passed_in_the_view),
        cmocka_unit_test(the_lowest_end_is_known_for_each_pull),
        cmocka_unit_test(a_row_lost_for_lack_of_memory_has_a_place),
        cmocka_unit_test(without_memory_the_oldest_rows_give_theirs),
        cmocka_unit_test(ending_the_view_keeps_the_rows),
        cmocka_unit_test(more_styles_than_ids_are_swept_and_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
