/* The texts of the bash tool, piece by piece: where output is cut, what a command's own
 * text tells, and the lines in brackets. */
#include "unit/check.h"

#include "shell/tool.h"

/* --- Where output is cut ------------------------------------------------------------ */

static void
output_is_clipped_between_clusters(void **state)
{
    static const struct {
        const char *text;
        size_t most, bytes;
    } cases[] = {
        { "", 5, 0 },
        { "abc", 5, 3 },
        { "abc", 3, 3 },
        { "abcd", 3, 3 },
        { "\303\251\303\251\303\251", 2, 4 },
        { "ab\r\ncd", 3, 2 },
        { "abe\314\201", 3, 2 },
        { "abe\314\201", 4, 5 },
        { "a\360\237\221\250\342\200\215\360\237\221\251", 3, 1 },
        { "\360\237\221\250\342\200\215\360\237\221\251", 2, 0 },
        { "\360\237\221\250\342\200\215\360\237\221\251", 3, 11 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(tool_text_clip(qtty_text(cases[i].text), cases[i].most),
                         cases[i].bytes);
}

/* --- What a command tells ----------------------------------------------------------- */

static void
a_command_that_leaves(void **state)
{
    static const char *const leave[] = { "exit",           "exit 3",
                                         "echo a; exit",   "true && exit 1",
                                         "(exit 3)",       "if x; then exit; fi",
                                         "echo a\n  exit", "! exit",
                                         "{ exit; }",      "do exit&" };
    static const char *const stay[] = { "echo exit", "exits",          "pre exit",
                                        "./exit.sh", "exit.sh",        "echo 'a' exit",
                                        "undo exit", "echo athen exit" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(leave); i++)
        assert_true(tool_text_leaves(qtty_text(leave[i])));
    for (size_t i = 0; i < COUNT_OF(stay); i++)
        assert_false(tool_text_leaves(qtty_text(stay[i])));
}

static void
blanks_and_comments(void **state)
{
    static const char *const comments[] = { "# a", "  # a\n#b", "#\n\n  ", "\t#a b" };
    static const char *const commands[] = { "a # b", "# a\nb", "a", "a#" };
    (void)state;
    assert_true(tool_text_is_blank(qtty_text("")));
    assert_true(tool_text_is_blank(qtty_text(" \t\r\n")));
    assert_false(tool_text_is_blank(qtty_text(" a")));
    for (size_t i = 0; i < COUNT_OF(comments); i++)
        assert_true(tool_text_is_comment(qtty_text(comments[i])));
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        assert_false(tool_text_is_comment(qtty_text(commands[i])));
}

static void
a_command_is_copied_without_its_end(void **state)
{
    static const char *const cases[][2] = {
        { "a", "a" },
        { "a\n", "a" },
        { "a\r\n\r\n", "a" },
        { "a\r\nb", "a\nb" },
        { "a\rb", "a\rb" },
        { "a \\\n", "a \\\n" },
        { "a \\\n\n", "a \\\n" },
        { "  a  \n", "  a  " },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_buf to;
        qtty_buf_init(&to, NULL, 0);
        assert_int_equal(tool_copy_command(&to, qtty_text(cases[i][0])), QTTY_OK);
        assert_int_equal(to.len, strlen(cases[i][1]));
        assert_memory_equal(to.data, cases[i][1], to.len);
        qtty_buf_finish(&to);
    }
}

/* --- The whole ---------------------------------------------------------------------- */

static void
writes(const struct ending *e, const char *text, const char *output)
{
    struct call c = { .stage = CALL_RUNNING };
    qtty_buf_init(&c.text, NULL, 0);
    assert_int_equal(tool_text_write(&c, e, 64), QTTY_OK);
    assert_int_equal(c.output_len, strlen(output));
    assert_int_equal(qtty_buf_append(&c.text, "", 1), QTTY_OK);
    assert_memory_equal(c.text.data + c.output_from, output, c.output_len);
    assert_string_equal((const char *)c.text.data, text);
    qtty_buf_finish(&c.text);
}

static struct ending
ended(qtty_tool_end end, const char *output)
{
    return (struct ending){ .end = end, .output = qtty_text(output), .exit_code = -1 };
}

static void
the_end_of_a_shell(void **state)
{
    static const struct {
        qtty_child child;
        const char *text;
    } cases[] = {
        { { .state = QTTY_CHILD_EXITED, .value = 0 }, "a\n[shell exited: code 0]\n" },
        { { .state = QTTY_CHILD_EXITED, .value = 77 }, "a\n[shell exited: code 77]\n" },
        { { .state = QTTY_CHILD_SIGNALED, .value = 15 },
          "a\n[shell killed by signal: SIGTERM]\n" },
        { { .state = QTTY_CHILD_SIGNALED, .value = 63 },
          "a\n[shell killed by signal: SIG63]\n" },
        { { .state = QTTY_CHILD_UNKNOWN }, "a\n[shell exited]\n" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[128];
        struct ending e = ended(QTTY_TOOL_EXITED, "a");
        e.child = cases[i].child;
        strcpy(text, cases[i].text);
        strcat(text, "[the next call starts a fresh shell]");
        writes(&e, text, "a");
    }
}

static void
what_is_waited_for(void **state)
{
    struct ending e = ended(QTTY_TOOL_WAITS, "");
    (void)state;
    writes(&e, "[waiting for input: the next call is that input]", "");
    e.terminal = QTTY_TERMINAL_PASSWORD | QTTY_TERMINAL_CANONICAL;
    writes(&e,
           "[waiting for input that is not shown, as a password: the next call is that "
           "input]",
           "");
    e.terminal = QTTY_TERMINAL_CONTINUATION;
    writes(&e, "[the command is unfinished: the next call goes on with its text]", "");
}

static void
what_stands_at_the_front(void **state)
{
    struct ending e = ended(QTTY_TOOL_DONE, "a\n");
    (void)state;
    e.exit_code = 0;
    writes(&e, "a\n", "a\n");
    e.lost = true;
    writes(&e, "[the beginning of the output is lost]\na\n", "a\n");
    e.fresh = true;
    writes(&e,
           "[the shell had ended since the call before: this one ran in a fresh one]\n"
           "[the beginning of the output is lost]\na\n",
           "a\n");
}

static void
a_cancelled_call_says_nothing(void **state)
{
    struct ending e = ended(QTTY_TOOL_CANCELLED, "a\n");
    (void)state;
    e.lost = e.fresh = true;
    writes(&e, "", "");
}

/* A reason comes from elsewhere: it adds no line, and no sequence. */
static void
a_reason_is_one_plain_line(void **state)
{
    struct ending e = ended(QTTY_TOOL_FAILED, "");
    (void)state;
    e.why = "cwd: \"/a\033[31m\n\377\": not there";
    writes(&e, "[cwd: \"/a?[31m??\": not there]", "");
    e.why = "cwd: \"/\303\251/\346\274\242\360\237\230\200\302\233m\177\346\274\"";
    writes(&e, "[cwd: \"/\303\251/\346\274\242\360\237\230\200?m??\"]", "");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_is_clipped_between_clusters),
        cmocka_unit_test(a_command_that_leaves),
        cmocka_unit_test(blanks_and_comments),
        cmocka_unit_test(a_command_is_copied_without_its_end),
        cmocka_unit_test(the_end_of_a_shell),
        cmocka_unit_test(what_is_waited_for),
        cmocka_unit_test(what_stands_at_the_front),
        cmocka_unit_test(a_cancelled_call_says_nothing),
        cmocka_unit_test(a_reason_is_one_plain_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
