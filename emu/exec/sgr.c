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

/* --- Codes of one parameter --------------------------------------------------------- */

/* What a code takes out of a style, and what it puts there. A switch would branch on what
 * nobody can guess; a code that does nothing, an unknown one or a colour's alone, has
 * zeros. */
struct code {
    qtty_style drop, put;
};

_Static_assert(sizeof(qtty_style) == 16, "a style is two words");

/* clang-format off */
#define ON(code, what) [code] = { .put.attributes = (what) }
#define OFF(code, what) [code] = { .drop.attributes = (what) }
#define UNDERLINE(code, how)                                                             \
    [code] = { .drop.underline = UINT16_MAX, .put.underline = (how) }
#define COLOR(code, slot, color) [code] = { .drop.slot = UINT32_MAX, .put.slot = (color) }
#define TWO(code, slot, first)                                                           \
    COLOR(code, slot, QTTY_COLOR_INDEXED(first)),                                        \
    COLOR((code) + 1, slot, QTTY_COLOR_INDEXED((first) + 1))
#define EIGHT(code, slot, first)                                                         \
    TWO(code, slot, first), TWO((code) + 2, slot, (first) + 2),                          \
    TWO((code) + 4, slot, (first) + 4), TWO((code) + 6, slot, (first) + 6)
/* clang-format on */

static const struct code codes[] = {
    [0] = { .drop = { UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT16_MAX, UINT16_MAX } },
    ON(1, QTTY_BOLD),
    ON(2, QTTY_DIM),
    ON(3, QTTY_ITALIC),
    UNDERLINE(4, QTTY_UNDERLINE_SINGLE),
    ON(5, QTTY_BLINK),
    ON(6, QTTY_BLINK),
    ON(7, QTTY_REVERSE),
    ON(8, QTTY_INVISIBLE),
    ON(9, QTTY_STRIKE),
    UNDERLINE(21, QTTY_UNDERLINE_DOUBLE),
    OFF(22, QTTY_BOLD | QTTY_DIM),
    OFF(23, QTTY_ITALIC),
    UNDERLINE(24, QTTY_UNDERLINE_NONE),
    OFF(25, QTTY_BLINK),
    OFF(27, QTTY_REVERSE),
    OFF(28, QTTY_INVISIBLE),
    OFF(29, QTTY_STRIKE),
    EIGHT(30, fg, 0),
    COLOR(39, fg, QTTY_COLOR_DEFAULT),
    EIGHT(40, bg, 0),
    COLOR(49, bg, QTTY_COLOR_DEFAULT),
    ON(53, QTTY_OVERLINE),
    OFF(55, QTTY_OVERLINE),
    COLOR(59, ul, QTTY_COLOR_DEFAULT),
    EIGHT(90, fg, 8),
    EIGHT(100, bg, 8),
};

#undef ON
#undef OFF
#undef UNDERLINE
#undef COLOR
#undef TWO
#undef EIGHT

static void
single(qtty_style *style, uint32_t number)
{
    if (number >= sizeof codes / sizeof codes[0])
        return;
    uint64_t words[2], drop[2], put[2];
    memcpy(words, style, sizeof words);
    memcpy(drop, &codes[number].drop, sizeof drop);
    memcpy(put, &codes[number].put, sizeof put);
    for (size_t i = 0; i < 2; i++)
        words[i] = (words[i] & ~drop[i]) | put[i];
    memcpy(style, words, sizeof words);
}

/* --- All of them -------------------------------------------------------------------- */

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
    if (p->count <= 1)
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
