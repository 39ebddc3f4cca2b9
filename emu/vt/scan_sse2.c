/* SSE2, which every x86-64 has: four blocks in one mask. */
#include "vt/scan_paths.h"

#if QTTY_X86

#define SCAN_TARGET
#include "vt/scan_x86.h"

static inline uint64_t
mask_of(__m128i belongs, int block)
{
    return (uint64_t)(unsigned)_mm_movemask_epi8(belongs) << (block * BLOCK);
}

static size_t
wide_ascii_run(const uint8_t *at)
{
    uint64_t belongs = 0;
    for (int i = 0; i < WIDE / BLOCK; i++)
        belongs |= mask_of(ascii_of(load(at + i * BLOCK)), i);
    return wide_run(belongs);
}

static size_t
wide_payload_run(const uint8_t *at, uint8_t fold)
{
    uint64_t belongs = 0;
    for (int i = 0; i < WIDE / BLOCK; i++)
        belongs |= mask_of(payload_of(load(at + i * BLOCK), fold), i);
    return wide_run(belongs);
}

/* Looking up bytes in a table needs SSSE3: text goes a scalar at a time. */
enum { TEXT_BLOCK = WIDE };

static inline const uint8_t *
text_blocks(const uint8_t *at, const uint8_t *end)
{
    (void)end;
    return at;
}

#include "vt/scan_loops.h"

const struct scan scan_sse2 = { ascii, text, payload, params };

#endif
