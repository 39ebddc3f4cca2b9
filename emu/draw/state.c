/* What a terminal keeps beside its screens: titles, colours, tab stops, saved modes,
 * keys. Each is drawn where it differs from what RIS made of it. */
#include "draw/draw.h"

/* --- Titles ------------------------------------------------------------------------- */

static void
draw_title(struct draw *d, const struct titles *titles)
{
    draw_format(d, "\x1b]2;");
    draw_bytes(d, qtty_buf_span(&titles->window));
    draw_format(d, "\x1b\\\x1b]1;");
    draw_bytes(d, qtty_buf_span(&titles->icon));
    draw_format(d, "\x1b\\");
}

/* Entries of the stack, written by their places where nothing was pushed to them. RIS
 * leaves titles alone, so these are set even where they are empty. */
void
draw_titles(struct draw *d)
{
    const struct terminal *t = d->t;
    for (unsigned slot = 1; slot <= TITLE_STACK_MAX; slot++) {
        if ((t->title_slots & 1u << slot) == 0)
            continue;
        draw_title(d, &t->title_stack[slot - 1]);
        if (slot <= t->title_depth)
            draw_format(d, "\x1b[22;0t");
        else
            draw_format(d, "\x1b[22;0;%ut", slot);
    }
    draw_title(d, &t->titles);
    if ((t->title_modes & TITLE_MODE_SET_HEX) != 0)
        draw_format(d, "\x1b[>0t");
    if ((t->title_modes & TITLE_MODE_QUERY_HEX) != 0)
        draw_format(d, "\x1b[>1t");
}

/* --- Colours ------------------------------------------------------------------------ */

static void
draw_rgb(struct draw *d, uint32_t rgb)
{
    draw_format(d, ";rgb:%02x/%02x/%02x", (unsigned)(rgb >> 16),
                (unsigned)(rgb >> 8 & 0xFF), (unsigned)(rgb & 0xFF));
}

/* OSC 4 and 5 alike. */
static void
change_indexed(struct draw *d, unsigned number, const uint32_t *from, const uint32_t *to,
               unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (from[i] == to[i])
            continue;
        draw_format(d, "\x1b]%u;%u", number, i);
        draw_rgb(d, to[i]);
        draw_format(d, "\x1b\\");
    }
}

/* All ten in one list: not each has a number that sets it alone everywhere. */
static void
change_dynamic(struct draw *d, const uint32_t *from, const uint32_t *to)
{
    bool differs = false;
    for (uint32_t i = 0; i < DYNAMIC_COLORS; i++)
        differs |= from[i] != to[i];
    if (!differs)
        return;
    draw_format(d, "\x1b]%u", (unsigned)DYNAMIC_FIRST);
    for (uint32_t i = 0; i < DYNAMIC_COLORS; i++)
        draw_rgb(d, to[i]);
    draw_format(d, "\x1b\\");
}

static void
change_palette(struct draw *d, const struct palette *from, const struct palette *to)
{
    change_indexed(d, 4, from->color, to->color, PALETTE_COLORS);
    change_indexed(d, 5, from->special, to->special, SPECIAL_COLORS);
    change_dynamic(d, from->dynamic, to->dynamic);
}

static const struct palette *
entry(const struct draw *d, uint32_t place)
{
    return &d->t->color_stack.entries[place - 1];
}

static bool
is_written(const struct draw *d, uint32_t place)
{
    return (d->t->color_stack.written & 1u << place) != 0;
}

/* A push that is counted: the entry is popped first, so that it is the next one. */
static const struct palette *
count_pushes(struct draw *d, const struct palette *now)
{
    unsigned pushed = d->t->color_stack.pushed;
    if (pushed == 0)
        return now;
    draw_format(d, "\x1b[%u#Q\x1b[#P", pushed);
    return entry(d, pushed);
}

