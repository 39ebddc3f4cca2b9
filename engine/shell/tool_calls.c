/* Calls: queued, cancelled, answered. */
#include "shell/tool.h"

#include "base/alloc.h"
#include "session/session.h"

/* --- The list ----------------------------------------------------------------------- */

struct call *
tool_find(const struct qtty_tool *t, enum call_stage stage)
{
    struct call *c = t->calls;
    while (c != NULL && c->stage != stage)
        c = c->next;
    return c;
}

/* What it has come to is known, though its shell may have to be ended yet. */
static bool
is_over(const struct call *c)
{
    return c->stage == CALL_ENDING || c->stage == CALL_DONE;
}

static struct call *
find_call(const struct qtty_tool *t, qtty_tool_call number)
{
    struct call *c = t->calls;
    while (c != NULL && (c->answer.call != number || is_over(c)))
        c = c->next;
    return c;
}

static void
append(struct qtty_tool *t, struct call *c)
{
    struct call **end = &t->calls;
    while (*end != NULL)
        end = &(*end)->next;
    *end = c;
    t->count++;
}

static void
unlink(struct qtty_tool *t, struct call *c)
{
    struct call **at = &t->calls;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    t->count--;
}

void
tool_free_call(struct qtty_tool *t, struct call *c)
{
    if (c == NULL)
        return;
    qtty_buf_finish(&c->command);
    qtty_buf_finish(&c->text);
    mem_free(t->allocator, c);
}

/* --- A new one ---------------------------------------------------------------------- */

static qtty_status
refuse(struct qtty_tool *t, qtty_status st, const char *why)
{
    return failure_set(&t->failure, st, "%s", why);
}

const char tool_is_empty[] = "command: must not be empty";

/* What calls before it leave is not known yet. */
static bool
comes_at_prompt(const struct qtty_tool *t)
{
    return !t->waits && t->current == NULL && tool_find(t, CALL_QUEUED) == NULL;
}

static qtty_status
check(struct qtty_tool *t, qtty_span command)
{
    if (comes_at_prompt(t) && tool_text_is_blank(command))
        return refuse(t, QTTY_E_INVAL, tool_is_empty);
    if (command.len > QTTY_TOOL_COMMAND_MAX)
        return failure_set(&t->failure, QTTY_E_LIMIT,
                           "command: %zu bytes: must be at most %u", command.len,
                           QTTY_TOOL_COMMAND_MAX);
    if (command.len != 0 && memchr(command.data, '\0', command.len) != NULL)
        return refuse(t, QTTY_E_INVAL, "command: must not contain NUL");
    if (!compose_is_well_formed(command))
        return refuse(t, QTTY_E_ENCODING, "command: must be UTF-8");
    if (t->closed)
        return refuse(t, QTTY_E_CLOSED, "command: the tool is closed");
    if (t->count >= QTTY_TOOL_CALLS_MAX)
        return failure_set(&t->failure, QTTY_E_LIMIT,
                           "command: %u calls are there that have no answer, or one "
                           "that was not taken",
                           QTTY_TOOL_CALLS_MAX);
    return QTTY_OK;
}

/* A note may be as long as a failure; a character has up to four bytes. */
static struct call *
make_call(struct qtty_tool *t, qtty_span command)
{
    enum { NOTES_BYTES = 4096, CHARACTER_BYTES = 4 };
    struct call *c = mem_zalloc(t->allocator, 1, sizeof *c);
    if (c == NULL)
        return NULL;
    qtty_buf_init(&c->command, t->allocator, QTTY_TOOL_COMMAND_MAX);
    qtty_buf_init(&c->text, t->allocator,
                  (size_t)t->config.max_characters * CHARACTER_BYTES + NOTES_BYTES);
    if (tool_copy_command(&c->command, command) == QTTY_OK)
        return c;
    tool_free_call(t, c);
    return NULL;
}

