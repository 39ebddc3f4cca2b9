/* Where the cursor goes. A motion ends pending wrap, but tabulation. Counted motions stop
 * at a margin, also when they start outside the margins' rows; addressed ones count from
 * the margins in origin mode (DEC STD 070; xterm). */
#include "native/native.h"

uint32_t
native_left_edge(const struct native *n)
{
    const struct terminal *t = n->terminal;
    return native_has_sides(n) && t->cursor.col >= t->margins.left ? t->margins.left : 0;
}

bool
native_between_sides(const struct native *n)
{
    const struct terminal *t = n->terminal;
    return !native_has_sides(n)
           || (t->cursor.col >= t->margins.left && t->cursor.col <= t->margins.right);
}

bool
native_inside(const struct native *n)
{
    const struct terminal *t = n->terminal;
    return native_between_sides(n) && t->cursor.row >= t->margins.top
           && t->cursor.row <= t->margins.bottom;
}

/* --- Up and down -------------------------------------------------------------------- */

/* Rows that leave at the top go into the scrollback, never with side margins (xterm). */
void
native_index(struct native *n)
{
    struct terminal *t = n->terminal;
    t->cursor.pending_wrap = false;
    if (t->cursor.row != t->margins.bottom) {
        if (t->cursor.row + 1 < t->screen.rows)
            native_move(n, t->cursor.row + 1, t->cursor.col);
    } else if (!native_has_sides(n)) {
        screen_feed(&t->screen, t->margins.top, t->margins.bottom + 1,
                    native_erase_style(n));
        n->joins = false;
    } else if (native_between_sides(n)) {
        screen_scroll(&t->screen, native_area(n), 1, 0, native_erase_style(n), false);
        n->joins = false;
    }
}

void
native_reverse_index(struct native *n)
{
    struct terminal *t = n->terminal;
    t->cursor.pending_wrap = false;
    if (t->cursor.row != t->margins.top) {
        if (t->cursor.row > 0)
            native_move(n, t->cursor.row - 1, t->cursor.col);
    } else if (native_between_sides(n)) {
        screen_scroll(&t->screen, native_area(n), -1, 0, native_erase_style(n), false);
        n->joins = false;
    }
}

static void
up(struct native *n, uint32_t count)
{
    const struct terminal *t = n->terminal;
    uint32_t top = t->cursor.row >= t->margins.top ? t->margins.top : 0;
    native_move(n, t->cursor.row - least(count, t->cursor.row - top), t->cursor.col);
}

static void
down(struct native *n, uint32_t count)
{
    const struct terminal *t = n->terminal;
    uint32_t bottom =
        t->cursor.row <= t->margins.bottom ? t->margins.bottom : t->screen.rows - 1;
    native_move(n, t->cursor.row + least(count, bottom - t->cursor.row), t->cursor.col);
}

/* --- Left and right ----------------------------------------------------------------- */

void
native_carriage_return(struct native *n)
{
    qtty_cursor *c = &n->terminal->cursor;
    c->col = native_left_edge(n);
    c->pending_wrap = false;
}

static void
right(struct native *n, uint32_t count)
{
    const qtty_cursor *c = &n->terminal->cursor;
    native_move(n, c->row, c->col + least(count, native_right_edge(n) - c->col));
}

/* Does the row above continue on this one? */
static bool
continues_above(const struct native *n)
{
    uint32_t row = n->terminal->cursor.row;
    return row > 0 && screen_active(screen_of(n))[row - 1]->soft_wrapped;
}

static bool
has_reverse_wrap(const struct native *n)
{
    const struct modes *m = &n->terminal->modes;
    return m->set[MODE_DECAWM]
           && (m->set[MODE_REVERSE_WRAP] || m->set[MODE_REVERSE_WRAP_ANY]);
}

/* Reverse wrap: ?45 goes back over soft-wrapped rows only, ?1045 over any, and from the
 * top margin to the bottom one (xterm 383 and later). Above the margins it ends in the
 * first row, where xterm leaves the screen. Both need autowrap.
 * @return false: the cursor stays. */
static bool
wrap_back(struct native *n)
{
    struct terminal *t = n->terminal;
    bool any = t->modes.set[MODE_REVERSE_WRAP_ANY];
    if (!has_reverse_wrap(n))
        return false;
    bool at_top = t->cursor.row == t->margins.top;
    if (!any && (at_top || !continues_above(n)))
        return false;
    if (!at_top && t->cursor.row == 0)
        return false;
    uint32_t row = at_top ? t->margins.bottom : t->cursor.row - 1;
    uint32_t last = native_columns(n, row) - 1;
    native_move(n, row, native_has_sides(n) ? least(t->margins.right, last) : last);
    return true;
}

/* With reverse wrap the pending wrap is a column of its own, left by the first step. */
static void
left(struct native *n, uint32_t count)
{
    struct terminal *t = n->terminal;
    count = least(count, t->screen.rows * t->screen.cols);
    if (t->cursor.pending_wrap && has_reverse_wrap(n))
        count--;
    t->cursor.pending_wrap = false;
    for (;;) {
        uint32_t edge = native_left_edge(n);
        uint32_t steps = least(count, t->cursor.col - edge);
        native_move(n, t->cursor.row, t->cursor.col - steps);
        count -= steps;
        if (count == 0 || !wrap_back(n))
            return;
        count--;
    }
}

/* --- Tabulation --------------------------------------------------------------------- */

/* Mode 41, for programs that take the margin for a place behind it, as more(1) did: a
 * wrap that is pending comes before a tabulation (xterm ctlseqs). The line ends there. */
