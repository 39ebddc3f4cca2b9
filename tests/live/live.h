/* Driving a terminal from a test: poll what it wants, step, read, until something holds.
 * Nothing waits for time; a guard of 20 s only ends a test that would hang. */
#ifndef QTTY_LIVE_LIVE_H
#define QTTY_LIVE_LIVE_H

#include "unit/check.h"
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <quietty/provider.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define ARGV(...)                                                                        \
    (const char *const[])                                                                \
    {                                                                                    \
        __VA_ARGS__, NULL                                                                \
    }

struct live {
    qtty_provider *provider;
    qtty_terminal *terminal;
    qtty_buf output; /* all of it, NUL after the last byte */
    bool hung_up;
};

static inline uint64_t
live_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/** How many descriptors this process has open. */
static inline size_t
live_descriptors(void)
{
    size_t count = 0;
    DIR *own = opendir("/proc/self/fd");
    while (own != NULL && readdir(own) != NULL)
        count++;
    if (own != NULL)
        closedir(own);
    return count;
}

/** Start a program; fails the test if it cannot be. Ends with NULL. */
static inline void
live_spawn(struct live *l, qtty_spawn_config *c, const char *const *argv)
{
    qtty_span spans[16];
    c->argv = spans;
    c->argc = 0;
    for (; argv[c->argc] != NULL; c->argc++)
        spans[c->argc] = qtty_text(argv[c->argc]);

    *l = (struct live){ 0 };
    qtty_buf_init(&l->output, NULL, 0);
    assert_int_equal(qtty_pty_provider_create(&l->provider, NULL), QTTY_OK);
    qtty_status st = qtty_provider_spawn(l->provider, &l->terminal, c);
    assert_string_equal(qtty_provider_error(l->provider), "");
    assert_int_equal(st, QTTY_OK);
}

static inline void
live_finish(struct live *l)
{
    qtty_terminal_destroy(l->terminal);
    qtty_provider_destroy(l->provider);
    qtty_buf_finish(&l->output);
}

static inline const char *
live_text(struct live *l)
{
    assert_int_equal(qtty_buf_reserve(&l->output, 1), QTTY_OK);
    l->output.data[l->output.len] = '\0';
    return (const char *)l->output.data;
}

static inline void
live_read(struct live *l)
{
    uint8_t bytes[4096];
    size_t len = 1;
    while (len != 0 && !l->hung_up) {
        qtty_status st = qtty_terminal_read(l->terminal, bytes, sizeof bytes, &len);
        l->hung_up = st == QTTY_E_CLOSED;
        assert_true(st == QTTY_OK || l->hung_up);
        assert_int_equal(qtty_buf_append(&l->output, bytes, len), QTTY_OK);
    }
}

/** Poll once, for output too if that is of interest, and step. */
static inline qtty_status
live_step(struct live *l, uint32_t interest)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd polled[QTTY_WANTS_MAX];
    size_t count = qtty_terminal_wants(l->terminal, interest, wants);
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){ .fd = wants[i].descriptor, .events = POLLIN };

    uint64_t now = live_now(), until = qtty_terminal_deadline(l->terminal);
    uint64_t wait_ms = until <= now ? 0 : (until - now) / 1000000 + 1;
    poll(polled, count, wait_ms > 20000 ? 20000 : (int)wait_ms);
    return qtty_terminal_step(l->terminal, live_now());
}

/** Poll once, step and read. @return what the step returned. */
static inline qtty_status
live_turn(struct live *l)
{
    qtty_status st = live_step(l, QTTY_WANT_READ);
    live_read(l);
    return st;
}

static inline bool
live_child_ended(struct live *l)
{
    qtty_child child;
    qtty_terminal_child(l->terminal, &child);
    return child.state != QTTY_CHILD_RUNNING;
}

/** Until the child ended and its output is read. Its end may be known from the start. */
static inline qtty_child
live_run(struct live *l)
{
    uint64_t guard = live_now() + 20000000000u;
    do {
        assert_true(live_now() < guard);
        assert_int_equal(live_turn(l), QTTY_OK);
    } while (!live_child_ended(l));
    qtty_child child;
    qtty_terminal_child(l->terminal, &child);
    return child;
}

/** Until the output contains a text. */
static inline void
live_until(struct live *l, const char *text)
{
    uint64_t guard = live_now() + 20000000000u;
    while (strstr(live_text(l), text) == NULL) {
        assert_true(live_now() < guard);
        assert_int_equal(live_turn(l), QTTY_OK);
    }
}

/** Close and see it through. */
static inline void
live_close(struct live *l, uint32_t grace_ms)
{
    uint64_t guard = live_now() + 20000000000u;
    assert_int_equal(qtty_terminal_close(l->terminal, live_now(), grace_ms), QTTY_OK);
    while (qtty_terminal_phase(l->terminal) != QTTY_PHASE_CLOSED) {
        assert_true(live_now() < guard);
        assert_int_equal(live_turn(l), QTTY_OK);
    }
}

/** What /proc tells of a process, kept open: with a full table nothing can be opened. */
static inline int
live_open_stat(int64_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0);
    return file;
}

/** Stop a process, and see it stopped. It is no child of ours: nothing else tells. */
static inline void
live_stop_seen(int64_t pid, int stat)
{
    uint64_t guard = live_now() + 20000000000u;
    char text[512], state = '\0';
    kill((pid_t)pid, SIGSTOP);
    while (state != 'T') {
        ssize_t len = pread(stat, text, sizeof text - 1, 0);
        assert_true(len > 0);
        text[len] = '\0';
        state = strrchr(text, ')')[2];
        assert_true(live_now() < guard);
    }
}

static inline void
live_stop(int64_t pid)
{
    int stat = live_open_stat(pid);
    live_stop_seen(pid, stat);
    close(stat);
}

#endif
