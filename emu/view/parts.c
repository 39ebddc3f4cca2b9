/* What a picture is made of beside its rows: cursor, colours, titles; and the colours of
 * a style. */
#include "view/parts.h"

#include <string.h>

/* --- What has changed --------------------------------------------------------------- */

static bool
is_cursor(const qtty_cursor *a, const qtty_cursor *b)
{
    return a->row == b->row && a->col == b->col && a->pending_wrap == b->pending_wrap
           && a->visible == b->visible && a->blink == b->blink && a->shape == b->shape;
}

/* @return false: it was this one. A title is never longer: see TITLE_BYTES_MAX. */
static bool
take_title(struct kept_title *kept, const qtty_buf *title)
{
    size_t len = title->len < sizeof kept->text ? title->len : sizeof kept->text;
    if (len == kept->len && (len == 0 || memcmp(kept->text, title->data, len) == 0))
        return false;
    if (len != 0)
        memcpy(kept->text, title->data, len);
    kept->len = len;
    return true;
}

void
parts_look(struct parts *p, const struct terminal *t)
{
    if (!is_cursor(&p->cursor, &t->cursor))
        p->generations.cursor++;
    p->cursor = t->cursor;

    bool reverse = t->modes.set[MODE_DECSCNM];
    if (reverse != p->reverse || memcmp(&p->palette, &t->palette, sizeof p->palette) != 0)
        p->generations.colors++;
    p->reverse = reverse;
    p->palette = t->palette;

    bool window = take_title(&p->window, &t->titles.window);
    bool icon = take_title(&p->icon, &t->titles.icon);
    if (window || icon)
        p->generations.titles++;
}

/* --- Colours ------------------------------------------------------------------------ */

uint32_t
dynamic_color(const struct palette *p, uint32_t number)
{
    uint32_t index = number - DYNAMIC_FIRST;
    return index < DYNAMIC_COLORS ? p->dynamic[index] : 0;
}

static uint32_t
color_of(const struct palette *p, qtty_color color, uint32_t fallback)
{
    switch (QTTY_COLOR_KIND(color)) {
    case 1:
        return p->color[color % PALETTE_COLORS];
    case 2:
        return color & 0xFFFFFFu;
    default:
        return fallback;
    }
}

/* xterm's faint: two thirds of each component. */
static uint32_t
dimmed(uint32_t rgb)
{
    uint32_t r = (rgb >> 16) * 2 / 3, g = (rgb >> 8 & 0xFF) * 2 / 3;
    return r << 16 | g << 8 | (rgb & 0xFF) * 2 / 3;
}

void
colors_of(const struct palette *p, bool reverse, const qtty_style *style,
          qtty_colors *out)
{
    uint32_t fg = color_of(p, style->fg, dynamic_color(p, reverse ? 11 : 10));
    uint32_t bg = color_of(p, style->bg, dynamic_color(p, reverse ? 10 : 11));
    if ((style->attributes & QTTY_DIM) != 0)
        fg = dimmed(fg);
    bool swaps = (style->attributes & QTTY_REVERSE) != 0;
    out->fg = swaps ? bg : fg;
    out->bg = swaps ? fg : bg;
    if ((style->attributes & QTTY_INVISIBLE) != 0)
        out->fg = out->bg;
    out->ul = color_of(p, style->ul, out->fg);
    if ((style->attributes & QTTY_INVISIBLE) != 0)
        out->ul = out->bg;
}
