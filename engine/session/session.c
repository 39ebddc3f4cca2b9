/* The handle: creation, destruction, and what can be asked of it. */
#include "session/session.h"

#include "base/alloc.h"
#include "sandbox/policy.h"

/* --- The parts ---------------------------------------------------------------------- */

static qtty_status
make_provider(qtty_session *s, qtty_provider *given)
{
    s->provider = given;
    s->owns_provider = given == NULL;
    if (given != NULL)
        return QTTY_OK;
    qtty_status st = qtty_pty_provider_create(&s->provider, s->allocator);
    return st == QTTY_OK
               ? st
               : failure_set(&s->failure, st, "provider: %s", qtty_status_text(st));
}

static qtty_status
make_emulator(qtty_session *s, const qtty_session_config *c)
{
    qtty_emulator_config config = {
        .size = sizeof config,
        .allocator = s->allocator,
        .engine = c->engine,
        .persona = c->persona,
        .term = c->term,
        .rows = s->settings.window.rows,
        .cols = s->settings.window.cols,
        .cell_width = s->settings.window.cell_width,
        .cell_height = s->settings.window.cell_height,
    };
    qtty_status st = qtty_emulator_create(&s->emulator, &config);
    if (st == QTTY_E_NOT_FOUND)
        return failure_set(&s->failure, st, "engine, persona: \"%.100s\", \"%.100s\": %s",
                           c->engine != NULL ? c->engine : "",
                           c->persona != NULL ? c->persona : "", "no such one");
    return st == QTTY_OK
               ? st
               : failure_set(&s->failure, st, "emulator: %s", qtty_status_text(st));
}

/* Neither the emulator nor the lines know of other charsets. */
static qtty_status
make_converter(qtty_session *s, const qtty_session_config *c)
{
    if (converter_is_utf8(c->encoding))
        return QTTY_OK;
    return converter_open(&s->converter, c->encoding, s->settings.strict, s->allocator,
                          &s->failure);
}

static qtty_status
make_lines(qtty_session *s)
{
    qtty_lines_config config = {
        .size = sizeof config,
        .allocator = s->allocator,
        .projection = s->settings.projection,
        .strict = s->settings.strict && s->converter == NULL,
        .scrollback_lines = s->settings.scrollback_lines,
        .scrollback_max_bytes = s->settings.scrollback_max_bytes,
        .max_read_bytes = s->settings.max_read_bytes,
        .hidden = s->settings.hidden,
    };
    bool reads_screen = config.projection == QTTY_PROJECTION_SCREEN;
    qtty_status st =
        qtty_lines_create(&s->lines, &config, reads_screen ? s->emulator : NULL);
    if (st == QTTY_OK)
        st = qtty_reader_create(&s->reader, s->lines);
    return st == QTTY_OK
               ? st
               : failure_set(&s->failure, st, "lines: %s", qtty_status_text(st));
}

/* Around a text: brackets of a paste, and the end of its line. */
enum { FRAME_BYTES = 16 };

static void
make_buffers(qtty_session *s)
{
    qtty_buf_init(&s->send.given, s->allocator, QTTY_SEND_BYTES_MAX);
    qtty_buf_init(&s->send.text, s->allocator, QTTY_SEND_BYTES_MAX + FRAME_BYTES);
    qtty_buf_init(&s->send.typed, s->allocator, QTTY_SEND_BYTES_MAX + FRAME_BYTES);
    qtty_buf_init(&s->echoes.answers, s->allocator, RECORD_ECHOES_MAX);
    qtty_buf_init(&s->delta, s->allocator, 0);
    qtty_buf_init(&s->output, s->allocator, 0);
    qtty_buf_init(&s->motd, s->allocator, 0);
}

/* --- The program -------------------------------------------------------------------- */

enum { ARGS_MAX = 16, ID_BYTES = 16 };

/* Tells the program that it runs in a session, and one session from another. */
static qtty_status
draw_id(char id[ID_BYTES + 1], struct failure *why)
{
    return startup_draw(id, ID_BYTES) ? QTTY_OK
                                      : failure_errno(why, "random bits for an id");
}

static size_t
dialect_words(const struct dialect *d, qtty_span words[ARGS_MAX])
{
    size_t count = 0;
    for (; d->argv != NULL && d->argv[count] != NULL && count < ARGS_MAX; count++)
        words[count] = qtty_text(d->argv[count]);
    return count;
}

