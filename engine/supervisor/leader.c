/* A fork whose parent sleeps until the child has executed its program, or failed. The two
 * share a page for the errno of that. Nothing of the supervisor is left in the child: its
 * descriptors are closed, its signals are as the system makes them. */
#define _GNU_SOURCE /* SIGCHLD, SIG_SETMASK */

#include "supervisor/leader.h"

#include "supervisor/system.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/mman.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdbool.h>

static void *
shared_page(void)
{
    enum { PAGE = 4096, READ_AND_WRITE = 3 };
    long at = system_call(__NR_mmap, 0, PAGE, READ_AND_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                          -1, 0);
    return at < 0 && at > -4096 ? NULL : (void *)(uintptr_t)at;
}

static char *
text_at(struct request *base, uint64_t offset)
{
    return (char *)base + offset;
}

/* A list of offsets becomes one of pointers, in its place. */
static char **
list_at(struct request *base, uint64_t offset)
{
    uint64_t *list = (uint64_t *)(void *)text_at(base, offset);
    for (uint64_t *item = list; *item != 0; item++)
        *item = (uint64_t)(uintptr_t)text_at(base, *item);
    return (char **)(void *)list;
}

/* The lowest number that is free is 0 then. The open of a terminal by a leader of a
 * session that has none makes it the controlling one. */
static long
take_terminal(const char *path)
{
    long result = system_call(__NR_setsid, 0, 0, 0, 0, 0, 0);
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        system_close(descriptor);
    if (result >= 0)
        result = system_open(path, O_RDWR);
    for (int copy = 1; copy <= 2 && result >= 0; copy++)
        result = system_call(__NR_dup3, 0, copy, 0, 0, 0, 0);
    return result;
}

static void
let_signals_come(void)
{
    const uint64_t none = 0;
    (void)system_call(__NR_rt_sigprocmask, SIG_SETMASK, system_address(&none), 0,
                      sizeof none, 0, 0);
}

/* All that was opened here closes itself; this was handed on. */
static void
close_handed_on(void)
{
    for (int descriptor = 3; descriptor < SUPERVISOR_DESCRIPTORS; descriptor++)
        system_close(descriptor);
}

static long
become_program(struct request *base, char **argv, char **environment)
{
    long result = 0;
    if (base->has_directory)
        result = system_call(__NR_fchdir, SUPERVISOR_DIRECTORY, 0, 0, 0, 0, 0);
    if (result >= 0)
        result = take_terminal(text_at(base, base->terminal));
    if (result < 0)
        return result;
    close_handed_on();
    let_signals_come();
    return system_call(__NR_execve, system_address(text_at(base, base->file)),
                       system_address(argv), system_address(environment), 0, 0, 0);
}

/* A child that is born into its cgroup need not be moved there, which can take the kernel
 * as long as all else here together. */
static long
clone_into_cgroup(void)
{
    const struct clone_args args = {
        .flags = CLONE_VFORK | CLONE_INTO_CGROUP,
        .exit_signal = SIGCHLD,
        .cgroup = SUPERVISOR_CGROUP,
    };
    return system_call(__NR_clone3, system_address(&args), sizeof args, 0, 0, 0, 0);
}

static long
clone_plain(void)
{
    return system_call(__NR_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0, 0);
}

pid_t
leader_start(struct request *base)
{
    char **argv = list_at(base, base->argv);
    char **environment = list_at(base, base->environment);
    volatile long *failed = shared_page();
    if (failed == NULL)
        return -ENOMEM;

    bool in_cgroup = base->cgroup != 0;
    long pid = in_cgroup ? clone_into_cgroup() : -1;
    if (pid < 0) {
        in_cgroup = false;
        pid = clone_plain();
    }
    if (pid == 0) {
        base->progress = in_cgroup ? START_IN_CGROUP : START_PLAIN;
        *failed = become_program(base, argv, environment);
        base->progress = START_NOT_YET;
        (void)system_call(__NR_exit_group, 127, 0, 0, 0, 0, 0);
    }
    return pid > 0 && *failed != 0 ? (pid_t)*failed : (pid_t)pid;
}
