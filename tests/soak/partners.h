/* Programs that the soak talks to. */
#ifndef QTTY_SOAK_PARTNERS_H
#define QTTY_SOAK_PARTNERS_H

#include <stddef.h>
#include <stdint.h>

/** A kind of command: what is typed, and what it prints; see commands.c for the words. */
struct kind {
    const char *text, *output;
    int32_t status; /* of a shell with marks */
};

enum { PARTNER_ARGS = 5 };

struct partner {
    const char *name;
    const char
        *argv[PARTNER_ARGS]; /* an absolute path first; none: the shell with marks */
    const char *prompt;
    unsigned part; /* of the sends that are asked for, one in so many */
    const struct kind *kinds;
    size_t count;
};

extern const struct partner partners[];
extern const size_t partner_count;

#endif
