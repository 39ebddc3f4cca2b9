/* Wrong stream projections, a bug a subject, each a thin wrapper of the product's. */
#include "sanitize_fuzz.h"
#include "law.h"
#include <stdlib.h>

struct wrapper {
    void *stream;
    bool failed;
    qtty_buf kept; /* of the allocator that was given, without a ceiling */
    qtty_buf line; /* with the bug in it */
};

static void
close_wrapper(void *self)
{
    struct wrapper *w = self;
    product_stream.close(w->stream);
    qtty_buf_finish(&w->kept);
    qtty_buf_finish(&w->line);
    free(w);
}

static void *
open_wrapper(const qtty_lines_config *config)
{
    struct wrapper *w = calloc(1, sizeof(*w));
    void *stream = product_stream.open(config);
    if (w == NULL)
        abort();
    if (stream == NULL) {
        free(w);
        return NULL;
    }
    w->stream = stream;
    qtty_buf_init(&w->kept, config->allocator, 0);
    qtty_buf_init(&w->line, NULL, 0);
    return w;
}

static void *
open_without_strict(const qtty_lines_config *config)
{
    qtty_lines_config lenient = *config;
    lenient.strict = false;
    return open_wrapper(&lenient);
}

/* --- As it is ----------------------------------------------------------------------- */

static qtty_status
feed(void *self, qtty_span bytes)
{
    return product_stream.feed(((struct wrapper *)self)->stream, bytes);
}

static qtty_status
end(void *self)
{
    return product_stream.end(((struct wrapper *)self)->stream);
}

static uint64_t
count(void *self)
{
    return product_stream.count(((struct wrapper *)self)->stream);
}

static qtty_status
line(void *self, uint64_t index, qtty_line *out)
{
    return product_stream.line(((struct wrapper *)self)->stream, index, out);
}

static qtty_status
page(void *self, int64_t offset, int64_t lines, qtty_buf *text, qtty_page *out)
{
    return product_stream.read(((struct wrapper *)self)->stream, offset, lines, text,
                               out);
}

static qtty_status
next(void *self, qtty_line *out, uint64_t *gap)
{
    return product_stream.next(((struct wrapper *)self)->stream, out, gap);
}

/* --- With a bug --------------------------------------------------------------------- */

/* A CR at the end of a piece must wait for the next byte. */
static qtty_status
ends_the_line_at_once(void *self, qtty_span bytes)
{
    qtty_status st = feed(self, bytes);
    if (st == QTTY_OK && bytes.len > 0 && bytes.data[bytes.len - 1] == '\r')
        st = feed(self, (qtty_span){ (const uint8_t *)"\n", 1 });
    return st;
}

static qtty_status
drops_bel(void *self, qtty_span bytes)
{
    qtty_status st = QTTY_OK;
    for (size_t i = 0; i < bytes.len && st == QTTY_OK; i++)
        if (bytes.data[i] != 0x07)
            st = feed(self, (qtty_span){ bytes.data + i, 1 });
    return st;
}

static qtty_status
keeps_all_input(void *self, qtty_span bytes)
{
    struct wrapper *w = self;
    if (bytes.len > 0)
        (void)qtty_buf_append(&w->kept, bytes.data, bytes.len);
    return feed(w, bytes);
}

static qtty_status
gives_up_after_a_failure(void *self, qtty_span bytes)
{
    struct wrapper *w = self;
    if (w->failed)
        return QTTY_OK;
    qtty_status st = feed(w, bytes);
    w->failed = st != QTTY_OK;
    return st;
}

/* The line with each TAB as another byte. */
static qtty_status
line_with_tabs_as(void *self, uint64_t index, char other, qtty_line *out)
{
    struct wrapper *w = self;
    qtty_status st = line(w, index, out);
    if (st != QTTY_OK)
        return st;
    w->line.len = 0;
    put(&w->line, out->text.data, out->text.len);
    for (size_t i = 0; i < w->line.len; i++)
        if (w->line.data[i] == '\t')
            w->line.data[i] = (uint8_t)other;
    out->text = qtty_buf_span(&w->line);
    return QTTY_OK;
}

static qtty_status
expands_tabs(void *self, uint64_t index, qtty_line *out)
{
    return line_with_tabs_as(self, index, '~', out);
}

static qtty_status
lets_a_backspace_out(void *self, uint64_t index, qtty_line *out)
{
    return line_with_tabs_as(self, index, '\b', out);
}

static qtty_status
reads_one_line_too_old(void *self, int64_t offset, int64_t lines, qtty_buf *text,
                       qtty_page *out)
{
    return page(self, offset + 1, lines, text, out);
}

static uint64_t
counts_without_the_newest(void *self)
{
    uint64_t all = count(self);
    return all > 0 ? all - 1 : 0;
}

static qtty_status
skips_blank_lines(void *self, qtty_line *out, uint64_t *gap)
{
    qtty_status st = next(self, out, gap);
    while (st == QTTY_OK && out->text.len == 0)
        st = next(self, out, gap);
    return st;
}

/* --- The list ----------------------------------------------------------------------- */

#define WRONG(open, feed, count, line, page, next)                                       \
    {                                                                                    \
        open, feed, end, count, line, page, next, close_wrapper                          \
    }
static const struct stream_subject hasty =
    WRONG(open_wrapper, ends_the_line_at_once, count, line, page, next);
static const struct stream_subject inventive =
    WRONG(open_wrapper, feed, count, expands_tabs, page, next);
static const struct stream_subject leaky =
    WRONG(open_wrapper, feed, count, lets_a_backspace_out, page, next);
static const struct stream_subject deaf =
    WRONG(open_wrapper, drops_bel, count, line, page, next);
static const struct stream_subject off_by_one =
    WRONG(open_wrapper, feed, count, line, reads_one_line_too_old, next);
static const struct stream_subject short_of_one =
    WRONG(open_wrapper, feed, counts_without_the_newest, line, page, next);
static const struct stream_subject skipper =
    WRONG(open_wrapper, feed, count, line, page, skips_blank_lines);
static const struct stream_subject lenient =
    WRONG(open_without_strict, feed, count, line, page, next);
static const struct stream_subject hoarder =
    WRONG(open_wrapper, keeps_all_input, count, line, page, next);
static const struct stream_subject quitter =
    WRONG(open_wrapper, gives_up_after_a_failure, count, line, page, next);
#undef WRONG

const struct seeded_bug seeded_bugs[] = {
    { "splits", "a CR at the end of a piece does not wait", &hasty },
    { "order", "TAB comes out as something else", &inventive },
    { "clean", "a backspace comes out", &leaky },
    { "model", "BEL does not end a string", &deaf },
    { "pages", "a page is one line too old", &off_by_one },
    { "readers", "a reader skips blank lines", &skipper },
    { "kept", "the newest line goes first", &short_of_one },
    { "strict", "strict is not", &lenient },
    { "bounded", "all input is kept", &hoarder },
    { "want", "nothing goes on after a failed allocation", &quitter },
};
const size_t seeded_bug_count = COUNT_OF(seeded_bugs);
