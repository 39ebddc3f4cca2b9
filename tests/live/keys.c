/* A program in raw mode, without signals from keys, that tells what it is given: each
 * key, and each SIGINT. The key `w` makes it work until a signal comes; `q` ends it. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

static volatile sig_atomic_t interrupts;

static void
count(int number)
{
    (void)number;
    interrupts = interrupts + 1;
}

/* SIGINT is blocked but in here, so that none is missed. */
static void
work(void)
{
    static int times;
    sigset_t none;
    sigemptyset(&none);
    printf("works %d\r\n", ++times);
    fflush(stdout);
    while (interrupts == 0)
        sigsuspend(&none);
    printf("interrupted %d\r\n", (int)interrupts);
    interrupts = 0;
}

int
main(void)
{
    struct sigaction action = { .sa_handler = count };
    struct termios before, raw;
    sigset_t interrupt;
    char key;

    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, NULL);
    sigaction(SIGINT, &action, NULL);
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return 1;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);

    printf("keys\r\n");
    fflush(stdout);
    while (read(STDIN_FILENO, &key, 1) == 1 && key != 'q') {
        if (key == 'w')
            work();
        else
            printf("key %d\r\n", key);
        fflush(stdout);
    }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    return 0;
}
