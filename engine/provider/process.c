/* Processes of one session. A number alone is never signalled when the kernel can do
 * better: a descriptor is opened, then the session is looked up again. If the process
 * ended in between, the signal fails; it cannot reach another. */
#define _GNU_SOURCE /* syscall(2), getsid(2) */

#include "provider/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int
process_open(pid_t pid)
{
    return (int)syscall(SYS_pidfd_open, pid, 0u); /* always close-on-exec */
}

bool
process_signal(int descriptor, int signal)
{
    return syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0u) == 0;
}

bool
process_signal_group(int descriptor, int signal)
{
    const unsigned to_group = 1u << 2; /* PIDFD_SIGNAL_PROCESS_GROUP */
    return syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, to_group) == 0
           || errno == EPERM;
}

bool
process_ended(int descriptor)
{
    struct pollfd p = { .fd = descriptor, .events = POLLIN };
    return poll(&p, 1, 0) == 1;
}

/* --- The walk ----------------------------------------------------------------------- */

bool
members_open(struct members *m, pid_t session, pid_t group)
{
    *m = (struct members){ .proc = opendir("/proc"), .session = session, .group = group };
    return m->proc != NULL;
}

/* The number that a directory of /proc is named by; 0: it is no process. */
static pid_t
pid_of(const char *name)
{
    char *end;
    long pid = strtol(name, &end, 10);
    return *end == '\0' && pid > 0 ? (pid_t)pid : 0;
}

static bool
belongs(const struct members *m, pid_t pid)
{
    return getsid(pid) == m->session && (m->group == 0 || getpgid(pid) == m->group);
}

static void
release(struct member *member)
{
    if (member->descriptor >= 0)
        close(member->descriptor);
    *member = (struct member){ 0, -1 };
}

/* For want of a descriptor: the state in proc(5)'s stat, behind the name, which may hold
 * any byte. */
static bool
is_zombie(pid_t pid)
{
    char path[32], text[512];
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT;
    ssize_t len = read(file, text, sizeof text - 1);
    close(file);

    text[len > 0 ? len : 0] = '\0';
    const char *behind = strrchr(text, ')');
    return behind != NULL && behind[1] == ' ' && (behind[2] == 'Z' || behind[2] == 'X');
}

bool
members_hold(const struct members *m, pid_t pid, struct member *member)
{
    *member = (struct member){ pid, process_open(pid) };
    if (member->descriptor < 0)
        return errno != ESRCH && belongs(m, pid) && !is_zombie(pid);
    if (belongs(m, pid) && !process_ended(member->descriptor))
        return true;
    release(member);
    return false;
}

bool
members_next(struct members *m, struct member *member)
{
    const struct dirent *entry;

    release(member);
    while (m->proc != NULL && (entry = readdir(m->proc)) != NULL) {
        pid_t pid = pid_of(entry->d_name);
        if (pid != 0 && belongs(m, pid) && members_hold(m, pid, member))
            return true;
    }
    return false;
}

void
members_close(struct members *m, struct member *member)
{
    release(member);
    if (m->proc != NULL)
        closedir(m->proc);
    m->proc = NULL;
}

void
member_signal(const struct member *member, int signal)
{
    if (member->descriptor >= 0)
        process_signal(member->descriptor, signal);
    else
        kill(member->pid, signal);
}
