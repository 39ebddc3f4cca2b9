/* Driving programs that do not want to be ended: who they are, by descriptors that are
 * opened while they live, and whether all of them are gone. Wants _GNU_SOURCE. */
#ifndef QTTY_LIVE_HOSTILE_H
#define QTTY_LIVE_HOSTILE_H

#include "live/live.h"

#include "provider/process.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MARKED_MAX = 64 };

/** Processes that shall be gone. */
struct marked {
    pid_t pids[MARKED_MAX];
    int descriptors[MARKED_MAX];
    size_t count;
};

/** Mark each "pid NUMBER" line of a text, while they live. */
static inline void
mark_all(struct marked *m, const char *text)
{
    for (m->count = 0; (text = strstr(text, "pid ")) != NULL && m->count < MARKED_MAX;) {
        text += strlen("pid ");
        if (strchr(text, '\n') == NULL)
            return;
        pid_t pid = (pid_t)strtol(text, NULL, 10);
        int descriptor = process_open(pid);
        if (descriptor < 0) /* of one that came and went */
            continue;
        m->pids[m->count] = pid;
        m->descriptors[m->count++] = descriptor;
    }
}

/** All of them are gone; lets go of them. */
static inline void
expect_gone(struct marked *m)
{
    size_t left = 0;
    for (size_t i = 0; i < m->count; i++) {
        left += !process_ended(m->descriptors[i]);
        close(m->descriptors[i]);
    }
    assert_int_equal(left, 0);
}

/** End those that are left; none may be of the session. @return how many. */
static inline size_t
kill_left(const struct marked *m, pid_t session)
{
    size_t left = 0;
    for (size_t i = 0; i < m->count; i++)
        if (!process_ended(m->descriptors[i])) {
            left++;
            assert_int_not_equal(getsid(m->pids[i]), session);
            process_signal(m->descriptors[i], SIGKILL);
            struct pollfd ended = { .fd = m->descriptors[i], .events = POLLIN };
            assert_int_equal(poll(&ended, 1, 20000), 1);
        }
    return left;
}

static inline size_t
count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (; (text = strstr(text, word)) != NULL; text += strlen(word))
        count++;
    return count;
}

/** Start a role, and wait until so many of its processes spoke. */
static inline void
hostile_start(struct live *l, const char *program, const char *role, size_t count)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    uint64_t guard = live_now() + 20000000000u;
    live_spawn(l, &c, ARGV(program, role));
    while (count_of(live_text(l), "pid ") < count) {
        assert_true(live_now() < guard);
        assert_int_equal(live_turn(l), QTTY_OK);
    }
}

static inline pid_t
parent_of(int64_t pid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    return (pid_t)strtol(strrchr(text, ')') + 4, NULL, 10);
}

/** Close, and print how long it took. */
static inline void
timed_close(struct live *l, uint32_t grace_ms, const char *what)
{
    uint64_t before = live_now();
    live_close(l, grace_ms);
    printf("%s: ended in %.1f ms (a grace of %u)\n", what,
           (double)(live_now() - before) / 1e6, grace_ms);
}

/** It has no child, and no more descriptors than before. */
static inline void
is_clean(size_t descriptors)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(live_descriptors(), descriptors);
}

#endif
