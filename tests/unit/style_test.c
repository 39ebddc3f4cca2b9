/* Packed styles: each is what it was, equal ones have equal bytes, common ones few. And
 * the ids that a screen has for them. */
#include "screen/style.h"

#include "screen/screen.h"
#include "unit/check.h"

static const qtty_color colors[] = {
    QTTY_COLOR_DEFAULT,          QTTY_COLOR_INDEXED(0),     QTTY_COLOR_INDEXED(255),
    QTTY_COLOR_RGB(0, 0, 0),     QTTY_COLOR_RGB(1, 2, 3),   QTTY_COLOR_RGB(255, 0, 0),
    QTTY_COLOR_RGB(0, 255, 128), QTTY_COLOR_RGB(0, 0, 255), QTTY_COLOR_RGB(255, 255, 255),
};
enum { COLORS = COUNT_OF(colors) };

static void
assert_same(const qtty_style *a, const qtty_style *b)
{
    assert_int_equal(a->fg, b->fg);
    assert_int_equal(a->bg, b->bg);
    assert_int_equal(a->ul, b->ul);
    assert_int_equal(a->attributes, b->attributes);
    assert_int_equal(a->underline, b->underline);
}

static void
assert_kept(const qtty_style *style)
{
    uint8_t packed[STYLE_BYTES_MAX], again[STYLE_BYTES_MAX];
    memset(packed, 0xAA, sizeof packed);
    memset(again, 0x55, sizeof again);
    size_t len = style_pack(style, packed);
    assert_in_range(len, 1, STYLE_BYTES_MAX);
    qtty_style unpacked = style_unpack((qtty_span){ packed, len });
    assert_same(&unpacked, style);
    assert_int_equal(style_pack(&unpacked, again), len);
    assert_memory_equal(packed, again, len);
}

static void
every_style_comes_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < COLORS * COLORS * COLORS; i++) {
        for (uint16_t underline = 0; underline <= QTTY_UNDERLINE_DASHED; underline++) {
            assert_kept(&(qtty_style){ .fg = colors[i % COLORS],
                                       .bg = colors[i / COLORS % COLORS],
                                       .ul = colors[i / COLORS / COLORS],
                                       .attributes = (uint16_t)(i % 256),
                                       .underline = underline });
        }
    }
    for (uint16_t attributes = 0; attributes < 256; attributes++)
        assert_kept(&(qtty_style){ .attributes = attributes });
}

/* In the bytes of one there is the other's default. */
static void
different_styles_have_different_bytes(void **state)
{
    (void)state;
    const qtty_style styles[] = {
        { .fg = QTTY_COLOR_INDEXED(0) },   { .bg = QTTY_COLOR_INDEXED(0) },
        { .ul = QTTY_COLOR_INDEXED(0) },   { .fg = QTTY_COLOR_RGB(0, 0, 0) },
        { .bg = QTTY_COLOR_RGB(0, 0, 0) }, { .ul = QTTY_COLOR_RGB(0, 0, 0) },
        { .attributes = QTTY_BOLD },       { .underline = QTTY_UNDERLINE_SINGLE },
        { .fg = QTTY_COLOR_INDEXED(1) },   { .bg = QTTY_COLOR_INDEXED(1) },
        { .ul = QTTY_COLOR_INDEXED(1) },
    };
    for (size_t i = 0; i < COUNT_OF(styles); i++) {
        for (size_t k = 0; k < i; k++) {
            uint8_t a[STYLE_BYTES_MAX], b[STYLE_BYTES_MAX];
            size_t len = style_pack(&styles[i], a);
            if (style_pack(&styles[k], b) == len)
                assert_memory_not_equal(a, b, len);
        }
    }
}

static void
a_style_without_an_underline_is_one_word(void **state)
{
    (void)state;
    uint8_t packed[STYLE_BYTES_MAX];
    qtty_style style = { .fg = QTTY_COLOR_RGB(97, 175, 239),
                         .bg = QTTY_COLOR_RGB(40, 44, 52),
                         .attributes = QTTY_BOLD | QTTY_ITALIC };
    assert_int_equal(style_pack(&style, packed), 8);
    style.underline = QTTY_UNDERLINE_CURLY;
    assert_int_equal(style_pack(&style, packed), STYLE_BYTES_MAX);
}

static void
no_bytes_are_the_default_style(void **state)
{
    (void)state;
    qtty_style style = style_unpack((qtty_span){ NULL, 0 });
    assert_same(&style, &(qtty_style){ 0 });
}

/* There may be room by then. */
static void
a_refused_style_is_asked_for_again(void **state)
{
    (void)state;
    const qtty_style red = { .fg = QTTY_COLOR_INDEXED(1) };
    struct failing_allocator memory = { 0 };
    const qtty_allocator hook = failing_allocator_hook(&memory);
    struct screen s;
    assert_int_equal(screen_init(&s, &hook, 1, 2, 0), QTTY_OK);
    memory =
        (struct failing_allocator){ .live = memory.live, .fail_at = 1, .for_good = 1 };
    assert_int_equal(screen_style(&s, &red), 0);
    assert_true(s.lost);
    memory.fail_at = 0;
    uint16_t id = screen_style(&s, &red);
    assert_int_not_equal(id, 0);
    assert_int_equal(screen_style(&s, &red), id);
    screen_finish(&s);
    assert_int_equal(memory.live, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_style_comes_back),
        cmocka_unit_test(different_styles_have_different_bytes),
        cmocka_unit_test(a_style_without_an_underline_is_one_word),
        cmocka_unit_test(no_bytes_are_the_default_style),
        cmocka_unit_test(a_refused_style_is_asked_for_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
