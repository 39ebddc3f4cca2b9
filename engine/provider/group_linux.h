/* Who belongs to a process group. */
#ifndef QTTY_PROVIDER_GROUP_LINUX_H
#define QTTY_PROVIDER_GROUP_LINUX_H

#include "provider/proc_linux.h"
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { GROUP_MEMBERS_MAX = 256 }; /* a job of more is a build, which nobody types to */

struct group {
    pid_t session, number;
    pid_t members[GROUP_MEMBERS_MAX];
    size_t count;
    bool cut; /* there may be more */
};

/** Does a process belong to the group, and to its session? */
bool group_has(const struct group *g, pid_t pid);

/**
 * Find the members among the descendants of the session's leader, and of the process that
 * the group is named by. An orphan is neither.
 *
 * @return false: the kernel does not tell who descends from whom.
 */
bool group_walk(struct group *g, struct proc *proc);

/** Find all members, among all processes of the system; takes a millisecond for each
 * hundred of them. */
void group_scan(struct group *g);

#endif
