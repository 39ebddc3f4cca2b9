/* qtty_sim: runs timelines of readiness. All files are read before the first case runs,
 * so that a malformed line is told at once. */
#include "run.h"

#include <stdio.h>
#include <string.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

static const char usage[] =
    "usage: qtty_sim FILE...\n"
    "\n"
    "Run the cases of .sim timelines: what happened and when, and what must be said of\n"
    "it then.\n"
    "\n"
    "Exit status: 0 nothing failed; 1 a case failed; 2 bad usage or a malformed file.\n";

static bool
can_read(const char *path)
{
    struct script s;
    const bool read = script_read(&s, path);
    script_finish(&s);
    return read;
}

static void
run_file(const char *path, unsigned *passed, unsigned *failed)
{
    struct script s;
    if (script_read(&s, path)) {
        for (size_t i = 0; i < s.case_count; i++)
            ++*(run_case(&s, &s.cases[i]) ? passed : failed);
    } else {
        ++*failed;
    }
    script_finish(&s);
}

int
main(int argc, char **argv)
{
    unsigned passed = 0, failed = 0;
    if (argc < 2 || argv[1][0] == '-') {
        const bool asked = argc > 1 && strcmp(argv[1], "--help") == 0;
        fputs(usage, asked ? stdout : stderr);
        return asked ? 0 : EXIT_USAGE;
    }
    for (int i = 1; i < argc; i++) {
        if (!can_read(argv[i]))
            return EXIT_USAGE;
    }
    for (int i = 1; i < argc; i++)
        run_file(argv[i], &passed, &failed);
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : EXIT_FAILED;
}
