/* Colours written in the device-independent spaces of X11's Xcms, and rgbi: as xterm
 * takes them through XParseColor. */
#ifndef QTTY_EXEC_XCMS_H
#define QTTY_EXEC_XCMS_H

#include <quietty/base.h>
#include <stdbool.h>

/**
 * Read rgbi:R/G/B, CIEXYZ:X/Y/Z, CIEuvY:u/v/Y, CIExyY:x/y/Y, CIELab:L/a/b,
 * CIELuv:L/u/v or TekHVC:H/V/C; the prefix in either case, the numbers decimal, with an
 * exponent or without.
 *
 * The screen is the one that Xlib takes for a screen that says nothing of itself, so
 * that the result is xterm's on such a display. What it cannot show loses chroma until it
 * can.
 *
 * @return false: none of these, or a number out of its range; *rgb is as before.
 */
bool xcms_parse(qtty_span text, uint32_t *rgb);

#endif
