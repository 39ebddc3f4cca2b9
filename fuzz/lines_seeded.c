/* Wrong line projections, a bug a subject, each a thin wrapper of the product's. */
#include "lines_fuzz.h"
#include "law.h"
#include <stdlib.h>

struct wrapper {
    void *product;
    qtty_buf kept;
};

static void
close_wrapper(void *self)
{
    struct wrapper *w = self;
    product_lines.close(w->product);
    qtty_buf_finish(&w->kept);
    free(w);
}

static void *
open_wrapper(const qtty_emulator_config *screen)
{
    struct wrapper *w = calloc(1, sizeof(*w));
    if (w == NULL)
        abort();
    w->product = product_lines.open(screen);
    if (w->product == NULL)
        abort();
    qtty_buf_init(&w->kept, screen->allocator, 0);
    return w;
}

/* --- As it is ----------------------------------------------------------------------- */

static qtty_status
feed(void *self, qtty_span bytes)
{
    return product_lines.feed(((struct wrapper *)self)->product, bytes);
}

static qtty_status
resize(void *self, uint32_t rows, uint32_t cols)
{
    return product_lines.resize(((struct wrapper *)self)->product, rows, cols);
}

static qtty_status
line(void *self, uint64_t index, qtty_line *out)
{
    return product_lines.line(((struct wrapper *)self)->product, index, out);
}

static qtty_status
next(void *self, qtty_line *out, uint64_t *gap)
{
    return product_lines.next(((struct wrapper *)self)->product, out, gap);
}

static qtty_status
delta(void *self, qtty_buf *text, qtty_delta *out)
{
    return product_lines.delta(((struct wrapper *)self)->product, text, out);
}

static qtty_lines *
lines(void *self)
{
    return product_lines.lines(((struct wrapper *)self)->product);
}

/* --- With a bug --------------------------------------------------------------------- */

static qtty_status
ends_each_piece_with_a_sequence(void *self, qtty_span bytes)
{
    qtty_status st = feed(self, bytes);
    return st == QTTY_OK ? feed(self, (qtty_span){ (const uint8_t *)"\x1B[m", 3 }) : st;
}

static qtty_status
grows_with_each_piece(void *self, qtty_span bytes)
{
    struct wrapper *w = self;
    static const uint8_t more[262144];
    (void)qtty_buf_append(&w->kept, more, sizeof(more));
    return feed(w, bytes);
}

static qtty_status
numbers_all_the_same(void *self, uint64_t index, qtty_line *out)
{
    qtty_line first;
    qtty_status st = line(self, 0, &first);
    uint64_t id = first.id;
    if (st == QTTY_OK)
        st = line(self, index, out);
    out->id = id;
    return st;
}

static qtty_status
never_gives_a_line_again(void *self, qtty_line *out, uint64_t *gap)
{
    qtty_status st = next(self, out, gap);
    while (st == QTTY_OK && out->rewritten)
        st = next(self, out, gap);
    return st;
}

static qtty_status
counts_one_too_many(void *self, qtty_buf *text, qtty_delta *out)
{
    qtty_status st = delta(self, text, out);
    out->lines++;
    return st;
}

#define WRONG(feed, line, next, delta)                                                   \
    {                                                                                    \
        open_wrapper, feed, resize, line, next, delta, lines, close_wrapper              \
    }
static const struct lines_subject cutting =
    WRONG(ends_each_piece_with_a_sequence, line, next, delta);
static const struct lines_subject uniform =
    WRONG(feed, numbers_all_the_same, next, delta);
static const struct lines_subject forgetful =
    WRONG(feed, line, never_gives_a_line_again, delta);
static const struct lines_subject miscounting =
    WRONG(feed, line, next, counts_one_too_many);
static const struct lines_subject growing =
    WRONG(grows_with_each_piece, line, next, delta);
#undef WRONG

const struct seeded_bug seeded_bugs[] = {
    { "splits", "the end of a piece cuts a sequence", &cutting },
    { "lines", "all lines have one id", &uniform },
    { "readers", "a line that changed is not given again", &forgetful },
    { "delta", "a line is counted that is not there", &miscounting },
    { "bounded", "each piece takes memory for good", &growing },
};
const size_t seeded_bug_count = COUNT_OF(seeded_bugs);
