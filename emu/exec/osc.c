/* Operating system commands that set a title, name a link or report an event. All of it
 * is data: nothing is opened, resolved, stored or run. */
#include "exec/handlers.h"

#include "base/hex.h"
#include "base/text.h"

/* Payload behind the number. */
static qtty_span
body(const struct action *a)
{
    qtty_span rest;
    osc_number(a->text, &rest);
    return rest;
}

/* --- Titles ------------------------------------------------------------------------- */

static void
set_title(struct terminal *t, qtty_buf *title, qtty_event_kind kind, qtty_span text)
{
    if (text_same(text, qtty_buf_span(title)))
        return;
    title->len = 0;
    terminal_keep(t, title, text);
    terminal_event(t, kind, 0, qtty_buf_span(title));
}

static void
set_titles(struct terminal *t, int32_t number, qtty_span text)
{
    qtty_span clean = terminal_clean_text(t, text, TITLE_BYTES_MAX);
    if (number != 2)
        set_title(t, &t->titles.icon, QTTY_EVENT_ICON, clean);
    if (number != 1)
        set_title(t, &t->titles.window, QTTY_EVENT_TITLE, clean);
}

/* Pairs of hex digits to bytes, at most TITLE_BYTES_MAX. @return false: they are none. */
static bool
decode(qtty_span hex, uint8_t out[TITLE_BYTES_MAX], size_t *len)
{
    *len = 0;
    if (hex.len == 0 || hex.len % 2 != 0)
        return false;
    for (size_t i = 0; i < hex.len; i += 2) {
        int32_t high = hex_value(hex.data[i]), low = hex_value(hex.data[i + 1]);
        if (high < 0 || low < 0)
            return false;
        if (*len < TITLE_BYTES_MAX)
            out[(*len)++] = (uint8_t)(high * 16 + low);
    }
    return true;
}

/* OSC 0 both, 1 icon, 2 window. With XTSMTITLE 0 the text is hexadecimal, and one that is
 * not changes nothing, as in xterm. */
void
osc_title(struct terminal *t, const struct action *a)
{
    uint8_t bytes[TITLE_BYTES_MAX];
    int32_t number = osc_number(a->text, NULL);
    qtty_span text = body(a);
    if (t->title_modes & TITLE_MODE_SET_HEX) {
        size_t len;
        if (!decode(text, bytes, &len))
            return;
        text = (qtty_span){ bytes, len };
    }
    set_titles(t, number, text);
}

/* --- Links -------------------------------------------------------------------------- */

/* The value of id= among key=value with ':' between them; empty: none, or too long. */
static qtty_span
link_id(qtty_span parameters)
{
    while (parameters.len != 0) {
        qtty_span id;
        if (text_begins(text_field(&parameters, ':'), "id=", &id))
            return id.len <= LINK_ID_BYTES_MAX ? id : (qtty_span){ NULL, 0 };
    }
    return (qtty_span){ NULL, 0 };
}

/* OSC 8 ; parameters ; URI. A URI over the ceiling is no link at all: a cut one would be
 * another one. Cells of the same URI and id share a link (VTE's hyperlinks in terminal
 * emulators); so its value is both, with a NUL, which no payload has, between them. */
void
osc_link(struct terminal *t, const struct action *a)
{
    qtty_span rest = body(a);
    size_t at = text_find(rest, ';');
    qtty_span uri = text_from(rest, at + 1);
    t->pen.link.len = 0;
    t->pen.changed = true;
    if (uri.len == 0 || uri.len > LINK_BYTES_MAX || (a->flags & ACTION_OVER_STRING) != 0)
        return;
    qtty_span id = link_id((qtty_span){ rest.data, at });
    terminal_keep(t, &t->pen.link, uri);
    if (id.len == 0 || t->pen.link.len == 0)
        return;
    terminal_keep(t, &t->pen.link, (qtty_span){ (const uint8_t *)"", 1 });
    terminal_keep(t, &t->pen.link, id);
}

/* --- Events ------------------------------------------------------------------------- */

void
osc_cwd(struct terminal *t, const struct action *a)
{
    terminal_event(t, QTTY_EVENT_CWD, 0, body(a));
}

/* ConEmu's progress: 4 ; state ; per cent. The second may be missing. */
static void
report_progress(struct terminal *t, qtty_span text)
{
    static const char *const states[] = { "none", "normal", "error", "indeterminate",
                                          "paused" };
    int32_t state = text_number(text, &text);
    if (state < 0 || state >= (int32_t)(sizeof states / sizeof states[0])
        || (text.len != 0 && text.data[0] != ';'))
        return;
    int32_t percent = text_number(text_from(text, 1), NULL);
    bool has_percent = percent >= 0 && state != 0 && state != 3;
    const char *word = states[state];
    terminal_event(t, QTTY_EVENT_PROGRESS,
                   !has_percent    ? -1
                   : percent > 100 ? 100
                                   : percent,
                   (qtty_span){ (const uint8_t *)word, strlen(word) });
}

/* OSC 9 is iTerm2's notification, and ConEmu's commands, which begin with a number of 1
 * to 12: 4 is progress, 9 the working directory; the others are passed over. */
void
osc_notify(struct terminal *t, const struct action *a)
{
    qtty_span text = body(a), rest;
    int32_t command = text_number(text, &rest);
    bool is_command =
        command >= 1 && command <= 12 && (rest.len == 0 || rest.data[0] == ';');
    qtty_span argument = text_from(rest, 1);
    if (!is_command)
        terminal_event(t, QTTY_EVENT_NOTIFICATION, 0, text);
    else if (command == 4)
        report_progress(t, argument);
    else if (command == 9 && argument.len != 0)
        terminal_event(t, QTTY_EVENT_CWD, 0, argument);
}

/* urxvt's extensions: "notify" is the one that others took up. */
void
osc_notify_urxvt(struct terminal *t, const struct action *a)
{
    qtty_span text = body(a), rest;
    if (text_begins(text, "notify;", &rest))
        terminal_event(t, QTTY_EVENT_NOTIFICATION, 0, text);
}

/* Kitty's notifications: metadata ; payload. A payload of the type "?" asks what there
 * is, "alive" what is shown, "close" closes: none of them is a notification. */
void
osc_notify_kitty(struct terminal *t, const struct action *a)
{
    qtty_span text = body(a);
    size_t at = text_find(text, ';');
    qtty_span metadata = { text.data, at };
    if (at == text.len)
        return;
    while (metadata.len != 0) {
        qtty_span key = text_field(&metadata, ':');
        if (text_is(key, "p=?") || text_is(key, "p=alive") || text_is(key, "p=close"))
            return;
    }
    terminal_event(t, QTTY_EVENT_NOTIFICATION, 0, text);
}

/* OSC 22: the shape of the mouse's pointer. Kitty's "?" asks: refused. */
void
osc_pointer(struct terminal *t, const struct action *a)
{
    qtty_span text = body(a);
    if ((text.len == 0 || text.data[0] != '?') && text.len <= TITLE_BYTES_MAX)
        terminal_event(t, QTTY_EVENT_POINTER, 0, text);
}

/* OSC 52 ; selection ; base64. "?" would read the clipboard: refused. */
void
osc_clipboard(struct terminal *t, const struct action *a)
{
    qtty_span text = body(a);
    size_t at = text_find(text, ';');
    if (at != text.len && !text_is(text_from(text, at + 1), "?")
        && (a->flags & ACTION_OVER_STRING) == 0)
        terminal_event(t, QTTY_EVENT_CLIPBOARD, 0, text);
}
