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

/* The next line of the text that was sent, without its end. @return false: there is no
 * other one that ends. */
static bool
next_line(const struct qtty_session *s, qtty_span *line)
{
    const qtty_buf *text = &s->send.text;
    size_t at = s->marks.echo_at;
    if (at >= text->len)
        return false;
    const uint8_t *end = memchr(text->data + at, '\r', text->len - at);
    *line =
        (qtty_span){ text->data + at, end != NULL ? (size_t)(end - text->data) - at : 0 };
    return end != NULL;
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
    qtty_span line;
    s->marks.expects_echo = next_line(s, &line);
}

/* A line can be typed at this place. */
static void
begin_input(struct marks *m, const struct place *at)
{
    m->line = *at;
    m->has_line = m->awaits_line = true;
}

/* --- The comparison ----------------------------------------------------------------- */

/* A TAB is shown as blanks, and a full row may end in one. */
static size_t
skip_blanks(qtty_span text, size_t at)
{
    while (at < text.len && text.data[at] <= ' ')
        at++;
    return at;
}

/* Of a line that is longer than its window an editor shows the beginning and, scrolled,
 * something of the rest: so long a beginning is no accident. */
static bool
are_the_same(qtty_span shown, qtty_span sent)
{
    enum { LONG = 128 };
    size_t a = skip_blanks(shown, 0), b = skip_blanks(sent, 0);
    while (a < shown.len && b < sent.len && shown.data[a] == sent.data[b]) {
        a = skip_blanks(shown, a + 1);
        b = skip_blanks(sent, b + 1);
    }
    return (a == shown.len && b == sent.len) || b >= LONG;
}

static bool
is_shown(qtty_session *s, qtty_span line, const struct place *now)
{
    enum { TAB_COLS = 8, SLACK = QTTY_COLS_MAX }; /* ksh93 blanks the rest of its row */
    bool cut = false;
    qtty_buf shown;
    qtty_buf_init(&shown, s->allocator, 0);
    qtty_status st = lines_between(s->lines, &s->marks.line, now,
                                   line.len * TAB_COLS + SLACK, &shown, &cut);
    bool same = st == QTTY_OK && !cut && are_the_same(qtty_buf_span(&shown), line);
    qtty_buf_finish(&shown);
    return same;
}

/* Is this the echo of the line that comes next, up to now? */
static bool
shows_next_line(qtty_session *s, const struct place *now)
{
    qtty_span line;
    return s->marks.expects_echo && next_line(s, &line) && is_shown(s, line, now);
}

/* --- What happens ------------------------------------------------------------------- */

/* What was typed ahead is read at once. A multiplexed line editor goes on with the line
 * that it has; ksh93 reads a very long one in pieces, with a prompt between them. */
void
echo_prompt_ended(qtty_session *s, bool continued)
{
    struct marks *m = &s->marks;
    bool stays = continued && s->settings.dialect->multiplexed;
    struct place now;
    if (!s->settings.dialect->marks_input)
        return;
    s->starved |= lines_place(s->lines, &now) != QTTY_OK;
    if (continued && !stays && shows_next_line(s, &now))
        return;
    if (!stays)
        begin_input(m, &now);
    m->prompted = m->ahead == 0;
    m->continued = continued;
    m->ahead -= m->prompted ? 0 : 1;
    expect_next(s);
}

/* What is sent now is typed at the prompt, if that is where the shell is. A text without
 * a line end leaves it there. */
void
echo_cross_boundary(qtty_session *s)
{
    struct marks *m = &s->marks;
    size_t lines = count_lines(qtty_buf_span(&s->send.text));
    m->has_line = m->awaits_line = m->expects_echo = false;
    m->echo_at = m->ahead = 0;
    if (!s->settings.dialect->marks_input || !m->prompted)
        return;
    begin_input(m, &m->boundary);
    expect_next(s);
    m->prompted = lines == 0;
    m->ahead = lines > 1 ? lines - 1 : 0;
    m->expects_echo = m->expects_echo && is_echoed(s);
}

/* Anything else than the echo is output already. */
void
echo_line_fed(qtty_session *s)
{
    struct marks *m = &s->marks;
    struct place now;
    qtty_span line;
    if (!m->expects_echo)
        return;
    m->expects_echo = false;
    if (!next_line(s, &line) || lines_place(s->lines, &now) != QTTY_OK
        || !is_shown(s, line, &now))
        return;
    m->line = now;
    m->echo_at += line.len + 1;
    m->awaits_line = false;
    expect_next(s);
}

/* Is a line asked for that goes on with an unfinished command? What a multiplexed line
 * editor paints behind its mark is the line itself. */
bool
echo_asks_on(qtty_session *s)
{
    struct place now;
    const struct marks *m = &s->marks;
    if (s->settings.dialect->multiplexed)
        return m->continued && m->prompted;
    return m->continued && m->prompted && lines_place(s->lines, &now) == QTTY_OK
           && now.ordinal == m->line.ordinal && now.offset == m->line.offset;
}
