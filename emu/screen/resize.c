/* A new size. The alternate screen's rows are cut or widened, the primary screen's are
 * too where lines are not wrapped anew. All memory is had before anything changes. */
#include "screen/screen.h"

#include "base/alloc.h"
#include <string.h>

struct row *
row_resized(const qtty_allocator *a, const struct row *from, uint32_t cols,
            uint64_t generation)
{
    struct row *row = row_create(a, cols);
    if (row == NULL || from == NULL)
        return row;
    uint32_t n = from->columns < cols ? from->columns : cols;
    row->id = from->id;
    row->generation = generation;
    row->soft_wrapped = from->soft_wrapped;
    row->line = from->line;
    for (uint32_t x = 0; x < n; x++)
        row_cells(row)[x] = row_cell(from, x);
    if (cols < from->columns && row_cell(from, cols).kind == CELL_SPACER)
        row_erase(row, cols - 1, cols, row_cell(row, cols - 1).style, false);
    row_measure(row);
    return row;
}

/* What becomes of a screen's rows. */
struct plan {
    uint32_t rows, cols;
    uint32_t leave; /* rows that go into the scrollback from the top */
    uint32_t pull;  /* rows that come back from it */
};

static bool
is_blank(const struct row *row)
{
    return row->cells == 0;
}

/* Rows at the top of the old screen that do not fit, when the blank ones below the cursor
 * went first. */
static uint32_t
rows_to_leave(const struct screen *s, struct row *const *old, uint32_t rows,
              uint32_t cursor)
{
    uint32_t used = s->rows;
    while (used > rows && used - 1 > cursor && is_blank(old[used - 1]))
        used--;
    return used > rows ? used - rows : 0;
}

/* --- Rows as they are --------------------------------------------------------------- */

/* A row of the scrollback in a new width, with its cells. */
static struct row *
pulled(struct screen *s, uint64_t place, uint32_t cols)
{
    struct row *packed = screen_unpack(s, place);
    if (packed == NULL)
        return NULL;
    struct row *row = row_resized(s->allocator, packed, cols, s->generation + 1);
    mem_free(s->allocator, packed);
    return row;
}

/* The new list of a screen: pulled rows on top, then the old ones, then blank ones; the
 * first `leave` of them, with their cells, will not stay. NULL for lack of memory. */
static struct row **
laid_out(struct screen *s, struct row *const *old, const struct plan *p)
{
    uint32_t count = p->leave + p->rows;
    struct row **rows = mem_zalloc(s->allocator, count + ROWS_ROOM, sizeof *rows);
    for (uint32_t y = 0; rows != NULL && y < count; y++) {
        uint32_t below = y - p->pull; /* row of the old screen */
        if (y < p->pull)
            rows[y] = pulled(s, s->history.end - p->pull + y, p->cols);
        else
            rows[y] = row_resized(s->allocator, below < s->rows ? old[below] : NULL,
                                  y < p->leave ? s->cols : p->cols, s->generation + 1);
        if (rows[y] == NULL) {
            rows_clear(s->allocator, rows, 0, y);
            mem_free(s->allocator, rows);
            return NULL;
        }
    }
    return rows;
}

static struct plan
plan_for(const struct screen *s, uint32_t rows, uint32_t cols, uint32_t cursor)
{
    struct plan p = { .rows = rows, .cols = cols };
    p.leave = rows_to_leave(s, s->primary, rows, cursor);
    p.pull = history_pullable(&s->history, rows > s->rows ? rows - s->rows : 0);
    return p;
}

static void
shift(struct screen_point *point, const struct plan *p)
{
    point->row = point->row + p->pull < p->leave ? 0 : point->row + p->pull - p->leave;
}

/* Would records come back that are rows of another width? */
static bool
pulls_old(const struct history *h, uint32_t pull)
{
    return pull != 0 && h->end - pull < h->straight;
}

/* --- Both screens ------------------------------------------------------------------- */