qtty_status
qtty_tool_run(qtty_tool *t, qtty_span command, uint32_t timeout_ms, uint64_t now_ns,
              qtty_tool_call *call)
{
    *call = 0;
    t->now_ns = now_ns > t->now_ns ? now_ns : t->now_ns;
    qtty_status st = check(t, command);
    struct call *c = st == QTTY_OK ? make_call(t, command) : NULL;
    if (st == QTTY_OK && c == NULL)
        st = refuse(t, QTTY_E_NOMEM, "command: out of memory");
    if (st != QTTY_OK)
        return st;
    c->timeout_ms = timeout_ms != 0 ? timeout_ms : t->config.timeout_ms;
    c->answer = (qtty_tool_answer){ .call = ++t->last, .exit_code = -1 };
    append(t, c);
    *call = c->answer.call;
    tool_advance(t);
    return QTTY_OK;
}

/* --- Its answer --------------------------------------------------------------------- */

static struct ending
ending_of(struct qtty_tool *t, const struct call *c, qtty_tool_end end)
{
    struct ending e = { .end = end, .exit_code = -1, .timeout_ms = c->timeout_ms };
    if (t->session != NULL)
        qtty_session_child(t->session, &e.child);
    return e;
}

static void
write_answer(struct qtty_tool *t, struct call *c, qtty_status status,
             const struct ending *e)
{
    c->answer.end = e->end;
    c->answer.status = status;
    c->answer.exit_code = e->exit_code;
    c->answer.child = e->child;
    qtty_status st = tool_text_write(c, e, t->config.max_characters);
    if (st != QTTY_OK && c->answer.status == QTTY_OK)
        c->answer.status = st;
}

void
tool_finish_call(struct qtty_tool *t)
{
    t->current->stage = CALL_DONE;
    t->current = NULL;
}

void
tool_fail(struct qtty_tool *t, qtty_status status, const char *why)
{
    struct call *c = t->current;
    struct ending e = ending_of(t, c, QTTY_TOOL_FAILED);
    e.why = why;
    failure_set(&t->failure, status, "%s", why);
    write_answer(t, c, status, &e);
    tool_finish_call(t);
}

static qtty_tool_end
end_of(const qtty_result *r)
{
    if (r->wait_reason == QTTY_WAIT_TIMEOUT)
        return QTTY_TOOL_TIMED_OUT;
    if (r->wait_reason == QTTY_WAIT_SESSION_EXIT)
        return QTTY_TOOL_EXITED;
    if (r->wait_reason == QTTY_WAIT_NONE)
        return QTTY_TOOL_FAILED;
    return r->command_status >= 0 ? QTTY_TOOL_DONE : QTTY_TOOL_WAITS;
}

/* The status of a line without a command is that of the command before. */
static int32_t
code_of(const struct call *c, const qtty_result *r)
{
    bool ran = (r->evidence.seen & QTTY_SEEN_STARTED) != 0;
    bool is_nothing = !ran && tool_text_is_comment(qtty_buf_span(&c->command));
    return r->command_status > 0 && is_nothing ? 0 : r->command_status;
}

/* An interactive shell says `exit` when it leaves by that word: its own, not the
 * command's. */
static qtty_span
output_of(const struct call *c, const qtty_result *r)
{
    static const char last[] = "exit\n";
    const size_t len = sizeof last - 1;
    qtty_span said = r->output;
    bool is_last = said.len >= len && memcmp(said.data + said.len - len, last, len) == 0;
    if (r->wait_reason == QTTY_WAIT_SESSION_EXIT && r->child.state == QTTY_CHILD_EXITED
        && is_last && tool_text_leaves(qtty_buf_span(&c->command)))
        said.len -= len;
    return said;
}

/* What is typed to a program is echoed, by the terminal or a line editor: that is
 * nobody's output either. */
static qtty_span
without_echo(const struct qtty_tool *t, const struct call *c, qtty_span said)
{
    const qtty_buf *typed = &c->command;
    bool hidden = (t->terminal & QTTY_TERMINAL_CANONICAL) != 0
                  && (t->terminal & QTTY_TERMINAL_ECHO) == 0;
    if (t->waits && !hidden && said.len > typed->len && said.data[typed->len] == '\n'
        && memcmp(said.data, typed->data, typed->len) == 0) {
        said.data += typed->len + 1;
        said.len -= typed->len + 1;
    }
    return said;
}

