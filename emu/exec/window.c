/* XTWINOPS: what a window would say, of a window that is not there. Titles are said only
 * where the embedder allows it: they are text that the output chose. */
#include "exec/handlers.h"

#include "base/text.h"
#include <string.h>

/* --- Title stack -------------------------------------------------------------------- */

static void
copy_title(struct terminal *t, qtty_buf *to, const qtty_buf *from)
{
    to->len = 0;
    terminal_keep(t, to, qtty_buf_span(from));
}

/* A full stack drops its oldest entry. */
static void
drop_oldest(struct terminal *t)
{
    struct titles oldest = t->title_stack[0];
    memmove(&t->title_stack[0], &t->title_stack[1],
            (TITLE_STACK_MAX - 1) * sizeof oldest);
    t->title_stack[TITLE_STACK_MAX - 1] = oldest;
    t->title_depth--;
}

/* The third parameter names an entry of the stack, 1 to TITLE_STACK_MAX, to be written or
 * read without a push or a pop (xterm ctlseqs, XTWINOPS). @return 0: none is named. */
static uint32_t
slot_of(const struct action *a)
{
    return param_or(a, 2, 0);
}

/* CSI 22 ; 0 both, 1 icon, 2 window. Both are kept, and the pop says which it wants, as
 * in xterm. */
void
title_push(struct terminal *t, const struct action *a)
{
    uint32_t slot = slot_of(a);
    if (slot > TITLE_STACK_MAX || param_or(a, 1, 0) > 2)
        return;
    if (slot == 0) {
        if (t->title_depth == TITLE_STACK_MAX)
            drop_oldest(t);
        slot = ++t->title_depth;
    }
    struct titles *entry = &t->title_stack[slot - 1];
    t->title_slots |= 1u << slot;
    copy_title(t, &entry->window, &t->titles.window);
    copy_title(t, &entry->icon, &t->titles.icon);
}

static void
restore(struct terminal *t, qtty_buf *title, const qtty_buf *from, qtty_event_kind kind)
{
    bool changed = !text_same(qtty_buf_span(title), qtty_buf_span(from));
    copy_title(t, title, from);
    if (changed)
        terminal_event(t, kind, 0, qtty_buf_span(title));
}

void
title_pop(struct terminal *t, const struct action *a)
{
    uint32_t which = param_or(a, 1, 0), slot = slot_of(a);
    if (slot > TITLE_STACK_MAX || which > 2)
        return;
    if (slot == 0 && t->title_depth != 0)
        slot = t->title_depth--;
    if ((t->title_slots & 1u << slot) == 0)
        return;
    const struct titles *entry = &t->title_stack[slot - 1];
    if (which != 2)
        restore(t, &t->titles.icon, &entry->icon, QTTY_EVENT_ICON);
    if (which != 1)
        restore(t, &t->titles.window, &entry->window, QTTY_EVENT_TITLE);
}

/* CSI > Pm t and T. A command without parameters does nothing, as in xterm. */
void
title_mode(struct terminal *t, const struct action *a)
{
    for (uint32_t i = 0; i < a->params->count; i++) {
        uint32_t mode = a->params->value[i];
        if (mode > 1 || (a->params->missing & 1u << i) != 0)
            continue;
        if (a->final == 't')
            t->title_modes |= 1u << mode;
        else
            t->title_modes &= ~(1u << mode);
    }
}

static qtty_status
append_title(struct terminal *t, const qtty_buf *title)
{
    static const char digits[] = "0123456789ABCDEF";
    qtty_status st = QTTY_OK;
    if ((t->title_modes & TITLE_MODE_QUERY_HEX) == 0)
        return qtty_buf_append(&t->scratch, title->data, title->len);
    for (size_t i = 0; st == QTTY_OK && i < title->len; i++) {
        char pair[2] = { digits[title->data[i] >> 4], digits[title->data[i] & 15] };
        st = qtty_buf_append(&t->scratch, pair, sizeof pair);
    }
    return st;
}

