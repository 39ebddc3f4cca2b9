/* Tab stops: a bit a column. */
#ifndef QTTY_SCREEN_TABS_H
#define QTTY_SCREEN_TABS_H

#include <quietty/emulator.h>

struct tabs {
    uint64_t stop[QTTY_COLS_MAX / 64];
};

/** A stop in every eighth column, from column 8 on (DECST8C, and the initial state). */
void tabs_reset(struct tabs *t);

/** The same for columns [from, to): those that a wider screen brings. */
void tabs_reset_range(struct tabs *t, uint32_t from, uint32_t to);

void tabs_set(struct tabs *t, uint32_t col);
void tabs_clear(struct tabs *t, uint32_t col);
void tabs_clear_all(struct tabs *t);
bool tabs_at(const struct tabs *t, uint32_t col);

#endif
