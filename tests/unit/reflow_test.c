/* Lines in other widths: whatever sizes a terminal goes through, its lines are the same,
 * with their ids and looks, the cursor is where it was in them, and no row is wider than
 * the screen. */
#include "unit/terminal.h"

#include <stdio.h>

enum { LINES = 60 };

/* --- A terminal full of lines ------------------------------------------------------- */

struct random {
    uint64_t state;
};

/* xorshift64* */
static uint32_t
draw(struct random *r, uint32_t below)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)((r->state * UINT64_C(2685821657736338717)) >> 33) % below;
}

static const char *const pieces[] = {
    "abc",
    "de fg ",
    "\u65E5\u672C",
    "e\u0301",
    "\x1b[31mred\x1b[m ",
    "\u00FC",
    "0123456789",
    "\x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\",
    "\U0001F600",
    "\x1b[1;44m  \x1b[m",
    "-",
};

/* Numbered, so that no two are equal; the last has no end. */
static qtty_emulator *
filled(struct random *r, uint32_t rows, uint32_t cols)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = rows;
    config.cols = cols;
    config.scrollback_rows = 10000;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    for (int i = 0; i < LINES; i++) {
        char number[16];
        snprintf(number, sizeof number, "%s%d:", i == 0 ? "" : "\r\n", i);
        feed(e, number);
        for (uint32_t k = draw(r, 20); k > 0; k--)
            feed(e, pieces[draw(r, COUNT_OF(pieces))]);
    }
    return e;
}

/* --- Its lines ---------------------------------------------------------------------- */

/* Everything that can be seen of the lines, whatever rows they stand in: text, looks and
 * links of cells, ids, and where the cursor is. */
static void
describe(const qtty_emulator *e, qtty_buf *out)
{
    uint32_t rows, cols;
    qtty_cursor cursor;
    qtty_emulator_size(e, &rows, &cols);
    qtty_emulator_cursor(e, &cursor);
    bool begins = true;
    out->len = 0;
    for (int32_t y = -(int32_t)qtty_emulator_scrollback(e); y < (int32_t)rows; y++) {
        qtty_row row;
        assert_int_equal(qtty_emulator_row(e, y, &row), QTTY_OK);
        assert_in_range(row.cells, 0, cols);
        if (begins)
            qtty_buf_append(out, &row.id, row.cells == 0 ? 0 : sizeof row.id);
        for (uint32_t x = 0; x < row.cells; x++) {
            qtty_cell cell;
            assert_int_equal(qtty_emulator_cell(e, y, x, &cell), QTTY_OK);
            qtty_buf_append(out, cell.text, cell.text_len);
            qtty_buf_append(out, &cell.style, sizeof cell.style);
            qtty_buf_append(out, cell.link.data, cell.link.len);
        }
        uint32_t at = cursor.col + cursor.pending_wrap;
        if (y == (int32_t)cursor.row && at == row.cells)
            qtty_buf_append(out, "<cursor>", 8);
        begins = !row.soft_wrapped;
        if (begins && row.cells != 0)
            qtty_buf_append(out, "\n", 1);
    }
}

static void
assert_same(const qtty_emulator *e, const qtty_buf *expected)
{
    qtty_buf got;
    qtty_buf_init(&got, NULL, 0);
    describe(e, &got);
    assert_int_equal(got.len, expected->len);
    assert_memory_equal(got.data, expected->data, got.len);
    qtty_buf_finish(&got);
}

/* --- Tests -------------------------------------------------------------------------- */

static void
lines_are_the_same_in_every_width(void **state)
{
    (void)state;
    struct random r = { 0x9E3779B97F4A7C15 };
    for (int round = 0; round < 20; round++) {
        qtty_emulator *e = filled(&r, 2 + draw(&r, 30), 2 + draw(&r, 100));
        qtty_buf lines;
        qtty_buf_init(&lines, NULL, 0);
        describe(e, &lines);
        for (int i = 0; i < 10; i++) {
            uint32_t rows = 2 + draw(&r, 40), cols = 2 + draw(&r, 120);
            assert_int_equal(qtty_emulator_resize(e, rows, cols), QTTY_OK);
            assert_same(e, &lines);
        }
        qtty_buf_finish(&lines);
        qtty_emulator_destroy(e);
    }
}

