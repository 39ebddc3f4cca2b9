/* Rectangles (DEC STD 070, VT420). Coordinates count from the margins in origin mode;
 * what is not on the screen is cut; an area that is inside out is ignored. */
#include "native/native.h"

/* Where coordinates count from, and the places that they reach. */
static struct rect
page(const struct native *n)
{
    const struct screen *s = screen_of(n);
    return n->terminal->modes.set[MODE_DECOM] ? native_area(n)
                                              : (struct rect){ 0, 0, s->rows, s->cols };
}

/* Parameters from `first` on: top, left, bottom, right. @return false: no area. */
static bool
area_of(const struct native *n, const struct action *a, uint32_t first, struct rect *out)
{
    const struct rect p = page(n);
    *out = (struct rect){
        .top = p.top + param_or(a, first, 1) - 1,
        .left = p.left + param_or(a, first + 1, 1) - 1,
        .bottom = least(p.top + param_or(a, first + 2, p.bottom - p.top), p.bottom),
        .right = least(p.left + param_or(a, first + 3, p.right - p.left), p.right),
    };
    return out->top < out->bottom && out->left < out->right;
}

/* --- Fill, erase -------------------------------------------------------------------- */

/* DECFRA: the pen's style; a graphic of Latin-1 alone. */
void
native_decfra(struct native *n, const struct action *a)
{
    struct screen *s = screen_of(n);
    struct rect area;
    uint32_t scalar = param_or(a, 0, 0);
    bool graphic = (scalar >= 32 && scalar <= 126) || (scalar >= 160 && scalar <= 255);
    if (!graphic || !area_of(n, a, 1, &area))
        return;
    terminal_take_pen(n->terminal);
    struct glyph g = { scalar, 1, s->pen.style, s->pen.link, n->terminal->pen.protect };
    screen_fill(s, area, &g);
}

/* The attributes go too (DEC STD 070). */
void
native_decera(struct native *n, const struct action *a)
{
    struct rect area;
    if (area_of(n, a, 0, &area))
        screen_erase(screen_of(n), area, native_erase_style(n), false);
}

/* The attributes stay (DEC STD 070). Guarded areas are none of its (xterm). */
void
native_decsera(struct native *n, const struct action *a)
{
    struct rect area;
    if (area_of(n, a, 0, &area))
        screen_wipe(screen_of(n), area, n->terminal->pen.guards);
}

/* --- Copy --------------------------------------------------------------------------- */

/* As if through a copy of its own: source and target may overlap. */
void
native_deccra(struct native *n, const struct action *a)
{
    const struct rect p = page(n);
    uint32_t top = p.top + param_or(a, 5, 1) - 1;
    uint32_t left = p.left + param_or(a, 6, 1) - 1;
    struct rect from;
    if (!area_of(n, a, 0, &from) || top >= p.bottom || left >= p.right)
        return;
    from.bottom = least(from.bottom, from.top + p.bottom - top);
    from.right = least(from.right, from.left + p.right - left);
    screen_copy(screen_of(n), from, top, left);
}

/* --- Attributes --------------------------------------------------------------------- */

/* What DECCARA and DECRARA can change: bold, underline, blink, reverse, invisible. */
static const struct {
    uint32_t on, off;
    uint16_t attribute; /* 0: underline */
} attributes[] = {
    { 1, 22, QTTY_BOLD },      { 4, 24, 0 },
    { 5, 25, QTTY_BLINK },     { 7, 27, QTTY_REVERSE },
    { 8, 28, QTTY_INVISIBLE },
};

enum { ATTRIBUTES = sizeof attributes / sizeof attributes[0] };

static void
set_attribute(qtty_style *style, size_t i, bool on)
{
    if (attributes[i].attribute == 0)
        style->underline = on ? QTTY_UNDERLINE_SINGLE : QTTY_UNDERLINE_NONE;
    else if (on)
        style->attributes |= attributes[i].attribute;
    else
        style->attributes &= (uint16_t)~attributes[i].attribute;
}

static bool
has_attribute(const qtty_style *style, size_t i)
{
    return attributes[i].attribute == 0
               ? style->underline != QTTY_UNDERLINE_NONE
               : (style->attributes & attributes[i].attribute) != 0;
}

static void
change_one(qtty_style *style, uint32_t value, bool reverse)
{
    for (size_t i = 0; i < ATTRIBUTES; i++) {
        bool all = value == 0;
        if (reverse && (all || value == attributes[i].on))
            set_attribute(style, i, !has_attribute(style, i));
        else if (!reverse && (all || value == attributes[i].off))
            set_attribute(style, i, false);
        else if (!reverse && value == attributes[i].on)
            set_attribute(style, i, true);
    }
}

struct change {
    const struct action *action;
    bool reverse;
};

static void
change_style(qtty_style *style, void *context)
{
    const struct change *c = context;
    uint32_t count = c->action->params->count;
    if (count <= 4)
        change_one(style, 0, c->reverse);
    for (uint32_t i = 4; i < count; i++)
        change_one(style, c->action->params->value[i], c->reverse);
}

/* DECSACE: a rectangle, or (by default) the stream of cells from its first corner to its
 * last, which in origin mode goes on from margin to margin (xterm; vttest calls it
 * "wrapping at the margins"). */
static void
change_attributes(struct native *n, const struct action *a, bool reverse)
{
    const struct rect p = page(n);
    const bool stream = n->terminal->extent != 2;
    struct rect area;
    struct change change = { a, reverse };
    if (!area_of(n, a, 0, &area))
        return;
    for (uint32_t y = area.top; y < area.bottom; y++) {
        uint32_t from = stream && y != area.top ? p.left : area.left;
        uint32_t to = stream && y + 1 != area.bottom ? p.right : area.right;
        screen_restyle(screen_of(n), (struct rect){ y, from, y + 1, to }, change_style,
                       &change);
    }
}

void
native_deccara(struct native *n, const struct action *a)
{
    change_attributes(n, a, false);
}

void
native_decrara(struct native *n, const struct action *a)
{
    change_attributes(n, a, true);
}
