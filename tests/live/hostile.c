/* Programs that do not want to be ended, nor found. One role a run: its name is the
 * argument. Each process that shall be gone later says "pid NUMBER" once it is what it
 * wants to be. */
#define _GNU_SOURCE

#include "stay.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static int said = STDOUT_FILENO; /* kept by who gives the terminal away */

static void
ignore_the_polite(void)
{
    ignore(SIGTERM);
    ignore(SIGHUP);
    ignore(SIGINT);
    ignore(SIGTTOU);
}

static void
say_pid(void)
{
    char line[32];
    int len = snprintf(line, sizeof line, "pid %d\n", (int)getpid());
    if (write(said, line, (size_t)len) != len)
        _exit(1);
}

static _Noreturn void
say_and_stay(void)
{
    say_pid();
    stay();
}

/* --- Seven ways --------------------------------------------------------------------- */

static void
background_job(void)
{
    setpgid(0, 0);
    say_and_stay();
}

static void
ignorer(void)
{
    ignore_the_polite();
    say_and_stay();
}

/* As nohup(1): the hang-up is ignored, and the terminal is let go. */
static void
nohup(void)
{
    int null = open("/dev/null", O_RDWR);
    ignore(SIGHUP);
    say_pid();
    for (int i = 0; i < 3; i++)
        dup2(null, i);
    stay();
}

static void
own_session(void)
{
    setsid();
    ignore_the_polite();
    say_and_stay();
}

static void
orphan_in_own_session(void)
{
    if (fork() != 0)
        _exit(0);
    own_session();
}

/* As a daemon does, and without a variable that it could be known by. */
static void
daemon_without_environment(void)
{
    char program[] = "/proc/self/exe", role[] = "stay";
    char *const argv[] = { program, role, NULL }, *const environment[] = { NULL };
    if (fork() != 0)
        _exit(0);
    setsid();
    if (fork() != 0)
        _exit(0);
    if (chdir("/") != 0)
        _exit(1);
    ignore_the_polite();
    execve(program, argv, environment);
    _exit(1);
}

static void
own_group(void)
{
    setpgid(0, 0);
    ignore_the_polite();
    say_and_stay();
}

static void
start(void (*way)(void))
{
    if (fork() != 0)
        return;
    way();
    _exit(1);
}

static void
start_seven(void)
{
    start(background_job);
    start(ignorer);
    start(nohup);
    start(own_session);
    start(orphan_in_own_session);
    start(daemon_without_environment);
    start(own_group);
}

static int
seven(void)
{
    start_seven();
    ignore_the_polite();
    stay();
}

/* Leaves itself, when a line says that the others are there. */
static int
leaver(void)
{
    char line[8];
    start_seven();
    return fgets(line, sizeof line, stdin) != NULL ? 5 : 1;
}

static int
stay_role(void)
{
    say_and_stay();
}

/* --- Bombs -------------------------------------------------------------------------- */

static void
be_ordinary(void)
{
    enum { NOBODY_ELSE = 64123 };
    if (geteuid() == 0 && setuid(NOBODY_ELSE) != 0)
        _exit(1);
}

/* Who cannot fork tries again; every other process is in a session of its own. A machine
 * whose test fails must not be left with it: all of them end after half a minute. */
static _Noreturn void
explode(int full)
{
    const time_t end = time(NULL) + 30;
    for (unsigned turn = 0; time(NULL) < end; turn++) {
        pid_t pid = fork();
        if (pid == 0 && turn % 2 == 0)
            setsid();
        if (pid >= 0)
            continue;
        (void)!write(full, "", 1);
        poll(NULL, 0, 1);
    }
    _exit(0);
}

/* Says when the limit of 400 processes is reached. */
static int
bomb(void)
{
    const struct rlimit limit = { 400, 400 };
    int full[2];
    char byte;
    be_ordinary();
    if (setrlimit(RLIMIT_NPROC, &limit) != 0 || pipe2(full, O_NONBLOCK) != 0)
        return 1;
    ignore_the_polite();
    if (fork() == 0)
        explode(full[1]);
    struct pollfd told = { .fd = full[0], .events = POLLIN };
    if (poll(&told, 1, -1) != 1 || read(full[0], &byte, 1) != 1)
        return 1;
    printf("full\n");
    fflush(stdout);
    stay();
}

