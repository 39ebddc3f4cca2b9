/* Calls of the bash tool: which are refused, in which order they run, how they end, and
 * what of their output is told. */
#define _GNU_SOURCE

#include "live/tool.h"

#include "live/gone.h"
#include <fcntl.h>
#include <sys/stat.h>

/* --- What is refused ---------------------------------------------------------------- */

static void
refuses(struct bash *b, qtty_span command, qtty_status status, const char *why)
{
    qtty_tool_call call = 7;
    assert_int_equal(qtty_tool_run(b->tool, command, 0, live_now(), &call), status);
    assert_int_equal(call, 0);
    assert_string_equal(qtty_tool_error(b->tool), why);
}

static void
commands_that_are_none(void **state)
{
    static uint8_t long_one[QTTY_TOOL_COMMAND_MAX + 1];
    struct bash b;
    (void)state;
    bash_open(&b);
    memset(long_one, 'x', sizeof long_one);
    refuses(&b, qtty_text(""), QTTY_E_INVAL, "command: must not be empty");
    refuses(&b, qtty_text(" \t\r\n "), QTTY_E_INVAL, "command: must not be empty");
    refuses(&b, (qtty_span){ (const uint8_t *)"a\0b", 3 }, QTTY_E_INVAL,
            "command: must not contain NUL");
    refuses(&b, qtty_text("echo \377"), QTTY_E_ENCODING, "command: must be UTF-8");
    refuses(&b, (qtty_span){ long_one, sizeof long_one }, QTTY_E_LIMIT,
            "command: 1048577 bytes: must be at most 1048576");
    assert_null(qtty_tool_session(b.tool)); /* nothing was started for them */
    bash_free(&b);
}

static void
more_calls_than_there_is_room_for(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    for (unsigned i = 0; i < QTTY_TOOL_CALLS_MAX; i++)
        bash_begin(&b, "echo x");
    refuses(&b, qtty_text("echo y"), QTTY_E_LIMIT,
            "command: 64 calls are there that have no answer, or one that was not taken");
    for (unsigned i = 0; i < QTTY_TOOL_CALLS_MAX; i++) {
        assert_string_equal(bash_take(&b), "x\n");
        assert_int_equal(b.answer.call, i + 1);
    }
    bash_says(&b, "echo y", "y\n");
    bash_free(&b);
}

static void
cannot_be_made(const qtty_tool_config *config, qtty_status status, const char *why)
{
    qtty_tool *tool;
    qtty_buf error;
    qtty_buf_init(&error, NULL, 0);
    assert_int_equal(qtty_tool_create(&tool, config, &error), status);
    assert_null(tool);
    assert_int_equal(qtty_buf_append(&error, "", 1), QTTY_OK);
    assert_string_equal((const char *)error.data, why);
    qtty_buf_finish(&error);
}

static void
configurations_that_break_a_rule(void **state)
{
    qtty_session_config session = QTTY_SESSION_CONFIG_INIT;
    qtty_tool_config c = QTTY_TOOL_CONFIG_INIT;
    (void)state;
    c.session = &session;
    c.max_characters = 63;
    cannot_be_made(&c, QTTY_E_RANGE, "max_characters: 63: must be 64..1000000");
    c.max_characters = 1000001;
    cannot_be_made(&c, QTTY_E_RANGE, "max_characters: 1000001: must be 64..1000000");
    c.max_characters = 0;
    session.sandbox = (qtty_sandbox)9;
    cannot_be_made(&c, QTTY_E_INVAL, "session.sandbox: 9: no such mode");
    session.sandbox = QTTY_SANDBOX_DEFAULT;
    session.dialect = "zsh";
    cannot_be_made(&c, QTTY_E_UNSUPPORTED, "session.dialect: \"zsh\": must be \"bash\"");
    session.dialect = NULL;
    session.backend = "moon";
    cannot_be_made(&c, QTTY_E_NOT_FOUND, "session.backend: \"moon\": no such backend");
    char rule[64];
    snprintf(rule, sizeof rule, "size: 1: must be %zu", sizeof c);
    c.size = 1;
    cannot_be_made(&c, QTTY_E_INVAL, rule);
}

