/* Members of a request, a reader each. */
#include "cli/request.h"

#include "cli/json_text.h"
#include "session/keys.h"
#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* --- Names -------------------------------------------------------------------------- */

static const char *const minimums[] = { "proven", "likely" };
static const qtty_evidence_level levels[] = { QTTY_EVIDENCE_PROVEN,
                                              QTTY_EVIDENCE_LIKELY };

const char *
request_minimum(size_t index)
{
    return index < COUNT_OF(minimums) ? minimums[index] : NULL;
}

qtty_evidence_level
request_level(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(minimums); i++)
        if (strcmp(minimums[i], name) == 0)
            return levels[i];
    return QTTY_EVIDENCE_NONE;
}

uint32_t
request_ms(double seconds)
{
    double ms = seconds * 1000;
    if (ms < 1)
        return 1;
    return ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX;
}

/* --- Members ------------------------------------------------------------------------ */

static const char *
take_text(struct request *r, const json_t *value)
{
    if (!json_is_string(value))
        return "text: must be a string";
    r->kind = REQUEST_TEXT;
    r->text = (qtty_span){ (const uint8_t *)json_string_value(value),
                           json_string_length(value) };
    return NULL;
}

/* Names stand with spaces between them: what has one within is no name. */
static const char *
add_key(struct request *r, const json_t *name)
{
    const char *text = json_string_value(name);
    size_t len = json_string_length(name);
    if (text == NULL || len == 0 || memchr(text, ' ', len) != NULL)
        return "keys: must be names, as \"up\", \"ctrl-c\", \"a\", \"space\"";
    qtty_status st = qtty_buf_append(&r->keys, text, len);
    if (st == QTTY_OK)
        st = qtty_buf_append(&r->keys, " ", 1);
    return st == QTTY_OK ? NULL : qtty_status_text(st);
}

static const char *
take_keys(struct request *r, const json_t *value)
{
    const char *rule = NULL;
    r->kind = REQUEST_KEYS;
    r->submit = false;
    if (json_is_string(value))
        (void)take_text(r, value), r->kind = REQUEST_KEYS;
    else if (json_array_size(value) == 0)
        return "keys: must be a list of names, or a text with spaces between them";
    for (size_t i = 0; rule == NULL && i < json_array_size(value); i++)
        rule = add_key(r, json_array_get(value, i));
    if (json_is_array(value))
        r->text = qtty_buf_span(&r->keys);
    return rule;
}

static const char *
take_submit(struct request *r, const json_t *value)
{
    r->submit = json_is_true(value);
    if (r->kind == REQUEST_KEYS)
        return "submit: not with keys; name \"enter\"";
    return json_is_boolean(value) ? NULL : "submit: must be true or false";
}

static const char *
take_signal(struct request *r, const json_t *value)
{
    static const char *const names[] = {
        [QTTY_SIGNAL_INT] = "INT",   [QTTY_SIGNAL_TERM] = "TERM",
        [QTTY_SIGNAL_KILL] = "KILL", [QTTY_SIGNAL_TSTP] = "TSTP",
        [QTTY_SIGNAL_HUP] = "HUP",
    };
    const char *name = json_text(value);
    r->kind = REQUEST_SIGNAL;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i], name) == 0) {
            r->signal = (qtty_signal)i;
            return NULL;
        }
    return "signal: must be INT, TERM, KILL, TSTP or HUP";
}

static const char *
take_screen(struct request *r, const json_t *value)
{
    r->kind = REQUEST_SCREEN;
    return json_is_true(value) ? NULL : "screen: must be true";
}

static const char *
take_minimum(struct request *r, const json_t *value)
{
    r->minimum = request_level(json_text(value));
    return r->minimum != QTTY_EVIDENCE_NONE ? NULL
                                            : "minimum: must be \"likely\" or \"proven\"";
}

static const char *
take_timeout(struct request *r, const json_t *value)
{
    double seconds = json_number_value(value);
    r->timeout_ms = request_ms(seconds);
    return seconds > 0 ? NULL : "timeout: must be a number of seconds, more than 0";
}

static const struct member {
    const char *name;
    const char *(*take)(struct request *r, const json_t *value);
    bool kind; /* tells what the request is: exactly one of them */
} members[] = {
    { "text", take_text, true },        { "keys", take_keys, true },
    { "signal", take_signal, true },    { "screen", take_screen, true },
    { "submit", take_submit, false },   { "minimum", take_minimum, false },
    { "timeout", take_timeout, false },
};

/* --- The line ----------------------------------------------------------------------- */

