/* A local terminal: its master side, its child, and how far its end has come. */
#ifndef QTTY_PROVIDER_PTY_H
#define QTTY_PROVIDER_PTY_H

#include "provider/cgroup.h"
#include "provider/failure.h"
#include "provider/proc_linux.h"
#include "provider/supervisor.h"
#include <quietty/provider.h>
#include <sys/types.h>

enum {
    POLL_INTERVAL_MS = 50, /* where no event can wake us */
    REMIND_MS = 20,        /* a shell leaves at HUP in some 2 ms */
    ASSIST_MS = 250,       /* a supervisor that has not killed all by then gets help */
    /* Who outlives KILL so long is stuck in the kernel: a fork bomb that has both of two
     * processors may take two seconds to be found and frozen. */
    KILL_PATIENCE_MS = 5000,
};

struct pty {
    qtty_terminal terminal;
    const qtty_allocator *allocator;
    struct failure failure;
    int master;
    int pidfd; /* of the child; -1: the kernel has none */
    struct supervisor supervisor;
    struct cgroup cgroup;
    struct failure lost; /* what is not ended, for want of a supervisor; "" */

    /* Not reaped before the end, by whoever is its parent: the zombie keeps its number,
     * and with it the session's and the first group's, from being given to another. */
    qtty_child child;
    pid_t deserted; /* foreground group that a look found empty; 0 */
    struct proc proc;

    qtty_phase phase;
    bool hung_up;                      /* nobody has the slave side open */
    bool killing;                      /* the grace is over */
    bool alone;                        /* the leader, without a supervisor, at its end */
    uint64_t assist_ns;                /* while killing */
    int watch;                         /* pidfd of a member that close waits for; -1 */
    uint64_t end_ns;                   /* of the grace, or of the patience after it */
    uint64_t remind_ns, remind_all_ns; /* when who is still there is told again */
    uint64_t look_again_ns;
};

/** Is there a supervisor that works, or has ended all? */
bool pty_is_supervised(const struct pty *p);

/** Learn the child's status, without reaping it. */
void pty_look_at_child(struct pty *p);

/** Begin to end the session, or join. */
void pty_begin_close(struct pty *p, uint64_t now_ns, uint32_t grace_ms);

/** Go on with a close. @return QTTY_E_TIMEOUT: it failed now. */
qtty_status pty_step_close(struct pty *p, uint64_t now_ns);

/** The living processes of the session. @return how many; the first are filled in. */
size_t pty_survivors(const struct pty *p, int64_t *pids, size_t capacity);

/** End the session at once, waiting for it, at most KILL_PATIENCE_MS. */
void pty_kill_now(struct pty *p);

#endif
