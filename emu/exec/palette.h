/* Colours that output can set and ask for: the palette of OSC 4, the special colours of
 * OSC 5 and the dynamic ones of OSC 10 to 19. Pure: RGB in, RGB out. */
#ifndef QTTY_EXEC_PALETTE_H
#define QTTY_EXEC_PALETTE_H

#include <quietty/base.h>
#include <stdbool.h>

enum {
    PALETTE_COLORS = 256,
    SPECIAL_COLORS = 5, /* bold, underline, blink, reverse, italic */
    DYNAMIC_FIRST = 10, /* OSC 10 */
    DYNAMIC_COLORS = 10,
};

struct palette {
    uint32_t color[PALETTE_COLORS];   /* 0xRRGGBB */
    uint32_t special[SPECIAL_COLORS]; /* OSC 5; in OSC 4 from 256 on */
    uint32_t dynamic[DYNAMIC_COLORS]; /* OSC 10 is the first */
};

/** xterm's 256 colours; foreground e5e5e5 on background 000000; special colours as the
 * foreground. */
void palette_reset(struct palette *p);

/** The default of one colour. */
uint32_t palette_default(uint32_t index);
uint32_t special_default(uint32_t index);
uint32_t dynamic_default(uint32_t index);

/**
 * Read a colour as XParseColor does (Xlib, 6.4): rgb:R/G/B with 1 to 4 hex digits each; #
 * with 3, 6, 9 or 12, of which short ones are the high bits; a space of Xcms (xcms.h); a
 * name (color_names.def).
 *
 * @return false: none of these; *rgb is as before.
 */
bool color_parse(qtty_span text, uint32_t *rgb);

/** Is it dark? By relative luminance, below one half. */
bool color_is_dark(uint32_t rgb);

#endif
