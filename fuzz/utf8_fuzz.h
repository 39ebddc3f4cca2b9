/* The calls that the UTF-8 harness judges. */
#ifndef QTTY_FUZZ_UTF8_FUZZ_H
#define QTTY_FUZZ_UTF8_FUZZ_H

#include "unicode/utf8.h"

struct utf8_subject {
    struct utf8_head (*head)(qtty_span bytes);
    uint32_t (*scalar)(const uint8_t *bytes, uint32_t length);
    uint32_t (*next)(qtty_span *text);
    uint32_t (*encode)(uint32_t scalar, uint8_t out[4]);
};

#endif
