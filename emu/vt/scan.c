/* A block at a time: 16 bytes with SSE2, else 8 in a word. For each kind of run a
 * function tells how many bytes at the front of a block belong to it; only the last,
 * shorter block is read byte by byte. QTTY_SCAN_PLAIN chooses the words everywhere, for
 * their test. */
#include "vt/scan.h"

#include "unicode/utf8.h"
#include <string.h>

#if defined(__SSE2__) && !defined(QTTY_SCAN_PLAIN)
#define SCAN_SSE2 1
#include <emmintrin.h>
#else
#define SCAN_SSE2 0
#endif

static bool
is_ascii(uint8_t byte)
{
    return byte >= 0x20 && byte <= 0x7E;
}

static bool
is_param(uint8_t byte)
{
    return byte >= 0x30 && byte <= 0x3B;
}

/* `fold` is FF, or 7F to map C1 onto C0. */
static bool
is_payload(uint8_t byte, uint8_t fold)
{
    return (byte & fold) >= 0x20 && byte != 0x7F;
}

#if SCAN_SSE2

enum { BLOCK = 16, WIDE = 64 };

static __m128i
load(const uint8_t *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

/* Leading bytes that are all ones. */
static size_t
leading(__m128i belongs)
{
    return (size_t)__builtin_ctz(~(unsigned)_mm_movemask_epi8(belongs));
}

/* Comparison is signed: after adding 1, DEL and everything above is negative. */
static size_t
ascii_run(const uint8_t *at)
{
    const __m128i above = _mm_add_epi8(load(at), _mm_set1_epi8(1));
    return leading(_mm_cmpgt_epi8(above, _mm_set1_epi8(0x20)));
}

/* Four blocks in one mask. Most of a stream is text, and in which block it ends is
 * nothing that a processor can guess. */
static size_t
wide_ascii_run(const uint8_t *at)
{
    const __m128i space = _mm_set1_epi8(0x20), one = _mm_set1_epi8(1);
    uint64_t belongs = 0;

    for (int i = 0; i < WIDE / BLOCK; i++) {
        const __m128i above = _mm_add_epi8(load(at + i * BLOCK), one);
        const int mask = _mm_movemask_epi8(_mm_cmpgt_epi8(above, space));
        belongs |= (uint64_t)(unsigned)mask << (i * BLOCK);
    }
    return belongs == UINT64_MAX ? WIDE : (size_t)__builtin_ctzll(~belongs);
}

/* As above, with ';' moved to the highest positive value. */
static size_t
param_run(const uint8_t *at)
{
    const int8_t up = 0x7F - ';';
    const __m128i above = _mm_add_epi8(load(at), _mm_set1_epi8(up));
    return leading(_mm_cmpgt_epi8(above, _mm_set1_epi8('0' - 1 + up)));
}

static size_t
payload_run(const uint8_t *at, uint8_t fold)
{
    const __m128i block = load(at);
    const __m128i folded = _mm_and_si128(block, _mm_set1_epi8((char)fold));
    const __m128i graphic =
        _mm_cmpeq_epi8(_mm_max_epu8(folded, _mm_set1_epi8(0x20)), folded);
    return leading(_mm_andnot_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8(0x7F)), graphic));
}

#else

enum { BLOCK = 8, WIDE = 8 };

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static uint64_t
load(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof(word));
    return word;
}

/* Is a byte of `word` below `limit`, at most 0x80? A borrow goes only out of such a
 * one. */
static bool
any_below(uint64_t word, uint64_t limit)
{
    return ((word - EACH(limit)) & ~word & EACH(0x80)) != 0;
}

static bool
any_equal(uint64_t word, uint64_t byte)
{
    return any_below(word ^ EACH(byte), 1);
}

static size_t
ascii_run(const uint8_t *at)
{
    const uint64_t word = load(at);
    size_t n = 0;

    if (!(word & EACH(0x80)) && !any_below(word, 0x20) && !any_equal(word, 0x7F))
        return BLOCK;
    while (is_ascii(at[n]))
        n++;
    return n;
}

static size_t
wide_ascii_run(const uint8_t *at)
{
    return ascii_run(at);
}

static size_t
param_run(const uint8_t *at)
{
    size_t n = 0;

    while (n < BLOCK && is_param(at[n]))
        n++;
    return n;
}

static size_t
payload_run(const uint8_t *at, uint8_t fold)
{
    const uint64_t word = load(at);
    size_t n = 0;

    if (!any_below(word & EACH(fold), 0x20) && !any_equal(word, 0x7F))
        return BLOCK;
    while (is_payload(at[n], fold))
        n++;
    return n;
}

#undef EACH

#endif

const uint8_t *
scan_ascii(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= WIDE) {
        const size_t n = wide_ascii_run(at);
        at += n;
        if (n < WIDE)
            return at;
    }
    while (end - at >= BLOCK) {
        const size_t n = ascii_run(at);
        at += n;
        if (n < BLOCK)
            return at;
    }
    while (at < end && is_ascii(*at))
        at++;
    return at;
}

const uint8_t *
scan_params(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= BLOCK) {
        const size_t n = param_run(at);
        at += n;
        if (n < BLOCK)
            return at;
    }
    while (at < end && is_param(*at))
        at++;
    return at;
}

const uint8_t *
scan_payload(const uint8_t *at, const uint8_t *end, bool c1)
{
    const uint8_t fold = c1 ? 0x7F : 0xFF;

    while (end - at >= BLOCK) {
        const size_t n = payload_run(at, fold);
        at += n;
        if (n < BLOCK)
            return at;
    }
    while (at < end && is_payload(*at, fold))
        at++;
    return at;
}

static bool
continues(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Bytes of the scalar at `at`; 0: it is cut, ill-formed, or C1. First the leads that
 * allow any continuation: most of what is written in two and three bytes. */
static size_t
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

const uint8_t *
scan_text(const uint8_t *at, const uint8_t *end)
{
    for (;;) {
        at = scan_ascii(at, end);
        if (at == end || *at < 0x80)
            return at;
        while (at < end && *at >= 0x80) {
            const size_t n = graphic_length(at, end);
            if (n == 0)
                return at;
            at += n;
        }
    }
}
