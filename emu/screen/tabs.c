/* Tab stops, for every column that a screen can have. */
#include "screen/tabs.h"

#include <string.h>

void
tabs_reset(struct tabs *t)
{
    memset(t->stop, 0x01, sizeof t->stop);
    tabs_clear(t, 0);
}

void
tabs_set(struct tabs *t, uint32_t col)
{
    if (col < QTTY_COLS_MAX)
        t->stop[col / 64] |= UINT64_C(1) << col % 64;
}

void
tabs_clear(struct tabs *t, uint32_t col)
{
    if (col < QTTY_COLS_MAX)
        t->stop[col / 64] &= ~(UINT64_C(1) << col % 64);
}

void
tabs_reset_range(struct tabs *t, uint32_t from, uint32_t to)
{
    for (uint32_t col = from; col < to; col++) {
        if (col != 0 && col % 8 == 0)
            tabs_set(t, col);
        else
            tabs_clear(t, col);
    }
}

void
tabs_clear_all(struct tabs *t)
{
    memset(t->stop, 0, sizeof t->stop);
}

bool
tabs_at(const struct tabs *t, uint32_t col)
{
    return col < QTTY_COLS_MAX && (t->stop[col / 64] >> col % 64 & 1) != 0;
}
