/* What a terminal holds and how long its user waits for it: bytes of a line above the
 * screen, bytes and time of a fresh terminal, time to resize with all lines kept. Ours
 * are counted by the allocator, those of libraries by the C library's, xterm.js' by
 * node. */
#include "clock.h"
#include "corpora.h"
#include "measure.h"
#include "meter.h"
#include "peer_xterm.h"
#include "promises.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = 24,
    COLS = 80,
    LINES = 5000, /* fewer than are kept, since some take two rows */
    MAKES = 100,
    ROUNDS = 5,
};

static const struct limit {
    const char *figure, *unit;
    double most;
} limits[] = {
    { "a line of a", "bytes", LINE_A_BYTES_MAX },
    { "a line of b", "bytes", LINE_B_BYTES_MAX },
    { "an idle terminal", "KiB", IDLE_KIB_MAX },
    { "its creation", "us", CREATION_US_MAX },
    { "a resize", "ms", RESIZE_MS_MAX },
};
enum { LINE_A, LINE_B, IDLE, CREATION, RESIZE, FIGURES };

static const char *const names[] = { "emulator", "libvterm", "libtsm" };
enum { NAMES = sizeof(names) / sizeof(names[0]) };

/* --- Input -------------------------------------------------------------------------- */

static void
make_input(const char *corpus, qtty_buf *out)
{
    qtty_buf_init(out, NULL, 0);
    if (corpus_make(corpus_named(corpus), 2 << 20, out) != QTTY_OK)
        abort();
}

/* Up to this many line ends. */
static qtty_span
first_lines(const qtty_buf *input, size_t lines)
{
    size_t at = 0;
    for (; at < input->len && lines > 0; at++)
        lines -= input->data[at] == '\n';
    return (qtty_span){ input->data, at };
}

/* --- Ours and libraries ------------------------------------------------------------- */

struct holder {
    const struct subject *subject;
    struct meter meter;
    size_t before; /* of the C library, for who takes no allocator */
    void *self;
};

/* Bytes that the C library has given out. */
static size_t
heap_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static bool
hold(struct holder *h, const struct subject *s)
{
    h->subject = s;
    h->before = heap_bytes();
    meter_init(&h->meter, 0);
    h->self = s->open(s->memory_max > 0 ? &h->meter.allocator : NULL);
    return h->self != NULL;
}

static double
held(const struct holder *h)
{
    size_t bytes = h->subject->memory_max > 0 ? h->meter.now : heap_bytes() - h->before;
    return (double)bytes;
}

/* What the lines take beyond the terminal that shows the last of them. */
static double
line_bytes(const struct subject *s, const qtty_buf *input)
{
    struct holder h;
    if (!hold(&h, s))
        return -1;
    feed_chunks(s, h.self, first_lines(input, ROWS), CHUNK_BYTES);
    double before = held(&h);
    feed_chunks(s, h.self, first_lines(input, LINES), CHUNK_BYTES);
    double after = held(&h);
    s->close(h.self);
    return (after - before) / LINES;
}

static double
idle_bytes(const struct subject *s)
{
    struct holder h;
    if (!hold(&h, s))
        return -1;
    double bytes = held(&h);
    s->close(h.self);
    return bytes;
}

static double
creation_ns(const struct subject *s)
{
    void *made[MAKES];
    uint64_t start = cpu_ns();
    for (size_t i = 0; i < MAKES; i++)
        made[i] = s->open(NULL);
    uint64_t end = cpu_ns();
    for (size_t i = 0; i < MAKES; i++)
        s->close(made[i]);
    return (double)(end - start) / MAKES;
}

/* The slowest of three, there and back. */
static double
resize_ns(const struct subject *s, const qtty_buf *input)
{
    static const uint32_t columns[] = { 100, 60, COLS };
    void *self = s->open(NULL);
    uint64_t worst = 0;
    if (self == NULL)
        return -1;
    feed_chunks(s, self, qtty_buf_span(input), CHUNK_BYTES);
    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
        uint64_t start = cpu_ns();
        s->resize(self, ROWS, columns[i]);
        uint64_t ns = cpu_ns() - start;
        worst = ns > worst ? ns : worst;
    }
    s->close(self);
    return (double)worst;
}

