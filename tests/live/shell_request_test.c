/* quietty shell: lines that are requests, and lines that are refused. */
#define _XOPEN_SOURCE 700

#include "live/answers.h"

static void
a_text_is_sent_as_it_is(void **state)
{
    (void)state;
    json_t *all = answers("{\"text\":\"echo a\\necho b\"}\n"
                          "{\"text\":\"echo c\",\"submit\":false}\n"
                          "{\"text\":\"d\"}\n",
                          ARGV("shell", "--json"), 0);
    expect_ready(all, 0, "a\nb\n", 0);
    expect_ready(all, 1, "", -1);
    assert_string_equal(text(all, 1, "delta"), "$ echo c");
    expect_ready(all, 2, "cd\n", 0);
    json_decref(all);
}

static void
keys_are_pressed_by_name(void **state)
{
    (void)state;
    json_t *all = answers("echo one\n"
                          "{\"keys\":[\"up\",\"backspace\",\"backspace\"]}\n"
                          "{\"keys\":\"x space y enter\"}\n"
                          "cat\n{\"keys\":[\"ctrl-c\"]}\n",
                          ARGV("shell", "--json"), 130);
    expect_ready(all, 1, "", -1);
    assert_string_equal(text(all, 1, "delta"), "$ echo o");
    expect_ready(all, 2, "ox y\n", 0);
    expect_ready(all, 4, "^C\n", 130);
    json_decref(all);
}

/* A text of several lines is one paste to a line editor, and one command. */
static void
a_text_of_several_lines_is_one_command(void **state)
{
    (void)state;
    json_t *all = answers("{\"text\":\"cat <<END\\n  two\\tx\\nEND\"}\n"
                          "{\"text\":\"read a; echo \\\"[$a]\\\"\\necho b\"}\nz\n",
                          ARGV("shell", "--json"), 0);
    expect_ready(all, 0, "  two   x\n", 0);
    expect_ready(all, 1, "", -1); /* `echo b` is not what it reads */
    expect_ready(all, 2, "z\n[z]\nb\n", 0);
    json_decref(all);
}

static void
objects_of_another_kind_are_refused_by_name(void **state)
{
    (void)state;
    json_t *all = answers("{\"name\":\"x\"}\n{}\n{ echo a; }\n"
                          "{\"text\":\"cat <<END\\n{\\\"name\\\":1}\\nEND\"}\n",
                          ARGV("shell", "--json"), 0);
    assert_string_equal(text(all, 0, "error"),
                        "name: no such member of a request; {\"text\":…} sends a text");
    assert_string_equal(text(all, 1, "error"),
                        "must have one of text, keys, signal, screen");
    expect_ready(all, 2, "a\n", 0);
    expect_ready(all, 3, "{\"name\":1}\n", 0);
    json_decref(all);
    quietty_prints("cat <<END\n{\"text\":\"x\"}\nEND\n", ARGV("shell"), 0,
                   "{\"text\":\"x\"}\n");
}

static void
a_request_that_cannot_be_read_is_no_command(void **state)
{
    (void)state;
    json_t *all = answers("{\"text\":\"a\",\"text\":\"echo b\"}\n{\"signal\":\n",
                          ARGV("shell", "--json"), 1);
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(text(all, i, "error"), "is no JSON object");
    json_decref(all);
}

static void
what_takes_too_long_can_be_interrupted(void **state)
{
    (void)state;
    json_t *all = answers("{\"text\":\"echo on; sleep 1000\",\"timeout\":0.5}\n"
                          "{\"signal\":\"INT\"}\necho $?\n",
                          ARGV("shell", "--json"), 0);
    assert_int_equal(json_array_size(all), 3);
    assert_string_equal(text(all, 0, "wait_reason"), "timeout");
    assert_string_equal(text(all, 0, "output"), "on\n");
    assert_true(json_real_value(member(all, 0, "elapsed_ms")) < 20000);
    assert_string_equal(evidence(all, 0, "level"), "none");
    assert_int_equal(exit_code(all, 0), -1);
    assert_int_equal(exit_code(all, 1), 130);
    assert_string_equal(text(all, 1, "wait_reason"), "stdin_read");
    expect_ready(all, 2, "130\n", 0);
    json_decref(all);
}

