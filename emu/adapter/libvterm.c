/* libvterm as an engine. Its state layer decides where text goes, what is erased and what
 * scrolls, and says so by callbacks; cells, styles and scrollback are this project's. It
 * sees text and the sequences that move things, never SGR, OSC, DCS or a query: those are
 * the terminal's own. What it does not tell, soft wrap and pending wrap, is derived: see
 * wrap_if_crossed and libvterm_feed_text. */
#include "adapter/libvterm.h"

#include "adapter/libvterm_state.h"
#include "base/alloc.h"
#include "unicode/utf8.h"
#include <stdio.h>
#include <string.h>

static struct rect
rect_of(VTermRect r)
{
    return (struct rect){ (uint32_t)r.start_row, (uint32_t)r.start_col,
                          (uint32_t)r.end_row, (uint32_t)r.end_col };
}

uint32_t
libvterm_columns(const struct libvterm *v, uint32_t row)
{
    uint32_t cols = screen_of(v)->cols;
    const VTermLineInfo *info = vterm_state_get_lineinfo(v->state, (int)row);
    return info->doublewidth && cols > 1 ? cols / 2 : cols;
}

/* Erased cells keep the background colour alone (xterm's bce). */
static uint16_t
erase_style(struct libvterm *v)
{
    qtty_style style = { .bg = v->terminal->pen.style.bg };
    return screen_style(screen_of(v), &style);
}

/* --- Callbacks ---------------------------------------------------------------------- */

/* A screen of one row: the row above is the one that left last, if one left just now. */
static void
wrap_into_history(struct libvterm *v)
{
    struct screen *s = screen_of(v);
    if (s->rows != 1 || s->on_alternate || s->history.end == v->tail_place)
        return;
    history_set_wrapped(&s->history, true);
    s->generation++;
}

/* A print that crosses from the last column to the next row makes the upper row soft
 * wrapped. The rows' pointers tell: a row keeps its own when it scrolls. */
static void
wrap_if_crossed(struct libvterm *v, VTermPos pos, uint32_t width)
{
    struct screen *s = screen_of(v);
    uint32_t y = (uint32_t)pos.row;
    if (pos.col != 0 || v->tail == NULL || v->tail_end == 0
        || v->tail_end + width <= libvterm_columns(v, y))
        return;
    if (y > 0 && screen_active(s)[y - 1] == v->tail)
        screen_wrap(s, y - 1);
    else
        wrap_into_history(v);
}

/* The scalar of the glyph that libvterm shows: of ASCII, what its character sets made. */
static uint32_t
shown_scalar(struct libvterm *v, uint32_t code_point)
{
    struct piece *p = v->piece;
    uint32_t scalar =
        p != NULL && p->shown < p->count ? p->scalars[p->shown++] : code_point;
    return scalar < 0x80 ? code_point : scalar;
}

void
libvterm_mark_tail(struct libvterm *v, uint32_t row, uint32_t end)
{
    v->tail = screen_active(screen_of(v))[row];
    v->tail_end = end;
    v->tail_place = screen_of(v)->history.end;
}

/* Text crosses rows; what is drawn otherwise (DECALN) does not. */
static int
on_putglyph(VTermGlyphInfo *info, VTermPos pos, void *user)
{
    struct libvterm *v = user;
    struct screen *s = screen_of(v);
    struct glyph g = { shown_scalar(v, info->chars[0]), info->width == 2 ? 2 : 1,
                       s->pen.style, s->pen.link,
                       v->piece != NULL && v->terminal->pen.protect };
    uint32_t row = (uint32_t)pos.row, col = (uint32_t)pos.col;
    if (pos.row < 0 || row >= s->rows || pos.col < 0)
        return 1;
    if (!v->muted) {
        if (v->piece != NULL)
            wrap_if_crossed(v, pos, g.width);
        screen_put(s, row, col, &g);
    }
    libvterm_mark_tail(v, row, col + g.width);
    v->glyph = pos;
    v->put = !v->muted;
    return 1;
}

