/* The words of a recording. */
#include "session/words.h"

const char *const reason_words[REASONS] = {
    [QTTY_WAIT_NONE] = "waiting",
    [QTTY_WAIT_STDIN_READ] = "stdin_read",
    [QTTY_WAIT_INFERRED_IDLE] = "inferred_idle",
    [QTTY_WAIT_TIMEOUT] = "timeout",
    [QTTY_WAIT_SESSION_EXIT] = "session_exit",
};

const char *const level_words[LEVELS] = {
    [QTTY_EVIDENCE_NONE] = "no-evidence",
    [QTTY_EVIDENCE_LIKELY] = "likely",
    [QTTY_EVIDENCE_PROVEN] = "proven",
};

const char *const class_words[CLASSES] = {
    [QTTY_CLASS_E] = "E", [QTTY_CLASS_A] = "A", [QTTY_CLASS_B] = "B",
    [QTTY_CLASS_C] = "C", [QTTY_CLASS_D] = "D",
};

const char *const child_words[CHILD_STATES] = {
    [QTTY_CHILD_RUNNING] = "running",
    [QTTY_CHILD_EXITED] = "code",
    [QTTY_CHILD_SIGNALED] = "signal",
    [QTTY_CHILD_UNKNOWN] = "unknown",
};

const struct word_bit seen_words[] = {
    { "prompt", QTTY_SEEN_PROMPT },
    { "marker", QTTY_SEEN_MARKER },
    { "wait", QTTY_SEEN_WAIT },
    { "quiet", QTTY_SEEN_QUIET },
    { "multiplexed", QTTY_SEEN_MULTIPLEXED },
    { "line-unfinished", QTTY_SEEN_LINE_UNFINISHED },
    { "started", QTTY_SEEN_STARTED },
    { "denied", QTTY_SEEN_DENIED },
    { "background", QTTY_SEEN_BACKGROUND },
    { NULL, 0 },
};

const struct word_bit terminal_words[] = {
    { "canonical", QTTY_TERMINAL_CANONICAL },
    { "echo", QTTY_TERMINAL_ECHO },
    { "password", QTTY_TERMINAL_PASSWORD },
    { "alternate", QTTY_TERMINAL_ALTERNATE },
    { "continuation", QTTY_TERMINAL_CONTINUATION },
    { NULL, 0 },
};

const struct word_bit look_words[] = {
    { "canonical", QTTY_TERMINAL_CANONICAL },
    { "echo", QTTY_TERMINAL_ECHO },
    { "alternate", QTTY_TERMINAL_ALTERNATE },
    { "unread", QTTY_LOOK_UNREAD },
    { "denied", QTTY_LOOK_DENIED },
    { "asleep", QTTY_LOOK_ASLEEP },
    { "busy", QTTY_LOOK_BUSY },
    { "ended", QTTY_LOOK_ENDED },
    { "continued", QTTY_LOOK_CONTINUED },
    { NULL, 0 },
};

const struct word_time policy_times[] = {
    { "quiet", offsetof(qtty_policy, quiet_ms) },
    { "silence", offsetof(qtty_policy, idle_silence_ms) },
    { "grace", offsetof(qtty_policy, handoff_grace_ms) },
    { "timeout", offsetof(qtty_policy, timeout_ms) },
    { "poll", offsetof(qtty_policy, poll_interval_ms) },
    { "probe", offsetof(qtty_policy, exact_probe_after_ms) },
    { NULL, 0 },
};

const struct word_escape text_escapes[] = {
    { 'n', '\n' }, { 'r', '\r' }, { 't', '\t' },  { 'a', '\a' },
    { 'e', 0x1B }, { '"', '"' },  { '\\', '\\' }, { '\0', 0 },
};
