/* Wrong emulators, a bug a subject, each a thin wrapper of the product's. */
#include "emulator_fuzz.h"
#include "law.h"
#include <stdlib.h>
#include <string.h>

struct wrapper {
    qtty_emulator *emulator;
    bool failed;
    uint32_t rows; /* at first */
    qtty_buf kept;
    qtty_buf replies;
};

static void
close_wrapper(void *self)
{
    struct wrapper *w = self;
    qtty_emulator_destroy(w->emulator);
    qtty_buf_finish(&w->kept);
    qtty_buf_finish(&w->replies);
    free(w);
}

static void *
open_wrapper(const qtty_emulator_config *config)
{
    struct wrapper *w = calloc(1, sizeof(*w));
    if (w == NULL)
        abort();
    if (qtty_emulator_create(&w->emulator, config) != QTTY_OK) {
        free(w);
        return NULL;
    }
    w->rows = config->rows;
    qtty_buf_init(&w->kept, config->allocator, 0);
    qtty_buf_init(&w->replies, NULL, 0);
    return w;
}

/* --- As it is ----------------------------------------------------------------------- */

static qtty_status
feed(void *self, qtty_span bytes)
{
    return qtty_emulator_feed(((struct wrapper *)self)->emulator, bytes);
}

static qtty_status
cell(void *self, int32_t row, uint32_t col, qtty_cell *out)
{
    return qtty_emulator_cell(((struct wrapper *)self)->emulator, row, col, out);
}

static qtty_span
replies(void *self)
{
    return qtty_emulator_replies(((struct wrapper *)self)->emulator);
}

static qtty_status
reset(void *self)
{
    return qtty_emulator_reset(((struct wrapper *)self)->emulator);
}

static qtty_status
draw(void *self, qtty_buf *out)
{
    return qtty_emulator_draw(((struct wrapper *)self)->emulator, out);
}

static qtty_emulator *
emulator(void *self)
{
    return ((struct wrapper *)self)->emulator;
}

/* --- With a bug --------------------------------------------------------------------- */

static qtty_status
feed_text(void *self, const char *text, size_t len)
{
    return feed(self, (qtty_span){ (const uint8_t *)text, len });
}

static qtty_status
starts_each_piece_with_a_new_pen(void *self, qtty_span bytes)
{
    qtty_status st = feed_text(self, "\x1B[m", 3);
    return st == QTTY_OK ? feed(self, bytes) : st;
}

static qtty_status
grows_with_each_piece(void *self, qtty_span bytes)
{
    struct wrapper *w = self;
    static const uint8_t more[131072];
    (void)qtty_buf_append(&w->kept, more, sizeof(more));
    return feed(w, bytes);
}

/* Takes memory for a moment with each piece, and sulks when there was none once. */
static qtty_status
gives_up_after_a_failure(void *self, qtty_span bytes)
{
    struct wrapper *w = self;
    w->failed = w->failed || qtty_buf_reserve(&w->kept, 1) != QTTY_OK;
    qtty_buf_finish(&w->kept);
    return w->failed ? QTTY_E_NOMEM : feed(w, bytes);
}

/* The old attack: output sets a title that the reply types at a prompt. */
static qtty_span
answers_with_the_title(void *self)
{
    struct wrapper *w = self;
    qtty_span own = replies(w), title = qtty_emulator_title(w->emulator);
    w->replies.len = 0;
    put(&w->replies, own.data, own.len);
    put(&w->replies, title.data, title.len);
    return qtty_buf_span(&w->replies);
}

/* The same in the dress of a reply of ours. */
static qtty_span
refuses_by_name(void *self)
{
    struct wrapper *w = self;
    qtty_span own = replies(w), title = qtty_emulator_title(w->emulator);
    w->replies.len = 0;
    put(&w->replies, own.data, own.len);
    put(&w->replies, "\x1BP0$r", 5);
    put(&w->replies, title.data, title.len);
    put(&w->replies, "\x1B\\", 2);
    return qtty_buf_span(&w->replies);
}

static qtty_status
forgets_spacers(void *self, int32_t row, uint32_t col, qtty_cell *out)
{
    qtty_status st = cell(self, row, col, out);
    if (st == QTTY_OK && out->width == 0)
        out->width = 1;
    return st;
}

/* While a wrap is pending. */
static qtty_status
forgets_spacers_at_the_edge(void *self, int32_t row, uint32_t col, qtty_cell *out)
{
    qtty_cursor cursor;
    qtty_emulator_cursor(emulator(self), &cursor);
    return cursor.pending_wrap ? forgets_spacers(self, row, col, out)
                               : cell(self, row, col, out);
}

/* Of a size that no input of the corpus has, but many a storm. */
static qtty_status
forgets_spacers_of_large_screens(void *self, int32_t row, uint32_t col, qtty_cell *out)
{
    uint32_t rows, cols;
    qtty_emulator_size(emulator(self), &rows, &cols);
    return rows > 10 && cols > 30 ? forgets_spacers(self, row, col, out)
                                  : cell(self, row, col, out);
}

