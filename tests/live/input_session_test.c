/* What a person does, in a session with real programs: keys by name, several lines at
 * once, the mouse, a new size. */
#define _GNU_SOURCE

#include "live/session.h"

/** Press keys, and let them settle. @return what was printed. */
static const char *
presses(struct driven *d, const char *names)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(names);
    qtty_status st = qtty_session_keys(d->session, &send, live_now());
    assert_string_equal(st == QTTY_OK ? "" : qtty_session_error(d->session), "");
    return drive_settle(d);
}

static const char *
screen_row(struct driven *d, int32_t row)
{
    d->text.len = 0;
    qtty_emulator_row_text(qtty_session_emulator(d->session), row, &d->text);
    assert_int_equal(qtty_buf_append(&d->text, "", 1), QTTY_OK);
    return (const char *)d->text.data;
}

/* --- Keys --------------------------------------------------------------------------- */

static void
keys_edit_the_line_of_a_shell(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "echo one", "one\n", 0);
    assert_string_equal(presses(&d, "up ctrl-w t w o"), "");
    is_asked(&d, 0);
    assert_string_equal(presses(&d, "enter"), "two\n");
    is_at_prompt(&d, 0);
    assert_string_equal(presses(&d, "x ctrl-u e c h o space a left b enter"), "ba\n");
    is_at_prompt(&d, 0);
    drive_end(&d);
}

static void
ctrl_c_interrupts_who_reads_lines(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "cat", "", LINES_ECHOED);
    assert_string_equal(presses(&d, "ctrl-c"), "^C\n");
    is_at_prompt(&d, 130);
    asks(&d, "cat", "", LINES_ECHOED);
    assert_string_equal(presses(&d, "a enter ctrl-d"), "a\na\n");
    is_at_prompt(&d, 0);
    drive_end(&d);
}

/* In raw mode it is a key as any other. */
static void
keys_are_given_to_a_raw_program(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, KEYS, "keys\n", 0);
    assert_string_equal(presses(&d, "ctrl-c"), "key 3\n");
    is_asked(&d, 0);
    presses(&d, "up");
    drive_until(&d, "key 27\nkey 91\nkey 65");
    presses(&d, "q");
    is_at_prompt(&d, 0);
    drive_end(&d);
}

/* less has turned on DECCKM and the keypad: `up` is ESC O A there. */
static void
keys_go_by_the_modes_of_a_pager(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/less");
    d = drive_bash();
    says(&d, "seq 100 >~/numbers", "", 0);
    asks(&d, "less ~/numbers", "", FULL_SCREEN);
    presses(&d, "down down down");
    assert_string_equal(screen_row(&d, 0), "4");
    presses(&d, "up");
    assert_string_equal(screen_row(&d, 0), "3");
    presses(&d, "end");
    assert_string_equal(screen_row(&d, 38), "100");
    presses(&d, "q");
    is_at_prompt(&d, 0);
    drive_end(&d);
}

static void
the_mouse_is_given_to_who_asks_for_it(void **state)
{
    static const qtty_mouse click[] = {
        { .event = QTTY_MOUSE_PRESS, .button = QTTY_BUTTON_LEFT, .row = 2, .col = 4 },
        { .event = QTTY_MOUSE_RELEASE, .button = QTTY_BUTTON_LEFT, .row = 2, .col = 4 },
    };
    struct driven d = drive_bash();
    (void)state;
    assert_int_equal(qtty_session_mouse(d.session, click, 2, NULL, live_now()),
                     QTTY_E_UNSUPPORTED);
    asks(&d, "printf '\\e[?1000;1006h'; IFS= read -s -d m x; printf '\\e[?1000l'", "", 0);
    assert_int_equal(qtty_session_mouse(d.session, click, 2, NULL, live_now()), QTTY_OK);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    says(&d, "echo \"${x//$'\\e'/ESC}\"", "ESC[<0;5;3MESC[<0;5;3\n", 0);
    drive_end(&d);
}

/* --- Several lines ------------------------------------------------------------------ */

/* Typed, the second line would be read by the first. */
static void
several_lines_are_one_command(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "read x\necho \"<$x>\"", "", LINES_ECHOED);
    says(&d, "mine", "mine\n<mine>\n", 0);
    says(&d, "cat <<'END'\n\ttab\nback\\slash !! \"\nEND",
         "        tab\nback\\slash !! \"\n", 0);
    says(&d, "for i in 1 2; do\n  echo $i\ndone\n(exit 3)", "1\n2\n", 3);
    drive_end(&d);
}

/* It reads whole lines: nothing in brackets comes to it. */
static void
several_lines_are_typed_to_a_filter(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "cat -A", "", LINES_ECHOED);
    drive_send(&d, "a\nb", true);
    drive_until(&d, "b$");
    drive_settle(&d);
    leaves(&d, "\x04", "", 0);
    drive_end(&d);
}

/* --- Size --------------------------------------------------------------------------- */

/* It is told by SIGWINCH, and finds the new size. */
static void
a_new_size_is_told_to_the_program(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "stty size", "40 160\n", 0);
    assert_int_equal(qtty_session_resize(d.session, 20, 80), QTTY_OK);
    says(&d, "stty size; echo $COLUMNS", "20 80\n80\n", 0);
    drive_send(&d,
               "bash -c 'trap \"stty size </dev/tty; exit 5\" WINCH; echo ready; "
               "while :; do read -t 0.01 <> <(:); done'",
               true);
    drive_until(&d, "\nready");
    assert_int_equal(qtty_session_resize(d.session, 30, 90), QTTY_OK);
    assert_string_equal(drive_settle(&d), "ready\n30 90\n");
    is_at_prompt(&d, 5);
    drive_end(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_edit_the_line_of_a_shell),
        cmocka_unit_test(ctrl_c_interrupts_who_reads_lines),
        cmocka_unit_test(keys_are_given_to_a_raw_program),
        cmocka_unit_test(keys_go_by_the_modes_of_a_pager),
        cmocka_unit_test(the_mouse_is_given_to_who_asks_for_it),
        cmocka_unit_test(several_lines_are_one_command),
        cmocka_unit_test(several_lines_are_typed_to_a_filter),
        cmocka_unit_test(a_new_size_is_told_to_the_program),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
