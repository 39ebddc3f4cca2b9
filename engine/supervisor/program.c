/* The supervisor: the parent of a session's leader. What the session leaves behind, by
 * setsid(2), a double fork or whatever way, comes to be a child of it, since it is a
 * subreaper; so it can end all of that, and knows when nobody is left. It does so when
 * the host asks, and when the host is gone. It has no C library, and every signal that
 * can be is blocked for it. */
#define _GNU_SOURCE /* waitid(2) */

#include "supervisor/leader.h"
#include "supervisor/remove.h"
#include "supervisor/system.h"
#include "supervisor/walk.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/mman.h>
#include <linux/prctl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

enum {
    NS_IN_MS = 1000000,
    ORPHANED_GRACE_MS = 100, /* TERM to KILL where the host is gone */
    FREEZES_MAX = 50,        /* rounds, of a millisecond and a walk each */
    RETRY_MIN_MS = 5,        /* to the next KILL of who is still there, doubled */
    RETRY_MAX_MS = 1000,
    BREAK = 4, /* and so many times of what a KILL took */
};

#define NEVER UINT64_MAX

struct supervisor {
    pid_t leader, host_pid;
    bool leader_ended; /* a zombie, kept so that its number stays its own */
    bool ending;       /* leave when nobody is left */
    int socket, host;  /* -1: gone */
    int signals;
    size_t others;    /* children beside the leader, as of the last look */
    uint64_t kill_ns; /* when to end who is there; NEVER */
    uint64_t retry_ms;
    bool has_cgroup;
    char cgroup[CGROUP_PATH_BYTES];
    char temporary[TEMPORARY_BYTES + 1]; /* an empty text ends them */
};

/* --- What there is without a C library ---------------------------------------------- */

static _Noreturn void
leave(int code)
{
    for (;;)
        (void)system_call(__NR_exit_group, code, 0, 0, 0, 0, 0);
}

