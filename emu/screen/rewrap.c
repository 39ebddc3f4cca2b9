/* Wrapping what was packed. A row takes as many cells as fit; a wide one that does not
 * goes to the next row. */
#include "screen/rewrap.h"

void
history_set_cols(struct history *h, uint32_t cols)
{
    h->cols = cols;
    h->straight = h->end;
    h->in_straight = 0;
    h->old_rows_known = false;
    h->chain.known = false;
}

/* --- Chains ------------------------------------------------------------------------- */

static struct record
record_at(const struct history *h, uint64_t place)
{
    struct record r = { 0 };
    (void)history_record(h, place, &r);
    return r;
}

/* Does the record at this place go on what is before it? */
static bool
continues(const struct history *h, uint64_t place)
{
    if (!history_in_view(h, place - 1))
        return false;
    struct record r = record_at(h, place), before = record_at(h, place - 1);
    return (before.flags & RECORD_SOFT_WRAPPED) != 0 && (r.flags & RECORD_HEAD) == 0
           && before.line == r.line;
}

uint64_t
history_chain(const struct history *h, uint64_t end)
{
    uint64_t first = end - 1;
    while (first > h->first && continues(h, first))
        first--;
    return first;
}

/* --- Rows of a chain ---------------------------------------------------------------- */

uint32_t
line_columns(enum row_line line, uint32_t cols)
{
    uint32_t halved = cols / 2 == 0 ? 1 : cols / 2;
    return line == LINE_SINGLE ? cols : halved;
}

static void
open_record(struct wrapper *w, uint64_t place)
{
    struct record r = record_at(w->history, place);
    w->place = place;
    record_read(&w->reader, &r);
}

void
wrapper_init(struct wrapper *w, const struct history *h, uint64_t first, uint64_t end,
             uint32_t cols)
{
    *w = (struct wrapper){ .history = h, .end = end, .bytes = true };
    for (uint64_t place = first; place < end; place++)
        w->bytes &= (record_at(h, place).flags & RECORD_BYTES) != 0;
    open_record(w, first);
    w->cols = line_columns(w->reader.record.line, cols);
}

static bool
at_end_of_record(const struct wrapper *w)
{
    return w->reader.column >= w->reader.record.columns;
}

/* The columns that a row takes of the record that is open, with `taken` of it full. */
static uint32_t
take_columns(struct wrapper *w, uint32_t taken)
{
    uint32_t from = w->reader.column;
    uint32_t room = taken < w->cols ? w->cols - taken : 0; /* a wide one may be over it */
    uint32_t rest = w->reader.record.columns - from;
    record_seek(&w->reader, from + (rest < room ? rest : room));
    if (taken == 0 && w->reader.column == from && rest != 0) {
        struct packed_cell wide; /* wider than the screen: by itself */
        (void)record_next(&w->reader, &wide);
    }
    return w->reader.column - from;
}

bool
wrapper_next(struct wrapper *w, struct stretch *out)
{
    if (w->place >= w->end)
        return false;
    *out =
        (struct stretch){ w->place, w->reader.column, 0, w->reader.record.line, false };
    for (;;) {
        out->columns += take_columns(w, out->columns);
        if (!at_end_of_record(w))
            break;
        bool wraps = (w->reader.record.flags & RECORD_SOFT_WRAPPED) != 0;
        if (w->place + 1 == w->end) {
            w->place = w->end;
            out->soft_wrapped = wraps;
            return true;
        }
        open_record(w, w->place + 1);
    }
    out->soft_wrapped = true;
    return true;
}

/* With a byte a column there is nothing to look for. */
uint32_t
history_chain_rows(const struct history *h, uint64_t first, uint64_t end, uint32_t cols)
{
    struct wrapper w;
    struct stretch row;
    uint32_t rows = 0, columns = 0;
    wrapper_init(&w, h, first, end, cols);
    if (w.bytes) {
        for (uint64_t place = first; place < end; place++)
            columns += record_at(h, place).columns;
        return columns == 0 ? 1 : (columns - 1) / w.cols + 1;
    }
    while (wrapper_next(&w, &row))
        rows++;
    return rows;
}

/* --- The view ----------------------------------------------------------------------- */

static uint32_t
old_rows(struct history *h)
{
    uint64_t place = h->straight;
    uint32_t rows = 0;
    while (!h->old_rows_known && place > h->first && place > h->view) {
        if (!history_in_view(h, place - 1)) {
            place--;
            continue;
        }
        uint64_t first = history_chain(h, place);
        rows += history_chain_rows(h, first, place, h->cols);
        place = first;
    }
    if (!h->old_rows_known)
        h->old_rows = rows;
    h->old_rows_known = true;
    return h->old_rows;
}

