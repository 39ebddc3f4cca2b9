/* Columns of a scalar on a terminal, from the committed tables. */
#ifndef QTTY_UNICODE_WIDTH_H
#define QTTY_UNICODE_WIDTH_H

#include <stdbool.h>
#include <stdint.h>

/**
 * 0: combining (Mn, Me, Cf but U+00AD, Hangul medial vowels and finals, …), 2: East Asian
 * Wide or Fullwidth and emoji presentation, 1: all else.
 *
 * @param ambiguous  What East Asian Ambiguous counts: 1 or 2.
 */
uint32_t scalar_width(uint32_t scalar, uint32_t ambiguous);

/** An ideograph, a syllable of Hangul or a kana? They take two columns, and are most of
 * what is beyond ASCII where there is much of it. Others may take two, too. */
static inline bool
scalar_is_east_asian(uint32_t scalar)
{
    return scalar - 0x4E00 <= 0x9FFF - 0x4E00 || scalar - 0xAC00 <= 0xD7A3 - 0xAC00
           || scalar - 0x3041 <= 0x3096 - 0x3041 || scalar - 0x30A0 <= 0x30FF - 0x30A0;
}

/** Extended_Pictographic: a picture, and so a base of emoji variations and modifiers. */
bool scalar_is_pictograph(uint32_t scalar);

#endif
