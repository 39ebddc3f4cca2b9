/* Sequences that change state beside the cells: character sets, tab stops, margins,
 * what is saved, resets. The engine executes what they do to screen and cursor. */
#include "exec/handlers.h"

#include "exec/engine.h"

void
bel(struct terminal *t, const struct action *a)
{
    (void)a;
    terminal_event(t, QTTY_EVENT_BELL, 0, (qtty_span){ NULL, 0 });
}

/* --- Character sets ----------------------------------------------------------------- */

void
shift(struct terminal *t, const struct action *a)
{
    switch (a->final) {
    case 0x0E:
        t->charsets.gl = 1;
        break;
    case 0x0F:
        t->charsets.gl = 0;
        break;
    case 'n':
        t->charsets.gl = 2;
        break;
    case 'o':
        t->charsets.gl = 3;
        break;
    case '|':
        t->charsets.gr = 3;
        break;
    case '}':
        t->charsets.gr = 2;
        break;
    case '~':
        t->charsets.gr = 1;
        break;
    }
}

/* ( ) * + designate sets of 94 into G0 to G3, - . / sets of 96 into G1 to G3. An unknown
 * set changes nothing (xterm). */
void
scs(struct terminal *t, const struct action *a)
{
    uint8_t into = a->intermediates[0];
    bool of_96 = into >= '-';
    const struct charset *set =
        charset_find(of_96 ? 96 : 94, a->intermediates[1], a->final);
    if (set != NULL)
        t->charsets.designated[into - (of_96 ? ',' : '(')] = set->id;
}

void
deckpam(struct terminal *t, const struct action *a)
{
    t->modes.set[MODE_DECNKM] = a->final == '=';
}

/* --- Saving ------------------------------------------------------------------------- */

void
decsc(struct terminal *t, const struct action *a)
{
    (void)a;
    *terminal_saved(t) = (struct saved_state){
        .made = true,
        .row = t->cursor.row,
        .col = t->cursor.col,
        .cols = t->screen.cols,
        .pending_wrap = t->cursor.pending_wrap,
        .style = t->pen.style,
        .charsets = t->charsets,
        .protect = t->pen.protect,
        .origin = t->modes.set[MODE_DECOM],
    };
}

/* The position is the engine's to restore. */
void
decrc(struct terminal *t, const struct action *a)
{
    (void)a;
    const struct saved_state *saved = terminal_saved(t);
    t->pen.style = saved->style;
    t->pen.changed = true;
    t->pen.protect = saved->protect;
    t->charsets = saved->charsets;
    t->modes.set[MODE_DECOM] = saved->origin;
}

/* --- Tab stops ---------------------------------------------------------------------- */

void
hts(struct terminal *t, const struct action *a)
{
    (void)a;
    tabs_set(&t->tabs, t->cursor.col);
}

void
tbc(struct terminal *t, const struct action *a)
{
    switch (param_or(a, 0, 0)) {
    case 0:
        tabs_clear(&t->tabs, t->cursor.col);
        break;
    case 3:
        tabs_clear_all(&t->tabs);
        break;
    }
}

void
decst8c(struct terminal *t, const struct action *a)
{
    if (param_or(a, 0, 0) == 5)
        tabs_reset(&t->tabs);
}

/* --- Cursor style, protection, extent, level ---------------------------------------- */

/* 0 and 1: blinking block, 2 block, 3 and 4 underline, 5 and 6 bar (xterm); odd ones
 * blink. */
void
decscusr(struct terminal *t, const struct action *a)
{
    uint32_t style = param_or(a, 0, 0);
    if (style > 6)
        return;
    t->cursor_style = style;
    uint32_t shape = style == 0 ? 0 : (style - 1) / 2;
    t->cursor.shape = (qtty_cursor_shape)shape;
    t->cursor.blink = style == 0 || style % 2 == 1;
    t->modes.set[MODE_CURSOR_BLINK] = t->cursor.blink;
}

/* Which erasing leaves protected cells is a matter of the terminal, not of the cell: of
 * the kind of protection that was used last (xterm). */
