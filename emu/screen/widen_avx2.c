/* AVX2, chosen at run time: four cells are a vector. The attribute stands at each
 * function, so that no flag of the compiler lets AVX2 into any other. */
#include "screen/widen_paths.h"
#include "screen/widen_words.h"

#if QTTY_X86

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi")))

enum { BLOCK = 16, FOUR = 4 };

AVX2 static inline __m256i
load(const struct cell *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

AVX2 static inline __m256i
all(struct cell cell)
{
    int64_t word;
    memcpy(&word, &cell, sizeof(word));
    return _mm256_set1_epi64x(word);
}

AVX2 static inline void
put_four(struct cell *to, const uint8_t *from, __m256i like)
{
    int32_t bytes;
    memcpy(&bytes, from, sizeof(bytes));
    const __m256i words = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(bytes));
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_or_si256(words, like));
}

AVX2 static void
ascii(struct cell *to, const uint8_t *from, size_t n, struct cell like)
{
    const __m256i look = all(like);
    for (; n >= BLOCK; n -= BLOCK, from += BLOCK, to += BLOCK)
        for (int i = 0; i < BLOCK; i += FOUR)
            put_four(to + i, from + i, look);
    for (; n >= FOUR; n -= FOUR, from += FOUR, to += FOUR)
        put_four(to, from, look);
    words_ascii(to, from, n, like);
}

/* The contents of eight cells, in their order. Vectors shuffle within their halves. */
AVX2 static inline __m256i
take_eight(const struct cell *from)
{
    const __m256 low = _mm256_castsi256_ps(load(from));
    const __m256 high = _mm256_castsi256_ps(load(from + FOUR));
    const __m256i words =
        _mm256_castps_si256(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)));
    const __m256i ordered = _mm256_permute4x64_epi64(words, _MM_SHUFFLE(3, 1, 2, 0));
    return _mm256_and_si256(ordered, _mm256_set1_epi32(0x7F));
}

AVX2 static void
pack(uint8_t *to, const struct cell *from, size_t n)
{
    for (; n >= BLOCK; n -= BLOCK, from += BLOCK, to += BLOCK) {
        const __m256i mixed = _mm256_packs_epi32(take_eight(from), take_eight(from + 8));
        const __m256i halves = _mm256_permute4x64_epi64(mixed, _MM_SHUFFLE(3, 1, 2, 0));
        const __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(halves),
                                               _mm256_extracti128_si256(halves, 1));
        _mm_storeu_si128((__m128i *)(void *)to, bytes);
    }
    words_pack(to, from, n);
}

AVX2 static size_t
alike(const struct cell *from, size_t n)
{
    if (from->content > ASCII_BITS)
        return 0;
    const __m256i first = all(*from),
                  ignored = all((struct cell){ .content = ASCII_BITS });
    size_t i = 0;
    for (; i + FOUR <= n; i += FOUR) {
        const __m256i other =
            _mm256_andnot_si256(ignored, _mm256_xor_si256(load(from + i), first));
        const __m256i same = _mm256_cmpeq_epi64(other, _mm256_setzero_si256());
        const unsigned mask = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(same));
        if (mask != 0xF)
            return i + (size_t)__builtin_ctz(~mask);
    }
    return words_alike(from, i, n);
}

const struct widen widen_avx2 = { ascii, pack, alike };

#endif
