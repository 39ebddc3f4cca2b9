/* Each dialect with its real shell: what a command printed, to the byte, its status, and
 * that the prompt behind it is proven; that programs in the shell, shells in the shell
 * and unfinished commands are told apart from it; that children learn nothing of the
 * marks. A shell that is not installed is skipped by its name. */
#define _GNU_SOURCE

#include "live/dialect.h"

/* --- Shells of one language --------------------------------------------------------- */

static const struct line posix[] = {
    { "true", "", 0 },
    { "", "", 0 },
    { "echo hi", "hi\n", 0 },
    { "printf half", "half", 0 },
    { "echo", "\n", 0 },
    { "printf 'a\\nb\\n\\nc\\n'", "a\nb\n\nc\n", 0 },
    { "printf '\\n\\nx'", "\n\nx", 0 },
    { "echo 'echo hi'", "echo hi\n", 0 },
    { "printf '$ '", "$ ", 0 },
    { "echo err >&2", "err\n", 0 },
    { "ls /nowhere/x 2>/dev/null", "", 2 },
    { "false", "", 1 },
    { "", "", 1 },
    { "(exit 3)", "", 3 },
    { "sh -c 'exit 255'", "", 255 },
    { "echo $?", "255\n", 0 },
    { "false | true", "", 0 },
    /* One shell. */
    { "cd /tmp", "", 0 },
    { "pwd", "/tmp\n", 0 },
    { "x='a b'; y=\"c  d\"; export z=1", "", 0 },
    { "echo \"$x\" '$x' \"$y\"; sh -c 'echo $z'", "a b $x c  d\n1\n", 0 },
    { "f() { echo \"f $1\"; }", "", 0 },
    { "f you", "f you\n", 0 },
    /* Text that is long, wide, many lines, or with a tab in it. */
    { "echo " HUNDRED HUNDRED, HUNDRED HUNDRED "\n", 0 },
    { "echo " HUNDRED FIFTY "012", HUNDRED FIFTY "012\n", 0 },
    { "printf %s " HUNDRED FIFTY TEN, HUNDRED FIFTY TEN, 0 },
    { "echo 漢字 é", "漢字 é\n", 0 },
    { "seq 100 | tail -n 2", "99\n100\n", 0 },
    { "echo one\necho two\nfalse", "one\ntwo\n", 1 },
    { "printf 'tehh\\b\\b\\bhe end\\n'", "the end\n", 0 },
    { "clear", "", 0 },
    { "clear; echo x", "x\n", 0 },
    /* Text that the prompt and the next line stand on. */
    { "printf '%030d\\r'", "", 0 },
    { "echo hi", "hi\n", 0 },
    { "printf '%030d\\r'", "", 0 },
    { "", "", 0 },
    { "printf '%0300d\\r'", ELLIPSIS "0", 0 },
    { "echo hi", "hi\n", 0 },
    { "seq 50; printf '\\33[5A'", ELLIPSIS "45\n", 0 },
    { "echo hi", "hi\n", 0 },
    { "clear", ELLIPSIS, 0 },
    /* What goes on. */
    { "(sleep 1000 &)", "", 0 },
    { "cat <<END", "", MORE },
    { "one", "", MORE },
    { "END", "one\n", 0 },
    { "for i in 1 2; do", "", MORE },
    { "echo $i; done", "1\n2\n", 0 },
    { "echo 'an open", "", MORE },
    { "quote'", "an open\nquote\n", 0 },
    /* What asks. */
    { "cat", "", READS },
    { "line", "line\nline\n", READS },
    { "\4", "", LEFT_BY },
    { "read x", "", BUILTIN },
    { "typed", "typed\n", 0 },
    { "echo $x", "typed\n", 0 },
    { "stty -echo", "", 0 },
    { "echo quiet", "quiet\n", 0 },
    { "printf half", "half", 0 },
    { "stty echo", "", 0 },
    { "echo loud", "loud\n", 0 },
    /* What children see. */
    { "env | grep -ie qtty= -e _qtty -e startup -e '133;'", "", 1 },
    { "echo \"${ENV-unset}\"", "unset\n", 0 },
};

/* The whole table, what is its own way, and a shell of the same kind within. */
static void
passes_posix(const char *name, const struct line *own, size_t count, const char *nested,
             const char *prompt)
{
    struct driven d = started(name);
    give(&d, name, posix, COUNT_OF(posix));
    give(&d, name, own, count);
    nests(&d, nested, prompt, 4);
    nests(&d, "env PS1='nested> ' sh -i", "nested> ", 4);
    says(&d, "echo back", "back\n", 0);
    drive_end(&d);
}

