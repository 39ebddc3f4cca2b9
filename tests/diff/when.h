/* Conditions of differences.def, on native's state before the action. */
#ifndef QTTY_DIFF_WHEN_H
#define QTTY_DIFF_WHEN_H

#include "vt/action.h"
#include <quietty/emulator.h>
#include <string.h>

/* What native's state says before an action. */
struct context {
    const qtty_emulator *emulator;
    uint32_t rows, cols;
    qtty_cursor cursor;
    uint32_t top, bottom; /* margins, inclusive */
    bool protects;        /* DECSCA */
    const struct action *action;
};

static inline bool
is_set(const struct context *c, bool dec, uint32_t mode)
{
    return qtty_emulator_mode(c->emulator, dec, mode) == QTTY_MODE_SET;
}

static inline bool
always(const struct context *c)
{
    (void)c;
    return true;
}

static inline bool
pending_wrap(const struct context *c)
{
    return c->cursor.pending_wrap;
}

static inline bool
mode_1049(const struct context *c)
{
    return c->action->params->value[0] == 1049;
}

static inline bool
mode_7_pending_wrap(const struct context *c)
{
    return c->action->params->value[0] == 7 && c->cursor.pending_wrap;
}

static inline bool
origin_mode(const struct context *c)
{
    return is_set(c, true, 6);
}

static inline bool
outside_margins(const struct context *c)
{
    return c->cursor.row < c->top || c->cursor.row > c->bottom;
}

static inline bool
origin_mode_outside_margins(const struct context *c)
{
    return origin_mode(c) && outside_margins(c);
}

/* REP up to the last column or past it. */
static inline bool
repeats_past_edge(const struct context *c)
{
    uint32_t count = c->action->params->value[0] == 0 ? 1 : c->action->params->value[0];
    return c->cursor.pending_wrap || c->cursor.col + 2 * count + 1 >= c->cols;
}

static inline bool
on_alternate(const struct context *c)
{
    return qtty_emulator_alternate(c->emulator);
}

static inline bool
pending_wrap_at_bottom(const struct context *c)
{
    return c->cursor.pending_wrap
           && (c->cursor.row == c->bottom || c->cursor.row + 1 == c->rows);
}

static inline bool
pending_wrap_at_top(const struct context *c)
{
    return c->cursor.pending_wrap && (c->cursor.row == c->top || c->cursor.row == 0);
}

/* A mode that is set or reset. */
static inline bool
mode_47(const struct context *c)
{
    return c->action->params->value[0] == 47;
}

/* Margins of less than two rows, or of none. */
static inline bool
no_margins(const struct context *c)
{
    const struct params *p = c->action->params;
    uint32_t top = p->value[0] == 0 ? 1 : p->value[0];
    uint32_t bottom = p->count < 2 || p->value[1] == 0 ? c->rows : p->value[1];
    return top >= (bottom < c->rows ? bottom : c->rows);
}

/* Text is one scalar of two columns; all wide ones of the streams begin so. */
static inline bool
wide(const struct context *c)
{
    return c->action->text.len > 2 && c->action->text.data[0] >= 0xE0;
}

static inline bool
wide_in_insert_mode(const struct context *c)
{
    return is_set(c, false, 4) && wide(c);
}

static inline bool
wide_protected(const struct context *c)
{
    return c->protects && wide(c);
}

static inline bool
wide_fills_row(const struct context *c)
{
    return wide(c) && c->cursor.col + 2 == c->cols;
}

static inline bool
wide_fills_row_unwrapped(const struct context *c)
{
    return wide_fills_row(c) && !is_set(c, true, 7);
}

static inline bool
has_margins(const struct context *c)
{
    return c->top != 0 || c->bottom + 1 != c->rows;
}

static inline bool
wide_unwrapped(const struct context *c)
{
    return wide(c) && c->cursor.col + 2 > c->cols && !is_set(c, true, 7);
}

static inline bool
insert_mode(const struct context *c)
{
    return is_set(c, false, 4);
}

static inline bool
autowrap_off(const struct context *c)
{
    return !is_set(c, true, 7);
}

/* More than the screen has cells. */
static inline bool
repeats_a_screen(const struct context *c)
{
    return c->action->params->value[0] > c->rows * c->cols;
}

/* As many columns as bytes: it may be fewer. */
static inline bool
unwrapped_to_edge(const struct context *c)
{
    return autowrap_off(c) && c->cursor.col + c->action->text.len >= c->cols;
}

static inline bool
zero_bottom(const struct context *c)
{
    const struct params *p = c->action->params;
    return p->count > 1 && p->value[1] == 0;
}

/* A character with a mark, in the last column. */
static inline bool
marked_at_edge(const struct context *c)
{
    qtty_span text = c->action->text;
    return text.len > 1 && text.data[0] < 0x80 && c->cursor.col + 1 == c->cols;
}

/* Columns [from, to) of a row hold a wide cluster or a half of one. */
static inline bool
holds_wide(const struct context *c, uint32_t row, uint32_t from, uint32_t to)
{
    for (uint32_t col = from; col < to && col < c->cols; col++) {
        qtty_cell cell;
        if (qtty_emulator_cell(c->emulator, (int32_t)row, col, &cell) == QTTY_OK
            && cell.width != 1)
            return true;
    }
    return false;
}

/* A wide one onto cells that are protected, by a pen that does not protect. */
static inline bool
wide_onto_protected(const struct context *c)
{
    qtty_cell cell = { .protect = false };
    uint32_t col = c->cursor.col;
    bool wraps = c->cursor.pending_wrap || col + 1 == c->cols;
    (void)qtty_emulator_cell(c->emulator, (int32_t)(c->cursor.row + wraps),
                             wraps ? 1 : col + 1, &cell);
    return wide(c) && cell.protect;
}

/* Text onto a wide cluster, or what shifts or erases a part of the row that holds one. */
static inline bool
onto_wide(const struct context *c)
{
    uint32_t row = c->cursor.row, col = c->cursor.col;
    bool inserts = is_set(c, false, 4);
    bool wraps = c->cursor.pending_wrap || (wide(c) && col + 1 == c->cols);
    return holds_wide(c, row, col, inserts ? c->cols : col + 1 + wide(c))
           || (wraps && holds_wide(c, row + 1, 0, inserts ? c->cols : 2));
}

static inline bool
row_holds_wide(const struct context *c)
{
    return holds_wide(c, c->cursor.row, 0, c->cols);
}

/* Text is one scalar: of DEC Special Graphics where that is invoked. */
static inline bool
graphic_of(const struct context *c, const char *letters)
{
    return strchr(letters, c->action->text.data[0]) != NULL;
}

static inline bool
letters_yz(const struct context *c)
{
    return graphic_of(c, "yz");
}

static inline bool
underscore(const struct context *c)
{
    return graphic_of(c, "_");
}

static inline bool
tilde(const struct context *c)
{
    return graphic_of(c, "~");
}

#endif
