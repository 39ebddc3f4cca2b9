/* The law of drawing: what qtty_emulator_draw says of a terminal makes the same terminal
 * of a fresh one. What its header leaves out is left out here. */
#include "emulator_laws.h"
#include "emulator_seen.h"
#include "law.h"
#include "script.h"
#include <string.h>

struct pair {
    const struct emulator_subject *subject;
    void *drawn, *fresh;
    qtty_emulator *a, *b; /* the same two */
    uint32_t rows, cols;
    uint32_t level; /* of conformance */
};

/* --- Cells -------------------------------------------------------------------------- */

static bool
has_text(const qtty_cell *cell, const char *text)
{
    return strcmp(cell->text, text) == 0;
}

/* Without a second column VS16 cannot be printed. */
static bool
same_but_vs16(const qtty_cell *a, const qtty_cell *b)
{
    const char *at = strstr(a->text, "\xEF\xB8\x8F");
    qtty_cell without = *a;
    if (at == NULL)
        return false;
    size_t from = (size_t)(at - a->text);
    memcpy(without.text + from, at + 3, strlen(at + 3) + 1);
    return has_text(b, without.text) || same_but_vs16(&without, b);
}

static bool
same_text(const struct pair *p, const qtty_cell *a, const qtty_cell *b)
{
    if (a->width != b->width)
        return false;
    return has_text(b, a->text) || (p->cols == 1 && same_but_vs16(a, b))
           || (a->text_len > 4 && has_text(b, a->width == 2 ? "\u3000" : "?"));
}

/* Of a URI or an id beyond ASCII, which is not drawn as it is. */
static bool
has_other_bytes(qtty_span uri)
{
    for (size_t i = 0; i < uri.len; i++)
        if (uri.data[i] >= 0x80)
            return true;
    return false;
}

/* On one column a soft-wrapped blank has its background alone. */
static bool
same_cell(const struct pair *p, const qtty_cell *a, const qtty_cell *b)
{
    qtty_cell with = *b;
    qtty_buf seen[2];
    if (!same_text(p, a, b))
        return false;
    if (has_other_bytes(a->link) && b->link.len <= a->link.len)
        with.link = a->link;
    if (has_other_bytes(a->link_id) && b->link_id.len <= a->link_id.len)
        with.link_id = a->link_id;
    if (p->cols == 1 && a->text_len == 0 && a->style.bg == b->style.bg)
        with.style = a->style;
    memcpy(with.text, a->text, sizeof(with.text));
    with.text_len = a->text_len;
    for (int i = 0; i < 2; i++) {
        qtty_buf_init(&seen[i], NULL, 0);
        put_cell(&seen[i], i == 0 ? a : &with);
    }
    bool same = same_bytes(qtty_buf_span(&seen[0]), qtty_buf_span(&seen[1]));
    qtty_buf_finish(&seen[0]);
    qtty_buf_finish(&seen[1]);
    return same;
}

static bool
same_row(const struct pair *p, int32_t y)
{
    qtty_row a, b;
    bool same = qtty_emulator_row(p->a, y, &a) == QTTY_OK
                && qtty_emulator_row(p->b, y, &b) == QTTY_OK && a.cells == b.cells
                && a.soft_wrapped == b.soft_wrapped;
    for (uint32_t x = 0; x < p->cols && same; x++) {
        qtty_cell before, after;
        same = p->subject->cell(p->drawn, y, x, &before) == QTTY_OK
               && p->subject->cell(p->fresh, y, x, &after) == QTTY_OK
               && same_cell(p, &before, &after);
    }
    return same;
}

static bool
same_screen(const struct pair *p)
{
    bool same = true;
    for (uint32_t y = 0; y < p->rows && same; y++)
        same = same_row(p, (int32_t)y);
    return same;
}

static bool
same_primary(const struct pair *p)
{
    bool same = true;
    for (uint32_t y = 0; y < p->rows && same; y++) {
        qtty_row a, b;
        same = qtty_emulator_primary_row(p->a, y, &a) == QTTY_OK
               && qtty_emulator_primary_row(p->b, y, &b) == QTTY_OK && a.cells == b.cells
               && a.soft_wrapped == b.soft_wrapped;
    }
    return same;
}

/* --- State -------------------------------------------------------------------------- */

static bool
same_modes(const struct pair *p)
{
    bool same = true;
    for (uint32_t mode = 0; mode < 2100 && same; mode++) {
        bool is_deccolm = mode == 3;
        same =
            qtty_emulator_mode(p->a, false, mode) == qtty_emulator_mode(p->b, false, mode)
            && (is_deccolm
                || qtty_emulator_mode(p->a, true, mode)
                       == qtty_emulator_mode(p->b, true, mode));
    }
    return same;
}

