/* libtsm as its users have it: raw bytes, a scrollback of 10 000 lines. */
#include "peers.h"
#include <libtsm.h>
#include <stdlib.h>

enum { ROWS = 24, COLS = 80, LINES_KEPT = 10000 };

struct tsm {
    struct tsm_screen *screen;
    struct tsm_vte *vte;
};

static void
drop_reply(struct tsm_vte *vte, const char *text, size_t len, void *context)
{
    (void)vte;
    (void)text;
    (void)len;
    (void)context;
}

void
close_libtsm(void *self)
{
    struct tsm *t = self;
    if (t->vte != NULL)
        tsm_vte_unref(t->vte);
    if (t->screen != NULL) {
        tsm_screen_clear_sb(t->screen); /* it leaks what is in there */
        tsm_screen_unref(t->screen);
    }
    free(t);
}

void *
open_libtsm(const qtty_allocator *allocator)
{
    (void)allocator;
    struct tsm *t = calloc(1, sizeof(*t));
    if (t == NULL)
        return NULL;
    if (tsm_screen_new(&t->screen, NULL, NULL) == 0
        && tsm_screen_resize(t->screen, COLS, ROWS) == 0
        && tsm_vte_new(&t->vte, t->screen, drop_reply, NULL, NULL, NULL) == 0) {
        tsm_screen_set_max_sb(t->screen, LINES_KEPT);
        return t;
    }
    close_libtsm(t);
    return NULL;
}

void
feed_libtsm(void *self, qtty_span chunk)
{
    struct tsm *t = self;
    tsm_vte_input(t->vte, (const char *)chunk.data, chunk.len);
}

void
resize_libtsm(void *self, uint32_t rows, uint32_t cols)
{
    struct tsm *t = self;
    if (tsm_screen_resize(t->screen, cols, rows) != 0)
        abort();
}
