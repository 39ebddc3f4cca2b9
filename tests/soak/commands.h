/* Commands for a program whose output and exit status are known to the byte. Each ends
 * its output with a token that no other has. */
#ifndef QTTY_SOAK_COMMANDS_H
#define QTTY_SOAK_COMMANDS_H

#include "partners.h"

enum {
    COMMAND_BYTES = 4096,
    COMMAND_OUTPUT_BYTES = 4096,
    STATUS_IS_DIGIT = -1, /* of a kind: the row's digit */
};

struct command {
    char text[COMMAND_BYTES];          /* one line, without its end */
    char output[COMMAND_OUTPUT_BYTES]; /* LF after each line */
    int32_t status;
};

/** A source of commands: the same seed gives the same ones. */
struct commands {
    const struct partner *partner;
    uint64_t random; /* the seed, at first */
    uint64_t count;  /* made so far; is in the token */
};

/** Make the next command. */
void commands_next(struct commands *c, struct command *out);

#endif