static void
measure_subject(const struct subject *s, const qtty_buf *a, const qtty_buf *b,
                double figures[FIGURES])
{
    double made[ROUNDS], resized[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        made[i] = creation_ns(s) / 1e3;
        resized[i] = resize_ns(s, a) / 1e6;
    }
    figures[LINE_A] = line_bytes(s, a);
    figures[LINE_B] = line_bytes(s, b);
    figures[IDLE] = idle_bytes(s) / 1024;
    figures[CREATION] = median(made, ROUNDS);
    figures[RESIZE] = median(resized, ROUNDS);
}

/* --- xterm.js ----------------------------------------------------------------------- */

static double
xterm_line(struct xterm *x, const qtty_buf *input)
{
    double bytes = xterm_give(x, first_lines(input, LINES)) ? xterm_held_bytes(x) : -1;
    return bytes < 0 ? bytes : bytes / LINES;
}

static void
measure_xterm(const qtty_buf *a, const qtty_buf *b, double figures[FIGURES])
{
    struct xterm *x = xterm_open();
    double idle, creation;
    for (size_t i = 0; i < FIGURES; i++)
        figures[i] = -1;
    if (!xterm_idle(x, &idle, &creation))
        return;
    figures[IDLE] = idle / 1024;
    figures[CREATION] = creation / 1e3;
    figures[LINE_A] = xterm_line(x, a);
    figures[LINE_B] = xterm_line(x, b);
    if (xterm_give(x, qtty_buf_span(a)))
        figures[RESIZE] = xterm_resize_ns(x) / 1e6;
    xterm_close(x);
}

/* --- The table ---------------------------------------------------------------------- */

static void
print_figure(const char *subject, size_t i, double value, struct results *r)
{
    const struct limit *l = &limits[i];
    bool ours = strcmp(subject, names[0]) == 0;
    if (value < 0)
        printf(" %9s ", "-");
    else
        printf(" %9.*f%s", value < 10 ? 2 : 0, value,
               ours && value > l->most ? "!" : " ");
    if (value >= 0)
        results_add(r, (struct result){ "footprint", l->figure, subject, CHUNK_BYTES,
                                        value, l->unit });
}

static void
print_figures(double figures[][FIGURES], struct results *r)
{
    printf("\nFootprint (! over what may be)\n%-26s", "");
    for (size_t s = 0; s < NAMES; s++)
        printf(" %9s ", names[s]);
    printf(" %9s  %9s\n", "xterm.js", "may be");
    for (size_t i = 0; i < FIGURES; i++) {
        printf("%-18s %-7s", limits[i].figure, limits[i].unit);
        for (size_t s = 0; s < NAMES; s++)
            print_figure(names[s], i, figures[s][i], r);
        print_figure("xterm", i, figures[NAMES][i], r);
        printf(" %9.0f\n", limits[i].most);
    }
    printf("Lines: %d of corpora a and b, kept above 80x24; libvterm keeps none. "
           "Resizes: to "
           "100, 60,\n80 columns, the slowest; libtsm does not wrap lines anew.\n",
           LINES);
}

void
measure_footprint(struct results *r)
{
    double figures[NAMES + 1][FIGURES];
    qtty_buf a, b;
    make_input("a", &a);
    make_input("b", &b);
    for (size_t i = 0; i < NAMES; i++) {
        const struct subject *s = subject_named(names[i]);
        if (s != NULL)
            measure_subject(s, &a, &b, figures[i]);
        for (size_t k = 0; s == NULL && k < FIGURES; k++)
            figures[i][k] = -1;
    }
    if (figures[1][LINE_A] >= 0) /* its users keep them, if anybody does */
        figures[1][LINE_A] = figures[1][LINE_B] = -1;
    measure_xterm(&a, &b, figures[NAMES]);
    print_figures(figures, r);
    qtty_buf_finish(&a);
    qtty_buf_finish(&b);
}
