/* How quietty shell ends: with which status, what it tells of a command that has none,
 * and that nothing is left. */
#define _XOPEN_SOURCE 700

#include "live/answers.h"

/* --- What the last line was --------------------------------------------------------- */

#define OR_NOT_KNOWN ", or its status is not known"

/* @param line  Its number, and what is said behind; NULL: nothing is told. */
static void
is_told(const struct program *p, const char *line, int code)
{
    char expected[128] = "";
    if (line != NULL)
        snprintf(expected, sizeof expected,
                 "quietty: shell: line %.1s: not finished, when the input ended%s\n",
                 line, line + 1);
    assert_string_equal((const char *)p->err.data, expected);
    assert_int_equal(WEXITSTATUS(p->status), code);
}

static void
a_command_that_was_not_finished_is_told(void **state)
{
    static const struct {
        const char *lines, *output, *told;
        int code;
    } cases[] = {
        { "true\ncat <<END\nx\n", "", "2", 1 },
        { "(exit 5)\necho 'a\n", "", "2", 5 },
        { "cat\na\nb\n", "a\na\nb\nb\n", "1" OR_NOT_KNOWN, 1 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct program p = quietty(cases[i].lines, ARGV("shell"));
        is_told(&p, cases[i].told, cases[i].code);
        assert_string_equal((const char *)p.out.data, cases[i].output);
        program_free(&p);
    }
}

/* Where the prompt lost its marks, nothing tells that a command ended, or runs. */
static void
a_status_that_is_not_known_is_told(void **state)
{
    static const struct {
        const char *dialect, *program, *lines, *told;
        int code;
    } cases[] = {
        { "sh", "/bin/sh", "true\nPS1='x> '; false\n", "2", 1 },
        { "sh", "/bin/sh", "(exit 5)\nPS1='x> '\ntrue\n", "2", 5 },
        { "sh", "/bin/sh", "p=$PS1\nPS1='x> '; false\nPS1=$p\n", NULL, 0 },
        { "sh", "/bin/sh", "cat\n", "1", 1 },
        { "mksh", "/usr/bin/mksh", "PS1='x> '; false\n", "1", 1 },
        { "python", "/usr/bin/python3", "import sys\nsys.ps1 = 'x> '\n1/0\n", "2", 1 },
        { "bash", "/bin/bash", "unset PROMPT_COMMAND\nfalse\n", "1", 1 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char told[64] = "";
        if (access(cases[i].program, X_OK) != 0)
            continue;
        struct program p =
            quietty(cases[i].lines, ARGV("shell", "--dialect", cases[i].dialect));
        if (cases[i].told != NULL)
            snprintf(told, sizeof told, "%s" OR_NOT_KNOWN, cases[i].told);
        is_told(&p, cases[i].told != NULL ? told : NULL, cases[i].code);
        program_free(&p);
    }
}

/* Keys and half a line are no command; nor is it known of any program. */
static void
only_a_command_is_missed(void **state)
{
    (void)state;
    if (access("/bin/sh", X_OK) != 0)
        skip();
    json_t *all = answers("{\"text\":\"echo\",\"submit\":false,\"minimum\":\"likely\"}\n"
                          "{\"keys\":[\"a\"],\"minimum\":\"likely\"}\n",
                          ARGV("shell", "--json", "--dialect", "sh"), 0);
    assert_int_equal(exit_code(all, 0), -1);
    assert_int_equal(exit_code(all, 1), -1);
    json_decref(all);
    struct program p = quietty("{\"keys\":[\"c\",\"a\",\"t\",\"enter\"]}\n",
                               ARGV("shell", "--json", "--dialect", "sh"));
    all = objects_of(&p);
    assert_int_equal(exit_code(all, 0), -1);
    is_told(&p, "1" OR_NOT_KNOWN, 1);
    json_decref(all);
    program_free(&p);
}

/* --- What is left ------------------------------------------------------------------- */

static void
the_exit_of_the_shell_is_ours(void **state)
{
    (void)state;
    struct program p = quietty("echo a\nexit 3\necho never\n", ARGV("shell", "--json"));
    json_t *all = objects_of(&p);
    assert_int_equal(json_array_size(all), 2);
    assert_string_equal(text(all, 1, "wait_reason"), "session_exit");
    assert_int_equal(exit_code(all, 1), -1);
    const json_t *status = member(all, 1, "session_status");
    assert_string_equal(json_string_value(json_object_get(status, "state")), "exited");
    assert_int_equal(json_integer_value(json_object_get(status, "code")), 3);
    assert_string_equal((const char *)p.err.data,
                        "quietty: shell: line 3: not run, since the shell has ended\n");
    assert_int_equal(WEXITSTATUS(p.status), 3);
    json_decref(all);
    program_free(&p);

    quietty_prints("kill -KILL $$", ARGV("shell"), 128 + SIGKILL, "");
}

/* Starts one that ignores what can be ignored, and waits until it does. */
#define LEAVE_STUBBORN                                                                   \
    "coproc { exec " WITNESS " stubborn; }; read -u ${COPROC[0]} x; echo $x\n"

static void
nothing_is_left_of_the_shell(void **state)
{
    (void)state;
    struct program p = quietty("sleep 1000 & echo pid $!\n" LEAVE_STUBBORN,
                               ARGV("shell", "--grace", "0.1"));
    pid_t sleeper = program_number(&p, "pid ");
    pid_t stubborn = program_number(&p, "stubborn ");
    assert_true(sleeper > 1 && process_is_gone(sleeper));
    assert_true(stubborn > 1 && process_is_gone(stubborn));
    assert_int_equal(WEXITSTATUS(p.status), 0);
    program_free(&p);
}

static void
say(struct program *p, const char *line)
{
    assert_int_equal(write(p->input, line, strlen(line)), (ssize_t)strlen(line));
}

/* Its standard input stays open: it is not waited for. */
static void
a_shell_that_left_ends_it_at_once(void **state)
{
    struct program p;
    (void)state;
    quietty_start(&p, ARGV("shell"));
    say(&p, "exit 5\n");
    program_finish(&p);
    assert_int_equal(WEXITSTATUS(p.status), 5);
    program_free(&p);
}

static void
a_signal_ends_the_shell_first(void **state)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        struct program p;
        quietty_start(&p, ARGV("shell"));
        say(&p, "sleep 1000 & echo pid $!\necho going\nsleep 1000\n");
        program_until(&p, "going\n");
        kill(p.pid, signals[i]);
        program_finish(&p);
        assert_true(WIFSIGNALED(p.status));
        assert_int_equal(WTERMSIG(p.status), signals[i]);
        pid_t sleeper = program_number(&p, "pid ");
        assert_true(sleeper > 1 && process_is_gone(sleeper));
        program_free(&p);
    }
}

