/* Attributes of a cell by their names in a script: one table for reading, asking and
 * printing. */
#include "attribute.h"

#include "memory.h"
#include "notation.h"
#include <stdio.h>
#include <string.h>

enum group { BIT, UNDERLINE, PROTECT, FG, BG, UL, LINK, LINK_ID };

static const struct name {
    const char *name; /* ending in `=`: a value follows */
    enum group group;
    uint16_t value;
    uint32_t needs;
} names[] = {
    { "bold", BIT, QTTY_BOLD, 0 },
    { "dim", BIT, QTTY_DIM, QTTY_CAP_STYLE },
    { "italic", BIT, QTTY_ITALIC, 0 },
    { "underline", UNDERLINE, QTTY_UNDERLINE_SINGLE, 0 },
    { "double-underline", UNDERLINE, QTTY_UNDERLINE_DOUBLE, 0 },
    { "curly", UNDERLINE, QTTY_UNDERLINE_CURLY, QTTY_CAP_STYLE },
    { "dotted", UNDERLINE, QTTY_UNDERLINE_DOTTED, QTTY_CAP_STYLE },
    { "dashed", UNDERLINE, QTTY_UNDERLINE_DASHED, QTTY_CAP_STYLE },
    { "blink", BIT, QTTY_BLINK, 0 },
    { "reverse", BIT, QTTY_REVERSE, 0 },
    { "invisible", BIT, QTTY_INVISIBLE, QTTY_CAP_STYLE },
    { "strike", BIT, QTTY_STRIKE, 0 },
    { "overline", BIT, QTTY_OVERLINE, QTTY_CAP_STYLE },
    { "protected", PROTECT, 0, QTTY_CAP_PROTECT },
    { "fg=", FG, 0, 0 },
    { "bg=", BG, 0, 0 },
    { "ul=", UL, 0, QTTY_CAP_STYLE },
    { "link=", LINK, 0, QTTY_CAP_LINK },
    { "link-id=", LINK_ID, 0, QTTY_CAP_LINK },
};

#define NAME_COUNT (sizeof names / sizeof names[0])

/** Find the name at the front of `word`; the value of `fg=3` is left to the caller. */
static bool
find_name(qtty_span word, uint32_t *index)
{
    for (*index = 0; *index < NAME_COUNT; ++*index) {
        const char *name = names[*index].name;
        size_t len = strlen(name);
        bool valued = name[len - 1] == '=';
        if (valued ? word.len >= len && !memcmp(word.data, name, len)
                   : span_is(word, name))
            return true;
    }
    return false;
}

/** `default`, `0`..`255` or `#RRGGBB`. */
static bool
read_color(const struct scanner *s, qtty_span text, qtty_color *out)
{
    char copy[8] = { 0 }, rest;
    unsigned value;
    if (span_is(text, "default")) {
        *out = QTTY_COLOR_DEFAULT;
        return true;
    }
    if (text.len > 0 && text.len < sizeof copy)
        memcpy(copy, text.data, text.len);
    const char *digits = copy + (copy[0] == '#');
    bool rgb =
        copy[0] == '#' && text.len == 7 && strspn(digits, "0123456789abcdefABCDEF") == 6;
    bool indexed =
        copy[0] != 0 && text.len <= 3 && strspn(copy, "0123456789") == text.len;
    if (rgb && sscanf(digits, "%6x%c", &value, &rest) == 1)
        *out = QTTY_COLOR_RGB(value >> 16, value >> 8 & 0xFF, value & 0xFF);
    else if (indexed && sscanf(copy, "%3u%c", &value, &rest) == 1 && value <= 255)
        *out = QTTY_COLOR_INDEXED(value);
    else
        return scan_fail(s, "no colour: %.*s", (int)text.len, (const char *)text.data);
    return true;
}

bool
attribute_read(struct scanner *s, qtty_span word, struct attribute *out)
{
    *out = (struct attribute){ .off = word.len > 0 && word.data[0] == '-' };
    qtty_span name = { word.data + out->off, word.len - out->off };
    if (!find_name(name, &out->index))
        return scan_fail(s, "no attribute: %.*s", (int)word.len, (const char *)word.data);
    size_t len = strlen(names[out->index].name);
    qtty_span value = { name.data + len, name.len - len };
    switch (names[out->index].group) {
    case FG:
    case BG:
    case UL:
        return read_color(s, value, &out->color);
    case LINK:
    case LINK_ID:
        if (value.len > 0)
            return scan_fail(s, "%s wants a string", names[out->index].name);
        return scan_string(s, &out->uri);
    default:
        return true;
    }
}

