/* What quietty tells, and exits with, when something is not as it was asked for: usage,
 * starts, recordings. */
#define _XOPEN_SOURCE 700

#include "live/program.h"

#include <sys/stat.h>

/* --- Usage -------------------------------------------------------------------------- */

static void
bad_usage_is_told(void **state)
{
    static const struct {
        const char *arguments[5];
        const char *text;
    } cases[] = {
        { { "run" }, "run: needs a command; see quietty run --help" },
        { { "run", "--rows", "0", "true" }, "--rows: 0: must be 1..4096" },
        { { "run", "--cols", "4097", "true" }, "--cols: 4097: must be 1..4096" },
        { { "run", "--cols", "9x", "true" }, "--cols: 9x: must be 1..4096" },
        { { "run", "--rows" }, "--rows: needs a value" },
        { { "run", "--json=1", "true" }, "--json: takes no value" },
        { { "run", "--timeout", "0", "true" },
          "--timeout: 0: must be a number of seconds, more than 0" },
        { { "run", "--timeout", "nan", "true" },
          "--timeout: nan: must be a number of seconds, more than 0" },
        { { "run", "--projection", "x", "true" },
          "--projection: x: must be one of screen, stream" },
        { { "run", "--env", "=x", "true" }, "--env: =x: must be NAME=VALUE" },
        { { "run", "--unset", "A=B", "true" },
          "--unset: A=B: must be a name, without '='" },
        { { "run", "--keys", "", "true" }, "--keys: must not be empty" },
        { { "run", "--keys", "  ", "true" }, "--keys: names no key" },
        { { "run", "--keys=", "true" }, "--keys: must not be empty" },
        { { "run", "--rows", "", "true" }, "--rows: must not be empty" },
        { { "run", "--env", "", "true" }, "--env: must not be empty" },
        { { "shell", "--workspace", "" }, "--workspace: must not be empty" },
        { { "run", "--nonsense", "true" },
          "--nonsense: no such option; see quietty run --help" },
        { { "run", "-x" }, "-x: no such option; see quietty run --help" },
        { { "nonsense" }, "nonsense: no such command; see quietty --help" },
        { { "render" }, "render: needs a file; - is standard input" },
        { { "trace", "a", "b" }, "trace: takes one file" },
        { { "queries", "a" }, "queries: a: takes no operand" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[160];
        snprintf(text, sizeof text, "quietty: %s\n", cases[i].text);
        quietty_refuses("", cases[i].arguments, 2, text);
    }
}

/* --- Starts ------------------------------------------------------------------------- */

static void
what_cannot_start_is_told(void **state)
{
    (void)state;
    quietty_refuses("", ARGV("run", "--env", "PATH=/nowhere", "no-such"), 127,
                    "quietty: no-such: not found in PATH (/nowhere)\n");
    quietty_refuses("", ARGV("run", "/etc/passwd"), 126,
                    "quietty: /etc/passwd: Permission denied\n");
    quietty_refuses("", ARGV("run", "--cwd", "/no/dir", "true"), 1,
                    "quietty: --cwd: /no/dir: No such file or directory\n");
    quietty_refuses("", ARGV("shell", "--workspace", "/no/dir"), 1,
                    "quietty: --workspace: /no/dir: No such file or directory\n");
    /* A program can be called as an option is. */
    quietty_refuses("", ARGV("run", "--cwd", "/", "--env", "PATH=/nowhere", "cwd"), 127,
                    "quietty: cwd: not found in PATH (/nowhere)\n");
    quietty_refuses("", ARGV("run", "./a\nb\x1b"), 127,
                    "quietty: ./a\\x0ab\\x1b: No such file or directory\n");
    /* CSI as a character of C1 and as a raw byte; what is neither stays. */
    quietty_refuses("", ARGV("run", "./\xc2\x9b\x9b\xc3\xa9\xe2\x82"), 127,
                    "quietty: ./\\xc2\\x9b\\x9b\xc3\xa9\\xe2\\x82: No such file or "
                    "directory\n");
}

/* Whole directories of it, and that there are more. */
static void
a_long_path_is_told_in_part(void **state)
{
    char path[700] = "PATH=", shown[700] = "", expected[800];
    (void)state;
    for (int i = 0; i < 50; i++)
        sprintf(path + strlen(path), "%s/folder-%02d", i == 0 ? "" : ":", i);
    memcpy(shown, path + 5, 33 * 12 - 1 + 0);
    snprintf(expected, sizeof expected, "quietty: no-such: not found in PATH (%s:...)\n",
             shown);
    quietty_refuses("", ARGV("run", "--env", path, "no-such"), 127, expected);
}

static void
a_start_up_that_fails_is_told(void **state)
{
    (void)state;
    quietty_refuses("true\n",
                    ARGV("shell", "--dialect", "none", "--", "sh", "-c", "exit 7"), 1,
                    "quietty: shell: start-up: the program ended: exit code 7\n");
    quietty_refuses(
        "true\n",
        ARGV("shell", "--dialect", "none", "--timeout", "0.2", "--", "sleep", "1000"), 1,
        "quietty: shell: start-up: not ready within 200 ms\n");
    quietty_refuses("true\n", ARGV("shell", "--", "/nowhere/sh"), 127,
                    "quietty: shell: /nowhere/sh: No such file or directory\n");
    quietty_refuses("true\n", ARGV("shell", "--", "/etc/passwd"), 126,
                    "quietty: shell: /etc/passwd: Permission denied\n");
}

static void
what_it_printed_last_is_told_with_it(void **state)
{
    (void)state;
    quietty_refuses(
        "true\n",
        ARGV("shell", "--", "sh", "-c",
             "echo 1; printf 'no \"\\033[1mx\\033[m\"\\n\\\\\\n'; exit 4"),
        1,
        "quietty: shell: start-up: the program ended: exit code 4; it printed "
        "\"1\\nno \\\"x\\\"\\n\\\\\"\n");
    quietty_refuses("true\n",
                    ARGV("shell", "--timeout", "0.4", "--", "sh", "-c",
                         "echo fetching; exec sleep 1000"),
                    1,
                    "quietty: shell: start-up: not ready within 400 ms; it printed "
                    "\"fetching\"\n");
}

/* --- Which shell -------------------------------------------------------------------- */

static void
a_program_alone_gets_the_arguments_of_its_dialect(void **state)
{
    (void)state;
    quietty_prints("echo hi; (exit 3)\n", ARGV("shell", "--", "/bin/bash"), 3, "hi\n");
    quietty_prints("echo hi; (exit 3)\n", ARGV("shell", "--dialect", "bash", "bash"), 3,
                   "hi\n");
    quietty_prints("print(6 * 7)\n", ARGV("shell", "--", "python3"), 0, "42\n");
    quietty_prints("echo hi; (exit 3)\n", ARGV("shell", "--", "dash"), 3, "hi\n");
    quietty_prints("echo hi; (exit 3)\n", ARGV("shell", "--dialect", "sh", "dash"), 3,
                   "hi\n");
}

static void
a_program_of_another_dialect_is_refused(void **state)
{
    static const struct {
        const char *dialect, *program, *of;
    } cases[] = {
        { "zsh", "bash", "bash" },           { "bash", "/usr/bin/python3.11", "python" },
        { "sh", "/bin/bash", "bash" },       { "mksh", "ksh93", "ksh" },
        { "python", "/opt/x/fish", "fish" }, { "bash", "dash", "sh" },
        { "ksh", "/bin/ash", "sh" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[160];
        snprintf(text, sizeof text,
                 "quietty: --dialect: %s: %s is a program of dialect %s\n",
                 cases[i].dialect, cases[i].program, cases[i].of);
        quietty_refuses(
            "",
            ARGV("shell", "--dialect", cases[i].dialect, "--", cases[i].program, "-i"), 2,
            text);
    }
}

/* --- Recordings --------------------------------------------------------------------- */

static void
is_told(const struct program *p, const char *path, const char *why, int code)
{
    char said[160];
    snprintf(said, sizeof said, "quietty: --record: %s: %s\n", path, why);
    assert_string_equal((const char *)p->err.data, said);
    assert_true(WIFEXITED(p->status));
    assert_int_equal(WEXITSTATUS(p->status), code);
}

static void
a_recording_that_cannot_be_written_changes_the_status(void **state)
{
    static const char why[] = "No space left on device";
    (void)state;
    struct program p = quietty("", ARGV("run", "--record", "/dev/full", "echo", "hi"));
    assert_string_equal((const char *)p.out.data, "hi\n");
    is_told(&p, "/dev/full", why, 1);
    program_free(&p);
    p = quietty("", ARGV("run", "--record", "/dev/full", "sh", "-c", "exit 3"));
    is_told(&p, "/dev/full", why, 3);
    program_free(&p);
    p = quietty("echo hi\n", ARGV("shell", "--record", "/dev/full"));
    assert_string_equal((const char *)p.out.data, "hi\n");
    is_told(&p, "/dev/full", why, 1);
    program_free(&p);
}

/* A limit stands for the disk: it is told by a signal, too, which must not end us. */
static void
a_disk_that_fills_is_told_at_the_end_of_the_run(void **state)
{
    char path[] = "/tmp/quietty-full-XXXXXX", script[200];
    struct program p;
    (void)state;
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(script, sizeof script,
             "ulimit -f 100; exec " QUIETTY " run --record %s seq 30000", path);
    program_start(&p, "/bin/bash", ARGV("bash", "-c", script));
    program_finish(&p);
    assert_int_equal(unlink(path), 0);
    assert_string_equal((const char *)p.out.data + p.out.len - 6, "30000\n");
    is_told(&p, path, "File too large", 1);
    program_free(&p);
}

static void
who_reads_a_recording_may_leave(void **state)
{
    char path[64];
    struct program p;
    (void)state;
    snprintf(path, sizeof path, "/tmp/quietty-read-%d", (int)getpid());
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    assert_true(reader >= 0);
    quietty_start(&p, ARGV("run", "--projection", "stream", "--record", path, "--", "sh",
                           "-c", "echo go; read x; echo on"));
    program_until(&p, "go\n");
    close(reader);
    assert_int_equal(write(p.input, "x\n", 2), 2);
    program_close_input(&p);
    program_finish(&p);
    assert_int_equal(unlink(path), 0);
    assert_string_equal((const char *)p.out.data, "go\nx\non\n");
    is_told(&p, path, "Broken pipe", 1);
    program_free(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_usage_is_told),
        cmocka_unit_test(what_cannot_start_is_told),
        cmocka_unit_test(a_long_path_is_told_in_part),
        cmocka_unit_test(a_start_up_that_fails_is_told),
        cmocka_unit_test(what_it_printed_last_is_told_with_it),
        cmocka_unit_test(a_program_alone_gets_the_arguments_of_its_dialect),
        cmocka_unit_test(a_program_of_another_dialect_is_refused),
        cmocka_unit_test(a_recording_that_cannot_be_written_changes_the_status),
        cmocka_unit_test(a_disk_that_fills_is_told_at_the_end_of_the_run),
        cmocka_unit_test(who_reads_a_recording_may_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