/* Of a cell without text: the wrap is made by a print that is erased again. */
static bool
blank_may_lose(const struct pair *p, const qtty_cursor *c)
{
    qtty_row row;
    return p->level < 4 || qtty_emulator_mode(p->a, true, 6) == QTTY_MODE_SET
           || qtty_emulator_row(p->a, (int32_t)c->row, &row) != QTTY_OK
           || row.soft_wrapped;
}

/* Variation selectors, what is lost itself, halves of two styles; below level 4 graphics
 * of character sets. */
static bool
text_may_lose(const struct pair *p, const qtty_cursor *c, const qtty_cell *last)
{
    qtty_cell cell = *last, copy;
    uint32_t x = c->col - (last->width == 0);
    if (qtty_emulator_cell(p->a, (int32_t)c->row, x, &cell) != QTTY_OK
        || qtty_emulator_cell(p->b, (int32_t)c->row, x, &copy) != QTTY_OK)
        return true;
    return strstr(cell.text, "\xEF\xB8") != NULL || !has_text(&copy, cell.text)
           || (p->level < 4 && cell.width == 1)
           || memcmp(&cell.style, &last->style, sizeof(cell.style)) != 0;
}

/* May a pending wrap be lost? Margins that moved, and double rows, do it in any case. */
static bool
may_lose_pending(const struct pair *p, const qtty_cursor *c)
{
    qtty_cell cell;
    if (c->col + 1 != p->cols
        || qtty_emulator_cell(p->a, (int32_t)c->row, c->col, &cell) != QTTY_OK)
        return true;
    return cell.width == 1 && cell.text_len == 0 ? blank_may_lose(p, c)
                                                 : text_may_lose(p, c, &cell);
}

static bool
same_cursor(const struct pair *p)
{
    qtty_cursor a, b;
    qtty_emulator_cursor(p->a, &a);
    qtty_emulator_cursor(p->b, &b);
    return a.row == b.row && a.col == b.col && a.shape == b.shape && a.blink == b.blink
           && a.visible == b.visible
           && (a.pending_wrap == b.pending_wrap
               || (a.pending_wrap && may_lose_pending(p, &a)));
}

static bool
has_same_pending(const struct pair *p)
{
    qtty_cursor a, b;
    qtty_emulator_cursor(p->a, &a);
    qtty_emulator_cursor(p->b, &b);
    return a.pending_wrap == b.pending_wrap;
}

static bool
same_titles(const struct pair *p)
{
    return same_bytes(qtty_emulator_title(p->a), qtty_emulator_title(p->b))
           && same_bytes(qtty_emulator_icon(p->a), qtty_emulator_icon(p->b));
}

static bool
same_state(const struct pair *p)
{
    return qtty_emulator_alternate(p->a) == qtty_emulator_alternate(p->b)
           && same_titles(p) && same_cursor(p) && same_modes(p);
}

/* --- What shows only later ---------------------------------------------------------- */

/* Pen, sets, tab stops, margins and what was saved show in what text does next; what is
 * below the alternate screen when it goes. Queries tell of the rest. */
static const char *const probes[] = {
    "\033[?u\033[?0;1;2;3;4m\033[?4g\033[1$w\033[2$w\033P$q\"p\033\\",
    "\033]4;1;?;200;?\007\033]5;0;?;4;?\007\033]10;?;?;?;?\007\033[#R",
    "ab\tc\r\n\n\t#",
    "\0338de\016`q\033[9C_",
    "\033n#{\033o@|\017",
    "\033[?47lf\0338ghij\033[?u\033[<u\033[?u",
    "\033[?47hk\0338lmno\033[?u\033[<u\033[?u",
    "\033[2;2;3;3;7$r\033[1J",
    "\033[23;0tp\033[23;0;3t",
    "\033[#Q\033[#R\033]4;1;?\007\033[3#Q\033]4;1;?\007",
    "\033[?5;7;12;25;45;47;66;1000;1006;2004r",
    "\033]2;6162\033\\\033]1;c\033\\",
    "\033<q\033[4GA\016A\033[?6hB",
};

static void
take_replies(const struct pair *p)
{
    qtty_emulator_take_replies(p->a, p->subject->replies(p->drawn).len);
    qtty_emulator_take_replies(p->b, p->subject->replies(p->fresh).len);
}

