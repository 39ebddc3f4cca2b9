/* The view of the scrollback as rows of the current width. Records that were pushed since
 * the width changed are such rows as they are; the chains before them are wrapped when
 * somebody looks, and the count of their rows is kept until one of them goes. */
#ifndef QTTY_SCREEN_REWRAP_H
#define QTTY_SCREEN_REWRAP_H

#include "screen/history.h"

/** A row of the view: columns that begin in a record and may go on in those behind it. */
struct stretch {
    uint64_t place;
    uint32_t column;  /* of the record, where it begins */
    uint32_t columns; /* up to the last that is not erased */
    enum row_line line;
    bool soft_wrapped;
};

/** All later records are rows of this width, all before are wrapped anew. */
void history_set_cols(struct history *h, uint32_t cols);

/** A record that is wrapped anew leaves the view now, at one of its ends: the rows that
 * it made are none any more. */
void history_forget(struct history *h, uint64_t place);

/** Rows in view, at most view_max. */
uint32_t history_rows(struct history *h);

/** The nth row above the screen that is in view, 0 the nearest. @return false: none. */
bool history_above(struct history *h, uint32_t n, struct stretch *out);

/** A record as it left. @return false: it is not kept. */
bool history_stretch(const struct history *h, uint64_t place, struct stretch *out);

/** The chain of the view that ends before this place, which is in view.
 * @return Its first place. */
uint64_t history_chain(const struct history *h, uint64_t end);

/** Rows that a chain makes. */
uint32_t history_chain_rows(const struct history *h, uint64_t first, uint64_t end,
                            uint32_t cols);

/** Columns that characters of a row's line attribute have. */
uint32_t line_columns(enum row_line line, uint32_t cols);

/** Where a chain's rows of a width begin, one after another. */
struct wrapper {
    const struct history *history;
    uint64_t end; /* of the chain */
    uint32_t cols;
    bool bytes; /* each column of all records is one byte: no cell to look at */
    struct record_reader reader;
    uint64_t place; /* of the reader's record */
};

void wrapper_init(struct wrapper *w, const struct history *h, uint64_t first,
                  uint64_t end, uint32_t cols);

/** The next row. @return false: there is none; a chain has one at least. */
bool wrapper_next(struct wrapper *w, struct stretch *out);

/** Reads the cells of a stretch, over its records. */
struct stretch_reader {
    const struct history *history;
    struct record_reader reader;
    uint64_t place;
    uint32_t left; /* columns */
};

void stretch_read(struct stretch_reader *r, const struct history *h,
                  const struct stretch *stretch);
bool stretch_next(struct stretch_reader *r, struct packed_cell *out);

#endif
