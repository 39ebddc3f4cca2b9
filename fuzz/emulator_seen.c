/* Playing an input of the emulator harness, and all that can be seen of it then. */
#include "emulator_seen.h"
#include "law.h"
#include "script.h"
#include <stdlib.h>

/* --- Playing an input --------------------------------------------------------------- */

bool
feed_pieces(const struct emulator_subject *subject, void *self, qtty_span bytes,
            size_t largest)
{
    struct cutter cutter;
    qtty_span piece;
    bool good = true;
    cutter_start(&cutter, bytes, largest);
    while (cutter_next(&cutter, &piece))
        good &= subject->feed(self, piece) == QTTY_OK;
    return good;
}

bool
play(const struct emulator_subject *subject, void *self, qtty_span input, size_t largest)
{
    struct script script = { .rest = input };
    struct script_step step;
    bool good = true;
    while (script_next(&script, &step)) {
        good &= feed_pieces(subject, self, step.bytes, largest);
        if (step.rows > 0)
            good &= qtty_emulator_resize(subject->emulator(self), step.rows, step.cols)
                    == QTTY_OK;
    }
    return good;
}

void *
open_emulator(const struct emulator_subject *subject, const qtty_emulator_config *config)
{
    void *self = subject->open(config);
    if (self == NULL)
        abort();
    return self;
}

/* --- What can be seen --------------------------------------------------------------- */

void
put_number(qtty_buf *out, uint64_t number)
{
    put(out, &number, sizeof(number));
}

void
put_cell(qtty_buf *out, const qtty_cell *cell)
{
    const uint32_t numbers[] = {
        cell->text_len, cell->width,    cell->protect,          cell->style.fg,
        cell->style.bg, cell->style.ul, cell->style.attributes, cell->style.underline,
    };
    put(out, numbers, sizeof(numbers));
    if (cell->text_len > 0)
        put(out, cell->text, cell->text_len);
    if (cell->link.len > 0)
        put(out, cell->link.data, cell->link.len);
    if (cell->link_id.len > 0)
        put(out, cell->link_id.data, cell->link_id.len);
}

static void
put_rows(const struct emulator_subject *subject, void *self, qtty_buf *out)
{
    const qtty_emulator *e = subject->emulator(self);
    uint32_t rows, cols;
    qtty_emulator_size(e, &rows, &cols);
    for (int32_t y = -(int32_t)qtty_emulator_scrollback(e); y < (int32_t)rows; y++) {
        qtty_row row;
        if (qtty_emulator_row(e, y, &row) != QTTY_OK)
            abort();
        put_number(out, (uint64_t)row.cells << 1 | row.soft_wrapped);
        for (uint32_t x = 0; x < cols; x++) {
            qtty_cell cell;
            if (subject->cell(self, y, x, &cell) != QTTY_OK)
                abort();
            put_cell(out, &cell);
        }
    }
}

/* Rows that left the top, also those that a clear took out of view; all rows' text. */
static void
put_texts(const qtty_emulator *e, qtty_buf *out)
{
    uint32_t rows;
    uint64_t first, end;
    qtty_row row;
    qtty_emulator_size(e, &rows, NULL);
    qtty_emulator_scrolled(e, &first, &end);
    put_number(out, first);
    for (uint64_t place = first; place < end; place++) {
        if (qtty_emulator_scrolled_row(e, place, &row) != QTTY_OK
            || qtty_emulator_scrolled_text(e, place, out) != QTTY_OK)
            abort();
        put_number(out, row.in_view);
    }
    for (uint32_t y = 0; y < rows; y++)
        if (qtty_emulator_primary_row(e, y, &row) != QTTY_OK
            || qtty_emulator_primary_text(e, y, out) != QTTY_OK)
            abort();
}

void
put_cursor(const qtty_emulator *e, qtty_buf *out)
{
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    put_number(out, (uint64_t)cursor.row << 32 | cursor.col);
    put_number(out, cursor.pending_wrap);
}

void
put_state(const qtty_emulator *e, qtty_buf *out)
{
    qtty_cursor cursor;
    qtty_ill_formed ill_formed;
    qtty_span title = qtty_emulator_title(e), icon = qtty_emulator_icon(e);
    qtty_emulator_cursor(e, &cursor);
    qtty_emulator_ill_formed(e, &ill_formed);
    put_cursor(e, out);
    put_number(out, (uint64_t)cursor.shape);
    put_number(out, cursor.visible);
    put_number(out, cursor.blink);
    put_number(out, qtty_emulator_alternate(e));
    put_number(out, ill_formed.count);
    put_number(out, ill_formed.offset);
    put(out, title.data, title.len);
    put(out, icon.data, icon.len);
    for (uint32_t mode = 0; mode < 64; mode++)
        put_number(out, (uint64_t)qtty_emulator_mode(e, false, mode) << 8
                            | qtty_emulator_mode(e, true, mode));
}

static void
put_events(qtty_emulator *e, qtty_buf *out)
{
    qtty_event event;
    while (qtty_emulator_next_event(e, &event)) {
        put_number(out, (uint64_t)event.kind << 32 | (uint32_t)event.value);
        put_number(out, (uint64_t)event.row << 32 | event.col);
        put_number(out, (uint64_t)event.width << 32 | event.height);
        put(out, event.text.data, event.text.len);
    }
    put_number(out, qtty_emulator_events_dropped(e));
}

void
put_all(const struct emulator_subject *subject, void *self, qtty_buf *out)
{
    qtty_emulator *e = subject->emulator(self);
    qtty_span replies = subject->replies(self);
    put(out, replies.data, replies.len);
    put_number(out, qtty_emulator_replies_dropped(e));
    put_rows(subject, self, out);
    put_texts(e, out);
    put_state(e, out);
    put_events(e, out);
}
