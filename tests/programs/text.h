/* Files of lines, read with the lexis of .vt scripts; and the end of the program, with
 * the reason. */
#ifndef PROGRAMS_TEXT_H
#define PROGRAMS_TEXT_H

#include "vt/scan.h"
#include <quietty/buf.h>
#include <stdio.h>

/** Say it on stderr and end with 1. */
_Noreturn void die(const char *format, ...);

/** All that comes of a stream, with a NUL behind it that is not counted. To be given to
 * qtty_buf_finish. */
qtty_buf stream_bytes(FILE *from);

/** The bytes of a file, with a NUL behind them that is not counted; ends the program if
 * it cannot be read. To be given to qtty_buf_finish. */
qtty_buf file_bytes(const char *path);

/** A file as its lines; the words and strings that are scanned point into it. */
struct lines {
    qtty_buf bytes;
    uint8_t *next;
    struct scanner line;
};

void lines_open(struct lines *l, const char *path);
void lines_close(struct lines *l);

/** The next line that is neither empty nor a comment. @return false: none is left. */
bool lines_next(struct lines *l);

/** End with 1 unless `scanned`: what was wrong has been said. */
void must(bool scanned);

/** A copy of a span with a NUL, to be given to free(3). */
char *copy_of(qtty_span span);

#endif
