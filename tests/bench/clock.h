/* CPU time of one pass over an input. */
#ifndef QTTY_BENCH_CLOCK_H
#define QTTY_BENCH_CLOCK_H

#include "subject.h"

enum { ROUNDS_MAX = 15 };

/** CPU time of the process, all threads of it. */
uint64_t cpu_ns(void);

/** Feed all of the input, in pieces. */
void feed_chunks(const struct subject *s, void *self, qtty_span input,
                 size_t chunk_bytes);

/**
 * Feed the whole input in chunks, and end.
 *
 * @param warm  Feed it once before: a terminal lives long, and the first touch of a page
 *              that it keeps text in costs more than the text.
 * @return CPU time in ns, of the feeding alone; 0: the subject is not to be had.
 */
uint64_t pass_ns(const struct subject *s, qtty_span input, size_t chunk_bytes, bool warm);

/** Sorts them. */
double median(double *values, unsigned count);

#endif