static int
on_movecursor(VTermPos pos, VTermPos old, int visible, void *user)
{
    (void)pos, (void)old, (void)visible, (void)user;
    return 1;
}

static int
on_scrollrect(VTermRect rect, int downward, int rightward, void *user)
{
    struct libvterm *v = user;
    screen_scroll(screen_of(v), rect_of(rect), downward, rightward, erase_style(v),
                  v->keeps);
    return 1;
}

static int
on_erase(VTermRect rect, int selective, void *user)
{
    struct libvterm *v = user;
    if (!v->muted)
        screen_erase(screen_of(v), rect_of(rect), erase_style(v), selective != 0);
    return 1;
}

static int
on_settermprop(VTermProp prop, VTermValue *value, void *user)
{
    struct libvterm *v = user;
    if (prop != VTERM_PROP_ALTSCREEN)
        return 1;
    if (screen_switch(screen_of(v), value->boolean != 0) == QTTY_OK)
        return 1;
    v->out_of_memory = true;
    return 0;
}

/* libvterm adds what we say to the cursor's row, and does not look whether it stays on
 * the screen: a row that left takes the cursor no further than the top. */
static int
on_resize(int rows, int cols, VTermPos *delta, void *user)
{
    const struct libvterm *v = user;
    (void)rows, (void)cols;
    VTermPos pos = libvterm_position(v);
    delta->row += v->shift < -pos.row ? -pos.row : v->shift;
    return 1;
}

static int
on_setlineinfo(int row, const VTermLineInfo *new, const VTermLineInfo *old, void *user)
{
    (void)row, (void)new, (void)old, (void)user;
    return 1;
}

static const VTermStateCallbacks callbacks = {
    .putglyph = on_putglyph,
    .movecursor = on_movecursor,
    .scrollrect = on_scrollrect,
    .erase = on_erase,
    .settermprop = on_settermprop,
    .resize = on_resize,
    .setlineinfo = on_setlineinfo,
};

static void
drop_output(const char *bytes, size_t len, void *user)
{
    (void)bytes, (void)len, (void)user;
}

/* --- Making one --------------------------------------------------------------------- */

static void *
library_malloc(size_t size, void *data)
{
    return library_memory_take(data, size);
}

static void
library_free(void *block, void *data)
{
    library_memory_give(data, block);
}

/* libvterm asks for a pointer that is not to const, but only reads. */
static const VTermAllocatorFunctions library_allocator = { library_malloc, library_free };

/* More than libvterm takes to be made or resized: its structs and buffers are below 16
 * KiB, and it has a few bytes for each row and column. */
static size_t
library_needs(uint32_t rows, uint32_t cols)
{
    return 32768 + (size_t)rows * 32 + (size_t)cols * 4;
}

static void
libvterm_destroy(void *self)
{
    struct libvterm *v = self;
    const qtty_allocator *a = v->memory.allocator;
    if (v->vt != NULL)
        vterm_free(v->vt);
    library_memory_finish(&v->memory);
    mem_free(a, v);
}

static qtty_status
libvterm_create(void **out, struct terminal *t)
{
    struct libvterm *v = mem_zalloc(t->allocator, 1, sizeof *v);
    if (v == NULL)
        return QTTY_E_NOMEM;
    v->terminal = t;
    v->memory.allocator = t->allocator;
    if (!library_memory_begin(&v->memory,
                              library_needs(t->screen.rows, t->screen.cols))) {
        mem_free(t->allocator, v);
        return QTTY_E_NOMEM;
    }
    v->vt = vterm_new_with_allocator((int)t->screen.rows, (int)t->screen.cols,
                                     (VTermAllocatorFunctions *)&library_allocator,
                                     &v->memory);
    vterm_set_utf8(v->vt, 1);
    vterm_output_set_callback(v->vt, drop_output, NULL);
    v->state = vterm_obtain_state(v->vt);
    vterm_state_set_callbacks(v->state, &callbacks, v);
    vterm_state_reset(v->state, 1);
    library_memory_end(&v->memory);
    *out = v;
    return QTTY_OK;
}

