/* The bash tool in virtual time, with a scripted shell: what is typed and when, the
 * default timeout, a shell that cannot be ended, and every allocation that fails. */
#include "unit/driven.h"

#include <quietty/tool.h>
#include <poll.h>
#include <stdio.h>

struct story {
    struct driven d; /* of the shell; its session is the tool's */
    struct failing_allocator memory;
    qtty_allocator hook;
    qtty_tool *tool;
    qtty_tool_call call; /* the latest */
    qtty_tool_answer answer;
};

/* --- The tool ----------------------------------------------------------------------- */

static qtty_status
open_scripted(void *context, qtty_session **out, const qtty_session_config *config,
              uint64_t now_ns, qtty_buf *error)
{
    struct story *s = context;
    return qtty_session_create(out, &s->d.script.provider, config, now_ns, error);
}

static qtty_status
create(struct story *s)
{
    qtty_tool_config c = QTTY_TOOL_CONFIG_INIT;
    driven_init(&s->d);
    s->hook = failing_allocator_hook(&s->memory);
    c.allocator = &s->hook;
    c.open = open_scripted;
    c.context = s;
    return qtty_tool_create(&s->tool, &c, &s->d.error);
}

static void
finish(struct story *s)
{
    qtty_tool_destroy(s->tool);
    s->d.session = NULL;
    driven_finish(&s->d);
    assert_int_equal(s->memory.live, 0);
}

static qtty_status
run(struct story *s, const char *command)
{
    return qtty_tool_run(s->tool, qtty_text(command), 0, s->d.now_ns, &s->call);
}

static void
calls(struct story *s, const char *command)
{
    assert_int_equal(run(s, command), QTTY_OK);
}

/* When a caller would step next, seeing what is ready. */
static uint64_t
next_turn(struct story *s)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd fds[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at;
    qtty_tool_wants(s->tool, wants, QTTY_WANTS_MAX, &count, &at);
    for (size_t i = 0; i < count; i++)
        fds[i] = (struct pollfd){
            .fd = wants[i].descriptor,
            .events = wants[i].events == QTTY_WANT_WRITE ? POLLOUT : POLLIN,
        };
    return poll(fds, (nfds_t)count, 0) > 0 ? s->d.now_ns : at;
}

static void
time_passes(struct story *s, uint64_t ns)
{
    const uint64_t end = s->d.now_ns + ns;
    int turns = 0; /* without time passing: a loop that spins is a defect */
    (void)qtty_tool_step(s->tool, NULL, 0, s->d.now_ns);
    for (uint64_t at; (at = next_turn(s)) <= end;) {
        turns = at > s->d.now_ns ? 0 : turns + 1;
        assert_true(turns < 100);
        s->d.now_ns = at > s->d.now_ns ? at : s->d.now_ns;
        (void)qtty_tool_step(s->tool, NULL, 0, s->d.now_ns);
    }
    s->d.now_ns = end;
}

/* The shell that was spawned last prompts for the first time. */
static void
starts(struct story *s)
{
    s->d.nonce[0] = '\0';
    driven_learn_nonce(&s->d);
    s->d.script.input.canonical = false;
    prints(&s->d, "{D 0}\033[?2004h$ ");
    shell_waits(&s->d);
    time_passes(s, MS(10));
}

/* It runs what was sent. */
static void
answers(struct story *s, const char *echo, const char *output, int status)
{
    char text[4096];
    snprintf(text, sizeof text, "%s\r\n\033[?2004l\r{C}%s{D %d}\033[?2004h$ ", echo,
             output, status);
    prints(&s->d, text);
    shell_waits(&s->d);
    time_passes(s, MS(10));
}

static void
told(struct story *s, qtty_tool_end end, qtty_status status, const char *text)
{
    assert_true(qtty_tool_take(s->tool, &s->answer));
    assert_string_equal(text_of(&s->d, s->answer.text), text);
    assert_int_equal(s->answer.end, end);
    assert_int_equal(s->answer.status, status);
}

