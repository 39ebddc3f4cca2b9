/* Rows: writing, erasing, cutting. Half of a wide cluster never stays behind: real
 * terminals (xterm, VTE) blank the other half when one is overwritten, erased or
 * split. */
#include "screen/row.h"

#include "base/alloc.h"
#include <string.h>

/* One more than its columns: where a text's runs begin there is room for one at least. */
struct row *
row_create(const qtty_allocator *a, uint32_t columns)
{
    struct row *row =
        mem_resize(a, NULL, 1, sizeof *row + (columns + 1) * sizeof(struct cell));
    if (row != NULL)
        *row = (struct row){ .columns = columns, .is_text = true };
    return row;
}

static struct cell
cell_in(const struct run *run, uint8_t byte)
{
    return (struct cell){ .content = byte,
                          .kind = byte != 0 ? CELL_SCALAR : CELL_ERASED,
                          .width = 1,
                          .protect = run->protect & 1u,
                          .style = run->style,
                          .link = run->link };
}

/* Cells [from, to) of a run; from the end on, since they lie over the text. */
static void
widen_run(struct row *row, uint32_t from, uint32_t to, const struct run *run)
{
    const uint8_t *text = row_bytes(row);
    const struct cell written = cell_in(run, 1), erased = cell_in(run, 0);
    for (uint32_t i = to; i > from; i--) {
        uint8_t byte = text[i - 1];
        row->store[i - 1] = byte != 0 ? cell_with(written, byte) : erased;
    }
}

void
row_widen(struct row *row)
{
    struct run runs[ROW_RUNS_MAX];
    uint32_t end = row->cells;
    memcpy(runs, row_runs(row), row->runs * sizeof *runs);
    row->is_text = false;
    cells_fill(row->store + end, row->columns - end, cell_erased(row->ground));
    for (uint32_t k = row->runs; k > 0; k--) {
        widen_run(row, runs[k - 1].first, end, &runs[k - 1]);
        end = runs[k - 1].first;
    }
}

struct cell
row_cell(const struct row *row, uint32_t at)
{
    if (!row->is_text)
        return row->store[at];
    if (at >= row->cells)
        return cell_erased(row->ground);
    const struct run *run = row_runs(row) + row->runs - 1;
    while (run->first > at)
        run--;
    return cell_in(run, ((const uint8_t *)row->store)[at]);
}

