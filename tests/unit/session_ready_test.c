/* Readiness as a session finds it: marks and prompt in what is printed, when it looks at
 * the foreground, and what it says of the terminal. How facts are judged is tested by the
 * timelines in sim/. */
#include "unit/driven.h"

#include <stdio.h>

enum {
    LINES = QTTY_TERMINAL_CANONICAL,
    ECHO = QTTY_TERMINAL_ECHO,
    BY_PROMPT = QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER,
};

/* It settles within 50 ms, by prompt and marker, by the marker alone, or by neither; what
 * the last command's status is said to be. */
static void
settles(struct driven *d, uint32_t seen, int32_t status)
{
    passes(d, MS(50));
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.seen & BY_PROMPT, seen);
    assert_int_equal(d->result.command_status, status);
}

/* --- Marker and prompt -------------------------------------------------------------- */

static void
ready_at_the_prompt(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "false");
    shell_answers(&d, "false", "", 1);
    settles(&d, BY_PROMPT, 1);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d.result.evidence.wait_class, QTTY_CLASS_A);
    assert_int_equal(d.result.child.state, QTTY_CHILD_RUNNING);
    driven_finish(&d);
}

static void
marker_and_prompt_may_come_in_pieces(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "false");
    shell_waits(&d);
    d.script.piece = 1;
    const char *parts[] = { "false\r\n", "{C}", "{D 3}", "$", " " };
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        not_settled(&d);
        prints(&d, parts[i]);
        child_runs(&d);
        passes(&d, MS(20));
        shell_waits(&d);
    }
    settles(&d, BY_PROMPT, 3);
    driven_finish(&d);
}

/* A line of text does not end a row: the prompt follows it, and wraps. */
static void
the_prompt_may_wrap_at_the_right_edge(void **state)
{
    static const char *const texts[] = { "12345678", "123456789", "1234567890" };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.window = (qtty_window){ .rows = 5, .cols = 10 };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct driven d;
        driven_open_with(&d, &c);
        sends(&d, "cat x");
        shell_answers(&d, "cat x", texts[i], 0);
        settles(&d, BY_PROMPT, 0);
        assert_string_equal(text_of(&d, d.result.output), texts[i]);
        driven_finish(&d);
    }
}

static void
the_prompt_may_stand_on_the_last_row(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.window = (qtty_window){ .rows = 2, .cols = 10 };
    driven_open_with(&d, &c);
    sends(&d, "seq 3");
    shell_answers(&d, "seq 3", "1\r\n2\r\n3\r\n", 0);
    settles(&d, BY_PROMPT, 0);
    driven_finish(&d);
}

static void
what_stands_right_of_the_cursor_is_not_the_prompts(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "true");
    prints(&d, "true\r\n{C}{D 0}$ \0337\033[60Gmain\0338");
    shell_waits(&d);
    settles(&d, BY_PROMPT, 0);
    driven_finish(&d);
}

static void
another_prompt_is_left_to_the_wait(void **state)
{
    static const char *const shown[] = { "# ", "$", "$  ", "x$ ", "", "$ [1]+ Done\r\n" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(shown); i++) {
        struct driven d;
        driven_open(&d);
        sends(&d, "false");
        prints(&d, "false\r\n{C}{D 4}");
        prints(&d, shown[i]);
        shell_waits(&d);
        settles(&d, QTTY_SEEN_MARKER, 4);
        driven_finish(&d);
    }
}

/* A job in the background prints after the prompt: while that is waited for, or later. */
static void
output_behind_the_prompt_is_told(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "job &");
    prints(&d, "job &\r\n{C}{D 0}$ working");
    shell_waits(&d);
    settles(&d, QTTY_SEEN_MARKER, 0);
    assert_true(d.result.evidence.seen & QTTY_SEEN_BACKGROUND);

    shell_answers(&d, "", "", 0);
    sends(&d, "");
    shell_answers(&d, "", "", 0);
    settles(&d, QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER, 0);
    assert_false(d.result.evidence.seen & QTTY_SEEN_BACKGROUND);
    prints(&d, "done\r\n");
    shell_waits(&d);
    types(&d, ""); /* what holds now? */
    settles(&d, QTTY_SEEN_MARKER, 0);
    assert_true(d.result.evidence.seen & QTTY_SEEN_BACKGROUND);
    driven_finish(&d);
}

static void
the_latest_marker_counts(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "false\ntrue");
    prints(&d, "false\r\n{C}{D 1}$ true\r\n{C}");
    child_runs(&d);
    passes(&d, MS(20));
    prints(&d, "{D 0}$ ");
    shell_waits(&d);
    settles(&d, BY_PROMPT, 0);
    driven_finish(&d);
}

static void
a_prompt_that_was_overwritten_does_not_stand(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 1 &");
    prints(&d, "sleep 1 &\r\n{C}{D 0}$ ");
    child_runs(&d);
    passes(&d, MS(20));
    prints(&d, "[1]+  Done\r\n");
    shell_waits(&d);
    settles(&d, QTTY_SEEN_MARKER, 0);
    driven_finish(&d);
}

static void
a_prompt_on_the_alternate_screen_is_none(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "vi");
    prints(&d, "vi\r\n{C}{D 0}$ \033[?1049h");
    shell_waits(&d);
    settles(&d, QTTY_SEEN_MARKER, 0);
    assert_true(d.result.evidence.terminal & QTTY_TERMINAL_ALTERNATE);
    driven_finish(&d);
}

/* Whoever prints it has not been told the nonce. */
static void
anothers_marker_is_none(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "false");
    d.nonce[31] ^= 1;
    shell_answers(&d, "false", "", 1);
    settles(&d, 0, -1);
    driven_finish(&d);
}

