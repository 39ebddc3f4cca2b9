/* A session: a program on a terminal, driven. Spawn it, send to it, know when it is ready
 * again, read what it said, end it.
 *
 * The caller drives: qtty_session_wants says which descriptors to watch and until when,
 * qtty_session_step does bounded work. No call blocks but those that say so, none calls
 * back, and the time is always given: ns of CLOCK_MONOTONIC. One handle is used by one
 * thread at a time; distinct sessions may be used on distinct threads. */
#ifndef QUIETTY_SESSION_H
#define QUIETTY_SESSION_H

#include <quietty/base.h>
#include <quietty/input.h>
#include <quietty/lines.h>
#include <quietty/provider.h>
#include <quietty/readiness.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qtty_session qtty_session;

/* --- Configuration ------------------------------------------------------------------ */

/** @return Name of the dialect with this index: how a program is started, prompted and
 * told apart; NULL past the last. Static. "none" is for any program: argv is needed,
 * and it is ready when it waits. */
QTTY_API const char *qtty_dialect_name(size_t index);

/** @return The line that makes a program of the dialect with this index leave by
 * itself; NULL: it is not known, or there is no such dialect. Static. Closing a
 * session needs none. */
QTTY_API const char *qtty_dialect_leave(size_t index);

/** What a sandbox lets the program do to files. Only file effects are confined: not the
 * network, nor what a service outside does when it is asked to. Where nothing can
 * confine, nothing is started (QTTY_E_UNSUPPORTED). */
typedef enum qtty_sandbox {
    QTTY_SANDBOX_DEFAULT,            /* danger-full-access */
    QTTY_SANDBOX_READ_ONLY,          /* nothing is writable */
    QTTY_SANDBOX_WORKSPACE_WRITE,    /* the workspace, and temporary files: a private
                                      * /tmp, or by Landlock a folder as TMPDIR */
    QTTY_SANDBOX_DANGER_FULL_ACCESS, /* argv is started as it is */
} qtty_sandbox;

/** What is recorded of a session, from its start on; see quietty/recording.h. Output is
 * recorded in any case: what was typed stands in it where the terminal echoes. Where a
 * dialect has no mark for where output begins, the count of the lines that are sent is
 * recorded, too, and whether the output shows them. */
typedef enum qtty_record {
    QTTY_RECORD_NOTHING,
    QTTY_RECORD_OUTPUT,    /* all but what is written to the program */
    QTTY_RECORD_INPUT_TOO, /* that too, and so passwords */
} qtty_record;

/** How to make a session. Zero means the default of each field. */
typedef struct qtty_session_config {
    size_t size;                     /* sizeof(qtty_session_config) */
    const qtty_allocator *allocator; /* borrowed for the life of the handle */

    const char *backend;   /* default "shell"; others are types of a registry */
    const char *dialect;   /* qtty_dialect_name; default the first, "bash" */
    const qtty_span *argv; /* as in provider.h; with argc 0 the dialect's */
    size_t argc;
    const char *cwd;           /* must exist; default the workspace, else the caller's */
    const qtty_env_entry *env; /* as in provider.h */
    size_t env_count;
    qtty_profile profile;      /* of the environment, as in provider.h; default plain */
    const char *const *parent; /* environment to start from; NULL: the caller's own */
    qtty_sandbox sandbox;      /* resolved once, for the life of the session */
    const char *workspace;     /* its root, resolved through links; default: none, which
                                * workspace-write refuses */

    qtty_window window;           /* default 40 rows, 160 columns */
    const char *term;             /* TERM; default "xterm-256color" */
    const char *engine, *persona; /* as in emulator.h; NULL: the first */
    qtty_projection projection;   /* default screen */
    /* Of the terminal: "UTF-8", the default, or a charset that contains ASCII, by a name
     * that ICU knows. That is decoded before sequences are looked for; bytes 80..9F are
     * C1 controls where it has those (ISO 8859, EUC). The terminal erases byte by byte
     * then (IUTF8 is off), and no locale is set: the program needs one of that charset,
     * by `env` or the caller's. */
    const char *encoding;
    bool strict;        /* ill-formed output fails the session, else U+FFFD */
    qtty_hidden hidden; /* concealed text, as in lines.h; default kept */

    uint32_t scrollback_lines;     /* default 10 000 */
    uint32_t scrollback_max_bytes; /* UTF-8 of all lines; default 4 194 304 */
    uint32_t max_read_bytes;       /* of a read, a delta, an unfinished sequence; at most
                                    * scrollback_max_bytes; default 262 144 */

    uint32_t poll_interval_ms;     /* default 50: the longest pause between looks, and
                                    * until an interrupt is tried again; readiness.h */
    uint32_t exact_probe_after_ms; /* default 150; see readiness.h */
    uint32_t quiet_ms;             /* default 30: for likely evidence */
    uint32_t idle_silence_ms;      /* default 3000 */
    uint32_t handoff_grace_ms;     /* default 500; at least poll_interval_ms */
    uint32_t timeout_ms;           /* default 30 000: of a send, and of start-up */
    uint32_t dispose_grace_ms;     /* default 3000: from TERM to KILL at close */

    qtty_record record; /* default nothing */
} qtty_session_config;

