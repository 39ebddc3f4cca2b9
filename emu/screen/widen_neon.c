/* NEON: a store of two vectors of 32 bits, interleaved, makes four cells. */
#include "screen/widen_paths.h"
#include "screen/widen_words.h"

#if QTTY_NEON

#include <arm_neon.h>

enum { FOUR = 4, EIGHT = 8 };

/* The two halves of a cell, each four times. */
static inline uint32x4x2_t
halves(struct cell cell)
{
    uint32_t half[2];
    memcpy(half, &cell, sizeof(half));
    return (uint32x4x2_t){ { vdupq_n_u32(half[0]), vdupq_n_u32(half[1]) } };
}

static inline void
put_four(struct cell *to, uint16x4_t contents, uint32x4x2_t like)
{
    like.val[0] = vorrq_u32(like.val[0], vmovl_u16(contents));
    vst2q_u32((uint32_t *)(void *)to, like);
}

static void
ascii(struct cell *to, const uint8_t *from, size_t n, struct cell like)
{
    const uint32x4x2_t look = halves(like);
    for (; n >= EIGHT; n -= EIGHT, from += EIGHT, to += EIGHT) {
        const uint16x8_t wide = vmovl_u8(vld1_u8(from));
        put_four(to, vget_low_u16(wide), look);
        put_four(to + FOUR, vget_high_u16(wide), look);
    }
    words_ascii(to, from, n, like);
}

static inline uint32x4x2_t
take_four(const struct cell *from)
{
    return vld2q_u32((const uint32_t *)(const void *)from);
}

/* Narrowing keeps the low bits. */
static inline uint8x8_t
take_eight(const struct cell *from)
{
    const uint16x4_t low = vmovn_u32(take_four(from).val[0]);
    const uint16x4_t high = vmovn_u32(take_four(from + FOUR).val[0]);
    return vmovn_u16(vcombine_u16(low, high));
}

static void
pack(uint8_t *to, const struct cell *from, size_t n)
{
    for (; n >= EIGHT; n -= EIGHT, from += EIGHT, to += EIGHT)
        vst1_u8(to, take_eight(from));
    words_pack(to, from, n);
}

/* Whole vectors of cells that are alike; the rest cell by cell. */
static size_t
alike(const struct cell *from, size_t n)
{
    if (from->content > ASCII_BITS)
        return 0;
    const uint32x4x2_t first = halves(*from);
    size_t i = 0;
    for (; i + FOUR <= n; i += FOUR) {
        const uint32x4x2_t four = take_four(from + i);
        const uint32x4_t low =
            vbicq_u32(veorq_u32(four.val[0], first.val[0]), vdupq_n_u32(0x7F));
        const uint32x4_t high = veorq_u32(four.val[1], first.val[1]);
        if (vmaxvq_u32(vorrq_u32(low, high)) != 0)
            break;
    }
    return words_alike(from, i, n);
}

const struct widen widen_neon = { ascii, pack, alike };

#endif
