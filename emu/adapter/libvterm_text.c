/* Text for libvterm: stand-ins of the right width go in, and combining marks stay
 * here. */
#include "adapter/libvterm_state.h"

#include "unicode/utf8.h"
#include "unicode/width.h"

static void
flush(struct libvterm *v, struct piece *p)
{
    v->piece = p;
    if (p->len != 0)
        libvterm_feed_text(v, p->bytes, p->len);
    v->piece = NULL;
    p->len = p->count = p->shown = 0;
}

/* libvterm 0.1.4 wraps a wide character even where autowrap is off; and a screen of one
 * column has no place for it. Real terminals print nothing. */
static bool
has_place(struct libvterm *v, struct piece *p, uint32_t width)
{
    uint32_t cols = screen_of(v)->cols;
    if (width < 2 || (cols > 1 && v->terminal->modes.set[MODE_DECAWM]))
        return true;
    flush(v, p);
    VTermPos pos = libvterm_position(v);
    return cols > 1
           && (uint32_t)pos.col + width <= libvterm_columns(v, (uint32_t)pos.row);
}

/* A charset other than ASCII applies to ASCII alone, but libvterm decodes a whole
 * piece by its first byte: so pieces are cut between the two. */
static bool
cuts_piece(const struct libvterm *v, const struct piece *p, uint32_t scalar)
{
    if (p->len + 4 > GUARD_TEXT_MAX)
        return true;
    const struct charsets *sets = &v->terminal->charsets;
    bool plain = sets->designated[sets->gl] != CHARSET_GRAPHICS;
    return !plain && p->len != 0 && (p->bytes[0] < 0x80) != (scalar < 0x80);
}

/* A combining scalar goes to the last graphic, if nothing moved the cursor since, else to
 * the cell before the cursor. VS16 asks for a second column: without one it goes. */
static void
combine(struct libvterm *v, struct piece *p, uint32_t scalar)
{
    flush(v, p);
    VTermPos pos = v->glyph;
    if (!v->put) {
        pos = libvterm_position(v);
        pos.col -= !v->phantom;
    }
    bool at_edge = (uint32_t)pos.col + 1 == libvterm_columns(v, (uint32_t)pos.row);
    if (pos.col >= 0 && !(scalar == 0xFE0F && at_edge))
        screen_combine(screen_of(v), (uint32_t)pos.row, (uint32_t)pos.col, scalar);
}

/* SS2 and SS3 are for the next graphic of ASCII; another one ends them. */
static void
shift_once(struct libvterm *v, struct piece *p, uint32_t scalar)
{
    uint8_t shift[] = { 0x1B, v->single };
    flush(v, p);
    if (scalar < 0x80)
        libvterm_command(v, shift, sizeof shift);
    v->single = 0;
}

static void
put_scalar(struct libvterm *v, struct piece *p, uint32_t scalar)
{
    uint32_t width = scalar_width(scalar, v->terminal->ambiguous_width);
    if (width == 0) {
        combine(v, p, scalar);
        return;
    }
    if (!has_place(v, p, width))
        return;
    if (cuts_piece(v, p, scalar))
        flush(v, p);
    if (v->single != 0)
        shift_once(v, p, scalar);
    p->len += utf8_encode(guard_stand_in(scalar, width), p->bytes + p->len);
    p->scalars[p->count++] = scalar;
    v->last = scalar;
}

static void
begin_text(struct libvterm *v)
{
    struct terminal *t = v->terminal;
    uint32_t row = t->cursor.row;
    v->keeps = true;
    terminal_take_pen(t);
    libvterm_mark_tail(v, row,
                       t->cursor.pending_wrap ? libvterm_columns(v, row) : t->cursor.col);
}

qtty_status
libvterm_print(void *self, qtty_span text, bool ascii)
{
    struct libvterm *v = self;
    struct piece p = { .len = 0, .count = 0, .shown = 0 };
    (void)ascii;
    begin_text(v);
    while (text.len != 0)
        put_scalar(v, &p, utf8_next(&text));
    flush(v, &p);
    v->keeps = false;
    libvterm_follow_cursor(v);
    return libvterm_outcome(v);
}

/* Graphics of a width that fill the screen once, also where rows are double-width. */
static uint32_t
screenful(const struct libvterm *v, uint32_t width)
{
    uint32_t rows = screen_of(v)->rows, cols = screen_of(v)->cols;
    for (uint32_t row = 0; row < rows; row++)
        cols = libvterm_columns(v, row) < cols ? libvterm_columns(v, row) : cols;
    return rows * (cols < width ? 1 : cols / width);
}

/* REP repeats the graphic just before it, once; libvterm's own loops without one. */
void
libvterm_repeat(struct libvterm *v, const struct action *a)
{
    uint32_t scalar = v->terminal->after_graphic ? v->last : 0;
    uint32_t width = scalar_width(scalar, v->terminal->ambiguous_width);
    uint32_t most = screenful(v, width == 0 ? 1 : width);
    uint32_t count = param_or(a, 0, 1);
    struct piece p = { .len = 0, .count = 0, .shown = 0 };
    begin_text(v);
    for (uint32_t i = 0; scalar != 0 && i < count && i < most; i++)
        put_scalar(v, &p, scalar);
    flush(v, &p);
    v->keeps = false;
    libvterm_follow_cursor(v);
}
