/* The tables that cells name: when one is full, the values that no cell names are
 * swept. */
#include "screen/screen.h"

#include "screen/style.h"
#include <string.h>

static void
mark_text(struct screen *s, const struct row *row)
{
    intern_mark(&s->styles, row->ground);
    for (uint32_t k = 0; k < row->runs; k++) {
        intern_mark(&s->styles, row_runs(row)[k].style);
        intern_mark(&s->links, row_runs(row)[k].link);
    }
}

static void
mark_cells(struct screen *s, const struct row *row)
{
    for (uint32_t x = 0; x < row->columns; x++) {
        intern_mark(&s->styles, row->store[x].style);
        intern_mark(&s->links, row->store[x].link);
        if (row->store[x].kind == CELL_CLUSTER)
            intern_mark(&s->clusters, row->store[x].content);
    }
}

static void
mark_row(struct screen *s, const struct row *row)
{
    if (row->is_text)
        mark_text(s, row);
    else
        mark_cells(s, row);
}

static void
sweep(struct screen *s)
{
    intern_mark(&s->styles, s->pen.style);
    intern_mark(&s->links, s->pen.link);
    intern_mark(&s->styles, s->erase_style);
    for (uint32_t y = 0; y < s->rows; y++) {
        mark_row(s, s->primary[y]);
        if (s->alternate != NULL)
            mark_row(s, s->alternate[y]);
    }
    history_mark(&s->history, &s->styles, &s->links);
    intern_sweep(&s->styles);
    intern_sweep(&s->links);
    intern_sweep(&s->clusters);
    memset(s->recent, 0, sizeof s->recent);
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

/* By their fields, as they were written: a load of two at once would wait for that. */
static bool
differs(const qtty_style *a, const qtty_style *b)
{
    uint32_t colors = (a->fg ^ b->fg) | (a->bg ^ b->bg) | (a->ul ^ b->ul);
    return (colors | (uint32_t)(a->attributes ^ b->attributes)
            | (uint32_t)(a->underline ^ b->underline))
           != 0;
}

static struct recent_style *
recent_style(struct screen *s, const qtty_style *style)
{
    const uint32_t mixed = style->fg + 11u * style->bg + 13u * style->attributes
                           + 29u * style->underline + 5u * style->ul;
    return &s->recent[(mixed ^ mixed >> 8 ^ mixed >> 16) & (RECENT_STYLES - 1)];
}

/* Never in line: what is usual needs no stack. What was refused is asked for again. */
__attribute__((noinline)) static uint16_t
other_style(struct screen *s, const qtty_style *style, struct recent_style *recent)
{
    uint8_t packed[STYLE_BYTES_MAX];
    const size_t len = style_pack(style, packed);
    const uint16_t id = interned(s, &s->styles, (qtty_span){ packed, len });
    if (id != 0)
        *recent = (struct recent_style){ *style, id };
    return id;
}

uint16_t
screen_style(struct screen *s, const qtty_style *style)
{
    static const qtty_style plain;
    if (!differs(style, &plain))
        return 0;
    struct recent_style *recent = recent_style(s, style);
    if (!differs(style, &recent->style)) /* an empty one has the plain style */
        return recent->id;
    return other_style(s, style, recent);
}

/* The same one is asked for again and again, by each line feed. */
uint16_t
screen_erase_style(struct screen *s, qtty_color bg)
{
    bool known = bg == s->erase_bg && (s->erase_style != 0 || bg == QTTY_COLOR_DEFAULT);
    if (!known) {
        s->erase_style = screen_style(s, &(qtty_style){ .bg = bg });
        s->erase_bg = bg;
    }
    return s->erase_style;
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
