/* Whether a process has ended, for tests that saw it live. */
#ifndef QTTY_LIVE_GONE_H
#define QTTY_LIVE_GONE_H

#include "provider/process.h"
#include <unistd.h>

/** Has a process ended? Zombies of orphans are init's. */
static inline bool
process_is_gone(pid_t pid)
{
    int descriptor = process_open(pid);
    bool gone = descriptor < 0 || process_ended(descriptor);
    if (descriptor >= 0)
        close(descriptor);
    return gone;
}

#endif
