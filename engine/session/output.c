/* Output of the program: read in pieces, fed to emulator and lines, and its marks and
 * queries taken up.
 *
 * Where a mark stands matters, so a piece is cut behind each mark before it is fed. The
 * end of a mark is `=NONCE BEL`; '=' is not in a nonce, so a match that breaks off cannot
 * have begun earlier. */
#include "session/session.h"

#include "unicode/grapheme.h"

enum {
    READ_BYTES = 8192,
    READS_IN_A_TURN = 16,
    TAIL_TURNS = 8, /* others may print for ever after the top-level program ended */
};

/* --- Marks -------------------------------------------------------------------------- */

static uint8_t
mark_end_at(const qtty_session *s, size_t index)
{
    if (index == 0)
        return '=';
    return index <= NONCE_BYTES ? (uint8_t)s->startup.nonce[index - 1] : '\a';
}

/* Bytes up to and with the next end of a mark; all if there is none. */
static size_t
piece_length(qtty_session *s, qtty_span bytes)
{
    size_t matched = s->marks.matched;
    for (size_t i = 0; i < bytes.len; i++) {
        if (matched == 0) {
            const uint8_t *next = memchr(bytes.data + i, '=', bytes.len - i);
            if (next == NULL)
                break;
            i = (size_t)(next - bytes.data);
        }
        bool fits = bytes.data[i] == mark_end_at(s, matched);
        matched = fits ? matched + 1 : bytes.data[i] == '=';
        if (matched == NONCE_BYTES + 2) {
            s->marks.matched = 0;
            return i + 1;
        }
    }
    s->marks.matched = matched;
    return bytes.len;
}

/* The newest are kept. */
static void
cut_output(qtty_session *s, size_t over)
{
    size_t gone = grapheme_boundary(qtty_buf_span(&s->output), over);
    qtty_buf_consume(&s->output, gone);
    s->output_done -= gone < s->output_done ? gone : s->output_done;
    s->output_cut = true;
}

static void
append_output(qtty_session *s, const struct place *from)
{
    struct place now;
    size_t most = s->settings.max_read_bytes;
    qtty_status st = lines_place(s->lines, &now);
    if (st == QTTY_OK)
        st = lines_between(s->lines, from, &now, most, &s->output, &s->output_cut);
    s->starved |= st != QTTY_OK;
    if (s->output.len > most)
        cut_output(s, s->output.len - most);
}

/* Of a command that began, or ran on over the boundary. What the shell's line editor
 * shows between commands is nobody's output. */
static void
append_command(qtty_session *s)
{
    const struct marks *m = &s->marks;
    s->output.len = s->output_done;
    if (m->running && m->began)
        append_output(s, &m->start);
    else if (m->ran_before && !m->finished)
        append_output(s, &m->boundary);
}

static void
command_starts(qtty_session *s)
{
    s->starved |= lines_place(s->lines, &s->marks.start) != QTTY_OK;
    s->marks.running = s->marks.began = s->marks.seen = true;
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_STARTED });
}

static void
command_ends(qtty_session *s, int32_t status)
{
    append_command(s);
    s->output_done = s->output.len;
    s->marks.running = s->marks.ran_before = false;
    s->marks.finished = s->marks.seen = s->marks.prompt_is_old = true;
    s->starved |= lines_place(s->lines, &s->marks.prompt) != QTTY_OK;
    session_observe(s,
                    (qtty_observation){ .kind = QTTY_OBSERVED_MARKER, .value = status });
}

void
marks_cross_boundary(qtty_session *s)
{
    struct marks *m = &s->marks;
    m->ran_before = m->running || !m->seen;
    m->began = m->finished = false;
    s->output.len = s->output_done = 0;
    s->output_cut = false;
    s->starved |= lines_place(s->lines, &m->boundary) != QTTY_OK;
}

void
marks_finish_output(qtty_session *s)
{
    append_command(s);
}

/* The prompt is compared as text of the lines: wrapped, it is the same. */
void
marks_check_prompt(qtty_session *s)
{
    qtty_span prompt = qtty_text(s->settings.dialect->prompt);
    struct place now;
    bool cut = false;
    if (s->facts.marker_ns == QTTY_NEVER || !s->marks.prompt_is_old || prompt.len == 0)
        return;
    qtty_buf shown;
    qtty_buf_init(&shown, s->allocator, 0);
    qtty_status st = lines_place(s->lines, &now);
    if (st == QTTY_OK)
        st =
            lines_between(s->lines, &s->marks.prompt, &now, prompt.len + 1, &shown, &cut);
    bool stands = st == QTTY_OK && !cut && !qtty_emulator_alternate(s->emulator)
                  && qtty_prompt_shown(qtty_buf_span(&shown), prompt);
    qtty_buf_finish(&shown);
    s->marks.prompt_is_old = false;
    session_observe(s,
                    (qtty_observation){ .kind = QTTY_OBSERVED_PROMPT, .value = stands });
}

/* --- Events ------------------------------------------------------------------------- */

static void
take_mark(qtty_session *s, char letter, qtty_span rest)
{
    int32_t status;
    switch (qtty_mark_read(letter, rest, qtty_text(s->startup.nonce), &status)) {
    case QTTY_MARK_STARTED:
        command_starts(s);
        break;
    case QTTY_MARK_FINISHED:
        command_ends(s, status);
        break;
    case QTTY_MARK_NONE:
        break;
    }
}

/* Marks alone matter here; the rest of the emulator's events are passed over, so that
 * they do not take the marks' room. */
static void
take_events(qtty_session *s)
{
    qtty_event event;
    while (qtty_emulator_next_event(s->emulator, &event)) {
        if (event.kind == QTTY_EVENT_OUTPUT_START)
            take_mark(s, 'C', event.text);
        else if (event.kind == QTTY_EVENT_COMMAND_END)
            take_mark(s, 'D', event.text);
    }
}

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

static void
feed(qtty_session *s, qtty_span bytes)
{
    s->marks.prompt_is_old = true;
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_OUTPUT });
    cadence_restart(s);
    while (bytes.len != 0 && s->failed != QTTY_E_ENCODING) {
        qtty_span piece = { bytes.data, piece_length(s, bytes) };
        qtty_status st = feed_piece(s, piece);
        if (st == QTTY_E_ENCODING)
            session_fail(s, st, qtty_lines_error(s->lines));
        s->starved |= st == QTTY_E_NOMEM;
        take_events(s);
        bytes.data += piece.len;
        bytes.len -= piece.len;
    }
}

/* --- Reading ------------------------------------------------------------------------ */

static void
read_once(qtty_session *s)
{
    uint8_t bytes[READ_BYTES];
    size_t len;
    outbox_drop_for_others(s);
    qtty_status st = qtty_terminal_read(s->terminal, bytes, sizeof bytes, &len);
    s->drained = len == 0;
    if (st == QTTY_OK && len != 0) {
        feed(s, (qtty_span){ bytes, len });
        outbox_learn_asker(s);
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
