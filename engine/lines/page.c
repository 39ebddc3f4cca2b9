/* Looking at lines: the view over final and open ones, lines by index and id, pages. */
#include "lines/lines.h"

#include "unicode/grapheme.h"
#include <stdio.h>

/* --- The view ----------------------------------------------------------------------- */

uint64_t
lines_lost(const qtty_lines *l)
{
    return l->store.lost + l->screen.missed;
}

static void
view_stream(qtty_lines *l, struct view *v)
{
    v->open = &l->store;
    v->open_first = v->final_end;
    v->open_end = v->final_end + (l->store.open ? 1 : 0);
}

/* Open lines count, and they are the newest: what they leave of the bounds is for the
 * final ones. Those that it does not suffice for stay in the store all the same, until
 * newer final ones need their room: what is kept does not depend on when somebody
 * looked. */
static qtty_status
view_screen(qtty_lines *l, struct view *v)
{
    const qtty_status st = project_look(&l->screen);
    v->open = &l->screen.screen_text;
    v->open_first = v->open->starts.first;
    v->open_end = v->open->starts.end;

    const uint64_t bytes = store_bytes(v->open, v->open_first, v->open_end);
    const uint64_t bytes_left = l->store.bytes_max - bytes;
    const uint64_t lines_left = l->store.lines_max - (v->open_end - v->open_first);
    while (v->final_end - v->final_first > lines_left
           || store_bytes(v->final, v->final_first, v->final_end) > bytes_left)
        v->final_first++;
    return st;
}

qtty_status
lines_view(qtty_lines *l, struct view *v)
{
    qtty_status st = QTTY_OK;
    *v = (struct view){ .final = &l->store,
                        .final_first = l->store.starts.first,
                        .final_end = l->store.starts.end };
    if (l->projection == QTTY_PROJECTION_STREAM)
        view_stream(l, v);
    else
        st = view_screen(l, v);
    v->dropped = v->final_first + lines_lost(l);
    if (v->open != v->final)
        v->dropped += v->open_first;
    return st;
}

uint64_t
view_count(const struct view *v)
{
    return v->final_end - v->final_first + v->open_end - v->open_first;
}

qtty_status
view_text(const struct view *v, uint64_t index, struct store_line *out)
{
    const uint64_t final = v->final_end - v->final_first;
    if (index < final)
        return store_line(v->final, v->final_first + index, out);
    return store_line(v->open, v->open_first + index - final, out);
}

uint64_t
qtty_lines_count(qtty_lines *l)
{
    struct view v;
    lines_view(l, &v);
    return view_count(&v);
}

uint64_t
qtty_lines_final(qtty_lines *l)
{
    struct view v;
    lines_view(l, &v);
    return v.final_end - v.final_first;
}

uint64_t
qtty_lines_dropped(qtty_lines *l)
{
    struct view v;
    lines_view(l, &v);
    return v.dropped;
}

/* --- One line ----------------------------------------------------------------------- */

/* Lines of a stream are numbered in their order, from 1. */
uint64_t
lines_final_id(const qtty_lines *l, uint64_t ordinal)
{
    if (l->projection == QTTY_PROJECTION_STREAM)
        return ordinal + 1;
    return project_origin(&l->screen, ordinal)->id;
}

uint64_t
lines_id(const qtty_lines *l, const struct view *v, uint64_t index)
{
    const uint64_t final = v->final_end - v->final_first;
    if (index < final || l->projection == QTTY_PROJECTION_STREAM)
        return lines_final_id(l, v->final_first + index);
    const struct origin *origin =
        ring_at(&l->screen.on_screen.origins, v->open_first + index - final);
    return origin->id;
}

qtty_status
lines_final_at(qtty_lines *l, uint64_t ordinal, qtty_line *out)
{
    struct store_line line;
    *out = (qtty_line){ 0 };
    const qtty_status st = store_line(&l->store, ordinal, &line);
    if (st != QTTY_OK)
        return st;
    const bool in_view =
        l->projection == QTTY_PROJECTION_STREAM || project_in_view(&l->screen, ordinal);
    *out = (qtty_line){ .id = lines_final_id(l, ordinal),
                        .text = line.text,
                        .final = true,
                        .in_view = in_view,
                        .cut = line.cut };
    return QTTY_OK;
}

