/* The loop: what is waited for, and a turn of it. Every turn does a bounded piece of each
 * kind of work, whatever woke it, and blocks nowhere. */
#define _GNU_SOURCE /* ppoll(2) */

#include "session/session.h"

#include "provider/clock.h"
#include "provider/polled.h"
#include <time.h>

void
session_set_clock(qtty_session *s, uint64_t now_ns)
{
    if (now_ns > s->now_ns)
        s->now_ns = now_ns;
}

/* --- What is waited for ------------------------------------------------------------- */

static uint64_t
sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Would a look tell anything now? */
static bool
wants_look(const qtty_session *s)
{
    return s->send.stage == SEND_JUDGING && send_is_live(s) && !send_awaits_interrupt(s)
           && !session_is_ending(s);
}

void
session_conclude(qtty_session *s)
{
    uint64_t at = sooner(session_judge(s), qtty_terminal_deadline(s->terminal));
    at = sooner(at, qtty_emulator_deadline(s->emulator, s->now_ns));
    if (!s->holds_replies)
        at = sooner(at, replies_deadline(&s->replies));
    if (wants_look(s))
        at = sooner(at, s->cadence.next_ns);
    bool ended = session_child_ended(s);
    bool at_once =
        s->send.stage == SEND_QUEUED && !outbox_owes_replies(s) && !session_is_ending(s);
    bool reads_on = (ended && !s->ended_read)
                    || qtty_terminal_phase(s->terminal) == QTTY_PHASE_CLOSED;
    if (at_once || reads_on)
        at = s->now_ns;
    s->deadline_ns = session_is_over(s) ? QTTY_NEVER : at;
}

void
qtty_session_wants(const qtty_session *s, qtty_want *wants, size_t capacity,
                   size_t *count, uint64_t *deadline_ns)
{
    qtty_want all[QTTY_WANTS_MAX];
    uint32_t interest =
        (s->lost ? 0u : QTTY_WANT_READ) | (outbox_waits(s) ? QTTY_WANT_WRITE : 0u);
    *count = session_is_over(s) ? 0 : qtty_terminal_wants(s->terminal, interest, all);
    for (size_t i = 0; i < *count && i < capacity; i++)
        wants[i] = all[i];
    *deadline_ns = s->deadline_ns;
}

/* --- A turn ------------------------------------------------------------------------- */

static void
judge_readiness(qtty_session *s)
{
    if (wants_look(s))
        session_look(s);
    (void)session_judge(s);
}

static void
go_on_with_send(qtty_session *s)
{
    qtty_status st = send_advance(s);
    if (st != QTTY_OK)
        send_give_up(s, st);
    outbox_write(s);
}

qtty_status
qtty_session_step(qtty_session *s, const qtty_want *ready, size_t n, uint64_t now_ns)
{
    qtty_status failed = s->failed;
    bool starved = s->starved;
    (void)ready, (void)n; /* nothing here blocks: all of it is tried */
    session_set_clock(s, now_ns);
    if (session_is_over(s))
        return QTTY_OK;
    if (qtty_terminal_step(s->terminal, s->now_ns) == QTTY_E_TIMEOUT)
        session_note_stuck(s);
    session_read(s);
    (void)qtty_emulator_elapse(s->emulator, s->now_ns); /* of a frame, mode 2026 */
    go_on_with_send(s);
    judge_readiness(s);
    session_follow_end(s);
    session_conclude(s);
    if (s->failed != failed)
        return s->failed;
    return s->starved != starved ? QTTY_E_NOMEM : QTTY_OK;
}

/* --- The convenience ---------------------------------------------------------------- */

static void
sleep_until(qtty_session *s, uint64_t until_ns)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd fds[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at, now = clock_now_ns();
    qtty_session_wants(s, wants, QTTY_WANTS_MAX, &count, &at);
    at = sooner(at, until_ns);
    for (size_t i = 0; i < count; i++)
        fds[i] = polled(&wants[i]);
    uint64_t wait_ns = at > now ? at - now : 0;
    struct timespec wait = { (time_t)(wait_ns / 1000000000u),
                             (long)(wait_ns % 1000000000u) };
    (void)ppoll(fds, (nfds_t)count, at == QTTY_NEVER ? NULL : &wait, NULL);
}

static bool
is_under_way(const qtty_session *s)
{
    return send_is_live(s) || s->state == QTTY_SESSION_CLOSING;
}

qtty_status
qtty_session_wait(qtty_session *s, uint32_t timeout_ms)
{
    uint64_t until_ns = timeout_ms == QTTY_NONE
                            ? QTTY_NEVER
                            : clock_now_ns() + (uint64_t)timeout_ms * 1000000u;
    while (is_under_way(s)) {
        if (clock_now_ns() >= until_ns)
            return QTTY_E_TIMEOUT;
        sleep_until(s, until_ns);
        (void)qtty_session_step(s, NULL, 0, clock_now_ns());
    }
    if (s->state != QTTY_SESSION_FAILED)
        return QTTY_OK;
    return s->failed != QTTY_OK ? s->failed : QTTY_E_TIMEOUT;
}
