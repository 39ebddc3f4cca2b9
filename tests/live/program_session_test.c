/* A session with programs that are no shell, in bash and alone: each is ready when it
 * waits for input, and the terminal's state says for what kind. */
#define _GNU_SOURCE

#include "live/session.h"

#include <termios.h>

/* --- Builtins and filters ----------------------------------------------------------- */

static void
a_line_is_asked_for(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "read -p 'name: ' x", "name: ", LINES_ECHOED);
    says(&d, "me", "me\n", 0);
    says(&d, "echo \"<$x>\"", "<me>\n", 0);
    drive_end(&d);
}

static void
a_secret_is_asked_for(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "read -s x", "", LINES_HIDDEN);
    says(&d, "hidden", "", 0);
    says(&d, "echo \"<$x>\"", "<hidden>\n", 0);
    drive_end(&d);
}

/* However often, and whatever else is done: each is known for what it is. */
static void
each_secret_is_told(void **state)
{
    static const char *const lines[] = {
        "read -s x",
        "read -s -p 'Password: ' x",
        "stty -echo; read x; stty echo",
        "sh -c 'stty -echo; read x; stty echo'",
        "(stty -echo; sleep 0.02; read x; stty echo)",
    };
    struct driven d = drive_bash();
    (void)state;
    for (size_t i = 0; i < 20 * COUNT_OF(lines); i++) {
        drive_send(&d, lines[i % COUNT_OF(lines)], true);
        drive_settle(&d);
        is_asked(&d, LINES_HIDDEN);
        drive_send(&d, "hidden", true);
        drive_settle(&d);
        is_at_prompt(&d, 0);
    }
    drive_end(&d);
}

/* Who turned echo off for good is not asked for secrets. */
static void
echo_that_rests_off_is_no_secret(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "stty -echo", "", 0);
    says(&d, "sleep 0.5", "", 0);
    asks(&d, "read x", "", QTTY_TERMINAL_CANONICAL);
    says(&d, "x", "", 0);
    says(&d, "stty echo; sleep 0.1", "", 0);
    asks(&d, "read -s x", "", LINES_HIDDEN);
    says(&d, "x", "", 0);
    drive_end(&d);
}

/* Echo is known to be the terminal's rest, though no look has ever seen it: the shell was
 * at its prompt, in raw mode, before the first. */
static void
a_secret_is_asked_for_first(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    qtty_want wants[QTTY_WANTS_MAX];
    struct termios modes;
    struct driven d;
    size_t count;
    uint64_t at, guard = live_now() + 20000000000u;
    (void)state;
    drive_create(&d, &c);
    qtty_session_wants(d.session, wants, QTTY_WANTS_MAX, &count, &at);
    do {
        assert_true(live_now() < guard);
        assert_int_equal(tcgetattr(wants[0].descriptor, &modes), 0);
    } while (modes.c_lflag & ICANON);
    assert_int_equal(drive_past(&d, QTTY_SESSION_STARTING), QTTY_SESSION_LIVE);
    asks(&d, "read -s x", "", LINES_HIDDEN);
    drive_end(&d);
}

/* It throws away what was typed before it asked: both questions must be waited for. */
static void
a_password_is_asked_for(void **state)
{
    struct driven d = drive_program(ARGV(WITNESS, "password"));
    (void)state;
    assert_memory_equal(qtty_session_motd(d.session).data, "name: ", 6);
    asks(&d, "me", "me\npassword: ", LINES_HIDDEN);
    drive_send(&d, "sesame", true);
    assert_string_equal(drive_settle(&d), "\nme has sesame\n");
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_EXITED);
    assert_int_equal(d.result.child.value, 0);
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_CLOSED);
    drive_free(&d);
}

static void
a_filter_answers_each_line(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "cat", "", LINES_ECHOED);
    asks(&d, "one", "one\none\n", LINES_ECHOED);
    asks(&d, "", "\n\n", LINES_ECHOED);
    asks(&d, "two\nthree", "two\nthree\ntwo\nthree\n", LINES_ECHOED);
    leaves(&d, "\x04", "", 0);
    drive_end(&d);
}

/* Another will end its wait, which nothing shows: until then it is one, and proven. */
static void
a_wait_that_a_signal_will_end_is_one(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "timeout --foreground 1000 cat", "", LINES_ECHOED);
    asks(&d, "hi", "hi\nhi\n", LINES_ECHOED);
    leaves(&d, "\4", "", 0);
    drive_end(&d);
}

/* Half a line is held by the terminal, and cat knows nothing of it. */
static void
half_a_line_is_held_back(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "cat", "", LINES_ECHOED);
    drive_send(&d, "ha", false);
    assert_string_equal(drive_settle(&d), "ha");
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_INFERRED_IDLE);
    assert_true(d.result.evidence.seen & QTTY_SEEN_LINE_UNFINISHED);
    asks(&d, "lf", "lf\nhalf\n", LINES_ECHOED);
    leaves(&d, "\x04", "", 0);
    drive_end(&d);
}

