/* The words of a timeline, for its reader and for what is printed. */
#include "script.h"

const char *const reason_words[5] = {
    [QTTY_WAIT_NONE] = "waiting",
    [QTTY_WAIT_STDIN_READ] = "stdin_read",
    [QTTY_WAIT_INFERRED_IDLE] = "inferred_idle",
    [QTTY_WAIT_TIMEOUT] = "timeout",
    [QTTY_WAIT_SESSION_EXIT] = "session_exit",
};

const char *const level_words[3] = {
    [QTTY_EVIDENCE_NONE] = "no-evidence",
    [QTTY_EVIDENCE_LIKELY] = "likely",
    [QTTY_EVIDENCE_PROVEN] = "proven",
};

const char *const class_words[5] = {
    [QTTY_CLASS_E] = "E", [QTTY_CLASS_A] = "A", [QTTY_CLASS_B] = "B",
    [QTTY_CLASS_C] = "C", [QTTY_CLASS_D] = "D",
};

const struct word_bit seen_words[SEEN_WORDS] = {
    { "prompt", QTTY_SEEN_PROMPT },
    { "marker", QTTY_SEEN_MARKER },
    { "wait", QTTY_SEEN_WAIT },
    { "quiet", QTTY_SEEN_QUIET },
    { "multiplexed", QTTY_SEEN_MULTIPLEXED },
    { "line-unfinished", QTTY_SEEN_LINE_UNFINISHED },
    { "started", QTTY_SEEN_STARTED },
    { "denied", QTTY_SEEN_DENIED },
    { "background", QTTY_SEEN_BACKGROUND },
};

const struct word_bit terminal_words[5] = {
    { "canonical", QTTY_TERMINAL_CANONICAL },
    { "echo", QTTY_TERMINAL_ECHO },
    { "password", QTTY_TERMINAL_PASSWORD },
    { "alternate", QTTY_TERMINAL_ALTERNATE },
    { "continuation", QTTY_TERMINAL_CONTINUATION },
};
