/* The lexis of a .vt script: a line holds words, numbers and strings, parted by blanks;
 * `#` begins a comment where a token could begin. Each call that fails has said why on
 * stderr, with file and line. */
#ifndef VT_SCAN_H
#define VT_SCAN_H

#include <quietty/base.h>
#include <stdbool.h>

/** A place in one line. Strings are decoded where they stand: no escape is shorter than
 * the bytes that it means. */
struct scanner {
    const char *path;
    uint32_t line; /* from 1 */
    uint8_t *at;
    uint8_t *end; /* of the line, its LF left out */
};

/** Say `path:line: message` on stderr. @return false, always. */
bool scan_fail(const struct scanner *s, const char *format, ...);

/** Skip blanks. @return false: at the end of the line, or at a comment. */
bool scan_more(struct scanner *s);

/** Fail if anything is left. */
bool scan_end(struct scanner *s);

/** A run of bytes up to a blank, or up to the quote after a `=`. */
bool scan_word(struct scanner *s, qtty_span *out);

/** A decimal number, at most `max`. */
bool scan_number(struct scanner *s, uint32_t max, uint32_t *out);

/** Two numbers with `separator` between them: `R,C` and `RxC`. */
bool scan_pair(struct scanner *s, char separator, uint32_t max, uint32_t *first,
               uint32_t *second);

/** One of the words of a list that NULL ends. @param out  Its index. */
bool scan_choice(struct scanner *s, const char *const *words, uint32_t *out);

/** A string in double quotes, its escapes decoded. */
bool scan_string(struct scanner *s, qtty_span *out);

/** The rest of the line with its escapes decoded: a row of a block. */
bool scan_rest(struct scanner *s, qtty_span *out);

/** Is this span that word? */
bool span_is(qtty_span span, const char *word);

#endif
