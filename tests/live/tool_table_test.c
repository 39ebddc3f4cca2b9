/* The bash tool's table: commands, and the exact answer to each. Those of a table run in
 * one shell, one after another. */
#define _GNU_SOURCE

#include "live/tool.h"

struct row {
    const char *command, *text;
};

static size_t rows_run;

static void
run_rows(struct bash *b, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bash_says(b, rows[i].command, rows[i].text);
    rows_run += count;
}

#define RUN(...)                                                                         \
    do {                                                                                 \
        static const struct row rows[] = { __VA_ARGS__ };                                \
        struct bash b;                                                                   \
        (void)state;                                                                     \
        bash_open(&b);                                                                   \
        run_rows(&b, rows, COUNT_OF(rows));                                              \
        bash_free(&b);                                                                   \
    } while (0)

/* --- Output and status -------------------------------------------------------------- */

static void
output_and_status(void **state)
{
    RUN({ "echo hi", "hi\n" }, { "true", "" }, { "false", CODE(1) },
        { "(exit 42)", CODE(42) }, { "(exit 255)", CODE(255) }, { "printf half", "half" },
        { "printf half; false", "half\n" CODE(1) },
        { "echo whole; false", "whole\n" CODE(1) }, { "echo", "\n" },
        { "printf '\\n\\n'", "\n\n" }, { "printf 'a\\n\\nb'", "a\n\nb" },
        { "echo out; echo err >&2", "out\nerr\n" }, { "echo '$ '", "$ \n" },
        { "printf '$ '", "$ " }, { "echo '[exit code: 9]'", "[exit code: 9]\n" },
        { "sh -c 'kill -9 $$'", "Killed\n" CODE(137) },
        { "nowhere_to_be_found",
          "bash: nowhere_to_be_found: command not found\n" CODE(127) },
        { "/nowhere/x", "bash: /nowhere/x: No such file or directory\n" CODE(127) },
        { "false | true", "" }, { "true | (exit 3)", CODE(3) },
        { "set -o pipefail; false | true", CODE(1) }, { "set +o pipefail", "" },
        { "echo 漢字 é 👍🏽", "漢字 é 👍🏽\n" },
        { "  echo spaced  ", "spaced\n" }, { "echo a;", "a\n" },
        { "echo \"hello!world\" !x !!", "hello!world !x !!\n" }, { "echo a\tb", "a b\n" },
        { "seq 3", "1\n2\n3\n" }, { "clear; echo x", "x\n" },
        { "printf '10%%\\r100%%\\n'", "100%\n" }, { "echo trailing\n", "trailing\n" },
        { "echo trailing\r\n", "trailing\n" }, { "# nothing", "" },
        { "(exit 7)", CODE(7) }, { "# nothing\n  # at all", "" }, { "echo $?", "7\n" },
        { "echo a; echo ) b", "bash: syntax error near unexpected token `)'\n" CODE(2) });
}

static void
what_stays(void **state)
{
    RUN({ "cd /tmp", "" }, { "pwd", "/tmp\n" }, { "cd - >/dev/null; cd /usr", "" },
        { "export A=1 B='two words'", "" },
        { "sh -c 'echo $A-$B; pwd'", "1-two words\n/usr\n" },
        { "f() { echo \"f $1\"; return 3; }", "" }, { "f x", "f x\n" CODE(3) },
        { "alias ll='echo aliased'", "" }, { "ll", "aliased\n" },
        { "arr=(a 'b c' d)", "" }, { "echo ${#arr[@]} \"${arr[1]}\"", "3 b c\n" },
        { "shopt -s nullglob", "" }, { "echo /nowhere/*", "\n" }, { "umask 027", "" },
        { "umask", "0027\n" }, { "set -- p q", "" }, { "echo $# $2", "2 q\n" },
        { "false", CODE(1) }, { "echo $?", "1\n" }, { "exec 5<<<five", "" },
        { "cat <&5; exec 5<&-", "five\n" }, { "set -u", "" },
        { "echo $not_set", "bash: not_set: unbound variable\n" CODE(1) },
        { "set +u; echo $not_set", "\n" });
}

