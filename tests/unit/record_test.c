/* Records of the scrollback: a row that left has the cells that it had, and takes the
 * bytes that record.h says. */
#include "screen/screen.h"

#include "unit/check.h"

enum { COLS = 24 };

static uint16_t
indexed(struct screen *s, uint32_t color)
{
    return screen_style(s, &(qtty_style){ .fg = QTTY_COLOR_INDEXED(color) });
}

static uint16_t
linked(struct screen *s, const char *uri)
{
    return screen_link(s, (qtty_span){ (const uint8_t *)uri, strlen(uri) });
}

static void
put(struct screen *s, uint32_t x, uint32_t scalar, const struct glyph *like)
{
    struct glyph g = *like;
    g.scalar = scalar;
    screen_put(s, 0, x, &g);
}

static void
put_ascii(struct screen *s, uint32_t x, const char *text, const struct glyph *like)
{
    struct cell cell = { .kind = CELL_SCALAR,
                         .width = 1,
                         .style = like->style,
                         .link = like->link,
                         .protect = like->protect };
    screen_put_ascii(s, 0, x, (qtty_span){ (const uint8_t *)text, strlen(text) }, cell);
}

static void
assert_same_cell(const qtty_cell *a, const qtty_cell *b)
{
    assert_string_equal(a->text, b->text);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->protect, b->protect);
    assert_int_equal(a->style.fg, b->style.fg);
    assert_int_equal(a->link.len, b->link.len);
    if (a->link.len != 0)
        assert_memory_equal(a->link.data, b->link.data, a->link.len);
}

/* The only row leaves. @return Its record. */
static struct record
leave(struct screen *s)
{
    qtty_cell before[COLS], after;
    for (uint32_t x = 0; x < COLS; x++)
        screen_cell(s, s->primary[0], x, &before[x]);
    screen_scroll(s, (struct rect){ 0, 0, 1, COLS }, 1, 0, 0, true);
    struct stretch row;
    assert_true(history_above(&s->history, 0, &row));
    for (uint32_t x = 0; x < COLS; x++) {
        screen_stretch_cell(s, &row, x, &after);
        assert_same_cell(&after, &before[x]);
    }
    struct record record;
    assert_true(history_record(&s->history, s->history.end - 1, &record));
    return record;
}

static void
begin(struct screen *s)
{
    assert_int_equal(screen_init(s, NULL, 1, COLS, 100), QTTY_OK);
}

static void
a_run_is_a_column_and_a_style(void **state)
{
    (void)state;
    struct screen s;
    begin(&s);
    put_ascii(&s, 0, "red", &(struct glyph){ .width = 1, .style = indexed(&s, 1) });
    put_ascii(&s, 3, "blue", &(struct glyph){ .width = 1, .style = indexed(&s, 4) });
    put_ascii(&s, 9, "plain", &(struct glyph){ .width = 1 });
    assert_true(s.primary[0]->is_text);
    struct record record = leave(&s);
    assert_int_equal(record.text.len, 14);
    assert_int_equal(record.runs.len, 3 * 4);

    put_ascii(&s, 0, "red", &(struct glyph){ .width = 1, .style = indexed(&s, 1) });
    put(&s, 3, 0x65E5, &(struct glyph){ .width = 2, .style = indexed(&s, 4) });
    assert_false(s.primary[0]->is_text);
    record = leave(&s);
    assert_int_equal(record.text.len, 3 + 4);
    assert_int_equal(record.runs.len, 2 * 4);
    screen_finish(&s);
}

static void
a_link_or_protection_makes_all_runs_of_its_row_longer(void **state)
{
    (void)state;
    const uint32_t last[] = { 'x', 0x65E5 }; /* as text, and as cells */
    for (size_t i = 0; i < 4; i++) {
        struct screen s;
        begin(&s);
        struct glyph look = { .width = 1, .link = linked(&s, i < 2 ? "a:b" : "") };
        look.protect = i >= 2;
        put_ascii(&s, 0, "red", &(struct glyph){ .width = 1, .style = indexed(&s, 1) });
        put_ascii(&s, 3, "special", &look);
        look = (struct glyph){ .width = last[i % 2] == 'x' ? 1 : 2 };
        put(&s, 12, last[i % 2], &look);
        put_ascii(&s, 16, "end", &(struct glyph){ .width = 1, .style = indexed(&s, 2) });
        assert_int_equal(leave(&s).runs.len, 4 * 8);

        put_ascii(&s, 0, "red", &(struct glyph){ .width = 1, .style = indexed(&s, 1) });
        assert_int_equal(leave(&s).runs.len, 1 * 4);
        screen_finish(&s);
    }
}

static void
text_without_a_look_has_no_runs(void **state)
{
    (void)state;
    struct screen s;
    begin(&s);
    put_ascii(&s, 0, "plain", &(struct glyph){ .width = 1 });
    struct record record = leave(&s);
    assert_int_equal(record.text.len, 5);
    assert_int_equal(record.runs.len, 0);
    screen_finish(&s);
}

/* What a sweep must keep is what the runs of either length name. */
static void
runs_keep_their_styles_and_links(void **state)
{
    (void)state;
    struct screen s;
    begin(&s);
    uint16_t red = indexed(&s, 1), unused = indexed(&s, 9), green = indexed(&s, 2);
    uint16_t link = linked(&s, "a:b");
    put_ascii(&s, 0, "red", &(struct glyph){ .width = 1, .style = red });
    leave(&s);
    put_ascii(&s, 0, "green", &(struct glyph){ .width = 1, .style = green });
    put_ascii(&s, 5, "link", &(struct glyph){ .width = 1, .link = link });
    leave(&s);
    history_mark(&s.history, &s.styles, &s.links);
    intern_sweep(&s.styles);
    intern_sweep(&s.links);
    assert_int_not_equal(intern_get(&s.styles, red).len, 0);
    assert_int_not_equal(intern_get(&s.styles, green).len, 0);
    assert_int_not_equal(intern_get(&s.links, link).len, 0);
    assert_int_equal(intern_get(&s.styles, unused).len, 0);
    screen_finish(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_a_column_and_a_style),
        cmocka_unit_test(a_link_or_protection_makes_all_runs_of_its_row_longer),
        cmocka_unit_test(text_without_a_look_has_no_runs),
        cmocka_unit_test(runs_keep_their_styles_and_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