static void
a_workspace_that_is_not_there(void **state)
{
    struct bash b;
    (void)state;
    bash_init(&b);
    b.session.cwd = NULL;
    b.session.workspace = "/nowhere/at/all";
    bash_create(&b);
    for (int i = 0; i < 2; i++) {
        const char *text = bash_call(&b, "echo x");
        assert_non_null(strstr(text, "/nowhere/at/all"));
        assert_int_equal(text[0], '[');
        assert_int_equal(b.answer.end, QTTY_TOOL_FAILED);
        assert_int_equal(b.answer.status, QTTY_E_NOT_FOUND);
        assert_null(qtty_tool_session(b.tool));
    }
    bash_free(&b);
}

static void
a_program_that_is_no_shell(void **state)
{
    qtty_span argv[] = { qtty_text("/bin/true") };
    struct bash b;
    (void)state;
    bash_init(&b);
    b.session.argv = argv;
    b.session.argc = 1;
    bash_create(&b);
    bash_says(&b, "echo x", "[start-up: the program ended: exit code 0]");
    assert_int_equal(b.answer.end, QTTY_TOOL_FAILED);
    assert_int_equal(b.answer.status, QTTY_E_CLOSED);
    bash_free(&b);
}

/* --- Order -------------------------------------------------------------------------- */

static void
calls_run_one_after_another(void **state)
{
    static const char *const commands[] = { "x=1; (exit 3)", "echo $? $x; x=2", "echo $x",
                                            "exit 1", "echo \"[$x]\"" };
    static const char *const texts[] = { CODE(3), "3 1\n", "2\n", EXITED(1), "[]\n" };
    struct bash b;
    (void)state;
    bash_open(&b);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        assert_int_equal(bash_begin(&b, commands[i]), i + 1);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        assert_string_equal(bash_take(&b), texts[i]);
        assert_int_equal(b.answer.call, i + 1);
    }
    assert_false(qtty_tool_take(b.tool, &b.answer));
    bash_free(&b);
}

static void
an_answer_tells_more_than_its_text(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    bash_call(&b, "printf out; false");
    assert_int_equal(b.answer.end, QTTY_TOOL_DONE);
    assert_int_equal(b.answer.exit_code, 1);
    assert_int_equal(b.answer.child.state, QTTY_CHILD_RUNNING);
    assert_int_equal(b.answer.output.len, 3);
    assert_memory_equal(b.answer.output.data, "out", 3);
    assert_true(b.answer.elapsed_ns > 0);
    assert_false(b.answer.cut || b.answer.lost);
    bash_call(&b, "read x");
    assert_int_equal(b.answer.end, QTTY_TOOL_WAITS);
    assert_int_equal(b.answer.exit_code, -1);
    bash_call(&b, "x");
    bash_call(&b, "exit 4");
    assert_int_equal(b.answer.end, QTTY_TOOL_EXITED);
    assert_int_equal(b.answer.child.state, QTTY_CHILD_EXITED);
    assert_int_equal(b.answer.child.value, 4);
    assert_non_null(strstr(qtty_tool_description(b.tool), "bash"));
    bash_free(&b);
}

/* --- Cancel, timeout, close --------------------------------------------------------- */

static void
cancels(struct bash *b, qtty_tool_call call)
{
    assert_int_equal(qtty_tool_cancel(b->tool, call, live_now()), QTTY_OK);
}

static void
was_cancelled(struct bash *b, qtty_tool_call call)
{
    assert_string_equal(bash_take(b), "");
    assert_int_equal(b->answer.call, call);
    assert_int_equal(b->answer.end, QTTY_TOOL_CANCELLED);
    assert_int_equal(b->answer.status, QTTY_E_CANCELLED);
}

/* The shell's pid, by a file in the home: the call has no answer yet. */
static pid_t
await_pid(struct bash *b)
{
    char path[128], text[32] = "";
    snprintf(path, sizeof path, "%s/pid", drive_home);
    while (strchr(text, '\n') == NULL) {
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file >= 0) {
            ssize_t got = read(file, text, sizeof text - 1);
            text[got > 0 ? got : 0] = '\0';
            close(file);
        }
        if (strchr(text, '\n') == NULL)
            bash_turn(b);
    }
    unlink(path);
    return (pid_t)atoi(text);
}

static void
a_queued_call_never_begins(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    qtty_tool_call first = bash_begin(&b, "x=1");
    qtty_tool_call second = bash_begin(&b, "x=2");
    qtty_tool_call third = bash_begin(&b, "echo $x");
    cancels(&b, second);
    was_cancelled(&b, second);
    assert_int_equal(qtty_tool_cancel(b.tool, second, live_now()), QTTY_E_NOT_FOUND);
    assert_string_equal(bash_take(&b), "");
    assert_int_equal(b.answer.call, first);
    assert_string_equal(bash_take(&b), "1\n");
    assert_int_equal(b.answer.call, third);
    bash_free(&b);
}

