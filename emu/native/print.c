/* Text. A graphic goes to the cursor's cell, after a wrap that was pending; one that
 * fills the last column leaves the next wrap pending (DEC's last column flag). Combining
 * scalars join the graphic before them: the last one, if nothing moved the cursor since,
 * else the cell before the cursor.
 *
 * Text goes the widest way that it can: ASCII that nothing translates as a run of bytes
 * (put_run), other graphics as far as their row goes (put_text), all else a scalar at a
 * time (put_scalar). What is shown is the same.
 *
 * With mode 2027 off the base decides a cluster's width. With it on, clusters are those
 * of UAX #29, and what joins can widen one to two columns: VS16, a second regional
 * indicator, an emoji behind a ZWJ. */
#include "native/native.h"

#include "unicode/joining.h"
#include "unicode/utf8.h"
#include "unicode/width.h"
#include <string.h>

/* --- Character sets ----------------------------------------------------------------- */

/* Outside DECNRCM a national set is ASCII (xterm). */
static const struct charset *
applied(const struct native *n, uint8_t which)
{
    const struct terminal *t = n->terminal;
    const struct charset *set = charset_at(t->charsets.designated[which]);
    bool applies = !set->national || t->modes.set[MODE_DECNRCM];
    return applies ? set : charset_at(CHARSET_ASCII);
}

/* Which of G0..G3 the next graphic is of. */
static uint8_t
invoked(const struct native *n, bool right)
{
    const struct charsets *sets = &n->terminal->charsets;
    return n->single != 0 ? n->single : right ? sets->gr : sets->gl;
}

/* SS2 and SS3 are for the next graphic alone. The codes of GR are those of bytes: UTF-8
 * has none. */
static uint32_t
translated(struct native *n, uint32_t scalar)
{
    bool right = n->terminal->latin1 && scalar >= 0xA0 && scalar <= 0xFF;
    uint8_t which = invoked(n, right);
    n->single = 0;
    if (scalar >= 0x80 && !right)
        return scalar;
    return charset_scalar(applied(n, which), (uint8_t)(scalar & 0x7F));
}

/* --- Wrapping ----------------------------------------------------------------------- */

/* Between side margins a row's end is no end of the line. */
static void
wrap(struct native *n)
{
    struct terminal *t = n->terminal;
    const struct row *left = screen_active(&t->screen)[t->cursor.row];
    uint64_t gone = t->screen.history.end;
    bool whole = native_right_edge(n) + 1 == native_columns(n, t->cursor.row);
    uint32_t edge = native_left_edge(n);
    native_index(n);
    native_move(n, t->cursor.row, edge);
    if (whole)
        screen_wrap_into(&t->screen, t->cursor.row, left, gone);
}

/* Is the cursor where the last graphic left it? */
static bool
is_where_it_was(const struct native *n)
{
    const qtty_cursor *c = &n->terminal->cursor;
    return n->joins && c->row == n->after_row && c->col == n->after_col
           && c->pending_wrap == n->after_pending;
}

/* Without autowrap the last place is written again and again: that of a wide graphic by
 * the next wide one (xterm, VTE). @return false: the last one was none. */
static bool
back_up(struct native *n, uint32_t width)
{
    uint32_t edge = native_right_edge(n);
    if (!is_where_it_was(n) || n->col + width != edge + 1
        || row_cell(screen_active(screen_of(n))[n->row], n->col).width != width)
        return false;
    native_move(n, n->row, n->col);
    return true;
}

/* Room for a graphic from the cursor on. @return false: there is none. */
static bool
make_room(struct native *n, uint32_t width)
{
    struct terminal *t = n->terminal;
    uint32_t room = native_right_edge(n) - native_left_edge(n) + 1;
    bool wraps = t->modes.set[MODE_DECAWM];
    if (width > room)
        return false;
    if (t->cursor.pending_wrap && wraps)
        wrap(n);
    if (t->cursor.col + width <= native_right_edge(n) + 1)
        return true;
    if (!wraps)
        return back_up(n, width);
    wrap(n);
    return true;
}

