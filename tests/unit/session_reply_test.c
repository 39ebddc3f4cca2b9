/* Replies to what a program asks of its terminal: first, whole, to who asked, and never
 * in the midst of a text. */
#include "unit/driven.h"

#define ASKS   "\033[5n"
#define ANSWER "\033[0n"

static void
a_query_is_answered(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, ASKS);
    step(&d);
    assert_string_equal(written(&d), ANSWER);
    driven_finish(&d);
}

static void
a_query_of_the_start_up_is_answered(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    driven_create(&d);
    d.script.input.canonical = false;
    prints(&d, ASKS);
    step(&d);
    assert_string_equal(written(&d), ANSWER);
    driven_finish(&d);
}

/* In band, where it has set mode 2048. */
static void
a_new_size_is_reported_to_who_wants_it(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_resize(d.session, 10, 20), QTTY_OK);
    prints(&d, "\033[?2048h");
    step(&d);
    assert_string_equal(written(&d), "\033[48;10;20;160;160t");
    assert_int_equal(qtty_session_resize(d.session, 11, 30), QTTY_OK);
    step(&d);
    assert_string_equal(written(&d), "\033[48;11;30;176;240t");
    driven_finish(&d);
}

/* It could read no reply before its line ends; another program would. */
static void
who_reads_lines_is_answered_when_it_reads_keys(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "ask");
    child_runs(&d);
    d.script.input.canonical = true;
    prints(&d, ASKS);
    passes(&d, MS(5));
    assert_string_equal(written(&d), "ask\r");
    d.script.input.canonical = false;
    passes(&d, MS(60));
    assert_string_equal(written(&d), ANSWER);
    driven_finish(&d);
}

/* It turns to keys after the replies were looked through, and before it is looked at:
 * what it waits for is the reply. */
static void
who_turns_to_keys_and_waits_is_answered_first(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.input.canonical = true;
    sends(&d, "ask");
    child_runs(&d);
    prints(&d, ASKS);
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    d.script.turns_to_keys = true;
    step(&d);
    assert_string_equal(written(&d), "ask\r" ANSWER);
    driven_finish(&d);
}

static void
an_answer_to_who_read_lines_and_left_is_dropped(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "cat evil");
    child_runs(&d);
    d.script.input.canonical = true;
    prints(&d, ASKS);
    passes(&d, MS(5));
    d.script.input.canonical = false;
    shell_answers(&d, "cat evil", "", 0);
    passes(&d, MS(60));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(written(&d), "cat evil\r");
    driven_finish(&d);
}

/* A text does not wait for a reply that nobody reads. */
static void
a_held_answer_holds_no_text_up(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.input.canonical = true;
    sends(&d, "cat");
    child_runs(&d);
    prints(&d, ASKS);
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    sends(&d, "line");
    assert_string_equal(written(&d), "cat\rline\r");
    driven_finish(&d);
}

/* Who waits for a line waits for no reply: a later reader of keys in its group, say an
 * editor that a script starts, would take it for keys. */
static void
who_waits_for_a_line_gets_no_answer_later(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.input.canonical = true;
    sends(&d, "script");
    child_runs(&d);
    prints(&d, ASKS);
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    sends(&d, "line");
    d.script.input.canonical = false;
    passes(&d, MS(60));
    assert_string_equal(written(&d), "script\rline\r");
    driven_finish(&d);
}

/* It reads a line without echo: a password is what it wants. */
static void
who_asks_for_a_password_gets_no_reply(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sudo");
    child_runs(&d);
    d.script.input.canonical = true;
    d.script.input.echo = false;
    prints(&d, ASKS "Password: ");
    looks(&d, QTTY_CLASS_D, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_LOOK_DENIED);
    passes(&d, MS(100));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_true(d.result.evidence.terminal & QTTY_TERMINAL_PASSWORD);
    assert_int_equal(d.result.replies, 0);
    assert_string_equal(written(&d), "sudo\r");
    driven_finish(&d);
}

/* A builtin that floods its terminal with queries and reads none: the kernel's queue is
 * full within a reply. That one is completed, the line editor gets no more. */
static void
behind_a_half_written_reply_a_finished_command_gets_none(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "flood");
    d.script.accepts = 2;
    prints(&d, "{C}" ASKS ASKS ASKS);
    step(&d);
    assert_string_equal(written(&d), "flood\r\033[");
    prints(&d, "{D 0}$ ");
    step(&d);
    prints(&d, "\033[6n"); /* of the line editor itself */
    step(&d);
    d.script.accepts = SIZE_MAX;
    step(&d);
    assert_string_equal(written(&d), "0n\033[1;5R");
    driven_finish(&d);
}

