/* The results as pictures. */
#ifndef QTTY_BENCH_PLOTS_H
#define QTTY_BENCH_PLOTS_H

#include "results.h"

/** Write speed.svg and memory.svg into a folder. @return 0; -1: see errno. */
int plots_write(const struct results *r, const char *folder);

#endif
