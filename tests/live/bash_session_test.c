/* A session with a real bash: what a command printed, to the byte, and its status; that
 * the shell stays one shell; and that its prompt is known whatever is done to it. */
#define _GNU_SOURCE

#include "live/session.h"

#include <fcntl.h>

#include <sys/stat.h>

/* --- One shell ---------------------------------------------------------------------- */

static void
what_was_set_persists(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "cd /tmp", "", 0);
    says(&d, "export A=1", "", 0);
    says(&d, "greet() { echo \"hello $1\"; }", "", 0);
    says(&d, "pwd; echo $A; greet you", "/tmp\n1\nhello you\n", 0);
    says(&d, "sh -c 'pwd; echo $A'", "/tmp\n1\n", 0);
    drive_end(&d);
}

static void
the_status_of_each_command(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "true", "", 0);
    says(&d, "false", "", 1);
    says(&d, "echo $?", "1\n", 0);
    says(&d, "(exit 42)", "", 42);
    says(&d, "(exit 255)", "", 255);
    says(&d, "sh -c 'kill -9 $$'", "Killed\n", 137);
    says(&d, "false | true", "", 0);
    says(&d, "/nowhere/x", "bash: /nowhere/x: No such file or directory\n", 127);
    drive_end(&d);
}

/* An empty line runs nothing; the shell repeats the status. */
static void
an_empty_line_is_a_command_too(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "", "", 0);
    says(&d, "(exit 3)", "", 3);
    says(&d, "", "", 3);
    drive_end(&d);
}

static int
open_in_home(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", drive_home, name);
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(descriptor >= 0);
    return descriptor;
}

static void
several_lines_in_one_send(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "echo one\necho two\nfalse", "one\ntwo\n", 1);
    drive_end(&d);
}

/* A job in the background prints behind the prompt. */
static void
output_of_a_job_behind_the_prompt_is_told(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "mkfifo ~/go; { (read x <~/go; printf late) & } 2>/dev/null", "", 0);
    assert_false(d.result.evidence.seen & QTTY_SEEN_BACKGROUND);
    int go = open_in_home("go");
    assert_int_equal(write(go, "\n", 1), 1);
    close(go);
    drive_until(&d, "$ late");
    drive_send(&d, "", false);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d.result.evidence.seen & (QTTY_SEEN_PROMPT | QTTY_SEEN_BACKGROUND),
                     QTTY_SEEN_BACKGROUND);
    drive_send(&d, "echo on", true); /* and then bash says that the job is done */
    assert_string_equal(drive_settle(&d), "on\n");
    assert_int_equal(d.result.command_status, 0);
    drive_end(&d);
}

/* --- What it was given -------------------------------------------------------------- */

static void
secrets_of_the_parent_stay_there(void **state)
{
    static const char *const parent[] = { "PATH=/usr/bin:/bin", "HOME=/",  "FOO_TOKEN=1",
                                          "My_Key=2",           "PLAIN=3", NULL };
    qtty_env_entry given[] = {
        { .name = qtty_text("GIVEN_SECRET"), .value = qtty_text("4") },
        { .name = qtty_text("HISTFILE"), .value = qtty_text("") },
    };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.parent = parent;
    c.env = given;
    c.env_count = COUNT_OF(given);

    struct driven d = drive_start(&c);
    says(&d, "printenv FOO_TOKEN My_Key", "", 1);
    says(&d, "printenv PLAIN GIVEN_SECRET TERM PAGER", "3\n4\nxterm-256color\ncat\n", 0);
    says(&d, "[[ $QTTY_SESSION =~ ^[0-9a-f]{16}$ ]]", "", 0);
    drive_end(&d);
}

static void
it_begins_where_it_is_told(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.cwd = "/usr";
    struct driven d = drive_start(&c);
    says(&d, "pwd", "/usr\n", 0);
    drive_end(&d);
}

