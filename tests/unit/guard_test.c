/* What crashes libvterm, or makes it loop, is out of reach; and lack of memory leaves a
 * terminal that works. */
#include "adapter/guard.h"
#include "unicode/utf8.h"
#include "unit/terminal.h"
#include <vterm.h>

/* --- Out of reach ------------------------------------------------------------------- */

static void
more_than_sixteen_parameters_are_harmless(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(4, 10);
    for (const char *final = "@ABCDEFGHIJKLMPSTXZ`abdefghjklrstu"; *final != '\0';
         final++) {
        char sequence[512] = "\x1b[";
        for (int i = 0; i < 100; i++)
            strcat(sequence, "1;");
        strncat(sequence, final, 1);
        feed(e, sequence);
    }
    feed(e, "\x1b[H\x1b[2Jok");
    assert_row(e, 0, "ok");
    qtty_emulator_destroy(e);
}

static void
rep_needs_a_graphic_and_works_once(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 10);
    feed(e, "\x1b[99999999b");
    assert_row(e, 0, "");
    feed(e, "a\x1b[3b\x1b[3b");
    assert_row(e, 0, "aaaa");
    feed(e, "\r\n\x1b[5b");
    assert_row(e, 1, "");
    qtty_emulator_destroy(e);
}

static void
rep_ends_with_the_screen(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 4);
    feed(e, "x\x1b[65535b");
    assert_row(e, 0, "xxxx");
    assert_row(e, 1, "x");
    qtty_emulator_destroy(e);
}

static void
rep_of_wide_graphics_ends_with_the_screen_too(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(100, 3);
    feed(e, "\u4E2D\x1b[9999b");
    uint64_t end;
    qtty_emulator_scrolled(e, NULL, &end);
    assert_in_range(end, 1, 101);
    qtty_emulator_destroy(e);
}

static void
a_wide_character_has_no_place_in_one_column(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(3, 1);
    feed(e, "\u65E5\u672C\r\na\x1b[5b");
    assert_row(e, -1, "a");
    assert_row(e, 2, "a");
    qtty_emulator_destroy(e);
}

static void
a_wide_character_does_not_wrap_without_autowrap(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 10);
    feed(e, "\x1b[?7labcdefghi\u65E5");
    assert_row(e, 0, "abcdefghi");
    assert_row(e, 1, "");
    qtty_emulator_destroy(e);
}

static void
combining_marks_without_end_take_one_cell(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(2, 10);
    feed(e, "a");
    for (int i = 0; i < 100000; i++)
        feed(e, "\u0301");
    feed(e, "b");
    for (int i = 0; i < 100000; i++)
        feed(e, "\u0600\b");
    qtty_cell cell;
    assert_int_equal(qtty_emulator_cell(e, 0, 0, &cell), QTTY_OK);
    assert_in_range(cell.text_len, 3, QTTY_CLUSTER_BYTES_MAX);
    assert_cursor(e, 0, 2, false);
    qtty_emulator_destroy(e);
}

/* --- The guard and the library agree ------------------------------------------------ */

static int
count_code_points(VTermGlyphInfo *info, VTermPos pos, void *user)
{
    (void)pos;
    int *count = user;
    for (*count = 0; info->chars[*count] != 0;)
        ++*count;
    return 1;
}

static void
the_library_combines_no_stand_in_and_knows_its_width(void **state)
{
    (void)state;
    static const VTermStateCallbacks callbacks = { .putglyph = count_code_points };
    int count = 0;
    VTerm *vt = vterm_new(4, 80);
    vterm_set_utf8(vt, 1);
    VTermState *library = vterm_obtain_state(vt);
    vterm_state_set_callbacks(library, &callbacks, &count);
    vterm_state_reset(library, 1);
    for (uint32_t width = 1; width <= 2; width++) {
        uint8_t text[5] = { 'a' };
        uint32_t len = utf8_encode(guard_stand_in(0x1F600, width), text + 1);
        vterm_input_write(vt, "\x1b[H", 3);
        vterm_input_write(vt, (const char *)text, len + 1);
        VTermPos pos;
        vterm_state_get_cursorpos(library, &pos);
        assert_int_equal(count, 1);
        assert_int_equal(pos.col, 1 + width);
    }
    vterm_free(vt);
}

/* --- Lack of memory ----------------------------------------------------------------- */

static const char session[] =
    "\x1b[31mhello \u65E5\u672C e\u0301\u0323\r\n\x1b]8;;http://e.x/\x07link\x1b]8;;\x07"
    "\x1b[?1049h\x1b[2Jalternate\x1b[?1049l\x1b]2;title\x07\x1b[6n\x1b[c\n\n\n\n\n\n\x1b"
    "c"
    "\x1b]4;1;?\x07\x1bP$qm\x1b\\done";

/* A session in which allocation number `fail_at` fails. @return allocations it asked
 * for. */
static long
session_failing_at(long fail_at)
{
    struct failing_allocator failing = { .fail_at = fail_at };
    qtty_allocator a = failing_allocator_hook(&failing);
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.allocator = &a;
    config.rows = 4;
    config.cols = 20;
    qtty_emulator *e;
    qtty_status st = qtty_emulator_create(&e, &config);
    if (st == QTTY_OK) {
        qtty_span bytes = { (const uint8_t *)session, sizeof session - 1 };
        qtty_emulator_feed(e, bytes);
        qtty_emulator_resize(e, 8, 30);
        qtty_emulator_resize(e, 3, 10);
        static const char last[] = "\x1b[?1049l\x1b"
                                   "c\x1b[Hstill here";
        qtty_emulator_feed(e, (qtty_span){ (const uint8_t *)last, sizeof last - 1 });
        assert_row(e, 0, "still here");
    } else {
        assert_int_equal(st, QTTY_E_NOMEM);
        assert_null(e);
    }
    qtty_emulator_destroy(e);
    assert_int_equal(failing.live, 0);
    return failing.calls;
}

static void
a_row_that_cannot_be_kept_is_reported(void **state)
{
    (void)state;
    struct failing_allocator failing = { 0 };
    qtty_allocator a = failing_allocator_hook(&failing);
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.allocator = &a;
    config.rows = 2;
    qtty_emulator *e;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "a\r\nb");
    failing.calls = 0;
    failing.fail_at = 1;
    qtty_span bytes = { (const uint8_t *)"\r\nc", 3 };
    assert_int_equal(qtty_emulator_feed(e, bytes), QTTY_E_NOMEM);
    assert_row(e, 1, "c");
    feed(e, "\r\nd");
    qtty_emulator_destroy(e);
}

static void
every_allocation_may_fail(void **state)
{
    (void)state;
    long calls = session_failing_at(0);
    assert_true(calls > 20);
    for (long fail_at = 1; fail_at <= calls; fail_at++)
        session_failing_at(fail_at);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_sixteen_parameters_are_harmless),
        cmocka_unit_test(rep_needs_a_graphic_and_works_once),
        cmocka_unit_test(rep_ends_with_the_screen),
        cmocka_unit_test(rep_of_wide_graphics_ends_with_the_screen_too),
        cmocka_unit_test(a_wide_character_has_no_place_in_one_column),
        cmocka_unit_test(a_wide_character_does_not_wrap_without_autowrap),
        cmocka_unit_test(combining_marks_without_end_take_one_cell),
        cmocka_unit_test(the_library_combines_no_stand_in_and_knows_its_width),
        cmocka_unit_test(a_row_that_cannot_be_kept_is_reported),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