void
tool_settle(struct qtty_tool *t, const qtty_result *r)
{
    struct call *c = t->current;
    struct ending e = ending_of(t, c, end_of(r));
    e.fresh = t->died;
    t->died = false;
    e.child = r->child;
    e.output = without_echo(t, c, output_of(c, r));
    e.lost = r->output_truncated;
    e.terminal = r->evidence.terminal;
    if (e.end == QTTY_TOOL_DONE)
        e.exit_code = code_of(c, r);
    if (r->status != QTTY_OK)
        e.why = qtty_session_error(t->session);
    c->answer.elapsed_ns = r->elapsed_ns;
    if (e.end != QTTY_TOOL_FAILED) { /* what waited then does so still */
        t->waits = e.end == QTTY_TOOL_WAITS;
        t->terminal = e.terminal;
    }
    write_answer(t, c, r->status, &e);
    if (e.why != NULL)
        failure_set(&t->failure, r->status, "%s", e.why);
}

/* The shell may have gone over the question: the command has ended all the same. */
void
tool_settle_status(struct qtty_tool *t, const qtty_result *r)
{
    struct call *c = t->current;
    qtty_tool_end end = end_of(r);
    int32_t code = tool_told_status(t, r->output);
    if (code >= 0)
        tool_mark_status(t, code);
    c->answer.exit_code = code;
    c->answer.child = r->child;
    if (end == QTTY_TOOL_TIMED_OUT || end == QTTY_TOOL_EXITED)
        c->answer.end = end;
    qtty_status st = tool_text_add_status(c);
    if (st != QTTY_OK)
        c->answer.status = st;
}

bool
qtty_tool_take(qtty_tool *t, qtty_tool_answer *out)
{
    struct call *c = tool_find(t, CALL_DONE);
    *out = (qtty_tool_answer){ .exit_code = -1 };
    if (c == NULL)
        return false;
    unlink(t, c);
    tool_free_call(t, t->taken);
    t->taken = c;
    c->answer.text = qtty_buf_span(&c->text);
    if (c->output_len != 0)
        c->answer.output = (qtty_span){ c->text.data + c->output_from, c->output_len };
    *out = c->answer;
    return true;
}

/* --- Cancel ------------------------------------------------------------------------- */

static void
write_cancelled(struct qtty_tool *t, struct call *c)
{
    struct ending e = { .end = QTTY_TOOL_CANCELLED, .exit_code = -1 };
    if (t->session != NULL)
        qtty_session_child(t->session, &e.child);
    write_answer(t, c, QTTY_E_CANCELLED, &e);
    c->answer.cut = c->answer.lost = false;
    c->answer.elapsed_ns = 0;
}

/* What has begun takes the shell with it; what waits for the end of a shell that was
 * stuck has not. */
static void
cancel(struct qtty_tool *t, struct call *c)
{
    write_cancelled(t, c);
    if (c != t->current) {
        c->stage = CALL_DONE;
    } else if (t->clearing) {
        tool_finish_call(t);
    } else {
        c->stage = CALL_ENDING;
        (void)qtty_session_close(t->session, t->now_ns);
    }
}

qtty_status
qtty_tool_cancel(qtty_tool *t, qtty_tool_call call, uint64_t now_ns)
{
    t->now_ns = now_ns > t->now_ns ? now_ns : t->now_ns;
    struct call *c = find_call(t, call);
    if (c == NULL)
        return failure_set(&t->failure, QTTY_E_NOT_FOUND,
                           "cancel: %llu: no such call, or it is over",
                           (unsigned long long)call);
    cancel(t, c);
    tool_advance(t);
    return QTTY_OK;
}

qtty_status
qtty_tool_close(qtty_tool *t, uint64_t now_ns)
{
    t->now_ns = now_ns > t->now_ns ? now_ns : t->now_ns;
    t->closed = true;
    for (struct call *c = t->calls; c != NULL; c = c->next)
        if (!is_over(c))
            cancel(t, c);
    if (t->session != NULL && t->stuck)
        (void)qtty_session_kill(t->session, t->now_ns);
    else if (t->session != NULL)
        (void)qtty_session_close(t->session, t->now_ns);
    t->stuck = false;
    tool_advance(t);
    return QTTY_OK;
}
