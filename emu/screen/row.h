/* A row of cells, with the identity that it keeps while it is shifted about. */
#ifndef QTTY_SCREEN_ROW_H
#define QTTY_SCREEN_ROW_H

#include "screen/cell.h"
#include <quietty/base.h>
#include <stdbool.h>

/** How wide a row's characters are drawn (DECSWL, DECDWL, DECDHL). */
enum row_line {
    LINE_SINGLE,
    LINE_WIDE,
    LINE_TOP,
    LINE_BOTTOM,
};

struct row {
    uint64_t id;         /* 0: no cell was ever written */
    uint64_t generation; /* of its last change */
    uint32_t cells;      /* columns up to the last cell that is not erased */
    uint32_t columns;    /* cells that `cell` has room for */
    bool soft_wrapped;   /* continues on the next row */
    enum row_line line;
    bool in_view; /* in the scrollback: not kept by a clear */
    struct cell cell[];
};

/** An erased row; NULL for lack of memory. */
struct row *row_create(const qtty_allocator *a, uint32_t columns);

/** A copy that is cut to the cells up to the last one not erased. */
struct row *row_pack(const qtty_allocator *a, const struct row *from);

/**
 * Erase a range: cells [from, to) become erased cells of a style. A wide cluster that the
 * range cuts loses its other half too.
 *
 * @param selective  Leave protected cells (DECSED, DECSEL).
 */
void row_erase(struct row *row, uint32_t from, uint32_t to, uint16_t style,
               bool selective);

/** Erase cells that were copied elsewhere: the other half of what they held went too. */
void row_blank(struct row *row, uint32_t from, uint32_t to, uint16_t style);

/** Blank the other half of a wide cluster that a cut before column `at` would split. */
void row_split(struct row *row, uint32_t at);

/** The same, where no cell from `end` on is written. */
void row_measure_from(struct row *row, uint32_t end);

/** Recompute `cells` after cells were changed. */
void row_measure(struct row *row);

#endif
