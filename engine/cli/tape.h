/* The file that a session's recording goes to, as it comes. */
#ifndef QTTY_CLI_TAPE_H
#define QTTY_CLI_TAPE_H

#include "session/recorder.h"

struct tape {
    const char *path; /* NULL: nothing is recorded */
    int file;
    bool failed; /* told; nothing more is written */
};

/** Make the file or empty it, in both cases for its owner alone; a FIFO needs a reader.
 * @return false: told why. */
bool tape_open(struct tape *t, const char *path);

/** Write what a session recorded by now. */
void tape_take(struct tape *t, qtty_session *s);

/** The same of a recorder of one's own. */
void tape_take_from(struct tape *t, struct recorder *r);

void tape_close(struct tape *t);

/** What to exit with in place of `code`, once it is closed: not 0, if it failed. */
int tape_code(const struct tape *t, int code);

#endif
