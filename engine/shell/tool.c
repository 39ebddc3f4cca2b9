/* The handle of the bash tool: its configuration, and its end. */
#include "shell/tool.h"

#include "base/alloc.h"
#include "session/config.h"
#include <stdio.h>

static const char default_description[] =
    "Run a command in a persistent bash shell. Working directory, variables, functions "
    "and jobs stay from one call to the next. The answer is what the command printed, "
    "standard output and error together as on a terminal; a status other than 0 follows "
    "in a last line, [exit code: N]. A program that waits for input gets the next call "
    "as that input. A command that takes too long is ended together with the shell.";

/* --- Configuration ------------------------------------------------------------------ */

static qtty_status
check_numbers(qtty_tool_config *c, struct failure *why)
{
    enum { TIMEOUT_MS = 300000, CHARACTERS = 16000 };
    if (c->timeout_ms == 0)
        c->timeout_ms = TIMEOUT_MS;
    if (c->max_characters == 0)
        c->max_characters = CHARACTERS;
    if (c->max_characters >= QTTY_TOOL_CHARACTERS_MIN
        && c->max_characters <= QTTY_TOOL_CHARACTERS_MAX)
        return QTTY_OK;
    return failure_set(why, QTTY_E_RANGE, "max_characters: %u: must be %u..%u",
                       (unsigned)c->max_characters, QTTY_TOOL_CHARACTERS_MIN,
                       QTTY_TOOL_CHARACTERS_MAX);
}

/* The whole output is wanted, or its beginning: more lines are kept than a session does,
 * within the same bytes, and all of them can be read. */
static qtty_status
check_session(struct qtty_tool *t, struct failure *why)
{
    struct settings settings;
    struct failure inner = { "" };
    enum { LINES = 200000 };
    qtty_session_config *c = &t->session_config;
    qtty_status st = settings_resolve(&settings, c, t->config.session, &inner);
    if (st != QTTY_OK)
        return failure_set(why, st, "session.%.400s", inner.text);
    if (settings.dialect != &dialect_bash)
        return failure_set(why, QTTY_E_UNSUPPORTED,
                           "session.dialect: \"%s\": must be \"bash\"",
                           settings.dialect->name);
    if (c->scrollback_lines == 0)
        c->scrollback_lines = LINES;
    if (c->max_read_bytes == 0)
        c->max_read_bytes = settings.scrollback_max_bytes;
    if (c->allocator == NULL)
        c->allocator = t->allocator;
    return QTTY_OK;
}

/* `!` is text to a model. */
static qtty_status
make_argv(struct qtty_tool *t)
{
    size_t count = 0;
    const char *const *words = dialect_bash.argv;
    if (t->session_config.argc != 0)
        return QTTY_OK;
    while (words[count] != NULL)
        count++;
    t->argv = mem_zalloc(t->allocator, count + 1, sizeof *t->argv);
    if (t->argv == NULL)
        return QTTY_E_NOMEM;
    for (size_t i = 0; i < count; i++)
        t->argv[i] = qtty_text(words[i]);
    t->argv[count] = qtty_text("+H");
    t->session_config.argv = t->argv;
    t->session_config.argc = count + 1;
    return QTTY_OK;
}

/* The history file is a person's. Of two entries of a name the later one counts. */
static qtty_status
make_env(struct qtty_tool *t)
{
    qtty_session_config *c = &t->session_config;
    t->env = mem_zalloc(t->allocator, c->env_count + 1, sizeof *t->env);
    if (t->env == NULL)
        return QTTY_E_NOMEM;
    t->env[0] = (qtty_env_entry){ .name = qtty_text("HISTFILE"), .value = qtty_text("") };
    if (c->env_count != 0)
        memcpy(t->env + 1, c->env, c->env_count * sizeof *t->env);
    c->env = t->env;
    c->env_count++;
    return QTTY_OK;
}

static qtty_status
complete(struct qtty_tool *t, struct failure *why)
{
    qtty_status st = check_numbers(&t->config, why);
    if (st == QTTY_OK)
        st = check_session(t, why);
    if (st != QTTY_OK)
        return st;
    if (t->config.description == NULL)
        t->config.description = default_description;
    st = make_argv(t);
    if (st == QTTY_OK)
        st = make_env(t);
    return st == QTTY_OK ? st : failure_set(why, st, "tool: out of memory");
}

/* --- Life --------------------------------------------------------------------------- */

static qtty_status
create(qtty_tool **out, const qtty_tool_config *config, struct failure *why)
{
    const qtty_tool_config by_default = QTTY_TOOL_CONFIG_INIT;
    const qtty_tool_config *given = config != NULL ? config : &by_default;
    if (given->size != sizeof *given)
        return failure_set(why, QTTY_E_INVAL, "size: %zu: must be %zu", given->size,
                           sizeof *given);
    struct qtty_tool *t = mem_zalloc(given->allocator, 1, sizeof *t);
    if (t == NULL)
        return failure_set(why, QTTY_E_NOMEM, "tool: out of memory");
    t->allocator = given->allocator;
    t->config = *given;
    qtty_status st = complete(t, why);
    if (st != QTTY_OK) {
        qtty_tool_destroy(t);
        return st;
    }
    *out = t;
    return QTTY_OK;
}

qtty_status
qtty_tool_create(qtty_tool **out, const qtty_tool_config *config, qtty_buf *error)
{
    struct failure why = { "" };
    *out = NULL;
    qtty_status st = create(out, config, &why);
    if (st != QTTY_OK && error != NULL)
        (void)qtty_buf_append(error, why.text, strlen(why.text));
    return st;
}

void
qtty_tool_destroy(qtty_tool *t)
{
    if (t == NULL)
        return;
    qtty_session_destroy(t->session);
    while (t->calls != NULL) {
        struct call *c = t->calls;
        t->calls = c->next;
        tool_free_call(t, c);
    }
    tool_free_call(t, t->taken);
    mem_free(t->allocator, t->argv);
    mem_free(t->allocator, t->env);
    mem_free(t->allocator, t);
}

/* --- What can be asked -------------------------------------------------------------- */

const char *
qtty_tool_error(const qtty_tool *t)
{
    return t->failure.text;
}

const char *
qtty_tool_description(const qtty_tool *t)
{
    return t->config.description;
}

qtty_session *
qtty_tool_session(qtty_tool *t)
{
    return t->session;
}
