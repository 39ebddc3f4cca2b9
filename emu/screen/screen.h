/* The rows that a terminal shows and keeps: primary and alternate screen, scrollback, and
 * the tables that cells name. It executes no sequence: engines say what goes where. Rows
 * carry their ids when they shift; every change gives its row a new generation. */
#ifndef QTTY_SCREEN_SCREEN_H
#define QTTY_SCREEN_SCREEN_H

#include "screen/printed.h"
#include "screen/rewrap.h"
#include "screen/intern.h"
#include <quietty/emulator.h>

/** Half-open: rows [top, bottom), columns [left, right). */
struct rect {
    uint32_t top, left, bottom, right;
};

/** What goes into a cell: the first scalar of a cluster, in the pen's style. */
struct glyph {
    uint32_t scalar;
    uint32_t width; /* 1 or 2 */
    uint16_t style, link;
    bool protect;
};

enum { RECENT_STYLES = 32 }; /* a power of two */

/** A style that a program used lately: most switch between few. */
struct recent_style {
    qtty_style style;
    uint16_t id; /* 0: none */
};

struct screen {
    const qtty_allocator *allocator;
    const struct widen *widen;
    uint32_t rows, cols;
    struct row **primary;   /* by row */
    struct row **alternate; /* NULL until it is used */
    uint32_t slid[2];       /* places before the list, of each screen */
    bool on_alternate;
    struct history history;
    struct printed printed; /* text of the rows of both */
    struct intern styles, links, clusters;
    struct cell pen; /* of the text to come, but for the scalar: a sweep keeps its style
                      * and link. Written as a whole, as it is read */
    struct recent_style recent[RECENT_STYLES]; /* by hash; none after a sweep */
    qtty_color erase_bg;                       /* what was erased with last, */
    uint16_t erase_style;                      /* and its style */
    uint64_t next_id;
    uint64_t generation;
    bool lost; /* something was, for lack of memory; the owner clears it */
};

qtty_status screen_init(struct screen *s, const qtty_allocator *a, uint32_t rows,
                        uint32_t cols, uint32_t scrollback_rows);
void screen_finish(struct screen *s);

/* A list of rows has ROWS_ROOM places behind it: a line feed slides it down by one there,
 * and moves no pointer but the one that comes to its end. */
enum { ROWS_ROOM = 64 };

/** Rows [from, to) of a list: make them, free them. Shared by creation and resize. */
bool rows_fill(const qtty_allocator *a, struct row **rows, uint32_t from, uint32_t to,
               uint32_t cols);
void rows_clear(const qtty_allocator *a, struct row **rows, uint32_t from, uint32_t to);

/** The rows of the active screen: borrowed until one scrolls. */
static inline struct row **
screen_active(const struct screen *s)
{
    return s->on_alternate ? s->alternate : s->primary;
}

/** Put a graphic into the cell at a place of the active screen. What does not fit into
 * the row is not put; a wide cluster that it cuts loses its other half. */
void screen_put(struct screen *s, uint32_t row, uint32_t col, const struct glyph *glyph);

/** A row was written to. */
static inline void
screen_note_written(struct screen *s, struct row *row)
{
    if (row->id == 0)
        row->id = ++s->next_id;
    row->generation = ++s->generation;
}

/** Put graphics of ASCII into the cells from a place on, `like` saying all but the
 * scalar. They fit into the row. */
static inline void
screen_put_ascii(struct screen *s, uint32_t y, uint32_t x, qtty_span text,
                 struct cell like)
{
    struct row *row = screen_active(s)[y];
    screen_note_written(s, row);
    row_put_ascii(row, x, text, like, s->widen);
}

/** Graphics of one row. */
struct text_run {
    qtty_span text;     /* well-formed UTF-8; what was put is taken off */
    uint32_t col, edge; /* columns to put it in: [col, edge); out: the first behind it */
    uint32_t ambiguous_width;
    struct glyph like;       /* all but scalar and width */
    uint32_t last, last_col; /* out: the last scalar that was put, and where */
};

/** ASCII of so many bytes is put faster by screen_put_ascii, and screen_put_text stops
 * before it. */
enum { SCREEN_LONG_ASCII = 8 };

/** Put graphics into the cells of a row of the active screen, with what joins them, until
 * there is no room, something joins the one at the edge, or SCREEN_LONG_ASCII follow. The
 * first has a width, and room.
 * @return Columns that they took; 0: no memory, nothing was put. */
uint32_t screen_put_text(struct screen *s, uint32_t row, struct text_run *run);

/** Add a combining scalar to the cluster in a cell of the active screen (of a spacer: the
 * one on its left). An erased cell, and a cluster at its ceiling, stay as they are. */
void screen_combine(struct screen *s, uint32_t row, uint32_t col, uint32_t scalar);

/** Erase an area of the active screen. */
void screen_erase(struct screen *s, struct rect area, uint16_t style, bool selective);

/** The rest of a row, from a column on. */
void screen_erase_rest(struct screen *s, uint32_t row, uint32_t from, uint16_t style);

/**
 * Scroll an area of the active screen: by `up` rows towards the top and `left` columns
 * towards the left, negative for the other way; erased cells of a style come in.
 *
 * @param keep  Rows that leave the primary screen at its top, over its full width, go
 *              into the scrollback.
 */
