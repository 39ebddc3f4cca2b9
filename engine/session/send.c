/* A send on its way: queued until what was printed before it is read and the replies are
 * out, then the boundary, the write, and the judging of readiness. Cancel and signal,
 * which are boundaries too. */
#include "session/session.h"

#include "provider/duration.h"
#include "unicode/utf8.h"

enum { QUEUED_TURNS = 16 }; /* output that never stops does not hold a send up */

/* --- The text ----------------------------------------------------------------------- */

static bool
is_well_formed(qtty_span text)
{
    while (text.len != 0) {
        struct utf8_head head = utf8_head(text);
        if (head.form != UTF8_WELL_FORMED)
            return false;
        text.data += head.length;
        text.len -= head.length;
    }
    return true;
}

static bool
ends_with(const qtty_buf *text, const char *end)
{
    size_t len = strlen(end);
    return text->len >= len && memcmp(text->data + text->len - len, end, len) == 0;
}

/* LF is typed as CR, the key that ends a line. In a bracketed paste it is text. */
static qtty_status
copy_text(qtty_buf *to, qtty_span text, bool submit)
{
    bool pastes = false;
    to->len = 0;
    qtty_status st = qtty_buf_reserve(to, text.len + 1);
    if (st != QTTY_OK)
        return st;
    for (size_t i = 0; i < text.len; i++) {
        uint8_t byte = text.data[i];
        to->data[to->len++] = byte == '\n' && !pastes ? '\r' : byte;
        if (byte == '~' && (ends_with(to, "\033[200~") || ends_with(to, "\033[201~")))
            pastes = to->data[to->len - 2] == '0';
    }
    if (submit)
        to->data[to->len++] = '\r';
    return QTTY_OK;
}

/* The longest stretch without a line end, in bytes.
 *
 * @param line  Bytes before the text that have none; then those at its end. */
static size_t
longest_line(qtty_span text, const qtty_input *input, size_t *line)
{
    size_t longest = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool ends = text.data[i] == '\n' || (text.data[i] == '\r' && input->maps_cr);
        *line = ends ? 0 : *line + 1;
        longest = *line > longest ? *line : longest;
    }
    return longest;
}

/* A canonical terminal would drop the rest of a longer line, and its end with it. The
 * line may have begun in a send before. */
static qtty_status
check_lines(qtty_session *s)
{
    qtty_input input;
    size_t line = s->line;
    if (qtty_terminal_input(s->terminal, &input) != QTTY_OK || !input.canonical) {
        s->line = 0;
        return QTTY_OK;
    }
    size_t longest = longest_line(qtty_buf_span(&s->send.text), &input, &line);
    if (longest <= QTTY_CANONICAL_LINE_MAX) {
        s->line = line;
        return QTTY_OK;
    }
    return failure_set(
        &s->failure, QTTY_E_LINE_TOO_LONG,
        "send: a line of %zu bytes: the program reads whole lines, and the "
        "terminal would cut it at %d",
        longest, QTTY_CANONICAL_LINE_MAX);
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

/* What was typed may have been a password. */
static void
wipe(qtty_buf *text)
{
    volatile uint8_t *byte = text->data;
    for (size_t i = 0; i < text->len; i++)
        byte[i] = 0;
    text->len = 0;
}

void
send_release(qtty_session *s)
{
    s->send.stage = SEND_NONE;
    s->send.cancelled = s->send.startup = false;
    wipe(&s->send.text);
    cadence_stop(s);
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
}

static qtty_status
cross_boundary(qtty_session *s)
{
    qtty_observation before = session_look_before(s);
    session_cross_boundary(s, &before);
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
    qtty_status st = check_lines(s);
    if (st == QTTY_OK)
        send_begin_write(s);
    return st;
}

/* What was printed before the boundary must not count as said after it. */
static qtty_status
advance_queued(qtty_session *s)
{
    if (s->send.text.len == 0) {
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
        s->send.retry_ns = s->now_ns + (uint64_t)s->settings.poll_interval_ms * NS_IN_MS;
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
    if (s->send.stage != SEND_NONE)
        return refuse(s, QTTY_E_SEND_ACTIVE, "send: another is active");
    if (s->state != QTTY_SESSION_LIVE)
        return refuse(s, QTTY_E_CLOSED, "send: the session is not live");
    if (!is_well_formed(send->text))
        return refuse(s, QTTY_E_ENCODING, "send: the text is not UTF-8");
    return QTTY_OK;
}

qtty_status
qtty_session_send(qtty_session *s, const qtty_send *send, uint64_t now_ns)
{
    session_set_clock(s, now_ns);
    qtty_status st = check_send(s, send);
    if (st != QTTY_OK)
        return st;
    st = copy_text(&s->send.text, send->text, send->submit);
    if (st == QTTY_E_LIMIT)
        return refuse(s, st, "send: the text is longer than QTTY_SEND_BYTES_MAX");
    if (st != QTTY_OK)
        return refuse(s, st, "send: out of memory");
    begin(s, send->minimum != QTTY_EVIDENCE_NONE ? send->minimum : QTTY_EVIDENCE_LIKELY,
          send->timeout_ms);
    const qtty_buf *text = &s->send.text;
    s->send.unfinished = text->len != 0 && text->data[text->len - 1] != '\r';
    session_read(s);
    if (s->send.stage == SEND_QUEUED)
        st = send_advance(s);
    if (st != QTTY_OK)
        send_release(s);
    session_conclude(s);
    return st;
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
