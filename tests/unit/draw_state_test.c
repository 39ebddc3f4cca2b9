/* Drawing: what a terminal is drawn as makes the same of a fresh one. The law "drawn" of
 * the emulator's harness compares everything upon streams of any kind; here each thing
 * that has a way of its own is seen to come out, and to have been there. State
 * beside the cells. */
#include "unit/drawing.h"

/* --- Cursor and modes --------------------------------------------------------------- */

static void
a_pending_wrap_comes_out(void **state)
{
    static const char *const cases[] = {
        "abcdefgh",
        "abcdef\u6587",
        "abcdefgh\x1b[1;8;1;8$z",        /* its cell was erased since */
        "\x1b[?7habcdefgh\x1b[?7l",      /* autowrap is off since */
        "\x1b[?69h\x1b[1;4sabcd",        /* at a right margin */
        "\x1b[?69h\x1b[2;4s\x1b[?6habc", /* in origin mode */
    };
    static const uint32_t cols[] = { 7, 7, 7, 7, 3, 3 };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_emulator *e = copy_of(cases[i]);
        assert_cursor(e, 0, cols[i], true);
        qtty_emulator_destroy(e);
    }
}

static void
the_cursor_comes_out(void **state)
{
    qtty_cursor cursor;
    (void)state;
    qtty_emulator *e = copy_of("\x1b[3;5H\x1b[5 q\x1b[?25l");
    qtty_emulator_cursor(e, &cursor);
    assert_int_equal(cursor.row, 2);
    assert_int_equal(cursor.col, 4);
    assert_int_equal(cursor.shape, QTTY_CURSOR_BAR);
    assert_true(cursor.blink);
    assert_false(cursor.visible);
    qtty_emulator_destroy(e);
}

