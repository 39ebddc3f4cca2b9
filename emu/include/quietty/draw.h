/* What a reader that draws needs: the cells of a row one after another, or in runs of one
 * look; what has changed since it drew last; and a snapshot, which stays as it is while
 * the terminal goes on.
 *
 * Nothing here but a snapshot allocates. A snapshot is a handle of its own: it may be
 * read on one thread while the emulator is fed on another. Making and updating it uses
 * both. */
#ifndef QUIETTY_DRAW_H
#define QUIETTY_DRAW_H

#include <quietty/emulator.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qtty_snapshot qtty_snapshot;

/* --- The cells of a row ---------------------------------------------------------------
 * Rows have the numbers of qtty_emulator_row. All columns of the screen come, from the
 * left; a walk over a row costs its cells, in the scrollback too. An iterator is plain
 * data and may be copied, which marks a place in the row. It ends early when the
 * emulator's rows change (its qtty_emulator_generation) or the snapshot is updated, and
 * is not to be used once that is destroyed. */

/** Where an iterator stands. `col` may be read, the rest is its own. */
typedef struct qtty_cells {
    uint32_t col; /* of the next cell */
    uint32_t cols;
    const qtty_emulator *emulator; /* one of the two; none: it is over */
    const qtty_snapshot *snapshot;
    uint64_t generation;
    uint64_t place;
    int32_t row;
    uint32_t left, column, text_at, run_at;
    uint16_t style, link;
    bool protect, packed, spacer, primary;
} qtty_cells;

/**
 * Begin with a row of an emulator.
 *
 * @return QTTY_E_RANGE: no such row; nothing comes.
 */
QTTY_API qtty_status qtty_emulator_cells(const qtty_emulator *e, int32_t row,
                                         qtty_cells *out);

/** Begin with a row that left the top, by its place (emulator.h), as it left: its columns
 * up to the last written one. @return QTTY_E_RANGE: it is not kept; nothing comes. */
QTTY_API qtty_status qtty_emulator_scrolled_cells(const qtty_emulator *e, uint64_t place,
                                                  qtty_cells *out);

/** Begin with a row of the primary screen, also while the alternate one is shown.
 * @return As qtty_emulator_cells. */
QTTY_API qtty_status qtty_emulator_primary_cells(const qtty_emulator *e, uint32_t row,
                                                 qtty_cells *out);

/**
 * The next cell, as qtty_emulator_cell has it: the second column of a wide cluster is a
 * spacer, of width 0, with the look of the first.
 *
 * @param out  Its link and link_id are borrowed until the emulator or snapshot changes.
 * @return false: the row is over, or it changed; *out is a blank.
 */
QTTY_API bool qtty_cells_next(qtty_cells *cells, qtty_cell *out);

/* --- Runs of text ------------------------------------------------------------------- */

/** At most so many bytes of text are in one run. */
#define QTTY_RUN_BYTES_MAX 256

/** Neighbouring cells of one style and link, whose clusters are as wide as each other. */
typedef struct qtty_run {
    uint32_t col, cols; /* where it begins, and its columns */
    uint32_t width;     /* columns of each cluster: 1 or 2 */
    qtty_style style;
    qtty_span link, link_id; /* borrowed until the emulator or snapshot changes */
    /* Its cols / width clusters in UTF-8, borrowed until the iterator moves; empty: the
     * cells are erased, and show their background alone. */
    qtty_span text;
} qtty_run;

/** Where an iterator stands; all of it is its own. */
typedef struct qtty_runs {
    qtty_cells cells;
    uint8_t text[QTTY_RUN_BYTES_MAX];
} qtty_runs;

/** @return As qtty_emulator_cells. */
QTTY_API qtty_status qtty_emulator_runs(const qtty_emulator *e, int32_t row,
                                        qtty_runs *out);

/**
 * The next run. Together they are all columns of the row. Two neighbours differ in style,
 * link, width or in that one is erased, but where the text of one has no more room.
 *
 * @return false: the row is over, or it changed; *out is zeroed.
 */
QTTY_API bool qtty_runs_next(qtty_runs *runs, qtty_run *out);

/* --- What has changed -----------------------------------------------------------------
 * Who drew a picture keeps its generations, and those of its rows (qtty_row.generation).
 * Later a row is to be drawn where another generation stands under its number than was
 * drawn there; where the same one stands under another number, it may be copied from
 * there. */

/** Of the parts of a picture. Where one is as before, that part is; they never fall. */
typedef struct qtty_generations {
    uint64_t rows;   /* see qtty_emulator_generation */
    uint64_t colors; /* qtty_emulator_colors gives others: palette, DECSCNM */
    uint64_t cursor; /* place, pending wrap, visibility, shape, blinking */
    uint64_t titles;
} qtty_generations;

/** Look at them. What changed and changed back between two looks may have gone by. */
QTTY_API void qtty_emulator_generations(qtty_emulator *e, qtty_generations *out);

/* --- Colours ------------------------------------------------------------------------ */

/** Colours to draw with, 0xRRGGBB. */
typedef struct qtty_colors {
    uint32_t fg, bg, ul; /* text, its background, its underline */
} qtty_colors;

