/* libtsm as an engine. Its vte layer executes sequences and its screen layer keeps cells:
 * they decide where text goes, what is erased and what scrolls, and the cells are read
 * back (libtsm_mirror.c). Styles, links, clusters, scrollback, replies and the saved
 * cursor are this project's. It sees neither raw bytes nor SGR, OSC, DCS or a query. What
 * it does not tell, soft wrap and which rows left, is derived: see put_wrapped. */
#include "adapter/libtsm.h"

#include "adapter/libtsm_state.h"
#include "base/alloc.h"
#include <stdio.h>

/* --- Making one --------------------------------------------------------------------- */

static void
drop_reply(struct tsm_vte *vte, const char *bytes, size_t len, void *user)
{
    (void)vte, (void)bytes, (void)len, (void)user;
}

static int
learn_graphic(struct tsm_screen *screen, uint64_t id, const uint32_t *ch, size_t len,
              unsigned width, unsigned x, unsigned y, const struct tsm_screen_attr *attr,
              tsm_age_t age, void *data)
{
    struct libtsm *v = data;
    (void)screen, (void)id, (void)width, (void)attr, (void)age;
    if (y == 0 && x < LIBTSM_GRAPHICS)
        v->graphics[x] = len == 1 ? ch[0] : ' ';
    return 0;
}

/* Its DEC Special Graphics, from the 80 columns that it begins with. */
static void
learn_graphics(struct libtsm *v)
{
    for (int i = 0; i < LIBTSM_GRAPHICS; i++) {
        char sequence[32];
        int len = snprintf(sequence, sizeof sequence, "\x1b(0\x1b[1;%dH%c", i + 1,
                           LIBTSM_GRAPHICS_FIRST + i);
        tsm_vte_input(v->vte, sequence, (size_t)len);
    }
    tsm_screen_draw(v->screen, learn_graphic, v);
    tsm_vte_input(v->vte,
                  "\x1b"
                  "c",
                  2);
}

static void
libtsm_destroy(void *self)
{
    struct libtsm *v = self;
    const qtty_allocator *a = v->terminal->allocator;
    tsm_vte_unref(v->vte);
    tsm_screen_unref(v->screen);
    mem_free(a, v->line);
    mem_free(a, v);
}

static bool
open_library(struct libtsm *v)
{
    const struct screen *s = tsm_rows(v);
    if (tsm_screen_new(&v->screen, NULL, NULL) != 0
        || tsm_vte_new(&v->vte, v->screen, drop_reply, NULL, NULL, NULL) != 0)
        return false;
    learn_graphics(v);
    if (tsm_screen_resize(v->screen, s->cols, s->rows) != 0)
        return false;
    (void)libtsm_erase_style(v);
    tsm_screen_set_flags(v->screen, TSM_SCREEN_ALTERNATE);
    tsm_screen_erase_screen(v->screen, false);
    tsm_screen_reset_flags(v->screen, TSM_SCREEN_ALTERNATE);
    tsm_screen_erase_screen(v->screen, false);
    tsm_screen_move_to(v->screen, 0, 0);
    return true;
}

static qtty_status
libtsm_create(void **out, struct terminal *t)
{
    struct libtsm *v = mem_zalloc(t->allocator, 1, sizeof *v);
    if (v == NULL)
        return QTTY_E_NOMEM;
    v->terminal = t;
    v->line = mem_zalloc(t->allocator, t->screen.cols, sizeof *v->line);
    if (v->line == NULL || !open_library(v)) {
        libtsm_destroy(v);
        return QTTY_E_NOMEM;
    }
    *out = v;
    return QTTY_OK;
}

/* --- A new size --------------------------------------------------------------------- */

/* libtsm keeps other rows of a screen than xterm does: the rows are laid out here, and
 * libtsm gets them. */
