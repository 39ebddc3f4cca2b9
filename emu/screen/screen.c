/* The screens of a terminal: which rows there are and how they shift. */
#include "screen/screen.h"

#include "base/alloc.h"
#include <string.h>

void
rows_clear(const qtty_allocator *a, struct row **rows, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        mem_free(a, rows[i]);
        rows[i] = NULL;
    }
}

bool
rows_fill(const qtty_allocator *a, struct row **rows, uint32_t from, uint32_t to,
          uint32_t cols)
{
    for (uint32_t i = from; i < to; i++) {
        rows[i] = row_create(a, cols);
        if (rows[i] == NULL) {
            rows_clear(a, rows, from, i);
            return false;
        }
    }
    return true;
}

static struct row **
rows_create(const qtty_allocator *a, uint32_t count, uint32_t cols)
{
    struct row **rows = mem_zalloc(a, count + ROWS_ROOM, sizeof *rows);
    if (rows != NULL && !rows_fill(a, rows, 0, count, cols)) {
        mem_free(a, rows);
        return NULL;
    }
    return rows;
}

static void
rows_destroy(const qtty_allocator *a, struct row **rows, uint32_t slid, uint32_t count)
{
    if (rows == NULL)
        return;
    rows_clear(a, rows, 0, count);
    mem_free(a, rows - slid);
}

qtty_status
screen_init(struct screen *s, const qtty_allocator *a, uint32_t rows, uint32_t cols,
            uint32_t scrollback_rows)
{
    *s = (struct screen){ .allocator = a, .rows = rows, .cols = cols };
    s->widen = widen_on(CPU_BEST);
    history_init(&s->history, a, &s->clusters, scrollback_rows);
    history_fit(&s->history, rows);
    history_set_cols(&s->history, cols);
    printed_init(&s->printed, a);
    s->history.printed = &s->printed;
    intern_init(&s->styles, a);
    intern_init(&s->links, a);
    intern_init(&s->clusters, a);
    s->primary = rows_create(a, rows, cols);
    return s->primary == NULL ? QTTY_E_NOMEM : QTTY_OK;
}

void
screen_finish(struct screen *s)
{
    rows_destroy(s->allocator, s->primary, s->slid[0], s->rows);
    rows_destroy(s->allocator, s->alternate, s->slid[1], s->rows);
    s->primary = s->alternate = NULL;
    history_finish(&s->history);
    printed_finish(&s->printed);
    intern_finish(&s->styles);
    intern_finish(&s->links);
    intern_finish(&s->clusters);
}

/* --- Cells -------------------------------------------------------------------------- */

static void
touch(struct screen *s, struct row *row)
{
    row->generation = ++s->generation;
}

void
screen_cut_above(struct screen *s)
{
    if (!s->on_alternate)
        history_set_wrapped(&s->history, false);
    s->generation++;
}

void
screen_erase_rest(struct screen *s, uint32_t y, uint32_t from, uint16_t style)
{
    struct row *row = screen_active(s)[y];
    touch(s, row);
    row_erase(row, from, s->cols, style, false);
}

void
screen_erase(struct screen *s, struct rect area, uint16_t style, bool selective)
{
    uint32_t right = area.right < s->cols ? area.right : s->cols;
    uint32_t bottom = area.bottom < s->rows ? area.bottom : s->rows;
    if (area.top == 0 && area.left == 0 && bottom > 1 && right == s->cols)
        screen_cut_above(s); /* a row erased by itself is one that is written anew */
    for (uint32_t y = area.top; y < bottom && area.left < right; y++) {
        struct row *row = screen_active(s)[y];
        row_erase(row, area.left, right, style, selective);
        touch(s, row);
    }
}

void
screen_wrap(struct screen *s, uint32_t row)
{
    screen_active(s)[row]->soft_wrapped = true;
    touch(s, screen_active(s)[row]);
}

