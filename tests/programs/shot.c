/* Screens, taken and printed. */
#include "shot.h"

#include "vt/memory.h"
#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const shot_mode_names[SHOT_MODES] = {
    "alternate", "insert", "cursor-keys", "keypad", "origin", "wrap", "mouse",
};

void
shot_init(struct shot *s, uint32_t rows, uint32_t cols)
{
    *s = (struct shot){ .rows = rows, .cols = cols };
    s->cells = calloc((size_t)rows * cols, sizeof *s->cells);
    if (s->cells == NULL)
        die("out of memory");
    for (size_t i = 0; i < (size_t)rows * cols; i++)
        s->cells[i].width = 1;
}

void
shot_finish(struct shot *s)
{
    free(s->cells);
    *s = (struct shot){ 0 };
}

/* --- Ours --------------------------------------------------------------------------- */

static void
take_cell(struct shot_cell *out, const qtty_emulator *e, uint32_t row, uint32_t col)
{
    qtty_cell cell;
    if (qtty_emulator_cell(e, (int32_t)row, col, &cell) != QTTY_OK)
        die("no cell at %u,%u", (unsigned)row, (unsigned)col);
    bool blank = strcmp(cell.text, " ") == 0;
    (void)snprintf(out->text, sizeof out->text, "%s", blank ? "" : cell.text);
    out->width = cell.width;
    out->style = cell.style;
}

static bool
mode_is_on(const qtty_emulator *e, bool dec, uint32_t number)
{
    return qtty_emulator_mode(e, dec, number) == QTTY_MODE_SET;
}

static void
take_modes(struct shot *s, const qtty_emulator *e)
{
    s->modes[SHOT_ALTERNATE] = qtty_emulator_alternate(e);
    s->modes[SHOT_INSERT] = mode_is_on(e, false, 4);
    s->modes[SHOT_CURSOR_KEYS] = mode_is_on(e, true, 1);
    s->modes[SHOT_KEYPAD] = mode_is_on(e, true, 66);
    s->modes[SHOT_ORIGIN] = mode_is_on(e, true, 6);
    s->modes[SHOT_WRAP] = mode_is_on(e, true, 7);
    s->modes[SHOT_MOUSE] = mode_is_on(e, true, 1000) || mode_is_on(e, true, 1002)
                           || mode_is_on(e, true, 1003);
}

void
shot_take(struct shot *out, const qtty_emulator *e)
{
    uint32_t rows, cols;
    qtty_cursor cursor;
    qtty_emulator_size(e, &rows, &cols);
    shot_init(out, rows, cols);
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t col = 0; col < cols; col++)
            take_cell(shot_at(out, row, col), e, row, col);
    }
    qtty_emulator_cursor(e, &cursor);
    out->row = cursor.row;
    out->col = cursor.col + cursor.pending_wrap;
    out->visible = cursor.visible;
    take_modes(out, e);
}

/* --- Printing ----------------------------------------------------------------------- */

static void
print_color(const char *what, qtty_color color, qtty_buf *out)
{
    char text[32];
    unsigned value = color & 0xFFFFFF;
    if (color == QTTY_COLOR_DEFAULT)
        return;
    bool rgb = QTTY_COLOR_KIND(color) == 2;
    (void)snprintf(text, sizeof text, rgb ? " %s=#%06X" : " %s=%u", what, value);
    append_string(out, text);
}

static void
print_style(const qtty_style *style, qtty_buf *out)
{
    static const char *const attributes[] = {
        "bold", "dim", "italic", "blink", "reverse", "invisible", "strike", "overline"
    };
    static const char *const underlines[] = {
        "", " underline", " double-underline", " curly", " dotted", " dashed",
    };
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        if ((style->attributes & (1u << i)) == 0)
            continue;
        append_string(out, " ");
        append_string(out, attributes[i]);
    }
    append_string(out, underlines[style->underline]);
    print_color("fg", style->fg, out);
    print_color("bg", style->bg, out);
    print_color("ul", style->ul, out);
}

static bool
same_style(const qtty_style *a, const qtty_style *b)
{
    return a->fg == b->fg && a->bg == b->bg && a->ul == b->ul
           && a->attributes == b->attributes && a->underline == b->underline;
}

static void
print_stretch(const struct shot *s, uint32_t row, uint32_t from, uint32_t to,
              qtty_buf *out)
{
    static const qtty_style plain = { 0 };
    const qtty_style *style = &shot_at(s, row, from)->style;
    char text[32];
    if (same_style(style, &plain))
        return;
    (void)snprintf(text, sizeof text, "  %u-%u:", (unsigned)from, (unsigned)to - 1);
    append_string(out, text);
    print_style(style, out);
    append_string(out, "\n");
}

static void
print_row(const struct shot *s, uint32_t row, qtty_buf *out)
{
    uint32_t end = s->cols;
    while (end != 0 && shot_at(s, row, end - 1)->text[0] == '\0'
           && shot_at(s, row, end - 1)->width == 1)
        end--;
    append_string(out, "|");
    for (uint32_t col = 0; col < end; col++) {
        const struct shot_cell *cell = shot_at(s, row, col);
        if (cell->width != 0)
            append_string(out, cell->text[0] != '\0' ? cell->text : " ");
    }
    append_string(out, "\n");
    for (uint32_t from = 0, to; from < s->cols; from = to) {
        const qtty_style *style = &shot_at(s, row, from)->style;
        for (to = from + 1; to < s->cols; to++) {
            if (!same_style(style, &shot_at(s, row, to)->style))
                break;
        }
        print_stretch(s, row, from, to, out);
    }
}

void
shot_print(const struct shot *s, qtty_buf *out)
{
    char text[64];
    (void)snprintf(text, sizeof text, "cursor %u,%u%s", (unsigned)s->row,
                   (unsigned)s->col, s->visible ? "" : " hidden");
    append_string(out, text);
    for (size_t i = 0; i < SHOT_MODES; i++) {
        if (!s->modes[i])
            continue;
        append_string(out, " ");
        append_string(out, shot_mode_names[i]);
    }
    append_string(out, "\n");
    for (uint32_t row = 0; row < s->rows; row++)
        print_row(s, row, out);
}
