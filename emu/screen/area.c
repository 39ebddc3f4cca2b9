/* Changes of a rectangle's cells: filling, copies, styles. */
#include "screen/screen.h"

#include "screen/style.h"
#include <string.h>

/* --- Filling ------------------------------------------------------------------------ */

static void
fill_row(struct row *row, uint32_t from, uint32_t to, struct cell cell)
{
    struct cell *cells = row_cells(row);
    row_split(row, from);
    row_split(row, to);
    if (from < to)
        cells_fill(cells + from, to - from, cell);
    row_measure(row);
}

void
screen_fill(struct screen *s, struct rect area, const struct glyph *g)
{
    struct cell cell = { .content = g->scalar & 0xFFFFFFu,
                         .kind = CELL_SCALAR,
                         .width = 1,
                         .style = g->style,
                         .link = g->link,
                         .protect = g->protect };
    for (uint32_t y = area.top; y < area.bottom; y++) {
        struct row *row = screen_active(s)[y];
        fill_row(row, area.left, area.right, cell);
        if (row->id == 0)
            row->id = ++s->next_id;
        row->generation = ++s->generation;
    }
}

/* --- Wiping ------------------------------------------------------------------------- */

static void
blank_one(struct row *row, uint32_t at)
{
    row_blank(row, at, at + 1, row_cell(row, at).style);
}

static void
wipe_row(struct row *row, uint32_t from, uint32_t to, bool protected_too)
{
    struct cell *cells = row_cells(row);
    if (from < row->columns && (protected_too || !cells[from].protect))
        row_split(row, from);
    if (to < row->columns && (protected_too || !cells[to].protect))
        row_split(row, to);
    for (uint32_t x = from; x < to; x++)
        if (protected_too || !cells[x].protect)
            cells[x] = cell_erased(cells[x].style);
    if (to == row->columns)
        row->soft_wrapped = false;
    row_measure(row);
}

void
screen_wipe(struct screen *s, struct rect area, bool protected_too)
{
    for (uint32_t y = area.top; y < area.bottom; y++) {
        struct row *row = screen_active(s)[y];
        wipe_row(row, area.left, area.right, protected_too);
        row->generation = ++s->generation;
    }
}

/* --- Copies ------------------------------------------------------------------------- */

/* Would a cut before this column split a wide cluster? */
static bool
is_split_at(const struct row *row, uint32_t at)
{
    return at < row->columns && row_cell(row, at).kind == CELL_SPACER;
}

/* Halves go from the target alone, and after the copy: the source may be the same row. */
static void
copy_cells(struct row *to, uint32_t at, struct row *from, uint32_t left, uint32_t count)
{
    bool before = is_split_at(to, at), behind = is_split_at(to, at + count);
    bool first = is_split_at(from, left), last = is_split_at(from, left + count);
    memmove(row_cells(to) + at, row_cells(from) + left, count * sizeof(struct cell));
    if (first)
        blank_one(to, at);
    if (last)
        blank_one(to, at + count - 1);
    if (before)
        blank_one(to, at - 1);
    if (behind)
        blank_one(to, at + count);
}

static void
copy_row(struct screen *s, struct row *to, uint32_t at, struct row *from, uint32_t left,
         uint32_t count)
{
    copy_cells(to, at, from, left, count);
    row_measure(to);
    if (to->id == 0 && to->cells != 0)
        to->id = ++s->next_id;
    to->generation = ++s->generation;
}

/* From the bottom up when it moves down: no row is read after it was written. */
void
screen_copy(struct screen *s, struct rect from, uint32_t top, uint32_t left)
{
    struct row **rows = screen_active(s);
    uint32_t height = from.bottom - from.top, width = from.right - from.left;
    height = top + height > s->rows ? s->rows - top : height;
    width = left + width > s->cols ? s->cols - left : width;
    for (uint32_t i = 0; i < height; i++) {
        uint32_t y = top > from.top ? height - 1 - i : i;
        copy_row(s, rows[top + y], left, rows[from.top + y], from.left, width);
    }
}

/* --- Styles ------------------------------------------------------------------------- */

/* Neighbours have the same style most of the time: it is changed once. */
struct restyling {
    void (*change)(qtty_style *style, void *context);
    void *context;
    bool known; /* what `from` becomes */
    uint16_t from, to;
};

static uint16_t
restyled(struct screen *s, struct restyling *r, uint16_t id)
{
    if (r->known && r->from == id)
        return r->to;
    qtty_style style = style_unpack(intern_get(&s->styles, id));
    r->change(&style, r->context);
    *r = (struct restyling){ r->change, r->context, true, id, screen_style(s, &style) };
    return r->to;
}

void
screen_restyle(struct screen *s, struct rect area,
               void (*change)(qtty_style *style, void *context), void *context)
{
    struct restyling r = { change, context, false, 0, 0 };
    for (uint32_t y = area.top; y < area.bottom; y++) {
        struct row *row = screen_active(s)[y];
        struct cell *cells = row_cells(row);
        for (uint32_t x = area.left; x < area.right; x++)
            cells[x].style = restyled(s, &r, cells[x].style);
        row->generation = ++s->generation;
    }
}