static qtty_env_entry
entry(const char *name, const char *value)
{
    return (qtty_env_entry){ .name = qtty_text(name),
                             .value = qtty_text(value),
                             .unset = value == NULL };
}

static size_t
dialect_variables(const struct dialect *d)
{
    size_t count = 0;
    while (d->environment != NULL && d->environment[count].name != NULL)
        count++;
    return count;
}

/* What the shell needs is named last: without it there would be no marks. */
static qtty_env_entry *
copy_environment(const qtty_session *s, const qtty_session_config *c, size_t *count)
{
    const struct dialect *d = s->settings.dialect;
    const char *tmp = s->sandbox != NULL ? sandbox_tmp(s->sandbox) : NULL;
    size_t variables = dialect_variables(d);
    size_t most = 1 + c->env_count + variables + 1;
    qtty_env_entry *all = mem_zalloc(s->allocator, most, sizeof *all);
    *count = 0;
    if (all == NULL)
        return NULL;
    if (tmp != NULL)
        all[(*count)++] = entry("TMPDIR", tmp);
    if (c->env_count != 0)
        memcpy(all + *count, c->env, c->env_count * sizeof *all);
    *count += c->env_count;
    for (size_t i = 0; i < variables; i++)
        all[(*count)++] = entry(d->environment[i].name, d->environment[i].value);
    if (d->variable != NULL)
        all[(*count)++] = entry(d->variable, s->startup.path);
    return all;
}

/* A directory is refused by the name of the field that it was given in. */
static qtty_status
fail_spawn(qtty_session *s, const qtty_session_config *c, qtty_status why)
{
    static const char cwd[] = "cwd: ";
    const char *error = qtty_provider_error(s->provider);
    bool is_workspace = c->cwd == NULL && c->workspace != NULL && why != QTTY_E_NOMEM
                        && strncmp(error, cwd, sizeof cwd - 1) == 0;
    return is_workspace
               ? failure_set(&s->failure, why, "workspace: %s", error + sizeof cwd - 1)
               : failure_set(&s->failure, why, "%s", error);
}

/* What is removed when the session is over, should the host not live to do it. */
enum { TEMPORARY_LIST = STARTUP_LIST + 1 };

static void
list_temporary(const qtty_session *s, char file[STARTUP_PATH_BYTES],
               const char *list[TEMPORARY_LIST])
{
    size_t count = 0;
    startup_list(&s->startup, file, list);
    while (list[count] != NULL)
        count++;
    list[count] = s->sandbox != NULL ? sandbox_temporary(s->sandbox) : NULL;
    list[count + 1] = NULL;
}

/* In the sandbox, if there is one: what cannot be wrapped is not spawned. */
static qtty_status
spawn_confined(qtty_session *s, const qtty_session_config *c, qtty_spawn_config *config)
{
    qtty_status st =
        s->sandbox != NULL ? sandbox_wrap(s->sandbox, config, &s->failure) : QTTY_OK;
    if (st == QTTY_OK) {
        st = qtty_provider_spawn(s->provider, &s->terminal, config);
        if (st != QTTY_OK)
            fail_spawn(s, c, st);
    }
    if (s->sandbox != NULL)
        sandbox_unwrap(s->sandbox);
    return st;
}

static qtty_status
spawn(qtty_session *s, const qtty_session_config *c)
{
    qtty_span words[ARGS_MAX];
    char id[ID_BYTES + 1], file[STARTUP_PATH_BYTES];
    const char *temporary[TEMPORARY_LIST];
    qtty_spawn_config config = {
        .size = sizeof config,
        .argv = c->argc != 0 ? c->argv : words,
        .argc = c->argc != 0 ? c->argc : dialect_words(s->settings.dialect, words),
        .cwd = c->cwd != NULL ? c->cwd : c->workspace,
        .term = c->term,
        .session = id,
        .parent = c->parent,
        .profile = c->profile,
        .window = s->settings.window,
        .encoding = s->converter != NULL ? QTTY_ENCODING_LATIN1 : QTTY_ENCODING_UTF8,
        .temporary = temporary,
    };
    list_temporary(s, file, temporary);
    qtty_status st = draw_id(id, &s->failure);
    if (st != QTTY_OK)
        return st;
    qtty_env_entry *environment = copy_environment(s, c, &config.env_count);
    if (environment == NULL)
        return failure_set(&s->failure, QTTY_E_NOMEM, "env: out of memory");
    config.env = environment;
    st = spawn_confined(s, c, &config);
    mem_free(s->allocator, environment);
    return st;
}