/* --- Several lines ------------------------------------------------------------------ */

static void
several_lines(void **state)
{
    RUN({ "echo one\necho two", "one\ntwo\n" }, { "echo one\nfalse", "one\n" CODE(1) },
        { "false\necho $?", "1\n" }, { "cat <<END\na $((1+1))\nb\nEND", "a 2\nb\n" },
        { "cat <<'END'\n$HOME\n\tTAB `x`\nEND", "$HOME\n        TAB `x`\n" },
        { "cat <<-END\n\tx\n\tEND", "x\n" },
        { "cat <<A; cat <<B\na\nA\nb\nB\necho c", "a\nb\nc\n" },
        { "for i in 1 2\ndo\n  echo $i\ndone", "1\n2\n" },
        { "if true; then\n\techo yes\nelse\n\techo no\nfi", "yes\n" },
        { "echo 'open\nquote'", "open\nquote\n" }, { "echo a \\\n  b", "a b\n" },
        { "x=$(cat <<END\nin\nEND\n)\necho \"[$x]\"", "[in]\n" },
        { "g() {\n  local v=$1\n  echo \"g $v\"\n}\ng 1", "g 1\n" },
        { "case x in\ny) echo y ;;\nx) echo x ;;\nesac", "x\n" },
        { "echo a\n\n\necho b", "a\nb\n" }, { "echo a # one\n# two\necho b", "a\nb\n" },
        { "read v\necho \"[$v]\"", WAITING }, { "given", "[given]\n" },
        { "while read -r l; do echo \"<$l>\"; done <<'END'\na\\b\n  c\nEND",
          "<a\\b>\n<c>\n" });
}

static void
what_is_unfinished(void **state)
{
    RUN({ "cat <<END", UNFINISHED }, { "one", UNFINISHED }, { "two\nEND", "one\ntwo\n" },
        { "echo 'an open", UNFINISHED },
        { "quote'; (exit 4)", "an open\nquote\n" CODE(4) },
        { "for i in 1 2; do", UNFINISHED }, { "echo $i\ndone", "1\n2\n" },
        { "echo first\ncat <<END", "first\n" UNFINISHED }, { "END", "" },
        { "echo a \\", UNFINISHED }, { "b", "a b\n" }, { "echo on", "on\n" });
}

/* --- The end of the shell ----------------------------------------------------------- */

static void
the_shell_ends(void **state)
{
    RUN({ "cd /tmp; A=1", "" }, { "exit 3", EXITED(3) },
        { "echo \"[$A]\"; pwd | grep -c '^/tmp$'", "[]\n0\n" CODE(1) },
        { "exit", "[shell exited: code 1]\n" FRESH },
        { "echo last; exit 0", "last\n" EXITED(0) }, { "set -e", "" },
        { "echo a; false; echo b", "a\n" EXITED(1) },
        { "set -e\n! true\nfalse || echo caught\n(exit 6)", "caught\n" EXITED(6) },
        { "kill -9 $$", KILLED(SIGKILL) }, { "exec true", EXITED(0) },
        { "exec sh -c 'echo replaced; exit 9'", "replaced\n" EXITED(9) },
        { "exec nowhere_at_all", "bash: exec: nowhere_at_all: not found\n" CODE(127) },
        { "echo alive", "alive\n" }, { "exec sh -c 'kill -TERM $$'", KILLED(SIGTERM) },
        { "exec </dev/null", EXITED(0) }, { "if true; then exit 5; fi", EXITED(5) },
        { "printf half; exit 2", "half\n" EXITED(2) },
        { "echo exit; exec true", "exit\n" EXITED(0) });
}

/* --- What is done to the shell ------------------------------------------------------ */

