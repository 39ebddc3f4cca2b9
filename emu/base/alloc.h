/* The allocator hook, with the C library's as the default. */
#ifndef QTTY_BASE_ALLOC_H
#define QTTY_BASE_ALLOC_H

#include <quietty/base.h>

/** Zeroed block of count * size bytes; NULL for lack of memory or an overflow. */
void *mem_zalloc(const qtty_allocator *a, size_t count, size_t size);

/** As realloc(3) of count * size bytes; NULL leaves the block as it was. count > 0. */
void *mem_resize(const qtty_allocator *a, void *block, size_t count, size_t size);

/** NULL is fine. */
void mem_free(const qtty_allocator *a, void *block);

#endif
