/* SGR (ECMA-48 8.3.117) with what has grown around it: 256 colours and true colour in
 * both spellings (38;5;n and 38:5:n; 38;2;r;g;b, 38:2:r:g:b and 38:2:space:r:g:b, ISO
 * 8613-6), underline styles (4:n) and colours (58), overline (53), bright colours (90,
 * 100). */
#include "exec/sgr.h"

#include "exec/handlers.h"
#include <stdio.h>
#include <string.h>

/* A parameter with the sub-parameters that are joined to it. */
struct field {
    const uint16_t *value;
    uint32_t count; /* values, at least 1 */
};

static bool
is_sub(const struct params *p, uint32_t i)
{
    return (p->sub >> i & 1) != 0;
}

static struct field
field_at(const struct params *p, uint32_t i)
{
    struct field f = { &p->value[i], 1 };
    while (p->sub != 0 && i + f.count < p->count && is_sub(p, i + f.count))
        f.count++;
    return f;
}

static bool
bytes(const uint16_t *value)
{
    return value[0] <= 255 && value[1] <= 255 && value[2] <= 255;
}

/* Colon form: the fields of one parameter. @return false: no colour. */
static bool
color_of_field(struct field f, qtty_color *color)
{
    const uint16_t *rgb = f.value + (f.count >= 6 ? 3 : 2); /* behind a colour space */
    if (f.count >= 3 && f.value[1] == 5 && f.value[2] <= 255)
        *color = QTTY_COLOR_INDEXED(f.value[2]);
    else if (f.count >= 5 && f.value[1] == 2 && bytes(rgb))
        *color = QTTY_COLOR_RGB(rgb[0], rgb[1], rgb[2]);
    else
        return false;
    return true;
}

/* Semicolon form: a colour takes the parameters after it. @return how many. */
static uint32_t
color_of_list(const struct params *p, uint32_t i, qtty_color *color)
{
    const uint16_t *value = &p->value[i];
    uint32_t left = p->count - i;
    if (left >= 3 && value[1] == 5) {
        if (value[2] <= 255)
            *color = QTTY_COLOR_INDEXED(value[2]);
        return 2;
    }
    if (left >= 5 && value[1] == 2) {
        if (bytes(value + 2))
            *color = QTTY_COLOR_RGB(value[2], value[3], value[4]);
        return 4;
    }
    return left - 1;
}

static bool
begins_color(uint32_t code)
{
    return code == 38 || code == 48 || code == 58;
}

static qtty_color *
color_slot(qtty_style *style, uint32_t code)
{
    return code == 38 ? &style->fg : code == 48 ? &style->bg : &style->ul;
}

static void
change(qtty_style *style, uint16_t set, uint16_t clear)
{
    style->attributes = (uint16_t)((style->attributes & ~(unsigned)clear) | set);
}

/* Codes that turn attributes on and off; the others do not change them. */
static void
attribute(qtty_style *style, uint32_t code)
{
    static const struct {
        uint16_t set, clear;
    } codes[] = {
        [1] = { QTTY_BOLD, 0 },
        [2] = { QTTY_DIM, 0 },
        [3] = { QTTY_ITALIC, 0 },
        [5] = { QTTY_BLINK, 0 },
        [6] = { QTTY_BLINK, 0 },
        [7] = { QTTY_REVERSE, 0 },
        [8] = { QTTY_INVISIBLE, 0 },
        [9] = { QTTY_STRIKE, 0 },
        [22] = { 0, QTTY_BOLD | QTTY_DIM },
        [23] = { 0, QTTY_ITALIC },
        [25] = { 0, QTTY_BLINK },
        [27] = { 0, QTTY_REVERSE },
        [28] = { 0, QTTY_INVISIBLE },
        [29] = { 0, QTTY_STRIKE },
        [53] = { QTTY_OVERLINE, 0 },
        [55] = { 0, QTTY_OVERLINE },
    };
    if (code < sizeof codes / sizeof codes[0])
        change(style, codes[code].set, codes[code].clear);
}

