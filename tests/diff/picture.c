/* Pictures of emulators, and where two of them differ. */
#include "diff/picture.h"

#include <stdio.h>
#include <string.h>

enum { WHERE = 128 };

static void
take_cell(struct picture_cell *to, const qtty_cell *from)
{
    *to = (struct picture_cell){ .width = from->width, .protect = from->protect };
    snprintf(to->text, sizeof to->text, "%s", from->text);
    if (from->text_len != 0)
        to->style = from->style;
    else if (from->width != 0)
        to->style.bg = from->style.bg;
}

static void
take_above(struct picture *p, const qtty_emulator *e)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    for (int32_t i = 0; i < PICTURE_ABOVE; i++) {
        text.len = 0;
        if (qtty_emulator_row_text(e, -1 - i, &text) == QTTY_OK)
            snprintf(p->above[i], sizeof p->above[i], "%.*s", (int)text.len,
                     text.len == 0 ? "" : (const char *)text.data);
        else
            snprintf(p->above[i], sizeof p->above[i], "(none)");
    }
    qtty_buf_finish(&text);
}

void
picture_take(struct picture *p, const qtty_emulator *e)
{
    memset(p, 0, sizeof *p);
    qtty_emulator_size(e, &p->rows, &p->cols);
    for (uint32_t row = 0; row < p->rows; row++) {
        qtty_row info;
        (void)qtty_emulator_row(e, (int32_t)row, &info);
        p->wrapped[row] = info.soft_wrapped;
        for (uint32_t col = 0; col < p->cols; col++) {
            qtty_cell cell;
            (void)qtty_emulator_cell(e, (int32_t)row, col, &cell);
            take_cell(&p->cell[row][col], &cell);
        }
    }
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    p->cursor_row = cursor.row;
    p->cursor_col = cursor.col;
    p->pending_wrap = cursor.pending_wrap;
    p->alternate = qtty_emulator_alternate(e);
    take_above(p, e);
}

static const char *
cell_difference(const struct picture_cell *a, const struct picture_cell *b,
                uint32_t tells)
{
    if (strcmp(a->text, b->text) != 0)
        return "text";
    if (a->width != b->width)
        return "width";
    if ((tells & TELLS_PROTECT) != 0 && a->protect != b->protect)
        return "protection";
    return memcmp(&a->style, &b->style, sizeof a->style) != 0 ? "style" : NULL;
}

static bool
cells_equal(const struct picture *a, const struct picture *b, uint32_t tells, char *where)
{
    for (uint32_t row = 0; row < a->rows; row++) {
        for (uint32_t col = 0; col < a->cols; col++) {
            const char *what =
                cell_difference(&a->cell[row][col], &b->cell[row][col], tells);
            if (what == NULL)
                continue;
            snprintf(where, WHERE, "%s of the cell in row %u, column %u", what,
                     (unsigned)row, (unsigned)col);
            return false;
        }
    }
    return true;
}

static bool
wraps_equal(const struct picture *a, const struct picture *b, char *where)
{
    if (a->pending_wrap != b->pending_wrap) {
        snprintf(where, WHERE, "pending wrap");
        return false;
    }
    for (uint32_t row = 0; row < a->rows; row++) {
        if (a->wrapped[row] == b->wrapped[row])
            continue;
        snprintf(where, WHERE, "row %u continues on the next, or does not",
                 (unsigned)row);
        return false;
    }
    for (size_t i = 0; i < PICTURE_ABOVE; i++) {
        if (strcmp(a->above[i], b->above[i]) == 0)
            continue;
        snprintf(where, WHERE, "row %u above the screen: \"%.40s\" and \"%.40s\"",
                 (unsigned)i + 1, a->above[i], b->above[i]);
        return false;
    }
    return true;
}

bool
picture_equal(const struct picture *a, const struct picture *b, uint32_t tells,
              char *where)
{
    if (a->rows != b->rows || a->cols != b->cols || a->alternate != b->alternate) {
        snprintf(where, WHERE, "which screen is shown, or its size");
        return false;
    }
    if (!cells_equal(a, b, tells, where))
        return false;
    if (a->cursor_row != b->cursor_row || a->cursor_col != b->cursor_col) {
        snprintf(where, WHERE, "the cursor: %u,%u and %u,%u", (unsigned)a->cursor_row,
                 (unsigned)a->cursor_col, (unsigned)b->cursor_row,
                 (unsigned)b->cursor_col);
        return false;
    }
    return (tells & TELLS_WRAP) == 0 || wraps_equal(a, b, where);
}

void
picture_row(const struct picture *p, uint32_t row, char *out, size_t size)
{
    size_t len = 0, end = 0;
    out[0] = '\0';
    for (uint32_t col = 0; col < p->cols && len + PICTURE_TEXT < size; col++) {
        const struct picture_cell *cell = &p->cell[row][col];
        if (cell->width == 0)
            continue;
        bool is_blank = cell->text[0] == '\0' || strcmp(cell->text, " ") == 0;
        len += (size_t)snprintf(out + len, size - len, "%s", is_blank ? " " : cell->text);
        end = is_blank ? end : len;
    }
    out[end] = '\0';
}
