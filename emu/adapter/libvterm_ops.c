/* Sequences for libvterm: most are forwarded as they are, within the guard's limits.
 * Where libvterm 0.1.4 departs from xterm and a cursor motion mends it, it is told
 * that motion. */
#include "adapter/libvterm_state.h"

#include "exec/handlers.h"
#include <stdio.h>

static void
forward(struct libvterm *v, const struct action *a)
{
    uint8_t bytes[GUARD_SEQUENCE_MAX];
    libvterm_command(v, bytes, guard_sequence(a, bytes));
}

static uint32_t
least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* A cursor in pending wrap stands in the last column: libvterm's own may be left of
 * it. */
static void
settle(struct libvterm *v)
{
    const qtty_cursor *cursor = &v->terminal->cursor;
    if (cursor->pending_wrap)
        libvterm_put_cursor(v, cursor->row, cursor->col);
}

static void
forward_settled(struct libvterm *v, const struct action *a)
{
    settle(v);
    forward(v, a);
}

/* Line feeds and SU move rows into the scrollback; DL at the top does not (xterm). */
static void
forward_keeping(struct libvterm *v, const struct action *a)
{
    v->keeps = true;
    forward(v, a);
    v->keeps = false;
}

/* --- Motion ------------------------------------------------------------------------- */

/* CUU and CUD stop at a margin, also of an area that they are not in (xterm). */
static void
vertical(struct libvterm *v, const struct action *a, bool up)
{
    const struct terminal *t = v->terminal;
    uint32_t row = t->cursor.row, count = param_or(a, 0, 1);
    uint32_t top = row >= t->margins.top ? t->margins.top : 0;
    uint32_t bottom = row <= t->margins.bottom ? t->margins.bottom : t->screen.rows - 1;
    row = up ? row - least(count, row - top) : row + least(count, bottom - row);
    libvterm_put_cursor(v, row, t->cursor.col);
}

/* Columns that the cursor can move over to the left and to the right. */
static uint32_t
left_edge(const struct terminal *t)
{
    return t->modes.set[MODE_DECLRMM] && t->cursor.col >= t->margins.left
               ? t->margins.left
               : 0;
}

static uint32_t
right_edge(const struct libvterm *v)
{
    const struct terminal *t = v->terminal;
    return t->modes.set[MODE_DECLRMM] && t->cursor.col <= t->margins.right
               ? t->margins.right
               : libvterm_columns(v, t->cursor.row) - 1;
}

static void
horizontal(struct libvterm *v, const struct action *a, bool left)
{
    const struct terminal *t = v->terminal;
    uint32_t col = t->cursor.col, count = param_or(a, 0, 1);
    col = left ? col - least(count, col - left_edge(t))
               : col + least(count, right_edge(v) - col);
    libvterm_put_cursor(v, t->cursor.row, col);
}

static void
carriage_return(struct libvterm *v)
{
    uint32_t left = left_edge(v->terminal);
    if (left != 0 || v->phantom)
        libvterm_put_cursor(v, v->terminal->cursor.row, left);
    else
        libvterm_order(v, "\r");
}

/* --- Erasing and shifting lines ----------------------------------------------------- */

static void
ed(struct libvterm *v, const struct action *a)
{
    uint32_t what = param_or(a, 0, 0);
    if (what == 3)
        screen_end_view(screen_of(v));
    else if (what == 2 && !screen_of(v)->on_alternate)
        screen_keep(screen_of(v));
    if (what <= 2)
        forward_settled(v, a);
}

static bool
inside_margins(const struct terminal *t)
{
    bool columns =
        !t->modes.set[MODE_DECLRMM]
        || (t->cursor.col >= t->margins.left && t->cursor.col <= t->margins.right);
    return columns && t->cursor.row >= t->margins.top
           && t->cursor.row <= t->margins.bottom;
}

/* IL and DL move the cursor to the left margin; outside the margins they do nothing. */
static void
shift_lines(struct libvterm *v, const struct action *a)
{
    if (!inside_margins(v->terminal))
        return;
    forward(v, a);
    carriage_return(v);
}

/* --- Margins ------------------------------------------------------------------------ */