/* A marker that a child prints counts only once the shell itself waits. */
static void
the_shell_must_be_in_the_foreground(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "bash");
    prints(&d, "bash\r\n{C}{D 0}$ ");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    settles(&d, 0, -1);
    driven_finish(&d);
}

/* `read x`, say: the shell's group, but not its line editor. */
static void
a_builtin_that_reads_is_not_the_prompt(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "read x");
    prints(&d, "read x\r\n{C}{D 0}$ ");
    looks(&d, QTTY_CLASS_A, SCRIPTED_PID, LINES | ECHO);
    settles(&d, 0, -1);
    assert_true(d.result.evidence.terminal & QTTY_TERMINAL_CANONICAL);
    driven_finish(&d);
}

/* --- The terminal ------------------------------------------------------------------- */

static void
a_shell_that_waits_without_a_marker_wants_more(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "cat <<end");
    prints(&d, "cat <<end\r\n> ");
    shell_waits(&d);
    settles(&d, 0, -1);
    assert_int_equal(d.result.evidence.terminal, QTTY_TERMINAL_CONTINUATION);
    assert_string_equal(text_of(&d, d.result.output), "");
    sends(&d, "end");
    shell_answers(&d, "end", "", 0);
    settles(&d, BY_PROMPT, 0);
    assert_int_equal(d.result.evidence.terminal, 0);
    driven_finish(&d);
}

/* Echo was on while it ran, and is off now that it reads. */
static void
a_password_is_asked_for(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "passwd");
    child_runs(&d);
    prints(&d, "passwd\r\n{C}Password: ");
    passes(&d, MS(50));
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, LINES);
    settles(&d, 0, -1);
    assert_int_equal(d.result.evidence.terminal, LINES | QTTY_TERMINAL_PASSWORD);
    assert_true(d.result.evidence.seen & QTTY_SEEN_STARTED);
    driven_finish(&d);
}

/* --- Silence, and what is asked for ------------------------------------------------- */

static void
silence_infers_idleness(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 10");
    child_runs(&d);
    passes(&d, MS(2000));
    prints(&d, "tick\r\n");
    passes(&d, MS(2999));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_NONE);
    assert_int_equal(d.result.quiet_ns, MS(3000));
    assert_int_equal(d.result.elapsed_ns, MS(5000));
    driven_finish(&d);
}

static void
likely_evidence_needs_quiet(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "vi");
    prints(&d, "vi\r\n");
    looks(&d, QTTY_CLASS_B, CHILD_GROUP, 0);
    passes(&d, MS(29));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_LIKELY);
    assert_true(d.result.evidence.seen & QTTY_SEEN_MULTIPLEXED);
    driven_finish(&d);
}

static void
sends_for_proof(struct driven *d, const char *line)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(line);
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN;
    assert_int_equal(qtty_session_send(d->session, &send, d->now_ns), QTTY_OK);
}

static void
minimum_proven_takes_nothing_less(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends_for_proof(&d, "vi");
    looks(&d, QTTY_CLASS_B, CHILD_GROUP, 0);
    passes(&d, MS(29000));
    not_settled(&d);
    shell_answers(&d, "vi", "", 0);
    settles(&d, BY_PROMPT, 0);
    sends(&d, "vi"); /* the next one does not ask for it */
    looks(&d, QTTY_CLASS_B, CHILD_GROUP, 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    driven_finish(&d);
}

/* Where looks are no proof, quiet must say that nothing follows the prompt. */
static void
without_the_proof_the_prompt_needs_quiet(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    d.script.ops.provable = false;
    driven_create(&d);
    looks(&d, QTTY_CLASS_E, 0, 0); /* nothing can be seen */
    prints(&d, "{D 0}$ ");
    passes(&d, MS(49));
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_STARTING);
    passes(&d, MS(1));
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_LIVE);

    sends(&d, "false");
    prints(&d, "false\r\n{C}{D 1}$ ");
    passes(&d, MS(49));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
    driven_finish(&d);
}

static void
without_the_proof_a_wait_is_likely_and_late(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.ops.provable = false;
    sends(&d, "python3");
    prints(&d, "python3\r\n{C}>>> ");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    passes(&d, MS(149));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_LIKELY);
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ready_at_the_prompt),
        cmocka_unit_test(marker_and_prompt_may_come_in_pieces),
        cmocka_unit_test(the_prompt_may_wrap_at_the_right_edge),
        cmocka_unit_test(the_prompt_may_stand_on_the_last_row),
        cmocka_unit_test(what_stands_right_of_the_cursor_is_not_the_prompts),
        cmocka_unit_test(another_prompt_is_left_to_the_wait),
        cmocka_unit_test(output_behind_the_prompt_is_told),
        cmocka_unit_test(the_latest_marker_counts),
        cmocka_unit_test(a_prompt_that_was_overwritten_does_not_stand),
        cmocka_unit_test(a_prompt_on_the_alternate_screen_is_none),
        cmocka_unit_test(anothers_marker_is_none),
        cmocka_unit_test(the_shell_must_be_in_the_foreground),
        cmocka_unit_test(a_builtin_that_reads_is_not_the_prompt),
        cmocka_unit_test(a_shell_that_waits_without_a_marker_wants_more),
        cmocka_unit_test(a_password_is_asked_for),
        cmocka_unit_test(silence_infers_idleness),
        cmocka_unit_test(likely_evidence_needs_quiet),
        cmocka_unit_test(minimum_proven_takes_nothing_less),
        cmocka_unit_test(without_the_proof_the_prompt_needs_quiet),
        cmocka_unit_test(without_the_proof_a_wait_is_likely_and_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
