/* Cells into libtsm and back. What libtsm holds is read after each action that may have
 * changed it, row by row; a row that differs from the screen's is taken over. Halves of
 * wide clusters, which libtsm leaves behind, become blanks on both sides. */
#include "adapter/libtsm_state.h"

#include <string.h>

/* --- A cell as a libtsm attribute --------------------------------------------------- */

static struct tsm_screen_attr
attr_of(struct cell cell)
{
    struct tsm_screen_attr attr;
    int8_t codes[2];
    uint8_t raw[sizeof cell];
    memset(&attr, 0, sizeof attr);
    memcpy(raw, &cell, sizeof raw);
    memcpy(codes, raw, sizeof codes);
    attr.fccode = codes[0];
    attr.bccode = codes[1];
    attr.fr = raw[2];
    attr.fg = raw[3];
    attr.fb = raw[4];
    attr.br = raw[5];
    attr.bg = raw[6];
    attr.bb = raw[7];
    attr.protect = cell.protect;
    return attr;
}

static struct cell
cell_of(const struct tsm_screen_attr *attr)
{
    struct cell cell;
    uint8_t raw[sizeof cell] = { 0,        0,        attr->fr, attr->fg,
                                 attr->fb, attr->br, attr->bg, attr->bb };
    memcpy(raw, &attr->fccode, 1);
    memcpy(raw + 1, &attr->bccode, 1);
    memcpy(&cell, raw, sizeof cell);
    return cell;
}

static struct cell
blank(uint16_t style)
{
    return (struct cell){ .kind = CELL_ERASED, .width = 1, .style = style };
}

uint16_t
libtsm_erase_style(struct libtsm *v)
{
    qtty_style style = { .bg = v->terminal->pen.style.bg };
    uint16_t id = screen_style(tsm_rows(v), &style);
    struct tsm_screen_attr attr = attr_of(blank(id));
    tsm_screen_set_def_attr(v->screen, &attr);
    return id;
}

/* --- Where the cursor is ------------------------------------------------------------ */

bool
libtsm_pending(const struct libtsm *v)
{
    return tsm_screen_get_cursor_x(v->screen) >= tsm_rows(v)->cols;
}

uint32_t
libtsm_row(const struct libtsm *v)
{
    uint32_t row = tsm_screen_get_cursor_y(v->screen), last = tsm_rows(v)->rows - 1;
    return row < last ? row : last;
}

uint32_t
libtsm_col(const struct libtsm *v)
{
    uint32_t col = tsm_screen_get_cursor_x(v->screen), last = tsm_rows(v)->cols - 1;
    return col < last ? col : last;
}

void
libtsm_follow_cursor(struct libtsm *v)
{
    qtty_cursor *c = &v->terminal->cursor;
    c->row = libtsm_row(v);
    c->col = libtsm_col(v);
    c->pending_wrap = libtsm_pending(v);
}

/* Places are of the screen: origin mode is off for the motion. */
void
libtsm_put_cursor(struct libtsm *v, uint32_t row, uint32_t col)
{
    unsigned origin = tsm_screen_get_flags(v->screen) & TSM_SCREEN_REL_ORIGIN;
    tsm_screen_reset_flags(v->screen, origin);
    tsm_screen_move_to(v->screen, col, row);
    tsm_screen_set_flags(v->screen, origin);
}

struct libtsm_pause
libtsm_begin_pause(struct libtsm *v)
{
    struct libtsm_pause p = { tsm_screen_get_cursor_y(v->screen),
                              tsm_screen_get_cursor_x(v->screen),
                              tsm_screen_get_flags(v->screen)
                                  & (TSM_SCREEN_INSERT_MODE | TSM_SCREEN_REL_ORIGIN) };
    tsm_screen_reset_flags(v->screen, p.flags);
    return p;
}

void
libtsm_end_pause(struct libtsm *v, const struct libtsm_pause *p)
{
    tsm_screen_move_to(v->screen, p->col, p->row);
    tsm_screen_set_flags(v->screen, p->flags);
    if (p->col >= tsm_rows(v)->cols)
        libtsm_pend(v);
}

/* --- Into libtsm -------------------------------------------------------------------- */

void
libtsm_put(struct libtsm *v, struct cell cell)
{
    struct tsm_screen_attr attr = attr_of(cell);
    uint32_t shown = cell.kind == CELL_SCALAR ? cell.content : ' ';
    uint32_t width = cell.kind == CELL_ERASED ? 1 : cell.width;
    if (cell.kind != CELL_ERASED)
        shown = guard_stand_in(shown >= 0x80 || width == 2 ? 0x80 : shown, width);
    tsm_screen_write(v->screen, shown, &attr);
}

/* A cell of the active screen, at its place; a spacer comes with what it belongs to. */
static void
write_cell(struct libtsm *v, uint32_t row, uint32_t col)
{
    struct cell cell = row_cell(screen_active(tsm_rows(v))[row], col);
    if (cell.kind == CELL_SPACER)
        return;
    tsm_screen_move_to(v->screen, col, row);
    libtsm_put(v, cell.kind == CELL_ERASED ? blank(cell.style) : cell);
}

void
libtsm_write_cell(struct libtsm *v, uint32_t row, uint32_t col)
{
    struct libtsm_pause p = libtsm_begin_pause(v);
    write_cell(v, row, col);
    libtsm_end_pause(v, &p);
}

