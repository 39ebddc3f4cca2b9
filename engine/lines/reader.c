/* Readers. A final line does not change, so that a place among the final lines says
 * almost all; the rest is in the set of known lines. When final lines become open again,
 * their ordinals are given anew: a reader goes back with them, and knows what it has
 * passed. */
#include "lines/reader.h"

#include "base/alloc.h"
#include "lines/excerpt.h"
#include "lines/known.h"
#include "lines/lines.h"

struct qtty_reader {
    qtty_lines *lines;
    qtty_reader *next;   /* of the same lines */
    uint64_t at;         /* ordinal of the next line to read */
    uint64_t given_from; /* what is passed from here on and not known was given */
    uint64_t mark;       /* ordinal of the first line that was not final at the mark */
    uint64_t lost;       /* lines_lost that are in `gap` already */
    uint64_t lost_mark;  /* lines_lost at the mark */
    uint64_t gap;        /* lines that will not be seen, not yet reported */
    struct known_set known;
};

/* --- A place ------------------------------------------------------------------------ */

qtty_status
qtty_reader_create(qtty_reader **out, qtty_lines *l)
{
    *out = NULL;
    qtty_reader *r = mem_zalloc(l->allocator, 1, sizeof(*r));
    if (r == NULL)
        return lines_fail(l, QTTY_E_NOMEM);
    r->lines = l;
    r->next = l->readers;
    l->readers = r;
    known_init(&r->known, l->allocator, l->store.bytes_max);
    const qtty_status st = qtty_reader_mark(r);
    if (st == QTTY_OK)
        *out = r;
    else
        qtty_reader_destroy(r);
    return st;
}

void
qtty_reader_destroy(qtty_reader *r)
{
    if (r == NULL)
        return;
    qtty_reader **link = &r->lines->readers;
    while (*link != r)
        link = &(*link)->next;
    *link = r->next;
    known_finish(&r->known);
    mem_free(r->lines->allocator, r);
}

/* What the open lines say now. */
static qtty_status
know_open_lines(qtty_lines *l, const struct view *v, struct known_set *known)
{
    const uint64_t count = view_count(v);
    for (uint64_t i = v->final_end - v->final_first; i < count; i++) {
        struct store_line line;
        qtty_status st = view_text(v, i, &line);
        if (st == QTTY_OK)
            st = known_learn(known, lines_id(l, v, i), KNOWN_AT_MARK | KNOWN_SEEN,
                             line.text);
        if (st != QTTY_OK)
            return st;
    }
    return QTTY_OK;
}

qtty_status
qtty_reader_mark(qtty_reader *r)
{
    qtty_lines *l = r->lines;
    struct view v;
    struct known_set known;
    known_init(&known, l->allocator, l->store.bytes_max);
    qtty_status st = lines_view(l, &v);
    if (st == QTTY_OK)
        st = know_open_lines(l, &v, &known);
    if (st != QTTY_OK) {
        known_finish(&known);
        return lines_fail(l, st);
    }
    known_finish(&r->known);
    r->known = known;
    r->at = r->given_from = r->mark = v.final_end;
    r->lost = r->lost_mark = lines_lost(l);
    r->gap = 0;
    return QTTY_OK;
}

static bool
find_final(const qtty_lines *l, uint64_t id, uint64_t *ordinal)
{
    const struct ring *lines = &l->store.starts;
    for (uint64_t i = lines->end; i > lines->first; i--) {
        if (lines_final_id(l, i - 1) == id) {
            *ordinal = i - 1;
            return true;
        }
    }
    return false;
}

qtty_status
qtty_reader_seek(qtty_reader *r, uint64_t id)
{
    qtty_lines *l = r->lines;
    uint64_t ordinal;
    if (id == 0)
        r->at = l->store.starts.first;
    else if (find_final(l, id, &ordinal))
        r->at = ordinal + 1;
    else
        return lines_fail(l, QTTY_E_NOT_FOUND);

    r->given_from = r->at;
    r->lost = lines_lost(l);
    r->gap = 0;
    known_unsee(&r->known);
    return QTTY_OK;
}

/* --- Reading ------------------------------------------------------------------------ */

static void
count_gap(qtty_reader *r)
{
    const uint64_t lost = lines_lost(r->lines);
    const uint64_t first = r->lines->store.starts.first;
    r->gap += lost - r->lost;
    r->lost = lost;
    if (r->at < first) {
        r->gap += first - r->at;
        r->at = first;
    }
}

