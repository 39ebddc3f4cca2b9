/* The size of a terminal: zero means the default of each field. */
#include "provider/window.h"

enum { CELL_PIXELS_MAX = 1024 };

static qtty_status
check_range(const char *field, uint32_t value, uint32_t most, struct failure *why)
{
    if (value <= most)
        return QTTY_OK;
    return failure_set(why, QTTY_E_RANGE, "%s: %u: must be 1..%u", field, (unsigned)value,
                       (unsigned)most);
}

qtty_status
window_check(const qtty_window *w, struct failure *why)
{
    qtty_status st = check_range("rows", w->rows, QTTY_ROWS_MAX, why);
    if (st == QTTY_OK)
        st = check_range("cols", w->cols, QTTY_COLS_MAX, why);
    if (st == QTTY_OK)
        st = check_range("cell_width", w->cell_width, CELL_PIXELS_MAX, why);
    if (st == QTTY_OK)
        st = check_range("cell_height", w->cell_height, CELL_PIXELS_MAX, why);
    return st;
}

static uint32_t
or_default(uint32_t value, uint32_t fallback)
{
    return value != 0 ? value : fallback;
}

qtty_window
window_completed(const qtty_window *given)
{
    return (qtty_window){
        .rows = or_default(given->rows, 40),
        .cols = or_default(given->cols, 160),
        .cell_width = or_default(given->cell_width, 8),
        .cell_height = or_default(given->cell_height, 16),
    };
}
