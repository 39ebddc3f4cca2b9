/* Recordings: the window on the file, recognition, and the formats that are bytes. */
#define _POSIX_C_SOURCE 200809L

#include "cli/recording.h"

#include "cli/message.h"
#include <errno.h>
#include <quietty/recording.h>
#include <stdlib.h>
#include <string.h>

enum {
    TYPESCRIPT_END_MAX = 512, /* its last line has the time, and perhaps an exit code */
    TTYREC_HEADER = 12,
    TTYREC_RECORD_MAX = 1 << 24, /* more is no record, but bytes that look like one */
};

static const char typescript_start[] = "Script started on ";
static const char typescript_end[] = "\nScript done on ";

/* --- The window --------------------------------------------------------------------- */

void
recording_fill(struct recording *r, size_t wanted)
{
    if (r->len < wanted && !r->at_end && r->at != 0) {
        memmove(r->window, r->window + r->at, r->len);
        r->at = 0;
    }
    while (r->len < wanted && !r->at_end) {
        size_t got = fread(r->window + r->at + r->len, 1, wanted - r->len, r->file);
        r->len += got;
        r->at_end = got == 0;
    }
    if (ferror(r->file)) {
        r->failed = true;
        fail(EXIT_FAILED, "%s: %s", r->name, strerror(errno));
    }
}

void
recording_skip(struct recording *r, size_t bytes)
{
    r->at += bytes;
    r->len -= bytes;
}

static const uint8_t *
front(const struct recording *r)
{
    return r->window + r->at;
}

/* Give the first bytes of the window. */
static bool
give(struct recording *r, size_t bytes, struct recording_piece *out)
{
    if (bytes > RECORDING_PIECE_MAX)
        bytes = RECORDING_PIECE_MAX;
    *out =
        (struct recording_piece){ .bytes = { front(r), bytes }, .seconds = r->seconds };
    recording_skip(r, bytes);
    return bytes != 0;
}

/* --- Lines and events --------------------------------------------------------------- */

bool
recording_refuse(struct recording *r, const char *why)
{
    r->failed = true;
    fail(EXIT_FAILED, "%s: line %llu: %s", r->name, (unsigned long long)r->line_number,
         why);
    return false;
}

bool
recording_next_line(struct recording *r)
{
    r->line.len = 0;
    r->line_number++;
    for (;;) {
        if (r->len == 0)
            recording_fill(r, RECORDING_PIECE_MAX);
        r->line_unfinished = r->len == 0;
        if (r->failed || r->len == 0)
            return !r->failed && r->line.len != 0;
        const uint8_t *text = r->window + r->at;
        const uint8_t *end = memchr(text, '\n', r->len);
        size_t length = end != NULL ? (size_t)(end - text) : r->len;
        qtty_status st = qtty_buf_append(&r->line, text, length);
        if (st != QTTY_OK)
            return recording_refuse(r, st == QTTY_E_LIMIT ? "longer than 64 MiB"
                                                          : "out of memory");
        recording_skip(r, length + (end != NULL));
        if (end != NULL)
            return true;
    }
}

void
recording_give(struct recording *r, struct recording_piece *out)
{
    size_t length = r->undelivered.len < RECORDING_PIECE_MAX ? r->undelivered.len
                                                             : RECORDING_PIECE_MAX;
    *out = (struct recording_piece){ .bytes = { r->undelivered.data, length },
                                     .seconds = r->seconds };
    r->undelivered.data += length;
    r->undelivered.len -= length;
}

/* --- Typescript --------------------------------------------------------------------- */

/* A number that the first line has as NAME="N"; 0: none, or of no screen. */
static uint32_t
header_number(qtty_span line, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i + length < line.len; i++) {
        if (memcmp(line.data + i, name, length) != 0)
            continue;
        uint32_t number = 0;
        const uint8_t *at = line.data + i + length, *end = line.data + line.len;
        while (at < end && *at >= '0' && *at <= '9' && number <= QTTY_ROWS_MAX)
            number = number * 10 + (uint32_t)(*at++ - '0');
        return number <= QTTY_ROWS_MAX ? number : 0;
    }
    return 0;
}

/* util-linux writes the size where script ran on a terminal. */
static void
take_header_size(struct recording *r, qtty_span line)
{
    uint32_t rows = header_number(line, " LINES=\""),
             cols = header_number(line, " COLUMNS=\"");
    if (rows == 0 || cols == 0)
        return;
    r->rows = rows;
    r->cols = cols;
}

static bool
typescript_begin(struct recording *r)
{
    size_t length = sizeof typescript_start - 1;
    if (r->len < length || memcmp(front(r), typescript_start, length) != 0)
        return false;
    const uint8_t *end = memchr(front(r), '\n', r->len);
    if (end == NULL)
        return false;
    size_t line = (size_t)(end - front(r)) + 1;
    take_header_size(r, (qtty_span){ front(r), line });
    recording_skip(r, line);
    return true;
}

/* Length of the window without script's own last line, once the file has no more. */
static size_t
without_end(const struct recording *r)
{
    size_t length = sizeof typescript_end - 1, last = r->len;
    if (last != 0 && front(r)[last - 1] == '\n')
        last--;
    while (last != 0 && front(r)[last - 1] != '\n')
        last--;
    bool is_ours = last != 0 && r->len - (last - 1) >= length
                   && memcmp(front(r) + last - 1, typescript_end, length) == 0;
    return is_ours ? last - 1 : r->len;
}