/* The wait of before the signal proves nothing: python is at its prompt by then. */
static void
a_signal_is_waited_for(void **state)
{
    (void)state;
    json_t *all =
        answers("python3 -q\n{\"signal\":\"INT\"}\nexit()\n", ARGV("shell", "--json"), 0);
    assert_non_null(strstr(text(all, 1, "delta"), "KeyboardInterrupt\n>>> "));
    assert_int_equal(exit_code(all, 2), 0);
    json_decref(all);
}

/* A wait with a timeout is no proof. */
#define WAITS_A_WHILE                                                                    \
    "python3 -c 'import select; print(1); select.select([0], [], [], 1000)'"

static void
expect_likely(const json_t *all, size_t index)
{
    assert_string_equal(text(all, index, "output"), "1\n");
    assert_string_equal(text(all, index, "wait_reason"), "stdin_read");
    assert_string_equal(evidence(all, index, "level"), "likely");
    assert_string_equal(evidence(all, index, "class"), "B");
}

static void
weaker_evidence_counts_where_it_is_asked_for(void **state)
{
    (void)state;
    json_t *all = answers("{\"text\":\"" WAITS_A_WHILE "\",\"minimum\":\"likely\"}\n"
                          "{\"text\":\"\",\"submit\":false,\"timeout\":1}\n"
                          "{\"signal\":\"INT\"}\n",
                          ARGV("shell", "--json"), 130);
    expect_likely(all, 0);
    assert_string_equal(text(all, 1, "wait_reason"), "timeout"); /* that wait, again */
    json_decref(all);
    all = answers(WAITS_A_WHILE "\n{\"signal\":\"INT\"}\n",
                  ARGV("shell", "--json", "--minimum", "likely"), 130);
    expect_likely(all, 0);
    json_decref(all);
}

static void
the_screen_of_a_program_is_shown(void **state)
{
    (void)state;
    json_t *all = answers("printf '\\e[?1049h\\e[2;3Hab'; read x\n{\"screen\":true}\n\n",
                          ARGV("shell", "--json", "--rows", "3", "--cols", "20"), 0);
    assert_int_equal(json_array_size(all), 3);
    assert_true(has(all, 0, "terminal", "alternate"));
    assert_true(json_is_true(member(all, 1, "alternate")));
    assert_int_equal(json_integer_value(member(all, 1, "cols")), 20);
    const json_t *rows = member(all, 1, "screen");
    assert_int_equal(json_array_size(rows), 3);
    assert_string_equal(json_string_value(json_array_get(rows, 1)), "  ab");
    json_decref(all);
}

static void
verbose_tells_all_of_it_as_text(void **state)
{
    (void)state;
    struct program p = quietty("printf hi; false\n\n{\"screen\":true}\nexit 3\n",
                               ARGV("shell", "--verbose", "--rows", "4"));
    const char *out = (const char *)p.out.data;
    assert_memory_equal(out, "# started, ", 11);
    assert_non_null(strstr(out, " ms\n> printf hi; false\nhi\n# exit code 1, "));
    assert_non_null(strstr(out, " ms: waits for input (proven): the shell's prompt stands"
                                ", it sleeps in a read of this terminal alone"));
    assert_non_null(strstr(out, "\n> \n# exit code 1, "));
    assert_non_null(strstr(out, "\n> {\"screen\":true}\n$ printf hi; false\nhi$\n$\n"));
    assert_non_null(strstr(out, " ms: the program of the session ended\n"));
    assert_int_equal(WEXITSTATUS(p.status), 3);
    program_free(&p);
}

/* --- Refusals ----------------------------------------------------------------------- */

