/* What the kernel tells about who waits for a terminal's input. */
#ifndef QTTY_PROVIDER_PROBE_LINUX_H
#define QTTY_PROVIDER_PROBE_LINUX_H

#include <quietty/provider.h>
#include <sys/types.h>

/** Is there input on the slave side that nobody has read? What was written to the master
 * before the call counts. True when it cannot be seen. */
bool probe_input_pending(int master);

/** What a session's foreground group waits for, as far as it can be seen. */
qtty_waiting probe_waiting(int master, pid_t session, pid_t group);

#endif
