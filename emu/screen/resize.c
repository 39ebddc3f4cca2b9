/* A new size. Rows keep their cells and are cut or widened; lines are not re-wrapped. All
 * memory is had before anything changes. */
#include "screen/screen.h"

#include "base/alloc.h"
#include <string.h>

/* A row with other columns; NULL for lack of memory. */
static struct row *
resized(const qtty_allocator *a, const struct row *from, uint32_t cols)
{
    struct row *row = row_create(a, cols);
    if (row == NULL || from == NULL)
        return row;
    uint32_t n = from->columns < cols ? from->columns : cols;
    row->id = from->id;
    row->soft_wrapped = from->soft_wrapped;
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

static uint32_t
rows_to_pull(const struct screen *s, uint32_t rows)
{
    uint32_t wanted = rows > s->rows ? rows - s->rows : 0;
    uint32_t n = 0;
    while (n < wanted && n < s->history.end - s->history.first
           && history_in_view(&s->history, s->history.end - 1 - n))
        n++;
    return n;
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
        rows[y] = resized(s->allocator, from, p->cols);
        if (rows[y] == NULL) {
            rows_clear(s->allocator, rows, 0, y);
            mem_free(s->allocator, rows);
            return NULL;
        }
    }
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
    for (uint32_t i = 0; i < p->pull; i++)
        mem_free(s->allocator, history_pull(&s->history));
    for (uint32_t i = 0; i < p->leave; i++)
        screen_leave(s, s->primary[i], true);
}

static struct plan
plan_for(const struct screen *s, uint32_t rows, uint32_t cols, uint32_t cursor)
{
    struct plan p = { .rows = rows, .cols = cols };
    p.leave = rows_to_leave(s, s->primary, rows, s->on_alternate ? 0 : cursor);
    p.pull = rows_to_pull(s, rows);
    return p;
}

qtty_status
screen_resize(struct screen *s, uint32_t rows, uint32_t cols, uint32_t cursor,
              int32_t *shift)
{
    struct plan p = plan_for(s, rows, cols, cursor);
    struct plan alternate_plan = { .rows = rows, .cols = cols };
    struct row **alternate = NULL;
    struct row **primary = laid_out(s, s->primary, &p);
    if (s->alternate != NULL) {
        alternate_plan.leave =
            rows_to_leave(s, s->alternate, rows, s->on_alternate ? cursor : 0);
        alternate = laid_out(s, s->alternate, &alternate_plan);
    }
    if (primary == NULL || (s->alternate != NULL && alternate == NULL)) {
        struct row **had = primary != NULL ? primary : alternate;
        if (had != NULL)
            rows_clear(s->allocator, had, 0, rows);
        mem_free(s->allocator, had);
        return QTTY_E_NOMEM;
    }

    move_history(s, &p);
    install(s, &s->primary, primary);
    if (alternate != NULL)
        install(s, &s->alternate, alternate);
    *shift = s->on_alternate ? -(int32_t)alternate_plan.leave
                             : (int32_t)p.pull - (int32_t)p.leave;
    s->rows = rows;
    s->cols = cols;
    s->generation++;
    return QTTY_OK;
}
