/* The inverse of a script's strings, for what is printed. Well-formed text beyond ASCII
 * stands for itself, but for what a reader could not see. */
#include "notation.h"

#include "memory.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/** Bytes of the well-formed sequence of two or more at the front (Unicode 15.0, table
 * 3-7); 0: there is none. */
static size_t
multibyte_len(qtty_span s)
{
    uint8_t lead = s.data[0];
    size_t len = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || len > s.len)
        return 0;
    for (size_t i = 1; i < len; i++)
        if ((s.data[i] & 0xC0) != 0x80)
            return 0;
    bool bad = (lead == 0xE0 && s.data[1] < 0xA0) || (lead == 0xED && s.data[1] > 0x9F)
               || (lead == 0xF0 && s.data[1] < 0x90)
               || (lead == 0xF4 && s.data[1] > 0x8F);
    return bad ? 0 : len;
}

/** The C1 controls of Unicode are as good as invisible. */
static bool
is_c1(qtty_span s)
{
    return s.data[0] == 0xC2 && s.data[1] < 0xA0;
}

static void
print_byte(uint8_t byte, qtty_buf *out)
{
    static const char bytes[] = "\x1B\a\b\t\n\r\\\"";
    static const char letters[] = "eabtnr\\\"";
    char text[8];
    const char *known = byte ? strchr(bytes, byte) : NULL;
    if (known)
        snprintf(text, sizeof text, "\\%c", letters[known - bytes]);
    else if (byte >= 0x20 && byte < 0x7F)
        snprintf(text, sizeof text, "%c", byte);
    else
        snprintf(text, sizeof text, "\\x%02X", byte);
    append_string(out, text);
}

void
print_quoted(qtty_span bytes, qtty_buf *out)
{
    append(out, "\"", 1);
    while (bytes.len > 0) {
        size_t len = bytes.data[0] < 0x80 ? 0 : multibyte_len(bytes);
        if (len > 0 && !is_c1(bytes)) {
            append(out, bytes.data, len);
        } else {
            print_byte(bytes.data[0], out);
            len = 1;
        }
        bytes.data += len;
        bytes.len -= len;
    }
    append(out, "\"", 1);
}
