/* Styles as the tables of styles keep them: packed, since thousands stand there, and most
 * have no underline. */
#ifndef QTTY_SCREEN_STYLE_H
#define QTTY_SCREEN_STYLE_H

#include <quietty/emulator.h>

/** Attributes, kinds, colours, and an underline with its colour. */
enum { STYLE_BYTES_MAX = 12 };

/** Equal styles have equal bytes. @return how many. */
size_t style_pack(const qtty_style *style, uint8_t out[STYLE_BYTES_MAX]);

/** Of what style_pack made; of no bytes, the default style. */
qtty_style style_unpack(qtty_span packed);

#endif
