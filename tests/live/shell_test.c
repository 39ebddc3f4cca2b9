/* quietty shell, with a real bash: what each line is answered, in which surroundings, and
 * what is recorded. */
#define _XOPEN_SOURCE 700

#include "live/answers.h"

#include <sys/stat.h>

/* --- Commands ----------------------------------------------------------------------- */

#define FIVE "cd /tmp\nexport A=1\npwd; echo $A\nfalse\nsleep 0.3; echo late\n"

static void
each_line_is_answered_when_its_command_is_done(void **state)
{
    (void)state;
    json_t *all = answers(FIVE, ARGV("shell", "--json"), 0);
    assert_int_equal(json_array_size(all), 5);
    expect_ready(all, 0, "", 0);
    expect_ready(all, 1, "", 0);
    expect_ready(all, 2, "/tmp\n1\n", 0);
    expect_ready(all, 3, "", 1);
    expect_ready(all, 4, "late\n", 0);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(evidence(all, i, "class"), "A");
        assert_true(has(all, i, "seen", "prompt"));
        assert_false(has(all, i, "terminal", "canonical"));
        assert_true(json_is_real(member(all, i, "elapsed_ms")));
    }
    assert_true(json_real_value(member(all, 4, "elapsed_ms")) >= 300);
    assert_string_equal(text(all, 2, "delta"), "$ pwd; echo $A\n/tmp\n1\n$ ");
    json_decref(all);
}

static void
without_json_the_output_is_all_that_is_printed(void **state)
{
    (void)state;
    quietty_prints(FIVE, ARGV("shell"), 0, "/tmp\n1\nlate\n");
    quietty_prints("printf a\nprintf 'b\\n\\n'", ARGV("shell"), 0, "ab\n\n");
    quietty_prints("true\nfalse\n\n", ARGV("shell"), 1, "");
    quietty_prints("", ARGV("shell"), 0, "");
}

static void
a_line_may_end_with_cr_lf(void **state)
{
    (void)state;
    json_t *all = answers("read a; read b; echo \"$a,$b.\"\r\nx\r\ny\r\n",
                          ARGV("shell", "--json"), 0);
    assert_int_equal(json_array_size(all), 3);
    assert_string_equal(text(all, 2, "output"), "y\nx,y.\n");
    json_decref(all);
}

static void
an_empty_line_leaves_the_status(void **state)
{
    (void)state;
    json_t *all = answers("false\n\n", ARGV("shell", "--json"), 1);
    assert_int_equal(json_array_size(all), 2);
    expect_ready(all, 1, "", 1);
    json_decref(all);
}

static void
an_unfinished_command_is_completed_by_the_next_lines(void **state)
{
    (void)state;
    json_t *all =
        answers("cat <<END\n  'two\nEND\necho $?\n", ARGV("shell", "--json"), 0);
    assert_int_equal(json_array_size(all), 4);
    expect_ready(all, 0, "", -1);
    expect_ready(all, 1, "", -1);
    expect_ready(all, 2, "  'two\n", 0);
    expect_ready(all, 3, "0\n", 0);
    assert_true(has(all, 0, "terminal", "continuation"));
    assert_true(has(all, 1, "terminal", "continuation"));
    assert_false(has(all, 2, "terminal", "continuation"));
    json_decref(all);
}

/* A line editor completes words at a TAB. */
static void
a_tab_in_a_command_is_text(void **state)
{
    (void)state;
    quietty_prints("if true; then\n\techo \"a\tb\"\nfi\n", ARGV("shell"), 0,
                   "a       b\n");
    quietty_prints("cat <<-END\n\tx\n\tEND\n", ARGV("shell"), 0, "x\n");
}

static void
output_that_is_no_text_is_made_one(void **state)
{
    (void)state;
    json_t *all =
        answers("printf 'a\\xff\\0b\\x1b[1mc\\n'; false\n", ARGV("shell", "--json"), 1);
    expect_ready(all, 0,
                 "a\xEF\xBF\xBD"
                 "bc\n",
                 1);
    json_decref(all);
}

