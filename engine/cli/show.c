/* What an emulator holds, as text and as JSON. */
#include "cli/show.h"

#include "unicode/utf8.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* --- Strings ------------------------------------------------------------------------ */

json_t *
show_text(qtty_span text)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    qtty_status st = QTTY_OK;
    while (text.len != 0 && st == QTTY_OK) {
        struct utf8_head head = utf8_head(text);
        bool good = head.form == UTF8_WELL_FORMED;
        st = good ? qtty_buf_append(&out, text.data, head.length)
                  : qtty_buf_append(&out, replacement, sizeof replacement - 1);
        text.data += head.length;
        text.len -= head.length;
    }
    json_t *string = st == QTTY_OK
                         ? json_stringn(out.len ? (const char *)out.data : "", out.len)
                         : NULL;
    qtty_buf_finish(&out);
    return string;
}

json_t *
show_escaped(qtty_span bytes)
{
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    qtty_status st = QTTY_OK;
    for (size_t i = 0; i < bytes.len && st == QTTY_OK; i++) {
        uint8_t byte = bytes.data[i];
        char text[8];
        if (byte == 0x1B)
            (void)snprintf(text, sizeof text, "\\e");
        else if (byte == '\\')
            (void)snprintf(text, sizeof text, "\\\\");
        else if (byte < 0x20 || byte > 0x7E)
            (void)snprintf(text, sizeof text, "\\x%02x", byte);
        else
            (void)snprintf(text, sizeof text, "%c", byte);
        st = qtty_buf_append(&out, text, strlen(text));
    }
    json_t *string = st == QTTY_OK
                         ? json_stringn(out.len ? (const char *)out.data : "", out.len)
                         : NULL;
    qtty_buf_finish(&out);
    return string;
}

/* RFC 4648, section 4. */
static json_t *
base64(qtty_span bytes)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = malloc((bytes.len + 2) / 3 * 4 + 1);
    size_t used = 0;
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t have = bytes.len - i < 3 ? bytes.len - i : 3;
        uint32_t group = (uint32_t)bytes.data[i] << 16;
        group |= have > 1 ? (uint32_t)bytes.data[i + 1] << 8 : 0;
        group |= have > 2 ? (uint32_t)bytes.data[i + 2] : 0;
        for (size_t digit = 0; digit < 4; digit++)
            text[used++] = digit > have ? '=' : digits[group >> (18 - 6 * digit) & 0x3F];
    }
    json_t *string = json_stringn(text, used);
    free(text);
    return string;
}

/* --- Screen ------------------------------------------------------------------------- */

/* Without trailing blanks, which a program may have written or not. */
static qtty_status
row_text(const qtty_emulator *e, uint32_t row, qtty_buf *out)
{
    size_t start = out->len;
    qtty_status st = qtty_emulator_row_text(e, (int32_t)row, out);
    while (out->len > start && out->data[out->len - 1] == ' ')
        out->len--;
    return st;
}

qtty_status
show_screen(const qtty_emulator *e, qtty_buf *out)
{
    uint32_t rows;
    size_t end = out->len;
    qtty_status st = QTTY_OK;
    qtty_emulator_size(e, &rows, NULL);
    for (uint32_t row = 0; row < rows && st == QTTY_OK; row++) {
        size_t start = out->len;
        st = row_text(e, row, out);
        bool blank = out->len == start;
        if (st == QTTY_OK)
            st = qtty_buf_append(out, "\n", 1);
        if (!blank)
            end = out->len;
    }
    out->len = st == QTTY_OK ? end : out->len;
    return st;
}

static json_t *
screen_rows(const qtty_emulator *e)
{
    uint32_t rows;
    json_t *array = json_array();
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    qtty_emulator_size(e, &rows, NULL);
    for (uint32_t row = 0; row < rows; row++) {
        text.len = 0;
        if (row_text(e, row, &text) == QTTY_OK)
            json_array_append_new(array, show_text(qtty_buf_span(&text)));
    }
    qtty_buf_finish(&text);
    return array;
}

