/* The allocator hook: every block of a root handle comes through it. */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

static void *
hooked(const qtty_allocator *a, void *block, size_t bytes)
{
    if (a != NULL)
        return a->resize(a->context, block, bytes);
    if (bytes != 0)
        return realloc(block, bytes);
    free(block);
    return NULL;
}

void *
mem_resize(const qtty_allocator *a, void *block, size_t count, size_t size)
{
    if (count == 0 || size > SIZE_MAX / count)
        return NULL;
    return hooked(a, block, count * size);
}

void *
mem_zalloc(const qtty_allocator *a, size_t count, size_t size)
{
    void *block = mem_resize(a, NULL, count, size);
    if (block != NULL)
        memset(block, 0, count * size);
    return block;
}

void
mem_free(const qtty_allocator *a, void *block)
{
    if (block != NULL)
        hooked(a, block, 0);
}