/* --- Where the cursor is ------------------------------------------------------------ */

void
libvterm_follow_cursor(struct libvterm *v)
{
    struct terminal *t = v->terminal;
    VTermPos pos = libvterm_position(v);
    uint32_t row = pos.row < 0 ? 0 : (uint32_t)pos.row;
    uint32_t col = pos.col < 0 ? 0 : (uint32_t)pos.col;
    t->cursor.row = row < t->screen.rows ? row : t->screen.rows - 1;
    t->cursor.pending_wrap = v->phantom;
    uint32_t last = libvterm_columns(v, t->cursor.row) - 1;
    t->cursor.col = v->phantom || col > last ? last : col;
}

VTermPos
libvterm_position(const struct libvterm *v)
{
    VTermPos pos;
    vterm_state_get_cursorpos(v->state, &pos);
    return pos;
}

static bool
same_place(VTermPos a, VTermPos b)
{
    return a.row == b.row && a.col == b.col;
}

/* libvterm keeps its "phantom", pending wrap, to itself: a glyph in the last column
 * sets it, where autowrap is on; a cursor that moves clears it. */
void
libvterm_feed_text(struct libvterm *v, const void *bytes, size_t len)
{
    vterm_input_write(v->vt, bytes, len);
    VTermPos pos = libvterm_position(v);
    v->phantom = v->terminal->modes.set[MODE_DECAWM] && same_place(pos, v->glyph)
                 && v->tail_end >= libvterm_columns(v, (uint32_t)pos.row);
}

void
libvterm_command(struct libvterm *v, const void *bytes, size_t len)
{
    VTermPos before = libvterm_position(v);
    vterm_input_write(v->vt, bytes, len);
    if (same_place(before, libvterm_position(v)))
        return;
    v->phantom = v->put = false;
}

void
libvterm_order(struct libvterm *v, const char *sequence)
{
    libvterm_command(v, sequence, strlen(sequence));
}

/* Places are of the screen: so origin mode is off for the CUP, and comes back around a
 * saved cursor, since setting it homes. */
void
libvterm_put_cursor(struct libvterm *v, uint32_t row, uint32_t col)
{
    char sequence[32];
    snprintf(sequence, sizeof sequence, "\x1b[%u;%uH", (unsigned)row + 1,
             (unsigned)col + 1);
    if (v->origin)
        libvterm_order(v, "\x1b[?6l");
    libvterm_order(v, sequence);
    v->origin = v->terminal->modes.set[MODE_DECOM];
    if (v->origin)
        libvterm_order(v, "\0337\033[?6h\0338");
    v->phantom = false;
}

qtty_status
libvterm_outcome(struct libvterm *v)
{
    qtty_status st = v->out_of_memory ? QTTY_E_NOMEM : QTTY_OK;
    v->out_of_memory = false;
    return st;
}

/* --- A new size --------------------------------------------------------------------- */

static bool
margins_are_whole(const struct terminal *t)
{
    const struct margins *m = &t->margins;
    return m->top == 0 && m->bottom == t->screen.rows - 1 && m->left == 0
           && m->right == t->screen.cols - 1;
}

/* libvterm halves the one column of a double-width row to none: such rows become single
 * before. */
static void
undouble(struct libvterm *v)
{
    qtty_cursor cursor = v->terminal->cursor;
    for (uint32_t row = 0; row < screen_of(v)->rows; row++) {
        if (!vterm_state_get_lineinfo(v->state, (int)row)->doublewidth)
            continue;
        libvterm_put_cursor(v, row, 0);
        libvterm_order(v, "\x1b#5");
    }
    libvterm_put_cursor(v, cursor.row, cursor.col);
}

