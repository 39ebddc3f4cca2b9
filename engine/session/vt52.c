/* Marks in VT52 mode. A VT52 has no OSC: what the shell prints behind a program that left
 * its terminal so would be text, nonce and all. Marks of ours are taken out there, before
 * anybody sees them; what others print is text, as it is on a VT52. */
#include "session/session.h"

static const char begin[] = "\033]133;";

enum { BEGIN_BYTES = sizeof begin - 1, LETTER = BEGIN_BYTES, REST = LETTER + 2 };

static bool
is_vt52(const qtty_session *s)
{
    return qtty_emulator_mode(s->emulator, true, 2) == QTTY_MODE_RESET;
}

/* Can it become a mark, or is it one, ours or not? */
static bool
resembles_mark(const uint8_t *bytes, size_t len)
{
    bool same = memcmp(bytes, begin, len < BEGIN_BYTES ? len : BEGIN_BYTES) == 0;
    for (size_t i = BEGIN_BYTES; same && i < len; i++)
        same = (bytes[i] >= ' ' && bytes[i] <= '~') || (bytes[i] == '\a' && i + 1 == len);
    return same && len <= MARK_BYTES_MAX;
}

static bool
is_whole(const struct held_mark *m)
{
    return m->len > REST && m->bytes[m->len - 1] == '\a';
}

static bool
is_taken(qtty_session *s)
{
    const struct held_mark *m = &s->held_mark;
    qtty_span rest = { m->bytes + REST, m->len - REST - 1 };
    return m->bytes[LETTER + 1] == ';' && marks_read(s, (char)m->bytes[LETTER], rest);
}

/* ESC stands in a mark as its first byte alone. */
size_t
vt52_piece(qtty_span bytes)
{
    size_t from = bytes.len > MARK_BYTES_MAX ? bytes.len - MARK_BYTES_MAX : 1;
    for (size_t i = bytes.len; i-- > from;)
        if (bytes.data[i] == begin[0])
            return resembles_mark(bytes.data + i, bytes.len - i) ? i : bytes.len;
    return bytes.len;
}

/* It is none. The last byte may begin another one: then that is left. */
static qtty_span
let_go(struct held_mark *m)
{
    qtty_span text = { m->bytes, m->len };
    text.len -= m->len > 1 && m->bytes[m->len - 1] == begin[0];
    m->len = 0;
    return text;
}

size_t
vt52_hold(qtty_session *s, qtty_span bytes, qtty_span *text)
{
    struct held_mark *m = &s->held_mark;
    *text = (qtty_span){ NULL, 0 };
    if (m->len == 0 && (bytes.data[0] != begin[0] || !is_vt52(s)))
        return 0;
    for (size_t i = 0; i < bytes.len; i++) {
        m->bytes[m->len++] = bytes.data[i];
        size_t held = m->len;
        bool whole = is_whole(m);
        if (whole && is_taken(s)) {
            m->len = 0;
            return i + 1;
        }
        if (whole || !resembles_mark(m->bytes, m->len)) {
            *text = let_go(m);
            return i + 1 - (held - text->len);
        }
    }
    return bytes.len;
}
