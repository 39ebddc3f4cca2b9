/* The engine's table: which sequence is whose, and what a new size does. */
#include "native/engine.h"

#include "base/alloc.h"
#include "native/native.h"

void
native_move(struct native *n, uint32_t row, uint32_t col)
{
    qtty_cursor *c = &n->terminal->cursor;
    c->row = least(row, screen_of(n)->rows - 1);
    c->col = least(col, native_columns(n, c->row) - 1);
    c->pending_wrap = false;
}

struct rect
native_area(const struct native *n)
{
    const struct margins *m = &n->terminal->margins;
    return (struct rect){ m->top, m->left, m->bottom + 1, m->right + 1 };
}

uint16_t
native_erase_style(const struct native *n)
{
    return screen_erase_style(screen_of(n), n->terminal->pen.style.bg);
}

/* --- Sequences ---------------------------------------------------------------------- */

static void
line_attribute(struct native *n, enum row_line line)
{
    struct terminal *t = n->terminal;
    struct row *row = screen_active(&t->screen)[t->cursor.row];
    row->line = line;
    row->generation = ++t->screen.generation;
    t->cursor.col = least(t->cursor.col, native_columns(n, t->cursor.row) - 1);
}

void
native_decswl(struct native *n, const struct action *a)
{
    (void)a;
    line_attribute(n, LINE_SINGLE);
}

void
native_decdwl(struct native *n, const struct action *a)
{
    (void)a;
    line_attribute(n, LINE_WIDE);
}

void
native_decdhl_top(struct native *n, const struct action *a)
{
    (void)a;
    line_attribute(n, LINE_TOP);
}

void
native_decdhl(struct native *n, const struct action *a)
{
    (void)a;
    line_attribute(n, LINE_BOTTOM);
}

static native_op *const ops[SEQ_COUNT] = {
#define OP(name, op) [SEQ_##name] = native_##op,
#include "native/ops.def"
#undef OP
};

static qtty_status
execute(void *self, const struct sequence *s, const struct action *a)
{
    native_op *op = ops[s->id];
    if (op != NULL)
        op(self, a);
    return QTTY_OK;
}

static bool
knows_mode(enum mode_name name)
{
    (void)name;
    return true;
}

/* --- Life --------------------------------------------------------------------------- */

static qtty_status
create(void **out, struct terminal *t)
{
    struct native *n = mem_zalloc(t->allocator, 1, sizeof *n);
    if (n == NULL)
        return QTTY_E_NOMEM;
    n->terminal = t;
    t->screen.history.rewraps = true;
    *out = n;
    return QTTY_OK;
}

static void
destroy(void *self)
{
    struct native *n = self;
    mem_free(n->terminal->allocator, n);
}

static struct screen_point
saved_point(const struct saved_state *saved)
{
    return (struct screen_point){ saved->row, saved->col, saved->pending_wrap };
}

static void
move_saved(struct saved_state *saved, const struct screen_point *to)
{
    if (!saved->made)
        return;
    saved->row = to->row;
    saved->col = to->col;
    saved->pending_wrap = to->pending_wrap;
}

/* A screen whose lines are not wrapped anew has a column more behind a pending wrap. */
static qtty_status
resize(void *self, uint32_t rows, uint32_t cols)
{
    struct native *n = self;
    struct terminal *t = n->terminal;
    uint32_t old_cols = t->screen.cols;
    struct screen_points p = { { t->cursor.row, t->cursor.col, t->cursor.pending_wrap },
                               { saved_point(&t->saved[0]), saved_point(&t->saved[1]) } };
    qtty_status st = screen_resize(&t->screen, rows, cols, &p);
    if (st != QTTY_OK)
        return st;
    move_saved(&t->saved[0], &p.saved[0]);
    t->saved[0].cols = cols; /* wrapped anew: what is pending there is so at its edge */
    move_saved(&t->saved[1], &p.saved[1]);
    native_move(n, p.cursor.row, p.cursor.col);
    t->cursor.pending_wrap = p.cursor.pending_wrap
                             && t->cursor.col + 1 == native_columns(n, t->cursor.row)
                             && t->modes.set[MODE_DECAWM];
    tabs_reset_range(&t->tabs, old_cols, cols);
    n->joins = false;
    return QTTY_OK;
}

static const qtty_gap gaps[] = {
    { 0, NULL, NULL },
};

const struct engine_ops native_engine = {
    .name = "native",
    .capabilities = QTTY_CAP_SOFT_WRAP | QTTY_CAP_REFLOW | QTTY_CAP_STYLE | QTTY_CAP_LINK
                    | QTTY_CAP_PROTECT | QTTY_CAP_RECTANGLES | QTTY_CAP_CLUSTERS
                    | QTTY_CAP_AMBIGUOUS | QTTY_CAP_HORIZONTAL | QTTY_CAP_REVERSE_WRAP
                    | QTTY_CAP_VT52 | QTTY_CAP_NATIONAL,
    .gaps = gaps,
    .knows_mode = knows_mode,
    .create = create,
    .destroy = destroy,
    .print = native_print,
    .print_delete = native_print_delete,
    .execute = execute,
    .end_line = native_end_line,
    .resize = resize,
};