static void
what_comes_after_a_new_width_goes_on_the_open_line(void **state)
{
    (void)state;
    struct random r = { 77 };
    qtty_emulator *e = filled(&r, 6, 40), *other = filled(&(struct random){ 77 }, 6, 40);
    qtty_buf lines;
    qtty_buf_init(&lines, NULL, 0);
    assert_int_equal(qtty_emulator_resize(e, 9, 13), QTTY_OK);
    feed(e, "and more \u65E5\u672C of it");
    feed(other, "and more \u65E5\u672C of it");
    assert_int_equal(qtty_emulator_resize(e, 6, 40), QTTY_OK);
    describe(other, &lines);
    assert_same(e, &lines);
    qtty_buf_finish(&lines);
    qtty_emulator_destroy(e);
    qtty_emulator_destroy(other);
}

static void
without_memory_the_size_and_the_lines_stay(void **state)
{
    (void)state;
    struct failing_allocator failing = { 0 };
    qtty_allocator a = failing_allocator_hook(&failing);
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.allocator = &a;
    config.rows = 4;
    config.cols = 10;
    qtty_emulator *e;
    qtty_buf lines;
    qtty_buf_init(&lines, NULL, 0);
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e,
         "a line that is long enough to leave the screen by its top\r\nthe last of them");
    describe(e, &lines);
    for (failing.fail_at = 1;; failing.fail_at++) {
        failing.calls = 0;
        qtty_status st = qtty_emulator_resize(e, 5, 7);
        if (st == QTTY_OK)
            break;
        assert_int_equal(st, QTTY_E_NOMEM);
        assert_same(e, &lines);
    }
    assert_in_range(failing.fail_at, 5, 60);
    qtty_buf_finish(&lines);
    qtty_emulator_destroy(e);
    assert_int_equal(failing.live, 0);
}

/* One line is longer than what is wrapped as a whole: it is still one line. */
static void
a_line_without_end_stays_one_line(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = 3;
    config.cols = 50;
    config.scrollback_rows = 10000;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    for (int i = 0; i < 20000; i++)
        feed(e, "word ");
    for (uint32_t cols = 30; cols <= 70; cols += 20) {
        assert_int_equal(qtty_emulator_resize(e, 3, cols), QTTY_OK);
        uint32_t above = qtty_emulator_scrollback(e), cells = 0;
        for (int32_t y = -(int32_t)above; y < 3; y++) {
            qtty_row row;
            assert_int_equal(qtty_emulator_row(e, y, &row), QTTY_OK);
            cells += row.cells;
            assert_int_equal(row.soft_wrapped, y < 2 && cells < 100000);
        }
        assert_int_equal(cells, 100000);
    }
    qtty_emulator_destroy(e);
}

/* Where a clear kept rows, those in view are found by a walk that remembers where it was.
 * Here the one that it remembers comes back, and a clear takes its place. */
static void
a_row_that_a_clear_kept_is_not_in_view_at_the_place_of_one_that_was(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = 1;
    config.cols = 10;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "x\x1b[2J\ra\r\nb\r\nc\r\n");
    assert_row(e, -1, "c");
    assert_int_equal(qtty_emulator_resize(e, 2, 10), QTTY_OK);
    assert_row(e, 0, "c");
    feed(e, "\x1b[2J");
    assert_row(e, -1, "b");
    assert_row(e, -2, "a");
    assert_row(e, -1, "b");
    assert_int_equal(qtty_emulator_scrollback(e), 2);
    qtty_emulator_destroy(e);
}

static qtty_emulator *
long_lived(uint32_t rows, uint32_t cols, uint32_t scrollback)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = rows;
    config.cols = cols;
    config.scrollback_rows = scrollback;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

