/* By Unicode 15.0: Default_Ignorable_Code_Point (DerivedCoreProperties), the controls,
 * the separators of lines and paragraphs, the annotation characters. */
#include "text/hidden.h"

#include "unicode/width.h"
#include <string.h>

struct range {
    uint32_t first, last;
};

static const struct range ranges[] = {
    { 0x0000, 0x0008 },   /* C0 without HT and LF */
    { 0x000B, 0x001F },   /* */
    { 0x007F, 0x009F },   /* DEL, C1 */
    { 0x00AD, 0x00AD },   /* soft hyphen */
    { 0x034F, 0x034F },   /* combining grapheme joiner */
    { 0x061C, 0x061C },   /* Arabic letter mark, a bidi control */
    { 0x115F, 0x1160 },   /* Hangul fillers */
    { 0x17B4, 0x17B5 },   /* Khmer inherent vowels */
    { 0x180B, 0x180F },   /* Mongolian selectors and separator */
    { 0x200B, 0x200F },   /* zero width; LRM, RLM */
    { 0x2028, 0x202E },   /* separators; bidi embeddings and overrides */
    { 0x2060, 0x206F },   /* word joiner, invisible operators, bidi isolates */
    { 0x3164, 0x3164 },   /* Hangul filler */
    { 0xFE00, 0xFE0F },   /* variation selectors */
    { 0xFEFF, 0xFEFF },   /* zero width no-break space, the byte order mark */
    { 0xFFA0, 0xFFA0 },   /* Hangul filler, half width */
    { 0xFFF0, 0xFFFB },   /* unassigned; annotations */
    { 0x1BCA0, 0x1BCA3 }, /* shorthand controls */
    { 0x1D173, 0x1D17A }, /* musical controls */
    { 0xE0000, 0xE0FFF }, /* tags; further variation selectors */
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static bool
within(uint32_t scalar, uint32_t first, uint32_t last)
{
    return scalar >= first && scalar <= last;
}

static bool
is_listed(uint32_t scalar)
{
    size_t i = 0;
    while (i < COUNT_OF(ranges) && scalar > ranges[i].last)
        i++;
    return i < COUNT_OF(ranges) && scalar >= ranges[i].first;
}

/* --- What is a part of what is seen ------------------------------------------------- */

static bool
is_ideograph(uint32_t scalar)
{
    return within(scalar, 0x3400, 0x4DBF) || within(scalar, 0x4E00, 0x9FFF)
           || within(scalar, 0xF900, 0xFAFF) || within(scalar, 0x20000, 0x3FFFF);
}

/* Emoji and text presentation (UTS #51), and keycaps. */
static bool
has_presentations(uint32_t scalar)
{
    return scalar_is_pictograph(scalar) || scalar == '#' || scalar == '*'
           || within(scalar, '0', '9');
}

/* One selector behind what it can vary. */
static bool
varies(uint32_t before, uint32_t selector)
{
    if (selector == 0xFE0E || selector == 0xFE0F)
        return has_presentations(before);
    if (within(selector, 0xFE00, 0xFE0D))
        return before >= 0x80 && !is_listed(before);
    return within(selector, 0xE0100, 0xE01EF) && is_ideograph(before);
}

/* GB11 of UAX #29: the emoji before it may end with a presentation or a skin tone. */
static bool
joins_emoji(uint32_t before, uint32_t after)
{
    bool is_emoji = scalar_is_pictograph(before) || before == 0xFE0F
                    || within(before, 0x1F3FB, 0x1F3FF);
    return is_emoji && scalar_is_pictograph(after);
}

/* Devanagari to Malayalam have theirs at one place of their blocks; Sinhala. */
static bool
is_virama(uint32_t scalar)
{
    return (within(scalar, 0x0900, 0x0D7F) && (scalar & 0x7F) == 0x4D)
           || scalar == 0x0DCA;
}

static bool
is_cursive(uint32_t scalar)
{
    return within(scalar, 0x0620, 0x08FF) || within(scalar, 0x1820, 0x18AA);
}

/* UAX #31, A1, A2 and B, as far as a neighbour tells. */
static bool
shapes(uint32_t before, uint32_t after)
{
    return is_virama(before) || (is_cursive(before) && is_cursive(after));
}

static bool
is_seen(uint32_t before, uint32_t scalar, uint32_t after)
{
    if (scalar == 0x200D)
        return joins_emoji(before, after) || shapes(before, after);
    if (scalar == 0x200C)
        return shapes(before, after);
    if (within(scalar, 0x180B, 0x180F))
        return within(before, 0x1820, 0x18AA);
    if (scalar == 0x115F)
        return within(after, 0x1161, 0x11A7);
    if (scalar == 0x1160)
        return within(before, 0x1100, 0x115E);
    return varies(before, scalar);
}

bool
hidden_here(uint32_t before, uint32_t scalar, uint32_t after)
{
    return is_listed(scalar) && !is_seen(before, scalar, after);
}

size_t
hidden_flag(qtty_span text)
{
    static const char *const flags[] = {
        "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2\xF3\xA0\x81\xA5\xF3\xA0\x81\xAE"
        "\xF3\xA0\x81\xA7\xF3\xA0\x81\xBF", /* gbeng */
        "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2\xF3\xA0\x81\xB3\xF3\xA0\x81\xA3"
        "\xF3\xA0\x81\xB4\xF3\xA0\x81\xBF", /* gbsct */
        "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2\xF3\xA0\x81\xB7\xF3\xA0\x81\xAC"
        "\xF3\xA0\x81\xB3\xF3\xA0\x81\xBF", /* gbwls */
    };
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        size_t len = strlen(flags[i]);
        if (text.len >= len && memcmp(text.data, flags[i], len) == 0)
            return len;
    }
    return 0;
}
