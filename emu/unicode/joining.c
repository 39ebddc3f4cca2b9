/* Widths of clusters that change: emoji variations, flags, an emoji behind a ZWJ. */
#include "unicode/joining.h"

#include "unicode/width.h"

static bool
is_regional(uint32_t scalar)
{
    return scalar >= 0x1F1E6 && scalar <= 0x1F1FF;
}

/* Digits, # and * are bases of keycaps. */
static bool
takes_vs16(uint32_t base)
{
    return scalar_is_pictograph(base) || (base >= '0' && base <= '9') || base == '#'
           || base == '*';
}

/* A rule of ours, of plane 0 alone: emoji-variation-sequences.txt gives a text
 * presentation to some pictures of plane 1, too. */
static bool
takes_vs15(uint32_t base)
{
    return scalar_is_pictograph(base) && base < 0x10000;
}

uint32_t
joined_width(uint32_t base, uint32_t scalar, uint32_t own)
{
    if (scalar == VS15)
        return takes_vs15(base) ? 1 : 0;
    if (scalar == VS16)
        return takes_vs16(base) ? 2 : 0;
    return (is_regional(base) && is_regional(scalar)) || own == 2 ? 2 : 0;
}

bool
is_lone_modifier(uint32_t base, uint32_t scalar)
{
    return scalar >= 0x1F3FB && scalar <= 0x1F3FF && !scalar_is_pictograph(base);
}

bool
is_joining_jamo(uint32_t scalar)
{
    return (scalar >= 0x1160 && scalar <= 0x11FF)
           || (scalar >= 0xD7B0 && scalar <= 0xD7FB);
}
