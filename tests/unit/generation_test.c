/* Generations: who draws only what they say has changed has the whole picture, whatever
 * the change. */
#include "unit/picture.h"

enum { ROWS_MAX = 8 };

/* What was drawn: rows by their generation, the rest by that of its part. */
struct drawn {
    bool begun;
    uint32_t rows, cols;
    uint64_t generation[ROWS_MAX];
    qtty_buf row[ROWS_MAX];
    qtty_buf cursor, colors, titles;
    qtty_generations generations;
};

static void
drawn_init(struct drawn *d)
{
    *d = (struct drawn){ 0 };
    for (size_t y = 0; y < ROWS_MAX; y++)
        qtty_buf_init(&d->row[y], NULL, 0);
    qtty_buf_init(&d->cursor, NULL, 0);
    qtty_buf_init(&d->colors, NULL, 0);
    qtty_buf_init(&d->titles, NULL, 0);
}

static void
drawn_finish(struct drawn *d)
{
    for (size_t y = 0; y < ROWS_MAX; y++)
        qtty_buf_finish(&d->row[y]);
    qtty_buf_finish(&d->cursor);
    qtty_buf_finish(&d->colors);
    qtty_buf_finish(&d->titles);
}

/* --- All of it ---------------------------------------------------------------------- */

static void
draw_cursor(qtty_buf *out, const qtty_emulator *e)
{
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    out->len = 0;
    add_cursor(out, &cursor);
}

static void
draw_colors(qtty_buf *out, const qtty_emulator *e)
{
    out->len = 0;
    for (uint32_t i = 0; i < 256; i++) {
        qtty_colors colors;
        qtty_style style = { .fg = QTTY_COLOR_INDEXED(i) };
        qtty_emulator_colors(e, &style, &colors);
        add(out, &colors, sizeof colors);
    }
    for (uint32_t i = 10; i < 20; i++)
        add_number(out, qtty_emulator_dynamic_color(e, i));
}

static void
draw_titles(qtty_buf *out, const qtty_emulator *e)
{
    qtty_span window = qtty_emulator_title(e), icon = qtty_emulator_icon(e);
    out->len = 0;
    add(out, window.data, window.len);
    add(out, "", 1);
    add(out, icon.data, icon.len);
}

static void
draw_row(qtty_buf *out, const qtty_emulator *e, int32_t y)
{
    out->len = 0;
    add_emulator_row(out, e, y);
}

/* --- What changed ------------------------------------------------------------------- */

static void
draw_rows(struct drawn *d, const qtty_emulator *e)
{
    uint32_t rows, cols;
    qtty_emulator_size(e, &rows, &cols);
    bool all = !d->begun || rows != d->rows || cols != d->cols;
    d->rows = rows;
    d->cols = cols;
    for (uint32_t y = 0; y < rows; y++) {
        qtty_row row;
        assert_int_equal(qtty_emulator_row(e, (int32_t)y, &row), QTTY_OK);
        if (all || row.generation != d->generation[y])
            draw_row(&d->row[y], e, (int32_t)y);
        d->generation[y] = row.generation;
    }
}

static void
draw_changes(struct drawn *d, qtty_emulator *e)
{
    qtty_generations now, then = d->generations;
    qtty_emulator_generations(e, &now);
    if (!d->begun || now.rows != then.rows)
        draw_rows(d, e);
    if (!d->begun || now.cursor != then.cursor)
        draw_cursor(&d->cursor, e);
    if (!d->begun || now.colors != then.colors)
        draw_colors(&d->colors, e);
    if (!d->begun || now.titles != then.titles)
        draw_titles(&d->titles, e);
    d->generations = now;
    d->begun = true;
}

