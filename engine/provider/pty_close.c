/* The end of a local terminal's session: TERM, HUP and CONT to every process of it, to
 * its leader last, whose end hangs the terminal up under the others; after the grace
 * KILL. The supervisor does it, and tells when nobody is left.
 *
 * Without one it is done from here. Close waits for one member after the other, by its
 * descriptor, and looks for more when it has ended: all must go, so the order of these
 * waits does not matter, and nobody polls. A process that called setsid(2) is in no
 * session of ours then and is not reached.
 *
 * Where there was one and it was killed, the leader, which is not our child, is all that
 * keeps the session's number from being another's: it is stopped, then the others are
 * killed, without a grace, and it comes last. If it is gone, too, its group serves, if
 * there is somebody left of it; else who is left cannot be known. */
#define _GNU_SOURCE

#include "provider/pty.h"

#include "provider/duration.h"
#include "provider/process.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool
pty_is_supervised(const struct pty *p)
{
    return p->supervisor.state != SUPERVISOR_NONE
           && p->supervisor.state != SUPERVISOR_LOST;
}

static bool
lost_supervisor(const struct pty *p)
{
    return p->supervisor.state == SUPERVISOR_LOST;
}

/* Of a child of our own. */
static void
ask_for_status(struct pty *p)
{
    siginfo_t info = { 0 };
    int failed = waitid(P_PID, (id_t)p->child.pid, &info, WEXITED | WNOHANG | WNOWAIT);
    if (failed != 0 && errno == ECHILD) {
        /* The host ignores SIGCHLD, or took the status itself. */
        p->child.state = QTTY_CHILD_UNKNOWN;
    } else if (failed == 0 && info.si_pid != 0) {
        bool exited = info.si_code == CLD_EXITED;
        p->child.state = exited ? QTTY_CHILD_EXITED : QTTY_CHILD_SIGNALED;
        p->child.value = info.si_status;
    }
}

/* Alive, or a zombie of ours. */
static bool
has_leader(const struct pty *p)
{
    return p->child.state != QTTY_CHILD_UNKNOWN
           && !(lost_supervisor(p) && p->child.state != QTTY_CHILD_RUNNING);
}

/* Without its leader, and who is in the leader's group, which has the same number, the
 * session's may be another's: nothing can be sent then. */
static bool
number_is_ours(const struct pty *p)
{
    return has_leader(p) || (p->pidfd >= 0 && process_signal_group(p->pidfd, 0));
}

/* The end of a leader that was alone loses nobody, and in a cgroup nobody is lost. */
static const char *
what_is_lost(const struct pty *p)
{
    bool lost = lost_supervisor(p);
    if (pty_is_supervised(p) || cgroup_exists(&p->cgroup) || p->alone)
        return p->lost.text;
    if (number_is_ours(p))
        return lost ? "the supervisor was killed: what left the session is not ended"
                    : p->lost.text;
    return lost ? "the supervisor was killed, and the leader is gone: "
                  "what is left of the session is not known, nor ended"
                : "no supervisor, and the leader's status was taken: "
                  "what is left of the session is not known, nor ended";
}

void
pty_look_at_child(struct pty *p)
{
    supervisor_hear(&p->supervisor, &p->child);
    if (p->child.state == QTTY_CHILD_RUNNING && !pty_is_supervised(p)) {
        if (!lost_supervisor(p))
            ask_for_status(p);
        else if (p->pidfd < 0 || process_ended(p->pidfd))
            p->child.state = QTTY_CHILD_UNKNOWN; /* its status went to init */
    }
    const char *lost = what_is_lost(p);
    if (strcmp(lost, p->lost.text) != 0)
        failure_set(&p->lost, QTTY_OK, "%s", lost);
}

static bool
walk(const struct pty *p, struct members *m)
{
    return number_is_ours(p) && members_open(m, (pid_t)p->child.pid, 0);
}

static bool
next(const struct pty *p, struct members *m, struct member *member)
{
    return members_next(m, member) && number_is_ours(p);
}

