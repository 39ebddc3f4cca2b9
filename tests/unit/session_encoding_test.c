/* A session whose terminal does not speak UTF-8: what the program prints is decoded
 * before anything else is looked for, what it is sent is encoded, or refused. */
#include "unit/driven.h"

#include <stdio.h>

static void
opens(struct driven *d, const char *encoding)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.encoding = encoding;
    driven_open_with(d, &c);
}

/* --- Output ------------------------------------------------------------------------- */

static void
output_is_decoded(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, "Shift_JIS");
    sends(&d, "ls");
    shell_answers(&d, "ls", "\x93\xFA\x8C\xEA \x95\\\r\n", 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "\u65E5\u8A9E \u8868\n");
    driven_finish(&d);
}

/* The second byte of a title's last character is the backslash of ST; a mark stands right
 * behind it. */
static void
sequences_are_those_of_the_decoded_text(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, "Shift_JIS");
    sends(&d, "x");
    shell_answers(&d, "x", "\033]2;\x95\\\033\\one\r\n", 3);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, 3);
    assert_string_equal(text_of(&d, d.result.output), "one\n");
    qtty_span title = qtty_emulator_title(qtty_session_emulator(d.session));
    assert_string_equal(text_of(&d, title), "\u8868");
    driven_finish(&d);
}

/* 9B is CSI in ISO 8859-1, and a quotation mark in windows-1252. */
static void
c1_bytes_are_controls_in_iso_8859(void **state)
{
    struct driven d;
    qtty_cell cell;
    (void)state;
    opens(&d, "ISO-8859-1");
    prints(&d, "\x9BH\x9B"
               "2J\x9B"
               "1m\xE9");
    step(&d);
    qtty_emulator_cell(qtty_session_emulator(d.session), 0, 0, &cell);
    assert_string_equal(cell.text, "\u00E9");
    assert_true(cell.style.attributes & QTTY_BOLD);
    driven_finish(&d);

    opens(&d, "windows-1252");
    prints(&d, "\033[H\x9Bx");
    step(&d);
    qtty_emulator_cell(qtty_session_emulator(d.session), 0, 0, &cell);
    assert_string_equal(cell.text, "\u203A");
    driven_finish(&d);
}

static void
a_character_may_come_in_two_reads(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, "EUC-JP");
    d.script.piece = 1;
    sends(&d, "x");
    shell_answers(&d, "x", "\x8F\xB0\xA1\xC6\xFC\r\n", 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "\u4E02\u65E5\n");
    driven_finish(&d);
}

static void
the_streams_lines_are_decoded_too(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.encoding = "KOI8-R";
    c.projection = QTTY_PROJECTION_STREAM;
    driven_open_with(&d, &c);
    sends(&d, "x");
    shell_answers(&d, "x", "\xC4\xC1\033[m\r\n", 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "\u0434\u0430\n");
    driven_finish(&d);
}

static void
what_the_end_cuts_is_replaced(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, "EUC-JP");
    sends(&d, "exit");
    prints(&d, "exit\r\n{C}\xC6\xFC\xC6");
    scripted_exit(&d.script, 0);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_SESSION_EXIT);
    assert_string_equal(text_of(&d, d.result.output), "\u65E5\uFFFD");
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    driven_finish(&d);
}

/* --- Strict ------------------------------------------------------------------------- */

static void
opens_strictly(struct driven *d, const char *encoding)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.encoding = encoding;
    c.strict = true;
    driven_open_with(d, &c);
}

/* The offset is that of the program's bytes. */
static void
ill_formed_output_fails_a_strict_session(void **state)
{
    static const char *const rest = "\xC6\xFC\xFF and more";
    struct driven d;
    char error[100];
    (void)state;
    opens_strictly(&d, "EUC-JP");
    snprintf(error, sizeof error, "session: byte 0xFF at offset %zu is not EUC-JP",
             strlen("\033]133;D;0;qtty=\a$ ") + strlen(d.nonce) + 2);
    sends(&d, "x");
    prints(&d, rest);
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_E_ENCODING);
    settled(&d, QTTY_E_ENCODING, QTTY_WAIT_SESSION_EXIT);
    assert_string_equal(text_of(&d, d.result.delta), "$ \u65E5");
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, error);
    driven_finish(&d);
}

