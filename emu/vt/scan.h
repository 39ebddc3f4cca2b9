/* Where a run of bytes ends: the loops that the parser's speed lives on. They exist once
 * for each path of base/cpu.h, with the same results. Each returns the first byte of
 * [at, end) that does not belong to the run, or `end`. */
#ifndef QTTY_VT_SCAN_H
#define QTTY_VT_SCAN_H

#include "base/cpu.h"
#include <stdint.h>

struct scan {
    /** Graphic ASCII: 20..7E. */
    const uint8_t *(*ascii)(const uint8_t *at, const uint8_t *end);

    /** Well-formed UTF-8 without C0, DEL and C1. */
    const uint8_t *(*text)(const uint8_t *at, const uint8_t *end);

    /** Anything but C0 and DEL; where `c1`, 80..9F end it too. */
    const uint8_t *(*payload)(const uint8_t *at, const uint8_t *end, bool c1);

    /** Parameter bytes without markers: 30..3B. */
    const uint8_t *(*params)(const uint8_t *at, const uint8_t *end);
};

/** Of eight bytes, the highest bit of each that is no graphic ASCII, the first byte in
 * the lowest place. It holds up to the first one: carries and borrows go only behind
 * it. */
static inline uint64_t
ascii_stops(const uint8_t *at)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)at[i] << 8 * i;
    return (word | (word + ones) | (word - 0x20 * ones)) & 0x80 * ones;
}

/** The loops of a path, static. NULL: they are not to be had here. BEST always is. */
const struct scan *scan_on(enum cpu_path path);

#endif
