/* SSE2: 16 bytes to 16 cells, two of which are a vector. */
#include "screen/widen_paths.h"
#include "screen/widen_words.h"

#if QTTY_X86

#include <emmintrin.h>

enum { BLOCK = 16, PAIR = 2 };

static __m128i
load(const void *at)
{
    return _mm_loadu_si128((const __m128i *)at);
}

static void
store(void *at, __m128i value)
{
    _mm_storeu_si128((__m128i *)at, value);
}

static __m128i
both(struct cell cell)
{
    int64_t word;
    memcpy(&word, &cell, sizeof(word));
    return _mm_set1_epi64x(word);
}

/* Four cells of the four contents in `words`. */
static void
put_four(struct cell *to, __m128i words, __m128i like)
{
    const __m128i zero = _mm_setzero_si128();
    store(to, _mm_or_si128(_mm_unpacklo_epi32(words, zero), like));
    store(to + PAIR, _mm_or_si128(_mm_unpackhi_epi32(words, zero), like));
}

static void
ascii(struct cell *to, const uint8_t *from, size_t n, struct cell like)
{
    const __m128i zero = _mm_setzero_si128(), look = both(like);
    for (; n >= BLOCK; n -= BLOCK, from += BLOCK, to += BLOCK) {
        const __m128i bytes = load(from);
        const __m128i low = _mm_unpacklo_epi8(bytes, zero);
        const __m128i high = _mm_unpackhi_epi8(bytes, zero);
        put_four(to, _mm_unpacklo_epi16(low, zero), look);
        put_four(to + 4, _mm_unpackhi_epi16(low, zero), look);
        put_four(to + 8, _mm_unpacklo_epi16(high, zero), look);
        put_four(to + 12, _mm_unpackhi_epi16(high, zero), look);
    }
    words_ascii(to, from, n, like);
}

/* The contents of four cells. */
static __m128i
take_four(const struct cell *from)
{
    const __m128 low = _mm_castsi128_ps(load(from));
    const __m128 high = _mm_castsi128_ps(load(from + PAIR));
    const __m128i words =
        _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)));
    return _mm_and_si128(words, _mm_set1_epi32(0x7F));
}

static void
pack(uint8_t *to, const struct cell *from, size_t n)
{
    for (; n >= BLOCK; n -= BLOCK, from += BLOCK, to += BLOCK) {
        const __m128i low = _mm_packs_epi32(take_four(from), take_four(from + 4));
        const __m128i high = _mm_packs_epi32(take_four(from + 8), take_four(from + 12));
        store(to, _mm_packus_epi16(low, high));
    }
    words_pack(to, from, n);
}

/* Whole pairs of cells that are alike; the rest cell by cell. */
static size_t
alike(const struct cell *from, size_t n)
{
    if (from->content > ASCII_BITS)
        return 0;
    const __m128i first = both(*from),
                  ignored = both((struct cell){ .content = ASCII_BITS });
    size_t i = 0;
    for (; i + PAIR <= n; i += PAIR) {
        const __m128i other =
            _mm_andnot_si128(ignored, _mm_xor_si128(load(from + i), first));
        const __m128i same = _mm_cmpeq_epi32(other, _mm_setzero_si128());
        if (_mm_movemask_epi8(same) != 0xFFFF)
            break;
    }
    return words_alike(from, i, n);
}

const struct widen widen_sse2 = { ascii, pack, alike };

#endif
