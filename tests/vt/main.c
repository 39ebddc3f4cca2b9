/* qtty_vt: runs .vt scripts against an engine. All scripts are read before the first case
 * runs, so that a malformed statement is told at once. */
#include "memory.h"
#include "report.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

static const char usage[] =
    "usage: qtty_vt [--engine NAME] [--split] [--list] [--expected FILE] PATH...\n"
    "\n"
    "Run the cases of .vt scripts. A folder stands for the .vt files in it; one that "
    "has\n"
    "none, for those of its folders.\n"
    "\n"
    "  --engine NAME    the engine that runs them (default: the first)\n"
    "  --split          run every case again byte by byte, and in chunks of 7\n"
    "  --list           print the cases; run nothing\n"
    "  --expected FILE  cases that are known to fail: a kind, then file: name, a line "
    "each;\n"
    "                   one of them that passes is a failure\n"
    "\n"
    "Exit status: 0 nothing failed; 1 a case failed; 2 bad usage or a malformed "
    "script.\n";

struct options {
    const char *engine;
    const char *expected;
    bool split, list, help;
};

struct paths {
    char **items;
    size_t count, capacity;
};

static void
paths_add(struct paths *p, const char *folder, const char *name)
{
    qtty_buf path;
    qtty_buf_init(&path, NULL, 0);
    if (folder) {
        append_string(&path, folder);
        append_string(&path, folder[strlen(folder) - 1] == '/' ? "" : "/");
    }
    append(&path, name, strlen(name) + 1);
    p->items = with_room(p->items, p->count, &p->capacity, sizeof *p->items);
    p->items[p->count++] = (char *)path.data;
}

static void
paths_finish(struct paths *p)
{
    for (size_t i = 0; i < p->count; i++)
        free(p->items[i]);
    free(p->items);
}

static int
compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool
ends_in_vt(const char *name)
{
    size_t len = strlen(name);
    return len > 3 && strcmp(name + len - 3, ".vt") == 0;
}

static bool
complain(const char *what, const char *why)
{
    fprintf(stderr, "qtty_vt: %s: %s\n", what, why);
    return false;
}

/** Every entry of a folder that does not begin with a dot, sorted. */
static bool
read_folder(const char *folder, struct paths *out)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return complain(folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.')
            paths_add(out, folder, entry->d_name);
    closedir(dir);
    if (out->count > 0)
        qsort(out->items, out->count, sizeof *out->items, compare_paths);
    return true;
}

/** Add a folder's scripts to `out`; if it has none, those of its folders. */
static bool
add_folder(struct paths *out, const char *folder, bool descend)
{
    struct paths entries = { 0 };
    size_t before = out->count;
    bool read = read_folder(folder, &entries);
    for (size_t i = 0; i < entries.count; i++)
        if (ends_in_vt(entries.items[i]) && !is_folder(entries.items[i]))
            paths_add(out, NULL, entries.items[i]);
    bool none = out->count == before;
    for (size_t i = 0; i < entries.count && read && none && descend; i++)
        if (is_folder(entries.items[i]))
            read = add_folder(out, entries.items[i], false);
    paths_finish(&entries);
    if (read && descend && out->count == before)
        return complain(folder, "no .vt file in it");
    return read;
}

/** The value of `--name VALUE` or `--name=VALUE` at *i, which moves to it. */
static bool
option_value(const char *name, char **argv, int *i, const char **out)
{
    size_t len = strlen(name);
    if (strncmp(argv[*i], name, len) != 0 || (argv[*i][len] != '=' && argv[*i][len] != 0))
        return false;
    *out = argv[*i][len] ? argv[*i] + len + 1 : argv[++*i];
    return true;
}

static bool
flag(const char *name, const char *argument, bool *out)
{
    bool same = strcmp(name, argument) == 0;
    *out |= same;
    return same;
}

/** The options at the front. @return index of the first path; 0: bad usage, told. */
static int
read_options(struct options *o, char **argv)
{
    int i = 1;
    for (; argv[i] && argv[i][0] == '-'; i++) {
        const char *argument = argv[i], *value = "";
        if (option_value("--engine", argv, &i, &value))
            o->engine = value;
        else if (option_value("--expected", argv, &i, &value))
            o->expected = value;
        else if (!flag("--split", argument, &o->split)
                 && !flag("--list", argument, &o->list)
                 && !flag("--help", argument, &o->help))
            return complain(argument, "no such option");
        if (!value)
            return complain(argument, "a value is missing");
    }
    return i;
}

static bool
engine_exists(const char *engine)
{
    const char *name;
    for (size_t i = 0; (name = qtty_engine_name(i)); i++)
        if (!engine || strcmp(name, engine) == 0)
            return true;
    return complain(engine ? engine : "engine", "not in this build");
}

static bool
collect(struct paths *out, char **argv)
{
    for (; *argv; argv++) {
        if (!is_folder(*argv))
            paths_add(out, NULL, *argv);
        else if (!add_folder(out, *argv, true))
            return false;
    }
    return true;
}

static void
list_cases(const struct script *s)
{
    for (size_t i = 0; i < s->case_count; i++)
        printf("%s: %.*s\n", s->path, (int)s->cases[i].name.len,
               (const char *)s->cases[i].name.data);
}

static void
run_script(struct report *report, const struct options *o, const struct script *s)
{
    for (size_t i = 0; i < s->case_count; i++) {
        struct outcome outcome;
        outcome_init(&outcome);
        run_case(s, &s->cases[i], o->engine, o->split, &outcome);
        report_case(report, s, &s->cases[i], &outcome);
        outcome_finish(&outcome);
    }
}

/** Run scripts that were all read, or list their cases. @return exit status. */
static int
run_scripts(const struct options *o, const struct script *scripts, size_t count)
{
    struct report report;
    report_init(&report);
    int status = EXIT_USAGE;
    if (!o->expected || report_read_known(&report, o->expected)) {
        for (size_t i = 0; i < count; i++)
            run_script(&report, o, &scripts[i]);
        status = report_end(&report) ? 0 : EXIT_FAILED;
    }
    report_finish(&report);
    return status;
}

static int
read_and_run(const struct options *o, const struct paths *paths)
{
    struct script *scripts = NULL;
    size_t count = 0, capacity = 0;
    bool read = true;
    for (size_t i = 0; i < paths->count && read; i++) {
        scripts = with_room(scripts, count, &capacity, sizeof *scripts);
        read = script_read(&scripts[count++], paths->items[i]);
    }
    int status = EXIT_USAGE;
    if (read && o->list) {
        for (size_t i = 0; i < count; i++)
            list_cases(&scripts[i]);
        status = 0;
    } else if (read) {
        status = run_scripts(o, scripts, count);
    }
    for (size_t i = 0; i < count; i++)
        script_finish(&scripts[i]);
    free(scripts);
    return status;
}

int
main(int argc, char **argv)
{
    struct options options = { 0 };
    struct paths paths = { 0 };
    int first = argc > 0 ? read_options(&options, argv) : 0;
    if (options.help) {
        fputs(usage, stdout);
        return 0;
    }
    if (first == 0 || !argv[first]) {
        fputs(usage, stderr);
        return EXIT_USAGE;
    }
    int status = EXIT_USAGE;
    if (engine_exists(options.engine) && collect(&paths, argv + first))
        status = read_and_run(&options, &paths);
    paths_finish(&paths);
    return status;
}
