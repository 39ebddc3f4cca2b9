/* The text of a failure. */
#define _POSIX_C_SOURCE 200809L

#include "provider/failure.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

qtty_status
failure_set(struct failure *f, qtty_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(f->text, sizeof f->text, format, arguments);
    va_end(arguments);
    return status;
}

qtty_status
failure_errno(struct failure *f, const char *what)
{
    return failure_set(f, QTTY_E_IO, "%s: %s", what, strerror(errno));
}
