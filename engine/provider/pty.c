/* The provider of local pseudo-terminals. The host keeps the master side only: with a
 * slave open it would never see the hang-up, and the kernel, hanging the slave up when
 * the session's leader exits, would throw away output that nobody has read yet. */
#define _GNU_SOURCE /* ptsname_r(3), TIOCSIG */

#include "provider/pty.h"

#include "base/alloc.h"
#include "provider/duration.h"
#include "provider/probe_linux.h"
#include "provider/process.h"
#include "provider/spawn.h"
#include "provider/window.h"
#include "provider/syscall_linux.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

struct pty_provider {
    qtty_provider provider;
    const qtty_allocator *allocator;
    struct failure failure;
};

static const qtty_terminal_ops terminal_ops;

/* --- Size --------------------------------------------------------------------------- */

static unsigned short
saturated(uint32_t pixels)
{
    return (unsigned short)(pixels < UINT16_MAX ? pixels : UINT16_MAX);
}

static int
set_window(int descriptor, const qtty_window *given)
{
    qtty_window w = window_completed(given);
    struct winsize size = {
        .ws_row = (unsigned short)w.rows,
        .ws_col = (unsigned short)w.cols,
        .ws_xpixel = saturated(w.cols * w.cell_width),
        .ws_ypixel = saturated(w.rows * w.cell_height),
    };
    return ioctl(descriptor, TIOCSWINSZ, &size);
}

/* --- Spawn -------------------------------------------------------------------------- */

/* IUTF8 lets the kernel's line editing erase a whole character. */
static int
set_modes(int slave, const qtty_spawn_config *c)
{
    struct termios modes;
    if (tcgetattr(slave, &modes) != 0)
        return -1;
    if (c->encoding == QTTY_ENCODING_UTF8)
        modes.c_iflag |= IUTF8;
    if (c->no_echo)
        modes.c_lflag &= ~(tcflag_t)ECHO;
    return tcsetattr(slave, TCSANOW, &modes);
}

static qtty_status
open_master(int *master, char *name, size_t name_bytes, struct failure *why)
{
    *master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (*master < 0)
        return failure_errno(why, "terminal: cannot be opened");
    if (grantpt(*master) == 0 && unlockpt(*master) == 0
        && ptsname_r(*master, name, name_bytes) == 0)
        return QTTY_OK;
    qtty_status st = failure_errno(why, "terminal: cannot be unlocked");
    close(*master);
    *master = -1;
    return st;
}

/* The slave stays open until the child has it: the modes would be lost with the last. */
static qtty_status
start_on(struct pty *p, const char *name, const qtty_spawn_config *c, struct failure *why)
{
    int slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0)
        return failure_errno(why, name);
    proc_know_slave(&p->proc, slave);

    struct started started = { .master = p->master,
                               .supervisor = &p->supervisor,
                               .cgroup = &p->cgroup };
    qtty_status st = QTTY_OK;
    if (set_modes(slave, c) != 0 || set_window(slave, &c->window) != 0)
        st = failure_errno(why, "terminal: cannot be set up");
    else
        st = spawn_program(&started, p->allocator, c, name, why);
    close(slave);
    p->child.pid = started.leader;
    if (st == QTTY_OK && started.unsupervised != 0)
        failure_set(&p->lost, QTTY_OK,
                    "no supervisor (%s): what leaves the session is not ended",
                    strerror(started.unsupervised));
    return st;
}

/* The number is the leader's until its supervisor ends, which reaps it last; after that
 * while it has the terminal. */
static int
open_leader(const struct pty *p)
{
    pid_t leader = (pid_t)p->child.pid;
    int pidfd = process_open(leader);
    bool is_its = p->supervisor.state == SUPERVISOR_NONE
                  || !process_ended(p->supervisor.pidfd) || tcgetsid(p->master) == leader;
    if (pidfd < 0 || is_its)
        return pidfd;
    close(pidfd);
    return -1;
}

/* Versions of the struct differ in the fields at its end: a size is that of all fields up
 * to some one. */
