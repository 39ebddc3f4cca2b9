/* What the program says when something fails: one line on standard error. */
#ifndef QTTY_CLI_MESSAGE_H
#define QTTY_CLI_MESSAGE_H

enum {
    EXIT_FAILED = 1, /* it was asked for properly, and failed */
    EXIT_USAGE = 2,  /* it was not */
    EXIT_TIMEOUT = 124,
    EXIT_NOT_EXECUTABLE = 126, /* as of a shell: the program is there, but no program */
    EXIT_NOT_FOUND = 127,      /* there is no such program */
    EXIT_SIGNAL = 128,         /* plus its number */
};

/** Say "quietty: WHAT: WHY", control characters and ill-formed bytes escaped.
 * @return `code`. */
int fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
