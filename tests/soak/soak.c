/* qtty_soak: many sends to shells and other programs, of which not one may be proven too
 * early, or settle by silence or by timeout. Each configuration has a process of its own,
 * and so a user of its own. */
#define _GNU_SOURCE /* mkdtemp(3) */
#include "hogs.h"
#include "run.h"
#include "user.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SENDS = 20000, HOGS = 4 };

static const struct configuration {
    const char *name;
    bool as_root;
    unsigned hogs;
} configurations[] = {
    { "root, idle", true, 0 },
    { "root, 4 hogs", true, HOGS },
    { "user, idle", false, 0 },
    { "user, 4 hogs", false, HOGS },
};
enum { CONFIGURATIONS = sizeof(configurations) / sizeof(configurations[0]) };

struct options {
    uint64_t sends, seed;
    bool idle;           /* those without hogs alone */
    const char *partner; /* that one alone; NULL: all */
};

/** A row of the table. */
struct row {
    const struct configuration *configuration;
    struct sends sends;
};

/* --- A configuration, in its process ------------------------------------------------ */

static bool
is_ordinary(const struct configuration *c)
{
    return !c->as_root && geteuid() == 0;
}

static int
run_here(const struct row *r, int out)
{
    struct tally tally;
    if ((is_ordinary(r->configuration) && !user_become_ordinary())
        || setenv("TMPDIR", r->sends.folder, 1) != 0) {
        fprintf(stderr, "qtty_soak: %s: %s\n", r->sends.name, strerror(errno));
        return 1;
    }
    return run_sends(&tally, &r->sends)
                   && write(out, &tally, sizeof tally) == (ssize_t)sizeof tally
               ? 0
               : 1;
}

static bool
run_apart(const struct row *r, struct tally *tally)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        _exit(run_here(r, ends[1]));
    close(ends[1]);
    bool ok = pid > 0 && read(ends[0], tally, sizeof *tally) == (ssize_t)sizeof *tally;
    close(ends[0]);
    if (pid > 0)
        waitpid(pid, NULL, 0);
    return ok;
}

/* Whatever a session puts into its folder it removes; so do the shells. */
static bool
run_in_folder(struct row *r, struct tally *tally)
{
    const struct configuration *c = r->configuration;
    char folder[] = "/tmp/qtty-soak-XXXXXX";
    struct hogs hogs = { .count = 0 };
    if (mkdtemp(folder) == NULL)
        return false;
    r->sends.folder = folder;
    bool ok = (!is_ordinary(c) || chown(folder, USER_ORDINARY, USER_ORDINARY) == 0)
              && hogs_start(&hogs, c->hogs) && run_apart(r, tally);
    hogs_end(&hogs);
    if (rmdir(folder) != 0) {
        fprintf(stderr, "qtty_soak: %s: %s\n", folder, strerror(errno));
        ok = false;
    }
    return ok;
}

/* --- The table ---------------------------------------------------------------------- */

static void
print_head(void)
{
    printf("| configuration | sends | prompt | class A | likely | early, proven | early, "
           "likely | silence | timeout | failed | send p50, p99 ms | verdict p50, p99 ms "
           "|\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
}

static void
print_row(const char *name, const struct tally *t)
{
    const uint64_t counts[] = {
        t->sends,
        t->tiers[DRIVE_PROMPT],
        t->tiers[DRIVE_PROVEN],
        t->tiers[DRIVE_LIKELY],
        t->early_proven,
        t->early_likely,
        t->tiers[DRIVE_SILENCE],
        t->tiers[DRIVE_TIMEOUT],
        t->tiers[DRIVE_FAILED],
    };
    printf("| %s |", name);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        printf(" %llu |", (unsigned long long)counts[i]);
    if (t->send_ms[1] > 0)
        printf(" %.2f, %.2f | %.2f, %.2f |\n", t->send_ms[0], t->send_ms[1],
               t->verdict_ms[0], t->verdict_ms[1]);
    else
        printf(" | |\n");
    fflush(stdout);
}

static void
add(struct tally *total, const struct tally *t)
{
    total->sends += t->sends;
    total->early_proven += t->early_proven;
    total->early_likely += t->early_likely;
    for (size_t i = 0; i < DRIVE_TIERS; i++)
        total->tiers[i] += t->tiers[i];
}

/* --- All of them -------------------------------------------------------------------- */

static bool
is_skipped(const struct configuration *c, const struct options *o)
{
    if (c->as_root && geteuid() != 0)
        fprintf(stderr, "qtty_soak: %s: skipped: not run as root\n", c->name);
    return (c->as_root && geteuid() != 0) || (o->idle && c->hogs > 0);
}

static bool
is_there(const struct partner *p, const struct options *o)
{
    if (o->partner != NULL && strcmp(o->partner, p->name) != 0)
        return false;
    if (p->argv[0] == NULL || access(p->argv[0], X_OK) == 0)
        return true;
    fprintf(stderr, "qtty_soak: %s: skipped: not installed\n", p->name);
    return false;
}

static bool
run_row(const struct configuration *c, const struct partner *p, const struct options *o,
        struct tally *total)
{
    char name[64];
    struct tally tally = { 0 };
    struct row row = { .configuration = c };
    (void)snprintf(name, sizeof name, "%s, %s", p->name, c->name);
    row.sends =
        (struct sends){ name, NULL, p, (o->sends + p->part - 1) / p->part, o->seed };
    bool well = run_in_folder(&row, &tally);
    print_row(name, &tally);
    add(total, &tally);
    return well;
}

static int
run(const struct options *o)
{
    struct tally total = { 0 };
    bool well = true;
    print_head();
    for (size_t i = 0; i < partner_count; i++)
        for (size_t j = 0; is_there(&partners[i], o) && j < CONFIGURATIONS; j++)
            if (!is_skipped(&configurations[j], o))
                well &= run_row(&configurations[j], &partners[i], o, &total);
    print_row("total", &total);
    return well && total.sends > 0 && !tally_is_bad(&total) ? 0 : 1;
}

static int
usage(FILE *file, int status)
{
    fprintf(
        file,
        "usage: qtty_soak [--sends N] [--seed N] [--idle] [--program NAME]\n\n"
        "  --sends N       to bash in each configuration; %d unless told, a part of it\n"
        "                  to other programs\n"
        "  --seed N        of the commands; 1 unless told\n"
        "  --idle          not the configurations with hogs\n"
        "  --program NAME  that one alone: bash, dash, python3, sqlite3, cat, node\n\n"
        "Prints a table. Exits with 1 if a proof was early, or a verdict of silence or\n"
        "time.\n",
        SENDS);
    return status;
}

/* A decimal of 1 to 9 digits, not 0. */
static bool
read_number(const char *text, uint64_t *out)
{
    size_t digits = strspn(text, "0123456789");
    *out = strtoull(text, NULL, 10);
    return digits > 0 && digits < 10 && text[digits] == '\0' && *out > 0;
}

int
main(int argc, char **argv)
{
    struct options o = { .sends = SENDS, .seed = 1 };
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--idle") == 0)
            o.idle = true;
        else if (strcmp(argv[i], "--help") == 0)
            return usage(stdout, 0);
        else if (strcmp(argv[i], "--sends") == 0 && has_value
                 && read_number(argv[i + 1], &o.sends))
            i++;
        else if (strcmp(argv[i], "--seed") == 0 && has_value
                 && read_number(argv[i + 1], &o.seed))
            i++;
        else if (strcmp(argv[i], "--program") == 0 && has_value)
            o.partner = argv[++i];
        else
            return usage(stderr, 2);
    }
    return run(&o);
}
