/* What joins a cluster in mode 2027, beyond the rules of UAX #29: who draws text and who
 * draws a terminal again have the same rules. */
#ifndef QTTY_UNICODE_JOINING_H
#define QTTY_UNICODE_JOINING_H

#include <stdbool.h>
#include <stdint.h>

enum { VS15 = 0xFE0E, VS16 = 0xFE0F };

/**
 * What a cluster's width becomes when a scalar joins its base.
 *
 * @param own  scalar_width of the scalar.
 * @return 1, 2; 0: it stays.
 */
uint32_t joined_width(uint32_t base, uint32_t scalar, uint32_t own);

/** A skin tone that would join what is no picture: it stands for itself. */
bool is_lone_modifier(uint32_t base, uint32_t scalar);

/** Vowels and final consonants of Hangul, which take no column behind a syllable. */
bool is_joining_jamo(uint32_t scalar);

#endif