static void
assert_drawn(const struct drawn *d, const qtty_emulator *e)
{
    qtty_buf all;
    uint32_t rows, cols;
    qtty_buf_init(&all, NULL, 0);
    qtty_emulator_size(e, &rows, &cols);
    assert_int_equal(d->rows, rows);
    assert_int_equal(d->cols, cols);
    for (uint32_t y = 0; y < rows; y++) {
        draw_row(&all, e, (int32_t)y);
        assert_same(&d->row[y], &all);
    }
    draw_cursor(&all, e);
    assert_same(&d->cursor, &all);
    draw_colors(&all, e);
    assert_same(&d->colors, &all);
    draw_titles(&all, e);
    assert_same(&d->titles, &all);
    qtty_buf_finish(&all);
}

/* --- Cases -------------------------------------------------------------------------- */

/* A change of each kind, on a screen where it is one. */
static const struct {
    const char *kind, *before, *change;
} kinds[] = {
    { "text", "", "x" },
    { "text over text", "abc", "\rx" },
    { "a wide cluster", "", "\u65E5" },
    { "half of a wide cluster", "\u65E5", "\rx" },
    { "a combining mark", "e", "\u0301" },
    { "an inserted character", "abc", "\r\x1b[4hx" },
    { "a wrap", "0123456789", "x" },
    { "a repeated character", "x", "\x1b[3b" },
    { "a link", "abc", "\r\x1b]8;;http://x/\x1b\\abc" },
    { "the style alone", "abc", "\r\x1b[31mabc" },
    { "the underline's colour alone", "\x1b[4mabc", "\r\x1b[58:5:1mabc" },
    { "protection alone", "abc", "\r\x1b[1\"qabc" },
    { "EL", "abc", "\r\x1b[K" },
    { "EL with a background", "", "\x1b[44m\x1b[K" },
    { "ED", "abc", "\x1b[H\x1b[J" },
    { "ED of double rows", "\x1b#6", "\x1b[2J" },
    { "DECSED", "abc", "\x1b[?2J" },
    { "ECH", "abc", "\r\x1b[X" },
    { "ICH", "abc", "\r\x1b[@" },
    { "DCH", "abc", "\r\x1b[P" },
    { "IL", "a\r\nb", "\x1b[H\x1b[L" },
    { "DL", "a\r\nb", "\x1b[H\x1b[M" },
    { "LF that scrolls", "a\r\nb\r\nc\r\nd", "\n" },
    { "RI that scrolls", "a\r\nb\x1b[H", "\x1bM" },
    { "SU", "a\r\nb", "\x1b[S" },
    { "SD", "a\r\nb", "\x1b[T" },
    { "SL", "ab", "\x1b[ @" },
    { "SR", "ab", "\x1b[ A" },
    { "DECIC", "ab\r", "\x1b['}" },
    { "DECDC", "ab\r", "\x1b['~" },
    { "DECBI", "ab\r",
      "\x1b"
      "6" },
    { "DECFI", "ab\x1b[10G",
      "\x1b"
      "9" },
    { "scrolling between margins", "a\r\nb\r\nc\x1b[2;3r\x1b[3H", "\n" },
    { "scrolling between side margins", "abc\r\ndef\x1b[?69h\x1b[2;3s\x1b[4;2H", "\n" },
    { "DECFRA", "", "\x1b[65;1;1;2;2$x" },
    { "DECERA", "abc", "\x1b[1;1;1;2$z" },
    { "DECSERA", "abc", "\x1b[1;1;1;2${" },
    { "DECCRA", "abc", "\x1b[1;1;1;2;1;2;2;1$v" },
    { "DECCARA", "abc", "\x1b[1;1;1;2;7$r" },
    { "DECRARA", "abc", "\x1b[1;1;1;2;7$t" },
    { "DECALN", "abc", "\x1b#8" },
    { "DECDWL", "abc", "\x1b#6" },
    { "DECSWL", "abc\x1b#6", "\x1b#5" },
    { "DECDHL, top", "abc\x1b#6", "\x1b#3" },
    { "DECDHL, bottom", "abc\x1b#3", "\x1b#4" },
    { "DECLRMM, which makes rows single", "abc\x1b#6", "\x1b[?69h" },
    { "DECCOLM", "abc\x1b[?40h", "\x1b[?3h" },
    { "the alternate screen", "abc", "\x1b[?47h" },
    { "back from the alternate screen", "abc\x1b[?47h", "\x1b[?47l" },
    { "1047", "abc\x1b[?1047hx", "\x1b[?1047l" },
    { "1049", "abc", "\x1b[?1049h" },
    { "RIS", "abc\x1b[?5h\x1b]4;1;red\x1b\\",
      "\x1b"
      "c" },
    { "DECSTR", "\x1b[?25l\x1b[5 q\x1b]4;1;red\x1b\\", "\x1b[!p" },
    { "the cursor", "abc", "\r" },
    { "pending wrap", "012345678", "9" },
    { "DECTCEM", "", "\x1b[?25l" },
    { "DECSCUSR", "", "\x1b[4 q" },
    { "the cursor's blinking", "", "\x1b[?12h" },
    { "DECRC",
      "\x1b[3;3H\x1b"
      "7\x1b[H",
      "\x1b"
      "8" },
    { "DECSCNM", "", "\x1b[?5h" },
    { "OSC 4", "", "\x1b]4;9;#123456\x1b\\" },
    { "OSC 104", "\x1b]4;9;#123456\x1b\\", "\x1b]104;9\x1b\\" },
    { "OSC 10", "", "\x1b]10;#123456\x1b\\" },
    { "OSC 12", "", "\x1b]12;#123456\x1b\\" },
    { "OSC 111", "\x1b]11;#123456\x1b\\", "\x1b]111\x1b\\" },
    { "XTPOPCOLORS", "\x1b[#P\x1b]4;9;#123456\x1b\\", "\x1b[#Q" },
    { "the title", "\x1b]2;a\x1b\\", "\x1b]2;b\x1b\\" },
    { "the icon title", "", "\x1b]1;b\x1b\\" },
    { "a title from the stack", "\x1b]2;a\x1b\\\x1b[22t\x1b]2;b\x1b\\", "\x1b[23t" },
};

