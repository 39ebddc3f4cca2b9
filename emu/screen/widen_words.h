/* A cell as a word, for what vectors leave over: its content is in the low bits, where
 * widen.c chooses them at all. Inline, since a function that ends by calling another one
 * may leave AVX2's registers in a state that the next SSE instruction pays for. */
#ifndef QTTY_SCREEN_WIDEN_WORDS_H
#define QTTY_SCREEN_WIDEN_WORDS_H

#include "screen/cell.h"
#include <stddef.h>
#include <string.h>

enum { ASCII_BITS = 0x7F };

static inline uint64_t
word_of_cell(const struct cell *cell)
{
    uint64_t word;
    memcpy(&word, cell, sizeof(word));
    return word;
}

static inline void
words_ascii(struct cell *to, const uint8_t *from, size_t n, struct cell like)
{
    const uint64_t look = word_of_cell(&like);
    for (size_t i = 0; i < n; i++) {
        const uint64_t word = look | from[i];
        memcpy(&to[i], &word, sizeof(word));
    }
}

static inline void
words_pack(uint8_t *to, const struct cell *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (uint8_t)word_of_cell(&from[i]);
}

/* From a place on, as the first of them all. @return where that ends. */
static inline size_t
words_alike(const struct cell *from, size_t i, size_t n)
{
    const uint64_t first = word_of_cell(from) | ASCII_BITS;
    while (i < n && (word_of_cell(&from[i]) | ASCII_BITS) == first)
        i++;
    return i;
}

#endif