#define QTTY_SESSION_CONFIG_INIT                                                         \
    {                                                                                    \
        .size = sizeof(qtty_session_config)                                              \
    }

/* --- Life --------------------------------------------------------------------------- */

typedef enum qtty_session_state {
    QTTY_SESSION_STARTING, /* not ready for the first time yet */
    QTTY_SESSION_LIVE,
    QTTY_SESSION_CLOSING, /* its processes are being ended */
    QTTY_SESSION_CLOSED,  /* nothing of it is left; where that could not be made sure,
                           * qtty_session_error says why */
    QTTY_SESSION_FAILED,  /* start-up, the transport, a strict encoding or a close
                           * failed; qtty_session_error says why */
} qtty_session_state;

/**
 * Spawn a program on a new terminal, as the leader of a new POSIX session.
 *
 * The environment is made as provider.h says, with QTTY_SESSION set.
 *
 * Start-up is a send without text: the session is live when the program is proven ready
 * (of dialect "none": seen to wait, likely or proven). Silence never makes it so; after
 * timeout_ms, or if the program exits, it has failed.
 *
 * With a sandbox that confines, this blocks for some milliseconds, at most for five
 * seconds: whether bubblewrap can run is tried.
 *
 * @param out       The handle, to be given to qtty_session_destroy; NULL on failure.
 * @param provider  Where the terminal comes from; borrowed for the life of the handle.
 *                  NULL: a local pseudo-terminal.
 * @param config    Read during the call (the allocator: see there); NULL: all defaults.
 * @param error     The reason of a failure is appended, without a NUL: field, value,
 *                  rule; may be NULL.
 * @return QTTY_E_RANGE, QTTY_E_INVAL: a field breaks its rule; QTTY_E_NOT_FOUND: no such
 *         backend, dialect, engine, persona, directory or program; QTTY_E_UNSUPPORTED: no
 *         usable sandbox; no local terminals on this system; what the engine cannot do;
 *         no such encoding, one that does not contain ASCII or is
 *         switched by escape sequences, or a build without ICU; QTTY_E_NOT_EXECUTABLE:
 *         the program is not; QTTY_E_IO; QTTY_E_NOMEM. Nothing was started then.
 */
QTTY_API qtty_status qtty_session_create(qtty_session **out, qtty_provider *provider,
                                         const qtty_session_config *config,
                                         uint64_t now_ns, qtty_buf *error);

/**
 * Free a session. One that was not closed is ended first, without a grace: this may block
 * for some ms, and for five seconds if something cannot be killed. NULL is fine.
 */
QTTY_API void qtty_session_destroy(qtty_session *s);

/** @return Where its life stands; FAILED and CLOSED are its end. */
QTTY_API qtty_session_state qtty_session_phase(const qtty_session *s);

/** The top-level program: running, or how it ended; says nothing of others. */
QTTY_API void qtty_session_child(const qtty_session *s, qtty_child *out);

/** @return Text of the last failure of this handle; "" if there was none. Of a start-up
 * that failed it ends with the last lines that the program printed, if it did. Borrowed
 * until the next call. */
QTTY_API const char *qtty_session_error(const qtty_session *s);

/** How much of what a sandbox's mode forbids is kept from happening. */
typedef enum qtty_enforcement {
    QTTY_ENFORCEMENT_NONE, /* nothing is confined: nobody asked for it */
    QTTY_ENFORCEMENT_PARTIAL,
    QTTY_ENFORCEMENT_FULL,
} qtty_enforcement;

