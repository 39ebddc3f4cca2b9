/* The rows of a snapshot: each is a record of its own, as those of the scrollback are,
 * whose styles and links are in the snapshot's tables. */
#ifndef QTTY_DRAW_SNAPSHOT_H
#define QTTY_DRAW_SNAPSHOT_H

#include "view/parts.h"
#include "screen/record.h"

struct kept {
    uint64_t
        source;    /* what it is a copy of, see source_of; 0: a row that never changed */
    qtty_row info; /* its generation is the snapshot's */
    bool taken;    /* over, into the picture that is being made */
    uint32_t columns, text_bytes, runs_bytes;
    uint8_t bytes[]; /* text, then runs: see record.h */
};

/** Where a row is packed. */
struct packing {
    qtty_buf text, runs;
    uint16_t from_style, from_link; /* the last look, by the emulator's ids, */
    bool protect;
    uint16_t to_style, to_link; /* and by the snapshot's */
};

struct qtty_snapshot {
    const qtty_allocator *allocator;
    uint32_t above_max;
    const qtty_emulator *emulator; /* that was looked at last; only compared */
    uint64_t seen;                 /* generation of its rows then, */
    uint64_t first, end, view;     /* and where its scrollback was, see history.h */
    uint64_t pulls;
    uint64_t updates;
    uint64_t rows_made; /* generations of rows given so far */

    uint32_t rows, cols, above;
    struct kept **kept; /* those above, then the screen's */
    struct intern styles, links;
    bool alternate;
    struct parts parts;

    struct packing packing;
    uint32_t *slots; /* rows by source, while a picture is made: 1 + index */
    uint32_t slots_capacity;
};

/** The row with this number; NULL: there is none. */
const struct kept *snapshot_kept(const qtty_snapshot *s, int32_t row);

struct record kept_record(const struct kept *kept);

#endif
