/* Reading rows and cells: those of the screens, and those that left the top. */
#include "handle.h"

/* --- Reading rows and cells --------------------------------------------------------- */

void
qtty_emulator_size(const qtty_emulator *e, uint32_t *rows, uint32_t *cols)
{
    if (rows != NULL)
        *rows = e->terminal.screen.rows;
    if (cols != NULL)
        *cols = e->terminal.screen.cols;
}

_Static_assert((int)QTTY_ROW_SINGLE == LINE_SINGLE
                   && (int)QTTY_ROW_DOUBLE_WIDTH == LINE_WIDE
                   && (int)QTTY_ROW_DOUBLE_TOP == LINE_TOP
                   && (int)QTTY_ROW_DOUBLE_BOTTOM == LINE_BOTTOM,
               "the line attributes, in one order");

const struct row *
emulator_row_at(const qtty_emulator *e, int32_t row)
{
    const struct screen *s = &e->terminal.screen;
    return row >= 0 && (uint32_t)row < s->rows ? screen_active(s)[row] : NULL;
}

/* What is found out of the scrollback on the way is kept for the next look: nothing that
 * a caller could see. */
bool
emulator_scrolled_at(const qtty_emulator *e, int32_t row, struct stretch *out)
{
    struct history *h = &((qtty_emulator *)e)->terminal.screen.history;
    return row < 0 && history_above(h, (uint32_t) - (row + 1), out);
}

static qtty_status
row_info(const struct row *row, qtty_row *out)
{
    *out = (qtty_row){ 0 };
    if (row == NULL)
        return QTTY_E_RANGE;
    *out = (qtty_row){ .id = row->id,
                       .generation = row->generation,
                       .cells = row->cells,
                       .soft_wrapped = row->soft_wrapped,
                       .in_view = true,
                       .size = (qtty_row_size)row->line };
    return QTTY_OK;
}

static void
scrolled_info(const qtty_emulator *e, const struct stretch *row, qtty_row *out)
{
    const struct history *h = &e->terminal.screen.history;
    *out = (qtty_row){ .id = history_id(h, row->place),
                       .cells = row->columns,
                       .soft_wrapped = row->soft_wrapped,
                       .in_view = history_in_view(h, row->place),
                       .size = (qtty_row_size)row->line };
}

static qtty_status
row_text(const qtty_emulator *e, const struct row *row, qtty_buf *out)
{
    return row == NULL ? QTTY_E_RANGE : screen_text(&e->terminal.screen, row, out);
}

/* On one column a character of two is kept, but not shown. */
qtty_status
qtty_emulator_row(const qtty_emulator *e, int32_t row, qtty_row *out)
{
    struct stretch scrolled;
    if (!emulator_scrolled_at(e, row, &scrolled))
        return row_info(emulator_row_at(e, row), out);
    scrolled_info(e, &scrolled, out);
    bool rewraps = e->terminal.screen.history.rewraps;
    if (rewraps && out->cells > e->terminal.screen.cols)
        out->cells = 0;
    return QTTY_OK;
}

qtty_status
qtty_emulator_row_text(const qtty_emulator *e, int32_t row, qtty_buf *out)
{
    struct stretch scrolled;
    if (emulator_scrolled_at(e, row, &scrolled))
        return screen_stretch_text(&e->terminal.screen, &scrolled, out);
    return row_text(e, emulator_row_at(e, row), out);
}

qtty_status
qtty_emulator_cell(const qtty_emulator *e, int32_t row, uint32_t col, qtty_cell *out)
{
    const struct screen *s = &e->terminal.screen;
    struct stretch scrolled;
    bool is_scrolled = emulator_scrolled_at(e, row, &scrolled);
    const struct row *at = emulator_row_at(e, row);
    *out = (qtty_cell){ .width = 1 };
    if ((at == NULL && !is_scrolled) || col >= s->cols)
        return QTTY_E_RANGE;
    if (is_scrolled)
        screen_stretch_cell(s, &scrolled, col, out);
    if (is_scrolled && out->width == 2 && col + 1 == s->cols)
        *out = (qtty_cell){ .width = 1 };
    if (!is_scrolled)
        screen_cell(s, at, col, out);
    return QTTY_OK;
}

static const struct row *
primary_at(const qtty_emulator *e, uint32_t row)
{
    return row < e->terminal.screen.rows ? e->terminal.screen.primary[row] : NULL;
}

qtty_status
qtty_emulator_primary_row(const qtty_emulator *e, uint32_t row, qtty_row *out)
{
    return row_info(primary_at(e, row), out);
}

qtty_status
qtty_emulator_primary_text(const qtty_emulator *e, uint32_t row, qtty_buf *out)
{
    return row_text(e, primary_at(e, row), out);
}

uint64_t
qtty_emulator_generation(const qtty_emulator *e)
{
    return e->terminal.screen.generation;
}

/* --- Rows that left the top --------------------------------------------------------- */

uint32_t
qtty_emulator_scrollback(const qtty_emulator *e)
{
    return history_rows(&((qtty_emulator *)e)->terminal.screen.history);
}

void
qtty_emulator_scrolled(const qtty_emulator *e, uint64_t *first, uint64_t *end)
{
    if (first != NULL)
        *first = e->terminal.screen.history.first;
    if (end != NULL)
        *end = e->terminal.screen.history.end;
}

uint64_t
qtty_emulator_pulls(const qtty_emulator *e)
{
    return e->terminal.screen.history.pulls;
}

uint64_t
qtty_emulator_scrolled_low(const qtty_emulator *e, uint64_t pulls)
{
    return history_low(&e->terminal.screen.history, pulls);
}

qtty_status
qtty_emulator_scrolled_row(const qtty_emulator *e, uint64_t place, qtty_row *out)
{
    struct stretch row;
    *out = (qtty_row){ 0 };
    if (!history_stretch(&e->terminal.screen.history, place, &row))
        return QTTY_E_RANGE;
    scrolled_info(e, &row, out);
    return QTTY_OK;
}

qtty_status
qtty_emulator_scrolled_text(const qtty_emulator *e, uint64_t place, qtty_buf *out)
{
    struct stretch row;
    if (!history_stretch(&e->terminal.screen.history, place, &row))
        return QTTY_E_RANGE;
    return screen_stretch_text(&e->terminal.screen, &row, out);
}