static void
signal_one(const struct member *member, const int signals[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        member_signal(member, signals[i]);
}

static void
signal_all(struct pty *p, const int signals[], size_t count)
{
    struct members m;
    struct member member = { 0, -1 };
    if (!walk(p, &m)) {
        /* No /proc: what is left is the child's own group, while its number is pinned. */
        for (size_t i = 0; i < count && number_is_ours(p); i++)
            kill((pid_t)-p->child.pid, signals[i]);
        return;
    }
    while (next(p, &m, &member))
        if (member.pid != p->child.pid)
            signal_one(&member, signals, count);
    members_close(&m, &member);

    pty_look_at_child(p);
    const struct member leader = { (pid_t)p->child.pid, p->pidfd };
    if (p->child.state == QTTY_CHILD_RUNNING)
        signal_one(&leader, signals, count);
}

/* The leader last, or its group, when they are alone: by them the others are known. */
static void
kill_around_leader(struct pty *p)
{
    struct members m;
    struct member member = { 0, -1 };
    size_t others = 0;
    pty_look_at_child(p);
    bool led = has_leader(p);
    bool (*const signal_last)(int, int) = led ? process_signal : process_signal_group;
    if (p->pidfd < 0 || !number_is_ours(p))
        return;
    signal_last(p->pidfd, SIGSTOP);
    if (!walk(p, &m))
        return;
    while (next(p, &m, &member))
        if ((led ? member.pid : getpgid(member.pid)) != p->child.pid) {
            member_signal(&member, SIGKILL);
            others++;
        }
    members_close(&m, &member);
    p->alone = others == 0 && number_is_ours(p);
    if (p->alone)
        signal_last(p->pidfd, SIGKILL);
}

static void
kill_all(struct pty *p)
{
    cgroup_kill(&p->cgroup);
    if (pty_is_supervised(p))
        supervisor_ask(&p->supervisor, MESSAGE_KILL);
    else if (lost_supervisor(p))
        kill_around_leader(p);
    else
        signal_all(p, (const int[]){ SIGKILL }, 1);
}

static void
stop_watching(struct pty *p)
{
    if (p->watch >= 0)
        close(p->watch);
    p->watch = -1;
}

/* Is somebody left? Keeps hold of the first that is found. */
static bool
find_survivor(struct pty *p)
{
    struct members m;
    struct member member = { 0, -1 };
    stop_watching(p);
    if (pty_is_supervised(p))
        return p->supervisor.state != SUPERVISOR_LEFT;
    if (lost_supervisor(p) && cgroup_exists(&p->cgroup))
        return cgroup_members(&p->cgroup, NULL, 0) != 0;
    if (!walk(p, &m))
        return p->child.state == QTTY_CHILD_RUNNING;

    bool found =
        next(p, &m, &member)
        || members_hold(&m, (pid_t)p->child.pid, &member); /* /proc may hide it */
    if (found && !(lost_supervisor(p) && member.pid == p->child.pid)) {
        p->watch = member.descriptor;
        member.descriptor = -1;
    }
    members_close(&m, &member);
    return found;
}

size_t
pty_survivors(const struct pty *p, int64_t *pids, size_t capacity)
{
    struct members m;
    struct member member = { 0, -1 };
    size_t count = 0;
    if (pty_is_supervised(p))
        return supervisor_descendants(&p->supervisor, pids, capacity);
    if (lost_supervisor(p) && cgroup_exists(&p->cgroup))
        return cgroup_members(&p->cgroup, pids, capacity);
    if (!walk(p, &m))
        return 0;
    for (; next(p, &m, &member); count++)
        if (count < capacity)
            pids[count] = member.pid;
    members_close(&m, &member);
    return count;
}

static qtty_status
fail_with_survivors(struct pty *p)
{
    enum { NAMED = 12 };
    int64_t pids[NAMED];
    char list[NAMED * 22] = "";
    size_t used = 0, count = pty_survivors(p, pids, NAMED);
    for (size_t i = 0; i < count && i < NAMED; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, " %lld",
                                 (long long)pids[i]);
    stop_watching(p);
    p->phase = QTTY_PHASE_STUCK;
    return failure_set(&p->failure, QTTY_E_TIMEOUT,
                       "close: %zu still there after KILL:%s%s", count, list,
                       count > NAMED ? " ..." : "");
}

static void
finish(struct pty *p)
{
    stop_watching(p);
    pty_look_at_child(p);
    if (p->supervisor.state == SUPERVISOR_NONE && number_is_ours(p))
        (void)waitpid((pid_t)p->child.pid, NULL, WNOHANG);
    p->phase = QTTY_PHASE_CLOSED;
}

static uint64_t
after_ms(uint64_t now_ns, uint32_t ms)
{
    return now_ns + (uint64_t)ms * NS_IN_MS;
}

/* HUP, since an interactive shell ignores TERM; CONT, since a stopped process handles
 * neither. */
static void
tell_all(struct pty *p)
{
    if (pty_is_supervised(p))
        supervisor_ask(&p->supervisor, MESSAGE_TELL);
    else
        signal_all(p, (const int[]){ SIGTERM, SIGHUP, SIGCONT }, 3);
}

/* A shell that was making a process may have missed it. */
static void
tell_leader_again(struct pty *p)
{
    const struct member leader = { (pid_t)p->child.pid, p->pidfd };
    pty_look_at_child(p);
    if (pty_is_supervised(p))
        supervisor_ask(&p->supervisor, MESSAGE_REMIND);
    else if (p->child.state == QTTY_CHILD_RUNNING)
        signal_one(&leader, (const int[]){ SIGHUP, SIGCONT }, 2);
}

/* Once more, soon the leader, and later all: a process that was being made was not there
 * to be told. */
static void
remind(struct pty *p, uint64_t now_ns)
{
    if (p->killing || lost_supervisor(p) || now_ns < p->remind_ns)
        return;
    if (p->remind_all_ns > now_ns) {
        tell_leader_again(p);
        p->remind_ns = p->remind_all_ns;
    } else {
        tell_all(p);
        p->remind_ns = QTTY_NEVER;
    }
}

void
pty_begin_close(struct pty *p, uint64_t now_ns, uint32_t grace_ms)
{
    if (p->phase == QTTY_PHASE_CLOSED)
        return;
    uint64_t end_ns = after_ms(now_ns, grace_ms);
    if (p->phase == QTTY_PHASE_CLOSING) {
        if (!p->killing && end_ns < p->end_ns)
            p->end_ns = end_ns;
        return;
    }
    pty_look_at_child(p);
    p->phase = QTTY_PHASE_CLOSING;
    p->killing = false;
    p->end_ns = end_ns;
    p->remind_ns = after_ms(now_ns, REMIND_MS);
    p->remind_all_ns = after_ms(now_ns, grace_ms / 10);
    if (p->remind_all_ns <= p->remind_ns)
        p->remind_ns = QTTY_NEVER; /* a grace so short is no time for it */
    p->look_again_ns = now_ns;
    if (grace_ms != 0 && !lost_supervisor(p))
        tell_all(p);
}

/* The patience of a close begins anew where its supervisor is lost. */
static void
begin_kill(struct pty *p, uint64_t now_ns)
{
    p->killing = true;
    p->end_ns = after_ms(now_ns, KILL_PATIENCE_MS);
    p->assist_ns = after_ms(now_ns, ASSIST_MS);
    if (pty_is_supervised(p))
        kill_all(p);
}

/* A supervisor is asked once; it may have been stopped, again and again. */
static void
go_on_killing(struct pty *p, uint64_t now_ns)
{
    if (!pty_is_supervised(p))
        kill_all(p);
    else if (now_ns >= p->assist_ns) {
        supervisor_assist(&p->supervisor);
        supervisor_ask(&p->supervisor, MESSAGE_KILL);
    }
}

qtty_status
pty_step_close(struct pty *p, uint64_t now_ns)
{
    if (p->phase != QTTY_PHASE_CLOSING)
        return QTTY_OK;
    remind(p, now_ns);
    bool watched_lives = p->watch >= 0 && !process_ended(p->watch);
    if (watched_lives && now_ns < p->end_ns)
        return QTTY_OK;
    if (!find_survivor(p)) {
        finish(p);
        return QTTY_OK;
    }
    if (p->killing && now_ns >= p->end_ns)
        return fail_with_survivors(p);
    if (!p->killing && (now_ns >= p->end_ns || lost_supervisor(p)))
        begin_kill(p, now_ns);
    /* Again at each look: one that was killed may have forked just before. */
    if (p->killing)
        go_on_killing(p, now_ns);
    return QTTY_OK;
}

void
pty_kill_now(struct pty *p)
{
    enum { LOOKS = KILL_PATIENCE_MS / POLL_INTERVAL_MS };
    for (int i = 0; i < LOOKS && p->phase != QTTY_PHASE_CLOSED; i++) {
        pty_look_at_child(p);
        if (!find_survivor(p)) {
            finish(p);
            return;
        }
        if (i == 0 || !pty_is_supervised(p))
            kill_all(p);
        else if (i * POLL_INTERVAL_MS >= ASSIST_MS)
            supervisor_assist(&p->supervisor);
        int told = supervisor_descriptor(&p->supervisor);
        struct pollfd ended = { .fd = told >= 0 ? told : p->watch, .events = POLLIN };
        (void)poll(&ended, 1, POLL_INTERVAL_MS);
    }
}
