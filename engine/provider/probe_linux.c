/* One look at the foreground group: its members, their threads, what each sleeps in. The
 * queue is looked at before and after: what slept in between had nothing to read. How
 * often a thread ran is read before what it does, so that two looks with the same counts
 * enclose a time in which the first one held.
 *
 * All of it is bounded: what a look does not reach is no evidence. */
#include "provider/probe_linux.h"

#include "provider/group_linux.h"
#include "provider/proc_linux.h"
#include "provider/syscall_linux.h"
#include "provider/thread_linux.h"
#include "provider/waited_linux.h"
#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum {
    THREADS_MAX = 256,      /* of all members */
    DESCRIPTORS_MAX = 1024, /* of all waits */
};

struct seen {
    struct waited_terminal terminal;
    const struct group *group;
    size_t threads;       /* that may still be looked at */
    unsigned descriptors; /* the same */
    qtty_wait_class best; /* of A, B, C and E */
    bool reads;           /* a thread of this process is in class A */
    bool timed;           /* one of it ends its wait by itself */
    bool due;             /* both were of one process */
    bool denied;          /* a member may not be looked at */
    bool asleep;          /* somebody is */
    bool awake;           /* somebody is, or may be */
    bool uncounted;       /* how often somebody ran is not known */
    uint64_t all_runs;    /* of all together */
    uint64_t digest;
};

/* --- The terminal ------------------------------------------------------------------- */

/* The slave is open for an instant only: while it is, the master never sees the hang-up.
 * poll(2) on it is a fence: what the master wrote is put into its queue first. `found` is
 * the slave's; zeros where there is none. */
static bool
is_input_pending(struct proc *proc, int master, struct stat *found)
{
    *found = (struct stat){ 0 };
    int slave = proc_open_slave(proc, master);
    if (slave < 0)
        return true;
    struct pollfd p = { .fd = slave, .events = POLLIN };
    bool pending = fstat(slave, found) != 0 || poll(&p, 1, 0) != 0;
    close(slave);
    return pending;
}

bool
probe_input_pending(struct proc *proc, int master)
{
    struct stat found;
    bool pending = is_input_pending(proc, master, &found);
    (void)proc_reserve(proc);
    return pending;
}

/* The master tells the slave's modes. */
static void
look_at_modes(int master, qtty_look *out, struct waited_terminal *terminal)
{
    struct termios modes;
    if (tcgetattr(master, &modes) != 0)
        return;
    bool canonical = (modes.c_lflag & ICANON) != 0;
    out->flags |= canonical ? QTTY_TERMINAL_CANONICAL : 0;
    out->flags |= (modes.c_lflag & ECHO) != 0 ? QTTY_TERMINAL_ECHO : 0;
    terminal->read_timed = !canonical && modes.c_cc[VMIN] == 0;
}

/* --- Threads ------------------------------------------------------------------------ */

/* Each thread has an odd factor of its own in a sum: the order does not matter, and that
 * one of them ran always shows. */
static uint64_t
factor_of(pid_t thread)
{
    const uint64_t spread = 0x9e3779b97f4a7c15; /* 2^64 by the golden ratio */
    uint64_t x = (uint64_t)thread * spread;
    return ((x ^ x >> 32) * spread) | 1;
}

static void
count_runs(struct seen *s, pid_t thread, const char *text)
{
    uint64_t runs = 0;
    s->uncounted |= !thread_parse_runs(&runs, text);
    s->all_runs += runs;
    s->digest += (runs + 1) * factor_of(thread);
}

/* @return false: `out` says why, D for not permitted. */
static bool
read_call(const struct process *process, pid_t thread, char *text, size_t size,
          qtty_wait_class *out)
{
    *out = QTTY_CLASS_E;
    if (process_text(process, thread, PROC_SYSCALL, text, size))
        return true;
    *out = is_denial(errno) ? QTTY_CLASS_D : QTTY_CLASS_E;
    return false;
}

static qtty_wait_class
class_of_sleeper(struct seen *s, const struct process *process, pid_t thread,
                 dev_t controlling)
{
    char text[256];
    qtty_wait_class none;
    if (!read_call(process, thread, text, sizeof text, &none))
        return none;
    struct syscall_wait call = syscall_parse(text);
    if (call.kind == SYSCALL_FOREIGN)
        return QTTY_CLASS_D;
    s->timed |= call.timed;
    struct waiter waiter = { process, thread, controlling == s->terminal.device };
    return waited_class(&s->terminal, &waiter, &call, &s->descriptors);
}

static void
keep_best(struct seen *s, qtty_wait_class found)
{
    static const int strength[] = { [QTTY_CLASS_A] = 3,
                                    [QTTY_CLASS_B] = 2,
                                    [QTTY_CLASS_C] = 1,
                                    [QTTY_CLASS_D] = 0,
                                    [QTTY_CLASS_E] = 0 };
    s->denied |= found == QTTY_CLASS_D;
    s->reads |= found == QTTY_CLASS_A;
    if (strength[found] > strength[s->best])
        s->best = found;
}

static void
look_at_sleeper(struct seen *s, const struct process *process, pid_t thread,
                dev_t controlling)
{
    s->asleep = true;
    keep_best(s, class_of_sleeper(s, process, thread, controlling));
}

/* That it may not be looked at is to be known of who runs, too: what such a program makes
 * of the terminal on its way to a question for a password is not how it is at rest. */
static void
look_at_runner(struct seen *s, const struct process *process, pid_t thread)
{
    char text[256];
    qtty_wait_class none;
    s->awake = true;
    (void)read_call(process, thread, text, sizeof text, &none);
    s->denied |= none == QTTY_CLASS_D;
}

