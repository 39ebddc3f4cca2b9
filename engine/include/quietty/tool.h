/* The bash tool: `bash(command)` for a model. One shell for all calls of a tool, made
 * when the first one needs it: directory, variables, functions and jobs stay from one
 * call to the next. Calls queue up and run strictly one after another.
 *
 * The answer to a call is a text: exactly what the command printed, as lines show it,
 * without echo, prompts and marks, and behind that what a model has to know besides, a
 * line each in brackets.
 *
 * Caller-driven, as a session is: qtty_tool_wants, qtty_tool_step, and the time is given,
 * in ns of CLOCK_MONOTONIC. No call blocks but those that say so, and with a sandbox that
 * confines those that go on with calls (run, cancel, close, step): where one makes the
 * shell it may block as qtty_session_create, for some ms, at most for five seconds.
 * One handle is used by one thread at a time. */
#ifndef QUIETTY_TOOL_H
#define QUIETTY_TOOL_H

#include <quietty/session.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qtty_tool qtty_tool;

/** Number of a call; 0 is none. Never used twice. */
typedef uint64_t qtty_tool_call;

/* --- Configuration ------------------------------------------------------------------ */

/** The longest command, in bytes. */
#define QTTY_TOOL_COMMAND_MAX 1048576u

/** Calls that wait, run, or have an answer that was not taken, at most. */
#define QTTY_TOOL_CALLS_MAX 64u

/** The range of max_characters. */
#define QTTY_TOOL_CHARACTERS_MIN 64u
#define QTTY_TOOL_CHARACTERS_MAX 1000000u

/**
 * Makes the shell: as qtty_session_create, with the context in the place of the provider.
 * The tool drives the session, and destroys it. It must not call the tool.
 *
 * @return Why there is none; then the reason is appended to `error`, and the call that
 *         needed the shell is answered with it.
 */
typedef qtty_status (*qtty_tool_open)(void *context, qtty_session **out,
                                      const qtty_session_config *config, uint64_t now_ns,
                                      qtty_buf *error);

/** How to make a tool. Zero means the default of each field. */
typedef struct qtty_tool_config {
    size_t size;                     /* sizeof(qtty_tool_config) */
    const qtty_allocator *allocator; /* borrowed for the life of the handle */

    /* Of each shell; NULL: all defaults. Borrowed with all that it points to for the life
     * of the handle. The dialect must be bash. Without argv history expansion (`!`) is
     * off; without an entry HISTFILE in env commands go into no history file.
     * scrollback_lines has the default 200 000 here, max_read_bytes that of
     * scrollback_max_bytes: output within both is known from its beginning. */
    const qtty_session_config *session;
    qtty_tool_open open; /* NULL: qtty_session_create on a local pseudo-terminal */
    void *context;       /* of `open`; borrowed */

    uint32_t timeout_ms;     /* of a call, from its command's start: any number; default
                              * 300 000. A start-up has that of the session */
    uint32_t max_characters; /* Unicode scalar values of output in an answer; lines in
                              * brackets come on top. 64..1 000 000, default 16 000 */
    const char *description; /* what a model is told of the tool; borrowed for the life of
                              * the handle; NULL: our own */
} qtty_tool_config;

#define QTTY_TOOL_CONFIG_INIT                                                            \
    {                                                                                    \
        .size = sizeof(qtty_tool_config)                                                 \
    }

/* --- Life --------------------------------------------------------------------------- */

/**
 * Make a tool. Nothing is started before the first call.
 *
 * @param out    The handle, to be given to qtty_tool_destroy; NULL on failure.
 * @param config Read during the call but for what is borrowed; NULL: all defaults.
 * @param error  The reason of a failure is appended, without a NUL: field, value, rule;
 *               may be NULL.
 * @return QTTY_E_INVAL, QTTY_E_RANGE, QTTY_E_NOT_FOUND, QTTY_E_UNSUPPORTED: a field
 *         breaks its rule, those of the session (`session.cwd`) among them; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_tool_create(qtty_tool **out, const qtty_tool_config *config,
                                      qtty_buf *error);

/** Free a tool with its calls and answers. A shell that is there is ended first, without
 * a grace: this may block as qtty_session_destroy. NULL is fine. */
QTTY_API void qtty_tool_destroy(qtty_tool *t);

/** @return Text of the last failure of this handle; "" if there was none. Borrowed until
 * the next call. */
QTTY_API const char *qtty_tool_error(const qtty_tool *t);

/** @return What a model is told of the tool, for its list of tools. Borrowed for the life
 * of the handle. */
QTTY_API const char *qtty_tool_description(const qtty_tool *t);

/** @return The shell as it is now, to be looked at, and to take its recording: sends,
 * steps and close are the tool's. NULL: there is none. Borrowed until the next call on
 * the tool. */
QTTY_API qtty_session *qtty_tool_session(qtty_tool *t);

/* --- The loop ----------------------------------------------------------------------- */

/** Ask what to watch, as qtty_session_wants; at most QTTY_WANTS_MAX descriptors. */
QTTY_API void qtty_tool_wants(const qtty_tool *t, qtty_want *wants, size_t capacity,
                              size_t *count, uint64_t *deadline_ns);

