/* What a send writes: its text, or what the terminal makes of keys, of the mouse and of
 * the focus, by the modes that the program has set when the write begins. */
#include "session/session.h"

#include "session/keys.h"
#include "unicode/utf8.h"

enum { LITERAL_NEXT = 0x16 }; /* Ctrl-V: VLNEXT, and quoted-insert of line editors */

/* --- A text ------------------------------------------------------------------------- */

static bool
ends_with(const qtty_buf *text, const char *end)
{
    size_t len = strlen(end);
    return text->len >= len && memcmp(text->data + text->len - len, end, len) == 0;
}

/* LF is typed as CR, the key that ends a line. In a bracketed paste it is text, and so it
 * is behind Ctrl-V, which quotes a key to a line editor. */
static qtty_status
type_text(qtty_buf *to, qtty_span text)
{
    bool pastes = false;
    qtty_status st = qtty_buf_reserve(to, text.len);
    if (st != QTTY_OK)
        return st;
    for (size_t i = 0; i < text.len; i++) {
        uint8_t byte = text.data[i];
        bool quoted = i != 0 && text.data[i - 1] == LITERAL_NEXT;
        to->data[to->len++] = byte == '\n' && !pastes && !quoted ? '\r' : byte;
        if (byte == '~' && (ends_with(to, "\033[200~") || ends_with(to, "\033[201~")))
            pastes = to->data[to->len - 2] == '0';
    }
    return QTTY_OK;
}

/* Bytes without the line ends behind the last line. */
static size_t
body_length(qtty_span text)
{
    size_t len = text.len;
    while (len != 0 && text.data[len - 1] == '\n')
        len -= len > 1 && text.data[len - 2] == '\r' ? 2 : 1;
    return len;
}

/* A control that is no part of a text is a key: so is the whole, then. */
static bool
has_keys(qtty_span text)
{
    while (text.len != 0) {
        struct utf8_head head = utf8_head(text);
        uint32_t scalar = utf8_scalar(text.data, head.length);
        bool spaces = scalar == '\t' || scalar == '\n' || scalar == '\r';
        if ((scalar < 0x20 && !spaces) || (scalar >= 0x7F && scalar < 0xA0))
            return true;
        text.data += head.length;
        text.len -= head.length;
    }
    return false;
}

/* Typed, the second line would be read by what the first one starts. */
static bool
is_to_be_pasted(qtty_session *s, qtty_span text)
{
    qtty_input input;
    qtty_span body = { text.data, body_length(text) };
    if (s->send.form != QTTY_SEND_AUTO)
        return s->send.form == QTTY_SEND_PASTED;
    return body.len != 0 && memchr(body.data, '\n', body.len) != NULL
           && qtty_emulator_mode(s->emulator, true, 2004) == QTTY_MODE_SET
           && !(qtty_terminal_input(s->terminal, &input) == QTTY_OK && input.canonical)
           && !has_keys(body);
}

/* CR LF ends one line, but would be two keys in the brackets. */
static size_t
join_line_ends(uint8_t *text, size_t len)
{
    size_t kept = 0;
    for (size_t i = 0; i < len; i++)
        if (text[i] != '\r' || i + 1 == len || text[i + 1] != '\n')
            text[kept++] = text[i];
    return kept;
}

/* The ends behind the last line are keys: what is pasted alone would not be run. */
static qtty_status
paste_text(qtty_session *s, qtty_buf *to, qtty_buf *given)
{
    size_t body =
        s->send.form == QTTY_SEND_PASTED ? given->len : body_length(qtty_buf_span(given));
    qtty_span ends = { given->data + body, given->len - body };
    qtty_span text = { given->data, body };
    text.len = join_line_ends(given->data, body);
    qtty_status st = qtty_emulator_paste(s->emulator, text, to);
    for (size_t i = 0; i < ends.len && st == QTTY_OK; i++)
        if (ends.data[i] == '\n')
            st = qtty_buf_append(to, "\r", 1);
    return st;
}

static qtty_status
compose_text(qtty_session *s, qtty_buf *to)
{
    qtty_buf *given = &s->send.given;
    qtty_status st = is_to_be_pasted(s, qtty_buf_span(given))
                         ? paste_text(s, to, given)
                         : type_text(to, qtty_buf_span(given));
    if (st == QTTY_OK && s->send.submit)
        st = qtty_buf_append(to, "\r", 1);
    return st;
}

/* --- Keys, mouse, focus ------------------------------------------------------------- */

qtty_status
compose_check_keys(qtty_session *s, qtty_span names)
{
    enum { SHOWN_BYTES = 64 };
    qtty_span rest = names, name;
    if (!keys_next_name(&rest, &name))
        return failure_set(&s->failure, QTTY_E_INVAL, "keys: none is named");
    name = keys_find_unknown(names);
    if (name.len == 0)
        return QTTY_OK;
    return failure_set(&s->failure, QTTY_E_NOT_FOUND, "keys: %.*s: no such key",
                       (int)(name.len < SHOWN_BYTES ? name.len : SHOWN_BYTES), name.data);
}

static qtty_status
compose_keys(qtty_session *s, qtty_buf *to)
{
    qtty_span names = qtty_buf_span(&s->send.given), name;
    qtty_status st = QTTY_OK;
    qtty_key key;
    while (st == QTTY_OK && keys_next_name(&names, &name) && keys_read(name, &key))
        st = keys_press(s->emulator, &key, to);
    return st;
}