static qtty_status
line_at(qtty_lines *l, const struct view *v, uint64_t index, qtty_line *out)
{
    struct store_line line;
    if (index < v->final_end - v->final_first)
        return lines_final_at(l, v->final_first + index, out);
    const qtty_status st = view_text(v, index, &line);
    if (st != QTTY_OK)
        return st;
    *out = (qtty_line){
        .id = lines_id(l, v, index), .text = line.text, .in_view = true, .cut = line.cut
    };
    return QTTY_OK;
}

qtty_status
qtty_lines_line(qtty_lines *l, uint64_t index, qtty_line *out)
{
    struct view v;
    *out = (qtty_line){ 0 };
    const qtty_status st = lines_view(l, &v);
    if (index < view_count(&v))
        return line_at(l, &v, index, out);
    return st != QTTY_OK ? st : QTTY_E_RANGE;
}

/* From the newest back: rows shift, so that ids are not in order. */
qtty_status
qtty_lines_find(qtty_lines *l, uint64_t id, qtty_line *out)
{
    struct view v;
    *out = (qtty_line){ 0 };
    const qtty_status st = lines_view(l, &v);
    for (uint64_t i = view_count(&v); i > 0; i--) {
        if (lines_id(l, &v, i - 1) == id)
            return line_at(l, &v, i - 1, out);
    }
    return st != QTTY_OK ? st : QTTY_E_NOT_FOUND;
}

/* --- A page ------------------------------------------------------------------------- */

/* Lines [first, end) of a view, without some bytes at the front of the first. */
struct excerpt {
    uint64_t first, end;
    size_t skip;
    size_t bytes; /* with an LF between lines */
    bool truncated;
};

/* Take lines from the newest back, as long as there is room; of one that has too little
 * as much as it can have. */
static qtty_status
measure(const struct view *v, size_t room, struct excerpt *e)
{
    const uint64_t oldest = e->first;
    e->first = e->end;
    while (e->first > oldest && e->skip == 0) {
        struct store_line line;
        const qtty_status st = view_text(v, e->first - 1, &line);
        if (st != QTTY_OK)
            return st;
        const size_t needed = line.text.len + (e->first < e->end ? 1 : 0);
        const size_t left = room - e->bytes;
        if (needed > left) {
            const size_t over = needed - left, len = line.text.len;
            const size_t skip = over < len ? grapheme_boundary(line.text, over) : len;
            e->truncated = true;
            if (skip == len)
                return QTTY_OK;
            e->skip = skip;
        }
        e->truncated |= line.cut;
        e->bytes += needed - e->skip;
        e->first--;
    }
    return QTTY_OK;
}

static qtty_status
append(const struct view *v, const struct excerpt *e, qtty_buf *text)
{
    const size_t before = text->len;
    size_t skip = e->skip;
    qtty_status st = qtty_buf_reserve(text, e->bytes);
    for (uint64_t i = e->first; i < e->end && st == QTTY_OK; i++) {
        struct store_line line;
        st = view_text(v, i, &line);
        if (st == QTTY_OK && i > e->first)
            st = qtty_buf_append(text, "\n", 1);
        if (st == QTTY_OK)
            st = qtty_buf_append(text, line.text.data + skip, line.text.len - skip);
        skip = 0;
    }
    if (st != QTTY_OK)
        text->len = before;
    return st;
}

static qtty_status
fail_range(qtty_lines *l, const char *field, int64_t value, int least)
{
    snprintf(l->error, sizeof(l->error), "%s %lld: must be at least %d", field,
             (long long)value, least);
    return QTTY_E_RANGE;
}

qtty_status
qtty_lines_read(qtty_lines *l, int64_t offset, int64_t count, qtty_buf *text,
                qtty_page *page)
{
    struct view v;
    *page = (qtty_page){ 0 };
    if (offset < 0)
        return fail_range(l, "offset", offset, 0);
    if (count < 1)
        return fail_range(l, "count", count, 1);
    qtty_status st = lines_view(l, &v);
    if (st != QTTY_OK)
        return lines_fail(l, st);

    const uint64_t retained = view_count(&v);
    const uint64_t skipped = (uint64_t)offset < retained ? (uint64_t)offset : retained;
    struct excerpt e = { .end = retained - skipped, .truncated = v.dropped > 0 };
    e.first = e.end > (uint64_t)count ? e.end - (uint64_t)count : 0;
    st = measure(&v, l->max_read_bytes, &e);
    if (st == QTTY_OK)
        st = append(&v, &e, text);
    if (st == QTTY_OK)
        *page = (qtty_page){ retained, skipped, e.end - e.first, e.truncated };
    return lines_fail(l, st);
}
