/* What proc(5) tells of a thread. */
#ifndef QTTY_PROVIDER_THREAD_LINUX_H
#define QTTY_PROVIDER_THREAD_LINUX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct thread_status {
    char state;     /* R runs, S sleeps, T is stopped, Z and X have ended, … */
    dev_t terminal; /* the controlling one; 0: none */
};

/** @param text  Of the file stat. @return false: it is not. */
bool thread_parse_status(struct thread_status *status, const char *text);

/** How often a thread was given a processor. @param text  Of the file schedstat. */
bool thread_parse_runs(uint64_t *runs, const char *text);

#endif
