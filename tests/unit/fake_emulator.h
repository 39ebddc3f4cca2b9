/* An emulator that a test moves by hand: rows are written, leave by the top, come back.
 * It answers the calls that the screen projection makes, and takes plain text with LF. */
#ifndef QTTY_UNIT_FAKE_EMULATOR_H
#define QTTY_UNIT_FAKE_EMULATOR_H

#include <quietty/emulator.h>

enum { FAKE_ROWS = 64, FAKE_COLS = 80, FAKE_PLACES = 65536, FAKE_PULLS = 64 };

struct fake_row {
    qtty_row row;
    char text[FAKE_COLS + 1];
};

struct qtty_emulator {
    uint32_t rows, cols;
    struct fake_row screen[FAKE_ROWS];
    struct fake_row *scrolled; /* by place, FAKE_PLACES of them */
    uint64_t first, end;
    uint64_t pulls, low[FAKE_PULLS]; /* the end after each */
    uint64_t keep;                   /* rows kept above the screen */
    uint64_t ids, generation;
    uint32_t cursor; /* row that text is written to */
    uint64_t fed;    /* bytes */
};

qtty_emulator *fake_create(uint32_t rows, uint32_t cols);
void fake_destroy(qtty_emulator *e);

/** Replace the text of a row. */
void fake_write(qtty_emulator *e, uint32_t row, const char *text);

/** The row continues on the next one, or no longer does. */
void fake_wrap(qtty_emulator *e, uint32_t row, bool soft_wrapped);

/** Rows leave by the top, blank ones come in below. */
void fake_scroll(qtty_emulator *e, uint32_t rows);

/** As ED 2: the written rows are kept, but not in view. */
void fake_clear(qtty_emulator *e);

/** As ED 3. */
void fake_end_view(qtty_emulator *e);

/** The screen grows by rows that come back from the scrollback. */
void fake_grow(qtty_emulator *e, uint32_t rows);

/** As RI at the top: a blank row comes in there, the last one is lost. */
void fake_scroll_down(qtty_emulator *e);

#endif