static void
a_line_that_cannot_be_sent_is_answered(void **state)
{
    static const struct {
        const char *line, *error;
    } cases[] = {
        { "{\"text\":1}", "text: must be a string" },
        { "{\"text\":\"\",\"submit\":1}", "submit: must be true or false" },
        { "{\"text\":\"\",\"timeout\":0}",
          "timeout: must be a number of seconds, more than 0" },
        { "{\"text\":\"\",\"minimum\":\"none\"}",
          "minimum: must be \"likely\" or \"proven\"" },
        { "{\"signal\":\"USR1\"}", "signal: must be INT, TERM, KILL, TSTP or HUP" },
        { "{\"signal\":\"INT\\u0000x\"}",
          "signal: must be INT, TERM, KILL, TSTP or HUP" },
        { "{\"text\":\"\",\"minimum\":\"likely\\u0000x\"}",
          "minimum: must be \"likely\" or \"proven\"" },
        { "{\"keys\":[\"up\\u0000x\"]}", "keys: up: no such key" },
        { "{\"signal\":\"KILL\"}",
          "signal: KILL: the shell itself is in the foreground; close ends it" },
        { "{\"screen\":false}", "screen: must be true" },
        { "{\"screen\":true,\"text\":\"\"}",
          "must have one of text, keys, signal, screen" },
        { "{\"text\":\"x\",\"sumbit\":false}",
          "sumbit: no such member of a request; {\"text\":…} sends a text" },
        { "{\"keys\":[\"up\",\"nokey\"]}", "keys: nokey: no such key" },
        { "{\"keys\":\"media-play\"}",
          "keys: the program's terminal sends nothing for them now" },
        { "{\"keys\":[]}",
          "keys: must be a list of names, or a text with spaces between them" },
        { "{\"keys\":[\"a b\"]}",
          "keys: must be names, as \"up\", \"ctrl-c\", \"a\", \"space\"" },
        { "{\"keys\":[\"a\"],\"submit\":true}", "submit: not with keys; name \"enter\"" },
        { "\xC3(", "send: the text is not UTF-8" },
    };
    char lines[1024] = "";
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        strcat(strcat(lines, cases[i].line), "\n");
    json_t *all = answers(strcat(lines, "echo on\n"), ARGV("shell", "--json"), 0);
    assert_int_equal(json_array_size(all), COUNT_OF(cases) + 1);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_string_equal(text(all, i, "error"), cases[i].error);
        assert_int_equal(json_integer_value(member(all, i, "line")), i + 1);
    }
    expect_ready(all, COUNT_OF(cases), "on\n", 0);
    json_decref(all);
}

/* Standard input of any bytes. */
static struct program
quietty_fed(const void *bytes, size_t count, const char *const *arguments)
{
    struct program p;
    quietty_start(&p, arguments);
    assert_int_equal(write(p.input, bytes, count), (ssize_t)count);
    program_close_input(&p);
    program_finish(&p);
    return p;
}

static void
a_nul_is_refused(void **state)
{
    static const char lines[] = "echo a\necho b\0c\necho d\n";
    (void)state;
    struct program p = quietty_fed(lines, sizeof lines - 1, ARGV("shell"));
    assert_string_equal((const char *)p.out.data, "a\n");
    assert_string_equal((const char *)p.err.data, "quietty: shell: line 2: has a NUL\n");
    assert_int_equal(WEXITSTATUS(p.status), 1);
    program_free(&p);
}

