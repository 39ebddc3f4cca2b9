/* Long options, read from a table that also writes the help. */
#ifndef QTTY_CLI_OPTIONS_H
#define QTTY_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind {
    OPTION_FLAG,    /* bool *: takes no value */
    OPTION_COUNT,   /* uint32_t *: least..most */
    OPTION_SECONDS, /* double *: 0 or more; above 0 if `least` is 1 */
    OPTION_TEXT,    /* const char ** */
    OPTION_CHOICE,  /* const char **: one of `choice`, the table's own string */
    OPTION_EACH,    /* given to `each`, with the value that stands here as context */
};

struct option_row {
    const char *name; /* without dashes */
    enum option_kind kind;
    void *value;
    const char *argument; /* its name in the help; NULL for a flag */
    const char *help;
    uint32_t least, most;
    const char *(*choice)(size_t index); /* NULL past the last */
    /** @return NULL, or the rule that the text breaks. */
    const char *(*each)(void *context, const char *text);
};

/* Rows of a table. */
#define OPT_FLAG(name_, to, help_)                                                       \
    {                                                                                    \
        .name = (name_), .kind = OPTION_FLAG, .value = (to), .help = (help_)             \
    }
#define OPT_COUNT(name_, to, most_, help_)                                               \
    {                                                                                    \
        .name = (name_), .kind = OPTION_COUNT, .value = (to), .argument = "N",           \
        .help = (help_), .least = 1, .most = (most_)                                     \
    }
#define OPT_SECONDS(name_, to, least_, help_)                                            \
    {                                                                                    \
        .name = (name_), .kind = OPTION_SECONDS, .value = (to), .argument = "SECONDS",   \
        .help = (help_), .least = (least_)                                               \
    }
#define OPT_TEXT(name_, to, argument_, help_)                                            \
    {                                                                                    \
        .name = (name_), .kind = OPTION_TEXT, .value = (to), .argument = (argument_),    \
        .help = (help_)                                                                  \
    }
#define OPT_CHOICE(name_, to, choice_, help_)                                            \
    {                                                                                    \
        .name = (name_), .kind = OPTION_CHOICE, .value = (to), .argument = "NAME",       \
        .help = (help_), .choice = (choice_)                                             \
    }
#define OPT_EACH(name_, context, each_, argument_, help_)                                \
    {                                                                                    \
        .name = (name_), .kind = OPTION_EACH, .value = (context),                        \
        .argument = (argument_), .help = (help_), .each = (each_)                        \
    }

struct usage {
    const char *command;  /* "render" */
    const char *operands; /* "FILE", as the help shows them */
    const char *summary;  /* a sentence or more, lines broken */
    const char *examples; /* lines, each ends with LF */
    const struct option_row *rows;
    size_t count;
    bool first_operand_ends; /* what follows it is another program's */
};

enum { OPTIONS_GO_ON = -1 };

/** Does this word ask for help: --help or -h? */
bool options_ask_help(const char *word);

/**
 * Read the options of a subcommand. `--help` is answered here, a mistake told.
 *
 * @param argc,argv  Without the subcommand's name; become the operands.
 * @return OPTIONS_GO_ON, or the code to exit with.
 */
int options_read(const struct usage *u, int *argc, char **argv);

/** "--", if a failure of the library, `NAME: VALUE: …`, speaks of the value that was
 * given for the option of that name (NULL: none was); else NULL. */
const char *options_dashes(const char *error, const char *name, const char *value);

#endif