static void
write_back(struct libtsm *v, uint32_t row, uint32_t old_cols, bool pending)
{
    struct terminal *t = v->terminal;
    tsm_screen_set_margins(v->screen, 0, 0);
    libtsm_put_cursor(v, 0, 0);
    libtsm_write_rows(v, 0, t->screen.rows);
    libtsm_put_cursor(v, row, t->cursor.col);
    if (pending && t->cursor.col + 1 >= t->screen.cols)
        libtsm_pend(v);
    else if (pending)
        libtsm_put_cursor(v, row, t->cursor.col);
    tabs_reset_range(&t->tabs, old_cols, t->screen.cols);
    libtsm_write_tabs(v);
    v->hidden_stale = true;
    v->joins = false;
    libtsm_follow_cursor(v);
}

static qtty_status
libtsm_resize(void *self, uint32_t rows, uint32_t cols)
{
    struct libtsm *v = self;
    struct terminal *t = v->terminal;
    struct saved_state *saved = t->saved;
    struct screen_points points = {
        { .row = t->cursor.row }, { { .row = saved[0].row }, { .row = saved[1].row } }
    };
    uint32_t old_rows = t->screen.rows, old_cols = t->screen.cols;
    struct cell *line = mem_zalloc(t->allocator, cols, sizeof *line);
    qtty_status st = line != NULL && tsm_screen_resize(v->screen, cols, rows) == 0
                         ? screen_resize(&t->screen, rows, cols, &points)
                         : QTTY_E_NOMEM;
    if (st != QTTY_OK) {
        mem_free(t->allocator, line);
        (void)tsm_screen_resize(v->screen, old_cols, old_rows);
        libtsm_write_rows(v, 0, old_rows);
        libtsm_put_cursor(v, t->cursor.row, t->cursor.col);
        return st;
    }
    mem_free(t->allocator, v->line);
    v->line = line;
    for (size_t i = 0; i < 2; i++)
        saved[i].row = saved[i].made ? points.saved[i].row : saved[i].row;
    write_back(v, points.cursor.row, old_cols,
               t->cursor.pending_wrap && cols <= old_cols);
    return QTTY_OK;
}

/* --- What it can, and cannot -------------------------------------------------------- */

static bool
libtsm_knows_mode(enum mode_name name)
{
    return name == MODE_IRM || name == MODE_LNM || name == MODE_DECOM
           || name == MODE_DECAWM;
}

static const qtty_gap gaps[] = {
    { QTTY_CAP_REFLOW, "lines are not re-wrapped by a resize", "tsm_screen_resize" },
    { QTTY_CAP_RECTANGLES, "DECFRA, DECERA, DECSERA, DECCRA, DECCARA, DECRARA",
      "no handler in tsm_vte" },
    { QTTY_CAP_CLUSTERS, "UAX #29 clusters, mode 2027",
      "tsm_screen_write drops what has no width" },
    { QTTY_CAP_NATIONAL, "national replacement sets",
      "all of them are ASCII in tsm_vte" },
    { QTTY_CAP_HORIZONTAL, "DECBI, DECFI, SL, SR", "no handler in tsm_vte" },
    { QTTY_CAP_REVERSE_WRAP, "modes 45 and 1045", "no handler in tsm_vte" },
    { QTTY_CAP_VT52, "VT52 mode", "no VT52 parser" },
    { 0, "DECSLRM, mode 69; DECIC, DECDC", "tsm_screen_set_margins has rows alone" },
    { 0, "DECDWL, DECDHL", "no handler in tsm_vte" },
    { 0, "memory lock; modes 41, 95 and 1046; guarded areas (SPA, EPA)",
      "no handler in tsm_vte" },
    { 0, NULL, NULL },
};

const struct engine_ops libtsm_engine = {
    .name = "libtsm",
    .capabilities = QTTY_CAP_SOFT_WRAP | QTTY_CAP_STYLE | QTTY_CAP_LINK | QTTY_CAP_PROTECT
                    | QTTY_CAP_AMBIGUOUS,
    .gaps = gaps,
    .knows_mode = libtsm_knows_mode,
    .executes = libtsm_executes,
    .create = libtsm_create,
    .destroy = libtsm_destroy,
    .print = libtsm_print,
    .execute = libtsm_execute,
    .resize = libtsm_resize,
};