static void
another_prompt_does_not_last(void **state)
{
    (void)state;
    json_t *all = answers("PS1='mine> '; PS0=; PROMPT_COMMAND=\necho hi\n",
                          ARGV("shell", "--json"), 0);
    expect_ready(all, 0, "", 0);
    expect_ready(all, 1, "hi\n", 0);
    assert_true(has(all, 1, "seen", "prompt"));
    json_decref(all);
}

/* bash says these itself, before a command could begin: no mark C comes. */
static void
what_the_shell_itself_says_is_output(void **state)
{
    (void)state;
    json_t *all = answers("echo )\n# a comment\necho \"no!such\"\necho on\n",
                          ARGV("shell", "--json", "--env", "HOME=/nowhere"), 0);
    expect_ready(all, 0, "bash: syntax error near unexpected token `)'\n", 2);
    expect_ready(all, 1, "", 2);
    assert_string_equal(text(all, 2, "output"), "bash: !such: event not found\n");
    assert_false(has(all, 2, "terminal", "continuation"));
    expect_ready(all, 3, "on\n", 0);
    json_decref(all);
}

static void
output_is_found_without_its_first_mark(void **state)
{
    (void)state;
    quietty_prints("readonly PS0=\necho hi; printf x\n", ARGV("shell"), 0, "hi\nx");
}

/* A number is what PS1 is then, and assigning a text to it fails. */
static void
an_integer_prompt_does_no_harm(void **state)
{
    (void)state;
    quietty_prints("declare -i PS1\necho hi\n", ARGV("shell"), 0, "hi\n");
}

/* bash without start-up files keeps 500 lines. */
static void
the_history_file_is_not_cut(void **state)
{
    enum { LINES = 700 };
    char home[] = "/tmp/quietty-home-XXXXXX", path[64], variable[64], line[64];
    size_t lines = 0;
    (void)state;
    assert_non_null(mkdtemp(home));
    snprintf(path, sizeof path, "%s/.bash_history", home);
    snprintf(variable, sizeof variable, "HOME=%s", home);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < LINES; i++)
        fprintf(file, "echo %d\n", i);
    fclose(file);
    quietty_prints("exit\n", ARGV("shell", "--env", variable), 0, "exit\n");
    file = fopen(path, "r");
    while (fgets(line, sizeof line, file) != NULL)
        lines++;
    fclose(file);
    assert_int_equal(lines, LINES + 1);
    unlink(path);
    assert_int_equal(rmdir(home), 0);
}

/* The answers would be typed into the shell. */
static void
queries_in_a_file_type_nothing(void **state)
{
    (void)state;
    json_t *all = answers("for i in {1..200}; do printf '\\e[c\\e[6n'; done\necho on\n",
                          ARGV("shell", "--json"), 0);
    expect_ready(all, 0, "", 0);
    expect_ready(all, 1, "on\n", 0);
    assert_string_equal(text(all, 1, "delta"), "$ echo on\non\n$ ");
    json_decref(all);
}

/* A program that reads keys is answered. */
static void
a_query_of_who_reads_keys_is_answered(void **state)
{
    (void)state;
    quietty_prints("IFS='[' read -s -d R -p $'\\e[6n' _ at; echo \"$at\"\n",
                   ARGV("shell"), 0, "2;1\n");
}

static void
a_program_of_ones_own_gives_all_it_says(void **state)
{
    (void)state;
    quietty_prints("print(6 * 7)\n",
                   ARGV("shell", "--dialect", "none", "--", "python3", "-q"), 0,
                   "print(6 * 7)\n42\n>>> ");
}

static void
what_is_no_text_is_not_typed(void **state)
{
    (void)state;
    static const char *const keys[] = { "# \x03touch x\n", "x\x7fy\n", "\x1a\n" };
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        quietty_refuses(keys[i], ARGV("shell"), 1,
                        "quietty: shell: line 1: has a control character; "
                        "{\"text\":…} sends keys\n");
    quietty_refuses("# a\x1b[201~\x1b\n", ARGV("shell"), 1,
                    "quietty: shell: line 1: has the end of a paste in it\n");
    quietty_prints("printf '\x1b[1mb\\n'\n", ARGV("shell"), 0, "b\n");
}

