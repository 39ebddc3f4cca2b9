/* Inputs of the harnesses that have a screen: bytes for it, and FF, which never is part
 * of a character, before a size to take: a byte of rows, a byte of columns. */
#ifndef QTTY_FUZZ_SCRIPT_H
#define QTTY_FUZZ_SCRIPT_H

#include <quietty/base.h>
#include <stdbool.h>

enum { SCRIPT_ROWS_MAX = 16, SCRIPT_COLS_MAX = 48 };

struct script {
    qtty_span rest;
};

struct script_step {
    qtty_span bytes;     /* to be fed, */
    uint32_t rows, cols; /* then the size to take; 0: none */
};

/** @return false: it is over. */
bool script_next(struct script *s, struct script_step *out);

#endif
