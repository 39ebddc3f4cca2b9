/* Pastes and focus (CTL "Bracketed Paste Mode", "FocusIn/FocusOut").
 *
 * Terminals differ in what they leave out of a paste: xterm makes spaces of some
 * controls (disallowedPasteControls), foot drops C0 but for BS, HT, LF, CR, and lets DEL
 * pass in brackets. Here no control but HT, LF and CR ever arrives: neither ESC nor CSI,
 * and nothing that a line editor takes for a key. */
#include "input/input.h"

#include "input/output.h"
#include "unicode/utf8.h"

/* Append a scalar to the caller's buffer. */
static qtty_status
append(const struct terminal *t, qtty_buf *out, uint32_t scalar)
{
    struct output o = { .len = 0 };
    output_scalar(&o, t, scalar);
    return qtty_buf_append(out, o.bytes, o.len);
}

static bool
is_refused(uint32_t scalar)
{
    bool kept = scalar == '\t' || scalar == '\n' || scalar == '\r';
    return !kept && (scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0));
}

/* The scalar at the front; one U+FFFD for what is ill-formed. */
static uint32_t
next_scalar(qtty_span *text)
{
    struct utf8_head head = utf8_head(*text);
    if (head.form == UTF8_WELL_FORMED)
        return utf8_next(text);
    text->data += head.length;
    text->len -= head.length;
    return 0xFFFD;
}

/* Without brackets every end of a line is that of the Enter key. */
static qtty_status
append_text(const struct terminal *t, qtty_span text, bool bracketed, qtty_buf *out)
{
    qtty_status st = QTTY_OK;
    uint32_t before = 0;
    while (st == QTTY_OK && text.len != 0) {
        uint32_t scalar = next_scalar(&text);
        bool second = before == '\r' && scalar == '\n' && !bracketed;
        before = scalar;
        if (is_refused(scalar) || second)
            continue;
        st = append(t, out, scalar == '\n' && !bracketed ? '\r' : scalar);
    }
    return st;
}

qtty_status
input_paste(const struct terminal *t, qtty_span text, qtty_buf *out)
{
    size_t before = out->len;
    bool bracketed = t->modes.set[MODE_BRACKETED_PASTE];
    qtty_status st = bracketed ? qtty_buf_append(out, "\x1b[200~", 6) : QTTY_OK;
    if (st == QTTY_OK)
        st = append_text(t, text, bracketed, out);
    if (st == QTTY_OK && bracketed)
        st = qtty_buf_append(out, "\x1b[201~", 6);
    if (st != QTTY_OK)
        out->len = before;
    return st;
}

qtty_status
input_focus(const struct terminal *t, bool focused, qtty_buf *out)
{
    if (!t->modes.set[MODE_FOCUS])
        return QTTY_OK;
    return qtty_buf_append(out, focused ? "\x1b[I" : "\x1b[O", 3);
}
