/* A command on its way into the shell. At a prompt all of it is one line to the line
 * editor, whatever is in it: pasted in brackets (mode 2004), or each control quoted by
 * Ctrl-V where these are not taken. What waits for input gets what a person would type.
 *
 * What a command left of the terminal's state is none of the next one's: charsets,
 * margins, the alternate screen, a cursor among older text would spoil its output. */
#include "shell/tool.h"

#include "session/session.h"
#include <stdio.h>

static const char paste_begin[] = "\033[200~", paste_end[] = "\033[201~";

/* --- The text ----------------------------------------------------------------------- */

/* @return Where it begins; the text's length: nowhere. */
static size_t
find(qtty_span text, const char *what)
{
    size_t len = strlen(what);
    for (size_t i = 0; i + len <= text.len; i++)
        if (memcmp(text.data + i, what, len) == 0)
            return i;
    return text.len;
}

static bool
holds(qtty_span text, const char *what)
{
    return find(text, what) != text.len;
}

/* A backslash goes on with the line behind it, even if that is empty. */
static void
drop_line_ends(qtty_buf *text)
{
    while (text->len != 0 && text->data[text->len - 1] == '\n'
           && (text->len == 1 || text->data[text->len - 2] != '\\'))
        text->len--;
}

qtty_status
tool_copy_command(qtty_buf *to, qtty_span command)
{
    qtty_status st = qtty_buf_reserve(to, command.len);
    if (st != QTTY_OK)
        return st;
    for (size_t i = 0; i < command.len; i++) {
        bool pair =
            command.data[i] == '\r' && i + 1 < command.len && command.data[i + 1] == '\n';
        if (!pair)
            to->data[to->len++] = command.data[i];
    }
    drop_line_ends(to);
    if (to->len == 1 && to->data[0] == '\r') /* Enter */
        to->len = 0;
    return QTTY_OK;
}

static qtty_status
paste(qtty_buf *to, qtty_span text)
{
    qtty_status st = qtty_buf_append(to, paste_begin, sizeof paste_begin - 1);
    if (st == QTTY_OK)
        st = qtty_buf_append(to, text.data, text.len);
    return st == QTTY_OK ? qtty_buf_append(to, paste_end, sizeof paste_end - 1) : st;
}

static qtty_status
quote(qtty_buf *to, qtty_span text)
{
    static const uint8_t literal_next = 0x16;
    qtty_status st = QTTY_OK;
    for (size_t i = 0; i < text.len && st == QTTY_OK; i++) {
        bool control = text.data[i] < 0x20 || text.data[i] == 0x7F;
        if (control)
            st = qtty_buf_append(to, &literal_next, 1);
        if (st == QTTY_OK)
            st = qtty_buf_append(to, text.data + i, 1);
    }
    return st;
}

/* A CR in a paste is the end of a line to readline. */
static qtty_status
write_command(const struct qtty_tool *t, qtty_buf *to, qtty_span text)
{
    const qtty_emulator *e = qtty_session_emulator(t->session);
    bool canonical = t->waits && (t->terminal & QTTY_TERMINAL_CANONICAL) != 0;
    if (text.len == 0)
        return QTTY_OK;
    bool pastes = !canonical && qtty_emulator_mode(e, true, 2004) == QTTY_MODE_SET;
    if (pastes && !holds(text, paste_end) && !holds(text, "\r"))
        return paste(to, text);
    if (!t->waits)
        return quote(to, text);
    return qtty_buf_append(to, text.data, text.len);
}

/* --- The terminal ------------------------------------------------------------------- */

/* Is there text behind the cursor, or below? It would stand in the output. */
static bool
has_text_behind(const qtty_emulator *e)
{
    uint32_t rows;
    qtty_cursor cursor;
    qtty_row row;
    qtty_emulator_size(e, &rows, NULL);
    qtty_emulator_cursor(e, &cursor);
    bool has = qtty_emulator_primary_row(e, cursor.row, &row) == QTTY_OK
               && row.cells > cursor.col + (cursor.pending_wrap ? 1 : 0);
    for (uint32_t i = cursor.row + 1; i < rows && !has; i++)
        has = qtty_emulator_primary_row(e, i, &row) == QTTY_OK && row.cells != 0;
    return has;
}

static void
feed(qtty_session *s, const char *text)
{
    session_feed(s, qtty_text(text));
}

/* As though the shell had reset its terminal (DECSTR) before its prompt: a soft reset
 * leaves the cursor, what is shown, and what readline has set. */
