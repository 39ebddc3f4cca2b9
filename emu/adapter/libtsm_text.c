/* Text for libtsm: one graphic after another, in a stand-in of the right width. Which
 * cell it goes to, and whether the screen scrolls, is libtsm's to say; combining marks
 * and the rows that leave by the top are kept here. */
#include "adapter/libtsm_state.h"

#include "unicode/utf8.h"
#include "unicode/width.h"

/* SS2 and SS3 are for the next graphic alone. */
static uint32_t
translated(struct libtsm *v, uint32_t scalar)
{
    const struct charsets *sets = &v->terminal->charsets;
    uint8_t which = v->single != 0 ? v->single : sets->gl;
    v->single = 0;
    bool drawn = sets->designated[which] == '0' && scalar >= LIBTSM_GRAPHICS_FIRST
                 && scalar < LIBTSM_GRAPHICS_FIRST + LIBTSM_GRAPHICS;
    return drawn ? v->graphics[scalar - LIBTSM_GRAPHICS_FIRST] : scalar;
}

/* --- Wrapping ----------------------------------------------------------------------- */

/* Below the margins nothing scrolls, where libtsm would scroll what is between them. */
static void
wrap_below_margins(struct libtsm *v)
{
    libtsm_put_cursor(v, libtsm_row(v), 0);
}

/* libtsm wraps with the graphic, and does not tell that the screen scrolls: where the
 * cursor is in the bottom margin's row, it does. */
static void
put_wrapped(struct libtsm *v, struct cell cell)
{
    struct terminal *t = v->terminal;
    uint32_t row = libtsm_row(v);
    const struct row *left = screen_active(&t->screen)[row];
    uint64_t gone = t->screen.history.end;
    struct rect area = { t->margins.top, 0, t->margins.bottom + 1, t->screen.cols };
    bool scrolls = row == t->margins.bottom;
    uint16_t style = libtsm_erase_style(v);
    libtsm_read(v);
    if (!scrolls && row + 1 == t->screen.rows)
        wrap_below_margins(v);
    libtsm_put(v, cell);
    if (scrolls) {
        screen_scroll(&t->screen, area, 1, 0, style, true);
        v->age = 0; /* that it did is a guess: all is read */
    }
    screen_wrap_into(tsm_rows(v), libtsm_row(v), left, gone);
}

/* --- Graphics ----------------------------------------------------------------------- */

/* A wide character that does not fit goes to the next row, where libtsm would write half
 * of it; without autowrap, and on one column, it is not written. */
static bool
has_place(struct libtsm *v, uint32_t width)
{
    uint32_t cols = tsm_rows(v)->cols;
    bool wraps = v->terminal->modes.set[MODE_DECAWM];
    if (width > cols)
        return false;
    if (libtsm_col(v) + width <= cols)
        return true;
    if (wraps && !libtsm_pending(v)) {
        libtsm_read(v);
        libtsm_pend(v);
    }
    return wraps;
}

/* Without autowrap the cursor stays in the last column. */
static void
stay(struct libtsm *v)
{
    if (!v->terminal->modes.set[MODE_DECAWM] && libtsm_pending(v))
        libtsm_put_cursor(v, libtsm_row(v), tsm_rows(v)->cols - 1);
}

static void
remember(struct libtsm *v, uint32_t width)
{
    libtsm_follow_cursor(v);
    v->joins = true;
    v->after = v->terminal->cursor;
    v->row = v->after.row;
    uint32_t end = tsm_screen_get_cursor_x(v->screen);
    v->col = end < width ? 0 : end - width;
}

/* What insertion pushes is shifted here too, where the halves of wide clusters have their
 * styles. */
static void
push(struct libtsm *v, uint32_t width)
{
    uint32_t row = libtsm_row(v), col = libtsm_col(v), cols = tsm_rows(v)->cols;
    struct rect area = { row, col, row + 1, cols };
    if (!v->terminal->modes.set[MODE_IRM] || libtsm_pending(v))
        return;
    libtsm_read(v);
    screen_scroll(tsm_rows(v), area, 0, -(int32_t)width, 0, false);
    v->age = 0;
}

static void
put(struct libtsm *v, uint32_t scalar, uint32_t width)
{
    const struct terminal *t = v->terminal;
    struct cell cell = { .content = scalar & 0xFFFFFFu,
                         .kind = CELL_SCALAR,
                         .width = width & 3u,
                         .style = t->screen.pen.style,
                         .link = t->screen.pen.link,
                         .protect = t->pen.protect };
    if (!has_place(v, width))
        return;
    push(v, width);
    if (libtsm_pending(v) && t->modes.set[MODE_DECAWM])
        put_wrapped(v, cell);
    else
        libtsm_put(v, cell);
    remember(v, width);
    stay(v);
    if (!t->modes.set[MODE_DECAWM]) {
        libtsm_follow_cursor(v);
        v->after = t->cursor;
    }
}

/* --- What joins --------------------------------------------------------------------- */

static bool
is_where_it_was(const struct libtsm *v)
{
    const qtty_cursor *c = &v->terminal->cursor;
    return v->joins && c->row == v->after.row && c->col == v->after.col
           && c->pending_wrap == v->after.pending_wrap;
}

/* A combining scalar goes to the last graphic, if nothing moved the cursor since, else to
 * the cell before the cursor. VS16 asks for a second column: without one it goes. */
static void
combine(struct libtsm *v, uint32_t scalar)
{
    libtsm_read(v);
    libtsm_follow_cursor(v);
    const qtty_cursor *c = &v->terminal->cursor;
    bool same = is_where_it_was(v);
    uint32_t behind = c->pending_wrap ? c->col + 1 : c->col;
    if (!same && behind == 0)
        return;
    uint32_t row = same ? v->row : c->row, col = same ? v->col : behind - 1;
    if (scalar == 0xFE0F && col + 1 == tsm_rows(v)->cols)
        return;
    screen_combine(tsm_rows(v), row, col, scalar);
    col -= row_cell(screen_active(tsm_rows(v))[row], col).kind == CELL_SPACER;
    libtsm_write_cell(v, row, col);
}

static void
put_scalar(struct libtsm *v, uint32_t scalar)
{
    uint32_t width = scalar_width(scalar, v->terminal->ambiguous_width);
    if (width == 0) {
        combine(v, scalar);
        return;
    }
    put(v, translated(v, scalar), width);
    v->last = scalar;
}

qtty_status
libtsm_print(void *self, qtty_span text, bool ascii)
{
    struct libtsm *v = self;
    (void)ascii;
    terminal_take_pen(v->terminal);
    while (text.len != 0)
        put_scalar(v, utf8_next(&text));
    libtsm_read(v);
    libtsm_follow_cursor(v);
    return QTTY_OK;
}

/* The graphic just before it, once more and more; never more than a screen of it. Behind
 * a style or a link there is no graphic just before it. */
void
libtsm_repeat(struct libtsm *v, const struct action *a)
{
    struct terminal *t = v->terminal;
    uint32_t scalar = t->pen.changed ? 0 : v->last;
    uint32_t width = scalar_width(scalar, t->ambiguous_width) == 2 ? 2 : 1;
    uint32_t in_row = t->screen.cols < width ? 1 : t->screen.cols / width;
    uint32_t count = param_or(a, 0, 1), most = t->screen.rows * in_row;
    terminal_take_pen(t);
    for (uint32_t i = 0; scalar != 0 && i < count && i < most; i++)
        put(v, translated(v, scalar), width);
    libtsm_read(v);
}
