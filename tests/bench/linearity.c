/* Linearity: twice the bytes take twice the time, whatever and however they come; four
 * times is quadratic. */
#include "clock.h"
#include "corpora.h"
#include "measure.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t chunks[] = { 1, 7, 4096, 65536 };
enum { CHUNKS = sizeof(chunks) / sizeof(chunks[0]) };

static const char *const judged[] = { "stream", "parser", "emulator" };

/* Of x, a table that a value enters once must be full: its filling is cheap. */
static const struct {
    const char *name;
    size_t part; /* of the plan's bytes, as 2x */
} inputs[] = {
    { "b", 4 },         { "open-string", 4 }, { "no-line-end", 4 }, { "ill-formed", 4 },
    { "combining", 4 }, { "links", 4 },       { "even-links", 4 },  { "repeats", 4 },
    { "scrolls", 4 },   { "clears", 4 },      { "colours", 2 },
};

/* Half way from linear to quadratic. A figure over it is measured again: what else the
 * machine does comes and goes. What is over sooner tells of cold pages, not of work. */
static const double ratio_max = 3;
enum { ROUNDS_MIN = 5, TRIES = 3, JUDGED_NS_MIN = 2000000 };

static const struct corpus *
input_named(const char *name)
{
    for (size_t i = 0; i < hostile_count; i++)
        if (strcmp(hostile[i].name, name) == 0)
            return &hostile[i];
    return corpus_named(name);
}

struct figure {
    double ratio; /* time of 2x by time of x */
    double speed; /* of 2x, in MB/s */
    bool linear;
};

static struct figure
measure_chunks(const struct plan *plan, const struct subject *s, qtty_span twice,
               size_t chunk)
{
    qtty_span once = { twice.data, twice.len / 2 };
    double ratios[ROUNDS_MAX], speeds[ROUNDS_MAX];
    unsigned rounds = plan->rounds > ROUNDS_MIN ? plan->rounds : ROUNDS_MIN;
    for (unsigned round = 0; round < rounds; round++) {
        uint64_t one = pass_ns(s, once, chunk, false);
        uint64_t two = pass_ns(s, twice, chunk, false);
        ratios[round] = (double)two / (double)one;
        speeds[round] = (double)twice.len * 1e3 / (double)two;
    }
    struct figure f = { .ratio = median(ratios, rounds),
                        .speed = median(speeds, rounds) };
    f.linear = f.ratio <= ratio_max || (double)twice.len * 1e3 / f.speed < JUDGED_NS_MIN;
    return f;
}

static bool
measure_input(const struct plan *plan, const struct subject *s, const char *name,
              size_t part, struct results *r)
{
    qtty_buf twice;
    bool linear = true;
    qtty_buf_init(&twice, NULL, 0);
    size_t bytes = s->kind == SUBJECT_HEAVY ? plan->heavy_bytes : plan->light_bytes;
    if (corpus_make(input_named(name), bytes / part, &twice) != QTTY_OK)
        abort();
    printf("%-9s %-12s", s->name, name);
    for (size_t i = 0; i < CHUNKS; i++) {
        struct figure f = measure_chunks(plan, s, qtty_buf_span(&twice), chunks[i]);
        for (int tries = 1; tries < TRIES && !f.linear; tries++)
            f = measure_chunks(plan, s, qtty_buf_span(&twice), chunks[i]);
        printf(" %6.2f%s %7.0f", f.ratio, f.linear ? " " : "!", f.speed);
        linear &= f.linear;
        results_add(
            r, (struct result){ "linearity", name, s->name, chunks[i], f.ratio, "x" });
        results_add(r, (struct result){ "cold speed", name, s->name, chunks[i], f.speed,
                                        "MB/s" });
    }
    printf("\n");
    qtty_buf_finish(&twice);
    return linear;
}

static bool
is_there(const struct subject *s)
{
    void *self = s->open(NULL);
    if (self == NULL)
        return false;
    s->close(self);
    return true;
}

bool
measure_linearity(const struct plan *plan, struct results *r)
{
    bool linear = true;
    printf("\nTime of 2x by x (! over %.0f), MB/s from nothing, in chunks of\n%-22s",
           ratio_max, "");
    for (size_t i = 0; i < CHUNKS; i++)
        printf(" %15zu", chunks[i]);
    printf("\n");
    for (size_t i = 0; i < sizeof(judged) / sizeof(judged[0]); i++) {
        const struct subject *s = subject_named(judged[i]);
        for (size_t k = 0; is_there(s) && k < sizeof(inputs) / sizeof(inputs[0]); k++)
            linear &= measure_input(plan, s, inputs[k].name, inputs[k].part, r);
    }
    return linear;
}
