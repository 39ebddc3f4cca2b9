/* Snapshots: the picture of the moment they were taken at, whatever the emulator does
 * then, and cheap to bring up to date. */
#include "unit/picture.h"

#include "view/snapshot.h"
#include <stdio.h>

static qtty_snapshot *
snapshot_of(const qtty_emulator *e, uint32_t above)
{
    qtty_snapshot *s;
    qtty_snapshot_config config = QTTY_SNAPSHOT_CONFIG_INIT;
    config.above = above;
    assert_int_equal(qtty_snapshot_create(&s, e, &config), QTTY_OK);
    return s;
}

static void
update(qtty_snapshot *s, const qtty_emulator *e)
{
    assert_int_equal(qtty_snapshot_update(s, e, 0), QTTY_OK);
}

static void
assert_snapshot_row(const qtty_snapshot *s, int32_t row, const char *expected)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_snapshot_row_text(s, row, &text), QTTY_OK);
    add(&text, "", 1);
    assert_string_equal((const char *)text.data, expected);
    qtty_buf_finish(&text);
}

static uint64_t
generation(const qtty_snapshot *s, int32_t row)
{
    qtty_row info;
    assert_int_equal(qtty_snapshot_row(s, row, &info), QTTY_OK);
    return info.generation;
}

/* --- The whole of it, written down -------------------------------------------------- */

static void
add_emulator(qtty_buf *out, const qtty_emulator *e, uint32_t above_max)
{
    uint32_t rows, above = qtty_emulator_scrollback(e);
    qtty_cursor cursor;
    above = above < above_max ? above : above_max;
    qtty_emulator_size(e, &rows, NULL);
    qtty_emulator_cursor(e, &cursor);
    add_number(out, above);
    for (int32_t y = -(int32_t)above; y < (int32_t)rows; y++)
        add_emulator_row(out, e, y);
    add_cursor(out, &cursor);
    add_number(out, qtty_emulator_alternate(e));
    add_number(out, qtty_emulator_mode(e, true, 5) == QTTY_MODE_SET);
    add(out, qtty_emulator_title(e).data, qtty_emulator_title(e).len);
    for (uint32_t i = 0; i < 256; i++) {
        qtty_colors colors;
        qtty_style style = { .bg = QTTY_COLOR_INDEXED(i) };
        qtty_emulator_colors(e, &style, &colors);
        add(out, &colors, sizeof colors);
    }
    add_number(out, qtty_emulator_dynamic_color(e, 12));
}

static void
add_snapshot(qtty_buf *out, const qtty_snapshot *s)
{
    uint32_t rows;
    qtty_cursor cursor;
    qtty_row row;
    qtty_cells cells;
    qtty_snapshot_size(s, &rows, NULL);
    qtty_snapshot_cursor(s, &cursor);
    add_number(out, qtty_snapshot_above(s));
    for (int32_t y = -(int32_t)qtty_snapshot_above(s); y < (int32_t)rows; y++) {
        assert_int_equal(qtty_snapshot_row(s, y, &row), QTTY_OK);
        add_row(out, &row);
        assert_int_equal(qtty_snapshot_cells(s, y, &cells), QTTY_OK);
        add_cells(out, cells);
    }
    add_cursor(out, &cursor);
    add_number(out, qtty_snapshot_alternate(s));
    add_number(out, qtty_snapshot_reverse(s));
    add(out, qtty_snapshot_title(s).data, qtty_snapshot_title(s).len);
    for (uint32_t i = 0; i < 256; i++) {
        qtty_colors colors;
        qtty_style style = { .bg = QTTY_COLOR_INDEXED(i) };
        qtty_snapshot_colors(s, &style, &colors);
        add(out, &colors, sizeof colors);
    }
    add_number(out, qtty_snapshot_dynamic_color(s, 12));
}

static void
assert_pictures(const qtty_snapshot *s, const qtty_emulator *e, uint32_t above)
{
    qtty_buf got, wanted;
    qtty_buf_init(&got, NULL, 0);
    qtty_buf_init(&wanted, NULL, 0);
    add_snapshot(&got, s);
    add_emulator(&wanted, e, above);
    assert_same(&got, &wanted);
    qtty_buf_finish(&got);
    qtty_buf_finish(&wanted);
}