void
row_split(struct row *row, uint32_t at)
{
    if (row->is_text || at == 0 || at >= row->columns
        || row->store[at].kind != CELL_SPACER)
        return;
    row->printed_len = 0;
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

/* --- Text --------------------------------------------------------------------------- */

static bool
is_look(const struct run *run, struct cell like)
{
    return run->style == like.style && run->link == like.link
           && run->protect == like.protect;
}

/* @return false: there are too many runs. */
static bool
add_run(struct row *row, uint32_t at, struct cell like)
{
    struct run *runs = row_runs(row);
    uint32_t room = row->columns + 1 - (row->columns + 7) / 8;
    if (row->runs >= room || row->runs >= ROW_RUNS_MAX)
        return false;
    row->is_linked |= (like.link | like.protect) != 0;
    runs[row->runs++] =
        (struct run){ (uint16_t)at, like.style, like.link, (uint16_t)like.protect };
    return true;
}

/* Make the text end at a column. */
static void
shorten_text(struct row *row, uint32_t end)
{
    row->cells = end;
    row->has_holes &= end != 0;
    while (row->runs != 0 && row_runs(row)[row->runs - 1].first >= end)
        row->runs--;
}

/* Text that follows looks like this. @return false: there are too many runs. */
static inline bool
begin_run(struct row *row, uint32_t at, struct cell like)
{
    return (row->runs != 0 && is_look(&row_runs(row)[row->runs - 1], like))
           || add_run(row, at, like);
}

/* Erased cells up to a column that is to be written. @return false: too many runs. */
static bool
fill_gap(struct row *row, uint32_t at)
{
    if (at == row->cells)
        return true;
    if (!begin_run(row, row->cells, cell_erased(row->ground)))
        return false;
    memset(row_bytes(row) + row->cells, 0, at - row->cells);
    row->has_holes = true;
    row->cells = at;
    return true;
}

/* Make ready to write as text: behind its end, in any look; before it, in the last one.
 * @return false: it must become cells, and nothing changed. */
static bool
prepare_text(struct row *row, uint32_t at, struct cell like)
{
    if (at < row->cells) {
        const struct run *last = &row_runs(row)[row->runs - 1];
        return at >= last->first && is_look(last, like);
    }
    uint32_t end = row->cells;
    if (fill_gap(row, at) && begin_run(row, at, like))
        return true;
    shorten_text(row, end);
    return false;
}

/* --- Writing ------------------------------------------------------------------------ */

/* Room for text among cells. The cluster that is split at its end may be the row's last;
 * what is before that is written now. */
static void
split_around(struct row *row, uint32_t at, uint32_t end)
{
    row_split(row, at);
    if (end < row->cells)
        row_split(row, end);
    while (row->cells > end && row->store[row->cells - 1].kind == CELL_ERASED)
        row->cells--;
}

static void
put_cells(struct row *row, uint32_t at, qtty_span text, struct cell like,
          const struct widen *widen)
{
    struct cell *cells = row->store;
    uint32_t end = at + (uint32_t)text.len;
    row->printed_len = 0;
    if (end > row->cells)
        row->cells = end;
    if (text.len >= 8) {
        widen->ascii(cells + at, text.data, text.len, like);
        return;
    }
    for (size_t i = 0; i < text.len; i++)
        cells[at + i] = cell_with(like, text.data[i]);
}

/* Most text goes on where the row's text ends, in its last look, or is its first, whose
 * run begins here. @return false: it does not. */
static bool
prepare_end(struct row *row, uint32_t at, struct cell like)
{
    if (at != row->cells)
        return false;
    if (at != 0)
        return is_look(&row_runs(row)[row->runs - 1], like);
    row_runs(row)[0] = (struct run){ 0, like.style, like.link, (uint16_t)like.protect };
    row->runs = 1;
    row->is_linked = (like.link | like.protect) != 0;
    return true;
}

static bool
halves_wide(const struct row *row, uint32_t at, uint32_t end)
{
    return row->store[at].kind == CELL_SPACER
           || (end < row->cells && row->store[end].kind == CELL_SPACER);
}

static void
put_text(struct row *row, uint32_t at, qtty_span text)
{
    uint32_t end = at + (uint32_t)text.len;
    if (end > row->cells)
        row->cells = end;
    memcpy(row_bytes(row) + at, text.data, text.len);
}

/* What needs more than to be written. Never in line: what is usual needs no stack. */
__attribute__((noinline)) static void
put_otherwise(struct row *row, uint32_t at, qtty_span text, struct cell like,
              const struct widen *widen)
{
    if (row->is_text && prepare_text(row, at, like)) {
        put_text(row, at, text);
        return;
    }
    (void)row_cells(row);
    split_around(row, at, at + (uint32_t)text.len);
    put_cells(row, at, text, like, widen);
}

void
row_put_ascii(struct row *row, uint32_t at, qtty_span text, struct cell like,
              const struct widen *widen)
{
    if (row->is_text ? !prepare_end(row, at, like)
                     : halves_wide(row, at, at + (uint32_t)text.len))
        put_otherwise(row, at, text, like, widen);
    else if (row->is_text)
        put_text(row, at, text);
    else
        put_cells(row, at, text, like, widen);
}

/* --- Erasing ------------------------------------------------------------------------ */

void
row_blank(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    if (from < to)
        cells_fill(row_cells(row) + from, to - from, cell_erased(style));
}

static void
erase_unprotected(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    struct cell *cells = row_cells(row);
    for (uint32_t i = from; i < to; i++)
        if (!cells[i].protect)
            cells[i] = cell_erased(style);
}

/* A part of a text that is erased as it looks. */
static bool
erase_within(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    const struct run *run = row_runs(row) + row->runs - 1;
    uint32_t end = row->cells;
    for (; run->first > from; run--)
        end = run->first;
    if (to > end || !is_look(run, cell_erased(style)))
        return false;
    memset(row_bytes(row) + from, 0, to - from);
    row->has_holes = true;
    return true;
}

/* A text ends with a byte that is not 0. @return false: it cannot stay text. */
static bool
erase_text(struct row *row, uint32_t from, uint32_t to, uint16_t style)
{
    if (!row->is_text)
        return false;
    if (to < row->cells)
        return erase_within(row, from, to, style);
    if (style != row->ground && (from > row->cells || to != row->columns))
        return false;
    if (from != 0 && from < row->cells && row_bytes(row)[from - 1] == 0)
        return false;
    if (from < row->cells)
        shorten_text(row, from);
    row->ground = style;
    return true;
}

/* What selective erasing leaves, it leaves whole. */
static void
split_unprotected(struct row *row, uint32_t at)
{
    if (at < row->columns && !row_cell(row, at).protect)
        row_split(row, at);
}

/* No cell from `cells` on is written; nor, now, from `from` on, if all behind it went. */
static void
erase_cells(struct row *row, uint32_t from, uint32_t to, uint16_t style, bool selective)
{
    bool clears = !selective && to >= row->cells;
    (void)row_cells(row);
    if (selective) {
        split_unprotected(row, from);
        split_unprotected(row, to);
        erase_unprotected(row, from, to, style);
    } else {
        row_split(row, from);
        row_split(row, to);
        row_blank(row, from, to, style);
    }
    row_measure_from(row, clears && from < row->cells ? from : row->cells);
}

/* Up to the end, no wide cluster in the way: an EL. */
static void
erase_rest(struct row *row, uint32_t from, uint16_t style)
{
    row->printed_len = 0;
    cells_fill(row->store + from, row->columns - from, cell_erased(style));
    if (from < row->cells)
        row_measure_from(row, from);
    row->soft_wrapped = false;
}

static void
erase_all(struct row *row, uint16_t style)
{
    row->is_text = true;
    row->has_holes = row->is_linked = false;
    row->cells = row->printed_len = 0;
    row->runs = 0;
    row->ground = style;
}

void
row_erase(struct row *row, uint32_t from, uint32_t to, uint16_t style, bool selective)
{
    if (from >= to)
        return;
    if (!selective && !row->is_text && to == row->columns && from != 0
        && row->store[from].kind != CELL_SPACER) {
        erase_rest(row, from, style);
        return;
    }
    if (!selective && from == 0 && to == row->columns)
        erase_all(row, style);
    else if (selective || !erase_text(row, from, to, style))
        erase_cells(row, from, to, style, selective);
    if (to == row->columns)
        row->soft_wrapped = false;
}

void
row_renew(struct row *row, uint16_t style)
{
    row->id = 0;
    row->line = LINE_SINGLE;
    row->soft_wrapped = false;
    erase_all(row, style);
}
