/* What a reader sees of rows: cells with their values, and text. */
#include "screen/screen.h"

#include "screen/style.h"
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

/* A link is its URI, or its URI, a NUL and its id (OSC 8). */
static void
split_link(qtty_span link, qtty_cell *out)
{
    const uint8_t *nul = link.len == 0 ? NULL : memchr(link.data, 0, link.len);
    out->link = link;
    if (nul == NULL)
        return;
    out->link.len = (size_t)(nul - link.data);
    out->link_id = (qtty_span){ nul + 1, link.len - out->link.len - 1 };
}

void
cell_look(const struct intern *styles, const struct intern *links,
          const struct packed_cell *look, qtty_cell *out)
{
    out->style = style_unpack(intern_get(styles, look->style));
    out->protect = look->protect;
    split_link(intern_get(links, look->link), out);
}

static void
look_of(const struct screen *s, struct cell cell, qtty_cell *out)
{
    struct packed_cell look = { .style = cell.style,
                                .link = cell.link,
                                .protect = cell.protect };
    cell_look(&s->styles, &s->links, &look, out);
}

void
screen_cell(const struct screen *s, const struct row *row, uint32_t col, qtty_cell *out)
{
    *out = (qtty_cell){ .width = 1 };
    if (row == NULL || col >= row->columns)
        return;
    struct cell cell = row_cell(row, col);
    /* The second half of a wide cluster looks as the first, also where a rectangle
     * changed the attributes of it alone: what is drawn is one character (xterm). */
    struct cell look = cell.kind == CELL_SPACER ? row_cell(row, col - 1) : cell;
    out->width = cell.kind == CELL_ERASED ? 1 : cell.width;
    look_of(s, look, out);
    if (cell.kind == CELL_SCALAR || cell.kind == CELL_CLUSTER)
        out->text_len = (uint8_t)screen_cell_text(s, &cell, (uint8_t *)out->text);
}

/* Text of which each byte is a column: it is there already, but for the cells that are
 * erased. */
static qtty_status
append_bytes(qtty_span text, qtty_buf *out)
{
    size_t from = out->len;
    qtty_status st = qtty_buf_append(out, text.data, text.len);
    if (st != QTTY_OK || text.len == 0)
        return st;
    uint8_t *at = out->data + from, *end = out->data + out->len;
    while ((at = memchr(at, PACKED_ERASED, (size_t)(end - at))) != NULL)
        *at++ = ' ';
    return QTTY_OK;
}

qtty_status
screen_text(const struct screen *s, const struct row *row, qtty_buf *out)
{
    if (row->is_text)
        return append_bytes((qtty_span){ (const uint8_t *)row->store, row->cells }, out);
    for (uint32_t i = 0; i < row->cells; i++) {
        uint8_t text[QTTY_CLUSTER_BYTES_MAX] = { ' ' };
        uint32_t len = 1;
        struct cell cell = row->store[i];
        if (cell.kind == CELL_SPACER)
            continue;
        if (cell.kind != CELL_ERASED)
            len = screen_cell_text(s, &cell, text);
        qtty_status st = qtty_buf_append(out, text, len);
        if (st != QTTY_OK)
            return st;
    }
    return QTTY_OK;
}

/* --- Rows that left ----------------------------------------------------------------- */

void
screen_stretch_cell(const struct screen *s, const struct stretch *row, uint32_t col,
                    qtty_cell *out)
{
    struct stretch_reader reader;
    struct packed_cell cell = { .width = 1 };
    uint32_t at = 0;
    *out = (qtty_cell){ .width = 1 };
    stretch_read(&reader, &s->history, row);
    while (at <= col && stretch_next(&reader, &cell))
        at += cell.width;
    if (at <= col)
        return;
    cell_look(&s->styles, &s->links, &cell, out);
    bool is_spacer = at - cell.width != col;
    out->width = is_spacer ? 0 : (uint8_t)cell.width;
    if (is_spacer || cell.text.len == 0)
        return;
    out->text_len = (uint8_t)cell.text.len;
    memcpy(out->text, cell.text.data, cell.text.len);
}

qtty_status
screen_stretch_text(const struct screen *s, const struct stretch *row, qtty_buf *out)
{
    struct record record;
    if (row->columns == 0 || !history_record(&s->history, row->place, &record))
        return QTTY_OK;
    bool within = row->column + row->columns <= record.columns;
    if (within && (record.flags & RECORD_BYTES) != 0)
        return append_bytes((qtty_span){ record.text.data + row->column, row->columns },
                            out);
    struct stretch_reader reader;
    struct packed_cell cell;
    stretch_read(&reader, &s->history, row);
    while (stretch_next(&reader, &cell)) {
        qtty_status st = packed_text(&cell, out);
        if (st != QTTY_OK)
            return st;
    }
    return QTTY_OK;
}
