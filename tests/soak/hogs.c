/* Children that spin. They do not outlive us, however we end. */
#define _GNU_SOURCE /* kill(2) */
#include "hogs.h"
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void
spin(pid_t parent)
{
    volatile unsigned turns = 0;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(1);
    for (;;)
        turns++;
}

bool
hogs_start(struct hogs *h, unsigned count)
{
    pid_t parent = getpid();
    h->count = 0;
    while (h->count < count && h->count < HOGS_MAX) {
        pid_t pid = fork();
        if (pid < 0)
            return false;
        if (pid == 0)
            spin(parent);
        h->pids[h->count++] = pid;
    }
    return h->count == count;
}

void
hogs_end(struct hogs *h)
{
    for (unsigned i = 0; i < h->count; i++) {
        kill(h->pids[i], SIGKILL);
        waitpid(h->pids[i], NULL, 0);
    }
    h->count = 0;
}
