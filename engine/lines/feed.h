/* Feeding lines in pieces, for who has to know of each resize by output where it is. */
#ifndef QTTY_LINES_FEED_H
#define QTTY_LINES_FEED_H

#include <quietty/lines.h>

/**
 * Feed the front of some bytes: at most up to where output resizes the screen that the
 * lines are of. All of them, where lines are of a stream, strict or decoded.
 *
 * @param bytes  Advanced past what was fed.
 * @return As qtty_lines_feed.
 */
qtty_status lines_feed_some(qtty_lines *l, qtty_span *bytes);

#endif