/* The picture is another one, and who draws by the generations has it. */
static void
every_kind_of_change_is_announced(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        struct drawn drawn, before;
        drawn_init(&drawn);
        drawn_init(&before);
        qtty_emulator *e = small_terminal("native", 4, 10);
        feed(e, kinds[i].before);
        draw_changes(&drawn, e);
        draw_changes(&before, e);
        feed(e, kinds[i].change);
        qtty_generations now;
        qtty_emulator_generations(e, &now);
        if (memcmp(&now, &before.generations, sizeof now) == 0)
            fail_msg("not announced: %s", kinds[i].kind);
        draw_changes(&drawn, e);
        assert_drawn(&drawn, e);
        drawn_finish(&drawn);
        drawn_finish(&before);
        qtty_emulator_destroy(e);
    }
}

static void
a_new_size_is_announced(void **state)
{
    (void)state;
    struct drawn drawn;
    drawn_init(&drawn);
    qtty_emulator *e = small_terminal("native", 4, 10);
    feed(e, "one\r\ntwo\r\nthree\r\nfour\r\nfive");
    const uint32_t sizes[][2] = { { 3, 10 }, { 4, 10 }, { 4, 3 }, { 4, 12 }, { 1, 1 } };
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        draw_changes(&drawn, e);
        uint64_t before = drawn.generations.rows;
        assert_int_equal(qtty_emulator_resize(e, sizes[i][0], sizes[i][1]), QTTY_OK);
        draw_changes(&drawn, e);
        assert_true(drawn.generations.rows > before);
        assert_drawn(&drawn, e);
    }
    drawn_finish(&drawn);
    qtty_emulator_destroy(e);
}

/* After a new size each row has a generation of its own: else one that scrolls to where
 * another was would be taken for it. */
static void
rows_of_a_new_size_can_be_told_apart(void **state)
{
    (void)state;
    struct drawn drawn;
    drawn_init(&drawn);
    qtty_emulator *e = small_terminal("native", 4, 10);
    feed(e, "one\r\ntwo\r\nthree\r\nfour");
    assert_int_equal(qtty_emulator_resize(e, 4, 9), QTTY_OK);
    draw_changes(&drawn, e);
    feed(e, "\n");
    draw_changes(&drawn, e);
    assert_drawn(&drawn, e);
    drawn_finish(&drawn);
    qtty_emulator_destroy(e);
}

