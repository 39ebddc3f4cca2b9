/* The parts of a picture beside its rows, as they were at the last look: so any change of
 * them gives a generation, wherever it was made. */
#ifndef QTTY_DRAW_PARTS_H
#define QTTY_DRAW_PARTS_H

#include "base/limits.h"
#include "exec/terminal.h"
#include <quietty/draw.h>

struct kept_title {
    size_t len;
    uint8_t text[TITLE_BYTES_MAX];
};

struct parts {
    qtty_cursor cursor;
    struct palette palette;
    bool reverse; /* DECSCNM */
    struct kept_title window, icon;
    qtty_generations generations; /* but of the rows */
};

/** Take them as they are now. */
void parts_look(struct parts *p, const struct terminal *t);

/** See qtty_emulator_colors. */
void colors_of(const struct palette *p, bool reverse, const qtty_style *style,
               qtty_colors *out);

/** See qtty_emulator_dynamic_color. */
uint32_t dynamic_color(const struct palette *p, uint32_t number);

#endif
