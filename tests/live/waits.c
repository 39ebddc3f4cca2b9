/* Waits for the terminal's input in one way, or for something else; says "ready" before.
 * One way a run: its name is the argument. What came in is said, then it waits again. */
#define _GNU_SOURCE /* ppoll(2), posix_openpt(3), epoll_pwait2(2) by its number */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { HOUR_MS = 3600000 };

/* A way to wait, what is waited for beside the terminal (a read: instead of it), and
 * whether the wait ends by itself. */
struct way {
    const char *name;
    int (*wait)(void);
    int (*beside)(void); /* opens it; NULL: nothing */
    bool timed;
};
static const struct way *way; /* of this run */

static void
say(const char *text)
{
    if (write(STDOUT_FILENO, text, strlen(text)) < 0)
        _exit(1);
}

static void
take_from(int descriptor)
{
    char bytes[256];
    if (read(descriptor, bytes, sizeof bytes) <= 0)
        _exit(3);
    say("took\n");
}

/* A pipe that nothing comes through. */
static int
never(void)
{
    int ends[2];
    return pipe(ends) == 0 ? ends[0] : -1;
}

static int
high(void)
{
    return fcntl(never(), F_DUPFD, 1000);
}

static int
peer(void)
{
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 ? ends[0] : -1;
}

static int
master(void)
{
    return posix_openpt(O_RDWR | O_NOCTTY);
}

static int
other_terminal(void)
{
    int other = master();
    if (grantpt(other) != 0 || unlockpt(other) != 0)
        return -1;
    return open(ptsname(other), O_RDWR | O_NOCTTY);
}

/* In a sandbox with a devpts of its own: a terminal there, of this one's number. */
static int
namesake(void)
{
    struct stat ours, other;
    if (fstat(STDIN_FILENO, &ours) != 0)
        return -1;
    for (int slave = other_terminal(); slave >= 0; slave = other_terminal())
        if (fstat(slave, &other) == 0 && other.st_rdev == ours.st_rdev
            && other.st_dev != ours.st_dev)
            return slave;
    return -1;
}

static int
beside(void)
{
    return way->beside != NULL ? way->beside() : -1;
}

static int
own_terminal(void)
{
    return open("/dev/tty", O_RDWR);
}

static void
begin_raw(cc_t least, cc_t tenths)
{
    struct termios modes;
    tcgetattr(STDIN_FILENO, &modes);
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    modes.c_cc[VMIN] = least;
    modes.c_cc[VTIME] = tenths;
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

/* --- Reads -------------------------------------------------------------------------- */

static int
reads(int descriptor)
{
    say("ready\n");
    for (;;)
        take_from(descriptor);
    return 0;
}

static int
by_read(void)
{
    return reads(way->beside != NULL ? way->beside() : STDIN_FILENO);
}

static int
by_readv(void)
{
    char bytes[256];
    struct iovec room = { bytes, sizeof bytes };
    say("ready\n");
    while (readv(STDIN_FILENO, &room, 1) > 0)
        say("took\n");
    return 3;
}

static int
by_seven(void)
{
    if (dup2(STDIN_FILENO, 7) != 7)
        return 1;
    close(STDIN_FILENO);
    return reads(7);
}

static int
by_raw(void)
{
    begin_raw(1, 0);
    return reads(STDIN_FILENO);
}

/* Raw reads that end by themselves, the longest there are: 25.5 s. */
static int
by_timed_read(void)
{
    char byte;
    begin_raw(0, 255);
    say("ready\n");
    while (read(STDIN_FILENO, &byte, 1) >= 0)
        continue;
    return 3;
}

static void *
read_in_thread(void *unused)
{
    (void)unused;
    exit(by_read());
}

static int
by_thread(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, read_in_thread, NULL) != 0
           || pthread_join(thread, NULL) != 0;
}