/* --- Graphics ----------------------------------------------------------------------- */

static void
advance(struct native *n, uint32_t width)
{
    struct terminal *t = n->terminal;
    uint32_t edge = native_right_edge(n);
    uint32_t col = t->cursor.col + width;
    t->cursor.pending_wrap = col > edge;
    t->cursor.col = col > edge ? edge : col;
}

static void
remember(struct native *n, uint32_t row, uint32_t col)
{
    const qtty_cursor *c = &n->terminal->cursor;
    n->joins = true;
    n->row = row;
    n->col = col;
    n->after_row = c->row;
    n->after_col = c->col;
    n->after_pending = c->pending_wrap;
}

/* Beside the side margins nothing shifts (xterm). */
static bool
inserts(const struct native *n)
{
    return n->terminal->modes.set[MODE_IRM] && native_between_sides(n);
}

static void
put_glyph(struct native *n, const struct glyph *g)
{
    struct terminal *t = n->terminal;
    if (!make_room(n, g->width))
        return;
    uint32_t row = t->cursor.row, col = t->cursor.col;
    if (inserts(n))
        native_shift_columns(n, row, row + 1, col, native_right_edge(n) + 1,
                             (int32_t)g->width);
    screen_put(&t->screen, row, col, g);
    advance(n, g->width);
    remember(n, row, col);
}

static void
put(struct native *n, uint32_t scalar, uint32_t width)
{
    const struct terminal *t = n->terminal;
    struct glyph g = { scalar, width, t->screen.pen.style, t->screen.pen.link,
                       t->pen.protect };
    put_glyph(n, &g);
}

/* --- What joins --------------------------------------------------------------------- */

/* The cell that a combining scalar goes to; with a wrap pending the cursor is behind the
 * cell that it stands on. @return false: there is none. */
static bool
find_base(const struct native *n, uint32_t *row, uint32_t *col)
{
    const qtty_cursor *c = &n->terminal->cursor;
    uint32_t behind = c->pending_wrap ? c->col + 1 : c->col;
    *row = is_where_it_was(n) ? n->row : c->row;
    *col = is_where_it_was(n) ? n->col : behind - 1;
    return is_where_it_was(n) || behind != 0;
}

/* Without a second column, VS16 asks for what is not there: it goes. */
static void
combine(struct native *n, uint32_t scalar)
{
    uint32_t row, col;
    if (!find_base(n, &row, &col))
        return;
    bool at_edge = col + 1 == native_columns(n, row);
    if (scalar != VS16 || !at_edge)
        screen_combine(screen_of(n), row, col, scalar);
}

/* What the last graphic began with. @return 0: the cursor left it, or it was erased. */
static uint32_t
last_base(const struct native *n)
{
    uint8_t text[QTTY_CLUSTER_BYTES_MAX + 4];
    if (!is_where_it_was(n))
        return 0;
    struct cell cell = row_cell(screen_active(screen_of(n))[n->row], n->col);
    if (cell.kind != CELL_CLUSTER)
        return cell.content;
    qtty_span rest = { text, screen_cell_text(screen_of(n), &cell, text) };
    return utf8_next(&rest);
}

/* At the last column, where nothing wraps, a cluster cannot become wide; nowhere on a
 * screen of one column. */
static bool
has_column(const struct native *n, uint32_t width)
{
    uint32_t edge = native_right_edge(n);
    bool wraps = n->terminal->modes.set[MODE_DECAWM];
    return width <= edge - native_left_edge(n) + 1
           && (wraps || n->col + width <= edge + 1);
}

/* Take the last cluster off its cells; in insert mode what it pushed comes back. */
static void
take_off(struct native *n, uint32_t width)
{
    struct rect old = { n->row, n->col, n->row + 1, n->col + width };
    if (inserts(n))
        native_shift_columns(n, old.top, old.bottom, old.left, native_right_edge(n) + 1,
                             -(int32_t)width);
    else
        screen_erase(screen_of(n), old, native_erase_style(n), false);
}

