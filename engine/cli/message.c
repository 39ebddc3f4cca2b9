/* One line on standard error. Names of files and programs come from outside: no byte of
 * them may reach the reader's terminal as a control, be it of C0, or of C1 as a character
 * or as a raw byte. */
#include "cli/message.h"

#include "unicode/utf8.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool
is_graphic(qtty_span text, struct utf8_head head)
{
    if (head.form != UTF8_WELL_FORMED)
        return false;
    uint32_t scalar = utf8_scalar(text.data, head.length);
    return scalar >= 0x20 && !(scalar >= 0x7F && scalar <= 0x9F);
}

static void
put_escaped(qtty_span text)
{
    while (text.len != 0) {
        struct utf8_head head = utf8_head(text);
        bool graphic = is_graphic(text, head);
        for (uint32_t i = 0; i < head.length; i++)
            fprintf(stderr, graphic ? "%c" : "\\x%02x", text.data[i]);
        text.data += head.length;
        text.len -= head.length;
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
    put_escaped((qtty_span){ (const uint8_t *)text, strlen(text) });
    putc('\n', stderr);
    return code;
}