/* --- What it has -------------------------------------------------------------------- */

static void
a_snapshot_is_the_picture(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 3, 10);
    feed(e, "one\r\ntwo\r\n\x1b[31mthree\x1b[44m\x1b[K\x1b[m\r\n\u65E5e\u0301\x1b[4 q"
            "\x1b]2;title\x1b\\\x1b]1;icon\x1b\\\x1b[?5h");
    qtty_snapshot *s = snapshot_of(e, 5);
    qtty_cell cell;
    qtty_cursor cursor;
    assert_int_equal(qtty_snapshot_above(s), 1);
    assert_snapshot_row(s, -1, "one");
    assert_snapshot_row(s, 1, "three");
    assert_snapshot_row(s, 2, "\u65E5e\u0301");
    assert_int_equal(qtty_snapshot_cell(s, 1, 7, &cell), QTTY_OK);
    assert_int_equal(cell.text_len, 0);
    assert_int_equal(cell.style.bg, QTTY_COLOR_INDEXED(4));
    assert_int_equal(qtty_snapshot_cell(s, 2, 1, &cell), QTTY_OK);
    assert_int_equal(cell.width, 0);
    assert_int_equal(qtty_snapshot_cell(s, 2, 2, &cell), QTTY_OK);
    assert_string_equal(cell.text, "e\u0301");
    assert_int_equal(qtty_snapshot_cell(s, 2, 10, &cell), QTTY_E_RANGE);
    qtty_snapshot_cursor(s, &cursor);
    assert_int_equal(cursor.col, 3);
    assert_int_equal(cursor.shape, QTTY_CURSOR_UNDERLINE);
    assert_false(cursor.blink);
    assert_true(qtty_snapshot_reverse(s));
    assert_memory_equal(qtty_snapshot_icon(s).data, "icon", 4);
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

static void
it_stays_as_it_is_when_the_terminal_goes_on_and_when_it_is_gone(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 3, 10);
    feed(
        e,
        "one\r\ntwo\r\n\x1b]8;;http://x/\x1b\\three\x1b]8;;\x1b\\\r\nfour\x1b]2;t\x1b\\");
    qtty_snapshot *s = snapshot_of(e, 5);
    qtty_buf before, after;
    qtty_buf_init(&before, NULL, 0);
    qtty_buf_init(&after, NULL, 0);
    add_snapshot(&before, s);
    feed(e, "\x1b"
            "c\x1b[41mother\x1b]4;1;blue\x1b\\\x1b]2;u\x1b\\");
    assert_int_equal(qtty_emulator_resize(e, 2, 5), QTTY_OK);
    qtty_emulator_destroy(e);
    add_snapshot(&after, s);
    assert_same(&after, &before);
    qtty_snapshot_destroy(s);
    qtty_buf_finish(&before);
    qtty_buf_finish(&after);
}

static void
an_update_makes_it_the_picture_of_now(void **state)
{
    (void)state;
    const char *const engines[] = { "native", "libvterm" };
    struct random r = { 11 };
    for (uint32_t i = 0; i < 80; i++) {
        uint32_t above = draw(&r, 3) * 8;
        qtty_emulator *e = small_terminal(engines[i % 4 == 0], 1 + draw(&r, 6), 12);
        qtty_snapshot *s = snapshot_of(e, above);
        for (int step = 0; step < 40; step++) {
            change(e, &r);
            assert_int_equal(qtty_snapshot_update(s, e, QTTY_SNAPSHOT_FORCE), QTTY_OK);
            assert_pictures(s, e, above);
        }
        qtty_snapshot_destroy(s);
        qtty_emulator_destroy(e);
    }
}

/* --- What an update costs ----------------------------------------------------------- */

static void
a_row_that_moved_or_stayed_is_not_copied(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 3, 10);
    feed(e, "one\r\ntwo\r\nthree\r\nfour");
    qtty_snapshot *s = snapshot_of(e, 5);
    uint64_t made = s->rows_made, one = generation(s, -1), three = generation(s, 1),
             four = generation(s, 2);
    feed(e, "\r\nfive");
    update(s, e);
    assert_int_equal(generation(s, -2), one);
    assert_int_equal(generation(s, 0), three);
    assert_int_equal(generation(s, 1), four);
    assert_int_equal(s->rows_made, made + 2); /* what came in, what left the screen */
    feed(e, "!");
    update(s, e);
    assert_int_equal(s->rows_made, made + 3);
    feed(e, "\r");
    update(s, e);
    assert_int_equal(s->rows_made, made + 3);
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

