/* Places in the text of the lines, and what stands between two of them. */
#ifndef QTTY_LINES_PLACE_H
#define QTTY_LINES_PLACE_H

#include <quietty/lines.h>

/** Where in the text: a line by its ordinal, counted from the first ever, and the bytes
 * of that line before the place. */
struct place {
    uint64_t ordinal;
    uint64_t offset;
    uint64_t lost; /* lines that lack of memory had damaged by then */
};

/**
 * The place where the next character would go: the cursor's on the primary screen, or the
 * end of a stream. While the alternate screen is shown: the end of the lines. After the
 * end of the stream: as it was then.
 *
 * @return QTTY_E_NOMEM.
 */
qtty_status lines_place(qtty_lines *l, struct place *out);

/**
 * Append the text from one place to another, LF between lines. What changed since is as
 * it is now; an offset past the end of its line is the end. Where `to` is before `from`,
 * the text is empty.
 *
 * @param room       Bytes at most: the newest are kept, cut on a grapheme boundary.
 * @param truncated  Set to true if something of it was dropped, or had no room; never to
 *                   false.
 * @return QTTY_E_NOMEM, QTTY_E_LIMIT from `text`, which is as it was.
 */
qtty_status lines_between(qtty_lines *l, const struct place *from, const struct place *to,
                          size_t room, qtty_buf *text, bool *truncated);

#endif
