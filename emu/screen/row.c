/* Rows: writing, erasing, cutting. Half of a wide cluster never stays behind: real
 * terminals (xterm, VTE) blank the other half when one is overwritten, erased or
 * split. */
#include "screen/row.h"

#include "base/alloc.h"
#include <string.h>

struct row *
row_create(const qtty_allocator *a, uint32_t columns)
{
    struct row *row = mem_resize(a, NULL, 1, sizeof *row + columns * sizeof(struct cell));
    if (row != NULL)
        *row = (struct row){ .columns = columns, .is_text = true };
    return row;
}

/* From the end on: a cell lies over text that was made cells already. */
void
row_widen(struct row *row)
{
    const uint8_t *text = row_bytes(row);
    row->is_text = false;
    for (uint32_t i = row->columns; i > row->cells; i--)
        row->store[i - 1] = cell_erased(row->ground);
    for (uint32_t i = row->cells; i > 0; i--)
        row->store[i - 1] = cell_with(row->like, text[i - 1]);
}

void
row_split(struct row *row, uint32_t at)
{
    if (row->is_text || at == 0 || at >= row->columns
        || row->store[at].kind != CELL_SPACER)
        return;
    row->store[at - 1] = cell_erased(row->store[at - 1].style);
    row->store[at] = cell_erased(row->store[at].style);
}

void
row_measure_from(struct row *row, uint32_t end)
{
    if (row->is_text)
        return;
    while (end != 0 && row->store[end - 1].kind == CELL_ERASED)
        end--;
    row->cells = end;
}

void
row_measure(struct row *row)
{
    row_measure_from(row, row->columns);
}

/* --- Writing ------------------------------------------------------------------------ */

/* Can it go on as text? */
static bool
takes_text(const struct row *row, uint32_t at, struct cell like)
{
    return row->is_text && at <= row->cells
           && (row->cells == 0 || cell_is_like(row->like, like));
}

static void
put_cells(struct row *row, uint32_t at, qtty_span text, struct cell like)
{
    struct cell *cells = row_cells(row);
    uint32_t end = at + (uint32_t)text.len;
    row_split(row, at);
    row_split(row, end);
    for (size_t i = 0; i < text.len; i++)
        cells[at + i] = cell_with(like, text.data[i]);
    if (end >= row->cells)
        row->cells = end;
    else
        row_measure_from(row, row->cells);
}

void
row_put_ascii(struct row *row, uint32_t at, qtty_span text, struct cell like)
{
    if (!takes_text(row, at, like)) {
        put_cells(row, at, text, like);
        return;
    }
    uint32_t end = at + (uint32_t)text.len;
    memcpy(row_bytes(row) + at, text.data, text.len);
    row->like = like;
    if (end > row->cells)
        row->cells = end;
}

/* --- Erasing ------------------------------------------------------------------------ */

void
row_blank(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    struct cell *cells = row_cells(row);
    for (uint32_t i = from; i < to; i++)
        cells[i] = cell_erased(style);
}

static void
erase_unprotected(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    struct cell *cells = row_cells(row);
    for (uint32_t i = from; i < to; i++)
        if (!cells[i].protect)
            cells[i] = cell_erased(style);
}

/* The end of a text goes, and all that is erased behind it has one style again.
 * @return false: it is not that simple. */
static bool
erase_text(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    bool shortens = from <= row->cells && to >= row->cells;
    bool to_end = to == row->columns;
    if (!row->is_text || (!shortens && from < row->cells))
        return false;
    if (style != row->ground && !(shortens && to_end))
        return false;
    if (shortens)
        row->cells = from;
    row->ground = style;
    return true;
}

/* No cell from `cells` on is written; nor, now, from `from` on, if all behind it went. */
static void
erase_cells(struct row *row, uint32_t from, uint32_t to, uint16_t style, bool selective)
{
    bool clears = !selective && to >= row->cells;
    (void)row_cells(row);
    row_split(row, from);
    row_split(row, to);
    if (selective)
        erase_unprotected(row, from, to, style);
    else
        row_blank(row, from, to, style);
    row_measure_from(row, clears && from < row->cells ? from : row->cells);
}

void
row_erase(struct row *row, uint32_t from, uint32_t to, uint16_t style, bool selective)
{
    if (from >= to)
        return;
    if (selective || !erase_text(row, from, to, style))
        erase_cells(row, from, to, style, selective);
    if (to == row->columns)
        row->soft_wrapped = false;
}

void
row_renew(struct row *row, uint16_t style)
{
    row->id = 0;
    row->cells = 0;
    row->line = LINE_SINGLE;
    row->soft_wrapped = false;
    row->is_text = true;
    row->ground = style;
}