/* Pass a line. @return true: it is news. Where there is no memory to know it by, it may
 * be given again. */
static bool
pass(qtty_reader *r, qtty_line *line)
{
    r->at++;
    struct known *known = known_find(&r->known, line->id);
    if (known == NULL)
        return true;
    if (known_is(known->seen, line->text))
        return false;
    line->rewritten = known->given;
    known->given = true;
    (void)known_learn(&r->known, line->id, KNOWN_SEEN, line->text);
    return true;
}

qtty_status
qtty_reader_next(qtty_reader *r, qtty_line *out, uint64_t *gap)
{
    *gap = 0;
    count_gap(r);
    while (r->at < r->lines->store.starts.end) {
        const qtty_status st = lines_final_at(r->lines, r->at, out);
        if (st != QTTY_OK)
            return lines_fail(r->lines, st);
        if (pass(r, out)) {
            *gap = r->gap;
            r->gap = 0;
            return QTTY_OK;
        }
    }
    *out = (qtty_line){ 0 };
    return QTTY_E_NOT_FOUND;
}

static qtty_status
remember(qtty_reader *r, uint64_t ordinal)
{
    struct store_line line;
    qtty_status st = store_line(&r->lines->store, ordinal, &line);
    if (st != QTTY_OK)
        return st;
    const uint64_t id = lines_final_id(r->lines, ordinal);
    const struct known *before = known_find(&r->known, id);
    const bool passed = ordinal < r->at && (before == NULL || before->seen == NULL);
    const unsigned which =
        (ordinal < r->mark ? KNOWN_AT_MARK : 0) | (passed ? KNOWN_SEEN : 0);
    if (which == 0)
        return QTTY_OK;
    st = known_learn(&r->known, id, which, line.text);
    struct known *known = known_find(&r->known, id);
    if (known != NULL && passed)
        known->given |= ordinal >= r->given_from;
    return st;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

qtty_status
readers_reopen(qtty_lines *l, uint64_t ordinal)
{
    qtty_status worst = QTTY_OK;
    for (qtty_reader *r = l->readers; r != NULL; r = r->next) {
        const uint64_t passed = r->at > r->mark ? r->at : r->mark;
        for (uint64_t i = ordinal; i < passed; i++)
            worst = first_failure(worst, remember(r, i));
        r->at = least(r->at, ordinal);
        r->given_from = least(r->given_from, ordinal);
        r->mark = least(r->mark, ordinal);
    }
    return worst;
}

/* --- What changed ------------------------------------------------------------------- */

struct since_mark {
    const qtty_reader *reader;
    const struct view *view;
};

/* The line has another text than at the mark. */
static bool
has_changed(const void *context, uint64_t index, qtty_span text)
{
    const struct since_mark *c = context;
    const uint64_t id = lines_id(c->reader->lines, c->view, index);
    const struct known *known = known_find(&c->reader->known, id);
    return known == NULL || !known_is(known->at_mark, text);
}

/* Some line since the mark is not there, or a part of it. */
static bool
is_incomplete(const qtty_reader *r, const struct view *v)
{
    return r->mark < v->final_first || v->open_hidden
           || lines_lost(r->lines) > r->lost_mark;
}

qtty_status
qtty_reader_delta(qtty_reader *r, qtty_buf *text, qtty_delta *out)
{
    qtty_lines *l = r->lines;
    struct view v;
    *out = (qtty_delta){ 0 };
    qtty_status st = lines_view(l, &v);
    if (st != QTTY_OK)
        return lines_fail(l, st);

    const struct since_mark context = { r, &v };
    struct excerpt e = { .view = &v,
                         .first = r->mark > v.final_first ? r->mark - v.final_first : 0,
                         .end = view_count(&v),
                         .room = l->max_read_bytes,
                         .whole_lines = true,
                         .chooses = has_changed,
                         .context = &context,
                         .truncated = is_incomplete(r, &v) };
    st = excerpt_measure(&e);
    if (st == QTTY_OK)
        st = excerpt_append(&e, text);
    if (st == QTTY_OK)
        *out = (qtty_delta){ e.lines, e.truncated };
    return lines_fail(l, st);
}
