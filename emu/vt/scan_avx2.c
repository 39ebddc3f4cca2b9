/* AVX2, chosen at run time: two blocks of 32 bytes in one mask. The attribute stands at
 * each function, so that no flag of the compiler lets AVX2 into any other. */
#include "vt/scan_paths.h"

#if QTTY_X86

#define SCAN_TARGET __attribute__((target("avx2,bmi")))
#include "vt/scan_utf8.h"
#include "vt/scan_x86.h"
#include <immintrin.h>

enum { HALF = WIDE / 2 };

SCAN_TARGET static inline __m256i
load_half(const uint8_t *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

SCAN_TARGET static inline uint64_t
mask_of(__m256i low, __m256i high)
{
    const uint64_t above = (uint32_t)_mm256_movemask_epi8(high);
    return above << HALF | (uint32_t)_mm256_movemask_epi8(low);
}

/* As ascii_of. */
SCAN_TARGET static inline __m256i
half_ascii_of(__m256i half)
{
    return _mm256_cmpgt_epi8(_mm256_add_epi8(half, _mm256_set1_epi8(1)),
                             _mm256_set1_epi8(0x20));
}

SCAN_TARGET static inline __m256i
half_payload_of(__m256i half, uint8_t fold)
{
    const __m256i folded = _mm256_and_si256(half, _mm256_set1_epi8((char)fold));
    const __m256i graphic =
        _mm256_cmpeq_epi8(_mm256_max_epu8(folded, _mm256_set1_epi8(0x20)), folded);
    return _mm256_andnot_si256(_mm256_cmpeq_epi8(half, _mm256_set1_epi8(0x7F)), graphic);
}

SCAN_TARGET static inline size_t
wide_ascii_run(const uint8_t *at)
{
    return wide_run(
        mask_of(half_ascii_of(load_half(at)), half_ascii_of(load_half(at + HALF))));
}

SCAN_TARGET static inline size_t
wide_payload_run(const uint8_t *at, uint8_t fold)
{
    return wide_run(mask_of(half_payload_of(load_half(at), fold),
                            half_payload_of(load_half(at + HALF), fold)));
}

/* Each byte's predecessor by `n`; zeros before the first. */
#define BEFORE(half, n)                                                                  \
    _mm256_alignr_epi8(half, _mm256_permute2x128_si256(half, half, 0x08), 16 - (n))

SCAN_TARGET static inline __m256i
looked_up(const uint8_t table[NIBBLES], __m256i nibbles)
{
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load(table)), nibbles);
}

SCAN_TARGET static inline __m256i
high_nibbles(__m256i half)
{
    return _mm256_and_si256(_mm256_srli_epi16(half, 4), _mm256_set1_epi8(0x0F));
}

/* Not zero where a byte does not follow those before it. */
SCAN_TARGET static inline __m256i
half_ill_formed(__m256i half)
{
    const __m256i one = BEFORE(half, 1), two = BEFORE(half, 2), three = BEFORE(half, 3);
    const __m256i low = _mm256_and_si256(one, _mm256_set1_epi8(0x0F));
    const __m256i pair =
        _mm256_and_si256(looked_up(first_high, high_nibbles(one)),
                         _mm256_and_si256(looked_up(first_low, low),
                                          looked_up(second_high, high_nibbles(half))));
    /* The highest bit: a third or fourth byte is due, where two continuations may be. */
    const __m256i third = _mm256_subs_epu8(two, _mm256_set1_epi8(0xE0 - 0x80));
    const __m256i fourth = _mm256_subs_epu8(three, _mm256_set1_epi8(0xF0 - 0x80));
    const __m256i due = _mm256_and_si256(_mm256_or_si256(third, fourth),
                                         _mm256_set1_epi8((char)CONTINUATIONS));
    return _mm256_xor_si256(due, pair);
}

/* U+0080..9F, at their second byte. */
SCAN_TARGET static inline __m256i
half_c1(__m256i half)
{
    const __m256i lead = _mm256_cmpeq_epi8(BEFORE(half, 1), _mm256_set1_epi8((char)0xC2));
    return _mm256_and_si256(lead, _mm256_cmpgt_epi8(_mm256_set1_epi8((char)0xA0), half));
}

#undef BEFORE

enum { TEXT_BLOCK = HALF };

/* Never in line: what it keeps in registers would leave them wide where it is not run. */
SCAN_TARGET __attribute__((noinline)) static const uint8_t *
text_blocks(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= TEXT_BLOCK) {
        const __m256i half = load_half(at);
        const __m256i well =
            _mm256_cmpeq_epi8(half_ill_formed(half), _mm256_setzero_si256());
        const __m256i belongs = _mm256_andnot_si256(
            half_c1(half), _mm256_and_si256(well, half_payload_of(half, 0xFF)));
        const uint32_t stops = ~(uint32_t)_mm256_movemask_epi8(belongs);
        const size_t n = stops == 0 ? HALF : (size_t)__builtin_ctz(stops);
        at += whole_scalars(at, n);
        if (n < HALF)
            break;
    }
    return at;
}

#include "vt/scan_loops.h"

const struct scan scan_avx2 = { ascii, text, payload, params };

#endif
