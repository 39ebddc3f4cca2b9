/* A line of a .sim timeline: words, times, numbers, each taken from its front. A reader
 * that fails says on stderr where and why. */
#ifndef SIM_LINE_H
#define SIM_LINE_H

#include <quietty/base.h>
#include <stdbool.h>

struct line {
    const char *path;
    uint32_t number;
    const char *at, *end;
};

/** Say what is wrong, as `file:line: …`. @return false. */
bool line_fail(const struct line *l, const char *format, ...);

/** Is there another word? A `#` begins a comment. */
bool line_more(struct line *l);

/** The next word, up to a blank. Borrowed from the line. */
bool line_word(struct line *l, qtty_span *out);

/** A string in quotes, without escapes. Borrowed from the line. */
bool line_string(struct line *l, qtty_span *out);

bool word_is(qtty_span word, const char *text);

/** Take `KEY=` off a word. @return false: it is another's. */
bool word_value(qtty_span word, const char *key, qtty_span *value);

/** A decimal number up to `max`. */
bool read_number(const struct line *l, qtty_span word, uint64_t max, uint64_t *out);

/** A number with its unit: `ns`, `us`, `ms` or `s`; or `never`. */
bool read_time(const struct line *l, qtty_span word, uint64_t *out_ns);

#endif