static void
bash_is_known(void **state)
{
    static const struct line own[] = {
        { "sh -c 'kill -9 $$'", "Killed\n", 137 },
        { "echo )", "bash: syntax error near unexpected token `)'\n", 2 },
        { "/nowhere/x", "bash: /nowhere/x: No such file or directory\n", 127 },
        { "PS1='mine> '", "", 0 },
    };
    (void)state;
    passes_posix("bash", own, COUNT_OF(own), "env PS1='nested> ' bash --norc",
                 "nested> ");
}

static void
zsh_is_known(void **state)
{
    static const struct line own[] = {
        { "sh -c 'kill -9 $$'", "zsh: killed     sh -c 'kill -9 $$'\n", 137 },
        { "echo )", "zsh: parse error near `)'\n", 137 }, /* it leaves $? as it was */
        { "/nowhere/x", "zsh: no such file or directory: /nowhere/x\n", 127 },
        { "export PS1='mine> '", "", 0 },
        { "env | grep -e mine -e qtty=", "", 1 },
        { "RPROMPT=right", "", 0 },
        { "echo on", "on\n", 0 },
        { "RPROMPT=", "", 0 },
        { "precmd() { print pre; }", "pre\n", 0 },
        { "true", "pre\n", 0 },
        { "unfunction precmd", "", 0 },
        { "set -x", "", 0 },
        { "echo a", ELLIPSIS "> echo a\na\n", 0 },
        { "set +x", ELLIPSIS "> set +x\n", 0 },
        { "echo $ZDOTDIR$HISTFILE", "\n", 0 },
        { "emulate -R zsh", "", 0 },
        { "printf half", "half", 0 },
    };
    (void)state;
    passes_posix("zsh", own, COUNT_OF(own), "env PS1='nested> ' zsh -df +o prompt_sp",
                 "nested> ");
}

static void
sh_is_known(void **state)
{
    static const struct line own[] = {
        { "sh -c 'kill -9 $$'", "Killed\n", 137 },
        { "export PS1", "", 0 },
        { "env | grep -ie qtty= -e '133;'", "", 1 },
        { "read x\nval\ncat <<E\n$x\nE", "val\n", 0 },
        { "echo on", "on\n", 0 },
    };
    (void)state;
    passes_posix("sh", own, COUNT_OF(own), "env PS1='nested> ' sh", "nested> ");
}

static void
ksh_is_known(void **state)
{
    static const struct line own[] = {
        { "sh -c 'kill -9 $$'", "Killed\n", 137 },
        { "echo )", "ksh: syntax error: `)' unexpected\n", 3 },
        { "f() { return $1; }; f 256", "", 130 }, /* as of a loop that is interrupted */
        { "f 258", "", 130 },
        { "f 600", "", 600 & 255 },
        { "f -1", "", 255 },
        { "read x\nval\ncat <<E\none\nE", "one\n", 0 },
        { "read x", "", BUILTIN },
        { "val\ncat <<E\n$x\nE", "val\nval\n", 0 },
        { "export PS1='mine> '", "", 0 },
        { "echo on", "on\n", 0 },
        { "printf '%s' '/et\tc' | wc -c", "5\n", 0 }, /* no file's name is completed */
        { "env | grep -ie mine -e qtty= -e '133;'", "", 1 },
        /* The texts of jobs come from its history. */
        { "{ sleep 1000 & } 2>/dev/null", "", 0 },
        { "jobs", "[1] +  Running                 { sleep 1000 & } 2>/dev/null\n", 0 },
    };
    (void)state;
    passes_posix("ksh", own, COUNT_OF(own), "env HISTFILE= PS1='nested> ' ksh +o emacs",
                 "nested> ");
}

static void
mksh_is_known(void **state)
{
    static const struct line own[] = {
        { "sh -c 'kill -9 $$'", "Killed \n", 137 },
        { "export PS1", "", 0 },
        { "env | grep -ie qtty= -e '133;'", "", 1 },
    };
    (void)state;
    passes_posix("mksh", own, COUNT_OF(own), "mksh", geteuid() == 0 ? "# " : "$ ");
}

/* --- Others ------------------------------------------------------------------------- */