/* A stopped thread still shows its last system call, hence the state. Its end may be
 * seen, too, until it is reaped. */
static void
look_at_thread(struct seen *s, const struct process *process, pid_t thread)
{
    char text[1024];
    struct thread_status status;
    if (process_text(process, thread, PROC_SCHEDSTAT, text, sizeof text))
        count_runs(s, thread, text);
    else
        s->uncounted = true;

    if (!process_text(process, thread, PROC_STAT, text, sizeof text)
        || !thread_parse_status(&status, text))
        s->awake = true;
    else if (status.state == 'S')
        look_at_sleeper(s, process, thread, status.terminal);
    else if (status.state != 'Z' && status.state != 'X')
        look_at_runner(s, process, thread);
}

/* --- Members ------------------------------------------------------------------------ */

/* A program can draw when a time has come, while a thread of it reads keys already: where
 * one beside the reader sleeps for a time only, something may be due. */
static void
look_at_threads(struct seen *s, const struct process *process)
{
    s->reads = s->timed = false;
    pid_t threads[THREADS_MAX];
    size_t count = process_threads(process, threads, s->threads);
    for (size_t i = 0; i < count; i++)
        look_at_thread(s, process, threads[i]);
    s->threads -= count;
    s->due |= s->reads && s->timed;
    s->awake |= count == 0 || s->threads == 0;
}

/* That it still is a member is asked when its directory is open: its number cannot be
 * another's then. */
static void
look_at_member(struct seen *s, struct proc *proc, pid_t pid)
{
    struct process process;
    bool entered = process_enter(&process, proc, pid);
    int error = errno;
    if (!group_has(s->group, pid)) {
        s->awake = true;
    } else if (!entered) {
        s->awake = s->uncounted = true;
        s->denied |= is_denial(error) || error == ENOENT; /* hidden by hidepid */
    } else {
        look_at_threads(s, &process);
    }
    if (entered)
        process_leave(&process);
}

static void
find_members(struct probe *p, struct group *g)
{
    bool known = group_walk(g, p->proc);
    if (g->number == p->deserted || (known && g->count != 0))
        return;
    group_scan(g);
    p->deserted = g->count == 0 && !g->cut ? g->number : 0;
}

/* The leader is not reaped while the terminal lives: without its directory, there is no
 * /proc, or it hides others' processes. */
static bool
is_hidden(const struct probe *p)
{
    struct process leader;
    bool entered = process_enter(&leader, p->proc, p->session);
    if (entered)
        process_leave(&leader);
    return !entered;
}

static void
look_at_members(struct probe *p, struct seen *s, pid_t number)
{
    struct group g = { .session = p->session, .number = number };
    find_members(p, &g);
    s->group = &g;
    for (size_t i = 0; i < g.count; i++)
        look_at_member(s, p->proc, g.members[i]);
    s->awake |= g.cut;
    s->denied |= g.count == 0 && is_hidden(p);
    s->group = NULL;
}

/* --- The look ----------------------------------------------------------------------- */

static qtty_wait_class
judge(const struct seen *s, uint32_t flags)
{
    uint32_t modes = flags & (QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    if ((flags & QTTY_LOOK_UNREAD) != 0)
        return QTTY_CLASS_E;
    if (s->best == QTTY_CLASS_E && s->denied && !s->awake
        && modes == QTTY_TERMINAL_CANONICAL)
        return QTTY_CLASS_D;
    return s->best;
}

static bool
sleeps_whole(const struct seen *s)
{
    return !s->awake && !s->denied && !s->uncounted && s->all_runs != 0;
}

/* How the last member left the modes, before anybody has taken the foreground back, says
 * nothing: hence `ended`. */
void
probe_look(struct probe *p, qtty_look *out)
{
    struct stat slave;
    struct seen s = { .threads = THREADS_MAX,
                      .descriptors = DESCRIPTORS_MAX,
                      .best = QTTY_CLASS_E };
    pid_t group = tcgetpgrp(p->master);
    look_at_modes(p->master, out, &s.terminal);
    bool unread = is_input_pending(p->proc, p->master, &slave);
    s.denied = slave.st_rdev == 0; /* without the queue nothing is proven */
    s.terminal.filesystem = slave.st_dev;
    s.terminal.device = slave.st_rdev;

    if (group > 0) {
        out->group = group;
        look_at_members(p, &s, group);
        unread |= probe_input_pending(p->proc, p->master);
    }
    out->flags |= unread ? QTTY_LOOK_UNREAD : 0;
    bool ended = !s.awake && !s.asleep;
    out->flags |= s.denied ? QTTY_LOOK_DENIED : 0;
    out->flags |= ended ? QTTY_LOOK_ENDED : 0;
    out->flags |= s.best == QTTY_CLASS_A && (s.awake || s.due) ? QTTY_LOOK_BUSY : 0;
    out->flags |= sleeps_whole(&s) ? QTTY_LOOK_ASLEEP : 0;
    if (!s.uncounted && s.all_runs != 0)
        out->runs = s.digest != 0 ? s.digest : 1;
    out->wait_class = judge(&s, out->flags);
    proc_settle(p->proc);
}

void
probe_drop_input(struct proc *proc, int master)
{
    struct termios modes;
    if (tcgetattr(master, &modes) != 0 || (modes.c_lflag & NOFLSH) != 0)
        return;
    int slave = proc_open_slave(proc, master);
    if (slave < 0)
        return;
    struct pollfd p = { .fd = slave, .events = POLLIN };
    (void)poll(&p, 1, 0); /* the fence: what is on its way is dropped, too */
    (void)tcflush(slave, TCIFLUSH);
    close(slave);
    (void)proc_reserve(proc);
}
