/* The guard: what a library sees of the stream. Parsed actions are written again, within
 * limits that the library survives; it never sees raw bytes.
 *
 * libvterm 0.1.4 (Debian) writes past its array on a CSI with more than 16 parameters,
 * loops on REP with nothing before it, puts a text's code points on the stack, grows a
 * buffer with each combining character, and knows the widths of an older Unicode.
 * libtsm 4.0.2 reads past its array of 16 parameters where an SGR ends in 38, and knows
 * widths of an older Unicode too. */
#ifndef QTTY_ADAPTER_GUARD_H
#define QTTY_ADAPTER_GUARD_H

#include "vt/action.h"

enum {
    GUARD_PARAMS_MAX = 16,    /* libvterm's CSI_ARGS_MAX */
    GUARD_PARAM_MAX = 4096,   /* no screen is larger: more means the same */
    GUARD_TEXT_MAX = 256,     /* bytes of text in one write */
    GUARD_SEQUENCE_MAX = 128, /* bytes of a sequence that is written again */
};

/**
 * Write a control, an escape or control sequence again.
 *
 * @param out  GUARD_SEQUENCE_MAX bytes.
 * @return bytes in `out`.
 */
size_t guard_sequence(const struct action *a, uint8_t out[GUARD_SEQUENCE_MAX]);

/**
 * What stands for a scalar in the text that the library sees: ASCII for itself, else a
 * character of the same width that it does not combine with anything.
 *
 * @param width  Columns, 1 or 2.
 */
uint32_t guard_stand_in(uint32_t scalar, uint32_t width);

#endif
