/* Texts for models: what a spawn, a send, a read, a list or a tool's command has come to,
 * as a text of at most so many bytes.
 *
 * Every text is well-formed UTF-8 and ends with a line in brackets, which says for what
 * the session waits and what has become of its program:
 *
 *   [wait: stdin_read; session: running]
 *
 * That line is never cut: what has no room for it is the output. Output is cut between
 * grapheme clusters (UAX #29), never within a code point, and a line says that it was. A
 * program can print such lines too; the last line is ours.
 *
 * Characters that nobody sees are marked, or removed: controls, what turns text around
 * (bidi), what has no width, tags and variation selectors that carry a text of their own.
 * A run of them is one mark, `⟦U+202E⟧` or `⟦U+E0069 and 11 more⟧`. What the scripts and
 * emoji need of them stays: ZWJ between emoji, joiners in Persian. Text that is concealed
 * (SGR 8), or as good as in the colour of its background, has to be marked where its look
 * is known still: see `hidden` in session.h and lines.h.
 *
 * All functions are pure: they look at their arguments, and change nothing but `out`. */
#ifndef QUIETTY_TEXT_H
#define QUIETTY_TEXT_H

#include <quietty/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The least cap: the last line has room in it, whatever it says. */
#define QTTY_TEXT_BYTES_MIN 64u

/** How texts are made. Zero means the default of each field. */
typedef struct qtty_text_config {
    size_t size;        /* sizeof(qtty_text_config) */
    uint32_t max_bytes; /* of a text: at least QTTY_TEXT_BYTES_MIN; default 16 000 */
    qtty_hidden hidden; /* default marked */
} qtty_text_config;

#define QTTY_TEXT_CONFIG_INIT                                                            \
    {                                                                                    \
        .size = sizeof(qtty_text_config)                                                 \
    }

/** What a text says of a session. Zero means that there is nothing to say. */
typedef struct qtty_text_session {
    uint64_t id;
    qtty_span name; /* UTF-8; shown in one line, the first 48 bytes */
    qtty_session_state state;
    qtty_child child;
    qtty_wait_reason wait_reason; /* of its last send */
} qtty_text_session;

/* Each of the following appends a text to `out`, which is as it was on failure; the
 * reason of a failure is appended to `error`, without a NUL: field, value, rule; it may
 * be NULL. All of them return QTTY_E_RANGE: a cap below QTTY_TEXT_BYTES_MIN;
 * QTTY_E_INVAL: `size`, `hidden` or what is named below; QTTY_E_LIMIT, QTTY_E_NOMEM from
 * `out`.
 *
 * `config` is NULL for all defaults. */

/** What came of a spawn. */
typedef struct qtty_text_spawned {
    qtty_text_session session;
    qtty_span motd;     /* what the program printed meanwhile: the newest is kept */
    qtty_status status; /* QTTY_OK: the session is live */
    qtty_span why;      /* the reason where it is not; empty: that of the status */
} qtty_text_spawned;

/** Of a spawn: its motd, then `[wait: …; session: …; id: N; name: "…"]`, or
 * `[wait: …; session: …; spawn failed: …]`. @return See above. */
QTTY_API qtty_status qtty_text_spawn(const qtty_text_config *config,
                                     const qtty_text_spawned *spawned, qtty_buf *out,
                                     qtty_buf *error);

/**
 * Of a send: the output of the command that finished, or else the delta; the newest is
 * kept. Then `[wait: …; session: …]`, with what there is room for: `exit code: N` where a
 * command of a shell finished, `failed: …` where the send did, and what state the
 * terminal is in: `unfinished command`, `password`, `full screen`.
 *
 * @return See above.
 */
QTTY_API qtty_status qtty_text_send(const qtty_text_config *config,
                                    const qtty_result *result, qtty_buf *out,
                                    qtty_buf *error);

/** Of a read: the lines, the newest are kept; then `[wait: …; session: …; N of M lines,
 * offset K]`, with the lines that are in the text, as qtty_page has them.
 * @return See above. */
QTTY_API qtty_status qtty_text_read(const qtty_text_config *config,
                                    const qtty_text_session *session, qtty_span lines,
                                    const qtty_page *page, qtty_buf *out,
                                    qtty_buf *error);

/** Of a list: a line for each session, `id: 7; session: running; wait: stdin_read; name:
 * "build"`, whole lines only, the first ones are kept; then `[N sessions]`, or `[N of M
 * sessions]`. @return See above. */
QTTY_API qtty_status qtty_text_list(const qtty_text_config *config,
                                    const qtty_text_session *sessions, size_t count,
                                    qtty_buf *out, qtty_buf *error);

/** How a command of a tool ended, which has one shell for all commands. */
typedef enum qtty_text_end {
    QTTY_TEXT_DONE,      /* with exit_code */
    QTTY_TEXT_WAITS,     /* not: it waits for input */
    QTTY_TEXT_EXITED,    /* the shell itself did, as `child` has it */
    QTTY_TEXT_TIMED_OUT, /* and the shell was closed */
    QTTY_TEXT_CANCELLED, /* the text is empty */
} qtty_text_end;

typedef struct qtty_text_command {
    qtty_text_end end;
    qtty_span output;
    bool lost;         /* the beginning of the output was not kept */
    int32_t exit_code; /* 0 and less add no line */
    qtty_child child;
} qtty_text_command;

/**
 * Of a command of a tool: its output, the earliest is kept, then a line each, where it
 * applies: that the output is cut; `[exit code: N]`; `[waiting for input]`; `[shell
 * exited: code N]`, `[shell killed by signal: SIGKILL]` or `[shell exited]`, and that the
 * next call starts fresh; that the time was over and the shell was reset. A command that
 * was done with status 0 has its output and nothing else.
 *
 * @return See above; QTTY_E_INVAL: `end`.
 */
QTTY_API qtty_status qtty_text_command_result(const qtty_text_config *config,
                                              const qtty_text_command *command,
                                              qtty_buf *out, qtty_buf *error);

/** Any text, as output is in the others, the newest is kept: without a last line.
 * @return See above. */
QTTY_API qtty_status qtty_text_plain(const qtty_text_config *config, qtty_span text,
                                     qtty_buf *out, qtty_buf *error);

#ifdef __cplusplus
}
#endif

#endif
