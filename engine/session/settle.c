/* The verdict, asked for after each turn, and the result that is made of it. */
#include "session/session.h"

#include "provider/duration.h"
#include "sandbox/classify.h"
#include "session/said.h"

bool
send_is_live(const qtty_session *s)
{
    return s->send.stage != SEND_NONE && !s->send.settled;
}

/* --- The result --------------------------------------------------------------------- */

static void
fill_texts(qtty_session *s, qtty_result *r)
{
    qtty_delta delta = { 0 };
    s->delta.len = 0;
    if (s->send.stage == SEND_QUEUED) { /* nothing was written: nothing is said to it */
        s->output.len = 0;
        return;
    }
    marks_finish_output(s);
    if (qtty_reader_delta(s->reader, &s->delta, &delta) != QTTY_OK)
        s->starved = true;
    r->delta = qtty_buf_span(&s->delta);
    r->output = qtty_buf_span(&s->output);
    r->output_truncated = s->output_cut;
    r->truncated = delta.truncated || s->output_cut || s->starved
                   || qtty_lines_dropped(s->lines) > s->send.dropped;
}

/* The place of the send stays taken while a write or an interrupt is on its way. */
static void
leave(qtty_session *s)
{
    s->send.settled = true;
    s->send.lines = s->send.stage == SEND_WRITING ? s->send.lines : 0;
    outbox_drop_held(s);
    if (s->send.stage != SEND_WRITING && !send_awaits_interrupt(s))
        send_release(s);
    cadence_stop(s);
}

static void
settle(qtty_session *s, qtty_status status, const qtty_verdict *v)
{
    qtty_result *r = &s->result;
    const qtty_facts *f = &s->facts;
    bool knows_status = (v->evidence.seen & QTTY_SEEN_MARKER) != 0;
    *r = (qtty_result){
        .status = status,
        .wait_reason = v->reason,
        .evidence = v->evidence,
        .command_status = knows_status ? f->status : -1,
        .elapsed_ns = s->now_ns > f->send_ns ? s->now_ns - f->send_ns : 0,
        .quiet_ns = s->now_ns - (f->output_ns < s->now_ns ? f->output_ns : s->now_ns),
        .replies = s->send.replies,
    };
    qtty_session_child(s, &r->child);
    fill_texts(s, r);
    s->has_result = true;
    record_result(s, r);
    leave(s);
}

void
settle_with_failure(qtty_session *s, qtty_status why, qtty_wait_reason reason)
{
    if (!send_is_live(s))
        return;
    record_failure(s, why, reason);
    settle(s, why, &(qtty_verdict){ .reason = reason });
    s->send.lines = 0; /* nothing more is written of it */
}

/* --- The start-up ------------------------------------------------------------------- */

static void
keep_motd(qtty_session *s)
{
    qtty_span said;
    marks_finish_output(s);
    said = qtty_buf_span(&s->output);
    s->motd.len = 0;
    s->starved |= qtty_buf_append(&s->motd, said.data, said.len) != QTTY_OK;
    record_motd(s);
}

static void
publish(qtty_session *s)
{
    if (s->bootstrapped == 0)
        keep_motd(s);
    startup_remove(&s->startup);
    send_release(s);
    s->state = QTTY_SESSION_LIVE;
    marks_cross_boundary(s);
    s->starved |= qtty_reader_mark(s->reader) != QTTY_OK;
}

/* Whose failure it was, of a program that ended before it was seen to wait. */
static sandbox_outcome
outcome_of(const qtty_session *s, const qtty_child *child, qtty_span *reason)
{
    int32_t code = child->state == QTTY_CHILD_EXITED ? child->value : 0;
    return s->sandbox != NULL ? sandbox_classify(code, qtty_buf_span(&s->output), reason)
                              : SANDBOX_UNINVOLVED;
}

static void
tell_end(qtty_session *s, const qtty_child *child)
{
    qtty_span reason;
    struct failure *why = &s->failure;
    sandbox_outcome outcome = outcome_of(s, child, &reason);
    const char *denied =
        outcome == SANDBOX_DENIED ? ", likely denied by the sandbox" : "";
    if (outcome == SANDBOX_FAILED) {
        failure_set(why, QTTY_E_CLOSED, "sandbox: could not start: %.*s", (int)reason.len,
                    (const char *)reason.data);
        return;
    }
    if (child->state == QTTY_CHILD_UNKNOWN)
        failure_set(why, QTTY_E_CLOSED, "start-up: the program ended, status unknown");
    else
        failure_set(why, QTTY_E_CLOSED, "start-up: the program ended: %s %d%s",
                    child->state == QTTY_CHILD_SIGNALED ? "signal" : "exit code",
                    (int)child->value, denied);
    said_append(why, qtty_buf_span(&s->output));
}

static void
settle_start_up(qtty_session *s, const qtty_verdict *v)
{
    qtty_child child;
    if (v->reason == QTTY_WAIT_STDIN_READ) {
        publish(s);
        return;
    }
    bool late = v->reason == QTTY_WAIT_TIMEOUT;
    if (s->bootstrapped == 0)
        keep_motd(s);
    else
        marks_finish_output(s);
    qtty_session_child(s, &child);
    if (late) {
        failure_set(&s->failure, QTTY_E_TIMEOUT, "start-up: not ready within %u ms",
                    (unsigned)s->policy.timeout_ms);
        said_append(&s->failure, qtty_buf_span(&s->output));
    } else {
        tell_end(s, &child);
    }
    session_fail_start_up(s, late ? QTTY_E_TIMEOUT : QTTY_E_CLOSED);
}

/* --- The verdict -------------------------------------------------------------------- */

/* Until an interrupt is delivered, and while all is being ended, only the end of time and
 * of the program count. */
static bool
is_held(const qtty_session *s, qtty_wait_reason reason)
{
    return (send_awaits_interrupt(s) || session_is_ending(s))
           && reason != QTTY_WAIT_TIMEOUT && reason != QTTY_WAIT_SESSION_EXIT;
}

static uint64_t
end_of_time(const qtty_session *s)
{
    return s->facts.send_ns + (uint64_t)s->policy.timeout_ms * NS_IN_MS;
}

/* @return when to judge again. */
static uint64_t
type_bootstrap(qtty_session *s)
{
    if (s->bootstrapped == 0)
        keep_motd(s);
    bootstrap_type(s);
    return end_of_time(s);
}

static uint64_t
next_while_held(const qtty_session *s)
{
    uint64_t end_ns = end_of_time(s);
    bool sooner = send_awaits_interrupt(s) && s->send.retry_ns < end_ns;
    return sooner ? s->send.retry_ns : end_ns;
}

uint64_t
session_judge(qtty_session *s)
{
    qtty_verdict v;
    if (!send_is_live(s))
        return send_awaits_interrupt(s) ? s->send.retry_ns : QTTY_NEVER;
    (void)qtty_decide(&s->facts, &s->policy, s->now_ns, &v);
    if (is_held(s, v.reason))
        return next_while_held(s);
    record_verdict(s, &v);
    if (v.reason == QTTY_WAIT_NONE)
        return v.next_ns;
    if (v.reason == QTTY_WAIT_STDIN_READ && bootstrap_is_due(s))
        return type_bootstrap(s);
    if (bootstrap_wants_prompt(s, &v))
        return end_of_time(s);
    if ((v.evidence.seen & QTTY_SEEN_PROMPT) != 0) {
        s->shell_group = s->facts.group;
        echo_prompt_stands(s);
    }
    if (s->send.startup)
        settle_start_up(s, &v);
    else
        settle(s, QTTY_OK, &v);
    return QTTY_NEVER;
}
