/* qtty_diff: the engine native against the others, over generated streams of what all of
 * them execute. A stream on which two differ is made as short as it gets, and printed as
 * a .vt case. */
#include "diff/differ.h"
#include "diff/generate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *subject; /* NULL: all but the planted one */
    uint64_t sequences, seed, failures_max;
    bool list;
};

enum { SKIPPED = 77, STREAM = 32 }; /* STREAM: sequences of one */

static const struct {
    uint32_t rows, cols;
} sizes[] = { { 4, 10 }, { 5, 12 }, { 3, 20 }, { 2, 8 }, { 8, 8 }, { 1, 10 }, { 6, 16 } };

/* Some families at a time: together they would hide one another. */
static uint32_t
families_of(uint64_t seed, uint32_t known)
{
    uint64_t x = (seed + 1) * 0x9E3779B97F4A7C15u;
    uint32_t mask = (uint32_t)(x >> 32);
    return (mask | (seed % 4 == 0 ? FAMILY_MOTION | FAMILY_EDIT : 0)) & known;
}

/* @return same. */
static bool
compare_stream(const struct subject *subject, uint64_t seed, struct unit *units)
{
    qtty_buf stream;
    struct profile profile = { sizes[seed % 7].rows, sizes[seed % 7].cols,
                               families_of(seed, subject->families) };
    struct contest run = {
        .subject = subject, .rows = profile.rows, .cols = profile.cols, .units = units
    };
    qtty_buf_init(&stream, NULL, 1u << 20);
    if (generate(seed, &profile, STREAM, &stream) != QTTY_OK)
        exit(2);
    run.count = units_of(qtty_buf_span(&stream), units);
    bool same = run_once(&run);
    if (!same) {
        run_shrink(&run);
        printf("not ok - %s, seed %llu\n", subject->name, (unsigned long long)seed);
        run_print(&run);
    }
    qtty_buf_finish(&stream);
    return same;
}

/* @return streams that differ. */
static uint64_t
compare(const struct subject *subject, const struct options *o)
{
    static struct unit units[UNITS_MAX];
    uint64_t streams = (o->sequences + STREAM - 1) / STREAM, failures = 0, i = 0;
    for (; i < streams && failures < o->failures_max; i++)
        failures += !compare_stream(subject, o->seed + i, units);
    printf("%s - %s: %llu sequences, %llu streams differ\n",
           failures == 0 ? "ok" : "not ok", subject->name,
           (unsigned long long)(i * STREAM), (unsigned long long)failures);
    return failures;
}

static int
usage(void)
{
    fputs("usage: qtty_diff [--subject NAME] [--sequences N] [--seed N] [--failures N]\n"
          "       qtty_diff --list\n",
          stderr);
    return 2;
}

static bool
read_number(const char *text, uint64_t *out)
{
    char *end;
    *out = strtoull(text, &end, 10);
    return *text != '\0' && *end == '\0';
}

static bool
read_options(struct options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            o->list = true;
            continue;
        }
        if (i + 1 == argc)
            return false;
        const char *name = argv[i], *value = argv[++i];
        if (strcmp(name, "--subject") == 0)
            o->subject = value;
        else if (strcmp(name, "--sequences") == 0 && read_number(value, &o->sequences))
            continue;
        else if (strcmp(name, "--seed") == 0 && read_number(value, &o->seed))
            continue;
        else if (strcmp(name, "--failures") == 0 && read_number(value, &o->failures_max))
            continue;
        else
            return false;
    }
    return true;
}

static bool
is_chosen(const struct subject *subject, const struct options *o)
{
    if (o->subject != NULL)
        return strcmp(o->subject, subject->name) == 0;
    return subject->mark != PLANTED;
}

int
main(int argc, char **argv)
{
    struct options o = { .sequences = 200000, .seed = 1, .failures_max = 1 };
    if (!read_options(&o, argc, argv))
        return usage();
    if (o.list) {
        differences_list();
        return 0;
    }
    uint64_t failures = differences_hold() ? 0 : 1;
    size_t chosen = 0;
    for (size_t i = 0; subject_at(i) != NULL; i++) {
        if (!is_chosen(subject_at(i), &o))
            continue;
        chosen++;
        failures += compare(subject_at(i), &o);
    }
    if (chosen == 0 && o.subject != NULL)
        return usage();
    if (chosen == 0) {
        puts("skipped: this build has no library to compare with");
        return SKIPPED;
    }
    return failures == 0 ? 0 : 1;
}