static void
a_call_that_has_begun_takes_the_shell_with_it(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    bash_says(&b, "x=1", "");
    qtty_tool_call call =
        bash_begin(&b, "echo said; echo $$ >pid; (trap '' TERM HUP; sleep 1000)");
    pid_t shell = await_pid(&b);
    cancels(&b, call);
    was_cancelled(&b, call);
    assert_true(process_is_gone(shell));
    bash_says(&b, "echo \"[$x]\"", "[]\n");
    bash_free(&b);
}

static void
a_call_can_be_cancelled_while_the_shell_starts(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    qtty_tool_call call = bash_begin(&b, "echo never >never");
    qtty_tool_call next = bash_begin(&b, "ls");
    cancels(&b, call);
    was_cancelled(&b, call);
    assert_string_equal(bash_take(&b), "");
    assert_int_equal(b.answer.call, next);
    assert_int_equal(b.answer.end, QTTY_TOOL_DONE);
    bash_free(&b);
}

static void
a_call_that_takes_too_long_takes_the_shell_with_it(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    bash_says(&b, "x=1", "");
    qtty_tool_call call;
    qtty_span command = qtty_text("echo said; echo $$ >pid; sleep 1000");
    assert_int_equal(qtty_tool_run(b.tool, command, 1000, live_now(), &call), QTTY_OK);
    pid_t shell = await_pid(&b);
    assert_string_equal(bash_take(&b),
                        "said\n[timed out after 1000 ms; the shell was reset: "
                        "the next call starts a "
                        "fresh shell]");
    assert_int_equal(b.answer.end, QTTY_TOOL_TIMED_OUT);
    assert_int_equal(b.answer.exit_code, -1);
    assert_true(b.answer.elapsed_ns >= 1000000000u);
    assert_true(process_is_gone(shell));
    bash_says(&b, "echo \"[$x]\"", "[]\n");
    bash_free(&b);
}

static void
the_timeout_of_the_configuration(void **state)
{
    struct bash b;
    (void)state;
    bash_init(&b);
    b.config.timeout_ms = 300;
    bash_create(&b);
    bash_says(
        &b, "printf half; sleep 1000",
        "half\n[timed out after 300 ms; the shell was reset: the next call starts a "
        "fresh shell]");
    bash_free(&b);
}

static void
a_closed_tool_takes_nothing(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    qtty_tool_call running = bash_begin(&b, "echo $$ >pid; sleep 1000");
    qtty_tool_call queued = bash_begin(&b, "echo never");
    pid_t shell = await_pid(&b);
    assert_int_equal(qtty_tool_close(b.tool, live_now()), QTTY_OK);
    refuses(&b, qtty_text("echo x"), QTTY_E_CLOSED, "command: the tool is closed");
    was_cancelled(&b, queued);
    was_cancelled(&b, running);
    assert_null(qtty_tool_session(b.tool));
    assert_true(process_is_gone(shell));
    assert_int_equal(qtty_tool_close(b.tool, live_now()), QTTY_OK);
    bash_free(&b);
}

static void
the_blocking_convenience(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    assert_int_equal(qtty_tool_wait(b.tool, QTTY_NONE), QTTY_OK); /* for nothing */
    bash_begin(&b, "echo a; read x");
    assert_int_equal(qtty_tool_wait(b.tool, 60000), QTTY_OK);
    assert_true(qtty_tool_take(b.tool, &b.answer));
    bash_begin(&b, "x");
    bash_begin(&b, "sleep 1000");
    assert_int_equal(qtty_tool_wait(b.tool, 60000), QTTY_OK);
    assert_true(qtty_tool_take(b.tool, &b.answer));
    assert_int_equal(qtty_tool_wait(b.tool, 1), QTTY_E_TIMEOUT);
    bash_free(&b);
}

/* --- A shell that ends by itself ---------------------------------------------------- */