static void
not_told(struct story *s)
{
    assert_false(qtty_tool_take(s->tool, &s->answer));
}

/* --- What is typed ------------------------------------------------------------------ */

static void
a_command_is_typed_at_the_prompt_as_one_paste(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    assert_int_equal(s.d.script.spawns, 0);
    calls(&s, "echo a\necho\tb\r\n");
    assert_int_equal(s.d.script.spawns, 1);
    time_passes(&s, MS(100));
    assert_string_equal(written(&s.d), "");
    starts(&s);
    assert_string_equal(written(&s.d), "\033[200~echo a\necho\tb\033[201~\r");
    not_told(&s);
    answers(&s, "echo a", "a\r\nb\r\n", 0);
    told(&s, QTTY_TOOL_DONE, QTTY_OK, "a\nb\n");
    assert_non_null(strstr(scripted_text(&s.d.script.argv), "+H"));
    assert_non_null(strstr(scripted_text(&s.d.script.env), "HISTFILE=\n"));
    finish(&s);
}

/* Without pastes, or where the text would end one, each control is quoted. */
static void
without_a_paste_controls_are_quoted(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "a\033[201~\nb\tc");
    starts(&s);
    assert_string_equal(written(&s.d), "a\026\033[201~\026\nb\026\tc\r");
    answers(&s, "a", "", 0);
    told(&s, QTTY_TOOL_DONE, QTTY_OK, "");
    prints(&s.d, "\033[?2004l");
    time_passes(&s, MS(1));
    calls(&s, "a\nb\177");
    assert_string_equal(written(&s.d), "a\026\nb\026\177\r");
    finish(&s);
}

static void
what_waits_is_typed_to(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "cat");
    starts(&s);
    (void)written(&s.d);
    prints(&s.d, "cat\r\n\033[?2004l\r{C}");
    s.d.script.input.canonical = true;
    looks(&s.d, QTTY_CLASS_A, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_WAITS, QTTY_OK,
         "[waiting for input: the next call is that input]");
    calls(&s, "one\ntwo");
    assert_string_equal(written(&s.d), "one\rtwo\r");
    prints(&s.d, "one\r\ntwo\r\none\r\ntwo\r\n");
    looks(&s.d, QTTY_CLASS_A, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_WAITS, QTTY_OK,
         "one\ntwo\n[waiting for input: the next call is that input]");
    calls(&s, "\003");
    assert_string_equal(written(&s.d), "\003");
    finish(&s);
}

/* Something waits; it is given this, which is typed as that. */
static void
takes_blanks(uint32_t terminal, const char *given, const char *typed)
{
    struct story s = { .tool = NULL };
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "more");
    starts(&s);
    prints(&s.d, "more\r\n\033[?2004l\r{C}");
    s.d.script.input.canonical = (terminal & QTTY_TERMINAL_CANONICAL) != 0;
    looks(&s.d, QTTY_CLASS_A, CHILD_GROUP, terminal);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_WAITS, QTTY_OK,
         "[waiting for input: the next call is that input]");
    (void)written(&s.d);
    calls(&s, given);
    assert_string_equal(written(&s.d), typed);
    finish(&s);
}

static void
blanks_are_input_to_what_waits(void **state)
{
    const uint32_t line = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO;
    (void)state;
    takes_blanks(line, "", "\r");
    takes_blanks(line, "\n", "\r");
    takes_blanks(line, "\r", "\r");
    takes_blanks(line, "\r\n", "\r");
    takes_blanks(line, " ", " \r");
    takes_blanks(line, "\t", "\t\r");
    takes_blanks(0, " ", " ");
    takes_blanks(0, "\t", "\t");
    takes_blanks(0, "\n", "\r");
}

/* Only its turn tells what it comes to. */
static void
a_queued_blank_is_refused_at_a_prompt(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "echo a");
    calls(&s, " ");
    assert_int_equal(qtty_tool_cancel(s.tool, 1, s.d.now_ns), QTTY_OK);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_CANCELLED, QTTY_E_CANCELLED, "");
    starts(&s);
    assert_string_equal(written(&s.d), "");
    told(&s, QTTY_TOOL_FAILED, QTTY_E_INVAL, "[command: must not be empty]");
    assert_int_equal(run(&s, " "), QTTY_E_INVAL);
    finish(&s);
}

