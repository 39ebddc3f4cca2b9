/* The marks of the shell, and what stands between them: a command's output, the prompt.
 *
 * Where a mark stands matters, so output is fed in pieces that end behind marks. The
 * output of a command without mark C (its syntax is wrong, or PS0 was taken away) begins
 * where the line editor left, or as echo.c says. */
#include "session/session.h"

#include "unicode/grapheme.h"

/* --- Marks -------------------------------------------------------------------------- */

/* What ends a piece: a mark's end, and where the line editor turns bracketed paste on and
 * off, as it begins, and when a line is accepted. The first byte of each is nowhere else
 * in it. */
static uint8_t
byte_of(const qtty_session *s, size_t pattern, size_t index)
{
    static const char *const modes[] = {
        [PIECE_ACCEPTED] = "?2004l", [PIECE_EDITS] = "?2004h"
    };
    if (pattern != PIECE_MARK)
        return (uint8_t)modes[pattern][index];
    if (index == 0)
        return '=';
    return index <= NONCE_BYTES ? (uint8_t)s->startup.nonce[index - 1] : '\a';
}

/* Go on matching. @return where the first match ends; 0: nowhere. */
static size_t
match(const qtty_session *s, size_t pattern, size_t *matched, qtty_span bytes)
{
    static const size_t lengths[PIECE_ENDS] = {
        [PIECE_ACCEPTED] = 6, [PIECE_EDITS] = 6, [PIECE_MARK] = NONCE_BYTES + 2
    };
    uint8_t first = byte_of(s, pattern, 0);
    for (size_t i = 0; i < bytes.len; i++) {
        if (*matched == 0) {
            const uint8_t *next = memchr(bytes.data + i, first, bytes.len - i);
            if (next == NULL)
                return 0;
            i = (size_t)(next - bytes.data);
        }
        bool fits = bytes.data[i] == byte_of(s, pattern, *matched);
        *matched = fits ? *matched + 1 : bytes.data[i] == first;
        if (*matched == lengths[pattern]) {
            *matched = 0;
            return i + 1;
        }
    }
    return 0;
}

/* Bytes up to and with what ends a piece; all if nothing does. What anybody can print is
 * looked for first, so that the look for our mark goes no further than that. */
size_t
marks_piece(qtty_session *s, qtty_span bytes)
{
    size_t *matched = s->marks.matched;
    size_t length = bytes.len;
    for (size_t i = 0; i < PIECE_ENDS; i++) {
        size_t state = matched[i];
        size_t end = match(s, i, &state, (qtty_span){ bytes.data, length });
        length = end != 0 ? end : length;
    }
    bool feeds_count = s->marks.expects_echo || s->marks.awaits_feed;
    const uint8_t *feed = feeds_count ? memchr(bytes.data, '\n', length) : NULL;
    length = feed != NULL ? (size_t)(feed - bytes.data) + 1 : length;
    if (s->marks.expects_echo)
        length = echo_piece(s, (qtty_span){ bytes.data, length });
    for (size_t i = 0; i < PIECE_ENDS; i++)
        (void)match(s, i, &matched[i], (qtty_span){ bytes.data, length });
    return length;
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
append_between(qtty_session *s, const struct place *from, const struct place *to)
{
    size_t most = s->settings.max_read_bytes;
    qtty_status st = lines_between(s->lines, from, to, most, &s->output, &s->output_cut);
    s->starved |= st != QTTY_OK;
    if (s->output.len > most)
        cut_output(s, s->output.len - most);
}

/* Where a command's output begins that ends, or goes on, now: at its mark, or at the
 * boundary, over which it ran on; without a mark, behind its line. What the shell's line
 * editor shows between commands is nobody's output. A shell whose standard error is
 * elsewhere shows neither prompt, echo nor mark C: all there is is output. NULL: there is
 * none. */
static const struct place *
output_start(const qtty_session *s)
{
    const struct marks *m = &s->marks;
    if (m->running && m->began)
        return &m->start;
    if (m->has_line && s->settings.dialect->marks_input)
        return m->prompted && m->edits_on ? NULL : &m->line;
    bool is_bare = m->unseen && !m->has_line;
    return (m->ran_before || is_bare) && !m->finished ? &m->boundary : NULL;
}

/* The prompt for the rest of a command is nobody's output. */
static void
pass_prompt_back(const qtty_session *s, struct place *end)
{
    const char *rest = s->settings.dialect->rest;
    size_t len = rest != NULL ? strlen(rest) : 0;
    if (echo_asks_on(s))
        end->offset -= len < end->offset ? len : end->offset;
}

static void
append_command(qtty_session *s, const struct place *from)
{
    struct place now;
    s->output.len = s->output_done;
    if (from == NULL)
        return;
    if (lines_place(s->lines, &now) != QTTY_OK) {
        s->starved = true;
        return;
    }
    pass_prompt_back(s, &now);
    append_between(s, from, &now);
}

/* Of several commands in one accepted line each has its mark C, and only the last one a
 * mark D: their output is one. */
static void
command_starts(qtty_session *s)
{
    s->marks.unseen = false;
    bool goes_on = s->marks.has_edited && !s->marks.edited;
    const struct place *from = goes_on ? output_start(s) : NULL;
    if (from != NULL)
        s->marks.start = *from;
    else
        s->starved |= lines_place(s->lines, &s->marks.start) != QTTY_OK;
    s->marks.running = s->marks.began = s->marks.seen = true;
    s->marks.awaits_feed = s->marks.continued = false;
    s->marks.edited = s->marks.edits_on = false;
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_STARTED });
}

