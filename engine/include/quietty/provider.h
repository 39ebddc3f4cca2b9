/* Where a terminal with a program on it comes from: a seam.
 *
 * A provider spawns; what it gives is a terminal: bytes out, bytes in, a size, signals,
 * the child's status, an end. The local pseudo-terminal is one provider; an embedder can
 * bring another by filling in the two tables below and putting their structs first in its
 * own.
 *
 * Nothing here blocks, sleeps or reads a clock: a terminal says which descriptors and
 * which moment it waits for, and works when it is stepped. A handle is used by one
 * thread at a time. */
#ifndef QUIETTY_PROVIDER_H
#define QUIETTY_PROVIDER_H

#include <quietty/emulator.h>
#include <quietty/readiness.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qtty_provider qtty_provider;
typedef struct qtty_terminal qtty_terminal;

/** The bytes of a C string, borrowed; NULL gives an empty span without data. */
static inline qtty_span
qtty_text(const char *text)
{
    qtty_span span = { (const uint8_t *)text, text ? strlen(text) : 0 };
    return span;
}

/* --- What to spawn ------------------------------------------------------------------ */

/** A change of the child's environment. A later entry wins over an earlier one. */
typedef struct qtty_env_entry {
    qtty_span name;  /* not empty, without '=' and NUL */
    qtty_span value; /* without NUL */
    bool unset;      /* remove the name instead */
} qtty_env_entry;

/** Size of a terminal. Zero means the default of each field. */
typedef struct qtty_window {
    uint32_t rows, cols;              /* cells, 1..4096; default 40, 160 */
    uint32_t cell_width, cell_height; /* pixels, 1..1024; default 8, 16 */
} qtty_window;

/** What a session sets in the environment beside TERM, for whom the program is. The names
 * are in engine/README.md; each wins over the parent's, and `env` over each. */
typedef enum qtty_profile {
    QTTY_PROFILE_PLAIN, /* PAGER=cat, GIT_PAGER=cat */
    QTTY_PROFILE_QUIET, /* for who reads text: no pager waits, no editor opens (it says so
                         * and fails), no package manager asks, few colours and bars */
    QTTY_PROFILE_FULL,  /* for a person: the parent's pagers and editors, all colours */
} qtty_profile;

/** @return Name of the profile with this number: "plain", "quiet", "full"; NULL past the
 * last. Static. */
QTTY_API const char *qtty_profile_name(size_t index);

/**
 * A program and its surroundings. Zero means the default of each field; everything is
 * read during the spawn only.
 *
 * The child's environment is `parent` without the names that contain KEY, PASSWORD,
 * SECRET or TOKEN in any case, without QTTY_*, and without what describes the parent's
 * terminal (engine/README.md has the list); then TERM, QTTY_SESSION and what the profile
 * sets; then `env`, which wins over all of it. LC_CTYPE=C.UTF-8 comes last, if
 * the encoding is UTF-8, none of LC_ALL, LC_CTYPE and LANG says anything by then, and
 * `env` does not mention LC_CTYPE.
 */
typedef struct qtty_spawn_config {
    size_t size;           /* sizeof(qtty_spawn_config), as the caller knows it */
    const qtty_span *argv; /* program and arguments, without NUL; a program without '/'
                              * is searched in the child's own PATH */
    size_t argc;           /* at least 1 */
    const char *cwd;       /* must exist; NULL: the caller's */
    const char *term;      /* TERM; NULL: "xterm-256color" */
    const char *session;   /* QTTY_SESSION; NULL: not set */
    const qtty_env_entry *env;
    size_t env_count;
    const char *const *parent; /* NAME=VALUE, ends with NULL; NULL: the caller's own */
    qtty_window window;
    qtty_encoding encoding; /* LATIN1 stands for any that is not UTF-8 */
    bool no_echo;           /* the terminal starts with ECHO off */
    /* Files, and folders that are empty by then, by absolute paths: they are removed in
     * this order when all that was started has ended, also where the caller's process is
     * gone. At most QTTY_TEMPORARY_BYTES_MAX with their NULs; ends with NULL; NULL: none.
     * A path with `/` behind its last letter is a folder that goes with all in it. Only
     * where there is a supervisor; what is not there any more is no failure. */
    const char *const *temporary;
    qtty_profile profile; /* of the environment; default plain */
} qtty_spawn_config;

#define QTTY_TEMPORARY_BYTES_MAX 8192

#define QTTY_SPAWN_CONFIG_INIT                                                           \
    {                                                                                    \
        .size = sizeof(qtty_spawn_config)                                                \
    }

/* --- What a terminal tells ---------------------------------------------------------- */

