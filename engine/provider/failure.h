/* The text of a failure: what, which value, which rule, in one line. */
#ifndef QTTY_PROVIDER_FAILURE_H
#define QTTY_PROVIDER_FAILURE_H

#include <quietty/base.h>

struct failure {
    char text[512]; /* longer texts are cut */
};

/** Say why, as printf(3). @return `status`, so that a caller can fail in one line. */
qtty_status failure_set(struct failure *f, qtty_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Say which system call failed, by errno. @return QTTY_E_IO. */
qtty_status failure_errno(struct failure *f, const char *what);

#endif
