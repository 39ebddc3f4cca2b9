/* The loop of quietty shell: one ppoll(2), then a bounded piece of each kind of work. A
 * line is sent when the one before it has its answer, and when what was printed so far
 * has been taken. */
#define _GNU_SOURCE /* ppoll(2) */

#include "cli/shell.h"

#include "cli/message.h"
#include "provider/clock.h"
#include "provider/polled.h"
#include "shell/dialect.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

/* --- The end ------------------------------------------------------------------------ */

static bool
has_ended(const struct shell *s)
{
    qtty_session_state state = qtty_session_phase(s->session);
    return state == QTTY_SESSION_CLOSED || state == QTTY_SESSION_FAILED;
}

/* Can it still take a line, now or later? */
static bool
goes_on(const struct shell *s)
{
    qtty_session_state state = qtty_session_phase(s->session);
    return !s->closing && (state == QTTY_SESSION_STARTING || state == QTTY_SESSION_LIVE);
}

static void
end(struct shell *s)
{
    if (!goes_on(s))
        return;
    s->closing = true;
    (void)qtty_session_close(s->session, clock_now_ns());
}

static void
end_with_failure(struct shell *s, const char *what, const char *why)
{
    if (!s->failed)
        fail(EXIT_FAILED, "%s: %s", what, why);
    s->failed = true;
    end(s);
}

/* The second signal waits neither for the grace, nor for a full standard output. */
static void
take_signals(struct shell *s)
{
    struct signalfd_siginfo info;
    while (read(s->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (s->signal != 0) {
            (void)qtty_session_kill(s->session, clock_now_ns());
            s->outlet.error = EINTR;
            s->outlet.pending.len = 0;
            continue;
        }
        s->signal = (int)info.ssi_signo;
        end(s);
    }
}

/* --- Answers ------------------------------------------------------------------------ */

static void
check(struct shell *s, qtty_status appended)
{
    if (appended != QTTY_OK)
        end_with_failure(s, "shell", qtty_status_text(appended));
    if (s->outlet.error != 0)
        s->outlet.pending.len = 0;
}

/* Who reads plain text cannot be told that a line is missing, so it is the last. */
static void
refuse(struct shell *s, const char *why)
{
    s->code = EXIT_FAILED;
    check(s, answer_refusal(s->options->form, s->intake.lines, why, &s->outlet.pending));
    if (s->options->form == ANSWER_OUTPUT)
        end(s);
}

/* The command that timed out would get the next line as its input. */
static void
tell_timeout(struct shell *s)
{
    fail(EXIT_TIMEOUT, "shell: line %llu: not ready within %g s",
         (unsigned long long)s->intake.lines, s->options->timeout);
    end(s);
}

/* What began, or has to be completed, and has not ended: not that anybody saw. Where
 * nothing marks that a command begins, each line may be one. Of a program without marks
 * nothing says so. */
static void
note_unfinished(struct shell *s, const qtty_result *r)
{
    const char *name = s->options->session.dialect;
    const struct dialect *d = dialect_find(name != NULL ? name : qtty_dialect_name(0));
    bool begun = (r->evidence.seen & QTTY_SEEN_STARTED) != 0
                 || (d != NULL && d->marks_input && s->typed);
    bool continued = (r->evidence.terminal & QTTY_TERMINAL_CONTINUATION) != 0;
    bool first = s->unfinished == 0;
    s->continued = continued && (first || s->continued);
    if (r->command_status >= 0 || r->wait_reason == QTTY_WAIT_TIMEOUT)
        s->unfinished = 0;
    else if (first && (begun || continued))
        s->unfinished = s->intake.lines;
}

static void
answer(struct shell *s, const qtty_result *r)
{
    bool timed_out = r->wait_reason == QTTY_WAIT_TIMEOUT;
    note_unfinished(s, r);
    if (timed_out)
        s->code = EXIT_TIMEOUT;
    else if (r->command_status >= 0)
        s->code = r->command_status;
    check(s, answer_result(s->options->form, r, &s->outlet.pending));
    if (s->options->form == ANSWER_OUTPUT && r->output_truncated)
        fail(EXIT_FAILED, "shell: line %llu: its output is too long: the last %zu bytes",
             (unsigned long long)s->intake.lines, r->output.len);
    if (timed_out && s->options->form == ANSWER_OUTPUT)
        tell_timeout(s);
}

static void
take_answer(struct shell *s)
{
    qtty_result r;
    if (!s->busy || !qtty_session_take_result(s->session, &r))
        return;
    s->busy = false;
    if (r.status != QTTY_OK && r.wait_reason == QTTY_WAIT_NONE)
        refuse(s, qtty_session_error(s->session));
    else
        answer(s, &r);
}

/* --- Requests ----------------------------------------------------------------------- */

static qtty_status
send(struct shell *s, const struct request *r, qtty_span text)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = text;
    send.submit = r->submit && r->kind != REQUEST_SIGNAL;
    send.timeout_ms = r->timeout_ms;
    send.minimum = r->minimum;
    return r->kind == REQUEST_KEYS ? qtty_session_keys(s->session, &send, clock_now_ns())
                                   : qtty_session_send(s->session, &send, clock_now_ns());
}