static void
more_than_a_pipe_holds_is_printed_all(void **state)
{
    enum { TIMES = 6, LINES = 5000 };
    (void)state;
    struct program p = quietty(
        "seq 5000\nseq 5000\nseq 5000\nseq 5000\nseq 5000\nseq 5000\n", ARGV("shell"));
    const char *at = (const char *)p.out.data;
    for (long i = 0; i < (long)TIMES * LINES; i++) {
        char *end;
        assert_int_equal(strtol(at, &end, 10), i % LINES + 1);
        assert_int_equal(*end, '\n');
        at = end + 1;
    }
    assert_int_equal(*at, '\0');
    program_free(&p);
}

/* --- Programs that ask -------------------------------------------------------------- */

static void
a_program_in_the_shell_gets_the_next_lines(void **state)
{
    (void)state;
    json_t *all =
        answers("python3 -q\nprint(6 * 7)\nexit(3)\n", ARGV("shell", "--json"), 3);
    assert_int_equal(json_array_size(all), 3);
    expect_ready(all, 0, ">>> ", -1);
    expect_ready(all, 1, "print(6 * 7)\n42\n>>> ", -1);
    expect_ready(all, 2, "exit(3)\n", 3);
    assert_true(has(all, 2, "seen", "prompt"));
    json_decref(all);
}

static void
any_program_can_be_the_shell(void **state)
{
    (void)state;
    json_t *all =
        answers("print(6 * 7)\n",
                ARGV("shell", "--json", "--dialect", "none", "--", "python3", "-q"), 0);
    assert_int_equal(json_array_size(all), 1);
    expect_ready(all, 0, "print(6 * 7)\n42\n>>> ", -1);
    json_decref(all);
}

static void
what_reads_without_echo_is_told(void **state)
{
    (void)state;
    json_t *all =
        answers("read -rsp 'word: ' x\nsecret\necho $x\n", ARGV("shell", "--json"), 0);
    expect_ready(all, 0, "word: ", -1);
    assert_true(has(all, 0, "terminal", "canonical"));
    assert_false(has(all, 0, "terminal", "echo"));
    assert_int_equal(exit_code(all, 1), 0);
    expect_ready(all, 2, "secret\n", 0);
    json_decref(all);
}

static void
replies_are_counted(void **state)
{
    (void)state;
    json_t *all = answers("IFS= read -rs -d c -p $'\\e[c' x; echo \"${#x}\"\ntrue\n",
                          ARGV("shell", "--json"), 0);
    assert_int_equal(json_integer_value(member(all, 0, "replies")), 1);
    assert_int_equal(json_integer_value(member(all, 1, "replies")), 0);
    json_decref(all);
}

/* --- Other shells ------------------------------------------------------------------- */

static void
other_shells_can_be_asked_for(void **state)
{
    static const struct {
        const char *dialect, *program, *lines, *output;
        int code;
    } cases[] = {
        { "zsh", "/usr/bin/zsh", "cd /tmp\npwd; print -n x\nexit 3\n", "/tmp\nx", 3 },
        { "fish", "/usr/bin/fish", "cd /tmp\nfor i in 1 2\npwd\nend\nprintf x\nexit 3\n",
          "/tmp\n/tmp\nx", 3 },
        { "sh", "/bin/sh", "cd /tmp\npwd; printf x\nexit 3\n", "/tmp\nx", 3 },
        { "ksh", "/usr/bin/ksh", "cd /tmp\npwd; printf x\nexit 3\n", "/tmp\nx", 3 },
        { "mksh", "/usr/bin/mksh", "cd /tmp\npwd; print -n x\nfalse\n", "/tmp\nx", 1 },
        { "python", "/usr/bin/python3", "def f():\n  return 7\n\nf()\n1/0\nexit(3)\n",
          "7\nTraceback (most recent call last):\n  File \"<stdin>\", line 1, in "
          "<module>\nZeroDivisionError: division by zero\n",
          3 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (access(cases[i].program, X_OK) == 0)
            quietty_prints(cases[i].lines, ARGV("shell", "--dialect", cases[i].dialect),
                           cases[i].code, cases[i].output);
        else
            print_message("%s is not installed: skipped\n", cases[i].program);
    }
}

/* --- Its surroundings --------------------------------------------------------------- */

static void
the_shell_finds_what_was_asked_for(void **state)
{
    (void)state;
    quietty_prints("pwd; stty size; echo \"$TERM $A ${HOME-no home}\"\n",
                   ARGV("shell", "--workspace", "/usr/lib", "--sandbox",
                        "danger-full-access", "--rows", "30", "--cols", "90", "--env",
                        "A=b", "--unset", "HOME", "--term", "xterm"),
                   0, "/usr/lib\n30 90\nxterm b no home\n");
}

/* --- A recording -------------------------------------------------------------------- */

static const char *
temporary_path(const char *name)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/qtty-%d-%s", (int)getpid(), name);
    return path;
}

