/* The start of the session's leader. */
#ifndef QTTY_SUPERVISOR_LEADER_H
#define QTTY_SUPERVISOR_LEADER_H

#include "supervisor/message.h"
#include <sys/types.h>

/**
 * Start the leader: a child of this process that leads a new session on the terminal, in
 * the cgroup of the request if it has one and that can be.
 *
 * @param base  The request, mapped private; its lists are made into pointers.
 * @return Its number; a negative errno: nothing was started.
 */
pid_t leader_start(struct request *base);

#endif