/* Nobody else can read it, and it is gone before anything can be sent. */
static void
the_start_up_file_serves_once(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    struct stat about;
    char path[512] = "";
    (void)state;

    drive_create(&d, &c);
    DIR *home = opendir(drive_home);
    for (struct dirent *entry; (entry = readdir(home)) != NULL;)
        if (strncmp(entry->d_name, "qtty-", 5) == 0)
            snprintf(path, sizeof path, "%s/%s", drive_home, entry->d_name);
    closedir(home);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0600);

    assert_int_equal(drive_past(&d, QTTY_SESSION_STARTING), QTTY_SESSION_LIVE);
    assert_int_equal(drive_files("qtty-"), 0);
    assert_int_equal(qtty_session_motd(d.session).len, 0);
    drive_end(&d);
}

static void
a_resize_reaches_the_program(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "stty size", "40 160\n", 0);
    assert_int_equal(qtty_session_resize(d.session, 24, 80), QTTY_OK);
    says(&d, "stty size", "24 80\n", 0);
    assert_int_equal(qtty_session_resize(d.session, 0, 80), QTTY_E_RANGE);
    says(&d, "stty size", "24 80\n", 0);
    drive_end(&d);
}

/* --- Output, to the byte ------------------------------------------------------------ */

#define TEN     "0123456789"
#define FIFTY   TEN TEN TEN TEN TEN
#define HUNDRED FIFTY FIFTY

static void
output_is_exact(void **state)
{
    static const struct {
        const char *line, *output;
    } cases[] = {
        { "echo hi", "hi\n" },
        { "printf half", "half" },
        { "echo", "\n" },
        { "printf '\\n\\n'", "\n\n" },
        { "printf 'a\\n\\nb'", "a\n\nb" },
        { "echo '  indented  '; echo x", "  indented  \nx\n" },
        { "seq 3", "1\n2\n3\n" },
        { "echo '$ '", "$ \n" },
        { "printf '$ '", "$ " },
        { "echo echo hi", "echo hi\n" },
        { "printf 'a\\tb\\n'", "a       b\n" },
        { "printf '10%%\\r 55%%\\r100%%\\n'", "100%\n" },
        { "printf 'tehh\\b\\b\\bhe end\\n'", "the end\n" },
        { "printf 'abc\\033[2Dx\\n'", "axc\n" },
        { "printf '\\033[31mred\\033[m\\n'", "red\n" },
        { "echo 漢字 é 👍🏽", "漢字 é 👍🏽\n" },
        { "printf 'e\\314\\201\\n'", "e\314\201\n" },
        { "printf 'bad \\377 byte\\n'", "bad \357\277\275 byte\n" },
        { "echo out; echo err >&2", "out\nerr\n" },
        { "echo " HUNDRED HUNDRED, HUNDRED HUNDRED "\n" },
        { "printf %s " HUNDRED FIFTY TEN, HUNDRED FIFTY TEN },
        { "echo " HUNDRED FIFTY "012345678漢", HUNDRED FIFTY "012345678漢\n" },
        { "clear; echo x", "x\n" },
        { "printf '\\033[?1049hunseen\\033[?1049l'; echo seen", "seen\n" },
        { "stty -echo; printf '\\033[c'; read -rsdc; stty echo; echo asked", "asked\n" },
        { "cat /dev/null", "" },
        { "{ echo a; } 2>&1 | cat | tee /dev/null", "a\n" },
        { "exec 3>&1; echo b >&3; exec 3>&-", "b\n" },
    };
    struct driven d = drive_bash();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        says(&d, cases[i].line, cases[i].output, 0);
        says(&d, "echo between", "between\n", 0);
    }
    drive_end(&d);
}

/* The stream projection keeps what was overwritten, and the TAB. */
static void
output_as_a_stream(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.projection = QTTY_PROJECTION_STREAM;
    struct driven d = drive_start(&c);
    says(&d, "printf 'a\\tb\\n'", "a\tb\n", 0);
    says(&d, "printf '10%%\\r100%%\\n'", "10%\n100%\n", 0);
    says(&d, "printf '\\033[31mred\\033[m'", "red", 0);
    says(&d, "cd /; pwd", "/\n", 0);
    drive_end(&d);
}

/* What is kept is the newest, whole lines of it or not. */
static void
much_output_is_cut_at_its_front(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.max_read_bytes = 1000;
    struct driven d = drive_start(&c);
    drive_send(&d, "seq 5000", true);
    const char *output = drive_settle(&d);
    assert_int_equal(d.result.command_status, 0);
    assert_true(d.result.truncated);
    assert_int_equal(strlen(output), 1000);
    assert_string_equal(output + 1000 - 11, "\n4999\n5000\n");
    says(&d, "echo whole", "whole\n", 0);
    drive_end(&d);
}

