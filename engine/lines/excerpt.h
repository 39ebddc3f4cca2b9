/* An excerpt of the lines: the newest of some, as far as there is room for their text.
 * It is measured first, then appended at once. */
#ifndef QTTY_LINES_EXCERPT_H
#define QTTY_LINES_EXCERPT_H

#include "lines/lines.h"

struct excerpt {
    const struct view *view;
    uint64_t first,
        end;          /* lines to choose from, by index; after measuring: those in it */
    size_t room;      /* bytes */
    bool whole_lines; /* none is cut, but one that is too long by itself */

    /** Is a line in it? NULL: each is. */
    bool (*chooses)(const void *context, uint64_t index, qtty_span text);
    /** Narrow a line to the part of it that may be in. NULL: all of it is. */
    void (*narrows)(const void *context, uint64_t index, struct store_line *line);
    const void *context;

    size_t skip;    /* bytes at the front of the first that are not in it */
    size_t bytes;   /* of the text, with an LF between lines */
    uint64_t lines; /* in the text */
    bool truncated; /* a line had no room, or lacks its front */
};

/** Find out what is in it. @return QTTY_E_NOMEM. */
qtty_status excerpt_measure(struct excerpt *e);

/** Append its text. @return QTTY_E_NOMEM, QTTY_E_LIMIT: `text` is as it was. */
qtty_status excerpt_append(const struct excerpt *e, qtty_buf *text);

#endif
