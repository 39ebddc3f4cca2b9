/* libvterm as an engine. Its state layer decides where text goes, what is erased and what
 * scrolls, and says so by callbacks; cells, styles and scrollback are this project's. It
 * sees text and the sequences that move things, never SGR, OSC, DCS or a query: those are
 * the terminal's own. What it does not tell, soft wrap and pending wrap, is derived: see
 * wrap_if_crossed and derive_pending_wrap. */
#include "adapter/libvterm.h"

#include "adapter/guard.h"
#include "adapter/memory.h"
#include "base/alloc.h"
#include "exec/handlers.h"
#include "unicode/utf8.h"
#include "unicode/width.h"
#include <string.h>
#include <vterm.h>

struct libvterm {
    struct terminal *terminal;
    struct library_memory memory;
    VTerm *vt;
    VTermState *state;
    struct guard_text guard;
    bool keeps;         /* rows that leave the top now go into the scrollback */
    int32_t shift;      /* rows that a resize moved the content by */
    uint16_t style, link;
    uint32_t last;      /* scalar that REP repeats; 0: none */
    bool out_of_memory; /* in a callback */
    /* Where the text before this glyph ended: its row, and the column after it. */
    struct row *tail;
    uint32_t tail_end;
    VTermPos glyph;     /* of the last one */
};

static struct screen *
screen_of(const struct libvterm *v)
{
    return &v->terminal->screen;
}

static struct rect
rect_of(VTermRect r)
{
    return (struct rect){ (uint32_t)r.start_row, (uint32_t)r.start_col,
                          (uint32_t)r.end_row, (uint32_t)r.end_col };
}

/* Columns of a row: half of them under DECDWL and DECDHL. */
static uint32_t
row_columns(const struct libvterm *v, uint32_t row)
{
    uint32_t cols = screen_of(v)->cols;
    const VTermLineInfo *info = vterm_state_get_lineinfo(v->state, (int)row);
    return info->doublewidth ? (cols + 1) / 2 : cols;
}

/* Erased cells keep the background colour alone (xterm's bce). */
static uint16_t
erase_style(struct libvterm *v)
{
    qtty_style style = { .bg = v->terminal->pen.style.bg };
    return screen_style(screen_of(v), &style);
}

/* --- Callbacks ------------------------------------------------------------------------------ */

/* A print that crosses from the last column to the next row makes the upper row soft
 * wrapped. The rows' pointers tell: a row keeps its own when it scrolls. */
static void
wrap_if_crossed(struct libvterm *v, VTermPos pos, uint32_t width)
{
    struct screen *s = screen_of(v);
    uint32_t y = (uint32_t)pos.row;
    if (pos.col != 0 || v->tail == NULL || v->tail_end == 0
        || v->tail_end + width <= row_columns(v, y))
        return;
    if (y > 0 && screen_active(s)[y - 1] == v->tail) {
        screen_wrap(s, y - 1);
        return;
    }
    struct row *left = s->rows == 1 && !s->on_alternate && s->history.end != 0
        ? history_at(&s->history, s->history.end - 1)
        : NULL;
    if (left != NULL)
        left->soft_wrapped = true;
}

