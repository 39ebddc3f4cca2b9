/* Two servers on the loopback, for programs that wait for the network. */
#ifndef QTTY_READY_SERVERS_H
#define QTTY_READY_SERVERS_H

#include <stdbool.h>
#include <sys/types.h>

struct servers {
    pid_t slow, echo;
    unsigned slow_port; /* says nothing for 60 ms, then hangs up */
    unsigned echo_port; /* says what it is told */
};

/** @return false: see errno; what was started must be ended all the same. */
bool servers_start(struct servers *s);

/** End and reap them. */
void servers_end(struct servers *s);

#endif
