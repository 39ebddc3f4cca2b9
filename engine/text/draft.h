/* A text within its cap: what must be said at the end first, then as much of the output
 * as there is room for, and a line that says what is not there. */
#ifndef QTTY_TEXT_DRAFT_H
#define QTTY_TEXT_DRAFT_H

#include "provider/failure.h"
#include "text/pieces.h"
#include <quietty/text.h>

/** A configuration that was checked and completed. */
struct draft_rules {
    size_t max_bytes;
    qtty_hidden hidden;
    bool terse; /* the cap is small: lines in brackets are short */
};

/** @return QTTY_E_INVAL, QTTY_E_RANGE: `why` says which field. */
qtty_status draft_rules(struct draft_rules *out, const qtty_text_config *config,
                        struct failure *why);

/** The last line. What has no room is left out. */
struct closing {
    char text[QTTY_TEXT_BYTES_MIN * 8];
    size_t len, most; /* bytes, without the closing bracket */
};

void closing_begin(struct closing *c, const struct draft_rules *rules);

/** Add a part, behind `; ` if it is not the first. @return false: it has no room. */
bool closing_add(struct closing *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Add a part that ends with a text, in one line, cut to what has room and to `most`
 * bytes. */
void closing_add_text(struct closing *c, const struct draft_rules *rules,
                      const char *before, qtty_span text, size_t most,
                      const char *behind);

void closing_end(struct closing *c);

struct draft {
    const struct draft_rules *rules;
    qtty_span output;
    bool keeps_first; /* of the output, where it is cut; else its last */
    bool cut_before;  /* older output is gone already */
    qtty_span closing;
};

/** Lines of the output that draft_finish would keep, LF between them. */
uint64_t draft_lines(const struct draft *d);

/** Append the text. @return QTTY_E_LIMIT, QTTY_E_NOMEM: `out` is as it was, and `error`
 * has the reason. */
qtty_status draft_finish(const struct draft *d, qtty_buf *out, qtty_buf *error);

/** Append the reason to `error`, which may be NULL. @return `st`. */
qtty_status draft_refuse(qtty_status st, const struct failure *why, qtty_buf *error);

struct text_word {
    char text[32];
};

/** "SIGKILL"; NULL: it has no name here. */
const char *text_signal_name(int number);

/** "SIGKILL"; "signal 63". */
struct text_word text_signal(int number);

#endif
