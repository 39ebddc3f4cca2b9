/* The payload of OSC, DCS, APC, PM, SOS, bounded by STRING_BYTES_MAX. One that lies in
 * the input in one piece is borrowed. Else its pieces are collected in a buffer that
 * comes into being with the first of them. */
#ifndef QTTY_VT_PAYLOAD_H
#define QTTY_VT_PAYLOAD_H

#include "base/limits.h"
#include <quietty/buf.h>
#include <stdbool.h>

struct payload {
    qtty_buf kept; /* pieces before the run */
    qtty_span run; /* the newest piece, still in the input */
    bool over;     /* bytes were dropped, and no more are taken */
};

void payload_init(struct payload *s, const qtty_allocator *allocator);
void payload_finish(struct payload *s);

/** Forget the payload, keep the memory. */
void payload_reset(struct payload *s);

/** Take a piece, borrowed. Without memory for an earlier one all is dropped, and
 * `over`. */
void payload_put(struct payload *s, qtty_span piece);

/** The input goes away: borrow nothing of it any more. Fails as payload_put does. */
void payload_hold(struct payload *s);

/** All of it, borrowed from the input or from `s`. Fails as payload_put does: empty. */
qtty_span payload_text(struct payload *s);

#endif
