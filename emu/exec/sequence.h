/* What is known of a sequence: its names, who executes it, what it is for. */
#ifndef QTTY_EXEC_SEQUENCE_H
#define QTTY_EXEC_SEQUENCE_H

#include "vt/action.h"

struct terminal;

enum sequence_id {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    SEQ_##name,
#include "exec/sequences.def"
#undef SEQ
    SEQ_COUNT,
};

enum sequence_effect {
    EFFECT_SCREEN,
    EFFECT_STATE,
    EFFECT_QUERY,
    EFFECT_EVENT,
    EFFECT_INERT,
};

struct sequence {
    enum sequence_id id;
    enum sequence_effect effect;
    void (*handler)(struct terminal *t, const struct action *a); /* or NULL */
    const char *mnemonic;
    const char *title;
    const char *reference;
    const char *sample; /* of a query: one, as a program sends it */
};

/** The sequence that an action is; NULL: print and inert actions, and what is unknown. */
const struct sequence *sequence_find(const struct action *a);

/** The sequence of a CSI without marker and intermediates, if this byte is its final and
 * alone decides it, it is no list of modes, and its handler changes neither the parser's
 * state nor the window's size. NULL: ask sequence_find. */
const struct sequence *sequence_usual(uint8_t final);

/** The sequence of an OSC with this payload; NULL: none. */
const struct sequence *sequence_osc(qtty_span payload);

/** The conformance level from which on it is known: 1..4. */
uint32_t sequence_level(enum sequence_id id);

/** Why an action is not executed, whatever it is; NULL: it is. A static sentence. */
const char *sequence_refusal(const struct action *a);

/** The sequence with this index, in the order of sequences.def; NULL past the last. */
const struct sequence *sequence_at(size_t index);

/**
 * The number at the front of an OSC payload.
 *
 * @param rest  What follows the ';' after it; NULL is fine.
 * @return -1: none, or over 65535.
 */
int32_t osc_number(qtty_span payload, qtty_span *rest);

#endif
