/* Walks over rows, by cells and by runs. An iterator has numbers, not pointers into rows:
 * it looks the row up at each step, once it is sure that nothing changed. */
#include "view/cells.h"

#include "view/snapshot.h"
#include "handle.h"
#include <string.h>

/* --- Beginning ---------------------------------------------------------------------- */

static void
begin_scrolled(const qtty_emulator *e, const struct stretch *scrolled, qtty_cells *out)
{
    struct stretch_reader reader;
    stretch_read(&reader, &e->terminal.screen.history, scrolled);
    out->packed = true;
    out->place = reader.place;
    out->left = reader.left;
    out->column = reader.reader.column;
    out->text_at = (uint32_t)reader.reader.text_at;
}

qtty_status
qtty_emulator_cells(const qtty_emulator *e, int32_t row, qtty_cells *out)
{
    const struct screen *s = &e->terminal.screen;
    struct stretch scrolled;
    bool is_scrolled = emulator_scrolled_at(e, row, &scrolled);
    *out = (qtty_cells){ 0 };
    if (!is_scrolled && emulator_row_at(e, row) == NULL)
        return QTTY_E_RANGE;
    *out = (qtty_cells){
        .cols = s->cols, .emulator = e, .generation = s->generation, .row = row
    };
    if (is_scrolled)
        begin_scrolled(e, &scrolled, out);
    return QTTY_OK;
}

qtty_status
qtty_emulator_scrolled_cells(const qtty_emulator *e, uint64_t place, qtty_cells *out)
{
    const struct screen *s = &e->terminal.screen;
    struct stretch scrolled;
    *out = (qtty_cells){ 0 };
    if (!history_stretch(&s->history, place, &scrolled))
        return QTTY_E_RANGE;
    *out = (qtty_cells){
        .cols = scrolled.columns, .emulator = e, .generation = s->generation, .row = -1
    };
    begin_scrolled(e, &scrolled, out);
    return QTTY_OK;
}

qtty_status
qtty_emulator_primary_cells(const qtty_emulator *e, uint32_t row, qtty_cells *out)
{
    const struct screen *s = &e->terminal.screen;
    *out = (qtty_cells){ 0 };
    if (row >= s->rows)
        return QTTY_E_RANGE;
    *out = (qtty_cells){ .cols = s->cols,
                         .emulator = e,
                         .generation = s->generation,
                         .row = (int32_t)row,
                         .primary = true };
    return QTTY_OK;
}

qtty_status
qtty_snapshot_cells(const qtty_snapshot *s, int32_t row, qtty_cells *out)
{
    *out = (qtty_cells){ 0 };
    if (snapshot_kept(s, row) == NULL)
        return QTTY_E_RANGE;
    *out = (qtty_cells){
        .cols = s->cols, .snapshot = s, .generation = s->updates, .row = row
    };
    return QTTY_OK;
}

qtty_status
qtty_emulator_runs(const qtty_emulator *e, int32_t row, qtty_runs *out)
{
    return qtty_emulator_cells(e, row, &out->cells);
}

qtty_status
qtty_snapshot_runs(const qtty_snapshot *s, int32_t row, qtty_runs *out)
{
    return qtty_snapshot_cells(s, row, &out->cells);
}

/* --- Clusters ----------------------------------------------------------------------- */

static const struct row *
row_of(const qtty_cells *c)
{
    return c->primary ? c->emulator->terminal.screen.primary[c->row]
                      : emulator_row_at(c->emulator, c->row);
}

static void
text_cluster(qtty_cells *c, const struct row *row, struct packed_cell *out)
{
    const struct run *runs = row_runs(row);
    const uint8_t *byte = (const uint8_t *)row->store + c->col;
    *out = (struct packed_cell){ .width = 1, .style = row->ground };
    if (c->col >= row->cells)
        return;
    while (c->run_at + 1 < row->runs && runs[c->run_at + 1].first <= c->col)
        c->run_at++;
    const struct run *run = &runs[c->run_at];
    *out = (struct packed_cell){ .text = { byte, *byte != 0 },
                                 .width = 1,
                                 .style = run->style,
                                 .link = run->link,
                                 .protect = run->protect != 0 };
}

static void
cell_cluster(const qtty_cells *c, const struct row *row, uint8_t *scratch,
             struct packed_cell *out)
{
    struct cell cell = row_cell(row, c->col);
    bool erased = cell.kind == CELL_ERASED;
    *out = (struct packed_cell){ .width = erased ? 1 : cell.width,
                                 .style = cell.style,
                                 .link = cell.link,
                                 .protect = cell.protect };
    if (erased)
        return;
    out->text.data = scratch;
    out->text.len = screen_cell_text(&c->emulator->terminal.screen, &cell, scratch);
}

/* Past what a record has, cells are blank. */
static void
scrolled_cluster(qtty_cells *c, struct packed_cell *out)
{
    const struct history *h = &c->emulator->terminal.screen.history;
    struct stretch_reader reader = { .history = h, .place = c->place, .left = c->left };
    struct record record;
    *out = (struct packed_cell){ .width = 1 };
    if (c->left == 0 || !history_record(h, c->place, &record))
        return;
    record_resume(&reader.reader, &record, c->column, c->text_at, c->run_at);
    if (!stretch_next(&reader, out))
        *out = (struct packed_cell){ .width = 1 };
    c->place = reader.place;
    c->left = reader.left;
    c->column = reader.reader.column;
    c->text_at = (uint32_t)reader.reader.text_at;
    c->run_at = (uint32_t)reader.reader.run_at;
}

