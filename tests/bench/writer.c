/* Words and numbers, from a splitmix64 generator: no library's, so that all
 * have the same. */
#include "writer.h"
#include "unicode/utf8.h"
#include <stdarg.h>
#include <stdio.h>

static const char *const words[] = {
    "archive", "backup", "binary", "bridge", "bundle", "cursor", "daemon", "decode",
    "device",  "driver", "editor", "engine", "export", "filter", "folder", "gateway",
    "handle",  "header", "import", "input",  "kernel", "layer",  "ledger", "linker",
    "loader",  "log",    "matrix", "memory", "metric", "mirror", "number", "object",
    "output",  "packet", "parser", "patch",  "path",   "pixel",  "player", "pool",
    "port",    "prompt", "proxy",  "query",  "queue",  "ready",  "record", "relay",
    "report",  "row",    "sample", "schema", "screen", "signal", "stack",  "state",
    "stream",  "switch", "table",  "ticket", "trace",  "update", "vector", "window",
};
enum { WORDS = sizeof(words) / sizeof(words[0]) };

void
write_bytes(struct writer *w, const void *bytes, size_t len)
{
    qtty_status st = qtty_buf_append(w->out, bytes, len);
    if (w->status == QTTY_OK)
        w->status = st;
}

void
write_text(struct writer *w, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    write_bytes(w, text, len < (int)sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

void
write_scalar(struct writer *w, uint32_t scalar)
{
    uint8_t encoded[4];
    write_bytes(w, encoded, utf8_encode(scalar, encoded));
}

static uint64_t
next_random(struct writer *w)
{
    uint64_t z = w->random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

uint32_t
pick(struct writer *w, uint32_t first, uint32_t last)
{
    return first + (uint32_t)(next_random(w) % (last - first + 1u));
}

bool
chance(struct writer *w, uint32_t percent)
{
    return pick(w, 1, 100) <= percent;
}

const char *
pick_word(struct writer *w)
{
    return words[pick(w, 0, WORDS - 1)];
}

void
write_words(struct writer *w, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        write_text(w, i > 0 ? " %s" : "%s", pick_word(w));
}
