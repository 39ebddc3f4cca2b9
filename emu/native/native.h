/* The engine of this project, inside: what its files share. It executes text and
 * sequences upon the terminal's own screen and cursor, as DEC STD 070 and xterm have
 * them.
 *
 *   native.c     the engine's table, dispatch, a new size
 *   print.c      text: widths, clusters, wrapping, insertion, REP
 *   motion.c     where the cursor goes
 *   edit.c       what shifts and what is erased
 *   area.c       rectangles
 *   modes.c      modes, saved cursor, the two screens, resets */
#ifndef QTTY_NATIVE_NATIVE_H
#define QTTY_NATIVE_NATIVE_H

#include "exec/engine.h"
#include "unicode/grapheme.h"

struct native {
    struct terminal *terminal;
    uint32_t last;     /* scalar that REP repeats, while after_graphic; 0: none */
    uint8_t single;    /* 2 or 3: SS2 or SS3 waits for its graphic; 0 */
    bool joins;        /* a combining scalar goes to the cell of the last graphic: */
    uint32_t row, col; /* where that is, */
    uint32_t after_row, after_col; /* and where the cursor was behind it */
    bool after_pending;
    struct grapheme_state clusters; /* of the last graphic, in mode 2027 */
};

static inline struct screen *
screen_of(const struct native *n)
{
    return &n->terminal->screen;
}

static inline uint32_t
least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/** How often a motion or a shift is done: the first parameter, 1 where it is missing or
 * 0. */
static inline uint32_t
count_of(const struct action *a)
{
    return param_or(a, 0, 1);
}

/** Columns of a row: half of them under DECDWL and DECDHL. */
static inline uint32_t
native_columns(const struct native *n, uint32_t row)
{
    const struct screen *s = screen_of(n);
    bool halved = screen_active(s)[row]->line != LINE_SINGLE;
    return halved && s->cols > 1 ? s->cols / 2 : s->cols;
}

/** Are there left and right margins (DECLRMM)? */
static inline bool
native_has_sides(const struct native *n)
{
    return n->terminal->modes.set[MODE_DECLRMM];
}

/** Put the cursor at a place of the screen, no further than its edges. */
void native_move(struct native *n, uint32_t row, uint32_t col);

/** The area between the margins. */
struct rect native_area(const struct native *n);

/** Is the cursor between the left and the right margin? */
bool native_between_sides(const struct native *n);

/** Is the cursor between the margins, of rows and columns? */
bool native_inside(const struct native *n);

/** Edges that the cursor does not pass by itself: a margin, unless it is beyond it. */
uint32_t native_left_edge(const struct native *n);

static inline uint32_t
native_right_edge(const struct native *n)
{
    const struct terminal *t = n->terminal;
    uint32_t last = native_columns(n, t->cursor.row) - 1;
    return native_has_sides(n) && t->cursor.col <= t->margins.right
               ? least(t->margins.right, last)
               : last;
}

/** What erased cells look like: the background alone (xterm's bce). */
uint16_t native_erase_style(const struct native *n);

/** Move down a row, up a row; at the margin the area scrolls. */
void native_index(struct native *n);
void native_reverse_index(struct native *n);

/** To the left edge. */
void native_carriage_return(struct native *n);

/** Home, in origin mode that of the margins. */
void native_home(struct native *n);

/** Columns [from, to) of rows [top, bottom) shift right by `by`; left where negative. */
void native_shift_columns(struct native *n, uint32_t top, uint32_t bottom, uint32_t from,
                          uint32_t to, int32_t by);

/** Rows [from, to) are of single width again, as part of a change that gives them new
 * generations. */
void native_single_lines(struct native *n, uint32_t from, uint32_t to);

/** Executes a sequence, whose handler ran. */
typedef void native_op(struct native *n, const struct action *a);

#define OP(name, op) native_op native_##op;
#include "native/ops.def"
#undef OP

qtty_status native_print(void *self, qtty_span text, bool ascii);
bool native_print_delete(void *self);
uint32_t native_end_line(void *self, const uint8_t bytes[2]);

#endif
