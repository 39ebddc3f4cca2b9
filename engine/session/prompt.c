/* Does the shell's prompt stand: is it all that was printed between the marker and the
 * cursor? The lines of the screen say so, wrapped or not. The stream projection keeps
 * what a line editor paints over, and a mark of what is concealed can be around a prompt:
 * there the cursor's row is looked at itself. */
#include "session/session.h"

/* A row's number does not change while rows leave by the top. */
static uint64_t
row_number(const qtty_session *s, uint32_t row)
{
    uint64_t scrolled;
    qtty_emulator_scrolled(s->emulator, NULL, &scrolled);
    return scrolled + row;
}

void
prompt_begins(qtty_session *s)
{
    struct marks *m = &s->marks;
    qtty_cursor cursor;
    qtty_emulator_cursor(s->emulator, &cursor);
    m->prompt_is_old = true;
    m->prompt_row = row_number(s, cursor.row) + (cursor.pending_wrap ? 1 : 0);
    m->prompt_col = cursor.pending_wrap ? 0 : cursor.col;
    s->starved |= lines_place(s->lines, &m->prompt) != QTTY_OK;
}

/* --- By lines ----------------------------------------------------------------------- */

/* The text from one place to another, if that is no longer than the prompt, is it. */
static bool
is_prompt(qtty_session *s, const struct place *from, const struct place *to,
          qtty_span prompt)
{
    bool cut = false;
    qtty_buf shown;
    qtty_buf_init(&shown, s->allocator, 0);
    qtty_status st = lines_between(s->lines, from, to, prompt.len + 1, &shown, &cut);
    bool is = st == QTTY_OK && !cut && qtty_prompt_shown(qtty_buf_span(&shown), prompt);
    qtty_buf_finish(&shown);
    return is;
}

/* 1: the prompt alone stands there; 2: other output behind it; 0: neither. Where no
 * marker came, it has to fill the line: that is none of tier 1, but no continuation
 * either. */
static int32_t
state_in_lines(qtty_session *s, qtty_span prompt)
{
    bool marked = s->facts.marker_ns != QTTY_NEVER;
    struct place now;
    if (lines_place(s->lines, &now) != QTTY_OK)
        return 0;
    struct place from = now;
    from.offset = 0;
    if (marked)
        from = s->marks.prompt;
    if (is_prompt(s, &from, &now, prompt))
        return 1;
    struct place end = from;
    end.offset += prompt.len;
    return marked && is_prompt(s, &from, &end, prompt) ? 2 : 0;
}

/* --- By cells ----------------------------------------------------------------------- */

/* Takes a cell's text, or the blank of an erased one, off the front of the prompt. */
static bool
takes_cell(const qtty_session *s, uint32_t row, uint32_t col, qtty_span *prompt)
{
    qtty_cell cell;
    (void)qtty_emulator_cell(s->emulator, (int32_t)row, col, &cell);
    if (cell.text_len == 0 && cell.width == 0)
        return true;
    size_t len = cell.text_len != 0 ? cell.text_len : 1;
    const void *text = cell.text_len != 0 ? (const void *)cell.text : " ";
    if (len > prompt->len || memcmp(prompt->data, text, len) != 0)
        return false;
    *prompt = (qtty_span){ prompt->data + len, prompt->len - len };
    return true;
}

static bool
stands_on_row(const qtty_session *s, qtty_span prompt)
{
    bool marked = s->facts.marker_ns != QTTY_NEVER;
    qtty_cursor cursor;
    qtty_emulator_cursor(s->emulator, &cursor);
    if (cursor.pending_wrap
        || (marked && row_number(s, cursor.row) != s->marks.prompt_row))
        return false;
    bool same = true;
    for (uint32_t col = marked ? s->marks.prompt_col : 0; same && col < cursor.col; col++)
        same = takes_cell(s, cursor.row, col, &prompt);
    return same && prompt.len == 0;
}

void
prompt_check(qtty_session *s)
{
    qtty_span prompt = qtty_text(s->settings.dialect->prompt);
    if (!s->marks.seen || !s->marks.prompt_is_old || prompt.len == 0)
        return;
    bool by_lines = s->settings.projection == QTTY_PROJECTION_SCREEN
                    && s->settings.hidden <= QTTY_HIDDEN_KEPT;
    int32_t state = 0;
    if (!qtty_emulator_alternate(s->emulator))
        state = by_lines ? state_in_lines(s, prompt) : stands_on_row(s, prompt);
    s->marks.prompt_is_old = false;
    s->marks.prompt_shown = state != 0;
    session_observe(s,
                    (qtty_observation){ .kind = QTTY_OBSERVED_PROMPT, .value = state });
}
