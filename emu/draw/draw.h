/* A terminal's state as a stream of sequences that makes it again. What its files share.
 *
 *   writer.c     the stream: sequences, and what the pen and the cursor are by now
 *   cluster.c    in which way a cell's text can be printed so that it is one cell again
 *   cells.c      a screen: its rows, cell by cell
 *   state.c      what is kept beside the screens
 *   ansi.c       the whole, in an order in which nothing undoes what came before */
#ifndef QTTY_DRAW_DRAW_H
#define QTTY_DRAW_DRAW_H

#include "exec/terminal.h"

/* As a row: the cursor is somewhere, or a wrap is pending. */
#define NOWHERE UINT32_MAX

struct draw {
    const struct terminal *t;
    qtty_buf *out;
    qtty_status status; /* of the first append that failed; nothing is written then */
    struct modes modes; /* to be drawn; in VT52 mode those behind it */

    /* What the stream has led to so far. */
    uint32_t row, col; /* the cursor, or NOWHERE */
    qtty_style style;
    qtty_span link;
    bool protect;
    struct charsets charsets;
    struct margins margins;
    bool origin; /* DECOM is set: addresses count from the margins */

    /* A cell of the screen that was printed to, whatever belongs there; row NOWHERE:
     * none. */
    uint32_t stain_row, stain_col;
};

/* --- The stream (writer.c) ---------------------------------------------------------- */

void draw_bytes(struct draw *d, qtty_span bytes);

/** At most 127 bytes, from integers and strings of our own. */
void draw_format(struct draw *d, const char *format, ...);

/** Move the cursor to a place, if it is not there. */
void draw_move(struct draw *d, uint32_t row, uint32_t col);

bool draw_is_plain(const qtty_style *style);
void draw_style(struct draw *d, const qtty_style *style);
/** URI, or URI, NUL and id. */
void draw_link(struct draw *d, qtty_span link);
void draw_protect(struct draw *d, bool protect);

/** Set or reset a mode. */
void draw_mode(struct draw *d, enum mode_name mode, bool set);

void draw_origin(struct draw *d, bool set);

/** Designate a set into G0, G1, ... */
void draw_designation(struct draw *d, unsigned which, uint8_t id);

/** Which sets are designated and invoked. */
void draw_charsets(struct draw *d, const struct charsets *sets);

/* --- Clusters (cluster.c) ----------------------------------------------------------- */

/** How a cell's text becomes one cell of its width again. */
enum print_way {
    PRINT_PLAIN,    /* as it is */
    PRINT_CLUSTERS, /* in mode 2027, apart from what stands before it */
    /* Of one column, though the configuration gives it two: */
    PRINT_GRAPHIC, /* out of a character set */
    PRINT_LOSSY,   /* none */
};

struct print_plan {
    enum print_way way;
    uint32_t most;    /* columns that it takes on the way, at least its own */
    bool not_at_edge; /* it comes out otherwise in the last column */
};

struct print_plan draw_plan(const struct terminal *t, qtty_span text, uint32_t width);

/* --- Cells (cells.c) ---------------------------------------------------------------- */

/** Every row of a screen of the terminal, onto one that is blank but for the stain. */
void draw_screen(struct draw *d, struct row *const *rows);

/** Has it anything to draw? */
bool draw_has_cells(const struct terminal *t, struct row *const *rows);

/**
 * Print the cell at a place of the active screen again, which ends at an edge, so that a
 * wrap is pending behind it.
 *
 * @return false: it cannot be; nothing was printed.
 */
bool draw_pending(struct draw *d, uint32_t row, uint32_t col);

/* --- Beside the screens (state.c) --------------------------------------------------- */

/** With their stack, and the modes of XTSMTITLE. */
void draw_titles(struct draw *d);

/** With the stack of XTPUSHCOLORS. */
void draw_colors(struct draw *d);
void draw_tabs(struct draw *d);
void draw_saved_modes(struct draw *d);
void draw_key_options(struct draw *d);

/** The kitty protocol's flags, with their stack, on the screen that is shown. */
void draw_key_flags(struct draw *d, bool alternate);

/** Are there any? */
bool draw_has_key_flags(const struct terminal *t, bool alternate);

/* --- The whole (ansi.c) ------------------------------------------------------------- */

/** See qtty_emulator_draw. */
qtty_status draw_ansi(const struct terminal *t, qtty_buf *out);

#endif