static bool
has_control(qtty_span text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] < 0x20 || text.data[i] == 0x7F)
            return true;
    return false;
}

/* To a line editor a TAB is a key that completes. What is pasted is text; where pastes
 * are not taken, it has to be keys. */
static qtty_status
send_command(struct shell *s, const struct request *r)
{
    static const char begin[] = "\x1b[200~", end[] = "\x1b[201~";
    const qtty_emulator *e = qtty_session_emulator(s->session);
    qtty_buf paste;
    if (!has_control(r->text) || qtty_emulator_mode(e, true, 2004) != QTTY_MODE_SET)
        return send(s, r, r->text);
    qtty_buf_init(&paste, NULL, 0);
    qtty_status st = qtty_buf_append(&paste, begin, sizeof begin - 1);
    if (st == QTTY_OK)
        st = qtty_buf_append(&paste, r->text.data, r->text.len);
    if (st == QTTY_OK)
        st = qtty_buf_append(&paste, end, sizeof end - 1);
    if (st == QTTY_OK)
        st = send(s, r, qtty_buf_span(&paste));
    qtty_buf_finish(&paste);
    return st;
}

/* The signal is a boundary: the empty send waits for what comes of it. */
static qtty_status
send_signal(struct shell *s, const struct request *r)
{
    qtty_status st = qtty_session_signal(s->session, r->signal, NULL, clock_now_ns());
    return st == QTTY_OK ? send(s, r, (qtty_span){ 0 }) : st;
}

static qtty_status
start(struct shell *s, const struct request *r)
{
    switch (r->kind) {
    case REQUEST_COMMAND:
        return send_command(s, r);
    case REQUEST_TEXT:
    case REQUEST_KEYS:
        return send(s, r, r->text);
    case REQUEST_SIGNAL:
        return send_signal(s, r);
    case REQUEST_SCREEN:
        break;
    }
    check(s, answer_screen(s->options->form, qtty_session_emulator(s->session),
                           &s->outlet.pending));
    return QTTY_OK;
}

static void
take_line(struct shell *s, qtty_span line)
{
    struct request r;
    enum answer_form form = s->options->form;
    check(s, answer_request(form, line, &s->outlet.pending));
    const char *rule = request_read(&r, line, form != ANSWER_OUTPUT, s->options->level);
    qtty_status st = QTTY_OK;
    if (rule == NULL)
        st = start(s, &r);
    if (rule != NULL)
        refuse(s, rule);
    else if (st != QTTY_OK)
        refuse(s, qtty_session_error(s->session));
    else
        s->busy = r.kind != REQUEST_SCREEN;
    s->typed = request_ends_line(&r);
    request_finish(&r);
}

static bool
may_start(const struct shell *s)
{
    return !s->closing && !s->busy && !outlet_is_full(&s->outlet)
           && qtty_session_phase(s->session) == QTTY_SESSION_LIVE;
}

