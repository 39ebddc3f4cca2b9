/* Colours by OSC: set, report, reset. A report ends as its query did, with BEL or ST. */
#include "exec/handlers.h"

#include <stdio.h>
#include <string.h>

enum { ALL_COLORS = PALETTE_COLORS + SPECIAL_COLORS };

/* The next field of a list; *rest is advanced past it and its ';'. */
static qtty_span
next_field(qtty_span *rest)
{
    const uint8_t *at = rest->len == 0 ? NULL : memchr(rest->data, ';', rest->len);
    size_t len = at == NULL ? rest->len : (size_t)(at - rest->data);
    size_t step = len + (at != NULL);
    qtty_span field = { rest->data, len };
    rest->data += step;
    rest->len -= step;
    return field;
}

static bool
is_query(qtty_span field)
{
    return field.len == 1 && field.data[0] == '?';
}

/* A component is reported in 16 bits: the byte twice. */
static void
report(struct terminal *t, const struct action *a, const char *key, uint32_t rgb)
{
    const char *end = (a->flags & ACTION_BELL) != 0 ? "\x07" : "\x1b\\";
    unsigned r = (rgb >> 16) * 0x101, g = (rgb >> 8 & 0xFF) * 0x101,
             b = (rgb & 0xFF) * 0x101;
    if (terminal_answers(t, ANSWERS_XTERM))
        terminal_reply(t, "\x1b]%s;rgb:%04x/%04x/%04x%s", key, r, g, b, end);
}

/* A colour of OSC 4 or 5: behind the palette stand the special ones, as in xterm. */
static uint32_t *
color_at(struct terminal *t, uint32_t index)
{
    if (index < PALETTE_COLORS)
        return &t->palette.color[index];
    return &t->palette.special[index - PALETTE_COLORS];
}

static void
reset_color(struct terminal *t, uint32_t index)
{
    *color_at(t, index) = index < PALETTE_COLORS
                              ? palette_default(index)
                              : special_default(index - PALETTE_COLORS);
}

/* The index at the front of a field, counted from `first`; ALL_COLORS: none. */
static uint32_t
index_of(qtty_span field, uint32_t first)
{
    int32_t index = osc_number(field, NULL);
    if (index < 0 || index >= ALL_COLORS - (int32_t)first)
        return ALL_COLORS;
    return (uint32_t)index + first;
}

static void
one_color(struct terminal *t, const struct action *a, uint32_t first, uint32_t index,
          qtty_span spec)
{
    char key[16];
    if (!is_query(spec)) {
        color_parse(spec, color_at(t, index));
        return;
    }
    (void)snprintf(key, sizeof key, "%u;%u", first == 0 ? 4u : 5u,
                   (unsigned)(index - first));
    report(t, a, key, *color_at(t, index));
}

/* Pairs of index and spec, as many as there are. */
static void
set_colors(struct terminal *t, const struct action *a, uint32_t first)
{
    qtty_span rest = { NULL, 0 };
    osc_number(a->text, &rest);
    for (uint32_t pairs = 0; rest.len != 0 && pairs < ALL_COLORS; pairs++) {
        uint32_t index = index_of(next_field(&rest), first);
        qtty_span spec = next_field(&rest);
        if (index < ALL_COLORS)
            one_color(t, a, first, index, spec);
    }
}

/* The colours that are named, or [first, end). */
static void
reset_colors(struct terminal *t, const struct action *a, uint32_t first, uint32_t end)
{
    qtty_span rest = { NULL, 0 };
    osc_number(a->text, &rest);
    if (rest.len == 0) {
        for (uint32_t i = first; i < end; i++)
            reset_color(t, i);
    }
    while (rest.len != 0) {
        uint32_t index = index_of(next_field(&rest), first);
        if (index < ALL_COLORS)
            reset_color(t, index);
    }
}

/* OSC 4 ; index ; spec … */
void
osc_palette(struct terminal *t, const struct action *a)
{
    set_colors(t, a, 0);
}

/* OSC 5 ; index ; spec … */
void
osc_special(struct terminal *t, const struct action *a)
{
    set_colors(t, a, PALETTE_COLORS);
}

/* OSC 104 */
void
osc_palette_reset(struct terminal *t, const struct action *a)
{
    reset_colors(t, a, 0, PALETTE_COLORS);
}

/* OSC 105 */
void
osc_special_reset(struct terminal *t, const struct action *a)
{
    reset_colors(t, a, PALETTE_COLORS, ALL_COLORS);
}

/* OSC 10 to 19: each further field is of the next colour, as in xterm. */
void
osc_dynamic(struct terminal *t, const struct action *a)
{
    static const char *const keys[DYNAMIC_COLORS] = { "10", "11", "12", "13", "14",
                                                      "15", "16", "17", "18", "19" };
    qtty_span rest = { NULL, 0 };
    uint32_t index = (uint32_t)osc_number(a->text, &rest) - DYNAMIC_FIRST;
    for (; index < DYNAMIC_COLORS && rest.len != 0; index++) {
        qtty_span spec = next_field(&rest);
        if (is_query(spec))
            report(t, a, keys[index], t->palette.dynamic[index]);
        else
            color_parse(spec, &t->palette.dynamic[index]);
    }
}

/* OSC 110 to 119. */
void
osc_dynamic_reset(struct terminal *t, const struct action *a)
{
    uint32_t index = (uint32_t)osc_number(a->text, NULL) - 100 - DYNAMIC_FIRST;
    if (index < DYNAMIC_COLORS)
        t->palette.dynamic[index] = dynamic_default(index);
}
