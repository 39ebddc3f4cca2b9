/* Reading files of lines. */
#include "text.h"

#include "vt/memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("programs: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

qtty_buf
stream_bytes(FILE *from)
{
    qtty_buf bytes;
    char piece[8192];
    size_t got;
    qtty_buf_init(&bytes, NULL, 0);
    while ((got = fread(piece, 1, sizeof piece, from)) > 0)
        append(&bytes, piece, got);
    append(&bytes, "", 1);
    bytes.len--;
    return bytes;
}

qtty_buf
file_bytes(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die("%s: cannot be read", path);
    qtty_buf bytes = stream_bytes(file);
    fclose(file);
    return bytes;
}

void
lines_open(struct lines *l, const char *path)
{
    *l = (struct lines){ .bytes = file_bytes(path), .line = { .path = path } };
    l->next = l->bytes.data;
}

void
lines_close(struct lines *l)
{
    qtty_buf_finish(&l->bytes);
}

bool
lines_next(struct lines *l)
{
    uint8_t *end = l->bytes.data + l->bytes.len;
    while (l->next < end) {
        uint8_t *stop = memchr(l->next, '\n', (size_t)(end - l->next));
        stop = stop != NULL ? stop : end;
        l->line.at = l->next;
        l->line.end = stop;
        l->line.line++;
        l->next = stop + 1;
        if (scan_more(&l->line))
            return true;
    }
    return false;
}

void
must(bool scanned)
{
    if (!scanned)
        exit(1);
}

char *
copy_of(qtty_span span)
{
    char *copy = malloc(span.len + 1);
    if (copy == NULL)
        die("out of memory");
    if (span.len != 0)
        memcpy(copy, span.data, span.len);
    copy[span.len] = '\0';
    return copy;
}
