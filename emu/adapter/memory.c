/* Reserves for a library that cannot be told "no". */
#include "adapter/memory.h"

#include "base/alloc.h"
#include <string.h>

static uint8_t *
bytes_of(struct reserve *r)
{
    return (uint8_t *)(r + 1);
}

bool
library_memory_begin(struct library_memory *m, size_t bytes)
{
    struct reserve *r = mem_zalloc(m->allocator, 1, sizeof *r + bytes);
    if (r == NULL)
        return false;
    *r = (struct reserve){ .next = m->reserves, .size = bytes };
    m->reserves = r;
    return true;
}

void
library_memory_end(struct library_memory *m)
{
    struct reserve *r = m->reserves;
    if (r == NULL || r->used != 0)
        return;
    m->reserves = r->next;
    mem_free(m->allocator, r);
}

void *
library_memory_take(struct library_memory *m, size_t bytes)
{
    void *block = mem_zalloc(m->allocator, 1, bytes == 0 ? 1 : bytes);
    struct reserve *r = m->reserves;
    if (block != NULL || r == NULL || bytes > r->size - r->used)
        return block;
    block = bytes_of(r) + r->used;
    size_t aligned = (bytes + 15) / 16 * 16;
    r->used += aligned < r->size - r->used ? aligned : r->size - r->used;
    return block;
}

void
library_memory_give(struct library_memory *m, void *block)
{
    for (struct reserve *r = m->reserves; r != NULL; r = r->next) {
        uintptr_t from = (uintptr_t)bytes_of(r), at = (uintptr_t)block;
        if (at >= from && at < from + r->size)
            return;
    }
    mem_free(m->allocator, block);
}

void
library_memory_finish(struct library_memory *m)
{
    while (m->reserves != NULL) {
        struct reserve *next = m->reserves->next;
        mem_free(m->allocator, m->reserves);
        m->reserves = next;
    }
}
