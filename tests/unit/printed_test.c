/* Printed text: what the ring says of a row is what its cells are packed to, and nothing
 * where a row was changed otherwise, is mixed in look, or too old. */
#include "screen/screen.h"

#include "unit/check.h"

enum { COLS = 40 };

static void
begin(struct screen *s, uint32_t rows)
{
    assert_int_equal(screen_init(s, NULL, rows, COLS, 100), QTTY_OK);
}

/* As an engine prints what is not ASCII alone. */
static uint32_t
print(struct screen *s, uint32_t y, uint32_t x, const char *text, uint16_t style)
{
    struct text_run run = { .text = { (const uint8_t *)text, strlen(text) },
                            .col = x,
                            .edge = COLS,
                            .ambiguous_width = 1,
                            .like = { .width = 1, .style = style } };
    assert_int_not_equal(screen_put_text(s, y, &run), 0);
    assert_int_equal(run.text.len, 0);
    return run.col;
}

static bool
is_kept(struct screen *s, uint32_t y)
{
    return printed_text(&s->printed, s->primary[y]).len != 0;
}

static void
assert_kept_as_packed(struct screen *s, uint32_t y)
{
    struct packer printed, packed;
    const struct row *row = s->primary[y];
    assert_true(is_kept(s, y));
    packer_init(&printed, NULL);
    packer_init(&packed, NULL);
    assert_true(packer_take_printed(&printed, row, printed_text(&s->printed, row)));
    assert_true(packer_take(&packed, row, &s->clusters));
    assert_int_equal(printed.flags, packed.flags);
    assert_int_equal(printed.text.len, packed.text.len);
    assert_memory_equal(printed.text.data, packed.text.data, packed.text.len);
    assert_int_equal(printed.runs.len, packed.runs.len);
    if (packed.runs.len != 0)
        assert_memory_equal(printed.runs.data, packed.runs.data, packed.runs.len);
    packer_finish(&printed);
    packer_finish(&packed);
}

static void
what_is_printed_is_what_would_be_packed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\u6F22\u5B57 \uD55C\uAE00 \u304B\u306A \u30AB\u30CA",
        "gr\u00F6\u00DFer, \u0417\u0435\u043C\u043B\u044F, \u2200x\u2208\u211D",
        "\u00E9\u00E8 e\u0301e\u0300\u0302 \U0001F600\U0001F64F",
        "\U0001F469\u200D\U0001F680 \u2603\uFE0F \U0001F1E9\U0001F1EA\u0301 x",
        "\u30A0\u30FF\u3096\u4DC0\u4DFF\u9FFF\uABFF\uD7A3\uD7FF",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct screen s;
        begin(&s, 2);
        uint16_t red = screen_style(&s, &(qtty_style){ .fg = QTTY_COLOR_INDEXED(1) });
        print(&s, 0, 0, texts[i], 0);
        assert_kept_as_packed(&s, 0);
        print(&s, 1, 0, texts[i], red);
        assert_kept_as_packed(&s, 1);
        assert_kept_as_packed(&s, 0);
        screen_finish(&s);
    }
}

static void
a_row_may_be_printed_piece_by_piece(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1);
    struct cell like = { .kind = CELL_SCALAR, .width = 1 };
    screen_put_ascii(&s, 0, 0, (qtty_span){ (const uint8_t *)"plain ", 6 }, like);
    uint32_t x = print(&s, 0, 6, "\u6F22e\u0301", 0);
    x = print(&s, 0, x, "\u5B57", 0);
    print(&s, 0, x, " \u00E9", 0);
    assert_kept_as_packed(&s, 0);
    screen_finish(&s);
}

static void
clusters_may_take_more_than_there_is_room_for(void **state)
{
    (void)state;
    struct screen s;
    char text[COLS * 2 * 20 + 1] = "";
    begin(&s, 2);
    for (uint32_t x = 0; x < COLS - 1; x++)
        strcat(text, "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301");
    print(&s, 0, 0, text, 0);
    assert_false(is_kept(&s, 0));
    print(&s, 1, 0, "\u6F22e\u0301", 0);
    assert_kept_as_packed(&s, 1);
    screen_finish(&s);
}

