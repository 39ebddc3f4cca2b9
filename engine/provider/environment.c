/* The child's environment. A pure function of its arguments: it looks at nothing else, so
 * what a program will see can be tested without starting one. */
#include "provider/environment.h"

#include "base/alloc.h"
#include "provider/profile.h"
#include <stdlib.h>

/* In any case, anywhere in the name: what a harness was given is not the program's. */
static const char *const secret_parts[] = { "KEY", "PASSWORD", "SECRET", "TOKEN" };

/* What says which terminal the parent runs in, or speaks to it. A child that believed it
 * would use features that this terminal lacks, or reach around it. `*` ends a prefix. */
static const char *const terminal_names[] = {
    "ALACRITTY_*",
    "COLORTERM",
    "COLUMNS",
    "GHOSTTY_*",
    "GNOME_TERMINAL_*",
    "GPG_TTY",
    "INSIDE_EMACS",
    "ITERM_*",
    "KITTY_*",
    "KONSOLE_*",
    "LC_TERMINAL*",
    "LINES",
    "SSH_TTY",
    "STY",
    "TERMCAP",
    "TERMINATOR_*",
    "TERM_FEATURES",
    "TERM_PROGRAM*",
    "TERM_SESSION_ID",
    "TILIX_ID",
    "TMUX",
    "TMUX_PANE",
    "VSCODE_*",
    "VTE_VERSION",
    "WEZTERM_*",
    "WINDOW",
    "WINDOWID",
    "WT_PROFILE_ID",
    "WT_SESSION",
    "XTERM_*",
    "ZELLIJ*",
    "QTTY_*", /* our own: of the session that we run in ourselves */
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static uint8_t
upper(uint8_t byte)
{
    return byte >= 'a' && byte <= 'z' ? (uint8_t)(byte - 'a' + 'A') : byte;
}

static bool
begins_with(qtty_span name, const char *upper_case)
{
    size_t i = 0;
    while (upper_case[i] != '\0' && i < name.len
           && upper(name.data[i]) == (uint8_t)upper_case[i])
        i++;
    return upper_case[i] == '\0';
}

static bool
contains(qtty_span name, const char *upper_case)
{
    for (; name.len != 0; name.data++, name.len--)
        if (begins_with(name, upper_case))
            return true;
    return false;
}

static bool
matches(qtty_span name, const char *pattern)
{
    size_t length = strlen(pattern);
    if (pattern[length - 1] == '*')
        return name.len >= length - 1 && memcmp(name.data, pattern, length - 1) == 0;
    return name.len == length && memcmp(name.data, pattern, length) == 0;
}

bool
environment_scrubs(qtty_span name)
{
    for (size_t i = 0; i < COUNT_OF(secret_parts); i++)
        if (contains(name, secret_parts[i]))
            return true;
    for (size_t i = 0; i < COUNT_OF(terminal_names); i++)
        if (matches(name, terminal_names[i]))
            return true;
    return false;
}

/* --- A list of NAME=VALUE ----------------------------------------------------------- */

static bool
has_name(const char *entry, qtty_span name)
{
    return strncmp(entry, (const char *)name.data, name.len) == 0
           && entry[name.len] == '=';
}

/* Index of a name; `count` if it is not there. */
static size_t
find(const struct environment *e, qtty_span name)
{
    size_t i = 0;
    while (i < e->count && !has_name(e->entries[i], name))
        i++;
    return i;
}

static char *
joined(const qtty_allocator *a, qtty_span name, qtty_span value)
{
    char *entry = mem_resize(a, NULL, name.len + value.len + 2, 1);
    if (entry == NULL)
        return NULL;
    memcpy(entry, name.data, name.len);
    entry[name.len] = '=';
    if (value.len != 0)
        memcpy(entry + name.len + 1, value.data, value.len);
    entry[name.len + 1 + value.len] = '\0';
    return entry;
}

/* The array always has room for one entry more, and the NULL. */
static qtty_status
set(struct environment *e, qtty_span name, qtty_span value)
{
    char *entry = joined(e->allocator, name, value);
    if (entry == NULL)
        return QTTY_E_NOMEM;

    size_t i = find(e, name);
    if (i == e->count)
        e->count++;
    else
        mem_free(e->allocator, e->entries[i]);
    e->entries[i] = entry;
    return QTTY_OK;
}

static void
unset(struct environment *e, qtty_span name)
{
    size_t i = find(e, name);
    if (i == e->count)
        return;
    mem_free(e->allocator, e->entries[i]);
    e->entries[i] = e->entries[--e->count];
    e->entries[e->count] = NULL;
}

const char *
environment_get(const struct environment *e, const char *name)
{
    size_t i = find(e, qtty_text(name));
    return i < e->count ? e->entries[i] + strlen(name) + 1 : NULL;
}

void
environment_finish(struct environment *e)
{
    for (size_t i = 0; i < e->count; i++)
        mem_free(e->allocator, e->entries[i]);
    mem_free(e->allocator, e->entries);
    *e = (struct environment){ .allocator = e->allocator };
}

/* --- The five layers ---------------------------------------------------------------- */

/* As getenv(3) sees it: of two entries of one name the first counts. */
static qtty_status
inherit(struct environment *e, const char *const *parent)
{
    for (; *parent != NULL; parent++) {
        const char *equals = strchr(*parent, '=');
        if (equals == NULL || equals == *parent)
            continue;
        qtty_span name = { (const uint8_t *)*parent, (size_t)(equals - *parent) };
        if (environment_scrubs(name) || find(e, name) != e->count)
            continue;
        qtty_status st = set(e, name, qtty_text(equals + 1));
        if (st != QTTY_OK)
            return st;
    }
    return QTTY_OK;
}

static qtty_status
set_fixed(struct environment *e, const qtty_spawn_config *c)
{
    const char *term = c->term != NULL ? c->term : "xterm-256color";
    qtty_status st = set(e, qtty_text("TERM"), qtty_text(term));
    if (st == QTTY_OK && c->session != NULL)
        st = set(e, qtty_text("QTTY_SESSION"), qtty_text(c->session));
    return st;
}

static qtty_status
set_profile(struct environment *e, const qtty_spawn_config *c)
{
    qtty_status st = QTTY_OK;
    const struct profile_entry *p = profile_entries(c->profile);
    for (; st == QTTY_OK && p->name != NULL; p++) {
        if (p->value == NULL)
            unset(e, qtty_text(p->name));
        else
            st = set(e, qtty_text(p->name), qtty_text(p->value));
    }
    return st;
}

static qtty_status
set_explicit(struct environment *e, const qtty_spawn_config *c)
{
    for (size_t i = 0; i < c->env_count; i++) {
        if (c->env[i].unset) {
            unset(e, c->env[i].name);
            continue;
        }
        qtty_status st = set(e, c->env[i].name, c->env[i].value);
        if (st != QTTY_OK)
            return st;
    }
    return QTTY_OK;
}

static bool
is_empty(const char *value)
{
    return value == NULL || value[0] == '\0';
}

/* Without a locale a program takes its terminal for ASCII (POSIX, XBD 8.2: LC_ALL
 * decides, then LC_CTYPE, then LANG; an empty one is as good as none). An explicit
 * LC_CTYPE stands, also an unset one. */
static qtty_status
set_locale(struct environment *e, const qtty_spawn_config *c)
{
    if (c->encoding != QTTY_ENCODING_UTF8 || !is_empty(environment_get(e, "LC_ALL"))
        || !is_empty(environment_get(e, "LC_CTYPE"))
        || !is_empty(environment_get(e, "LANG")))
        return QTTY_OK;
    for (size_t i = 0; i < c->env_count; i++)
        if (matches(c->env[i].name, "LC_CTYPE"))
            return QTTY_OK;
    return set(e, qtty_text("LC_CTYPE"), qtty_text("C.UTF-8"));
}

/* --- Rules -------------------------------------------------------------------------- */

static bool
has_byte(qtty_span text, int byte)
{
    return text.len != 0 && memchr(text.data, byte, text.len) != NULL;
}

/* A value may be a secret: its rule is told with its size only. */
static qtty_status
check_entry(const qtty_env_entry *entry, size_t index, struct failure *why)
{
    qtty_span name = entry->name;
    int shown = (int)(name.len < 64 ? name.len : 64);

    if (name.len == 0)
        return failure_set(why, QTTY_E_INVAL, "env[%zu].name: \"\": must not be empty",
                           index);
    if (has_byte(name, '\0'))
        return failure_set(
            why, QTTY_E_INVAL,
            "env[%zu].name: \"%.*s\" and on, %zu bytes: must not contain NUL", index,
            shown, (const char *)name.data, name.len);
    if (has_byte(name, '='))
        return failure_set(why, QTTY_E_INVAL,
                           "env[%zu].name: \"%.*s\": must not contain '='", index, shown,
                           (const char *)name.data);
    if (!entry->unset && has_byte(entry->value, '\0'))
        return failure_set(why, QTTY_E_INVAL, "env %.*s: %zu bytes: must not contain NUL",
                           shown, (const char *)name.data, entry->value.len);
    return QTTY_OK;
}

static size_t
count_of(const char *const *list)
{
    size_t count = 0;
    while (list[count] != NULL)
        count++;
    return count;
}

qtty_status
environment_build(struct environment *e, const qtty_allocator *allocator,
                  const qtty_spawn_config *c, const char *const *parent,
                  struct failure *why)
{
    *e = (struct environment){ .allocator = allocator };
    if (profile_entries(c->profile) == NULL)
        return failure_set(why, QTTY_E_INVAL, "profile: %d: no such profile",
                           (int)c->profile);
    for (size_t i = 0; i < c->env_count; i++) {
        qtty_status st = check_entry(&c->env[i], i, why);
        if (st != QTTY_OK)
            return st;
    }

    enum { TERM_SESSION_LOCALE = 3, END = 1 };
    size_t most =
        count_of(parent) + TERM_SESSION_LOCALE + PROFILE_ENTRIES_MAX + c->env_count + END;
    e->entries = mem_zalloc(allocator, most, sizeof *e->entries);
    qtty_status st = e->entries != NULL ? QTTY_OK : QTTY_E_NOMEM;
    if (st == QTTY_OK)
        st = inherit(e, parent);
    if (st == QTTY_OK)
        st = set_fixed(e, c);
    if (st == QTTY_OK)
        st = set_profile(e, c);
    if (st == QTTY_OK)
        st = set_explicit(e, c);
    if (st == QTTY_OK)
        st = set_locale(e, c);
    if (st != QTTY_OK) {
        environment_finish(e);
        return failure_set(why, st, "environment: out of memory");
    }
    return QTTY_OK;
}
