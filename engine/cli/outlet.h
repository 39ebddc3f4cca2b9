/* Standard output of a program that must not block on it: a buffer, written when poll(2)
 * says that there is room. */
#ifndef QTTY_CLI_OUTLET_H
#define QTTY_CLI_OUTLET_H

#include <quietty/buf.h>
#include <stdbool.h>

struct outlet {
    qtty_buf pending;
    int error; /* errno of a write that failed; what is pending is dropped then */
};

void outlet_init(struct outlet *o);
void outlet_finish(struct outlet *o);

/** Is there so much that its source should wait? */
bool outlet_is_full(const struct outlet *o);

/** Write a piece, small enough for whoever said that there is room. */
void outlet_write(struct outlet *o);

#endif