enum {
    QTTY_WANT_READ = 1u << 0,
    QTTY_WANT_WRITE = 1u << 1,
};

/** A descriptor to poll, and for what. */
typedef struct qtty_want {
    int descriptor;
    uint32_t events; /* QTTY_WANT_* */
} qtty_want;

#define QTTY_WANTS_MAX 8

typedef enum qtty_child_state {
    QTTY_CHILD_RUNNING,
    QTTY_CHILD_EXITED,   /* value: the exit code */
    QTTY_CHILD_SIGNALED, /* value: the signal's number */
    QTTY_CHILD_UNKNOWN,  /* gone, and its status with it */
} qtty_child_state;

/** The program that was spawned; says nothing about others on its terminal. */
typedef struct qtty_child {
    qtty_child_state state;
    int32_t value;
    int64_t pid; /* also its session's and its first group's number */
} qtty_child;

typedef enum qtty_phase {
    QTTY_PHASE_OPEN,    /* spawned; the child may have ended */
    QTTY_PHASE_CLOSING, /* close has begun */
    QTTY_PHASE_CLOSED,  /* nothing of it is left but what qtty_terminal_lost tells of */
    QTTY_PHASE_STUCK, /* close failed; the error names the survivors; it can be retried */
} qtty_phase;

/** The input side, as the program has set it: termios(3). */
typedef struct qtty_input {
    bool canonical; /* a line at a time (ICANON) */
    bool echo;      /* ECHO */
    bool maps_cr;   /* CR is read as LF (ICRNL) */
    uint8_t eof;    /* VEOF; 0: disabled (_POSIX_VDISABLE of Linux) */
} qtty_input;

/** What a look at the foreground group showed. */
typedef struct qtty_look {
    qtty_wait_class wait_class;
    int64_t group;  /* the foreground process group; 0: none, or unknown */
    uint64_t runs;  /* digest of how often each thread of it ran; 0: unknown */
    uint32_t flags; /* QTTY_TERMINAL_CANONICAL, _ECHO; QTTY_LOOK_* */
} qtty_look;

/** A canonical line holds so many bytes before its end; the kernel drops what is more
 * (termios(3): 4096 with the line end; the buffer of Linux' n_tty). */
#define QTTY_CANONICAL_LINE_MAX 4095

typedef enum qtty_signal {
    QTTY_SIGNAL_INT,
    QTTY_SIGNAL_TERM,
    QTTY_SIGNAL_KILL,
    QTTY_SIGNAL_TSTP,
    QTTY_SIGNAL_HUP,
} qtty_signal;

/* --- The two tables ----------------------------------------------------------------- */

typedef struct qtty_provider_ops {
    const char *name; /* "pty" */
    bool provable;    /* its terminals' looks are the consumption proof */
    qtty_status (*spawn)(qtty_provider *p, qtty_terminal **out,
                         const qtty_spawn_config *c);
    const char *(*error)(const qtty_provider *p);
    void (*destroy)(qtty_provider *p);
    bool local; /* what it spawns runs on this machine, as argv says: it can be wrapped */
} qtty_provider_ops;

typedef struct qtty_terminal_ops {
    size_t (*wants)(const qtty_terminal *t, uint32_t interest, qtty_want *out);
    uint64_t (*deadline)(const qtty_terminal *t);
    qtty_status (*step)(qtty_terminal *t, uint64_t now_ns);
    qtty_status (*read)(qtty_terminal *t, void *bytes, size_t max, size_t *len);
    qtty_status (*write)(qtty_terminal *t, qtty_span bytes, size_t *written);
    qtty_status (*resize)(qtty_terminal *t, const qtty_window *window);
    qtty_status (*foreground)(qtty_terminal *t, int64_t *group);
    qtty_status (*signal)(qtty_terminal *t, qtty_signal which, int64_t spared,
                          int64_t *group);
    qtty_status (*input)(qtty_terminal *t, qtty_input *out);
    bool (*unread)(qtty_terminal *t);
    void (*look)(qtty_terminal *t, qtty_look *out);
    void (*child)(const qtty_terminal *t, qtty_child *out);
    qtty_phase (*phase)(const qtty_terminal *t);
    qtty_status (*close)(qtty_terminal *t, uint64_t now_ns, uint32_t grace_ms);
    const char *(*error)(const qtty_terminal *t);
    void (*destroy)(qtty_terminal *t);
    /* NULL: it cannot tell. */
    size_t (*survivors)(const qtty_terminal *t, int64_t *pids, size_t capacity);
    /* NULL: nothing is lost. */
    const char *(*lost)(const qtty_terminal *t);
} qtty_terminal_ops;