static void
fish_is_known(void **state)
{
    static const struct line lines[] = {
        { "true", "", 0 },
        { "", "", 0 },
        { "echo hi", "hi\n", 0 },
        { "printf half", "half", 0 },
        { "echo", "\n", 0 },
        { "printf 'a\\nb\\n\\nc\\n'", "a\nb\n\nc\n", 0 },
        { "printf '> '", "> ", 0 },
        { "echo err >&2", "err\n", 0 },
        { "false", "", 1 },
        { "", "", 1 },
        { "sh -c 'exit 3'", "", 3 },
        { "sh -c 'kill -9 $$'",
          "fish: Job 1, 'sh -c 'kill -9 $$'' terminated by signal SIGKILL (Forced "
          "quit)\n",
          137 },
        { "cd /tmp", "", 0 },
        { "pwd", "/tmp\n", 0 },
        { "set x 'a b'", "", 0 },
        { "echo $x '$x'", "a b $x\n", 0 },
        { "function f; echo f $argv; end", "", 0 },
        { "f you", "f you\n", 0 },
        { "echo )", "fish: Unexpected ')' for unopened parenthesis\necho )\n     ^\n",
          127 },
        { "echo on", "on\n", 0 },
        { "echo " HUNDRED HUNDRED, HUNDRED HUNDRED "\n", 0 },
        { "echo 漢字 é", "漢字 é\n", 0 },
        { "printf '%s' '/et\tc' | wc -c", "5\n", 0 }, /* no file's name is completed */
        { "echo one\necho two\nfalse", "one\ntwo\n", 1 },
        { "clear; echo x", "x\n", 0 },
        { "sh -c '(sleep 1000 &)'", "", 0 },
        { "for i in 1 2", "", MORE },
        { "echo $i; end", "1\n2\n", 0 },
        { "echo 'an open", "", MORE },
        { "quote'", "an open\nquote\n", 0 },
        { "cat", "", READS },
        { "line", "line\nline\n", READS },
        { "\4", "", LEFT_BY },
        { "read -s x", "read> ", KEYS },
        { "it's", "●●●●\n", 0 }, /* no command with an open quote */
        { "echo $x", "it's\n", 0 },
        { "read -P '1 ' x; read -P '2 ' y; echo $x $y", "1 ", KEYS },
        { "for", "for\n2 ", KEYS },
        { "all", "all\nfor all\n", 0 },
        { "read -n 1 x", "read> ", KEYS },
        { "k", "k\n", LEFT_BY },
        { "stty -echo", "", 0 },
        { "echo quiet", "quiet\n", 0 },
        { "stty echo", "", 0 },
        { "function fish_prompt; printf mine; end", "", 0 },
        { "echo on", "on\n", 0 },
        { "env | grep -ie qtty= -e _qtty -e startup -e '133;'", "", 1 },
    };
    struct driven d = started("fish");
    (void)state;
    give(&d, "fish", lines, COUNT_OF(lines));
    nests(&d, "env PS1='nested> ' sh -i", "nested> ", 4);
    says(&d, "echo back", "back\n", 0);
    drive_end(&d);
}

