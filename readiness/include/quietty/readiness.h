/* Readiness: is it my turn? Facts and a clock in; a verdict and the next deadline out.
 *
 * Everything here is a pure function over plain structs. Nothing owns memory, opens a
 * descriptor or reads a clock, so a verdict can be replayed from a log of observations.
 * Times are in ns of one monotonic clock that the caller chooses; policy is in ms. */
#ifndef QUIETTY_READINESS_H
#define QUIETTY_READINESS_H

#include <quietty/base.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Words -------------------------------------------------------------------------- */

/* Each list is the one place of its words: a constant, the bit of a flag, the name in
 * JSON, and the word in a recording where the list has one that differs. */

/** Why a send settled. */
#define QTTY_WAIT_REASON_MAP(X)                                                          \
    /* not settled: wait on */                                                           \
    X(QTTY_WAIT_NONE, "none", "waiting")                                                 \
    /* the program waits for input */                                                    \
    X(QTTY_WAIT_STDIN_READ, "stdin_read", "stdin_read")                                  \
    /* only silence says so */                                                           \
    X(QTTY_WAIT_INFERRED_IDLE, "inferred_idle", "inferred_idle")                         \
    /* the absolute bound passed */                                                      \
    X(QTTY_WAIT_TIMEOUT, "timeout", "timeout")                                           \
    /* the top-level program ended; nothing is said of others */                         \
    X(QTTY_WAIT_SESSION_EXIT, "session_exit", "session_exit")

typedef enum qtty_wait_reason {
#define QTTY_WORD_ENUM(constant, name, word) constant,
    QTTY_WAIT_REASON_MAP(QTTY_WORD_ENUM)
} qtty_wait_reason;

/** How sure a verdict is; ordered. */
#define QTTY_EVIDENCE_LEVEL_MAP(X)                                                       \
    /* silence, timeout, exit */                                                         \
    X(QTTY_EVIDENCE_NONE, "none", "no-evidence")                                         \
    /* classes B and D; A beside others that work */                                     \
    X(QTTY_EVIDENCE_LIKELY, "likely", "likely")                                          \
    /* class A, or a verified prompt */                                                  \
    X(QTTY_EVIDENCE_PROVEN, "proven", "proven")

typedef enum qtty_evidence_level {
    QTTY_EVIDENCE_LEVEL_MAP(QTTY_WORD_ENUM)
#undef QTTY_WORD_ENUM
} qtty_evidence_level;

/** What a look at the foreground group showed. */
#define QTTY_WAIT_CLASS_MAP(X)                                                           \
    /* no evidence: it runs, is stopped, or waits for something else */                  \
    X(QTTY_CLASS_E, "E")                                                                 \
    /* waits for this terminal alone, without a timeout, queue empty */                  \
    X(QTTY_CLASS_A, "A")                                                                 \
    /* waits for this terminal among others, or with a timeout */                        \
    X(QTTY_CLASS_B, "B")                                                                 \
    /* relays to another terminal or a socket: what is behind is unknown */              \
    X(QTTY_CLASS_C, "C")                                                                 \
    /* not permitted to look; asleep, canonical, echo off: a password? */                \
    X(QTTY_CLASS_D, "D")

typedef enum qtty_wait_class {
#define QTTY_WORD_ENUM(constant, name) constant,
    QTTY_WAIT_CLASS_MAP(QTTY_WORD_ENUM)
#undef QTTY_WORD_ENUM
} qtty_wait_class;

/** What a verdict rests on, beside its class. */
#define QTTY_SEEN_MAP(X)                                                                 \
    /* marker and prompt, both verified */                                               \
    X(QTTY_SEEN_PROMPT, 0, "prompt", "prompt")                                           \
    /* the marker, with its prompt or not; the shell waits: its status holds */          \
    X(QTTY_SEEN_MARKER, 1, "marker", "marker")                                           \
    /* a wait for input, of after the boundary */                                        \
    X(QTTY_SEEN_WAIT, 2, "wait", "wait")                                                 \
    /* no output for quiet_ms */                                                         \
    X(QTTY_SEEN_QUIET, 3, "quiet", "quiet")                                              \
    /* other descriptors could wake it too */                                            \
    X(QTTY_SEEN_MULTIPLEXED, 4, "multiplexed", "multiplexed")                            \
    /* text without a line end, canonical reader */                                      \
    X(QTTY_SEEN_LINE_UNFINISHED, 5, "line_unfinished", "line-unfinished")                \
    /* a command's output began, by its mark */                                          \
    X(QTTY_SEEN_STARTED, 6, "started", "started")                                        \
    /* not all of the foreground may be looked at: no wait seen says nothing */          \
    X(QTTY_SEEN_DENIED, 8, "denied", "denied")                                           \
    /* marker, prompt, and behind it what another printed: a background job */           \
    X(QTTY_SEEN_BACKGROUND, 7, "background", "background")