/* The current entry was written to last, or the one above it was popped. */
static const struct palette *
go_to_current(struct draw *d, const struct palette *now)
{
    unsigned current = d->t->color_stack.current;
    if (current != 0 && is_written(d, current)) {
        draw_format(d, "\x1b[%u#Q\x1b[%u#P", current, current);
        return entry(d, current);
    }
    if (current == COLOR_STACK_MAX || !is_written(d, current + 1))
        return now;
    draw_format(d, "\x1b[%u#Q", current + 1);
    return entry(d, current + 1);
}

void
draw_colors(struct draw *d)
{
    struct palette initial;
    const struct palette *now = &initial;
    palette_reset(&initial);
    for (uint32_t place = 1; place <= COLOR_STACK_MAX; place++) {
        if (!is_written(d, place))
            continue;
        change_palette(d, now, entry(d, place));
        draw_format(d, "\x1b[%u#P", (unsigned)place);
        now = entry(d, place);
    }
    now = count_pushes(d, now);
    now = go_to_current(d, now);
    change_palette(d, now, &d->t->palette);
}

/* --- Tab stops ---------------------------------------------------------------------- */

static bool
has_default_tabs(const struct terminal *t)
{
    struct tabs initial;
    bool same = true;
    tabs_reset(&initial);
    for (uint32_t x = 0; x < t->screen.cols; x++)
        same &= tabs_at(&t->tabs, x) == tabs_at(&initial, x);
    return same;
}

void
draw_tabs(struct draw *d)
{
    if (has_default_tabs(d->t))
        return;
    draw_format(d, "\x1b[3g");
    for (uint32_t x = 0; x < d->t->screen.cols; x++) {
        if (!tabs_at(&d->t->tabs, x))
            continue;
        draw_move(d, 0, x);
        draw_format(d, "\x1bH");
    }
}

/* --- Modes that XTSAVE saved -------------------------------------------------------- */

/* DECCOLM cannot be set without a clear, DECNCSM below level 5; who sets 2048 is sent a
 * report. One of the alternate screen's modes stands for all. */
static bool
can_be_saved(const struct draw *d, enum mode_name mode)
{
    switch (mode) {
    case MODE_DECCOLM:
    case MODE_SIZE_REPORTS:
    case MODE_ALTERNATE_1047:
    case MODE_ALTERNATE_1049:
        return false;
    case MODE_DECNCSM:
        return d->t->level == 5;
    default:
        return mode_at(mode)->dec;
    }
}

void
draw_saved_modes(struct draw *d)
{
    for (int i = 0; i < MODE_COUNT; i++) {
        enum mode_name mode = (enum mode_name)i;
        bool initial = mode_at(mode)->initial;
        if (d->t->saved_modes.set[mode] == initial || !can_be_saved(d, mode))
            continue;
        draw_mode(d, mode, !initial);
        draw_format(d, "\x1b[?%us", (unsigned)mode_at(mode)->number);
        draw_mode(d, mode, initial);
    }
    d->row = NOWHERE;
}

/* --- Keys --------------------------------------------------------------------------- */

void
draw_key_options(struct draw *d)
{
    const struct keyboard *k = &d->t->keyboard;
    struct keyboard initial;
    keyboard_reset(&initial);
    for (unsigned i = 0; i < KEY_OPTIONS; i++) {
        if (k->options[i] == initial.options[i])
            continue;
        if (k->options[i] < 0)
            draw_format(d, "\x1b[>%un", i);
        else
            draw_format(d, "\x1b[>%u;%dm", i, k->options[i]);
    }
    if (k->other_as_u)
        draw_format(d, "\x1b[>4;1f");
}

bool
draw_has_key_flags(const struct terminal *t, bool alternate)
{
    const struct kitty_stack *s = &t->keyboard.kitty[alternate];
    return s->top != 0 || s->flags[0] != 0;
}

void
draw_key_flags(struct draw *d, bool alternate)
{
    const struct kitty_stack *s = &d->t->keyboard.kitty[alternate];
    if (s->flags[0] != 0)
        draw_format(d, "\x1b[=%uu", (unsigned)s->flags[0]);
    for (uint32_t i = 1; i <= s->top; i++)
        draw_format(d, "\x1b[>%uu", (unsigned)s->flags[i]);
}
