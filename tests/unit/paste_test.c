/* Pastes: what arrives, and that no text ends the bracket (CTL "Bracketed Paste Mode").
 * Focus. */
#include "unit/terminal.h"
#include <quietty/input.h>

/* --- Helpers ------------------------------------------------------------------------ */

#define SPAN(text)                                                                       \
    (qtty_span)                                                                          \
    {                                                                                    \
        (const uint8_t *)(text), sizeof(text) - 1                                        \
    }

static void
assert_paste(const qtty_emulator *e, qtty_span text, const char *expected)
{
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    assert_int_equal(qtty_emulator_paste(e, text, &out), QTTY_OK);
    assert_int_equal(qtty_buf_append(&out, "", 1), QTTY_OK);
    assert_string_equal((const char *)out.data, expected);
    qtty_buf_finish(&out);
}

/* --- Pastes ------------------------------------------------------------------------- */

static void
without_brackets_each_line_ends_with_enter(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    assert_paste(e, SPAN("a\nb\r\nc\rd\n\ne\t1"), "a\rb\rc\rd\r\re\t1");
    assert_paste(e, SPAN(""), "");
    assert_paste(e, SPAN("\n"), "\r");
    qtty_emulator_destroy(e);
}

static void
in_brackets_lines_stay(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?2004h");
    assert_paste(e, SPAN("a\nb\r\nc\rd"), "\x1b[200~a\nb\r\nc\rd\x1b[201~");
    assert_paste(e, SPAN(""), "\x1b[200~\x1b[201~");
    feed(e, "\x1b[?2004l");
    assert_paste(e, SPAN("a\nb"), "a\rb");
    qtty_emulator_destroy(e);
}

static void
no_text_ends_the_bracket(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?2004h");
    assert_paste(e, SPAN("a\x1b[201~rm\n"), "\x1b[200~a[201~rm\n\x1b[201~");
    assert_paste(e, SPAN("\x1b\x1b[201~"), "\x1b[200~[201~\x1b[201~");
    assert_paste(e,
                 SPAN("\xc2\x9b"
                      "201~"),
                 "\x1b[200~201~\x1b[201~");
    assert_paste(e,
                 SPAN("\x9b"
                      "201~"),
                 "\x1b[200~\xef\xbf\xbd"
                 "201~\x1b[201~");
    assert_paste(e, SPAN("\xc2\x1b[201~"), "\x1b[200~\xef\xbf\xbd[201~\x1b[201~");
    qtty_emulator_destroy(e);
}

static void
controls_do_not_arrive(void **state)
{
    (void)state;
    char text[0x22];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)i;
    text[0x0B] = 'x'; /* no LF behind the CR */
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_span span = { (const uint8_t *)text, sizeof text };
    assert_paste(e, span, "\t\rx\r !");
    assert_paste(e,
                 SPAN("a\x7f\xc2\x85"
                      "b"),
                 "ab");
    qtty_emulator_destroy(e);
}

static void
a_latin1_child_reads_latin1(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.encoding = QTTY_ENCODING_LATIN1;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    assert_paste(e, SPAN("é€\xc2\x9b"), "\xe9?");
    qtty_emulator_destroy(e);
}

static void
a_paste_that_does_not_fit_is_not_sent_in_part(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_buf out;
    feed(e, "\x1b[?2004h");
    for (size_t limit = 1; limit < 6 + 3 + 6; limit++) {
        qtty_buf_init(&out, NULL, limit);
        assert_int_equal(qtty_emulator_paste(e, SPAN("abc"), &out), QTTY_E_LIMIT);
        assert_int_equal(out.len, 0);
        qtty_buf_finish(&out);
    }
    qtty_buf_init(&out, NULL, 6 + 3 + 6);
    assert_int_equal(qtty_emulator_paste(e, SPAN("abc"), &out), QTTY_OK);
    assert_int_equal(out.len, 6 + 3 + 6);
    qtty_buf_finish(&out);
    qtty_emulator_destroy(e);
}

/* --- Focus -------------------------------------------------------------------------- */

static void
assert_focus(const qtty_emulator *e, bool focused, const char *expected)
{
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    assert_int_equal(qtty_emulator_focus(e, focused, &out), QTTY_OK);
    assert_int_equal(qtty_buf_append(&out, "", 1), QTTY_OK);
    assert_string_equal((const char *)out.data, expected);
    qtty_buf_finish(&out);
}

static void
focus_is_told_by_mode_1004(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    assert_focus(e, true, "");
    feed(e, "\x1b[?1004h");
    assert_focus(e, true, "\x1b[I");
    assert_focus(e, false, "\x1b[O");
    feed(e, "\x1b[?1004l");
    assert_focus(e, false, "");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_brackets_each_line_ends_with_enter),
        cmocka_unit_test(in_brackets_lines_stay),
        cmocka_unit_test(no_text_ends_the_bracket),
        cmocka_unit_test(controls_do_not_arrive),
        cmocka_unit_test(a_latin1_child_reads_latin1),
        cmocka_unit_test(a_paste_that_does_not_fit_is_not_sent_in_part),
        cmocka_unit_test(focus_is_told_by_mode_1004),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
