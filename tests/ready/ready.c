/* qtty_ready: the programs of the gallery, brought to their prompts and through work that
 * must not look ready. Each configuration has a process of its own, and so a user of its
 * own. */
#define _GNU_SOURCE /* mkdtemp(3), MAP_ANONYMOUS */
#include "bench/plain.h"
#include "report.h"
#include "run.h"
#include "soak/hogs.h"
#include "soak/user.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SENDS = 200, HOGS = 4, STARTS = 50, SMOKE_SENDS = 3, SMOKE_STARTS = 2 };

const struct configuration configurations[CONFIGURATIONS] = {
    { "root, idle", true, 0 },
    { "root, 4 hogs", true, HOGS },
    { "user, idle", false, 0 },
    { "user, 4 hogs", false, HOGS },
};

struct options {
    uint64_t sends;
    size_t starts;
    const char *only; /* a part of the names; NULL: all */
    const char *json, *plot;
    bool idle, verbose;
};

/* --- A configuration, in its process ------------------------------------------------ */

static bool
is_ordinary(const struct configuration *c)
{
    return !c->as_root && geteuid() == 0;
}

static bool
is_asked_for(const struct program *p, const struct options *o)
{
    return o->only == NULL ? !p->planted : strstr(p->name, o->only) != NULL;
}

static int
run_here(const struct configuration *c, const struct options *o, const char *folder,
         struct tally *tallies)
{
    struct surroundings s = { .configuration = c->name,
                              .folder = folder,
                              .as_root = c->as_root,
                              .verbose = o->verbose };
    if (is_ordinary(c) && !user_become_ordinary())
        return 1;
    int status = servers_start(&s.servers) ? 0 : 1;
    for (size_t i = 0; status == 0 && i < gallery_count; i++)
        if (is_asked_for(&gallery[i], o))
            run_program(&tallies[i], &gallery[i], o->sends, &s);
    servers_end(&s.servers);
    return status;
}

