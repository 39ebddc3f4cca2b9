/* The calls of quietty/emulator.h that the screen projection makes, on rows set by
 * hand. */
#include "unit/fake_emulator.h"

#include <quietty/draw.h>

#include <stdlib.h>
#include <string.h>

qtty_emulator *
fake_create(uint32_t rows, uint32_t cols)
{
    qtty_emulator *e = calloc(1, sizeof(*e));
    e->scrolled = calloc(FAKE_PLACES, sizeof(*e->scrolled));
    e->rows = rows;
    e->cols = cols;
    e->keep = FAKE_PLACES;
    return e;
}

void
fake_destroy(qtty_emulator *e)
{
    free(e->scrolled);
    free(e);
}

static void
touch(qtty_emulator *e, struct fake_row *row)
{
    row->row.generation = ++e->generation;
}

void
fake_write(qtty_emulator *e, uint32_t row, const char *text)
{
    struct fake_row *r = &e->screen[row];
    if (r->row.id == 0)
        r->row.id = ++e->ids;
    strncpy(r->text, text, FAKE_COLS);
    touch(e, r);
}

void
fake_wrap(qtty_emulator *e, uint32_t row, bool soft_wrapped)
{
    e->screen[row].row.soft_wrapped = soft_wrapped;
    touch(e, &e->screen[row]);
}

static void
push(qtty_emulator *e, const struct fake_row *row, bool in_view)
{
    e->scrolled[e->end] = *row;
    e->scrolled[e->end++].row.in_view = in_view;
    if (e->end - e->first > e->keep)
        e->first++;
}

void
fake_scroll(qtty_emulator *e, uint32_t rows)
{
    for (; rows > 0; rows--) {
        push(e, &e->screen[0], true);
        memmove(e->screen, e->screen + 1, (e->rows - 1) * sizeof(*e->screen));
        e->screen[e->rows - 1] = (struct fake_row){ .text = "" };
        e->generation++;
    }
}

void
fake_clear(qtty_emulator *e)
{
    uint32_t written = e->rows;
    while (written > 0 && e->screen[written - 1].row.id == 0)
        written--;
    for (uint32_t i = 0; i < written; i++)
        push(e, &e->screen[i], false);
    memset(e->screen, 0, sizeof(e->screen));
    e->generation++;
}

void
fake_end_view(qtty_emulator *e)
{
    for (uint64_t i = e->first; i < e->end; i++)
        e->scrolled[i].row.in_view = false;
}

void
fake_grow(qtty_emulator *e, uint32_t rows)
{
    for (; rows > 0; rows--) {
        memmove(e->screen + 1, e->screen, e->rows++ * sizeof(*e->screen));
        e->screen[0] = e->scrolled[--e->end];
        e->cursor++;
        e->generation++;
    }
    for (uint64_t i = 0; i < e->pulls; i++) {
        if (e->low[i] > e->end)
            e->low[i] = e->end;
    }
    e->low[e->pulls++] = e->end;
}

void
fake_scroll_down(qtty_emulator *e)
{
    memmove(e->screen + 1, e->screen, (e->rows - 1) * sizeof(*e->screen));
    e->screen[0] = (struct fake_row){ .text = "" };
    e->generation++;
}

/* --- The interface ------------------------------------------------------------------ */

static void
line_feed(qtty_emulator *e)
{
    if (e->cursor + 1 < e->rows)
        e->cursor++;
    else
        fake_scroll(e, 1);
}

static void
print(qtty_emulator *e, char byte)
{
    char text[FAKE_COLS + 2];
    size_t len = strlen(e->screen[e->cursor].text);
    if (len == e->cols) {
        fake_wrap(e, e->cursor, true);
        line_feed(e);
        len = 0;
    }
    memcpy(text, e->screen[e->cursor].text, len);
    text[len] = byte;
    text[len + 1] = '\0';
    fake_write(e, e->cursor, text);
}

qtty_status
qtty_emulator_feed_rows(qtty_emulator *e, qtty_span *bytes, uint64_t rows)
{
    const uint64_t begin = e->end;
    for (; bytes->len > 0 && e->end - begin < rows; bytes->data++, bytes->len--) {
        if (bytes->data[0] == '\n')
            line_feed(e);
        else if (bytes->data[0] != 0)
            print(e, (char)bytes->data[0]);
        e->fed++;
    }
    return QTTY_OK;
}

