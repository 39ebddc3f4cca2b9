/* Walking over rows: iterators give what is looked up cell by cell, runs are what cells
 * of one look make, and a walk ends where its row changed under it. And the colours of a
 * style. */
#include "unit/picture.h"

/* --- Cells -------------------------------------------------------------------------- */

static void
assert_walked(const qtty_emulator *e, int32_t y)
{
    qtty_buf walked, looked_up;
    qtty_row row;
    qtty_cells cells;
    qtty_buf_init(&walked, NULL, 0);
    qtty_buf_init(&looked_up, NULL, 0);
    assert_int_equal(qtty_emulator_row(e, y, &row), QTTY_OK);
    add_row(&walked, &row);
    assert_int_equal(qtty_emulator_cells(e, y, &cells), QTTY_OK);
    add_cells(&walked, cells);
    add_emulator_row(&looked_up, e, y);
    assert_same(&walked, &looked_up);
    qtty_buf_finish(&walked);
    qtty_buf_finish(&looked_up);
}

static void
assert_all_walked(const qtty_emulator *e)
{
    uint32_t rows;
    qtty_emulator_size(e, &rows, NULL);
    for (int32_t y = -(int32_t)qtty_emulator_scrollback(e); y < (int32_t)rows; y++)
        assert_walked(e, y);
}

static const char *const engines[] = { "native", "libvterm" };

static void
a_walk_gives_the_cells_that_are_looked_up(void **state)
{
    (void)state;
    struct random r = { 42 };
    for (uint32_t i = 0; i < 40; i++) {
        qtty_emulator *e =
            small_terminal(engines[i % COUNT_OF(engines)], 1 + draw(&r, 6), 12);
        for (int step = 0; step < 40; step++) {
            change(e, &r);
            assert_all_walked(e);
        }
        qtty_emulator_destroy(e);
    }
}

/* --- Rows by place, and of the primary screen --------------------------------------- */

/* What a walk prints, up to the last written cell. A character of two columns is kept on
 * a screen of one, but not shown: none is here. */
static void
assert_text_walked(qtty_cells cells, uint32_t end, const qtty_buf *text)
{
    qtty_buf walked;
    qtty_cell cell;
    qtty_buf_init(&walked, NULL, 0);
    while (cells.col < end && qtty_cells_next(&cells, &cell)) {
        const char *shown = cell.text_len != 0 ? cell.text : cell.width != 0 ? " " : "";
        assert_int_equal(qtty_buf_append(&walked, shown, strlen(shown)), QTTY_OK);
    }
    assert_same(&walked, text);
    qtty_buf_finish(&walked);
}

static void
assert_places_walked(const qtty_emulator *e, qtty_buf *text)
{
    uint64_t place, last;
    qtty_emulator_scrolled(e, &place, &last);
    for (; place < last; place++) {
        qtty_cells cells;
        text->len = 0;
        assert_int_equal(qtty_emulator_scrolled_text(e, place, text), QTTY_OK);
        assert_int_equal(qtty_emulator_scrolled_cells(e, place, &cells), QTTY_OK);
        assert_text_walked(cells, cells.cols, text);
    }
}

static void
assert_primary_walked(const qtty_emulator *e, qtty_buf *text)
{
    uint32_t rows;
    qtty_emulator_size(e, &rows, NULL);
    for (uint32_t y = 0; y < rows; y++) {
        qtty_cells cells;
        qtty_row row;
        text->len = 0;
        assert_int_equal(qtty_emulator_primary_row(e, y, &row), QTTY_OK);
        assert_int_equal(qtty_emulator_primary_text(e, y, text), QTTY_OK);
        assert_int_equal(qtty_emulator_primary_cells(e, y, &cells), QTTY_OK);
        assert_text_walked(cells, row.cells, text);
    }
}

static void
rows_by_place_and_of_the_primary_screen_are_walked(void **state)
{
    (void)state;
    struct random r = { 7 };
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    for (uint32_t i = 0; i < 40; i++) {
        qtty_emulator *e =
            small_terminal(engines[i % COUNT_OF(engines)], 1 + draw(&r, 6), 12);
        for (int step = 0; step < 40; step++) {
            uint32_t cols;
            change(e, &r);
            qtty_emulator_size(e, NULL, &cols);
            if (cols == 1)
                continue;
            assert_places_walked(e, &text);
            assert_primary_walked(e, &text);
        }
        qtty_emulator_destroy(e);
    }
    qtty_buf_finish(&text);
}

