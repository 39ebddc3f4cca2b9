/* Colours by name: those of color_names.def, and the grays that are computed. */
#include "exec/color_names.h"

#include <string.h>

struct named {
    const char *name;
    uint32_t rgb[5]; /* alone, and with 1 to 4 behind */
    bool has_shades;
};

static const struct named table[] = {
#define COLOR(name, rgb)                  { name, { rgb }, false },
#define SHADES(name, rgb, s1, s2, s3, s4) { name, { rgb, s1, s2, s3, s4 }, true },
#include "exec/color_names.def"
#undef COLOR
#undef SHADES
};

static uint8_t
lower(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
}

/* Bytes of `text` that are the name; 0: they are not. `joined`: without its spaces. */
static size_t
match(qtty_span text, const char *name, bool joined)
{
    size_t at = 0;
    for (; *name != '\0'; name++) {
        if (joined && *name == ' ')
            continue;
        if (at == text.len || lower(text.data[at++]) != (uint8_t)*name)
            return 0;
    }
    return at;
}

static bool
match_entry(qtty_span text, const struct named *entry, uint32_t *rgb)
{
    size_t joined = match(text, entry->name, true);
    if (joined == text.len || match(text, entry->name, false) == text.len) {
        *rgb = entry->rgb[0];
        return true;
    }
    if (!entry->has_shades || joined == 0 || joined + 1 != text.len)
        return false;
    uint8_t shade = text.data[joined];
    if (shade < '1' || shade > '4')
        return false;
    *rgb = entry->rgb[shade - '0'];
    return true;
}

/* gray0 to gray100, without leading zeros: hundredths of 255, rounded; two of the halves
 * that the list has down. */
static bool
match_gray(qtty_span text, uint32_t *rgb)
{
    uint32_t value = 0;
    size_t at = match(text, "gray", true);
    at = at == 0 ? match(text, "grey", true) : at;
    if (at == 0 || text.len - at > 3 || (text.len - at > 1 && text.data[at] == '0'))
        return false;
    for (size_t i = at; i < text.len; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        value = value * 10 + text.data[i] - '0';
    }
    if (at == text.len || value > 100)
        return false;
    uint32_t half = value == 50 || value == 90 ? 49 : 50;
    *rgb = (value * 255 + half) / 100 * 0x010101u;
    return true;
}

bool
color_named(qtty_span name, uint32_t *rgb)
{
    if (name.len == 0)
        return false;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (match_entry(name, &table[i], rgb))
            return true;
    }
    return match_gray(name, rgb);
}