/* Draw the last cluster anew, in another width: at the edge it moves to the next row. */
static void
change_width(struct native *n, uint32_t width)
{
    struct screen *s = screen_of(n);
    const struct cell old = row_cell(screen_active(s)[n->row], n->col);
    uint8_t text[QTTY_CLUSTER_BYTES_MAX + 4];
    if (old.kind == CELL_ERASED || old.kind == CELL_SPACER || old.width == width)
        return;
    qtty_span rest = { text, screen_cell_text(s, &old, text) };
    struct glyph g = { utf8_next(&rest), width, old.style, old.link, old.protect };
    native_move(n, n->row, n->col);
    take_off(n, old.width);
    put_glyph(n, &g);
    while (rest.len != 0)
        screen_combine(s, n->row, n->col, utf8_next(&rest));
}

/* In mode 2027. */
static void
join(struct native *n, uint32_t scalar, uint32_t own)
{
    uint32_t row, col;
    if (!find_base(n, &row, &col))
        return;
    uint32_t width = joined_width(last_base(n), scalar, own);
    if (scalar == VS16 && width != 0 && !has_column(n, width))
        return;
    screen_combine(screen_of(n), row, col, scalar);
    if (width != 0 && has_column(n, width))
        change_width(n, width);
}

static bool
starts_cluster(struct native *n, uint32_t scalar)
{
    if (!n->terminal->modes.set[MODE_GRAPHEME])
        return true;
    if (last_base(n) == 0)
        n->clusters = (struct grapheme_state){ 0, 0 };
    return grapheme_break_before(&n->clusters, scalar)
           || is_lone_modifier(last_base(n), scalar);
}

/* Without a syllable to be drawn into. */
static bool
is_lone_jamo(const struct native *n, uint32_t scalar)
{
    return is_joining_jamo(scalar) && n->terminal->modes.set[MODE_GRAPHEME];
}

/* The graphics of a set take one column. A set of 94 has none at the end of GR. */
static void
put_graphic(struct native *n, uint32_t scalar, uint32_t width)
{
    uint32_t drawn = translated(n, scalar);
    if (drawn != 0x7F)
        put(n, drawn, drawn == scalar ? width : 1);
}

static void
put_scalar(struct native *n, uint32_t scalar)
{
    bool begins = starts_cluster(n, scalar);
    uint32_t width = scalar_width(scalar, n->terminal->ambiguous_width);
    if (!begins) {
        join(n, scalar, width);
    } else if (width == 0 && !is_lone_jamo(n, scalar)) {
        combine(n, scalar);
    } else {
        put_graphic(n, scalar, width == 0 ? 1 : width);
        n->last = scalar;
    }
}

/* --- Runs of ASCII ------------------------------------------------------------------ */

/* Graphics of one column that nothing translates or joins to others. */
static bool
is_plain(const struct native *n)
{
    const struct terminal *t = n->terminal;
    bool ascii = t->charsets.designated[t->charsets.gl] == CHARSET_ASCII
                 || applied(n, t->charsets.gl)->id == CHARSET_ASCII;
    return ascii && n->single == 0 && !t->modes.set[MODE_GRAPHEME];
}

/* In insert mode, for a whole stretch at once: it covers the cells that come in. */
static void
push_behind(struct native *n, uint32_t count)
{
    const qtty_cursor *c = &n->terminal->cursor;
    struct rect behind = { c->row, c->col, c->row + 1, native_right_edge(n) + 1 };
    if (inserts(n))
        screen_scroll(screen_of(n), behind, 0, -(int32_t)count, 0, false);
}

/* Up to the left margin nothing shifts, from there on all. */
static uint32_t
insertable(const struct native *n, uint32_t count)
{
    const struct terminal *t = n->terminal;
    bool beside = t->modes.set[MODE_IRM] && t->cursor.col < t->margins.left;
    return beside ? least(count, t->margins.left - t->cursor.col) : count;
}

/* As many as the row has room for. @return how many are done with: all, where there is no
 * room for any. */