/* The end of input is an answer too: what works on it is waited for. */
static void
the_end_of_input_is_no_unfinished_line(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    for (int i = 0; i < 20; i++) {
        asks(&d, "wc -l; sleep 0.01; (exit 3)", "", LINES_ECHOED);
        leaves(&d, "a\nb\n\x04", "a\nb\n2\n", 3);
    }
    drive_end(&d);
}

/* Past what the terminal's queue holds: written as it is read. Without echo, of which the
 * kernel would hold some back. */
static void
much_text_arrives_whole(void **state)
{
    enum { LINES = 2000, WIDTH = 60 };
    static char text[LINES * WIDTH + 1];
    struct driven d = drive_bash();
    (void)state;
    for (int i = 0; i < LINES; i++)
        sprintf(text + (size_t)i * WIDTH, "%-59d\n", i);
    says(&d, "stty -echo", "", 0);
    drive_send(&d, "cksum", true);
    drive_settle(&d);
    drive_send(&d, text, false);
    assert_string_equal(drive_settle(&d), "");
    assert_int_equal(d.result.evidence.wait_class, QTTY_CLASS_A);
    drive_send(&d, "\x04", false);
    assert_non_null(strstr(drive_settle(&d), " 120000\n"));
    is_at_prompt(&d, 0);
    drive_end(&d);
}

/* The terminal would cut it, and its end with it: nothing is written. */
static void
a_line_too_long_for_the_terminal_is_refused(void **state)
{
    static char line[5001];
    qtty_send send = QTTY_SEND_INIT;
    struct driven d = drive_bash();
    (void)state;
    memset(line, 'a', sizeof line - 1);
    send.text = qtty_text(line);
    send.submit = true;
    asks(&d, "cat", "", LINES_ECHOED);
    assert_int_equal(qtty_session_send(d.session, &send, live_now()),
                     QTTY_E_LINE_TOO_LONG);
    assert_string_equal(qtty_session_error(d.session),
                        "send: a line of 5000 bytes: the program reads whole lines, and "
                        "the terminal would cut it at 4095");
    asks(&d, "short", "short\nshort\n", LINES_ECHOED);
    line[4095] = '\0';
    drive_send(&d, line, true);
    assert_int_equal(strlen(drive_settle(&d)), 2 * 4096);
    is_asked(&d, LINES_ECHOED);
    drive_end(&d);
}

/* --- Interpreters ------------------------------------------------------------------- */

static void
python_in_the_shell(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/python3");
    d = drive_bash();
    drive_send(&d, "python3 -q", true);
    assert_string_equal(drive_settle(&d), ">>> ");
    is_asked(&d, 0);
    asks(&d, "1+1", "1+1\n2\n>>> ", 0);
    asks(&d, "for i in (1, 2):", "for i in (1, 2):\n... ", 0);
    asks(&d, "  print(i)", "  print(i)\n... ", 0);
    asks(&d, "", "\n1\n2\n>>> ", 0);
    drive_send(&d, "1 +", true);
    assert_non_null(strstr(drive_settle(&d), "\nSyntaxError: invalid syntax\n>>> "));
    is_asked(&d, 0);
    drive_send(&d, "import time; time.sleep(0.1); print('slept')", true);
    assert_non_null(strstr(drive_settle(&d), "\nslept\n>>> "));
    says(&d, "exit(7)", "exit(7)\n", 7);
    drive_end(&d);
}

static void
python_alone(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/python3");
    d = drive_program(ARGV("python3", "-q"));
    assert_memory_equal(qtty_session_motd(d.session).data, ">>> ", 4);
    asks(&d, "6*7", "6*7\n42\n>>> ", 0);
    drive_send(&d, "exit(5)", true);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_EXITED);
    assert_int_equal(d.result.child.value, 5);
    drive_free(&d);
}

static void
sqlite_in_the_shell(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/sqlite3");
    d = drive_bash();
    drive_send(&d, "sqlite3", true);
    assert_non_null(strstr(drive_settle(&d), "sqlite> "));
    is_asked(&d, 0);
    asks(&d, "select 6 * 7;", "select 6 * 7;\n42\nsqlite> ", 0);
    asks(&d, "select", "select\n   ...> ", 0);
    asks(&d, "1;", "1;\n1\nsqlite> ", 0);
    says(&d, ".exit 3", ".exit 3\n", 3);
    drive_end(&d);
}

/* It is silent for a while, then execs something slow. */
static void
a_slow_starter_is_waited_for(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/python3");
    d = drive_bash();
    drive_send(&d, "sh -c 'sleep 0.2; exec python3 -q'", true);
    assert_string_equal(drive_settle(&d), ">>> ");
    is_asked(&d, 0);
    assert_true(d.result.elapsed_ns > 200000000);
    drive_end(&d);
}