/* Of a chain that loses its first or its last record the rest is counted anew. */
void
history_forget(struct history *h, uint64_t place)
{
    if (!h->old_rows_known)
        return;
    uint64_t first = history_chain(h, place + 1), end = place + 1;
    while (end < h->straight && end < h->end && continues(h, end))
        end++;
    uint64_t from = place == first ? first + 1 : first;
    uint64_t to = place == first ? end : end - 1;
    if (place != first && place + 1 != end) {
        h->old_rows_known = false;
        return;
    }
    h->old_rows -= history_chain_rows(h, first, end, h->cols);
    if (from < to)
        h->old_rows += history_chain_rows(h, from, to, h->cols);
}

uint32_t
history_rows(struct history *h)
{
    if (h->in_view == h->in_straight)
        return h->in_view;
    uint64_t rows = (uint64_t)h->in_straight + old_rows(h);
    return rows < h->view_max ? (uint32_t)rows : h->view_max;
}

bool
history_stretch(const struct history *h, uint64_t place, struct stretch *out)
{
    struct record r;
    *out = (struct stretch){ .place = place };
    if (!history_record(h, place, &r))
        return false;
    out->columns = r.columns;
    out->line = r.line;
    out->soft_wrapped = (r.flags & RECORD_SOFT_WRAPPED) != 0;
    return true;
}

/* The last row of a record in view that was soft-wrapped goes on in the next one, if that
 * is in view, or on the screen. */
static bool
goes_on(const struct history *h, uint64_t place)
{
    return place + 1 == h->end || history_in_view(h, place + 1);
}

/* Passes the records that a clear kept, from the row that was looked at last if that is
 * below: so a walk upwards passes each once. */
static uint64_t
place_in_view(struct history *h, uint32_t n)
{
    struct known_row *k = &h->row;
    bool known = k->end == h->end && k->n <= n;
    uint64_t place = known ? k->place : h->end;
    uint32_t passed = known ? k->n + 1 : 0;
    while (passed <= n)
        passed += history_in_view(h, --place);
    *k = (struct known_row){ h->end, place, n };
    return place;
}

/* Without records that a clear kept, rows and places go together. */
static bool
straight_above(struct history *h, uint32_t n, struct stretch *out)
{
    uint64_t place = h->hidden == 0 ? h->end - 1 - n : place_in_view(h, n);
    bool kept = history_stretch(h, place, out);
    out->soft_wrapped = out->soft_wrapped && goes_on(h, place);
    return kept;
}

static void
know(struct history *h, uint64_t first, uint64_t end, uint32_t below)
{
    uint32_t rows = history_chain_rows(h, first, end, h->cols);
    h->chain = (struct known_chain){ true, first, end, rows, below };
}

/* The chain above the one that is known; the newest of the old ones, if none is. */
static void
know_chain_above(struct history *h)
{
    const struct known_chain *c = &h->chain;
    uint64_t end = c->known ? c->first : h->straight;
    uint32_t below = c->known ? c->below + c->rows : h->in_straight;
    while (!history_in_view(h, end - 1))
        end--;
    know(h, history_chain(h, end), end, below);
}

static void
know_chain_below(struct history *h)
{
    uint64_t first = h->chain.end;
    uint32_t above = h->chain.below; /* rows from its last one down */
    while (!history_in_view(h, first))
        first++;
    uint64_t end = first + 1;
    while (end < h->straight && continues(h, end))
        end++;
    know(h, first, end, 0);
    h->chain.below = above - h->chain.rows;
}

bool
history_above(struct history *h, uint32_t n, struct stretch *out)
{
    if (n >= history_rows(h))
        return false;
    if (n < h->in_straight)
        return straight_above(h, n, out);
    while (!h->chain.known || n >= h->chain.below + h->chain.rows)
        know_chain_above(h);
    while (n < h->chain.below)
        know_chain_below(h);

    struct wrapper w;
    uint32_t above = h->chain.below + h->chain.rows - 1 - n;
    wrapper_init(&w, h, h->chain.first, h->chain.end, h->cols);
    for (uint32_t i = 0; i <= above; i++)
        (void)wrapper_next(&w, out);
    if (above + 1 == h->chain.rows)
        out->soft_wrapped = out->soft_wrapped && goes_on(h, h->chain.end - 1);
    return true;
}

/* --- Cells -------------------------------------------------------------------------- */

void
stretch_read(struct stretch_reader *r, const struct history *h,
             const struct stretch *stretch)
{
    struct record record = record_at(h, stretch->place);
    *r = (struct stretch_reader){ .history = h,
                                  .place = stretch->place,
                                  .left = stretch->columns };
    record_read(&r->reader, &record);
    record_seek(&r->reader, stretch->column);
}

bool
stretch_next(struct stretch_reader *r, struct packed_cell *out)
{
    while (r->left != 0) {
        if (record_next(&r->reader, out)) {
            r->left = out->width < r->left ? r->left - out->width : 0;
            return true;
        }
        struct record next = record_at(r->history, ++r->place);
        if (r->place >= r->history->end)
            return false;
        record_read(&r->reader, &next);
    }
    return false;
}
