/* The words of recordings, for who writes one and who reads it, and of tests/sim. */
#ifndef QTTY_SESSION_WORDS_H
#define QTTY_SESSION_WORDS_H

#include <quietty/provider.h>

struct word_bit {
    const char *word;
    uint32_t bit;
};

enum {
#define WORDS_COUNT(...) +1
    REASONS = 0 QTTY_WAIT_REASON_MAP(WORDS_COUNT),
    LEVELS = 0 QTTY_EVIDENCE_LEVEL_MAP(WORDS_COUNT),
    CLASSES = 0 QTTY_WAIT_CLASS_MAP(WORDS_COUNT),
#undef WORDS_COUNT
    CHILD_STATES = 4
};

/** What a line of the head tells: a name in quotes, or a number. Behind the first line,
 * which has the version. */
enum { NAME_DIALECT, NAME_NONCE, NAME_ENGINE, NAME_PERSONA, NAME_TERM, NAMES };
enum {
    NUMBER_ROWS,
    NUMBER_COLS,
    NUMBER_CELL_WIDTH,
    NUMBER_CELL_HEIGHT,
    NUMBER_STREAM,
    NUMBER_STRICT,
    NUMBER_SCROLLBACK_LINES,
    NUMBER_SCROLLBACK_BYTES,
    NUMBER_READ_BYTES,
    NUMBER_HIDDEN,
    NUMBERS
};

/** What a line behind the head tells, `at TIMEns EVENT …`. The last is a line of its own:
 * nothing more could be recorded. */
enum event {
    EVENT_POLICY,
    EVENT_SEND,
    EVENT_BOUNDARY,
    EVENT_ORIGIN,
    EVENT_ECHO,
    EVENT_WRITTEN,
    EVENT_SIGNALLED,
    EVENT_LOOK,
    EVENT_OUTPUT,
    EVENT_INPUT,
    EVENT_PROMPT,
    EVENT_EXPECT,
    EVENT_FAILS,
    EVENT_RESIZE,
    EVENT_END,
    EVENT_EXIT,
    EVENT_STARTED,
    EVENT_MARKER,
    EVENT_ASKED,
    EVENT_RESULT,
    EVENT_SAID,
    EVENT_DELTA,
    EVENT_MOTD,
    EVENTS
};

extern const char version_word[], time_word[], cut_word[4];
extern const char *const name_words[NAMES];
extern const char *const number_words[NUMBERS];
extern const char *const event_words[EVENTS];

enum { PROMPT_WORDS = 3 };
extern const char *const prompt_words[PROMPT_WORDS]; /* by the value of the observation */

extern const char *const reason_words[REASONS];     /* by qtty_wait_reason */
extern const char *const level_words[LEVELS];       /* by qtty_evidence_level */
extern const char *const child_words[CHILD_STATES]; /* by qtty_child_state */
extern const char *const class_words[CLASSES];      /* by qtty_wait_class */

/* These end with a NULL word. */
extern const struct word_bit seen_words[];     /* QTTY_SEEN_* */
extern const struct word_bit terminal_words[]; /* QTTY_TERMINAL_* of a verdict */
extern const struct word_bit look_words[];     /* flags of a look */

/** A number of the policy, in ms. */
struct word_time {
    const char *word;
    size_t offset; /* of its uint32_t in qtty_policy */
};

extern const struct word_time policy_times[]; /* ends with a NULL word */

/** A bool of the policy. */
struct word_flag {
    const char *word;
    size_t offset; /* of it in qtty_policy */
};

extern const struct word_flag policy_flags[]; /* ends with a NULL word */

/** Of a policy: it judges a start-up; its minimum is a proof. */
extern const char startup_word[], proven_word[];

/** A letter that stands for a control character behind a backslash. */
struct word_escape {
    char letter;
    uint8_t byte;
};

extern const struct word_escape text_escapes[]; /* ends with the letter NUL */

enum { ESCAPE_BYTES_MAX = 4 };

/** A byte of a text in quotes: as it is, or, where it is no printable character of ASCII,
 * or would end the text, its escape. @return its bytes. */
size_t words_escape(uint8_t byte, char out[ESCAPE_BYTES_MAX]);

#endif
