/* The loop of quietty run: one poll(2), then a bounded piece of each kind of work. It
 * blocks nowhere else, so neither a program that does not read its replies, nor one
 * that does not leave, nor a standard output that is full can stop it. */
#define _POSIX_C_SOURCE 200809L

#include "cli/run.h"

#include "cli/message.h"
#include "provider/clock.h"
#include "provider/duration.h"
#include "provider/polled.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
    READ_BYTES = 8192,
    READS_IN_A_TURN = 16,
    TURN_NS = 20000000,
    TAIL_BYTES = 65536, /* more than a terminal holds for its reader */
    HOLD_NS = 1000000000,
    LATEST_LOOK_NS = 50 * NS_IN_MS,
};

static bool
child_has_ended(const struct run *r)
{
    qtty_child child;
    qtty_terminal_child(r->terminal, &child);
    return child.state != QTTY_CHILD_RUNNING;
}

/* --- The end ------------------------------------------------------------------------ */

static void
end_program(struct run *r, uint32_t grace_ms)
{
    (void)qtty_terminal_close(r->terminal, clock_now_ns(), grace_ms);
}

static uint32_t
grace_ms(const struct run *r)
{
    double ms = r->options->grace * 1000;
    return ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX;
}

static void
end_because(struct run *r, enum run_end why)
{
    if (r->end == RUN_GOES_ON)
        r->end = why;
    end_program(r, grace_ms(r));
}

static void
end_with_failure(struct run *r, qtty_status st, const char *what)
{
    if (r->end == RUN_GOES_ON)
        fail(EXIT_FAILED, "%s: %s", what, qtty_status_text(st));
    end_because(r, RUN_FAILED);
}