static void
an_end_within_a_character_fails_a_strict_session(void **state)
{
    struct driven d;
    (void)state;
    opens_strictly(&d, "Shift_JIS");
    prints(&d, "\x95");
    step(&d);
    scripted_exit(&d.script, 0);
    passes(&d, MS(1));
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_FAILED);
    assert_non_null(strstr(qtty_session_error(d.session), "byte 0x95 at offset"));
    driven_finish(&d);
}

/* --- Input -------------------------------------------------------------------------- */

static void
a_text_is_encoded(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, "Shift_JIS");
    sends(&d, "echo \u8868\n\u30BD");
    assert_string_equal(written(&d), "echo \x95\\\r\x83\\\r");
    driven_finish(&d);
}

static void
a_paste_keeps_its_line_feeds(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, "ISO-8859-15");
    types(&d, "\033[200~\u20AC\n\033[201~\n");
    assert_string_equal(written(&d), "\033[200~\xA4\n\033[201~\r");
    driven_finish(&d);
}

static void
what_the_charset_lacks_is_refused_whole(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, "ISO-8859-1");
    cannot_send(&d, "caf\u00E9 12 \u20AC", QTTY_E_ENCODING,
                "send: U+20AC is not in ISO-8859-1");
    cannot_send(&d, "a\xFFz", QTTY_E_ENCODING, "send: the text is not UTF-8");
    assert_string_equal(written(&d), "");
    sends(&d, "caf\u00E9");
    assert_string_equal(written(&d), "caf\xE9\r");
    driven_finish(&d);
}

/* A line's bound is in bytes of the terminal: 4095 of them are fine in UTF-8's 8190. */
static void
the_bound_of_a_line_is_in_the_programs_bytes(void **state)
{
    struct driven d;
    char line[8200] = "";
    (void)state;
    opens(&d, "ISO-8859-1");
    d.script.input.canonical = true;
    for (size_t i = 0; i < 8190; i += 2)
        memcpy(line + i, "\u00E9", 3);
    sends(&d, line);
    assert_int_equal(strlen(written(&d)), 4096);
    driven_finish(&d);
    opens(&d, "ISO-8859-1");
    d.script.input.canonical = true;
    memcpy(line + 8190, "\u00E9", 3);
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(line);
    assert_int_equal(qtty_session_send(d.session, &send, d.now_ns), QTTY_E_LINE_TOO_LONG);
    driven_finish(&d);
}

static void
replies_are_ascii_in_any_charset(void **state)
{
    struct driven d;
    (void)state;
    opens(&d, "Shift_JIS");
    prints(&d, "\033[16t");
    step(&d);
    assert_string_equal(written(&d), "\033[6;16;8t");
    driven_finish(&d);
}

/* --- Configuration ------------------------------------------------------------------ */

static void
what_a_terminal_cannot_speak_is_refused(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.encoding = "ISO-2022-JP";
    driven_refused(
        &d, QTTY_E_UNSUPPORTED,
        "encoding: \"ISO-2022-JP\": is switched by escape sequences, which are "
        "the terminal's own");
    d.config.encoding = "UTF-16";
    driven_refused(&d, QTTY_E_UNSUPPORTED,
                   "encoding: \"UTF-16\": byte 0x00 is not ASCII's in it, as a terminal "
                   "needs");
    d.config.encoding = "nosuch";
    driven_refused(&d, QTTY_E_UNSUPPORTED, "encoding: \"nosuch\": no such charset");
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_is_decoded),
        cmocka_unit_test(sequences_are_those_of_the_decoded_text),
        cmocka_unit_test(c1_bytes_are_controls_in_iso_8859),
        cmocka_unit_test(a_character_may_come_in_two_reads),
        cmocka_unit_test(the_streams_lines_are_decoded_too),
        cmocka_unit_test(what_the_end_cuts_is_replaced),
        cmocka_unit_test(ill_formed_output_fails_a_strict_session),
        cmocka_unit_test(an_end_within_a_character_fails_a_strict_session),
        cmocka_unit_test(a_text_is_encoded),
        cmocka_unit_test(a_paste_keeps_its_line_feeds),
        cmocka_unit_test(what_the_charset_lacks_is_refused_whole),
        cmocka_unit_test(the_bound_of_a_line_is_in_the_programs_bytes),
        cmocka_unit_test(replies_are_ascii_in_any_charset),
        cmocka_unit_test(what_a_terminal_cannot_speak_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