enum {
#define QTTY_FLAG_ENUM(constant, bit, name, word) constant = 1u << (bit),
    QTTY_SEEN_MAP(QTTY_FLAG_ENUM)
#undef QTTY_FLAG_ENUM
};

/** State of the terminal. */
#define QTTY_TERMINAL_MAP(X)                                                             \
    /* ICANON; without it: raw */                                                        \
    X(QTTY_TERMINAL_CANONICAL, 0, "canonical")                                           \
    X(QTTY_TERMINAL_ECHO, 1, "echo")                                                     \
    /* canonical and no echo, echo being its rest */                                     \
    X(QTTY_TERMINAL_PASSWORD, 2, "password")                                             \
    /* a full-screen program */                                                          \
    X(QTTY_TERMINAL_ALTERNATE, 3, "alternate")                                           \
    /* PS2, a heredoc, an open quote */                                                  \
    X(QTTY_TERMINAL_CONTINUATION, 4, "continuation")

enum {
#define QTTY_FLAG_ENUM(constant, bit, name) constant = 1u << (bit),
    QTTY_TERMINAL_MAP(QTTY_FLAG_ENUM)
};

/** Beside QTTY_TERMINAL_*, in the flags of a look. */
#define QTTY_LOOK_MAP(X)                                                                 \
    /* there is input that nobody has read, or it cannot be seen whether there is */     \
    X(QTTY_LOOK_UNREAD, 8, "unread")                                                     \
    /* a member of the group may not be looked at, is of another architecture */         \
    /* (32 bits), or nothing can be looked at: class E says nothing then */              \
    X(QTTY_LOOK_DENIED, 9, "denied")                                                     \
    /* all threads of the group sleep: while `runs` stays, it is another that prints */  \
    X(QTTY_LOOK_ASLEEP, 10, "asleep")                                                    \
    /* class A: one of the group reads, and others of it are not asleep, or a thread */  \
    /* beside it sleeps for a time: what they say is yet to come */                      \
    X(QTTY_LOOK_BUSY, 11, "busy")                                                        \
    /* all of the group have ended: class E and the state of the terminal say nothing */ \
    X(QTTY_LOOK_ENDED, 12, "ended")                                                      \
    /* our mark behind a further prompt (PS2) is where the cursor is */                  \
    X(QTTY_LOOK_CONTINUED, 13, "continued")                                              \
    /* our marks say that the line editor of a multiplexed shell has the terminal: a */  \
    /* builtin asks by it, or what was typed at the prompt had no line end */            \
    X(QTTY_LOOK_EDITING, 14, "editing")

enum {
    QTTY_LOOK_MAP(QTTY_FLAG_ENUM)
#undef QTTY_FLAG_ENUM
};

/* --- Policy ------------------------------------------------------------------------- */

/** How to judge. Zero means the default of each number. */
typedef struct qtty_policy {
    size_t size;                   /* sizeof(qtty_policy) */
    uint32_t quiet_ms;             /* default 30: quiet that class B and D need */
    uint32_t idle_silence_ms;      /* default 3000: silence that infers idleness */
    uint32_t handoff_grace_ms;     /* default 500: more of it once a marker was seen */
    uint32_t timeout_ms;           /* default 30 000, from the start of the send */
    uint32_t poll_interval_ms;     /* default 50: without a proof, quiet after a prompt */
    uint32_t exact_probe_after_ms; /* default 150: without a proof, no wait counts
                                    * sooner after the write */
    qtty_evidence_level minimum;   /* zero: likely; proven also disables silence */
    bool provable;                 /* the provider has the consumption proof */
    bool line_editor; /* the shell edits lines: its prompt stands in raw mode only */
    bool multiplexed; /* the line editor waits on more than the terminal */
    bool marks_rest;  /* QTTY_LOOK_CONTINUED tells when a command is unfinished */
} qtty_policy;

#define QTTY_POLICY_INIT                                                                 \
    {                                                                                    \
        .size = sizeof(qtty_policy)                                                      \
    }

/** Put the default in the place of each number that is zero, as qtty_decide does. */
QTTY_API void qtty_policy_complete(qtty_policy *policy);

/* --- Facts -------------------------------------------------------------------------- */

