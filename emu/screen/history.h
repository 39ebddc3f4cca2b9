/* The rows that left the top, by place: 0 is the first that ever did. Bounded in rows;
 * the oldest go. Rows may be taken back from the end. What the terminal's user could
 * scroll to, the view, is a part of them: at most view_max rows, without those that a
 * clear kept. */
#ifndef QTTY_SCREEN_HISTORY_H
#define QTTY_SCREEN_HISTORY_H

#include "screen/row.h"

enum { HISTORY_KEEP = 1024 };

struct history {
    const qtty_allocator *allocator;
    struct row **ring; /* place p is at p % capacity */
    uint32_t capacity; /* rows that the ring has room for */
    uint32_t rows_max;
    uint32_t view_max;
    uint64_t first, end; /* places kept: [first, end) */
    uint64_t low;        /* lowest end since history_take_low, if a row was pulled */
    uint64_t view;       /* rows before this place have left the view */
    uint32_t in_view;    /* rows in view */
};

/** @param view_max  Rows in view; at least HISTORY_KEEP rows are kept for readers. */
void history_init(struct history *h, const qtty_allocator *a, uint32_t view_max);
void history_finish(struct history *h);

/** Keep a packed copy of a row. @return false: no memory; its place stays empty. */
bool history_push(struct history *h, const struct row *row, bool in_view);

/** The row at a place; NULL if it is not kept, or was lost for lack of memory. */
struct row *history_at(const struct history *h, uint64_t place);

/** The nth row above the screen that is in view, 0 the nearest; NULL past the last. */
struct row *history_above(const struct history *h, uint32_t n);

/** Is the row at this place in view now? */
bool history_in_view(const struct history *h, uint64_t place);

/** Take the newest row back, if it is in view. Ownership passes; NULL if there is
 * none. */
struct row *history_pull(struct history *h);

/** The lowest end since the last call. */
uint64_t history_take_low(struct history *h);

/** End the view (ED 3). The rows stay. */
void history_end_view(struct history *h);

#endif
