/* Throughput: every subject on every corpus. Figures of one run can be compared, those of
 * two machines cannot: so ratios to the peers are printed as well. */
#include "clock.h"
#include "corpora.h"
#include "measure.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 65536, SUBJECTS_MAX = 16 };

static qtty_span
input_of(const struct plan *plan, const struct subject *s, qtty_span all)
{
    size_t bytes = s->kind == SUBJECT_HEAVY ? plan->heavy_bytes : plan->light_bytes;
    return (qtty_span){ all.data, all.len < bytes ? all.len : bytes };
}

/* A round has every subject once, so that what disturbs the machine disturbs all. */
static void
run_rounds(const struct plan *plan, qtty_span all, double values[][ROUNDS_MAX])
{
    for (unsigned round = 0; round < plan->rounds; round++)
        for (size_t i = 0; i < subject_count; i++) {
            qtty_span input = input_of(plan, &subjects[i], all);
            uint64_t ns = pass_ns(&subjects[i], input, CHUNK_BYTES, true);
            values[i][round] = ns > 0 ? (double)input.len * 1e3 / (double)ns : -1;
        }
}

static void
measure_corpus(const struct plan *plan, const struct corpus *c, struct results *r)
{
    double values[SUBJECTS_MAX][ROUNDS_MAX];
    qtty_buf all;
    qtty_buf_init(&all, NULL, 0);
    if (subject_count > SUBJECTS_MAX
        || corpus_make(c, plan->light_bytes, &all) != QTTY_OK)
        abort();
    run_rounds(plan, qtty_buf_span(&all), values);
    for (size_t i = 0; i < subject_count; i++) {
        double value = median(values[i], plan->rounds);
        if (value > 0)
            results_add(r, (struct result){ "speed", c->name, subjects[i].name,
                                            CHUNK_BYTES, value, "MB/s" });
    }
    qtty_buf_finish(&all);
}

/* --- Tables ------------------------------------------------------------------------- */

static bool
is_planned(const struct plan *plan, const struct corpus *c)
{
    return plan->corpus == NULL || strcmp(plan->corpus, c->name) == 0;
}

static void
print_value(double value)
{
    if (value < 0)
        printf(" %9s", "-");
    else
        printf(value < 10 ? " %9.2f" : " %9.0f", value);
}

static void
print_row(const struct results *r, const struct corpus *c)
{
    printf("%-4s %-22s", c->name, c->what);
    for (size_t i = 0; i < subject_count; i++)
        print_value(results_find(r, "speed", c->name, subjects[i].name, CHUNK_BYTES));
    printf("\n");
}

static void
print_speeds(const struct plan *plan, const struct results *r)
{
    printf("\nMB/s (10^6 bytes, CPU time, median of %u, 64 KiB chunks)\n%-27s",
           plan->rounds, "");
    for (size_t i = 0; i < subject_count; i++)
        printf(" %9s", subjects[i].name);
    printf("\n");
    for (size_t i = 0; i < corpus_count; i++)
        if (is_planned(plan, &corpora[i]))
            print_row(r, &corpora[i]);
}

/* What the project promises, and the peer that makes a ratio of it. */
static const struct promise {
    const char *subject, *corpus;
    double least; /* MB/s */
    const char *peer;
} promises[] = {
    { "stream", "a", 2000, "scan" },     { "stream", "b", 500, "scan" },
    { "stream", "h", 800, "scan" },      { "parser", "b2", 300, "scan" },
    { "emulator", "a", 0, "libvterm" },  { "emulator", "b", 0, "libvterm" },
    { "emulator", "b2", 0, "libvterm" }, { "emulator", "c", 0, "libvterm" },
    { "emulator", "a", 0, "libtsm" },    { "emulator", "b2", 0, "libtsm" },
};

static void
print_promise(const struct results *r, const struct promise *p)
{
    double value = results_find(r, "speed", p->corpus, p->subject, CHUNK_BYTES);
    double peer = results_find(r, "speed", p->corpus, p->peer, CHUNK_BYTES);
    if (value < 0 || peer < 0)
        return;
    printf("%-9s on %-3s %6.0f MB/s, %.3f of %s", p->subject, p->corpus, value,
           value / peer, p->peer);
    if (p->least > 0)
        printf(": %s %.0f", value >= p->least ? "reaches" : "SHORT OF", p->least);
    printf("\n");
}

void
measure_speed(const struct plan *plan, struct results *r)
{
    for (size_t i = 0; i < corpus_count; i++)
        if (is_planned(plan, &corpora[i]))
            measure_corpus(plan, &corpora[i], r);
    print_speeds(plan, r);
    if (plan->rounds == 1)
        return; /* nothing to hold a promise against */
    printf("\n");
    for (size_t i = 0; i < sizeof(promises) / sizeof(promises[0]); i++)
        print_promise(r, &promises[i]);
}
