/* Lines that a reader knows by their text: those that were open when it looked, or that
 * were open again after it had passed them. They are on the screen, or were; there are
 * few. */
#ifndef QTTY_LINES_KNOWN_H
#define QTTY_LINES_KNOWN_H

#include <quietty/base.h>
#include <stdbool.h>

/** A hash of a line's text; 0 stands for no text at all. */
typedef uint64_t digest;

struct known {
    uint64_t id;
    digest at_mark; /* of its text at the mark; 0: it was not there */
    digest seen;    /* of its text when the reader passed it; 0: it did not */
    bool given;     /* the reader gave it */
};

struct known_set {
    const qtty_allocator *allocator;
    struct known *lines; /* in the order of their ids */
    size_t count, capacity;
};

digest digest_of(qtty_span text);

/** Allocates nothing. */
void known_init(struct known_set *k, const qtty_allocator *allocator);
void known_finish(struct known_set *k);

/** The line with this id, or NULL. */
struct known *known_find(const struct known_set *k, uint64_t id);

/** The line with this id, added if need be; borrowed until the next call. NULL: no
 * memory. */
struct known *known_add(struct known_set *k, uint64_t id);

#endif
