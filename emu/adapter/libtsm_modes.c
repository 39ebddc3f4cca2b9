/* Modes, margins, the saved cursor, the two screens and the resets, for libtsm. */
#include "adapter/libtsm_state.h"

#include "exec/handlers.h"
#include <stdio.h>

/* --- Modes, margins, saved cursor --------------------------------------------------- */

/* libtsm takes a missing bottom, and one below the last row, for no margins at all. */
static void
write_margins(struct libtsm *v)
{
    const struct margins *m = &v->terminal->margins;
    char sequence[32];
    snprintf(sequence, sizeof sequence, "\x1b[%u;%ur", (unsigned)m->top + 1,
             (unsigned)m->bottom + 1);
    libtsm_order(v, sequence);
}

/* Margins that make no sense are ignored, and do not home the cursor (xterm). */
static void
margins(struct libtsm *v, const struct action *a)
{
    uint32_t rows = tsm_rows(v)->rows;
    if (param_or(a, 0, 1) >= libtsm_least(param_or(a, 1, rows), rows))
        return;
    write_margins(v);
    libtsm_order(v, "\x1b[H");
}

/* libtsm's modes as the terminal has them. */
static void
write_modes(struct libtsm *v)
{
    const bool *set = v->terminal->modes.set;
    char sequence[64];
    snprintf(sequence, sizeof sequence, "\x1b[4%c\x1b[20%c\x1b[?6%c\x1b[?7%c",
             set[MODE_IRM] ? 'h' : 'l', set[MODE_LNM] ? 'h' : 'l',
             set[MODE_DECOM] ? 'h' : 'l', set[MODE_DECAWM] ? 'h' : 'l');
    libtsm_order(v, sequence);
}

/* libtsm's own DECSTR goes to the primary screen and resets the tab stops. */
static void
soft_reset(struct libtsm *v)
{
    write_modes(v);
    write_margins(v);
    v->single = 0;
}

/* libtsm saves no pending wrap, and one cursor for both screens: so the terminal keeps
 * what is saved. The screen may be smaller now. */
static void
restore_cursor(struct libtsm *v)
{
    struct terminal *t = v->terminal;
    const struct saved_state *saved = terminal_saved(t);
    uint32_t last = t->screen.cols - 1;
    write_modes(v);
    libtsm_put_cursor(v, libtsm_least(saved->row, t->screen.rows - 1),
                      libtsm_least(saved->col, last));
    if (saved->pending_wrap && saved->col >= last)
        libtsm_pend(v);
}

static void
save_mode(struct libtsm *v, bool set, const struct action *a)
{
    if (set) {
        decsc(v->terminal, a);
        return;
    }
    decrc(v->terminal, a);
    restore_cursor(v);
}

/* --- Screens ------------------------------------------------------------------------ */

static void
clear(struct libtsm *v)
{
    struct screen *s = tsm_rows(v);
    uint16_t style = libtsm_erase_style(v);
    libtsm_order(v, "\x1b[2J");
    screen_erase(s, (struct rect){ 0, 0, s->rows, s->cols }, style, false);
    v->age = 0;
    v->stale = true;
}

/* A screen that was resized while it was not shown has here what it holds. */
static void
show_screen(struct libtsm *v, bool alternate)
{
    struct screen *s = tsm_rows(v);
    if (s->on_alternate == alternate)
        return;
    if (screen_switch(s, alternate) != QTTY_OK) {
        s->lost = true;
        return;
    }
    bool pending = libtsm_pending(v);
    libtsm_order(v, alternate ? "\x1b[?47h" : "\x1b[?47l");
    if (v->hidden_stale) {
        libtsm_settle(v);
        libtsm_write_rows(v, 0, s->rows);
        if (pending)
            libtsm_pend(v);
    }
    v->hidden_stale = false;
    v->stale = true;
    v->joins = false;
}

/* libtsm's 1047 clears the primary screen too. */
static void
alternate_1047(struct libtsm *v, bool set)
{
    if (!set && tsm_rows(v)->on_alternate) {
        clear(v);
        libtsm_read(v);
    }
    show_screen(v, set);
}