uint32_t
attribute_needs(const struct attribute *a)
{
    return names[a->index].needs;
}

const char *
attribute_name(const struct attribute *a)
{
    return names[a->index].name;
}

static bool
same_text(qtty_span a, qtty_span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static bool
is_on(const struct attribute *a, const qtty_cell *cell)
{
    const struct name *name = &names[a->index];
    switch (name->group) {
    case BIT:
        return (cell->style.attributes & name->value) != 0;
    case UNDERLINE:
        return cell->style.underline == name->value;
    case PROTECT:
        return cell->protect;
    case FG:
        return cell->style.fg == a->color;
    case BG:
        return cell->style.bg == a->color;
    case UL:
        return cell->style.ul == a->color;
    case LINK:
        return same_text(cell->link, a->uri);
    case LINK_ID:
        return same_text(cell->link_id, a->uri);
    }
    return false;
}

bool
attribute_holds(const struct attribute *a, const qtty_cell *cell)
{
    /* Whoever writes -underline means a cell without any line below. */
    if (a->off && names[a->index].value == QTTY_UNDERLINE_SINGLE
        && names[a->index].group == UNDERLINE)
        return cell->style.underline == QTTY_UNDERLINE_NONE;
    return is_on(a, cell) != a->off;
}

void
attribute_clear(const struct attribute *a, qtty_cell *cell)
{
    const struct name *name = &names[a->index];
    if (a->off)
        return;
    switch (name->group) {
    case BIT:
        cell->style.attributes &= (uint16_t)~name->value;
        break;
    case UNDERLINE:
        cell->style.underline = QTTY_UNDERLINE_NONE;
        break;
    case PROTECT:
        cell->protect = false;
        break;
    case FG:
        cell->style.fg = QTTY_COLOR_DEFAULT;
        break;
    case BG:
        cell->style.bg = QTTY_COLOR_DEFAULT;
        break;
    case UL:
        cell->style.ul = QTTY_COLOR_DEFAULT;
        break;
    case LINK:
        cell->link = (qtty_span){ 0 };
        break;
    case LINK_ID:
        cell->link_id = (qtty_span){ 0 };
        break;
    }
}

static void
print_color(qtty_color color, qtty_buf *out)
{
    char text[16] = "default";
    if (QTTY_COLOR_KIND(color) == 1)
        snprintf(text, sizeof text, "%u", (unsigned)(color & 0xFF));
    else if (QTTY_COLOR_KIND(color) == 2)
        snprintf(text, sizeof text, "#%06X", (unsigned)(color & 0xFFFFFF));
    append_string(out, text);
}

void
attribute_print(const struct attribute *a, qtty_buf *out)
{
    const struct name *name = &names[a->index];
    append_string(out, a->off ? "-" : "");
    append_string(out, name->name);
    if (name->group == FG || name->group == BG || name->group == UL)
        print_color(a->color, out);
    else if (name->group == LINK || name->group == LINK_ID)
        print_quoted(a->uri, out);
}

/** The attribute with this name and the value that the cell has. */
static struct attribute
of_cell(uint32_t index, const qtty_cell *cell)
{
    struct attribute a = { .index = index, .uri = cell->link };
    if (names[index].group == LINK_ID)
        a.uri = cell->link_id;
    a.color = names[index].group == FG   ? cell->style.fg
              : names[index].group == BG ? cell->style.bg
                                         : cell->style.ul;
    return a;
}

void
attributes_print(const qtty_cell *cell, qtty_buf *out)
{
    size_t before = out->len;
    for (uint32_t i = 0; i < NAME_COUNT; i++) {
        struct attribute a = of_cell(i, cell);
        bool valued = names[i].group >= FG;
        bool plain =
            names[i].group >= LINK ? a.uri.len == 0 : a.color == QTTY_COLOR_DEFAULT;
        if (valued ? plain : !is_on(&a, cell))
            continue;
        append_string(out, out->len > before ? " " : "");
        attribute_print(&a, out);
    }
    if (out->len == before)
        append_string(out, "plain");
}
