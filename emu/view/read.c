/* Reading a snapshot, and of an emulator what its rows do not have. */
#include "view/cells.h"
#include "view/snapshot.h"
#include "handle.h"

/* --- Of an emulator ----------------------------------------------------------------- */

void
qtty_emulator_generations(qtty_emulator *e, qtty_generations *out)
{
    parts_look(&e->seen, &e->terminal);
    *out = e->seen.generations;
    out->rows = qtty_emulator_generation(e);
}

void
qtty_emulator_colors(const qtty_emulator *e, const qtty_style *style, qtty_colors *out)
{
    colors_of(&e->terminal.palette, e->terminal.modes.set[MODE_DECSCNM], style, out);
}

uint32_t
qtty_emulator_dynamic_color(const qtty_emulator *e, uint32_t number)
{
    return dynamic_color(&e->terminal.palette, number);
}

/* --- Rows of a snapshot ------------------------------------------------------------- */

void
qtty_snapshot_size(const qtty_snapshot *s, uint32_t *rows, uint32_t *cols)
{
    if (rows != NULL)
        *rows = s->rows;
    if (cols != NULL)
        *cols = s->cols;
}

uint32_t
qtty_snapshot_above(const qtty_snapshot *s)
{
    return s->above;
}

qtty_status
qtty_snapshot_row(const qtty_snapshot *s, int32_t row, qtty_row *out)
{
    const struct kept *kept = snapshot_kept(s, row);
    *out = kept == NULL ? (qtty_row){ 0 } : kept->info;
    return kept == NULL ? QTTY_E_RANGE : QTTY_OK;
}

qtty_status
qtty_snapshot_row_text(const qtty_snapshot *s, int32_t row, qtty_buf *out)
{
    const struct kept *kept = snapshot_kept(s, row);
    if (kept == NULL)
        return QTTY_E_RANGE;
    struct record record = kept_record(kept);
    struct record_reader reader;
    struct packed_cell cell;
    record_read(&reader, &record);
    while (reader.column < kept->info.cells && record_next(&reader, &cell)) {
        qtty_status st = packed_text(&cell, out);
        if (st != QTTY_OK)
            return st;
    }
    return QTTY_OK;
}

qtty_status
qtty_snapshot_cell(const qtty_snapshot *s, int32_t row, uint32_t col, qtty_cell *out)
{
    qtty_cells cells;
    *out = (qtty_cell){ .width = 1 };
    qtty_status st = qtty_snapshot_cells(s, row, &cells);
    if (st != QTTY_OK || col >= s->cols)
        return QTTY_E_RANGE;
    while (cells.col <= col && qtty_cells_next(&cells, out)) {
    }
    return QTTY_OK;
}

/* --- What else a snapshot has ------------------------------------------------------- */

void
qtty_snapshot_cursor(const qtty_snapshot *s, qtty_cursor *out)
{
    *out = s->parts.cursor;
}

bool
qtty_snapshot_alternate(const qtty_snapshot *s)
{
    return s->alternate;
}

bool
qtty_snapshot_reverse(const qtty_snapshot *s)
{
    return s->parts.reverse;
}

void
qtty_snapshot_colors(const qtty_snapshot *s, const qtty_style *style, qtty_colors *out)
{
    colors_of(&s->parts.palette, s->parts.reverse, style, out);
}

uint32_t
qtty_snapshot_dynamic_color(const qtty_snapshot *s, uint32_t number)
{
    return dynamic_color(&s->parts.palette, number);
}

qtty_span
qtty_snapshot_title(const qtty_snapshot *s)
{
    return (qtty_span){ s->parts.window.text, s->parts.window.len };
}

qtty_span
qtty_snapshot_icon(const qtty_snapshot *s)
{
    return (qtty_span){ s->parts.icon.text, s->parts.icon.len };
}

void
qtty_snapshot_generations(const qtty_snapshot *s, qtty_generations *out)
{
    *out = s->parts.generations;
}