static void
a_slow_starter_alone_is_waited_for(void **state)
{
    struct driven d = drive_program(ARGV("sh", "-c", "sleep 0.2; printf 'go: '; read x"));
    (void)state;
    assert_memory_equal(qtty_session_motd(d.session).data, "go: ", 4);
    drive_end(&d);
}

/* --- Full-screen programs ----------------------------------------------------------- */

static const char *
screen_row(struct driven *d, int32_t row)
{
    d->text.len = 0;
    qtty_emulator_row_text(qtty_session_emulator(d->session), row, &d->text);
    assert_int_equal(qtty_buf_append(&d->text, "", 1), QTTY_OK);
    return (const char *)d->text.data;
}

/* The alternate screen adds nothing to what was printed. */
static void
less_shows_a_file(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/less");
    d = drive_bash();
    says(&d, "seq 100 >~/numbers", "", 0);
    for (int i = 0; i < 20; i++) {
        asks(&d, "less ~/numbers", "", FULL_SCREEN);
        assert_string_equal(screen_row(&d, 0), "1");
        asks_after_keys(&d, " ", "", FULL_SCREEN);
        assert_string_equal(screen_row(&d, 0), "40");
        leaves(&d, "q", "", 0);
    }
    drive_end(&d);
}

/* It reads the keys from the terminal, not from its standard input. */
static void
less_shows_a_pipe(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/less");
    d = drive_bash();
    asks(&d, "seq 100 | less", "", FULL_SCREEN);
    asks_after_keys(&d, "G", "", FULL_SCREEN);
    assert_string_equal(screen_row(&d, 38), "100");
    drive_send(&d, "q", false);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    drive_end(&d);
}

static void
less_alone(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/less");
    d = drive_program(ARGV("less", "/etc/passwd"));
    asks_after_keys(&d, "g", "", FULL_SCREEN);
    drive_send(&d, "q", false);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.value, 0);
    drive_free(&d);
}

/* An editor may watch more than its terminal: likely is what can be said. */
static void
vim_alone(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/vim");
    d = drive_program(ARGV("vim", "-u", "NONE", "-i", "NONE", "-n"));
    drive_send(&d, "ihello", false);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_true(d.result.evidence.terminal & QTTY_TERMINAL_ALTERNATE);
    assert_string_equal(screen_row(&d, 0), "hello");
    drive_send(&d, "\x1b:q!\n", false);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    drive_free(&d);
}

/* --- Keys --------------------------------------------------------------------------- */

/* Keys cannot interrupt it. The signal can, and it is never given the byte. */
static void
a_raw_program_is_interrupted_by_a_signal(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, KEYS, "keys\n", 0);
    asks_after_keys(&d, "a", "key 97\n", 0);
    asks_after_keys(&d, "\x03", "key 3\n", 0);
    for (int i = 1; i <= 20; i++) {
        char works[24], all[64];
        snprintf(works, sizeof works, "works %d", i);
        snprintf(all, sizeof all, "%s\ninterrupted 1\n", works);
        drive_send(&d, "w", false);
        drive_until(&d, works);
        assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
        assert_string_equal(drive_settle(&d), all);
        is_asked(&d, 0);
        asks_after_keys(&d, "b", "key 98\n", 0);
    }
    leaves(&d, "q", "", 0);
    drive_end(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_asked_for),
        cmocka_unit_test(a_secret_is_asked_for),
        cmocka_unit_test(each_secret_is_told),
        cmocka_unit_test(echo_that_rests_off_is_no_secret),
        cmocka_unit_test(a_secret_is_asked_for_first),
        cmocka_unit_test(a_password_is_asked_for),
        cmocka_unit_test(a_filter_answers_each_line),
        cmocka_unit_test(a_wait_that_a_signal_will_end_is_one),
        cmocka_unit_test(half_a_line_is_held_back),
        cmocka_unit_test(the_end_of_input_is_no_unfinished_line),
        cmocka_unit_test(much_text_arrives_whole),
        cmocka_unit_test(a_line_too_long_for_the_terminal_is_refused),
        cmocka_unit_test(python_in_the_shell),
        cmocka_unit_test(python_alone),
        cmocka_unit_test(sqlite_in_the_shell),
        cmocka_unit_test(a_slow_starter_is_waited_for),
        cmocka_unit_test(a_slow_starter_alone_is_waited_for),
        cmocka_unit_test(less_shows_a_file),
        cmocka_unit_test(less_shows_a_pipe),
        cmocka_unit_test(less_alone),
        cmocka_unit_test(vim_alone),
        cmocka_unit_test(a_raw_program_is_interrupted_by_a_signal),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