static qtty_status
libvterm_resize(void *self, uint32_t rows, uint32_t cols)
{
    struct libvterm *v = self;
    if (!library_memory_begin(&v->memory, library_needs(rows, cols)))
        return QTTY_E_NOMEM;
    bool whole = margins_are_whole(v->terminal);
    if (cols == 1 && screen_of(v)->cols > 1)
        undouble(v);
    uint32_t old_cols = v->terminal->screen.cols;
    struct saved_state *saved = v->terminal->saved;
    uint32_t row = v->terminal->cursor.row;
    struct screen_points points = {
        { .row = row }, { { .row = saved[0].row }, { .row = saved[1].row } }
    };
    qtty_status st = screen_resize(screen_of(v), rows, cols, &points);
    if (st == QTTY_OK) {
        v->shift = (int32_t)points.cursor.row - (int32_t)row;
        for (size_t i = 0; i < 2; i++)
            saved[i].row = saved[i].made ? points.saved[i].row : saved[i].row;
        v->tail = NULL;
        if (!whole) /* libvterm would keep a top margin below the last row */
            libvterm_drop_margins(v);
        vterm_set_size(v->vt, (int)rows, (int)cols);
        tabs_reset_range(&v->terminal->tabs, old_cols, cols); /* as libvterm does */
        v->phantom = v->phantom && cols <= old_cols;
        v->put = false;
        libvterm_follow_cursor(v);
    }
    library_memory_end(&v->memory);
    return st;
}

/* --- What it can, and cannot -------------------------------------------------------- */

static bool
libvterm_knows_mode(enum mode_name name)
{
    return name == MODE_IRM || name == MODE_LNM || name == MODE_DECOM
           || name == MODE_DECAWM || name == MODE_DECLRMM;
}

static const qtty_gap gaps[] = {
    { QTTY_CAP_REFLOW, "lines are not re-wrapped by a resize",
      "vterm_screen_enable_reflow (0.3)" },
    { QTTY_CAP_RECTANGLES, "DECFRA, DECERA, DECSERA, DECCRA, DECCARA, DECRARA",
      "no handler in vterm's state layer" },
    { QTTY_CAP_CLUSTERS, "UAX #29 clusters, mode 2027",
      "vterm_state has code points by width alone" },
    { QTTY_CAP_NATIONAL, "national replacement sets", "no public call designates one" },
    { QTTY_CAP_HORIZONTAL, "DECBI, DECFI, SL, SR", "no handler in vterm's state layer" },
    { QTTY_CAP_REVERSE_WRAP, "modes 45 and 1045", "no handler in vterm's state layer" },
    { QTTY_CAP_VT52, "VT52 mode (DECANM reset)", "vterm's parser has none" },
    { 0, "modes 95 and 1046",
      "vterm's state layer clears, and switches screens, all the same" },
    { 0, "DECST8C", "no handler in vterm's state layer" },
    { 0, "memory lock; mode 41; guarded areas (SPA, EPA)",
      "no handler in vterm's state layer" },
    { 0, "text wraps at the last column, not at a right margin",
      "vterm's state layer looks at the row's width alone" },
    { 0, "qtty_row.size after DECDWL and DECDHL",
      "vterm's line info does not go with rows that scroll, or to the other screen" },
    { 0, NULL, NULL },
};

const struct engine_ops libvterm_engine = {
    .name = "libvterm",
    .capabilities = QTTY_CAP_SOFT_WRAP | QTTY_CAP_STYLE | QTTY_CAP_LINK | QTTY_CAP_PROTECT
                    | QTTY_CAP_AMBIGUOUS,
    .gaps = gaps,
    .knows_mode = libvterm_knows_mode,
    .executes = libvterm_executes,
    .create = libvterm_create,
    .destroy = libvterm_destroy,
    .print = libvterm_print,
    .execute = libvterm_execute,
    .resize = libvterm_resize,
};