static size_t
put_stretch(struct native *n, qtty_span run)
{
    struct terminal *t = n->terminal;
    struct screen *s = &t->screen;
    qtty_cursor *c = &t->cursor;
    uint32_t edge = native_right_edge(n);
    if (c->pending_wrap || c->col > edge) {
        if (!make_room(n, 1))
            return run.len;
        edge = native_right_edge(n);
    }
    uint32_t col = c->col, room = edge + 1 - col;
    uint32_t count = insertable(n, run.len < room ? (uint32_t)run.len : room);
    push_behind(n, count);
    screen_put_ascii(s, c->row, col, (qtty_span){ run.data, count }, s->pen);
    c->pending_wrap = count == room;
    c->col = count == room ? edge : col + count;
    remember(n, c->row, col + count - 1);
    return count;
}

/* Without autowrap the last column is written again and again: its last graphic stays. */
__attribute__((noinline)) static void
put_wrapping(struct native *n, qtty_span run)
{
    n->last = run.data[run.len - 1];
    while (run.len != 0) {
        bool stays = !n->terminal->modes.set[MODE_DECAWM]
                     && n->terminal->cursor.col == native_right_edge(n);
        if (stays) {
            run.data += run.len - 1;
            run.len = 1;
        }
        size_t done = put_stretch(n, run);
        run.data += done;
        run.len -= done;
    }
}

/* Most text has room in its row, and pushes nothing. */
static inline void
put_run(struct native *n, qtty_span run)
{
    struct terminal *t = n->terminal;
    qtty_cursor *c = &t->cursor;
    uint32_t col = c->col, edge = native_right_edge(n);
    if (c->pending_wrap || col > edge || run.len > edge - col || t->modes.set[MODE_IRM]) {
        put_wrapping(n, run);
        return;
    }
    c->col = col + (uint32_t)run.len;
    n->last = run.data[run.len - 1];
    remember(n, c->row, c->col - 1);
    screen_put_ascii(&t->screen, c->row, col, run, t->screen.pen);
}

/* Go to where the next graphic has room: here, or on the next row. @return false: none
 * is next, or make_room must say; that is rare. */
static bool
find_place(struct native *n, qtty_span text)
{
    const struct terminal *t = n->terminal;
    uint32_t width = scalar_width(utf8_next(&text), t->ambiguous_width);
    uint32_t edge = native_right_edge(n), room = edge - native_left_edge(n) + 1;
    bool wraps = t->cursor.pending_wrap || t->cursor.col + width > edge + 1;
    if (width == 0 || (wraps && (!t->modes.set[MODE_DECAWM] || width > room)))
        return false;
    if (wraps)
        wrap(n);
    return true;
}

/* Graphics of any width, as far as the row has room. @return false: the next one has no
 * room, no width, or is more than a graphic. */
static bool
put_text(struct native *n, qtty_span *text)
{
    struct terminal *t = n->terminal;
    qtty_cursor *c = &t->cursor;
    if (t->modes.set[MODE_IRM] || t->latin1 || !find_place(n, *text))
        return false;
    uint32_t edge = native_right_edge(n);
    struct text_run run = { .text = *text,
                            .col = c->col,
                            .edge = edge + 1,
                            .ambiguous_width = t->ambiguous_width,
                            .like = { 0, 1, t->screen.pen.style, t->screen.pen.link,
                                      t->pen.protect } };
    uint32_t columns = screen_put_text(&t->screen, c->row, &run);
    if (columns == 0)
        return false;
    bool full = c->col + columns > edge;
    c->pending_wrap = full;
    c->col = full ? edge : c->col + columns;
    n->last = run.last;
    remember(n, c->row, run.last_col);
    *text = run.text;
    return true;
}

/* Where a run of ASCII ends that is worth putting as one: a shorter one goes with the
 * graphics around it. @return `at`: it is shorter, or none. */