/* The shell is there still. */
static void
a_line_that_the_terminal_would_cut_is_told(void **state)
{
    static char line[5001];
    struct story s = { .tool = NULL };
    (void)state;
    memset(line, 'x', sizeof line - 1);
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "cat");
    starts(&s);
    prints(&s.d, "cat\r\n\033[?2004l\r{C}");
    s.d.script.input.canonical = true;
    looks(&s.d, QTTY_CLASS_A, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_WAITS, QTTY_OK,
         "[waiting for input: the next call is that input]");
    (void)written(&s.d);
    calls(&s, line);
    told(&s, QTTY_TOOL_FAILED, QTTY_E_LINE_TOO_LONG,
         "[send: a line of 5000 bytes: the program reads whole lines, and the terminal "
         "would cut it at 4095]");
    assert_string_equal(written(&s.d), "");
    assert_non_null(qtty_tool_session(s.tool));
    finish(&s);
}

/* The text has its turn when it cannot be typed any more; the program waits as before. */
static void
what_waits_goes_on_waiting(void **state)
{
    static char line[5001];
    struct story s = { .tool = NULL };
    (void)state;
    memset(line, 'x', sizeof line - 1);
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "keys");
    starts(&s);
    prints(&s.d, "keys\r\n\033[?2004l\r{C}");
    looks(&s.d, QTTY_CLASS_A, CHILD_GROUP, 0);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_WAITS, QTTY_OK,
         "[waiting for input: the next call is that input]");
    (void)written(&s.d);
    s.d.script.accepts = 100;
    calls(&s, line);
    s.d.script.input.canonical = true;
    s.d.script.accepts = SIZE_MAX;
    looks(&s.d, QTTY_CLASS_A, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    time_passes(&s, MS(10));
    assert_true(qtty_tool_take(s.tool, &s.answer));
    assert_int_equal(s.answer.end, QTTY_TOOL_FAILED);
    assert_int_equal(s.answer.status, QTTY_E_LINE_TOO_LONG);
    (void)written(&s.d);
    calls(&s, "\003");
    time_passes(&s, MS(1));
    assert_string_equal(written(&s.d), "\003");
    finish(&s);
}

/* --- A shell without its hook ------------------------------------------------------- */

static void
completes_without_the_hook(struct story *s)
{
    calls(s, "echo a");
    starts(s);
    (void)written(&s->d);
    prints(&s->d, "echo a\r\n\033[?2004l\r{C}a\r\n\033[?2004h$ ");
    shell_waits(&s->d);
    time_passes(s, MS(10));
    not_told(s);
}

/* The word that it asked with; what is typed is read by the shell's children. */
static void
asked_without_the_nonce(struct story *s, char word[17])
{
    const char *typed = written(&s->d);
    const char *at = strstr(typed, "\\n\" ");
    assert_non_null(strstr(typed, "/bin/sh -c "));
    assert_null(strstr(typed, s->d.nonce));
    assert_non_null(at);
    memcpy(word, at + 4, 16);
    word[16] = '\0';
    assert_int_equal(strspn(word, "0123456789abcdef"), 16);
}

static void
a_status_is_asked_for_without_the_nonce(void **state)
{
    char words[2][17], text[256];
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    completes_without_the_hook(&s);
    asked_without_the_nonce(&s, words[0]);
    snprintf(text, sizeof text,
             "%s x\r\n\033[?2004l\r{C}99\r\nnoise %s:3\r\n\033[?2004h$ ", words[0],
             words[0]);
    prints(&s.d, text);
    shell_waits(&s.d);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_DONE, QTTY_OK, "a\n[exit code: 3]");
    assert_int_equal(s.answer.exit_code, 3);

    calls(&s, "echo b"); /* a word that was used tells nothing more */
    prints(&s.d, "echo b\r\n\033[?2004l\r{C}\033[?2004h$ ");
    (void)written(&s.d);
    shell_waits(&s.d);
    time_passes(&s, MS(10));
    asked_without_the_nonce(&s, words[1]);
    assert_string_not_equal(words[0], words[1]);
    snprintf(text, sizeof text, "x\r\n\033[?2004l\r{C}%s:3\r\n\033[?2004h$ ", words[0]);
    prints(&s.d, text);
    shell_waits(&s.d);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_DONE, QTTY_OK, "[exit code: unknown]");
    assert_int_equal(s.answer.exit_code, -1);
    finish(&s);
}

