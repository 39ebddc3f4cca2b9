/* Sequences for libtsm: those that it has are forwarded, within the guard's limits;
 * those that it has not are said with others, or are gaps. Where libtsm 4.0.2 departs
 * from xterm and a cursor motion mends it, it is told that motion. */
#include "adapter/libtsm_state.h"

#include <stdio.h>
#include <string.h>

void
libtsm_forward(struct libtsm *v, const struct action *a)
{
    uint8_t bytes[GUARD_SEQUENCE_MAX];
    tsm_vte_input(v->vte, (const char *)bytes, guard_sequence(a, bytes));
}

void
libtsm_order(struct libtsm *v, const char *sequence)
{
    tsm_vte_input(v->vte, sequence, strlen(sequence));
}

/* A control sequence with one parameter. */
static void
order_count(struct libtsm *v, char final, uint32_t count)
{
    char sequence[32];
    snprintf(sequence, sizeof sequence, "\x1b[%u%c", (unsigned)count, final);
    libtsm_order(v, sequence);
}

/* A cursor in pending wrap stands in the last column. */
void
libtsm_settle(struct libtsm *v)
{
    if (libtsm_pending(v))
        libtsm_put_cursor(v, libtsm_row(v), tsm_rows(v)->cols - 1);
}

static void
forward_settled(struct libtsm *v, const struct action *a)
{
    libtsm_settle(v);
    libtsm_forward(v, a);
}

/* --- Motion ------------------------------------------------------------------------- */

/* libtsm adds the origin to a row that is the screen's own: so origin mode is off. */
static void
in_screen_rows(struct libtsm *v, char final, uint32_t count)
{
    unsigned origin = tsm_screen_get_flags(v->screen) & TSM_SCREEN_REL_ORIGIN;
    tsm_screen_reset_flags(v->screen, origin);
    order_count(v, final, count);
    tsm_screen_set_flags(v->screen, origin);
}

/* In the last column a tabulation keeps the pending wrap (xterm). */
static void
tabulate(struct libtsm *v, const struct action *a)
{
    if (!libtsm_pending(v))
        libtsm_forward(v, a);
}

/* Whole rows shift, in libtsm and here, where they keep their ids. */
static void
scroll(struct libtsm *v, const struct action *a, uint32_t top, int32_t up, bool keep)
{
    const struct terminal *t = v->terminal;
    struct rect area = { top, 0, t->margins.bottom + 1, t->screen.cols };
    uint16_t style = libtsm_erase_style(v);
    libtsm_forward(v, a);
    screen_scroll(tsm_rows(v), area, up, 0, style, keep);
    v->age = 0; /* that it did is a guess: all is read */
    v->stale = true;
    v->joins = false;
}

/* Below the margins nothing scrolls, where libtsm would scroll what is between them. */
static void
line_down(struct libtsm *v, const struct action *a, bool returns)
{
    const struct terminal *t = v->terminal;
    uint32_t row = libtsm_row(v);
    libtsm_settle(v);
    if (row == t->margins.bottom)
        scroll(v, a, t->margins.top, 1, true);
    else if (row + 1 < t->screen.rows)
        libtsm_forward(v, a);
    else if (returns)
        libtsm_order(v, "\r");
}

static void
line_up(struct libtsm *v, const struct action *a)
{
    const struct terminal *t = v->terminal;
    uint32_t row = libtsm_row(v);
    libtsm_settle(v);
    if (row == t->margins.top)
        scroll(v, a, row, -1, false);
    else if (row > 0)
        libtsm_forward(v, a);
}