static void
command_ends(qtty_session *s, int32_t status)
{
    const struct place *from = output_start(s);
    outbox_drop_finished(s);
    append_command(s, from == NULL && s->marks.has_line ? &s->marks.line : from);
    s->output_done = s->output.len;
    s->marks.running = s->marks.ran_before = s->marks.has_line = false;
    s->marks.awaits_feed = s->marks.continued = s->marks.edits_on = false;
    s->marks.finished = s->marks.seen = true;
    prompt_begins(s);
    session_observe(s,
                    (qtty_observation){ .kind = QTTY_OBSERVED_MARKER, .value = status });
}

/* The shell asks for the rest of a command, by its line editor: what the commands before
 * it in the same text have printed is all said. */
static void
command_goes_on(qtty_session *s)
{
    struct marks *m = &s->marks;
    const struct place *from = output_start(s);
    s->starved |= lines_place(s->lines, &m->rest) != QTTY_OK;
    m->continued = true;
    append_command(s, from);
    s->output_done = s->output.len;
    m->running = m->ran_before = m->has_line = false;
}

static bool
is_before(const struct place *a, const struct place *b)
{
    return a->ordinal < b->ordinal || (a->ordinal == b->ordinal && a->offset < b->offset);
}

/* While a full-screen program runs, the end of the lines can be before the place where
 * its command's output began. */
void
marks_cross_boundary(qtty_session *s)
{
    struct marks *m = &s->marks;
    record_origin(s);
    bool marks_input = s->settings.dialect->marks_input;
    m->ran_before = m->running || (marks_input ? !m->prompted : !m->seen);
    m->unseen = m->seen && !m->prompt_shown && !m->continued && !marks_input;
    m->began = m->finished = m->has_line = m->awaits_feed = false;
    s->output.len = s->output_done = 0;
    s->output_cut = false;
    s->starved |= lines_place(s->lines, &m->boundary) != QTTY_OK;
    if (m->running && is_before(&m->boundary, &m->start))
        m->boundary = m->start;
    echo_cross_boundary(s);
}

/* The line editor says something by itself, and prompts anew: a history expansion that
 * failed. */
static void
append_complaint(qtty_session *s)
{
    struct place end;
    if (lines_place(s->lines, &end) != QTTY_OK)
        return;
    end.offset = 0;
    append_between(s, &s->marks.line, &end);
}

void
marks_finish_output(qtty_session *s)
{
    const struct place *from = output_start(s);
    append_command(s, from);
    if (from == NULL && s->marks.has_line && s->facts.prompt_ns != QTTY_NEVER)
        append_complaint(s);
}

/* --- Events ------------------------------------------------------------------------- */

bool
marks_read(qtty_session *s, char letter, qtty_span rest)
{
    int32_t status;
    switch (qtty_mark_read(letter, rest, qtty_text(s->startup.nonce), &status)) {
    case QTTY_MARK_STARTED:
        command_starts(s);
        break;
    case QTTY_MARK_FINISHED:
        command_ends(s, status);
        break;
    case QTTY_MARK_INPUT:
        echo_prompt_ended(s, false);
        break;
    case QTTY_MARK_CONTINUED:
        if (s->settings.dialect->marks_input)
            echo_prompt_ended(s, true);
        else
            command_goes_on(s);
        break;
    case QTTY_MARK_ASKED:
        echo_builtin_asks(s);
        break;
    case QTTY_MARK_NONE:
        return false;
    }
    return true;
}

/* Marks alone matter here; the rest of the emulator's events are passed over, so that
 * they do not take the marks' room. */
void
marks_take(qtty_session *s)
{
    qtty_event event;
    while (qtty_emulator_next_event(s->emulator, &event)) {
        if (event.kind == QTTY_EVENT_OUTPUT_START)
            (void)marks_read(s, 'C', event.text);
        else if (event.kind == QTTY_EVENT_COMMAND_END)
            (void)marks_read(s, 'D', event.text);
        else if (event.kind == QTTY_EVENT_COMMAND_START)
            (void)marks_read(s, 'B', event.text);
        else if (event.kind == QTTY_EVENT_PROMPT_PART)
            (void)marks_read(s, 'P', event.text);
    }
}

/* Bracketed paste goes off as the line editor leaves with a line: readline's from the
 * next one already, zsh's before it goes there. At Ctrl-C readline turns it off twice
 * before the line feed: the first time counts. */
static void
line_was_accepted(qtty_session *s)
{
    struct marks *m = &s->marks;
    if (m->awaits_feed)
        return;
    m->has_line = true;
    m->awaits_line = m->expects_echo = false;
    s->starved |= lines_place(s->lines, &m->line) != QTTY_OK;
    m->awaits_feed = m->line.offset != 0;
}

void
marks_line_fed(qtty_session *s)
{
    if (s->marks.awaits_feed)
        s->starved |= lines_place(s->lines, &s->marks.line) != QTTY_OK;
    s->marks.awaits_feed = false;
    echo_line_fed(s);
}

void
marks_follow_editor(qtty_session *s)
{
    bool edits = qtty_emulator_mode(s->emulator, true, 2004) == QTTY_MODE_SET;
    bool may_accept = !s->settings.dialect->marks_input || s->marks.awaits_line;
    if (s->marks.edits && !edits && !s->marks.running && may_accept)
        line_was_accepted(s);
    s->marks.edited |= edits;
    s->marks.has_edited |= edits;
    s->marks.edits = edits;
}
