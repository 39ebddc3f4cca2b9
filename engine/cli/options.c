/* Long options: --name VALUE, --name=VALUE, --flag; `--` ends them. */
#include "cli/options.h"

#include "cli/message.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Help --------------------------------------------------------------------------- */

static void
print_choices(const struct option_row *row, FILE *to)
{
    for (size_t i = 0; row->choice(i) != NULL; i++)
        fprintf(to, "%s%s", i == 0 ? "" : ", ", row->choice(i));
}

static void
print_row(const struct option_row *row)
{
    char left[64];
    (void)snprintf(left, sizeof left, "--%s%s%s", row->name, row->argument ? " " : "",
                   row->argument ? row->argument : "");
    printf("  %-22s %s", left, row->help);
    if (row->kind == OPTION_CHOICE) {
        fputs(": ", stdout);
        print_choices(row, stdout);
    }
    putchar('\n');
}

static int
print_help(const struct usage *u)
{
    printf("usage: quietty %s [OPTIONS]%s%s\n\n%s\n", u->command,
           u->operands[0] != '\0' ? " " : "", u->operands, u->summary);
    for (size_t i = 0; i < u->count; i++)
        print_row(&u->rows[i]);
    printf("  %-22s %s\n\nexamples:\n%s", "--help, -h", "this text", u->examples);
    return 0;
}

/* --- Values ------------------------------------------------------------------------- */

static int
take_count(const struct option_row *row, const char *text)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < row->least
        || value > row->most)
        return fail(EXIT_USAGE, "--%s: %s: must be %u..%u", row->name, text,
                    (unsigned)row->least, (unsigned)row->most);
    *(uint32_t *)row->value = (uint32_t)value;
    return OPTIONS_GO_ON;
}

/* A number of seconds that still fits when it becomes ns. */
static int
take_seconds(const struct option_row *row, const char *text)
{
    static const double most = 1e9;
    char *end;
    double value = strtod(text, &end);
    bool number = (text[0] >= '0' && text[0] <= '9') || text[0] == '.';
    if (!number || end == text || *end != '\0' || !(value >= 0 && value <= most)
        || (row->least == 1 && !(value > 0)))
        return fail(EXIT_USAGE, "--%s: %s: must be a number of seconds, %s", row->name,
                    text, row->least == 1 ? "more than 0" : "0 or more");
    *(double *)row->value = value;
    return OPTIONS_GO_ON;
}

static int
take_choice(const struct option_row *row, const char *text)
{
    char names[256] = "";
    size_t used = 0;
    for (size_t i = 0; row->choice(i) != NULL; i++) {
        if (strcmp(row->choice(i), text) == 0) {
            *(const char **)row->value = row->choice(i);
            return OPTIONS_GO_ON;
        }
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     i == 0 ? "" : ", ", row->choice(i));
    }
    return fail(EXIT_USAGE, "--%s: %s: must be one of %s", row->name, text, names);
}

static int
take_each(const struct option_row *row, const char *text)
{
    const char *rule = row->each(row->value, text);
    if (rule == NULL)
        return OPTIONS_GO_ON;
    return fail(EXIT_USAGE, "--%s: %s: %s", row->name, text, rule);
}

static int
take_value(const struct option_row *row, const char *text)
{
    if (text[0] == '\0')
        return fail(EXIT_USAGE, "--%s: must not be empty", row->name);
    switch (row->kind) {
    case OPTION_COUNT:
        return take_count(row, text);
    case OPTION_SECONDS:
        return take_seconds(row, text);
    case OPTION_CHOICE:
        return take_choice(row, text);
    case OPTION_EACH:
        return take_each(row, text);
    case OPTION_FLAG:
    case OPTION_TEXT:
        break;
    }
    *(const char **)row->value = text;
    return OPTIONS_GO_ON;
}

/* --- The line ----------------------------------------------------------------------- */

static const struct option_row *
find_row(const struct usage *u, const char *name, size_t length)
{
    for (size_t i = 0; i < u->count; i++)
        if (strlen(u->rows[i].name) == length
            && memcmp(u->rows[i].name, name, length) == 0)
            return &u->rows[i];
    return NULL;
}

/* An option stands at `*at`; goes past its value. */
static int
take_option(const struct usage *u, int argc, char **argv, int *at)
{
    const char *option = argv[*at];
    const char *name = option + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    const struct option_row *row = option[1] == '-' ? find_row(u, name, length) : NULL;

    if (row == NULL)
        return fail(EXIT_USAGE, "%s: no such option; see quietty %s --help", option,
                    u->command);
    if (row->kind == OPTION_FLAG) {
        if (value != NULL)
            return fail(EXIT_USAGE, "--%s: takes no value", row->name);
        *(bool *)row->value = true;
        return OPTIONS_GO_ON;
    }
    if (value == NULL && ++*at < argc)
        value = argv[*at];
    if (value == NULL)
        return fail(EXIT_USAGE, "--%s: needs a value", row->name);
    return take_value(row, value);
}

/* A program can have the name of an option: the value tells them apart. */
const char *
options_dashes(const char *error, const char *name, const char *value)
{
    enum { COMPARED = 100 }; /* long values are cut */
    size_t length = strlen(name);
    if (value == NULL || strncmp(error, name, length) != 0
        || strncmp(error + length, ": ", 2) != 0)
        return NULL;
    error += length + 2;
    error += error[0] == '"';
    size_t bytes = strlen(value);
    return strncmp(error, value, bytes < COMPARED ? bytes : COMPARED) == 0 ? "--" : NULL;
}

bool
options_ask_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* "-" is an operand: standard input. */
static bool
is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

int
options_read(const struct usage *u, int *argc, char **argv)
{
    int operands = 0;
    bool over = false;
    for (int i = 0; i < *argc; i++) {
        if (!over && options_ask_help(argv[i]))
            return print_help(u);
        if (!over && strcmp(argv[i], "--") == 0) {
            over = true;
        } else if (!over && is_option(argv[i])) {
            int code = take_option(u, *argc, argv, &i);
            if (code != OPTIONS_GO_ON)
                return code;
        } else {
            over = over || u->first_operand_ends;
            argv[operands++] = argv[i];
        }
    }
    *argc = operands;
    return OPTIONS_GO_ON;
}
