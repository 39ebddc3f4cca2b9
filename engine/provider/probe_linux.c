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

/* "NUMBER ARG0 …" of a sleeping process; "running" of another. */
static bool
sleeps_in_read(pid_t pid, const struct stat *slave)
{
    char path[64], text[256];
    (void)snprintf(path, sizeof path, "/proc/%d/syscall", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t len = read(file, text, sizeof text - 1);
    close(file);
    text[len > 0 ? len : 0] = '\0';

    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || (number != SYS_read && number != SYS_readv))
        return false;
    (void)snprintf(path, sizeof path, "/proc/%d/fd/%lu", (int)pid,
                   strtoul(end, NULL, 16));
    struct stat found;
    return stat(path, &found) == 0 && is_terminal(&found, slave);
}

bool
probe_reader_waits(int master, pid_t session, pid_t group)
{
    struct stat terminal;
    int slave = open_slave(master);
    if (slave < 0)
        return false;
    int failed = fstat(slave, &terminal);
    close(slave);

    struct members m;
    struct member member = { 0, -1 };
    bool waits = false;
    if (failed != 0 || !members_open(&m, session, group))
        return false;
    while (!waits && members_next(&m, &member))
        waits = sleeps_in_read(member.pid, &terminal);
    members_close(&m, &member);
    return waits && !probe_input_pending(master);
}
