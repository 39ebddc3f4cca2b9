/* Harness of the screen projection (engine/lines on an emulator): the same lines
 * whatever the pieces, each under its own id, and readers that end up knowing what the
 * lines say. Inputs are those of the emulator's harness. */
#include "lines_fuzz.h"
#include "law.h"
#include "meter.h"
#include "reference.h"
#include "script.h"
#include <stdlib.h>

/* --- Playing an input --------------------------------------------------------------- */

static bool
play(const struct lines_subject *subject, void *self, qtty_span input, size_t largest,
     bool (*after)(const struct lines_subject *subject, void *self, void *context),
     void *context)
{
    struct script script = { .rest = input };
    struct script_step step;
    bool good = true;
    while (good && script_next(&script, &step)) {
        struct cutter cutter;
        qtty_span piece;
        cutter_start(&cutter, step.bytes, largest);
        while (cutter_next(&cutter, &piece))
            good = good && subject->feed(self, piece) == QTTY_OK
                   && (after == NULL || after(subject, self, context));
        if (good && step.rows > 0)
            good = subject->resize(self, step.rows, step.cols) == QTTY_OK;
    }
    return good;
}

/* @param script  What comes after the settings. */
static void *
open_lines(const struct lines_subject *subject, qtty_span input, qtty_span *script)
{
    qtty_emulator_config screen;
    *script = script_settings(input, &screen);
    void *self = subject->open(&screen);
    if (self == NULL)
        abort();
    return self;
}

static void
put_line(qtty_buf *out, const qtty_line *line, bool with_id)
{
    if (with_id)
        put(out, &line->id, sizeof(line->id));
    put(out, line->text.data, line->text.len);
    put(out, "\n", 1);
}

static bool
put_lines(const struct lines_subject *subject, void *self, bool with_id, qtty_buf *out)
{
    qtty_line line;
    uint64_t count = qtty_lines_count(subject->lines(self));
    for (uint64_t i = 0; i < count; i++) {
        if (subject->line(self, i, &line) != QTTY_OK)
            return false;
        put_line(out, &line, with_id);
    }
    return true;
}

/* --- Any split gives the same lines ------------------------------------------------- */

static bool
played(const void *subject_, qtty_span input, size_t largest, qtty_buf *out)
{
    const struct lines_subject *subject = subject_;
    void *self = open_lines(subject, input, &input);
    bool good = play(subject, self, input, largest, NULL, NULL)
                && put_lines(subject, self, true, out)
                && qtty_lines_end(subject->lines(self)) == QTTY_OK
                && put_lines(subject, self, true, out);
    subject->close(self);
    return good;
}

static bool
splits(const void *subject, qtty_span input)
{
    return same_in_pieces(subject, input, played);
}

/* --- Lines are lines ---------------------------------------------------------------- */

/* An id leads back to the line, so no two lines have the same. */
static bool
is_line(const struct lines_subject *subject, void *self, uint64_t index)
{
    qtty_line line, found;
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    bool good = subject->line(self, index, &line) == QTTY_OK && is_text(line.text);
    if (good)
        put_line(&text, &line, false);
    uint64_t id = line.id;
    good = good && qtty_lines_find(subject->lines(self), id, &found) == QTTY_OK
           && found.id == id && found.text.len + 1 == text.len
           && same_bytes(found.text, (qtty_span){ text.data, found.text.len });
    qtty_buf_finish(&text);
    return good;
}

static bool
lines_are_lines(const void *subject_, qtty_span input)
{
    const struct lines_subject *subject = subject_;
    void *self = open_lines(subject, input, &input);
    bool good = play(subject, self, input, 61, NULL, NULL);
    uint64_t count = qtty_lines_count(subject->lines(self));
    for (uint64_t i = 0; i < count && good; i++)
        good = is_line(subject, self, i);
    subject->close(self);
    return good;
}

/* --- Readers ------------------------------------------------------------------------ */

/* What a reader knows: the text that it was given last of each line, by id. */
struct known {
    struct known_line {
        uint64_t id;
        qtty_buf text;
    } * lines;
    size_t count;
};

static struct known_line *
known_line(struct known *k, uint64_t id)
{
    for (size_t i = k->count; i > 0; i--)
        if (k->lines[i - 1].id == id)
            return &k->lines[i - 1];
    return NULL;
}

/* @return false: `rewritten` is not what it says. */
static bool
learn(struct known *k, const qtty_line *line)
{
    struct known_line *known = known_line(k, line->id);
    if (line->rewritten != (known != NULL))
        return false;
    if (known == NULL) {
        k->lines = realloc(k->lines, (k->count + 1) * sizeof(*k->lines));
        if (k->lines == NULL)
            abort();
        known = &k->lines[k->count++];
        known->id = line->id;
        qtty_buf_init(&known->text, NULL, 0);
    }
    known->text.len = 0;
    put(&known->text, line->text.data, line->text.len);
    return true;
}

static bool
read_on(const struct lines_subject *subject, void *self, void *context)
{
    qtty_line line;
    uint64_t gap = 0;
    while (subject->next(self, &line, &gap) == QTTY_OK)
        if (gap != 0 || !line.final || !learn(context, &line))
            return false;
    return true;
}

static bool
knows_all(const struct lines_subject *subject, void *self, struct known *k)
{
    qtty_line line;
    uint64_t count = qtty_lines_count(subject->lines(self));
    for (uint64_t i = 0; i < count; i++) {
        if (subject->line(self, i, &line) != QTTY_OK)
            return false;
        const struct known_line *known = known_line(k, line.id);
        if (known == NULL || !same_bytes(qtty_buf_span(&known->text), line.text))
            return false;
    }
    return true;
}

