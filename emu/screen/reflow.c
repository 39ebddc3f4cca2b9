/* Lines in a new width. The rows of a line are taken apart and wrapped anew; a line that
 * began in the scrollback is taken back for it, and so are lines that the screen has room
 * for now. Points stay with their cell; behind a line's end they stay that far behind it,
 * as the width allows.
 *
 * The k-th new row of a line gets the id of the k-th old one, so a line keeps its id. A
 * line that fits into one row keeps the look of what is erased behind it. */
#include "screen/screen.h"

#include "base/alloc.h"
#include "unicode/utf8.h"

/* --- A record as a row -------------------------------------------------------------- */

/* Without room in the table the cluster is its base alone. No sweep here: the rows that
 * are made of records are not on a screen yet. */
static struct cell
unpacked(struct screen *s, const struct packed_cell *cell)
{
    struct cell out = { .kind = CELL_SCALAR,
                        .width = cell->width & 3u,
                        .style = cell->style,
                        .link = cell->link,
                        .protect = cell->protect };
    qtty_span rest = cell->text;
    if (cell->text.len == 0) {
        out.kind = CELL_ERASED;
        return out;
    }
    out.content = utf8_next(&rest) & 0xFFFFFFu;
    uint16_t id = rest.len == 0 ? 0 : intern_add(&s->clusters, cell->text);
    s->lost |= s->clusters.starved;
    s->clusters.starved = false;
    if (id != 0) {
        out.kind = CELL_CLUSTER;
        out.content = id;
    }
    return out;
}

struct row *
screen_unpack(struct screen *s, uint64_t place)
{
    struct stretch stretch = { 0 };
    struct stretch_reader reader;
    struct packed_cell packed;
    (void)history_stretch(&s->history, place, &stretch);
    struct row *row =
        row_create(s->allocator, stretch.columns == 0 ? 1 : stretch.columns);
    if (row == NULL)
        return NULL;
    row->id = history_id(&s->history, place);
    row->soft_wrapped = stretch.soft_wrapped;
    row->line = stretch.line;
    stretch_read(&reader, &s->history, &stretch);
    struct cell *cells = row_cells(row);
    for (uint32_t x = 0; stretch_next(&reader, &packed); x++) {
        cells[x] = unpacked(s, &packed);
        if (packed.width != 2)
            continue;
        cells[x + 1] = cell_with(cells[x], 0);
        cells[++x].kind = CELL_SPACER;
        cells[x].width = 0;
    }
    row->cells = stretch.columns;
    return row;
}

/* --- Sources ------------------------------------------------------------------------ */

/* Where a point is in the source, and where it went. */
struct tracked {
    uint32_t row, col; /* `col` one further where a wrap was pending */
    bool there;        /* `to` is known */
    struct screen_point to;
};

enum { TRACK_CURSOR, TRACK_SAVED, TRACK_SCREEN, TRACKED };

struct wrapping {
    struct screen *screen;
    uint32_t cols;
    struct row **source; /* records that were pulled, as rows, then rows of the screen */
    uint32_t pulled, count;
    struct tracked points[TRACKED]; /* the last: the screen's first cell */
    struct reflow *out;
    uint32_t line; /* of `out`, the first row of the line */
    uint32_t room; /* columns of its rows */
    uint32_t end;  /* rows of `out` that hold lines */
    bool failed;
};

static uint32_t
used_rows(const struct screen *s, uint32_t cursor)
{
    uint32_t used = s->rows;
    while (used - 1 > cursor && s->primary[used - 1]->cells == 0)
        used--;
    return used;
}

static void
release(struct wrapping *w)
{
    rows_clear(w->screen->allocator, w->source, 0, w->pulled);
    mem_free(w->screen->allocator, w->source);
    w->source = NULL;
}

/* The newest records and the used rows of the screen. @return false: no memory. */
static bool
gather(struct wrapping *w, uint32_t records, uint32_t used)
{
    struct screen *s = w->screen;
    w->pulled = 0;
    w->count = records + used;
    w->source = mem_zalloc(s->allocator, w->count, sizeof *w->source);
    if (w->source == NULL)
        return false;
    for (uint32_t i = 0; i < records; i++) {
        w->source[i] = screen_unpack(s, s->history.end - records + i);
        if (w->source[i] == NULL) {
            release(w);
            return false;
        }
        w->pulled++;
    }
    for (uint32_t y = 0; y < used; y++)
        w->source[records + y] = s->primary[y];
    return true;
}

static void
track(struct tracked *t, uint32_t row, const struct screen_point *point)
{
    *t = (struct tracked){ .row = row, .col = point->col + point->pending_wrap };
    t->to = *point;
}

/* --- Targets ------------------------------------------------------------------------ */

static bool
out_has_room(struct wrapping *w)
{
    struct reflow *out = w->out;
    if (out->count < out->capacity)
        return true;
    uint32_t capacity = out->capacity == 0 ? 64 : 2 * out->capacity;
    struct row **rows =
        mem_resize(w->screen->allocator, out->rows, capacity + ROWS_ROOM, sizeof *rows);
    if (rows == NULL)
        return false;
    out->rows = rows;
    out->capacity = capacity;
    return true;
}

