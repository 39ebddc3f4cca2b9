/* Where a command's output begins in a shell that has no mark for it: behind the echo of
 * its line. The prompts carry marks where a line can be typed; what is typed there is
 * echoed, by the terminal or a line editor, up to a line feed. The lines' text is
 * compared with what was sent, since an editor may paint it as it likes. Several lines
 * may be echoed at once, or each at its prompt.
 *
 * Without an echo (`stty -echo`) the output begins where the line was typed. */
#include "session/session.h"

/* May the echo begin here? Not while the terminal holds lines back without one. */
static bool
is_echoed(const struct qtty_session *s)
{
    qtty_input input;
    return qtty_terminal_input(s->terminal, &input) != QTTY_OK || !input.canonical
           || input.echo;
}

/* The text that was sent, in the encoding of the lines. */
static const qtty_buf *
typed_text(const struct qtty_session *s)
{
    return s->send.typed.len != 0 ? &s->send.typed : &s->send.text;
}

/* Its next line, without its end; empty where there is no text, as in a replay. */
static qtty_span
next_line(const struct qtty_session *s)
{
    const qtty_buf *text = typed_text(s);
    size_t at = s->marks.echo_at;
    if (at >= text->len)
        return (qtty_span){ 0 };
    const uint8_t *end = memchr(text->data + at, '\r', text->len - at);
    return (qtty_span){ text->data + at,
                        end != NULL ? (size_t)(end - text->data) - at : 0 };
}

static size_t
count_lines(qtty_span text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.data[i] == '\r';
    return count;
}

static void
expect_next(qtty_session *s)
{
    s->marks.expects_echo = s->send.lines != 0;
    s->marks.at_line_end = false;
}

static void
pass_line(qtty_session *s)
{
    s->marks.echo_at += next_line(s).len + 1;
    s->send.lines--;
}

/* A line can be typed at this place. */
static void
begin_input(struct marks *m, const struct place *at)
{
    m->line = *at;
    m->has_line = m->awaits_line = true;
}

/* --- Its end ------------------------------------------------------------------------ */

/* CRs and the line feed behind them, or what comes next may be that one. @return where
 * they begin; the end: there are none. */
static size_t
find_line_end(qtty_span bytes)
{
    size_t returns = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        if (bytes.data[i] == '\n')
            return i - returns;
        returns = bytes.data[i] == '\r' ? returns + 1 : 0;
    }
    return bytes.len - returns;
}

/* The place is noted before the CR: what stands right of it on the row is older than the
 * echo. */
size_t
echo_piece(qtty_session *s, qtty_span bytes)
{
    struct marks *m = &s->marks;
    size_t at = find_line_end(bytes);
    bool goes_on = m->at_line_end && at == 0;
    m->at_line_end = at == 0 && bytes.len != 0;
    if (!m->at_line_end)
        return at;
    if (!goes_on && lines_place(s->lines, &m->echo_end) != QTTY_OK)
        s->starved = true;
    return bytes.len;
}

/* --- The comparison ----------------------------------------------------------------- */

enum { NOWHERE = -1, TAB_COLS = 8 };

/* A TAB may be shown as blanks, and a full row may end in one. */
static size_t
skip_blanks(qtty_span text, size_t at)
{
    while (at < text.len && text.data[at] <= ' ')
        at++;
    return at;
}

/* Does a text stand at a place, but for blanks? @return where it ends. */
static ptrdiff_t
pass_text(qtty_span shown, size_t at, qtty_span text)
{
    at = skip_blanks(shown, at);
    for (size_t b = skip_blanks(text, 0); b < text.len; b = skip_blanks(text, b + 1)) {
        if (at >= shown.len || shown.data[at] != text.data[b])
            return NOWHERE;
        at = skip_blanks(shown, at + 1);
    }
    return (ptrdiff_t)at;
}

/* The same, from there or a few bytes further on. @param ends  All is shown with it. */
static ptrdiff_t
find_text(qtty_span shown, size_t at, size_t further, qtty_span text, bool ends)
{
    for (size_t i = 0; i <= further && at + i <= shown.len; i++) {
        ptrdiff_t end = pass_text(shown, at + i, text);
        if (end != NOWHERE && (!ends || (size_t)end == shown.len))
            return end;
    }
    return NOWHERE;
}

/* A TAB that a terminal echoes passes over what stands there. Of a line that is longer
 * than its window an editor shows the beginning and, scrolled, something of the rest: so
 * long a beginning is no accident. */
static bool
are_the_same(qtty_span shown, qtty_span sent)
{
    enum { LONG = 128, TAB_BYTES = TAB_COLS * 4 };
    bool whole = sent.len < LONG, more = true;
    size_t len = whole ? sent.len : LONG, further = 0;
    ptrdiff_t at = 0;
    if (len == 0)
        return skip_blanks(shown, 0) == shown.len;
    for (size_t from = 0, to = 0; more && at != NOWHERE; from = ++to) {
        while (to < len && sent.data[to] != '\t')
            to++;
        more = to < len;
        qtty_span text = { sent.data + from, to - from };
        at = find_text(shown, (size_t)at, further, text, whole && !more);
        further = TAB_BYTES + (text.len == 0 ? further : 0);
    }
    return at != NOWHERE;
}

static bool
is_shown(qtty_session *s, const struct place *end)
{
    enum { SLACK = QTTY_COLS_MAX }; /* ksh93 blanks the rest of its row */
    qtty_span line = next_line(s);
    bool cut = false;
    qtty_buf shown;
    qtty_buf_init(&shown, s->allocator, 0);
    qtty_status st = lines_between(s->lines, &s->marks.line, end,
                                   line.len * TAB_COLS + SLACK, &shown, &cut);
    bool same = st == QTTY_OK && !cut && are_the_same(qtty_buf_span(&shown), line);
    qtty_buf_finish(&shown);
    return same;
}

