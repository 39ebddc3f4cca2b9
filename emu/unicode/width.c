/* Columns of a scalar. The table holds a class; gen_tables.c says what decides it. ASCII,
 * most of what a terminal shows, is answered without it.
 *
 * Differs from wcwidth of glibc 2.36 (Unicode 14.0, C.UTF-8) in these kinds:
 * - C0, C1, DEL, U+2028, U+2029, surrogates: glibc says -1, but a terminal has to go on.
 *   Controls are 0; the two separators 1, as xterm, VTE and kitty show them.
 * - Unassigned: glibc says -1. Here the defaults of EastAsianWidth.txt count: 1, or 2 in
 *   the ideographic blocks and on planes 2 and 3.
 * - What Unicode 15.0 added.
 * - U+3248..324F and U+4DC0..4DFF: glibc says 2 against EastAsianWidth.txt 15.0, where
 *   the first (circled numbers) are Ambiguous and the others (hexagrams; 1 in VTE and
 *   kitty, 2 in xterm) Neutral. */
#include "unicode/width.h"

#include "unicode/tables.h"

uint32_t
scalar_width(uint32_t scalar, uint32_t ambiguous)
{
    if (scalar < 0x7F)
        return scalar >= 0x20;
    if (scalar_is_east_asian(scalar))
        return 2;

    uint32_t width = unicode_entry(scalar) & ((1u << WIDTH_BITS) - 1);
    return width == WIDTH_AMBIGUOUS ? ambiguous : width;
}

bool
scalar_is_pictograph(uint32_t scalar)
{
    return unicode_entry(scalar) >> WIDTH_BITS == GCB_EXTENDED_PICTOGRAPHIC;
}
