/* Verdicts in words. */
#include "unit/check.h"
#include <quietty/readiness.h>

static const struct {
    qtty_wait_reason reason;
    qtty_evidence evidence;
    const char *sentence;
} cases[] = {
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_PROVEN, QTTY_CLASS_A,
        QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER | QTTY_SEEN_WAIT, 0 },
      "waits for input (proven): the shell's prompt stands, and it sleeps in a read of "
      "this terminal alone; terminal: raw" },
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_PROVEN, QTTY_CLASS_E, QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER, 0 },
      "waits for input (proven): the shell's prompt stands" },
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_PROVEN, QTTY_CLASS_A, QTTY_SEEN_MARKER | QTTY_SEEN_WAIT, 0 },
      "waits for input (proven): the shell's marker came, but not its prompt alone, and "
      "it sleeps in a read of this terminal alone; terminal: raw" },
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_PROVEN, QTTY_CLASS_A,
        QTTY_SEEN_MARKER | QTTY_SEEN_WAIT | QTTY_SEEN_BACKGROUND, 0 },
      "waits for input (proven): the shell's prompt stands, with other output behind it, "
      "and it sleeps in a read of this terminal alone; terminal: raw" },
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_PROVEN, QTTY_CLASS_A, QTTY_SEEN_WAIT, QTTY_TERMINAL_CONTINUATION },
      "waits for input (proven): it sleeps in a read of this terminal alone; terminal: "
      "raw, the command is unfinished" },
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_LIKELY, QTTY_CLASS_B,
        QTTY_SEEN_WAIT | QTTY_SEEN_QUIET | QTTY_SEEN_MULTIPLEXED | QTTY_SEEN_STARTED,
        QTTY_TERMINAL_ALTERNATE },
      "waits for input (likely): it waits for this terminal among others, or for a time, "
      "there has been no output for a while, and a command's output has begun; terminal: "
      "raw, alternate screen" },
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_LIKELY, QTTY_CLASS_D, QTTY_SEEN_WAIT,
        QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_PASSWORD },
      "waits for input (likely): it sleeps, and may not be looked at; terminal: lines, "
      "no echo, as for a password" },
    { QTTY_WAIT_INFERRED_IDLE,
      { QTTY_EVIDENCE_NONE, QTTY_CLASS_A, QTTY_SEEN_LINE_UNFINISHED,
        QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO },
      "seems idle: it sleeps in a read of this terminal alone, that wait is not known to "
      "be a new one, and the text lacks the line end that its reader needs; terminal: "
      "lines, echo" },
    { QTTY_WAIT_INFERRED_IDLE,
      { QTTY_EVIDENCE_NONE, QTTY_CLASS_C, QTTY_SEEN_QUIET, 0 },
      "seems idle: it relays to another terminal or a socket, and there has been no "
      "output for a while; terminal: raw" },
    { QTTY_WAIT_INFERRED_IDLE,
      { QTTY_EVIDENCE_NONE, QTTY_CLASS_E, QTTY_SEEN_QUIET | QTTY_SEEN_DENIED,
        QTTY_TERMINAL_CANONICAL },
      "seems idle: the foreground may not be looked at, and there has been no output for "
      "a while; terminal: lines" },
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_PROVEN, QTTY_CLASS_E,
        QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER | QTTY_SEEN_DENIED, 0 },
      "waits for input (proven): the shell's prompt stands, and the foreground may not "
      "be "
      "looked at" },
    { QTTY_WAIT_STDIN_READ,
      { QTTY_EVIDENCE_LIKELY, QTTY_CLASS_D, QTTY_SEEN_WAIT | QTTY_SEEN_DENIED,
        QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_PASSWORD },
      "waits for input (likely): it sleeps, and may not be looked at; terminal: lines, "
      "no echo, as for a password" },
    { QTTY_WAIT_TIMEOUT,
      { QTTY_EVIDENCE_NONE, QTTY_CLASS_E, 0, 0 },
      "timed out: nothing shows a wait for input" },
    { QTTY_WAIT_SESSION_EXIT,
      { QTTY_EVIDENCE_NONE, QTTY_CLASS_A, QTTY_SEEN_MARKER, QTTY_TERMINAL_ECHO },
      "the program of the session ended" },
    { QTTY_WAIT_NONE,
      { QTTY_EVIDENCE_NONE, QTTY_CLASS_E, QTTY_SEEN_STARTED, 0 },
      "not ready yet: nothing shows a wait for input, and a command's output has begun" },
    { (qtty_wait_reason)99,
      { (qtty_evidence_level)-1, (qtty_wait_class)99, 0, 0 },
      "unknown (unknown): unknown; terminal: raw" },
};

static size_t
explain(size_t i, char *text, size_t bytes)
{
    const qtty_verdict v = { cases[i].reason, cases[i].evidence, QTTY_NEVER };
    return qtty_explain(&v, text, bytes);
}

static void
each_verdict_has_its_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[512];
        assert_int_equal(explain(i, text, sizeof(text)), strlen(cases[i].sentence));
        assert_string_equal(text, cases[i].sentence);
    }
}

/* As snprintf(3) does it, with not a byte written past the room. */
static void
a_sentence_is_cut_to_fit(void **state)
{
    (void)state;
    const size_t whole = strlen(cases[0].sentence);
    for (size_t bytes = 1; bytes <= whole + 1; bytes++) {
        char *text = malloc(bytes);
        assert_non_null(text);
        assert_int_equal(explain(0, text, bytes), whole);
        assert_int_equal(strlen(text), bytes - 1);
        assert_memory_equal(text, cases[0].sentence, bytes - 1);
        free(text);
    }
    assert_int_equal(explain(0, NULL, 0), whole);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_verdict_has_its_sentence),
        cmocka_unit_test(a_sentence_is_cut_to_fit),
    };
    return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