/** One thing that happened. The comment names the fields of qtty_observation it uses. */
typedef enum qtty_observed {
    QTTY_OBSERVED_SEND,     /* a send began: its timeout runs. Alone, it asks for what
                             * holds now */
    QTTY_OBSERVED_BOUNDARY, /* a write or signal begins: what was known is void.
                             * group, runs, wait_class: as looked at just before; where
                             * group is 0, the first look after it stands in */
    QTTY_OBSERVED_WRITTEN,  /* the write is complete: the looks before it are void. value:
                             * 1 if the text lacks its line end, else 0 */
    QTTY_OBSERVED_SIGNALLED, /* the signal was delivered: as a write that typed nothing */
    QTTY_OBSERVED_OUTPUT,    /* output arrived: the looks before it are void */
    QTTY_OBSERVED_STARTED,   /* our mark that a command's output begins; is output, too */
    QTTY_OBSERVED_MARKER, /* our marker, with the right nonce; is output, too, and voids
                             * the prompt before it. value: the status */
    QTTY_OBSERVED_PROMPT, /* value: 1 the prompt stands between marker and cursor, and
                             * nothing else does; 2 it does, and something behind it; 0
                             * it does not */
    QTTY_OBSERVED_LOOK,   /* a look at the foreground, all output read: wait_class,
                             * group, runs, own, flags */
    QTTY_OBSERVED_EXIT,   /* the top-level program ended */
} qtty_observed;

typedef struct qtty_observation {
    qtty_observed kind;
    uint64_t at_ns;
    int32_t value;
    uint32_t flags; /* QTTY_TERMINAL_*, QTTY_LOOK_* */
    qtty_wait_class wait_class;
    int64_t group; /* process group; 0: unknown */
    uint64_t runs; /* digest of its threads' run counts; 0: unknown */
    bool own;      /* the group is the shell's own */
} qtty_observation;

/** All that is known since the boundary. Made by QTTY_FACTS_INIT and qtty_observe alone;
 * the fields can be read and logged. */
typedef struct qtty_facts {
    size_t size;         /* sizeof(qtty_facts) */
    uint64_t now_ns;     /* of the latest observation */
    uint64_t send_ns;    /* when the send began; QTTY_NEVER: none did */
    uint64_t written_ns; /* when the write ended; QTTY_NEVER: it has not */
    uint64_t output_ns;  /* last output, or written_ns if that was later */
    uint64_t marker_ns;  /* the latest marker; QTTY_NEVER: none */
    uint64_t prompt_ns;  /* since when the prompt stands; QTTY_NEVER: it does not */
    uint64_t wait_ns;    /* since when looks agree */
    uint32_t looks;      /* that agree in class, group and flags (class A, D: in runs,
                           * too), since the last output of the group; saturates at 2 */
    int32_t status;      /* the marker's; -1: none */
    uint32_t flags;      /* of the last look */
    qtty_wait_class wait_class; /* of the last look; E after output */
    qtty_wait_class class_before;
    int64_t group, group_before; /* foreground now, at the boundary; 0: unknown */
    uint64_t runs, runs_before;
    bool own;     /* the shell's own group is in the foreground */
    bool asks;    /* the send wrote nothing so far */
    bool typed;   /* something was written; kept over boundaries */
    bool marked;  /* a mark of ours came, ever */
    bool running; /* a command's output began and has not ended; kept over boundaries */
    bool ran;     /* the foreground changed, or ran, since the boundary: no wait is old */
    bool started; /* a command's output began */
    bool echoed;  /* output came after the write was complete */
    bool followed;        /* something stands behind the prompt */
    bool line_unfinished; /* the write ended without a line end */
    bool echo_rests;      /* echo was on when a program last ran in canonical mode (off:
                           * looks agreed for 200 ms); kept over boundaries */
    bool exited;
    int64_t asleep_group; /* that slept as a whole in class A at the last look; 0: none */
    uint64_t asleep_runs; /* its run counts then; both are kept over output */
    uint32_t asleep_flags;
} qtty_facts;

#define QTTY_FACTS_INIT                                                                  \
    {                                                                                    \
        .size = sizeof(qtty_facts), .send_ns = QTTY_NEVER, .written_ns = QTTY_NEVER,     \
        .marker_ns = QTTY_NEVER, .prompt_ns = QTTY_NEVER, .status = -1, .ran = true      \
    }

/**
 * Fold one observation into the facts.
 *
 * @param seen  Not older than the ones before it.
 * @return QTTY_E_INVAL: a kind that is none, `size`, or time running back; nothing
 *         changed.
 */
QTTY_API qtty_status qtty_observe(qtty_facts *facts, const qtty_observation *seen);

