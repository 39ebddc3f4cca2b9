/* Harness of the stream projection (engine/lines): its text is what the model says, in
 * any pieces; nothing that is no text comes out; pages and readers show the same lines;
 * memory stays bounded whatever comes in. */
#include "sanitize_fuzz.h"
#include "law.h"
#include "meter.h"
#include "reference.h"
#include "stream_model.h"
#include <stdlib.h>
#include <string.h>

/* --- Running a stream --------------------------------------------------------------- */

static const qtty_lines_config config_default = { .size = sizeof(qtty_lines_config),
                                                  .projection = QTTY_PROJECTION_STREAM };

static void *
open_stream(const struct stream_subject *stream, const qtty_lines_config *config)
{
    void *lines = stream->open(config);
    if (lines == NULL)
        abort();
    return lines;
}

/* @return The first failure; what follows it is fed all the same. */
static qtty_status
feed_pieces(const struct stream_subject *stream, void *lines, qtty_span input,
            size_t largest)
{
    struct cutter cutter;
    qtty_span piece;
    qtty_status first = QTTY_OK;
    cutter_start(&cutter, input, largest);
    while (cutter_next(&cutter, &piece)) {
        qtty_status st = stream->feed(lines, piece);
        first = first == QTTY_OK ? st : first;
    }
    return first;
}

static void
put_text(const struct stream_subject *stream, void *lines, qtty_buf *out)
{
    qtty_line line;
    uint64_t count = stream->count(lines);
    for (uint64_t i = 0; i < count; i++) {
        if (stream->line(lines, i, &line) != QTTY_OK)
            abort();
        put(out, line.text.data, line.text.len);
        put(out, "\n", 1);
    }
}

/* The whole stream's text. @return false: a call failed. */
static bool
project(const void *subject, qtty_span input, size_t largest, qtty_buf *out)
{
    const struct stream_subject *stream = subject;
    void *lines = open_stream(stream, &config_default);
    bool good = feed_pieces(stream, lines, input, largest) == QTTY_OK
                && stream->end(lines) == QTTY_OK;
    put_text(stream, lines, out);
    stream->close(lines);
    return good;
}

/* --- Its text ----------------------------------------------------------------------- */

static bool
splits(const void *subject, qtty_span input)
{
    return same_in_pieces(subject, input, project);
}

/* Is every scalar of `text` but LF and U+FFFD in the input, in the same order? */
static bool
comes_from(qtty_span text, qtty_span input)
{
    while (text.len > 0) {
        uint32_t scalar = reference_next(&text);
        bool found = scalar == '\n' || scalar == REPLACEMENT;
        while (!found && input.len > 0)
            found = reference_next(&input) == scalar;
        if (!found)
            return false;
    }
    return true;
}

static bool
keeps_order(const void *subject, qtty_span input)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    bool good =
        project(subject, input, 7, &text) && comes_from(qtty_buf_span(&text), input);
    qtty_buf_finish(&text);
    return good;
}

static bool
is_clean(qtty_span text)
{
    if (!reference_valid(text))
        return false;
    while (text.len > 0) {
        uint32_t scalar = reference_next(&text);
        if (scalar != '\t' && scalar != '\n' && is_control(scalar))
            return false;
    }
    return true;
}

static bool
comes_clean(const void *subject, qtty_span input)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    bool good = project(subject, input, 7, &text) && is_clean(qtty_buf_span(&text));
    qtty_buf_finish(&text);
    return good;
}

static bool
agrees_with_model(const void *subject, qtty_span input)
{
    qtty_buf text, model;
    qtty_buf_init(&text, NULL, 0);
    qtty_buf_init(&model, NULL, 0);
    stream_model(input, &model);
    bool same = project(subject, input, 7, &text)
                && same_bytes(qtty_buf_span(&text), qtty_buf_span(&model));
    qtty_buf_finish(&text);
    qtty_buf_finish(&model);
    return same;
}

/* --- Views of it -------------------------------------------------------------------- */

/* Pages of `size` lines from the newest back, put together again. */
static bool
put_pages(const struct stream_subject *stream, void *lines, int64_t size, qtty_buf *out)
{
    uint64_t count = stream->count(lines);
    qtty_page page;
    /* The last page is the oldest: it is short when the count is no multiple. */
    int64_t pages = (int64_t)((count + (uint64_t)size - 1) / (uint64_t)size);
    for (int64_t i = pages - 1; i >= 0; i--) {
        if (stream->read(lines, i * size, size, out, &page) != QTTY_OK
            || page.retained != count || page.offset != (uint64_t)(i * size)
            || page.count != (i == pages - 1 ? count - page.offset : (uint64_t)size))
            return false;
        put(out, "\n", 1);
    }
    return true;
}