static void
start_lines(struct shell *s)
{
    enum intake_line found = INTAKE_LINE;
    while (found != INTAKE_NONE && may_start(s)) {
        qtty_span line;
        found = intake_next(&s->intake, &line);
        if (found == INTAKE_LINE)
            take_line(s, line);
        else if (found == INTAKE_TOO_LONG)
            refuse(s, "is longer than 1 MiB");
    }
    if (found == INTAKE_NONE && !s->intake.open)
        end(s);
}

/* --- Work --------------------------------------------------------------------------- */

static void
step(struct shell *s)
{
    (void)qtty_session_step(s->session, NULL, 0, clock_now_ns());
    if (s->started || qtty_session_phase(s->session) != QTTY_SESSION_LIVE)
        return;
    s->started = true;
    check(s, answer_start(s->options->form, qtty_session_motd(s->session),
                          clock_now_ns() - s->start_ns, &s->outlet.pending));
}

static void
read_input(struct shell *s)
{
    int error = intake_read(&s->intake);
    if (error == 0)
        return;
    s->intake.open = false;
    end_with_failure(s, "standard input", strerror(error));
}

/* A pipe whose reader has left ends the shell as SIGPIPE would end us. */
static void
write_output(struct shell *s, short events)
{
    if (s->outlet.pending.len != 0)
        outlet_write(&s->outlet);
    else if ((events & (POLLERR | POLLHUP)) != 0)
        s->outlet.error = EPIPE;
    if (s->outlet.error != 0 && s->outlet.error != EPIPE)
        end_with_failure(s, "standard output", strerror(s->outlet.error));
    if (s->outlet.error != 0)
        end(s);
}

/* --- The loop ----------------------------------------------------------------------- */

enum { SIGNALS, INPUT, OUTPUT, FIRST_WANT };

struct polled {
    struct pollfd fds[FIRST_WANT + QTTY_WANTS_MAX];
    size_t count;
    uint64_t deadline_ns;
};

static void
collect(const struct shell *s, struct polled *p)
{
    qtty_want wants[QTTY_WANTS_MAX];
    size_t count;
    qtty_session_wants(s->session, wants, QTTY_WANTS_MAX, &count, &p->deadline_ns);
    for (size_t i = 0; i < count; i++)
        p->fds[FIRST_WANT + i] = polled(&wants[i]);
    p->count = FIRST_WANT + count;

    bool reads = goes_on(s) && intake_wants_more(&s->intake);
    p->fds[SIGNALS] = (struct pollfd){ .fd = s->signals, .events = POLLIN };
    p->fds[INPUT] = (struct pollfd){ .fd = reads ? STDIN_FILENO : -1, .events = POLLIN };
    p->fds[OUTPUT] = (struct pollfd){
        .fd = s->outlet.error == 0 ? STDOUT_FILENO : -1,
        .events = s->outlet.pending.len != 0 ? POLLOUT : 0,
    };
}

/* @return false: a signal that is not ours interrupted it. */
static bool
wait(struct polled *p)
{
    enum { NS_IN_S = 1000000000 };
    uint64_t now_ns = clock_now_ns();
    uint64_t wait_ns = p->deadline_ns > now_ns ? p->deadline_ns - now_ns : 0;
    struct timespec time = { .tv_sec = (time_t)(wait_ns / NS_IN_S),
                             .tv_nsec = (long)(wait_ns % NS_IN_S) };
    bool forever = p->deadline_ns == QTTY_NEVER;
    return ppoll(p->fds, (nfds_t)p->count, forever ? NULL : &time, NULL) >= 0;
}

static void
turn(struct shell *s)
{
    struct polled p;
    collect(s, &p);
    if (!wait(&p))
        return;
    if (p.fds[SIGNALS].revents != 0)
        take_signals(s);
    step(s);
    take_answer(s);
    if (p.fds[INPUT].revents != 0)
        read_input(s);
    if (p.fds[OUTPUT].revents != 0)
        write_output(s, p.fds[OUTPUT].revents);
    start_lines(s);
    tape_take(&s->tape, s->session);
}

void
shell_loop(struct shell *s)
{
    while (!has_ended(s) || s->outlet.pending.len != 0)
        turn(s);
}