static void
the_primary_screen_is_walked_behind_the_alternate_one(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 2, 6);
    qtty_cells cells;
    qtty_cell cell;
    feed(e, "gone\r\n\x1b[31mlow\r\n\x1b[m\x1b[?1049h\x1b[Hhigh");
    assert_int_equal(qtty_emulator_primary_cells(e, 0, &cells), QTTY_OK);
    assert_true(qtty_cells_next(&cells, &cell));
    assert_string_equal(cell.text, "l");
    assert_int_equal(cell.style.fg, QTTY_COLOR_INDEXED(1));
    assert_int_equal(qtty_emulator_scrolled_cells(e, 0, &cells), QTTY_OK);
    assert_true(qtty_cells_next(&cells, &cell));
    assert_string_equal(cell.text, "g");
    assert_int_equal(cells.cols, 4);
    assert_int_equal(qtty_emulator_primary_cells(e, 2, &cells), QTTY_E_RANGE);
    assert_false(qtty_cells_next(&cells, &cell));
    assert_int_equal(qtty_emulator_scrolled_cells(e, 1, &cells), QTTY_E_RANGE);
    assert_false(qtty_cells_next(&cells, &cell));
    qtty_emulator_destroy(e);
}

static void
a_walk_knows_its_column_and_may_be_copied(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 2, 6);
    qtty_cells cells, ahead;
    qtty_cell cell;
    feed(e, "a\u65E5b");
    assert_int_equal(qtty_emulator_cells(e, 0, &cells), QTTY_OK);
    assert_true(qtty_cells_next(&cells, &cell));
    assert_int_equal(cells.col, 1);
    ahead = cells;
    assert_true(qtty_cells_next(&ahead, &cell));
    assert_string_equal(cell.text, "\u65E5");
    assert_int_equal(cell.width, 2);
    assert_true(qtty_cells_next(&ahead, &cell));
    assert_int_equal(cell.width, 0);
    assert_int_equal(ahead.col, 3);
    assert_true(qtty_cells_next(&cells, &cell));
    assert_string_equal(cell.text, "\u65E5");
    qtty_emulator_destroy(e);
}

static void
no_such_row_has_no_cells(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 2, 6);
    qtty_cells cells;
    qtty_runs runs;
    qtty_cell cell;
    qtty_run run;
    assert_int_equal(qtty_emulator_cells(e, 2, &cells), QTTY_E_RANGE);
    assert_false(qtty_cells_next(&cells, &cell));
    assert_int_equal(qtty_emulator_runs(e, -1, &runs), QTTY_E_RANGE);
    assert_false(qtty_runs_next(&runs, &run));
    qtty_emulator_destroy(e);
}

/* Whatever changed, nothing of it is read: here rows leave, and blocks with them. */
static void
a_walk_ends_when_rows_change(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 2, 6);
    qtty_cells above, shown;
    qtty_cell cell;
    feed(e, "one\r\ntwo\r\nthree");
    assert_int_equal(qtty_emulator_cells(e, -1, &above), QTTY_OK);
    assert_int_equal(qtty_emulator_cells(e, 0, &shown), QTTY_OK);
    assert_true(qtty_cells_next(&above, &cell));
    assert_true(qtty_cells_next(&shown, &cell));
    feed(e, "\x1b[A"); /* the cursor is no row */
    assert_true(qtty_cells_next(&shown, &cell));
    assert_string_equal(cell.text, "w");
    feed(e, "\x1b[3J");
    assert_false(qtty_cells_next(&above, &cell));
    assert_int_equal(cell.text_len, 0);
    assert_false(qtty_cells_next(&shown, &cell));
    qtty_emulator_destroy(e);
}

/* --- Runs --------------------------------------------------------------------------- */

static void
assert_run(qtty_runs *runs, uint32_t col, uint32_t cols, uint32_t width, const char *text)
{
    qtty_run run;
    assert_true(qtty_runs_next(runs, &run));
    assert_int_equal(run.col, col);
    assert_int_equal(run.cols, cols);
    assert_int_equal(run.width, width);
    assert_int_equal(run.text.len, strlen(text));
    assert_memory_equal(run.text.data, text, run.text.len);
}