/* What the kernel keeps of them unread, the next program would find. */
static void
little_is_written_ahead_of_the_reader(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.unread = true;
    for (int i = 0; i < 1000; i++)
        scripted_output(&d.script, ASKS);
    step(&d);
    assert_int_equal(strlen(written(&d)), 1024);
    assert_int_equal(deadline(&d), d.now_ns + MS(1));
    d.script.unread = false; /* it reads on */
    passes(&d, MS(1));
    assert_int_equal(strlen(written(&d)), 4000 - 1024);
    assert_int_equal(deadline(&d), QTTY_NEVER);
    driven_finish(&d);
}

/* After a second it is late for an answer, and a text has waited long enough. */
static void
who_reads_no_replies_is_given_up(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.unread = true;
    for (int i = 0; i < 1000; i++)
        scripted_output(&d.script, ASKS);
    step(&d);
    (void)written(&d);
    sends(&d, "q");
    passes(&d, MS(999));
    assert_string_equal(written(&d), "");
    passes(&d, MS(51));
    assert_string_equal(written(&d), "q\r");
    d.script.unread = false;
    passes(&d, MS(100));
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

/* The terminal is the line editor's again, but what says so is not read yet. */
static void
who_has_ended_by_now_gets_no_answer(void **state)
{
    static char lines[200000];
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "cat evil");
    (void)written(&d);
    memset(lines, '\r', sizeof lines - 1);
    prints(&d, "{C}" ASKS);
    scripted_output(&d.script, lines);
    prints(&d, "{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(10));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

/* They are read as fast as they come, dropped past the ceiling, and wake nobody. */
static void
a_flood_of_queries_is_read_on(void **state)
{
    enum { QUERIES = 20000 };
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "flood");
    child_runs(&d);
    step(&d);
    d.script.accepts = 100;
    prints(&d, "{C}");
    for (int i = 0; i < QUERIES; i++)
        scripted_output(&d.script, ASKS);
    prints(&d, "end");
    passes(&d, MS(10));
    const qtty_emulator *e = qtty_session_emulator(d.session);
    uint64_t dropped = qtty_emulator_replies_dropped(e);
    assert_true(qtty_emulator_replies_count(e) <= 1024);
    assert_int_equal(qtty_emulator_replies_count(e) + dropped + 25, QUERIES);
    passes(&d, MS(3000)); /* not a turn more than for the looks */
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    assert_string_equal(text_of(&d, d.result.output), "end");
    driven_finish(&d);
}

static void
replies_go_before_a_text(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, ASKS);
    sends(&d, "x"); /* the query is read only now */
    passes(&d, 0);
    assert_string_equal(written(&d), ANSWER "x\r");

    d.script.accepts = 0;
    prints(&d, ASKS);
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    sends(&d, "x");
    passes(&d, MS(10));
    d.script.accepts = SIZE_MAX;
    passes(&d, 0);
    assert_string_equal(written(&d), ANSWER "x\r");
    shell_waits(&d);
    passes(&d, MS(50));

    d.script.accepts = 0;
    sends(&d, "y"); /* has its boundary, and no room yet */
    prints(&d, ASKS);
    passes(&d, MS(10));
    d.script.accepts = SIZE_MAX;
    passes(&d, 0);
    assert_string_equal(written(&d), ANSWER "y\r");
    driven_finish(&d);
}

static void
a_text_waits_for_the_rest_of_a_reply(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 2;
    prints(&d, ASKS);
    step(&d);
    sends(&d, "x");
    assert_string_equal(written(&d), "\033[");
    d.script.accepts = SIZE_MAX;
    passes(&d, 0);
    assert_string_equal(written(&d), "0nx\r");
    driven_finish(&d);
}

static void
no_reply_in_the_midst_of_a_text(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 2;
    sends(&d, "abcd");
    prints(&d, ASKS);
    step(&d);
    d.script.accepts = 1;
    step(&d);
    d.script.accepts = SIZE_MAX;
    passes(&d, 0);
    assert_string_equal(written(&d), "abcd\r" ANSWER);
    driven_finish(&d);
}