void
libtsm_write_rows(struct libtsm *v, uint32_t from, uint32_t to)
{
    struct libtsm_pause p = libtsm_begin_pause(v);
    for (uint32_t row = from; row < to; row++)
        for (uint32_t col = 0; col < tsm_rows(v)->cols; col++)
            write_cell(v, row, col);
    libtsm_end_pause(v, &p);
}

void
libtsm_write_tabs(struct libtsm *v)
{
    struct libtsm_pause p = libtsm_begin_pause(v);
    tsm_screen_reset_all_tabstops(v->screen);
    for (uint32_t col = 0; col < tsm_rows(v)->cols; col++) {
        if (!tabs_at(&v->terminal->tabs, col))
            continue;
        tsm_screen_move_to(v->screen, col, p.row);
        tsm_screen_set_tabstop(v->screen);
    }
    libtsm_end_pause(v, &p);
}

/* libtsm's pending wrap is a cursor behind the last column: the way there is a graphic
 * in it, the one that it holds. */
void
libtsm_pend(struct libtsm *v)
{
    struct screen *s = tsm_rows(v);
    uint32_t row = libtsm_row(v), col = s->cols - 1;
    unsigned modes = TSM_SCREEN_INSERT_MODE | TSM_SCREEN_REL_ORIGIN;
    unsigned flags = tsm_screen_get_flags(v->screen) & modes;
    col -= row_cell(screen_active(s)[row], col).kind == CELL_SPACER;
    tsm_screen_reset_flags(v->screen, flags);
    write_cell(v, row, col);
    tsm_screen_set_flags(v->screen, flags);
}

/* --- Back from it ------------------------------------------------------------------- */

/* What is half of a wide cluster becomes a blank. What libtsm has in a spacer is that of
 * the cell before it was one: its style is known where it stood here. */
static void
mend_halves(struct libtsm *v, const struct row *old, uint32_t cols)
{
    struct cell *line = v->line;
    for (uint32_t i = 0; i < cols; i++) {
        bool whole = i + 1 < cols && line[i + 1].kind == CELL_SPACER;
        if (line[i].kind != CELL_SPACER && line[i].width == 2 && whole) {
            line[i + 1].style = line[i].style;
            line[i + 1].link = line[i].link;
            line[i + 1].protect = line[i].protect;
            i++;
        } else if (line[i].kind == CELL_SPACER || line[i].width == 2) {
            bool stood = line[i].width == 2 || row_cell(old, i).kind == CELL_SPACER
                         || row_cell(old, i).kind == CELL_ERASED;
            uint16_t style = line[i].width == 2 ? line[i].style : row_cell(old, i).style;
            line[i] = blank(stood ? style : 0);
            v->halves = true;
        }
    }
}

static void
take_row(struct libtsm *v, uint32_t y)
{
    struct screen *s = tsm_rows(v);
    struct row *row = screen_active(s)[y];
    v->halves = false;
    mend_halves(v, row, s->cols);
    if (memcmp(row_cells(row), v->line, s->cols * sizeof *v->line) != 0) {
        memcpy(row->store, v->line, s->cols * sizeof *v->line);
        row_measure(row);
        if (row->id == 0 && row->cells != 0)
            row->id = ++s->next_id;
        row->generation = ++s->generation;
    }
    v->stale = v->stale || v->halves;
}

static struct cell
drawn_cell(const struct tsm_screen_attr *attr, unsigned width)
{
    struct cell cell = cell_of(attr);
    if (width == 0)
        return (struct cell){ .kind = CELL_SPACER };
    return cell.kind == CELL_ERASED ? blank(cell.style) : cell;
}

/* The first cell of a row that is new: the ones before it, and those behind it that are
 * not, are as they are here. */
static void
begin_row(struct libtsm *v, uint32_t y)
{
    struct row *row = screen_active(tsm_rows(v))[y];
    memcpy(v->line, row_cells(row), tsm_rows(v)->cols * sizeof *v->line);
    v->reading = true;
}

/* libtsm gives each cell the age of its last change; 0, once in a while, is unknown. */
static int
on_draw(struct tsm_screen *screen, uint64_t id, const uint32_t *ch, size_t len,
        unsigned width, unsigned x, unsigned y, const struct tsm_screen_attr *attr,
        tsm_age_t age, void *data)
{
    struct libtsm *v = data;
    (void)screen, (void)id, (void)ch, (void)len;
    bool is_new = age == 0 || age > v->age;
    if (!is_new && !v->reading)
        return 0;
    if (x >= tsm_rows(v)->cols || y >= tsm_rows(v)->rows)
        return 0;
    if (!v->reading)
        begin_row(v, y);
    if (is_new)
        v->line[x] = drawn_cell(attr, width);
    if (x == tsm_rows(v)->cols - 1) {
        v->reading = false;
        take_row(v, y);
    }
    return 0;
}

/* Where halves were mended, libtsm gets the rows back as they are now. */
void
libtsm_read(struct libtsm *v)
{
    v->stale = v->reading = false;
    v->age = tsm_screen_draw(v->screen, on_draw, v);
    if (v->stale)
        libtsm_write_rows(v, 0, tsm_rows(v)->rows);
    v->stale = false;
}