/* The second signal waits neither for the grace, nor for a full standard output. */
static void
take_signals(struct run *r)
{
    struct signalfd_siginfo info;
    while (read(r->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (r->end == RUN_INTERRUPTED) {
            end_program(r, 0);
            r->outlet.error = EINTR;
            r->outlet.pending.len = 0;
            continue;
        }
        r->end = RUN_INTERRUPTED;
        r->signal = (int)info.ssi_signo;
        end_because(r, RUN_INTERRUPTED);
    }
}

/* --- Output ------------------------------------------------------------------------- */

/* Output may resize where the persona allows it: the program's terminal follows, before a
 * reply tells of it. */
void
run_follow_size(struct run *r)
{
    uint32_t rows, cols;
    qtty_emulator_size(r->view.emulator, &rows, &cols);
    if (rows == r->window.rows && cols == r->window.cols)
        return;
    r->window.rows = rows;
    r->window.cols = cols;
    witness_resize(&r->witness, rows, cols, clock_now_ns());
    qtty_status st = qtty_terminal_resize(r->terminal, &r->window);
    if (st != QTTY_OK)
        end_with_failure(r, st, qtty_terminal_error(r->terminal));
}

static qtty_status
take_output(struct run *r, qtty_span bytes)
{
    qtty_buf *lines = r->options->screen ? NULL : &r->outlet.pending;
    qtty_status st = view_feed(&r->view, bytes, r->options->json, lines);
    if (r->outlet.error != 0)
        r->outlet.pending.len = 0;
    return st;
}

/* --- Replies ------------------------------------------------------------------------ */

/* A program that reads keys turns to them at once, if it has not done so before: longer
 * nobody's replies are held. */
static void
hold_replies(struct run *r)
{
    bool holds = replies_are_held(&r->replies);
    uint64_t now_ns = clock_now_ns();
    if (holds && !r->holds_replies)
        r->held_ns = now_ns;
    if (holds && now_ns - r->held_ns >= HOLD_NS)
        replies_forget(&r->replies);
    r->holds_replies = holds && replies_pending(&r->replies);
}

/* Nothing wakes us when it does. */
static uint64_t
next_look_at_held(const struct run *r, uint64_t now_ns)
{
    uint64_t held_ns = now_ns - r->held_ns;
    uint64_t wait_ns = held_ns < NS_IN_MS ? NS_IN_MS : held_ns;
    return now_ns + (wait_ns < LATEST_LOOK_NS ? wait_ns : LATEST_LOOK_NS);
}

static void
write_replies(struct run *r)
{
    replies_drop_for_others(&r->replies);
    hold_replies(r);
    if (r->holds_replies || r->typist.begun != 0)
        return;
    if (replies_write(&r->replies, clock_now_ns()) != QTTY_OK)
        replies_forget(&r->replies);
}

/* --- Reading ------------------------------------------------------------------------ */

/* @return true: there may be more. */
static bool
read_output(struct run *r)
{
    uint8_t bytes[READ_BYTES];
    size_t len;
    replies_drop_for_others(&r->replies);
    qtty_status st = qtty_terminal_read(r->terminal, bytes, sizeof bytes, &len);
    if (st != QTTY_OK && st != QTTY_E_CLOSED)
        end_with_failure(r, st, qtty_terminal_error(r->terminal));
    if (len == 0)
        return false;

    r->tail += len;
    qtty_span output = { bytes, len };
    typist_notice(&r->typist, output, clock_now_ns());
    st = take_output(r, output);
    if (st != QTTY_OK)
        end_with_failure(r, st, "lines");
    replies_learn(&r->replies);
    return true;
}

/* What the child printed before it ended is in the terminal by then. Others may go on for
 * ever: the session's are ended first, and who has left the session is not waited for. */
static void
read_outputs(struct run *r)
{
    bool ended = child_has_ended(r);
    bool more = true;
    /* A large screen takes its time: signals and clock are looked at in between. */
    uint64_t until_ns = clock_now_ns() + TURN_NS;
    for (int i = 0; more && i < READS_IN_A_TURN && !outlet_is_full(&r->outlet)
                    && clock_now_ns() < until_ns;
         i++)
        more = read_output(r);

    r->drained = ended && (!more || r->tail >= TAIL_BYTES);
    if (r->drained && qtty_terminal_phase(r->terminal) == QTTY_PHASE_OPEN)
        end_program(r, grace_ms(r));
}

/* --- Time --------------------------------------------------------------------------- */

static void
step(struct run *r)
{
    bool had_ended = child_has_ended(r);
    bool was_closed = qtty_terminal_phase(r->terminal) == QTTY_PHASE_CLOSED;
    if (qtty_terminal_step(r->terminal, clock_now_ns()) != QTTY_OK) {
        /* Trying again would find the same survivors. */
        fail(EXIT_FAILED, "%s", qtty_terminal_error(r->terminal));
        r->end = r->end == RUN_GOES_ON ? RUN_FAILED : r->end;
    }
    bool is_closed = qtty_terminal_phase(r->terminal) == QTTY_PHASE_CLOSED;
    if (had_ended != child_has_ended(r) || was_closed != is_closed) {
        r->tail = 0;
        r->drained = false;
    }
}

/* The screen that was asked for is the program's, not what it says when it is told to
 * leave. */
static void
look_at_time(struct run *r)
{
    if (clock_now_ns() < r->timeout_ns || r->end != RUN_GOES_ON || child_has_ended(r))
        return;
    qtty_status st = QTTY_OK;
    if (r->options->screen)
        st = run_show_screen(r, &r->screen);
    end_because(r, RUN_TIMED_OUT);
    if (st != QTTY_OK)
        end_with_failure(r, st, "screen");
}

/* --- Input -------------------------------------------------------------------------- */

static bool
owes_replies(const struct run *r)
{
    return replies_pending(&r->replies) && !r->holds_replies;
}

/* Replies go first. */
static bool
may_type(const struct run *r)
{
    return r->end == RUN_GOES_ON && !child_has_ended(r) && !owes_replies(r);
}

static void
type(struct run *r)
{
    size_t at = r->typist.at;
    qtty_status st =
        typist_type(&r->typist, r->view.emulator, r->terminal, clock_now_ns());
    if (r->typist.at != at && r->holds_replies)
        replies_drop(&r->replies); /* who gets a line has not waited for a reply */
    if (st == QTTY_E_LINE_TOO_LONG) {
        fail(EXIT_FAILED,
             "standard input: line %llu: longer than %d bytes, which the program's "
             "terminal "
             "would cut",
             (unsigned long long)r->typist.lines + 1, QTTY_CANONICAL_LINE_MAX);
        end_because(r, RUN_FAILED);
    } else if (st != QTTY_OK && st != QTTY_E_CLOSED) {
        end_with_failure(r, st, qtty_terminal_error(r->terminal));
    }
}

static void
write_input(struct run *r)
{
    if (child_has_ended(r)) {
        replies_forget(&r->replies);
        return;
    }
    write_replies(r);
    if (may_type(r) && !outlet_is_full(&r->outlet))
        type(r);
}

static void
read_input(struct run *r)
{
    int error = typist_read(&r->typist);
    if (error == 0)
        return;
    fail(EXIT_FAILED, "standard input: %s",
         error != EILSEQ                              ? strerror(error)
         : converter_error(r->view.converter)[0] != 0 ? converter_error(r->view.converter)
                                                      : "is not UTF-8");
    r->typist.open = false;
    end_because(r, RUN_FAILED);
}

/* A pipe whose reader has left ends the program as SIGPIPE would end us. */
static void
write_output(struct run *r, short events)
{
    if (r->outlet.pending.len != 0)
        outlet_write(&r->outlet);
    else if ((events & (POLLERR | POLLHUP)) != 0)
        r->outlet.error = EPIPE;
    if (r->outlet.error == 0 || r->end != RUN_GOES_ON)
        return;
    if (r->outlet.error != EPIPE)
        fail(EXIT_FAILED, "standard output: %s", strerror(r->outlet.error));
    end_because(r, r->outlet.error == EPIPE ? RUN_INTERRUPTED : RUN_FAILED);
}

/* --- The loop ----------------------------------------------------------------------- */

enum { SIGNALS, INPUT, OUTPUT, FIRST_WANT };

struct polled {
    struct pollfd fds[FIRST_WANT + QTTY_WANTS_MAX];
    size_t count;
};

static void
collect(const struct run *r, struct polled *p)
{
    qtty_want wants[QTTY_WANTS_MAX];
    bool writes = (owes_replies(r) && !replies_are_blocked(&r->replies))
                  || typist_wants_room(&r->typist);
    uint32_t interest = (outlet_is_full(&r->outlet) ? 0u : QTTY_WANT_READ)
                        | (writes ? QTTY_WANT_WRITE : 0u);
    size_t count = qtty_terminal_wants(r->terminal, interest, wants);
    for (size_t i = 0; i < count; i++)
        p->fds[FIRST_WANT + i] = polled(&wants[i]);
    p->count = FIRST_WANT + count;

    bool types = typist_wants_more(&r->typist) && !child_has_ended(r);
    p->fds[SIGNALS] = (struct pollfd){ .fd = r->signals, .events = POLLIN };
    p->fds[INPUT] = (struct pollfd){ .fd = types ? STDIN_FILENO : -1, .events = POLLIN };
    p->fds[OUTPUT] = (struct pollfd){
        .fd = r->outlet.error == 0 ? STDOUT_FILENO : -1,
        .events = r->outlet.pending.len != 0 ? POLLOUT : 0,
    };
}

static int
wait_ms(const struct run *r, uint64_t now_ns)
{
    uint64_t at = qtty_terminal_deadline(r->terminal);
    if (may_type(r) && typist_deadline(&r->typist) < at)
        at = typist_deadline(&r->typist);
    if (r->end == RUN_GOES_ON && r->timeout_ns < at)
        at = r->timeout_ns;
    if (r->holds_replies && next_look_at_held(r, now_ns) < at)
        at = next_look_at_held(r, now_ns);
    else if (replies_deadline(&r->replies) < at)
        at = replies_deadline(&r->replies);
    /* Who has ended wakes no poll: what it left is looked for at once. */
    bool looks = child_has_ended(r) && !r->drained && !outlet_is_full(&r->outlet);
    if (looks || at <= now_ns)
        return 0;
    uint64_t ms = (at - now_ns + NS_IN_MS - 1) / NS_IN_MS;
    return at == QTTY_NEVER ? -1 : (int)(ms < 3600000 ? ms : 3600000);
}

static void
turn(struct run *r)
{
    struct polled p;
    collect(r, &p);
    if (poll(p.fds, (nfds_t)p.count, wait_ms(r, clock_now_ns())) < 0)
        return;
    if (p.fds[SIGNALS].revents != 0)
        take_signals(r);
    look_at_time(r);
    step(r);
    read_outputs(r);
    step(r); /* who asked may have ended since */
    write_input(r);
    if (p.fds[INPUT].revents != 0)
        read_input(r);
    if (p.fds[OUTPUT].revents != 0)
        write_output(r, p.fds[OUTPUT].revents);
}

static bool
is_over(const struct run *r)
{
    qtty_phase phase = qtty_terminal_phase(r->terminal);
    bool gone = phase == QTTY_PHASE_STUCK || (phase == QTTY_PHASE_CLOSED && r->drained);
    return gone && r->outlet.pending.len == 0;
}

void
run_loop(struct run *r)
{
    while (!is_over(r))
        turn(r);
}