/* It would be typed into another program. */
static void
a_reply_to_who_left_the_foreground_is_dropped(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    d.script.group = CHILD_GROUP;
    prints(&d, ASKS);
    step(&d);
    d.script.group = SCRIPTED_PID;
    d.script.accepts = SIZE_MAX;
    passes(&d, MS(10));
    d.script.group = CHILD_GROUP; /* too late */
    passes(&d, MS(10));
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

static void
of_two_that_asked_the_one_in_the_foreground_is_answered(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    prints(&d, ASKS);
    step(&d);
    d.script.group = CHILD_GROUP;
    prints(&d, "\033[6n");
    step(&d);
    d.script.accepts = SIZE_MAX;
    step(&d);
    assert_string_equal(written(&d), "\033[1;3R");
    driven_finish(&d);
}

static void
nobody_in_the_foreground_gets_no_reply(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.group = 0;
    prints(&d, ASKS);
    step(&d);
    d.script.group = SCRIPTED_PID;
    step(&d);
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

/* Half a sequence would be worse than a whole one: what follows would be read as its
 * rest. */
static void
a_reply_that_is_half_written_is_completed(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 2;
    prints(&d, ASKS ASKS);
    step(&d);
    assert_string_equal(written(&d), "\033[");
    d.script.group = CHILD_GROUP;
    d.script.accepts = SIZE_MAX;
    sends(&d, "x");
    passes(&d, 0);
    assert_string_equal(written(&d), "0nx\r");
    driven_finish(&d);
}

static void
a_reply_to_who_ended_is_dropped(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.closing = SCRIPTED_LINGERS;
    prints(&d, ASKS);
    scripted_exit(&d.script, 0);
    passes(&d, MS(10));
    assert_string_equal(written(&d), "");
    scripted_gone(&d.script);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    driven_finish(&d);
}

/* Past the ceiling whole replies are dropped, and counted. */
static void
too_many_replies_are_dropped_whole(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    for (int i = 0; i < 1030; i++)
        prints(&d, ASKS);
    step(&d);
    d.script.accepts = SIZE_MAX;
    step(&d);
    const char *text = written(&d);
    assert_int_equal(strlen(text), 1024 * strlen(ANSWER));
    assert_memory_equal(text, ANSWER, strlen(ANSWER));
    const qtty_emulator *e = qtty_session_emulator(d.session);
    assert_int_equal(qtty_emulator_replies_dropped(e), 6);
    driven_finish(&d);
}

static void
a_result_counts_its_replies(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, ASKS);
    step(&d); /* nobody's */
    sends(&d, "vi");
    prints(&d, ASKS ASKS ASKS);
    step(&d);
    d.script.accepts = 3; /* most of a reply is none */
    prints(&d, ASKS);
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.replies, 3);
    driven_finish(&d);
}

static void
room_is_wanted_while_a_reply_waits(void **state)
{
    struct driven d;
    qtty_want wants[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    prints(&d, ASKS);
    step(&d);
    d.script.accepts = 1;
    qtty_session_wants(d.session, wants, QTTY_WANTS_MAX, &count, &at);
    assert_int_equal(count, 2);
    assert_int_equal(at, QTTY_NEVER);
    d.script.accepts = SIZE_MAX;
    step(&d);
    qtty_session_wants(d.session, wants, QTTY_WANTS_MAX, &count, &at);
    assert_int_equal(count, 1);
    driven_finish(&d);
}

static void
a_reply_that_cannot_be_written_fails_the_session(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.fails.write = QTTY_E_IO;
    prints(&d, ASKS);
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_E_IO);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_FAILED, "session: write: scripted to fail");
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_is_answered),
        cmocka_unit_test(a_query_of_the_start_up_is_answered),
        cmocka_unit_test(a_new_size_is_reported_to_who_wants_it),
        cmocka_unit_test(who_reads_lines_is_answered_when_it_reads_keys),
        cmocka_unit_test(who_turns_to_keys_and_waits_is_answered_first),
        cmocka_unit_test(an_answer_to_who_read_lines_and_left_is_dropped),
        cmocka_unit_test(a_held_answer_holds_no_text_up),
        cmocka_unit_test(who_waits_for_a_line_gets_no_answer_later),
        cmocka_unit_test(who_asks_for_a_password_gets_no_reply),
        cmocka_unit_test(behind_a_half_written_reply_a_finished_command_gets_none),
        cmocka_unit_test(little_is_written_ahead_of_the_reader),
        cmocka_unit_test(who_reads_no_replies_is_given_up),
        cmocka_unit_test(who_has_ended_by_now_gets_no_answer),
        cmocka_unit_test(a_flood_of_queries_is_read_on),
        cmocka_unit_test(replies_go_before_a_text),
        cmocka_unit_test(a_text_waits_for_the_rest_of_a_reply),
        cmocka_unit_test(no_reply_in_the_midst_of_a_text),
        cmocka_unit_test(a_reply_to_who_left_the_foreground_is_dropped),
        cmocka_unit_test(of_two_that_asked_the_one_in_the_foreground_is_answered),
        cmocka_unit_test(nobody_in_the_foreground_gets_no_reply),
        cmocka_unit_test(a_reply_that_is_half_written_is_completed),
        cmocka_unit_test(a_reply_to_who_ended_is_dropped),
        cmocka_unit_test(too_many_replies_are_dropped_whole),
        cmocka_unit_test(a_result_counts_its_replies),
        cmocka_unit_test(room_is_wanted_while_a_reply_waits),
        cmocka_unit_test(a_reply_that_cannot_be_written_fails_the_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
