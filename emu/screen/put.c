/* Putting graphics into the cells of a row. Half of a wide cluster that is written over
 * goes, too. */
#include "screen/screen.h"

#include "unicode/utf8.h"
#include "unicode/width.h"

static struct cell
cell_of(const struct glyph *g)
{
    return (struct cell){ .content = g->scalar & 0xFFFFFFu,
                          .kind = CELL_SCALAR,
                          .width = g->width & 3u,
                          .style = g->style,
                          .link = g->link,
                          .protect = g->protect };
}

/* The last cell may be half of a wide cluster that was split. */
static void
put_cell(struct row *row, uint32_t x, struct cell cell)
{
    struct cell *cells = row_cells(row);
    uint32_t end = x + cell.width;
    row_split(row, x);
    row_split(row, end);
    cells[x] = cell;
    if (cell.width == 2) {
        cell.kind = CELL_SPACER;
        cell.width = 0;
        cells[x + 1] = cell_with(cell, 0);
    }
    row_measure_from(row, end > row->cells ? end : row->cells);
}

void
screen_put(struct screen *s, uint32_t y, uint32_t x, const struct glyph *g)
{
    if (y >= s->rows || x >= s->cols || g->width == 0 || g->width > s->cols - x)
        return;
    struct row *row = screen_active(s)[y];
    put_cell(row, x, cell_of(g));
    screen_note_written(s, row);
}

/* --- Runs of text ------------------------------------------------------------------- */

static void
place_cell(struct cell *at, struct cell cell)
{
    at[0] = cell;
    if (cell.width != 2)
        return;
    cell.kind = CELL_SPACER;
    cell.width = 0;
    at[1] = cell_with(cell, 0);
}

/* What a wide cluster lost its first half to keeps no half. */
static void
close_run(struct row *row, uint32_t end)
{
    struct cell *cells = row->store;
    if (end < row->columns && cells[end].kind == CELL_SPACER)
        cells[end] = cell_erased(cells[end].style);
    row_measure_from(row, end > row->cells ? end : row->cells);
}

/* All that changes is in locals: cells that are written could be anything else. */
uint32_t
screen_put_text(struct screen *s, uint32_t y, struct text_run *run)
{
    struct row *row = screen_active(s)[y];
    const struct text_run r = *run;
    const uint8_t *at = r.text.data, *end = at + r.text.len;
    struct cell *cells = row->store, cell = cell_of(&r.like);
    uint32_t x = r.col, last = 0, last_col = 0;
    while (at != end) {
        const uint8_t *next = at;
        uint32_t scalar = utf8_step(&next);
        uint32_t width = scalar_width(scalar, r.ambiguous_width);
        if (width == 0 || x + width > r.edge)
            break;
        if (x == r.col) {
            (void)row_cells(row);
            row_split(row, x);
        }
        cell.width = width & 3u;
        place_cell(cells + x, cell_with(cell, scalar));
        last = scalar;
        last_col = x;
        x += width;
        at = next;
    }
    if (x == r.col)
        return 0;
    run->text = (qtty_span){ at, (size_t)(end - at) };
    run->last = last;
    run->last_col = last_col;
    close_run(row, x);
    screen_note_written(s, row);
    return x - r.col;
}

/* --- Clusters ----------------------------------------------------------------------- */

void
screen_combine(struct screen *s, uint32_t y, uint32_t x, uint32_t scalar)
{
    if (y >= s->rows || x >= s->cols)
        return;
    struct row *row = screen_active(s)[y];
    if (row_cell(row, x).kind == CELL_SPACER)
        x--;
    struct cell *cell = &row_cells(row)[x];
    uint8_t text[QTTY_CLUSTER_BYTES_MAX + 4];
    uint32_t len = cell->kind == CELL_ERASED ? 0 : screen_cell_text(s, cell, text);
    uint32_t whole = len + utf8_encode(scalar, text + len);
    uint16_t id = len == 0 || whole > QTTY_CLUSTER_BYTES_MAX
                      ? 0
                      : screen_cluster(s, (qtty_span){ text, whole });
    if (id == 0)
        return;
    cell->kind = CELL_CLUSTER;
    cell->content = id;
    row->generation = ++s->generation;
}