/* What grew loses what is at its top. */
static qtty_status
forgets_the_top_of_taller_screens(void *self, int32_t row, uint32_t col, qtty_cell *out)
{
    uint32_t rows;
    qtty_emulator_size(emulator(self), &rows, NULL);
    qtty_status st = cell(self, row, col, out);
    if (row == 0 && rows > ((struct wrapper *)self)->rows && out->width == 1)
        memcpy(out->text, "", (out->text_len = 0) + 1);
    return st;
}

static qtty_status
clears_instead(void *self)
{
    return feed_text(self, "\x1B[2J\x1B[H", 7);
}

/* DECSCA, as if it were none of its business. */
static qtty_status
draws_without_protection(void *self, qtty_buf *out)
{
    static const char sequence[] = "\x1B[1\"q";
    enum { LENGTH = sizeof(sequence) - 1 };
    qtty_status st = draw(self, out);
    size_t to = 0;
    for (size_t from = 0; from < out->len;) {
        bool skips =
            out->len - from >= LENGTH && memcmp(out->data + from, sequence, LENGTH) == 0;
        if (skips)
            from += LENGTH;
        else
            out->data[to++] = out->data[from++];
    }
    out->len = to;
    return st;
}

/* "1$r1;6r" becomes "1$r1;0r". */
static qtty_span
reports_no_bottom(void *self)
{
    struct wrapper *w = self;
    qtty_span own = replies(w);
    w->replies.len = 0;
    put(&w->replies, own.data, own.len);
    if (own.len > 4 && memcmp(own.data, "\x1BP1$r", 5) == 0)
        for (size_t i = 7; i < own.len; i++)
            if (w->replies.data[i] >= '0' && w->replies.data[i] <= '9')
                w->replies.data[i] = '0';
    return qtty_buf_span(&w->replies);
}

/* One blank more, at the end. */
static qtty_status
draws_too_much(void *self, qtty_buf *out)
{
    qtty_status st = draw(self, out);
    return st == QTTY_OK ? qtty_buf_append(out, " ", 1) : st;
}

#define WRONG(feed, cell, replies, reset, draw)                                          \
    {                                                                                    \
        open_wrapper, feed, cell, replies, reset, draw, emulator, close_wrapper          \
    }
static const struct emulator_subject penless =
    WRONG(starts_each_piece_with_a_new_pen, cell, replies, reset, draw);
static const struct emulator_subject echoing =
    WRONG(feed, cell, answers_with_the_title, reset, draw);
static const struct emulator_subject polite =
    WRONG(feed, cell, refuses_by_name, reset, draw);
static const struct emulator_subject spacerless =
    WRONG(feed, forgets_spacers, replies, reset, draw);
static const struct emulator_subject lazy =
    WRONG(feed, cell, replies, clears_instead, draw);
static const struct emulator_subject growing =
    WRONG(grows_with_each_piece, cell, replies, reset, draw);
static const struct emulator_subject quitter =
    WRONG(gives_up_after_a_failure, cell, replies, reset, draw);
static const struct emulator_subject edgy =
    WRONG(feed, forgets_spacers_at_the_edge, replies, reset, draw);
static const struct emulator_subject flat =
    WRONG(feed, cell, reports_no_bottom, reset, draw);
static const struct emulator_subject small =
    WRONG(feed, forgets_spacers_of_large_screens, replies, reset, draw);
static const struct emulator_subject forgetful =
    WRONG(feed, forgets_the_top_of_taller_screens, replies, reset, draw);
static const struct emulator_subject careless =
    WRONG(feed, cell, replies, reset, draws_without_protection);
static const struct emulator_subject generous =
    WRONG(feed, cell, replies, reset, draws_too_much);
#undef WRONG

const struct seeded_bug seeded_bugs[] = {
    { "splits", "the pen is lost at the end of a piece", &penless },
    { "replies", "a title stands for a reply", &echoing },
    { "replies", "a title is part of a reply", &polite },
    { "cells", "a wide cell has no spacer", &spacerless },
    { "walks", "a cell is not as the walk has it", &spacerless },
    { "snapshots", "a cell is not as the snapshot has it", &spacerless },
    { "steps", "a wide cell has no spacer while a wrap is pending", &edgy },
    { "steps", "margins end before they begin", &flat },
    { "storm", "a wide cell has no spacer on a large screen", &small },
    { "storm", "a taller screen loses its first row", &forgetful },
    { "drawn", "protected cells are drawn without protection", &careless },
    { "drawn", "a blank too much is drawn", &generous },
    { "reset", "a reset only clears the screen", &lazy },
    { "bounded", "each piece takes memory for good", &growing },
    { "want", "nothing goes on after a failed allocation", &quitter },
};
const size_t seeded_bug_count = COUNT_OF(seeded_bugs);
