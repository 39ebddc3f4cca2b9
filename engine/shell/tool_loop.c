/* The loop: one call at a time has its turn. It gets a shell if there is none, is sent at
 * its prompt, and has its answer when it has settled; where it takes the shell with it,
 * when nothing of that is left. */
#define _GNU_SOURCE /* ppoll(2) */

#include "shell/tool.h"

#include "provider/clock.h"
#include "provider/polled.h"
#include "shell/dialect.h"
#include <string.h>
#include <time.h>

/* --- The shell ---------------------------------------------------------------------- */

static qtty_status
open_shell(struct qtty_tool *t, qtty_buf *why)
{
    const qtty_session_config *config = &t->session_config;
    if (t->config.open != NULL)
        return t->config.open(t->config.context, &t->session, config, t->now_ns, why);
    return qtty_session_create(&t->session, NULL, config, t->now_ns, why);
}

static void
start_shell(struct qtty_tool *t)
{
    char reason[sizeof t->failure.text] = "shell: not started";
    qtty_buf why;
    qtty_buf_init(&why, t->allocator, sizeof reason - 1);
    t->failed = QTTY_OK;
    qtty_status st = open_shell(t, &why);
    if (why.len != 0) {
        memcpy(reason, why.data, why.len);
        reason[why.len] = '\0';
    }
    qtty_buf_finish(&why);
    if (st != QTTY_OK)
        tool_fail(t, st, reason);
}

static void
forget_shell(struct qtty_tool *t)
{
    qtty_session_destroy(t->session);
    t->session = NULL;
    t->waits = t->clearing = t->stuck = false;
}

/* Never two at once: what cannot be ended is tried again for the next call. */
static void
clear_stuck(struct qtty_tool *t)
{
    t->stuck = false;
    t->clearing = true;
    (void)qtty_session_kill(t->session, t->now_ns);
}

/* --- Turns -------------------------------------------------------------------------- */

/* The oldest one that waits has its turn. @return false: there is none. */
static bool
next_call(struct qtty_tool *t)
{
    t->current = tool_find(t, CALL_QUEUED);
    if (t->current == NULL)
        return false;
    t->current->stage = CALL_STARTING;
    return true;
}

/* @return Has something changed? */
static bool
go_on_without_shell(struct qtty_tool *t)
{
    if (t->current == NULL && !next_call(t))
        return false;
    start_shell(t);
    return true;
}

static void
send_command(struct qtty_tool *t)
{
    if (!t->waits && tool_text_is_blank(qtty_buf_span(&t->current->command))) {
        tool_fail(t, QTTY_E_INVAL, tool_is_empty);
        return;
    }
    qtty_status st = tool_send(t, t->current);
    if (st == QTTY_OK)
        t->current->stage = CALL_RUNNING;
    else
        tool_fail(t, st,
                  st == QTTY_E_NOMEM ? "send: out of memory"
                                     : qtty_session_error(t->session));
}

/* What the call has come to is told; it is over unless it takes the shell with it. */
static void
end_turn(struct qtty_tool *t, const qtty_result *r)
{
    if (r->wait_reason == QTTY_WAIT_TIMEOUT)
        (void)qtty_session_close(t->session, t->now_ns);
    t->current->stage = CALL_ENDING;
    if (qtty_session_phase(t->session) == QTTY_SESSION_LIVE)
        tool_finish_call(t);
}

/* Its prompt is no output, and the status is to be asked for. */
static void
settle_without_hook(struct qtty_tool *t, qtty_result *r)
{
    size_t prompt = strlen(dialect_bash.prompt), len = r->output.len;
    if (len >= prompt
        && memcmp(r->output.data + len - prompt, dialect_bash.prompt, prompt) == 0)
        r->output.len -= prompt;
    r->command_status = 0;
    tool_settle(t, r);
    t->current->stage = CALL_ASKING;
    if (tool_ask_status(t) == QTTY_OK)
        return;
    r->output.len = 0;
    tool_settle_status(t, r);
    tool_finish_call(t);
}

static bool
take_result(struct qtty_tool *t)
{
    qtty_result r;
    if (!qtty_session_take_result(t->session, &r))
        return false;
    if (t->current->stage == CALL_ASKING) {
        tool_settle_status(t, &r);
        end_turn(t, &r);
    } else if (tool_lacks_hook(t, &r)) {
        settle_without_hook(t, &r);
    } else {
        tool_settle(t, &r);
        end_turn(t, &r);
    }
    return true;
}

static bool
is_sent(const struct call *c)
{
    return c != NULL && (c->stage == CALL_RUNNING || c->stage == CALL_ASKING);
}

static bool
go_on_live(struct qtty_tool *t)
{
    if (t->current == NULL && !next_call(t))
        return false;
    if (is_sent(t->current))
        return take_result(t);
    send_command(t);
    return true;
}