/** Do a bounded amount of work, as qtty_session_step. What fails is told in the answer of
 * the call. @return QTTY_OK; QTTY_E_NOMEM: text was lost, and the tool goes on. */
QTTY_API qtty_status qtty_tool_step(qtty_tool *t, const qtty_want *ready, size_t n,
                                    uint64_t now_ns);

/** Convenience that blocks: ppoll(2) and step until an answer can be taken, or nothing is
 * under way. Reads CLOCK_MONOTONIC. @return QTTY_OK; QTTY_E_TIMEOUT: not within
 * `timeout_ms` (QTTY_NONE: no bound). */
QTTY_API qtty_status qtty_tool_wait(qtty_tool *t, uint32_t timeout_ms);

/* --- Calls -------------------------------------------------------------------------- */

/**
 * Queue a command. It runs when the calls before it are over, in the shell that these
 * left; where that has ended, or there was none, in a fresh one.
 *
 * Several lines are one command. Where the call before left something that waits for
 * input (a program that asks, an unfinished command), this text is its input, a line.
 * Keys without Enter are control characters alone ("\003" interrupts it, "\004" ends its
 * input), blanks alone where a program reads keys, and all that goes to a full-screen
 * program. An empty text, or a line end alone, is Enter.
 *
 * @param command     UTF-8, copied: without NUL; at most QTTY_TOOL_COMMAND_MAX bytes.
 *                    Line ends behind it do not count. At a prompt it must not be blank:
 *                    where only its turn tells, the answer is QTTY_TOOL_FAILED, its
 *                    status QTTY_E_INVAL.
 * @param timeout_ms  Of this call, any number, all of them bounds: QTTY_NONE is some
 *                    49 days; 0: that of the configuration.
 * @param call        Its number; 0 on failure.
 * @return QTTY_E_INVAL: a blank command at a prompt, or a NUL in it; QTTY_E_ENCODING: no
 *         UTF-8; QTTY_E_LIMIT: too long, or QTTY_TOOL_CALLS_MAX calls are there;
 *         QTTY_E_CLOSED: the tool was closed; QTTY_E_NOMEM. qtty_tool_error says which.
 */
QTTY_API qtty_status qtty_tool_run(qtty_tool *t, qtty_span command, uint32_t timeout_ms,
                                   uint64_t now_ns, qtty_tool_call *call);

/**
 * Cancel a call. One that has not begun never begins; one that has takes the shell with
 * it, and its answer comes when nothing of that is left: QTTY_TOOL_CANCELLED, its text
 * empty. Calls behind it go on, in a fresh shell.
 *
 * @return QTTY_E_NOT_FOUND: no such call, or it is over.
 */
QTTY_API qtty_status qtty_tool_cancel(qtty_tool *t, qtty_tool_call call, uint64_t now_ns);

/** End the shell and cancel all calls; no more are taken. It is done when
 * qtty_tool_session is NULL; a shell that cannot be ended stays, closing again tries
 * again, and qtty_tool_error names what is left. @return QTTY_OK. */
QTTY_API qtty_status qtty_tool_close(qtty_tool *t, uint64_t now_ns);

/** How a call ended. */
typedef enum qtty_tool_end {
    QTTY_TOOL_DONE,      /* the command has completed; exit_code is its status */
    QTTY_TOOL_WAITS,     /* it has not: what it runs, or the shell, waits for input */
    QTTY_TOOL_EXITED,    /* the shell itself ended; `child` tells how */
    QTTY_TOOL_TIMED_OUT, /* the shell was ended */
    QTTY_TOOL_CANCELLED, /* the shell was ended, if the call had begun */
    QTTY_TOOL_FAILED,    /* there is no shell, or the text could not be typed: `status` */
} qtty_tool_end;

/** The answer to a call. Its texts are borrowed until the next qtty_tool_take, or
 * qtty_tool_destroy. */
typedef struct qtty_tool_answer {
    qtty_tool_call call;
    qtty_tool_end end;
    qtty_status status; /* QTTY_OK unless it failed; see qtty_session_create and
                         * qtty_session_send; QTTY_E_NOMEM: a part of the text is missing;
                         * QTTY_E_TIMEOUT: what it started could not all be ended */
    int32_t exit_code;  /* -1: it has not completed, or nothing says so */
    qtty_child child;   /* the shell, when the call ended; zeroed if there was none */
    /* For the model, UTF-8: the output, then lines in brackets. `[exit code: N]` where N
     * is not 0; `[shell exited: code N]`, `[shell killed by signal: SIGKILL]` or
     * `[shell exited]`; `[exit code: unknown]`; what is waited for; that the time was
     * over; and that the next call starts fresh, where it does; why it failed. */
    qtty_span text;
    qtty_span output;    /* the part of `text` that the command printed */
    bool cut;            /* the end of the output is not in it */
    bool lost;           /* its beginning was not kept */
    uint64_t elapsed_ns; /* from the command's start to its end; 0: it never began, or
                          * was cancelled */
} qtty_tool_answer;

/** Take the answer of the oldest call that has one. @return false: none has. */
QTTY_API bool qtty_tool_take(qtty_tool *t, qtty_tool_answer *out);

#ifdef __cplusplus
}
#endif

#endif
