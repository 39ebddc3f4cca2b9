/* Grapheme cluster boundaries, UAX #29 revision 41 (Unicode 15.0), from the committed
 * tables. Streaming: the state holds all that the rules look back at. */
#ifndef QTTY_UNICODE_GRAPHEME_H
#define QTTY_UNICODE_GRAPHEME_H

#include <quietty/base.h>
#include <stdbool.h>

struct grapheme_state {
    uint8_t previous; /* Grapheme_Cluster_Break of the scalar before; 0 at the start */
    uint8_t rule;     /* what GB11 and GB12 remember */
};

/** Is there a boundary before `scalar`, given what came before it? Advances the state.
 * A zeroed state is the start of text, where there always is one. */
bool grapheme_break_before(struct grapheme_state *state, uint32_t scalar);

/**
 * The first boundary at or after `from` in well-formed text.
 *
 * @param from  0..text.len, need not be the start of a scalar.
 */
size_t grapheme_boundary(qtty_span text, size_t from);

#endif
