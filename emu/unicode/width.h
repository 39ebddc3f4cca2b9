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

/** Extended_Pictographic: a picture, and so a base of emoji variations and modifiers. */
bool scalar_is_pictograph(uint32_t scalar);

#endif
