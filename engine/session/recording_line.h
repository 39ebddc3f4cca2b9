/* A line of a recording, taken from its front word by word. A reader that fails leaves
 * the rule that was broken. */
#ifndef QTTY_SESSION_RECORDING_LINE_H
#define QTTY_SESSION_RECORDING_LINE_H

#include "session/words.h"
#include <quietty/recording.h>

struct recording_line {
    const char *at, *end;
    const char *rule; /* that was broken; NULL */
};

/** Say which rule was broken. @return false. */
bool rline_fail(struct recording_line *l, const char *rule);

/** The next word, up to a blank; empty at the end of the line. Borrowed. */
qtty_span rline_word(struct recording_line *l);

bool rline_is(qtty_span word, const char *text);

/** Take `KEY=` off a word. @return false: it is another's. */
bool rline_value(qtty_span word, const char *key, qtty_span *value);

/** A decimal number of at most `max`. */
bool rline_number(struct recording_line *l, qtty_span word, uint64_t max, uint64_t *out);

/** A number with a sign, if it has one. */
bool rline_integer(struct recording_line *l, qtty_span word, int64_t *out);

/** `123ns`, or another number with its unit. */
bool rline_scaled(struct recording_line *l, qtty_span word, const char *unit,
                  uint64_t max, uint64_t *out);

/** ROWSxCOLS, 1..`max` each. */
bool rline_size(struct recording_line *l, qtty_span word, uint64_t max, uint64_t *rows,
                uint64_t *cols);

/** The text in quotes that is the rest of the line, without its escapes. */
bool rline_text(struct recording_line *l, qtty_buf *out);

/** Nothing more may follow. */
bool rline_over(struct recording_line *l);

/** The index of a word of a list; `count` where it is none. */
size_t rline_find(const char *const *words, size_t count, qtty_span word);

/** The bit of a word; 0 where it has none. */
uint32_t rline_bit(const struct word_bit *words, qtty_span word);

#endif
