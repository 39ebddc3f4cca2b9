/* Observations folded into facts, a handler a kind. A boundary is where most facts end:
 * what was known before it may be about a program that has not read the text yet. */
#include "classes.h"

static void
void_looks(qtty_facts *f)
{
    f->looks = 0;
    f->wait_ns = 0;
    f->wait_class = QTTY_CLASS_E;
}

/* From here on another may be the one that sleeps, or it may not sleep on. */
static void
void_sleep(qtty_facts *f)
{
    f->asleep_group = 0;
}

static void
send(qtty_facts *f, const qtty_observation *seen)
{
    f->send_ns = seen->at_ns;
    f->written_ns = QTTY_NEVER;
    f->asks = true;
    f->echoed = false;
    f->line_unfinished = false;
    void_looks(f);
    void_sleep(f);
}

/* What could not be looked at did not show that it was not waiting. */
static bool
is_blind(const qtty_observation *seen)
{
    return seen->wait_class == QTTY_CLASS_E
           && (seen->flags & (QTTY_LOOK_DENIED | QTTY_LOOK_ENDED)) != 0;
}

static void
boundary(qtty_facts *f, const qtty_observation *seen)
{
    f->written_ns = QTTY_NEVER;
    f->marker_ns = QTTY_NEVER;
    f->prompt_ns = QTTY_NEVER;
    f->status = -1;
    f->group = f->group_before = is_blind(seen) ? 0 : seen->group;
    f->runs = f->runs_before = seen->runs;
    f->class_before = seen->wait_class;
    f->ran = false;
    f->asks = false;
    f->started = false;
    f->echoed = false;
    f->line_unfinished = false;
    f->followed = false;
    void_looks(f);
}

static void
signalled(qtty_facts *f, const qtty_observation *seen)
{
    f->written_ns = seen->at_ns;
    f->output_ns = seen->at_ns;
    void_looks(f);
    void_sleep(f);
}

/* A wait that was seen during the write may have been for the text itself. */
static void
written(qtty_facts *f, const qtty_observation *seen)
{
    signalled(f, seen);
    f->line_unfinished = seen->value != 0;
    f->typed |= !f->asks;
}

static void
output(qtty_facts *f, const qtty_observation *seen)
{
    f->output_ns = seen->at_ns;
    f->echoed |= f->written_ns != QTTY_NEVER;
    void_looks(f);
}

static void
started(qtty_facts *f, const qtty_observation *seen)
{
    output(f, seen);
    f->started = f->running = f->marked = true;
}

/* A prompt that stood before the latest marker is not the one that follows it. */
static void
marker(qtty_facts *f, const qtty_observation *seen)
{
    output(f, seen);
    f->marker_ns = seen->at_ns;
    f->prompt_ns = QTTY_NEVER;
    f->status = seen->value;
    f->marked = true;
    f->running = false;
    f->followed = false;
}

static void
prompt(qtty_facts *f, const qtty_observation *seen)
{
    if (seen->value != 1)
        f->prompt_ns = QTTY_NEVER;
    else if (f->prompt_ns == QTTY_NEVER)
        f->prompt_ns = seen->at_ns;
    f->followed = seen->value == 2;
}

static uint32_t
compared(uint32_t flags)
{
    return flags & ~(uint32_t)QTTY_LOOK_ASLEEP;
}

/* Of a class that is judged at once, or that shows nothing else, the run counts say
 * whether it slept on from one look to the other. */
static bool
runs_agree(const qtty_facts *f, const qtty_observation *seen)
{
    const bool counts =
        seen->wait_class == QTTY_CLASS_A || seen->wait_class == QTTY_CLASS_D;
    return !counts || seen->runs == f->runs;
}

static bool
agrees(const qtty_facts *f, const qtty_observation *seen)
{
    return f->looks > 0 && seen->wait_class == f->wait_class && seen->group == f->group
           && compared(seen->flags) == compared(f->flags) && runs_agree(f, seen);
}

static bool
sleeps(const qtty_observation *seen)
{
    return seen->wait_class == QTTY_CLASS_A && (seen->flags & QTTY_LOOK_ASLEEP) != 0
           && seen->runs != 0;
}