static bool
typescript_next(struct recording *r, struct recording_piece *out)
{
    recording_fill(r, RECORDING_PIECE_MAX + TYPESCRIPT_END_MAX);
    if (r->failed)
        return false;
    if (!r->at_end || r->len > TYPESCRIPT_END_MAX)
        return give(r, r->len - TYPESCRIPT_END_MAX, out);
    size_t length = without_end(r);
    r->len = length;
    return give(r, length, out);
}

/* --- ttyrec ------------------------------------------------------------------------- */

/* Each record: seconds, microseconds, length; 32 bits each, the lowest byte first. */
struct ttyrec_header {
    uint32_t seconds, microseconds, length;
};

static uint32_t
little_endian(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16
           | (uint32_t)b[3] << 24;
}

static struct ttyrec_header
ttyrec_header(const uint8_t *b)
{
    return (struct ttyrec_header){ little_endian(b), little_endian(b + 4),
                                   little_endian(b + 8) };
}

static bool
is_plausible(struct ttyrec_header h)
{
    return h.microseconds < 1000000 && h.length <= TTYREC_RECORD_MAX;
}

/* Text has no NUL where the highest byte of the microseconds stands; the second record
 * must fit, too, if the window shows it. */
static bool
ttyrec_recognised(const struct recording *r)
{
    if (r->len < TTYREC_HEADER)
        return false;
    struct ttyrec_header first = ttyrec_header(front(r));
    if (!is_plausible(first) || first.length == 0)
        return false;
    size_t second = TTYREC_HEADER + first.length;
    if (r->len < second + TTYREC_HEADER)
        return r->len == second || !r->at_end;
    struct ttyrec_header next = ttyrec_header(front(r) + second);
    return is_plausible(next) && next.seconds >= first.seconds;
}

static bool
ttyrec_next_record(struct recording *r)
{
    recording_fill(r, TTYREC_HEADER);
    if (r->failed || r->len < TTYREC_HEADER)
        return false;
    struct ttyrec_header h = ttyrec_header(front(r));
    if (!is_plausible(h)) {
        r->failed = true;
        fail(EXIT_FAILED, "%s: not a record of ttyrec after %.6f s", r->name, r->seconds);
        return false;
    }
    double now = (double)h.seconds + (double)h.microseconds / 1e6;
    if (!r->started)
        r->first_seconds = now;
    r->started = true;
    r->seconds = now - r->first_seconds;
    r->record_left = h.length;
    recording_skip(r, TTYREC_HEADER);
    return true;
}

/* A recording that was cut off ends where it was cut. */
static bool
ttyrec_next(struct recording *r, struct recording_piece *out)
{
    while (r->record_left == 0)
        if (!ttyrec_next_record(r))
            return false;
    size_t wanted =
        r->record_left < RECORDING_PIECE_MAX ? r->record_left : RECORDING_PIECE_MAX;
    recording_fill(r, wanted);
    bool given = !r->failed && give(r, r->len < wanted ? r->len : wanted, out);
    r->record_left -= given ? out->bytes.len : r->record_left;
    return given;
}

/* --- All ---------------------------------------------------------------------------- */

static enum recording_format
recognise(struct recording *r)
{
    recording_fill(r, sizeof r->window);
    if (asciicast_begin(r) || recorded_session_begin(r))
        return r->format;
    if (typescript_begin(r))
        return RECORDING_TYPESCRIPT;
    return ttyrec_recognised(r) ? RECORDING_TTYREC : RECORDING_RAW;
}

bool
recording_open(struct recording *r, const char *path)
{
    memset(r, 0, sizeof *r);
    bool is_standard = strcmp(path, "-") == 0;
    r->name = is_standard ? "standard input" : path;
    qtty_buf_init(&r->line, NULL, 1u << 26);
    qtty_buf_init(&r->text, NULL, QTTY_RECORDING_LINE_MAX);
    r->file = is_standard ? stdin : fopen(path, "rb");
    if (r->file == NULL) {
        r->failed = true;
        fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return false;
    }
    r->format = recognise(r);
    return !r->failed;
}

bool
recording_next(struct recording *r, struct recording_piece *out)
{
    switch (r->format) {
    case RECORDING_ASCIICAST_2:
    case RECORDING_ASCIICAST_3:
        return asciicast_next(r, out);
    case RECORDING_SESSION:
        return recorded_session_next(r, out);
    case RECORDING_TTYREC:
        return ttyrec_next(r, out);
    case RECORDING_TYPESCRIPT:
        return typescript_next(r, out);
    case RECORDING_RAW:
        break;
    }
    recording_fill(r, RECORDING_PIECE_MAX);
    return !r->failed && give(r, r->len, out);
}

bool
recording_has_times(const struct recording *r)
{
    return r->format != RECORDING_RAW && r->format != RECORDING_TYPESCRIPT;
}

const char *
recording_of_text(const struct recording *r)
{
    if (r->format == RECORDING_SESSION)
        return "a recording of a session";
    bool cast = r->format == RECORDING_ASCIICAST_2 || r->format == RECORDING_ASCIICAST_3;
    return cast ? "an asciicast" : NULL;
}

void
recording_close(struct recording *r)
{
    if (r->file != NULL && r->file != stdin)
        fclose(r->file);
    r->file = NULL;
    free(r->decoded);
    r->decoded = NULL;
    qtty_buf_finish(&r->line);
    qtty_buf_finish(&r->text);
}
