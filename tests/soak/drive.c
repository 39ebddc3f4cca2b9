/* The loop of an embedder: poll what the session wants, step, ask whether it settled. */
#define _GNU_SOURCE /* ppoll(2) */
#include "drive.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const char *const drive_tier_names[DRIVE_TIERS] = {
    [DRIVE_PROMPT] = "prompt",   [DRIVE_PROVEN] = "class A",  [DRIVE_LIKELY] = "likely",
    [DRIVE_SILENCE] = "silence", [DRIVE_TIMEOUT] = "timeout", [DRIVE_FAILED] = "failed",
};

uint64_t
drive_now(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        abort();
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int
compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double
drive_percentile(double *values, size_t count, unsigned percent)
{
    if (count == 0)
        return 0;
    qsort(values, count, sizeof *values, compare);
    return values[(count * percent + 99) / 100 - 1];
}

/* --- The loop ----------------------------------------------------------------------- */

/* @return whether a descriptor was ready before `until_ns`. */
static bool
wait_until(struct drive *d, const qtty_want *wants, size_t count, uint64_t until_ns)
{
    struct pollfd polled[QTTY_WANTS_MAX];
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){
            .fd = wants[i].descriptor,
            .events = (short)((wants[i].events & QTTY_WANT_READ ? POLLIN : 0)
                              | (wants[i].events & QTTY_WANT_WRITE ? POLLOUT : 0)),
        };
    uint64_t now = drive_now(), wait_ns = until_ns > now ? until_ns - now : 0;
    struct timespec wait = { (time_t)(wait_ns / 1000000000u),
                             (long)(wait_ns % 1000000000u) };
    bool ready =
        ppoll(polled, (nfds_t)count, until_ns == QTTY_NEVER ? NULL : &wait, NULL) > 0;
    if (ready)
        d->heard_ns = drive_now();
    return ready;
}

/* @return whether a descriptor was ready; the session is stepped in any case. */
static bool
turn(struct drive *d, uint64_t until_ns)
{
    qtty_want wants[QTTY_WANTS_MAX];
    size_t count;
    uint64_t deadline_ns;
    qtty_session_wants(d->session, wants, QTTY_WANTS_MAX, &count, &deadline_ns);
    bool ready =
        wait_until(d, wants, count, deadline_ns < until_ns ? deadline_ns : until_ns);
    (void)qtty_session_step(d->session, wants, count, drive_now());
    return ready;
}

/* --- Life --------------------------------------------------------------------------- */

static qtty_status
start_up(struct drive *d)
{
    while (qtty_session_phase(d->session) == QTTY_SESSION_STARTING)
        (void)turn(d, QTTY_NEVER);
    if (qtty_session_phase(d->session) == QTTY_SESSION_LIVE)
        return QTTY_OK;
    fprintf(stderr, "session: %s\n", qtty_session_error(d->session));
    qtty_session_destroy(d->session);
    d->session = NULL;
    return QTTY_E_IO;
}

qtty_status
drive_open(struct drive *d, const qtty_session_config *config)
{
    qtty_buf error;
    *d = (struct drive){ 0 };
    qtty_buf_init(&error, NULL, 0);
    qtty_status st = qtty_session_create(&d->session, NULL, config, drive_now(), &error);
    if (st == QTTY_OK)
        st = start_up(d);
    else
        fprintf(stderr, "session: %.*s\n", (int)error.len, (const char *)error.data);
    qtty_buf_finish(&error);
    return st;
}

void
drive_close(struct drive *d)
{
    qtty_session_destroy(d->session);
    d->session = NULL;
}

/* --- Sends -------------------------------------------------------------------------- */

static enum drive_tier
tier_of(const qtty_result *r)
{
    switch (r->wait_reason) {
    case QTTY_WAIT_STDIN_READ:
        if ((r->evidence.seen & QTTY_SEEN_PROMPT) != 0)
            return DRIVE_PROMPT;
        return r->evidence.level == QTTY_EVIDENCE_PROVEN ? DRIVE_PROVEN : DRIVE_LIKELY;
    case QTTY_WAIT_INFERRED_IDLE:
        return DRIVE_SILENCE;
    case QTTY_WAIT_TIMEOUT:
        return DRIVE_TIMEOUT;
    case QTTY_WAIT_NONE:
    case QTTY_WAIT_SESSION_EXIT:
        break;
    }
    return DRIVE_FAILED;
}

void
drive_type(struct drive *d, const char *text, bool submit)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(text);
    send.submit = submit;
    d->tier = DRIVE_FAILED;
    d->result = (qtty_result){ .command_status = -1 };
    d->sent_ns = d->heard_ns = drive_now();
    d->result.status = qtty_session_send(d->session, &send, d->sent_ns);
    if (d->result.status == QTTY_OK) {
        while (!qtty_session_take_result(d->session, &d->result))
            (void)turn(d, QTTY_NEVER);
        d->tier = tier_of(&d->result);
    }
    d->settled_ns = drive_now();
}

void
drive_send(struct drive *d, const char *line)
{
    drive_type(d, line, true);
}

bool
drive_hears(struct drive *d, uint32_t timeout_ms)
{
    uint64_t until_ns = drive_now() + (uint64_t)timeout_ms * 1000000u;
    bool ready;
    d->result.output = d->result.delta = (qtty_span){ NULL, 0 };
    do
        ready = turn(d, until_ns);
    while (!ready && drive_now() < until_ns);
    return ready;
}