/* The primary screen's new list, rows for the scrollback first. */
static qtty_status
lay_out_primary(struct screen *s, uint32_t rows, uint32_t cols,
                struct screen_points *points, struct reflow *out)
{
    /* Beside the alternate screen the primary one's cursor is where 1049 saved it. */
    struct screen_point saved = points->saved[0];
    struct screen_point *cursor = s->on_alternate ? &saved : &points->cursor;
    struct screen_point *const both[2] = { cursor, &points->saved[0] };
    struct plan p = plan_for(s, rows, cols, cursor->row);
    if (s->history.rewraps && (cols != s->cols || pulls_old(&s->history, p.pull)))
        return screen_reflow(s, rows, cols, both, out);

    *out = (struct reflow){ .rows = laid_out(s, s->primary, &p),
                            .count = rows + p.leave,
                            .leave = p.leave,
                            .pull = p.pull };
    if (out->rows == NULL)
        return QTTY_E_NOMEM;
    shift(cursor, &p);
    shift(&points->saved[0], &p);
    return QTTY_OK;
}

static qtty_status
lay_out_alternate(struct screen *s, uint32_t rows, uint32_t cols,
                  struct screen_points *points, struct reflow *out)
{
    uint32_t cursor = s->on_alternate ? points->cursor.row : 0;
    *out = (struct reflow){ 0 };
    if (s->alternate == NULL)
        return QTTY_OK;
    struct plan p = { .rows = rows, .cols = cols };
    p.leave = rows_to_leave(s, s->alternate, rows, cursor);
    out->leave = p.leave;
    out->rows = laid_out(s, s->alternate, &p);
    if (out->rows == NULL)
        return QTTY_E_NOMEM;
    if (s->on_alternate)
        shift(&points->cursor, &p);
    shift(&points->saved[1], &p);
    return QTTY_OK;
}

/* The rows that stay become the screen. */
static void
replace(struct screen *s, bool alternate, const struct reflow *new, uint32_t count)
{
    struct row ***list = alternate ? &s->alternate : &s->primary;
    rows_clear(s->allocator, *list, 0, s->rows);
    mem_free(s->allocator, *list - s->slid[alternate]);
    s->slid[alternate] = 0;
    rows_clear(s->allocator, new->rows, 0, new->leave);
    memmove(new->rows, new->rows + new->leave, count * sizeof *new->rows);
    new->rows[count - 1]->soft_wrapped = false; /* what continued it may be cut off */
    for (uint32_t y = 0; y < count; y++) /* each its own: readers tell rows by it */
        new->rows[y]->generation = ++s->generation;
    *list = new->rows;
}

static void
move_history(struct screen *s, const struct reflow *new, uint32_t rows, uint32_t cols)
{
    history_fit(&s->history, rows);
    history_pull(&s->history, new->pull);
    if (s->history.rewraps && cols != s->cols)
        history_set_cols(&s->history, cols);
    for (uint32_t i = 0; i < new->leave; i++)
        screen_leave(s, new->rows[i], true);
}

qtty_status
screen_resize(struct screen *s, uint32_t rows, uint32_t cols,
              struct screen_points *points)
{
    struct screen_points moved = *points;
    struct reflow primary, alternate;
    if (lay_out_primary(s, rows, cols, &moved, &primary) != QTTY_OK)
        return QTTY_E_NOMEM;
    if (lay_out_alternate(s, rows, cols, &moved, &alternate) != QTTY_OK) {
        rows_clear(s->allocator, primary.rows, 0, primary.count);
        mem_free(s->allocator, primary.rows);
        return QTTY_E_NOMEM;
    }
    move_history(s, &primary, rows, cols);
    replace(s, false, &primary, rows);
    if (alternate.rows != NULL)
        replace(s, true, &alternate, rows);
    printed_forget(&s->printed);
    *points = moved;
    s->rows = rows;
    s->cols = cols;
    s->generation++;
    return QTTY_OK;
}
