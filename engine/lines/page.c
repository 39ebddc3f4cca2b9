/* Looking at lines: the view over final and open ones, lines by index and id, pages. */
#include "lines/excerpt.h"

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

/* The oldest of the newest open lines that fit. One that is longer than all the room is
 * cut, so that it fits if only blank ones are newer. */
static uint64_t
first_open(const struct store *open, uint64_t lines, uint64_t bytes)
{
    const uint64_t oldest = open->starts.first, end = open->starts.end;
    const uint64_t first = store_fitting(open, lines, bytes);
    const bool is_cut =
        first > oldest && end - first < lines && store_bytes(open, first, end) == 0;
    return is_cut ? first - 1 : first;
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
    v->open_first = first_open(v->open, l->store.lines_max, l->store.bytes_max);
    v->open_end = v->open->starts.end;
    v->open_hidden = v->open_first > 0;

    const uint64_t bytes = store_bytes(v->open, v->open_first, v->open_end);
    const uint64_t bytes_left =
        bytes < l->store.bytes_max ? l->store.bytes_max - bytes : 0;
    const uint64_t lines_left = l->store.lines_max - (v->open_end - v->open_first);
    v->final_first = store_fitting(v->final, lines_left, bytes_left);
    return st;
}

qtty_status
lines_view(qtty_lines *l, struct view *v)
{
    *v = (struct view){ .final = &l->store,
                        .final_first = l->store.starts.first,
                        .final_end = l->store.starts.end };
    if (l->projection == QTTY_PROJECTION_SCREEN)
        return view_screen(l, v);
    view_stream(l, v);
    return QTTY_OK;
}

uint64_t
view_count(const struct view *v)
{
    return v->final_end - v->final_first + v->open_end - v->open_first;
}

static void
cut(struct store_line *line, size_t over)
{
    const size_t skip = grapheme_boundary(line->text, over);
    line->text.data += skip;
    line->text.len -= skip;
    line->cut = true;
}

qtty_status
view_text(const struct view *v, uint64_t index, struct store_line *out)
{
    const uint64_t final = v->final_end - v->final_first;
    if (index < final)
        return store_line(v->final, v->final_first + index, out);
    const qtty_status st = store_line(v->open, v->open_first + index - final, out);
    if (out->text.len > v->final->bytes_max)
        cut(out, (size_t)(out->text.len - v->final->bytes_max));
    return st;
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
    return l->store.starts.first + lines_lost(l);
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
    struct excerpt e = { .view = &v,
                         .end = retained - skipped,
                         .room = l->max_read_bytes,
                         .truncated =
                             v.final_first > 0 || v.open_hidden || lines_lost(l) > 0 };
    e.first = e.end > (uint64_t)count ? e.end - (uint64_t)count : 0;
    st = excerpt_measure(&e);
    if (st == QTTY_OK)
        st = excerpt_append(&e, text);
    if (st == QTTY_OK)
        *page = (qtty_page){ retained, skipped, e.lines, e.truncated };
    return lines_fail(l, st);
}