/* Takes the row over; NULL is a failure. */
static void
add_row(struct wrapping *w, struct row *row)
{
    if (row != NULL && out_has_room(w)) {
        w->out->rows[w->out->count++] = row;
        return;
    }
    mem_free(w->screen->allocator, row);
    w->failed = true;
}

/* The next row of a line whose first source is at `first`. */
static void
begin_row(struct wrapping *w, uint32_t first, uint32_t last)
{
    struct row *row = row_create(w->screen->allocator, w->cols);
    uint32_t source = first + (w->out->count - w->line);
    if (row != NULL) {
        row->line = w->source[first]->line;
        row->id = source <= last ? w->source[source]->id : 0;
        row->generation = w->screen->generation + 1;
    }
    add_row(w, row);
}

static struct row *
current(const struct wrapping *w)
{
    return w->out->rows[w->out->count - 1];
}

/* Where the next cell of the line goes. */
static void
arrive(struct wrapping *w, uint32_t source, uint32_t col, uint32_t at)
{
    for (size_t i = 0; i < TRACKED; i++) {
        struct tracked *t = &w->points[i];
        if (t->there || t->row > source || (t->row == source && t->col > col))
            continue;
        t->there = true;
        t->to = (struct screen_point){ w->out->count - 1, at, false };
    }
}

/* Behind the last cell of a line, which a point may be far behind. At the edge it waits
 * to wrap, as if the text had just been written. */
static void
arrive_behind(struct wrapping *w, uint32_t first, uint32_t last, uint32_t col,
              uint32_t at)
{
    for (size_t i = 0; i < TRACKED; i++) {
        struct tracked *t = &w->points[i];
        if (t->there || t->row < first || t->row > last)
            continue;
        uint32_t behind = t->row == last && t->col > col ? t->col - col : 0;
        bool edge = at + behind >= w->room;
        t->there = true;
        t->to =
            (struct screen_point){ w->out->count - 1, edge ? w->room - 1 : at + behind,
                                   edge && (behind == 0 || t->to.pending_wrap) };
    }
}

static uint32_t
put_cell(struct wrapping *w, struct row *from, uint32_t x, uint32_t at)
{
    struct cell *cells = row_cells(current(w));
    struct cell cell = row_cell(from, x);
    cells[at] = cell;
    if (cell.width == 2 && at + 1 < w->cols)
        cells[at + 1] = row_cell(from, x + 1);
    return cell.width == 2 ? 2 : 1;
}

/* A character wider than the screen is not there in such a width. */
static bool
fits(const struct wrapping *w, struct cell cell)
{
    return cell.width <= w->room;
}

/* The line goes on behind blanks that end up at the end of a row: there they are written
 * ones, or nobody would know of them. */
static void
end_row(struct wrapping *w, uint32_t at)
{
    struct row *row = current(w);
    for (uint32_t x = at; x-- > 0 && row_cell(row, x).kind == CELL_ERASED;) {
        struct cell *cell = &row_cells(row)[x];
        cell->kind = CELL_SCALAR;
        *cell = cell_with(*cell, ' ');
    }
    row_measure(row);
    row->soft_wrapped = true;
}

static void
wrap_row(struct wrapping *w, uint32_t source, uint32_t first, uint32_t last, uint32_t *at)
{
    struct row *from = w->source[source];
    for (uint32_t x = 0; x < from->cells && !w->failed;) {
        struct cell cell = row_cell(from, x);
        uint32_t width = cell.width == 2 ? 2 : 1;
        if (*at + width > w->room && fits(w, cell)) {
            end_row(w, *at);
            begin_row(w, first, last);
            *at = 0;
            if (w->failed)
                return;
        }
        arrive(w, source, x + width - 1, *at);
        if (fits(w, cell))
            *at += put_cell(w, from, x, *at);
        x += width;
    }
}

/* Ids of rows that had none, or that are more than there were. */
static void
name_rows(struct wrapping *w)
{
    for (uint32_t i = w->line; i < w->out->count; i++) {
        struct row *row = w->out->rows[i];
        row_measure(row);
        if (row->id == 0 && row->cells != 0)
            row->id = ++w->screen->next_id;
    }
}

/* Sources [first, last] are one line. */
static void
wrap_line(struct wrapping *w, uint32_t first, uint32_t last)
{
    const struct row *end = w->source[last];
    uint32_t at = 0;
    w->line = w->out->count;
    w->room = line_columns(end->line, w->cols);
    if (first == last && end->cells <= w->room) {
        add_row(w, row_resized(w->screen->allocator, end, w->cols,
                               w->screen->generation + 1));
        at = end->cells;
        for (uint32_t x = 0; x < at && !w->failed; x++)
            arrive(w, first, x, x);
    } else {
        begin_row(w, first, last);
        for (uint32_t i = first; i <= last && !w->failed; i++)
            wrap_row(w, i, first, last, &at);
    }
    if (w->failed)
        return;
    name_rows(w);
    current(w)->soft_wrapped = end->soft_wrapped;
    arrive_behind(w, first, last, end->cells, at);
}

