/* Blocks of 16 bytes with SSE2: for the path of that name, and for what is shorter than
 * the wide blocks of AVX2. */
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 16, WIDE = 64 };

SCAN_TARGET static inline __m128i
load(const uint8_t *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

/* Leading bytes that are all ones. */
SCAN_TARGET static inline size_t
leading(__m128i belongs)
{
    return (size_t)__builtin_ctz(~(unsigned)_mm_movemask_epi8(belongs));
}

/* Comparison is signed: after adding 1, DEL and everything above is negative. */
SCAN_TARGET static inline __m128i
ascii_of(__m128i block)
{
    return _mm_cmpgt_epi8(_mm_add_epi8(block, _mm_set1_epi8(1)), _mm_set1_epi8(0x20));
}

SCAN_TARGET static inline __m128i
payload_of(__m128i block, uint8_t fold)
{
    const __m128i folded = _mm_and_si128(block, _mm_set1_epi8((char)fold));
    const __m128i graphic =
        _mm_cmpeq_epi8(_mm_max_epu8(folded, _mm_set1_epi8(0x20)), folded);
    return _mm_andnot_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8(0x7F)), graphic);
}

SCAN_TARGET static inline size_t
ascii_run(const uint8_t *at)
{
    return leading(ascii_of(load(at)));
}

SCAN_TARGET static inline size_t
payload_run(const uint8_t *at, uint8_t fold)
{
    return leading(payload_of(load(at), fold));
}

/* As ascii_of, with ';' moved to the highest positive value. */
SCAN_TARGET static inline size_t
param_run(const uint8_t *at)
{
    const int8_t up = 0x7F - ';';
    const __m128i above = _mm_add_epi8(load(at), _mm_set1_epi8(up));
    return leading(_mm_cmpgt_epi8(above, _mm_set1_epi8('0' - 1 + up)));
}

/* How far a wide block belongs, by a bit a byte. */
static inline size_t
wide_run(uint64_t belongs)
{
    return belongs == UINT64_MAX ? WIDE : (size_t)__builtin_ctzll(~belongs);
}