/* Nobody of the group has run since the look before: what was printed in between is
 * another's, and the wait is the same one. */
static bool
slept_on(const qtty_facts *f, const qtty_observation *seen)
{
    return sleeps(seen) && f->asleep_group != 0 && seen->group == f->asleep_group
           && seen->runs == f->asleep_runs && seen->flags == f->asleep_flags;
}

static void
remember_sleep(qtty_facts *f, const qtty_observation *seen)
{
    f->asleep_group = sleeps(seen) ? seen->group : 0;
    f->asleep_runs = seen->runs;
    f->asleep_flags = seen->flags;
}

/* What echo is while a program runs is its resting state. A program that asks for a
 * password may be met between turning echo off and its read, and for as long as others
 * have the processor: off counts where it lasts. */
static void
learn_echo(qtty_facts *f, const qtty_observation *seen)
{
    static const uint64_t lasting_ns = 200000000;
    const bool echo = (seen->flags & QTTY_TERMINAL_ECHO) != 0;
    const bool lasts = f->looks == 2 && seen->at_ns - f->wait_ns >= lasting_ns;
    if (!class_waits(seen->wait_class) && (seen->flags & QTTY_TERMINAL_CANONICAL)
        && !(seen->flags & (QTTY_LOOK_DENIED | QTTY_LOOK_ENDED)) && seen->group != 0
        && (echo || lasts))
        f->echo_rests = echo;
}

/* Where the foreground could not be seen at the boundary, the first look after it stands
 * in: what it shows may be as old as the boundary. */
static void
learn_before(qtty_facts *f, const qtty_observation *seen)
{
    if (f->ran || f->group_before != 0 || is_blind(seen))
        return;
    f->group_before = seen->group;
    f->runs_before = seen->runs;
    f->class_before = seen->wait_class;
}

static bool
counts_differ(const qtty_facts *f)
{
    return f->runs_before != 0 && f->runs != 0 && f->runs != f->runs_before;
}

/* Has the foreground changed, or run, since the boundary? Once it has, no wait is old. */
static bool
shows_a_run(const qtty_facts *f)
{
    return f->group != 0 && f->group_before != 0
           && (f->group != f->group_before || !class_waits(f->class_before)
               || counts_differ(f));
}

static void
look(qtty_facts *f, const qtty_observation *seen)
{
    const bool again = agrees(f, seen);
    f->wait_ns = again ? f->wait_ns : seen->at_ns;
    f->looks = again || slept_on(f, seen) ? 2 : 1;
    remember_sleep(f, seen);
    learn_echo(f, seen);
    learn_before(f, seen);
    f->flags = seen->flags;
    f->wait_class = seen->wait_class;
    f->group = seen->group;
    f->runs = seen->runs;
    f->own = seen->own;
    f->ran |= shows_a_run(f);
}

static void
exited(qtty_facts *f, const qtty_observation *seen)
{
    (void)seen;
    f->exited = true;
}

static void (*const fold[])(qtty_facts *, const qtty_observation *) = {
    [QTTY_OBSERVED_SEND] = send,       [QTTY_OBSERVED_BOUNDARY] = boundary,
    [QTTY_OBSERVED_WRITTEN] = written, [QTTY_OBSERVED_SIGNALLED] = signalled,
    [QTTY_OBSERVED_OUTPUT] = output,   [QTTY_OBSERVED_STARTED] = started,
    [QTTY_OBSERVED_MARKER] = marker,   [QTTY_OBSERVED_PROMPT] = prompt,
    [QTTY_OBSERVED_LOOK] = look,       [QTTY_OBSERVED_EXIT] = exited,
};

qtty_status
qtty_observe(qtty_facts *facts, const qtty_observation *seen)
{
    if (facts->size != sizeof(*facts) || seen->at_ns < facts->now_ns
        || (size_t)seen->kind >= sizeof(fold) / sizeof(fold[0]))
        return QTTY_E_INVAL;
    fold[seen->kind](facts, seen);
    facts->now_ns = seen->at_ns;
    return QTTY_OK;
}