/* 1049: DECSC on the screen before, DECRC on the primary one after; cleared when it is
 * set, shown already or not (xterm). */
static void
alternate_1049(struct libtsm *v, bool set, const struct action *a)
{
    if (set)
        decsc(v->terminal, a);
    show_screen(v, set);
    if (set)
        clear(v);
    if (!set) {
        libtsm_read(v);
        decrc(v->terminal, a);
        restore_cursor(v);
    }
}

/* Home, the whole screen as margins, no origin mode. */
static void
open_screen(struct libtsm *v)
{
    terminal_reset_margins(v->terminal);
    v->terminal->modes.set[MODE_DECOM] = false;
    libtsm_order(v, "\x1b[?6l");
    write_margins(v);
    libtsm_order(v, "\x1b[H");
}

/* DECCOLM, where ?40 allows it: all but the width (the embedder's) changes. */
static void
column_mode(struct libtsm *v)
{
    if (!v->terminal->modes.set[MODE_ALLOW_DECCOLM])
        return;
    if (!tsm_rows(v)->on_alternate)
        screen_keep(tsm_rows(v));
    open_screen(v);
    clear(v);
}

static void
private_mode(struct libtsm *v, uint32_t number, const struct action *a)
{
    bool set = a->final == 'h';
    switch (number) {
    case 3:
        column_mode(v);
        break;
    case 6:
        libtsm_order(v, set ? "\x1b[?6h\x1b[H" : "\x1b[?6l\x1b[H");
        break;
    case 7:
        libtsm_order(v, set ? "\x1b[?7h" : "\x1b[?7l");
        break;
    case 47:
        show_screen(v, set);
        break;
    case 1047:
        alternate_1047(v, set);
        break;
    case 1048:
        save_mode(v, set, a);
        break;
    case 1049:
        alternate_1049(v, set, a);
        break;
    }
}

/* One mode: the emulator takes lists apart. */
static void
mode(struct libtsm *v, const struct action *a)
{
    uint32_t number = a->params->value[0];
    if (a->marker == '?')
        private_mode(v, number, a);
    else if (number == 4 || number == 20)
        libtsm_forward(v, a);
}

/* --- Resets ------------------------------------------------------------------------- */

/* libtsm has no DECALN: the letters are written as text. */
static void
align(struct libtsm *v)
{
    struct screen *s = tsm_rows(v);
    struct cell letter = { .content = 'E', .kind = CELL_SCALAR, .width = 1 };
    open_screen(v);
    struct libtsm_pause p = libtsm_begin_pause(v);
    for (uint32_t row = 0; row < s->rows; row++) {
        screen_active(s)[row]->soft_wrapped = false;
        for (uint32_t col = 0; col < s->cols; col++) {
            tsm_screen_move_to(v->screen, col, row);
            libtsm_put(v, letter);
        }
    }
    libtsm_end_pause(v, &p);
    v->joins = false;
    v->stale = true;
}

/* libtsm's own clears the primary screen, with a style of its own. */
static void
reset(struct libtsm *v)
{
    struct screen *s = tsm_rows(v);
    show_screen(v, false);
    screen_drop_alternate(s);
    screen_keep(s);
    libtsm_order(v, "\x1b"
                    "c\x1b[?47h");
    clear(v);
    libtsm_order(v, "\x1b[?47l");
    clear(v);
    libtsm_write_tabs(v);
    v->single = 0;
    v->hidden_stale = false;
    screen_end_view(s);
}

bool
libtsm_mode_op(struct libtsm *v, enum sequence_id id, const struct action *a)
{
    switch (id) {
    case SEQ_DECSTBM:
        margins(v, a);
        return true;
    case SEQ_SCORC:
    case SEQ_DECRC:
        restore_cursor(v);
        return true;
    case SEQ_SM:
    case SEQ_RM:
    case SEQ_DECSET:
    case SEQ_DECRST:
        mode(v, a);
        return true;
    case SEQ_DECSCL:
    case SEQ_DECSTR:
        soft_reset(v);
        return true;
    case SEQ_DECALN:
        align(v);
        return true;
    case SEQ_RIS:
        reset(v);
        return true;
    default:
        return false;
    }
}
