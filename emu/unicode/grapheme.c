/* Grapheme cluster boundaries, UAX #29 revision 41: extended clusters, rules GB1 to GB13
 * and GB999. (GB9c, Indic conjuncts, came with Unicode 15.1 and is not here.) Whether two
 * neighbours may join is a table of pairs; GB11, GB12 and GB13 look further back, and a
 * byte of the state remembers what they need. */
#include "unicode/grapheme.h"

#include "unicode/tables.h"
#include "unicode/utf8.h"

enum rule {
    RULE_NONE,
    RULE_PICTOGRAPH,   /* GB11: Extended_Pictographic Extend*, or that and one ZWJ */
    RULE_ODD_REGIONAL, /* GB12, GB13: the last of an odd run of Regional_Indicator */
};

/* Row: class before; bits: classes that may follow without a boundary. What no rule joins
 * is apart: GB1, GB2, GB4, GB5, GB999. */
#define SET(name) (1u << GCB_##name)
#define MARKS     (SET(EXTEND) | SET(ZWJ) | SET(SPACING_MARK)) /* GB9, GB9a */
#define HANGUL    (SET(L) | SET(V) | SET(T) | SET(LV) | SET(LVT))
static const uint16_t may_join[GCB_COUNT] = {
    [GCB_CR] = SET(LF), /* GB3 */
    [GCB_OTHER] = MARKS,
    [GCB_EXTEND] = MARKS,
    [GCB_SPACING_MARK] = MARKS,
    [GCB_EXTENDED_PICTOGRAPHIC] = MARKS,
    [GCB_L] = MARKS | SET(L) | SET(V) | SET(LV) | SET(LVT),    /* GB6 */
    [GCB_LV] = MARKS | SET(V) | SET(T),                        /* GB7 */
    [GCB_V] = MARKS | SET(V) | SET(T),                         /* GB7 */
    [GCB_LVT] = MARKS | SET(T),                                /* GB8 */
    [GCB_T] = MARKS | SET(T),                                  /* GB8 */
    [GCB_PREPEND] = MARKS | HANGUL | SET(OTHER) | SET(PREPEND) /* GB9b */
                    | SET(REGIONAL_INDICATOR) | SET(EXTENDED_PICTOGRAPHIC),
    [GCB_ZWJ] = MARKS | SET(EXTENDED_PICTOGRAPHIC),             /* GB11, if */
    [GCB_REGIONAL_INDICATOR] = MARKS | SET(REGIONAL_INDICATOR), /* GB12, GB13, if */
};
#undef SET
#undef MARKS
#undef HANGUL

static uint32_t
class_of(uint32_t scalar)
{
    if (scalar >= 0x20 && scalar < 0x7F)
        return GCB_OTHER;
    return unicode_entry(scalar) >> WIDTH_BITS;
}

static bool
pair_may_join(uint32_t before, uint32_t after)
{
    return may_join[before] >> after & 1u;
}

static bool
joins(const struct grapheme_state *state, uint32_t class)
{
    if (!pair_may_join(state->previous, class))
        return false;
    if (state->previous == GCB_ZWJ && class == GCB_EXTENDED_PICTOGRAPHIC)
        return state->rule == RULE_PICTOGRAPH;
    if (state->previous == GCB_REGIONAL_INDICATOR && class == GCB_REGIONAL_INDICATOR)
        return state->rule == RULE_ODD_REGIONAL;
    return true;
}

/* What the next scalar has to know once this one is taken. */
static enum rule
rule_after(const struct grapheme_state *state, uint32_t class)
{
    switch (class) {
    case GCB_EXTENDED_PICTOGRAPHIC:
        return RULE_PICTOGRAPH;
    case GCB_EXTEND:
    case GCB_ZWJ:
        /* GB11 has one ZWJ, at the end: whatever follows one begins anew. */
        if (state->rule == RULE_PICTOGRAPH && state->previous != GCB_ZWJ)
            return RULE_PICTOGRAPH;
        return RULE_NONE;
    case GCB_REGIONAL_INDICATOR:
        return state->rule == RULE_ODD_REGIONAL ? RULE_NONE : RULE_ODD_REGIONAL;
    default:
        return RULE_NONE;
    }
}

bool
grapheme_break_before(struct grapheme_state *state, uint32_t scalar)
{
    uint32_t class = class_of(scalar);
    bool joined = joins(state, class);
    state->rule = (uint8_t)rule_after(state, class);
    state->previous = (uint8_t) class;
    return !joined;
}

/* --- in text --------------------------------------------------------------------- */

/* No rule joins two of ASCII but CR LF. */
static bool
between_ascii(const uint8_t *at)
{
    return (at[-1] | at[0]) < 0x80 && !(at[-1] == '\r' && at[0] == '\n');
}

static size_t
scalar_start(qtty_span text, size_t at)
{
    while (at > 0 && (text.data[at] & 0xC0) == 0x80)
        at--;
    return at;
}

static uint32_t
class_at(qtty_span text, size_t at)
{
    qtty_span rest = { text.data + at, text.len - at };
    return class_of(utf8_next(&rest));
}

/* The last boundary at or before `from` that two neighbours alone decide. What the rules
 * remember never reaches across one, so that reading can begin there. */
static size_t
certain_boundary(qtty_span text, size_t from)
{
    size_t at = scalar_start(text, from);
    uint32_t after = class_at(text, at);
    while (at > 0) {
        size_t previous = scalar_start(text, at - 1);
        uint32_t before = class_at(text, previous);
        if (!pair_may_join(before, after))
            return at;
        at = previous;
        after = before;
    }
    return 0;
}

size_t
grapheme_boundary(qtty_span text, size_t from)
{
    if (from == 0 || from >= text.len || between_ascii(text.data + from))
        return from;

    size_t start = certain_boundary(text, from);
    qtty_span rest = { text.data + start, text.len - start };
    struct grapheme_state state = { 0 };
    while (rest.len > 0) {
        size_t at = text.len - rest.len;
        if (grapheme_break_before(&state, utf8_next(&rest)) && at >= from)
            return at;
    }
    return text.len;
}
