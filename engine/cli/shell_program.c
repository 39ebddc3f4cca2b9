/* Which shell a program is, as far as its name says: the last part of its path, without a
 * version behind it (python3.11, ksh93). */
#include "cli/shell_program.h"

#include "cli/message.h"
#include "cli/options.h"
#include "shell/dialect.h"
#include <string.h>

/* --- Names -------------------------------------------------------------------------- */

static qtty_span
name_of(qtty_span program)
{
    qtty_span name = program;
    for (size_t i = 0; i < program.len; i++)
        if (program.data[i] == '/')
            name = (qtty_span){ program.data + i + 1, program.len - i - 1 };
    while (name.len != 0 && memchr("0123456789.", name.data[name.len - 1], 11) != NULL)
        name.len--;
    return name;
}

static bool
is_named(qtty_span name, const char *text)
{
    return name.len == strlen(text) && memcmp(name.data, text, name.len) == 0;
}

/* NULL: none that is known. */
static const struct dialect *
dialect_of(qtty_span program)
{
    const struct dialect *d;
    qtty_span name = name_of(program);
    if (is_named(name, "dash") || is_named(name, "ash"))
        return dialect_find("sh");
    for (size_t i = 0; (d = dialect_at(i)) != NULL && d->argv != NULL; i++)
        if (is_named(name, d->name))
            return d;
    return NULL;
}

/* Those that are set up in the same way: by the file that ENV names. bash is not one of
 * them: by its own name it reads that file in posix mode alone. */
static bool
is_relative(const char *dialect, const char *program)
{
    static const char *const pairs[][2] = { { "sh", "ksh" },
                                            { "sh", "mksh" },
                                            { "ksh", "mksh" } };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (strcmp(pairs[i][0], dialect) == 0 && strcmp(pairs[i][1], program) == 0)
            return true;
    return false;
}

static bool
contradicts(const struct dialect *asked, const struct dialect *is)
{
    return is != NULL && is != asked && asked->argv != NULL
           && !is_relative(asked->name, is->name);
}

/* --- Words -------------------------------------------------------------------------- */

static size_t
add_arguments(const struct dialect *d, qtty_span *words)
{
    size_t count = 1;
    for (; d->argv[count] != NULL && count < DIALECT_WORDS_MAX; count++)
        words[count] = qtty_text(d->argv[count]);
    return count;
}

int
shell_program_choose(qtty_session_config *c, qtty_span *words, size_t count)
{
    const struct dialect *d = dialect_find(c->dialect != NULL ? c->dialect : "bash");
    const struct dialect *is = count != 0 ? dialect_of(words[0]) : NULL;
    if (count == 0 && d->argv == NULL)
        return fail(EXIT_USAGE,
                    "--dialect: %s: needs a PROGRAM; see quietty shell --help", d->name);
    if (count != 0 && c->dialect == NULL)
        d = is != NULL ? is : dialect_find("none");
    if (contradicts(d, is))
        return fail(EXIT_USAGE, "--dialect: %s: %.*s is a program of dialect %s", d->name,
                    (int)(words[0].len < 200 ? words[0].len : 200),
                    (const char *)words[0].data, is->name);
    c->dialect = d->name;
    c->argv = words;
    c->argc = count == 1 && d->argv != NULL ? add_arguments(d, words) : count;
    return OPTIONS_GO_ON;
}
