/* Growth of arrays and buffers, where lack of memory ends the program. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
out_of_memory(void)
{
    fputs("qtty_vt: out of memory\n", stderr);
    exit(2);
}

void *
with_room(void *items, size_t count, size_t *capacity, size_t bytes)
{
    if (count < *capacity)
        return items;
    *capacity = count ? 2 * count : 16;
    items = realloc(items, *capacity * bytes);
    if (!items)
        out_of_memory();
    return items;
}

void
append(qtty_buf *b, const void *bytes, size_t len)
{
    if (qtty_buf_append(b, bytes, len) != QTTY_OK)
        out_of_memory();
}

void
append_string(qtty_buf *b, const char *s)
{
    append(b, s, strlen(s));
}
