/* One line on standard error. Names of files and programs come from outside: no byte of
 * them may reach the reader's terminal as a control. */
#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>

static void
put_escaped(const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 0x20 || byte == 0x7F)
            fprintf(stderr, "\\x%02x", byte);
        else
            putc(byte, stderr);
    }
}

int
fail(int code, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);

    fputs("quietty: ", stderr);
    put_escaped(text);
    putc('\n', stderr);
    return code;
}
