/* Places. The store's ordinals go on over the lines that are open, and on over rows below
 * the last written one, which become blank lines once something stands further down. So
 * an ordinal means the same line when that line is final. */
#include "lines/place.h"

#include "lines/excerpt.h"

/* --- Where the next character goes -------------------------------------------------- */

static qtty_status
row_bytes(struct project *p, uint32_t y, uint32_t end, uint64_t *bytes)
{
    const qtty_status st = project_row(p, y, end);
    *bytes = p->row.len;
    return st;
}

/* As in the text of a row: an erased cell is a space, a spacer nothing. */
static uint64_t
cell_bytes(const qtty_emulator *e, uint32_t y, uint32_t col)
{
    qtty_cell cell;
    qtty_emulator_cell(e, (int32_t)y, col, &cell);
    if (cell.text_len > 0)
        return cell.text_len;
    return cell.width > 0 ? 1 : 0;
}

/* The bytes of the cursor's row before the cursor. Behind the last written cell there are
 * none. A mark of what is concealed ends there: what was said up to now is whole, and of
 * concealed text that goes on behind it the bytes of that end are lost to who begins. */
static qtty_status
bytes_before(struct project *p, const qtty_cursor *cursor, uint64_t *bytes)
{
    qtty_row row;
    const uint32_t end = cursor->col + (cursor->pending_wrap ? 1 : 0);
    qtty_emulator_primary_row(p->emulator, cursor->row, &row);
    if (end >= row.cells || p->hidden != QTTY_HIDDEN_KEPT)
        return row_bytes(p, cursor->row, end < row.cells ? end : row.cells, bytes);
    *bytes = 0;
    for (uint32_t col = 0; col < end; col++)
        *bytes += cell_bytes(p->emulator, cursor->row, col);
    return QTTY_OK;
}

/* Rows above the cursor's end a line or begin what the next one continues. The first may
 * itself continue a line whose head left the screen. */
static qtty_status
place_on_screen(qtty_lines *l, struct place *out)
{
    struct project *p = &l->screen;
    qtty_status worst = QTTY_OK;
    qtty_cursor cursor;
    qtty_emulator_cursor(p->emulator, &cursor);
    out->ordinal = l->store.starts.end;
    if (l->store.open)
        out->offset = store_length(&l->store, out->ordinal);
    for (uint32_t y = 0; y < cursor.row; y++) {
        qtty_row row;
        uint64_t bytes;
        qtty_emulator_primary_row(p->emulator, y, &row);
        worst = first_failure(worst, row_bytes(p, y, row.cells, &bytes));
        out->ordinal += row.soft_wrapped ? 0 : 1;
        out->offset = row.soft_wrapped ? out->offset + bytes : 0;
    }
    uint64_t before;
    worst = first_failure(worst, bytes_before(p, &cursor, &before));
    out->offset += before;
    return worst;
}

/* The end of the last open line; where none is open, the beginning of the next one. */
static qtty_status
place_at_end(qtty_lines *l, struct place *out)
{
    struct view v;
    const qtty_status st = lines_view(l, &v);
    out->ordinal = v.final_end;
    if (st != QTTY_OK || v.open_end == 0)
        return st;
    out->ordinal += v.open_end - 1;
    out->offset = project_length(&l->screen, v.open_end - 1);
    return st;
}

/* A line that only the end of the stream ended has its end there, not behind it. */
static void
place_in_stream(const qtty_lines *l, struct place *out)
{
    const struct ring *lines = &l->store.starts;
    const bool cut_short = l->stream.cut_short && lines->first < lines->end;
    out->ordinal = lines->end - (cut_short ? 1 : 0);
    if (l->stream.cr_held)
        out->ordinal++;
    else if (l->store.open || cut_short)
        out->offset = store_length(&l->store, out->ordinal);
}

qtty_status
lines_place(qtty_lines *l, struct place *out)
{
    qtty_status st = QTTY_OK;
    *out = l->ended ? l->end : (struct place){ 0 };
    out->lost = lines_lost(l);
    if (l->projection == QTTY_PROJECTION_STREAM)
        place_in_stream(l, out);
    else if (!l->ended && qtty_emulator_alternate(l->screen.emulator))
        st = place_at_end(l, out);
    else if (!l->ended)
        st = place_on_screen(l, out);
    return lines_fail(l, st);
}

/* --- What stands between two -------------------------------------------------------- */

struct range {
    const qtty_lines *lines;
    const struct view *view;
    const struct place *from, *to;
    uint64_t open;       /* ordinal of the first of the open lines */
    uint64_t first, end; /* ordinals of those of its lines that are there */
    uint64_t blank;      /* lines after them that are not there yet */
};

