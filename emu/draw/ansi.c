/* The whole of a terminal as a stream. The order is such that nothing undoes what came
 * before it: what resets comes first, then both screens, the one that is not shown before
 * the other, then margins, cursor and pen, and at last the modes that would have been in
 * the way. */
#include "draw/draw.h"

/* --- What DECSC saved --------------------------------------------------------------- */

static uint32_t
least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* As DECRC would restore it: the screen may have another size now. */
static struct saved_state
saved_of(const struct terminal *t, bool alternate)
{
    struct saved_state saved = t->saved[alternate];
    saved.row = least(saved.row, t->screen.rows - 1);
    saved.col = least(saved.col, t->screen.cols - 1);
    saved.pending_wrap = saved.pending_wrap && t->screen.cols <= saved.cols;
    return saved;
}

/* To a saved place, with its pending wrap: something is printed there, at a margin if
 * need be, and drawn over later. @return true: there are margins now. */
static bool
move_to_saved(struct draw *d, const struct saved_state *s, bool pending)
{
    const uint32_t edge = s->col + 1;
    bool inside = pending && edge < d->t->screen.cols && edge > 1;
    if (inside) {
        draw_mode(d, MODE_DECLRMM, true);
        draw_format(d, "\x1b[1;%us", (unsigned)edge);
        d->row = NOWHERE;
    }
    draw_move(d, s->row, s->col);
    if (!pending || (edge == 1 && d->t->screen.cols > 1))
        return inside;
    draw_format(d, "x");
    d->row = NOWHERE;
    d->stain_row = s->row;
    d->stain_col = s->col;
    return inside;
}

static void
drop_margins(struct draw *d)
{
    draw_mode(d, MODE_DECLRMM, false);
    if (d->modes.set[MODE_DECLRMM])
        draw_mode(d, MODE_DECLRMM, true);
    d->row = NOWHERE;
}

/* The cursor as it was saved, saved again, on a screen without margins. A wrap can be
 * pending on a blank one alone. */
static void
draw_saved(struct draw *d, bool alternate, bool is_blank)
{
    static const qtty_style plain;
    const struct charsets initial = charsets_initial(false);
    const struct saved_state s = saved_of(d->t, alternate);
    d->stain_row = NOWHERE;
    if (!s.made)
        return;
    draw_origin(d, s.origin);
    bool margins = move_to_saved(d, &s, is_blank && s.pending_wrap);
    draw_style(d, &s.style);
    draw_protect(d, s.protect);
    draw_charsets(d, &s.charsets);
    draw_format(d, "\x1b%c", '7');
    if (margins)
        drop_margins(d);
    draw_charsets(d, &initial);
    draw_style(d, &plain);
    draw_protect(d, false);
    draw_origin(d, false);
}

/* --- Screens ------------------------------------------------------------------------ */

static void
draw_cells(struct draw *d, bool alternate)
{
    const struct screen *s = &d->t->screen;
    draw_screen(d, alternate ? s->alternate : s->primary);
}

static void
draw_one(struct draw *d, bool alternate)
{
    draw_saved(d, alternate, true);
    draw_cells(d, alternate);
    draw_key_flags(d, alternate);
}

/* What a new conformance level reset. */
static void
draw_kept(struct draw *d, bool alternate)
{
    d->row = NOWHERE;
    draw_saved(d, alternate, false);
    draw_key_flags(d, alternate);
}

static void
show(struct draw *d, bool alternate)
{
    draw_mode(d, MODE_ALTERNATE_47, alternate);
    d->row = NOWHERE;
}

/* Each screen that has anything to draw; mode 47 switches and does nothing else. */
static void
each_screen(struct draw *d, void (*draw)(struct draw *d, bool alternate))
{
    const struct screen *s = &d->t->screen;
    bool hidden = !s->on_alternate && s->alternate != NULL
                  && (d->t->saved[1].made || draw_has_key_flags(d->t, true)
                      || draw_has_cells(d->t, s->alternate));
    if (s->on_alternate) {
        draw(d, false);
        show(d, true);
    } else if (hidden) {
        show(d, true);
        draw(d, true);
        show(d, false);
    }
    draw(d, s->on_alternate);
}

/* --- Conformance level -------------------------------------------------------------- */

/* Of level 5 the sequences are those of level 4, but there is a mode more. */
static void
draw_highest_level(struct draw *d)
{
    if (d->t->level == 5)
        draw_format(d, "\x1b[65;1\"p");
    if (d->t->extent != 0)
        draw_format(d, "\x1b[%u*x", (unsigned)d->t->extent);
}

/* Leaving VT52 mode is the way to level 1 that resets nothing, which has modes then that
 * the level does not. */
static void
draw_level_1(struct draw *d)
{
    if (d->modes.set[MODE_DECNRCM])
        draw_mode(d, MODE_DECNRCM, true);
    draw_mode(d, MODE_DECANM, false);
    draw_format(d, "\x1b<");
}

/* Cells need sequences of level 4. DECSCL resets as DECSTR does. */
static void
draw_screens(struct draw *d)
{
    uint32_t level = d->t->level;
    if (level == 2 || level == 3) {
        each_screen(d, draw_cells);
        draw_format(d, "\x1b[6%u;1\"p", (unsigned)level);
        each_screen(d, draw_kept);
        return;
    }
    each_screen(d, draw_one);
    if (level == 1)
        draw_level_1(d);
}

/* --- Cursor and modes --------------------------------------------------------------- */