qtty_status
qtty_emulator_feed(qtty_emulator *e, qtty_span bytes)
{
    return qtty_emulator_feed_rows(e, &bytes, UINT64_MAX);
}

void
qtty_emulator_size(const qtty_emulator *e, uint32_t *rows, uint32_t *cols)
{
    if (rows != NULL)
        *rows = e->rows;
    if (cols != NULL)
        *cols = e->cols;
}

void
qtty_emulator_scrolled(const qtty_emulator *e, uint64_t *first, uint64_t *end)
{
    if (first != NULL)
        *first = e->first;
    if (end != NULL)
        *end = e->end;
}

uint64_t
qtty_emulator_pulls(const qtty_emulator *e)
{
    return e->pulls;
}

uint64_t
qtty_emulator_scrolled_low(const qtty_emulator *e, uint64_t pulls)
{
    return pulls < e->pulls ? e->low[pulls] : e->end;
}

static qtty_status
look(const struct fake_row *row, qtty_row *out)
{
    *out = (qtty_row){ 0 };
    if (row == NULL)
        return QTTY_E_RANGE;
    *out = row->row;
    return QTTY_OK;
}

static qtty_status
text_of(const struct fake_row *row, qtty_buf *out)
{
    return row == NULL ? QTTY_E_RANGE
                       : qtty_buf_append(out, row->text, strlen(row->text));
}

static const struct fake_row *
at_place(const qtty_emulator *e, uint64_t place)
{
    return place >= e->first && place < e->end ? &e->scrolled[place] : NULL;
}

static const struct fake_row *
at_row(const qtty_emulator *e, uint32_t row)
{
    return row < e->rows ? &e->screen[row] : NULL;
}

qtty_status
qtty_emulator_scrolled_row(const qtty_emulator *e, uint64_t place, qtty_row *out)
{
    return look(at_place(e, place), out);
}

qtty_status
qtty_emulator_scrolled_text(const qtty_emulator *e, uint64_t place, qtty_buf *out)
{
    return text_of(at_place(e, place), out);
}

qtty_status
qtty_emulator_primary_row(const qtty_emulator *e, uint32_t row, qtty_row *out)
{
    return look(at_row(e, row), out);
}

qtty_status
qtty_emulator_primary_text(const qtty_emulator *e, uint32_t row, qtty_buf *out)
{
    return text_of(at_row(e, row), out);
}

uint64_t
qtty_emulator_generation(const qtty_emulator *e)
{
    return e->generation;
}

/* The cursor stands behind the text of its row. */
void
qtty_emulator_cursor(const qtty_emulator *e, qtty_cursor *out)
{
    const uint32_t cells = (uint32_t)strlen(e->screen[e->cursor].text);
    *out = (qtty_cursor){ .row = e->cursor, .col = cells, .visible = true };
}

bool
qtty_emulator_alternate(const qtty_emulator *e)
{
    (void)e;
    return false;
}

/* Nothing is concealed here: these are not called. */
qtty_status
qtty_emulator_scrolled_cells(const qtty_emulator *e, uint64_t place, qtty_cells *out)
{
    (void)e, (void)place;
    *out = (qtty_cells){ 0 };
    return QTTY_E_UNSUPPORTED;
}

qtty_status
qtty_emulator_primary_cells(const qtty_emulator *e, uint32_t row, qtty_cells *out)
{
    return qtty_emulator_scrolled_cells(e, row, out);
}

bool
qtty_cells_next(qtty_cells *cells, qtty_cell *out)
{
    (void)cells;
    *out = (qtty_cell){ .width = 1 };
    return false;
}

void
qtty_emulator_colors(const qtty_emulator *e, const qtty_style *style, qtty_colors *out)
{
    (void)e, (void)style;
    *out = (qtty_colors){ 0 };
}

void
qtty_emulator_generations(qtty_emulator *e, qtty_generations *out)
{
    *out = (qtty_generations){ .rows = e->generation };
}

qtty_status
qtty_emulator_cell(const qtty_emulator *e, int32_t row, uint32_t col, qtty_cell *out)
{
    const char *text = e->screen[row].text;
    *out = (qtty_cell){ .width = 1 };
    if (col < strlen(text)) {
        out->text[0] = text[col];
        out->text_len = 1;
    }
    return QTTY_OK;
}
