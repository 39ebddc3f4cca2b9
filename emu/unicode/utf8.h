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

/** Encode a scalar value (not a surrogate, at most 10FFFF). @return bytes, 1..4. */
uint32_t utf8_encode(uint32_t scalar, uint8_t out[4]);

#endif