static bool
run_apart(const struct configuration *c, const struct options *o, const char *folder,
          struct tally *tallies)
{
    int status = 1;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        _exit(run_here(c, o, folder, tallies));
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static bool
remove_folder(const char *folder)
{
    char command[64];
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0;
}

static bool
run_configuration(const struct configuration *c, const struct options *o,
                  struct tally *tallies)
{
    char folder[] = "/tmp/qtty-ready-XXXXXX";
    struct hogs hogs = { .count = 0 };
    if (mkdtemp(folder) == NULL)
        return false;
    bool ok = (!is_ordinary(c) || chown(folder, USER_ORDINARY, USER_ORDINARY) == 0)
              && hogs_start(&hogs, c->hogs) && run_apart(c, o, folder, tallies);
    hogs_end(&hogs);
    ok &= remove_folder(folder);
    if (!ok)
        fprintf(stderr, "qtty_ready: %s: it could not be run to its end\n", c->name);
    return ok;
}

/* --- Starts ------------------------------------------------------------------------- */

static double
ms_since(uint64_t start_ns)
{
    return (double)(drive_now() - start_ns) / 1e6;
}

/* One after the other, so that what disturbs the machine disturbs both. */
static bool
measure_starts(struct starts *s, size_t count)
{
    qtty_session_config config = QTTY_SESSION_CONFIG_INIT;
    const qtty_env_entry env = { .name = qtty_text("HISTFILE"),
                                 .value = qtty_text("/dev/null") };
    config.env = &env;
    config.env_count = 1;
    for (s->count = 0; s->count < count; s->count++) {
        struct drive d;
        struct plain p;
        uint64_t start_ns = drive_now();
        if (drive_open(&d, &config) != QTTY_OK)
            return false;
        s->session_ms[s->count] = ms_since(start_ns);
        drive_close(&d);
        start_ns = drive_now();
        if (!plain_open(&p) || !plain_await_prompt(&p))
            return false;
        s->alone_ms[s->count] = ms_since(start_ns);
        plain_close(&p);
    }
    return true;
}

/* --- All of them -------------------------------------------------------------------- */

/* Of all processes, so that the tallies of each come to be known. */
static bool
share_memory(struct report *r)
{
    size_t each = gallery_count * sizeof(struct tally);
    char *all = mmap(NULL, CONFIGURATIONS * each, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        return false;
    for (size_t i = 0; i < CONFIGURATIONS; i++)
        r->tallies[i] = (struct tally *)(void *)(all + i * each);
    return true;
}

static bool
is_skipped(const struct configuration *c, const struct options *o)
{
    if (c->as_root && geteuid() != 0)
        fprintf(stderr, "qtty_ready: %s: skipped: not run as root\n", c->name);
    return (c->as_root && geteuid() != 0) || (o->idle && c->hogs > 0);
}

static bool
written(int result, const char *path)
{
    if (result != 0)
        fprintf(stderr, "qtty_ready: %s: %s\n", path, strerror(errno));
    return result == 0;
}

static int
run(const struct options *o)
{
    static struct report r;
    if (!share_memory(&r))
        return 1;
    bool ok = o->only != NULL || measure_starts(&r.starts, o->starts);
    for (size_t i = 0; i < CONFIGURATIONS; i++)
        if (!is_skipped(&configurations[i], o))
            ok &= run_configuration(&configurations[i], o, r.tallies[i]);
    report_print(&r);
    if (o->json != NULL)
        ok &= written(report_write_json(&r, o->json), o->json);
    if (o->plot != NULL)
        ok &= written(plot_write(&r, o->plot), o->plot);
    return ok && !report_is_bad(&r) ? 0 : 1;
}

static int
usage(FILE *file, int status)
{
    fprintf(
        file,
        "usage: qtty_ready [--sends N | --smoke] [--only NAME] [--idle] [--verbose]\n"
        "                  [--json FILE] [--plot FILE]\n\n"
        "  --sends N    to each program in each configuration; %d unless told\n"
        "  --smoke      some seconds: only whether it runs\n"
        "  --only NAME  programs whose names have this in them\n"
        "  --idle       not the configurations with hogs\n"
        "  --verbose    tell of every verdict that is not as expected\n"
        "  --json FILE  write counts and times there, too\n"
        "  --plot FILE  draw there how the times are spread\n\n"
        "Prints tables. Exits with 1 if a proven verdict was early, or a program that\n"
        "can be seen to wait was not.\n",
        SENDS);
    return status;
}

/* A decimal of 1 to 6 digits, not 0. */
static bool
read_number(const char *text, uint64_t *out)
{
    size_t digits = strspn(text, "0123456789");
    *out = strtoull(text, NULL, 10);
    return digits > 0 && digits < 7 && text[digits] == '\0' && *out > 0;
}

/* @return how many arguments it took; 0: there is no such option. */
static int
read_option(struct options *o, const char *name, const char *value)
{
    const char **text = strcmp(name, "--only") == 0   ? &o->only
                        : strcmp(name, "--json") == 0 ? &o->json
                        : strcmp(name, "--plot") == 0 ? &o->plot
                                                      : NULL;
    if (text != NULL && value != NULL)
        *text = value;
    else if (strcmp(name, "--idle") == 0)
        return o->idle = true;
    else if (strcmp(name, "--verbose") == 0)
        return o->verbose = true;
    else if (strcmp(name, "--smoke") == 0) {
        o->sends = SMOKE_SENDS;
        o->starts = SMOKE_STARTS;
        return o->idle = true;
    } else if (strcmp(name, "--sends") != 0 || value == NULL
               || !read_number(value, &o->sends))
        return 0;
    return 2;
}

int
main(int argc, char **argv)
{
    struct options o = { .sends = SENDS, .starts = STARTS };
    if (argc > 1 && strcmp(argv[1], "--help") == 0)
        return usage(stdout, 0);
    for (int i = 1; i < argc;) {
        int taken = read_option(&o, argv[i], argv[i + 1]);
        if (taken == 0)
            return usage(stderr, 2);
        i += taken;
    }
    return run(&o);
}