/* libvterm homes the cursor also when the margins make no sense; xterm ignores those. It
 * takes a 0 for the last one as no margins at all. */
static void
margins(struct libvterm *v, const struct action *a, uint32_t size)
{
    uint32_t first = param_or(a, 0, 1), last = least(param_or(a, 1, size), size);
    char sequence[32];
    if (first >= last)
        return;
    snprintf(sequence, sizeof sequence, "\x1b[%u;%u%c", (unsigned)first, (unsigned)last,
             a->final);
    libvterm_order(v, sequence);
}

/* Home, the whole screen as margins, no origin mode. */
static void
open_screen(struct libvterm *v)
{
    terminal_reset_margins(v->terminal);
    v->terminal->modes.set[MODE_DECOM] = false;
    libvterm_order(v, "\x1b[?6l\x1b[r\x1b[s\x1b[H");
    v->origin = false;
}

void
libvterm_drop_margins(struct libvterm *v)
{
    qtty_cursor cursor = v->terminal->cursor;
    open_screen(v);
    libvterm_put_cursor(v, cursor.row, cursor.col);
}

/* DECLRMM off: the margins are gone too, which libvterm keeps for the next time. */
static void
side_margin_mode(struct libvterm *v)
{
    if (v->terminal->modes.set[MODE_DECLRMM]) {
        libvterm_order(v, "\x1b[?69h");
        return;
    }
    libvterm_order(v, "\x1b[s\x1b[?69l");
    libvterm_put_cursor(v, v->terminal->cursor.row, v->terminal->cursor.col);
}

/* --- Saved cursor, screens ---------------------------------------------------------- */

/* libvterm's phantom is set by a glyph in the last column: one that is not drawn. */
static void
pend_wrap(struct libvterm *v)
{
    bool inserts = v->terminal->modes.set[MODE_IRM];
    if (inserts)
        libvterm_order(v, "\x1b[4l");
    v->muted = true;
    libvterm_feed_text(v, "x", 1);
    v->muted = false;
    if (inserts)
        libvterm_order(v, "\x1b[4h");
}

/* DEC Special Graphics, or ASCII: it has few of the others. */
static void
designate(struct libvterm *v)
{
    const struct charsets *sets = &v->terminal->charsets;
    for (uint8_t i = 0; i < 4; i++) {
        uint8_t set = sets->designated[i] == CHARSET_GRAPHICS ? '0' : 'B';
        uint8_t bytes[] = { 0x1B, (uint8_t)('(' + i), set };
        libvterm_command(v, bytes, sizeof bytes);
    }
}

/* Character sets in libvterm as the terminal has them. */
static void
invoke_charsets(struct libvterm *v)
{
    static const char *const shifts[] = { "\x0F", "\x0E", "\033n", "\033o" };
    designate(v);
    libvterm_order(v, shifts[v->terminal->charsets.gl]);
    v->single = 0;
}

/* libvterm's DECSTR leaves origin mode, margins and protection as they are. The
 * terminal's own state is reset already. */
static void
soft_reset(struct libvterm *v)
{
    bool pending = v->phantom;
    libvterm_drop_margins(v);
    libvterm_order(v, "\x1b[?69l\x1b[0\"q\x1b[!p\x1b[4l\x1b[?7h");
    invoke_charsets(v);
    if (pending)
        pend_wrap(v);
}

/* libvterm has one slot for both screens, without origin mode and pending wrap: so the
 * terminal keeps what is saved. The screen may be smaller now. */
static void
restore_cursor(struct libvterm *v)
{
    struct terminal *t = v->terminal;
    const struct saved_state *saved = terminal_saved(t);
    uint32_t row = least(saved->row, t->screen.rows - 1);
    uint32_t last = libvterm_columns(v, row) - 1;
    libvterm_put_cursor(v, row, least(saved->col, last));
    invoke_charsets(v);
    if (saved->pending_wrap && saved->col >= last)
        pend_wrap(v);
}

static void
save_mode(struct libvterm *v, bool set, const struct action *a)
{
    if (set) {
        decsc(v->terminal, a);
        return;
    }
    decrc(v->terminal, a);
    restore_cursor(v);
}

