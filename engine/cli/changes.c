/* A list that grows by an option; a later entry wins over an earlier one. */
#include "cli/changes.h"

#include <stdlib.h>

static const char *
add(struct changes *c, qtty_env_entry entry)
{
    qtty_env_entry *grown = realloc(c->entries, (c->count + 1) * sizeof *grown);
    if (grown == NULL)
        return qtty_status_text(QTTY_E_NOMEM);
    c->entries = grown;
    c->entries[c->count++] = entry;
    return NULL;
}

const char *
changes_take_env(void *context, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text)
        return "must be NAME=VALUE";
    qtty_span name = { (const uint8_t *)text, (size_t)(equals - text) };
    return add(context, (qtty_env_entry){ .name = name, .value = qtty_text(equals + 1) });
}

const char *
changes_take_unset(void *context, const char *text)
{
    if (text[0] == '\0' || strchr(text, '=') != NULL)
        return "must be a name, without '='";
    return add(context, (qtty_env_entry){ .name = qtty_text(text), .unset = true });
}

qtty_profile
changes_profile(const char *name)
{
    size_t i = 0;
    while (name != NULL && strcmp(qtty_profile_name(i), name) != 0)
        i++;
    return (qtty_profile)i;
}

void
changes_finish(struct changes *c)
{
    free(c->entries);
    *c = (struct changes){ 0 };
}
