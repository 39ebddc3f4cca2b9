/* Recordings as files that a person can read, and compare. */
#include "recording.h"

#include "vt/memory.h"
#include "vt/notation.h"
#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 60, SIDE_MAX = 4096 };

void
recording_init(struct recording *r, const char *name, uint32_t rows, uint32_t cols)
{
    *r = (struct recording){ .rows = rows, .cols = cols };
    r->name = copy_of((qtty_span){ (const uint8_t *)name, strlen(name) });
    qtty_buf_init(&r->output, NULL, 0);
}

void
recording_finish(struct recording *r)
{
    for (size_t i = 0; i < r->count; i++)
        free(r->marks[i].name);
    free(r->marks);
    free(r->name);
    qtty_buf_finish(&r->output);
    *r = (struct recording){ 0 };
}

void
recording_mark(struct recording *r, qtty_span name)
{
    r->marks = with_room(r->marks, r->count, &r->capacity, sizeof *r->marks);
    r->marks[r->count++] = (struct mark){ copy_of(name), r->output.len };
}

qtty_span
recording_piece(const struct recording *r, size_t mark)
{
    size_t from = mark == 0 ? 0 : r->marks[mark - 1].offset;
    return (qtty_span){ r->output.data + from, r->marks[mark].offset - from };
}

/* --- Reading ------------------------------------------------------------------------ */

static void
read_line(struct recording *r, struct scanner *s)
{
    qtty_span word, text;
    must(scan_word(s, &word));
    if (span_is(word, "size")) {
        must(scan_pair(s, 'x', SIDE_MAX, &r->rows, &r->cols));
    } else if (span_is(word, "output")) {
        must(scan_string(s, &text));
        append(&r->output, text.data, text.len);
    } else if (span_is(word, "mark")) {
        must(scan_string(s, &text));
        recording_mark(r, text);
    } else {
        must(scan_fail(s, "no such statement"));
    }
    must(scan_end(s));
}

static char *
name_of(const char *path)
{
    const char *base = strrchr(path, '/');
    base = base != NULL ? base + 1 : path;
    const char *dot = strrchr(base, '.');
    size_t len = dot != NULL ? (size_t)(dot - base) : strlen(base);
    return copy_of((qtty_span){ (const uint8_t *)base, len });
}

void
recording_read(struct recording *r, const char *path)
{
    struct lines lines;
    char *name = name_of(path);
    recording_init(r, name, 0, 0);
    free(name);
    lines_open(&lines, path);
    while (lines_next(&lines))
        read_line(r, &lines.line);
    lines_close(&lines);
    if (r->rows == 0 || r->cols == 0 || r->count == 0)
        die("%s: no size, or no mark", path);
}

/* --- Writing ------------------------------------------------------------------------ */

/* Bytes for one line of the file: a character is not cut, a line feed ends it. */
static size_t
line_bytes(qtty_span bytes)
{
    size_t len = 0;
    while (len < bytes.len && len < LINE_BYTES) {
        if (bytes.data[len++] == '\n')
            return len;
    }
    while (len < bytes.len && (bytes.data[len] & 0xC0) == 0x80)
        len++;
    return len;
}

static void
write_piece(qtty_span piece, qtty_buf *out)
{
    while (piece.len != 0) {
        size_t len = line_bytes(piece);
        append_string(out, "output ");
        print_quoted((qtty_span){ piece.data, len }, out);
        append_string(out, "\n");
        piece.data += len;
        piece.len -= len;
    }
}

static void
write_file(const char *path, const qtty_buf *text)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(text->data, 1, text->len, file) != text->len
        || fclose(file) != 0)
        die("%s: cannot be written", path);
}

void
recording_write(const struct recording *r, const char *path)
{
    qtty_buf text;
    char size[32];
    qtty_buf_init(&text, NULL, 0);
    (void)snprintf(size, sizeof size, "size %ux%u\n", (unsigned)r->rows,
                   (unsigned)r->cols);
    append_string(&text, size);
    for (size_t i = 0; i < r->count; i++) {
        write_piece(recording_piece(r, i), &text);
        append_string(&text, "mark ");
        print_quoted(
            (qtty_span){ (const uint8_t *)r->marks[i].name, strlen(r->marks[i].name) },
            &text);
        append_string(&text, "\n");
    }
    write_file(path, &text);
    qtty_buf_finish(&text);
}
