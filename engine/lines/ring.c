/* The part of a ring that is not in its header: growing, and the end of it. */
#include "lines/ring.h"
#include "base/alloc.h"
#include <string.h>

enum { SLOTS_AT_FIRST = 64 };

void
ring_init(struct ring *r, const qtty_allocator *allocator, size_t record_bytes)
{
    *r = (struct ring){ .allocator = allocator, .record_bytes = record_bytes };
}

void
ring_finish(struct ring *r)
{
    mem_free(r->allocator, r->records);
    ring_init(r, r->allocator, r->record_bytes);
}

/* A record's slot depends on the number of slots, so each one is put where it belongs in
 * a block of its own. */
bool
ring_grow(struct ring *r)
{
    struct ring grown = *r;
    grown.slots = r->slots == 0 ? SLOTS_AT_FIRST : r->slots * 2;
    if (grown.slots > SIZE_MAX)
        return false;
    grown.records = mem_resize(r->allocator, NULL, (size_t)grown.slots, r->record_bytes);
    if (grown.records == NULL)
        return false;

    for (uint64_t i = r->first; i < r->end; i++)
        memcpy(ring_at(&grown, i), ring_at(r, i), r->record_bytes);
    mem_free(r->allocator, r->records);
    *r = grown;
    return true;
}