static void
a_call_that_is_cancelled_took_no_time(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    completes_without_the_hook(&s);
    assert_int_equal(qtty_tool_cancel(s.tool, s.call, s.d.now_ns), QTTY_OK);
    time_passes(&s, MS(10));
    told(&s, QTTY_TOOL_CANCELLED, QTTY_E_CANCELLED, "");
    assert_int_equal(s.answer.elapsed_ns, 0);
    finish(&s);
}

/* The command has ended, and the shell goes while it is asked. */
static void
a_shell_that_does_not_tell_the_status_is_reset(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    completes_without_the_hook(&s);
    child_runs(&s.d);
    time_passes(&s, MS(4900));
    not_told(&s);
    time_passes(&s, MS(200));
    told(
        &s, QTTY_TOOL_TIMED_OUT, QTTY_OK,
        "a\n[exit code: unknown]\n[the shell did not answer and was reset: the next call "
        "starts a fresh shell]");
    assert_int_equal(s.answer.exit_code, -1);
    assert_null(qtty_tool_session(s.tool));
    finish(&s);
}

static void
a_shell_that_ends_while_it_is_asked_is_told(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    completes_without_the_hook(&s);
    scripted_exit(&s.d.script, 7);
    time_passes(&s, MS(1000));
    told(&s, QTTY_TOOL_EXITED, QTTY_OK,
         "a\n[exit code: unknown]\n[shell exited: code 7]\n[the next call starts a fresh "
         "shell]");
    assert_int_equal(s.answer.child.value, 7);
    finish(&s);
}

/* --- Time --------------------------------------------------------------------------- */

static void
a_call_has_five_minutes(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "sleep 1000");
    starts(&s);
    prints(&s.d, "sleep 1000\r\n\033[?2004l\r{C}half");
    child_runs(&s.d);
    time_passes(&s, MS(299900));
    not_told(&s);
    time_passes(&s, MS(200));
    told(&s, QTTY_TOOL_TIMED_OUT, QTTY_OK,
         "half\n[timed out after 300000 ms; the shell was reset: the next call starts a "
         "fresh shell]");
    assert_null(qtty_tool_session(s.tool));
    finish(&s);
}

static void
a_shell_that_does_not_start_is_told(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "echo a");
    time_passes(&s, MS(29900));
    not_told(&s);
    time_passes(&s, MS(200));
    told(&s, QTTY_TOOL_FAILED, QTTY_E_TIMEOUT, "[start-up: not ready within 30000 ms]");
    calls(&s, "echo a");
    assert_int_equal(s.d.script.spawns, 2);
    finish(&s);
}

static void
is_over(struct story *s)
{
    qtty_status st = qtty_tool_cancel(s->tool, s->call, s->d.now_ns);
    assert_int_equal(st, QTTY_E_NOT_FOUND);
}

/* Its shell is still being ended. */
static void
a_call_that_is_over_keeps_its_answer(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    for (int closes = 0; closes < 2; closes++) {
        assert_int_equal(create(&s), QTTY_OK);
        s.d.script.closing = SCRIPTED_LINGERS;
        calls(&s, "sleep 1000");
        starts(&s);
        prints(&s.d, "sleep 1000\r\n\033[?2004l\r{C}half");
        child_runs(&s.d);
        time_passes(&s, MS(300000));
        not_told(&s);
        if (closes == 1)
            assert_int_equal(qtty_tool_close(s.tool, s.d.now_ns), QTTY_OK);
        is_over(&s);
        scripted_gone(&s.d.script);
        time_passes(&s, MS(10));
        told(
            &s, QTTY_TOOL_TIMED_OUT, QTTY_OK,
            "half\n[timed out after 300000 ms; the shell was reset: the next call starts "
            "a fresh shell]");
        finish(&s);
    }
}

