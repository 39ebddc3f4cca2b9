/* The list of dialects. */
#include "shell/dialect.h"
#include <string.h>

/* Any program: nothing is known of it, and nothing is set up. */
static const struct dialect dialect_none = { .name = "none" };

static const struct dialect *const dialects[] = {
    &dialect_bash, &dialect_zsh,    &dialect_fish, &dialect_sh,   &dialect_ksh,
    &dialect_mksh, &dialect_python, &dialect_pwsh, &dialect_none,
};

const struct dialect *
dialect_at(size_t index)
{
    return index < sizeof dialects / sizeof *dialects ? dialects[index] : NULL;
}

const struct dialect *
dialect_find(const char *name)
{
    const struct dialect *d;
    for (size_t i = 0; (d = dialect_at(i)) != NULL; i++)
        if (strcmp(d->name, name) == 0)
            return d;
    return NULL;
}
