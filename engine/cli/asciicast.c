/* asciicast: a line of JSON with the terminal's size, then a line an event, [time, code,
 * data]. Version 2 counts the time from the start, version 3 from the event before, and
 * allows comments. */
#define _POSIX_C_SOURCE 200809L

#include "cli/json_text.h"
#include "cli/message.h"
#include "cli/recording.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* --- Header ------------------------------------------------------------------------- */

static bool
take_size(struct recording *r, const json_t *rows, const json_t *cols)
{
    json_int_t height = json_integer_value(rows), width = json_integer_value(cols);
    if (height < 1 || height > QTTY_ROWS_MAX || width < 1 || width > QTTY_COLS_MAX)
        return recording_refuse(
            r, "the size of the terminal must be 1..4096 rows and columns");
    r->rows = (uint32_t)height;
    r->cols = (uint32_t)width;
    return true;
}

static bool
take_header(struct recording *r, const json_t *header)
{
    const json_t *term = json_object_get(header, "term");
    switch (json_integer_value(json_object_get(header, "version"))) {
    case 2:
        r->format = RECORDING_ASCIICAST_2;
        return take_size(r, json_object_get(header, "height"),
                         json_object_get(header, "width"));
    case 3:
        r->format = RECORDING_ASCIICAST_3;
        return take_size(r, json_object_get(term, "rows"), json_object_get(term, "cols"));
    default:
        return recording_refuse(r, "an asciicast, but not of version 2 or 3");
    }
}

bool
asciicast_begin(struct recording *r)
{
    const char *text = (const char *)r->window + r->at;
    const char *end = memchr(text, '\n', r->len);
    size_t length = end != NULL ? (size_t)(end - text) : r->len;
    if (r->len == 0 || text[0] != '{')
        return false;

    json_t *header = json_loadb(text, length, JSON_ALLOW_NUL, NULL); /* in a title */
    bool found = json_is_integer(json_object_get(header, "version"));
    if (found) {
        r->line_number = 1;
        take_header(r, header);
        recording_skip(r, length + (end != NULL));
    }
    json_decref(header);
    return found;
}

/* --- Events ------------------------------------------------------------------------- */

static bool
take_output(struct recording *r, const json_t *data, struct recording_piece *out)
{
    size_t length = json_string_length(data);
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return recording_refuse(r, "out of memory");
    memcpy(copy, json_string_value(data), length + 1);
    free(r->decoded);
    r->decoded = copy;
    r->undelivered = (qtty_span){ (const uint8_t *)copy, length };
    recording_give(r, out);
    return true;
}

/* "COLSxROWS" */
static bool
take_resize(struct recording *r, const json_t *data, struct recording_piece *out)
{
    const char *text = json_text(data);
    char *end;
    unsigned long cols = strtoul(text, &end, 10);
    unsigned long rows = *end == 'x' ? strtoul(end + 1, &end, 10) : 0;
    if (*end != '\0' || rows < 1 || rows > QTTY_ROWS_MAX || cols < 1
        || cols > QTTY_COLS_MAX)
        return recording_refuse(r, "the size must be COLSxROWS, 1..4096 each");
    out->rows = (uint32_t)rows;
    out->cols = (uint32_t)cols;
    return true;
}

/* @return true: a piece, or a failure; false: an event without output, go on. */
static bool
take_event(struct recording *r, const json_t *event, struct recording_piece *out)
{
    const json_t *time = json_array_get(event, 0), *code = json_array_get(event, 1),
                 *data = json_array_get(event, 2);
    if (!json_is_number(time) || !json_is_string(code) || !json_is_string(data)) {
        recording_refuse(r, "no event of an asciicast");
        return true;
    }
    double seconds = json_number_value(time);
    r->seconds = r->format == RECORDING_ASCIICAST_3 ? r->seconds + seconds : seconds;
    *out = (struct recording_piece){ .seconds = r->seconds };
    if (strcmp(json_text(code), "o") == 0) {
        take_output(r, data, out);
        return true;
    }
    if (strcmp(json_text(code), "r") == 0) {
        take_resize(r, data, out);
        return true;
    }
    return false; /* input, a marker, the exit status, what later versions bring */
}

static bool
is_blank_or_comment(const struct recording *r)
{
    return r->line.len == 0 || r->line.data[0] == '#'
           || (r->line.len == 1 && r->line.data[0] == '\r');
}

bool
asciicast_next(struct recording *r, struct recording_piece *out)
{
    if (r->undelivered.len != 0) {
        recording_give(r, out);
        return true;
    }
    while (!r->failed && recording_next_line(r)) {
        if (is_blank_or_comment(r))
            continue;
        json_t *event =
            json_loadb((const char *)r->line.data, r->line.len, JSON_ALLOW_NUL, NULL);
        /* A recorder that was killed leaves half a line. */
        bool cut = event == NULL && r->line_unfinished;
        bool done = !cut && take_event(r, event, out);
        json_decref(event);
        if (cut || done)
            return done && !r->failed;
    }
    return false;
}