/* Up, down, and by leaps: the same rows. */
static void
the_scrollback_is_the_same_whichever_way_it_is_walked(void **state)
{
    (void)state;
    struct random r = { 4711 };
    qtty_emulator *e = filled(&r, 5, 30);
    assert_int_equal(qtty_emulator_resize(e, 5, 11), QTTY_OK);
    int32_t above = (int32_t)qtty_emulator_scrollback(e);
    uint64_t ids[1000];
    assert_in_range(above, 100, 999);
    for (int32_t y = 1; y <= above; y++) {
        qtty_row row;
        assert_int_equal(qtty_emulator_row(e, -y, &row), QTTY_OK);
        ids[y] = row.id * 100 + row.cells;
    }
    for (int32_t y = above; y >= 1; y--) {
        qtty_row row;
        assert_int_equal(qtty_emulator_row(e, -y, &row), QTTY_OK);
        assert_int_equal(row.id * 100 + row.cells, ids[y]);
    }
    for (int i = 0; i < 500; i++) {
        int32_t y = 1 + (int32_t)draw(&r, (uint32_t)above);
        qtty_row row;
        assert_int_equal(qtty_emulator_row(e, -y, &row), QTTY_OK);
        assert_int_equal(row.id * 100 + row.cells, ids[y]);
    }
    qtty_emulator_destroy(e);
}

/* Counted row by row as they leave the view. */
static void
rows_are_counted_as_they_leave_the_view(void **state)
{
    (void)state;
    qtty_emulator *e = long_lived(3, 20, 40);
    for (int i = 0; i < 30; i++)
        feed(e, "a line that takes two rows here and \u65E5\u672C in it\r\n");
    assert_int_equal(qtty_emulator_resize(e, 3, 47), QTTY_OK);
    for (int i = 0; i < 60; i++) {
        feed(e, "more\r\n");
        uint32_t counted = qtty_emulator_scrollback(e), there = 0;
        qtty_row row;
        while (qtty_emulator_row(e, -(int32_t)there - 1, &row) == QTTY_OK)
            there++;
        assert_int_equal(counted, there);
        assert_in_range(counted, 13, 40);
    }
    assert_int_equal(qtty_emulator_scrollback(e), 40);
    qtty_emulator_destroy(e);
}

static void
a_row_above_what_a_clear_kept_goes_on_nowhere(void **state)
{
    (void)state;
    qtty_emulator *e = long_lived(2, 5, 40);
    feed(e, "012345678901234");
    assert_true(wrapped(e, -1));
    feed(e, "\x1b[2J");
    assert_row(e, -1, "01234");
    assert_false(wrapped(e, -1));
    qtty_emulator_destroy(e);
}

/* On one column a wide character is kept, not shown: no row is wider than the screen. */
static void
one_column_of_the_scrollback_shows_nothing_wide(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_row row;
    qtty_cell cell;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = 1;
    config.cols = 4;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "\u65E5\r\nb");
    assert_int_equal(qtty_emulator_resize(e, 1, 1), QTTY_OK);
    assert_int_equal(qtty_emulator_row(e, -1, &row), QTTY_OK);
    assert_int_equal(row.cells, 0);
    assert_int_equal(qtty_emulator_cell(e, -1, 0, &cell), QTTY_OK);
    assert_int_equal(cell.width, 1);
    assert_int_equal(cell.text_len, 0);
    assert_int_equal(qtty_emulator_resize(e, 2, 4), QTTY_OK);
    assert_row(e, 0, "\u65E5");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_the_same_in_every_width),
        cmocka_unit_test(what_comes_after_a_new_width_goes_on_the_open_line),
        cmocka_unit_test(without_memory_the_size_and_the_lines_stay),
        cmocka_unit_test(a_line_without_end_stays_one_line),
        cmocka_unit_test(the_scrollback_is_the_same_whichever_way_it_is_walked),
        cmocka_unit_test(rows_are_counted_as_they_leave_the_view),
        cmocka_unit_test(a_row_above_what_a_clear_kept_goes_on_nowhere),
        cmocka_unit_test(
            a_row_that_a_clear_kept_is_not_in_view_at_the_place_of_one_that_was),
        cmocka_unit_test(one_column_of_the_scrollback_shows_nothing_wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
