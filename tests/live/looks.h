/* Looking at a terminal from a test: until two looks agree, or never agree. Wants
 * _GNU_SOURCE and WAITS, the program of waits.c. */
#ifndef QTTY_LIVE_LOOKS_H
#define QTTY_LIVE_LOOKS_H

#include "live/live.h"

#include "provider/proc_linux.h"
#include "provider/thread_linux.h"
#include <sched.h>

static inline qtty_look
look(struct live *l)
{
    qtty_look found;
    live_read(l);
    qtty_terminal_look(l->terminal, &found);
    return found;
}

/** The flags of a look, but for whether all slept. */
static inline uint32_t
told(qtty_look found)
{
    return found.flags & ~(uint32_t)QTTY_LOOK_ASLEEP;
}

static inline bool
agree(const qtty_look *a, const qtty_look *b)
{
    return a->wait_class == b->wait_class && a->group == b->group && a->runs == b->runs
           && a->flags == b->flags;
}

/* Look until two looks agree on a class; before there must be none at all. */
static inline qtty_look
becomes(struct live *l, qtty_wait_class expected)
{
    uint64_t guard = live_now() + 20000000000u;
    qtty_look before = { 0 };
    for (qtty_look now = look(l);; before = now, now = look(l)) {
        assert_true(now.wait_class == QTTY_CLASS_E || now.wait_class == expected);
        if (now.wait_class == expected && agree(&now, &before)) {
            assert_true(now.runs != 0);
            return now;
        }
        assert_true(live_now() < guard);
        sched_yield();
    }
}

static inline pid_t
child_of(const struct live *l)
{
    qtty_child child;
    qtty_terminal_child(l->terminal, &child);
    return (pid_t)child.pid;
}

/* Do all threads of a process sleep, or are stopped? */
static inline bool
is_at_rest(pid_t pid)
{
    pid_t threads[8];
    char text[1024];
    struct thread_status status;
    struct process process;
    struct proc proc;
    proc_init(&proc);
    assert_true(process_enter(&process, &proc, pid));
    size_t count = process_threads(&process, threads, COUNT_OF(threads)), resting = 0;
    for (size_t i = 0; i < count; i++)
        resting += process_text(&process, threads[i], PROC_STAT, text, sizeof text)
                   && thread_parse_status(&status, text)
                   && (status.state == 'S' || status.state == 'T');
    process_leave(&process);
    proc_close(&proc);
    return count != 0 && resting == count;
}

/* Asleep in its wait, it is looked at a hundred times, and no look has a class. */
static inline qtty_look
stays_without(struct live *l)
{
    uint64_t guard = live_now() + 20000000000u;
    qtty_look before = look(l);
    for (int agreed = 0; agreed < 100; sched_yield()) {
        bool rests = is_at_rest(child_of(l));
        qtty_look now = look(l);
        assert_int_equal(now.wait_class, QTTY_CLASS_E);
        assert_true(now.group > 0 && live_now() < guard);
        agreed = rests && agree(&now, &before) ? agreed + 1 : 0;
        before = now;
    }
    return before;
}

static inline void
begin(struct live *l, const char *const *argv)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    live_spawn(l, &c, argv);
}

static inline void
begin_waits(struct live *l, const char *way)
{
    begin(l, ARGV(WAITS, way));
    live_until(l, "ready");
}

static inline void
type(struct live *l, const char *text)
{
    size_t written;
    assert_int_equal(qtty_terminal_write(l->terminal, qtty_text(text), &written),
                     QTTY_OK);
    assert_int_equal(written, strlen(text));
}

#endif
