/* What every path needs for the rest that is shorter than its block: a byte, and a word
 * of 8 bytes in which all belong or not. */
#ifndef QTTY_VT_SCAN_WORDS_H
#define QTTY_VT_SCAN_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { WORD = 8 };

static inline bool
is_ascii(uint8_t byte)
{
    return byte >= 0x20 && byte <= 0x7E;
}

static inline bool
is_param(uint8_t byte)
{
    return byte >= 0x30 && byte <= 0x3B;
}

/* `fold` is FF, or 7F to map C1 onto C0. */
static inline bool
is_payload(uint8_t byte, uint8_t fold)
{
    return (byte & fold) >= 0x20 && byte != 0x7F;
}

static inline uint64_t
word_of(uint8_t byte)
{
    return UINT64_C(0x0101010101010101) * byte;
}

static inline uint64_t
word_at(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof(word));
    return word;
}

/* Is a byte of `word` below `limit`, at most 0x80? A borrow goes only out of such a
 * one. */
static inline bool
any_below(uint64_t word, uint8_t limit)
{
    return ((word - word_of(limit)) & ~word & word_of(0x80)) != 0;
}

static inline bool
any_equal(uint64_t word, uint8_t byte)
{
    return any_below(word ^ word_of(byte), 1);
}

static inline bool
all_ascii(uint64_t word)
{
    return (word & word_of(0x80)) == 0 && !any_below(word, 0x20)
           && !any_equal(word, 0x7F);
}

static inline bool
all_payload(uint64_t word, uint8_t fold)
{
    return !any_below(word & word_of(fold), 0x20) && !any_equal(word, 0x7F);
}

static inline const uint8_t *
words_ascii(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= WORD && all_ascii(word_at(at)))
        at += WORD;
    while (at < end && is_ascii(*at))
        at++;
    return at;
}

static inline const uint8_t *
words_payload(const uint8_t *at, const uint8_t *end, uint8_t fold)
{
    while (end - at >= WORD && all_payload(word_at(at), fold))
        at += WORD;
    while (at < end && is_payload(*at, fold))
        at++;
    return at;
}

static inline const uint8_t *
bytes_params(const uint8_t *at, const uint8_t *end)
{
    while (at < end && is_param(*at))
        at++;
    return at;
}

#endif
