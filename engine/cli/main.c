/* quietty: the headless terminal, from a command line. */
#define _POSIX_C_SOURCE 200809L

#include "cli/command.h"
#include "cli/message.h"
#include "cli/options.h"
#include <errno.h>
#include <fcntl.h>
#include <quietty/emulator.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    { "run", command_run, "run a program on a headless terminal, print what it said" },
    { "shell", command_shell, "run lines of input in one shell, print what each said" },
    { "replay", command_replay, "judge the recording of a session once more" },
    { "render", command_render, "print the screen or the lines of a recording" },
    { "trace", command_trace, "print every control sequence of a recording" },
    { "diff", command_diff, "say where engines differ over a recording" },
    { "queries", command_queries, "list the queries that are answered, and how" },
    { "gen", command_gen, "write a stream as programs send them, from a seed" },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void
print_usage(FILE *to)
{
    fputs("usage: quietty COMMAND [OPTIONS] …\n\n", to);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\nquietty COMMAND --help says more, with examples; quietty --version.\n", to);
}

/* A descriptor that is missing would be given to the next file that is opened. Writing to
 * these fails, as it should. */
static void
open_standard_descriptors(void)
{
    for (int descriptor = 0; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", O_RDONLY);
}

static int
dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (options_ask_help(argv[1]) || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("quietty %s\n", qtty_version());
        return 0;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 2, argv + 2);
    return fail(EXIT_USAGE, "%s: no such command; see quietty --help", argv[1]);
}

int
main(int argc, char **argv)
{
    open_standard_descriptors();
    int code = dispatch(argc, argv);
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return fail(code != 0 ? code : EXIT_FAILED, "standard output: %s",
                errno != 0 ? strerror(errno) : "an earlier write failed");
}