/**
 * What confines the program, as found when the session was created.
 *
 * @param text  Set to who does, and what is let through, in words: "bubblewrap: full",
 *              "Landlock (ABI 4): partial, lets through ioctl(2) of devices"; "" for
 *              none. Borrowed for the life of the session; may be NULL.
 * @return How much of what the mode forbids is kept from happening.
 */
QTTY_API qtty_enforcement qtty_session_sandbox(const qtty_session *s, const char **text);

/** @return What was printed during start-up, at most max_read_bytes; borrowed until
 * the next call. */
QTTY_API qtty_span qtty_session_motd(const qtty_session *s);

/* --- The loop ----------------------------------------------------------------------- */

/**
 * Ask what to watch. A pure query, in constant time. The answer changes only by calls
 * that do something to the session. An idle session wants no deadline, and none of its
 * descriptors is ready.
 *
 * With epoll(7): follow the answer after each such call, before a call on another session
 * can open a file by a number that this one closed. Take out what is wanted no more (a
 * terminal that has hung up is ready for ever). Put in what is wanted by EPOLL_CTL_MOD
 * and, where that fails, by EPOLL_CTL_ADD, also if the same number was wanted before: it
 * can be another file. tests/examples/many_sessions.c does.
 *
 * @param wants     Filled with at most `capacity` descriptors.
 * @param count     How many there are; if more than `capacity`, ask again with room.
 * @param deadline_ns  Step at this time at the latest; QTTY_NEVER: no need.
 */
QTTY_API void qtty_session_wants(const qtty_session *s, qtty_want *wants, size_t capacity,
                                 size_t *count, uint64_t *deadline_ns);

/**
 * Do a bounded amount of work: read, feed, reply, write, look, judge. It takes the
 * emulator's events (titles, bells, …) for itself, and ends a frame of synchronised
 * output whose time has come.
 *
 * @param ready   Wants that are ready, `n` of them; none at a deadline. Whatever is
 * here, all of the work is tried. @param now_ns  Time that runs back counts as standing
 * still. @return Why the session fails, once: QTTY_E_IO: the transport failed: the
 * session is exited with unknown status and is being closed; QTTY_E_ENCODING: ill-formed
 * output, strict; of a start-up QTTY_E_TIMEOUT: not ready in time, QTTY_E_CLOSED: the
 * program ended. QTTY_E_NOMEM: text was lost, and the session goes on. QTTY_OK else,
 * also where a close failed, which the state tells.
 */
QTTY_API qtty_status qtty_session_step(qtty_session *s, const qtty_want *ready, size_t n,
                                       uint64_t now_ns);

/**
 * Convenience that blocks: ppoll(2) and step until no start-up, send or close is under
 * way. Reads CLOCK_MONOTONIC.
 *
 * @return QTTY_E_TIMEOUT: not within `timeout_ms` (QTTY_NONE: no bound), or a close
 *         failed; or why the session has failed, as qtty_session_step, and
 *         QTTY_E_CANCELLED.
 */
QTTY_API qtty_status qtty_session_wait(qtty_session *s, uint32_t timeout_ms);

/* --- Send --------------------------------------------------------------------------- */

/** The longest text of a send. */
#define QTTY_SEND_BYTES_MAX 16777216u

/** How a text becomes input. */
typedef enum qtty_send_form {
    /* Typed; but pasted are several lines, to a program that takes pastes in brackets
     * (mode 2004) and reads keys, if they hold no controls but HT, LF and CR: a line
     * editor then gets all of them as one command. The line ends behind the last line
     * are typed, as Enter, and CR LF is one line end. */
    QTTY_SEND_AUTO,
    QTTY_SEND_TYPED,  /* as keys: LF is CR, the Enter key, but in brackets of its own */
    QTTY_SEND_PASTED, /* as qtty_emulator_paste, all of it: controls are left out */
} qtty_send_form;

typedef struct qtty_send {
    size_t size;                 /* sizeof(qtty_send) */
    qtty_span text;              /* UTF-8, copied */
    bool submit;                 /* one CR follows, outside of a paste */
    uint32_t timeout_ms;         /* 0: the session's */
    qtty_evidence_level minimum; /* weaker evidence counts for nothing; zero: likely.
                                  * proven: silence counts for nothing either */
    qtty_send_form form;
} qtty_send;

