/* What a sleeping thread waits for, each descriptor looked at. */
#ifndef QTTY_PROVIDER_WAITED_LINUX_H
#define QTTY_PROVIDER_WAITED_LINUX_H

#include "provider/proc_linux.h"
#include "provider/syscall_linux.h"
#include <quietty/readiness.h>
#include <sys/types.h>

struct waited_terminal {
    dev_t filesystem, device; /* st_dev and st_rdev of the slave side */
    bool read_timed;          /* a read of it ends by itself: raw, VMIN 0 */
};

struct waiter {
    const struct process *process;
    pid_t thread;    /* has its descriptors for itself, perhaps */
    bool controlled; /* /dev/tty is this terminal */
};

/**
 * Class of one wait: A, B or C; E: it is not for this terminal's input; D: it may not be
 * looked at.
 *
 * @param budget  Descriptors that may be looked at; counts down. E when it is spent.
 */
qtty_wait_class waited_class(const struct waited_terminal *terminal,
                             const struct waiter *waiter, const struct syscall_wait *call,
                             unsigned *budget);

#endif
