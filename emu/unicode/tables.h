/* What Unicode's character database says of a code point, packed into three stages whose
 * equal blocks are shared: root, branch, leaf. The arrays are in tables.gen.c, which
 * gen_tables.c writes from ICU; this file is the layout that both agree on. */
#ifndef QTTY_UNICODE_TABLES_H
#define QTTY_UNICODE_TABLES_H

#include <stdint.h>

/** Grapheme_Cluster_Break (UAX #29, table 2). Extended_Pictographic is one of its values
 * here: the rules need both, and no code point has it and another value than Other. */
enum grapheme_class {
    GCB_START, /* no code point's: what stands before the first one (sot) */
    GCB_OTHER,
    GCB_CONTROL,
    GCB_CR,
    GCB_LF,
    GCB_EXTEND,
    GCB_ZWJ,
    GCB_SPACING_MARK,
    GCB_PREPEND,
    GCB_REGIONAL_INDICATOR,
    GCB_L,
    GCB_V,
    GCB_T,
    GCB_LV,
    GCB_LVT,
    GCB_EXTENDED_PICTOGRAPHIC,
    GCB_COUNT
};

/** Columns; the fourth leaves the choice to the one who asks. */
enum width_class { WIDTH_0, WIDTH_1, WIDTH_2, WIDTH_AMBIGUOUS };

/* Of the shifts that were tried, these make the smallest tables: 14 016 bytes. */
enum {
    UNICODE_END = 0x110000,
    LEAF_BITS = 4,   /* code points in a leaf, as a power of two */
    BRANCH_BITS = 5, /* leaves in a branch */
    ROOT_COUNT = UNICODE_END >> (LEAF_BITS + BRANCH_BITS),
    WIDTH_BITS = 2, /* of an entry, the low ones; the class is above them */
};

/** Version of the standard that the tables hold: "15.0". */
extern const char unicode_version[];

extern const uint8_t unicode_roots[ROOT_COUNT]; /* → branch */
extern const uint16_t unicode_branches[];       /* → leaf */
extern const uint8_t unicode_leaves[];          /* → entry */

/** Entry of a code point; beyond the last one, that of an unassigned one. */
static inline uint32_t
unicode_entry(uint32_t scalar)
{
    if (scalar >= UNICODE_END)
        return GCB_OTHER << WIDTH_BITS | WIDTH_1;

    uint32_t leaf_mask = (1u << LEAF_BITS) - 1;
    uint32_t branch_mask = (1u << BRANCH_BITS) - 1;
    uint32_t branch = unicode_roots[scalar >> (LEAF_BITS + BRANCH_BITS)];
    uint32_t place = branch << BRANCH_BITS | (scalar >> LEAF_BITS & branch_mask);
    uint32_t leaf = unicode_branches[place];
    return unicode_leaves[leaf << LEAF_BITS | (scalar & leaf_mask)];
}

#endif