static void
wrap_before_tab(struct native *n)
{
    const struct terminal *t = n->terminal;
    if (!t->cursor.pending_wrap || !t->modes.set[MODE_MORE_FIX]
        || !t->modes.set[MODE_DECAWM])
        return;
    native_index(n);
    native_carriage_return(n);
}

static void
tab(struct native *n, uint32_t count)
{
    qtty_cursor *c = &n->terminal->cursor;
    wrap_before_tab(n);
    uint32_t edge = native_right_edge(n);
    for (; count != 0 && c->col < edge; count--) {
        do
            c->col++;
        while (c->col < edge && !tabs_at(&n->terminal->tabs, c->col));
    }
}

static void
back_tab(struct native *n, uint32_t count)
{
    struct terminal *t = n->terminal;
    uint32_t edge = t->modes.set[MODE_DECOM] ? native_left_edge(n) : 0;
    uint32_t col = t->cursor.col;
    for (; count != 0 && col > edge; count--) {
        do
            col--;
        while (col > edge && !tabs_at(&t->tabs, col));
    }
    native_move(n, t->cursor.row, col);
}

/* --- Addresses ---------------------------------------------------------------------- */

/* Row and column, 1-based, as a program gives them. */
static uint32_t
addressed_row(const struct native *n, uint32_t row)
{
    const struct terminal *t = n->terminal;
    if (!t->modes.set[MODE_DECOM])
        return row - 1;
    return least(t->margins.top + row - 1, t->margins.bottom);
}

static uint32_t
addressed_col(const struct native *n, uint32_t col)
{
    const struct terminal *t = n->terminal;
    if (!t->modes.set[MODE_DECOM] || !native_has_sides(n))
        return col - 1;
    return least(t->margins.left + col - 1, t->margins.right);
}

static void
position(struct native *n, uint32_t row, uint32_t col)
{
    native_move(n, addressed_row(n, row), addressed_col(n, col));
}

void
native_home(struct native *n)
{
    position(n, 1, 1);
}

/* --- Sequences ---------------------------------------------------------------------- */

void
native_cuu(struct native *n, const struct action *a)
{
    up(n, count_of(a));
}

void
native_cud(struct native *n, const struct action *a)
{
    down(n, count_of(a));
}

void
native_cuf(struct native *n, const struct action *a)
{
    right(n, count_of(a));
}

void
native_cub(struct native *n, const struct action *a)
{
    left(n, count_of(a));
}

void
native_cnl(struct native *n, const struct action *a)
{
    down(n, count_of(a));
    native_carriage_return(n);
}

void
native_cpl(struct native *n, const struct action *a)
{
    up(n, count_of(a));
    native_carriage_return(n);
}

void
native_cht(struct native *n, const struct action *a)
{
    tab(n, count_of(a));
}

void
native_cbt(struct native *n, const struct action *a)
{
    back_tab(n, count_of(a));
}

void
native_cup(struct native *n, const struct action *a)
{
    position(n, param_or(a, 0, 1), param_or(a, 1, 1));
}

void
native_cha(struct native *n, const struct action *a)
{
    native_move(n, n->terminal->cursor.row, addressed_col(n, count_of(a)));
}

void
native_vpa(struct native *n, const struct action *a)
{
    native_move(n, addressed_row(n, count_of(a)), n->terminal->cursor.col);
}

void
native_hpr(struct native *n, const struct action *a)
{
    const qtty_cursor *c = &n->terminal->cursor;
    native_move(n, c->row, c->col + count_of(a));
}

void
native_vpr(struct native *n, const struct action *a)
{
    const qtty_cursor *c = &n->terminal->cursor;
    native_move(n, c->row + count_of(a), c->col);
}

void
native_hpb(struct native *n, const struct action *a)
{
    const qtty_cursor *c = &n->terminal->cursor;
    native_move(n, c->row, c->col - least(count_of(a), c->col));
}

void
native_vpb(struct native *n, const struct action *a)
{
    const qtty_cursor *c = &n->terminal->cursor;
    native_move(n, c->row - least(count_of(a), c->row), c->col);
}

/* --- Controls ----------------------------------------------------------------------- */

static void
line_feed(struct native *n)
{
    native_index(n);
    if (n->terminal->modes.set[MODE_LNM])
        native_carriage_return(n);
}

/* The last graphic is gone with its line: else REP would repeat it, behind a mark that
 * joins none. */
uint32_t
native_end_line(void *self, const uint8_t bytes[2])
{
    struct native *n = self;
    const bool returns = bytes[0] == '\r', feeds = bytes[returns] == '\n';
    if (returns)
        native_carriage_return(n);
    if (feeds)
        line_feed(n);
    if (returns || feeds)
        n->last = 0;
    return returns + feeds;
}

void
native_bs(struct native *n, const struct action *a)
{
    (void)a;
    left(n, 1);
}

void
native_ht(struct native *n, const struct action *a)
{
    (void)a;
    tab(n, 1);
}

void
native_lf(struct native *n, const struct action *a)
{
    (void)a;
    line_feed(n);
}

void
native_cr(struct native *n, const struct action *a)
{
    (void)a;
    native_carriage_return(n);
}

void
native_ind(struct native *n, const struct action *a)
{
    (void)a;
    native_index(n);
}

void
native_nel(struct native *n, const struct action *a)
{
    (void)a;
    native_index(n);
    native_carriage_return(n);
}

void
native_ri(struct native *n, const struct action *a)
{
    (void)a;
    native_reverse_index(n);
}
