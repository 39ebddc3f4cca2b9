/* Commands at random, the same from the same seed, for a shell and another that knows its
 * state: what they print depends on that state alone. Their variables are a to e, arr, X
 * and Y, their functions f, g and h, their alias k; they stay below the folder ROOT. */
#ifndef QTTY_LIVE_TOOL_RANDOM_H
#define QTTY_LIVE_TOOL_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct random_command {
    char text[8192];
    size_t len;
    bool leaves; /* the shell ends by it */
};

/** The next command of a generator; `random` is its state. */
void random_command(uint64_t *random, struct random_command *out);

#endif