static void
a_recording_is_its_owners_alone(void **state)
{
    enum { WHAT_STOOD_THERE = 1 << 20 };
    struct stat about;
    const char *path = temporary_path("open");
    (void)state;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    assert_true(file >= 0);
    assert_int_equal(fchmod(file, 0644), 0);
    assert_int_equal(ftruncate(file, WHAT_STOOD_THERE), 0);
    close(file);
    struct program p = quietty("echo hi\n", ARGV("shell", "--record", path));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0600);
    assert_in_range(about.st_size, 17, WHAT_STOOD_THERE - 1);
    char begins[18] = "";
    file = open(path, O_RDONLY | O_CLOEXEC);
    assert_int_equal(read(file, begins, 17), 17);
    assert_string_equal(begins, "quietty-recording");
    close(file);
    unlink(path);
    program_free(&p);
}

static void
a_fifo_that_nobody_reads_is_refused(void **state)
{
    char said[160];
    const char *path = temporary_path("fifo");
    (void)state;
    assert_int_equal(mkfifo(path, 0600), 0);
    struct program p = quietty("echo hi\n", ARGV("shell", "--record", path));
    unlink(path);
    snprintf(said, sizeof said, "quietty: --record: %s: No such device or address\n",
             path);
    assert_string_equal(p.err.data, said);
    assert_int_equal(WEXITSTATUS(p.status), 1);
    program_free(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_is_answered_when_its_command_is_done),
        cmocka_unit_test(without_json_the_output_is_all_that_is_printed),
        cmocka_unit_test(a_line_may_end_with_cr_lf),
        cmocka_unit_test(an_empty_line_leaves_the_status),
        cmocka_unit_test(an_unfinished_command_is_completed_by_the_next_lines),
        cmocka_unit_test(a_tab_in_a_command_is_text),
        cmocka_unit_test(output_that_is_no_text_is_made_one),
        cmocka_unit_test(another_prompt_does_not_last),
        cmocka_unit_test(what_the_shell_itself_says_is_output),
        cmocka_unit_test(output_is_found_without_its_first_mark),
        cmocka_unit_test(an_integer_prompt_does_no_harm),
        cmocka_unit_test(the_history_file_is_not_cut),
        cmocka_unit_test(queries_in_a_file_type_nothing),
        cmocka_unit_test(a_query_of_who_reads_keys_is_answered),
        cmocka_unit_test(a_program_of_ones_own_gives_all_it_says),
        cmocka_unit_test(what_is_no_text_is_not_typed),
        cmocka_unit_test(more_than_a_pipe_holds_is_printed_all),
        cmocka_unit_test(a_program_in_the_shell_gets_the_next_lines),
        cmocka_unit_test(any_program_can_be_the_shell),
        cmocka_unit_test(what_reads_without_echo_is_told),
        cmocka_unit_test(replies_are_counted),
        cmocka_unit_test(other_shells_can_be_asked_for),
        cmocka_unit_test(the_shell_finds_what_was_asked_for),
        cmocka_unit_test(a_recording_is_its_owners_alone),
        cmocka_unit_test(a_fifo_that_nobody_reads_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