static void
a_line_over_the_bound_is_passed_over(void **state)
{
    enum { MEBIBYTE = 1048576 };
    static char lines[3 * MEBIBYTE];
    (void)state;
    memset(lines, 'x', sizeof lines);
    memcpy(lines + MEBIBYTE + 1, "\n", 1);
    memcpy(lines + sizeof lines - 9, "\necho on\n", 9);
    struct program p = quietty_fed(lines, sizeof lines, ARGV("shell", "--json"));
    json_t *all = objects_of(&p);
    assert_int_equal(json_array_size(all), 3);
    assert_string_equal(text(all, 0, "error"), "is longer than 1 MiB");
    assert_string_equal(text(all, 1, "error"), "is longer than 1 MiB");
    expect_ready(all, 2, "on\n", 0);
    json_decref(all);
    program_free(&p);

    /* The longest that there may be is read. */
    memset(lines, 'x', MEBIBYTE);
    memcpy(lines, "{\"signal\":\"", 11);
    memcpy(lines + MEBIBYTE - 2, "\"}", 2);
    p = quietty_fed(lines, MEBIBYTE, ARGV("shell", "--json"));
    all = objects_of(&p);
    assert_string_equal(text(all, 0, "error"),
                        "signal: must be INT, TERM, KILL, TSTP or HUP");
    json_decref(all);
    program_free(&p);
}

static void
without_json_a_line_that_takes_too_long_is_the_last(void **state)
{
    (void)state;
    struct program p = quietty("true\necho on; sleep 1000\necho never\n",
                               ARGV("shell", "--timeout", "0.5"));
    assert_string_equal((const char *)p.out.data, "on\n");
    assert_string_equal((const char *)p.err.data,
                        "quietty: shell: line 2: not ready within 0.5 s\n");
    assert_int_equal(WEXITSTATUS(p.status), 124);
    program_free(&p);
}

static void
bad_options_are_refused(void **state)
{
    (void)state;
    quietty_refuses("", ARGV("shell", "--dialect", "csh"), 2,
                    "quietty: --dialect: csh: must be one of bash, zsh, fish, sh, ksh, "
                    "mksh, python, pwsh, none\n");
    quietty_refuses(
        "", ARGV("shell", "--dialect", "none"), 2,
        "quietty: --dialect: none: needs a PROGRAM; see quietty shell --help\n");
    quietty_refuses("", ARGV("shell", "--sandbox", "some"), 2,
                    "quietty: --sandbox: some: must be one of read-only, "
                    "workspace-write, danger-full-access\n");
    quietty_refuses("", ARGV("shell", "--sandbox", "workspace-write"), 2,
                    "quietty: shell: workspace: none: workspace-write must have one\n");
    quietty_refuses("",
                    ARGV("shell", "--sandbox", "read-only", "--workspace", "/nowhere"), 1,
                    "quietty: --workspace: /nowhere: No such file or directory\n");
    quietty_refuses("", ARGV("shell", "--sandbox", "workspace-write", "--workspace", "/"),
                    2,
                    "quietty: --workspace: /: must not be the root, nor in /dev, "
                    "/proc or /sys\n");
    quietty_refuses("", ARGV("shell", "--minimum", "none"), 2,
                    "quietty: --minimum: none: must be one of proven, likely\n");
    quietty_refuses("", ARGV("shell", "--json", "--verbose"), 2,
                    "quietty: shell: --json, --verbose: one of them\n");
    quietty_refuses("", ARGV("shell", "--timeout", "0"), 2,
                    "quietty: --timeout: 0: must be a number of seconds, more than 0\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_sent_as_it_is),
        cmocka_unit_test(keys_are_pressed_by_name),
        cmocka_unit_test(a_text_of_several_lines_is_one_command),
        cmocka_unit_test(objects_of_another_kind_are_refused_by_name),
        cmocka_unit_test(a_request_that_cannot_be_read_is_no_command),
        cmocka_unit_test(what_takes_too_long_can_be_interrupted),
        cmocka_unit_test(a_signal_is_waited_for),
        cmocka_unit_test(weaker_evidence_counts_where_it_is_asked_for),
        cmocka_unit_test(the_screen_of_a_program_is_shown),
        cmocka_unit_test(verbose_tells_all_of_it_as_text),
        cmocka_unit_test(a_line_that_cannot_be_sent_is_answered),
        cmocka_unit_test(a_nul_is_refused),
        cmocka_unit_test(a_line_over_the_bound_is_passed_over),
        cmocka_unit_test(without_json_a_line_that_takes_too_long_is_the_last),
        cmocka_unit_test(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
