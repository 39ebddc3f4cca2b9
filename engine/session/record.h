/* Writes down what a session meets and what it made of it: the recording, line by line,
 * as tests/replay/README.md has the format. Each call costs nothing where there is no
 * recorder. */
#ifndef QTTY_SESSION_RECORD_H
#define QTTY_SESSION_RECORD_H

#include "session/recorder.h"

/** Begin, if the session is to be recorded: the head, which tells of the session what a
 * replay needs. @return QTTY_E_NOMEM. */
qtty_status record_begin(qtty_session *s, const qtty_session_config *c);
void record_finish(qtty_session *s);

/** Is what was typed recorded, too? */
bool record_wants_input(const qtty_session *s);

/* What the session meets. */
void record_observation(qtty_session *s, const qtty_observation *seen);
void record_output(qtty_session *s, qtty_span bytes);

/** Whether what was fed showed lines that were sent. @param whole  No answer is missing;
 * else memory was lacking, and the recording ends. */
void record_echo(qtty_session *s, qtty_span answers, bool whole);

/** The same, before the latest output: a replay has to know it when that is fed. */
void record_echo_before_output(qtty_session *s, qtty_span answers, bool whole);

/** A replay asked so often, which is not as often as was recorded. */
void record_asked(qtty_session *s, size_t count);

void record_input(qtty_session *s, qtty_span bytes);
void record_resize(qtty_session *s, uint32_t rows, uint32_t cols);
void record_end(qtty_session *s);

/** Bytes that are printed from now on are said to the next send; how long its text is. */
void record_origin(qtty_session *s);

/** The live send fails without a verdict. */
void record_failure(qtty_session *s, qtty_status why, qtty_wait_reason reason);

/* What is made of it. */
void record_policy(qtty_session *s);
void record_verdict(qtty_session *s, const qtty_verdict *v);
void record_result(qtty_session *s, const qtty_result *r);
void record_motd(qtty_session *s);

#endif
