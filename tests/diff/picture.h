/* What is compared: a screen with its cursor, in terms that every subject has. */
#ifndef QTTY_DIFF_PICTURE_H
#define QTTY_DIFF_PICTURE_H

#include <quietty/emulator.h>

enum {
    PICTURE_ROWS = 12,
    PICTURE_COLS = 24,
    PICTURE_ABOVE = 3,
    PICTURE_TEXT = QTTY_CLUSTER_BYTES_MAX + 1
};

/** What a subject tells beside text, width, style and the cursor's place. */
enum {
    TELLS_WRAP = 1u << 0,    /* pending wrap, rows that continue, scrollback */
    TELLS_PROTECT = 1u << 1, /* protection of cells */
};

struct picture_cell {
    char text[PICTURE_TEXT]; /* "": erased */
    uint8_t width;
    bool protect;
    qtty_style style; /* of an erased cell the background alone; none of a spacer */
};

struct picture {
    uint32_t rows, cols;
    struct picture_cell cell[PICTURE_ROWS][PICTURE_COLS];
    uint32_t cursor_row, cursor_col;
    bool pending_wrap, alternate;
    bool wrapped[PICTURE_ROWS];
    char above[PICTURE_ABOVE][PICTURE_COLS * 4 + 1]; /* the scrollback's newest rows */
};

/** The picture that an emulator shows. */
void picture_take(struct picture *p, const qtty_emulator *e);

/**
 * Compare what both tell.
 *
 * @param where  Text that says where they first differ; 128 bytes.
 */
bool picture_equal(const struct picture *a, const struct picture *b, uint32_t tells,
                   char *where);

/** A row's text, trailing blanks off. */
void picture_row(const struct picture *p, uint32_t row, char *out, size_t size);

#endif
