/* A text, a piece after another: a character that is shown, or a mark in the place of
 * hidden ones. What is ill-formed is U+FFFD for each maximal subpart (Unicode 15.0, 3.9),
 * so the pieces of any bytes are well-formed UTF-8. */
#ifndef QTTY_TEXT_PIECES_H
#define QTTY_TEXT_PIECES_H

#include "unicode/grapheme.h"
#include <quietty/lines.h>

/** A mark is no longer: two brackets, U+10FFFF, " and ", 20 digits, " more". */
#define PIECE_BYTES_MAX 64

struct pieces {
    qtty_span rest;
    qtty_hidden hidden;
    bool one_line; /* HT and LF are controls, too */
    struct grapheme_state state;
    uint32_t before;  /* the character before, if it is seen; else 0 */
    size_t flag_left; /* bytes of a flag that are seen */
};

struct piece {
    uint8_t bytes[PIECE_BYTES_MAX];
    size_t len;
    bool begins; /* a grapheme cluster, or a mark, begins here */
};

/** @param hidden  Not QTTY_HIDDEN_DEFAULT. */
void pieces_begin(struct pieces *p, qtty_span text, qtty_hidden hidden);

/** @return false: there is no more. */
bool pieces_next(struct pieces *p, struct piece *out);

/** @return Bytes of all pieces of a text. */
size_t pieces_measure(qtty_span text, qtty_hidden hidden);

/** Bytes of the pieces of a text that go before its last clusters, which have at most
 * `room` bytes together; of the first line they are the whole, or more than a quarter of
 * the room.
 * @param bytes  Of all pieces. */
size_t pieces_before_last(qtty_span text, qtty_hidden hidden, size_t bytes, size_t room);

/** @return Bytes of the first clusters, which have at most `room` bytes together; of the
 * last line they are the whole, or more than a quarter of the room. */
size_t pieces_of_first(qtty_span text, qtty_hidden hidden, size_t room);

#endif