static void
draw_margins(struct draw *d)
{
    const struct margins *m = &d->t->margins;
    if (m->top != 0 || m->bottom + 1 != d->t->screen.rows)
        draw_format(d, "\x1b[%u;%ur", (unsigned)(m->top + 1), (unsigned)(m->bottom + 1));
    if (m->left != 0 || m->right + 1 != d->t->screen.cols)
        draw_format(d, "\x1b[%u;%us", (unsigned)(m->left + 1), (unsigned)(m->right + 1));
    d->margins = *m;
    draw_origin(d, d->modes.set[MODE_DECOM]);
    d->row = NOWHERE;
}

static uint32_t
last_column(const struct terminal *t, const struct row *row)
{
    bool halved = row->line != LINE_SINGLE && t->screen.cols > 1;
    return (halved ? t->screen.cols / 2 : t->screen.cols) - 1;
}

/* Does text stop in this column, so that a wrap can be pending there? */
static bool
is_edge(const struct draw *d, uint32_t row, uint32_t col)
{
    uint32_t last = last_column(d->t, screen_active(&d->t->screen)[row]);
    return col == last
           || (d->modes.set[MODE_DECLRMM] && col == d->t->margins.right && col < last);
}

static void
draw_cursor(struct draw *d)
{
    const struct terminal *t = d->t;
    const qtty_cursor *c = &t->cursor;
    bool drawn =
        c->pending_wrap && is_edge(d, c->row, c->col) && draw_pending(d, c->row, c->col);
    if (!drawn)
        draw_move(d, c->row, c->col);
    if (t->cursor_style != 0)
        draw_format(d, "\x1b[%u q", (unsigned)t->cursor_style);
    bool blinks = t->cursor_style != 0 && t->cursor_style % 2 == 1;
    if (d->modes.set[MODE_CURSOR_BLINK] != blinks)
        draw_mode(d, MODE_CURSOR_BLINK, !blinks);
}

/* What was drawn otherwise, or is later; and DECCOLM, which would clear the screen. */
static bool
is_drawn(enum mode_name mode)
{
    switch (mode) {
    case MODE_DECCOLM:
    case MODE_DECOM:
    case MODE_DECLRMM:
    case MODE_SAVE_CURSOR:
    case MODE_CURSOR_BLINK:
    case MODE_SIZE_REPORTS:
        return true;
    default:
        return mode_at(mode)->kind == MODE_ALTERNATE || mode_at(mode)->kind == MODE_NEVER;
    }
}

static void
draw_modes(struct draw *d)
{
    for (int i = 0; i < MODE_COUNT; i++) {
        enum mode_name mode = (enum mode_name)i;
        if (d->modes.set[mode] != mode_at(mode)->initial && !is_drawn(mode))
            draw_mode(d, mode, d->modes.set[mode]);
    }
}

/* Of SPA and DECSCA the last one says which erasing protected cells are safe from. */
static void
draw_pen_protection(struct draw *d, bool protect)
{
    if (!d->t->pen.guards) {
        draw_protect(d, protect);
        return;
    }
    draw_format(d, protect ? "\x1bV" : "\x1bV\x1bW");
    d->protect = protect;
}

/* In VT52 mode the one that ESC < brings back. */
static void
draw_pen(struct draw *d)
{
    const struct pen *pen = &d->t->pen;
    const struct before_vt52 *before = d->t->vt52 ? &d->t->before_vt52 : NULL;
    draw_style(d, before != NULL ? &before->style : &pen->style);
    draw_link(d, qtty_buf_span(&pen->link));
    draw_pen_protection(d, before != NULL ? before->protect : pen->protect);
    draw_charsets(d, before != NULL ? &before->charsets : &d->t->charsets);
}

/* A set size report is sent at once: it comes behind all that it could be among, but for
 * VT52 mode, which knows no modes. */
static void
draw_last(struct draw *d)
{
    if (d->t->eight_bit)
        draw_format(d, "\x1b G");
    if (d->modes.set[MODE_SIZE_REPORTS])
        draw_mode(d, MODE_SIZE_REPORTS, true);
    if (!d->t->vt52)
        return;
    draw_mode(d, MODE_DECANM, false);
    if (d->t->charsets.gl != 0)
        draw_format(d, "\x1b%c", 'F');
}

static void
begin(struct draw *d, const struct terminal *t, qtty_buf *out)
{
    *d = (struct draw){ .t = t,
                        .out = out,
                        .modes = t->modes,
                        .charsets = charsets_initial(false),
                        .stain_row = NOWHERE };
    d->margins = (struct margins){ 0, t->screen.rows - 1, 0, t->screen.cols - 1 };
    if (t->vt52)
        vt52_modes_behind(t, &d->modes);
}

qtty_status
draw_ansi(const struct terminal *t, qtty_buf *out)
{
    struct draw d;
    const size_t before = out->len;
    begin(&d, t, out);
    draw_format(&d, "\x1b%c", 'c');
    draw_highest_level(&d);
    draw_titles(&d);
    draw_saved_modes(&d);
    if (d.modes.set[MODE_DECLRMM])
        draw_mode(&d, MODE_DECLRMM, true);
    draw_tabs(&d);
    draw_screens(&d);
    draw_colors(&d);
    draw_key_options(&d);
    draw_margins(&d);
    draw_cursor(&d);
    draw_pen(&d);
    draw_modes(&d);
    draw_last(&d);
    if (d.status != QTTY_OK)
        out->len = before;
    return d.status;
}