static void
twenty_thousand_characters_arrive(void **state)
{
    enum { LENGTH = 20000 };
    static char line[LENGTH + 8] = "x=";
    struct driven d = drive_bash();
    (void)state;
    memset(line + 2, 'a', LENGTH);
    says(&d, line, "", 0);
    says(&d, "echo ${#x}", "20000\n", 0);
    drive_end(&d);
}

/* --- A prompt that is meddled with -------------------------------------------------- */

static void
an_override_lasts_until_the_next_prompt(void **state)
{
    static const char *const overrides[] = {
        "PS1='# '",  "export PS1=",       "unset PS1",
        "PS0='<'",   "PS1='$(echo x)$ '", "PROMPT_COMMAND=x=1",
        "unset PS0", "PS1='a\\nb'",       "PROMPT_COMMAND=true",
    };
    struct driven d = drive_bash();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(overrides); i++) {
        says(&d, overrides[i], "", 0);
        says(&d, "echo still; false", "still\n", 1);
    }
    drive_end(&d);
}

static void
traces_and_traps_do_not_hide_it(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "set -x", "", 0);
    says(&d, "echo a", "+ echo a\na\n", 0);
    says(&d, "false", "+ false\n", 1);
    says(&d, "set +x", "+ set +x\n", 0);
    says(&d, "set -u; set -f; set -a; IFS=x", "", 0);
    says(&d, "echo b", "b\n", 0);
    says(&d, "trap 'echo err' ERR", "", 0);
    says(&d, "false", "err\n", 1);
    drive_end(&d);
}

/* Its own prompt cannot be given back: it waits, and the status is still known. */
static void
a_readonly_prompt_is_known_by_its_wait(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "readonly PS1='>> '", true);
    drive_settle(&d);
    drive_send(&d, "echo a; (exit 7)", true);
    assert_string_equal(drive_settle(&d), "a\n");
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_false(d.result.evidence.seen & QTTY_SEEN_PROMPT);
    assert_true(d.result.evidence.seen & QTTY_SEEN_MARKER);
    assert_int_equal(d.result.command_status, 7);
    drive_end(&d);
}

static void
a_shell_without_its_hook_is_known_by_its_wait(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "unset PROMPT_COMMAND", true);
    drive_settle(&d);
    is_asked(&d, 0);
    drive_send(&d, "echo a", true);
    assert_string_equal(drive_settle(&d), "a\n$ ");
    is_asked(&d, 0);
    drive_end(&d);
}

/* Prompt, echo and mark C go to standard error; the mark D does not. */
static void
a_shell_without_standard_error_still_has_output(void **state)
{
    static const char *const lines[][2] = { { "echo a", "a\n" },
                                            { "echo b >&2", "" },
                                            { "printf c", "c" } };
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "exec 2>/dev/null", true);
    assert_string_equal(drive_settle(&d), "");
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        drive_send(&d, lines[i][0], true);
        assert_string_equal(drive_settle(&d), lines[i][1]);
        assert_int_equal(d.result.command_status, 0);
    }
    drive_send(&d, "echo d; exec 2>/dev/tty; (exit 3)", true);
    assert_string_equal(drive_settle(&d), "d\n");
    assert_int_equal(d.result.command_status, 3);
    says(&d, "echo e", "e\n", 0);
    drive_end(&d);
}

/* A shell in the shell has no marks, and no nonce. */
static void
a_nested_shell_is_a_program_that_waits(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "PS1='nested> ' bash --norc", true);
    drive_settle(&d);
    is_asked(&d, 0);
    drive_send(&d, "echo a", true);
    assert_non_null(strstr(drive_settle(&d), "\na\nnested> "));
    is_asked(&d, 0);
    drive_send(&d, "exit 4", true);
    drive_settle(&d);
    is_at_prompt(&d, 4);
    drive_end(&d);
}

