/* Changes of a rectangle's cells: copies, styles. */
#include "screen/screen.h"

#include <string.h>

/* --- Copies ------------------------------------------------------------------------- */

static void
copy_row(struct screen *s, struct row *to, uint32_t at, struct row *from, uint32_t left,
         uint32_t count)
{
    row_split(from, left);
    row_split(from, left + count);
    row_split(to, at);
    row_split(to, at + count);
    memmove(to->cell + at, from->cell + left, count * sizeof(struct cell));
    row_measure(to);
    if (to->id == 0 && to->cells != 0)
        to->id = ++s->next_id;
    to->generation = ++s->generation;
}

/* From the bottom up when it moves down: no row is read after it was written. */
void
screen_copy(struct screen *s, struct rect from, uint32_t top, uint32_t left)
{
    struct row **rows = screen_active(s);
    uint32_t height = from.bottom - from.top, width = from.right - from.left;
    height = top + height > s->rows ? s->rows - top : height;
    width = left + width > s->cols ? s->cols - left : width;
    for (uint32_t i = 0; i < height; i++) {
        uint32_t y = top > from.top ? height - 1 - i : i;
        copy_row(s, rows[top + y], left, rows[from.top + y], from.left, width);
    }
}

/* --- Styles ------------------------------------------------------------------------- */

static qtty_style
style_of(const struct screen *s, uint16_t id)
{
    qtty_style style = { 0 };
    qtty_span value = intern_get(&s->styles, id);
    if (value.len == sizeof style)
        memcpy(&style, value.data, sizeof style);
    return style;
}

void
screen_restyle(struct screen *s, struct rect area,
               void (*change)(qtty_style *style, void *context), void *context)
{
    for (uint32_t y = area.top; y < area.bottom; y++) {
        struct row *row = screen_active(s)[y];
        for (uint32_t x = area.left; x < area.right; x++) {
            if (row->cell[x].kind == CELL_ERASED)
                continue;
            qtty_style style = style_of(s, row->cell[x].style);
            change(&style, context);
            row->cell[x].style = screen_style(s, &style);
        }
        row->generation = ++s->generation;
    }
}
