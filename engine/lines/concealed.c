/* A run of concealed cells is one mark, if there is text in it: bars and pictures are
 * drawn with cells of one colour, and hide nothing. */
#include "lines/concealed.h"

#include "unicode/utf8.h"
#include <string.h>

static const char opening[] = "\xE2\x9F\xA6"
                              "concealed: ";
static const char closing[] = "\xE2\x9F\xA7";

_Static_assert(sizeof opening + sizeof closing - 2 <= CONCEALED_MARK_BYTES, "a mark");

struct walk {
    const qtty_emulator *emulator;
    uint32_t end;
    qtty_hidden how;
    qtty_style style; /* that was looked at last, and whether it conceals */
    bool conceals;
    bool known;
    bool inside; /* a run of concealed cells, */
    bool hides;  /* with text in it */
};

/* --- Looks -------------------------------------------------------------------------- */

static bool
is_near(uint32_t one, uint32_t other, uint32_t shift)
{
    enum { NEAR = 16 }; /* of 255: nobody reads that */
    const int32_t a = (int32_t)(one >> shift & 0xFF),
                  b = (int32_t)(other >> shift & 0xFF);
    return a - b <= NEAR && b - a <= NEAR;
}

/* Colours of draw.h have it that concealed text is in its background's. */
static bool
conceals(struct walk *w, const qtty_style *style)
{
    qtty_colors c;
    if (w->known && memcmp(&w->style, style, sizeof *style) == 0)
        return w->conceals;
    qtty_emulator_colors(w->emulator, style, &c);
    w->style = *style;
    w->known = true;
    w->conceals =
        is_near(c.fg, c.bg, 0) && is_near(c.fg, c.bg, 8) && is_near(c.fg, c.bg, 16);
    return w->conceals;
}

static bool
within(uint32_t scalar, uint32_t first, uint32_t last)
{
    return scalar >= first && scalar <= last;
}

/* Blanks; boxes and blocks, Braille patterns, what legacy computers drew with. */
static bool
is_text(const qtty_cell *cell)
{
    const uint8_t *at = (const uint8_t *)cell->text;
    if (cell->text_len == 0)
        return false;
    uint32_t scalar = utf8_step(&at);
    return scalar != ' ' && scalar != 0xA0 && scalar != 0x3000
           && !within(scalar, 0x2000, 0x200A) && !within(scalar, 0x2500, 0x259F)
           && !within(scalar, 0x2800, 0x28FF) && !within(scalar, 0x1FB00, 0x1FBFF);
}

static bool
hides_text(struct walk *w, const qtty_cells *behind, const qtty_cell *first)
{
    qtty_cells ahead = *behind;
    qtty_cell cell = *first;
    while (!is_text(&cell)) {
        if (ahead.col >= w->end || !qtty_cells_next(&ahead, &cell)
            || !conceals(w, &cell.style))
            return false;
    }
    return true;
}

/* --- Text --------------------------------------------------------------------------- */

static qtty_status
append(qtty_buf *out, const char *text)
{
    return qtty_buf_append(out, text, strlen(text));
}

/* Within a mark nothing looks as its end does. */
static const char *
shown(const struct walk *w, const qtty_cell *cell)
{
    const bool removes = w->hides && w->how == QTTY_HIDDEN_REMOVED;
    if (removes && cell->text_len != 0)
        return cell->width == 2 ? "  " : " ";
    if (cell->text_len == 0)
        return cell->width == 0 ? "" : " ";
    if (w->hides && memcmp(cell->text, closing, sizeof closing - 1) == 0)
        return "]";
    if (w->hides && memcmp(cell->text, opening, sizeof closing - 1) == 0)
        return "[";
    return cell->text;
}

static qtty_status
leave(struct walk *w, qtty_buf *out)
{
    const bool marks = w->hides && w->how == QTTY_HIDDEN_MARKED;
    w->inside = w->hides = false;
    return marks ? append(out, closing) : QTTY_OK;
}

static qtty_status
take_cell(struct walk *w, const qtty_cells *behind, const qtty_cell *cell, qtty_buf *out)
{
    qtty_status st = QTTY_OK;
    const bool concealed = conceals(w, &cell->style);
    if (w->inside && !concealed)
        st = leave(w, out);
    if (st == QTTY_OK && concealed && !w->inside) {
        w->inside = true;
        w->hides = hides_text(w, behind, cell);
        if (w->hides && w->how == QTTY_HIDDEN_MARKED)
            st = append(out, opening);
    }
    return st == QTTY_OK ? append(out, shown(w, cell)) : st;
}

qtty_status
concealed_text(const qtty_emulator *e, qtty_cells *cells, uint32_t end, qtty_hidden how,
               qtty_buf *out)
{
    struct walk w = { .emulator = e, .end = end, .how = how };
    qtty_cell cell;
    qtty_status st = QTTY_OK;
    while (st == QTTY_OK && cells->col < end && qtty_cells_next(cells, &cell))
        st = take_cell(&w, cells, &cell, out);
    return st == QTTY_OK && w.inside ? leave(&w, out) : st;
}