static void
runs_are_cut_where_the_look_the_width_or_the_link_changes(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 2, 20);
    qtty_runs runs;
    qtty_run run;
    feed(e, "ab\x1b[31mcd\x1b[m\u65E5\u672Ce\u0301\x1b[3C\x1b]8;id=i;http://x/\x1b\\l"
            "\x1b]8;;\x1b\\\x1b[44m\x1b[K");
    assert_int_equal(qtty_emulator_runs(e, 0, &runs), QTTY_OK);
    assert_run(&runs, 0, 2, 1, "ab");
    assert_true(qtty_runs_next(&runs, &run));
    assert_int_equal(run.style.fg, QTTY_COLOR_INDEXED(1));
    assert_memory_equal(run.text.data, "cd", 2);
    assert_run(&runs, 4, 4, 2, "\u65E5\u672C");
    assert_run(&runs, 8, 1, 1, "e\u0301");
    assert_run(&runs, 9, 3, 1, ""); /* never written */
    assert_true(qtty_runs_next(&runs, &run));
    assert_int_equal(run.col, 12);
    assert_memory_equal(run.link.data, "http://x/", 9);
    assert_memory_equal(run.link_id.data, "i", 1);
    assert_true(qtty_runs_next(&runs, &run));
    assert_int_equal(run.col, 13);
    assert_int_equal(run.cols, 7);
    assert_int_equal(run.text.len, 0);
    assert_int_equal(run.style.bg, QTTY_COLOR_INDEXED(4));
    assert_false(qtty_runs_next(&runs, &run));
    assert_int_equal(run.cols, 0);
    qtty_emulator_destroy(e);
}

static void
a_blank_row_is_one_run(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 2, 20);
    qtty_runs runs;
    qtty_run run;
    assert_int_equal(qtty_emulator_runs(e, 1, &runs), QTTY_OK);
    assert_run(&runs, 0, 20, 1, "");
    assert_false(qtty_runs_next(&runs, &run));
    qtty_emulator_destroy(e);
}

static void
a_long_run_comes_in_pieces(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 1, 300);
    qtty_runs runs;
    qtty_run run;
    for (int i = 0; i < 300; i++)
        feed(e, "\u00FC");
    assert_int_equal(qtty_emulator_runs(e, 0, &runs), QTTY_OK);
    uint32_t col = 0;
    while (qtty_runs_next(&runs, &run)) {
        assert_int_equal(run.col, col);
        assert_int_equal(run.text.len, 2 * run.cols);
        assert_true(run.text.len <= QTTY_RUN_BYTES_MAX);
        col += run.cols;
    }
    assert_int_equal(col, 300);
    qtty_emulator_destroy(e);
}

/* The columns, texts and looks of a row's runs are those of its cells. */
static void
assert_runs_are_cells(const qtty_emulator *e, int32_t y)
{
    qtty_runs runs;
    qtty_run run;
    uint32_t col = 0, cols;
    qtty_emulator_size(e, NULL, &cols);
    assert_int_equal(qtty_emulator_runs(e, y, &runs), QTTY_OK);
    while (qtty_runs_next(&runs, &run)) {
        size_t at = 0;
        assert_int_equal(run.col, col);
        for (uint32_t x = col; x < col + run.cols; x += run.width) {
            qtty_cell cell;
            assert_int_equal(qtty_emulator_cell(e, y, x, &cell), QTTY_OK);
            assert_memory_equal(&cell.style, &run.style, sizeof run.style);
            assert_int_equal(cell.link.len, run.link.len);
            assert_int_equal(cell.text_len == 0, run.text.len == 0);
            assert_int_equal(cell.width, run.width);
            assert_true(at + cell.text_len <= run.text.len);
            assert_memory_equal(cell.text, run.text.data + at, cell.text_len);
            at += cell.text_len;
        }
        assert_int_equal(at, run.text.len);
        col += run.cols;
    }
    assert_int_equal(col, cols);
}

static void
runs_are_what_cells_are(void **state)
{
    (void)state;
    struct random r = { 7 };
    for (int i = 0; i < 30; i++) {
        qtty_emulator *e = small_terminal(NULL, 1 + draw(&r, 6), 12);
        for (int step = 0; step < 40; step++) {
            uint32_t rows, cols;
            change(e, &r);
            qtty_emulator_size(e, &rows, &cols);
            int32_t above = (int32_t)qtty_emulator_scrollback(e);
            for (int32_t y = -above; y < (int32_t)rows && cols > 1; y++)
                assert_runs_are_cells(e, y);
        }
        qtty_emulator_destroy(e);
    }
}

/* A screen of one column has a wide cluster in its scrollback, and no room for it. */
static void
half_of_a_wide_cluster_is_not_drawn(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 1, 4);
    qtty_runs runs;
    qtty_run run;
    feed(e, "\u65E5\r\n");
    assert_int_equal(qtty_emulator_resize(e, 1, 1), QTTY_OK);
    assert_int_equal(qtty_emulator_runs(e, -1, &runs), QTTY_OK);
    assert_run(&runs, 0, 1, 1, "");
    assert_false(qtty_runs_next(&runs, &run));
    qtty_emulator_destroy(e);
}

