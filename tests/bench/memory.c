/* Memory: the most that the product holds of streams that ask for more, by an allocator
 * that counts. */
#include "clock.h"
#include "corpora.h"
#include "measure.h"
#include "meter.h"
#include "promises.h"
#include <stdio.h>
#include <stdlib.h>

/* @return Bytes at most; 0: the subject is not to be had, or knows no hook. */
static size_t
peak_bytes(const struct subject *s, qtty_span input)
{
    struct meter meter;
    meter_init(&meter, 0);
    void *self = s->memory_max > 0 ? s->open(&meter.allocator) : NULL;
    if (self == NULL)
        return 0;
    feed_chunks(s, self, input, CHUNK_BYTES);
    s->end(self);
    s->close(self);
    return meter.peak;
}

static bool
measure_subject(const struct plan *plan, const struct subject *s, const char *name,
                qtty_span all, struct results *r)
{
    size_t bytes =
        s->kind == SUBJECT_HEAVY ? plan->hostile_bytes / 8 : plan->hostile_bytes;
    qtty_span input = { all.data, all.len < bytes ? all.len : bytes };
    size_t peak = peak_bytes(s, input);
    bool within = peak <= s->memory_max;
    printf(" %9.1f%s", (double)peak / 1024, within ? " " : "!");
    results_add(r, (struct result){ "memory", name, s->name, CHUNK_BYTES, (double)peak,
                                    "bytes" });
    return within;
}

static bool
measure_hostile(const struct plan *plan, const struct corpus *c, struct results *r)
{
    qtty_buf all;
    bool within = true;
    qtty_buf_init(&all, NULL, 0);
    if (corpus_make(c, plan->hostile_bytes, &all) != QTTY_OK)
        abort();
    printf("%-12s %-22s", c->name, c->what);
    for (size_t i = 0; i < subject_count; i++)
        if (subjects[i].memory_max > 0)
            within &=
                measure_subject(plan, &subjects[i], c->name, qtty_buf_span(&all), r);
    printf("\n");
    qtty_buf_finish(&all);
    return within;
}

bool
measure_memory(const struct plan *plan, struct results *r)
{
    bool within = true;
    printf("\nKiB held at most (! over the ceiling of the last line)\n%-35s", "");
    for (size_t i = 0; i < subject_count; i++)
        if (subjects[i].memory_max > 0)
            printf(" %9s ", subjects[i].name);
    printf("\n");
    for (size_t i = 0; i < hostile_count; i++)
        within &= measure_hostile(plan, &hostile[i], r);
    printf("%-35s", "ceiling");
    for (size_t i = 0; i < subject_count; i++)
        if (subjects[i].memory_max > 0)
            printf(" %9.1f ", (double)subjects[i].memory_max / 1024);
    printf("\n");
    return within;
}
