/* What one line asks of a session: to run it as a command or, as a JSON object, to send a
 * text as it is, keys or a signal, or to show the screen. */
#ifndef QTTY_CLI_REQUEST_H
#define QTTY_CLI_REQUEST_H

#include <jansson.h>
#include <quietty/session.h>

enum request_kind {
    REQUEST_COMMAND, /* a line to be typed and submitted */
    REQUEST_TEXT,
    REQUEST_KEYS,   /* the text names them, spaces between */
    REQUEST_SIGNAL, /* then wait, as an empty send does */
    REQUEST_SCREEN,
};

struct request {
    enum request_kind kind;
    qtty_span text;
    bool submit;
    qtty_signal signal;
    uint32_t timeout_ms; /* 0: the session's */
    qtty_evidence_level minimum;
    json_t *object; /* NULL: a command; holds the text */
    qtty_buf keys;  /* holds their names */
    char rule[128]; /* that an object breaks, where it names a member */
};

/**
 * Read a request.
 *
 * @param line     Borrowed until request_finish.
 * @param objects  Whether an object in JSON is a request, and no command.
 * @param minimum  Of a request that names none.
 * @return NULL, or the rule that it breaks, borrowed until request_finish. Finish it
 *         either way.
 */
const char *request_read(struct request *r, qtty_span line, bool objects,
                         qtty_evidence_level minimum);

/** Does it type the end of a line: by submitting it, in its text, or by a key? */
bool request_ends_line(const struct request *r);

void request_finish(struct request *r);

/** Names of the levels that can be asked for, for a table of options. */
const char *request_minimum(size_t index);

/** The level of this name; QTTY_EVIDENCE_NONE: there is no such. */
qtty_evidence_level request_level(const char *name);

/** Seconds as ms of a timeout or grace, at least one. */
uint32_t request_ms(double seconds);

#endif
