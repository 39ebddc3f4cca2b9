/* Streams to compare engines with: what a program could write, of the subset that all of
 * them execute. Nothing else of this folder knows how they are made. */
#ifndef QTTY_DIFF_GENERATE_H
#define QTTY_DIFF_GENERATE_H

#include <quietty/buf.h>

enum family {
    FAMILY_TEXT = 1u << 0, /* always */
    FAMILY_MOTION = 1u << 1,
    FAMILY_EDIT = 1u << 2,
    FAMILY_MARGINS = 1u << 3, /* DECSTBM, DECOM */
    FAMILY_STYLE = 1u << 4,
    FAMILY_MODES = 1u << 5, /* IRM, LNM, DECAWM */
    FAMILY_TABS = 1u << 6,
    FAMILY_CHARSET = 1u << 7,
    FAMILY_SCREENS = 1u << 8, /* the alternate one, saved cursor */
    FAMILY_WIDE = 1u << 9,
    FAMILY_RESET = 1u << 10,
    FAMILY_PROTECT = 1u << 11,
    FAMILY_MARKS = 1u << 12, /* combining characters */
    FAMILIES = 13,
};

struct profile {
    uint32_t rows, cols;
    uint32_t families; /* FAMILY_* */
};

/** The stream with this seed. @return QTTY_E_LIMIT or QTTY_E_NOMEM of the buffer. */
qtty_status generate(uint64_t seed, const struct profile *profile, uint32_t sequences,
                     qtty_buf *out);

#endif
