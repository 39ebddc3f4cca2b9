/* The cgroup of a session. It is made below the host's own, if that was delegated: an
 * ordinary user may write there only then; root may everywhere, so for root the manager's
 * mark is looked for (systemd.resource-control(5), Delegate=; the kernel's cgroup-v2,
 * Delegation). Where it is not so there is none: the supervisor does without. */
#define _GNU_SOURCE /* O_PATH */

#include "provider/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Where version 2 is mounted, alone or beside version 1. */
static const char *
mount_point(void)
{
    static const char *const points[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
    char path[64];
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/cgroup.procs", points[i]);
        if (access(path, F_OK) == 0)
            return points[i];
    }
    return NULL;
}

/* The line of version 2 is "0::PATH" (cgroups(7)). */
static bool
own_path(char *path, size_t bytes)
{
    char line[CGROUP_PATH_BYTES + 8];
    bool found = false;
    FILE *own = fopen("/proc/self/cgroup", "re");
    while (own != NULL && !found && fgets(line, sizeof line, own) != NULL) {
        size_t len = strcspn(line, "\n");
        found = strncmp(line, "0::/", 4) == 0 && line[len] == '\n' && len - 3 < bytes;
        line[len] = '\0';
    }
    if (own != NULL)
        (void)fclose(own);
    if (found)
        memcpy(path, line + 3, strlen(line + 3) + 1);
    return found;
}

static bool
is_marked(const char *directory)
{
    char mark = '\0';
    return (getxattr(directory, "user.delegate", &mark, 1) == 1
            || getxattr(directory, "trusted.delegate", &mark, 1) == 1)
           && mark == '1';
}

/* The mark stands on the topmost that was given away. */
static bool
is_delegated(const char *mount, const char *own)
{
    char path[CGROUP_PATH_BYTES + 64];
    size_t top = strlen(mount);
    if (geteuid() != 0)
        return true;
    (void)snprintf(path, sizeof path, "%s%s", mount, own);
    for (char *slash; strlen(path) > top; *slash = '\0') {
        if (is_marked(path))
            return true;
        slash = strrchr(path, '/');
    }
    return false;
}

static bool
make_below(struct cgroup *c, const char *mount, const char *own)
{
    uint64_t number;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != (ssize_t)sizeof number)
        return false;
    int len = snprintf(c->path, sizeof c->path, "%s%s/quietty-%016llx", mount,
                       strcmp(own, "/") != 0 ? own : "", (unsigned long long)number);
    return len > 0 && (size_t)len < sizeof c->path && mkdir(c->path, 0755) == 0;
}

void
cgroup_create(struct cgroup *c)
{
    char own[CGROUP_PATH_BYTES];
    const char *mount = mount_point();
    *c = (struct cgroup){ .directory = -1 };
    if (mount == NULL || !own_path(own, sizeof own) || !is_delegated(mount, own)
        || !make_below(c, mount, own)) {
        c->path[0] = '\0';
        return;
    }
    c->directory = open(c->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (c->directory < 0 || faccessat(c->directory, "cgroup.kill", W_OK, 0) != 0)
        cgroup_finish(c);
}

bool
cgroup_exists(const struct cgroup *c)
{
    return c->directory >= 0;
}

size_t
cgroup_members(const struct cgroup *c, int64_t *pids, size_t capacity)
{
    size_t count = 0;
    long long pid;
    int procs = cgroup_exists(c)
                    ? openat(c->directory, "cgroup.procs", O_RDONLY | O_CLOEXEC)
                    : -1;
    FILE *file = procs >= 0 ? fdopen(procs, "r") : NULL;
    for (; file != NULL && fscanf(file, "%lld", &pid) == 1; count++)
        if (count < capacity)
            pids[count] = pid;
    if (file != NULL)
        (void)fclose(file);
    else if (procs >= 0)
        close(procs);
    return count;
}

void
cgroup_kill(const struct cgroup *c)
{
    int file =
        cgroup_exists(c) ? openat(c->directory, "cgroup.kill", O_WRONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    if (write(file, "1", 1) != 1)
        errno = 0; /* who is left is seen by who looks */
    close(file);
}

bool
cgroup_empty(const struct cgroup *c)
{
    enum { TRIES = 1000, WAIT_MS = 1 };
    int tries = 0;
    cgroup_kill(c);
    while (rmdir(c->path) != 0 && errno == EBUSY && ++tries < TRIES)
        (void)poll(NULL, 0, WAIT_MS);
    return access(c->path, F_OK) != 0;
}

void
cgroup_finish(struct cgroup *c)
{
    if (c->directory >= 0)
        close(c->directory);
    if (c->path[0] != '\0')
        (void)rmdir(c->path);
    *c = (struct cgroup){ .directory = -1 };
}