static void
kept_cluster(qtty_cells *c, struct packed_cell *out)
{
    struct record record = kept_record(snapshot_kept(c->snapshot, c->row));
    struct record_reader reader;
    record_resume(&reader, &record, c->column, c->text_at, c->run_at);
    if (!record_next(&reader, out))
        *out = (struct packed_cell){ .width = 1 };
    c->column = reader.column;
    c->text_at = (uint32_t)reader.text_at;
    c->run_at = (uint32_t)reader.run_at;
}

static bool
is_current(const qtty_cells *c)
{
    if (c->emulator != NULL)
        return c->generation == c->emulator->terminal.screen.generation;
    return c->snapshot != NULL && c->generation == c->snapshot->updates;
}

bool
cells_cluster(qtty_cells *c, uint8_t scratch[QTTY_CLUSTER_BYTES_MAX],
              struct packed_cell *out)
{
    c->col += c->spacer;
    c->spacer = false;
    if (c->col >= c->cols || !is_current(c))
        return false;
    if (c->snapshot != NULL) {
        kept_cluster(c, out);
    } else if (c->packed) {
        scrolled_cluster(c, out);
    } else {
        const struct row *row = row_of(c);
        if (row->is_text)
            text_cluster(c, row, out);
        else
            cell_cluster(c, row, scratch, out);
    }
    c->col++;
    c->spacer = out->width == 2;
    c->style = out->style;
    c->link = out->link;
    c->protect = out->protect;
    return true;
}

bool
cells_are_over(const qtty_cells *c)
{
    if (c->emulator == NULL || !is_current(c))
        return false;
    if (c->packed)
        return c->left == 0;
    const struct row *row = row_of(c);
    return row->is_text && c->col >= row->cells && row->ground == 0;
}

/* --- Cells -------------------------------------------------------------------------- */

/* A wide cluster on one column, as the scrollback may have it, is not shown. */
static bool
lacks_room(const qtty_cells *c, const struct packed_cell *cell)
{
    return cell->width == 2 && c->col >= c->cols;
}

static void
give_look(const qtty_cells *c, const struct packed_cell *cell, qtty_cell *out)
{
    const struct screen *s = c->emulator != NULL ? &c->emulator->terminal.screen : NULL;
    if (s != NULL)
        cell_look(&s->styles, &s->links, cell, out);
    else
        cell_look(&c->snapshot->styles, &c->snapshot->links, cell, out);
}

static bool
next_spacer(qtty_cells *c, qtty_cell *out)
{
    struct packed_cell look = { .style = c->style,
                                .link = c->link,
                                .protect = c->protect };
    if (c->col >= c->cols || !is_current(c))
        return false;
    c->col++;
    c->spacer = false;
    out->width = 0;
    give_look(c, &look, out);
    return true;
}

bool
qtty_cells_next(qtty_cells *c, qtty_cell *out)
{
    uint8_t scratch[QTTY_CLUSTER_BYTES_MAX];
    struct packed_cell cell;
    *out = (qtty_cell){ .width = 1 };
    if (c->spacer)
        return next_spacer(c, out);
    if (!cells_cluster(c, scratch, &cell))
        return false;
    if (lacks_room(c, &cell))
        return true;
    out->width = (uint8_t)cell.width;
    out->text_len = (uint8_t)cell.text.len;
    if (cell.text.len != 0)
        memcpy(out->text, cell.text.data, cell.text.len);
    give_look(c, &cell, out);
    return true;
}

/* --- Runs --------------------------------------------------------------------------- */

static bool
next_drawn(qtty_cells *c, uint8_t *scratch, struct packed_cell *out)
{
    if (!cells_cluster(c, scratch, out))
        return false;
    if (lacks_room(c, out)) {
        out->width = 1;
        out->text.len = 0;
    }
    return true;
}

static bool
joins(const struct packed_cell *first, const struct packed_cell *next)
{
    return next->style == first->style && next->link == first->link
           && next->width == first->width
           && (next->text.len == 0) == (first->text.len == 0);
}

static void
add_text(qtty_runs *runs, qtty_run *out, qtty_span text)
{
    if (text.len != 0)
        memcpy(runs->text + out->text.len, text.data, text.len);
    out->text.len += text.len;
}

/* The rest of a run: `cells` goes on once the next cluster is known to be of it. */
static void
extend(qtty_runs *runs, const struct packed_cell *first, qtty_run *out)
{
    uint8_t scratch[QTTY_CLUSTER_BYTES_MAX];
    struct packed_cell next;
    qtty_cells ahead = runs->cells;
    while (next_drawn(&ahead, scratch, &next) && joins(first, &next)
           && out->text.len + next.text.len <= sizeof runs->text) {
        add_text(runs, out, next.text);
        out->cols += next.width;
        runs->cells = ahead;
    }
}

bool
qtty_runs_next(qtty_runs *runs, qtty_run *out)
{
    uint8_t scratch[QTTY_CLUSTER_BYTES_MAX];
    struct packed_cell first;
    qtty_cell look = { 0 };
    *out = (qtty_run){ 0 };
    if (!next_drawn(&runs->cells, scratch, &first))
        return false;
    give_look(&runs->cells, &first, &look);
    *out = (qtty_run){ .col = runs->cells.col - 1,
                       .cols = first.width,
                       .width = first.width,
                       .style = look.style,
                       .link = look.link,
                       .link_id = look.link_id,
                       .text = { runs->text, 0 } };
    add_text(runs, out, first.text);
    extend(runs, &first, out);
    return true;
}
