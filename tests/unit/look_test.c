/* Looking at the lines of a screen: it changes nothing, and costs what is new. */
#include "unit/fake_screen.h"

/* The emulator was moved, and looked at, before the lines were told. */
static void
a_look_too_early_is_not_kept(void **state)
{
    (void)state;
    struct screen s = screen(2, 2, NULL);
    feed(&s, "abcdefgh");
    fake_grow(s.emulator, 2);
    all_lines(s.lines);
    assert_string_equal(look(&s), "abcdefgh_");
    fake_scroll(s.emulator, 1);
    all_lines(s.lines);
    assert_string_equal(look(&s), "abcdefgh_");
    finish(&s);
}

/* Looking must not drop what a later state of the screen leaves room for. */
static void
looking_drops_nothing(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .scrollback_lines = 4 };
    struct screen s = screen(4, 4, &config);
    feed(&s, "1\n2\n3\n4\n5\n6");
    assert_string_equal(look(&s), "3_4_5_6_");
    fake_clear(s.emulator);
    assert_string_equal(look(&s), "3|4|5|6|");
    for (uint32_t i = 0; i < 4; i++)
        fake_write(s.emulator, i, "x");
    assert_string_equal(look(&s), "x_x_x_x_");
    memset(s.emulator->screen, 0, sizeof(s.emulator->screen));
    s.emulator->generation++;
    assert_string_equal(look(&s), "3|4|5|6|");
    finish(&s);
}

/* What is hidden is not dropped, and what is dropped does not come back. */
static void
dropped_never_falls(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .scrollback_lines = 4 };
    struct screen s = screen(4, 4, &config);
    qtty_buf text;
    qtty_page page;
    qtty_buf_init(&text, NULL, 0);
    feed(&s, "1\n2\n3\n4\n5\n6");
    assert_int_equal(qtty_lines_dropped(s.lines), 0);
    assert_int_equal(qtty_lines_read(s.lines, 0, 9, &text, &page), QTTY_OK);
    assert_int_equal(page.retained, 4);
    assert_true(page.truncated); /* 1 and 2 are hidden */
    memset(s.emulator->screen, 0, sizeof(s.emulator->screen));
    s.emulator->generation++;
    assert_string_equal(look(&s), "1|2|");
    assert_int_equal(qtty_lines_read(s.lines, 0, 9, &text, &page), QTTY_OK);
    assert_false(page.truncated);
    assert_int_equal(qtty_lines_dropped(s.lines), 0);
    feed(&s, "\n\n\n");
    assert_int_equal(qtty_lines_dropped(s.lines), 1);
    qtty_buf_finish(&text);
    finish(&s);
}

/* The part that left the screen is marked in place: a look that copied it anew would
 * wipe the mark out. */
static void
looking_copies_no_head_again(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    for (int i = 0; i < 100; i++)
        feed(&s, "0123456789");
    assert_int_equal(line(&s, 0).text.len, 1000);
    s.lines->screen.screen_text.bytes[0] = '!';
    for (int i = 0; i < 100; i++) {
        feed(&s, "abcde");
        const qtty_line now = line(&s, 0);
        assert_int_equal(now.text.len, 1005 + i * 5);
        assert_memory_equal(now.text.data + now.text.len - 5, "abcde", 5);
    }
    assert_int_equal(line(&s, 0).text.data[0], '!');
    fake_write(s.emulator, 1, "");
    assert_int_equal(line(&s, 0).text.data[0], '!');
    fake_grow(s.emulator, 1); /* now it did change */
    assert_int_equal(qtty_lines_sync(s.lines), QTTY_OK);
    assert_int_equal(line(&s, 0).text.data[0], '0');
    finish(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_too_early_is_not_kept),
        cmocka_unit_test(looking_drops_nothing),
        cmocka_unit_test(dropped_never_falls),
        cmocka_unit_test(looking_copies_no_head_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
