/* What programs share that do not want to leave. */
#ifndef QTTY_LIVE_STAY_H
#define QTTY_LIVE_STAY_H

#include <signal.h>
#include <unistd.h>

static inline void
ignore(int number)
{
    struct sigaction action = { .sa_handler = SIG_IGN };
    sigaction(number, &action, NULL);
}

static inline _Noreturn void
stay(void)
{
    for (;;)
        pause();
}

#endif
