/* What a program printed, and where in it the program had settled and was looked at. */
#ifndef PROGRAMS_RECORDING_H
#define PROGRAMS_RECORDING_H

#include <quietty/buf.h>

struct mark {
    char *name;
    size_t offset; /* bytes of the output before it */
};

struct recording {
    char *name; /* "vim-24x80" */
    uint32_t rows, cols;
    qtty_buf output;
    struct mark *marks;
    size_t count, capacity;
};

void recording_init(struct recording *r, const char *name, uint32_t rows, uint32_t cols);
void recording_finish(struct recording *r);

/** Mark the end of the output so far. */
void recording_mark(struct recording *r, qtty_span name);

/** The output between a mark and the one before it. */
qtty_span recording_piece(const struct recording *r, size_t mark);

/** Read one of the form that is written; its name is the file's, without folder and
 * ending. Ends the program if it is none. */
void recording_read(struct recording *r, const char *path);

/** Write it as text: `size`, then `output` and `mark`, strings as in .vt scripts. */
void recording_write(const struct recording *r, const char *path);

#endif