static void
python_is_known(void **state)
{
    static const struct line lines[] = {
        { "", "", 0 },
        { "1", "1\n", 0 },
        { "print('hi')", "hi\n", 0 },
        { "print('half', end='')", "half", 0 },
        { "print()", "\n", 0 },
        { "print('a\\nb\\n\\nc')", "a\nb\n\nc\n", 0 },
        { "print('>>> ', end='')", ">>> ", 0 },
        { "print('%030d' % 0, end='\\r')", "", 0 },
        { "print('hi')", "hi\n", 0 },
        { "print('%030d' % 0, end='\\r')", "", 0 },
        { "", "", 0 },
        { "x = 'a  b'", "", 0 },
        { "x", "'a  b'\n", 0 },
        { "import os, sys", "", 0 },
        { "print('err', file=sys.stderr)", "err\n", 0 },
        { "_ = sys.stdout.write('buffered')", "buffered", 0 },
        { "raise SystemError('no')", "…SystemError: no\n", 1 },
        { "raise SystemError('no')", "…SystemError: no\n", 1 },
        { "", "", 0 },
        { ")", "…SyntaxError: unmatched ')'\n", 1 },
        { "os.chdir('/tmp')", "", 0 },
        { "os.getcwd()", "'/tmp'\n", 0 },
        { "def f(a):", "", MORE },
        { "    return a + 1", "", MORE },
        { "", "", 0 },
        { "f(1)", "2\n", 0 },
        { "'''", "", MORE },
        { "a", "", MORE },
        { "'''", "'\\na\\n'\n", 0 },
        { "print('" HUNDRED HUNDRED "')", HUNDRED HUNDRED "\n", 0 },
        { "print('漢字 é')", "漢字 é\n", 0 },
        { "print('one')\nprint('two')\n1/0", "…ZeroDivisionError: division by zero\n",
          1 },
        { "for i in 1, 2:\n  print(i)\n\nx", "1\n2\n'a  b'\n", 0 },
        { "input('? ')", "? ", KEYS },
        { "typed", "typed\n'typed'\n", 0 },
        { "os.system('cat')", "", READS },
        { "line", "line\nline\n", READS },
        { "\4", "0\n", LEFT_BY },
        { "os.system('kill -9 $$')", "9\n", 0 },
        { "os.system('stty -echo')", "0\n", 0 },
        { "print('quiet')", "quiet\n", 0 },
        { "os.system('stty echo')", "0\n", 0 },
        { "os.system('clear')", "0\n", 0 },
        { "os.system('(sleep 1000 &)')", "0\n", 0 },
        { "os.system(\"env | grep -ie qtty= -e startup -e basic_repl -e '133;'\")",
          "256\n", 0 },
        { "[n for n in dir() if 'qtty' in n]", "[]\n", 0 },
    };
    struct driven d = started("python");
    (void)state;
    give(&d, "python", lines, COUNT_OF(lines));
    nests(&d, "os.WEXITSTATUS(os.system(\"env PS1='nested> ' sh -i\"))", "nested> ", 0);
    drive_end(&d);
}

/* --- Line editors ------------------------------------------------------------------- */

static void
goes_on_with(const char *name, const struct line *lines, size_t count, const char *half)
{
    struct driven d = started(name);
    give(&d, name, lines, count);
    drive_send(&d, half, false);
    assert_string_equal(drive_settle(&d), "");
    is_waiting(&d, dialect_find(name), KEYS);
    drive_end(&d);
}

/* zsh has something to do in an hour; Tk's hook of python wants to be called again and
 * again. Neither keeps the prompt from standing. */
static void
a_line_editor_may_wait_for_a_time(void **state)
{
    static const struct line zsh[] = {
        { "zmodload zsh/sched; sched +1:00 true", "", 0 },
        { "echo on", "on\n", 0 },
        { "cat <<END", "", MORE },
        { "END", "", 0 },
    };
    static const struct line python[] = {
        { "import ctypes as c", "", 0 },
        { "hook = c.PYFUNCTYPE(c.c_int)(lambda: 0)", "", 0 },
        { "at = c.c_void_p.in_dll(c.pythonapi, 'PyOS_InputHook')", "", 0 },
        { "at.value = c.cast(hook, c.c_void_p).value", "", 0 },
        { "1", "1\n", 0 },
        { "def g():", "", MORE },
        { "    return 1", "", MORE },
        { "", "", 0 },
    };
    (void)state;
    goes_on_with("zsh", zsh, COUNT_OF(zsh), "echo");
    goes_on_with("python", python, COUNT_OF(python), "print");
}

static void
fish_may_have_the_keys_of_vi(void **state)
{
    static const struct line lines[] = {
        { "fish_vi_key_bindings", "", 0 },
        { "echo on", "on\n", 0 },
        { "for i in 1 2", "", MORE },
        { "echo $i; end", "1\n2\n", 0 },
        { "printf '%s' '/et\tc' | wc -c", "5\n", 0 },
        { "fish_default_key_bindings", "", 0 },
        { "echo on", "on\n", 0 },
        { "fish_vi_key_bindings", "", 0 },
    };
    (void)state;
    goes_on_with("fish", lines, COUNT_OF(lines), "echo");
}

/* What a line editor paints over stays in a stream; the prompt is looked for on the
 * screen. */
static void
the_prompt_stands_in_a_stream_too(void **state)
{
    static const char *const names[] = { "zsh", "fish", "sh", "ksh", "mksh" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
        c.dialect = names[i];
        c.projection = QTTY_PROJECTION_STREAM;
        if (!is_installed(dialect_find(names[i])->argv[0]))
            continue;
        struct driven d = drive_start(&c);
        drive_send(&d, "printf 'a\\tb\\n'; sh -c 'exit 3'", true);
        assert_non_null(strstr(drive_settle(&d), "a\tb\n"));
        is_at_prompt(&d, 3);
        drive_end(&d);
    }
}