static bool
pages_agree(const void *subject, qtty_span input)
{
    const struct stream_subject *stream = subject;
    qtty_buf text, pages;
    qtty_buf_init(&text, NULL, 0);
    qtty_buf_init(&pages, NULL, 0);
    void *lines = open_stream(stream, &config_default);
    bool good =
        feed_pieces(stream, lines, input, 7) == QTTY_OK && stream->end(lines) == QTTY_OK;
    put_text(stream, lines, &text);
    for (int64_t size = 1; size < 9 && good; size += 3) {
        pages.len = 0;
        good = put_pages(stream, lines, size, &pages)
               && same_bytes(qtty_buf_span(&text), qtty_buf_span(&pages));
    }
    stream->close(lines);
    qtty_buf_finish(&text);
    qtty_buf_finish(&pages);
    return good;
}

/* @return false: a gap, where nothing was dropped. */
static bool
put_read(const struct stream_subject *stream, void *lines, qtty_buf *out)
{
    qtty_line line;
    uint64_t gap = 0;
    while (stream->next(lines, &line, &gap) == QTTY_OK) {
        if (gap != 0 || line.rewritten || !line.final)
            return false;
        put(out, line.text.data, line.text.len);
        put(out, "\n", 1);
    }
    return true;
}

/* A reader that reads as the stream comes gives every line once, in order. */
static bool
readers_agree(const void *subject, qtty_span input)
{
    const struct stream_subject *stream = subject;
    struct cutter cutter;
    qtty_span piece;
    qtty_buf text, read;
    qtty_buf_init(&text, NULL, 0);
    qtty_buf_init(&read, NULL, 0);
    void *lines = open_stream(stream, &config_default);
    bool good = true;
    cutter_start(&cutter, input, 31);
    while (cutter_next(&cutter, &piece))
        good = good && stream->feed(lines, piece) == QTTY_OK
               && put_read(stream, lines, &read);
    good = good && stream->end(lines) == QTTY_OK && put_read(stream, lines, &read);
    put_text(stream, lines, &text);
    good = good && same_bytes(qtty_buf_span(&text), qtty_buf_span(&read));
    stream->close(lines);
    qtty_buf_finish(&text);
    qtty_buf_finish(&read);
    return good;
}

/* --- What is kept ------------------------------------------------------------------- */

enum {
    FEW_LINES = 7,
    FEW_BYTES = 200,
    PAGE_BYTES = 40,
    PASSED_BYTES = 12288, /* the ring of bytes turns over within it */
};

static const qtty_lines_config config_few = {
    .size = sizeof(qtty_lines_config),
    .projection = QTTY_PROJECTION_STREAM,
    .scrollback_lines = FEW_LINES,
    .scrollback_max_bytes = FEW_BYTES,
    .max_read_bytes = PAGE_BYTES,
};

static bool
is_end_of(qtty_span end, qtty_span all)
{
    if (end.len == 0 || end.len > all.len)
        return end.len == 0;
    return same_bytes(end, (qtty_span){ all.data + (all.len - end.len), end.len });
}

/* One page of all that is kept: its end, as much as a read may give. */
static bool
page_is_the_end(const struct stream_subject *stream, void *lines, qtty_span kept)
{
    qtty_buf text;
    qtty_page page;
    qtty_buf_init(&text, NULL, 0);
    bool good = stream->read(lines, 0, FEW_LINES, &text, &page) == QTTY_OK
                && text.len <= PAGE_BYTES && reference_valid(qtty_buf_span(&text));
    put(&text, "\n", kept.len > 0);
    good = good && is_end_of(qtty_buf_span(&text), kept)
           && (page.truncated || text.len == kept.len);
    qtty_buf_finish(&text);
    return good;
}