/* How many members tell what it is. */
static size_t
count_kinds(const json_t *object)
{
    size_t count = 0;
    for (size_t i = 0; i < COUNT_OF(members); i++)
        count += members[i].kind && json_object_get(object, members[i].name) != NULL;
    return count;
}

static bool
is_known(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(members); i++)
        if (strcmp(members[i].name, name) == 0)
            return true;
    return false;
}

/* @return bytes of a name that are shown; a character is not cut. */
static int
shown(const char *name)
{
    enum { SHOWN_MAX = 40 };
    size_t len = strlen(name);
    if (len > SHOWN_MAX)
        for (len = SHOWN_MAX; len != 0 && ((uint8_t)name[len] & 0xC0) == 0x80; len--)
            ;
    return (int)len;
}

static const char *
refuse_unknown(struct request *r)
{
    const char *name;
    json_t *value;
    json_object_foreach(r->object, name, value)
    {
        if (is_known(name))
            continue;
        (void)snprintf(r->rule, sizeof r->rule,
                       "%.*s: no such member of a request; {\"text\":…} sends a text",
                       shown(name), name);
        return r->rule;
    }
    return NULL;
}

static const char *
take_members(struct request *r)
{
    const char *rule = refuse_unknown(r);
    if (rule == NULL && count_kinds(r->object) != 1)
        rule = "must have one of text, keys, signal, screen";
    for (size_t i = 0; i < COUNT_OF(members) && rule == NULL; i++) {
        const json_t *value = json_object_get(r->object, members[i].name);
        if (value != NULL)
            rule = members[i].take(r, value);
    }
    return rule;
}

/* Does it begin as a request does, with a member that tells what it is? */
static bool
begins_as_request(qtty_span line)
{
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        size_t len = strlen(members[i].name);
        if (line.len > len + 3 && memcmp(line.data, "{\"", 2) == 0
            && memcmp(line.data + 2, members[i].name, len) == 0
            && line.data[2 + len] == '"')
            return true;
    }
    return false;
}

/* What is no object is somebody's text; what begins as a request and cannot be read is a
 * mistake. */
static const char *
read_object(struct request *r, qtty_span line)
{
    if (line.len == 0 || line.data[0] != '{')
        return NULL;
    r->object = json_loadb((const char *)line.data, line.len,
                           JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);
    return r->object == NULL && begins_as_request(line) ? "is no JSON object" : NULL;
}

/* A key of the terminal (INTR, EOF, erase, …) is no text, and nothing may end the paste
 * that keeps a TAB from being one. */
static const char *
why_not_typed(qtty_span text)
{
    static const char end[] = "\x1b[201~";
    for (size_t i = 0; i < text.len; i++) {
        uint8_t byte = text.data[i];
        if (byte == '\0')
            return "has a NUL";
        if ((byte < 0x20 && byte != '\t' && byte != 0x1B) || byte == 0x7F)
            return "has a control character; {\"text\":…} sends keys";
        if (byte == 0x1B && text.len - i >= sizeof end - 1
            && memcmp(text.data + i, end, sizeof end - 1) == 0)
            return "has the end of a paste in it";
    }
    return NULL;
}

const char *
request_read(struct request *r, qtty_span line, bool objects, qtty_evidence_level minimum)
{
    if (line.len != 0 && line.data[line.len - 1] == '\r')
        line.len--; /* CRLF ends a line, too */
    *r = (struct request){
        .kind = REQUEST_COMMAND, .text = line, .submit = true, .minimum = minimum
    };
    qtty_buf_init(&r->keys, NULL, 0);
    const char *rule = why_not_typed(line);
    if (rule != NULL)
        return rule;
    rule = objects ? read_object(r, line) : NULL;
    return r->object != NULL ? take_members(r) : rule;
}

static bool
has_enter(qtty_span names)
{
    static const char *const enters[] = { "enter", "ctrl-m", "ctrl-j" };
    qtty_span name;
    while (keys_next_name(&names, &name))
        for (size_t i = 0; i < COUNT_OF(enters); i++)
            if (name.len == strlen(enters[i])
                && memcmp(name.data, enters[i], name.len) == 0)
                return true;
    return false;
}

bool
request_ends_line(const struct request *r)
{
    qtty_span text = r->text;
    if (r->kind == REQUEST_KEYS)
        return has_enter(text);
    if (r->kind != REQUEST_COMMAND && r->kind != REQUEST_TEXT)
        return false;
    return r->submit
           || (text.len != 0
               && (memchr(text.data, '\n', text.len) != NULL
                   || memchr(text.data, '\r', text.len) != NULL));
}

void
request_finish(struct request *r)
{
    json_decref(r->object);
    r->object = NULL;
    qtty_buf_finish(&r->keys);
}
