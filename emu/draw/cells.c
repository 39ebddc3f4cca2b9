/* The cells of a screen, row by row, onto one that is blank. Where rows are soft-wrapped,
 * text flows over their ends first; what it left there is drawn over. */
#include "draw/draw.h"

#include "screen/style.h"
#include "unicode/utf8.h"
#include <string.h>

static const qtty_style plain;

/* U+3000 */
static const uint8_t wide_blank[] = { 0xE3, 0x80, 0x80 };

/* A row on its way: columns [0, end) are still to be drawn. */
struct pass {
    const struct row *row;
    uint32_t y, end;
    uint32_t before;  /* printed to before the pass came to it; NOWHERE: none */
    uint32_t behind;  /* and by the cell before it */
    bool first, last; /* the text that wrapped onto this row, and off it */
};

static uint32_t
columns(const struct draw *d)
{
    return d->t->screen.cols;
}

static qtty_style
style_of(const struct draw *d, struct cell cell)
{
    return style_unpack(intern_get(&d->t->screen.styles, cell.style));
}

/* Erasing leaves the background alone; halves of wide characters, DECSERA and DECCARA
 * leave more of a style to a blank. */
static bool
is_styled_blank(const struct draw *d, struct cell cell)
{
    if (cell.kind != CELL_ERASED || cell.style == 0)
        return false;
    qtty_style style = style_of(d, cell);
    return style.fg != 0 || style.ul != 0 || style.attributes != 0
           || style.underline != 0;
}

/* --- Printing a cell ---------------------------------------------------------------- */

/* A wide character and its spacer have one style, unless a rectangle ended between them.
 * Both are printed in that of the one, which DECCARA then makes that of the other: it can
 * take an underline away and draw a single one. */
static struct cell
styled_first(const struct draw *d, const struct row *row, uint32_t x)
{
    struct cell cell = row_cell(row, x);
    if (cell.width != 2)
        return cell;
    struct cell spacer = row_cell(row, x + 1);
    uint16_t underline = style_of(d, spacer).underline;
    bool leads =
        underline > QTTY_UNDERLINE_SINGLE && underline != style_of(d, cell).underline;
    return leads ? spacer : cell;
}

static void
take_pen(struct draw *d, const struct row *row, uint32_t x)
{
    struct cell cell = row_cell(row, x);
    qtty_style style = style_of(d, styled_first(d, row, x));
    draw_style(d, &style);
    draw_link(d, intern_get(&d->t->screen.links, cell.link));
    draw_protect(d, cell.protect);
}

static void
plain_pen(struct draw *d, const qtty_style *style)
{
    draw_style(d, style);
    draw_link(d, (qtty_span){ NULL, 0 });
    draw_protect(d, false);
}

/* The cursor is behind what was printed; in the last column a wrap is pending. */
static void
advance(struct draw *d, uint32_t width)
{
    d->col += width;
    if (d->col >= columns(d))
        d->row = NOWHERE;
}

/* Setting the mode begins with no cluster here. Other terminals look at the cell before
 * the cursor: they find that of a space, which the cluster covers. */
static void
print_apart(struct draw *d, qtty_span text)
{
    uint32_t row = d->row, col = d->col;
    draw_bytes(d, (qtty_span){ (const uint8_t *)" ", 1 });
    d->row = NOWHERE;
    draw_move(d, row, col);
    draw_mode(d, MODE_GRAPHEME, true);
    draw_bytes(d, text);
    draw_mode(d, MODE_GRAPHEME, false);
    d->row = NOWHERE;
}

static qtty_span
behind(qtty_span text, uint32_t *scalar)
{
    *scalar = utf8_next(&text);
    return text;
}

/* Out of the set that has it. Sets of 96 cannot be in G0; national ones apply in DECNRCM
 * alone. */
static void
print_graphic(struct draw *d, qtty_span text)
{
    uint32_t graphic;
    uint8_t code = ' ';
    qtty_span marks = behind(text, &graphic);
    const struct charset *set = charset_with(graphic, &code);
    if (set->national)
        draw_mode(d, MODE_DECNRCM, true);
    draw_designation(d, set->size == 96, set->id);
    draw_format(d, set->size == 96 ? "\x0e%c\x0f" : "%c", code);
    draw_designation(d, set->size == 96, CHARSET_ASCII);
    if (set->national)
        draw_mode(d, MODE_DECNRCM, false);
    draw_bytes(d, marks);
    advance(d, 1);
}