/* The oldest goes first: what is kept is the end of the model's text, within bounds. */
static bool
keeps_the_end(const void *subject, qtty_span input)
{
    const struct stream_subject *stream = subject;
    qtty_buf passed, text, model;
    qtty_buf_init(&passed, NULL, 0);
    qtty_buf_init(&text, NULL, 0);
    qtty_buf_init(&model, NULL, 0);
    do
        put(&passed, input.data, input.len);
    while (input.len > 0 && passed.len < PASSED_BYTES && is_sampled(input, 16));
    stream_model(qtty_buf_span(&passed), &model);
    void *lines = open_stream(stream, &config_few);
    bool good = feed_pieces(stream, lines, qtty_buf_span(&passed), 61) == QTTY_OK
                && stream->end(lines) == QTTY_OK;
    put_text(stream, lines, &text);
    uint64_t count = stream->count(lines);
    good = good && count <= FEW_LINES && text.len <= FEW_BYTES + count
           && is_end_of(qtty_buf_span(&text), qtty_buf_span(&model))
           && (text.len > 0 || model.len == 0)
           && page_is_the_end(stream, lines, qtty_buf_span(&text));
    stream->close(lines);
    qtty_buf_finish(&passed);
    qtty_buf_finish(&text);
    qtty_buf_finish(&model);
    return good;
}

/* --- Strict ------------------------------------------------------------------------- */

/* What stands before the first ill-formed subpart. */
static qtty_span
well_formed_front(qtty_span input)
{
    qtty_span rest = input;
    while (rest.len > 0 && reference_head(rest).form == UTF8_WELL_FORMED)
        reference_next(&rest);
    return (qtty_span){ input.data, input.len - rest.len };
}

static bool
strict_is_strict(const void *subject, qtty_span input)
{
    const struct stream_subject *stream = subject;
    qtty_span front = well_formed_front(input);
    qtty_lines_config config = config_default;
    qtty_buf text, model;
    qtty_buf_init(&text, NULL, 0);
    qtty_buf_init(&model, NULL, 0);
    config.strict = true;
    void *lines = open_stream(stream, &config);
    qtty_status fed = feed_pieces(stream, lines, input, 7);
    qtty_status ended = stream->end(lines);
    put_text(stream, lines, &text);
    stream_model(front, &model);
    bool failed = fed == QTTY_E_ENCODING || ended == QTTY_E_ENCODING;
    bool good = failed == (front.len < input.len)
                && same_bytes(qtty_buf_span(&text), qtty_buf_span(&model));
    stream->close(lines);
    qtty_buf_finish(&text);
    qtty_buf_finish(&model);
    return good;
}

/* --- Memory ------------------------------------------------------------------------- */

enum {
    LINES_MAX = 64,
    LINES_BYTES_MAX = 4096,
    READ_BYTES_MAX = 1024,
    SLACK_BYTES = 65536, /* that one line longer than the bound may have */
    STREAM_BYTES_MAX = 2 * LINES_BYTES_MAX + SLACK_BYTES + 8192,
};

static qtty_lines_config
config_small(struct meter *meter)
{
    qtty_lines_config config = config_default;
    config.allocator = &meter->allocator;
    config.scrollback_lines = LINES_MAX;
    config.scrollback_max_bytes = LINES_BYTES_MAX;
    config.max_read_bytes = READ_BYTES_MAX;
    return config;
}

/* The input, then much more of what it ended with: whatever was open goes on and on. */
static void
put_endless(qtty_buf *out, qtty_span input)
{
    uint8_t last = input.len > 0 ? input.data[input.len - 1] : 'x';
    bool much = last >= 0x20 && last < 0x7F && is_sampled(input, 32);
    size_t more = much ? STREAM_BYTES_MAX + 16384 : 256;
    put(out, input.data, input.len);
    if (qtty_buf_reserve(out, more) != QTTY_OK)
        abort();
    memset(out->data + out->len, last, more);
    out->len += more;
}

/* Every retained line has its end, whole or with its front cut. */
static bool
store_within(const struct stream_subject *stream, void *lines)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    put_text(stream, lines, &text);
    bool good = stream->count(lines) <= LINES_MAX
                && text.len <= LINES_BYTES_MAX + LINES_MAX
                && is_clean(qtty_buf_span(&text));
    qtty_buf_finish(&text);
    return good;
}

