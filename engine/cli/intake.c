/* A buffer of the lines that were read and not taken yet. */
#define _POSIX_C_SOURCE 200809L

#include "cli/intake.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { READ_BYTES = 65536 };

void
intake_init(struct intake *in)
{
    *in = (struct intake){ .open = true };
    qtty_buf_init(&in->text, NULL, INTAKE_LINE_MAX + 2 * READ_BYTES);
}

void
intake_finish(struct intake *in)
{
    qtty_buf_finish(&in->text);
}

static size_t
untaken(const struct intake *in)
{
    return in->text.len - in->at;
}

bool
intake_wants_more(const struct intake *in)
{
    return in->open && (in->seen == untaken(in) || untaken(in) < READ_BYTES);
}

int
intake_read(struct intake *in)
{
    qtty_buf_consume(&in->text, in->at);
    in->at = 0;
    if (qtty_buf_reserve(&in->text, READ_BYTES) != QTTY_OK)
        return ENOMEM;
    ssize_t got = read(STDIN_FILENO, in->text.data + in->text.len, READ_BYTES);
    if (got < 0)
        return errno == EINTR || errno == EAGAIN ? 0 : errno;
    in->open = got != 0;
    in->text.len += (size_t)got;
    return 0;
}

/* Bytes of the next line without LF; `*whole` says whether its LF, or the end of all, is
 * there. */
static size_t
line_length(struct intake *in, bool *whole)
{
    const uint8_t *text = in->text.data + in->at;
    size_t rest = untaken(in) - in->seen;
    const uint8_t *end = rest != 0 ? memchr(text + in->seen, '\n', rest) : NULL;
    size_t length = end != NULL ? (size_t)(end - text) : untaken(in);
    *whole = end != NULL || (!in->open && (length != 0 || in->skipping));
    in->seen = *whole ? 0 : length;
    return length;
}

/* Of a line that is too long nothing is kept. */
static void
skip(struct intake *in)
{
    in->at = in->text.len;
    in->seen = 0;
    in->skipping = true;
}

static void
pass(struct intake *in, size_t bytes)
{
    in->at += bytes < untaken(in) ? bytes : untaken(in);
    in->skipping = false;
    in->lines++;
}

enum intake_line
intake_next(struct intake *in, qtty_span *line)
{
    bool whole;
    size_t length = line_length(in, &whole);
    if (!whole && (in->skipping || length > INTAKE_LINE_MAX))
        skip(in);
    if (!whole)
        return INTAKE_NONE;
    bool too_long = in->skipping || length > INTAKE_LINE_MAX;
    *line = (qtty_span){ in->text.data + in->at, length };
    if (length != 0 && line->data[length - 1] == '\r')
        line->len--;
    pass(in, length + 1);
    return too_long ? INTAKE_TOO_LONG : INTAKE_LINE;
}
