/* Colours by OSC: set, report, reset. A report ends as its query did, with BEL or ST. */
#include "exec/handlers.h"

#include <string.h>

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

/* The index at the front of a field; PALETTE_COLORS: none. */
static uint32_t
index_of(qtty_span field)
{
    int32_t index = osc_number(field, NULL);
    return index < 0 || index >= PALETTE_COLORS ? PALETTE_COLORS : (uint32_t)index;
}

static void
one_palette(struct terminal *t, const struct action *a, uint32_t index, qtty_span spec)
{
    char key[16] = "4;";
    if (!is_query(spec)) {
        color_parse(spec, &t->palette.color[index]);
        return;
    }
    size_t len = 2;
    for (uint32_t unit = index >= 100 ? 100 : index >= 10 ? 10 : 1; unit != 0; unit /= 10)
        key[len++] = (char)('0' + index / unit % 10);
    key[len] = '\0';
    report(t, a, key, t->palette.color[index]);
}

/* OSC 4 ; index ; spec, as many pairs as there are. */
void
osc_palette(struct terminal *t, const struct action *a)
{
    qtty_span rest = { NULL, 0 };
    osc_number(a->text, &rest);
    for (uint32_t pairs = 0; rest.len != 0 && pairs < PALETTE_COLORS; pairs++) {
        uint32_t index = index_of(next_field(&rest));
        qtty_span spec = next_field(&rest);
        if (index < PALETTE_COLORS)
            one_palette(t, a, index, spec);
    }
}

/* OSC 104: the colours that are named, or all. */
void
osc_palette_reset(struct terminal *t, const struct action *a)
{
    qtty_span rest = { NULL, 0 };
    osc_number(a->text, &rest);
    if (rest.len == 0) {
        for (uint32_t i = 0; i < PALETTE_COLORS; i++)
            t->palette.color[i] = palette_default(i);
    }
    while (rest.len != 0) {
        uint32_t index = index_of(next_field(&rest));
        if (index < PALETTE_COLORS)
            t->palette.color[index] = palette_default(index);
    }
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
