/* What a program sees of the terminal it was started on, told on standard output; and
 * programs that do not want to leave. One role a run: its name is the argument. */
#define _DEFAULT_SOURCE /* IUTF8, TIOCGWINSZ */
#define _POSIX_C_SOURCE 200809L

#include "stay.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static int
descriptors(void)
{
    DIR *own = opendir("/proc/self/fd");
    const struct dirent *entry;
    while (own != NULL && (entry = readdir(own)) != NULL)
        if (entry->d_name[0] != '.' && atoi(entry->d_name) != dirfd(own))
            printf("%s ", entry->d_name);
    printf("\n");
    return own == NULL || closedir(own) != 0;
}

static int
window(void)
{
    struct winsize w;
    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &w) != 0)
        return 1;
    printf("%d rows %d cols %d x %d pixels\n", w.ws_row, w.ws_col, w.ws_xpixel,
           w.ws_ypixel);
    return 0;
}

static int
signals(void)
{
    sigset_t mask;
    int blocked = 0, ignored = 0;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) != 0)
            continue;
        blocked += sigismember(&mask, number) == 1;
        ignored += action.sa_handler == SIG_IGN;
    }
    printf("%d blocked %d ignored\n", blocked, ignored);
    return 0;
}

static int
session(void)
{
    struct termios modes;
    int terminal = open("/dev/tty", O_RDWR);
    if (tcgetattr(STDIN_FILENO, &modes) != 0)
        return 1;
    printf("%s %s %s %s %s\n", getsid(0) == getpid() ? "leader" : "member",
           tcgetpgrp(STDIN_FILENO) == getpgrp() ? "foreground" : "background",
           terminal >= 0 ? "controlling" : "none",
           (modes.c_iflag & IUTF8) != 0 ? "utf8" : "bytes",
           (modes.c_lflag & ECHO) != 0 ? "echo" : "silent");
    return 0;
}

/* Survives all that can be survived. */
static int
stubborn(void)
{
    ignore(SIGTERM);
    ignore(SIGHUP);
    ignore(SIGINT);
    printf("stubborn %d\n", (int)getpid());
    fflush(stdout);
    stay();
}

/* Leaves stubborn processes behind: in its own group, in another, stopped, orphaned. */
static int
family(void)
{
    for (int i = 0; i < 4; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            if (i > 0)
                setpgid(0, 0);
            if (i == 2 && fork() != 0)
                _exit(0);
            ignore(SIGTTOU);
            stubborn();
        }
        if (i == 3)
            kill(pid, SIGSTOP);
    }
    return stubborn();
}

/* Is a signal waiting for another process, which has it blocked? */
static bool
has_pending(int status, int number)
{
    char text[4096];
    ssize_t len = pread(status, text, sizeof text - 1, 0);
    text[len > 0 ? len : 0] = '\0';
    const char *pending = strstr(text, "ShdPnd:");
    return pending != NULL && (strtoull(pending + 7, NULL, 16) >> (number - 1) & 1) != 0;
}

/* Leads a family that TERM and HUP wait for; when TERM comes to itself, says whether it
 * has come to all of them. */
static int
last(void)
{
    int children[8];
    bool all = true;
    sigset_t mask, pending;
    sigemptyset(&mask);
    sigaddset(&mask, SIGTERM);
    sigaddset(&mask, SIGHUP);
    sigprocmask(SIG_BLOCK, &mask, NULL);
    for (size_t i = 0; i < COUNT_OF(children); i++) {
        char path[64];
        pid_t pid = fork();
        if (pid == 0)
            stay();
        snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
        children[i] = open(path, O_RDONLY);
    }
    printf("ready\n");
    fflush(stdout);
    do /* busy, to be no later than whoever sends */
        sigpending(&pending);
    while (!sigismember(&pending, SIGTERM));
    for (size_t i = COUNT_OF(children); i-- != 0;)
        all = all && has_pending(children[i], SIGTERM);
    printf("%s\n", all ? "the last" : "not the last");
    fflush(stdout);
    stay();
}

/* The same as family, but leaves itself: the terminal hangs up under the others. */
static int
deserter(void)
{
    int ready[2];
    char byte;
    if (pipe(ready) != 0)
        return 1;
    if (fork() == 0) {
        setpgid(0, 0);
        ignore(SIGTERM);
        ignore(SIGHUP);
        printf("left %d\n", (int)getpid());
        fflush(stdout);
        if (write(ready[1], "", 1) != 1)
            _exit(1);
        stay();
    }
    return read(ready[0], &byte, 1) == 1 ? 3 : 1;
}

/* Leaves a process behind that left the session, and prints for ever. */
static int
fugitive(void)
{
    int ready[2];
    char byte;
    if (pipe(ready) != 0)
        return 1;
    if (fork() == 0) {
        setsid();
        printf("fled %d\n", (int)getpid());
        fflush(stdout);
        if (write(ready[1], "", 1) != 1)
            _exit(1);
        while (puts("still here") != EOF && fflush(stdout) != EOF)
            continue;
        stay();
    }
    return read(ready[0], &byte, 1) == 1 ? 4 : 1;
}