/* The thread's descriptor 0 is a pipe, the process's is the terminal. */
static void *
read_apart(void *unused)
{
    (void)unused;
    if (unshare(CLONE_FILES) != 0 || dup2(never(), STDIN_FILENO) != STDIN_FILENO)
        exit(1);
    exit(by_read());
}

static int
by_thread_apart(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, read_apart, NULL) != 0
           || pthread_join(thread, NULL) != 0;
}

/* Password: canonical, no echo. */
static int
by_silent_read(void)
{
    struct termios modes;
    tcgetattr(STDIN_FILENO, &modes);
    modes.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    return by_read();
}

/* --- Sets --------------------------------------------------------------------------- */

static int
by_select(void)
{
    int other = beside(), most = other > STDIN_FILENO ? other : STDIN_FILENO;
    say("ready\n");
    for (;;) {
        struct timeval hour = { HOUR_MS / 1000, 0 };
        fd_set set;
        FD_ZERO(&set);
        FD_SET(STDIN_FILENO, &set);
        if (other >= 0)
            FD_SET(other, &set);
        if (select(most + 1, &set, NULL, NULL, way->timed ? &hour : NULL) != 1)
            return 1;
        take_from(STDIN_FILENO);
    }
    return 0;
}

static const struct timespec an_hour = { HOUR_MS / 1000, 0 };

static int
by_pselect(void)
{
    say("ready\n");
    for (;;) {
        fd_set set, exceptions;
        FD_ZERO(&set);
        FD_SET(STDIN_FILENO, &set);
        exceptions = set;
        if (pselect(1, &set, NULL, &exceptions, way->timed ? &an_hour : NULL, NULL) != 1)
            return 1;
        take_from(STDIN_FILENO);
    }
    return 0;
}

static int
poll_on(struct pollfd *entries, nfds_t count, int timeout_ms)
{
    say("ready\n");
    while (poll(entries, count, timeout_ms) > 0)
        take_from(STDIN_FILENO);
    return 1;
}

/* A negative descriptor is none. */
static int
by_poll(void)
{
    struct pollfd entries[] = { { beside(), POLLIN, 0 }, { STDIN_FILENO, POLLIN, 0 } };
    return poll_on(entries, 2, way->timed ? HOUR_MS : -1);
}

static int
by_ppoll(void)
{
    struct pollfd entry = { STDIN_FILENO, POLLIN, 0 };
    say("ready\n");
    while (ppoll(&entry, 1, way->timed ? &an_hour : NULL, NULL) > 0)
        take_from(STDIN_FILENO);
    return 1;
}

/* The same terminal in four ways. */
static int
by_poll_again(void)
{
    struct pollfd entries[] = { { STDIN_FILENO, POLLIN, 0 },
                                { dup(STDIN_FILENO), POLLIN | POLLPRI, 0 },
                                { own_terminal(), POLLIN, 0 },
                                { open(ttyname(STDIN_FILENO), O_RDWR), POLLRDNORM, 0 } };
    return poll_on(entries, 4, -1);
}

/* As many as are looked at. */
static int
by_poll_many(void)
{
    static struct pollfd entries[1024];
    for (size_t i = 0; i < COUNT_OF(entries); i++)
        entries[i] = (struct pollfd){ STDIN_FILENO, POLLIN, 0 };
    return poll_on(entries, COUNT_OF(entries), -1);
}

/* Output that was stopped: the terminal cannot be written to. */
static int
poll_stopped(short events)
{
    struct pollfd entry = { STDIN_FILENO, events, 0 };
    say("ready\n");
    tcflow(STDOUT_FILENO, TCOOFF);
    return poll(&entry, 1, -1) < 0;
}

static int
by_poll_output(void)
{
    return poll_stopped(POLLOUT);
}

static int
by_poll_both(void)
{
    return poll_stopped(POLLIN | POLLOUT);
}

static int
by_poll_hangup(void)
{
    return poll_stopped(0);
}

/* --- epoll -------------------------------------------------------------------------- */