#define QTTY_SEND_INIT                                                                   \
    {                                                                                    \
        .size = sizeof(qtty_send)                                                        \
    }

/** How a send settled. The texts are borrowed until the next call. */
typedef struct qtty_result {
    /* QTTY_OK. QTTY_E_CANCELLED: before anything was written; the wait_reason is none.
     * QTTY_E_LINE_TOO_LONG: the terminal became canonical before all was written; what
     * would be cut was not. What qtty_session_send, _keys, _mouse and _focus return can
     * also be found when a send leaves the queue: QTTY_E_LINE_TOO_LONG, QTTY_E_ENCODING,
     * QTTY_E_LIMIT, QTTY_E_UNSUPPORTED, QTTY_E_RANGE, QTTY_E_INVAL, QTTY_E_NOMEM; nothing
     * was written then. QTTY_E_IO, QTTY_E_ENCODING: the session failed, or the interrupt
     * of a cancel did. QTTY_E_TIMEOUT: a close failed. */
    qtty_status status;
    qtty_wait_reason wait_reason;
    qtty_evidence evidence;
    qtty_child child; /* independent of wait_reason */
    /* Of the last command that finished, as the shell's own marker says it, when the
     * shell itself is ready; -1: none did. */
    int32_t command_status;
    /* What the program said, as lines show it, at most max_read_bytes, the newest:
     * between the marks of the commands that ran; where a mark is missing, from the
     * boundary, or up to now. What stands above the place where a command began is not
     * in it. */
    qtty_span output;
    /* Text of every line that changed since the boundary, whole lines, LF between; past
     * max_read_bytes the newest. */
    qtty_span delta;
    bool output_truncated; /* it lacks its front */
    bool truncated;      /* something was dropped, of these two or from the scrollback */
    uint64_t elapsed_ns; /* from the send to the verdict */
    /* From the last output, or the end of the write, to the verdict, by the times of the
     * steps that saw them; 0: the same one did. */
    uint64_t quiet_ns;
    uint64_t replies; /* to queries, written meanwhile */
} qtty_result;

/**
 * Begin a send: look, write the text, then judge when the program is ready again. It
 * settles once; a result that was not taken is gone then. An empty send writes nothing
 * and settles at once on a proof that holds now; its output and delta are those since the
 * boundary of the send before. A text is one message: replies to queries go before or
 * after it.
 *
 * @return QTTY_E_INVAL: `size`, `minimum` or `form`; QTTY_E_SEND_ACTIVE: one is live, or
 *         one that timed out or was cancelled has a write or an interrupt in flight, or
 *         the session is starting; QTTY_E_CLOSED: not live; QTTY_E_LIMIT: longer than
 *         QTTY_SEND_BYTES_MAX, as it is given or as it is written; QTTY_E_LINE_TOO_LONG:
 *         a line over QTTY_CANONICAL_LINE_MAX to a canonical reader; QTTY_E_ENCODING: no
 *         UTF-8, or a character that the session's encoding lacks, which the error names;
 *         QTTY_E_UNSUPPORTED: a paste of controls alone, which leaves nothing to write;
 *         QTTY_E_NOMEM. Nothing was written then.
 */
QTTY_API qtty_status qtty_session_send(qtty_session *s, const qtty_send *send,
                                       uint64_t now_ns);

/**
 * Begin a send of keys, as qtty_session_send. What the program reads for a key depends on
 * the modes that it has set when the write begins: see input.h. A program that wants to
 * know (kitty's protocol) is told that each was released, too.
 *
 * @param send  Its text names the keys, spaces between: "up up enter", "ctrl-c", "f5",
 *              "escape : w q enter", as qtty_key_parse; the space bar is "space". submit
 *              and form must be unset.
 * @return As qtty_session_send; QTTY_E_NOT_FOUND: no key has this name; QTTY_E_INVAL:
 *         none is named; QTTY_E_UNSUPPORTED: the keys have no form for this program.
 *         Nothing was written then.
 */
QTTY_API qtty_status qtty_session_keys(qtty_session *s, const qtty_send *send,
                                       uint64_t now_ns);

#define QTTY_MOUSE_EVENTS_MAX 1024

