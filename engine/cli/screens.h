/* Several engines that are fed the same bytes, and where their screens first differ. */
#ifndef QTTY_CLI_SCREENS_H
#define QTTY_CLI_SCREENS_H

#include <quietty/emulator.h>

enum { SCREENS_MAX = 8 };

struct screens {
    const char *engine[SCREENS_MAX];
    qtty_emulator *emulator[SCREENS_MAX];
    size_t count;
    uint64_t seen[SCREENS_MAX][QTTY_ROWS_MAX]; /* generation of the row compared there */
};

/** Where an engine differs from the first one. */
struct screens_difference {
    size_t engine;    /* which one */
    const char *what; /* "text", "width", "style", "protection", "link", "cursor",
                       * "pending wrap", "screen" (which one is shown) */
    uint32_t row, col;
};

/** Make an emulator of each engine that is named. @return false: told why. */
bool screens_open(struct screens *s, uint32_t rows, uint32_t cols);

qtty_status screens_feed(struct screens *s, qtty_span bytes);
qtty_status screens_resize(struct screens *s, uint32_t rows, uint32_t cols);

/** Compare what changed since the last time. @return same. */
bool screens_same(struct screens *s, struct screens_difference *out);

void screens_close(struct screens *s);

#endif
