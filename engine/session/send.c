/* A send on its way: queued until what was printed before it is read and the replies are
 * out, then the boundary, the write, and the judging of readiness. Cancel and signal,
 * which are boundaries too. */
#include "session/session.h"

#include "provider/duration.h"

enum { QUEUED_TURNS = 16 }; /* output that never stops does not hold a send up */

/* What was typed may have been a password. */
void
send_wipe(qtty_buf *text)
{
    volatile uint8_t *byte = text->data;
    for (size_t i = 0; i < text->len; i++)
        byte[i] = 0;
    text->len = 0;
}

/* --- On its way --------------------------------------------------------------------- */

static void
begin(qtty_session *s, qtty_evidence_level minimum, uint32_t timeout_ms)
{
    s->send.stage = SEND_QUEUED;
    s->send.settled = s->send.cancelled = s->send.startup = false;
    s->send.turns = 0;
    s->send.written = 0;
    s->send.replies = 0;
    s->send.dropped = qtty_lines_dropped(s->lines);
    s->has_result = s->starved = false;
    s->policy = s->settings.policy;
    s->policy.provable = s->provider->ops->provable;
    s->policy.minimum = minimum;
    if (timeout_ms != 0)
        s->policy.timeout_ms = timeout_ms;
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_SEND });
    cadence_stop(s);
}

void
send_release(qtty_session *s)
{
    s->send.stage = SEND_NONE;
    s->send.cancelled = s->send.startup = s->send.unechoed = false;
    s->send.lines = 0;
    send_wipe(&s->send.given);
    send_wipe(&s->send.text);
    send_wipe(&s->send.typed);
    cadence_stop(s);
}

void
send_give_up(qtty_session *s, qtty_status why)
{
    settle_with_failure(s, why, QTTY_WAIT_NONE);
    send_release(s);
}

static void
observe_written(qtty_session *s)
{
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_WRITTEN,
                                           .value = s->send.unfinished });
    cadence_restart(s);
}

static void
observe_signalled(qtty_session *s)
{
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_SIGNALLED });
    cadence_restart(s);
}

void
send_was_written(qtty_session *s)
{
    s->send.stage = SEND_JUDGING;
    s->send.lines = s->send.settled ? 0 : s->send.lines;
    observe_written(s);
    if (s->send.settled && !s->send.cancelled)
        send_release(s);
}

/* A new terminal echoes: that is its resting state, whatever the first look finds. */
static void
learn_echo(qtty_session *s)
{
    qtty_child child;
    qtty_terminal_child(s->terminal, &child);
    session_observe(
        s, (qtty_observation){ .kind = QTTY_OBSERVED_LOOK,
                               .flags = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO,
                               .group = child.pid });
}

/* The program's start is the boundary of the start-up. A program without marks, or before
 * it is set up, that watches more than its terminal is seen as likely at best; silence
 * never publishes. */
void
send_start_up(qtty_session *s)
{
    const struct dialect *d = s->settings.dialect;
    bool has_marks = d->prompt != NULL && d->bootstrap == NULL;
    begin(s, has_marks ? QTTY_EVIDENCE_PROVEN : QTTY_EVIDENCE_LIKELY, 0);
    s->policy.idle_silence_ms = UINT32_MAX;
    s->send.startup = true;
    learn_echo(s);
    marks_cross_boundary(s);
    s->marks.ran_before = true;
    s->send.unfinished = false;
    send_was_written(s);
    if (has_marks)
        cadence_begin(s);
}

static qtty_status
cross_boundary(qtty_session *s)
{
    qtty_observation before = session_look_before(s);
    session_cross_boundary(s, &before);
    echo_measure_text(s);
    marks_cross_boundary(s);
    return qtty_reader_mark(s->reader);
}

void
send_begin_write(qtty_session *s)
{
    s->starved |= cross_boundary(s) != QTTY_OK;
    s->send.stage = SEND_WRITING;
    outbox_write(s);
}

static qtty_status
leave_queue(qtty_session *s)
{
    qtty_status st = compose(s);
    if (st == QTTY_OK)
        st = compose_check_lines(s);
    if (st == QTTY_OK)
        send_begin_write(s);
    return st;
}

static bool
is_empty(const struct send *send)
{
    return send->kind == SEND_TEXT && send->given.len == 0 && !send->submit;
}