/* --- One that comes back ------------------------------------------------------------ */

/* A chain of two: each has the other's pipe, and when that ends makes another. */
static _Noreturn void
come_back(void)
{
    for (;;) {
        int watched[2], by[2];
        if (pipe(watched) != 0 || pipe(by) != 0)
            _exit(1);
        pid_t pid = fork();
        int mine = pid == 0 ? by[0] : watched[0];
        close(pid == 0 ? watched[0] : by[0]);
        close(pid == 0 ? by[1] : watched[1]);
        setsid();
        say_pid();
        char byte;
        (void)!read(mine, &byte, 1); /* ends with the other */
        close(mine);
        close(pid == 0 ? watched[1] : by[1]);
    }
}

static int
respawner(void)
{
    ignore_the_polite();
    ignore(SIGCHLD);
    start(come_back);
    stay();
}

static void
stopped_in_own_session(void)
{
    setsid();
    say_pid();
    raise(SIGSTOP);
    stay();
}

/* Says so when its child has stopped. */
static int
stands_by(void)
{
    pid_t pid = fork();
    if (pid == 0)
        stopped_in_own_session();
    waitpid(pid, NULL, WUNTRACED);
    printf("stopped\n");
    fflush(stdout);
    stay();
}

static int
stopped(void)
{
    ignore_the_polite();
    return stands_by();
}

/* Leaves at HUP alone, as interactive shells do, and so does its job. */
static int
deaf_to_term(void)
{
    ignore(SIGTERM);
    start(background_job);
    say_and_stay();
}

static void *
stay_as_thread(void *unused)
{
    (void)unused;
    say_and_stay();
}

/* Its first thread has left: to be taken for a zombie. */
static void
headless_process(void)
{
    pthread_t thread;
    ignore_the_polite();
    if (pthread_create(&thread, NULL, stay_as_thread, NULL) != 0)
        _exit(1);
    pthread_exit(NULL);
}

static int
headless(void)
{
    start(headless_process);
    stay();
}

/* --- Against the supervisor --------------------------------------------------------- */

/* All that can be ignored or blocked. */
static int
signal_parent(void)
{
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP)
            kill(getppid(), number);
    start(own_session);
    printf("sent\n");
    fflush(stdout);
    stay();
}

static int
kill_parent(void)
{
    pid_t parent = getppid();
    char line[8];
    start_seven();
    ignore_the_polite();
    if (fgets(line, sizeof line, stdin) == NULL || kill(parent, SIGKILL) != 0)
        return 1;
    printf("killed\n");
    fflush(stdout);
    stay();
}

/* At a line its parent and itself end. */
static int
kill_parent_and_self(void)
{
    pid_t parent = getppid();
    char line[8];
    if (fgets(line, sizeof line, stdin) == NULL || kill(parent, SIGKILL) != 0)
        return 1;
    return raise(SIGKILL);
}

static int
orphan_job(void)
{
    start(background_job);
    return kill_parent_and_self();
}

/* One of them is in its own group. */
static int
orphans(void)
{
    start(background_job);
    start(ignorer);
    return kill_parent_and_self();
}

/* Its parent is not to come to work. */
static int
stop_parent(void)
{
    pid_t parent = getppid();
    ignore_the_polite();
    start(own_session);
    if (fork() == 0) {
        setsid();
        say_pid();
        while (kill(parent, SIGSTOP) == 0)
            poll(NULL, 0, 0);
        _exit(0);
    }
    stay();
}

int
main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*play)(void);
    } roles[] = {
        { "seven", seven },
        { "leaver", leaver },
        { "stay", stay_role },
        { "bomb", bomb },
        { "respawner", respawner },
        { "stopped", stopped },
        { "stands-by", stands_by },
        { "deaf", deaf_to_term },
        { "headless", headless },
        { "signal-parent", signal_parent },
        { "kill-parent", kill_parent },
        { "orphan-job", orphan_job },
        { "orphans", orphans },
        { "stop-parent", stop_parent },
    };
    said = fcntl(STDOUT_FILENO, F_DUPFD, 10);
    for (size_t i = 0; argc == 2 && i < COUNT_OF(roles); i++)
        if (strcmp(argv[1], roles[i].name) == 0)
            return roles[i].play();
    return 2;
}
