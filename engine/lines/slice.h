/* Slices of a stream: so few bytes that an emulator still has every row that they moved
 * off the screen when the lines come for them. */
#ifndef QTTY_LINES_SLICE_H
#define QTTY_LINES_SLICE_H

#include <quietty/base.h>

/** Rows that a slice may move one by one. One sequence that moves a screen of rows, at
 * most QTTY_ROWS_MAX, may follow at its end. */
enum { SLICE_ROWS = 1024 };

/** Zeroed: at the start of a stream. */
struct slicer {
    enum { SLICE_TEXT, SLICE_ESCAPE, SLICE_CONTROL } state;
};

/**
 * Bytes to feed before rows are taken. Reads past them no further: call again with what
 * follows.
 *
 * @param cols  Of the screen, 1 or more.
 * @return 1 or more, for a span that is not empty.
 */
size_t slice_front(struct slicer *s, qtty_span bytes, uint32_t cols);

#endif
