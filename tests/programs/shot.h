/* A screen as it was seen, of whatever terminal: to compare and to print. */
#ifndef PROGRAMS_SHOT_H
#define PROGRAMS_SHOT_H

#include <quietty/emulator.h>

struct shot_cell {
    char text[QTTY_CLUSTER_BYTES_MAX + 1]; /* a blank is "" */
    uint8_t width;
    bool unseen; /* blank, of a style that nobody could look at */
    qtty_style style;
};

/** What a program switches that a screen does not show. */
enum {
    SHOT_ALTERNATE,
    SHOT_INSERT,
    SHOT_CURSOR_KEYS,
    SHOT_KEYPAD,
    SHOT_ORIGIN,
    SHOT_WRAP,
    SHOT_MOUSE,
    SHOT_MODES,
};

struct shot {
    uint32_t rows, cols;
    struct shot_cell *cells; /* rows * cols */
    uint32_t row, col;       /* the cursor; col is cols while a wrap is pending */
    bool visible;
    bool modes[SHOT_MODES];
};

extern const char *const shot_mode_names[SHOT_MODES];

void shot_init(struct shot *s, uint32_t rows, uint32_t cols);
void shot_finish(struct shot *s);

static inline struct shot_cell *
shot_at(const struct shot *s, uint32_t row, uint32_t col)
{
    return &s->cells[(size_t)row * s->cols + col];
}

/** What our emulator shows. To be given to shot_finish. */
void shot_take(struct shot *out, const qtty_emulator *e);

/** Append it as text: the cursor, the modes that are on, and of each row its text, and
 * the stretches of columns that are not plain. */
void shot_print(const struct shot *s, qtty_buf *out);

#endif
