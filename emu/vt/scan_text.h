/* Text beyond ASCII, a scalar at a time: the same for every path, between runs of ASCII
 * and blocks. */
#ifndef QTTY_VT_SCAN_TEXT_H
#define QTTY_VT_SCAN_TEXT_H

#include "unicode/utf8.h"
#include <stdbool.h>

static inline bool
continues(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Bytes of the scalar at `at`; 0: it is cut, ill-formed, or C1. First the leads that
 * allow any continuation: most of what is written in two and three bytes. */
static inline size_t
graphic_length(const uint8_t *at, const uint8_t *end)
{
    if (end - at >= 3) {
        if (at[0] > 0xE0 && at[0] < 0xF0 && at[0] != 0xED && continues(at[1])
            && continues(at[2]))
            return 3;
        if (at[0] > 0xC2 && at[0] < 0xE0 && continues(at[1]))
            return 2;
    }

    const struct utf8_head head = utf8_head((qtty_span){ at, (size_t)(end - at) });

    if (head.form != UTF8_WELL_FORMED || (at[0] == 0xC2 && at[1] < 0xA0))
        return 0;
    return head.length;
}

#endif
