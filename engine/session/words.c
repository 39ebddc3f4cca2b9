/* The words of a recording. */
#include "session/words.h"

const char version_word[] = "quietty-recording";
const char time_word[] = "at";
const char cut_word[4] = "cut";

const char *const name_words[NAMES] = {
    [NAME_DIALECT] = "dialect", [NAME_NONCE] = "nonce", [NAME_ENGINE] = "engine",
    [NAME_PERSONA] = "persona", [NAME_TERM] = "term",
};

const char *const number_words[NUMBERS] = {
    [NUMBER_ROWS] = "rows",
    [NUMBER_COLS] = "cols",
    [NUMBER_CELL_WIDTH] = "cell-width",
    [NUMBER_CELL_HEIGHT] = "cell-height",
    [NUMBER_STREAM] = "stream",
    [NUMBER_STRICT] = "strict",
    [NUMBER_SCROLLBACK_LINES] = "scrollback-lines",
    [NUMBER_SCROLLBACK_BYTES] = "scrollback-bytes",
    [NUMBER_READ_BYTES] = "read-bytes",
    [NUMBER_HIDDEN] = "hidden",
};

const char *const event_words[EVENTS] = {
    [EVENT_POLICY] = "policy",
    [EVENT_SEND] = "send",
    [EVENT_BOUNDARY] = "boundary",
    [EVENT_ORIGIN] = "origin",
    [EVENT_ECHO] = "echo",
    [EVENT_WRITTEN] = "written",
    [EVENT_SIGNALLED] = "signalled",
    [EVENT_LOOK] = "look",
    [EVENT_OUTPUT] = "output",
    [EVENT_INPUT] = "input",
    [EVENT_PROMPT] = "prompt",
    [EVENT_EXPECT] = "expect",
    [EVENT_FAILS] = "fails",
    [EVENT_RESIZE] = "resize",
    [EVENT_END] = "end",
    [EVENT_EXIT] = "exit",
    [EVENT_STARTED] = "started",
    [EVENT_MARKER] = "marker",
    [EVENT_ASKED] = "asked",
    [EVENT_RESULT] = "result",
    [EVENT_SAID] = "said",
    [EVENT_DELTA] = "delta",
    [EVENT_MOTD] = "motd",
};

const char *const prompt_words[PROMPT_WORDS] = { "gone", "shown", "followed" };

#define WORD(constant, name, word) [constant] = word,
const char *const reason_words[REASONS] = { QTTY_WAIT_REASON_MAP(WORD) };
const char *const level_words[LEVELS] = { QTTY_EVIDENCE_LEVEL_MAP(WORD) };
#undef WORD

#define WORD(constant, word) [constant] = word,
const char *const class_words[CLASSES] = { QTTY_WAIT_CLASS_MAP(WORD) };
#undef WORD

const char *const child_words[CHILD_STATES] = {
    [QTTY_CHILD_RUNNING] = "running",
    [QTTY_CHILD_EXITED] = "code",
    [QTTY_CHILD_SIGNALED] = "signal",
    [QTTY_CHILD_UNKNOWN] = "unknown",
};

#define BIT(constant, bit, name, word) { word, constant },
const struct word_bit seen_words[] = { QTTY_SEEN_MAP(BIT) BIT(0, 0, NULL, NULL) };
#undef BIT

#define BIT(constant, bit, word) { word, constant },
const struct word_bit terminal_words[] = { QTTY_TERMINAL_MAP(BIT) BIT(0, 0, NULL) };
const struct word_bit look_words[] = { QTTY_TERMINAL_MAP(BIT) QTTY_LOOK_MAP(BIT)
                                           BIT(0, 0, NULL) };
#undef BIT

const struct word_time policy_times[] = {
    { "quiet", offsetof(qtty_policy, quiet_ms) },
    { "silence", offsetof(qtty_policy, idle_silence_ms) },
    { "grace", offsetof(qtty_policy, handoff_grace_ms) },
    { "timeout", offsetof(qtty_policy, timeout_ms) },
    { "poll", offsetof(qtty_policy, poll_interval_ms) },
    { "probe", offsetof(qtty_policy, exact_probe_after_ms) },
    { NULL, 0 },
};

const char startup_word[] = "startup";
const char proven_word[] = "minimum=proven";

const struct word_flag policy_flags[] = {
    { "provable", offsetof(qtty_policy, provable) },
    { "line-editor", offsetof(qtty_policy, line_editor) },
    { "multiplexed", offsetof(qtty_policy, multiplexed) },
    { "marks-rest", offsetof(qtty_policy, marks_rest) },
    { NULL, 0 },
};

const struct word_escape text_escapes[] = {
    { 'n', '\n' }, { 'r', '\r' }, { 't', '\t' },  { 'a', '\a' },
    { 'e', 0x1B }, { '"', '"' },  { '\\', '\\' }, { '\0', 0 },
};

size_t
words_escape(uint8_t byte, char out[ESCAPE_BYTES_MAX])
{
    static const char digits[] = "0123456789abcdef";
    bool plain = byte >= ' ' && byte < 0x7F && byte != '"' && byte != '\\';
    out[0] = plain ? (char)byte : '\\';
    if (plain)
        return 1;
    for (const struct word_escape *e = text_escapes; e->letter != '\0'; e++) {
        out[1] = e->letter;
        if (e->byte == byte)
            return 2;
    }
    out[1] = 'x';
    out[2] = digits[byte >> 4];
    out[3] = digits[byte & 15];
    return 4;
}