void
screen_wrap_into(struct screen *s, uint32_t row, const struct row *left, uint64_t gone)
{
    if (row > 0 && screen_active(s)[row - 1] == left) {
        screen_wrap(s, row - 1);
    } else if (!s->on_alternate && s->history.end != gone) {
        history_set_wrapped(&s->history, true);
        s->generation++;
    }
}

void
screen_leave(struct screen *s, const struct row *row, bool in_view)
{
    if (!history_push(&s->history, row, in_view))
        s->lost = true;
}

/* --- Scrolling ---------------------------------------------------------------------- */

/* A row that comes in at an edge: nothing of it was written yet. */
static void
renew(struct screen *s, struct row *row, uint16_t style)
{
    row_renew(row, style);
    touch(s, row);
}

static void
first_to_last(struct row **rows, uint32_t count)
{
    struct row *first = rows[0];
    memmove(rows, rows + 1, (count - 1) * sizeof *rows);
    rows[count - 1] = first;
}

static void
last_to_first(struct row **rows, uint32_t count)
{
    struct row *last = rows[count - 1];
    memmove(rows + 1, rows, (count - 1) * sizeof *rows);
    rows[0] = last;
}

static void
reverse(struct row **rows, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        struct row *row = rows[i];
        rows[i] = rows[count - 1 - i];
        rows[count - 1 - i] = row;
    }
}

/* Rotate pointers by `up` towards the front, in place: several by three reversals. */
static void
rotate(struct row **rows, uint32_t count, uint32_t up)
{
    if (up == 1) {
        first_to_last(rows, count);
    } else if (up + 1 == count) {
        last_to_first(rows, count);
    } else {
        reverse(rows, up);
        reverse(rows + up, count - up);
        reverse(rows, count);
    }
}

static void
unwrap(struct screen *s, struct row *row)
{
    if (!row->soft_wrapped)
        return;
    row->soft_wrapped = false;
    touch(s, row);
}

/* Whole rows shift: no row's end continues across an edge of the area any more. */
static void
scroll_rows(struct screen *s, struct rect a, int32_t up, uint16_t style, bool keep)
{
    struct row **rows = screen_active(s) + a.top;
    uint32_t count = a.bottom - a.top;
    uint32_t by = (uint32_t)(up < 0 ? -up : up);
    by = by < count ? by : count;
    unwrap(s, rows[count - 1]);
    if (a.top > 0)
        unwrap(s, rows[-1]);
    else if (!keep || up < 0)
        screen_cut_above(s);
    for (uint32_t i = 0; keep && up > 0 && i < by; i++)
        screen_leave(s, rows[i], true);

    rotate(rows, count, up > 0 ? by : count - by);
    uint32_t first = up > 0 ? count - by : 0;
    for (uint32_t i = 0; i < by; i++)
        renew(s, rows[first + i], style);
    if (up < 0 && by < count)
        unwrap(s, rows[count - 1]);
    s->generation++;
}

/* The first row of the whole screen becomes its last. */
static void
slide(struct screen *s)
{
    struct row ***list = s->on_alternate ? &s->alternate : &s->primary;
    uint32_t *slid = &s->slid[s->on_alternate];
    struct row *first = **list;
    if (*slid < ROWS_ROOM) {
        ++*list;
        ++*slid;
    } else {
        memmove(*list - *slid, *list + 1, (s->rows - 1) * sizeof **list);
        *list -= *slid;
        *slid = 0;
    }
    (*list)[s->rows - 1] = first;
}

void
screen_feed(struct screen *s, uint32_t top, uint32_t bottom, uint16_t style)
{
    struct row **rows = screen_active(s), *left = rows[top];
    unwrap(s, rows[bottom - 1]);
    if (top > 0)
        unwrap(s, rows[top - 1]);
    else if (!s->on_alternate)
        screen_leave(s, left, true);
    if (top == 0 && bottom == s->rows)
        slide(s);
    else
        first_to_last(rows + top, bottom - top);
    renew(s, left, style);
    s->generation++;
}