/* What no way of printing makes: its columns, at least. */
static void
print_lossy(struct draw *d, uint32_t width)
{
    draw_bytes(d, width == 2 ? (qtty_span){ wide_blank, sizeof wide_blank }
                             : (qtty_span){ (const uint8_t *)"?", 1 });
    advance(d, width);
}

static void
print_planned(struct draw *d, const struct print_plan *plan, qtty_span text,
              uint32_t width)
{
    switch (plan->way) {
    case PRINT_PLAIN:
        draw_bytes(d, text);
        advance(d, width);
        break;
    case PRINT_CLUSTERS:
        print_apart(d, text);
        break;
    case PRINT_GRAPHIC:
        print_graphic(d, text);
        break;
    case PRINT_LOSSY:
        print_lossy(d, width);
        break;
    }
}

static struct print_plan
plan_of(const struct draw *d, struct cell cell, uint8_t *text, uint32_t *len)
{
    *len = screen_cell_text(&d->t->screen, &cell, text);
    return draw_plan(d->t, (qtty_span){ text, *len }, cell.width);
}

/* Of a row's cell, at this column. */
static struct print_plan
print_cell(struct draw *d, const struct row *row, uint32_t x, uint32_t y, uint32_t at)
{
    uint8_t text[QTTY_CLUSTER_BYTES_MAX + 4];
    uint32_t len;
    struct cell cell = row_cell(row, x);
    struct print_plan plan = plan_of(d, cell, text, &len);
    draw_move(d, y, at);
    take_pen(d, row, x);
    print_planned(d, &plan, (qtty_span){ text, len }, cell.width);
    return plan;
}

/* --- Halves of two styles ----------------------------------------------------------- */

/* Codes by which DECCARA makes one style of another, each behind a ';'. It can change no
 * more than these. */
static void
change_codes(const qtty_style *from, const qtty_style *to, char out[32])
{
    static const struct {
        uint16_t attribute;
        const char *on, *off;
    } codes[] = { { QTTY_BOLD, ";1", ";22" },
                  { QTTY_BLINK, ";5", ";25" },
                  { QTTY_REVERSE, ";7", ";27" },
                  { QTTY_INVISIBLE, ";8", ";28" } };
    out[0] = '\0';
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        bool set = (to->attributes & codes[i].attribute) != 0;
        if (((from->attributes ^ to->attributes) & codes[i].attribute) != 0)
            strcat(out, set ? codes[i].on : codes[i].off);
    }
    if (from->underline != to->underline)
        strcat(out, to->underline == QTTY_UNDERLINE_NONE ? ";24" : ";4");
}

static void
restyle_halves(struct draw *d, const struct row *row, uint32_t y)
{
    for (uint32_t x = 1; x < row->cells; x++) {
        struct cell base = row_cell(row, x - 1), spacer = row_cell(row, x);
        if (spacer.kind != CELL_SPACER || spacer.style == base.style)
            continue;
        bool first = styled_first(d, row, x - 1).style == base.style;
        qtty_style from = style_of(d, first ? base : spacer);
        qtty_style to = style_of(d, first ? spacer : base);
        unsigned row_number = y + 1, col_number = x + first;
        char codes[32];
        change_codes(&from, &to, codes);
        draw_format(d, "\x1b[%u;%u;%u;%u%s$r", row_number, col_number, row_number,
                    col_number, codes);
    }
}

/* --- Erased cells ------------------------------------------------------------------- */

/* DECSERA, of one row. */
static void
draw_wipe(struct draw *d, uint32_t y, uint32_t first, uint32_t last)
{
    draw_format(d, "\x1b[%u;%u;%u;%u${", (unsigned)(y + 1), (unsigned)(first + 1),
                (unsigned)(y + 1), (unsigned)(last + 1));
}