/* A recording has no texts, but the answers. One that is missing is told by the count. */
static bool
recall_answer(struct echoes *e)
{
    size_t at = e->asked++;
    return at < e->answers.len && e->answers.data[at] != 0;
}

static bool
find_answer(qtty_session *s)
{
    struct echoes *e = &s->echoes;
    struct place end = s->marks.echo_end;
    bool ends = s->marks.at_line_end || lines_place(s->lines, &end) == QTTY_OK;
    uint8_t same = ends && is_shown(s, &end);
    e->asked++;
    if (s->recorder != NULL)
        (void)qtty_buf_append(&e->answers, &same, 1);
    return same != 0;
}

/* Is this the echo of the line that comes next, up to now? */
static bool
shows_next_line(qtty_session *s)
{
    if (s->send.lines == 0)
        return false;
    return s->echoes.recorded ? recall_answer(&s->echoes) : find_answer(s);
}

void
echo_output_fed(qtty_session *s)
{
    struct echoes *e = &s->echoes;
    bool whole = e->asked == e->answers.len;
    if (e->recorded && !whole)
        record_asked(s, e->asked);
    else if (!e->recorded && e->asked != 0)
        record_echo_before_output(s, qtty_buf_span(&e->answers), whole);
    e->asked = e->answers.len = 0;
}

/* --- What happens ------------------------------------------------------------------- */

/* What was typed ahead is read at once. A line editor that keeps lines goes on with those
 * that it has; ksh93 reads a very long one in pieces, with a prompt between them. */
void
echo_prompt_ended(qtty_session *s, bool continued)
{
    struct marks *m = &s->marks;
    bool stays = continued && s->settings.dialect->keeps_lines;
    struct place now;
    if (!s->settings.dialect->marks_input)
        return;
    s->starved |= lines_place(s->lines, &now) != QTTY_OK;
    if (continued && !stays && m->expects_echo && shows_next_line(s))
        return;
    if (!stays)
        begin_input(m, &now);
    m->prompted = m->ahead == 0;
    m->continued = continued;
    m->ahead -= m->prompted ? 0 : 1;
    expect_next(s);
}

/* The shell waits there, and all that was typed ahead has been read. */
void
echo_prompt_stands(qtty_session *s)
{
    s->marks.prompted = s->settings.dialect->marks_input;
    s->marks.ahead = 0;
}

/* What a builtin is given is no command, whatever its end looked like. */
void
echo_builtin_asks(qtty_session *s)
{
    struct marks *m = &s->marks;
    m->edits_on = true;
    m->prompted = m->continued = false;
}

void
echo_measure_text(qtty_session *s)
{
    if (!s->settings.dialect->marks_input)
        return;
    s->send.lines = count_lines(qtty_buf_span(typed_text(s)));
    s->send.unechoed = s->send.lines != 0 && !is_echoed(s);
}

/* What is sent now is typed at the prompt, if that is where the shell is, or into a
 * program: its lines are echoed, too, among its output. A text without a line end leaves
 * the shell where it is. */
void
echo_cross_boundary(qtty_session *s)
{
    struct marks *m = &s->marks;
    size_t lines = s->send.lines;
    m->edits_on = lines == 0 && (m->prompted || m->edits_on);
    m->has_line = m->awaits_line = m->expects_echo = false;
    m->echo_at = m->ahead = 0;
    if (!s->settings.dialect->marks_input)
        return;
    if (m->prompted)
        begin_input(m, &m->boundary);
    m->line = m->boundary;
    m->prompted = m->prompted && lines == 0;
    m->ahead = lines > 1 ? lines - 1 : 0;
    expect_next(s);
    m->expects_echo = m->expects_echo && !s->send.unechoed;
}

/* Anything else than the echo is output already. What is echoed at a prompt is the line
 * that this one gets: those before it have been read, be it by a command. */
void
echo_line_fed(qtty_session *s)
{
    struct marks *m = &s->marks;
    struct place now;
    if (!m->expects_echo)
        return;
    m->expects_echo = false;
    if (!shows_next_line(s) || lines_place(s->lines, &now) != QTTY_OK)
        return;
    m->line = now;
    pass_line(s);
    if (m->awaits_line && m->ahead > s->send.lines)
        m->ahead = s->send.lines;
    m->awaits_line = false;
    expect_next(s);
}

/* Is a line asked for that goes on with an unfinished command? What a line editor that
 * keeps lines paints behind its mark is the line itself. */
bool
echo_asks_on(const qtty_session *s)
{
    struct place now;
    const struct marks *m = &s->marks;
    bool marks_input = s->settings.dialect->marks_input;
    const struct place *at = marks_input ? &m->line : &m->rest;
    if (!m->continued || (marks_input && !m->prompted))
        return false;
    return s->settings.dialect->keeps_lines
           || (lines_place(s->lines, &now) == QTTY_OK && now.ordinal == at->ordinal
               && now.offset == at->offset);
}

/* Has the line editor of a multiplexed shell the terminal? Its marks say so: what it
 * reads has not had its end yet. Where none says where a line can be typed, it is on and
 * no command runs. */
bool
echo_edits(const qtty_session *s)
{
    const struct dialect *d = s->settings.dialect;
    const struct marks *m = &s->marks;
    if (!d->multiplexed)
        return false;
    return d->marks_input ? m->edits_on : m->edits && m->seen && !m->running;
}
