/* A queue of groups, equal neighbours joined. It cannot be full: what is noted anew is at
 * least one reply, and no more than REPLIES_MAX are ever pending. */
#include "session/askers.h"

#include <string.h>

void
askers_note(struct askers *a, size_t pending, int64_t group)
{
    size_t bytes = pending - a->bytes;
    if (bytes == 0)
        return;
    if (a->count == 0 || a->list[a->count - 1].group != group)
        a->list[a->count++] = (struct asker){ .group = group };
    a->list[a->count - 1].bytes += bytes;
    a->bytes = pending;
}

void
askers_take(struct askers *a, size_t bytes)
{
    size_t gone = 0;
    a->bytes -= bytes;
    while (gone < a->count && bytes >= a->list[gone].bytes)
        bytes -= a->list[gone++].bytes;
    a->count -= gone;
    memmove(a->list, a->list + gone, a->count * sizeof a->list[0]);
    if (bytes != 0)
        a->list[0].bytes -= bytes;
}
