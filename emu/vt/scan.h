/* Where a run of bytes ends: the loops that the parser's speed lives on. Each returns the
 * first byte of [at, end) that does not belong to the run, or `end`. */
#ifndef QTTY_VT_SCAN_H
#define QTTY_VT_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/** Graphic ASCII: 20..7E. */
const uint8_t *scan_ascii(const uint8_t *at, const uint8_t *end);

/** Well-formed UTF-8 without C0, DEL and C1. */
const uint8_t *scan_text(const uint8_t *at, const uint8_t *end);

/** Anything but C0 and DEL; where `c1`, 80..9F end it too. */
const uint8_t *scan_payload(const uint8_t *at, const uint8_t *end, bool c1);

/** Parameter bytes without markers: 30..3B. */
const uint8_t *scan_params(const uint8_t *at, const uint8_t *end);

#endif
