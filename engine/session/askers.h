/* Who asked what. Pending replies are one run of bytes; this remembers which process
 * group was in the foreground when the queries of each part of it were read. */
#ifndef QTTY_SESSION_ASKERS_H
#define QTTY_SESSION_ASKERS_H

#include <stddef.h>
#include <stdint.h>

/* Who was in the foreground before so many others has left, or reads nothing. Each
 * session holds this: room for each reply that can be pending would be most of it. */
enum { ASKERS_MAX = 16 };

struct asker {
    int64_t group; /* 0: nobody was in the foreground */
    size_t bytes;  /* of replies to it, 1 or more */
};

/** Zeroed: nothing is pending. */
struct askers {
    struct asker list[ASKERS_MAX]; /* oldest first; each has a whole reply at least */
    size_t count;
    size_t bytes; /* of all of them */
};

/** Of `pending` bytes of replies, those that are new answer this group. Where there is no
 * room for it, the two oldest groups become nobody. */
void askers_note(struct askers *a, size_t pending, int64_t group);

/** The first `bytes` of the pending replies were taken. */
void askers_take(struct askers *a, size_t bytes);

#endif
