/* The calls that the sanitizer harness judges: the stream projection
 * of quietty/lines.h. */
#ifndef QTTY_FUZZ_SANITIZE_FUZZ_H
#define QTTY_FUZZ_SANITIZE_FUZZ_H

#include <quietty/lines.h>

struct stream_subject {
    /** @return NULL: for want of memory. */
    void *(*open)(const qtty_lines_config *config);
    qtty_status (*feed)(void *self, qtty_span bytes);
    qtty_status (*end)(void *self);
    uint64_t (*count)(void *self);
    qtty_status (*line)(void *self, uint64_t index, qtty_line *out);
    qtty_status (*read)(void *self, int64_t offset, int64_t count, qtty_buf *text,
                        qtty_page *page);
    /** Of a reader that was made when the lines were. */
    qtty_status (*next)(void *self, qtty_line *out, uint64_t *gap);
    void (*close)(void *self);
};

/** The product; wrong subjects are built on it. */
extern const struct stream_subject product_stream;

#endif
