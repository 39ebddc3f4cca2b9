/* Memory for a library that cannot be told "no": libvterm uses what its allocator returns
 * without a look. Before a call that allocates, a reserve is laid in; when the hook fails
 * during the call, blocks are cut from the reserve. */
#ifndef QTTY_ADAPTER_MEMORY_H
#define QTTY_ADAPTER_MEMORY_H

#include <quietty/base.h>
#include <stdbool.h>

struct reserve {
    struct reserve *next;
    size_t size, used; /* bytes behind this head */
};

struct library_memory {
    const qtty_allocator *allocator;
    struct reserve *reserves; /* the first is the one to cut from */
};

/** Lay in a reserve before a call. @return false: there is no memory; do not call. */
bool library_memory_begin(struct library_memory *m, size_t bytes);

/** After the call: give the reserve back if nothing was cut from it. */
void library_memory_end(struct library_memory *m);

/** Zeroed block: from the hook, or cut from the reserve. */
void *library_memory_take(struct library_memory *m, size_t bytes);
void library_memory_give(struct library_memory *m, void *block);

/** Free every reserve; the library must be gone. */
void library_memory_finish(struct library_memory *m);

#endif
