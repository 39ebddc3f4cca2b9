/* NEON, which every aarch64 has: four blocks of 16 bytes in one test. */
#include "vt/scan_paths.h"
#include "vt/scan_utf8.h"

#if QTTY_NEON

#include <arm_neon.h>
#include <stddef.h>

#define SCAN_TARGET

enum { BLOCK = 16, BLOCKS = 4, WIDE = BLOCK * BLOCKS };

/* Leading bytes that are all ones. Narrowing keeps 4 bits of each. */
static inline size_t
leading(uint8x16_t belongs)
{
    const uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(belongs), 4);
    const uint64_t rest = ~vget_lane_u64(vreinterpret_u64_u8(nibbles), 0);
    return rest == 0 ? BLOCK : (size_t)__builtin_ctzll(rest) / 4;
}

static inline uint8x16_t
ascii_of(uint8x16_t block)
{
    return vcltq_u8(vsubq_u8(block, vdupq_n_u8(0x20)), vdupq_n_u8(0x7F - 0x20));
}

static inline uint8x16_t
payload_of(uint8x16_t block, uint8_t fold)
{
    const uint8x16_t graphic =
        vcgeq_u8(vandq_u8(block, vdupq_n_u8(fold)), vdupq_n_u8(0x20));
    return vbicq_u8(graphic, vceqq_u8(block, vdupq_n_u8(0x7F)));
}

static inline size_t
ascii_run(const uint8_t *at)
{
    return leading(ascii_of(vld1q_u8(at)));
}

static inline size_t
payload_run(const uint8_t *at, uint8_t fold)
{
    return leading(payload_of(vld1q_u8(at), fold));
}

static inline size_t
param_run(const uint8_t *at)
{
    const uint8x16_t digits = vsubq_u8(vld1q_u8(at), vdupq_n_u8('0'));
    return leading(vcleq_u8(digits, vdupq_n_u8(';' - '0')));
}

/* All, or up to the end of the first block that ends. */
static inline size_t
wide_run(const uint8x16_t belongs[BLOCKS])
{
    const uint8x16_t low = vandq_u8(belongs[0], belongs[1]);
    const uint8x16_t high = vandq_u8(belongs[2], belongs[3]);
    size_t run = 0;
    if (vminvq_u8(vandq_u8(low, high)) == 0xFF)
        return WIDE;
    for (size_t i = 0; run == i * BLOCK; i++)
        run += leading(belongs[i]);
    return run;
}

static inline size_t
wide_ascii_run(const uint8_t *at)
{
    uint8x16_t belongs[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++)
        belongs[i] = ascii_of(vld1q_u8(at + i * BLOCK));
    return wide_run(belongs);
}

static inline size_t
wide_payload_run(const uint8_t *at, uint8_t fold)
{
    uint8x16_t belongs[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++)
        belongs[i] = payload_of(vld1q_u8(at + i * BLOCK), fold);
    return wide_run(belongs);
}

/* Each byte's predecessor by `n`; zeros before the first. */
#define BEFORE(block, n) vextq_u8(vdupq_n_u8(0), block, BLOCK - (n))

/* Not zero where a byte does not follow those before it. */
static inline uint8x16_t
ill_formed(uint8x16_t block)
{
    const uint8x16_t one = BEFORE(block, 1);
    const uint8x16_t high = vqtbl1q_u8(vld1q_u8(first_high), vshrq_n_u8(one, 4));
    const uint8x16_t low =
        vqtbl1q_u8(vld1q_u8(first_low), vandq_u8(one, vdupq_n_u8(0x0F)));
    const uint8x16_t next = vqtbl1q_u8(vld1q_u8(second_high), vshrq_n_u8(block, 4));
    /* The highest bit: a third or fourth byte is due, where two continuations may be. */
    const uint8x16_t third = vqsubq_u8(BEFORE(block, 2), vdupq_n_u8(0xE0 - 0x80));
    const uint8x16_t fourth = vqsubq_u8(BEFORE(block, 3), vdupq_n_u8(0xF0 - 0x80));
    const uint8x16_t due = vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(CONTINUATIONS));
    return veorq_u8(due, vandq_u8(high, vandq_u8(low, next)));
}

/* U+0080..9F, at their second byte. */
static inline uint8x16_t
c1(uint8x16_t block)
{
    const uint8x16_t lead = vceqq_u8(BEFORE(block, 1), vdupq_n_u8(0xC2));
    return vandq_u8(lead, vcltq_u8(block, vdupq_n_u8(0xA0)));
}

#undef BEFORE

enum { TEXT_BLOCK = BLOCK };

static inline const uint8_t *
text_blocks(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= TEXT_BLOCK) {
        const uint8x16_t block = vld1q_u8(at);
        const uint8x16_t well = vceqq_u8(ill_formed(block), vdupq_n_u8(0));
        const uint8x16_t belongs =
            vbicq_u8(vandq_u8(well, payload_of(block, 0xFF)), c1(block));
        const size_t n = leading(belongs);
        at += whole_scalars(at, n);
        if (n < BLOCK)
            break;
    }
    return at;
}

#include "vt/scan_loops.h"

const struct scan scan_neon = { ascii, text, payload, params };

#endif
