/* The loops, by path; and the plain ones, which also take what is left of a block. */
#include "screen/widen.h"

#include "screen/widen_paths.h"
#include <string.h>

enum { ASCII_END = 0x80 };

static void
ascii(struct cell *to, const uint8_t *from, size_t n, struct cell like)
{
    for (size_t i = 0; i < n; i++) {
        to[i] = like;
        to[i].content = from[i];
    }
}

static void
pack(uint8_t *to, const struct cell *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (uint8_t)from[i].content;
}

static bool
looks_as(const struct cell *a, const struct cell *b)
{
    return a->style == b->style && a->link == b->link && a->kind == b->kind
           && a->width == b->width && a->protect == b->protect && a->spare == b->spare;
}

static size_t
alike(const struct cell *from, size_t n)
{
    size_t i = 0;
    while (i < n && from[i].content < ASCII_END && looks_as(&from[i], from))
        i++;
    return i;
}

const struct widen widen_plain = { ascii, pack, alike };

/* Bit fields lie as the ABI has them; here it is known when this is compiled. */
static bool
content_is_low(void)
{
    const struct cell cell = { .content = 0x123456 };
    uint64_t word;
    memcpy(&word, &cell, sizeof(word));
    return word == 0x123456;
}

const struct widen *
widen_on(enum cpu_path path)
{
    static const struct widen *const paths[CPU_PATHS] = {
        [CPU_PLAIN] = &widen_plain,
#if QTTY_X86
        [CPU_SSE2] = &widen_sse2,
        [CPU_AVX2] = &widen_avx2,
#endif
#if QTTY_NEON
        [CPU_NEON] = &widen_neon,
#endif
    };
    if (!content_is_low())
        return path <= CPU_PLAIN ? &widen_plain : NULL;
    return cpu_has(path) ? paths[cpu_resolve(path)] : NULL;
}
