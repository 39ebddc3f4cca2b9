/* What was measured: kept until the end, for the tables and the JSON file. */
#ifndef QTTY_BENCH_RESULTS_H
#define QTTY_BENCH_RESULTS_H

#include <stddef.h>

struct result {
    const char *measure; /* "speed", "linearity", "memory", …; all names are static */
    const char *input;
    const char *subject;
    size_t chunk_bytes; /* 0: does not matter */
    double value;
    const char *unit;
};

enum { RESULTS_MAX = 2048 };

struct results {
    struct result all[RESULTS_MAX];
    size_t count;
};

void results_add(struct results *r, struct result result);

/** @return The value; negative: not measured. */
double results_find(const struct results *r, const char *measure, const char *input,
                    const char *subject, size_t chunk_bytes);

/** Write all to a file. @return 0; -1: it could not be written, see errno. */
int results_write_json(const struct results *r, const char *path);

#endif