static void
a_shell_that_ends_between_calls_is_told(void **state)
{
    char path[128];
    struct bash b;
    (void)state;
    bash_open(&b);
    bash_says(&b, "mkfifo go; { { read x <go; kill -9 $$; } & } 2>/dev/null", "");
    snprintf(path, sizeof path, "%s/go", drive_home);
    int go = open(path, O_WRONLY | O_CLOEXEC);
    assert_int_equal(write(go, "\n", 1), 1);
    close(go);
    while (qtty_tool_session(b.tool) != NULL)
        bash_turn(&b);
    bash_says(&b, "echo on",
              "[the shell had ended since the call before: this one ran in a fresh "
              "one]\non\n");
    bash_says(&b, "echo on", "on\n");
    unlink(path);
    bash_free(&b);
}

static void
commands_go_into_no_history_file(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    bash_says(&b, "echo a", "a\n");
    bash_says(&b, "exit", "[shell exited: code 0]\n" FRESH);
    bash_says(&b, "ls -A", "");
    bash_free(&b);
}

/* --- Long output -------------------------------------------------------------------- */

#define FIFTY                                                                            \
    "0123456789"                                                                         \
    "0123456789"                                                                         \
    "0123456789"                                                                         \
    "0123456789"                                                                         \
    "0123456789"

static void
output_is_cut_behind_its_beginning(void **state)
{
    struct bash b;
    (void)state;
    bash_init(&b);
    b.config.max_characters = 64;
    bash_create(&b);
    bash_says(&b, "printf " FIFTY "01234567890123", FIFTY "01234567890123");
    bash_says(&b, "printf " FIFTY "012345678901234; (exit 3)",
              FIFTY
              "01234567890123\n[output cut: 1 more characters are left out]\n" CODE(3));
    assert_true(b.answer.cut);
    assert_int_equal(b.answer.output.len, 64);
    assert_int_equal(b.answer.exit_code, 3);
    bash_says(&b, "echo é" FIFTY FIFTY,
              "é" FIFTY "0123456789012\n[output cut: 38 more characters are left out]");
    bash_free(&b);
}

/* A family of seven scalars, and a letter with an accent. */
static void
no_cluster_is_cut(void **state)
{
    struct bash b;
    (void)state;
    bash_init(&b);
    b.config.max_characters = 64;
    bash_create(&b);
    bash_says(&b, "printf '" FIFTY "01234567👨‍👩‍👧‍👦'",
              FIFTY "01234567\n[output cut: 7 more characters are left out]");
    bash_says(&b, "printf '" FIFTY "0123456789012e\314\201'",
              FIFTY "0123456789012\n[output cut: 2 more characters are left out]");
    bash_says(&b, "printf '" FIFTY "012345678901e\314\201'",
              FIFTY "012345678901e\314\201");
    bash_free(&b);
}

static void
a_lost_beginning_is_told_at_the_front(void **state)
{
    struct bash b;
    (void)state;
    bash_init(&b);
    b.session.scrollback_lines = 50;
    b.session.window.rows = 10;
    b.config.max_characters = 64;
    bash_create(&b);
    const char *text = bash_call(&b, "seq 1000 1999");
    static const char front[] = "[the beginning of the output is lost]\n";
    assert_memory_equal(text, front, sizeof front - 1);
    assert_int_equal(text[sizeof front - 1], '1');
    assert_non_null(strstr(text, "\n[output cut: "));
    assert_true(b.answer.lost);
    assert_true(b.answer.cut);
    assert_int_equal(b.answer.output.len, 64);
    bash_says(&b, "echo short", "short\n");
    bash_free(&b);
}

static void
the_beginning_of_thousands_of_lines_is_kept(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    const char *text = bash_call(&b, "seq 100000");
    assert_memory_equal(text, "1\n2\n3\n", 6);
    assert_false(b.answer.lost);
    assert_true(b.answer.cut);
    assert_int_equal(b.answer.output.len, 16000);
    bash_free(&b);
}

static void
a_hundred_megabytes(void **state)
{
    struct bash b;
    (void)state;
    bash_open(&b);
    const char *text = bash_call(&b, "yes 'a line of output' | head -c 100000000; false");
    assert_non_null(strstr(text, "\na line of output\n"));
    assert_true(strlen(text) < 17000);
    assert_string_equal(text + strlen(text) - strlen("\n" CODE(1)), "\n" CODE(1));
    assert_true(b.answer.lost && b.answer.cut);
    bash_says(&b, "echo small", "small\n");
    bash_free(&b);
}

/* --- Its own way to make a shell ---------------------------------------------------- */

static qtty_status
open_counted(void *context, qtty_session **out, const qtty_session_config *config,
             uint64_t now_ns, qtty_buf *error)
{
    int *count = context;
    if (++*count == 2) {
        assert_int_equal(qtty_buf_append(error, "no\nmore", 7), QTTY_OK);
        return QTTY_E_LIMIT;
    }
    return qtty_session_create(out, NULL, config, now_ns, error);
}