static int
on_putglyph(VTermGlyphInfo *info, VTermPos pos, void *user)
{
    struct libvterm *v = user;
    uint8_t text[4 * VTERM_MAX_CHARS_PER_CELL];
    size_t len = 0;
    for (size_t i = 0; i < VTERM_MAX_CHARS_PER_CELL && info->chars[i] != 0; i++)
        len += utf8_encode(info->chars[i], text + len);
    if (info->width < 1 || len == 0)
        return 1;

    struct glyph g = { { text, len }, (uint32_t)info->width, v->style, v->link,
                       info->protected_cell };
    wrap_if_crossed(v, pos, g.width);
    screen_put(screen_of(v), (uint32_t)pos.row, (uint32_t)pos.col, &g);
    v->tail = screen_active(screen_of(v))[pos.row];
    v->tail_end = (uint32_t)pos.col + g.width;
    v->glyph = pos;
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

static int
on_resize(int rows, int cols, VTermPos *delta, void *user)
{
    const struct libvterm *v = user;
    (void)rows, (void)cols;
    delta->row += v->shift;
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

/* --- Making one ------------------------------------------------------------------------------- */

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

/* More than libvterm takes to be made or resized: its structs and buffers are below 16 KiB,
 * and it has a few bytes for each row and column. */
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
    if (!library_memory_begin(&v->memory, library_needs(t->screen.rows, t->screen.cols))) {
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

/* --- Where the cursor is ------------------------------------------------------------------------ */

/* libvterm keeps its "phantom" to itself: it is set by a glyph in the last column, and
 * cleared when the cursor moves, or is told to. */
static bool
derive_pending_wrap(const struct libvterm *v, VTermPos pos, bool was_text, bool cleared)
{
    const struct terminal *t = v->terminal;
    if (!was_text)
        return t->cursor.pending_wrap && !cleared && pos.row == v->glyph.row
            && pos.col == v->glyph.col;
    return t->modes.set[MODE_DECAWM] && v->tail != NULL && pos.row == v->glyph.row
        && pos.col == v->glyph.col && v->tail_end >= row_columns(v, (uint32_t)pos.row);
}

static void
follow_cursor(struct libvterm *v, bool was_text, bool cleared)
{
    struct terminal *t = v->terminal;
    VTermPos pos;
    vterm_state_get_cursorpos(v->state, &pos);
    uint32_t row = pos.row < 0 ? 0 : (uint32_t)pos.row;
    t->cursor.row = row < t->screen.rows ? row : t->screen.rows - 1;
    t->cursor.pending_wrap = derive_pending_wrap(v, pos, was_text, cleared);
    uint32_t col = pos.col < 0 ? 0 : (uint32_t)pos.col;
    uint32_t last = row_columns(v, t->cursor.row) - 1;
    t->cursor.col = t->cursor.pending_wrap || col > last ? last : col;
}

static void
write_library(struct libvterm *v, const void *bytes, size_t len)
{
    vterm_input_write(v->vt, bytes, len);
}

static void
write_text(struct libvterm *v, const char *text)
{
    write_library(v, text, strlen(text));
}

/* --- Text ------------------------------------------------------------------------------------------ */

/* Text on its way to libvterm, in pieces that its stack bears. */
struct piece {
    uint8_t bytes[GUARD_TEXT_MAX];
    size_t len;
};

static void
flush(struct libvterm *v, struct piece *p)
{
    if (p->len != 0)
        write_library(v, p->bytes, p->len);
    p->len = 0;
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
    VTermPos pos;
    vterm_state_get_cursorpos(v->state, &pos);
    return cols > 1 && (uint32_t)pos.col + width <= row_columns(v, (uint32_t)pos.row);
}

/* A charset other than ASCII applies to ASCII alone, but libvterm decodes a whole piece by
 * its first byte: so pieces are cut between the two. */
static bool
cuts_piece(const struct libvterm *v, const struct piece *p, uint32_t scalar)
{
    if (p->len + 4 > GUARD_TEXT_MAX)
        return true;
    const struct charsets *sets = &v->terminal->charsets;
    bool plain = sets->designated[sets->gl] == 'B';
    return !plain && p->len != 0 && (p->bytes[0] < 0x80) != (scalar < 0x80);
}

static void
put_scalar(struct libvterm *v, struct piece *p, uint32_t scalar)
{
    uint32_t width = scalar_width(scalar, 1);
    if (!guard_scalar(&v->guard, scalar, width) || !has_place(v, p, width))
        return;
    if (cuts_piece(v, p, scalar))
        flush(v, p);
    p->len += utf8_encode(scalar, p->bytes + p->len);
    if (width != 0)
        v->last = scalar;
}

static qtty_status
outcome(struct libvterm *v)
{
    qtty_status st = v->out_of_memory ? QTTY_E_NOMEM : QTTY_OK;
    v->out_of_memory = false;
    return st;
}

static void
begin_text(struct libvterm *v)
{
    struct terminal *t = v->terminal;
    struct screen *s = &t->screen;
    v->keeps = true;
    v->style = screen_style(s, &t->pen.style);
    v->link = screen_link(s, qtty_buf_span(&t->pen.link));
    v->tail = screen_active(s)[t->cursor.row];
    v->tail_end = t->cursor.pending_wrap ? row_columns(v, t->cursor.row) : t->cursor.col;
}

static qtty_status
libvterm_print(void *self, qtty_span text)
{
    struct libvterm *v = self;
    struct piece p = { .len = 0 };
    begin_text(v);
    while (text.len != 0)
        put_scalar(v, &p, utf8_next(&text));
    flush(v, &p);
    v->keeps = false;
    follow_cursor(v, true, false);
    return outcome(v);
}

/* REP repeats the graphic just before it, once; libvterm's own loops without one. */
static void
rep(struct libvterm *v, const struct action *a)
{
    uint32_t scalar = v->last;
    uint32_t cells = screen_of(v)->rows * screen_of(v)->cols;
    uint32_t count = param_or(a, 0, 1);
    struct piece p = { .len = 0 };
    begin_text(v);
    for (uint32_t i = 0; scalar != 0 && i < count && i < cells; i++)
        put_scalar(v, &p, scalar);
    flush(v, &p);
    v->keeps = false;
    follow_cursor(v, true, false);
}

/* --- Sequences ------------------------------------------------------------------------------------- */

static void
forward(struct libvterm *v, const struct action *a)
{
    uint8_t bytes[GUARD_SEQUENCE_MAX];
    write_library(v, bytes, guard_sequence(a, bytes));
}

/* Line feeds and SU move rows into the scrollback; DL at the top does not (xterm). */
static void
forward_keeping(struct libvterm *v, const struct action *a)
{
    v->keeps = true;
    forward(v, a);
    v->keeps = false;
}

static void
ed(struct libvterm *v, const struct action *a)
{
    uint32_t what = param_or(a, 0, 0);
    if (what == 3)
        history_end_view(&screen_of(v)->history);
    else if (what == 2 && !screen_of(v)->on_alternate)
        screen_keep(screen_of(v));
    if (what <= 2)
        forward(v, a);
}

/* libvterm homes the cursor also when the margins make no sense; xterm ignores those. */
static void
margins(struct libvterm *v, const struct action *a, uint32_t size)
{
    uint32_t last = param_or(a, 1, size);
    if (param_or(a, 0, 1) < (last < size ? last : size))
        forward(v, a);
}

/* Home, the whole screen as margins, no origin mode. */
static void
open_screen(struct libvterm *v)
{
    terminal_reset_margins(v->terminal);
    write_text(v, "\x1b[?6l\x1b[r");
    if (v->terminal->modes.set[MODE_DECLRMM])
        write_text(v, "\x1b[s");
    write_text(v, "\x1b[H");
}

/* DECCOLM, where ?40 allows it: all but the width (the embedder's) changes. */
static void
column_mode(struct libvterm *v)
{
    if (!v->terminal->modes.set[MODE_ALLOW_DECCOLM])
        return;
    if (!screen_of(v)->on_alternate)
        screen_keep(screen_of(v));
    open_screen(v);
    write_text(v, "\x1b[2J");
}

/* 1049: DECSC, and on the way back DECRC, with the pen on the primary screen's side. */
static void
alternate_screen(struct libvterm *v, bool set, const struct action *a)
{
    if (set && !screen_of(v)->on_alternate)
        decsc(v->terminal, a);
    write_text(v, set ? "\x1b[?1049h" : "\x1b[?1049l");
    if (!set)
        decrc(v->terminal, a);
}

static void
save_cursor(struct libvterm *v, bool set, const struct action *a)
{
    if (set)
        decsc(v->terminal, a);
    else
        decrc(v->terminal, a);
    write_text(v, set ? "\x1b" "7" : "\x1b" "8");
}

static void
private_mode(struct libvterm *v, uint32_t number, const struct action *a)
{
    bool set = a->final == 'h';
    switch (number) {
    case 3:
        column_mode(v);
        break;
    case 6:
        write_text(v, set ? "\x1b[?6h" : "\x1b[?6l");
        break;
    case 7:
        write_text(v, set ? "\x1b[?7h" : "\x1b[?7l");
        break;
    case 69:
        write_text(v, v->terminal->modes.set[MODE_DECLRMM] ? "\x1b[?69h" : "\x1b[?69l");
        break;
    case 47:
    case 1047:
        write_text(v, set ? "\x1b[?1047h" : "\x1b[?1047l");
        break;
    case 1048:
        save_cursor(v, set, a);
        break;
    case 1049:
        alternate_screen(v, set, a);
        break;
    }
}

static void
modes(struct libvterm *v, const struct action *a)
{
    bool set = a->final == 'h';
    for (uint32_t i = 0; i < a->params->count; i++) {
        uint32_t number = a->params->value[i];
        if (a->marker == '?')
            private_mode(v, number, a);
        else if (number == 4)
            write_text(v, set ? "\x1b[4h" : "\x1b[4l");
        else if (number == 20)
            write_text(v, set ? "\x1b[20h" : "\x1b[20l");
    }
}

/* DEC Special Graphics, or ASCII: in UTF-8 national sets do not apply (as in xterm). */
static void
designate(struct libvterm *v, const struct action *a)
{
    uint8_t bytes[] = { 0x1B, a->intermediates[0], a->final == '0' ? '0' : 'B' };
    write_library(v, bytes, sizeof bytes);
}

static void
align(struct libvterm *v, const struct action *a)
{
    open_screen(v);
    v->style = v->link = 0;
    v->tail = NULL;
    forward(v, a);
}

static void
reset(struct libvterm *v, const struct action *a)
{
    screen_keep(screen_of(v));
    forward(v, a);
    history_end_view(&screen_of(v)->history);
}

/* Commands that clear libvterm's phantom also when the cursor stays where it is. */
static bool
clears_pending_wrap(enum sequence_id id)
{
    switch (id) {
    case SEQ_CUU:
    case SEQ_CUD:
    case SEQ_CUF:
    case SEQ_CUB:
    case SEQ_CNL:
    case SEQ_CPL:
    case SEQ_CHA:
    case SEQ_CUP:
    case SEQ_HPA:
    case SEQ_HPR:
    case SEQ_HPB:
    case SEQ_VPA:
    case SEQ_VPR:
    case SEQ_VPB:
    case SEQ_HVP:
    case SEQ_RIS:
    case SEQ_DECALN:
        return true;
    default:
        return false;
    }
}

static void
dispatch(struct libvterm *v, enum sequence_id id, const struct action *a)
{
    switch (id) {
    case SEQ_LF:
    case SEQ_VT:
    case SEQ_FF:
    case SEQ_IND:
    case SEQ_NEL:
    case SEQ_SU:
        forward_keeping(v, a);
        break;
    case SEQ_ED:
        ed(v, a);
        break;
    case SEQ_DECSTBM:
        margins(v, a, screen_of(v)->rows);
        break;
    case SEQ_DECSLRM:
        if (v->terminal->modes.set[MODE_DECLRMM])
            margins(v, a, screen_of(v)->cols);
        else
            write_text(v, "\x1b" "7");
        break;
    case SEQ_SCORC:
        write_text(v, "\x1b" "8");
        break;
    case SEQ_SM:
    case SEQ_RM:
    case SEQ_DECSET:
    case SEQ_DECRST:
        modes(v, a);
        break;
    case SEQ_SCS_G0:
    case SEQ_SCS_G1:
    case SEQ_SCS_G2:
    case SEQ_SCS_G3:
        designate(v, a);
        break;
    case SEQ_DECSCL:
        write_text(v, "\x1b[!p");
        break;
    case SEQ_DECALN:
        align(v, a);
        break;
    case SEQ_RIS:
        reset(v, a);
        break;
    case SEQ_REP:
        rep(v, a);
        break;
    case SEQ_DECBI:
    case SEQ_DECFI:
    case SEQ_DECST8C:
    case SEQ_SL:
    case SEQ_SR:
        break; /* gaps: see below */
    default:
        forward(v, a);
    }
}

static qtty_status
libvterm_execute(void *self, const struct sequence *s, const struct action *a)
{
    struct libvterm *v = self;
    dispatch(v, s->id, a);
    v->last = 0;
    if (s->id != SEQ_REP)
        follow_cursor(v, false, clears_pending_wrap(s->id));
    return outcome(v);
}

static qtty_status
libvterm_resize(void *self, uint32_t rows, uint32_t cols)
{
    struct libvterm *v = self;
    if (!library_memory_begin(&v->memory, library_needs(rows, cols)))
        return QTTY_E_NOMEM;
    qtty_status st = screen_resize(screen_of(v), rows, cols, v->terminal->cursor.row,
                                   &v->shift);
    if (st == QTTY_OK) {
        v->tail = NULL;
        vterm_set_size(v->vt, (int)rows, (int)cols);
        follow_cursor(v, false, false);
    }
    library_memory_end(&v->memory);
    return st;
}

/* --- What it can, and cannot ----------------------------------------------------------------------- */

static bool
libvterm_knows_mode(enum mode_name name)
{
    return name == MODE_IRM || name == MODE_LNM || name == MODE_DECOM || name == MODE_DECAWM
        || name == MODE_DECLRMM;
}

static const qtty_gap gaps[] = {
    { QTTY_CAP_REFLOW, "lines are not re-wrapped by a resize",
      "vterm_screen_enable_reflow (0.3)" },
    { QTTY_CAP_RECTANGLES, "DECFRA, DECERA, DECSERA, DECCRA, DECCARA, DECRARA",
      "no handler in vterm's state layer" },
    { QTTY_CAP_CLUSTERS, "UAX #29 clusters, mode 2027",
      "vterm_state has code points by width alone" },
    { QTTY_CAP_AMBIGUOUS, "ambiguous characters are one column wide",
      "vterm_unicode_width is not a callback" },
    { QTTY_CAP_NATIONAL, "national replacement sets", "no public call designates one" },
    { QTTY_CAP_HORIZONTAL, "DECBI, DECFI, SL, SR", "no handler in vterm's state layer" },
    { QTTY_CAP_REVERSE_WRAP, "modes 45 and 1045", "no handler in vterm's state layer" },
    { QTTY_CAP_VT52, "VT52 mode", "no VT52 parser" },
    { 0, "DECST8C", "no handler in vterm's state layer" },
    { 0, "origin mode in DECSC and DECRC", "vterm_state saves the position alone" },
    { 0, NULL, NULL },
};

const struct engine_ops libvterm_engine = {
    .name = "libvterm",
    .capabilities = QTTY_CAP_SOFT_WRAP | QTTY_CAP_STYLE | QTTY_CAP_LINK | QTTY_CAP_PROTECT,
    .gaps = gaps,
    .knows_mode = libvterm_knows_mode,
    .create = libvterm_create,
    .destroy = libvterm_destroy,
    .print = libvterm_print,
    .execute = libvterm_execute,
    .resize = libvterm_resize,
};
