/* UTF-8 as Unicode 15.0, section 3.9 defines it: well-formed sequences of table 3-7, and
 * for ill-formed input one U+FFFD for each maximal subpart. */
#ifndef QTTY_UNICODE_UTF8_H
#define QTTY_UNICODE_UTF8_H

#include <quietty/base.h>

/** How the bytes at a place begin. */
struct utf8_head {
    uint32_t
        length; /* bytes of the sequence, of the ill-formed subpart, or that are there */
    enum { UTF8_WELL_FORMED, UTF8_ILL_FORMED, UTF8_INCOMPLETE } form;
};

/** Classify the front of `bytes`, which has at least one. INCOMPLETE: it may go on. */
struct utf8_head utf8_head(qtty_span bytes);

/** Scalar of a well-formed sequence of `length` bytes. */
uint32_t utf8_scalar(const uint8_t *bytes, uint32_t length);

/**
 * Step over the first scalar of well-formed text.
 *
 * @param text  Not empty; advanced.
 */
uint32_t utf8_next(qtty_span *text);

/** The same with a pointer into the text, for loops. */
static inline uint32_t
utf8_step(const uint8_t **text)
{
    const uint8_t *at = *text;
    if (at[0] < 0x80) {
        *text += 1;
        return at[0];
    }
    if (at[0] < 0xE0) {
        *text += 2;
        return (at[0] & 0x1Fu) << 6 | (at[1] & 0x3Fu);
    }
    if (at[0] < 0xF0) {
        *text += 3;
        return (at[0] & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
    }
    *text += 4;
    return (at[0] & 0x07u) << 18 | (at[1] & 0x3Fu) << 12 | (at[2] & 0x3Fu) << 6
           | (at[3] & 0x3Fu);
}

/** Scalar of a sequence of three bytes. Of what is none it is no scalar from 0800 to
 * FFFF, whatever the three bytes are. */
static inline uint32_t
utf8_of_three(const uint8_t *at)
{
    const uint32_t marks = (0xE0u << 12) + (0x80u << 6) + 0x80u;
    return ((uint32_t)at[0] << 12) + ((uint32_t)at[1] << 6) + at[2] - marks;
}

/** Encode a scalar value (not a surrogate, at most 10FFFF). @return bytes, 1..4. */
static inline uint32_t
utf8_encode(uint32_t scalar, uint8_t out[4])
{
    if (scalar < 0x80) {
        out[0] = (uint8_t)scalar;
        return 1;
    }
    if (scalar < 0x800) {
        out[0] = (uint8_t)(0xC0 | scalar >> 6);
        out[1] = (uint8_t)(0x80 | (scalar & 0x3F));
        return 2;
    }
    if (scalar < 0x10000) {
        out[0] = (uint8_t)(0xE0 | scalar >> 12);
        out[1] = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
        out[2] = (uint8_t)(0x80 | (scalar & 0x3F));
        return 3;
    }
    out[0] = (uint8_t)(0xF0 | scalar >> 18);
    out[1] = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
    out[2] = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
    out[3] = (uint8_t)(0x80 | (scalar & 0x3F));
    return 4;
}

#endif