static void
a_shell_is_made_as_the_caller_says(void **state)
{
    int count = 0;
    struct bash b;
    (void)state;
    bash_init(&b);
    b.config.open = open_counted;
    b.config.context = &count;
    bash_create(&b);
    assert_int_equal(count, 0);
    bash_says(&b, "echo a", "a\n");
    bash_says(&b, "exit 1", EXITED(1));
    bash_says(&b, "echo b", "[no?more]");
    assert_int_equal(b.answer.status, QTTY_E_LIMIT);
    bash_says(&b, "echo c", "c\n");
    assert_int_equal(count, 3);
    bash_free(&b);
}

/* The call that got no shell ran in none. */
static void
a_fresh_shell_is_told_by_the_call_that_has_it(void **state)
{
    char path[128];
    int count = 0;
    struct bash b;
    (void)state;
    bash_init(&b);
    b.config.open = open_counted;
    b.config.context = &count;
    bash_create(&b);
    bash_says(&b, "mkfifo go; { { read x <go; kill -9 $$; } & } 2>/dev/null", "");
    snprintf(path, sizeof path, "%s/go", drive_home);
    int go = open(path, O_WRONLY | O_CLOEXEC);
    assert_int_equal(write(go, "\n", 1), 1);
    close(go);
    while (qtty_tool_session(b.tool) != NULL)
        bash_turn(&b);
    bash_says(&b, "echo on", "[no?more]");
    bash_says(&b, "echo on",
              "[the shell had ended since the call before: this one ran in a fresh "
              "one]\non\n");
    unlink(path);
    bash_free(&b);
}

/* --- Confined ----------------------------------------------------------------------- */

static void
a_shell_in_a_sandbox_is_made_again_in_it(void **state)
{
    struct bash b;
    (void)state;
    bash_init(&b);
    b.session.sandbox = QTTY_SANDBOX_WORKSPACE_WRITE;
    b.session.workspace = drive_home;
    bash_create(&b);
    bash_call(&b, "echo within >within");
    if (b.answer.status == QTTY_E_UNSUPPORTED) {
        print_message("no sandbox here: %s\n", qtty_tool_error(b.tool));
        bash_free(&b);
        skip();
    }
    assert_int_equal(b.answer.exit_code, 0);
    for (int i = 0; i < 2; i++) {
        bash_says(&b, "cat within; cd / && { echo x >outside; } 2>/dev/null",
                  "within\n" CODE(1));
        bash_says(&b, "exit 3", EXITED(3));
    }
    bash_says(&b, "rm within", "");
    bash_free(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_that_are_none),
        cmocka_unit_test(more_calls_than_there_is_room_for),
        cmocka_unit_test(configurations_that_break_a_rule),
        cmocka_unit_test(a_workspace_that_is_not_there),
        cmocka_unit_test(a_program_that_is_no_shell),
        cmocka_unit_test(calls_run_one_after_another),
        cmocka_unit_test(an_answer_tells_more_than_its_text),
        cmocka_unit_test(a_queued_call_never_begins),
        cmocka_unit_test(a_call_that_has_begun_takes_the_shell_with_it),
        cmocka_unit_test(a_call_can_be_cancelled_while_the_shell_starts),
        cmocka_unit_test(a_call_that_takes_too_long_takes_the_shell_with_it),
        cmocka_unit_test(the_timeout_of_the_configuration),
        cmocka_unit_test(a_closed_tool_takes_nothing),
        cmocka_unit_test(the_blocking_convenience),
        cmocka_unit_test(a_shell_that_ends_between_calls_is_told),
        cmocka_unit_test(commands_go_into_no_history_file),
        cmocka_unit_test(output_is_cut_behind_its_beginning),
        cmocka_unit_test(no_cluster_is_cut),
        cmocka_unit_test(a_lost_beginning_is_told_at_the_front),
        cmocka_unit_test(the_beginning_of_thousands_of_lines_is_kept),
        cmocka_unit_test(a_hundred_megabytes),
        cmocka_unit_test(a_shell_is_made_as_the_caller_says),
        cmocka_unit_test(a_fresh_shell_is_told_by_the_call_that_has_it),
        cmocka_unit_test(a_shell_in_a_sandbox_is_made_again_in_it),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
