/* Replies on their way to who asked: held back, dropped, or written whole. The emulator
 * keeps their bytes; this knows whose they are. */
#ifndef QTTY_SESSION_REPLIES_H
#define QTTY_SESSION_REPLIES_H

#include "session/askers.h"
#include <quietty/provider.h>

/** Zeroed, but for the first three: nothing is pending. */
struct replies {
    qtty_emulator *emulator;
    qtty_terminal *terminal;
    bool sees_unread; /* the terminal tells whether its input was read */
    bool logs;        /* what is written goes to `log`, too, for its owner to take */
    qtty_buf log;
    struct askers askers;
    bool is_cut;      /* the first is written in part */
    size_t stale;     /* bytes at the front that are to be dropped, past the cut one */
    uint64_t written; /* whole ones, so far */

    size_t in_flight; /* bytes written since all of them were last seen to be read */
    bool is_blocked;  /* too many of them are not read */
    uint64_t blocked_ns, retry_ns; /* since when; when to see again */
};

/** Note who asked what is pending now: who is in the foreground. */
void replies_learn(struct replies *r);

/** Drop what others than the foreground asked. The rest of a cut reply stays: what comes
 * after it would be read as its end. */
void replies_drop_for_others(struct replies *r);

/** Drop all of them, but for the rest of a cut one. */
void replies_drop(struct replies *r);

/** Forget all of them: nobody reads any more. */
void replies_forget(struct replies *r);

/** Would they go to a program that reads whole lines? A reply has no line end: it is not
 * read, but echoed, and comes before what is typed next. False for a cut one. */
bool replies_are_held(const struct replies *r);

bool replies_pending(const struct replies *r);

/** Are they held back because what was written before is not read? */
bool replies_are_blocked(const struct replies *r);

/** When to write again, if so; else QTTY_NEVER. */
uint64_t replies_deadline(const struct replies *r);

/**
 * Write what there is room for, to who asked. Who reads none for a second is given up.
 *
 * @return what qtty_terminal_write fails with; not QTTY_E_CLOSED: they are forgotten.
 */
qtty_status replies_write(struct replies *r, uint64_t now_ns);

#endif