static void
prompts_and_options(void **state)
{
    RUN({ "PS1='# '; PS0='<'; PS2='? '", "" }, { "echo a", "a\n" },
        { "PROMPT_COMMAND=x=1", "" }, { "echo b; false", "b\n" CODE(1) },
        { "PROMPT_COMMAND=; PS1=", "" }, { "echo c", "c\n" }, { "IFS=x; v=axb", "" },
        { "echo $v", "a b\n" }, { "unset IFS", "" }, { "set -x", "" },
        { "echo d", "+ echo d\nd\n" }, { "false", "+ false\n" CODE(1) },
        { "set +x", "+ set +x\n" }, { "set -a; set -f; echo e", "e\n" },
        { "set +a +f", "" }, { "trap 'echo err' ERR", "" }, { "false", "err\n" CODE(1) },
        { "trap - ERR; trap ': debug' DEBUG", "" }, { "echo f", "f\n" },
        { "trap - DEBUG", "" }, { "set -o posix; echo g", "g\n" }, { "set +o posix", "" },
        { "set -o vi", "" }, { "echo h\necho i", "h\ni\n" }, { "set -o emacs", "" },
        { "stty -echo", "" }, { "echo quiet; (exit 2)", "quiet\n" CODE(2) },
        { "stty echo", "" }, { "bind 'set enable-bracketed-paste off'", "" },
        { "echo\tj\ncat <<END\n\tk\nEND", "j\n        k\n" }, { "echo l", "l\n" },
        { "bind 'set enable-bracketed-paste on'", "" }, { "echo m\necho n", "m\nn\n" });
}

static void
names_of_the_hook(void **state)
{
    RUN({ "alias printf='echo p' builtin='echo b' declare='echo d'", "" },
        { "echo a; false", "a\n" CODE(1) }, { "unalias -a", "" },
        { "printf() { echo p; }; declare() { echo d; }", "" }, { "printf x", "p\n" },
        { "(exit 5)", CODE(5) }, { "unset -f printf declare; printf 'y\\n'", "y\n" });
}

/* Nothing tells the status then: it is asked for. */
static void
without_the_hook(void **state)
{
    RUN({ "builtin() { :; }", "" }, { "echo a; (exit 3)", "a\n" CODE(3) },
        { "echo $?", "3\n" }, { "builtin", "" }, { "false", CODE(1) },
        { "echo b\necho c", "b\nc\n" }, { "unset -f builtin", "" }, { "echo d", "d\n" },
        { "unset PROMPT_COMMAND", "" }, { "echo e; (exit 4)", "e\n" CODE(4) },
        { "true", "" }, { "read x", WAITING }, { "given", "" }, { "echo $x", "given\n" },
        { "PROMPT_COMMAND=()", "" }, { "cat <<END", UNFINISHED }, { "f\nEND", "f\n" },
        { "exit 6", EXITED(6) }, { "echo fresh", "fresh\n" });
}

static void
where_it_writes(void **state)
{
    RUN({ "exec 3>&1 >file; echo into", "" }, { "echo more; false", CODE(1) },
        { "exec >&3 3>&-; cat file", "into\nmore\n" }, { "exec 2>errors", "" },
        { "echo a; echo b >&2", "a\n" }, { "(exit 3)", CODE(3) },
        { "exec 2>/dev/tty", "" }, { "echo b >&2", "b\n" });
}

/* --- Jobs and input ----------------------------------------------------------------- */

static void
jobs_stay(void **state)
{
    RUN({ "mkfifo go", "" }, { "{ { read x <go; echo late; } & } 2>/dev/null", "" },
        { "jobs %1 | grep -c Running", "1\n" }, { "echo before", "before\n" },
        { "echo on >go; wait %1 2>/dev/null; echo done", "late\ndone\n" },
        { "{ sleep 100 & } 2>/dev/null; kill $!; wait $! 2>/dev/null", CODE(143) },
        { "echo on", "on\n" });
}

