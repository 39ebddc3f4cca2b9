/* The rows that left the top, by place: 0 is the first that ever did. They are packed,
 * one record after another, in blocks; a line that was soft-wrapped is a chain of them.
 * Bounded in rows and in bytes; the oldest go. Rows may be taken back from the end. What
 * the terminal's user could scroll to, the view, is a part of them: at most view_max
 * records, without those that a clear kept.
 *
 * In a new width the chains of the view are wrapped anew, when somebody looks (rewrap.h):
 * a record is a row as it left, which need not be a row of the view. */
#ifndef QTTY_SCREEN_HISTORY_H
#define QTTY_SCREEN_HISTORY_H

#include "base/limits.h"
#include "screen/printed.h"
#include "screen/record.h"

struct block;

/** The chain of the view that was looked at last. */
struct known_chain {
    bool known;
    uint64_t first, end; /* places */
    uint32_t rows;
    uint32_t below; /* rows of the view below it */
};

/** The row in view that was looked at last, where a clear kept some that are not. */
struct known_row {
    uint64_t end, place; /* `end` was the end then; 0: none is known */
    uint32_t n;          /* rows of the view below it */
};

struct history {
    const qtty_allocator *allocator;
    const struct intern *clusters; /* borrowed: those that rows name */
    const struct printed
        *printed; /* borrowed, or NULL: text of rows, as they were printed */
    struct packer packer;
    bool rewraps; /* else each record is a row of its own, whatever the width */

    struct block **blocks; /* oldest first */
    struct block *spare;
    uint32_t block_count, blocks_capacity;
    uint64_t bytes, bytes_max; /* of all blocks */
    uint32_t rows_max;
    uint32_t view_max;
    uint64_t first, end;         /* places kept: [first, end) */
    uint64_t view;               /* records before this place have left the view */
    uint32_t in_view;            /* records in view */
    uint32_t hidden;             /* records kept by a clear */
    uint32_t open_columns;       /* of the newest chain */
    bool newest_wraps;           /* it goes on */
    uint64_t pulls;              /* times that rows were taken back */
    uint64_t low[HISTORY_PULLS]; /* by pull: the lowest end since */

    /* See rewrap.h. */
    uint32_t cols;
    uint64_t straight;    /* records from this place on are rows of this width */
    uint32_t in_straight; /* of those in view */
    uint32_t old_rows;    /* rows of the view that the others make */
    bool old_rows_known;
    struct known_chain chain;
    struct known_row row;
};

/** @param view_max  Rows in view. */
void history_init(struct history *h, const qtty_allocator *a,
                  const struct intern *clusters, uint32_t view_max);
void history_finish(struct history *h);

/** Keep enough for readers of a screen of so many rows. */
void history_fit(struct history *h, uint32_t screen_rows);

/** Keep a packed copy of a row. @return false: no memory; the row is empty, or it is lost
 * with all that were before it. */
bool history_push(struct history *h, const struct row *row, bool in_view);

/** The record at a place. @return false: it is not kept. Borrowed until a change. */
bool history_record(const struct history *h, uint64_t place, struct record *out);

/** The id of the row in a record: what it has is relative to its block. */
uint64_t history_id(const struct history *h, uint64_t place);

/** Is the record at this place in view now? */
bool history_in_view(const struct history *h, uint64_t place);

/** Does the newest row continue on the screen? */
void history_set_wrapped(struct history *h, bool wrapped);

/** How many of the newest rows can be taken back: those in view, without a gap. */
uint32_t history_pullable(const struct history *h, uint32_t most);

/** Take the newest rows back: they are dropped here. At most history_pullable. */
void history_pull(struct history *h, uint32_t count);

/** The lowest end since there were that many pulls; 0 if that is too long ago. */
uint64_t history_low(const struct history *h, uint64_t pulls);

/** End the view (ED 3). The rows stay. */
void history_end_view(struct history *h);

/** Keep the styles and links that records name through a sweep. */
void history_mark(const struct history *h, struct intern *styles, struct intern *links);

#endif