static bool
is_bounded(const void *subject, qtty_span input)
{
    const struct stream_subject *stream = subject;
    struct meter meter;
    qtty_buf endless;
    meter_init(&meter, 0);
    qtty_buf_init(&endless, NULL, 0);
    put_endless(&endless, input);
    qtty_lines_config config = config_small(&meter);
    void *lines = open_stream(stream, &config);
    bool good = feed_pieces(stream, lines, qtty_buf_span(&endless), 4096) == QTTY_OK
                && store_within(stream, lines);
    stream->close(lines);
    qtty_buf_finish(&endless);
    return good && meter.peak <= STREAM_BYTES_MAX && meter.now == 0;
}

/* After an allocation failed, a line that comes later is there. */
static bool
goes_on(const struct stream_subject *stream, void *lines)
{
    static const uint8_t more[] = "\x18\nlater\n";
    qtty_line line;
    uint64_t count = 0;
    return stream->feed(lines, (qtty_span){ more, sizeof(more) - 1 }) == QTTY_OK
           && stream->end(lines) == QTTY_OK && (count = stream->count(lines)) > 0
           && stream->line(lines, count - 1, &line) == QTTY_OK && line.text.len == 5
           && memcmp(line.text.data, "later", 5) == 0;
}

static bool
survives_want(const void *subject, qtty_span input)
{
    const struct stream_subject *stream = subject;
    struct meter meter;
    meter_init(&meter, 0);
    meter.fail_at = 1 + hash_bytes(input) % 12;
    qtty_lines_config config = config_small(&meter);
    void *lines = stream->open(&config);
    if (lines == NULL)
        return meter.now == 0;
    qtty_status st = feed_pieces(stream, lines, input, 61);
    meter.fail_at = 0;
    bool good = (st == QTTY_OK || st == QTTY_E_NOMEM) && goes_on(stream, lines)
                && store_within(stream, lines);
    stream->close(lines);
    return good && meter.now == 0;
}

/* --- The harness -------------------------------------------------------------------- */

static const struct law laws[] = {
    { "splits", "any split of a stream gives the same text", splits },
    { "order", "every scalar but LF and U+FFFD is the input's, in its order",
      keeps_order },
    { "clean", "no C0 but TAB and LF, no DEL, no C1 comes out", comes_clean },
    { "model", "the text is what the rules say, read byte by byte", agrees_with_model },
    { "pages", "pages of any size show the same lines", pages_agree },
    { "readers", "a reader gives every final line once, in order", readers_agree },
    { "kept", "what is kept is the end of the text", keeps_the_end },
    { "strict", "strict takes what is well-formed, and fails at what is not",
      strict_is_strict },
    { "bounded", "memory, lines and bytes are bounded", is_bounded },
    { "want", "after a failed allocation the stream goes on", survives_want },
};

struct stream {
    qtty_lines *lines;
    qtty_reader *reader;
};

static void
close_lines(void *self)
{
    struct stream *s = self;
    qtty_reader_destroy(s->reader);
    qtty_lines_destroy(s->lines);
    free(s);
}

static void *
open_lines(const qtty_lines_config *config)
{
    struct stream *s = calloc(1, sizeof(*s));
    if (s == NULL)
        abort();
    if (qtty_lines_create(&s->lines, config, NULL) == QTTY_OK
        && qtty_reader_create(&s->reader, s->lines) == QTTY_OK)
        return s;
    close_lines(s);
    return NULL;
}

static qtty_status
feed_lines(void *self, qtty_span bytes)
{
    return qtty_lines_feed(((struct stream *)self)->lines, bytes);
}

static qtty_status
end_lines(void *self)
{
    return qtty_lines_end(((struct stream *)self)->lines);
}

static uint64_t
count_lines(void *self)
{
    return qtty_lines_count(((struct stream *)self)->lines);
}

static qtty_status
line_at(void *self, uint64_t index, qtty_line *out)
{
    return qtty_lines_line(((struct stream *)self)->lines, index, out);
}

static qtty_status
read_page(void *self, int64_t offset, int64_t count, qtty_buf *text, qtty_page *page)
{
    return qtty_lines_read(((struct stream *)self)->lines, offset, count, text, page);
}

static qtty_status
next_line(void *self, qtty_line *out, uint64_t *gap)
{
    return qtty_reader_next(((struct stream *)self)->reader, out, gap);
}

const struct stream_subject product_stream = { open_lines,  feed_lines, end_lines,
                                               count_lines, line_at,    read_page,
                                               next_line,   close_lines };

const struct harness harness = { "sanitize", &product_stream, laws, COUNT_OF(laws) };
