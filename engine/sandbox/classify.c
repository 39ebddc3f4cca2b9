/* The classifier. A launcher that fails prints one line of its own, first of all: so a
 * program that prints such a line later is not taken for one. */
#include "sandbox/classify.h"
#include <stdbool.h>
#include <string.h>

static qtty_span
first_line(qtty_span text)
{
    while (text.len != 0 && (text.data[0] == '\r' || text.data[0] == '\n')) {
        text.data++;
        text.len--;
    }
    size_t len = 0;
    while (len < text.len && text.data[len] != '\r' && text.data[len] != '\n')
        len++;
    return (qtty_span){ text.data, len };
}

static bool
begins(qtty_span text, const char *with)
{
    size_t len = strlen(with);
    return text.len >= len && memcmp(text.data, with, len) == 0;
}

static bool
contains(qtty_span line, const char *part)
{
    size_t len = strlen(part);
    for (size_t at = 0; at + len <= line.len; at++)
        if (memcmp(line.data + at, part, len) == 0)
            return true;
    return false;
}

/* As strerror(3) of the usual C libraries has EROFS, EACCES and EPERM; EXDEV is what a
 * move or a link across the sandbox's border gives. */
static bool
tells_denial(qtty_span line)
{
    static const char *const texts[] = { "Read-only file system", "Permission denied",
                                         "Operation not permitted",
                                         "nvalid cross-device link" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (contains(line, texts[i]))
            return true;
    return false;
}

sandbox_outcome
sandbox_classify(int32_t code, qtty_span output, qtty_span *reason)
{
    qtty_span line = first_line(output);
    *reason = (qtty_span){ NULL, 0 };
    if (code == 0)
        return SANDBOX_UNINVOLVED;
    if (begins(line, "bwrap: ") || begins(line, "quietty-landlock: ")) {
        *reason = line;
        return SANDBOX_FAILED;
    }
    while (line.len != 0) {
        if (tells_denial(line)) {
            *reason = line;
            return SANDBOX_DENIED;
        }
        size_t read = (size_t)(line.data - output.data) + line.len;
        line = first_line((qtty_span){ output.data + read, output.len - read });
    }
    return SANDBOX_UNINVOLVED;
}
