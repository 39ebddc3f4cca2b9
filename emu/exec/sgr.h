/* SGR: parameters to a style, and a style to parameters. Pure. */
#ifndef QTTY_EXEC_SGR_H
#define QTTY_EXEC_SGR_H

#include "vt/action.h"
#include <quietty/buf.h>
#include <quietty/emulator.h>

/** Apply every parameter, in order. */
void sgr_apply(qtty_style *style, const struct params *params);

/**
 * The parameters that make this style out of the default one, "0" first, without CSI and
 * m: what DECRQSS reports. At most SGR_TEXT_MAX bytes with the NUL.
 */
enum { SGR_TEXT_MAX = 128 };
void sgr_text(const qtty_style *style, char out[SGR_TEXT_MAX]);

#endif