/* libvterm clears the alternate screen whenever it is shown; mode 47 does not (xterm). */
static void
show_screen(struct libvterm *v, bool alternate, bool clears)
{
    v->muted = !clears;
    libvterm_order(v, alternate ? "\x1b[?1047h" : "\x1b[?1047l");
    v->muted = false;
}

/* 1049: DECSC on the screen before, DECRC on the primary one after; libvterm clears it,
 * shown already or not. */
static void
alternate_screen(struct libvterm *v, bool set, const struct action *a)
{
    if (set)
        decsc(v->terminal, a);
    show_screen(v, set, true);
    if (!set) {
        decrc(v->terminal, a);
        restore_cursor(v);
    }
}

/* --- Modes -------------------------------------------------------------------------- */

/* DECCOLM, where ?40 allows it: all but the width (the embedder's) changes. */
static void
column_mode(struct libvterm *v)
{
    if (!v->terminal->modes.set[MODE_ALLOW_DECCOLM])
        return;
    if (!screen_of(v)->on_alternate)
        screen_keep(screen_of(v));
    open_screen(v);
    libvterm_order(v, "\x1b[2J");
    v->phantom = v->put = false;
}

static void
private_mode(struct libvterm *v, uint32_t number, const struct action *a)
{
    bool set = a->final == 'h';
    switch (number) {
    case 3:
        column_mode(v);
        break;
    case 6:
        libvterm_order(v, set ? "\x1b[?6h" : "\x1b[?6l");
        v->origin = set;
        break;
    case 7:
        if (!set) /* libvterm would still wrap once */
            settle(v);
        libvterm_order(v, set ? "\x1b[?7h" : "\x1b[?7l");
        break;
    case 47:
        show_screen(v, set, false);
        break;
    case 69:
        side_margin_mode(v);
        break;
    case 1047:
        if (!set && screen_of(v)->on_alternate)
            libvterm_order(v, "\x1b[2J"); /* it is cleared when it is left */
        show_screen(v, set, false);
        break;
    case 1048:
        save_mode(v, set, a);
        break;
    case 1049:
        alternate_screen(v, set, a);
        break;
    }
}

/* One mode: the emulator takes lists apart. */
static void
mode(struct libvterm *v, const struct action *a)
{
    bool set = a->final == 'h';
    uint32_t number = a->params->value[0];
    if (a->marker == '?')
        private_mode(v, number, a);
    else if (number == 4)
        libvterm_order(v, set ? "\x1b[4h" : "\x1b[4l");
    else if (number == 20)
        libvterm_order(v, set ? "\x1b[20h" : "\x1b[20l");
}

/* --- The rest ----------------------------------------------------------------------- */

static void
align(struct libvterm *v, const struct action *a)
{
    open_screen(v);
    screen_of(v)->pen.style = screen_of(v)->pen.link = 0;
    v->terminal->pen.changed = true;
    forward(v, a);
    for (uint32_t row = 0; row < screen_of(v)->rows; row++)
        screen_active(screen_of(v))[row]->soft_wrapped = false;
    v->phantom = v->put = false;
}

static void
reset(struct libvterm *v, const struct action *a)
{
    show_screen(v, false, false);
    screen_drop_alternate(screen_of(v));
    screen_keep(screen_of(v));
    forward(v, a);
    v->phantom = v->put = false;
    v->single = 0;
    v->origin = false;
    screen_end_view(screen_of(v));
}

static void
motion(struct libvterm *v, enum sequence_id id, const struct action *a)
{
    switch (id) {
    case SEQ_CUU:
    case SEQ_CUD:
        vertical(v, a, id == SEQ_CUU);
        break;
    case SEQ_CUF:
    case SEQ_CUB:
        horizontal(v, a, id == SEQ_CUB);
        break;
    case SEQ_CR:
        carriage_return(v);
        break;
    case SEQ_LF:
    case SEQ_VT:
    case SEQ_FF:
    case SEQ_IND:
    case SEQ_NEL:
        settle(v);
        forward_keeping(v, a);
        break;
    case SEQ_CNL:
    case SEQ_CPL:
    case SEQ_CHA:
    case SEQ_CUP:
    case SEQ_HPA:
    case SEQ_HPR:
    case SEQ_HPB:
    case SEQ_VPA:
    case SEQ_VPR:
    case SEQ_VPB:
    case SEQ_HVP:
    case SEQ_BS:
    case SEQ_CBT:
        forward_settled(v, a);
        break;
    case SEQ_HT:
    case SEQ_CHT: /* in the last column they keep the pending wrap */
        if (!v->phantom)
            forward(v, a);
        break;
    default:
        forward(v, a);
    }
}

