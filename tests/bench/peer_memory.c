/* What memory can do: the limits that no parser passes. */
#include "peers.h"
#include <stdlib.h>
#include <string.h>

enum { CHUNK_MAX = 65536 };

struct bytes {
    uint8_t copy[CHUNK_MAX];
    uint64_t controls;
};

void *
open_bytes(const qtty_allocator *allocator)
{
    (void)allocator;
    return calloc(1, sizeof(struct bytes));
}

void
copy_bytes(void *self, qtty_span chunk)
{
    struct bytes *b = self;
    memcpy(b->copy, chunk.data, chunk.len < CHUNK_MAX ? chunk.len : CHUNK_MAX);
}

/* What a perfect scan costs: the compiler makes vectors of it. */
void
count_controls(void *self, qtty_span chunk)
{
    struct bytes *b = self;
    while (chunk.len > 0) {
        size_t part = chunk.len < 255 ? chunk.len : 255;
        uint8_t count = 0;
        for (size_t i = 0; i < part; i++)
            count = (uint8_t)(count + (chunk.data[i] < 0x20));
        b->controls += count;
        chunk.data += part;
        chunk.len -= part;
    }
}

void
end_bytes(void *self)
{
    (void)self;
}

void
close_bytes(void *self)
{
    free(self);
}