/* What is in the scrollback has no generations, but the whole has: also where nothing of
 * the screen changes. */
static void
the_scrollback_is_of_the_picture(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 2, 10);
    feed(e, "one\r\ntwo\r\nthree");
    uint64_t before = qtty_emulator_generation(e);
    feed(e, "\x1b[3J");
    assert_int_equal(qtty_emulator_scrollback(e), 0);
    assert_true(qtty_emulator_generation(e) > before);
    qtty_emulator_destroy(e);
}

/* A drawer can copy it from where it was. */
static void
a_row_that_scrolls_keeps_its_generation(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 3, 10);
    qtty_row before, after;
    feed(e, "one\r\ntwo\r\nthree");
    assert_int_equal(qtty_emulator_row(e, 1, &before), QTTY_OK);
    feed(e, "\n");
    assert_int_equal(qtty_emulator_row(e, 0, &after), QTTY_OK);
    assert_int_equal(after.generation, before.generation);
    assert_int_equal(after.id, before.id);
    qtty_emulator_destroy(e);
}

/* Else a drawer would draw for nothing. */
static void
what_changes_nothing_announces_nothing(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 3, 10);
    qtty_generations before, after;
    feed(e, "abc");
    qtty_emulator_generations(e, &before);
    feed(e, "\x1b[6n\x1b[c\x07\x1b[31m\x1b[?2004h\x1b[?5h\x1b[?5l\r\x1b[3C\x1bH"
            "\x1b]4;1;?\x1b\\\x1b]8;;http://x/\x1b\\");
    qtty_emulator_generations(e, &after);
    assert_memory_equal(&after, &before, sizeof before);
    qtty_emulator_destroy(e);
}

static void
rows_know_their_size(void **state)
{
    (void)state;
    qtty_emulator *e = small_terminal("native", 4, 10);
    const qtty_row_size sizes[] = { QTTY_ROW_DOUBLE_TOP, QTTY_ROW_DOUBLE_BOTTOM,
                                    QTTY_ROW_DOUBLE_WIDTH, QTTY_ROW_SINGLE };
    qtty_row row;
    feed(e, "\x1b#3t\r\n\x1b#4t\r\n\x1b#6w\r\n\x1b#5s");
    for (int32_t y = 0; y < 4; y++) {
        assert_int_equal(qtty_emulator_row(e, y, &row), QTTY_OK);
        assert_int_equal(row.size, sizes[y]);
    }
    feed(e, "\n");
    assert_int_equal(qtty_emulator_row(e, -1, &row), QTTY_OK);
    assert_int_equal(row.size, QTTY_ROW_DOUBLE_TOP);
    qtty_emulator_destroy(e);
}

static void
play(const char *engine, uint64_t seed)
{
    struct random r = { seed };
    struct drawn drawn;
    drawn_init(&drawn);
    qtty_emulator *e = small_terminal(engine, 1 + draw(&r, 6), 12);
    for (int step = 0; step < 60; step++) {
        change(e, &r);
        draw_changes(&drawn, e);
        assert_drawn(&drawn, e);
    }
    drawn_finish(&drawn);
    qtty_emulator_destroy(e);
}

static void
drawing_what_changed_draws_everything(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++)
        play("native", seed);
    for (uint64_t seed = 1; seed <= 20; seed++)
        play("libvterm", seed);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_change_is_announced),
        cmocka_unit_test(a_new_size_is_announced),
        cmocka_unit_test(rows_of_a_new_size_can_be_told_apart),
        cmocka_unit_test(the_scrollback_is_of_the_picture),
        cmocka_unit_test(a_row_that_scrolls_keeps_its_generation),
        cmocka_unit_test(what_changes_nothing_announces_nothing),
        cmocka_unit_test(rows_know_their_size),
        cmocka_unit_test(drawing_what_changed_draws_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
