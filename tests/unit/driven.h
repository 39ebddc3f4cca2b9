/* A session in virtual time: a scripted program, a clock that the test moves, and the
 * loop that a caller would run, which steps when something is ready, at each deadline,
 * and at no other moment. */
#ifndef QTTY_UNIT_DRIVEN_H
#define QTTY_UNIT_DRIVEN_H

#include "unit/check.h"
#include "unit/scripted.h"

#include <quietty/session.h>

#define MS(n) ((uint64_t)((n)*1e6)) /* in ns */

enum { CHILD_GROUP = 200, LATE_GROUP = 300 }; /* beside the shell's, SCRIPTED_PID */

/** Set `config` and `script` between driven_init and driven_create. */
struct driven {
    struct scripted script;
    qtty_session_config config;
    qtty_session *session;
    qtty_result result; /* of the last `settled` */
    uint64_t now_ns;
    uint64_t runs; /* of the latest look that `looks` made */
    qtty_buf error;
    char nonce[40], path[256]; /* the path is that of the start-up file */
    char text[65536];
};

/** A provider with the proof, and the dialect bash. */
void driven_init(struct driven *d);

/** Create the session; fails the test if that fails. */
void driven_create(struct driven *d);

/** The same, recorded as the configuration says; driven_create records all. */
void driven_create_as_is(struct driven *d);

/** The nonce stands in the start-up file that the environment names: driven_create does
 * this by itself. */
void driven_learn_nonce(struct driven *d);

/** All of it, up to the first prompt, and past it. */
void driven_open(struct driven *d);
void driven_open_with(struct driven *d, const qtty_session_config *config);

/** Is this a line of a recording? */
bool has_line(qtty_span recording, const char *line);

/** The recording of the session has this line. */
void records(struct driven *d, const char *line);

/** The recording of the session so far, replayed, comes out with these differences. */
void driven_replays(struct driven *d, const char *differences);

/** Destroy what there is. Whatever was done with the session: its recording replays
 * without a difference. */
void driven_finish(struct driven *d);

/** Creation must fail with this status and text, and start nothing. */
void driven_refused(struct driven *d, qtty_status status, const char *text);

/* --- The program -------------------------------------------------------------------- */

/** Print: `{B}`, `{C}`, `{D 7}`, `{P}` and, for a builtin that asks, `{I}` in the text
 * become the marks of the shell.
 * Taken up at the next step. */
void prints(struct driven *d, const char *text);

/** From now on looks show this; the group has run since the look before. */
void looks(struct driven *d, qtty_wait_class shown, int64_t group, uint32_t flags);

/** The shell waits in its line editor; a program works. */
void shell_waits(struct driven *d);
void child_runs(struct driven *d);

/** It echoes the command, runs it, prints the prompt, waits. */
void shell_answers(struct driven *d, const char *echo, const char *output, int status);

/* --- The caller --------------------------------------------------------------------- */

/** Step now. */
void step(struct driven *d);

/** Let time pass, and step when a caller would: now, at each deadline, and while what is
 * wanted is ready. */
void passes(struct driven *d, uint64_t ns);

/** Send a line, with CR; a text without. Or be refused, with this text of the error. */
void sends(struct driven *d, const char *line);
void types(struct driven *d, const char *text);
void cannot_send(struct driven *d, const char *line, qtty_status status, const char *why);

/** The send has settled: take the result. It has not. */
void settled(struct driven *d, qtty_status status, qtty_wait_reason reason);
void not_settled(struct driven *d);

/** When a caller would step next. */
uint64_t deadline(struct driven *d);

/** The session has this phase; its error says this. */
void is_in_phase(struct driven *d, qtty_session_state phase, const char *error);

/** A borrowed text as a string; one at a time. */
const char *text_of(struct driven *d, qtty_span text);

/** What was written to the program since the last call. */
const char *written(struct driven *d);

#endif