/* --- State -------------------------------------------------------------------------- */

static json_t *
cursor_object(const qtty_emulator *e)
{
    static const char *const shapes[] = {
        [QTTY_CURSOR_BLOCK] = "block",
        [QTTY_CURSOR_UNDERLINE] = "underline",
        [QTTY_CURSOR_BAR] = "bar",
    };
    qtty_cursor c;
    qtty_emulator_cursor(e, &c);
    return json_pack("{s:I, s:I, s:b, s:b, s:s}", "row", (json_int_t)c.row, "col",
                     (json_int_t)c.col, "visible", c.visible, "pending_wrap",
                     c.pending_wrap, "shape", shapes[c.shape]);
}

/* Every mode that the engine knows, by its number; those of DEC with their `?`. */
static json_t *
modes_object(const qtty_emulator *e)
{
    enum { ANSI_MODES = 34, DEC_MODES = 10000 };
    json_t *object = json_object();
    for (int dec = 0; dec <= 1; dec++)
        for (uint32_t number = 1; number < (dec ? DEC_MODES : ANSI_MODES); number++) {
            qtty_mode mode = qtty_emulator_mode(e, dec, number);
            char key[16];
            if (mode == QTTY_MODE_UNKNOWN)
                continue;
            (void)snprintf(key, sizeof key, "%s%u", dec ? "?" : "", (unsigned)number);
            bool set = mode == QTTY_MODE_SET || mode == QTTY_MODE_ALWAYS_SET;
            json_object_set_new(object, key, json_boolean(set));
        }
    return object;
}

static void
set_image(json_t *object, const qtty_event *event)
{
    static const char *const protocols[] = {
        [QTTY_IMAGE_SIXEL] = "sixel",
        [QTTY_IMAGE_REGIS] = "regis",
        [QTTY_IMAGE_KITTY] = "kitty",
        [QTTY_IMAGE_ITERM2] = "iterm2",
    };
    json_object_set_new(object, "protocol", json_string(protocols[event->value]));
    if (event->width != 0)
        json_object_set_new(object, "width", json_integer((json_int_t)event->width));
    if (event->height != 0)
        json_object_set_new(object, "height", json_integer((json_int_t)event->height));
}

static json_t *
event_object(const qtty_event *event)
{
    static const char *const names[] = {
        [QTTY_EVENT_BELL] = "bell",
        [QTTY_EVENT_TITLE] = "title",
        [QTTY_EVENT_ICON] = "icon",
        [QTTY_EVENT_CWD] = "cwd",
        [QTTY_EVENT_PROMPT_START] = "prompt-start",
        [QTTY_EVENT_COMMAND_START] = "command-start",
        [QTTY_EVENT_OUTPUT_START] = "output-start",
        [QTTY_EVENT_COMMAND_END] = "command-end",
        [QTTY_EVENT_CLIPBOARD] = "clipboard",
        [QTTY_EVENT_NOTIFICATION] = "notification",
        [QTTY_EVENT_PROGRESS] = "progress",
        [QTTY_EVENT_POINTER] = "pointer",
        [QTTY_EVENT_PROMPT_PART] = "prompt-part",
        [QTTY_EVENT_COMMAND_LINE] = "command-line",
        [QTTY_EVENT_PROPERTY] = "property",
        [QTTY_EVENT_MARK] = "mark",
        [QTTY_EVENT_IMAGE] = "image",
    };
    json_t *object = json_pack("{s:s, s:I, s:I}", "event", names[event->kind], "row",
                               (json_int_t)event->row, "col", (json_int_t)event->col);
    if (event->text.len != 0)
        json_object_set_new(object, "text", show_text(event->text));
    if (event->kind == QTTY_EVENT_COMMAND_END)
        json_object_set_new(object, "status",
                            event->value >= 0 ? json_integer(event->value) : json_null());
    if (event->kind == QTTY_EVENT_PROGRESS && event->value >= 0)
        json_object_set_new(object, "percent", json_integer(event->value));
    if (event->kind == QTTY_EVENT_IMAGE)
        set_image(object, event);
    return object;
}