/* Copy cells of a row within [left, right) by `by` columns, and erase what comes in. */
static void
shift_cells(struct row *row, uint32_t left, uint32_t right, int32_t by, uint16_t style)
{
    uint32_t width = right - left;
    uint32_t n = (uint32_t)(by < 0 ? -by : by);
    n = n < width ? n : width;
    row_split(row, left);
    row_split(row, right);
    row_split(row, by > 0 ? left + n : right - n);
    struct cell *cells = row_cells(row) + left;
    if (by > 0) {
        memmove(cells, cells + n, (width - n) * sizeof *cells);
        row_blank(row, right - n, right, style);
    } else {
        memmove(cells + n, cells, (width - n) * sizeof *cells);
        row_blank(row, left, left + n, style);
    }
    row_measure(row);
}

/* Cells of [left, right) move from one row to another; both keep their ids. */
static void
copy_cells(struct screen *s, struct row *to, struct row *from, const struct rect *a)
{
    const struct cell *cells = row_cells(from) + a->left;
    struct cell *place = row_cells(to) + a->left;
    row_split(from, a->left);
    row_split(from, a->right);
    row_split(to, a->left);
    row_split(to, a->right);
    memcpy(place, cells, (a->right - a->left) * sizeof(struct cell));
    row_measure(to);
    if (to->id == 0 && to->cells != 0)
        to->id = ++s->next_id;
    touch(s, to);
}

/* Rows shift between left and right margins: cells are copied. */
static void
scroll_cells(struct screen *s, struct rect a, int32_t up, uint16_t style)
{
    struct row **rows = screen_active(s);
    uint32_t count = a.bottom - a.top;
    uint32_t by = (uint32_t)(up < 0 ? -up : up);
    by = by < count ? by : count;
    for (uint32_t i = 0; i < count - by; i++) {
        uint32_t to = up > 0 ? a.top + i : a.bottom - 1 - i;
        uint32_t from = up > 0 ? to + by : to - by;
        copy_cells(s, rows[to], rows[from], &a);
    }
    struct rect in = a;
    if (up > 0)
        in.top = a.bottom - by;
    else
        in.bottom = a.top + by;
    screen_erase(s, in, style, false);
}

void
screen_scroll(struct screen *s, struct rect a, int32_t up, int32_t left, uint16_t style,
              bool keep)
{
    if (a.bottom > s->rows || a.right > s->cols || a.top >= a.bottom || a.left >= a.right)
        return;
    bool full_width = a.left == 0 && a.right == s->cols;
    if (up != 0 && full_width)
        scroll_rows(s, a, up, style, keep && a.top == 0 && !s->on_alternate);
    else if (up != 0)
        scroll_cells(s, a, up, style);
    for (uint32_t y = a.top; left != 0 && y < a.bottom; y++) {
        shift_cells(screen_active(s)[y], a.left, a.right, left, style);
        touch(s, screen_active(s)[y]);
    }
}

/* Rows of the primary screen down to the last that was written. */
static uint32_t
written_rows(const struct screen *s)
{
    uint32_t n = s->rows;
    while (n != 0 && s->primary[n - 1]->id == 0)
        n--;
    return n;
}

void
screen_keep(struct screen *s)
{
    uint32_t written = written_rows(s);
    for (uint32_t y = 0; y < written; y++) {
        screen_leave(s, s->primary[y], false);
        s->primary[y]->id = 0;
        touch(s, s->primary[y]);
    }
}

void
screen_end_view(struct screen *s)
{
    history_end_view(&s->history);
    s->generation++;
}

qtty_status
screen_switch(struct screen *s, bool alternate)
{
    if (alternate && s->alternate == NULL)
        s->alternate = rows_create(s->allocator, s->rows, s->cols);
    if (alternate && s->alternate == NULL)
        return QTTY_E_NOMEM;
    s->on_alternate = alternate;
    s->generation++;
    return QTTY_OK;
}

void
screen_drop_alternate(struct screen *s)
{
    if (s->on_alternate)
        return;
    rows_destroy(s->allocator, s->alternate, s->slid[1], s->rows);
    s->alternate = NULL;
    s->slid[1] = 0;
}
