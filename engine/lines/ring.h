/* A ring of records of one size, each addressed by its ordinal: its place counted from
 * the first record ever pushed. The oldest are dropped by raising `first`, the newest by
 * lowering `end`; neither touches memory. */
#ifndef QTTY_LINES_RING_H
#define QTTY_LINES_RING_H

#include <quietty/base.h>
#include <stdbool.h>

struct ring {
    const qtty_allocator *allocator;
    uint8_t *records;
    size_t record_bytes;
    uint64_t slots;      /* a power of two, or 0 */
    uint64_t first, end; /* ordinals of the records that are there: [first, end) */
};

/** Allocates nothing. @param allocator Borrowed until ring_finish; NULL: the C
 * library's. */
void ring_init(struct ring *r, const qtty_allocator *allocator, size_t record_bytes);

/** Free the records; the ring is empty and usable again, its ordinals begin at 0. */
void ring_finish(struct ring *r);

/** Make room for one more record. @return false: out of memory; nothing changed. */
bool ring_grow(struct ring *r);

/** The record with this ordinal, which is in [first, end). */
static inline void *
ring_at(const struct ring *r, uint64_t ordinal)
{
    return r->records + (size_t)(ordinal & (r->slots - 1)) * r->record_bytes;
}

/** Append a record and return it, to be filled in. NULL: out of memory. */
static inline void *
ring_push(struct ring *r)
{
    if (r->end - r->first == r->slots && !ring_grow(r))
        return NULL;
    return ring_at(r, r->end++);
}

#endif