/* Erasing up to a row's end would say that nothing continues it: DCH does not. */
static void
erase(struct draw *d, const struct pass *p, uint32_t from, uint32_t to)
{
    bool open = to == columns(d) && p->last;
    uint32_t count = to - from - open;
    qtty_style style = style_of(d, row_cell(p->row, from));
    plain_pen(d, &(qtty_style){ .bg = style.bg });
    if (count != 0) {
        draw_move(d, p->y, from);
        if (to == columns(d) && !open)
            draw_format(d, "\x1b[K");
        else
            draw_format(d, "\x1b[%uX", (unsigned)count);
    }
    if (open) {
        draw_move(d, p->y, to - 1);
        draw_format(d, "\x1b[P");
    }
}

/* Spaces in the style, of which DECSERA leaves that; where there is none they look so. */
static void
wipe(struct draw *d, struct cell cell, uint32_t y, uint32_t from, uint32_t to)
{
    qtty_style style = style_of(d, cell);
    draw_move(d, y, from);
    plain_pen(d, &style);
    for (uint32_t x = from; x < to; x++)
        draw_bytes(d, (qtty_span){ (const uint8_t *)" ", 1 });
    advance(d, to - from);
    draw_wipe(d, y, from, to - 1);
}

/* --- A row -------------------------------------------------------------------------- */

static bool
is_touched(const struct draw *d, const struct pass *p, uint32_t x)
{
    return x == p->before || x == p->behind || (x == 0 && p->first)
           || (x + 1 == columns(d) && p->last)
           || (p->y == d->stain_row && x == d->stain_col);
}

static uint32_t
erased_until(const struct pass *p, uint32_t x)
{
    const uint16_t style = row_cell(p->row, x).style;
    while (++x < p->end) {
        struct cell cell = row_cell(p->row, x);
        if (cell.kind != CELL_ERASED || cell.style != style)
            break;
    }
    return x;
}

static uint32_t
draw_erased(struct draw *d, const struct pass *p, uint32_t x)
{
    struct cell cell = row_cell(p->row, x);
    if (cell.style == 0 && !is_touched(d, p, x))
        return x + 1;
    uint32_t until = erased_until(p, x);
    if (is_styled_blank(d, cell) && !(p->last && until == columns(d)))
        wipe(d, cell, p->y, x, until);
    else
        erase(d, p, x, until);
    return until;
}

/* Text flows over the row's end: what it leaves is drawn over. */
static void
flow_over(struct draw *d, uint32_t y)
{
    plain_pen(d, &plain);
    draw_move(d, y, columns(d) - 1);
    draw_format(d, "xx");
    d->row = NOWHERE;
}

/* A cluster that was wider on the way left blanks; up to the row's end these say that
 * nothing continues it. */
static void
flow_again(struct draw *d, const struct pass *p, uint32_t x,
           const struct print_plan *plan)
{
    if (p->last && plan->most > row_cell(p->row, x).width && x + plan->most >= columns(d))
        flow_over(d, p->y);
}

/* @return the next column to draw. */
static uint32_t
draw_at(struct draw *d, struct pass *p, uint32_t x)
{
    struct cell cell = row_cell(p->row, x);
    if (cell.kind == CELL_SPACER)
        return x + 1;
    if (cell.kind == CELL_ERASED)
        return draw_erased(d, p, x);
    struct print_plan plan = print_cell(d, p->row, x, p->y, x);
    if (plan.most > cell.width)
        p->behind = x + cell.width;
    flow_again(d, p, x, &plan);
    return x + cell.width;
}

/* What the last column refuses is printed before it, and pushed there by ICH. */
static void
draw_pushed(struct draw *d, struct pass *p)
{
    uint32_t x = columns(d) - 2;
    struct cell cell = row_cell(p->row, x + 1);
    if (cell.kind == CELL_ERASED) {
        wipe(d, cell, p->y, x, x + 1);
    } else {
        struct print_plan plan = print_cell(d, p->row, x + 1, p->y, x);
        flow_again(d, p, x + 1, &plan);
    }
    draw_move(d, p->y, x);
    draw_format(d, "\x1b[@");
    p->before = x;
    p->end = x + 1;
}