static uint64_t
now(void)
{
    struct timespec at;
    (void)system_call(__NR_clock_gettime, CLOCK_MONOTONIC, system_address(&at), 0, 0, 0,
                      0);
    return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

static void
wait_for(struct pollfd *polled, size_t count, uint64_t wait_ns)
{
    struct timespec wait = { (time_t)(wait_ns / 1000000000u),
                             (long)(wait_ns % 1000000000u) };
    (void)system_call(__NR_ppoll, system_address(polled), (long)count,
                      wait_ns == NEVER ? 0 : system_address(&wait), 0, 0, 0);
}

/* --- Telling ------------------------------------------------------------------------ */

static void
tell(message_kind kind, int number, int value)
{
    const struct message message = { kind, number, value };
    (void)system_call(__NR_sendto, SUPERVISOR_SOCKET, system_address(&message),
                      sizeof message, MSG_DONTWAIT | MSG_NOSIGNAL, 0, 0);
}

/* --- Children ----------------------------------------------------------------------- */

/* @return its number; 0: none has ended; -ECHILD: there is none. */
static pid_t
ended_child(idtype_t which, pid_t pid, int options, siginfo_t *info)
{
    memset(info, 0, sizeof *info);
    long result = system_call(__NR_waitid, (long)which, pid, system_address(info),
                              WEXITED | WNOHANG | options, 0, 0);
    return result < 0 ? (pid_t)result : info->si_pid;
}

static void
look_at_leader(struct supervisor *s)
{
    siginfo_t info;
    if (s->leader_ended || ended_child(P_PID, s->leader, WNOWAIT, &info) != s->leader)
        return;
    s->leader_ended = true;
    tell(MESSAGE_EXITED, info.si_code, info.si_status);
}

static void
reap_other(void *context, pid_t pid)
{
    struct supervisor *s = context;
    siginfo_t info;
    if (pid != s->leader && ended_child(P_PID, pid, 0, &info) == 0)
        s->others++;
}

/* The leader's zombie would stand before all others: then each child is asked. */
static void
reap(struct supervisor *s)
{
    siginfo_t info;
    pid_t pid;
    look_at_leader(s);
    while (!s->leader_ended && (pid = ended_child(P_ALL, 0, WNOWAIT, &info)) > 0)
        if (pid != s->leader)
            (void)ended_child(P_PID, pid, 0, &info);
        else
            look_at_leader(s);
    s->others = 0;
    if (s->leader_ended)
        (void)walk_children(reap_other, s);
}

/* The last word has the kernel: a list of children, read in pieces, may lack one. */
static bool
is_childless(struct supervisor *s)
{
    siginfo_t info;
    if (!s->leader_ended || s->others != 0)
        return false;
    if (s->leader != 0)
        (void)ended_child(P_PID, s->leader, 0, &info);
    s->leader = 0;
    return ended_child(P_ALL, 0, WNOWAIT, &info) == -ECHILD;
}

/* --- Ending ------------------------------------------------------------------------- */

/* A walk among many takes a while, in which the host may want something else. */
static bool
has_message(void)
{
    struct message message;
    return system_call(__NR_recvfrom, SUPERVISOR_SOCKET, system_address(&message),
                       sizeof message, MSG_DONTWAIT | MSG_PEEK, 0, 0)
           >= 0;
}

static bool
is_dead(const struct walk_process *process)
{
    return process->state == 'Z' || process->state == 'X';
}

static bool
tell_process(void *context, const struct walk_process *process)
{
    const struct supervisor *s = context;
    if (process->pid == s->leader || is_dead(process))
        return true;
    (void)system_pidfd_signal(process->pidfd, SIGTERM);
    (void)system_pidfd_signal(process->pidfd, SIGHUP);
    (void)system_pidfd_signal(process->pidfd, SIGCONT);
    return s->socket < 0 || !has_message();
}

/* Its number is its own until it is reaped here. */
static void
signal_leader(const struct supervisor *s, int signal)
{
    if (s->leader != 0 && !s->leader_ended)
        (void)system_call(__NR_kill, s->leader, signal, 0, 0, 0, 0);
}

/* Where it may be: among hundreds that run its turn would come too seldom. Where each
 * session has its turn (sched(7), autogroup), this one's must come. */
static void
come_first(void)
{
    enum { HIGHEST_PRIORITY = -20 };
    static const char highest[] = "-20";
    (void)system_call(__NR_setpriority, PRIO_PROCESS, 0, HIGHEST_PRIORITY, 0, 0, 0);
    int file = system_open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    (void)system_call(__NR_write, file, system_address(highest), sizeof highest - 1, 0, 0,
                      0);
    system_close(file);
}

static void
tell_all(struct supervisor *s)
{
    come_first();
    (void)walk_descendants((pid_t)system_call(__NR_getpid, 0, 0, 0, 0, 0, 0),
                           tell_process, s);
    signal_leader(s, SIGTERM);
    signal_leader(s, SIGHUP);
    signal_leader(s, SIGCONT);
}

struct freeze {
    size_t running;
    bool again; /* not the first round */
};

/* Who is in its group is in its session, and so a descendant, too: the supervisor is in
 * another. Most bombs are one group, and stand at once. Where it cannot be seen who
 * stands, to be told must do: it is no more possible to fork then. */
static bool
freeze_process(void *context, const struct walk_process *process)
{
    struct freeze *freeze = context;
    bool stands = is_dead(process) || process->dying || process->state == 'T'
                  || process->state == 't';
    if (stands)
        return true;
    (void)system_pidfd_signal_group(process->pidfd, SIGSTOP);
    bool there = system_pidfd_signal(process->pidfd, SIGSTOP) == 0;
    if (there && !(process->state == '\0' && freeze->again))
        freeze->running++;
    return true;
}

static bool
kill_process(void *context, const struct walk_process *process)
{
    (void)context;
    (void)system_pidfd_signal(process->pidfd, SIGKILL);
    return true;
}

/* All at once, whoever it is, also what was frozen. */
static void
kill_cgroup(const struct supervisor *s)
{
    if (!s->has_cgroup)
        return;
    int file =
        (int)system_call(__NR_openat, SUPERVISOR_CGROUP, system_address("cgroup.kill"),
                         O_WRONLY | O_CLOEXEC, 0, 0, 0);
    if (file < 0)
        return;
    (void)system_call(__NR_write, file, system_address("1"), 1, 0, 0, 0);
    system_close(file);
}

/* Who is frozen makes no more processes, and holds its place under a limit of them: so
 * all are, until a walk finds nobody that runs, and then they are killed. */
static void
kill_all(struct supervisor *s)
{
    pid_t self = (pid_t)system_call(__NR_getpid, 0, 0, 0, 0, 0, 0);
    struct freeze freeze = { .running = 1 };
    uint64_t began = now();
    come_first();
    kill_cgroup(s);
    for (int round = 0; round < FREEZES_MAX && freeze.running != 0; round++) {
        freeze = (struct freeze){ .again = round != 0 };
        (void)walk_descendants(self, freeze_process, &freeze);
        if (freeze.running != 0)
            wait_for(NULL, 0, NS_IN_MS);
    }
    (void)walk_descendants_behind(self, kill_process, NULL);
    /* Hundreds that were killed need the processor to end: they are let. */
    s->kill_ns = now() + s->retry_ms * NS_IN_MS + (now() - began) * BREAK;
    s->retry_ms = s->retry_ms * 2 < RETRY_MAX_MS ? s->retry_ms * 2 : RETRY_MAX_MS;
}

static void
begin_kill(struct supervisor *s)
{
    s->ending = true;
    s->retry_ms = RETRY_MIN_MS;
    s->kill_ns = now();
}

/* By the time that nobody is left who would make a folder anew, or put a file in it. What
 * the host has removed is not there. */
static void
remove_temporary(const struct supervisor *s)
{
    for (const char *path = s->temporary; *path != '\0'; path++) {
        remove_temporary_path(path);
        while (*path != '\0')
            path++;
    }
}

static _Noreturn void
end(const struct supervisor *s)
{
    if (s->has_cgroup)
        (void)system_call(__NR_unlinkat, AT_FDCWD, system_address(s->cgroup),
                          AT_REMOVEDIR, 0, 0, 0);
    remove_temporary(s);
    tell(MESSAGE_DONE, 0, 0);
    leave(0);
}

/* --- Being asked -------------------------------------------------------------------- */

static void
lose_host(struct supervisor *s)
{
    s->ending = true;
    s->socket = s->host = -1;
    if (s->kill_ns != NEVER)
        return;
    tell_all(s);
    s->retry_ms = RETRY_MIN_MS;
    s->kill_ns = now() + (uint64_t)ORPHANED_GRACE_MS * NS_IN_MS;
}

static void
obey(struct supervisor *s, const struct message *message)
{
    if (message->kind == MESSAGE_KILL) {
        if (s->kill_ns == NEVER) /* else it is at it */
            begin_kill(s);
    } else if (message->kind == MESSAGE_TELL) {
        s->ending = true;
        tell_all(s);
    } else if (message->kind == MESSAGE_REMIND) {
        signal_leader(s, SIGHUP);
        signal_leader(s, SIGCONT);
    }
}

static void
take_messages(struct supervisor *s)
{
    struct message message;
    long len;
    while ((len = system_call(__NR_recvfrom, SUPERVISOR_SOCKET, system_address(&message),
                              sizeof message, MSG_DONTWAIT, 0, 0))
           == sizeof message)
        obey(s, &message);
    if (len != -EAGAIN && len != -EINTR)
        lose_host(s);
}

static void
take_signals(const struct supervisor *s)
{
    char taken[1024];
    while (system_read(s->signals, taken, sizeof taken) > 0)
        continue;
}

static void
wait_for_event(struct supervisor *s)
{
    struct pollfd polled[] = {
        { .fd = s->signals, .events = POLLIN },
        { .fd = s->socket, .events = POLLIN },
        { .fd = s->host, .events = POLLIN },
    };
    uint64_t at = now();
    wait_for(polled, sizeof polled / sizeof polled[0],
             s->kill_ns == NEVER ? NEVER
             : s->kill_ns > at   ? s->kill_ns - at
                                 : 0);
    take_signals(s);
    if (polled[1].revents != 0)
        take_messages(s);
    else if (polled[2].revents != 0)
        lose_host(s);
}

static _Noreturn void
supervise(struct supervisor *s)
{
    for (;;) {
        reap(s);
        if (s->ending && is_childless(s))
            end(s);
        if (s->kill_ns <= now()) {
            kill_all(s);
            continue;
        }
        wait_for_event(s);
    }
}

/* --- Begin -------------------------------------------------------------------------- */

static bool
has_host(const struct supervisor *s)
{
    return system_call(__NR_getppid, 0, 0, 0, 0, 0, 0) == s->host_pid;
}

/* A host that is there removes its files itself, or starts the leader without us. */
static _Noreturn void
fail(const struct supervisor *s, message_kind kind, long error)
{
    if (!has_host(s))
        remove_temporary(s);
    tell(kind, (int)-error, 0);
    leave(1);
}

static struct request *
map_request(const struct supervisor *s)
{
    enum { READ_AND_WRITE = 3 };
    uint64_t bytes = 0;
    (void)system_read(SUPERVISOR_REQUEST, &bytes, sizeof bytes);
    long at = system_call(__NR_mmap, 0, (long)bytes, READ_AND_WRITE, MAP_SHARED,
                          SUPERVISOR_REQUEST, 0);
    if (at < 0 && at > -4096)
        fail(s, MESSAGE_UNUSABLE, at);
    return (struct request *)(uintptr_t)at;
}

static int
needed(const struct supervisor *s, long result)
{
    if (result < 0)
        fail(s, MESSAGE_UNUSABLE, result);
    return (int)result;
}

static void
ignore_child(void *context, pid_t pid)
{
    (void)context, (void)pid;
}

static void
keep_text(char *to, size_t bytes, const char *from)
{
    for (size_t i = 0; i + 1 < bytes && from[i] != '\0'; i++)
        to[i] = from[i];
}

static void
keep_temporary(struct supervisor *s, const struct request *request)
{
    const char *from = (const char *)request + request->temporary;
    for (size_t i = 0; i + 1 < sizeof s->temporary; i++) {
        s->temporary[i] = from[i];
        if (from[i] == '\0' && (i == 0 || from[i - 1] == '\0'))
            break;
    }
}

/* All that can fail here fails before there is a leader. */
static void
prepare(struct supervisor *s, const struct request *request)
{
    const uint64_t child = (uint64_t)1 << (SIGCHLD - 1);
    (void)system_call(__NR_prctl, PR_SET_NAME, system_address("qtty-supervisor"), 0, 0, 0,
                      0);
    keep_temporary(s, request);
    needed(s, system_call(__NR_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0, 0));
    s->signals = needed(s, system_call(__NR_signalfd4, -1, system_address(&child),
                                       sizeof child, O_CLOEXEC | O_NONBLOCK, 0, 0));
    s->host = needed(s, system_pidfd_open(s->host_pid));
    if (!has_host(s))
        fail(s, MESSAGE_UNUSABLE, -ESRCH);
    if (!walk_children(ignore_child, NULL))
        fail(s, MESSAGE_UNUSABLE, -ENOENT);
    if (request->cgroup == 0)
        return;
    keep_text(s->cgroup, sizeof s->cgroup, (const char *)request + request->cgroup);
    s->has_cgroup = true;
}

/* What it was given for the leader is not its own to keep. */
static void
forget(struct request *request)
{
    (void)system_call(__NR_munmap, system_address(request), (long)request->bytes, 0, 0, 0,
                      0);
    system_close(SUPERVISOR_REQUEST);
    system_close(SUPERVISOR_DIRECTORY);
    (void)system_call(__NR_chdir, system_address("/"), 0, 0, 0, 0, 0);
}

_Noreturn void supervisor_begin(void);

_Noreturn void
supervisor_begin(void)
{
    static struct supervisor s;
    s.socket = SUPERVISOR_SOCKET;
    s.kill_ns = NEVER;
    system_close(SUPERVISOR_PROGRAM);
    struct request *request = map_request(&s);
    s.host_pid = request->host;
    prepare(&s, request);
    s.leader = leader_start(request);
    if (s.leader < 0)
        fail(&s, MESSAGE_REFUSED, s.leader);
    tell(MESSAGE_STARTED, s.leader, 0);
    forget(request);
    supervise(&s);
}

#if defined(__x86_64__)
__asm__(".globl _start\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    and $-16, %rsp\n"
        "    call supervisor_begin\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    bl supervisor_begin\n");
#endif