static json_t *
events_array(qtty_emulator *e)
{
    json_t *array = json_array();
    qtty_event event;
    while (qtty_emulator_next_event(e, &event))
        json_array_append_new(array, event_object(&event));
    return array;
}

json_t *
show_terminal(const qtty_emulator *e)
{
    uint32_t rows, cols;
    qtty_emulator_size(e, &rows, &cols);
    return json_pack("{s:I, s:I, s:o, s:o, s:b, s:o, s:o}", "rows", (json_int_t)rows,
                     "cols", (json_int_t)cols, "cursor", cursor_object(e), "screen",
                     screen_rows(e), "alternate", qtty_emulator_alternate(e), "title",
                     show_text(qtty_emulator_title(e)), "modes", modes_object(e));
}

json_t *
show_emulator(qtty_emulator *e)
{
    json_t *object = show_terminal(e);
    json_t *rest = json_pack(
        "{s:o, s:I, s:o, s:I}", "replies", base64(qtty_emulator_replies(e)),
        "replies_dropped", (json_int_t)qtty_emulator_replies_dropped(e), "events",
        events_array(e), "events_dropped", (json_int_t)qtty_emulator_events_dropped(e));
    bool failed = rest == NULL || json_object_update(object, rest) != 0;
    json_decref(rest);
    if (failed)
        json_decref(object);
    return failed ? NULL : object;
}

/* --- A program ---------------------------------------------------------------------- */

json_t *
show_child(const qtty_child *child)
{
    switch (child->state) {
    case QTTY_CHILD_RUNNING:
        return json_pack("{s:s}", "state", "running");
    case QTTY_CHILD_EXITED:
        return json_pack("{s:s, s:i}", "state", "exited", "code", child->value);
    case QTTY_CHILD_SIGNALED:
        return json_pack("{s:s, s:i}", "state", "exited", "signal", child->value);
    case QTTY_CHILD_UNKNOWN:
        break;
    }
    return json_pack("{s:s}", "state", "unknown");
}

/* --- Lines -------------------------------------------------------------------------- */

json_t *
show_lines(qtty_lines *l)
{
    json_t *array = json_array();
    uint64_t count = qtty_lines_count(l);
    for (uint64_t i = 0; i < count; i++) {
        qtty_line line;
        if (qtty_lines_line(l, i, &line) == QTTY_OK)
            json_array_append_new(array, show_text(line.text));
    }
    return array;
}

/* Append an object behind a beginning that takes the place of its brace. */
static qtty_status
append_object(const char *beginning, json_t *object, qtty_buf *out)
{
    char *text = object != NULL
                     ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(15))
                     : NULL;
    json_decref(object);
    if (text == NULL)
        return QTTY_E_NOMEM;
    qtty_status st = qtty_buf_append(out, beginning, strlen(beginning));
    if (st == QTTY_OK)
        st = qtty_buf_append(out, text + 1, strlen(text + 1));
    if (st == QTTY_OK)
        st = qtty_buf_append(out, "\n", 1);
    free(text);
    return st;
}

/* jansson's integers are signed, and an id may have its top bit set. */
qtty_status
show_line(const qtty_line *line, qtty_buf *out)
{
    char beginning[40];
    (void)snprintf(beginning, sizeof beginning, "{\"id\":%llu,",
                   (unsigned long long)line->id);
    return append_object(beginning,
                         json_pack("{s:o, s:b, s:b, s:b}", "text", show_text(line->text),
                                   "final", line->final, "rewritten", line->rewritten,
                                   "cut", line->cut),
                         out);
}

qtty_status
show_json(json_t *object, qtty_buf *out)
{
    return append_object("{", object, out);
}
