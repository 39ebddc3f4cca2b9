/* The engine on libtsm, inside: what its files share.
 *
 *   libtsm.c         the engine's table, making one, a new size
 *   libtsm_mirror.c  cells into libtsm and back, where its cursor is
 *   libtsm_text.c    text, combining scalars, REP
 *   libtsm_ops.c     sequences that move, erase, shift
 *   libtsm_modes.c   modes, margins, saved cursor, screens, resets */
#ifndef QTTY_ADAPTER_LIBTSM_STATE_H
#define QTTY_ADAPTER_LIBTSM_STATE_H

#include "adapter/guard.h"
#include "exec/engine.h"
#include <libtsm.h>

enum { LIBTSM_GRAPHICS_FIRST = 0x5F, LIBTSM_GRAPHICS = 0x7F - LIBTSM_GRAPHICS_FIRST };

/* A cell of libtsm has eight bytes of colours that libtsm itself never looks at: they
 * carry the whole cell of ours. Its character is a stand-in of the right width, its
 * protection is the cell's. So libtsm moves cells about, and what comes back is exact. */
struct libtsm {
    struct terminal *terminal;
    struct tsm_screen *screen;
    struct tsm_vte *vte;
    uint32_t graphics[LIBTSM_GRAPHICS]; /* DEC Special Graphics, as libtsm has them */
    struct cell *line;                  /* a row that is being read back */
    tsm_age_t age;                      /* of what was read back */
    bool reading;                       /* a row, since a cell of it is new */
    bool halves;                        /* it held half of a wide cluster */
    bool stale;                         /* libtsm changed cells that were not read back */
    bool hidden_stale; /* the screen that is not shown was resized since it was */
    uint32_t last;     /* scalar that REP repeats; 0: none */
    uint8_t single;    /* 2 or 3: SS2 or SS3 waits for its graphic; 0 */
    bool joins;        /* a combining scalar goes to the cell of the last graphic: */
    uint32_t row, col; /* where that is, */
    qtty_cursor after; /* and where the cursor was behind it */
};

/* A place of libtsm's cursor, and the modes that would move what is written there. */
struct libtsm_pause {
    uint32_t row, col; /* col may be the screen's width: pending wrap */
    unsigned flags;
};

static inline struct screen *
tsm_rows(const struct libtsm *v)
{
    return &v->terminal->screen;
}

/* --- libtsm_mirror.c ---------------------------------------------------------------- */

/** Read libtsm's cells back into the active screen. */
void libtsm_read(struct libtsm *v);

/** Write rows [from, to) of the active screen, or all tab stops, into libtsm. */
void libtsm_write_rows(struct libtsm *v, uint32_t from, uint32_t to);
void libtsm_write_tabs(struct libtsm *v);

/** Write one cell of the active screen into libtsm, the cursor and its wrap kept. */
void libtsm_write_cell(struct libtsm *v, uint32_t row, uint32_t col);

/** Put a graphic where libtsm's cursor is. */
void libtsm_put(struct libtsm *v, struct cell cell);

/** Step aside from insert and origin mode, and come back. */
struct libtsm_pause libtsm_begin_pause(struct libtsm *v);
void libtsm_end_pause(struct libtsm *v, const struct libtsm_pause *p);

/** Erased cells of libtsm look like this from now on: the background alone (bce). */
uint16_t libtsm_erase_style(struct libtsm *v);

/** libtsm's cursor: does the next graphic wrap, and where is it? */
bool libtsm_pending(const struct libtsm *v);
uint32_t libtsm_row(const struct libtsm *v);
uint32_t libtsm_col(const struct libtsm *v);

/** Put libtsm's cursor at a place of the screen; make it pending there, with what stands
 * in the last column written again. */
void libtsm_put_cursor(struct libtsm *v, uint32_t row, uint32_t col);
void libtsm_pend(struct libtsm *v);

/** Take the cursor over into the terminal's state. */
void libtsm_follow_cursor(struct libtsm *v);

/* --- libtsm_ops.c, libtsm_modes.c --------------------------------------------------- */

/** A sequence for libtsm: of a program, within the guard's limits; or of ours. */
void libtsm_forward(struct libtsm *v, const struct action *a);
void libtsm_order(struct libtsm *v, const char *sequence);

/** A cursor in pending wrap stands in the last column. */
void libtsm_settle(struct libtsm *v);

/** @return false: not one of libtsm_modes.c. */
bool libtsm_mode_op(struct libtsm *v, enum sequence_id id, const struct action *a);

static inline uint32_t
libtsm_least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* --- The engine's calls ------------------------------------------------------------- */

qtty_status libtsm_print(void *self, qtty_span text, bool ascii);
qtty_status libtsm_execute(void *self, const struct sequence *s, const struct action *a);
bool libtsm_executes(enum sequence_id id);

/** REP, which libtsm has not. */
void libtsm_repeat(struct libtsm *v, const struct action *a);

#endif