void
decsca(struct terminal *t, const struct action *a)
{
    uint32_t value = param_or(a, 0, 0);
    if (value > 2)
        return;
    t->pen.protect = value == 1;
    t->pen.changed = true;
    t->pen.guards = false;
}

/* EPA ends the area; what was guarded stays so. 8-bit controls are 0x40 higher. */
void
spa(struct terminal *t, const struct action *a)
{
    bool starts = a->final == 'V' || a->final == 'V' + 0x40;
    t->pen.protect = starts;
    t->pen.changed = true;
    t->pen.guards = t->pen.guards || starts;
}

void
decsace(struct terminal *t, const struct action *a)
{
    uint32_t value = param_or(a, 0, 0);
    if (value <= 2)
        t->extent = value;
}

/* Setting a level resets as DECSTR does: so DEC STD 070, the VT220's manual and xterm;
 * the manuals of the VT320 to VT520 say RIS. The second parameter selects 7-bit controls
 * in replies where it is 1, 8-bit ones where it is 0, 2 or missing. */
void
decscl(struct terminal *t, const struct action *a)
{
    uint32_t level = param_or(a, 0, 0);
    if (level < 61 || level > 65)
        return;
    terminal_soft_reset(t);
    uint32_t controls = param_or(a, 1, 0);
    if (controls <= 2)
        t->eight_bit = controls != 1;
    terminal_set_level(t, level - 60);
}

/* S7C1T, S8C1T */
void
s8c1t(struct terminal *t, const struct action *a)
{
    t->eight_bit = a->final == 'G';
}

/* --- Margins ------------------------------------------------------------------------ */

/* Both ends of a margin, to inclusive 0-based. @return false: not a margin of two or
 * more, which is ignored, as xterm does. */
static bool
margin_of(const struct action *a, uint32_t size, uint32_t *first, uint32_t *last)
{
    uint32_t from = param_or(a, 0, 1);
    uint32_t to = param_or(a, 1, size);
    if (to > size)
        to = size;
    if (from >= to)
        return false;
    *first = from - 1;
    *last = to - 1;
    return true;
}

void
decstbm(struct terminal *t, const struct action *a)
{
    margin_of(a, t->screen.rows, &t->margins.top, &t->margins.bottom);
}

/* Without DECLRMM the sequence is SCOSC, "save cursor". */
void
decslrm(struct terminal *t, const struct action *a)
{
    if (t->modes.set[MODE_DECLRMM])
        margin_of(a, t->screen.cols, &t->margins.left, &t->margins.right);
    else
        decsc(t, a);
}

/* ED of all, or from home on: what is written then continues nothing that left by the
 * top. */
void
page_begins(struct terminal *t, const struct action *a)
{
    bool at_home = t->cursor.row == 0 && t->cursor.col == 0;
    uint32_t what = param_or(a, 0, 0);
    if (what == 2 || (what == 0 && at_home))
        screen_cut_above(&t->screen);
}

/* HP's memory lock, as xterm has it: the top margin at the cursor's row, or at the first.
 * One that leaves no two rows is ignored. The cursor stays. */
void
memory_lock(struct terminal *t, const struct action *a)
{
    uint32_t top = a->final == 'l' ? t->cursor.row : 0;
    if (top < t->margins.bottom)
        t->margins.top = top;
}

/* --- Resets ------------------------------------------------------------------------- */

void
decaln(struct terminal *t, const struct action *a)
{
    (void)a;
    screen_cut_above(&t->screen);
    terminal_reset_margins(t);
    t->modes.set[MODE_DECOM] = false;
}

void
decstr(struct terminal *t, const struct action *a)
{
    (void)a;
    terminal_soft_reset(t);
}

/* DECCOLM begins reset: 132 columns that output had by mode 40 are 80 again (xterm). */
void
ris(struct terminal *t, const struct action *a)
{
    (void)a;
    bool wide = t->modes.set[MODE_DECCOLM] && t->modes.set[MODE_ALLOW_DECCOLM];
    terminal_reset(t);
    if (wide)
        window_want(t, t->screen.rows, 80);
}