static void
tidy(qtty_session *s)
{
    const qtty_emulator *e = qtty_session_emulator(s);
    char below[32];
    uint32_t rows;
    if (qtty_emulator_mode(e, true, 2) == QTTY_MODE_RESET)
        feed(s, "\033<"); /* out of VT52 mode */
    if (qtty_emulator_alternate(e))
        feed(s, "\033[?1049l");
    feed(s, "\033[!p\033[20l");
    if (!has_text_behind(e))
        return;
    qtty_emulator_size(e, &rows, NULL);
    (void)snprintf(below, sizeof below, "\033[%u;1H\r\n", (unsigned)rows);
    feed(s, below);
}

/* What a full-screen program waits for, and controls alone: Ctrl-C, Ctrl-D. Blanks are
 * keys to what reads keys, and else a line. Nothing at all is an Enter. */
static bool
is_keys(const struct qtty_tool *t, qtty_span text)
{
    const uint32_t lines = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_CONTINUATION;
    size_t i = 0;
    if (text.len == 0 || (t->terminal & QTTY_TERMINAL_ALTERNATE) != 0)
        return text.len != 0;
    if (tool_text_is_blank(text))
        return (t->terminal & lines) == 0;
    while (i < text.len && text.data[i] < 0x20)
        i++;
    return i == text.len;
}

/* --- The send ----------------------------------------------------------------------- */

static qtty_status
type_line(struct qtty_tool *t, qtty_span line, qtty_send *send)
{
    qtty_buf text;
    qtty_buf_init(&text, t->allocator, QTTY_SEND_BYTES_MAX);
    qtty_status st = write_command(t, &text, line);
    if (st == QTTY_OK) {
        send->text = qtty_buf_span(&text);
        send->minimum = QTTY_EVIDENCE_PROVEN;
        send->form = t->waits ? QTTY_SEND_AUTO : QTTY_SEND_TYPED;
        st = qtty_session_send(t->session, send, t->now_ns);
    }
    qtty_buf_finish(&text);
    return st;
}

qtty_status
tool_send(struct qtty_tool *t, const struct call *c)
{
    qtty_send send = QTTY_SEND_INIT;
    qtty_span command = qtty_buf_span(&c->command);
    if (!t->waits)
        tidy(t->session);
    send.submit = !t->waits || !is_keys(t, command);
    send.timeout_ms = c->timeout_ms;
    return type_line(t, command, &send);
}

/* --- A shell without its hook ------------------------------------------------------- */

/* It waits in its line editor at our prompt, which nobody announced. */
bool
tool_lacks_hook(const struct qtty_tool *t, const qtty_result *r)
{
    const qtty_facts *f = &t->session->facts;
    const uint32_t other = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_CONTINUATION;
    return r->wait_reason == QTTY_WAIT_STDIN_READ && r->command_status < 0
           && (r->evidence.terminal & other) == 0 && f->running && f->own
           && f->prompt_ns != QTTY_NEVER;
}

/* A program by its path is nobody's function or alias. It says the status as text, behind
 * a word that holds for this once: any process can read its arguments, and the line stays
 * in the shell's history, so the session's nonce must not be in it. It leaves with the
 * status, so that $? stays. */
qtty_status
tool_ask_status(struct qtty_tool *t)
{
    enum { TIMEOUT_MS = 5000 };
    char line[192];
    qtty_send send = QTTY_SEND_INIT;
    if (!startup_draw(t->word, sizeof t->word - 1))
        return QTTY_E_IO;
    (void)snprintf(line, sizeof line,
                   "/bin/sh -c 'printf \"%%s:%%s\\n\" %s \"$1\" >/dev/tty; exit \"$1\"' "
                   "sh \"$?\"",
                   t->word);
    send.submit = true;
    send.timeout_ms = TIMEOUT_MS;
    return type_line(t, qtty_text(line), &send);
}

/* In the line itself, which may be echoed, a blank follows the word. */
int32_t
tool_told_status(const struct qtty_tool *t, qtty_span said)
{
    enum { STATUS_MAX = 255, DIGITS_MAX = 3 };
    char front[sizeof t->word + 1];
    int32_t status = 0;
    (void)snprintf(front, sizeof front, "%s:", t->word);
    size_t at = find(said, front), digits = 0;
    for (at += strlen(front); at < said.len && digits <= DIGITS_MAX; at++, digits++) {
        if (said.data[at] < '0' || said.data[at] > '9')
            break;
        status = status * 10 + (said.data[at] - '0');
    }
    bool whole = digits != 0 && at < said.len && said.data[at] == '\n';
    return whole && status <= STATUS_MAX ? status : -1;
}

void
tool_mark_status(struct qtty_tool *t, int32_t status)
{
    char mark[80];
    (void)snprintf(mark, sizeof mark, "\033]133;D;%d;qtty=%s\a", (int)status,
                   t->session->startup.nonce);
    feed(t->session, mark);
}