/* CSI 20 t, CSI 21 t: refused unless allowed; titles are kept without controls. */
void
title_report(struct terminal *t, const struct action *a)
{
    bool icon = a->params->value[0] == 20;
    const qtty_buf *title = icon ? &t->titles.icon : &t->titles.window;
    if ((t->reports & QTTY_REPORT_TITLE) == 0 || !terminal_answers(t, ANSWERS_XTERM))
        return;
    t->scratch.len = 0;
    if (qtty_buf_append(&t->scratch, icon ? "\x1b]L" : "\x1b]l", 3) == QTTY_OK
        && append_title(t, title) == QTTY_OK
        && qtty_buf_append(&t->scratch, "\x1b\\", 2) == QTTY_OK)
        terminal_reply_sequence(t, t->scratch.data, t->scratch.len);
}

/* --- Sizes -------------------------------------------------------------------------- */

void
window_report(struct terminal *t, const struct action *a)
{
    unsigned rows = t->screen.rows, cols = t->screen.cols;
    unsigned height = t->cell_height, width = t->cell_width;
    if (!terminal_answers(t, ANSWERS_XTERM))
        return;
    switch (a->params->value[0]) {
    case 11:
        terminal_reply(t, "\x1b[%dt", t->window.is_icon ? 2 : 1);
        break;
    case 13:
        terminal_reply(t, "\x1b[3;%u;%ut", (unsigned)t->window.x, (unsigned)t->window.y);
        break;
    case 14:
        terminal_reply(t, "\x1b[4;%u;%ut", rows * height, cols * width);
        break;
    case 15:
        terminal_reply(t, "\x1b[5;%u;%ut", rows * height, cols * width);
        break;
    case 16:
        terminal_reply(t, "\x1b[6;%u;%ut", height, width);
        break;
    case 18:
        terminal_reply(t, "\x1b[8;%u;%ut", rows, cols);
        break;
    case 19:
        terminal_reply(t, "\x1b[9;%u;%ut", rows, cols);
        break;
    }
}

static uint32_t
clamp(uint32_t value, uint32_t most)
{
    return value < 1 ? 1 : value > most ? most : value;
}

static bool
may_change(const struct terminal *t)
{
    return (t->reports & QTTY_REPORT_RESIZE) != 0;
}

void
window_want(struct terminal *t, uint32_t rows, uint32_t cols)
{
    if (!may_change(t))
        return;
    t->wanted_rows = clamp(rows, QTTY_ROWS_MAX);
    t->wanted_cols = clamp(cols, QTTY_COLS_MAX);
}

/* Size in parameters 1 and 2, divided by a unit; missing: as it is. 0: the largest there
 * is, which for a window without a display is the present size. */
void
window_resize(struct terminal *t, const struct action *a)
{
    uint32_t operation = a->params->value[0];
    if (operation == 9)
        return;
    uint32_t height = operation == 4 ? t->cell_height : 1;
    uint32_t width = operation == 4 ? t->cell_width : 1;
    uint32_t rows = param_or(a, 1, t->screen.rows * height) / height;
    uint32_t cols = param_or(a, 2, t->screen.cols * width) / width;
    window_want(t, rows, cols);
}

/* CSI 1 t, CSI 2 t: a window again, an icon; CSI 3 ; x ; y t: elsewhere, where what is
 * missing is 0. Nobody sees it, but programs that test for it ask where it is. */
void
window_move(struct terminal *t, const struct action *a)
{
    uint32_t operation = a->params->value[0];
    if (!may_change(t))
        return;
    if (operation == 3) {
        t->window.x = param_or(a, 1, 0);
        t->window.y = param_or(a, 2, 0);
    } else {
        t->window.is_icon = operation == 2;
    }
}

/* --- The size of a page (DEC STD 070; the VT510's manual) --------------------------- */

/* CSI Ps t of 24 and more: lines a page. */
void
decslpp(struct terminal *t, const struct action *a)
{
    if (a->params->value[0] >= 24)
        window_want(t, a->params->value[0], t->screen.cols);
}

/* CSI Ps * |: lines a screen, 1 to 255 (xterm). */
void
decsnls(struct terminal *t, const struct action *a)
{
    uint32_t rows = param_or(a, 0, 0);
    if (rows >= 1 && rows <= 255)
        window_want(t, rows, t->screen.cols);
}

/* CSI Ps $ |: 80 columns, or 132; nothing is cleared. */
void
decscpp(struct terminal *t, const struct action *a)
{
    uint32_t cols = param_or(a, 0, 80);
    if (cols == 80 || cols == 132)
        window_want(t, t->screen.rows, cols);
}