/* The command before it has ended, with its own prompt, by then. */
static void
what_is_typed_ahead_and_unfinished_is_told(void **state)
{
    static const char *const names[] = { "zsh", "fish", "sh", "ksh", "mksh" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
        qtty_send send = QTTY_SEND_INIT;
        c.dialect = names[i];
        if (!is_installed(dialect_find(names[i])->argv[0]))
            continue;
        struct driven d = drive_start(&c);
        send.text = qtty_text("echo one\necho 'two");
        send.submit = true;
        send.form = QTTY_SEND_TYPED;
        assert_int_equal(qtty_session_send(d.session, &send, live_now()), QTTY_OK);
        assert_string_equal(drive_settle(&d), "one\n");
        assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
        assert_true(d.result.evidence.terminal & QTTY_TERMINAL_CONTINUATION);
        assert_int_equal(d.result.evidence.seen & QTTY_SEEN_BACKGROUND, 0);
        says(&d, "three'", "two\nthree\n", 0);
        drive_end(&d);
    }
}

/* ksh93 reads it in pieces, with a prompt between them. */
static void
a_line_longer_than_a_line_editors_window(void **state)
{
    enum { LENGTH = 3000 };
    static const char *const names[] = { "zsh", "fish", "sh", "ksh", "mksh" };
    static char line[LENGTH + 8] = "echo ", expected[LENGTH + 2];
    (void)state;
    memset(line + 5, 'y', LENGTH);
    memset(expected, 'y', LENGTH);
    expected[LENGTH] = '\n';
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
        c.dialect = names[i];
        if (!is_installed(dialect_find(names[i])->argv[0]))
            continue;
        struct driven d = drive_start(&c);
        says(&d, line, expected, 0);
        says(&d, "echo on", "on\n", 0);
        drive_end(&d);
    }
}

/* An interrupt ends the command, not the shell. */
static void
a_cancel_interrupts_the_command(void **state)
{
    static const char *const names[] = { "zsh", "fish", "sh", "ksh", "mksh" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
        c.dialect = names[i];
        if (!is_installed(dialect_find(names[i])->argv[0]))
            continue;
        struct driven d = drive_start(&c);
        drive_send(&d, "sh -c 'echo going; exec sleep 1000'", true);
        drive_until(&d, "\ngoing");
        assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
        drive_settle(&d);
        is_at_prompt(&d, 130);
        says(&d, "echo on", "on\n", 0);
        drive_end(&d);
    }
}

/* --- The end ------------------------------------------------------------------------ */

static void
each_leaves_by_its_own_line(void **state)
{
    (void)state;
    for (size_t i = 0; qtty_dialect_leave(i) != NULL; i++) {
        const char *name = qtty_dialect_name(i);
        qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
        c.dialect = name;
        if (!is_installed(dialect_find(name)->argv[0]))
            continue;
        struct driven d = drive_start(&c);
        drive_send(&d, qtty_dialect_leave(i), true);
        drive_settle(&d);
        assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
        assert_int_equal(d.result.child.state, QTTY_CHILD_EXITED);
        assert_int_equal(d.result.child.value, 0);
        assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_CLOSED);
        drive_free(&d);
    }
}

/* No file of the user's was made or changed, but where a plain shell does that, too. */
static void
the_home_is_as_before(void **state)
{
    static const char *const files[] = { ".zsh_history",   ".zshrc",        ".zcompdump",
                                         ".sh_history",    ".mksh_history", ".histfile",
                                         ".python_history" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++)
        assert_int_equal(drive_files(files[i]), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bash_is_known),
        cmocka_unit_test(zsh_is_known),
        cmocka_unit_test(fish_is_known),
        cmocka_unit_test(sh_is_known),
        cmocka_unit_test(ksh_is_known),
        cmocka_unit_test(mksh_is_known),
        cmocka_unit_test(python_is_known),
        cmocka_unit_test(a_line_editor_may_wait_for_a_time),
        cmocka_unit_test(fish_may_have_the_keys_of_vi),
        cmocka_unit_test(the_prompt_stands_in_a_stream_too),
        cmocka_unit_test(what_is_typed_ahead_and_unfinished_is_told),
        cmocka_unit_test(a_line_longer_than_a_line_editors_window),
        cmocka_unit_test(a_cancel_interrupts_the_command),
        cmocka_unit_test(each_leaves_by_its_own_line),
        cmocka_unit_test(the_home_is_as_before),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
