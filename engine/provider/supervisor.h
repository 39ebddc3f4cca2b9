/* The supervisor of a session, as the host sees it: a child of the host, and the parent
 * of the session's leader. supervisor/program.c is what it does. */
#ifndef QTTY_PROVIDER_SUPERVISOR_H
#define QTTY_PROVIDER_SUPERVISOR_H

#include "provider/spawn.h"
#include "supervisor/message.h"
#include <quietty/provider.h>

typedef enum supervisor_state {
    SUPERVISOR_NONE,   /* there is none: the leader is the host's own child */
    SUPERVISOR_WORKS,  /* it runs */
    SUPERVISOR_LEAVES, /* it told that nobody is left; not reaped yet */
    SUPERVISOR_LEFT,   /* and is gone */
    SUPERVISOR_LOST,   /* it was killed: who it had adopted is init's now */
} supervisor_state;

struct supervisor {
    supervisor_state state;
    int64_t pid, leader;
    int pidfd, socket; /* -1: none */
};

typedef enum supervisor_start_result {
    SUPERVISOR_STARTED,
    SUPERVISOR_REFUSED,  /* the leader could not be started: errno in `error` */
    SUPERVISOR_UNUSABLE, /* no supervisor can run here, and nothing was started */
    SUPERVISOR_KILLED,   /* by another: who it started, if it did, has ended since */
} supervisor_start_result;

/**
 * Start a supervisor, and by it the leader. Waits until the leader executes its program.
 * If the supervisor is killed meanwhile, and the leader has the terminal, it is STARTED,
 * and the supervisor LOST.
 *
 * @param progress  How far the leader came.
 * @param error     An errno, where the result is REFUSED or UNUSABLE.
 */
supervisor_start_result supervisor_start(struct supervisor *s, pid_t *leader,
                                         const struct start *start,
                                         start_progress *progress, int *error);

/** Ask for an end, or part of one. Wakes it, should somebody have stopped it. */
void supervisor_ask(struct supervisor *s, message_kind what);

/** Take what it told, and learn whether it is there: the leader's end, its own. */
void supervisor_hear(struct supervisor *s, qtty_child *leader);

/** What to poll for, to hear of it; -1: nothing. */
int supervisor_descriptor(const struct supervisor *s);

/** Living descendants of it; where none lives, those who are dead and cannot be reaped,
 * but for the leader. @return how many; the first are filled in. */
size_t supervisor_descendants(const struct supervisor *s, int64_t *pids, size_t capacity);

/** Kill its descendants from here, if it is stopped, and so kept from that. One that
 * works is left alone, since it freezes all before it kills one. */
void supervisor_assist(const struct supervisor *s);

/** Kill it, wait a second at most, reap it, and let go of it. */
void supervisor_finish(struct supervisor *s);

#endif
