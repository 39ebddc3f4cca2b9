/* A new size. Rows keep their cells and are cut or widened; lines are not re-wrapped. All
 * memory is had before anything changes. */
#include "screen/screen.h"

#include "base/alloc.h"
#include <string.h>

/* A row with other columns; NULL for lack of memory. */
static struct row *
resized(const qtty_allocator *a, const struct row *from, uint32_t cols,
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
    memcpy(row->cell, from->cell, n * sizeof(struct cell));
    if (cols < from->columns && from->cell[cols].kind == CELL_SPACER)
        row_erase(row, cols - 1, cols, row->cell[cols - 1].style, false);
    row_measure(row);
    return row;
}

/* What becomes of the primary screen's rows. */
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

/* The new list of a screen: pulled rows on top, then the old ones from `leave` on, then
 * blank ones. NULL for lack of memory. */
static struct row **
laid_out(const struct screen *s, struct row *const *old, const struct plan *p)
{
    struct row **rows = mem_zalloc(s->allocator, p->rows, sizeof *rows);
    for (uint32_t y = 0; rows != NULL && y < p->rows; y++) {
        const struct row *from = NULL;
        uint64_t below = y - p->pull + p->leave; /* row of the old screen */
        if (y < p->pull)
            from = history_at(&s->history, s->history.end - p->pull + y);
        else if (below < s->rows)
            from = old[below];
        rows[y] = resized(s->allocator, from, p->cols, s->generation + 1);
        if (rows[y] == NULL) {
            rows_clear(s->allocator, rows, 0, y);
            mem_free(s->allocator, rows);
            return NULL;
        }
    }
    if (rows != NULL) /* what continued it may have been cut off */
        rows[p->rows - 1]->soft_wrapped = false;
    return rows;
}

static void
install(struct screen *s, struct row ***list, struct row **rows)
{
    rows_clear(s->allocator, *list, 0, s->rows);
    mem_free(s->allocator, *list);
    *list = rows;
}

static void
move_history(struct screen *s, const struct plan *p)
{
    history_pull(&s->history, p->pull);
    for (uint32_t i = 0; i < p->leave; i++)
        screen_leave(s, s->primary[i], true);
}

static struct plan
plan_for(const struct screen *s, uint32_t rows, uint32_t cols, uint32_t cursor)
{
    struct plan p = { .rows = rows, .cols = cols };
    p.leave = rows_to_leave(s, s->primary, rows, s->on_alternate ? 0 : cursor);
    p.pull = history_pullable(&s->history, rows > s->rows ? rows - s->rows : 0);
    return p;
}

/* Both screens' new lists. @return false: no memory. */
static bool
lay_out(const struct screen *s, const struct plan plans[2], struct row **lists[2])
{
    lists[0] = laid_out(s, s->primary, &plans[0]);
    lists[1] = s->alternate != NULL ? laid_out(s, s->alternate, &plans[1]) : NULL;
    if (lists[0] != NULL && (s->alternate == NULL || lists[1] != NULL))
        return true;
    for (size_t i = 0; i < 2; i++) {
        if (lists[i] != NULL)
            rows_clear(s->allocator, lists[i], 0, plans[i].rows);
        mem_free(s->allocator, lists[i]);
    }
    return false;
}

qtty_status
screen_resize(struct screen *s, uint32_t rows, uint32_t cols, uint32_t cursor,
              struct screen_shift *shift)
{
    struct plan plans[2] = { plan_for(s, rows, cols, cursor),
                             { .rows = rows, .cols = cols } };
    struct row **lists[2];
    if (s->alternate != NULL)
        plans[1].leave =
            rows_to_leave(s, s->alternate, rows, s->on_alternate ? cursor : 0);
    if (!lay_out(s, plans, lists))
        return QTTY_E_NOMEM;

    history_fit(&s->history, rows);
    move_history(s, &plans[0]);
    install(s, &s->primary, lists[0]);
    if (lists[1] != NULL)
        install(s, &s->alternate, lists[1]);
    shift->primary = (int32_t)plans[0].pull - (int32_t)plans[0].leave;
    shift->alternate = -(int32_t)plans[1].leave;
    s->rows = rows;
    s->cols = cols;
    s->generation++;
    return QTTY_OK;
}
