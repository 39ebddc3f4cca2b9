/* A cgroup of a session's own, where one may be made: cgroup.kill ends all that is in it,
 * whatever it does (cgroups(7), version 2; Linux 5.14). */
#ifndef QTTY_PROVIDER_CGROUP_H
#define QTTY_PROVIDER_CGROUP_H

#include "supervisor/message.h"
#include <stdbool.h>
#include <stddef.h>

struct cgroup {
    int directory; /* -1: there is none */
    char path[CGROUP_PATH_BYTES];
};

/** Make one below this process's own, if that was delegated to it. */
void cgroup_create(struct cgroup *c);

bool cgroup_exists(const struct cgroup *c);

/** The processes in it. @return how many; the first are filled in. */
size_t cgroup_members(const struct cgroup *c, int64_t *pids, size_t capacity);

/** Kill all that is in it. */
void cgroup_kill(const struct cgroup *c);

/** Kill all that is in it, wait a second at most, remove it. @return Nobody is left. */
bool cgroup_empty(const struct cgroup *c);

/** Forget it, and remove it if nobody is left in it. */
void cgroup_finish(struct cgroup *c);

#endif