static void
a_change_forgets_it(void **state)
{
    (void)state;
    for (int change = 0; change < 7; change++) {
        struct screen s;
        begin(&s, 2);
        uint16_t red = screen_style(&s, &(qtty_style){ .fg = QTTY_COLOR_INDEXED(1) });
        uint32_t end = print(&s, 0, 0, "\u6F22\u5B57\u6F22\u5B57", 0);
        assert_kept_as_packed(&s, 0);
        struct glyph glyph = { .scalar = 'x', .width = 1 };
        if (change == 0)
            screen_put(&s, 0, 1, &glyph);
        else if (change == 1)
            print(&s, 0, 2, "\u00E9", 0);
        else if (change == 2)
            print(&s, 0, end, "\u00E9", red);
        else if (change == 3)
            print(&s, 0, end + 1, "\u00E9", 0);
        else if (change == 4)
            screen_combine(&s, 0, end - 1, 0x301);
        else if (change == 5)
            screen_erase(&s, (struct rect){ 0, 4, 1, COLS }, 0, false);
        else
            screen_scroll(&s, (struct rect){ 0, 0, 1, COLS }, 0, 2, 0, false);
        assert_false(is_kept(&s, 0));
        screen_finish(&s);
    }
}

static void
an_erased_row_begins_anew(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 1);
    print(&s, 0, 0, "\u6F22\u5B57", 0);
    screen_erase(&s, (struct rect){ 0, 0, 1, COLS }, 0, false);
    assert_false(is_kept(&s, 0));
    print(&s, 0, 0, "\u00E9", 0);
    assert_kept_as_packed(&s, 0);
    screen_finish(&s);
}

static void
another_size_forgets_all(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 2);
    print(&s, 0, 0, "\u6F22\u5B57", 0);
    struct screen_points points = { .cursor = { .row = 0 } };
    assert_int_equal(screen_resize(&s, 3, COLS, &points), QTTY_OK);
    assert_false(is_kept(&s, 0));
    print(&s, 1, 0, "\u6F22\u5B57", 0);
    assert_false(is_kept(&s, 0));
    assert_kept_as_packed(&s, 1);
    screen_finish(&s);
}

/* A row whose text was written over is packed from its cells. */
static void
a_row_that_stays_long_is_not_kept(void **state)
{
    (void)state;
    struct screen s;
    begin(&s, 2);
    print(&s, 0, 0, "\u6F22\u5B57", 0);
    uint32_t printed = 0;
    for (; is_kept(&s, 0); printed++) {
        assert_in_range(printed, 0, PRINTED_BYTES_MIN);
        assert_kept_as_packed(&s, 0);
        screen_erase(&s, (struct rect){ 1, 0, 2, COLS }, 0, false);
        print(&s, 1, 0, "\u6F22\u5B57\u6F22\u5B57", 0);
        assert_kept_as_packed(&s, 1);
    }
    assert_in_range(printed, PRINTED_BYTES_MIN / 2 / 16, PRINTED_BYTES_MIN / 16);
    screen_finish(&s);
}

static void
without_memory_nothing_is_put(void **state)
{
    (void)state;
    struct failing_allocator failing = { .fail_at = 0 };
    qtty_allocator a = failing_allocator_hook(&failing);
    struct screen s;
    assert_int_equal(screen_init(&s, &a, 1, COLS, 100), QTTY_OK);
    struct text_run run = { .text = { (const uint8_t *)"\u6F22", 3 },
                            .edge = COLS,
                            .ambiguous_width = 1,
                            .like = { .width = 1 } };
    failing.fail_at = failing.calls + 1;
    assert_int_equal(screen_put_text(&s, 0, &run), 0);
    assert_int_equal(s.primary[0]->cells, 0);
    assert_int_equal(screen_put_text(&s, 0, &run), 2);
    assert_kept_as_packed(&s, 0);
    screen_finish(&s);
    assert_int_equal(failing.live, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_is_what_would_be_packed),
        cmocka_unit_test(a_row_may_be_printed_piece_by_piece),
        cmocka_unit_test(clusters_may_take_more_than_there_is_room_for),
        cmocka_unit_test(a_change_forgets_it),
        cmocka_unit_test(an_erased_row_begins_anew),
        cmocka_unit_test(another_size_forgets_all),
        cmocka_unit_test(a_row_that_stays_long_is_not_kept),
        cmocka_unit_test(without_memory_nothing_is_put),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
