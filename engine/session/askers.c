/* A queue of groups, equal neighbours joined. */
#include "session/askers.h"

#include <string.h>

static void
make_room(struct askers *a)
{
    if (a->count < ASKERS_MAX)
        return;
    a->list[0] = (struct asker){ .bytes = a->list[0].bytes + a->list[1].bytes };
    memmove(a->list + 1, a->list + 2, (ASKERS_MAX - 2) * sizeof a->list[0]);
    a->count--;
}

void
askers_note(struct askers *a, size_t pending, int64_t group)
{
    size_t bytes = pending - a->bytes;
    if (bytes == 0)
        return;
    if (a->count == 0 || a->list[a->count - 1].group != group) {
        make_room(a);
        a->list[a->count++] = (struct asker){ .group = group };
    }
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
