/* Inputs of the harnesses that have a screen. The first four bytes are its settings:
 *
 *   rows     1 + byte % 16
 *   columns  1 + byte % 48
 *   options  bits: 0 ISO 8859-1, 1 ambiguous characters are wide, 2 to 4 QTTY_REPORT_*
 *   persona  byte % the number of personas
 *
 * Then come bytes for the screen, and FF, which never is part of a character, before a
 * size to take: a byte of rows, a byte of columns. */
#ifndef QTTY_FUZZ_SCRIPT_H
#define QTTY_FUZZ_SCRIPT_H

#include <quietty/emulator.h>

enum {
    SCRIPT_ROWS_MAX = 16,
    SCRIPT_COLS_MAX = 48,
    SCRIPT_SCROLLBACK_ROWS = 20,
};

struct script {
    qtty_span rest;
};

struct script_step {
    qtty_span bytes;     /* to be fed, */
    uint32_t rows, cols; /* then the size to take; 0: none */
};

/**
 * Read the settings; an input that is too short for them has zeros.
 *
 * Output may resize the screen only where none of its numbers has more than two digits: a
 * screen of 4096 by 4096 cells is slow, not wrong.
 *
 * @return What comes after them, for a script.
 */
qtty_span script_settings(qtty_span input, qtty_emulator_config *out);

/** @return false: it is over. */
bool script_next(struct script *s, struct script_step *out);

#endif