static void
a_second_signal_skips_the_grace(void **state)
{
    struct program p;
    (void)state;
    quietty_start(&p, ARGV("shell", "--grace", "1000"));
    say(&p, LEAVE_STUBBORN);
    program_until(&p, "\n");
    pid_t stubborn = program_number(&p, "stubborn ");
    kill(p.pid, SIGTERM);
    kill(p.pid, SIGINT);
    program_finish(&p);
    assert_true(WIFSIGNALED(p.status));
    assert_true(stubborn > 1 && process_is_gone(stubborn));
    program_free(&p);
}

static void
an_output_that_nobody_reads_ends_it(void **state)
{
    struct program p;
    (void)state;
    quietty_start(&p, ARGV("shell"));
    say(&p, "sleep 1000 & echo pid $!\n");
    program_until(&p, "\n");
    pid_t sleeper = program_number(&p, "pid ");
    close(p.output);
    p.output = -1;
    program_finish(&p);
    assert_true(WIFSIGNALED(p.status));
    assert_int_equal(WTERMSIG(p.status), SIGPIPE);
    assert_true(sleeper > 1 && process_is_gone(sleeper));
    program_free(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_that_was_not_finished_is_told),
        cmocka_unit_test(a_status_that_is_not_known_is_told),
        cmocka_unit_test(only_a_command_is_missed),
        cmocka_unit_test(the_exit_of_the_shell_is_ours),
        cmocka_unit_test(nothing_is_left_of_the_shell),
        cmocka_unit_test(a_shell_that_left_ends_it_at_once),
        cmocka_unit_test(a_signal_ends_the_shell_first),
        cmocka_unit_test(a_second_signal_skips_the_grace),
        cmocka_unit_test(an_output_that_nobody_reads_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
