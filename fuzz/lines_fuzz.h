/* The calls that the lines harness judges: quietty/lines.h with the screen projection,
 * the emulator under it included. */
#ifndef QTTY_FUZZ_LINES_FUZZ_H
#define QTTY_FUZZ_LINES_FUZZ_H

#include <quietty/lines.h>

struct lines_subject {
    /** @return NULL: for want of memory. */
    void *(*open)(const qtty_emulator_config *screen);
    qtty_status (*feed)(void *self, qtty_span bytes);
    qtty_status (*resize)(void *self, uint32_t rows, uint32_t cols);
    qtty_status (*line)(void *self, uint64_t index, qtty_line *out);
    /** Of a reader that was made when the lines were. */
    qtty_status (*next)(void *self, qtty_line *out, uint64_t *gap);
    /** Of another such, that never reads. */
    qtty_status (*delta)(void *self, qtty_buf *text, qtty_delta *out);
    /** For all other calls. */
    qtty_lines *(*lines)(void *self);
    void (*close)(void *self);
};

/** The product; wrong subjects are built on it. */
extern const struct lines_subject product_lines;

#endif
