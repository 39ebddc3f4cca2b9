/* Rows: erasing, cutting, packing. Half of a wide cluster never stays behind: real
 * terminals (xterm, VTE) blank the other half when one is overwritten, erased or
 * split. */
#include "screen/row.h"

#include "base/alloc.h"
#include <string.h>

struct row *
row_create(const qtty_allocator *a, uint32_t columns)
{
    struct row *row = mem_zalloc(a, 1, sizeof *row + columns * sizeof(struct cell));
    if (row != NULL) {
        row->columns = columns;
        row->in_view = true;
    }
    return row;
}

struct row *
row_pack(const qtty_allocator *a, const struct row *from)
{
    struct row *row = row_create(a, from->cells);
    if (row == NULL)
        return NULL;
    row->id = from->id;
    row->generation = from->generation;
    row->cells = from->cells;
    row->soft_wrapped = from->soft_wrapped;
    if (from->cells != 0)
        memcpy(row->cell, from->cell, from->cells * sizeof(struct cell));
    return row;
}

static struct cell
erased_cell(uint16_t style)
{
    return (struct cell){ .kind = CELL_ERASED, .width = 1, .style = style };
}

void
row_split(struct row *row, uint32_t at)
{
    if (at == 0 || at >= row->columns || row->cell[at].kind != CELL_SPACER)
        return;
    row->cell[at - 1] = erased_cell(row->cell[at - 1].style);
    row->cell[at] = erased_cell(row->cell[at].style);
}

void
row_measure_from(struct row *row, uint32_t end)
{
    while (end != 0 && row->cell[end - 1].kind == CELL_ERASED)
        end--;
    row->cells = end;
}

void
row_measure(struct row *row)
{
    row_measure_from(row, row->columns);
}

void
row_blank(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    for (uint32_t i = from; i < to; i++)
        row->cell[i] = erased_cell(style);
}

static void
erase_unprotected(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    for (uint32_t i = from; i < to; i++)
        if (!row->cell[i].protect)
            row->cell[i] = erased_cell(style);
}

/* No cell from `cells` on is written; nor, now, from `from` on, if all behind it went. */
void
row_erase(struct row *row, uint32_t from, uint32_t to, uint16_t style, bool selective)
{
    bool clears = !selective && to >= row->cells;
    row_split(row, from);
    row_split(row, to);
    if (selective)
        erase_unprotected(row, from, to, style);
    else
        row_blank(row, from, to, style);
    if (to == row->columns)
        row->soft_wrapped = false;
    row_measure_from(row, clears && from < row->cells ? from : row->cells);
}