static void
a_cursor_beyond_its_margins_comes_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b[2;3r\x1b[?69h\x1b[3;6s\x1b[?6h\x1b[9e\x1b[9a");
    assert_cursor(e, 3, 7, false);
    feed(e, "\x1b[H");
    assert_cursor(e, 1, 2, false);
    qtty_emulator_destroy(e);
}

static void
modes_come_out(void **state)
{
    static const uint32_t set[] = {
        1, 5, 6, 12, 45, 66, 69, 1003, 1004, 1006, 2004, 2027
    };
    (void)state;
    qtty_emulator *e = copy_of("\x1b[?1;5;6;12;45;66;69;1003;1004;1006;2004;2027h"
                               "\x1b[?7;8l\x1b[4;20h");
    for (size_t i = 0; i < COUNT_OF(set); i++)
        assert_int_equal(qtty_emulator_mode(e, true, set[i]), QTTY_MODE_SET);
    assert_int_equal(qtty_emulator_mode(e, true, 7), QTTY_MODE_RESET);
    assert_int_equal(qtty_emulator_mode(e, true, 8), QTTY_MODE_RESET);
    assert_int_equal(qtty_emulator_mode(e, false, 4), QTTY_MODE_SET);
    assert_int_equal(qtty_emulator_mode(e, false, 20), QTTY_MODE_SET);
    qtty_emulator_destroy(e);
}

static void
replies_equal(const char *text, const char *query, const char *expected)
{
    qtty_emulator *e = copy_of(text);
    feed(e, query);
    assert_replies(e, expected);
    qtty_emulator_destroy(e);
}

static void
what_settings_report_comes_out(void **state)
{
    (void)state;
    replies_equal("\x1b[2;3r", "\x1bP$qr\x1b\\", "\x1bP1$r2;3r\x1b\\");
    replies_equal("\x1b[?69h\x1b[3;6s", "\x1bP$qs\x1b\\", "\x1bP1$r3;6s\x1b\\");
    replies_equal("\x1b[1;4:3m", "\x1bP$qm\x1b\\", "\x1bP1$r0;1;4:3m\x1b\\");
    replies_equal("\x1b[62;1\"p", "\x1bP$q\"p\x1b\\", "\x1bP1$r62;1\"p\x1b\\");
    replies_equal("\x1b[2*x", "\x1bP$q*x\x1b\\", "\x1bP1$r2*x\x1b\\");
    replies_equal("\x1b[1\"q", "\x1bP$q\"q\x1b\\", "\x1bP1$r1\"q\x1b\\");
    replies_equal("\x1b[3g\x1b[3G\x1bH\x1b[6G\x1bH", "\x1b[2$w", "\x1bP2$u3/6\x1b\\");
    replies_equal("\x1b]4;200;rgb:12/34/56\x07", "\x1b]4;200;?\x07",
                  "\x1b]4;200;rgb:1212/3434/5656\x07");
    replies_equal("\x1b]11;rgb:12/34/56\x07", "\x1b]11;?\x07",
                  "\x1b]11;rgb:1212/3434/5656\x07");
}

static void
titles_come_out_with_their_stack(void **state)
{
    (void)state;
    qtty_emulator *e =
        copy_of("\x1b]0;first\x07\x1b[22;0t\x1b]2;second\x07\x1b]1;icon\x07");
    assert_memory_equal(qtty_emulator_title(e).data, "second", 6);
    assert_memory_equal(qtty_emulator_icon(e).data, "icon", 4);
    feed(e, "\x1b[23;0t");
    assert_memory_equal(qtty_emulator_title(e).data, "first", 5);
    assert_memory_equal(qtty_emulator_icon(e).data, "first", 5);
    qtty_emulator_destroy(e);
}

static void
what_was_saved_comes_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b[31m\x1b[2;8Hx\x1b(0\x1b\x37\x1b(B\x1b[m\x1b[Hab");
    assert_cursor(e, 0, 2, false);
    feed(e, "\x1b\x38");
    assert_cursor(e, 1, 7, true);
    feed(e, "q");
    assert_row(e, 2, "\u2500");
    assert_int_equal(cell(e, 2, 0).style.fg, QTTY_COLOR_INDEXED(1));
    qtty_emulator_destroy(e);
}

static void
saved_modes_come_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b[?1003;66h\x1b[?7l\x1b[?7;66;1000s"
                               "\x1b[?1003;66l\x1b[?7h");
    assert_int_equal(qtty_emulator_mode(e, true, 66), QTTY_MODE_RESET);
    feed(e, "\x1b[?7;66;1000r");
    assert_int_equal(qtty_emulator_mode(e, true, 7), QTTY_MODE_RESET);
    assert_int_equal(qtty_emulator_mode(e, true, 66), QTTY_MODE_SET);
    assert_int_equal(qtty_emulator_mode(e, true, 1003), QTTY_MODE_SET);
    qtty_emulator_destroy(e);
}

/* Of each screen; and the options of keys that are for both. */
static void
keys_come_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b[=1u\x1b[>5u\x1b[?1049h\x1b[>31u\x1b[>4;2m\x1b[>1n"
                               "\x1b[>4;1f");
    feed(e, "\x1b[?u\x1b[<u\x1b[?u\x1b[?1049l\x1b[?u\x1b[<u\x1b[?u\x1b[?4;1m\x1b[?4g");
    assert_replies(e, "\x1b[?31u\x1b[?0u\x1b[?5u\x1b[?1u\x1b[>4;2m\x1b[>1n\x1b[>4;1f");
    qtty_emulator_destroy(e);
}

static void
colours_come_out_with_their_stack(void **state)
{
    (void)state;
    qtty_emulator *e =
        copy_of("\x1b]4;1;#111111\x07\x1b]5;0;#222222\x07\x1b[#P\x1b]4;1;#333333\x07"
                "\x1b[4#P\x1b]4;1;#444444\x07");
    feed(
        e,
        "\x1b[#R\x1b]4;1;?\x07\x1b[#Q\x1b]4;1;?\x07\x1b[1#Q\x1b]4;1;?\x07\x1b]5;0;?\x07");
    assert_replies(e, "\x1b[?4;1#Q\x1b]4;1;rgb:4444/4444/4444\x07"
                      "\x1b]4;1;rgb:3333/3333/3333\x07\x1b]4;1;rgb:1111/1111/1111\x07"
                      "\x1b]5;0;rgb:2222/2222/2222\x07");
    qtty_emulator_destroy(e);
}

static void
guarded_areas_come_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1bVab\x1bWcd");
    feed(e, "\r\x1b[J");
    assert_row(e, 0, "ab");
    qtty_emulator_destroy(e);
}

/* Each with what it cannot make itself: DECRQSS is of level 2, DECERA of level 4. */
static void
levels_come_out(void **state)
{
    static const char level[] = "\x1bP$q\"p\x1b\\";
    (void)state;
    replies_equal("\x1b[63;1\"p", level, "\x1bP1$r63;1\"p\x1b\\");
    replies_equal("\x1b[65;1\"p\x1b[?95h", "\x1b[?95$p", "\x1b[?95;1$y");
    replies_equal("\x1b G", "\x1b[5n", "\x9b\x30n");

    qtty_emulator *e = copy_of("\x1b[31m\u6587\x1b[m\ra\x1b[?66h\x1b[?2l\x1b<\x1b[2;3r");
    assert_int_equal(cell(e, 0, 1).style.fg, QTTY_COLOR_INDEXED(1));
    assert_int_equal(qtty_emulator_mode(e, true, 66), QTTY_MODE_SET);
    feed(e, "\x1b[1;1;1;8$zx");
    assert_replies(e, "");
    assert_row(e, 0, "x");
    qtty_emulator_destroy(e);
}

static void
vt52_mode_comes_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b[4h\x1b[1mb\ra\x1b[?2l\033F");
    feed(e, "q\x1bZ\x1bH\x1b<c");
    assert_replies(e, "\x1b/Z");
    assert_row(e, 0, "ca\u2500");
    assert_int_equal(cell(e, 0, 0).style.attributes, QTTY_BOLD);
    assert_int_equal(cell(e, 0, 2).style.attributes, 0);
    qtty_emulator_destroy(e);
}

static void
links_keep_their_ids(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b]8;id=x;http://a/\x1b\\a\x1b]8;;http://a/\x1b\\b");
    assert_int_equal(cell(e, 0, 0).link_id.len, 1);
    assert_int_equal(cell(e, 0, 0).link.len, 9);
    assert_int_equal(cell(e, 0, 1).link_id.len, 0);
    qtty_emulator_destroy(e);
}

static void
character_sets_come_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b)0\x0e");
    feed(e, "q\x0fq");
    assert_row(e, 0, "\u2500q");
    qtty_emulator_destroy(e);

    e = copy_of("\x1b*%5\x1b/A\x1b)K\x1b[?42h\x0e");
    feed(e, "[\x0f\x1bn!\x1bo\"");
    assert_row(e, 0, "\u00C4\u00A1\u00A2");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pending_wrap_comes_out),
        cmocka_unit_test(the_cursor_comes_out),
        cmocka_unit_test(a_cursor_beyond_its_margins_comes_out),
        cmocka_unit_test(modes_come_out),
        cmocka_unit_test(what_settings_report_comes_out),
        cmocka_unit_test(titles_come_out_with_their_stack),
        cmocka_unit_test(what_was_saved_comes_out),
        cmocka_unit_test(saved_modes_come_out),
        cmocka_unit_test(keys_come_out),
        cmocka_unit_test(colours_come_out_with_their_stack),
        cmocka_unit_test(guarded_areas_come_out),
        cmocka_unit_test(levels_come_out),
        cmocka_unit_test(vt52_mode_comes_out),
        cmocka_unit_test(links_keep_their_ids),
        cmocka_unit_test(character_sets_come_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
