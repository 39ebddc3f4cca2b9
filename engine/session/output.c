/* Output of the program: read, decoded, fed to emulator and lines in pieces that end
 * behind marks, and its marks and queries taken up. */
#include "session/session.h"

enum {
    READ_BYTES = 8192,
    READS_IN_A_TURN = 16,
    TAIL_TURNS = 8, /* others may print for ever after the top-level program ended */
};

/* --- Feeding ------------------------------------------------------------------------ */

/* The screen projection feeds the emulator itself. */
static qtty_status
feed_piece(qtty_session *s, qtty_span piece)
{
    qtty_status st = QTTY_OK;
    if (s->settings.projection == QTTY_PROJECTION_STREAM)
        st = qtty_emulator_feed(s->emulator, piece);
    qtty_status lines = qtty_lines_feed(s->lines, piece);
    return lines != QTTY_OK ? lines : st;
}

/* Up to the end of a piece. @return its bytes. */
static size_t
feed_some(qtty_session *s, qtty_span bytes)
{
    bytes.len = vt52_piece((qtty_span){ bytes.data, marks_piece(s, bytes) });
    qtty_status st = feed_piece(s, bytes);
    if (st == QTTY_E_ENCODING)
        session_fail(s, st, qtty_lines_error(s->lines));
    s->starved |= st == QTTY_E_NOMEM;
    marks_take(s);
    marks_follow_editor(s);
    if (bytes.data[bytes.len - 1] == '\n')
        marks_line_fed(s);
    return bytes.len;
}

static void
feed_text(qtty_session *s, qtty_span bytes)
{
    while (bytes.len != 0 && s->failed != QTTY_E_ENCODING) {
        qtty_span text;
        size_t passed = vt52_hold(s, bytes, &text);
        bool held = passed != 0 || text.len != 0;
        while (text.len != 0 && s->failed != QTTY_E_ENCODING) {
            size_t fed = feed_some(s, text);
            text.data += fed;
            text.len -= fed;
        }
        if (!held)
            passed = feed_some(s, bytes);
        bytes.data += passed;
        bytes.len -= passed;
    }
}

void
session_feed(qtty_session *s, qtty_span text)
{
    record_output(s, text);
    s->marks.prompt_is_old = true;
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_OUTPUT });
    cadence_restart(s);
    feed_text(s, text);
    echo_output_fed(s);
}

/* What is a sequence shows in the decoded text alone. That there was output is to be
 * known of half a character, too. */
static void
feed_decoded(qtty_session *s, qtty_span bytes, bool ends)
{
    struct converter_text text;
    qtty_status st;
    bool first = !ends;
    do {
        st = ends ? converter_end(s->converter, &text)
                  : converter_decode(s->converter, &bytes, &text);
        if (first || text.len != 0)
            session_feed(s, (qtty_span){ text.bytes, text.len });
        first = false;
    } while (st == QTTY_OK && text.len != 0);
    if (st == QTTY_E_ENCODING)
        session_fail(s, st, converter_error(s->converter));
    s->starved |= st == QTTY_E_NOMEM;
}

static void
feed(qtty_session *s, qtty_span bytes)
{
    if (s->converter == NULL)
        session_feed(s, bytes);
    else
        feed_decoded(s, bytes, false);
}

void
session_end_output(qtty_session *s)
{
    if (s->converter != NULL)
        feed_decoded(s, (qtty_span){ NULL, 0 }, true);
}

/* --- Reading ------------------------------------------------------------------------ */

static void
read_once(qtty_session *s)
{
    uint8_t bytes[READ_BYTES];
    size_t len;
    replies_drop_for_others(&s->replies);
    qtty_status st = qtty_terminal_read(s->terminal, bytes, sizeof bytes, &len);
    s->drained = len == 0;
    if (st == QTTY_OK && len != 0) {
        feed(s, (qtty_span){ bytes, len });
        replies_learn(&s->replies);
    } else if (st != QTTY_OK && st != QTTY_E_CLOSED) {
        session_fail(s, st, qtty_terminal_error(s->terminal));
    }
}

/* Whoever has left the session may print for ever. */
static bool
is_tail_read(qtty_session *s)
{
    bool read = s->drained || ++s->tail >= TAIL_TURNS;
    s->tail = read ? 0 : s->tail;
    return read;
}

void
session_read(qtty_session *s)
{
    bool ended = session_child_ended(s);
    bool closed = qtty_terminal_phase(s->terminal) == QTTY_PHASE_CLOSED;
    s->drained = s->lost;
    for (int i = 0; i < READS_IN_A_TURN && !s->drained; i++)
        read_once(s);
    if (ended && !s->ended_read)
        s->ended_read = is_tail_read(s);
    else if (closed)
        s->closed_read = is_tail_read(s);
}
