/* What the program says when something fails: one line on standard error. */
#ifndef QTTY_CLI_MESSAGE_H
#define QTTY_CLI_MESSAGE_H

enum {
    EXIT_FAILED = 1, /* it was asked for properly, and failed */
    EXIT_USAGE = 2,  /* it was not */
    EXIT_TIMEOUT = 124,
    EXIT_SIGNAL = 128, /* plus its number */
};

/** Say "quietty: WHAT: WHY", control characters and ill-formed bytes escaped.
 * @return `code`. */
int fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
