/* Who waits for a terminal's input: the slave side's queue, and the system call in which
 * a process sleeps (proc(5): /proc/PID/syscall, readable by its ancestors). */
#define _GNU_SOURCE /* TIOCGPTPEER, makedev(3) */

#include "provider/probe_linux.h"

#include "provider/process.h"
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* For an instant only: while a slave is open, the master never sees the hang-up. */
static int
open_slave(int master)
{
    return ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

/* poll(2) on the slave is a fence: what the master wrote is put into its queue first. */
bool
probe_input_pending(int master)
{
    int slave = open_slave(master);
    if (slave < 0)
        return true;
    struct pollfd p = { .fd = slave, .events = POLLIN };
    int ready = poll(&p, 1, 0);
    close(slave);
    return ready != 0;
}

/* Two systems with a devpts of their own can both have a terminal 136:0, hence st_dev. */
static bool
is_terminal(const struct stat *found, const struct stat *slave)
{
    return (found->st_dev == slave->st_dev && found->st_rdev == slave->st_rdev)
           || (S_ISCHR(found->st_mode) && found->st_rdev == makedev(5, 0)); /* /dev/tty */
}

static bool
is_descriptor_of(pid_t pid, unsigned long descriptor, const struct stat *slave)
{
    char path[64];
    struct stat found;
    (void)snprintf(path, sizeof path, "/proc/%d/fd/%lu", (int)pid, descriptor);
    return stat(path, &found) == 0 && is_terminal(&found, slave);
}

/* A wait of the kind that watches several things at once. */
static bool
is_multiplexed(long number)
{
    static const long numbers[] = {
#ifdef SYS_select
        SYS_select,
#endif
#ifdef SYS_poll
        SYS_poll,
#endif
#ifdef SYS_epoll_wait
        SYS_epoll_wait,
#endif
        SYS_pselect6,   SYS_ppoll, SYS_epoll_pwait,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

/* "NUMBER ARG0 …" of a thread that sleeps in a call; "running" of one that runs. */
static qtty_waiting
look_at_thread(pid_t pid, const char *thread, const struct stat *slave)
{
    char path[320], text[256], *end;
    (void)snprintf(path, sizeof path, "/proc/%d/task/%s/syscall", (int)pid, thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return QTTY_WAITING_UNKNOWN;
    ssize_t len = read(file, text, sizeof text - 1);
    close(file);
    if (len < 0)
        return QTTY_WAITING_UNKNOWN;

    text[len] = '\0';
    long number = strtol(text, &end, 10);
    if (end == text)
        return QTTY_WAITING_NONE;
    if ((number == SYS_read || number == SYS_readv)
        && is_descriptor_of(pid, strtoul(end, NULL, 16), slave))
        return QTTY_WAITING_READ;
    return is_multiplexed(number) ? QTTY_WAITING_SOME : QTTY_WAITING_NONE;
}

static qtty_waiting
stronger(qtty_waiting a, qtty_waiting b)
{
    return a > b ? a : b;
}

static qtty_waiting
look_at_process(pid_t pid, const struct stat *slave)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    qtty_waiting found = QTTY_WAITING_NONE;
    const struct dirent *entry;
    DIR *threads = opendir(path);
    if (threads == NULL)
        return QTTY_WAITING_UNKNOWN;
    while ((entry = readdir(threads)) != NULL)
        if (entry->d_name[0] != '.')
            found = stronger(found, look_at_thread(pid, entry->d_name, slave));
    closedir(threads);
    return found;
}

static qtty_waiting
look_at_group(pid_t session, pid_t group, const struct stat *slave)
{
    struct members m;
    struct member member = { 0, -1 };
    qtty_waiting found = QTTY_WAITING_NONE;
    if (!members_open(&m, session, group))
        return QTTY_WAITING_UNKNOWN;
    while (members_next(&m, &member))
        found = stronger(found, look_at_process(member.pid, slave));
    members_close(&m, &member);
    return found;
}

/* The queue is looked at before and after: what slept in between had nothing to read. */
qtty_waiting
probe_waiting(int master, pid_t session, pid_t group)
{
    struct stat terminal;
    int slave = open_slave(master);
    if (slave < 0)
        return QTTY_WAITING_UNKNOWN;
    int failed = fstat(slave, &terminal);
    close(slave);
    if (failed != 0)
        return QTTY_WAITING_UNKNOWN;
    if (probe_input_pending(master))
        return QTTY_WAITING_NONE;
    qtty_waiting waiting = look_at_group(session, group, &terminal);
    return probe_input_pending(master) ? QTTY_WAITING_NONE : waiting;
}
