/* The ends of a session: the program's exit, a failure, a close. In each case all that
 * belongs to the session is ended, and what it printed until then is read. A live send
 * settles when nothing is left; with a failure, at once. */
#include "session/session.h"

bool
session_child_ended(const qtty_session *s)
{
    qtty_child child;
    qtty_terminal_child(s->terminal, &child);
    return child.state != QTTY_CHILD_RUNNING;
}

bool
session_is_ending(const qtty_session *s)
{
    return s->state == QTTY_SESSION_CLOSING || session_child_ended(s);
}

bool
session_is_over(const qtty_session *s)
{
    return s->state == QTTY_SESSION_CLOSED || s->state == QTTY_SESSION_FAILED;
}

bool
session_is_gone(const qtty_session *s)
{
    return session_is_over(s) && qtty_terminal_phase(s->terminal) == QTTY_PHASE_CLOSED;
}

static void
begin_close(qtty_session *s, uint32_t grace_ms)
{
    s->state = QTTY_SESSION_CLOSING;
    s->send.cancelled = false;
    cadence_stop(s);
    (void)qtty_terminal_close(s->terminal, s->now_ns, grace_ms);
}

/* --- Failures ----------------------------------------------------------------------- */

void
session_fail(qtty_session *s, qtty_status why, const char *what)
{
    if (s->failed != QTTY_OK)
        return;
    s->failed = why;
    s->lost = why == QTTY_E_IO;
    failure_set(&s->failure, why, "session: %s", what);
    if (!s->send.startup)
        settle_with_failure(s, why, QTTY_WAIT_SESSION_EXIT);
    send_release(s);
    begin_close(s, s->settings.dispose_grace_ms);
}

void
session_fail_start_up(qtty_session *s, qtty_status why)
{
    s->failed = why;
    send_release(s);
    begin_close(s, s->settings.dispose_grace_ms);
}

/* --- The end ------------------------------------------------------------------------ */

/* A strict stream may end within a character. */
void
session_end_lines(qtty_session *s)
{
    session_end_output(s);
    record_end(s);
    qtty_status st = qtty_lines_end(s->lines);
    s->starved |= st == QTTY_E_NOMEM;
    if (st == QTTY_E_ENCODING)
        session_fail(s, st, qtty_lines_error(s->lines));
}

static void
note_lost(qtty_session *s)
{
    const char *lost = qtty_terminal_lost(s->terminal);
    if (s->failed == QTTY_OK && lost[0] != '\0')
        failure_set(&s->failure, QTTY_OK, "%s", lost);
}

static void
finish(qtty_session *s)
{
    note_lost(s);
    startup_remove(&s->startup);
    session_end_lines(s);
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_EXIT });
    s->send.cancelled = false;
    (void)session_judge(s);
    send_release(s);
    s->state = s->failed != QTTY_OK ? QTTY_SESSION_FAILED : QTTY_SESSION_CLOSED;
}

/* Both reasons are kept: that of the failure before, and the survivors. */
void
session_note_stuck(qtty_session *s)
{
    struct failure before = s->failure;
    const char *survivors = qtty_terminal_error(s->terminal);
    if (s->failed != QTTY_OK)
        failure_set(&s->failure, QTTY_E_TIMEOUT, "%.200s; %s", before.text, survivors);
    else
        failure_set(&s->failure, QTTY_E_TIMEOUT, "%s", survivors);
}

static void
fail_close(qtty_session *s)
{
    settle_with_failure(s, QTTY_E_TIMEOUT, QTTY_WAIT_SESSION_EXIT);
    s->state = QTTY_SESSION_FAILED;
}

void
session_follow_end(qtty_session *s)
{
    qtty_phase phase = qtty_terminal_phase(s->terminal);
    if (session_is_over(s))
        return;
    if (phase == QTTY_PHASE_OPEN && s->ended_read)
        begin_close(s, s->settings.dispose_grace_ms);
    else if (phase == QTTY_PHASE_CLOSED && s->closed_read)
        finish(s);
    else if (phase == QTTY_PHASE_STUCK)
        fail_close(s);
}

/* --- The calls ---------------------------------------------------------------------- */

/* A close that is under way goes on, with the shorter grace. */
static qtty_status
close_within(qtty_session *s, uint64_t now_ns, uint32_t grace_ms)
{
    session_set_clock(s, now_ns);
    if (s->send.startup)
        send_release(s);
    if (qtty_terminal_phase(s->terminal) != QTTY_PHASE_CLOSED)
        begin_close(s, grace_ms);
    session_conclude(s);
    return QTTY_OK;
}

qtty_status
qtty_session_close(qtty_session *s, uint64_t now_ns)
{
    return close_within(s, now_ns, s->settings.dispose_grace_ms);
}

qtty_status
qtty_session_kill(qtty_session *s, uint64_t now_ns)
{
    return close_within(s, now_ns, 0);
}

void
session_give_up_start_up(qtty_session *s, qtty_status why, const char *what,
                         uint64_t now_ns)
{
    struct failure before = s->failure;
    if (s->failed != QTTY_OK)
        failure_set(&s->failure, why, "%s; %.200s", what, before.text);
    else
        failure_set(&s->failure, why, "%s", what);
    s->failed = why;
    (void)qtty_session_close(s, now_ns);
}

size_t
qtty_session_survivors(const qtty_session *s, int64_t *pids, size_t capacity)
{
    return qtty_terminal_survivors(s->terminal, pids, capacity);
}