/* Where open lines are hidden, what is older is left out too: the text has no hole. */
static void
find_lines(struct range *r)
{
    const struct view *v = r->view;
    const bool screen = r->lines->projection == QTTY_PROJECTION_SCREEN;
    r->open = screen ? v->final_end : 0;
    const bool hides = v->open_hidden && r->to->ordinal >= r->open;
    const uint64_t oldest = hides ? r->open + v->open_first : v->final_first;
    const uint64_t end = r->open + v->open_end, last = r->to->ordinal;
    r->first = r->from->ordinal > oldest ? r->from->ordinal : oldest;
    r->end = last < end ? last + 1 : end;
    if (r->first < r->end)
        r->blank = last + 1 - r->end;
    else
        r->blank = last > r->first ? last - r->first : 0;
}

static uint64_t
index_of(const struct range *r, uint64_t ordinal)
{
    const struct view *v = r->view;
    if (ordinal < v->final_end)
        return ordinal - v->final_first;
    return ordinal - r->open - v->open_first + v->final_end - v->final_first;
}

static uint64_t
ordinal_of(const struct range *r, uint64_t index)
{
    const struct view *v = r->view;
    const uint64_t final = v->final_end - v->final_first;
    return index < final ? v->final_first + index
                         : r->open + v->open_first + index - final;
}

static uint64_t
length_of(const struct range *r, uint64_t ordinal)
{
    if (r->lines->projection == QTTY_PROJECTION_STREAM || ordinal < r->open)
        return store_length(r->view->final, ordinal);
    return project_length(&r->lines->screen, ordinal - r->open);
}

/* An offset as an index into what is there of the text; another text may stand there by
 * now, whose characters begin elsewhere. */
static size_t
index_in(qtty_span text, uint64_t gone, uint64_t offset)
{
    if (offset <= gone)
        return 0;
    if (offset - gone >= text.len)
        return text.len;
    size_t at = (size_t)(offset - gone);
    while (at < text.len && (text.data[at] & 0xC0) == 0x80)
        at++;
    return at;
}

static void
narrow(const void *context, uint64_t index, struct store_line *line)
{
    const struct range *r = context;
    const uint64_t ordinal = ordinal_of(r, index);
    const uint64_t gone = length_of(r, ordinal) - line->text.len;
    size_t from = 0, to = line->text.len;
    if (ordinal == r->to->ordinal)
        to = index_in(line->text, gone, r->to->offset);
    if (ordinal == r->from->ordinal) {
        from = index_in(line->text, gone, r->from->offset);
        line->cut = line->cut && r->from->offset < gone;
    }
    line->text = (qtty_span){ line->text.data + from, to - from };
}

static bool
is_before(const struct place *a, const struct place *b)
{
    return a->ordinal != b->ordinal ? a->ordinal < b->ordinal : a->offset < b->offset;
}

/* There is room for it. */
static void
append_line_ends(qtty_buf *text, size_t count)
{
    memset(text->data + text->len, '\n', count);
    text->len += count;
}

static qtty_status
append_range(const struct range *r, size_t room, qtty_buf *text, bool *truncated)
{
    const size_t ends = r->blank < room ? (size_t)r->blank : room;
    struct excerpt e = { .view = r->view,
                         .room = room - ends,
                         .narrows = narrow,
                         .context = r,
                         .truncated = r->blank > room || r->first > r->from->ordinal
                                      || lines_lost(r->lines) > r->from->lost };
    if (r->first < r->end) {
        e.first = index_of(r, r->first);
        e.end = index_of(r, r->end - 1) + 1;
    }
    qtty_status st = excerpt_measure(&e);
    if (st == QTTY_OK)
        st = qtty_buf_reserve(text, e.bytes + ends);
    if (st == QTTY_OK)
        st = excerpt_append(&e, text);
    if (st != QTTY_OK)
        return st;
    if (ends > 0)
        append_line_ends(text, ends);
    *truncated |= e.truncated;
    return QTTY_OK;
}

qtty_status
lines_between(qtty_lines *l, const struct place *from, const struct place *to,
              size_t room, qtty_buf *text, bool *truncated)
{
    struct view v;
    if (!is_before(from, to))
        return QTTY_OK;
    const qtty_status st = lines_view(l, &v);
    if (st != QTTY_OK)
        return lines_fail(l, st);
    struct range r = { .lines = l, .view = &v, .from = from, .to = to };
    find_lines(&r);
    return lines_fail(l, append_range(&r, room, text, truncated));
}
