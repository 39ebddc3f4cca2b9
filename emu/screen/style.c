/* Packing styles: a word has all of most styles, another half of one the underline.
 *
 *   word  attributes (1), kinds (1), colours of text and ground (3 each)
 *   line  underline (1), its colour (3); only where it is drawn, or has a colour
 *
 * A style is packed for each SGR: put together in a register, in few sizes, it is found
 * without a branch that nobody foresees. */
#include "screen/style.h"

enum {
    WORD_BYTES = 8,
    LINE_BYTES = STYLE_BYTES_MAX - WORD_BYTES,
    KIND_MASK = 3,
    FG_KIND = 8, /* bits of the word */
    BG_KIND = 10,
    UL_KIND = 12,
    FG = 16,
    BG = 40,
    UL = 8, /* of the line */
};

#define COLOR_MASK 0xFFFFFFu

_Static_assert(QTTY_OVERLINE <= UINT8_MAX, "attributes are a byte");

/* In one order on every processor. */
static inline void
store_line(uint8_t *to, uint32_t line)
{
    to[0] = (uint8_t)line;
    to[1] = (uint8_t)(line >> 8);
    to[2] = (uint8_t)(line >> 16);
    to[3] = (uint8_t)(line >> 24);
}

static inline void
store_word(uint8_t *to, uint64_t word)
{
    to[0] = (uint8_t)word;
    to[1] = (uint8_t)(word >> 8);
    to[2] = (uint8_t)(word >> 16);
    to[3] = (uint8_t)(word >> 24);
    to[4] = (uint8_t)(word >> 32);
    to[5] = (uint8_t)(word >> 40);
    to[6] = (uint8_t)(word >> 48);
    to[7] = (uint8_t)(word >> 56);
}

static inline uint32_t
load_line(const uint8_t *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16
           | (uint32_t)from[3] << 24;
}

size_t
style_pack(const qtty_style *style, uint8_t out[STYLE_BYTES_MAX])
{
    uint32_t kinds = QTTY_COLOR_KIND(style->fg) << FG_KIND
                     | QTTY_COLOR_KIND(style->bg) << BG_KIND
                     | QTTY_COLOR_KIND(style->ul) << UL_KIND;
    uint64_t word = (style->attributes & UINT8_MAX) | kinds
                    | (uint64_t)(style->fg & COLOR_MASK) << FG
                    | (uint64_t)(style->bg & COLOR_MASK) << BG;
    store_word(out, word);
    if (style->underline == QTTY_UNDERLINE_NONE && style->ul == QTTY_COLOR_DEFAULT)
        return WORD_BYTES;
    store_line(out + WORD_BYTES,
               (style->underline & UINT8_MAX) | (style->ul & COLOR_MASK) << UL);
    return STYLE_BYTES_MAX;
}

static qtty_color
color_of(uint32_t kinds, uint32_t kind_at, uint32_t value)
{
    return (kinds >> kind_at & KIND_MASK) << 24 | value;
}

qtty_style
style_unpack(qtty_span packed)
{
    qtty_style style = { 0 };
    if (packed.len < WORD_BYTES)
        return style;
    uint32_t low = load_line(packed.data), high = load_line(packed.data + LINE_BYTES);
    style.attributes = low & UINT8_MAX;
    style.fg = color_of(low, FG_KIND, (low >> FG | high << FG) & COLOR_MASK);
    style.bg = color_of(low, BG_KIND, high >> 8);
    if (packed.len == WORD_BYTES)
        return style;
    uint32_t line = load_line(packed.data + WORD_BYTES);
    style.underline = line & UINT8_MAX;
    style.ul = color_of(low, UL_KIND, line >> UL);
    return style;
}
