/* Strict UTF-8: says how far a stream may go on before its first ill-formed subpart. */
#ifndef QTTY_LINES_STRICT_H
#define QTTY_LINES_STRICT_H

#include <quietty/base.h>
#include <stdbool.h>

struct strict {
    uint64_t offset; /* of the next byte that was not looked at */
    uint8_t held[4]; /* a character that the stream has begun */
    uint32_t held_len;
    uint8_t bad[4]; /* the first ill-formed subpart, */
    uint32_t bad_len;
    uint64_t bad_offset; /* and where it began */
};

/**
 * Take what is well-formed from the front of a piece of the stream: the rest of a held
 * character, or all whole characters. A character that the piece cuts is held.
 *
 * @param input      Advanced. Call again while it is not empty.
 * @param character  4 bytes that `out` may borrow, else it borrows from the input.
 * @param out        Well-formed, or empty; also when the call returns false.
 * @return false: an ill-formed subpart stands behind it, for good; see `bad`.
 */
bool strict_next(struct strict *s, qtty_span *input, uint8_t *character, qtty_span *out);

/** The stream has ended. @return false: within a character, which is ill-formed then. */
bool strict_end(struct strict *s);

#endif
