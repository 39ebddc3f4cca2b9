/* Small inputs with large effects. */
#ifndef QTTY_BENCH_EFFECTS_H
#define QTTY_BENCH_EFFECTS_H

#include "writer.h"

struct effect {
    const char *name;
    const char *head; /* once, before */
    const char *unit; /* `count` times */
    uint32_t count;
    const char *tail; /* once, after */
    double most_ms;   /* of CPU time, in 64 KiB chunks */

    /** Instead of `unit`: write what the n-th is. */
    void (*write)(struct writer *w, uint32_t n);
};

extern const struct effect effects[];
extern const size_t effect_count;

/** Append the input, with `count` units. @return QTTY_E_NOMEM, QTTY_E_LIMIT. */
qtty_status effect_make(const struct effect *e, uint32_t count, qtty_buf *out);

#endif
