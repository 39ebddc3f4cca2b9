/* Readers. A final line does not change, so that a place among the final lines says
 * almost all; the rest is in the set of known lines. When final lines become open again,
 * their ordinals are given anew: a reader goes back with them, and knows what it has
 * passed. */
#include "lines/reader.h"

#include "base/alloc.h"
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
    known_init(&r->known, l->allocator);
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
        const qtty_status st = view_text(v, i, &line);
        if (st != QTTY_OK)
            return st;
        struct known *k = known_add(known, lines_id(l, v, i));
        if (k == NULL)
            return QTTY_E_NOMEM;
        k->at_mark = k->seen = digest_of(line.text);
    }
    return QTTY_OK;
}

qtty_status
qtty_reader_mark(qtty_reader *r)
{
    qtty_lines *l = r->lines;
    struct view v;
    struct known_set known;
    known_init(&known, l->allocator);
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
    for (size_t i = 0; i < r->known.count; i++) {
        r->known.lines[i].seen = 0;
        r->known.lines[i].given = false;
    }
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

/* Pass a line. @return true: it is news. */
static bool
pass(qtty_reader *r, qtty_line *line)
{
    r->at++;
    struct known *known = known_find(&r->known, line->id);
    if (known == NULL)
        return true;
    const digest now = digest_of(line->text);
    if (known->seen == now)
        return false;
    line->rewritten = known->given;
    known->seen = now;
    known->given = true;
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
    const qtty_status st = store_line(&r->lines->store, ordinal, &line);
    if (st != QTTY_OK)
        return st;
    struct known *known = known_add(&r->known, lines_final_id(r->lines, ordinal));
    if (known == NULL)
        return QTTY_E_NOMEM;
    const digest now = digest_of(line.text);
    if (ordinal < r->mark)
        known->at_mark = now;
    if (ordinal < r->at && known->seen == 0) {
        known->seen = now;
        known->given = ordinal >= r->given_from;
    }
    return QTTY_OK;
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

/* Lines of a view from `first` on that changed, without some bytes at the front of the
 * first. */
struct change {
    uint64_t first;
    size_t skip;
    size_t bytes; /* with an LF between lines */
    uint64_t lines;
    bool truncated;
};

/* The text of a line; *changed: it is another than at the mark. */
static qtty_status
compare(const qtty_reader *r, const struct view *v, uint64_t index,
        struct store_line *line, bool *changed)
{
    const qtty_status st = view_text(v, index, line);
    if (st != QTTY_OK)
        return st;
    const struct known *known = known_find(&r->known, lines_id(r->lines, v, index));
    *changed = known == NULL || known->at_mark != digest_of(line->text);
    return QTTY_OK;
}

/* From the newest back, whole lines; of the newest, if it is too long, its end alone. */
static qtty_status
measure(const qtty_reader *r, const struct view *v, uint64_t oldest, struct change *c)
{
    const size_t room = r->lines->max_read_bytes;
    for (c->first = view_count(v); c->first > oldest && c->skip == 0; c->first--) {
        struct store_line line;
        bool changed;
        const qtty_status st = compare(r, v, c->first - 1, &line, &changed);
        if (st != QTTY_OK)
            return st;
        if (!changed)
            continue;
        const size_t needed = line.text.len + (c->lines > 0 ? 1 : 0);
        const bool fits = needed <= room - c->bytes;
        c->truncated |= line.cut || !fits;
        if (!fits && c->lines > 0)
            return QTTY_OK;
        if (!fits)
            c->skip = grapheme_boundary(line.text, needed - room);
        c->bytes += needed - c->skip;
        c->lines++;
    }
    return QTTY_OK;
}

static qtty_status
append(const qtty_reader *r, const struct view *v, const struct change *c, qtty_buf *text)
{
    const size_t before = text->len;
    size_t skip = c->skip;
    const char *separator = "";
    qtty_status st = qtty_buf_reserve(text, c->bytes);
    for (uint64_t i = c->first; i < view_count(v) && st == QTTY_OK; i++) {
        struct store_line line;
        bool changed = false;
        st = compare(r, v, i, &line, &changed);
        if (!changed)
            continue;
        st = qtty_buf_append(text, separator, strlen(separator));
        if (st == QTTY_OK)
            st = qtty_buf_append(text, line.text.data + skip, line.text.len - skip);
        separator = "\n";
        skip = 0;
    }
    if (st != QTTY_OK)
        text->len = before;
    return st;
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

    const uint64_t oldest = r->mark > v.final_first ? r->mark - v.final_first : 0;
    struct change c = { .truncated = r->mark < v.final_first
                                     || (v.open != v.final && v.open_first > 0)
                                     || lines_lost(l) > r->lost_mark };
    st = measure(r, &v, oldest, &c);
    if (st == QTTY_OK)
        st = append(r, &v, &c, text);
    if (st == QTTY_OK)
        *out = (qtty_delta){ c.lines, c.truncated };
    return lines_fail(l, st);
}
