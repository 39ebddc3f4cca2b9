/* Two walks over the same lines: from the newest back, to see what there is room for,
 * and forward with the text. */
#include "lines/excerpt.h"

#include "unicode/grapheme.h"

static qtty_status
look(const struct excerpt *e, uint64_t index, struct store_line *line, bool *chosen)
{
    const qtty_status st = view_text(e->view, index, line);
    if (st == QTTY_OK && e->narrows != NULL)
        e->narrows(e->context, index, line);
    *chosen = st == QTTY_OK
              && (e->chooses == NULL || e->chooses(e->context, index, line->text));
    return st;
}

/* Take a line, or as much of its end as there is room for. @return false: nothing. */
static bool
take(struct excerpt *e, const struct store_line *line)
{
    const size_t needed = line->text.len + (e->lines > 0 ? 1 : 0);
    const size_t left = e->room - e->bytes;
    if (needed > left) {
        const size_t over = needed - left, len = line->text.len;
        e->truncated = true;
        e->skip = over < len ? grapheme_boundary(line->text, over) : len;
        if (e->skip == len || (e->whole_lines && e->lines > 0)) {
            e->skip = 0;
            return false;
        }
    }
    e->truncated |= line->cut;
    e->bytes += needed - e->skip;
    e->lines++;
    return true;
}

qtty_status
excerpt_measure(struct excerpt *e)
{
    const uint64_t oldest = e->first;
    for (e->first = e->end; e->first > oldest && e->skip == 0; e->first--) {
        struct store_line line;
        bool chosen;
        const qtty_status st = look(e, e->first - 1, &line, &chosen);
        if (st != QTTY_OK)
            return st;
        if (chosen && !take(e, &line))
            return QTTY_OK;
    }
    return QTTY_OK;
}

qtty_status
excerpt_append(const struct excerpt *e, qtty_buf *text)
{
    const size_t before = text->len;
    size_t skip = e->skip;
    const char *separator = "";
    qtty_status st = qtty_buf_reserve(text, e->bytes);
    for (uint64_t i = e->first; i < e->end && st == QTTY_OK; i++) {
        struct store_line line;
        bool chosen;
        st = look(e, i, &line, &chosen);
        if (!chosen)
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