static qtty_status
compose_mouse(qtty_session *s, qtty_buf *to)
{
    qtty_status st = QTTY_OK;
    qtty_mouse event;
    for (size_t at = 0; at < s->send.given.len && st == QTTY_OK; at += sizeof event) {
        memcpy(&event, s->send.given.data + at, sizeof event);
        st = qtty_emulator_mouse(s->emulator, &event, to);
    }
    return st;
}

static qtty_status
compose_focus(qtty_session *s, qtty_buf *to)
{
    return qtty_emulator_focus(s->emulator, s->send.given.data[0] != 0, to);
}

/* --- The whole ---------------------------------------------------------------------- */

static const struct {
    const char *name, *unwanted;
    qtty_status (*compose)(qtty_session *s, qtty_buf *to);
} kinds[] = {
    [SEND_TEXT] = { "send", "the text is empty", compose_text },
    [SEND_KEYS] = { "keys", "the program's terminal sends nothing for them now",
                    compose_keys },
    [SEND_MOUSE] = { "mouse", "the program has not asked for it", compose_mouse },
    [SEND_FOCUS] = { "focus", "the program has not asked for it", compose_focus },
};

/* What the program cannot be told is not told in part. */
static qtty_status
encode(qtty_session *s)
{
    qtty_buf *text = &s->send.text, *typed = &s->send.typed;
    if (s->converter == NULL)
        return QTTY_OK;
    qtty_buf bytes = *typed;
    *typed = *text;
    *text = bytes;
    qtty_status st = converter_encode(s->converter, qtty_buf_span(typed), text);
    if (st != QTTY_OK) {
        send_wipe(text);
        send_wipe(typed);
    }
    return st;
}

qtty_status
compose(qtty_session *s)
{
    struct send *send = &s->send;
    const char *name = kinds[send->kind].name;
    send->text.len = send->typed.len = 0;
    qtty_status st = kinds[send->kind].compose(s, &send->text);
    if (st == QTTY_OK)
        st = encode(s);
    if (st == QTTY_E_ENCODING)
        return failure_set(&s->failure, st, "%s: %s", name,
                           converter_error(s->converter));
    if (st == QTTY_E_LIMIT)
        return failure_set(&s->failure, st,
                           "%s: the text is longer than QTTY_SEND_BYTES_MAX", name);
    if (st != QTTY_OK)
        return failure_set(&s->failure, st, "%s: %s", name, qtty_status_text(st));
    if (send->text.len == 0)
        return failure_set(&s->failure, QTTY_E_UNSUPPORTED, "%s: %s", name,
                           kinds[send->kind].unwanted);
    send->unfinished = send->text.data[send->text.len - 1] != '\r';
    return QTTY_OK;
}

bool
compose_is_well_formed(qtty_span text)
{
    while (text.len != 0) {
        struct utf8_head head = utf8_head(text);
        if (head.form != UTF8_WELL_FORMED)
            return false;
        text.data += head.length;
        text.len -= head.length;
    }
    return true;
}

/* --- Lines that the terminal would cut ---------------------------------------------- */

/* VEOF gives the reader what there is of a line (POSIX, XBD 11.1.6), unless VLNEXT stands
 * before it. What erases or kills a line is counted as a part of it: then the check is
 * early. */
static bool
ends_line(qtty_span text, size_t at, const qtty_input *input)
{
    uint8_t byte = text.data[at];
    if (at != 0 && text.data[at - 1] == LITERAL_NEXT)
        return false;
    return byte == '\n' || (byte == '\r' && input->maps_cr)
           || (input->eof != 0 && byte == input->eof);
}

/* The longest stretch without a line end, in bytes.
 *
 * @param line  Bytes before the text that have none; then those at its end. */
static size_t
longest_line(qtty_span text, const qtty_input *input, size_t *line)
{
    size_t longest = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool ends = ends_line(text, i, input);
        *line = ends ? 0 : *line + 1;
        longest = *line > longest ? *line : longest;
    }
    return longest;
}

static qtty_status
check_longest(qtty_session *s, size_t longest)
{
    if (longest <= QTTY_CANONICAL_LINE_MAX)
        return QTTY_OK;
    return failure_set(
        &s->failure, QTTY_E_LINE_TOO_LONG,
        "send: a line of %zu bytes: the program reads whole lines, and the "
        "terminal would cut it at %d",
        longest, QTTY_CANONICAL_LINE_MAX);
}

/* The line may have begun in a send before. */
qtty_status
compose_check_lines(qtty_session *s)
{
    qtty_input input;
    size_t line = s->line;
    s->send.is_checked = false;
    if (qtty_terminal_input(s->terminal, &input) != QTTY_OK || !input.canonical) {
        s->line = 0;
        return QTTY_OK;
    }
    s->send.is_checked = true;
    size_t longest = longest_line(qtty_buf_span(&s->send.text), &input, &line);
    qtty_status st = check_longest(s, longest);
    if (st == QTTY_OK)
        s->line = line;
    return st;
}

/* Of the line that was begun, what is written counts: the program may not have read it
 * before it turned to whole lines. */
qtty_status
compose_check_rest(qtty_session *s)
{
    qtty_input input;
    const struct send *send = &s->send;
    qtty_span text = qtty_buf_span(&send->text);
    size_t from = send->written, line = 0;
    if (send->is_checked || qtty_terminal_input(s->terminal, &input) != QTTY_OK
        || !input.canonical)
        return QTTY_OK;
    while (from != 0 && !ends_line(text, from - 1, &input))
        from--;
    qtty_status st = check_longest(
        s, longest_line((qtty_span){ text.data + from, text.len - from }, &input, &line));
    s->line = st == QTTY_OK ? line : send->written - from;
    return st;
}
