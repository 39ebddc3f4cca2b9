/* Operating system commands that set a title, mark a prompt, name a link or report an
 * event. All of it is data: nothing is opened, resolved, stored or run. */
#include "exec/handlers.h"

#include <string.h>

/* Payload behind the number. */
static qtty_span
body(const struct action *a, int32_t *number)
{
    qtty_span rest = { NULL, 0 };
    *number = osc_number(a->text, &rest);
    return rest;
}

static size_t
find(qtty_span text, uint8_t byte)
{
    const uint8_t *at = text.len == 0 ? NULL : memchr(text.data, byte, text.len);
    return at == NULL ? text.len : (size_t)(at - text.data);
}

static bool
same(qtty_span a, qtty_span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* --- Titles ------------------------------------------------------------------------- */

static void
set_title(struct terminal *t, qtty_buf *title, qtty_event_kind kind, qtty_span text)
{
    qtty_buf cleaned;
    qtty_buf_init(&cleaned, t->allocator, TITLE_BYTES_MAX);
    terminal_clean_text(t, &cleaned, text, TITLE_BYTES_MAX);
    bool changed = !same(qtty_buf_span(&cleaned), qtty_buf_span(title));
    qtty_buf_finish(title);
    *title = cleaned;
    if (changed)
        terminal_event(t, kind, 0, qtty_buf_span(title));
}

void
osc_title(struct terminal *t, const struct action *a)
{
    int32_t number;
    qtty_span text = body(a, &number);
    if (number != 2)
        set_title(t, &t->titles.icon, QTTY_EVENT_ICON, text);
    if (number != 1)
        set_title(t, &t->titles.window, QTTY_EVENT_TITLE, text);
}

/* --- Links -------------------------------------------------------------------------- */

/* OSC 8 ; parameters ; URI. A URI over the ceiling is no link at all: a cut one would be
 * another one. */
void
osc_link(struct terminal *t, const struct action *a)
{
    int32_t number;
    qtty_span rest = body(a, &number);
    size_t at = find(rest, ';');
    t->pen.link.len = 0;
    t->pen.changed = true;
    if (at == rest.len || (a->flags & ACTION_OVER_STRING) != 0)
        return;
    terminal_keep(t, &t->pen.link, (qtty_span){ rest.data + at + 1, rest.len - at - 1 });
}

/* --- Events ------------------------------------------------------------------------- */

void
osc_cwd(struct terminal *t, const struct action *a)
{
    int32_t number;
    qtty_span text = body(a, &number);
    terminal_event(t, QTTY_EVENT_CWD, 0, text);
}

void
osc_notify(struct terminal *t, const struct action *a)
{
    int32_t number;
    qtty_span text = body(a, &number);
    terminal_event(t, QTTY_EVENT_NOTIFICATION, 0, text);
}

/* OSC 52 ; selection ; base64. "?" would read the clipboard: refused. */
void
osc_clipboard(struct terminal *t, const struct action *a)
{
    int32_t number;
    qtty_span text = body(a, &number);
    size_t at = find(text, ';');
    bool reads = text.len - at == 2 && text.data[at + 1] == '?';
    if (at != text.len && !reads && (a->flags & ACTION_OVER_STRING) == 0)
        terminal_event(t, QTTY_EVENT_CLIPBOARD, 0, text);
}

/* Decimal digits at the front; -1: none, or too many. */
static int32_t
status_of(qtty_span text)
{
    int32_t value = -1;
    for (size_t i = 0; i < text.len && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
        value = (value < 0 ? 0 : value) * 10 + (text.data[i] - '0');
        if (value > 65535)
            return -1;
    }
    return value;
}

/* OSC 133 (FinalTerm) and 633 (VS Code): A, B, C, D. */
void
osc_prompt(struct terminal *t, const struct action *a)
{
    int32_t number;
    qtty_span text = body(a, &number);
    if (text.len == 0 || (text.len > 1 && text.data[1] != ';'))
        return;
    uint8_t letter = text.data[0];
    qtty_span rest = { NULL, 0 };
    if (text.len > 2)
        rest = (qtty_span){ text.data + 2, text.len - 2 };
    switch (letter) {
    case 'A':
        terminal_event(t, QTTY_EVENT_PROMPT_START, 0, rest);
        break;
    case 'B':
        terminal_event(t, QTTY_EVENT_COMMAND_START, 0, rest);
        break;
    case 'C':
        terminal_event(t, QTTY_EVENT_OUTPUT_START, 0, rest);
        break;
    case 'D':
        terminal_event(t, QTTY_EVENT_COMMAND_END, status_of(rest), rest);
        break;
    }
}