/* Closes its terminal, then opens it again and says more. */
static int
returner(void)
{
    printf("before\n");
    fflush(stdout);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        close(descriptor);
    /* The wait must not be for the terminal: a pipe that nobody writes to. */
    int never[2];
    fd_set none;
    struct timeval wait = { .tv_usec = 120000 };
    if (pipe(never) != 0)
        return 1;
    FD_ZERO(&none);
    FD_SET(never[0], &none);
    select(never[0] + 1, &none, NULL, NULL, &wait);

    int terminal = open("/dev/tty", O_RDWR);
    return terminal < 0 || write(terminal, "after\n", 6) != 6;
}

/* Asks for two lines; throws away what was typed before it asked for the second, and
 * turns echo off for it, as getpass(3) does. */
static int
password(void)
{
    char name[32], word[32];
    struct termios modes;
    printf("name: ");
    fflush(stdout);
    if (fgets(name, sizeof name, stdin) == NULL || tcgetattr(STDIN_FILENO, &modes) != 0)
        return 1;
    modes.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes);
    printf("password: ");
    fflush(stdout);
    if (fgets(word, sizeof word, stdin) == NULL)
        return 1;
    printf("\n%.*s has %.*s\n", (int)strcspn(name, "\n"), name, (int)strcspn(word, "\n"),
           word);
    return 0;
}

/* Asks where the cursor is, again and again, and reads no answer. */
static int
flood(void)
{
    for (int i = 0; i < 200000; i++)
        if (fputs("\x1b[6n", stdout) == EOF)
            return 1;
    printf("\rflooded\n");
    return 0;
}

static void
begin_raw(void)
{
    struct termios modes;
    tcgetattr(STDIN_FILENO, &modes);
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes);
}

/* Reads answers up to that to DA1, the last that was asked. @return false: a second
 * brought none. */
static bool
read_to_last(void)
{
    struct pollfd terminal = { .fd = STDIN_FILENO, .events = POLLIN };
    char byte = 0;
    while (byte != 'c')
        if (poll(&terminal, 1, 1000) != 1 || read(STDIN_FILENO, &byte, 1) != 1)
            return false;
    return true;
}

/* The same in raw mode; then it reads what it was answered. The last question is asked
 * again where its answer had no room. */
static int
flood_raw(void)
{
    struct termios before;
    tcgetattr(STDIN_FILENO, &before);
    begin_raw();
    int code = flood();
    do
        fputs("\x1b[c", stdout), fflush(stdout);
    while (!read_to_last());
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    return code;
}

/* Opens the pipe that a variable names. */
static int
open_pipe(const char *variable, int flags)
{
    const char *path = getenv(variable);
    return path != NULL ? open(path, flags) : -1;
}

/* In a group of its own, in the foreground: asks for more than its terminal's queue
 * holds, and reads nothing. In rounds, so that none of the replies is dropped. */
static void
hoard(void)
{
    enum { ROUNDS = 9, QUERIES = 400 };
    char byte;
    int go = open_pipe("NEXT_ROUND", O_RDONLY);
    setpgid(0, 0);
    ignore(SIGTTOU);
    tcsetpgrp(STDIN_FILENO, getpgrp());
    begin_raw();
    for (int round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < QUERIES; i++)
            fputs("\x1b[>q", stdout);
        printf("round %d\n", round);
        fflush(stdout);
        if (read(go, &byte, 1) != 1)
            _exit(1);
    }
    _exit(0);
}

/* A program takes the foreground over from one that let its replies lie, asks itself, and
 * reads until the answer is there. */
static int
heir(void)
{
    char byte = 0;
    pid_t pid = fork();
    if (pid == 0)
        hoard();
    waitpid(pid, NULL, 0);
    ignore(SIGTTOU);
    tcsetpgrp(STDIN_FILENO, getpgrp());
    begin_raw();
    int asked = open_pipe("HEIR_ASKED", O_WRONLY);
    if (write(STDOUT_FILENO, "\x1b[6n", 4) != 4 || write(asked, "", 1) != 1)
        return 1;
    while (byte != 'R') /* the last of a CPR, and of nothing else here */
        if (read(STDIN_FILENO, &byte, 1) != 1)
            return 1;
    printf("\ranswered\n");
    return 0;
}

int
main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*play)(void);
    } roles[] = {
        { "descriptors", descriptors },
        { "window", window },
        { "signals", signals },
        { "session", session },
        { "stubborn", stubborn },
        { "family", family },
        { "deserter", deserter },
        { "fugitive", fugitive },
        { "returner", returner },
        { "flood", flood },
        { "flood-raw", flood_raw },
        { "password", password },
        { "heir", heir },
        { "last", last },
    };
    for (size_t i = 0; argc == 2 && i < COUNT_OF(roles); i++)
        if (strcmp(argv[1], roles[i].name) == 0)
            return roles[i].play();
    return 2;
}
