/* Recordings of sessions, as far as a terminal saw them: what was printed, and when. */
#define _POSIX_C_SOURCE 200809L

#include "cli/recording.h"
#include "session/recording_line.h"

static struct recording_line
latest_line(const struct recording *r)
{
    const char *text = r->line.len != 0 ? (const char *)r->line.data : "";
    return (struct recording_line){ text, text + r->line.len, NULL };
}

/* --- The head ----------------------------------------------------------------------- */

static bool
take_version(struct recording *r, struct recording_line *l)
{
    uint64_t version;
    if (!rline_number(l, rline_word(l), UINT32_MAX, &version))
        return recording_refuse(r, l->rule);
    return version == QTTY_RECORDING_VERSION
           || recording_refuse(r, "a recording of another version");
}

static bool
take_size(struct recording *r, struct recording_line *l, uint32_t *size)
{
    uint64_t cells;
    if (!rline_number(l, rline_word(l), QTTY_ROWS_MAX, &cells) || cells == 0)
        return recording_refuse(r, "the size of the terminal must be 1..4096");
    *size = (uint32_t)cells;
    return true;
}

/* What else is in it concerns a replay. */
static bool
take_head_line(struct recording *r)
{
    struct recording_line l = latest_line(r);
    qtty_span key = rline_word(&l);
    r->line_waits = rline_is(key, time_word) && !r->line_unfinished;
    if (rline_is(key, version_word))
        return take_version(r, &l);
    if (rline_is(key, number_words[NUMBER_ROWS]))
        return take_size(r, &l, &r->rows);
    return !rline_is(key, number_words[NUMBER_COLS]) || take_size(r, &l, &r->cols);
}

bool
recorded_session_begin(struct recording *r)
{
    size_t length = strlen(version_word);
    const uint8_t *start = r->window + r->at;
    if (r->len <= length || memcmp(start, version_word, length) != 0
        || start[length] != ' ')
        return false;
    r->format = RECORDING_SESSION;
    while (!r->line_waits && recording_next_line(r) && take_head_line(r))
        ;
    return true;
}

/* --- Events ------------------------------------------------------------------------- */

static bool
take_output(struct recording *r, struct recording_line *l, struct recording_piece *out)
{
    if (!rline_text(l, &r->text))
        return recording_refuse(r, l->rule);
    r->undelivered = qtty_buf_span(&r->text);
    recording_give(r, out);
    return true;
}

/* @return true: a piece, or a failure; false: an event without output, go on. */
static bool
take_event(struct recording *r, struct recording_piece *out)
{
    struct recording_line l = latest_line(r);
    uint64_t at_ns, rows, cols;
    if (!rline_is(rline_word(&l), time_word))
        return false; /* `cut` */
    if (!rline_scaled(&l, rline_word(&l), "ns", INT64_MAX, &at_ns)) {
        recording_refuse(r, l.rule);
        return true;
    }
    r->seconds = (double)at_ns / 1e9;
    *out = (struct recording_piece){ .seconds = r->seconds };
    qtty_span word = rline_word(&l);
    if (rline_is(word, event_words[EVENT_OUTPUT])) {
        take_output(r, &l, out);
        return true;
    }
    if (!rline_is(word, event_words[EVENT_RESIZE]))
        return false;
    if (rline_size(&l, rline_word(&l), QTTY_ROWS_MAX, &rows, &cols)) {
        out->rows = (uint32_t)rows;
        out->cols = (uint32_t)cols;
    } else {
        recording_refuse(r, l.rule);
    }
    return true;
}

/* A recorder that was killed leaves half a line. */
static bool
next_event(struct recording *r)
{
    bool waits = r->line_waits;
    r->line_waits = false;
    return waits || (recording_next_line(r) && !r->line_unfinished);
}

bool
recorded_session_next(struct recording *r, struct recording_piece *out)
{
    if (r->undelivered.len != 0) {
        recording_give(r, out);
        return true;
    }
    while (!r->failed && next_event(r))
        if (take_event(r, out))
            return !r->failed;
    return false;
}