static void
a_background_writer_does_not_hide_it(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "mkfifo ~/gate", "", 0);
    for (int i = 0; i < 20; i++) {
        char begin[80], said[32];
        snprintf(begin, sizeof begin, "( { read x <~/gate; echo behind $x; } & )");
        says(&d, begin, "", 0);
        snprintf(begin, sizeof begin, "echo %d >~/gate; (exit 6)", i);
        drive_send(&d, begin, true);
        drive_settle(&d);
        assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
        assert_int_equal(d.result.command_status, 6);
        snprintf(said, sizeof said, "behind %d", i);
        drive_until(&d, said);
    }
    drive_end(&d);
}

/* --- Unfinished commands ------------------------------------------------------------ */

static void
an_unfinished_command_is_told(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "cat <<END", "", QTTY_TERMINAL_CONTINUATION);
    asks(&d, "one", "", QTTY_TERMINAL_CONTINUATION);
    says(&d, "END", "one\n", 0);
    asks(&d, "echo 'an open", "", QTTY_TERMINAL_CONTINUATION);
    says(&d, "quote'", "an open\nquote\n", 0);
    asks(&d, "for i in 1 2; do", "", QTTY_TERMINAL_CONTINUATION);
    asks(&d, "echo $i", "", QTTY_TERMINAL_CONTINUATION);
    says(&d, "done", "1\n2\n", 0);
    asks(&d, "echo a \\", "", QTTY_TERMINAL_CONTINUATION);
    says(&d, "b", "a b\n", 0);
    asks(&d, "false ||", "", QTTY_TERMINAL_CONTINUATION);
    says(&d, "(exit 5)", "", 5);
    drive_end(&d);
}

/* Commands of the same text have run, or the lines were typed ahead of the prompts. */
static void
what_is_unfinished_behind_other_commands_is_told(void **state)
{
    static const qtty_send_form forms[] = { QTTY_SEND_PASTED, QTTY_SEND_TYPED };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct driven d = drive_bash();
        qtty_send send = QTTY_SEND_INIT;
        send.text = qtty_text("echo one\ncat <<END");
        send.submit = true;
        send.form = forms[i];
        assert_int_equal(qtty_session_send(d.session, &send, live_now()), QTTY_OK);
        assert_string_equal(drive_settle(&d), "one\n");
        assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
        assert_int_equal(d.result.evidence.terminal, QTTY_TERMINAL_CONTINUATION);
        assert_int_equal(d.result.evidence.seen & QTTY_SEEN_BACKGROUND, 0);
        asks(&d, "two", "", QTTY_TERMINAL_CONTINUATION);
        says(&d, "END", "two\n", 0);
        drive_end(&d);
    }
}

/* It edits a line, as the shell does at PS2. */
static void
a_builtin_that_edits_a_line_is_no_continuation(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "cat <<END", "", QTTY_TERMINAL_CONTINUATION);
    says(&d, "END", "", 0);
    asks(&d, "echo one; read -e -p '> ' x", "one\n> ", 0);
    says(&d, "two", "two\n", 0);
    drive_end(&d);
}

/* --- VT52 mode ---------------------------------------------------------------------- */

/* What the line editor prints beside its prompt is text there: so the wait settles it. */
static void
a_terminal_left_in_vt52_mode_shows_no_marks(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    for (int i = 0; i < 3; i++) {
        static const char *const lines[] = { "printf '\\033[?2l'; (exit 3)",
                                             "echo hi there; (exit 4)",
                                             "printf '\\033<'; (exit 5)" };
        drive_send(&d, lines[i], true);
        assert_string_equal(drive_settle(&d), i == 1 ? "hi there\n" : "");
        assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
        assert_int_equal(d.result.evidence.seen & QTTY_SEEN_PROMPT,
                         i == 2 ? QTTY_SEEN_PROMPT : 0);
        assert_int_equal(d.result.command_status, 3 + i);
    }
    says(&d, "echo back", "back\n", 0);
    assert_null(strstr(drive_text(&d), "qtty="));
    drive_end(&d);
}

/* --- Marks of others ---------------------------------------------------------------- */

static struct driven
bash_that_tells_its_nonce(void)
{
    struct driven d = drive_bash();
    says(&d, "[[ ${PROMPT_COMMAND[*]} =~ qtty=([0-9a-f]{32}) ]]", "", 0);
    says(&d, "n=${BASH_REMATCH[1]}; echo ${#n}", "32\n", 0);
    return d;
}

