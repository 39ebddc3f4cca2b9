/* Bytes to cells and back: the loops that a stream of plain text lives on. They exist
 * once for each path of base/cpu.h, with the same results. */
#ifndef QTTY_SCREEN_WIDEN_H
#define QTTY_SCREEN_WIDEN_H

#include "base/cpu.h"
#include "screen/cell.h"
#include <stddef.h>

struct widen {
    /** n bytes of ASCII to as many cells: `like`, whose content is 0, with the byte. */
    void (*ascii)(struct cell *to, const uint8_t *from, size_t n, struct cell like);

    /** The other way: of n cells, whose contents are below 0x80, those contents. */
    void (*pack)(uint8_t *to, const struct cell *from, size_t n);

    /** How many of n >= 1 cells, from the front, are as the first one but for a content
     * below 0x80. 0: the first one's is not. */
    size_t (*alike)(const struct cell *from, size_t n);
};

/** The loops of a path, static. NULL: they are not to be had here. BEST always is. */
const struct widen *widen_on(enum cpu_path path);

#endif
