/* Numeric parameters of CSI and DCS, read a slice at a time. A slice may end anywhere,
 * also between two digits of a value. */
#ifndef QTTY_VT_PARAMS_H
#define QTTY_VT_PARAMS_H

#include "vt/action.h"

/** Forget all of them. Values past `count` are stale; but the first is 0 then, as what a
 * sequence without parameters means. */
static inline void
params_reset(struct params *p)
{
    p->count = p->missing = p->sub = 0;
    p->value[0] = 0;
}

/**
 * Read on from what `p` holds, up to the first byte that is no digit, ';' or ':'.
 *
 * @param flags  ACTION_OVER_PARAMS and ACTION_OVER_VALUE are added to it; the former also
 *               says that the value being read is one too many.
 * @return that byte, or `end`.
 */
const uint8_t *params_read(struct params *p, uint32_t *flags, const uint8_t *at,
                           const uint8_t *end);

#endif