/* --- Verdict ------------------------------------------------------------------------ */

typedef struct qtty_evidence {
    qtty_evidence_level level;
    qtty_wait_class wait_class;
    uint32_t seen;     /* QTTY_SEEN_* */
    uint32_t terminal; /* QTTY_TERMINAL_* */
} qtty_evidence;

typedef struct qtty_verdict {
    qtty_wait_reason reason; /* QTTY_WAIT_NONE: not yet */
    qtty_evidence evidence;
    uint64_t next_ns; /* decide again then, if nothing is observed before; QTTY_NEVER
                       * with a reason */
} qtty_verdict;

/**
 * Judge the facts at a moment. First that applies: exit, timeout, prompt, wait, silence.
 *
 * Prompt: the marker came after the boundary, its prompt stands, the shell's own group
 * is in the foreground, in raw mode if it has a line editor; and, where there is a
 * proof, two looks that agree found it in class A (multiplexed: or in B, and quiet_ms
 * passed); without a proof, or where the shell may not be looked at,
 * poll_interval_ms of quiet, and a foreground that is not
 * another's.
 *
 * Wait: two looks that agree found the foreground group waiting, and it is another group
 * than at the boundary, or did not wait then, or has run since. Classes B and D, and a
 * reader whose group is busy, need quiet_ms without output or, in class D, a run; class
 * D needs echo that rests on. Without a proof, from exact_probe_after_ms after the write
 * on, and no more than likely. With one, class A is proven, and what a multiplexed shell
 * says of itself by QTTY_LOOK_CONTINUED and QTTY_LOOK_EDITING.
 *
 * Silence: no output for idle_silence_ms, handoff_grace_ms more after a marker. A line
 * without its end, held back from a canonical reader that waits, needs only its echo, or
 * quiet_ms without echo, and two looks that agree.
 *
 * Before the write is complete, only exit and timeout apply. Input that nobody has read
 * yet is no wait.
 *
 * The same facts, policy and time give the same verdict, and until `next_ns` no other
 * verdict comes unless something is observed.
 *
 * @return QTTY_E_INVAL: a `size`; QTTY_E_RANGE: a policy with handoff_grace_ms below
 *         poll_interval_ms; *out says QTTY_WAIT_NONE.
 */
QTTY_API qtty_status qtty_decide(const qtty_facts *facts, const qtty_policy *policy,
                                 uint64_t now_ns, qtty_verdict *out);

/**
 * Put a verdict in words, a sentence that names what it rests on.
 *
 * @param text   NUL-terminated if `bytes` is not 0; cut to fit.
 * @param bytes  Size of `text`.
 * @return bytes of the whole sentence, without the NUL.
 */
QTTY_API size_t qtty_explain(const qtty_verdict *verdict, char *text, size_t bytes);

/* --- Marker and prompt -------------------------------------------------------------- */

typedef enum qtty_mark {
    QTTY_MARK_NONE,      /* another's, or no mark */
    QTTY_MARK_STARTED,   /* `C ; qtty=NONCE`: a command's output begins */
    QTTY_MARK_FINISHED,  /* `D ; STATUS ; qtty=NONCE`: it ended, the prompt follows */
    QTTY_MARK_INPUT,     /* `B ; qtty=NONCE`: the prompt ended, a command can be typed */
    QTTY_MARK_CONTINUED, /* `P ; k=s ; qtty=NONCE`: or the rest of an unfinished one */
    QTTY_MARK_ASKED,     /* `P ; k=i ; qtty=NONCE`: a builtin asks, by the line editor */
} qtty_mark;

/**
 * Read a mark of our shell: the payload of an OSC 133. A mark whose nonce is not the
 * session's is none: whoever prints it has not been told.
 *
 * @param letter  What follows `133;`.
 * @param rest    What follows the letter and its `;`. Borrowed for the call.
 * @param nonce   The session's; at least 16 bytes, else no mark is ours.
 * @param status  Exit status of the command that finished, 0..255; else -1.
 * @return QTTY_MARK_NONE: no mark of ours.
 */
QTTY_API qtty_mark qtty_mark_read(char letter, qtty_span rest, qtty_span nonce,
                                  int32_t *status);

/**
 * Compare what stands between the marker and the cursor with the prompt.
 *
 * @param shown   Text of the screen from where the marker was up to the cursor. What
 *                stands right of the cursor does not count.
 * @param prompt  The prompt as it was set; not empty.
 * @return Is the prompt all of it?
 */
QTTY_API bool qtty_prompt_shown(qtty_span shown, qtty_span prompt);

#ifdef __cplusplus
}
#endif

#endif
