/* The rows that left the top, by place: 0 is the first that ever did. Bounded in rows;
 * the oldest go. Rows may be taken back from the end. What the terminal's user could
 * scroll to, the view, is a part of them: at most view_max rows, without those that a
 * clear kept. */
#ifndef QTTY_SCREEN_HISTORY_H
#define QTTY_SCREEN_HISTORY_H

#include "screen/row.h"

enum {
    /* Rows kept for readers beyond the view and a whole screen. */
    HISTORY_SPARE = 1024,
    /* Pull-backs that are remembered one by one. */
    HISTORY_PULLS = 64,
};

struct history {
    const qtty_allocator *allocator;
    struct row **ring; /* place p is at p % capacity */
    uint32_t capacity; /* rows that the ring has room for */
    uint32_t rows_max;
    uint32_t view_max;
    uint64_t first, end;         /* places kept: [first, end) */
    uint64_t view;               /* rows before this place have left the view */
    uint32_t in_view;            /* rows in view */
    uint64_t pulls;              /* times that rows were taken back */
    uint64_t low[HISTORY_PULLS]; /* by pull: the lowest end since */
};

/** @param view_max  Rows in view. */
void history_init(struct history *h, const qtty_allocator *a, uint32_t view_max);
void history_finish(struct history *h);

/** Keep enough for readers of a screen of so many rows. */
void history_fit(struct history *h, uint32_t screen_rows);

/** Keep a packed copy of a row. @return false: no memory; its place stays empty. */
bool history_push(struct history *h, const struct row *row, bool in_view);

/** The row at a place; NULL if it is not kept, or was lost for lack of memory. */
struct row *history_at(const struct history *h, uint64_t place);

/** The nth row above the screen that is in view, 0 the nearest; NULL past the last. */
struct row *history_above(const struct history *h, uint32_t n);

/** Is the row at this place in view now? */
bool history_in_view(const struct history *h, uint64_t place);

/** How many of the newest rows can be taken back: those in view, without a gap. */
uint32_t history_pullable(const struct history *h, uint32_t most);

/** Take the newest rows back: they are dropped here. At most history_pullable. */
void history_pull(struct history *h, uint32_t count);

/** The lowest end since there were that many pulls; 0 if that is too long ago. */
uint64_t history_low(const struct history *h, uint64_t pulls);

/** End the view (ED 3). The rows stay. */
void history_end_view(struct history *h);

#endif