static int
epoll_with(int descriptor, uint32_t events)
{
    int set = epoll_create1(0);
    struct epoll_event event = { .events = events };
    if (epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) != 0)
        _exit(1);
    return set;
}

static int
epoll_on(int set, int timeout_ms)
{
    struct epoll_event event;
    say("ready\n");
    while (epoll_wait(set, &event, 1, timeout_ms) > 0)
        take_from(STDIN_FILENO);
    return 1;
}

static int
by_epoll(void)
{
    int set = epoll_with(STDIN_FILENO, EPOLLIN), other = beside();
    struct epoll_event event = { .events = EPOLLIN };
    if (other >= 0 && epoll_ctl(set, EPOLL_CTL_ADD, other, &event) != 0)
        return 1;
    return epoll_on(set, way->timed ? HOUR_MS : -1);
}

/* The number of a socket that the set still has is the terminal's now. */
static int
by_epoll_renamed(void)
{
    int socket = peer(), set = epoll_with(socket, EPOLLIN);
    if (dup(socket) < 0 || dup2(STDIN_FILENO, socket) != socket)
        return 1;
    return epoll_on(set, -1);
}

static int
by_epoll_hangup(void)
{
    return epoll_on(epoll_with(STDIN_FILENO, 0), -1);
}

/* Is told once of what came, and does not read it. */
static int
by_epoll_edge(void)
{
    struct epoll_event event;
    int set = epoll_with(STDIN_FILENO, EPOLLIN | EPOLLET);
    say("ready\n");
    while (epoll_wait(set, &event, 1, -1) > 0)
        say("told\n");
    return 1;
}

static int
by_epoll_pwait(void)
{
    struct epoll_event event;
    sigset_t none;
    int set = epoll_with(STDIN_FILENO, EPOLLIN);
    sigemptyset(&none);
    say("ready\n");
    while (epoll_pwait(set, &event, 1, -1, &none) > 0)
        take_from(STDIN_FILENO);
    return 1;
}

static int
by_epoll_pwait2(void)
{
    struct epoll_event event;
    int set = epoll_with(STDIN_FILENO, EPOLLIN);
    const struct timespec *timeout = way->timed ? &an_hour : NULL;
    say("ready\n");
    while (syscall(SYS_epoll_pwait2, set, &event, 1, timeout, NULL, (size_t)0) > 0)
        take_from(STDIN_FILENO);
    /* Linux before 5.11 has no such call. */
    return errno == ENOSYS ? epoll_on(set, way->timed ? HOUR_MS : -1) : 1;
}

/* --- Others ------------------------------------------------------------------------- */

static int
by_pause(void)
{
    say("ready\n");
    return pause();
}

static int
by_spin(void)
{
    say("ready\n");
    for (volatile unsigned turns = 0;; turns++)
        continue;
    return 0;
}

static void *
spin_in_thread(void *unused)
{
    (void)unused;
    exit(by_spin());
}

/* --- Beside a thread that has a time ------------------------------------------------ */

static int
poll_for_an_hour(void)
{
    return poll(NULL, 0, HOUR_MS);
}

/* As a Go program, which has its timers there. */
static int
epoll_for_an_hour(void)
{
    struct epoll_event event;
    return epoll_wait(epoll_with(never(), EPOLLIN), &event, 1, HOUR_MS);
}

static int
lock_for_an_hour(void)
{
    struct timespec until = { time(NULL) + HOUR_MS / 1000, 0 };
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    return pthread_mutex_lock(&mutex) != 0 || pthread_mutex_timedlock(&mutex, &until);
}

static void *
wait_in_thread(void *unused)
{
    (void)unused;
    exit(way->beside());
}

static int
by_read_beside(void)
{
    pthread_t thread;
    bool failed = pthread_create(&thread, NULL, wait_in_thread, NULL) != 0;
    return failed || reads(STDIN_FILENO);
}

