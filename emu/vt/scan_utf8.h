/* What vectors need to check many bytes of UTF-8 at once. Which bytes may follow each
 * other is decided by the two nibbles of a byte and the upper one of the next: three
 * tables have a bit for each way to be ill-formed, and what is in all three is one (J.
 * Keiser, D. Lemire: Validating UTF-8 in less than one instruction per byte, 2021). */
#ifndef QTTY_VT_SCAN_UTF8_H
#define QTTY_VT_SCAN_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum {
    NIBBLES = 16,
    TOO_SHORT = 1 << 0,     /* a lead, and no continuation behind it */
    TOO_LONG = 1 << 1,      /* ASCII, and a continuation behind it */
    OVERLONG_3 = 1 << 2,    /* E0, below A0 */
    TOO_LARGE = 1 << 3,     /* F4 from 90 on, F5.. */
    SURROGATE = 1 << 4,     /* ED, from A0 on */
    OVERLONG_2 = 1 << 5,    /* C0, C1 */
    TOO_LARGE_LOW = 1 << 6, /* F5.., below 90 */
    OVERLONG_4 = 1 << 6,    /* F0, below 90 */
    CONTINUATIONS = 1 << 7, /* two: right behind a lead of three or four bytes alone */
    AT_ANY_LOW = TOO_SHORT | TOO_LONG | CONTINUATIONS,
    BEYOND = AT_ANY_LOW | TOO_LARGE | TOO_LARGE_LOW,
};

/* By the upper nibble of a byte, its lower one, and the upper one of the next. */
static const uint8_t first_high[NIBBLES] = {
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    CONTINUATIONS,
    CONTINUATIONS,
    CONTINUATIONS,
    CONTINUATIONS,
    TOO_SHORT | OVERLONG_2,
    TOO_SHORT,
    TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | TOO_LARGE_LOW | OVERLONG_4,
};

static const uint8_t first_low[NIBBLES] = {
    AT_ANY_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4,
    AT_ANY_LOW | OVERLONG_2,
    AT_ANY_LOW,
    AT_ANY_LOW,
    AT_ANY_LOW | TOO_LARGE,
    BEYOND,
    BEYOND,
    BEYOND,
    BEYOND,
    BEYOND,
    BEYOND,
    BEYOND,
    BEYOND,
    BEYOND | SURROGATE,
    BEYOND,
    BEYOND,
};

static const uint8_t second_high[NIBBLES] = {
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_LONG | OVERLONG_2 | CONTINUATIONS | OVERLONG_3 | TOO_LARGE_LOW | OVERLONG_4,
    TOO_LONG | OVERLONG_2 | CONTINUATIONS | OVERLONG_3 | TOO_LARGE,
    TOO_LONG | OVERLONG_2 | CONTINUATIONS | SURROGATE | TOO_LARGE,
    TOO_LONG | OVERLONG_2 | CONTINUATIONS | SURROGATE | TOO_LARGE,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
};

/* Of n bytes that may go together: those before a scalar that is cut. */
static inline size_t
whole_scalars(const uint8_t *at, size_t n)
{
    if (n >= 1 && at[n - 1] >= 0xC0)
        return n - 1;
    if (n >= 2 && at[n - 2] >= 0xE0)
        return n - 2;
    return n >= 3 && at[n - 3] >= 0xF0 ? n - 3 : n;
}

#endif