/* --- Colours ------------------------------------------------------------------------ */

static void
assert_colors(const qtty_emulator *e, qtty_style style, uint32_t fg, uint32_t bg,
              uint32_t ul)
{
    qtty_colors colors;
    qtty_emulator_colors(e, &style, &colors);
    assert_int_equal(colors.fg, fg);
    assert_int_equal(colors.bg, bg);
    assert_int_equal(colors.ul, ul);
}

/* xterm's palette, and what it does with each attribute. */
static void
a_style_has_the_colours_of_the_palette(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 1, 4);
    const qtty_color red = QTTY_COLOR_INDEXED(1), rgb = QTTY_COLOR_RGB(1, 2, 3);
    assert_colors(e, (qtty_style){ 0 }, 0xE5E5E5, 0x000000, 0xE5E5E5);
    assert_colors(e, (qtty_style){ .fg = red, .bg = rgb }, 0xCD0000, 0x010203, 0xCD0000);
    assert_colors(e, (qtty_style){ .fg = red, .attributes = QTTY_BOLD }, 0xCD0000, 0,
                  0xCD0000);
    assert_colors(e, (qtty_style){ .ul = rgb, .attributes = QTTY_REVERSE }, 0, 0xE5E5E5,
                  0x010203);
    feed(e, "\x1b]4;1;#aabbcc\x1b\\\x1b]11;#102030\x1b\\\x1b]12;#445566\x1b\\");
    assert_colors(e, (qtty_style){ .fg = red }, 0xAABBCC, 0x102030, 0xAABBCC);
    assert_int_equal(qtty_emulator_dynamic_color(e, 12), 0x445566);
    assert_int_equal(qtty_emulator_dynamic_color(e, 9), 0);
    assert_int_equal(qtty_emulator_dynamic_color(e, 20), 0);
    qtty_emulator_destroy(e);
}

static void
dim_is_before_reverse_and_invisible_is_last(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 1, 4);
    const qtty_color light = QTTY_COLOR_RGB(0x90, 0x60, 0x03);
    assert_colors(e, (qtty_style){ .fg = light, .attributes = QTTY_DIM }, 0x604002, 0,
                  0x604002);
    assert_colors(e, (qtty_style){ .fg = light, .attributes = QTTY_DIM | QTTY_REVERSE },
                  0, 0x604002, 0);
    assert_colors(e,
                  (qtty_style){ .fg = light,
                                .ul = light,
                                .attributes = QTTY_REVERSE | QTTY_INVISIBLE },
                  0x906003, 0x906003, 0x906003);
    qtty_emulator_destroy(e);
}

/* xterm and VTE alike: explicit colours stay. */
static void
reverse_video_swaps_the_default_colours_alone(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal(NULL, 1, 4);
    feed(e, "\x1b[?5h");
    assert_colors(e, (qtty_style){ 0 }, 0x000000, 0xE5E5E5, 0x000000);
    assert_colors(e, (qtty_style){ .attributes = QTTY_REVERSE }, 0xE5E5E5, 0x000000,
                  0xE5E5E5);
    assert_colors(e, (qtty_style){ .fg = QTTY_COLOR_INDEXED(2) }, 0x00CD00, 0xE5E5E5,
                  0x00CD00);
    assert_colors(
        e, (qtty_style){ .fg = QTTY_COLOR_INDEXED(2), .bg = QTTY_COLOR_INDEXED(1) },
        0x00CD00, 0xCD0000, 0x00CD00);
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_gives_the_cells_that_are_looked_up),
        cmocka_unit_test(rows_by_place_and_of_the_primary_screen_are_walked),
        cmocka_unit_test(the_primary_screen_is_walked_behind_the_alternate_one),
        cmocka_unit_test(a_walk_knows_its_column_and_may_be_copied),
        cmocka_unit_test(no_such_row_has_no_cells),
        cmocka_unit_test(a_walk_ends_when_rows_change),
        cmocka_unit_test(runs_are_cut_where_the_look_the_width_or_the_link_changes),
        cmocka_unit_test(a_blank_row_is_one_run),
        cmocka_unit_test(a_long_run_comes_in_pieces),
        cmocka_unit_test(runs_are_what_cells_are),
        cmocka_unit_test(half_of_a_wide_cluster_is_not_drawn),
        cmocka_unit_test(a_style_has_the_colours_of_the_palette),
        cmocka_unit_test(dim_is_before_reverse_and_invisible_is_last),
        cmocka_unit_test(reverse_video_swaps_the_default_colours_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