/** Put first in a provider's own struct. */
struct qtty_provider {
    const qtty_provider_ops *ops;
};

/** Put first in a terminal's own struct. */
struct qtty_terminal {
    const qtty_terminal_ops *ops;
};

/* --- Providers ---------------------------------------------------------------------- */

/**
 * Make the provider of local pseudo-terminals.
 *
 * @param out        The handle, to be given to qtty_provider_destroy; NULL on failure.
 * @param allocator  Borrowed for the life of the handle; NULL: the C library's.
 * @return QTTY_E_NOMEM; QTTY_E_UNSUPPORTED: not built for this system.
 */
QTTY_API qtty_status qtty_pty_provider_create(qtty_provider **out,
                                              const qtty_allocator *allocator);

/**
 * Start a program on a new terminal of its own, as the leader of a new session.
 *
 * All descriptors above 2 are closed in the child, no signal is blocked or ignored, and
 * the size is set before it runs. It is started without a copy of the caller's memory,
 * and its parent is a supervisor, a child of the caller, which ends all when the caller's
 * process is gone. (A process that forks and lets its child go on with the terminal ends
 * it so when it leaves itself.)
 *
 * @param out     The terminal, to be given to qtty_terminal_destroy; NULL on failure. It
 *                may outlive the provider.
 * @return QTTY_E_INVAL, QTTY_E_RANGE: a field breaks its rule; QTTY_E_NOT_FOUND: no such
 *         program or directory; QTTY_E_NOT_EXECUTABLE: the program cannot be executed;
 *         QTTY_E_IO: a system call failed; QTTY_E_NOMEM. The provider's error names
 *         field, value and rule. Nothing was started, and no descriptor stays open.
 */
QTTY_API qtty_status qtty_provider_spawn(qtty_provider *p, qtty_terminal **out,
                                         const qtty_spawn_config *config);

/** @return Text of the last failure; "" if there was none. Borrowed until the next
 * call. */
QTTY_API const char *qtty_provider_error(const qtty_provider *p);

/** NULL is fine. */
QTTY_API void qtty_provider_destroy(qtty_provider *p);

/* --- Terminals ---------------------------------------------------------------------- */

/**
 * What to poll for now.
 *
 * @param interest  QTTY_WANT_*: whether the caller would read or write, were it possible.
 * @param out       Room for QTTY_WANTS_MAX.
 * @return How many were written.
 */
QTTY_API size_t qtty_terminal_wants(const qtty_terminal *t, uint32_t interest,
                                    qtty_want *out);

/** @return When to step though nothing is ready, in ns of the caller's clock;
 * QTTY_NEVER. */
QTTY_API uint64_t qtty_terminal_deadline(const qtty_terminal *t);

/**
 * Look at the child, and go on with a close. Bounded work; call it after each poll.
 *
 * @param now_ns  Of one monotonic clock, the same for all calls.
 * @return QTTY_E_TIMEOUT: close failed now (QTTY_PHASE_STUCK).
 */
QTTY_API qtty_status qtty_terminal_step(qtty_terminal *t, uint64_t now_ns);

/**
 * Read output.
 *
 * @param max  Room in `bytes`, 1 or more.
 * @param len  Bytes read; 0: nothing is there now.
 * @return QTTY_E_CLOSED: nothing is there and nothing will come, since the child ended
 *         and nobody has the terminal open; QTTY_E_INVAL: `max` is 0; QTTY_E_IO.
 */
QTTY_API qtty_status qtty_terminal_read(qtty_terminal *t, void *bytes, size_t max,
                                        size_t *len);

/**
 * Write input, as much as there is room for.
 *
 * @param written  Bytes taken; 0: no room, or no program has the terminal open.
 * @return QTTY_E_CLOSED: the child ended; QTTY_E_IO.
 */
QTTY_API qtty_status qtty_terminal_write(qtty_terminal *t, qtty_span bytes,
                                         size_t *written);

/** Change the size (TIOCSWINSZ, ioctl_tty(2)); the foreground group gets SIGWINCH.
 * @return QTTY_E_RANGE; QTTY_E_IO. */
QTTY_API qtty_status qtty_terminal_resize(qtty_terminal *t, const qtty_window *window);

/** The foreground process group, as tcgetpgrp(3).
 * @return QTTY_E_NO_FOREGROUND: none, or unknown. */
QTTY_API qtty_status qtty_terminal_foreground(qtty_terminal *t, int64_t *group);

