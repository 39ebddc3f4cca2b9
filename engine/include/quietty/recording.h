/* Recordings of sessions, and their replay. A recording holds what a session met -
 * output, every observation, the clock - and what it made of that: verdicts, output and
 * delta of each send. A replay makes the second from the first once more, without a
 * program, and tells where it comes out otherwise.
 *
 * Recordings are text, a line each event; tests/replay/README.md documents the format. No
 * call opens a file. */
#ifndef QUIETTY_RECORDING_H
#define QUIETTY_RECORDING_H

#include <quietty/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/** In the first line of a recording. A replay takes this version alone. */
#define QTTY_RECORDING_VERSION 1

/** What was recorded and not taken, at most. A step adds no more than 1 MiB. */
#define QTTY_RECORDING_BYTES_MAX 4194304u

/** The longest line of a recording that is replayed. */
#define QTTY_RECORDING_LINE_MAX 262144u

/* --- Recording ---------------------------------------------------------------------- */

/**
 * @return What was recorded since it was last taken: whole lines. Empty where the
 * configuration asks for no recording. Where a line had no room, or for want of memory,
 * the recording ends with the line `cut`. Borrowed until the next call on the session.
 */
QTTY_API qtty_span qtty_session_recording(const qtty_session *s);

/** Take the first `bytes` of it; all of them if there are fewer. To be called after each
 * step, before the session is destroyed too. */
QTTY_API void qtty_session_take_recording(qtty_session *s, size_t bytes);

/* --- Replay ------------------------------------------------------------------------- */

typedef struct qtty_replay qtty_replay;

typedef struct qtty_replay_counts {
    uint64_t lines;       /* of the recording */
    uint64_t verdicts;    /* that settled something, or failed it */
    uint64_t differences; /* lines that came out otherwise, were missing, or were new */
} qtty_replay_counts;

/**
 * Make a replay of one recording.
 *
 * @param out        The handle, to be given to qtty_replay_destroy; NULL on failure.
 * @param allocator  Borrowed for the life of the handle; NULL: the C library's.
 * @return QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_replay_create(qtty_replay **out,
                                        const qtty_allocator *allocator);

/**
 * Go on with the recording.
 *
 * @param bytes  The next bytes of it, cut anywhere.
 * @return QTTY_E_INVAL, QTTY_E_NOT_FOUND, QTTY_E_RANGE, QTTY_E_LIMIT: it is malformed, or
 *         of another version: qtty_replay_error names the line and the rule, and nothing
 *         more is taken; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_replay_feed(qtty_replay *r, qtty_span bytes);

/** The recording has ended. A last line without its end is passed over.
 * @return QTTY_E_INVAL: it has no head; or as the feed that failed. */
QTTY_API qtty_status qtty_replay_end(qtty_replay *r);

QTTY_API void qtty_replay_count(const qtty_replay *r, qtty_replay_counts *out);

/**
 * @return The differences so far, in text: `line N: recorded: …` and `line N: replayed:
 * …`, each a line, and `nothing` where one side has none. At most 1 MiB of it; the rest
 * is counted alone. Borrowed until the next call.
 */
QTTY_API qtty_span qtty_replay_differences(const qtty_replay *r);

/** @return Text of the last failure; "" if there was none. Borrowed until the next
 * call. */
QTTY_API const char *qtty_replay_error(const qtty_replay *r);

/** NULL is fine. */
QTTY_API void qtty_replay_destroy(qtty_replay *r);

#ifdef __cplusplus
}
#endif

#endif