/* Variation selectors; a blank with a style, of which DECSERA would end the line. */
static bool
must_be_pushed(const struct draw *d, const struct pass *p)
{
    uint8_t text[QTTY_CLUSTER_BYTES_MAX + 4];
    uint32_t len;
    struct cell last = row_cell(p->row, columns(d) - 1);
    if (columns(d) < 2)
        return false;
    if (last.kind == CELL_CLUSTER)
        return plan_of(d, last, text, &len).not_at_edge;
    return p->last && is_styled_blank(d, last);
}

static void
draw_row(struct draw *d, struct row *const *rows, uint32_t y)
{
    struct pass p = { rows[y], y, columns(d), NOWHERE, NOWHERE, false, false };
    p.first = y > 0 && rows[y - 1]->soft_wrapped;
    p.last = p.row->soft_wrapped && y + 1 < d->t->screen.rows;
    if (must_be_pushed(d, &p))
        draw_pushed(d, &p);
    for (uint32_t x = 0; x < p.end;)
        x = draw_at(d, &p, x);
    restyle_halves(d, p.row, y);
}

/* --- A screen ----------------------------------------------------------------------- */

static void
flow(struct draw *d, struct row *const *rows)
{
    for (uint32_t y = 0; y + 1 < d->t->screen.rows; y++) {
        if (rows[y]->soft_wrapped)
            flow_over(d, y);
    }
}

/* DECDWL and its kin last: they halve the columns that can be reached. */
static void
draw_lines(struct draw *d, struct row *const *rows)
{
    static const char key[] = {
        [LINE_SINGLE] = '5', [LINE_WIDE] = '6', [LINE_TOP] = '3', [LINE_BOTTOM] = '4'
    };
    for (uint32_t y = 0; y < d->t->screen.rows; y++) {
        if (rows[y]->line == LINE_SINGLE)
            continue;
        draw_move(d, y, 0);
        draw_format(d, "\x1b#%c", key[rows[y]->line]);
    }
}

void
draw_screen(struct draw *d, struct row *const *rows)
{
    flow(d, rows);
    for (uint32_t y = 0; y < d->t->screen.rows && d->status == QTTY_OK; y++)
        draw_row(d, rows, y);
    draw_lines(d, rows);
    plain_pen(d, &plain);
}

static bool
has_cells(const struct row *row)
{
    bool styled = false;
    for (uint32_t x = 0; x < row->columns && !styled; x++)
        styled = row_cell(row, x).style != 0;
    return styled || row->cells != 0 || row->soft_wrapped || row->line != LINE_SINGLE;
}

bool
draw_has_cells(const struct terminal *t, struct row *const *rows)
{
    for (uint32_t y = 0; y < t->screen.rows; y++)
        if (has_cells(rows[y]))
            return true;
    return false;
}

/* --- Pending wrap ------------------------------------------------------------------- */

/* Something is printed there, and erased by DECSERA, which moves no cursor, but ends the
 * line; below level 4 there is none. */
static bool
pending_on_blank(struct draw *d, const struct row *row, uint32_t y, uint32_t x)
{
    if (d->origin || d->t->level < 4 || (row->soft_wrapped && x + 1 == columns(d)))
        return false;
    qtty_style style = style_of(d, row_cell(row, x));
    plain_pen(d, &style);
    draw_move(d, y, x);
    draw_format(d, " ");
    draw_wipe(d, y, x, x);
    return true;
}

static bool
comes_out_at_edge(const struct draw *d, struct cell cell)
{
    uint8_t text[QTTY_CLUSTER_BYTES_MAX + 4];
    uint32_t len;
    struct print_plan plan = plan_of(d, cell, text, &len);
    bool printed =
        plan.way != PRINT_LOSSY && (plan.way != PRINT_GRAPHIC || d->t->level >= 4);
    return printed && plan.most == cell.width && (cell.width == 2 || !plan.not_at_edge);
}

bool
draw_pending(struct draw *d, uint32_t y, uint32_t x)
{
    const struct row *row = screen_active(&d->t->screen)[y];
    struct cell end = row_cell(row, x);
    if (end.kind == CELL_ERASED)
        return pending_on_blank(d, row, y, x);
    bool wide = end.kind == CELL_SPACER;
    struct cell cell = row_cell(row, x - wide);
    if (cell.width != 1u + wide || cell.style != end.style || !comes_out_at_edge(d, cell))
        return false;
    print_cell(d, row, x - wide, y, x - wide);
    return true;
}