/* CNL, CPL, HPA, HPR, HPB, VPB: libtsm has none of them, but what they are made of. */
static bool
composed(struct libtsm *v, enum sequence_id id, uint32_t count)
{
    switch (id) {
    case SEQ_CNL:
    case SEQ_CPL:
        order_count(v, id == SEQ_CNL ? 'B' : 'A', count);
        libtsm_order(v, "\r");
        return true;
    case SEQ_CHA:
    case SEQ_HPA:
        in_screen_rows(v, 'G', count);
        return true;
    case SEQ_VPR:
        in_screen_rows(v, 'e', count);
        return true;
    case SEQ_HPR:
        order_count(v, 'C', count);
        return true;
    case SEQ_HPB:
        order_count(v, 'D', count);
        return true;
    case SEQ_VPB:
        in_screen_rows(v, 'd', libtsm_row(v) + 1 - libtsm_least(count, libtsm_row(v)));
        return true;
    default:
        return false;
    }
}

static void
motion(struct libtsm *v, enum sequence_id id, const struct action *a)
{
    switch (id) {
    case SEQ_LF:
    case SEQ_VT:
    case SEQ_FF:
        line_down(v, a, v->terminal->modes.set[MODE_LNM]);
        break;
    case SEQ_IND:
    case SEQ_NEL:
        line_down(v, a, id == SEQ_NEL);
        break;
    case SEQ_RI:
        line_up(v, a);
        break;
    case SEQ_HT:
    case SEQ_CHT:
        tabulate(v, a);
        break;
    case SEQ_BS:
    case SEQ_CR:
    case SEQ_CUU:
    case SEQ_CUD:
    case SEQ_CUF:
    case SEQ_CUB:
    case SEQ_CUP:
    case SEQ_HVP:
    case SEQ_VPA:
    case SEQ_CBT:
        forward_settled(v, a);
        break;
    default:
        if (a->kind == ACTION_CSI)
            (void)composed(v, id, libtsm_least(param_or(a, 0, 1), GUARD_PARAM_MAX));
    }
}

/* --- Erasing and shifting ----------------------------------------------------------- */

/* What is erased no longer continues on the next row, which libtsm does not know of: so
 * the area is erased here too. The cells that are read back are libtsm's. */
static void
erase(struct libtsm *v, const struct action *a, struct rect area)
{
    bool selective = a->marker == '?';
    uint16_t style = libtsm_erase_style(v);
    forward_settled(v, a);
    screen_erase(tsm_rows(v), area, style, selective);
    v->age = 0;
    v->stale = true;
}

static void
erase_in_line(struct libtsm *v, const struct action *a)
{
    uint32_t row = libtsm_row(v), col = libtsm_col(v), cols = tsm_rows(v)->cols;
    uint32_t what = param_or(a, 0, 0);
    struct rect area = { row, what == 0 ? col : 0, row + 1, what == 1 ? col + 1 : cols };
    if (what > 2)
        return;
    libtsm_settle(v);
    erase(v, a, area);
}

static void
erase_characters(struct libtsm *v, const struct action *a)
{
    uint32_t row = libtsm_row(v), col = libtsm_col(v);
    uint32_t count = libtsm_least(param_or(a, 0, 1), tsm_rows(v)->cols - col);
    erase(v, a, (struct rect){ row, col, row + 1, col + count });
}

/* DCH brings halves of two wide clusters together, which would pass for one: so those
 * that it cuts are blanks before. */
static void
split(struct libtsm *v, uint32_t row, uint32_t col)
{
    struct row *cells = screen_active(tsm_rows(v))[row];
    if (col >= tsm_rows(v)->cols || row_cell(cells, col).kind != CELL_SPACER)
        return;
    row_split(cells, col);
    libtsm_write_cell(v, row, col - 1);
    libtsm_write_cell(v, row, col);
}

/* ICH, DCH: in libtsm and here, where the halves of wide clusters have their styles. */
static void
shift_cells(struct libtsm *v, const struct action *a, bool insert)
{
    uint32_t row = libtsm_row(v), col = libtsm_col(v), cols = tsm_rows(v)->cols;
    struct rect area = { row, col, row + 1, cols };
    int32_t count = (int32_t)libtsm_least(param_or(a, 0, 1), cols - col);
    uint16_t style = libtsm_erase_style(v);
    libtsm_settle(v);
    split(v, row, col);
    if (!insert)
        split(v, row, col + (uint32_t)count);
    libtsm_forward(v, a);
    screen_scroll(tsm_rows(v), area, 0, insert ? -count : count, style, false);
    v->age = 0;
    v->stale = true;
}

