/* No supervisor: its system calls are not known for this processor. */
#include "provider/supervisor.h"

#include "provider/cgroup.h"
#include "supervisor/remove.h"
#include <errno.h>

supervisor_start_result
supervisor_start(struct supervisor *s, pid_t *leader, const struct start *start,
                 start_progress *progress, int *error)
{
    (void)leader, (void)start;
    *progress = START_NOT_YET;
    *s = (struct supervisor){ .pidfd = -1, .socket = -1 };
    *error = ENOSYS;
    return SUPERVISOR_UNUSABLE;
}

void
supervisor_ask(struct supervisor *s, message_kind what)
{
    (void)s, (void)what;
}

void
supervisor_hear(struct supervisor *s, qtty_child *leader)
{
    (void)s, (void)leader;
}

int
supervisor_descriptor(const struct supervisor *s)
{
    (void)s;
    return -1;
}

size_t
supervisor_descendants(const struct supervisor *s, int64_t *pids, size_t capacity)
{
    (void)s, (void)pids, (void)capacity;
    return 0;
}

void
supervisor_assist(const struct supervisor *s)
{
    (void)s;
}

void
supervisor_finish(struct supervisor *s)
{
    (void)s;
}

void
cgroup_create(struct cgroup *c)
{
    *c = (struct cgroup){ .directory = -1 };
}

bool
cgroup_exists(const struct cgroup *c)
{
    (void)c;
    return false;
}

size_t
cgroup_members(const struct cgroup *c, int64_t *pids, size_t capacity)
{
    (void)c, (void)pids, (void)capacity;
    return 0;
}

void
cgroup_kill(const struct cgroup *c)
{
    (void)c;
}

bool
cgroup_empty(const struct cgroup *c)
{
    (void)c;
    return false;
}

void
cgroup_finish(struct cgroup *c)
{
    (void)c;
}

/* Nobody has a folder of this kind: the launcher that needs one is not known either. */
void
remove_temporary_path(const char *path)
{
    (void)path;
}