/**
 * Send a signal to the process group that is in the foreground at this moment.
 *
 * INT and TSTP are what the keys of VINTR and VSUSP bring (POSIX, XBD 11.1.9): input that
 * was written before and that nobody has read is dropped, unless the program has set
 * NOFLSH. Linux: the terminal sends them itself (TIOCSIG), to the whole group at once,
 * whoever its members belong to. The others drop nothing, and go to one member after the
 * other (pidfd_send_signal(2)); they miss those that the caller may not signal.
 *
 * @param spared  A group that must not get it, should it be the one; 0: none.
 * @param group   The group that got it; may be NULL.
 * @return QTTY_E_NO_FOREGROUND: no process of this terminal is; QTTY_E_INVAL: no such
 *         signal, or the spared group is in the foreground. Nothing was sent.
 */
QTTY_API qtty_status qtty_terminal_signal(qtty_terminal *t, qtty_signal which,
                                          int64_t spared, int64_t *group);

/** Look at the input side. @return QTTY_E_IO; QTTY_E_UNSUPPORTED: cannot be seen. */
QTTY_API qtty_status qtty_terminal_input(qtty_terminal *t, qtty_input *out);

/**
 * Look for input that was written and that nobody has read. An unfinished line of a
 * canonical terminal does not count: no read(2) would return it (termios(3)).
 *
 * @return true: there is, or it cannot be seen.
 */
QTTY_API bool qtty_terminal_unread(qtty_terminal *t);

/**
 * Look at what the foreground group does: one instant, which proves nothing before a
 * second look agrees, with no output in between.
 *
 * Class A: a thread of the group sleeps in read(2) on this terminal, or in a wait for it
 * alone without a timeout, and no input is left unread. B: the wait holds other
 * descriptors, or a timeout. C: other terminals' masters or sockets, too. D: a member may
 * not be looked at, all sleep, and the terminal is canonical without echo. E: none of it.
 * What decides is proc(5): `syscall`, `stat` and `schedstat` of each thread, and its
 * permissions (ptrace(2), PTRACE_MODE_ATTACH_FSCREDS).
 *
 * Linux: of at most three processes five descriptors each stay open from look to look, of
 * numbers below a quarter of RLIMIT_NOFILE; they are closed with their process, and by
 * qtty_terminal_close. With a full table a look takes the two that each terminal holds in
 * reserve.
 */
QTTY_API void qtty_terminal_look(qtty_terminal *t, qtty_look *out);

/** The child's status, as of the last step: waitid(2). */
QTTY_API void qtty_terminal_child(const qtty_terminal *t, qtty_child *out);

/** @return Where its end stands, as of the last step or close. */
QTTY_API qtty_phase qtty_terminal_phase(const qtty_terminal *t);

/**
 * End every process of the terminal's session, and what was started in it and left it:
 * TERM, HUP and CONT; after the grace KILL; then reap. What left is found by its being
 * adopted (prctl(2), PR_SET_CHILD_SUBREAPER). Steps do the work, until the phase
 * is CLOSED or STUCK. Reading goes on meanwhile and should, since a writer that is
 * blocked cannot leave.
 *
 * Closing again joins the close that is under way, and may shorten its grace; after STUCK
 * it retries. Where a supervisor cannot be had, or was killed, and there is no cgroup of
 * the session's own, a process that left the session by setsid is not reached; and where
 * the session's leader is gone by then, who is left in it may be known by no number that
 * is surely its own. qtty_terminal_lost says so.
 *
 * @param grace_ms  From now to KILL; 0: KILL at once.
 * @return QTTY_OK; whether it succeeds is told by qtty_terminal_step.
 */
QTTY_API qtty_status qtty_terminal_close(qtty_terminal *t, uint64_t now_ns,
                                         uint32_t grace_ms);

/** Processes of the terminal's session that are there now, and those that left it.
 * @return how many; at most `capacity` are filled. */
QTTY_API size_t qtty_terminal_survivors(const qtty_terminal *t, int64_t *pids,
                                        size_t capacity);

/**
 * What the end of the terminal cannot make sure, and why: that nothing is left which was
 * started on it and left its session; or that nothing is left at all. Known from the
 * spawn on, where this system has no supervisor for it; else once that was killed. Final
 * when the phase is CLOSED.
 *
 * @return One line; "": nothing. Borrowed until the next call.
 */
QTTY_API const char *qtty_terminal_lost(const qtty_terminal *t);

/** @return Text of the last failure; "" if there was none. Borrowed until the next
 * call. */
QTTY_API const char *qtty_terminal_error(const qtty_terminal *t);

/** Free a terminal; NULL is fine. What was not closed is killed and reaped first: this
 * may block for some ms, and for five seconds if something cannot be killed. */
QTTY_API void qtty_terminal_destroy(qtty_terminal *t);

#ifdef __cplusplus
}
#endif

#endif