static void
editing(struct libvterm *v, enum sequence_id id, const struct action *a)
{
    switch (id) {
    case SEQ_ED:
        ed(v, a);
        break;
    case SEQ_DECSED:
    case SEQ_EL:
    case SEQ_DECSEL:
        if (param_or(a, 0, 0) <= 2)
            forward_settled(v, a);
        break;
    case SEQ_ECH:
    case SEQ_ICH:
    case SEQ_DCH:
    case SEQ_RI:
        forward_settled(v, a);
        break;
    case SEQ_IL:
    case SEQ_DL:
        shift_lines(v, a);
        break;
    case SEQ_SU:
        forward_keeping(v, a);
        break;
    case SEQ_REP:
        libvterm_repeat(v, a);
        break;
    default:
        motion(v, id, a);
    }
}

/* HTS and TBC are for the last column where the wrap is pending, and keep it. */
static void
tab_stop(struct libvterm *v, const struct action *a)
{
    bool pending = v->phantom;
    forward_settled(v, a);
    if (pending)
        pend_wrap(v);
}

static void
dispatch(struct libvterm *v, enum sequence_id id, const struct action *a)
{
    switch (id) {
    case SEQ_HTS:
    case SEQ_TBC:
        tab_stop(v, a);
        break;
    case SEQ_DECSTBM:
        margins(v, a, screen_of(v)->rows);
        break;
    case SEQ_DECSLRM:
        if (v->terminal->modes.set[MODE_DECLRMM])
            margins(v, a, screen_of(v)->cols);
        break;
    case SEQ_SCORC:
    case SEQ_DECRC:
        restore_cursor(v);
        break;
    case SEQ_SM:
    case SEQ_RM:
    case SEQ_DECSET:
    case SEQ_DECRST:
        mode(v, a);
        break;
    case SEQ_SCS_G0:
    case SEQ_SCS_G1:
    case SEQ_SCS_G2:
    case SEQ_SCS_G3:
    case SEQ_SCS_G1_96:
    case SEQ_SCS_G2_96:
    case SEQ_SCS_G3_96:
        designate(v);
        break;
    case SEQ_DECSCL:
    case SEQ_DECSTR:
        soft_reset(v);
        break;
    case SEQ_SS2:
    case SEQ_SS3:
        v->single = a->kind == ACTION_CONTROL ? (uint8_t)(a->final - 0x40) : a->final;
        break;
    case SEQ_DECDWL:
    case SEQ_DECDHL:
    case SEQ_DECDHL_TOP:
        if (screen_of(v)->cols > 1)
            forward(v, a);
        break;
    case SEQ_DECALN:
        align(v, a);
        break;
    case SEQ_RIS:
        reset(v, a);
        break;
    case SEQ_DECSC: /* the terminal keeps it */
        break;
    default:
        editing(v, id, a);
    }
}

bool
libvterm_executes(enum sequence_id id)
{
    switch (id) {
    case SEQ_DECBI:
    case SEQ_DECFI:
    case SEQ_DECST8C:
    case SEQ_HP_LOCK:
    case SEQ_HP_UNLOCK:
    case SEQ_SL:
    case SEQ_SR:
    case SEQ_DECCARA:
    case SEQ_DECRARA:
    case SEQ_DECCRA:
    case SEQ_DECFRA:
    case SEQ_DECERA:
    case SEQ_DECSERA:
        return false;
    default:
        return true;
    }
}

qtty_status
libvterm_execute(void *self, const struct sequence *s, const struct action *a)
{
    struct libvterm *v = self;
    dispatch(v, s->id, a);
    v->last = 0;
    libvterm_follow_cursor(v);
    return libvterm_outcome(v);
}
