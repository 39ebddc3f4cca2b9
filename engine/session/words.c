/* The words of a recording. */
#include "session/words.h"

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
