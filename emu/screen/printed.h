/* Text that was printed last, as its records will say it. Most rows beyond ASCII are
 * printed once, from left to right in one look, and leave by the top a screen later: so
 * their text is kept while it is printed, in a ring, and their cells need not be packed.
 * Rows know their place in it (row.h). One that was changed otherwise has none. */
#ifndef QTTY_SCREEN_PRINTED_H
#define QTTY_SCREEN_PRINTED_H

#include "screen/row.h"
#include <quietty/base.h>

struct printed {
    const qtty_allocator *allocator;
    uint8_t *bytes;   /* NULL until there is something to keep */
    uint32_t size;    /* a power of two */
    uint32_t reserve; /* bytes that one printing may write at most */
    uint64_t end;     /* of all that was ever kept; in the ring, modulo its size */
};

/** Text on its way into the ring. */
struct printing {
    uint8_t *first; /* to be written from here on; NULL: no memory */
    uint64_t at;    /* of the row's text, */
    uint32_t len;   /* which has so many bytes before */
    uint32_t room;  /* bytes from `first` on, and a cluster more */
    bool keeps;     /* else what is written is in nobody's way */
};

void printed_init(struct printed *p, const qtty_allocator *a);
void printed_finish(struct printed *p);

/** No row is kept any more: the screen has another size. */
void printed_forget(struct printed *p);

/**
 * Begin to print into a row, before it is changed.
 *
 * @param rows  Of the screen, which the ring is to hold once.
 * @param like  How what is printed looks.
 */
struct printing printed_begin(struct printed *p, uint32_t rows, const struct row *row,
                              uint32_t col, struct cell like);

/** May it be written so far, and as many columns after it? To be asked where clusters may
 * have taken what other columns need. */
bool printed_has_room(const struct printing *g, const uint8_t *to, uint32_t columns);

/** What was written up to `end` was printed, and the row is changed. */
void printed_end(struct printed *p, struct row *row, const struct printing *g,
                 const uint8_t *end);

/** The text of a row's cells up to `row->cells`, as a record has it; empty: not kept. */
qtty_span printed_text(const struct printed *p, const struct row *row);

#endif
