/* The counting allocator: each block carries its size in front. */
#include "meter.h"
#include <stdlib.h>

union header {
    size_t bytes;
    max_align_t align;
};

static void
meter_free(struct meter *m, union header *old)
{
    if (old == NULL)
        return;
    m->now -= old->bytes;
    free(old);
}

static bool
meter_refuses(struct meter *m, size_t before, size_t bytes)
{
    m->calls++;
    if (m->calls == m->fail_at)
        return true;
    if (m->ceiling == 0 || bytes <= before || m->now - before + bytes <= m->ceiling)
        return false;
    m->over = true;
    return true;
}

static void *
meter_resize(void *context, void *block, size_t bytes)
{
    struct meter *m = context;
    union header *old = block != NULL ? (union header *)block - 1 : NULL;
    if (bytes == 0) {
        meter_free(m, old);
        return NULL;
    }

    size_t before = old != NULL ? old->bytes : 0;
    if (bytes > SIZE_MAX - sizeof(union header) || meter_refuses(m, before, bytes))
        return NULL;
    union header *header = realloc(old, sizeof(union header) + bytes);
    if (header == NULL)
        return NULL;
    header->bytes = bytes;
    m->now = m->now - before + bytes;
    if (m->now > m->peak)
        m->peak = m->now;
    return header + 1;
}

void
meter_init(struct meter *m, size_t ceiling)
{
    *m = (struct meter){ .allocator = { meter_resize, m }, .ceiling = ceiling };
}
