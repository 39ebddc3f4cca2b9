/* Driving a bash tool from a test: calls, and the texts that answer them. Nothing waits
 * for time; a guard only ends a test that would hang. Wants _GNU_SOURCE. */
#ifndef QTTY_LIVE_TOOL_H
#define QTTY_LIVE_TOOL_H

#include "live/session.h"
#include <quietty/tool.h>

#define CODE(n)    "[exit code: " #n "]"
#define FRESH      "[the next call starts a fresh shell]"
#define EXITED(n)  "[shell exited: code " #n "]\n" FRESH
#define KILLED(s)  "[shell killed by signal: " #s "]\n" FRESH
#define WAITING    "[waiting for input: the next call is that input]"
#define UNFINISHED "[the command is unfinished: the next call goes on with its text]"
#define HIDDEN                                                                           \
    "[waiting for input that is not shown, as a password: the next call is that input]"

struct bash {
    qtty_tool *tool;
    qtty_session_config session;
    qtty_tool_config config;
    qtty_tool_answer answer; /* the last that was taken */
    qtty_buf text;           /* of it, with a NUL behind the last byte */
    size_t descriptors;      /* of this process, before */
};

/** The configuration that tests begin with; to be changed before bash_create. */
static inline void
bash_init(struct bash *b)
{
    *b = (struct bash){ .session = QTTY_SESSION_CONFIG_INIT,
                        .config = QTTY_TOOL_CONFIG_INIT,
                        .descriptors = live_descriptors() };
    qtty_buf_init(&b->text, NULL, 0);
    b->session.parent = drive_parent();
    b->session.cwd = drive_home;
    b->session.dispose_grace_ms = 200;
}

static inline void
bash_create(struct bash *b)
{
    b->config.session = &b->session;
    assert_int_equal(qtty_tool_create(&b->tool, &b->config, NULL), QTTY_OK);
}

static inline void
bash_open(struct bash *b)
{
    bash_init(b);
    bash_create(b);
}

/** Free it; no process, descriptor or start-up file may be left. */
static inline void
bash_free(struct bash *b)
{
    qtty_tool_destroy(b->tool);
    qtty_buf_finish(&b->text);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(live_descriptors(), b->descriptors);
    assert_int_equal(drive_files("qtty-"), 0);
}

static inline qtty_tool_call
bash_begin(struct bash *b, const char *command)
{
    qtty_tool_call call;
    qtty_status st = qtty_tool_run(b->tool, qtty_text(command), 0, live_now(), &call);
    assert_int_equal(st, QTTY_OK);
    assert_int_not_equal(call, 0);
    return call;
}

/** Poll once, and step. */
static inline void
bash_turn(struct bash *b)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd fds[QTTY_WANTS_MAX];
    const uint64_t guard_ns = 20000000000u;
    size_t count;
    uint64_t at, now = live_now();
    qtty_tool_wants(b->tool, wants, QTTY_WANTS_MAX, &count, &at);
    for (size_t i = 0; i < count; i++)
        fds[i] = (struct pollfd){
            .fd = wants[i].descriptor,
            .events = (short)((wants[i].events & QTTY_WANT_READ ? POLLIN : 0)
                              | (wants[i].events & QTTY_WANT_WRITE ? POLLOUT : 0)),
        };
    uint64_t wait_ns = at <= now ? 0 : at - now < guard_ns ? at - now : guard_ns;
    struct timespec wait = { (time_t)(wait_ns / 1000000000u),
                             (long)(wait_ns % 1000000000u) };
    ppoll(fds, count, &wait, NULL);
    assert_int_equal(qtty_tool_step(b->tool, wants, count, live_now()), QTTY_OK);
}

/** Until there is an answer. @return its text. */
static inline const char *
bash_take(struct bash *b)
{
    uint64_t guard = live_now() + 300000000000u;
    while (!qtty_tool_take(b->tool, &b->answer)) {
        assert_true(live_now() < guard);
        bash_turn(b);
    }
    drive_keep(&b->text, b->answer.text);
    return (const char *)b->text.data;
}

static inline const char *
bash_call(struct bash *b, const char *command)
{
    qtty_tool_call call = bash_begin(b, command);
    const char *text = bash_take(b);
    assert_int_equal(b->answer.call, call);
    return text;
}

/** Call; the answer is exactly this. */
static inline void
bash_says(struct bash *b, const char *command, const char *text)
{
    const char *said = bash_call(b, command);
    if (strcmp(said, text) != 0)
        print_message("bash(\"%s\")\n", command);
    assert_string_equal(said, text);
}

#endif
