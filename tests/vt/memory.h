/* Memory of the runner: a program that ends when it has none, so that no caller asks. */
#ifndef VT_MEMORY_H
#define VT_MEMORY_H

#include <quietty/buf.h>

/**
 * Make room for one more item at the end of an array.
 *
 * @param items     The array; NULL while `*capacity` is 0.
 * @param count     Items in use.
 * @param capacity  Items that there is room for; updated.
 * @param bytes     Of one item.
 * @return the array, perhaps moved, to be given to free(3).
 */
void *with_room(void *items, size_t count, size_t *capacity, size_t bytes);

/** qtty_buf_append, of a buffer without a ceiling. */
void append(qtty_buf *b, const void *bytes, size_t len);

/** The same for a string; its NUL is left out. */
void append_string(qtty_buf *b, const char *s);

#endif
