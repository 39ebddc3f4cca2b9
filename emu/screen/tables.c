/* The tables that cells name: when one is full, the values that no cell names are
 * swept. */
#include "screen/screen.h"

static void
mark_row(struct screen *s, const struct row *row)
{
    for (uint32_t x = 0; row != NULL && x < row->columns; x++) {
        struct cell cell = row_cell(row, x);
        intern_mark(&s->styles, cell.style);
        intern_mark(&s->links, cell.link);
        if (cell.kind == CELL_CLUSTER)
            intern_mark(&s->clusters, cell.content);
    }
}

static void
sweep(struct screen *s)
{
    intern_mark(&s->styles, s->pen_style);
    intern_mark(&s->links, s->pen_link);
    for (uint32_t y = 0; y < s->rows; y++) {
        mark_row(s, s->primary[y]);
        mark_row(s, s->alternate == NULL ? NULL : s->alternate[y]);
    }
    history_mark(&s->history, &s->styles, &s->links);
    intern_sweep(&s->styles);
    intern_sweep(&s->links);
    intern_sweep(&s->clusters);
}

static uint16_t
interned(struct screen *s, struct intern *table, qtty_span value)
{
    uint16_t id = intern_add(table, value);
    if (id == 0 && intern_wants_sweep(table)) {
        sweep(s);
        id = intern_add(table, value);
    }
    s->lost |= table->starved;
    table->starved = false;
    return id;
}

uint16_t
screen_style(struct screen *s, const qtty_style *style)
{
    static const qtty_style plain;
    bool is_plain = style->fg == plain.fg && style->bg == plain.bg
                    && style->ul == plain.ul && style->attributes == plain.attributes
                    && style->underline == plain.underline;
    if (is_plain)
        return 0;
    return interned(s, &s->styles, (qtty_span){ (const uint8_t *)style, sizeof *style });
}

uint16_t
screen_link(struct screen *s, qtty_span uri)
{
    return uri.len == 0 ? 0 : interned(s, &s->links, uri);
}

uint16_t
screen_cluster(struct screen *s, qtty_span text)
{
    return interned(s, &s->clusters, text);
}