/**
 * The colours of a style, as xterm has them: by the palette and the dynamic colours as
 * they are now (OSC 4, 10, 11).
 *
 * DECSCNM swaps the default foreground and background, and no others. QTTY_DIM makes the
 * foreground two thirds as bright; then QTTY_REVERSE swaps both; QTTY_INVISIBLE gives
 * text and underline the colour of the background. An underline without a colour has the
 * text's. QTTY_BOLD changes no colour (no "bold as bright"), nor do the special colours
 * of OSC 5, which in xterm are off. QTTY_BLINK is the drawer's to do.
 */
QTTY_API void qtty_emulator_colors(const qtty_emulator *e, const qtty_style *style,
                                   qtty_colors *out);

/** A colour of OSC 10 to 19 by its number: 12 is the cursor's, 17 and 19 are those of
 * what is selected, its background and text. @return 0 for other numbers. */
QTTY_API uint32_t qtty_emulator_dynamic_color(const qtty_emulator *e, uint32_t number);

/* --- Snapshots ------------------------------------------------------------------------
 * A copy of what an emulator shows. It changes when it is updated, and at no other time;
 * it outlives its emulator. It copies the rows that changed: one that only moved is
 * taken over. */

/** How to make a snapshot. Zero means the default of each field. */
typedef struct qtty_snapshot_config {
    size_t size;                     /* sizeof(qtty_snapshot_config) */
    const qtty_allocator *allocator; /* borrowed for the life of the handle */
    uint32_t above; /* rows of the scrollback to copy, the nearest; at most
                                      * 16 777 216; default none */
} qtty_snapshot_config;

#define QTTY_SNAPSHOT_CONFIG_INIT                                                        \
    {                                                                                    \
        .size = sizeof(qtty_snapshot_config)                                             \
    }

/** For qtty_snapshot_update. */
enum {
    /* Also inside of a frame of synchronised output. */
    QTTY_SNAPSHOT_FORCE = 1u << 0,
};

/**
 * Make a snapshot of an emulator, inside of a frame of synchronised output too: there is
 * no older picture to show.
 *
 * @param out     The handle, to be given to qtty_snapshot_destroy; NULL on failure.
 * @param config  Read during the call (the allocator: see there); NULL: all defaults.
 * @return QTTY_E_INVAL: `size` is not a size of this struct; QTTY_E_RANGE: `above`;
 *         QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_snapshot_create(qtty_snapshot **out, const qtty_emulator *e,
                                          const qtty_snapshot_config *config);

/** Free a snapshot; NULL is fine. The emulator may be gone. */
QTTY_API void qtty_snapshot_destroy(qtty_snapshot *s);

/**
 * Take the picture of now. Inside of a frame of synchronised output (mode 2026, see
 * qtty_emulator_synchronised) the snapshot stays as it is, and that is no failure: its
 * generations say whether there is something to draw.
 *
 * @param e      The emulator that the snapshot was made of, which still lives.
 * @param flags  QTTY_SNAPSHOT_*
 * @return QTTY_E_NOMEM: the snapshot is as before.
 */
QTTY_API qtty_status qtty_snapshot_update(qtty_snapshot *s, const qtty_emulator *e,
                                          uint32_t flags);

/** Rows and columns of the screen, in cells; either pointer may be NULL. */
QTTY_API void qtty_snapshot_size(const qtty_snapshot *s, uint32_t *rows, uint32_t *cols);

/** @return Rows of the scrollback that it has: at most `above` of its config. */
QTTY_API uint32_t qtty_snapshot_above(const qtty_snapshot *s);

/**
 * @return As qtty_emulator_row, with generations of the snapshot's own: they are kept in
 * the scrollback too, never 0.
 */
QTTY_API qtty_status qtty_snapshot_row(const qtty_snapshot *s, int32_t row,
                                       qtty_row *out);

/** @return As qtty_emulator_cells, _runs, _row_text, and _cell, which costs a walk to
 * the cell. */
QTTY_API qtty_status qtty_snapshot_cells(const qtty_snapshot *s, int32_t row,
                                         qtty_cells *out);
QTTY_API qtty_status qtty_snapshot_runs(const qtty_snapshot *s, int32_t row,
                                        qtty_runs *out);
QTTY_API qtty_status qtty_snapshot_row_text(const qtty_snapshot *s, int32_t row,
                                            qtty_buf *out);
QTTY_API qtty_status qtty_snapshot_cell(const qtty_snapshot *s, int32_t row, uint32_t col,
                                        qtty_cell *out);

/** @return As qtty_emulator_cursor, _alternate, _colors and _dynamic_color. */
QTTY_API void qtty_snapshot_cursor(const qtty_snapshot *s, qtty_cursor *out);
QTTY_API bool qtty_snapshot_alternate(const qtty_snapshot *s);
QTTY_API void qtty_snapshot_colors(const qtty_snapshot *s, const qtty_style *style,
                                   qtty_colors *out);
QTTY_API uint32_t qtty_snapshot_dynamic_color(const qtty_snapshot *s, uint32_t number);

/** @return Is DECSCNM, reverse video, set? The colours above have it already. */
QTTY_API bool qtty_snapshot_reverse(const qtty_snapshot *s);

/** @return As qtty_emulator_title and _icon; borrowed until the snapshot changes. */
QTTY_API qtty_span qtty_snapshot_title(const qtty_snapshot *s);
QTTY_API qtty_span qtty_snapshot_icon(const qtty_snapshot *s);

/** The generations of its parts, its own: they grow where an update changed something. */
QTTY_API void qtty_snapshot_generations(const qtty_snapshot *s, qtty_generations *out);

#ifdef __cplusplus
}
#endif

#endif