static const uint8_t *
ascii_run(const struct native *n, const uint8_t *at, const uint8_t *end)
{
    const uint8_t *behind = n->terminal->scan->ascii(at, end);
    return behind != end && behind - at < SCREEN_LONG_ASCII ? at : behind;
}

/* Never in line: what it needs on the stack would burden all text. */
__attribute__((noinline)) static void
print_mixed(struct native *n, qtty_span text)
{
    const uint8_t *end = text.data + text.len;
    bool plain = is_plain(n);
    while (text.data != end) {
        const uint8_t *behind = plain ? ascii_run(n, text.data, end) : text.data;
        if (behind != text.data) {
            put_run(n, (qtty_span){ text.data, (size_t)(behind - text.data) });
            text.data = behind;
            continue;
        }
        text.len = (size_t)(end - text.data);
        if (plain && put_text(n, &text))
            continue;
        put_scalar(n, utf8_next(&text));
        plain = is_plain(n);
    }
}

static void
print(struct native *n, qtty_span text, bool ascii)
{
    if (ascii && is_plain(n))
        put_run(n, text);
    else
        print_mixed(n, text);
}

qtty_status
native_print(void *self, qtty_span text, bool ascii)
{
    struct native *n = self;
    if (n->terminal->pen.changed)
        terminal_take_pen(n->terminal);
    print(n, text, ascii);
    return QTTY_OK;
}

/* A set of 94 has no code 7F: there DEL is nothing, and a single shift waits on. A set of
 * 96 has a graphic there (ECMA-35; xterm). */
bool
native_print_delete(void *self)
{
    struct native *n = self;
    if (applied(n, invoked(n, false))->size != 96)
        return false;
    terminal_take_pen(n->terminal);
    n->clusters = (struct grapheme_state){ 0, 0 };
    put_graphic(n, 0x7F, 1);
    n->last = 0x7F;
    return true;
}

/* --- REP ---------------------------------------------------------------------------- */

/* Graphics of a width that a row has room for, between the margins. */
static uint32_t
rowful(const struct native *n, uint32_t width)
{
    struct rect area = native_area(n);
    uint32_t cols = area.right - area.left;
    for (uint32_t row = 0; row < screen_of(n)->rows; row++)
        cols = least(cols, native_columns(n, row));
    return cols < width ? 1 : cols / width;
}

/* As many as scroll all else off the screen show what more of them would: what is left
 * out is whole rows. */
static uint32_t
enough(const struct native *n, uint32_t width, uint32_t count)
{
    uint32_t row = rowful(n, width);
    uint32_t most = (screen_of(n)->rows + 1) * row;
    return count <= most ? count : most - (row - 1 - (count - most - 1) % row);
}

static void
repeat_ascii(struct native *n, uint32_t scalar, uint32_t count)
{
    uint8_t run[256];
    memset(run, (int)scalar, sizeof run);
    while (count != 0) {
        uint32_t part = least(count, sizeof run);
        put_run(n, (qtty_span){ run, part });
        count -= part;
    }
}

static void
repeat_scalar(struct native *n, uint32_t scalar, uint32_t width, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        put_graphic(n, scalar, width);
}

/* The graphic just before it, once more and more; never more than fill the screen. Behind
 * anything else there is no graphic just before it (xterm, VTE). */
void
native_rep(struct native *n, const struct action *a)
{
    uint32_t scalar = n->terminal->after_graphic ? n->last : 0;
    uint32_t width = scalar_width(scalar, n->terminal->ambiguous_width) == 2 ? 2 : 1;
    uint32_t count = enough(n, width, param_or(a, 0, 1));
    terminal_take_pen(n->terminal);
    if (is_plain(n) && scalar >= 0x20 && scalar < 0x7F)
        repeat_ascii(n, scalar, count);
    else if (scalar != 0)
        repeat_scalar(n, scalar, width, count);
}

/* --- Single shifts ------------------------------------------------------------------ */

void
native_ss2(struct native *n, const struct action *a)
{
    (void)a;
    n->single = 2;
}

void
native_ss3(struct native *n, const struct action *a)
{
    (void)a;
    n->single = 3;
}
