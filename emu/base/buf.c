/* Growable bytes with a ceiling: doubled while small enough, never past the limit. */
#include <quietty/buf.h>

#include "base/alloc.h"
#include <string.h>

enum { FIRST_CAPACITY = 64 };

void
qtty_buf_init(qtty_buf *b, const qtty_allocator *allocator, size_t limit)
{
    *b = (qtty_buf){ .limit = limit, .allocator = allocator };
}

void
qtty_buf_finish(qtty_buf *b)
{
    if (b == NULL)
        return;
    mem_free(b->allocator, b->data);
    b->data = NULL;
    b->len = b->capacity = 0;
}

/* Capacity for `needed` bytes: twice the present one if that suffices, within the
 * limit. */
static size_t
grown(const qtty_buf *b, size_t needed)
{
    size_t capacity = b->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : b->capacity;
    while (capacity < needed)
        capacity = capacity > SIZE_MAX / 2 ? SIZE_MAX : capacity * 2;
    return b->limit != 0 && capacity > b->limit ? b->limit : capacity;
}

qtty_status
qtty_buf_reserve(qtty_buf *b, size_t len)
{
    if (len <= b->capacity - b->len)
        return QTTY_OK;
    if (len > SIZE_MAX - b->len || (b->limit != 0 && len > b->limit - b->len))
        return QTTY_E_LIMIT;

    size_t capacity = grown(b, b->len + len);
    uint8_t *data = mem_resize(b->allocator, b->data, capacity, 1);
    if (data == NULL)
        return QTTY_E_NOMEM;
    b->data = data;
    b->capacity = capacity;
    return QTTY_OK;
}

qtty_status
qtty_buf_append(qtty_buf *b, const void *bytes, size_t len)
{
    if (len == 0)
        return QTTY_OK;
    qtty_status st = qtty_buf_reserve(b, len);
    if (st != QTTY_OK)
        return st;
    memcpy(b->data + b->len, bytes, len);
    b->len += len;
    return QTTY_OK;
}

void
qtty_buf_consume(qtty_buf *b, size_t len)
{
    if (len >= b->len) {
        b->len = 0;
        return;
    }
    b->len -= len;
    if (len != 0)
        memmove(b->data, b->data + len, b->len);
}
