/* What every unit test includes: cmocka with the headers it wants before it, and an
 * allocator that counts its blocks and can fail. */
#ifndef QTTY_UNIT_CHECK_H
#define QTTY_UNIT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <quietty/base.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/** Fails call number `fail_at` (from 1; 0: never), and all later ones if `for_good`. */
struct failing_allocator {
    long fail_at;
    int for_good;
    long calls; /* that asked for memory */
    long live;  /* blocks not freed */
};

static inline void *
failing_allocator_resize(void *context, void *block, size_t bytes)
{
    struct failing_allocator *f = context;
    if (bytes == 0) {
        f->live -= block != NULL;
        free(block);
        return NULL;
    }
    f->calls++;
    if (f->calls == f->fail_at
        || (f->for_good && f->fail_at != 0 && f->calls > f->fail_at))
        return NULL;
    f->live += block == NULL;
    return realloc(block, bytes);
}

static inline qtty_allocator
failing_allocator_hook(struct failing_allocator *f)
{
    return (qtty_allocator){ failing_allocator_resize, f };
}

#endif
