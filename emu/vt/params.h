/* Numeric parameters of CSI and DCS, read a slice at a time. A slice may end anywhere,
 * also between two digits of a value. */
#ifndef QTTY_VT_PARAMS_H
#define QTTY_VT_PARAMS_H

#include "vt/action.h"

/** Forget all of them. Values past `count` are stale; but the first is 0 then, as what a
 * sequence without parameters means. */
static inline void
params_reset(struct params *p)
{
    p->count = p->missing = p->sub = 0;
    p->value[0] = 0;
}

/* Little-endian, whatever the machine. */
static inline uint32_t
params_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Of a word's bytes, XORed with '0', the highest bit of each that is no digit. It holds
 * up to the first one: a carry goes only out of such a byte. */
static inline uint32_t
params_stops(uint32_t word)
{
    return ((word + 0x76767676u) | word) & 0x80808080u;
}

/* The first `digits` bytes of such a word, at most three, as a number: no branch. They
 * are moved to its end, then two digits, and two of those, are made one number. */
static inline uint16_t
params_value(uint32_t word, uint32_t digits)
{
    const uint32_t last = (uint32_t)((uint64_t)word << (32 - 8 * digits));
    const uint32_t twos = (last * 10 + (last >> 8)) & 0x00FF00FFu;
    return (uint16_t)(twos * 100 + (twos >> 16));
}

/* How many values the usual form has at most, and how far params_read_usual may look:
 * as little as will do, since so much of each chunk's end is left to the parser. */
enum { PARAMS_USUAL = 12, PARAMS_USUAL_BYTES = 4 * PARAMS_USUAL + 4 };
_Static_assert((int)PARAMS_USUAL <= (int)PARAMS_MAX, "they have room");

/**
 * Parameters as almost all sequences have them: few, with ';' between values of at most
 * three digits, from the first on. Nobody knows how many digits the next value has:
 * nothing here branches on that.
 *
 * @param at  PARAMS_USUAL_BYTES are there to be looked at.
 * @return the byte behind them; NULL: of another form, and `p` holds anything.
 */
static inline const uint8_t *
params_read_usual(struct params *p, const uint8_t *at)
{
    uint32_t count = 0, missing = 0;
    p->sub = 0;
    if (*at >= 0x40) {
        p->count = p->missing = 0;
        p->value[0] = 0;
        return at;
    }
    for (;; at++) {
        const uint32_t word = params_word(at) ^ 0x30303030u;
        const uint32_t stops = params_stops(word);
        if (stops == 0 || count == PARAMS_USUAL)
            return NULL;
        const uint32_t digits = (uint32_t)__builtin_ctz(stops) / 8;
        p->value[count] = params_value(word, digits);
        missing |= (uint32_t)(digits == 0) << count++;
        at += digits;
        if (*at != ';')
            break;
    }
    p->count = count;
    p->missing = missing;
    return at;
}

/**
 * Read on from what `p` holds, up to the first byte that is no digit, ';' or ':'.
 *
 * @param flags  ACTION_OVER_PARAMS and ACTION_OVER_VALUE are added to it; the former also
 *               says that the value being read is one too many.
 * @return that byte, or `end`.
 */
const uint8_t *params_read(struct params *p, uint32_t *flags, const uint8_t *at,
                           const uint8_t *end);

#endif