/* --- Life --------------------------------------------------------------------------- */

/* Never unconfined instead. */
static qtty_status
make_sandbox(qtty_session *s, const qtty_session_config *c)
{
    const struct sandbox_config config = { s->allocator, c->sandbox, c->workspace,
                                           c->cwd };
    if (!sandbox_mode_confines(c->sandbox))
        return QTTY_OK;
    if (!s->provider->ops->local)
        return failure_set(&s->failure, QTTY_E_UNSUPPORTED,
                           "sandbox: %s: no usable sandbox: the provider \"%.100s\" "
                           "does not spawn on this machine",
                           sandbox_mode_name(c->sandbox), s->provider->ops->name);
    return sandbox_create(&s->sandbox, &config, &s->failure);
}

static qtty_status
make_startup(qtty_session *s, const char *nonce)
{
    const char *hidden = s->sandbox != NULL ? sandbox_hides(s->sandbox) : NULL;
    if (nonce == NULL)
        return startup_create(&s->startup, s->settings.dialect, hidden, &s->failure);
    memcpy(s->startup.nonce, nonce, NONCE_BYTES);
    return QTTY_OK;
}

static qtty_status
make(qtty_session *s, qtty_provider *provider, const qtty_session_config *c,
     const char *nonce)
{
    qtty_status st = make_provider(s, provider);
    if (st == QTTY_OK)
        st = make_emulator(s, c);
    if (st == QTTY_OK)
        st = make_converter(s, c);
    if (st == QTTY_OK)
        st = make_lines(s);
    if (st == QTTY_OK)
        st = make_sandbox(s, c);
    if (st == QTTY_OK)
        st = make_startup(s, nonce);
    if (st == QTTY_OK)
        st = spawn(s, c);
    if (st == QTTY_OK)
        st = record_begin(s, c);
    s->replies.logs = record_wants_input(s);
    s->replies.emulator = s->emulator;
    s->replies.terminal = s->terminal;
    s->replies.sees_unread = s->provider->ops->provable;
    qtty_buf_init(&s->replies.log, s->allocator, 0);
    return st;
}

static void
tell(qtty_buf *error, const struct failure *why)
{
    if (error != NULL)
        (void)qtty_buf_append(error, why->text, strlen(why->text));
}

qtty_status
session_build(qtty_session **out, qtty_provider *provider,
              const qtty_session_config *config, const char *nonce, uint64_t now_ns,
              qtty_buf *error)
{
    struct settings settings;
    struct failure why = { "" };
    qtty_session_config c;
    *out = NULL;
    qtty_status st = settings_resolve(&settings, &c, config, &why);
    qtty_session *s = st == QTTY_OK ? mem_zalloc(c.allocator, 1, sizeof *s) : NULL;
    if (st == QTTY_OK && s == NULL)
        st = failure_set(&why, QTTY_E_NOMEM, "session: out of memory");
    if (st != QTTY_OK) {
        tell(error, &why);
        return st;
    }

    s->allocator = c.allocator;
    s->settings = settings;
    s->now_ns = now_ns;
    s->facts = (qtty_facts)QTTY_FACTS_INIT;
    make_buffers(s);
    st = make(s, provider, &c, nonce);
    if (st != QTTY_OK) {
        tell(error, &s->failure);
        qtty_session_destroy(s);
        return st;
    }
    *out = s;
    return QTTY_OK;
}

qtty_status
qtty_session_create(qtty_session **out, qtty_provider *provider,
                    const qtty_session_config *config, uint64_t now_ns, qtty_buf *error)
{
    qtty_status st = session_build(out, provider, config, NULL, now_ns, error);
    if (st != QTTY_OK)
        return st;
    send_start_up(*out);
    session_conclude(*out);
    return QTTY_OK;
}