static bool
probe(const struct pair *p, const char *text)
{
    qtty_span bytes = { (const uint8_t *)text, strlen(text) };
    take_replies(p);
    return p->subject->feed(p->drawn, bytes) == QTTY_OK
           && p->subject->feed(p->fresh, bytes) == QTTY_OK
           && same_bytes(p->subject->replies(p->drawn), p->subject->replies(p->fresh))
           && same_screen(p) && same_cursor(p) && same_modes(p) && same_titles(p);
}

/* Does a single shift wait for its graphic? The last of them is not followed by text. */
static bool
has_single_shift(qtty_span input)
{
    bool escaped = false;
    for (size_t i = 0; i < input.len; i++) {
        uint8_t byte = input.data[i];
        if ((escaped && (byte == 'N' || byte == 'O')) || byte == 0x8E || byte == 0x8F)
            return true;
        if (byte >= 0x20 && byte < 0x7F)
            escaped = false;
        if (byte == 0x1B)
            escaped = true;
    }
    return false;
}

/* A wrap that is pending in what was saved is lost at levels 2 and 3. In ISO 8859-1 the
 * sets of GR are others. */
static bool
same_later(const struct pair *p, qtty_span input, bool latin1)
{
    bool same = true;
    if (!has_same_pending(p) || has_single_shift(input) || p->cols <= 3 || latin1
        || p->level == 2 || p->level == 3)
        return true;
    for (size_t i = 0; i < COUNT_OF(probes) && same; i++)
        same = probe(p, probes[i]);
    return same;
}

/* --- The law ------------------------------------------------------------------------ */

/* Drawn again, the copy says the same; but for VS16 on one column. */
static bool
same_drawing(const struct pair *p, const qtty_buf *drawing)
{
    qtty_buf again;
    qtty_buf_init(&again, NULL, 0);
    bool same = p->subject->draw(p->fresh, &again) == QTTY_OK
                && (!has_same_pending(p) || p->cols == 1
                    || same_bytes(qtty_buf_span(drawing), qtty_buf_span(&again)));
    qtty_buf_finish(&again);
    return same;
}

/* None, but for the report of the size that mode 2048 sends. */
static bool
asked_nothing(const struct pair *p)
{
    bool reports = qtty_emulator_mode(p->a, true, 2048) == QTTY_MODE_SET;
    return qtty_emulator_replies_count(p->b) == reports;
}

static bool
is_same(const struct pair *p, const qtty_buf *drawing)
{
    size_t most = 2700 * 2 * (size_t)p->rows * p->cols + (256 << 10);
    return drawing->len <= most
           && p->subject->feed(p->fresh, qtty_buf_span(drawing)) == QTTY_OK
           && asked_nothing(p) && same_state(p) && same_screen(p) && same_primary(p)
           && same_drawing(p, drawing);
}

static bool
contains(const qtty_buf *drawing, const char *text)
{
    size_t len = strlen(text);
    for (size_t i = 0; i + len <= drawing->len; i++)
        if (memcmp(drawing->data + i, text, len) == 0)
            return true;
    return false;
}

/* The level as it is drawn: below 2, and in VT52 mode, nothing answers. */
static uint32_t
level_of(const qtty_buf *drawing)
{
    if (contains(drawing, "\033<"))
        return 1;
    return contains(drawing, "\033[62;1\"p")   ? 2
           : contains(drawing, "\033[63;1\"p") ? 3
                                               : 4;
}

/* What was left unfinished goes first: CAN ends it. */
bool
drawing_is_the_screen(const void *subject_, qtty_span input)
{
    struct pair p = { .subject = subject_ };
    qtty_emulator_config config;
    qtty_buf drawing;
    qtty_span script = script_settings(input, &config);
    qtty_buf_init(&drawing, NULL, 0);
    p.drawn = open_emulator(p.subject, &config);
    p.a = p.subject->emulator(p.drawn);
    bool good =
        play(p.subject, p.drawn, script, WHOLE)
        && p.subject->feed(p.drawn, (qtty_span){ (const uint8_t *)"\x18", 1 }) == QTTY_OK
        && p.subject->draw(p.drawn, &drawing) == QTTY_OK;
    qtty_emulator_size(p.a, &p.rows, &p.cols);
    config.rows = p.rows;
    config.cols = p.cols;
    bool latin1 = config.encoding == QTTY_ENCODING_LATIN1;
    config.encoding = QTTY_ENCODING_UTF8;
    p.fresh = open_emulator(p.subject, &config);
    p.b = p.subject->emulator(p.fresh);
    p.level = level_of(&drawing);
    good = good && is_same(&p, &drawing) && same_later(&p, script, latin1);
    p.subject->close(p.drawn);
    p.subject->close(p.fresh);
    qtty_buf_finish(&drawing);
    return good;
}
