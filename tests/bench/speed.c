/* Throughput: every subject on every corpus. Figures of one run can be compared, those of
 * two machines cannot: so they are held against the peers of the same run. */
#include "clock.h"
#include "corpora.h"
#include "measure.h"
#include "peer_xterm.h"
#include "promises.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUBJECTS_MAX = 16,
    SLOW_ROUNDS = 3, /* of the slowest peer, and a quarter of the input */
    SLOW_PART = 4,
};

struct rounds {
    double all[SUBJECTS_MAX][ROUNDS_MAX];
    double small_chunks[ROUNDS_MAX]; /* of the emulator, by the pass before it */
    double xterm[ROUNDS_MAX];
    unsigned xterm_count;
};

static qtty_span
input_of(const struct plan *plan, const struct subject *s, qtty_span all)
{
    size_t bytes = s->kind == SUBJECT_HEAVY ? plan->heavy_bytes : plan->light_bytes;
    return (qtty_span){ all.data, all.len < bytes ? all.len : bytes };
}

static double
speed(qtty_span input, double ns)
{
    return ns > 0 ? (double)input.len * 1e3 / ns : -1;
}

/* --- Rounds ------------------------------------------------------------------------- */

static void
run_subjects(const struct plan *plan, qtty_span all, unsigned round, struct rounds *out)
{
    for (size_t i = 0; i < subject_count; i++) {
        const struct subject *s = &subjects[i];
        qtty_span input = input_of(plan, s, all);
        uint64_t ns = pass_ns(s, input, CHUNK_BYTES, true);
        out->all[i][round] = speed(input, (double)ns);
        if (strcmp(s->name, "emulator") == 0)
            out->small_chunks[round] =
                (double)ns / (double)pass_ns(s, input, SMALL_CHUNK_BYTES, true);
    }
}

static void
run_xterm(struct xterm *x, qtty_span input, unsigned round, struct rounds *out)
{
    if (round >= SLOW_ROUNDS || x == NULL)
        return;
    double ns = xterm_pass_ns(x, CHUNK_BYTES, 1);
    if (ns > 0)
        out->xterm[out->xterm_count++] = speed(input, ns);
}

/* A round has every subject once, so that what disturbs the machine disturbs all. */
static void
run_rounds(const struct plan *plan, struct xterm *x, qtty_span all, struct rounds *out)
{
    size_t bytes = plan->heavy_bytes / SLOW_PART;
    qtty_span part = { all.data, all.len < bytes ? all.len : bytes };
    struct xterm *given = xterm_give(x, part) ? x : NULL;
    for (unsigned round = 0; round < plan->rounds; round++) {
        run_subjects(plan, all, round, out);
        run_xterm(given, part, round, out);
    }
}

static void
add_speed(struct results *r, const char *corpus, const char *subject, size_t chunk,
          double *values, unsigned count)
{
    double value = count > 0 ? median(values, count) : -1;
    if (value > 0)
        results_add(r, (struct result){ "speed", corpus, subject, chunk, value, "MB/s" });
}

static void
measure_corpus(const struct plan *plan, const struct corpus *c, struct xterm *x,
               struct results *r)
{
    struct rounds rounds = { .xterm_count = 0 };
    qtty_buf all;
    qtty_buf_init(&all, NULL, 0);
    if (subject_count > SUBJECTS_MAX
        || corpus_make(c, plan->light_bytes, &all) != QTTY_OK)
        abort();
    run_rounds(plan, x, qtty_buf_span(&all), &rounds);
    for (size_t i = 0; i < subject_count; i++)
        add_speed(r, c->name, subjects[i].name, CHUNK_BYTES, rounds.all[i], plan->rounds);
    double usual = results_find(r, "speed", c->name, "emulator", CHUNK_BYTES);
    for (unsigned round = 0; round < plan->rounds; round++)
        rounds.small_chunks[round] *= usual;
    add_speed(r, c->name, "emulator", SMALL_CHUNK_BYTES, rounds.small_chunks,
              plan->rounds);
    add_speed(r, c->name, "xterm", CHUNK_BYTES, rounds.xterm, rounds.xterm_count);
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
        printf(" %8s", "-");
    else
        printf(value < 10 ? " %8.2f" : " %8.0f", value);
}

static void
print_row(const struct results *r, const struct corpus *c)
{
    printf("%-3s %-21s", c->name, c->what);
    for (size_t i = 0; i < subject_count; i++)
        print_value(results_find(r, "speed", c->name, subjects[i].name, CHUNK_BYTES));
    print_value(results_find(r, "speed", c->name, "xterm", CHUNK_BYTES));
    printf("\n");
}

static void
print_speeds(const struct plan *plan, const struct results *r)
{
    printf("\nMB/s (10^6 bytes, CPU time, median of %u, 64 KiB chunks)\n%-25s",
           plan->rounds, "");
    for (size_t i = 0; i < subject_count; i++)
        printf(" %8s", subjects[i].name);
    printf(" %8s\n", "xterm.js");
    for (size_t i = 0; i < corpus_count; i++)
        if (is_planned(plan, &corpora[i]))
            print_row(r, &corpora[i]);
    if (!xterm_is_there())
        printf("skipped: xterm.js (node, or @xterm/headless in the build folder, is "
               "missing)\n");
}

void
measure_speed(const struct plan *plan, struct results *r)
{
    struct xterm *x = xterm_open();
    for (size_t i = 0; i < corpus_count; i++)
        if (is_planned(plan, &corpora[i]))
            measure_corpus(plan, &corpora[i], x, r);
    xterm_close(x);
    print_speeds(plan, r);
    if (plan->rounds > 1) /* else there is nothing to hold a promise against */
        print_promises(r);
}