static void
plain_color(qtty_style *style, uint32_t code)
{
    if (code >= 30 && code <= 37)
        style->fg = QTTY_COLOR_INDEXED(code - 30);
    else if (code >= 40 && code <= 47)
        style->bg = QTTY_COLOR_INDEXED(code - 40);
    else if (code >= 90 && code <= 97)
        style->fg = QTTY_COLOR_INDEXED(code - 90 + 8);
    else if (code >= 100 && code <= 107)
        style->bg = QTTY_COLOR_INDEXED(code - 100 + 8);
    else if (code == 39)
        style->fg = QTTY_COLOR_DEFAULT;
    else if (code == 49)
        style->bg = QTTY_COLOR_DEFAULT;
    else if (code == 59)
        style->ul = QTTY_COLOR_DEFAULT;
}

static void
single(qtty_style *style, uint32_t code)
{
    switch (code) {
    case 0:
        *style = (qtty_style){ 0 };
        break;
    case 4:
        style->underline = QTTY_UNDERLINE_SINGLE;
        break;
    case 21:
        style->underline = QTTY_UNDERLINE_DOUBLE;
        break;
    case 24:
        style->underline = QTTY_UNDERLINE_NONE;
        break;
    default:
        attribute(style, code);
        plain_color(style, code);
    }
}

static void
joined(qtty_style *style, struct field f)
{
    uint32_t code = f.value[0];
    if (code == 4 && f.count == 2 && f.value[1] <= QTTY_UNDERLINE_DASHED)
        style->underline = f.value[1];
    else if (begins_color(code))
        color_of_field(f, color_slot(style, code));
}

/* Never in line: its registers would be saved for each of the short ones, too. */
__attribute__((noinline)) void
sgr_apply(qtty_style *style, const struct params *p)
{
    if (p->count == 0)
        *style = (qtty_style){ 0 };
    for (uint32_t i = 0; i < p->count;) {
        struct field f = field_at(p, i);
        uint32_t code = f.value[0];
        if (f.count > 1)
            joined(style, f);
        else if (begins_color(code))
            i += color_of_list(p, i, color_slot(style, code));
        else
            single(style, code);
        i += f.count;
    }
}

/* Most have one parameter, or none, which means the same as a 0. */
void
sgr(struct terminal *t, const struct action *a)
{
    const struct params *p = a->params;
    t->pen.changed = true;
    if (p->count <= 1 && !begins_color(p->value[0]))
        single(&t->pen.style, p->value[0]);
    else
        sgr_apply(&t->pen.style, p);
}

/* --- A style as text ---------------------------------------------------------------- */

/* Append one parameter; all of a style fit into SGR_TEXT_MAX. */
static void
add(char *out, const char *parameter)
{
    size_t len = strlen(out);
    snprintf(out + len, SGR_TEXT_MAX - len, ";%s", parameter);
}

/* The first sixteen have codes of their own; others are in colon form, as xterm
 * reports. */
static void
add_color(char *out, qtty_color color, unsigned base)
{
    char text[32];
    unsigned value = color & 0xFFFFFFu;
    if (QTTY_COLOR_KIND(color) == 0)
        return;
    if (QTTY_COLOR_KIND(color) == 2)
        snprintf(text, sizeof text, "%u:2::%u:%u:%u", base + 8, value >> 16,
                 value >> 8 & 0xFF, value & 0xFF);
    else if (value < 8 && base != 50)
        snprintf(text, sizeof text, "%u", base + value);
    else if (value < 16 && base != 50)
        snprintf(text, sizeof text, "%u", base + 60 + value - 8);
    else
        snprintf(text, sizeof text, "%u:5:%u", base + 8, value);
    add(out, text);
}

void
sgr_text(const qtty_style *style, char out[SGR_TEXT_MAX])
{
    static const char *const attributes[] = { "1", "2", "3", "5", "7", "8", "9", "53" };
    static const char *const underlines[] = { NULL, "4", "21", "4:3", "4:4", "4:5" };
    memcpy(out, "0", 2);
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        if ((style->attributes >> i & 1) != 0)
            add(out, attributes[i]);
    }
    if (style->underline != QTTY_UNDERLINE_NONE)
        add(out, underlines[style->underline]);
    add_color(out, style->fg, 30);
    add_color(out, style->bg, 40);
    add_color(out, style->ul, 50);
}