void screen_scroll(struct screen *s, struct rect area, int32_t up, int32_t left,
                   uint16_t style, bool keep);

/** Scroll rows [top, bottom) of the active screen up by one, as a line feed does in their
 * full width: what leaves the primary screen at its top goes into the scrollback. */
void screen_feed(struct screen *s, uint32_t top, uint32_t bottom, uint16_t style);

/** Fill an area of the active screen with a graphic of one column. */
void screen_fill(struct screen *s, struct rect area, const struct glyph *glyph);

/** Blank the unprotected cells of an area of the active screen, or all; they keep their
 * styles. */
void screen_wipe(struct screen *s, struct rect area, bool protected_too);

/** Copy an area of the active screen to another place, as if through a copy of its own.
 * What would stand outside the screen is not copied. */
void screen_copy(struct screen *s, struct rect from, uint32_t top, uint32_t left);

/** Change the style of the cells of an area, erased ones too. */
void screen_restyle(struct screen *s, struct rect area,
                    void (*change)(qtty_style *style, void *context), void *context);

/** A row leaves by the top, into the scrollback. */
void screen_leave(struct screen *s, const struct row *row, bool in_view);

/** What begins at the top of the active screen does not continue what left by it. */
void screen_cut_above(struct screen *s);

/** The next row of the active screen continues this one. */
void screen_wrap(struct screen *s, uint32_t row);

/** The row that text left for the one with this number continues on it. It is found by
 * its pointer, since it may have scrolled; on a screen of one row it is in the
 * scrollback.
 * @param gone The end of the history before it left. */
void screen_wrap_into(struct screen *s, uint32_t row, const struct row *left,
                      uint64_t gone);

/** Before a clear: keep the primary screen's rows, down to the last that was written, in
 * the scrollback but out of view, and begin new ids. */
void screen_keep(struct screen *s);

/** End the view of the scrollback (ED 3). */
void screen_end_view(struct screen *s);

/** Show the other screen. The alternate one is made when it is first used.
 * @return QTTY_E_NOMEM: still on the primary one. */
qtty_status screen_switch(struct screen *s, bool alternate);

/** Forget the alternate screen, which is not shown. */
void screen_drop_alternate(struct screen *s);

/** A place on a screen that goes with its text when the size changes. */
struct screen_point {
    uint32_t row, col;
    bool pending_wrap;
};

struct screen_points {
    struct screen_point cursor;   /* on the active screen */
    struct screen_point saved[2]; /* on the primary, on the alternate */
};

/**
 * Change the size. Fewer rows: blank ones below the cursor go first, then rows at the top
 * into the scrollback. More rows: rows come back from the scrollback, blank ones below.
 * Where the scrollback rewraps, the lines of the primary screen are wrapped anew in
 * another width, else rows are cut or widened.
 *
 * @param points  Moved along; no further than to the top.
 * @return QTTY_E_NOMEM: nothing changed.
 */
qtty_status screen_resize(struct screen *s, uint32_t rows, uint32_t cols,
                          struct screen_points *points);

/** A row with other columns; of NULL: an erased one. @return NULL: no memory. */
struct row *row_resized(const qtty_allocator *a, const struct row *from, uint32_t cols,
                        uint64_t generation);

/** A record of the scrollback as a row of its columns. @return NULL: no memory. */
struct row *screen_unpack(struct screen *s, uint64_t place);

/** The primary screen's rows in a new width, with what of the scrollback goes with
 * them. */
struct reflow {
    struct row *
        *rows; /* the new list: `leave` rows for the scrollback, then the screen */
    uint32_t count, capacity;
    uint32_t leave;
    uint32_t pull; /* records of the scrollback that are among the rows */
};

/** @param points  Of the primary screen, moved; the first is where its cursor is.
 * @return QTTY_E_NOMEM: nothing changed. */
qtty_status screen_reflow(struct screen *s, uint32_t rows, uint32_t cols,
                          struct screen_point *const points[2], struct reflow *out);

/** Id of a style, a link, a cluster's text; 0, the default, where a table is full. */
uint16_t screen_style(struct screen *s, const qtty_style *style);

/** Id of the style of erased cells: the background alone (xterm's bce). */
uint16_t screen_erase_style(struct screen *s, qtty_color bg);
uint16_t screen_link(struct screen *s, qtty_span uri);
uint16_t screen_cluster(struct screen *s, qtty_span text);

/** What a cell shows. Past the row's columns: a blank. */
void screen_cell(const struct screen *s, const struct row *row, uint32_t col,
                 qtty_cell *out);

/** Style, link and protection of a cell, by their ids in these tables. */
void cell_look(const struct intern *styles, const struct intern *links,
               const struct packed_cell *look, qtty_cell *out);

/** Text of a cell that is neither erased nor a spacer. @return bytes in `out`. */
uint32_t screen_cell_text(const struct screen *s, const struct cell *cell, uint8_t *out);

/** Append a row's text: see qtty_emulator_row_text. */
qtty_status screen_text(const struct screen *s, const struct row *row, qtty_buf *out);

/** The same of a row that left. */
void screen_stretch_cell(const struct screen *s, const struct stretch *row, uint32_t col,
                         qtty_cell *out);
qtty_status screen_stretch_text(const struct screen *s, const struct stretch *row,
                                qtty_buf *out);

#endif