/**
 * Begin a send of mouse events, as qtty_session_send: a click is a press and a release.
 *
 * @param events  `count` of them, 1..QTTY_MOUSE_EVENTS_MAX; copied.
 * @param send    Its text, submit and form must be unset; NULL: all defaults.
 * @return As qtty_session_send; QTTY_E_UNSUPPORTED: the program has not asked for any of
 *         them; QTTY_E_RANGE: outside of the screen, or `count`; QTTY_E_INVAL: no such
 *         event, button or modifier. Nothing was written then.
 */
QTTY_API qtty_status qtty_session_mouse(qtty_session *s, const qtty_mouse *events,
                                        size_t count, const qtty_send *send,
                                        uint64_t now_ns);

/** Begin a send that says that the terminal got or lost the focus; `send` as for the
 * mouse. @return As qtty_session_send; QTTY_E_UNSUPPORTED: the program has not asked for
 * it (mode 1004). */
QTTY_API qtty_status qtty_session_focus(qtty_session *s, bool focused,
                                        const qtty_send *send, uint64_t now_ns);

/** Take the result of the send that settled. @return false: none has. */
QTTY_API bool qtty_session_take_result(qtty_session *s, qtty_result *out);

/**
 * Cancel the live send, or the start-up. A text that is still queued (it seldom is: the
 * call that sends writes it, if nothing is in its way) is never written, and the send is
 * over. One that is being written is written to its end; then the
 * foreground group gets a real SIGINT, never the byte 03 (some programs die of SIGINT: a
 * node REPL does), and the send settles by itself. Until the signal is delivered it keeps
 * its place. A start-up is closed, and the session has failed with QTTY_E_CANCELLED.
 *
 * @return QTTY_E_NOT_FOUND: nothing to cancel; QTTY_E_CLOSED: the session is ending.
 */
QTTY_API qtty_status qtty_session_cancel(qtty_session *s, uint64_t now_ns);

/**
 * Signal the foreground group as it is now; a boundary, like a write.
 *
 * @param group  The group that got it; may be NULL.
 * @return QTTY_E_CLOSED: neither live nor starting; QTTY_E_NO_FOREGROUND: none;
 *         QTTY_E_INVAL: no such signal, or KILL at the shell's own group, which is what
 *         qtty_session_close is for; QTTY_E_IO. Nothing was sent then.
 */
QTTY_API qtty_status qtty_session_signal(qtty_session *s, qtty_signal signal,
                                         int64_t *group, uint64_t now_ns);

/**
 * Change the size of the terminal, in cells, 1..4096. Its time is that of the last call
 * that was given one.
 *
 * @return QTTY_E_CLOSED: the session is over; QTTY_E_RANGE; QTTY_E_NOMEM; QTTY_E_IO: the
 *         terminal refused it. The size is as before then.
 */
QTTY_API qtty_status qtty_session_resize(qtty_session *s, uint32_t rows, uint32_t cols);

/* --- Read --------------------------------------------------------------------------- */

/** Page backwards through the lines. @return As qtty_lines_read. */
QTTY_API qtty_status qtty_session_read(qtty_session *s, int64_t offset, int64_t count,
                                       qtty_buf *text, qtty_page *page);

/** @return The lines, for readers of one's own. Borrowed for the life of the session.
 * Final lines can be read while a send is live. */
QTTY_API qtty_lines *qtty_session_lines(qtty_session *s);

/** @return The terminal, to look at; borrowed for the life of the session. Do not feed
 * it. */
QTTY_API const qtty_emulator *qtty_session_emulator(const qtty_session *s);

/* --- Close -------------------------------------------------------------------------- */

/**
 * Begin to end every process of the session, the shell last, also what left it by
 * setsid(2) or a double fork: TERM, HUP and CONT; after dispose_grace_ms all are frozen
 * and killed, until there is none. A live send settles as
 * session_exit when nothing is left. Closing again joins the close under way, or retries
 * one that failed.
 *
 * The state tells the end: CLOSED, or FAILED with the survivors in qtty_session_error.
 *
 * @return QTTY_OK; a session that is over stays as it is.
 */
QTTY_API qtty_status qtty_session_close(qtty_session *s, uint64_t now_ns);

/** As qtty_session_close, without a grace: KILL at once, or now, if a close is under way.
 * @return QTTY_OK. */
QTTY_API qtty_status qtty_session_kill(qtty_session *s, uint64_t now_ns);

/** Processes that a failed close left. @return how many; at most `capacity` are
 * filled. */
QTTY_API size_t qtty_session_survivors(const qtty_session *s, int64_t *pids,
                                       size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
