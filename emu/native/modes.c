/* Modes that change more than their own state, the saved cursor, the two screens, and the
 * resets. */
#include "native/native.h"

#include "exec/handlers.h"

/* --- Saved cursor ------------------------------------------------------------------- */

/* The screen may be smaller now. A wrap that was pending is so again, wherever the
 * margins are (xterm). */
static void
restore_cursor(struct native *n)
{
    struct terminal *t = n->terminal;
    const struct saved_state *saved = terminal_saved(t);
    uint32_t row = least(saved->row, t->screen.rows - 1);
    native_move(n, row, saved->col);
    t->cursor.pending_wrap = saved->pending_wrap && t->screen.cols <= saved->cols;
}

void
native_decrc(struct native *n, const struct action *a)
{
    (void)a;
    restore_cursor(n);
}

static void
save_mode(struct native *n, bool set, const struct action *a)
{
    if (set) {
        decsc(n->terminal, a);
        return;
    }
    decrc(n->terminal, a);
    restore_cursor(n);
}

/* --- Screens ------------------------------------------------------------------------ */

static void
clear(struct native *n)
{
    struct screen *s = screen_of(n);
    screen_erase(s, (struct rect){ 0, 0, s->rows, s->cols }, native_erase_style(n),
                 false);
    native_single_lines(n, 0, s->rows);
}

static void
show_screen(struct native *n, bool alternate)
{
    qtty_cursor cursor = n->terminal->cursor;
    if (screen_switch(screen_of(n), alternate) != QTTY_OK)
        screen_of(n)->lost = true;
    native_move(n, cursor.row, cursor.col);
    n->terminal->cursor.pending_wrap = cursor.pending_wrap;
    n->joins = false;
}

/* 1047: the alternate screen is cleared when it is left. */
static void
alternate_1047(struct native *n, bool set)
{
    if (!set && screen_of(n)->on_alternate)
        clear(n);
    show_screen(n, set);
}

/* 1049: DECSC on the screen before, DECRC on the primary one after; cleared when it is
 * set, shown already or not (xterm). */
static void
alternate_1049(struct native *n, bool set, const struct action *a)
{
    if (set)
        decsc(n->terminal, a);
    show_screen(n, set);
    if (set) {
        clear(n);
    } else {
        decrc(n->terminal, a);
        restore_cursor(n);
    }
}

/* --- Modes -------------------------------------------------------------------------- */

/* Home, the whole screen as margins, no origin mode. */
static void
open_screen(struct native *n)
{
    terminal_reset_margins(n->terminal);
    n->terminal->modes.set[MODE_DECOM] = false;
    native_home(n);
}

/* Also where left and right margins begin (STD 070, DECLRMM; xterm). */
static void
single_width(struct native *n)
{
    struct screen *s = screen_of(n);
    for (uint32_t y = 0; y < s->rows; y++) {
        struct row *row = screen_active(s)[y];
        if (row->line != LINE_SINGLE)
            row->generation = ++s->generation;
        row->line = LINE_SINGLE;
    }
}

/* DECCOLM, where ?40 allows it: all but the width (the embedder's) changes. With DECNCSM
 * the text stays (VT510). */
static void
column_mode(struct native *n)
{
    if (!n->terminal->modes.set[MODE_ALLOW_DECCOLM])
        return;
    open_screen(n);
    if (n->terminal->modes.set[MODE_DECNCSM]) {
        single_width(n);
        return;
    }
    if (!screen_of(n)->on_alternate)
        screen_keep(screen_of(n));
    clear(n);
}

/* Mode 1046, reset, keeps the primary screen shown; 1048 goes with it (xterm). */
static void
screen_mode(struct native *n, uint32_t number, const struct action *a)
{
    bool set = a->final == 'h';
    if (!n->terminal->modes.set[MODE_ALLOW_ALTERNATE])
        return;
    switch (number) {
    case 47:
        show_screen(n, set);
        break;
    case 1047:
        alternate_1047(n, set);
        break;
    case 1048:
        save_mode(n, set, a);
        break;
    case 1049:
        alternate_1049(n, set, a);
        break;
    }
}

void
native_private_mode(struct native *n, const struct action *a)
{
    uint32_t number = a->params->value[0];
    switch (number) {
    case 2:
        n->single = 0;
        break;
    case 3:
        column_mode(n);
        break;
    case 6:
        native_home(n);
        break;
    case 69:
        if (n->terminal->modes.set[MODE_DECLRMM])
            single_width(n);
        break;
    case 1046:
        if (a->final == 'l')
            show_screen(n, false);
        break;
    case 2027: /* what was printed meanwhile was not watched */
        n->clusters = (struct grapheme_state){ 0, 0 };
        break;
    default:
        screen_mode(n, number, a);
    }
}

/* --- Margins ------------------------------------------------------------------------ */

/* Margins that make no sense are ignored, and do not home the cursor (xterm). */
static void
margins(struct native *n, const struct action *a, uint32_t size)
{
    if (param_or(a, 0, 1) < least(param_or(a, 1, size), size))
        native_home(n);
}

void
native_decstbm(struct native *n, const struct action *a)
{
    margins(n, a, screen_of(n)->rows);
}

void
native_decslrm(struct native *n, const struct action *a)
{
    if (n->terminal->modes.set[MODE_DECLRMM])
        margins(n, a, screen_of(n)->cols);
}

/* --- Resets ------------------------------------------------------------------------- */

void
native_decaln(struct native *n, const struct action *a)
{
    (void)a;
    struct screen *s = screen_of(n);
    native_home(n);
    native_single_lines(n, 0, s->rows);
    for (uint32_t y = 0; y < s->rows; y++)
        screen_active(s)[y]->soft_wrapped = false;
    screen_fill(s, (struct rect){ 0, 0, s->rows, s->cols },
                &(struct glyph){ 'E', 1, 0, 0, false });
    n->joins = false;
}

void
native_ris(struct native *n, const struct action *a)
{
    (void)a;
    struct screen *s = screen_of(n);
    show_screen(n, false);
    screen_drop_alternate(s);
    screen_keep(s);
    clear(n);
    native_move(n, 0, 0);
    n->single = 0;
    screen_end_view(s);
}

/* Of a single shift nothing is left (DECSTR; DECSCL is one). */
void
native_decstr(struct native *n, const struct action *a)
{
    (void)a;
    n->single = 0;
}
