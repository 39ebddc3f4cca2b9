/* What a look at the foreground costs, of programs that wait, of a pipeline, through a
 * sandbox; and without the descriptors that looks keep, which a small table forbids. */
#include "measure.h"
#include "soak/drive.h"
#include <quietty/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { SMALL_TABLE = 32, ARGUMENTS = 16, SETTLING_LOOKS = 2000 };

static const struct program {
    const char *name;
    const char *argv[ARGUMENTS];
} programs[] = {
    { "bash, idle", { "/bin/bash", "--norc", "--noprofile", "-i" } },
    { "sh, read x", { "/bin/sh", "-c", "read x" } },
    { "python3, idle", { "/usr/bin/python3", "-q", "-I" } },
    { "5 of a pipeline", { "/bin/sh", "-c", "cat | cat | cat | cat" } },
    { "bash in bwrap",
      { "/usr/bin/bwrap", "--unshare-pid", "--ro-bind", "/", "/", "--dev", "/dev",
        "--proc", "/proc", "/bin/bash", "--norc", "--noprofile", "-i" } },
};

/* Everything that it prints must be read, so that it can come to its wait. */
static qtty_wait_class
look(qtty_terminal *t)
{
    char bytes[4096];
    size_t len;
    qtty_look found;
    (void)qtty_terminal_read(t, bytes, sizeof bytes, &len);
    qtty_terminal_look(t, &found);
    return found.wait_class;
}

/* @return false: it is not seen to wait. */
static bool
await(qtty_terminal *t)
{
    uint64_t guard_ns = drive_now() + 10000000000u;
    unsigned seen = 0;
    while (seen < SETTLING_LOOKS && drive_now() < guard_ns)
        seen = look(t) == QTTY_CLASS_A ? seen + 1 : 0;
    return seen == SETTLING_LOOKS;
}

static double
median_us(qtty_terminal *t, double *us, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        qtty_look found;
        uint64_t start_ns = drive_now();
        qtty_terminal_look(t, &found);
        us[i] = (double)(drive_now() - start_ns) / 1e3;
    }
    return drive_percentile(us, count, 50);
}

static qtty_terminal *
start(const struct program *p, qtty_provider *provider)
{
    qtty_span words[ARGUMENTS];
    qtty_terminal *t;
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    for (; c.argc < ARGUMENTS && p->argv[c.argc] != NULL; c.argc++)
        words[c.argc] = qtty_text(p->argv[c.argc]);
    c.argv = words;
    return qtty_provider_spawn(provider, &t, &c) == QTTY_OK ? t : NULL;
}

/* @return 0: it cannot be had here. */
static double
measure_start(const struct program *p, qtty_provider *provider, double *us,
              unsigned count)
{
    qtty_terminal *t = start(p, provider);
    double median = t != NULL && await(t) ? median_us(t, us, count) : 0;
    qtty_terminal_destroy(t);
    return median;
}

/* No number is low enough to be kept in a small table. */
static double
measure_afresh(const struct program *p, qtty_provider *provider, double *us,
               unsigned count)
{
    struct rlimit table, small;
    if (getrlimit(RLIMIT_NOFILE, &table) != 0)
        return 0;
    small = table;
    small.rlim_cur = SMALL_TABLE;
    (void)setrlimit(RLIMIT_NOFILE, &small);
    double median = measure_start(p, provider, us, count);
    (void)setrlimit(RLIMIT_NOFILE, &table);
    return median;
}

static void
measure_program(const struct program *p, qtty_provider *provider, double *us,
                unsigned count, struct results *r)
{
    double kept = measure_start(p, provider, us, count);
    double afresh = kept > 0 ? measure_afresh(p, provider, us, count) : 0;
    if (afresh <= 0) {
        printf("%-22s skipped: it cannot be had here\n", p->name);
        return;
    }
    printf("%-22s %8.1f %8.1f\n", p->name, kept, afresh);
    results_add(r, (struct result){ "look p50", p->name, "kept", 0, kept, "us" });
    results_add(r, (struct result){ "look p50", p->name, "afresh", 0, afresh, "us" });
}

void
measure_looks(const struct plan *plan, struct results *r)
{
    qtty_provider *provider;
    unsigned count = plan->sends * 10;
    double *us = calloc(count, sizeof *us);
    if (us == NULL || qtty_pty_provider_create(&provider, NULL) != QTTY_OK) {
        printf("\nLooks: skipped: no local terminal\n");
        free(us);
        return;
    }
    printf("\nA look at who waits, us, p50 of %u: with kept descriptors, and without\n",
           count);
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
        measure_program(&programs[i], provider, us, count, r);
    qtty_provider_destroy(provider);
    free(us);
}
