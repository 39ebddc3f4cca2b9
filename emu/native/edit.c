/* What shifts and what is erased. ICH, DCH, IL, DL and the erasures of the cursor's row
 * end pending wrap and act on the last cell; what shifts does nothing outside the
 * margins. Erased cells keep the background alone (xterm).
 *
 * Cells are protected by DECSCA, or by SPA (ECMA-48's guarded areas); the kind is the one
 * that was used last, for all cells. Both are left by DECSED and DECSEL; those of DECSCA
 * alone by DECSERA; those of SPA alone by ED, EL and ECH; by all else neither (xterm). */
#include "native/native.h"

static qtty_cursor *
settled(struct native *n)
{
    n->terminal->cursor.pending_wrap = false;
    return &n->terminal->cursor;
}

static void
erase(struct native *n, struct rect area, bool selective)
{
    screen_erase(screen_of(n), area, native_erase_style(n), selective);
}

/* --- Erasing ------------------------------------------------------------------------ */

static void
erase_in_line(struct native *n, uint32_t what, bool selective)
{
    if (what > 2)
        return;
    const qtty_cursor *c = settled(n);
    if (what == 0 && !selective) {
        screen_erase_rest(screen_of(n), c->row, c->col, native_erase_style(n));
        return;
    }
    uint32_t cols = screen_of(n)->cols;
    struct rect area = { c->row, 0, c->row + 1, cols };
    if (what == 0)
        area.left = c->col;
    else if (what == 1)
        area.right = c->col + 1;
    erase(n, area, selective);
}

void
native_single_lines(struct native *n, uint32_t from, uint32_t to)
{
    for (uint32_t y = from; y < to; y++)
        screen_active(screen_of(n))[y]->line = LINE_SINGLE;
}

/* ED 2 keeps the lines that it clears in the store, out of the terminal's own view. */
static void
erase_in_display(struct native *n, uint32_t what, bool selective)
{
    struct screen *s = screen_of(n);
    const qtty_cursor *c = settled(n);
    if (what == 2 && !selective && !s->on_alternate)
        screen_keep(s);
    uint32_t from = what == 0 ? c->row + 1 : 0;
    uint32_t to = what == 1 ? c->row : s->rows;
    if (what != 2)
        erase_in_line(n, what, selective);
    erase(n, (struct rect){ from, 0, to, s->cols }, selective);
    if (!selective)
        native_single_lines(n, from, to);
}

static void
erase_characters(struct native *n, uint32_t count)
{
    const qtty_cursor *c = settled(n);
    uint32_t right = c->col + least(count, native_columns(n, c->row) - c->col);
    erase(n, (struct rect){ c->row, c->col, c->row + 1, right }, n->terminal->pen.guards);
}

static bool
holds_protected(const struct screen *s)
{
    for (uint32_t y = 0; y < s->rows; y++) {
        const struct row *row = screen_active(s)[y];
        for (uint32_t x = 0; x < row->cells; x++)
            if (row_cell(row, x).protect)
                return true;
    }
    return false;
}

/* Where nothing is protected any more, ED 2 clears the whole screen. */
static void
erase_display(struct native *n, uint32_t what, bool selective)
{
    if (what == 3 && !selective)
        screen_end_view(screen_of(n));
    if (what > 2)
        return;
    bool guards = n->terminal->pen.guards && (what != 2 || holds_protected(screen_of(n)));
    erase_in_display(n, what, selective || guards);
}

/* --- Columns ------------------------------------------------------------------------ */

void
native_shift_columns(struct native *n, uint32_t top, uint32_t bottom, uint32_t from,
                     uint32_t to, int32_t by)
{
    screen_scroll(screen_of(n), (struct rect){ top, from, bottom, to }, 0, -by,
                  native_erase_style(n), false);
}

static int32_t
clamped(uint32_t count, uint32_t most)
{
    return (int32_t)least(count, most);
}

/* ICH, DCH: the cursor's row, from the cursor to the right margin. Outside the margins
 * neither does more than that ICH ends pending wrap (xterm's DCH looks before). */
static void
shift_characters(struct native *n, uint32_t count, bool insert)
{
    const qtty_cursor *c = &n->terminal->cursor;
    bool outside = !native_between_sides(n);
    if (insert || !outside)
        (void)settled(n);
    if (outside)
        return;
    uint32_t to = native_right_edge(n) + 1;
    int32_t by = clamped(count, to - c->col);
    native_shift_columns(n, c->row, c->row + 1, c->col, to, insert ? by : -by);
}

