/* Running the program `quietty` from a test: its standard input, output and error are
 * pipes, and its end is waited for. */
#ifndef QTTY_LIVE_PROGRAM_H
#define QTTY_LIVE_PROGRAM_H

#include "unit/check.h"

#include "live/gone.h"
#include <fcntl.h>
#include <poll.h>
#include <quietty/buf.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGV(...)                                                                        \
    (const char *const[])                                                                \
    {                                                                                    \
        __VA_ARGS__, NULL                                                                \
    }

struct program {
    pid_t pid;
    int input, output, error; /* our ends; -1: closed */
    qtty_buf out, err;        /* with a NUL after the last byte */
    int status;               /* of waitpid(2) */
};

static inline void
program_pipe(int ends[2])
{
    assert_int_equal(pipe(ends), 0);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

/** Start a program of any path; `argv` ends with NULL. */
static inline void
program_start(struct program *p, const char *path, const char *const *argv)
{
    extern char **environ;
    int input[2], output[2], error[2];
    posix_spawn_file_actions_t actions;

    program_pipe(input);
    program_pipe(output);
    program_pipe(error);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], 0);
    posix_spawn_file_actions_adddup2(&actions, output[1], 1);
    posix_spawn_file_actions_adddup2(&actions, error[1], 2);
    *p = (struct program){ .input = input[1], .output = output[0], .error = error[0] };
    int failed = posix_spawn(&p->pid, path, &actions, NULL,
                             (char *const *)(uintptr_t)argv, environ);
    assert_int_equal(failed, 0);
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    close(output[1]);
    close(error[1]);
    qtty_buf_init(&p->out, NULL, 0);
    qtty_buf_init(&p->err, NULL, 0);
}

/** `quietty` with these arguments. */
static inline void
quietty_start(struct program *p, const char *const *arguments)
{
    const char *argv[32] = { "quietty" };
    for (size_t i = 0; arguments[i] != NULL; i++) {
        assert_true(i + 2 < COUNT_OF(argv));
        argv[i + 1] = arguments[i];
    }
    program_start(p, QUIETTY, argv);
}

/* Read what a pipe has; closes it at its end. */
static inline void
program_drain(int *end, qtty_buf *to)
{
    assert_int_equal(qtty_buf_reserve(to, 65536), QTTY_OK);
    ssize_t got = read(*end, to->data + to->len, 65535);
    to->len += got > 0 ? (size_t)got : 0;
    to->data[to->len] = '\0';
    if (got > 0)
        return;
    close(*end);
    *end = -1;
}

/* Wait for output of either kind, 60 s at most. */
static inline void
program_turn(struct program *p)
{
    struct pollfd ends[] = { { p->output, POLLIN, 0 }, { p->error, POLLIN, 0 } };
    assert_true(poll(ends, 2, 60000) > 0);
    if (ends[0].revents != 0)
        program_drain(&p->output, &p->out);
    if (ends[1].revents != 0)
        program_drain(&p->error, &p->err);
}

/** Go on until standard output has a text. */
static inline void
program_until(struct program *p, const char *text)
{
    while (p->out.len == 0 || strstr((const char *)p->out.data, text) == NULL) {
        assert_true(p->output >= 0);
        program_turn(p);
    }
}

static inline void
program_close_input(struct program *p)
{
    if (p->input >= 0)
        close(p->input);
    p->input = -1;
}

/** Go on until both outputs end, then reap. Standard input stays open if it is. */
static inline void
program_finish(struct program *p)
{
    while (p->output >= 0 || p->error >= 0)
        program_turn(p);
    assert_int_equal(waitpid(p->pid, &p->status, 0), p->pid);
    program_close_input(p);
    if (p->out.data == NULL)
        program_drain(&p->output, &p->out);
    if (p->err.data == NULL)
        program_drain(&p->error, &p->err);
}

static inline void
program_free(struct program *p)
{
    qtty_buf_finish(&p->out);
    qtty_buf_finish(&p->err);
}

/** Run `quietty` with this text as standard input, to its end. */
static inline struct program
quietty(const char *input, const char *const *arguments)
{
    struct program p;
    quietty_start(&p, arguments);
    for (size_t left = strlen(input); left != 0;) {
        ssize_t put = write(p.input, input, left); /* a test's input fits into a pipe */
        assert_true(put > 0);
        input += put;
        left -= (size_t)put;
    }
    program_close_input(&p);
    program_finish(&p);
    return p;
}

/** Expect an exit code and the whole standard output; standard error must be empty. */
static inline void
quietty_prints(const char *input, const char *const *arguments, int code,
               const char *expected)
{
    struct program p = quietty(input, arguments);
    assert_string_equal((const char *)p.err.data, "");
    assert_string_equal((const char *)p.out.data, expected);
    assert_true(WIFEXITED(p.status));
    assert_int_equal(WEXITSTATUS(p.status), code);
    program_free(&p);
}

/** Expect an exit code, one line of standard error, and no output. */
static inline void
quietty_refuses(const char *input, const char *const *arguments, int code,
                const char *expected)
{
    struct program p = quietty(input, arguments);
    assert_string_equal((const char *)p.err.data, expected);
    assert_string_equal((const char *)p.out.data, "");
    assert_true(WIFEXITED(p.status));
    assert_int_equal(WEXITSTATUS(p.status), code);
    program_free(&p);
}

/** The number behind a word of the output. */
static inline pid_t
program_number(const struct program *p, const char *word)
{
    const char *at = strstr((const char *)p->out.data, word);
    assert_non_null(at);
    return (pid_t)strtol(at + strlen(word), NULL, 10);
}

#endif
