/* The consumption proof: who waits for a terminal's input, and whether there is any. */
#ifndef QTTY_PROVIDER_PROBE_LINUX_H
#define QTTY_PROVIDER_PROBE_LINUX_H

#include "provider/proc_linux.h"
#include <quietty/provider.h>
#include <sys/types.h>

struct probe {
    int master;
    pid_t session;  /* its leader must not have been reaped */
    pid_t deserted; /* a group without members, so that nobody is searched again; 0 */
    struct proc *proc;
};

/** Is there input on the slave side that nobody has read? What was written to the master
 * before the call counts. True when it cannot be seen. */
bool probe_input_pending(struct proc *proc, int master);

/** Look at the foreground group, as qtty_terminal_look. */
void probe_look(struct probe *p, qtty_look *out);

/** Drop the input that nobody has read, as the terminal's interrupt key does, unless the
 * program asked it not to (NOFLSH). */
void probe_drop_input(struct proc *proc, int master);

#endif