static bool
is_size_of_a_version(size_t size)
{
    static const size_t sizes[] = {
        offsetof(qtty_spawn_config, argv),      offsetof(qtty_spawn_config, argc),
        offsetof(qtty_spawn_config, cwd),       offsetof(qtty_spawn_config, term),
        offsetof(qtty_spawn_config, session),   offsetof(qtty_spawn_config, env),
        offsetof(qtty_spawn_config, env_count), offsetof(qtty_spawn_config, parent),
        offsetof(qtty_spawn_config, window),    offsetof(qtty_spawn_config, encoding),
        offsetof(qtty_spawn_config, no_echo),   offsetof(qtty_spawn_config, temporary),
        offsetof(qtty_spawn_config, profile),   sizeof(qtty_spawn_config),
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (sizes[i] == size)
            return true;
    return false;
}

/* Copy what the caller's version of the struct has; the rest are defaults. */
static qtty_status
read_config(qtty_spawn_config *c, const qtty_spawn_config *given, struct failure *why)
{
    *c = (qtty_spawn_config)QTTY_SPAWN_CONFIG_INIT;
    if (!is_size_of_a_version(given->size))
        return failure_set(why, QTTY_E_INVAL,
                           "size: %zu: must be %zu, or end at an earlier field",
                           given->size, sizeof *c);
    memcpy(c, given, given->size);
    if (c->encoding != QTTY_ENCODING_UTF8 && c->encoding != QTTY_ENCODING_LATIN1)
        return failure_set(why, QTTY_E_INVAL, "encoding: %d: no such encoding",
                           (int)c->encoding);
    return window_check(&c->window, why);
}

static qtty_status
spawn_pty(qtty_provider *provider, qtty_terminal **out, const qtty_spawn_config *given)
{
    struct pty_provider *from = (struct pty_provider *)provider;
    qtty_spawn_config c;
    char name[64];
    qtty_status st = read_config(&c, given, &from->failure);
    if (st != QTTY_OK)
        return st;

    struct pty *p = mem_zalloc(from->allocator, 1, sizeof *p);
    if (p == NULL)
        return failure_set(&from->failure, QTTY_E_NOMEM, "terminal: out of memory");
    *p = (struct pty){ .terminal = { &terminal_ops }, .allocator = from->allocator };
    p->pidfd = p->watch = p->supervisor.pidfd = p->supervisor.socket = -1;
    p->cgroup.directory = -1;
    proc_init(&p->proc);
    st = open_master(&p->master, name, sizeof name, &from->failure);
    if (st == QTTY_OK && !proc_reserve(&p->proc))
        st = failure_errno(&from->failure, "terminal: a reserve of descriptors");
    if (st == QTTY_OK)
        st = start_on(p, name, &c, &from->failure);
    if (st != QTTY_OK) {
        proc_close(&p->proc);
        if (p->master >= 0)
            close(p->master);
        mem_free(p->allocator, p);
        return st;
    }
    p->pidfd = open_leader(p);
    pty_look_at_child(p);
    *out = &p->terminal;
    return QTTY_OK;
}

static const char *
provider_error(const qtty_provider *provider)
{
    return ((const struct pty_provider *)provider)->failure.text;
}

static void
destroy_provider(qtty_provider *provider)
{
    struct pty_provider *p = (struct pty_provider *)provider;
    mem_free(p->allocator, p);
}

qtty_status
qtty_pty_provider_create(qtty_provider **out, const qtty_allocator *allocator)
{
    static const qtty_provider_ops ops = {
        .name = "pty",
        .provable = SYSCALLS_KNOWN,
        .spawn = spawn_pty,
        .error = provider_error,
        .destroy = destroy_provider,
        .local = true,
    };
    *out = NULL;
    struct pty_provider *p = mem_zalloc(allocator, 1, sizeof *p);
    if (p == NULL)
        return QTTY_E_NOMEM;
    *p = (struct pty_provider){ .provider = { &ops }, .allocator = allocator };
    *out = &p->provider;
    return QTTY_OK;
}

/* --- Events ------------------------------------------------------------------------- */

static size_t
wants(const qtty_terminal *t, uint32_t interest, qtty_want *out)
{
    const struct pty *p = (const struct pty *)t;
    size_t count = 0;
    int told = supervisor_descriptor(&p->supervisor);

    /* A master that hung up would wake every poll, whatever it was asked for. */
    if (interest != 0 && !p->hung_up)
        out[count++] = (qtty_want){ p->master, interest };
    if (told >= 0)
        out[count++] = (qtty_want){ told, QTTY_WANT_READ };
    else if (p->pidfd >= 0 && p->child.state == QTTY_CHILD_RUNNING)
        out[count++] = (qtty_want){ p->pidfd, QTTY_WANT_READ };
    if (p->watch >= 0)
        out[count++] = (qtty_want){ p->watch, QTTY_WANT_READ };
    return count;
}

static uint64_t
sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t
deadline(const qtty_terminal *t)
{
    const struct pty *p = (const struct pty *)t;
    bool running = p->child.state == QTTY_CHILD_RUNNING;
    bool closing = p->phase == QTTY_PHASE_CLOSING;
    uint64_t at = closing ? p->end_ns : QTTY_NEVER;
    if (closing && !p->killing)
        at = sooner(at, p->remind_ns);
    bool heard = supervisor_descriptor(&p->supervisor) >= 0;
    bool blind = closing && p->watch < 0 && (!heard || p->killing);
    if ((running && (p->hung_up || (p->pidfd < 0 && !heard))) || blind)
        at = sooner(at, p->look_again_ns);
    return at;
}

/* A child that runs may open its terminal again after all have closed it, and nothing
 * tells us: the master is tried from time to time. */
static qtty_status
step(qtty_terminal *t, uint64_t now_ns)
{
    struct pty *p = (struct pty *)t;
    if (p->phase == QTTY_PHASE_CLOSED)
        return QTTY_OK;
    pty_look_at_child(p);
    if (now_ns >= p->look_again_ns) {
        p->look_again_ns = now_ns + (uint64_t)POLL_INTERVAL_MS * NS_IN_MS;
        p->hung_up = false;
    }
    return pty_step_close(p, now_ns);
}

/* --- Bytes -------------------------------------------------------------------------- */

/* Linux says EIO while nobody has the slave side open. */
static qtty_status
read_output(qtty_terminal *t, void *bytes, size_t max, size_t *len)
{
    struct pty *p = (struct pty *)t;
    if (max == 0) /* read(2) would answer 0, as for a hang-up */
        return failure_set(&p->failure, QTTY_E_INVAL, "read: 0 bytes: must be 1 or more");
    ssize_t got = read(p->master, bytes, max);
    if (got > 0) {
        p->hung_up = false;
        *len = (size_t)got;
        return QTTY_OK;
    }
    if (got < 0 && errno == EINTR)
        return QTTY_OK;
    if (got < 0 && errno != EIO && errno != EAGAIN)
        return failure_errno(&p->failure, "terminal: read");

    p->hung_up = got == 0 || errno == EIO;
    bool ended = p->child.state != QTTY_CHILD_RUNNING;
    return ended && (p->hung_up || p->phase == QTTY_PHASE_CLOSED) ? QTTY_E_CLOSED
                                                                  : QTTY_OK;
}

static qtty_status
write_input(qtty_terminal *t, qtty_span bytes, size_t *written)
{
    struct pty *p = (struct pty *)t;
    if (p->child.state != QTTY_CHILD_RUNNING)
        return QTTY_E_CLOSED;
    ssize_t put = write(p->master, bytes.data, bytes.len);
    if (put >= 0)
        *written = (size_t)put;
    else if (errno != EAGAIN && errno != EINTR && errno != EIO)
        return failure_errno(&p->failure, "terminal: write");
    return QTTY_OK;
}

static qtty_status
resize(qtty_terminal *t, const qtty_window *window)
{
    struct pty *p = (struct pty *)t;
    qtty_status st = window_check(window, &p->failure);
    if (st == QTTY_OK && set_window(p->master, window) != 0)
        st = failure_errno(&p->failure, "terminal: resize");
    return st;
}

/* --- Groups and signals ------------------------------------------------------------- */

/* The kernel tells the number of a group that has ended, too, and the number can be
 * another group's by then: a member of ours must be there. One that /proc hides (hidepid)
 * is found if it leads the group. */
static bool
find_group_member(const struct pty *p, pid_t group, struct members *m,
                  struct member *member)
{
    pid_t session = (pid_t)p->child.pid;
    *member = (struct member){ 0, -1 };
    if (p->phase == QTTY_PHASE_CLOSED || p->child.state == QTTY_CHILD_UNKNOWN
        || group <= 0)
        return false;
    return (members_open(m, session, group) && members_next(m, member))
           || members_hold(m, group, member);
}

static qtty_status
foreground(qtty_terminal *t, int64_t *group)
{
    struct pty *p = (struct pty *)t;
    pid_t now = tcgetpgrp(p->master);
    if (now <= 0)
        return QTTY_E_NO_FOREGROUND;
    *group = now;
    return QTTY_OK;
}

/* 0: no such signal. */
static int
number_of(qtty_signal which)
{
    static const int numbers[] = {
        [QTTY_SIGNAL_INT] = SIGINT,   [QTTY_SIGNAL_TERM] = SIGTERM,
        [QTTY_SIGNAL_KILL] = SIGKILL, [QTTY_SIGNAL_TSTP] = SIGTSTP,
        [QTTY_SIGNAL_HUP] = SIGHUP,
    };
    size_t index = (size_t)which;
    return index < sizeof numbers / sizeof numbers[0] ? numbers[index] : 0;
}

static qtty_status
send_signal(qtty_terminal *t, qtty_signal which, int64_t spared, int64_t *group)
{
    struct pty *p = (struct pty *)t;
    struct members m = { 0 };
    struct member member;
    int signal = number_of(which);
    if (signal == 0)
        return failure_set(&p->failure, QTTY_E_INVAL, "signal: %d: no such signal",
                           (int)which);

    pid_t now = tcgetpgrp(p->master);
    if (spared != 0 && now == spared)
        return failure_set(&p->failure, QTTY_E_INVAL,
                           "signal: group %lld: the spared one is in the foreground",
                           (long long)spared);
    proc_close(&p->proc); /* it can be interrupted with a full table, too */
    bool found = find_group_member(p, now, &m, &member);
    /* As the key does: what was typed before it and not read is void. Else a shell that
     * is interrupted in the middle of a line would run the rest of it. */
    if (found && (signal == SIGINT || signal == SIGTSTP))
        probe_drop_input(&p->proc, p->master);
    /* What a key would send, the terminal sends by itself, to the whole group at once. */
    bool sent = found && (signal == SIGINT || signal == SIGTSTP)
                && ioctl(p->master, TIOCSIG, signal) == 0;
    for (bool more = found && !sent; more; more = members_next(&m, &member))
        member_signal(&member, signal);
    members_close(&m, &member);
    (void)proc_reserve(&p->proc);

    if (!found)
        return failure_set(&p->failure, QTTY_E_NO_FOREGROUND,
                           "signal: no process is in the foreground");
    *group = now;
    return QTTY_OK;
}

static qtty_status
input(qtty_terminal *t, qtty_input *out)
{
    struct pty *p = (struct pty *)t;
    struct termios modes;
    if (tcgetattr(p->master, &modes) != 0)
        return failure_errno(&p->failure, "terminal: modes");
    *out = (qtty_input){
        .canonical = (modes.c_lflag & ICANON) != 0,
        .echo = (modes.c_lflag & ECHO) != 0,
        .maps_cr = (modes.c_iflag & ICRNL) != 0,
        .eof = modes.c_cc[VEOF],
    };
    return QTTY_OK;
}

static bool
unread(qtty_terminal *t)
{
    struct pty *p = (struct pty *)t;
    return probe_input_pending(&p->proc, p->master);
}

static void
look(qtty_terminal *t, qtty_look *out)
{
    struct pty *p = (struct pty *)t;
    struct probe probe = { p->master, (pid_t)p->child.pid, p->deserted, &p->proc };
    if (p->child.state != QTTY_CHILD_RUNNING)
        return;
    probe_look(&probe, out);
    p->deserted = probe.deserted;
}

/* --- The rest ----------------------------------------------------------------------- */

static void
child(const qtty_terminal *t, qtty_child *out)
{
    *out = ((const struct pty *)t)->child;
}

static qtty_phase
phase(const qtty_terminal *t)
{
    return ((const struct pty *)t)->phase;
}

static qtty_status
close_session(qtty_terminal *t, uint64_t now_ns, uint32_t grace_ms)
{
    struct pty *p = (struct pty *)t;
    proc_close(&p->proc); /* the end needs descriptors, looks are over */
    pty_begin_close(p, now_ns, grace_ms);
    return QTTY_OK;
}

static size_t
survivors(const qtty_terminal *t, int64_t *pids, size_t capacity)
{
    return pty_survivors((const struct pty *)t, pids, capacity);
}

static const char *
error(const qtty_terminal *t)
{
    return ((const struct pty *)t)->failure.text;
}

static const char *
lost(const qtty_terminal *t)
{
    return ((const struct pty *)t)->lost.text;
}

static void
destroy(qtty_terminal *t)
{
    struct pty *p = (struct pty *)t;
    proc_close(&p->proc);
    pty_kill_now(p);
    supervisor_finish(&p->supervisor);
    cgroup_finish(&p->cgroup);
    close(p->master);
    if (p->pidfd >= 0)
        close(p->pidfd);
    if (p->watch >= 0)
        close(p->watch);
    mem_free(p->allocator, p);
}

static const qtty_terminal_ops terminal_ops = {
    .wants = wants,
    .deadline = deadline,
    .step = step,
    .read = read_output,
    .write = write_input,
    .resize = resize,
    .foreground = foreground,
    .signal = send_signal,
    .input = input,
    .unread = unread,
    .look = look,
    .survivors = survivors,
    .lost = lost,
    .child = child,
    .phase = phase,
    .close = close_session,
    .error = error,
    .destroy = destroy,
};
