/* qtty_bench: how fast, how linear, how large, how soon ready. The figures that the
 * project promises are of this program in the release build. */
#include "clock.h"
#include "corpora.h"
#include "measure.h"
#include "plots.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct plan full = {
    .rounds = 7,
    .light_bytes = 8 << 20,
    .heavy_bytes = 8 << 20,
    .hostile_bytes = 8 << 20,
    .sends = 500,
    .peer_sends = 100,
    .starts = 50,
    .calls = 200,
    .effect_part = 1,
};
static const struct plan quick = {
    .rounds = 3,
    .light_bytes = 2 << 20,
    .heavy_bytes = 2 << 20,
    .hostile_bytes = 1 << 20,
    .sends = 200,
    .peer_sends = 10,
    .starts = 10,
    .calls = 40,
    .effect_part = 1,
};
/* Of no worth as figures: shows that everything runs, within its bounds. */
static const struct plan smoke = {
    .rounds = 1,
    .light_bytes = 64 << 10,
    .heavy_bytes = 8 << 10,
    .hostile_bytes = 128 << 10,
    .sends = 5,
    .peer_sends = 1,
    .starts = 1,
    .calls = 2,
    .effect_part = 1000,
};

enum part { ALL, SESSION, TOOL };

static int
usage(FILE *file, int status)
{
    fprintf(file,
            "usage: qtty_bench [--quick | --smoke] [--corpus NAME | --session | --tool] "
            "[--json FILE] [--plots FOLDER]\n\n"
            "  --quick        a tenth of the time, less exact\n"
            "  --smoke        a second: only whether it runs, within its memory\n"
            "  --corpus NAME  one of:");
    for (size_t i = 0; i < corpus_count; i++)
        fprintf(file, " %s", corpora[i].name);
    fprintf(file, "\n  --session      only the sends to a session"
                  "\n  --tool         only the calls to the bash tool"
                  "\n  --json FILE    write the results there, too"
                  "\n  --plots FOLDER write pictures of them there\n");
    return status;
}

static bool
measure(const struct plan *plan, enum part part, struct results *r)
{
    bool within = true;
    if (part == TOOL)
        return measure_tool(plan, r);
    if (part == SESSION) {
        measure_looks(plan, r);
        return measure_session(plan, r);
    }
    measure_speed(plan, r);
    if (plan->corpus != NULL)
        return true;
    within &= measure_linearity(plan, r);
    measure_paths(plan, r);
    measure_footprint(r);
    within &= measure_memory(plan, r);
    within &= measure_effects(plan, r);
    measure_looks(plan, r);
    within &= measure_session(plan, r);
    within &= measure_tool(plan, r);
    return within;
}

static int
run(const struct plan *plan, enum part part, const char *json, const char *plots)
{
    struct results results = { .count = 0 };
    bool within = measure(plan, part, &results);
    if (json != NULL && results_write_json(&results, json) != 0) {
        fprintf(stderr, "qtty_bench: %s: %s\n", json, strerror(errno));
        return 1;
    }
    if (plots != NULL && plots_write(&results, plots) != 0) {
        fprintf(stderr, "qtty_bench: %s: %s\n", plots, strerror(errno));
        return 1;
    }
    return within ? 0 : 1;
}

int
main(int argc, char **argv)
{
    struct plan plan = full;
    const char *corpus = NULL, *json = NULL, *plots = NULL;
    enum part part = ALL;
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--quick") == 0)
            plan = quick;
        else if (strcmp(argv[i], "--smoke") == 0)
            plan = smoke;
        else if (strcmp(argv[i], "--corpus") == 0 && has_value)
            corpus = argv[++i];
        else if (strcmp(argv[i], "--session") == 0)
            part = SESSION;
        else if (strcmp(argv[i], "--tool") == 0)
            part = TOOL;
        else if (strcmp(argv[i], "--json") == 0 && has_value)
            json = argv[++i];
        else if (strcmp(argv[i], "--plots") == 0 && has_value)
            plots = argv[++i];
        else if (strcmp(argv[i], "--help") == 0)
            return usage(stdout, 0);
        else
            return usage(stderr, 2);
    }
    if (corpus != NULL && (part != ALL || corpus_named(corpus) == NULL))
        return usage(stderr, 2);
    plan.corpus = corpus;
    return run(&plan, part, json, plots);
}
