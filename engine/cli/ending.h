/* How a subcommand that runs a program ends: by the program's status, or by a signal that
 * it was sent itself, once it has ended the program. */
#ifndef QTTY_CLI_ENDING_H
#define QTTY_CLI_ENDING_H

#include <quietty/provider.h>
#include <signal.h>

/** Signals to ourselves, as something to poll. */
struct own_signals {
    int descriptor; /* signalfd(2) */
    sigset_t before;
};

/**
 * Turn INT, TERM, HUP and QUIT into something to read, and SIGPIPE into an error of
 * write(2). What the caller had ignored, as nohup(1) does with HUP, stays ignored.
 *
 * @return false: told why.
 */
bool own_signals_open(struct own_signals *s);
void own_signals_close(struct own_signals *s);

/** End as the signal would have ended us, so that our caller sees it. @return if it did
 * not: the code to exit with. */
int ending_by_signal(int number);

/** The code to exit with for a program that could not be started in a directory; NULL:
 * in ours. As of a shell: 127 for one that is not found, 126 for one that cannot be
 * executed. */
int ending_code_unstarted(qtty_status why, const char *cwd);

/** The code to exit with for a program that ended so. */
int ending_code(const qtty_child *child);

#endif