static bool
continues(const struct wrapping *w, uint32_t source)
{
    return w->source[source]->soft_wrapped && source + 1 < w->count
           && w->source[source]->line == w->source[source + 1]->line;
}

static void
wrap_all(struct wrapping *w)
{
    for (uint32_t first = 0; first < w->count && !w->failed;) {
        uint32_t last = first;
        while (continues(w, last))
            last++;
        wrap_line(w, first, last);
        first = last + 1;
    }
    w->end = w->out->count;
}

/* --- All of it ---------------------------------------------------------------------- */

static void
discard(struct screen *s, struct reflow *out)
{
    if (out->rows != NULL)
        rows_clear(s->allocator, out->rows, 0, out->count);
    mem_free(s->allocator, out->rows);
    *out = (struct reflow){ 0 };
}

/* Wrap so many records and the screen's used rows. @return false: no memory. */
static bool
wrap_with(struct wrapping *w, uint32_t records, uint32_t used,
          struct screen_point *const points[2])
{
    static const struct screen_point origin;
    discard(w->screen, w->out);
    w->failed = false;
    if (!gather(w, records, used))
        return false;
    track(&w->points[TRACK_CURSOR], records + points[0]->row, points[0]);
    track(&w->points[TRACK_SAVED], records + points[1]->row, points[1]);
    track(&w->points[TRACK_SCREEN], records, &origin);
    wrap_all(w);
    release(w);
    if (w->failed)
        discard(w->screen, w->out);
    w->out->pull = records;
    return !w->failed;
}

/* Records of the line that goes on at the screen's top. */
static uint32_t
open_records(const struct history *h)
{
    struct stretch newest;
    if (history_pullable(h, 1) == 0 || !history_stretch(h, h->end - 1, &newest)
        || !newest.soft_wrapped)
        return 0;
    return (uint32_t)(h->end - history_chain(h, h->end));
}

/* More records, whole chains of them, that make so many rows. */
static uint32_t
more_records(const struct history *h, uint32_t records, uint32_t rows, uint32_t cols)
{
    uint32_t got = 0;
    uint64_t end = h->end - records;
    while (got < rows && end > h->first && history_in_view(h, end - 1)) {
        uint64_t first = history_chain(h, end);
        got += history_chain_rows(h, first, end, cols);
        end = first;
    }
    return (uint32_t)(h->end - end);
}

/* Rows that are short of a full screen, with `blank` ones below. */
static uint32_t
rows_short(const struct wrapping *w, uint32_t rows, uint32_t blank)
{
    uint32_t above = w->points[TRACK_SCREEN].to.row;
    uint64_t used = (uint64_t)w->out->count - above + blank;
    return used < rows ? rows - (uint32_t)used : 0;
}

/* How many rows leave: those that were above the screen but for what it is short of, then
 * its own, when the blank ones went. */
static uint32_t
rows_over(const struct wrapping *w, uint32_t rows, uint32_t blank)
{
    uint32_t above = w->points[TRACK_SCREEN].to.row;
    uint32_t want = rows_short(w, rows, blank);
    uint32_t own = w->out->count - above;
    if (want != 0)
        return above > want ? above - want : 0;
    return above + (own > rows ? own - rows : 0);
}

static bool
add_blank_rows(struct wrapping *w, uint32_t rows)
{
    while (w->out->count < w->out->leave + rows && !w->failed)
        add_row(w, row_create(w->screen->allocator, w->cols));
    return !w->failed;
}

/* A point below all that was written stays as far below it. */
static void
move_point(const struct wrapping *w, const struct tracked *t, struct screen_point *point)
{
    uint32_t leave = w->out->leave;
    uint32_t row = t->there ? t->to.row : w->end + t->row - w->count;
    *point = t->to;
    point->pending_wrap &= t->there;
    point->row = row > leave ? row - leave : 0;
}

qtty_status
screen_reflow(struct screen *s, uint32_t rows, uint32_t cols,
              struct screen_point *const points[2], struct reflow *out)
{
    struct wrapping w = { .screen = s, .cols = cols, .out = out };
    *out = (struct reflow){ 0 };
    uint32_t used = used_rows(s, points[0]->row), blank = s->rows - used;
    uint32_t records = open_records(&s->history);
    if (!wrap_with(&w, records, used, points))
        return QTTY_E_NOMEM;
    uint32_t above = w.points[TRACK_SCREEN].to.row;
    uint32_t want = rows_short(&w, rows, blank);
    if (want > above) {
        records = more_records(&s->history, records, want - above, cols);
        if (!wrap_with(&w, records, used, points))
            return QTTY_E_NOMEM;
    }
    out->leave = rows_over(&w, rows, blank);
    if (!add_blank_rows(&w, rows)) {
        discard(s, out);
        return QTTY_E_NOMEM;
    }
    move_point(&w, &w.points[TRACK_CURSOR], points[0]);
    move_point(&w, &w.points[TRACK_SAVED], points[1]);
    return QTTY_OK;
}