static int
by_silent_spin(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, spin_in_thread, NULL) != 0 ? 1
                                                                    : by_silent_read();
}

/* A group in the foreground whose leader has ended: the reader is an orphan. */
static void
desert(void)
{
    signal(SIGTTOU, SIG_IGN);
    setpgid(0, 0);
    tcsetpgrp(STDIN_FILENO, getpgrp());
    pid_t leader = getpid();
    if (fork() != 0)
        _exit(0);
    while (getppid() == leader)
        sched_yield();
    _exit(by_read());
}

static int
by_orphan(void)
{
    pid_t pid = fork();
    if (pid == 0)
        desert();
    waitpid(pid, NULL, 0);
    return pause();
}

/* All of the foreground have ended, and nobody has taken it back. */
static int
by_ended(void)
{
    siginfo_t info;
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    if (setpgid(pid, pid) != 0 || tcsetpgrp(STDIN_FILENO, pid) != 0
        || waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) != 0)
        return 1;
    say("ready\n");
    return pause();
}

int
main(int argc, char **argv)
{
    static const struct way ways[] = {
        { "read", by_read, NULL, false },
        { "tty", by_read, own_terminal, false },
        { "pipe", by_read, never, false },
        { "other-terminal", by_read, other_terminal, false },
        { "namesake", by_read, namesake, false },
        { "readv", by_readv, NULL, false },
        { "seven", by_seven, NULL, false },
        { "raw", by_raw, NULL, false },
        { "timed-read", by_timed_read, NULL, true },
        { "silent-read", by_silent_read, NULL, false },
        { "thread", by_thread, NULL, false },
        { "thread-apart", by_thread_apart, NULL, false },
        { "select", by_select, NULL, false },
        { "select-pipe", by_select, never, false },
        { "select-high", by_select, high, false },
        { "select-timeout", by_select, NULL, true },
        { "pselect", by_pselect, NULL, false },
        { "pselect-timeout", by_pselect, NULL, true },
        { "poll", by_poll, NULL, false },
        { "poll-pipe", by_poll, never, false },
        { "poll-socket", by_poll, peer, false },
        { "poll-ptmx", by_poll, master, false },
        { "poll-timeout", by_poll, NULL, true },
        { "poll-again", by_poll_again, NULL, false },
        { "poll-many", by_poll_many, NULL, false },
        { "poll-output", by_poll_output, NULL, false },
        { "poll-both", by_poll_both, NULL, false },
        { "poll-hangup", by_poll_hangup, NULL, false },
        { "ppoll", by_ppoll, NULL, false },
        { "ppoll-timeout", by_ppoll, NULL, true },
        { "epoll", by_epoll, NULL, false },
        { "epoll-pipe", by_epoll, never, false },
        { "epoll-socket", by_epoll, peer, false },
        { "epoll-timeout", by_epoll, NULL, true },
        { "epoll-renamed", by_epoll_renamed, NULL, false },
        { "epoll-hangup", by_epoll_hangup, NULL, false },
        { "epoll-edge", by_epoll_edge, NULL, false },
        { "epoll_pwait", by_epoll_pwait, NULL, false },
        { "epoll_pwait2", by_epoll_pwait2, NULL, false },
        { "epoll_pwait2-timeout", by_epoll_pwait2, NULL, true },
        { "pause", by_pause, NULL, false },
        { "spin", by_spin, NULL, false },
        { "silent-spin", by_silent_spin, NULL, false },
        { "read-poll", by_read_beside, poll_for_an_hour, false },
        { "read-epoll", by_read_beside, epoll_for_an_hour, false },
        { "read-lock", by_read_beside, lock_for_an_hour, false },
        { "orphan", by_orphan, NULL, false },
        { "ended", by_ended, NULL, false },
    };
    for (size_t i = 0; argc == 2 && i < COUNT_OF(ways); i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            way = &ways[i];
    return way != NULL ? way->wait() : 2;
}