/* The cursor's row is erased by the part of it that is before or behind the cursor. */
static void
erase_in_display(struct libtsm *v, const struct action *a)
{
    struct screen *s = tsm_rows(v);
    uint32_t row = libtsm_row(v), col = libtsm_col(v), what = param_or(a, 0, 0);
    struct rect rows = { what == 0 ? row + 1 : 0, 0, what == 1 ? row : s->rows, s->cols };
    struct rect part = { row, what == 0 ? col : 0, row + 1,
                         what == 1 ? col + 1 : s->cols };
    bool selective = a->marker == '?';
    if (what == 3 && !selective)
        screen_end_view(s);
    if (what > 2)
        return;
    if (what == 2 && !selective && !s->on_alternate)
        screen_keep(s);
    erase(v, a, rows);
    if (what != 2)
        screen_erase(s, part, 0, selective);
}

static void
shift_lines(struct libtsm *v, const struct action *a, bool insert)
{
    const struct margins *m = &v->terminal->margins;
    uint32_t row = libtsm_row(v);
    int32_t count = (int32_t)libtsm_least(param_or(a, 0, 1), tsm_rows(v)->rows);
    if (row >= m->top && row <= m->bottom)
        scroll(v, a, row, insert ? -count : count, false);
}

static void
shift_screen(struct libtsm *v, const struct action *a, bool up)
{
    int32_t count = (int32_t)libtsm_least(param_or(a, 0, 1), tsm_rows(v)->rows);
    if (up || a->params->count <= 1) /* else xterm's highlight tracking */
        scroll(v, a, v->terminal->margins.top, up ? count : -count, up);
}

static void
editing(struct libtsm *v, enum sequence_id id, const struct action *a)
{
    switch (id) {
    case SEQ_ED:
    case SEQ_DECSED:
        erase_in_display(v, a);
        break;
    case SEQ_EL:
    case SEQ_DECSEL:
        erase_in_line(v, a);
        break;
    case SEQ_ECH:
        erase_characters(v, a);
        break;
    case SEQ_ICH:
    case SEQ_DCH:
        shift_cells(v, a, id == SEQ_ICH);
        break;
    case SEQ_IL:
    case SEQ_DL:
        shift_lines(v, a, id == SEQ_IL);
        break;
    case SEQ_SU:
    case SEQ_SD:
        shift_screen(v, a, id == SEQ_SU);
        break;
    case SEQ_REP:
        libtsm_repeat(v, a);
        break;
    default:
        motion(v, id, a);
    }
}

/* --- Dispatch ----------------------------------------------------------------------- */

static void
dispatch(struct libtsm *v, enum sequence_id id, const struct action *a)
{
    switch (id) {
    case SEQ_HTS:
    case SEQ_TBC:
    case SEQ_DECST8C:
        libtsm_write_tabs(v);
        break;
    case SEQ_SS2:
    case SEQ_SS3:
        v->single = id == SEQ_SS2 ? 2 : 3;
        break;
    default:
        if (!libtsm_mode_op(v, id, a))
            editing(v, id, a);
    }
}

bool
libtsm_executes(enum sequence_id id)
{
    switch (id) {
    case SEQ_HP_LOCK:
    case SEQ_HP_UNLOCK:
    case SEQ_DECBI:
    case SEQ_DECFI:
    case SEQ_DECIC:
    case SEQ_DECDC:
    case SEQ_SL:
    case SEQ_SR:
    case SEQ_DECSWL:
    case SEQ_DECDWL:
    case SEQ_DECDHL:
    case SEQ_DECDHL_TOP:
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
libtsm_execute(void *self, const struct sequence *s, const struct action *a)
{
    struct libtsm *v = self;
    dispatch(v, s->id, a);
    if (v->stale)
        libtsm_read(v);
    v->last = 0;
    libtsm_follow_cursor(v);
    return QTTY_OK;
}
