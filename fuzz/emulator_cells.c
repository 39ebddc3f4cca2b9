/* Laws of the cells: what a screen may never be, at the end, on the way, and while the
 * window changes its size. */
#include "emulator_laws.h"
#include "emulator_seen.h"
#include "law.h"
#include "reference.h"
#include "script.h"
#include <stdio.h>
#include <string.h>

/* --- Cells -------------------------------------------------------------------------- */

/* `before` is the width of the cell on its left. */
static bool
is_cell(const qtty_cell *cell, uint32_t before, bool last)
{
    if (cell->width > 2 || cell->text_len > QTTY_CLUSTER_BYTES_MAX
        || cell->text[cell->text_len] != '\0')
        return false;
    if ((cell->width == 0) != (before == 2) || (cell->width == 2 && last))
        return false;
    return is_text((qtty_span){ (const uint8_t *)cell->text, cell->text_len });
}

static bool
is_row(const struct emulator_subject *subject, void *self, int32_t y, uint32_t cols)
{
    const qtty_emulator *e = subject->emulator(self);
    qtty_row row;
    qtty_buf text;
    uint32_t before = 1;
    qtty_buf_init(&text, NULL, 0);
    bool good = qtty_emulator_row(e, y, &row) == QTTY_OK && row.cells <= cols
                && row.generation <= qtty_emulator_generation(e)
                && qtty_emulator_row_text(e, y, &text) == QTTY_OK
                && is_text(qtty_buf_span(&text));
    for (uint32_t x = 0; x < cols && good; x++) {
        qtty_cell cell;
        good = subject->cell(self, y, x, &cell) == QTTY_OK
               && is_cell(&cell, before, x + 1 == cols)
               && (x < row.cells || cell.text_len == 0)
               && (x + 1 != row.cells || cell.text_len != 0 || cell.width == 0 || y < 0);
        before = cell.width;
    }
    qtty_buf_finish(&text);
    return good;
}

/* The screen holds its cursor, and rows that are rows. */
bool
cells_are_sound(const struct emulator_subject *subject, void *self)
{
    const qtty_emulator *e = subject->emulator(self);
    uint32_t rows, cols;
    qtty_cursor cursor;
    qtty_emulator_size(e, &rows, &cols);
    qtty_emulator_cursor(e, &cursor);
    bool good = cursor.row < rows && cursor.col < cols;
    for (int32_t y = -(int32_t)qtty_emulator_scrollback(e); y < (int32_t)rows && good;
         y++)
        good = is_row(subject, self, y, cols);
    return good;
}

bool
cells_are_cells(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    void *self = open_emulator(subject, &config);
    play(subject, self, script, 61);
    bool good = cells_are_sound(subject, self);
    subject->close(self);
    return good;
}

/* --- Margins ------------------------------------------------------------------------ */

/* A number at the front of a text, which is advanced past it. */
static uint32_t
number_at(const char **text)
{
    uint32_t number = 0;
    for (; **text >= '0' && **text <= '9'; ++*text)
        number = number * 10 + (uint32_t)(**text - '0');
    return number;
}

/* Asked for by DECRQSS: two or more rows, or columns, of those there are, or all. A
 * persona that does not answer says nothing of them. */
static bool
has_margins(const struct emulator_subject *subject, void *self, const char *setting,
            uint32_t size)
{
    char question[16], answer[32] = "";
    const char *at = answer + 5;
    qtty_emulator *e = subject->emulator(self);
    int len = snprintf(question, sizeof(question), "\x18\x1BP$q%s\x1B\\", setting);
    qtty_emulator_take_replies(e, subject->replies(self).len);
    if (subject->feed(self, (qtty_span){ (const uint8_t *)question, (size_t)len })
        != QTTY_OK)
        return false;
    qtty_span reply = subject->replies(self);
    if (reply.len < 8 || reply.len >= sizeof(answer) || reply.data[2] != '1')
        return true;
    memcpy(answer, reply.data, reply.len);
    uint32_t first = number_at(&at);
    at += *at == ';';
    uint32_t last = number_at(&at);
    return first >= 1 && last <= size && (first < last || (first == 1 && last == size));
}

static bool
has_sane_margins(const struct emulator_subject *subject, void *self)
{
    uint32_t rows, cols;
    qtty_emulator_size(subject->emulator(self), &rows, &cols);
    return has_margins(subject, self, "r", rows) && has_margins(subject, self, "s", cols);
}

/* --- On the way --------------------------------------------------------------------- */

enum { LOOKS_MAX = 24 };

/* The same after every few bytes, of long inputs after more. */
static bool
feed_and_look(const struct emulator_subject *subject, void *self, qtty_span bytes,
              size_t each)
{
    bool good = true;
    while (good && bytes.len > 0) {
        size_t len = bytes.len < each ? bytes.len : each;
        good = feed_pieces(subject, self, (qtty_span){ bytes.data, len }, WHOLE)
               && cells_are_sound(subject, self);
        bytes.data += len;
        bytes.len -= len;
    }
    return good;
}

bool
steps_are_sound(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    qtty_emulator_config config;
    struct script script = { .rest = script_settings(input, &config) };
    struct script_step step;
    size_t each = 1 + script.rest.len / LOOKS_MAX;
    void *self = open_emulator(subject, &config);
    bool good = true;
    while (good && script_next(&script, &step)) {
        good = feed_and_look(subject, self, step.bytes, each);
        if (good && step.rows > 0)
            good = qtty_emulator_resize(subject->emulator(self), step.rows, step.cols)
                       == QTTY_OK
                   && cells_are_sound(subject, self);
    }
    good = good && has_sane_margins(subject, self);
    subject->close(self);
    return good;
}
