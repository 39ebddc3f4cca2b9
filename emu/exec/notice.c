/* What a terminal says without being asked each time: its size and its colour scheme, to
 * those who want to hear of it; and how long the frame of a synchronised update lasts. */
#include "exec/terminal.h"

#include "exec/palette.h"

/* --- In-band size reports (mode 2048) ----------------------------------------------- */

/* Rows, columns, and the pixels of the text area. */
void
terminal_report_size(struct terminal *t)
{
    unsigned rows = t->screen.rows, cols = t->screen.cols;
    if (t->modes.set[MODE_SIZE_REPORTS])
        terminal_reply(t, "\x1b[48;%u;%u;%u;%ut", rows, cols,
                       rows * (unsigned)t->cell_height, cols * (unsigned)t->cell_width);
}

/* --- Dark or light (mode 2031) ------------------------------------------------------ */

/* While the user chose none: by the background that output sees (OSC 11). */
qtty_scheme
terminal_scheme(const struct terminal *t)
{
    if (t->scheme != QTTY_SCHEME_BY_BACKGROUND)
        return t->scheme;
    bool dark = color_is_dark(t->palette.dynamic[11 - DYNAMIC_FIRST]);
    return dark ? QTTY_SCHEME_DARK : QTTY_SCHEME_LIGHT;
}

/* A report that is not asked for comes with a change alone: not when the mode is set, and
 * not for colours that the output itself sets (Contour's text on 2031). */
void
terminal_set_scheme(struct terminal *t, qtty_scheme scheme)
{
    qtty_scheme before = terminal_scheme(t);
    t->scheme = scheme;
    qtty_scheme now = terminal_scheme(t);
    if (now != before && t->modes.set[MODE_SCHEME_REPORTS])
        terminal_reply(t, "\x1b[?997;%dn", (int)now);
}

/* --- Synchronised output (mode 2026) ------------------------------------------------ */

uint64_t
terminal_frame_deadline(struct terminal *t, uint64_t now_ns)
{
    const uint64_t most = (uint64_t)SYNCHRONISED_MS_MAX * 1000000u;
    struct frames *f = &t->frames;
    if (!t->modes.set[MODE_SYNCHRONISED])
        return QTTY_NEVER;
    if (f->timed != f->begun) {
        f->timed = f->begun;
        f->until_ns = now_ns > QTTY_NEVER - most ? QTTY_NEVER : now_ns + most;
    }
    return f->until_ns;
}