static bool
go_on_ending(struct qtty_tool *t)
{
    return is_sent(t->current) && take_result(t);
}

/* The call ends with its shell. One whose turn came when a shell was to be cleared away
 * gets a fresh one. */
static void
answer_at_end(struct qtty_tool *t)
{
    const char *why = qtty_session_error(t->session);
    bool left = qtty_session_survivors(t->session, NULL, 0) != 0;
    struct call *c = t->current;
    if (c == NULL)
        t->died |= !t->closed && !t->stuck;
    else if (c->stage == CALL_STARTING && (left || !t->clearing))
        tool_fail(t, left || t->failed == QTTY_OK ? QTTY_E_TIMEOUT : t->failed, why);
    else if (c->stage == CALL_ENDING) {
        if (left && c->answer.end != QTTY_TOOL_CANCELLED)
            (void)tool_text_note(&c->text, "%s", why);
        if (left)
            c->answer.status = failure_set(&t->failure, QTTY_E_TIMEOUT, "%s", why);
        tool_finish_call(t);
    }
    t->stuck = left;
}

static bool
go_on_over(struct qtty_tool *t)
{
    if (go_on_ending(t))
        return true;
    if (!t->stuck) {
        answer_at_end(t);
        t->clearing = t->clearing && !t->stuck;
        if (!t->stuck)
            forget_shell(t);
        return true;
    }
    if (!next_call(t))
        return false;
    clear_stuck(t);
    return true;
}

static bool
go_on(struct qtty_tool *t)
{
    if (t->session == NULL)
        return go_on_without_shell(t);
    switch (qtty_session_phase(t->session)) {
    case QTTY_SESSION_STARTING:
        return false;
    case QTTY_SESSION_LIVE:
        return go_on_live(t);
    case QTTY_SESSION_CLOSING:
        return go_on_ending(t);
    case QTTY_SESSION_CLOSED:
    case QTTY_SESSION_FAILED:
        break;
    }
    return go_on_over(t);
}

void
tool_advance(struct qtty_tool *t)
{
    while (go_on(t))
        ;
}

/* --- The calls ---------------------------------------------------------------------- */

void
qtty_tool_wants(const qtty_tool *t, qtty_want *wants, size_t capacity, size_t *count,
                uint64_t *deadline_ns)
{
    *count = 0;
    *deadline_ns = QTTY_NEVER;
    if (t->session != NULL)
        qtty_session_wants(t->session, wants, capacity, count, deadline_ns);
}

/* Why a start-up failed is returned once; anything else stands in a result. */
qtty_status
qtty_tool_step(qtty_tool *t, const qtty_want *ready, size_t n, uint64_t now_ns)
{
    t->now_ns = now_ns > t->now_ns ? now_ns : t->now_ns;
    qtty_status st = QTTY_OK;
    if (t->session != NULL)
        st = qtty_session_step(t->session, ready, n, t->now_ns);
    if (st != QTTY_OK && st != QTTY_E_NOMEM)
        t->failed = st;
    tool_advance(t);
    return st == QTTY_E_NOMEM ? st : QTTY_OK;
}

static bool
is_under_way(const struct qtty_tool *t)
{
    if (tool_find(t, CALL_DONE) != NULL || t->session == NULL || t->stuck)
        return false;
    return t->current != NULL || qtty_session_phase(t->session) == QTTY_SESSION_CLOSING;
}

static void
sleep_until(const struct qtty_tool *t, uint64_t until_ns)
{
    enum { NS_IN_S = 1000000000 };
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd fds[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at, now = clock_now_ns();
    qtty_tool_wants(t, wants, QTTY_WANTS_MAX, &count, &at);
    at = at < until_ns ? at : until_ns;
    for (size_t i = 0; i < count; i++)
        fds[i] = polled(&wants[i]);
    uint64_t wait_ns = at > now ? at - now : 0;
    struct timespec wait = { (time_t)(wait_ns / NS_IN_S), (long)(wait_ns % NS_IN_S) };
    (void)ppoll(fds, (nfds_t)count, at == QTTY_NEVER ? NULL : &wait, NULL);
}

qtty_status
qtty_tool_wait(qtty_tool *t, uint32_t timeout_ms)
{
    uint64_t until_ns = timeout_ms == QTTY_NONE
                            ? QTTY_NEVER
                            : clock_now_ns() + (uint64_t)timeout_ms * 1000000u;
    while (is_under_way(t)) {
        if (clock_now_ns() >= until_ns)
            return QTTY_E_TIMEOUT;
        sleep_until(t, until_ns);
        (void)qtty_tool_step(t, NULL, 0, clock_now_ns());
    }
    return QTTY_OK;
}
