/* Processes that want all of the machine's time. */
#ifndef QTTY_SOAK_HOGS_H
#define QTTY_SOAK_HOGS_H

#include <stdbool.h>
#include <sys/types.h>

enum { HOGS_MAX = 16 };

struct hogs {
    pid_t pids[HOGS_MAX];
    unsigned count;
};

/** Start so many. @return false: not all; those that were are in `h`. */
bool hogs_start(struct hogs *h, unsigned count);

/** End and reap them. */
void hogs_end(struct hogs *h);

#endif