/* What was printed before the boundary must not count as said after it. */
static qtty_status
advance_queued(qtty_session *s)
{
    if (is_empty(&s->send)) {
        s->send.unfinished = false;
        send_was_written(s);
        return QTTY_OK;
    }
    outbox_write(s);
    bool waits = !s->drained && ++s->send.turns < QUEUED_TURNS;
    if (waits || outbox_owes_replies(s) || session_is_ending(s))
        return QTTY_OK;
    return leave_queue(s);
}

/* --- The interrupt ------------------------------------------------------------------ */

bool
send_awaits_interrupt(const qtty_session *s)
{
    return s->send.stage == SEND_JUDGING && s->send.cancelled;
}

/* A real SIGINT, to whoever is in the foreground now. Nobody is while a shell takes it
 * back from a job: then again a little later. */
static void
deliver_interrupt(qtty_session *s)
{
    int64_t group;
    if (s->now_ns < s->send.retry_ns)
        return;
    qtty_observation before = session_look_before(s);
    qtty_status st = qtty_terminal_signal(s->terminal, QTTY_SIGNAL_INT, 0, &group);
    if (st == QTTY_E_NO_FOREGROUND && !s->send.settled) {
        s->send.retry_ns =
            s->now_ns + (uint64_t)s->settings.policy.poll_interval_ms * NS_IN_MS;
        return;
    }
    s->send.cancelled = false;
    if (st == QTTY_OK) {
        session_cross_boundary(s, &before);
        s->line = 0; /* the terminal drops what was typed */
        observe_signalled(s);
    } else if (!s->send.settled) {
        failure_set(&s->failure, st, "cancel: %s", qtty_terminal_error(s->terminal));
        settle_with_failure(s, st, QTTY_WAIT_NONE);
    }
    if (s->send.settled)
        send_release(s);
}

qtty_status
send_advance(qtty_session *s)
{
    if (s->send.stage == SEND_QUEUED)
        return advance_queued(s);
    if (send_awaits_interrupt(s))
        deliver_interrupt(s);
    return QTTY_OK;
}

/* --- The calls ---------------------------------------------------------------------- */

static qtty_status
refuse(qtty_session *s, qtty_status st, const char *why)
{
    return failure_set(&s->failure, st, "%s", why);
}

static qtty_status
check_send(qtty_session *s, const qtty_send *send)
{
    if (send->size != sizeof *send)
        return refuse(s, QTTY_E_INVAL, "send: size: must be sizeof(qtty_send)");
    if (send->minimum > QTTY_EVIDENCE_PROVEN)
        return refuse(s, QTTY_E_INVAL, "send: minimum: no such level");
    if (send->form > QTTY_SEND_PASTED)
        return refuse(s, QTTY_E_INVAL, "send: form: no such form");
    if (s->send.stage != SEND_NONE)
        return refuse(s, QTTY_E_SEND_ACTIVE, "send: another is active");
    if (s->state != QTTY_SESSION_LIVE)
        return refuse(s, QTTY_E_CLOSED, "send: the session is not live");
    if (!compose_is_well_formed(send->text))
        return refuse(s, QTTY_E_ENCODING, "send: the text is not UTF-8");
    return QTTY_OK;
}

/* What is asked for is kept, and composed when the write begins. */
static qtty_status
begin_send(qtty_session *s, enum send_kind kind, const qtty_send *send, qtty_span given)
{
    s->send.given.len = 0;
    qtty_status st = qtty_buf_append(&s->send.given, given.data, given.len);
    if (st == QTTY_E_LIMIT)
        return refuse(s, st, "send: the text is longer than QTTY_SEND_BYTES_MAX");
    if (st != QTTY_OK)
        return refuse(s, st, "send: out of memory");
    s->send.kind = kind;
    s->send.form = send->form;
    s->send.submit = send->submit;
    begin(s, send->minimum != QTTY_EVIDENCE_NONE ? send->minimum : QTTY_EVIDENCE_LIKELY,
          send->timeout_ms);
    session_read(s);
    if (s->send.stage == SEND_QUEUED)
        st = send_advance(s);
    if (st != QTTY_OK)
        send_release(s);
    session_conclude(s);
    return st;
}

qtty_status
qtty_session_send(qtty_session *s, const qtty_send *send, uint64_t now_ns)
{
    session_set_clock(s, now_ns);
    qtty_status st = check_send(s, send);
    return st == QTTY_OK ? begin_send(s, SEND_TEXT, send, send->text) : st;
}

