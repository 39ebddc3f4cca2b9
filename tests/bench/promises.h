/* What the project promises of speed and footprint, and what was measured. */
#ifndef QTTY_BENCH_PROMISES_H
#define QTTY_BENCH_PROMISES_H

#include "results.h"

enum {
    CHUNK_BYTES = 65536, /* in which inputs come, where nothing else is said */
    SMALL_CHUNK_BYTES = 4096,

    /* Of a terminal of 80x24 at most: a line kept of corpora a and b, the terminal idle,
     * making it, another width with 10 000 lines kept. */
    LINE_A_BYTES_MAX = 110,
    LINE_B_BYTES_MAX = 250,
    IDLE_KIB_MAX = 32,
    CREATION_US_MAX = 100,
    RESIZE_MS_MAX = 2,
};

/** MB/s that the emulator owes on a corpus in this run. 0: not known without libtsm. */
double promised_speed(const struct results *r, const char *corpus);

/** What SSE2 alone owes on corpus a, in times libtsm. */
static const double sse2_must = 13.9;

/** Print the promises, with a mark at each that is not kept. */
void print_promises(const struct results *r);

#endif
