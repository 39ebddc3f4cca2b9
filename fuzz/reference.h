/* UTF-8 a second time, read straight off table 3-7 of the Unicode Standard (section 3.9)
 * and written without a look at the product's decoder: what harnesses compare with. */
#ifndef QTTY_FUZZ_REFERENCE_H
#define QTTY_FUZZ_REFERENCE_H

#include "unicode/utf8.h"
#include <stdbool.h>

#define REPLACEMENT 0xFFFDu

/** What utf8_head must say. */
struct utf8_head reference_head(qtty_span bytes);

/**
 * Step over one scalar, or over one maximal ill-formed subpart as U+FFFD; what a stream's
 * end cuts is one, too.
 *
 * @param bytes  Not empty; advanced.
 */
uint32_t reference_next(qtty_span *bytes);

/** Is it all well-formed? */
bool reference_valid(qtty_span text);

/** C0, DEL or C1? */
bool is_control(uint32_t scalar);

/** Is it all well-formed, without a control? */
bool is_text(qtty_span bytes);

/** Bytes of a scalar value. */
uint32_t reference_encode(uint32_t scalar, uint8_t out[4]);

#endif
