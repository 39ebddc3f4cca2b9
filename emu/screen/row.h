/* A row of cells, with the identity that it keeps while it is shifted about.
 *
 * Most rows are written once, from left to right, in ASCII: such a row is kept as its
 * text, a byte a cell, with the runs of one look in it, and becomes cells when
 * something else happens to it. Writing it copies bytes, erasing it and scrolling it in
 * touch none of its cells, and it is packed as it is when it leaves. */
#ifndef QTTY_SCREEN_ROW_H
#define QTTY_SCREEN_ROW_H

#include "base/limits.h"
#include "screen/widen.h"
#include <quietty/base.h>

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
    uint32_t columns;
    enum row_line line;
    bool soft_wrapped; /* continues on the next row */

    /* As text: `store` begins with a byte for each of the first `cells` columns; 0 is an
     * erased one. What is behind them is erased in the style `ground`. */
    bool is_text;
    bool has_holes; /* there may be a 0 */
    bool is_linked; /* a run may have a link or protection */
    uint16_t ground;
    uint16_t runs; /* row_runs: their looks, each up to the next; the first is at 0 */

    /* As cells: where the text of all of them stands, as a record will have it, while it
     * is known (printed.h). */
    uint32_t printed_len; /* bytes; 0: it is not */
    uint64_t printed_at;

    struct cell store[]; /* see row_cells, row_cell */
};

/** What neighbouring cells have in common. */
struct run {
    uint16_t first; /* column */
    uint16_t style, link, protect;
};

_Static_assert(sizeof(struct run) == sizeof(struct cell), "runs lie where cells will");

/** An erased row; NULL for lack of memory. */
struct row *row_create(const qtty_allocator *a, uint32_t columns);

/** Make cells of a row's text. */
void row_widen(struct row *row);

/** The cells of a row, to be changed by who knows what was printed. */
static inline struct cell *
row_cells_printed(struct row *row)
{
    if (row->is_text)
        row_widen(row);
    return row->store;
}

/** The cells of a row, to be changed. */
static inline struct cell *
row_cells(struct row *row)
{
    row->printed_len = 0;
    return row_cells_printed(row);
}

/** The bytes of a text. */
static inline uint8_t *
row_bytes(struct row *row)
{
    return (uint8_t *)row->store;
}

/** The runs of a text, behind the room for its bytes. */
static inline struct run *
row_runs(const struct row *row)
{
    return (struct run *)(row->store + (row->columns + 7) / 8);
}

/** One cell, to be looked at. @param at  Less than `columns`. */
struct cell row_cell(const struct row *row, uint32_t at);

/** Put cells of ASCII from a column on, `like` saying all but the scalar. They fit.
 * @param widen  How text becomes cells, if it must. */
void row_put_ascii(struct row *row, uint32_t at, qtty_span text, struct cell like,
                   const struct widen *widen);

/**
 * Erase a range: cells [from, to) become erased cells of a style. A wide cluster that the
 * range cuts loses its other half too.
 *
 * @param selective  Leave protected cells (DECSED, DECSEL).
 */
void row_erase(struct row *row, uint32_t from, uint32_t to, uint16_t style,
               bool selective);

/** Make it a row that nothing was ever written to. */
void row_renew(struct row *row, uint16_t style);

/** Erase cells that were copied elsewhere: the other half of what they held went too. */
void row_blank(struct row *row, uint32_t from, uint32_t to, uint16_t style);

/** Blank the other half of a wide cluster that a cut before column `at` would split. */
void row_split(struct row *row, uint32_t at);

/** Recompute `cells` after cells were changed. */
void row_measure(struct row *row);

/** The same, where no cell from `end` on is written. */
void row_measure_from(struct row *row, uint32_t end);

#endif