void
qtty_session_destroy(qtty_session *s)
{
    if (s == NULL)
        return;
    startup_remove(&s->startup);
    qtty_terminal_destroy(s->terminal);
    sandbox_destroy(s->sandbox);
    qtty_reader_destroy(s->reader);
    qtty_lines_destroy(s->lines);
    converter_close(s->converter);
    qtty_emulator_destroy(s->emulator);
    if (s->owns_provider)
        qtty_provider_destroy(s->provider);
    qtty_buf_finish(&s->send.given);
    qtty_buf_finish(&s->send.text);
    qtty_buf_finish(&s->send.typed);
    qtty_buf_finish(&s->echoes.answers);
    qtty_buf_finish(&s->delta);
    qtty_buf_finish(&s->output);
    qtty_buf_finish(&s->motd);
    qtty_buf_finish(&s->replies.log);
    record_finish(s);
    mem_free(s->allocator, s);
}

/* --- What can be asked -------------------------------------------------------------- */

const char *
qtty_dialect_name(size_t index)
{
    const struct dialect *d = dialect_at(index);
    return d != NULL ? d->name : NULL;
}

const char *
qtty_dialect_leave(size_t index)
{
    const struct dialect *d = dialect_at(index);
    return d != NULL ? d->leave : NULL;
}

qtty_session_state
qtty_session_phase(const qtty_session *s)
{
    return s->state;
}

void
qtty_session_child(const qtty_session *s, qtty_child *out)
{
    qtty_terminal_child(s->terminal, out);
    if (s->lost) {
        out->state = QTTY_CHILD_UNKNOWN;
        out->value = 0;
    }
}

const char *
qtty_session_error(const qtty_session *s)
{
    return s->failure.text;
}

qtty_enforcement
qtty_session_sandbox(const qtty_session *s, const char **text)
{
    const char *unused;
    if (text == NULL)
        text = &unused;
    *text = "";
    return s->sandbox != NULL ? sandbox_enforcement(s->sandbox, text)
                              : QTTY_ENFORCEMENT_NONE;
}

qtty_span
qtty_session_motd(const qtty_session *s)
{
    return qtty_buf_span(&s->motd);
}

bool
qtty_session_take_result(qtty_session *s, qtty_result *out)
{
    *out = (qtty_result){ .command_status = -1 };
    if (!s->has_result)
        return false;
    *out = s->result;
    s->has_result = false;
    return true;
}

qtty_lines *
qtty_session_lines(qtty_session *s)
{
    return s->lines;
}

const qtty_emulator *
qtty_session_emulator(const qtty_session *s)
{
    return s->emulator;
}

qtty_status
qtty_session_read(qtty_session *s, int64_t offset, int64_t count, qtty_buf *text,
                  qtty_page *page)
{
    qtty_status st = qtty_lines_read(s->lines, offset, count, text, page);
    if (st != QTTY_OK)
        failure_set(&s->failure, st, "read: offset %lld, count %lld: %s",
                    (long long)offset, (long long)count, qtty_status_text(st));
    return st;
}

/* The program is told last: what it prints then is for the new size. */
qtty_status
qtty_session_resize(qtty_session *s, uint32_t rows, uint32_t cols)
{
    const qtty_window before = s->settings.window;
    qtty_window window = before;
    if (session_is_over(s))
        return failure_set(&s->failure, QTTY_E_CLOSED, "resize: the session is over");
    qtty_status st = qtty_emulator_resize(s->emulator, rows, cols);
    if (st != QTTY_OK)
        return failure_set(&s->failure, st, "resize: %u x %u: %s", (unsigned)rows,
                           (unsigned)cols, qtty_status_text(st));
    window.rows = rows;
    window.cols = cols;
    st = qtty_terminal_resize(s->terminal, &window);
    if (st == QTTY_OK) {
        s->settings.window = window;
        record_resize(s, rows, cols);
    } else {
        failure_set(&s->failure, st, "%s", qtty_terminal_error(s->terminal));
        (void)qtty_emulator_resize(s->emulator, before.rows, before.cols);
    }
    if (s->settings.projection == QTTY_PROJECTION_SCREEN)
        s->starved |= qtty_lines_sync(s->lines) != QTTY_OK;
    s->marks.prompt_is_old = true;
    replies_learn(&s->replies); /* of a report of the size, in band */
    return st;
}