static void
commands_that_read(void **state)
{
    RUN({ "read a b", WAITING }, { "one two three", "" },
        { "echo \"[$a] [$b]\"", "[one] [two three]\n" },
        { "read -p 'name? ' n", "name? "
                                "\n" WAITING },
        { "quietty", "" }, { "cat", WAITING }, { "typed", "typed\n" WAITING },
        { "\004", "" }, { "cat >/dev/null; echo done", WAITING },
        { "\003", "^C\n" CODE(130) }, { "read -rs -p 'secret? ' s", "secret? \n" HIDDEN },
        { "pw", "" }, { "echo $n $s", "quietty pw\n" }, { "cat </dev/null", "" },
        { "head -n 1", WAITING }, { "a line", "a line\n" },
        { "read -p 'Press Enter' x; echo \"[$x]\"", "Press Enter\n" WAITING },
        { "\n", "[]\n" }, { "IFS= read -rn 1 k; echo \"[$k]\"", WAITING },
        { " ", " [ ]\n" }, { "cat <<END", UNFINISHED }, { " ", UNFINISHED },
        { "\n", UNFINISHED }, { "END", " \n\n" },
        { "PS1='inner> ' bash --norc", "inner> \n" WAITING },
        { "echo within; exit 4", "within\nexit\n" CODE(4) }, { "echo back", "back\n" });
}

/* --- What a terminal is left with --------------------------------------------------- */

static void
binary_output(void **state)
{
    RUN({ "printf 'a\\0b\\001c\\n'", "abc\n" },
        { "printf 'bad \\377 byte\\n'", "bad \357\277\275 byte\n" },
        { "printf '\\302'", "\357\277\275" }, { "echo a", "a\n" },
        { "printf '\\033]0;no end'", "" }, { "echo b", "b\n" },
        { "printf '\\033P1;2qno end'", "" }, { "echo c", "c\n" },
        { "printf '\\033['", "" }, { "echo d", "d\n" }, { "printf '\\033(0'", "" },
        { "echo qqq", "qqq\n" }, { "printf '\\016'", "" }, { "echo e", "e\n" },
        { "printf '\\033[4h\\033[?7l\\033[5;9r'", "" }, { "seq 3", "1\n2\n3\n" },
        { "printf '\\033[H'", "" }, { "echo home; echo two", "home\ntwo\n" },
        { "printf '\\033[?2l'", "" }, { "echo f", "f\n" },
        { "printf '\\033c'; echo g", "g\n" }, { "printf '\\033[?69h\\033[3;9s'", "" },
        { "echo 0123456789abcdef", "0123456789abcdef\n" });
}

static void
output_with_marks(void **state)
{
    RUN({ "printf '\\033]133;D;0\\a'; echo a; false", "a\n" CODE(1) },
        { "printf '\\033]133;C\\a\\033]133;A\\a\\033]133;B\\a'; echo b", "b\n" },
        { "printf '\\033]133;D;9;qtty=%032d\\a' 7; echo c", "c\n" },
        { "printf '\\033[?2004l\\r'; echo d", "d\n" },
        { "printf '\\033[?2004h$ '; echo e", "$ e\n" }, { "printf '$ \\n$ '", "$ \n$ " },
        { "echo f", "f\n" });
}

static void
full_screen_programs(void **state)
{
    needs("/usr/bin/less");
    RUN({ "printf '\\033[?1049hunseen\\033[?1049l'; echo seen", "seen\n" },
        { "printf '\\033[?1049hleft there'", "" }, { "echo back", "back\n" },
        { "seq 500 >many; less many", WAITING }, { "q", "" },
        { "echo after; (exit 2)", "after\n" CODE(2) },
        { "stty raw -echo; stty sane; echo sane", "sane\n" });
}

/* --- The table ---------------------------------------------------------------------- */

static void
there_are_many(void **state)
{
    (void)state;
    print_message("%zu commands\n", rows_run);
    assert_true(rows_run >= 200);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_and_status),  cmocka_unit_test(what_stays),
        cmocka_unit_test(several_lines),      cmocka_unit_test(what_is_unfinished),
        cmocka_unit_test(the_shell_ends),     cmocka_unit_test(prompts_and_options),
        cmocka_unit_test(names_of_the_hook),  cmocka_unit_test(without_the_hook),
        cmocka_unit_test(where_it_writes),    cmocka_unit_test(jobs_stay),
        cmocka_unit_test(commands_that_read), cmocka_unit_test(binary_output),
        cmocka_unit_test(output_with_marks),  cmocka_unit_test(full_screen_programs),
        cmocka_unit_test(there_are_many),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