static bool
readers_know(const void *subject_, qtty_span input)
{
    const struct lines_subject *subject = subject_;
    struct known known = { NULL, 0 };
    void *self = open_lines(subject, input, &input);
    bool good = play(subject, self, input, 31, read_on, &known)
                && qtty_lines_end(subject->lines(self)) == QTTY_OK
                && read_on(subject, self, &known) && knows_all(subject, self, &known);
    subject->close(self);
    for (size_t i = 0; i < known.count; i++)
        qtty_buf_finish(&known.lines[i].text);
    free(known.lines);
    return good;
}

/* Since the beginning, everything has changed: the delta is every line. */
static bool
delta_is_all(const void *subject_, qtty_span input)
{
    const struct lines_subject *subject = subject_;
    qtty_delta delta;
    qtty_buf text, all;
    qtty_buf_init(&text, NULL, 0);
    qtty_buf_init(&all, NULL, 0);
    void *self = open_lines(subject, input, &input);
    bool good = play(subject, self, input, 61, NULL, NULL)
                && put_lines(subject, self, false, &all)
                && subject->delta(self, &text, &delta) == QTTY_OK;
    put(&text, "\n", all.len > 0);
    good = good && !delta.truncated
           && delta.lines == qtty_lines_count(subject->lines(self))
           && same_bytes(qtty_buf_span(&text), qtty_buf_span(&all));
    subject->close(self);
    qtty_buf_finish(&text);
    qtty_buf_finish(&all);
    return good;
}

/* --- Memory ------------------------------------------------------------------------- */

enum {
    REPEATS = 8,
    /* The emulator's, and the lines of inputs that are as small as a fuzzer's. */
    LINES_BYTES_MAX = 1 << 20,
    RESIZED_BYTES_MAX = 3 << 19, /* see the emulator's harness */
};

static bool
is_bounded(const void *subject_, qtty_span input)
{
    const struct lines_subject *subject = subject_;
    struct meter meter;
    meter_init(&meter, 0);
    qtty_emulator_config screen;
    qtty_span script = script_settings(input, &screen);
    screen.allocator = &meter.allocator;
    bool resizes = (screen.reports & QTTY_REPORT_RESIZE) != 0;
    void *self = subject->open(&screen);
    if (self == NULL)
        abort();
    bool good = true;
    for (int i = is_sampled(input, 4) ? 0 : REPEATS - 1; i < REPEATS && good; i++)
        good = play(subject, self, script, WHOLE, NULL, NULL);
    subject->close(self);
    return good && meter.now == 0
           && meter.peak <= (resizes ? RESIZED_BYTES_MAX : LINES_BYTES_MAX);
}

/* --- The harness -------------------------------------------------------------------- */

static const struct law laws[] = {
    { "splits", "any split of a stream gives the same lines", splits },
    { "lines", "a line is text, and its id leads to it alone", lines_are_lines },
    { "readers", "who read all final lines knows what the lines say", readers_know },
    { "delta", "since the beginning, the delta is every line", delta_is_all },
    { "bounded", "memory is bounded, and given back", is_bounded },
};

struct projection {
    qtty_emulator *emulator;
    qtty_lines *lines;
    qtty_reader *reader, *mark;
};

static void
close_product(void *self)
{
    struct projection *p = self;
    qtty_reader_destroy(p->reader);
    qtty_reader_destroy(p->mark);
    qtty_lines_destroy(p->lines);
    qtty_emulator_destroy(p->emulator);
    free(p);
}

static void *
open_product(const qtty_emulator_config *screen)
{
    struct projection *p = calloc(1, sizeof(*p));
    const qtty_lines_config config = { .size = sizeof(config),
                                       .allocator = screen->allocator };
    if (p == NULL)
        abort();
    if (qtty_emulator_create(&p->emulator, screen) == QTTY_OK
        && qtty_lines_create(&p->lines, &config, p->emulator) == QTTY_OK
        && qtty_reader_create(&p->reader, p->lines) == QTTY_OK
        && qtty_reader_create(&p->mark, p->lines) == QTTY_OK)
        return p;
    close_product(p);
    return NULL;
}

static qtty_status
feed_product(void *self, qtty_span bytes)
{
    return qtty_lines_feed(((struct projection *)self)->lines, bytes);
}

static qtty_status
resize_product(void *self, uint32_t rows, uint32_t cols)
{
    struct projection *p = self;
    qtty_status st = qtty_emulator_resize(p->emulator, rows, cols);
    return st == QTTY_OK ? qtty_lines_sync(p->lines) : st;
}

static qtty_status
line_of_product(void *self, uint64_t index, qtty_line *out)
{
    return qtty_lines_line(((struct projection *)self)->lines, index, out);
}

static qtty_status
next_of_product(void *self, qtty_line *out, uint64_t *gap)
{
    return qtty_reader_next(((struct projection *)self)->reader, out, gap);
}

static qtty_status
delta_of_product(void *self, qtty_buf *text, qtty_delta *out)
{
    return qtty_reader_delta(((struct projection *)self)->mark, text, out);
}

static qtty_lines *
lines_of_product(void *self)
{
    return ((struct projection *)self)->lines;
}

const struct lines_subject product_lines = {
    open_product,    feed_product,     resize_product,   line_of_product,
    next_of_product, delta_of_product, lines_of_product, close_product,
};

const struct harness harness = { "lines", &product_lines, laws, COUNT_OF(laws) };
