/* Time and memory of the small inputs with large effects. Chunks of a byte cost what they
 * cost for each byte, and nothing that grows. */
#include "clock.h"
#include "effects.h"
#include "measure.h"
#include "meter.h"
#include "promises.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 3, BYTEWISE_BYTES_MAX = 2 << 20, BYTE_NS_MAX = 200 };

#ifdef NDEBUG
enum { JUDGED = 1 };
#else
enum { JUDGED = 0 }; /* a build with checks in it is slower */
#endif

static double
best_ms(qtty_span input, size_t chunk)
{
    const struct subject *s = subject_named("emulator");
    double best = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double ms = (double)pass_ns(s, input, chunk, false) / 1e6;
        best = i == 0 || ms < best ? ms : best;
    }
    return best;
}

static size_t
peak_of(qtty_span input)
{
    struct meter meter;
    const struct subject *s = subject_named("emulator");
    meter_init(&meter, 0);
    void *self = s->open(&meter.allocator);
    if (self == NULL)
        abort();
    feed_chunks(s, self, input, CHUNK_BYTES);
    s->close(self);
    return meter.peak;
}

static bool
report(const struct effect *e, size_t chunk, double ms, double most, struct results *r)
{
    bool within = !JUDGED || ms <= most;
    printf(" %9.2f of %6.0f%s", ms, most, within ? " " : "!");
    results_add(r, (struct result){ "effect", e->name, "emulator", chunk, ms, "ms" });
    return within;
}

static bool
measure_effect(const struct plan *plan, const struct effect *e, struct results *r)
{
    qtty_buf all;
    qtty_buf_init(&all, NULL, 0);
    if (effect_make(e, e->count / plan->effect_part + 1, &all) != QTTY_OK)
        abort();
    qtty_span input = qtty_buf_span(&all);
    size_t peak = peak_of(input), ceiling = subject_named("emulator")->memory_max;
    bool within = peak <= ceiling;
    printf("%-20s %9.0f%s", e->name, (double)peak / 1024, within ? " " : "!");
    results_add(r, (struct result){ "effect memory", e->name, "emulator", CHUNK_BYTES,
                                    (double)peak, "bytes" });
    within &= report(e, CHUNK_BYTES, best_ms(input, CHUNK_BYTES), e->most_ms, r);
    if (input.len <= BYTEWISE_BYTES_MAX)
        within &= report(e, 1, best_ms(input, 1),
                         e->most_ms + (double)input.len * BYTE_NS_MAX / 1e6, r);
    printf("\n");
    qtty_buf_finish(&all);
    return within;
}

bool
measure_effects(const struct plan *plan, struct results *r)
{
    bool within = true;
    printf("\nSmall inputs, large effects: KiB held at most, ms of CPU time (! over what "
           "may be)\n%-20s %9s %20s %20s\n",
           "", "KiB", "in 64 KiB", "byte by byte");
    for (size_t i = 0; i < effect_count; i++)
        within &= measure_effect(plan, &effects[i], r);
    return within;
}
