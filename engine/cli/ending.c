/* Signals to ourselves, and codes to exit with. */
#define _POSIX_C_SOURCE 200809L

#include "cli/ending.h"

#include "cli/message.h"
#include <errno.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* A status of the child can be had only while SIGCHLD is not ignored. What write(2) tells
 * by a signal it tells by its result as well, and that names the file: so these stay
 * blocked to the end. */
bool
own_signals_open(struct own_signals *s)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    const struct sigaction by_default = { .sa_handler = SIG_DFL };
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct sigaction action;
        if (sigaction(ends[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, ends[i]);
    }
    sigaction(SIGCHLD, &by_default, NULL);
    s->descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    sigaddset(&set, SIGPIPE);
    sigaddset(&set, SIGXFSZ);
    sigprocmask(SIG_BLOCK, &set, &s->before);
    if (s->descriptor < 0)
        fail(EXIT_FAILED, "signalfd: %s", strerror(errno));
    return s->descriptor >= 0;
}

void
own_signals_close(struct own_signals *s)
{
    close(s->descriptor);
    sigaddset(&s->before, SIGPIPE);
    sigaddset(&s->before, SIGXFSZ);
    sigprocmask(SIG_SETMASK, &s->before, NULL);
}

int
ending_by_signal(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    return EXIT_SIGNAL + number;
}

/* Of a directory that is not there nobody looked for a program. */
int
ending_code_unstarted(qtty_status why, const char *cwd)
{
    if (why == QTTY_E_INVAL || why == QTTY_E_RANGE)
        return EXIT_USAGE;
    if (why == QTTY_E_NOT_EXECUTABLE)
        return EXIT_NOT_EXECUTABLE;
    bool entered = cwd == NULL || access(cwd, X_OK) == 0;
    return why == QTTY_E_NOT_FOUND && entered ? EXIT_NOT_FOUND : EXIT_FAILED;
}

int
ending_code(const qtty_child *child)
{
    switch (child->state) {
    case QTTY_CHILD_EXITED:
        return child->value;
    case QTTY_CHILD_SIGNALED:
        return EXIT_SIGNAL + child->value;
    case QTTY_CHILD_RUNNING:
    case QTTY_CHILD_UNKNOWN:
        break;
    }
    return EXIT_FAILED;
}