static void
a_childs_marker_is_no_prompt(void **state)
{
    struct driven d = bash_that_tells_its_nonce();
    (void)state;
    drive_send(&d, "sh -c 'printf \"\\033]133;D;0;qtty=%s\\007$ \" \"$1\"; read x' sh $n",
               true);
    drive_settle(&d);
    is_asked(&d, LINES_ECHOED);
    drive_send(&d, "answer", true);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    drive_end(&d);
}

/* In raw mode it looks like the shell's line editor. */
static void
a_raw_childs_marker_is_no_prompt(void **state)
{
    struct driven d = bash_that_tells_its_nonce();
    (void)state;
    drive_send(&d, "bash -c 'printf \"\\e]133;D;0;qtty=%s\\a$ \" $1; read -rsn1' bash $n",
               true);
    drive_settle(&d);
    is_asked(&d, 0);
    drive_send(&d, "x", false);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    drive_end(&d);
}

/* While it runs on, its marker settles nothing. */
static void
a_childs_marker_does_not_end_the_command(void **state)
{
    struct driven d = bash_that_tells_its_nonce();
    (void)state;
    drive_send(&d,
               "sh -c 'printf \"\\033]133;D;0;qtty=%s\\007$ \" \"$1\"; sleep 0.1; exit 9'"
               " sh $n",
               true);
    drive_settle(&d);
    is_at_prompt(&d, 9);
    drive_end(&d);
}

static void
a_builtins_marker_is_no_prompt(void **state)
{
    struct driven d = bash_that_tells_its_nonce();
    (void)state;
    drive_send(&d, "printf '\\e]133;D;0;qtty=%s\\a$ ' $n; read x", true);
    drive_settle(&d);
    is_asked(&d, LINES_ECHOED);
    drive_send(&d, "answer", true);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    says(&d, "echo $x", "answer\n", 0);
    drive_end(&d);
}

static void
a_marker_with_another_nonce_is_none(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d,
         "printf 'before\\e]133;D;7;qtty=0123456789abcdef0123456789abcdef\\a'; "
         "sleep 0.05; echo after",
         "beforeafter\n", 0);
    drive_end(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_set_persists),
        cmocka_unit_test(the_status_of_each_command),
        cmocka_unit_test(an_empty_line_is_a_command_too),
        cmocka_unit_test(several_lines_in_one_send),
        cmocka_unit_test(output_of_a_job_behind_the_prompt_is_told),
        cmocka_unit_test(secrets_of_the_parent_stay_there),
        cmocka_unit_test(it_begins_where_it_is_told),
        cmocka_unit_test(the_start_up_file_serves_once),
        cmocka_unit_test(a_resize_reaches_the_program),
        cmocka_unit_test(output_is_exact),
        cmocka_unit_test(output_as_a_stream),
        cmocka_unit_test(much_output_is_cut_at_its_front),
        cmocka_unit_test(twenty_thousand_characters_arrive),
        cmocka_unit_test(an_override_lasts_until_the_next_prompt),
        cmocka_unit_test(traces_and_traps_do_not_hide_it),
        cmocka_unit_test(a_readonly_prompt_is_known_by_its_wait),
        cmocka_unit_test(a_shell_without_its_hook_is_known_by_its_wait),
        cmocka_unit_test(a_shell_without_standard_error_still_has_output),
        cmocka_unit_test(a_nested_shell_is_a_program_that_waits),
        cmocka_unit_test(a_background_writer_does_not_hide_it),
        cmocka_unit_test(an_unfinished_command_is_told),
        cmocka_unit_test(what_is_unfinished_behind_other_commands_is_told),
        cmocka_unit_test(a_builtin_that_edits_a_line_is_no_continuation),
        cmocka_unit_test(a_terminal_left_in_vt52_mode_shows_no_marks),
        cmocka_unit_test(a_childs_marker_is_no_prompt),
        cmocka_unit_test(a_raw_childs_marker_is_no_prompt),
        cmocka_unit_test(a_childs_marker_does_not_end_the_command),
        cmocka_unit_test(a_builtins_marker_is_no_prompt),
        cmocka_unit_test(a_marker_with_another_nonce_is_none),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