/* DECIC, DECDC: the same in all rows of the area. */
static void
shift_column(struct native *n, uint32_t count, bool insert)
{
    struct rect area = native_area(n);
    uint32_t col = n->terminal->cursor.col;
    if (!native_inside(n))
        return;
    int32_t by = clamped(count, area.right - col);
    native_shift_columns(n, area.top, area.bottom, col, area.right, insert ? by : -by);
}

/* SL, SR: the whole area. */
static void
shift_area(struct native *n, uint32_t count, bool to_right)
{
    struct rect area = native_area(n);
    int32_t by = clamped(count, area.right - area.left);
    if (native_inside(n))
        native_shift_columns(n, area.top, area.bottom, area.left, area.right,
                             to_right ? by : -by);
}

/* DECFI: a column to the right; at the right margin the area shifts to the left, and a
 * pending wrap stays (xterm). */
static void
forward_index(struct native *n)
{
    struct rect area = native_area(n);
    const qtty_cursor *c = &n->terminal->cursor;
    if (c->col == area.right - 1 && native_inside(n))
        native_shift_columns(n, area.top, area.bottom, area.left, area.right, -1);
    else
        native_move(n, c->row, c->col + 1);
}

static void
back_index(struct native *n)
{
    struct rect area = native_area(n);
    const qtty_cursor *c = &n->terminal->cursor;
    if (c->col == area.left && native_inside(n))
        native_shift_columns(n, area.top, area.bottom, area.left, area.right, 1);
    else if (c->col > 0)
        native_move(n, c->row, c->col - 1);
}

/* --- Rows --------------------------------------------------------------------------- */

/* IL, DL: from the cursor's row to the bottom margin; the cursor goes to the left one. */
static void
shift_lines(struct native *n, uint32_t count, bool insert)
{
    struct rect area = native_area(n);
    if (!native_inside(n))
        return;
    area.top = settled(n)->row;
    int32_t by = clamped(count, area.bottom - area.top);
    screen_scroll(screen_of(n), area, insert ? -by : by, 0, native_erase_style(n), false);
    native_carriage_return(n);
    n->joins = false;
}

/* SU keeps what leaves at the top, as a line feed does. A row of fewer columns may come
 * under the cursor (DECDWL). */
static void
scroll(struct native *n, uint32_t count, bool up)
{
    const qtty_cursor *c = &n->terminal->cursor;
    struct rect area = native_area(n);
    int32_t by = clamped(count, area.bottom - area.top);
    screen_scroll(screen_of(n), area, up ? by : -by, 0, native_erase_style(n),
                  up && !n->terminal->modes.set[MODE_DECLRMM]);
    if (c->col >= native_columns(n, c->row))
        native_move(n, c->row, c->col);
    n->joins = false;
}

/* --- Sequences ---------------------------------------------------------------------- */

void
native_ed(struct native *n, const struct action *a)
{
    erase_display(n, param_or(a, 0, 0), false);
}

void
native_decsed(struct native *n, const struct action *a)
{
    erase_display(n, param_or(a, 0, 0), true);
}

void
native_el(struct native *n, const struct action *a)
{
    erase_in_line(n, param_or(a, 0, 0), n->terminal->pen.guards);
}

void
native_decsel(struct native *n, const struct action *a)
{
    erase_in_line(n, param_or(a, 0, 0), true);
}

void
native_ech(struct native *n, const struct action *a)
{
    erase_characters(n, count_of(a));
}

void
native_ich(struct native *n, const struct action *a)
{
    shift_characters(n, count_of(a), true);
}

void
native_dch(struct native *n, const struct action *a)
{
    shift_characters(n, count_of(a), false);
}

void
native_decic(struct native *n, const struct action *a)
{
    shift_column(n, count_of(a), true);
}

void
native_decdc(struct native *n, const struct action *a)
{
    shift_column(n, count_of(a), false);
}

void
native_sl(struct native *n, const struct action *a)
{
    shift_area(n, count_of(a), false);
}

void
native_sr(struct native *n, const struct action *a)
{
    shift_area(n, count_of(a), true);
}

void
native_il(struct native *n, const struct action *a)
{
    shift_lines(n, count_of(a), true);
}

void
native_dl(struct native *n, const struct action *a)
{
    shift_lines(n, count_of(a), false);
}

void
native_su(struct native *n, const struct action *a)
{
    scroll(n, count_of(a), true);
}

/* Of more parameters it is xterm's highlight tracking. */
void
native_sd(struct native *n, const struct action *a)
{
    if (a->params->count <= 1)
        scroll(n, count_of(a), false);
}

void
native_decfi(struct native *n, const struct action *a)
{
    (void)a;
    forward_index(n);
}

void
native_decbi(struct native *n, const struct action *a)
{
    (void)a;
    back_index(n);
}
