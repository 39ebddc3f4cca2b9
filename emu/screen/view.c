/* What a reader sees of rows: cells with their values, and text. */
#include "screen/screen.h"

#include "unicode/utf8.h"
#include <string.h>

uint32_t
screen_cell_text(const struct screen *s, const struct cell *cell, uint8_t *out)
{
    if (cell->kind == CELL_SCALAR)
        return utf8_encode(cell->content, out);
    qtty_span text = intern_get(&s->clusters, cell->content);
    if (text.len != 0)
        memcpy(out, text.data, text.len);
    return (uint32_t)text.len;
}

void
screen_cell(const struct screen *s, const struct row *row, uint32_t col, qtty_cell *out)
{
    *out = (qtty_cell){ .width = 1 };
    if (row == NULL || col >= row->columns)
        return;
    const struct cell *cell = &row->cell[col];
    out->width = cell->kind == CELL_ERASED ? 1 : cell->width;
    out->protect = cell->protect;
    out->link = intern_get(&s->links, cell->link);
    qtty_span style = intern_get(&s->styles, cell->style);
    if (style.len == sizeof out->style)
        memcpy(&out->style, style.data, sizeof out->style);
    if (cell->kind == CELL_SCALAR || cell->kind == CELL_CLUSTER)
        out->text_len = (uint8_t)screen_cell_text(s, cell, (uint8_t *)out->text);
}

qtty_status
screen_text(const struct screen *s, const struct row *row, qtty_buf *out)
{
    for (uint32_t i = 0; i < row->cells; i++) {
        uint8_t text[QTTY_CLUSTER_BYTES_MAX] = { ' ' };
        uint32_t len = 1;
        const struct cell *cell = &row->cell[i];
        if (cell->kind == CELL_SPACER)
            continue;
        if (cell->kind != CELL_ERASED)
            len = screen_cell_text(s, cell, text);
        qtty_status st = qtty_buf_append(out, text, len);
        if (st != QTTY_OK)
            return st;
    }
    return QTTY_OK;
}