/* --- A shell that cannot be ended --------------------------------------------------- */

static void
a_stuck_shell_is_told_and_tried_again(void **state)
{
    struct story s = { .tool = NULL };
    (void)state;
    assert_int_equal(create(&s), QTTY_OK);
    calls(&s, "echo a");
    starts(&s);
    s.d.script.closing = SCRIPTED_IS_STUCK;
    qtty_tool_call first = s.call;
    assert_int_equal(qtty_tool_cancel(s.tool, first, s.d.now_ns), QTTY_OK);
    time_passes(&s, MS(1));
    told(&s, QTTY_TOOL_CANCELLED, QTTY_E_TIMEOUT, "");
    assert_string_not_equal(qtty_tool_error(s.tool), "");
    assert_non_null(qtty_tool_session(s.tool));
    assert_int_equal(s.d.script.spawns, 1);

    looks(&s.d, QTTY_CLASS_E, SCRIPTED_PID, 0);
    calls(&s, "echo b"); /* the second close works: never two shells at once */
    time_passes(&s, MS(1));
    assert_int_equal(s.d.script.spawns, 2);
    starts(&s);
    answers(&s, "echo b", "b\r\n", 0);
    told(&s, QTTY_TOOL_DONE, QTTY_OK, "b\n");
    finish(&s);
}

/* --- Memory ------------------------------------------------------------------------- */

/* @return whether all of it had the memory it wanted. */
static bool
goes_through(struct story *s)
{
    if (create(s) != QTTY_OK) {
        assert_null(s->tool);
        return false;
    }
    bool ran = run(s, "echo a") == QTTY_OK;
    if (ran && qtty_tool_session(s->tool) != NULL) {
        starts(s);
        answers(s, "echo a", "a\r\n", 3);
    }
    if (ran)
        assert_true(qtty_tool_take(s->tool, &s->answer));
    return ran && s->answer.status == QTTY_OK;
}

static void
every_allocation_fails_in_turn(void **state)
{
    bool whole = false;
    (void)state;
    for (long at = 1; !whole; at++) {
        struct story s = { .memory = { .fail_at = at } };
        (void)goes_through(&s);
        whole = s.memory.calls < at;
        s.memory.fail_at = 0;
        if (whole)
            assert_string_equal(text_of(&s.d, s.answer.text), "a\n[exit code: 3]");
        else if (s.tool != NULL)
            assert_int_equal(run(&s, "echo b"), QTTY_OK); /* usable, with memory again */
        finish(&s);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_typed_at_the_prompt_as_one_paste),
        cmocka_unit_test(without_a_paste_controls_are_quoted),
        cmocka_unit_test(what_waits_is_typed_to),
        cmocka_unit_test(blanks_are_input_to_what_waits),
        cmocka_unit_test(a_queued_blank_is_refused_at_a_prompt),
        cmocka_unit_test(a_line_that_the_terminal_would_cut_is_told),
        cmocka_unit_test(what_waits_goes_on_waiting),
        cmocka_unit_test(a_status_is_asked_for_without_the_nonce),
        cmocka_unit_test(a_call_that_is_cancelled_took_no_time),
        cmocka_unit_test(a_shell_that_does_not_tell_the_status_is_reset),
        cmocka_unit_test(a_shell_that_ends_while_it_is_asked_is_told),
        cmocka_unit_test(a_call_has_five_minutes),
        cmocka_unit_test(a_shell_that_does_not_start_is_told),
        cmocka_unit_test(a_call_that_is_over_keeps_its_answer),
        cmocka_unit_test(a_stuck_shell_is_told_and_tried_again),
        cmocka_unit_test(every_allocation_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
