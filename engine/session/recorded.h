/* The terminal of a session that is replayed: nothing is on it, and nothing is asked of
 * it but how the program ended. */
#ifndef QTTY_SESSION_RECORDED_H
#define QTTY_SESSION_RECORDED_H

#include <quietty/provider.h>

struct recorded_terminal {
    qtty_terminal terminal;
    qtty_child child; /* to be set, as it was */
    qtty_phase phase;
};

/** Must not move while its session lives. */
struct recorded {
    qtty_provider provider;
    struct recorded_terminal at;
};

void recorded_init(struct recorded *r);

#endif
