/* xterm's palette, and the forms in which programs write colours. */
#include "exec/palette.h"

#include "base/hex.h"
#include "exec/color_names.h"
#include "exec/xcms.h"

/* xterm's XTerm-col.ad: the first sixteen. */
static const uint32_t ansi[16] = {
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
};

/* A step of the 6x6x6 cube: 0, 95, 135, 175, 215, 255. */
static uint32_t
cube_step(uint32_t step)
{
    return step == 0 ? 0 : 55 + 40 * step;
}

uint32_t
palette_default(uint32_t index)
{
    if (index < 16)
        return ansi[index];
    if (index >= 232)
        return (8 + 10 * (index - 232)) * 0x010101u;
    uint32_t cube = index - 16;
    return cube_step(cube / 36) << 16 | cube_step(cube / 6 % 6) << 8
           | cube_step(cube % 6);
}

/* Foreground, text cursor, highlighted text are light; the rest is dark. */
uint32_t
dynamic_default(uint32_t index)
{
    switch (index + DYNAMIC_FIRST) {
    case 10:
    case 12:
    case 13:
    case 15:
    case 17:
    case 18:
        return 0xE5E5E5;
    default:
        return 0x000000;
    }
}

/* xterm's resources colorBD, colorUL, …: as the foreground. */
uint32_t
special_default(uint32_t index)
{
    (void)index;
    return dynamic_default(0);
}

void
palette_reset(struct palette *p)
{
    for (uint32_t i = 0; i < PALETTE_COLORS; i++)
        p->color[i] = palette_default(i);
    for (uint32_t i = 0; i < SPECIAL_COLORS; i++)
        p->special[i] = special_default(i);
    for (uint32_t i = 0; i < DYNAMIC_COLORS; i++)
        p->dynamic[i] = dynamic_default(i);
}

/* 1 to 4 hex digits as a fraction of the largest such number: the high byte of 16 bits,
 * as an X server with 8 bits a colour has it. -1: not that. */
static int32_t
component(const uint8_t *digits, size_t count)
{
    if (count < 1 || count > 4)
        return -1;
    uint32_t value = 0;
    for (size_t i = 0; i < count; i++) {
        int32_t digit = hex_value(digits[i]);
        if (digit < 0)
            return -1;
        value = value << 4 | (uint32_t)digit;
    }
    return (int32_t)(value * 0xFFFFu / ((1u << 4 * count) - 1) >> 8);
}

static bool
join(const int32_t part[3], uint32_t *rgb)
{
    if (part[0] < 0 || part[1] < 0 || part[2] < 0)
        return false;
    *rgb = (uint32_t)part[0] << 16 | (uint32_t)part[1] << 8 | (uint32_t)part[2];
    return true;
}

/* R/G/B */
static bool
parse_slashed(qtty_span text, uint32_t *rgb)
{
    int32_t part[3];
    for (int i = 0; i < 3; i++) {
        size_t n = 0;
        while (n < text.len && text.data[n] != '/')
            n++;
        part[i] = component(text.data, n);
        bool more = n < text.len;
        if (more != (i < 2))
            return false;
        text.data += n + more;
        text.len -= n + more;
    }
    return join(part, rgb);
}

/* Digits of equal count each. In this form short ones are the high bits: #123 is
 * #102030. */
static bool
parse_packed(qtty_span text, uint32_t *rgb)
{
    size_t each = text.len / 3;
    if (text.len % 3 != 0 || each < 1 || each > 4)
        return false;
    int32_t part[3];
    for (size_t i = 0; i < 3; i++) {
        const uint8_t *digits = text.data + i * each;
        int32_t high = hex_value(digits[0]);
        int32_t low = each > 1 ? hex_value(digits[1]) : 0;
        part[i] =
            high < 0 || low < 0 || component(digits, each) < 0 ? -1 : high * 16 + low;
    }
    return join(part, rgb);
}

static bool
is_rgb(qtty_span text)
{
    static const char prefix[] = "rgb";
    for (size_t i = 0; i < 3; i++) {
        if (i >= text.len || (text.data[i] | 0x20) != prefix[i])
            return false;
    }
    return text.len > 3 && text.data[3] == ':';
}

bool
color_parse(qtty_span text, uint32_t *rgb)
{
    if (is_rgb(text))
        return parse_slashed((qtty_span){ text.data + 4, text.len - 4 }, rgb);
    if (text.len > 1 && text.data[0] == '#')
        return parse_packed((qtty_span){ text.data + 1, text.len - 1 }, rgb);
    return xcms_parse(text, rgb) || color_named(text, rgb);
}

bool
color_is_dark(uint32_t rgb)
{
    uint32_t luminance =
        2126 * (rgb >> 16) + 7152 * (rgb >> 8 & 0xFF) + 722 * (rgb & 0xFF);
    return luminance < 5000 * 255;
}