qtty_status
qtty_session_keys(qtty_session *s, const qtty_send *send, uint64_t now_ns)
{
    session_set_clock(s, now_ns);
    qtty_status st = check_send(s, send);
    if (st == QTTY_OK && (send->submit || send->form != QTTY_SEND_AUTO))
        return refuse(s, QTTY_E_INVAL, "keys: submit, form: must be unset");
    if (st == QTTY_OK)
        st = compose_check_keys(s, send->text);
    return st == QTTY_OK ? begin_send(s, SEND_KEYS, send, send->text) : st;
}

/* A send without a text of its own; NULL: all defaults. */
static qtty_status
begin_event(qtty_session *s, enum send_kind kind, const qtty_send *send, qtty_span given,
            uint64_t now_ns)
{
    const qtty_send by_default = QTTY_SEND_INIT;
    const qtty_send *how = send != NULL ? send : &by_default;
    session_set_clock(s, now_ns);
    qtty_status st = check_send(s, how);
    if (st == QTTY_OK
        && (how->submit || how->form != QTTY_SEND_AUTO || how->text.len != 0))
        return refuse(s, QTTY_E_INVAL, "send: text, submit, form: must be unset");
    return st == QTTY_OK ? begin_send(s, kind, how, given) : st;
}

qtty_status
qtty_session_mouse(qtty_session *s, const qtty_mouse *events, size_t count,
                   const qtty_send *send, uint64_t now_ns)
{
    if (count == 0 || count > QTTY_MOUSE_EVENTS_MAX)
        return refuse(s, QTTY_E_RANGE, "mouse: count: must be 1..QTTY_MOUSE_EVENTS_MAX");
    qtty_span given = { (const uint8_t *)events, count * sizeof *events };
    return begin_event(s, SEND_MOUSE, send, given, now_ns);
}

qtty_status
qtty_session_focus(qtty_session *s, bool focused, const qtty_send *send, uint64_t now_ns)
{
    const uint8_t byte = focused;
    return begin_event(s, SEND_FOCUS, send, (qtty_span){ &byte, 1 }, now_ns);
}

qtty_status
qtty_session_cancel(qtty_session *s, uint64_t now_ns)
{
    session_set_clock(s, now_ns);
    if (s->send.stage == SEND_NONE)
        return refuse(s, QTTY_E_NOT_FOUND, "cancel: there is no send");
    if (session_is_ending(s))
        return refuse(s, QTTY_E_CLOSED, "cancel: the session is ending");
    if (s->send.startup) {
        refuse(s, QTTY_E_CANCELLED, "start-up: cancelled");
        session_fail_start_up(s, QTTY_E_CANCELLED);
    } else if (s->send.stage == SEND_QUEUED) {
        settle_with_failure(s, QTTY_E_CANCELLED, QTTY_WAIT_NONE);
        send_release(s);
    } else {
        s->send.cancelled = true;
        s->send.retry_ns = 0;
        (void)send_advance(s);
    }
    session_conclude(s);
    return QTTY_OK;
}

/* While a text is being written, its end is what readiness is judged from. */
static void
signal_was_sent(qtty_session *s, const qtty_observation *before)
{
    session_cross_boundary(s, before);
    s->line = 0; /* a key's signal drops what was typed; without it the check is early */
    if (s->send.stage == SEND_NONE || s->send.stage == SEND_JUDGING)
        observe_signalled(s);
    if (s->send.stage != SEND_NONE)
        return;
    cadence_stop(s);
    marks_cross_boundary(s);
    s->starved |= qtty_reader_mark(s->reader) != QTTY_OK;
}

qtty_status
qtty_session_signal(qtty_session *s, qtty_signal signal, int64_t *group, uint64_t now_ns)
{
    int64_t unused;
    session_set_clock(s, now_ns);
    if (s->state != QTTY_SESSION_LIVE && s->state != QTTY_SESSION_STARTING)
        return refuse(s, QTTY_E_CLOSED, "signal: the session is not live");
    int64_t spared = signal == QTTY_SIGNAL_KILL ? session_own_group(s) : 0;
    qtty_observation before = session_look_before(s);
    qtty_status st = qtty_terminal_signal(s->terminal, signal, spared,
                                          group != NULL ? group : &unused);
    if (st == QTTY_OK)
        signal_was_sent(s, &before);
    else if (st == QTTY_E_INVAL && spared != 0)
        refuse(s, st,
               "signal: KILL: the shell itself is in the foreground; close ends it");
    else
        refuse(s, st, qtty_terminal_error(s->terminal));
    session_conclude(s);
    return st;
}