/* Also while the oldest go, with clears in between, and where a width changed. */
static void
a_scrollback_that_grew_is_taken_over(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    qtty_snapshot *s = snapshot_of(e, 8);
    char line[16];
    for (int i = 0; i < 60; i++) {
        snprintf(line, sizeof line, "\r\n%d", i);
        feed(e, line);
        if (i % 7 == 0)
            feed(e, "\x1b[2J");
        if (i == 30)
            assert_int_equal(qtty_emulator_resize(e, 2, 2), QTTY_OK);
        uint64_t made = s->rows_made;
        update(s, e);
        if (i % 7 != 0 && i != 30)
            assert_in_range(s->rows_made, made, made + 2);
        assert_pictures(s, e, 8);
    }
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

/* A line that is wrapped anew begins behind the record that left, so its rows do. */
static void
a_line_that_loses_its_head_is_wrapped_anew(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    qtty_snapshot *s = snapshot_of(e, 12);
    feed(e, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ\r\none\r\ntwo\r\nthree");
    assert_int_equal(qtty_emulator_resize(e, 2, 7), QTTY_OK);
    for (int i = 0; i < 14; i++) {
        update(s, e);
        assert_pictures(s, e, 12);
        feed(e, "\r\nx");
    }
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

static void
blank_rows_are_not_copied_again(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 6, 10);
    qtty_snapshot *s = snapshot_of(e, 0);
    uint64_t made = s->rows_made;
    feed(e, "x");
    update(s, e);
    assert_int_equal(s->rows_made, made + 1);
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

/* A row that was pulled back, changed and left again is at the place that it had. */
static void
a_place_that_is_given_again_is_another_row(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    feed(e, "one\r\ntwo\r\nthree");
    qtty_snapshot *s = snapshot_of(e, 5);
    assert_snapshot_row(s, -1, "one");
    assert_int_equal(qtty_emulator_resize(e, 3, 10), QTTY_OK);
    feed(e, "\x1b[HONE\x1b[3H");
    assert_int_equal(qtty_emulator_resize(e, 2, 10), QTTY_OK);
    update(s, e);
    assert_snapshot_row(s, -1, "ONE");
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

static void
a_blank_row_of_another_width_is_another_row(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    qtty_snapshot *s = snapshot_of(e, 0);
    uint64_t before = generation(s, 1);
    assert_int_equal(qtty_emulator_resize(e, 2, 8), QTTY_OK);
    feed(e, "\x1b[?47h");
    update(s, e);
    assert_int_not_equal(generation(s, 1), before);
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

/* The same as of an emulator: who draws by them has the whole picture. */
static void
its_generations_say_what_changed(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    qtty_snapshot *s = snapshot_of(e, 5);
    qtty_generations before, after;
    feed(e, "one\r\ntwo\r\nthree");
    update(s, e);
    qtty_snapshot_generations(s, &before);
    update(s, e);
    qtty_snapshot_generations(s, &after);
    assert_memory_equal(&after, &before, sizeof before);
    feed(e, "\x1b[3J");
    update(s, e);
    qtty_snapshot_generations(s, &after);
    assert_true(after.rows > before.rows);
    assert_int_equal(after.cursor, before.cursor);
    feed(e, "\r\x1b[?5h\x1b]2;t\x1b\\");
    before = after;
    update(s, e);
    qtty_snapshot_generations(s, &after);
    assert_int_equal(after.rows, before.rows);
    assert_true(after.cursor > before.cursor);
    assert_true(after.colors > before.colors);
    assert_true(after.titles > before.titles);
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

/* Rows of one generation are one row, wherever they stand; so drawing the others draws
 * everything. */
static void
its_rows_can_be_told_by_generation(void **state)
{
    (void)state;
    struct random r = { 5 };
    qtty_emulator *e = small_terminal("native", 5, 12);
    qtty_snapshot *s = snapshot_of(e, 8);
    struct {
        uint64_t generation;
        qtty_buf drawn;
    } rows[32] = { 0 };
    for (int step = 0; step < 2000; step++) {
        uint32_t count;
        change(e, &r);
        assert_int_equal(qtty_snapshot_update(s, e, QTTY_SNAPSHOT_FORCE), QTTY_OK);
        qtty_snapshot_size(s, &count, NULL);
        int32_t above = (int32_t)qtty_snapshot_above(s);
        for (int32_t y = -above; y < (int32_t)count; y++) {
            qtty_buf now;
            qtty_row row;
            qtty_cells cells;
            qtty_buf_init(&now, NULL, 0);
            assert_int_equal(qtty_snapshot_row(s, y, &row), QTTY_OK);
            assert_int_equal(qtty_snapshot_cells(s, y, &cells), QTTY_OK);
            assert_int_not_equal(row.generation, 0);
            add_row(&now, &row);
            add_cells(&now, cells);
            qtty_buf *drawn = &rows[y + 16].drawn;
            if (rows[y + 16].generation == row.generation)
                assert_same(drawn, &now);
            rows[y + 16].generation = row.generation;
            qtty_buf_finish(drawn);
            *drawn = now;
        }
    }
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        qtty_buf_finish(&rows[i].drawn);
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

/* --- Synchronised output ------------------------------------------------------------ */

static void
a_frame_that_is_being_drawn_is_not_shown(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    qtty_cells cells;
    qtty_cell cell;
    feed(e, "old");
    qtty_snapshot *s = snapshot_of(e, 0);
    assert_int_equal(qtty_snapshot_cells(s, 0, &cells), QTTY_OK);
    feed(e, "\x1b[?2026h\rnew\x1b]2;t\x1b\\");
    update(s, e);
    assert_snapshot_row(s, 0, "old");
    assert_int_equal(qtty_snapshot_title(s).len, 0);
    assert_true(qtty_cells_next(&cells, &cell)); /* nothing changed for who reads it */
    feed(e, "er\x1b[?2026l");
    update(s, e);
    assert_snapshot_row(s, 0, "newer");
    assert_false(qtty_cells_next(&cells, &cell));
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

static void
half_a_frame_is_shown_by_force_and_where_there_is_no_other(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    feed(e, "\x1b[?2026hhalf");
    qtty_snapshot *s = snapshot_of(e, 0);
    assert_snapshot_row(s, 0, "half");
    feed(e, "\rforce");
    assert_int_equal(qtty_snapshot_update(s, e, QTTY_SNAPSHOT_FORCE), QTTY_OK);
    assert_snapshot_row(s, 0, "force");
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

/* --- Memory ------------------------------------------------------------------------- */

/* Every allocation of a create and of updates fails once: the old picture stays whole,
 * and the next update is the right one. */
static void
without_memory_it_stays_as_it_was(void **state)
{
    (void)state;
    long fail_at = 0, failures = 0;
    for (bool done = false; !done;) {
        struct failing_allocator f = { .fail_at = ++fail_at };
        qtty_allocator hook = failing_allocator_hook(&f);
        qtty_snapshot_config config = QTTY_SNAPSHOT_CONFIG_INIT;
        config.allocator = &hook;
        config.above = 8;
        qtty_snapshot *s;
        struct random r = { 99 };
        qtty_emulator *e = small_terminal("native", 4, 12);
        feed(e, "one\r\n\x1b[31mtwo\u65E5\x1b[m");
        bool failed = qtty_snapshot_create(&s, e, &config) != QTTY_OK;
        for (int step = 0; step < 12 && !failed; step++) {
            qtty_buf before, after;
            qtty_buf_init(&before, NULL, 0);
            qtty_buf_init(&after, NULL, 0);
            add_snapshot(&before, s);
            change(e, &r);
            failed = qtty_snapshot_update(s, e, QTTY_SNAPSHOT_FORCE) != QTTY_OK;
            add_snapshot(&after, s);
            if (failed) {
                assert_same(&after, &before);
                assert_int_equal(qtty_snapshot_update(s, e, QTTY_SNAPSHOT_FORCE),
                                 QTTY_OK);
            }
            assert_pictures(s, e, 8);
            qtty_buf_finish(&before);
            qtty_buf_finish(&after);
        }
        qtty_snapshot_destroy(s);
        qtty_emulator_destroy(e);
        assert_int_equal(f.live, 0);
        failures += failed;
        done = !failed;
    }
    assert_true(failures > 10);
}

/* More looks than a table has room for, over time: it begins a new table, and nothing of
 * a picture is lost; what it takes is bounded. */
static void
looks_that_are_gone_take_no_room_for_ever(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    qtty_snapshot *s = snapshot_of(e, 0);
    char text[64];
    qtty_cell cell;
    uint32_t most = 0;
    for (uint32_t i = 0; i < 140000; i++) {
        snprintf(text, sizeof text, "\r\x1b[38;2;%u;%u;%umx", i >> 16, i >> 8 & 255,
                 i & 255);
        feed(e, text);
        update(s, e);
        most = s->styles.count > most ? s->styles.count : most;
        if (i % 1000 != 0 && i < 131000)
            continue;
        assert_int_equal(qtty_snapshot_cell(s, 0, 0, &cell), QTTY_OK);
        assert_int_equal(cell.style.fg, QTTY_COLOR_RGB(i >> 16, i >> 8 & 255, i & 255));
    }
    assert_in_range(most, 1000, 65535);
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

/* --- Making one --------------------------------------------------------------------- */

static void
a_wrong_config_is_refused(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    qtty_snapshot *s = (qtty_snapshot *)e;
    qtty_snapshot_config config = QTTY_SNAPSHOT_CONFIG_INIT;
    config.size = 3;
    assert_int_equal(qtty_snapshot_create(&s, e, &config), QTTY_E_INVAL);
    assert_null(s);
    config.size = sizeof config;
    config.above = 16777217;
    assert_int_equal(qtty_snapshot_create(&s, e, &config), QTTY_E_RANGE);
    config.size = offsetof(qtty_snapshot_config, above); /* an older one */
    assert_int_equal(qtty_snapshot_create(&s, e, &config), QTTY_OK);
    assert_int_equal(qtty_snapshot_above(s), 0);
    qtty_snapshot_destroy(s);
    qtty_snapshot_destroy(NULL);
    qtty_emulator_destroy(e);
}

static void
rows_that_are_not_there_are_out_of_range(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    feed(e, "one\r\ntwo\r\nthree");
    qtty_snapshot *s = snapshot_of(e, 0); /* none above */
    qtty_row row;
    qtty_runs runs;
    qtty_cell cell;
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_snapshot_row(s, -1, &row), QTTY_E_RANGE);
    assert_int_equal(qtty_snapshot_row(s, INT32_MIN, &row), QTTY_E_RANGE);
    assert_int_equal(qtty_snapshot_runs(s, 2, &runs), QTTY_E_RANGE);
    assert_int_equal(qtty_snapshot_cell(s, 2, 0, &cell), QTTY_E_RANGE);
    assert_int_equal(qtty_snapshot_row_text(s, INT32_MAX, &text), QTTY_E_RANGE);
    qtty_buf_finish(&text);
    qtty_snapshot_destroy(s);
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_is_the_picture),
        cmocka_unit_test(it_stays_as_it_is_when_the_terminal_goes_on_and_when_it_is_gone),
        cmocka_unit_test(an_update_makes_it_the_picture_of_now),
        cmocka_unit_test(a_row_that_moved_or_stayed_is_not_copied),
        cmocka_unit_test(a_scrollback_that_grew_is_taken_over),
        cmocka_unit_test(a_line_that_loses_its_head_is_wrapped_anew),
        cmocka_unit_test(blank_rows_are_not_copied_again),
        cmocka_unit_test(a_place_that_is_given_again_is_another_row),
        cmocka_unit_test(a_blank_row_of_another_width_is_another_row),
        cmocka_unit_test(its_generations_say_what_changed),
        cmocka_unit_test(its_rows_can_be_told_by_generation),
        cmocka_unit_test(a_frame_that_is_being_drawn_is_not_shown),
        cmocka_unit_test(half_a_frame_is_shown_by_force_and_where_there_is_no_other),
        cmocka_unit_test(without_memory_it_stays_as_it_was),
        cmocka_unit_test(looks_that_are_gone_take_no_room_for_ever),
        cmocka_unit_test(a_wrong_config_is_refused),
        cmocka_unit_test(rows_that_are_not_there_are_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
