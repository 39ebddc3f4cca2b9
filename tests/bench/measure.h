/* The measurements. Each adds its results and prints its table. */
#ifndef QTTY_BENCH_MEASURE_H
#define QTTY_BENCH_MEASURE_H

#include "results.h"
#include "subject.h"

struct plan {
    unsigned rounds;      /* the median of as many */
    size_t light_bytes;   /* of an input, for a subject without a screen */
    size_t heavy_bytes;   /* for one with a screen */
    size_t hostile_bytes; /* for a subject without a screen; an eighth for one with */
    const char *corpus;   /* the only one to measure; NULL: all */
};

/** MB/s (10^6 bytes, CPU time) of every subject on every corpus, in alternation. */
void measure_speed(const struct plan *plan, struct results *r);

/**
 * Time of twice the input by time of the input, at several sizes of a chunk: about 2.
 *
 * @return false: more than 3 somewhere, again and again.
 */
bool measure_linearity(const struct plan *plan, struct results *r);

/**
 * The most bytes that the product holds of hostile inputs.
 *
 * @return false: more than the subject's ceiling.
 */
bool measure_memory(const struct plan *plan, struct results *r);

#endif
