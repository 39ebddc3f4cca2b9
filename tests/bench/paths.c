/* The paths of base/cpu.h, each on this one machine: what their kernels do with runs of a
 * length as it is common, and what an emulator makes of it. */
#include "clock.h"
#include "corpora.h"
#include "measure.h"
#include "paths.h"
#include "promises.h"
#include "screen/widen.h"
#include "vt/scan.h"
#include <quietty/emulator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUN = 80, RUNS = 200, PASSES = 2000, LINES_KEPT = 10000 };

/* The work of a kernel: RUNS runs of as many bytes as a row has. */
struct work {
    uint8_t bytes[RUN * RUNS + 1], back[RUN];
    struct cell cells[RUN];
    size_t sum; /* of what they answer, so that nothing is left out */
};

static size_t
scan_runs(enum cpu_path path, struct work *w)
{
    const struct scan *s = scan_on(path);
    size_t sum = 0;
    for (size_t i = 0; i < RUNS; i++)
        sum +=
            (size_t)(s->text(w->bytes + i * RUN, w->bytes + sizeof(w->bytes)) - w->bytes);
    return sum;
}

static size_t
widen_runs(enum cpu_path path, struct work *w)
{
    const struct cell like = { .kind = CELL_SCALAR, .width = 1, .style = 1 };
    for (size_t i = 0; i < RUNS; i++)
        widen_on(path)->ascii(w->cells, w->bytes + i * RUN, RUN, like);
    return w->cells[RUN - 1].content;
}

static size_t
pack_runs(enum cpu_path path, struct work *w)
{
    for (size_t i = 0; i < RUNS; i++)
        widen_on(path)->pack(w->back, w->cells, RUN);
    return w->back[RUN - 1];
}

static size_t
compare_runs(enum cpu_path path, struct work *w)
{
    size_t sum = 0;
    for (size_t i = 0; i < RUNS; i++)
        sum += widen_on(path)->alike(w->cells, RUN);
    return sum;
}

static const struct kernel {
    const char *name;
    size_t (*run)(enum cpu_path path, struct work *w);
} kernels[] = {
    { "scan", scan_runs },
    { "widen", widen_runs },
    { "pack", pack_runs },
    { "alike", compare_runs },
};

/* Runs end in a control, as lines do. */
static void
make_work(struct work *w)
{
    memset(w->bytes, 'a', sizeof(w->bytes));
    for (size_t i = 1; i <= RUNS; i++)
        w->bytes[i * RUN - 1] = '\n';
}

static double
kernel_speed(const struct kernel *k, enum cpu_path path, unsigned passes)
{
    static struct work work;
    double values[ROUNDS_MAX];
    make_work(&work);
    work.sum = k->run(path, &work);
    for (size_t i = 0; i < ROUNDS_MAX; i++) {
        uint64_t start = cpu_ns();
        for (unsigned n = 0; n < passes; n++)
            work.sum += k->run(path, &work);
        uint64_t ns = cpu_ns() - start;
        values[i] = (double)RUN * RUNS * passes * 1e3 / (double)(ns > 0 ? ns : 1);
    }
    return median(values, ROUNDS_MAX);
}

/* --- The emulator ------------------------------------------------------------------- */

static double
emulator_ns(enum cpu_path path, qtty_span input)
{
    const struct subject *s = subject_named("emulator");
    void *self = s->open(NULL);
    if (self == NULL || !emulator_use_path(self, path))
        abort();
    feed_chunks(s, self, input, CHUNK_BYTES);
    uint64_t start = cpu_ns();
    feed_chunks(s, self, input, CHUNK_BYTES);
    uint64_t end = cpu_ns();
    s->close(self);
    return (double)(end - start);
}

static double
emulator_speed(const struct plan *plan, enum cpu_path path, qtty_span input)
{
    double values[ROUNDS_MAX];
    for (unsigned i = 0; i < plan->rounds; i++)
        values[i] = (double)input.len * 1e3 / (emulator_ns(path, input) + 1);
    return median(values, plan->rounds);
}

static void
print_sse2_promise(const struct results *r, double speed)
{
    double tsm = results_find(r, "speed", "a", "libtsm", CHUNK_BYTES);
    if (tsm > 0)
        printf("  %.1f of libtsm, must be %.1f%s", speed / tsm, sse2_must,
               speed < sse2_must * tsm ? " !" : "");
}

static void
measure_path(const struct plan *plan, enum cpu_path path, qtty_span a, struct results *r)
{
    const char *name = cpu_path_name(path);
    printf("%-8s", name);
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
        double speed = kernel_speed(&kernels[i], path, PASSES / plan->effect_part + 1);
        printf(" %9.0f", speed);
        results_add(
            r, (struct result){ "kernel", kernels[i].name, name, RUN, speed, "MB/s" });
    }
    double speed = emulator_speed(plan, path, a);
    printf(" %12.0f", speed);
    if (path == CPU_SSE2)
        print_sse2_promise(r, speed);
    printf("\n");
    results_add(r, (struct result){ "path", "a", name, CHUNK_BYTES, speed, "MB/s" });
}

void
measure_paths(const struct plan *plan, struct results *r)
{
    qtty_buf a;
    qtty_buf_init(&a, NULL, 0);
    if (corpus_make(corpus_named("a"), plan->heavy_bytes, &a) != QTTY_OK)
        abort();
    printf("\nPaths: MB/s of kernels in runs of %d bytes, and of the emulator on a\n%-8s",
           RUN, "");
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
        printf(" %9s", kernels[i].name);
    printf(" %12s\n", "emulator");
    for (int path = CPU_PLAIN; path < CPU_PATHS; path++)
        if (cpu_has((enum cpu_path)path))
            measure_path(plan, (enum cpu_path)path, qtty_buf_span(&a), r);
    qtty_buf_finish(&a);
}
