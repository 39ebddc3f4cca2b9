/* Owned, growable bytes, born with a ceiling. Internals keep their text in it, and calls
 * that return text of any length append to one that the caller owns. */
#ifndef QUIETTY_BUF_H
#define QUIETTY_BUF_H

#include <quietty/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qtty_buf {
    uint8_t *data;
    size_t len;      /* bytes in use */
    size_t capacity; /* bytes allocated */
    size_t limit;    /* bytes that capacity never passes */
    const qtty_allocator *allocator;
} qtty_buf;

/**
 * Make an empty buffer; allocates nothing.
 *
 * @param allocator  Borrowed until qtty_buf_finish; NULL: the C library's.
 * @param limit      Ceiling in bytes; 0: none.
 */
QTTY_API void qtty_buf_init(qtty_buf *b, const qtty_allocator *allocator, size_t limit);

/** Free the bytes; the buffer is empty and usable again. NULL is fine. */
QTTY_API void qtty_buf_finish(qtty_buf *b);

/**
 * Append bytes, all or none.
 *
 * @return QTTY_E_LIMIT: they do not fit below the ceiling; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_buf_append(qtty_buf *b, const void *bytes, size_t len);

/** Make room for `len` more bytes without changing the content.
 * @return As qtty_buf_append. */
QTTY_API qtty_status qtty_buf_reserve(qtty_buf *b, size_t len);

/** Drop the first `len` bytes; all of them if there are fewer. */
QTTY_API void qtty_buf_consume(qtty_buf *b, size_t len);

/** The content, borrowed until the next change. */
static inline qtty_span
qtty_buf_span(const qtty_buf *b)
{
    qtty_span span = { b->data, b->len };
    return span;
}

#ifdef __cplusplus
}
#endif

#endif
