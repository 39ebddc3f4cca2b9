/* Lines that a reader knows by their text: those that were open when it looked, or that
 * were open again after it had passed them. They are on the screen, or were; there are
 * few. The texts themselves are kept: a hash of one could be met by another text that a
 * child chose, and a change would be hidden. */
#ifndef QTTY_LINES_KNOWN_H
#define QTTY_LINES_KNOWN_H

#include <quietty/base.h>
#include <stdbool.h>

struct known_text;

struct known {
    uint64_t id;
    struct known_text *at_mark; /* its text at the mark; NULL: it was not there */
    struct known_text *seen;    /* its text when the reader passed it; NULL: it did not */
    bool given;                 /* the reader gave it */
};

struct known_set {
    const qtty_allocator *allocator;
    struct known *lines; /* in the order of their ids */
    size_t count, capacity;
    uint64_t bytes, bytes_max; /* of all texts */
};

/** Which text of a line; both may be given at once. */
enum {
    KNOWN_AT_MARK = 1u << 0,
    KNOWN_SEEN = 1u << 1,
};

/** Allocates nothing. @param bytes_max  Past it the lowest ids are forgotten. */
void known_init(struct known_set *k, const qtty_allocator *allocator, uint64_t bytes_max);
void known_finish(struct known_set *k);

/** The line with this id, or NULL; borrowed until the next call. */
struct known *known_find(const struct known_set *k, uint64_t id);

/** Is it this text? False for NULL. */
bool known_is(const struct known_text *known, qtty_span text);

/**
 * Keep a text of the line with this id, which is added if need be.
 *
 * @param which  KNOWN_*.
 * @return QTTY_E_NOMEM: that text of the line is not known any more.
 */
qtty_status known_learn(struct known_set *k, uint64_t id, unsigned which, qtty_span text);

/** No line was seen, and none given. */
void known_unsee(struct known_set *k);

#endif
