/* qtty_bench: how fast, how linear, how large. The figures that the project promises are
 * of this program in the release build. */
#include "clock.h"
#include "corpora.h"
#include "measure.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct plan full = { 7, 8 << 20, 1 << 20, 8 << 20, NULL };
static const struct plan quick = { 3, 2 << 20, 128 << 10, 1 << 20, NULL };
/* Of no worth as figures: shows that everything runs, within its bounds. */
static const struct plan smoke = { 1, 64 << 10, 8 << 10, 128 << 10, NULL };

static int
usage(FILE *file, int status)
{
    fprintf(file,
            "usage: qtty_bench [--quick | --smoke] [--corpus NAME] [--json FILE]\n\n"
            "  --quick        a tenth of the time, less exact\n"
            "  --smoke        a second: only whether it runs, within its memory\n"
            "  --corpus NAME  one of:");
    for (size_t i = 0; i < corpus_count; i++)
        fprintf(file, " %s", corpora[i].name);
    fprintf(file, "\n  --json FILE    write the results there, too\n");
    return status;
}

static int
run(const struct plan *plan, const char *json)
{
    struct results results = { .count = 0 };
    measure_speed(plan, &results);
    bool within = true;
    if (plan->corpus == NULL) {
        within = measure_linearity(plan, &results);
        within &= measure_memory(plan, &results);
    }
    if (json != NULL && results_write_json(&results, json) != 0) {
        fprintf(stderr, "qtty_bench: %s: %s\n", json, strerror(errno));
        return 1;
    }
    return within ? 0 : 1;
}

int
main(int argc, char **argv)
{
    struct plan plan = full;
    const char *corpus = NULL, *json = NULL;
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--quick") == 0)
            plan = quick;
        else if (strcmp(argv[i], "--smoke") == 0)
            plan = smoke;
        else if (strcmp(argv[i], "--corpus") == 0 && has_value)
            corpus = argv[++i];
        else if (strcmp(argv[i], "--json") == 0 && has_value)
            json = argv[++i];
        else if (strcmp(argv[i], "--help") == 0)
            return usage(stdout, 0);
        else
            return usage(stderr, 2);
    }
    if (corpus != NULL && corpus_named(corpus) == NULL)
        return usage(stderr, 2);
    plan.corpus = corpus;
    return run(&plan, json);
}
