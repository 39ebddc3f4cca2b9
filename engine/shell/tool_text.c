/* The text of an answer: the output, and what there is to know besides, a line each in
 * brackets. Pure functions. */
#include "shell/tool.h"

#include "text/draft.h"
#include "unicode/grapheme.h"
#include "unicode/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- Commands ----------------------------------------------------------------------- */

static bool
is_space(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

bool
tool_text_is_blank(qtty_span command)
{
    size_t i = 0;
    while (i < command.len && is_space(command.data[i]))
        i++;
    return i == command.len;
}

/* A shell that runs nothing repeats the status of the command before. */
bool
tool_text_is_comment(qtty_span command)
{
    bool begins = true, inside = false;
    for (size_t i = 0; i < command.len; i++) {
        uint8_t byte = command.data[i];
        inside = byte != '\n' && (inside || (begins && byte == '#'));
        if (!inside && !is_space(byte))
            return false;
        begins = byte == '\n' || (begins && is_space(byte));
    }
    return true;
}

static bool
ends_with(qtty_span text, const char *word)
{
    size_t len = strlen(word);
    return text.len >= len && memcmp(text.data + text.len - len, word, len) == 0
           && (text.len == len || is_space(text.data[text.len - len - 1])
               || strchr(";&|(", text.data[text.len - len - 1]) != NULL);
}

/* Where a command can begin. */
static bool
begins_command(qtty_span before)
{
    static const char *const words[] = { "then", "do", "else", "!", "{", "time" };
    while (before.len != 0 && before.data[before.len - 1] != '\n'
           && is_space(before.data[before.len - 1]))
        before.len--;
    if (before.len == 0 || strchr("\n;&|(", before.data[before.len - 1]) != NULL)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ends_with(before, words[i]))
            return true;
    return false;
}

bool
tool_text_leaves(qtty_span command)
{
    static const char word[] = "exit";
    const size_t len = sizeof word - 1;
    for (size_t i = 0; i + len <= command.len; i++) {
        qtty_span before = { command.data, i };
        bool ends = i + len == command.len || is_space(command.data[i + len])
                    || strchr(";&|)}", command.data[i + len]) != NULL;
        if (ends && memcmp(command.data + i, word, len) == 0 && begins_command(before))
            return true;
    }
    return false;
}

/* --- Output ------------------------------------------------------------------------- */

size_t
tool_text_clip(qtty_span text, size_t most)
{
    struct grapheme_state state = { 0 };
    const uint8_t *at = text.data, *end = text.data + text.len;
    size_t boundary = 0;
    if (text.len <= most)
        return text.len;
    for (size_t count = 0; at < end; count++) {
        size_t here = (size_t)(at - text.data);
        if (grapheme_break_before(&state, utf8_step(&at)))
            boundary = here;
        if (count == most)
            return boundary;
    }
    return text.len;
}

static size_t
count_characters(qtty_span text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += (text.data[i] & 0xC0) != 0x80;
    return count;
}

/* --- Lines in brackets -------------------------------------------------------------- */

/* C0, DEL, C1. */
static bool
is_control(uint32_t scalar)
{
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0);
}

/* A reason may have a path in it, of any bytes: no control stays, and nothing that is
 * ill-formed. */
static void
make_plain(char *text)
{
    qtty_span rest = qtty_text(text);
    char *to = text;
    while (rest.len != 0) {
        struct utf8_head head = utf8_head(rest);
        bool plain = head.form == UTF8_WELL_FORMED
                     && !is_control(utf8_scalar(rest.data, head.length));
        memmove(to, plain ? (const char *)rest.data : "?", plain ? head.length : 1);
        to += plain ? head.length : 1;
        rest.data += head.length;
        rest.len -= head.length;
    }
    *to = '\0';
}

qtty_status
tool_text_note(qtty_buf *text, const char *format, ...)
{
    char note[640];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(note, sizeof note, format, arguments);
    va_end(arguments);
    make_plain(note);
    bool within = text->len != 0 && text->data[text->len - 1] != '\n';
    qtty_status st = qtty_buf_append(text, within ? "\n[" : "[", within ? 2 : 1);
    if (st == QTTY_OK)
        st = qtty_buf_append(text, note, strlen(note));
    return st == QTTY_OK ? qtty_buf_append(text, "]", 1) : st;
}

static qtty_status
note_killed(qtty_buf *text, int number)
{
    const char *name = text_signal_name(number);
    if (name == NULL)
        return tool_text_note(text, "shell killed by signal: SIG%d", number);
    return tool_text_note(text, "shell killed by signal: %s", name);
}

static qtty_status
note_exited(qtty_buf *text, const qtty_child *child)
{
    if (child->state == QTTY_CHILD_SIGNALED)
        return note_killed(text, child->value);
    if (child->state == QTTY_CHILD_EXITED)
        return tool_text_note(text, "shell exited: code %d", (int)child->value);
    return tool_text_note(text, "shell exited");
}

static qtty_status
note_wait(qtty_buf *text, uint32_t terminal)
{
    if ((terminal & QTTY_TERMINAL_CONTINUATION) != 0)
        return tool_text_note(
            text, "the command is unfinished: the next call goes on with its text");
    if ((terminal & QTTY_TERMINAL_PASSWORD) != 0)
        return tool_text_note(text, "waiting for input that is not shown, as a password: "
                                    "the next call is that input");
    return tool_text_note(text, "waiting for input: the next call is that input");
}

static const char next_is_fresh[] = "the next call starts a fresh shell";

static qtty_status
note_shell_exit(qtty_buf *text, const qtty_child *child)
{
    qtty_status st = note_exited(text, child);
    return st == QTTY_OK ? tool_text_note(text, "%s", next_is_fresh) : st;
}

static qtty_status
note_end(qtty_buf *text, const struct ending *e)
{
    switch (e->end) {
    case QTTY_TOOL_DONE:
        return e->exit_code != 0
                   ? tool_text_note(text, "exit code: %d", (int)e->exit_code)
                   : QTTY_OK;
    case QTTY_TOOL_WAITS:
        return note_wait(text, e->terminal);
    case QTTY_TOOL_EXITED:
        return note_shell_exit(text, &e->child);
    case QTTY_TOOL_TIMED_OUT:
        return tool_text_note(text, "timed out after %u ms; the shell was reset: %s",
                              (unsigned)e->timeout_ms, next_is_fresh);
    case QTTY_TOOL_FAILED:
    case QTTY_TOOL_CANCELLED:
        break;
    }
    return QTTY_OK;
}

qtty_status
tool_text_add_status(struct call *c)
{
    const qtty_tool_answer *a = &c->answer;
    qtty_status st = QTTY_OK;
    if (a->exit_code < 0)
        st = tool_text_note(&c->text, "exit code: unknown");
    else if (a->exit_code > 0)
        st = tool_text_note(&c->text, "exit code: %d", (int)a->exit_code);
    if (st == QTTY_OK && a->end == QTTY_TOOL_TIMED_OUT)
        st = tool_text_note(&c->text, "the shell did not answer and was reset: %s",
                            next_is_fresh);
    if (st == QTTY_OK && a->end == QTTY_TOOL_EXITED)
        st = note_shell_exit(&c->text, &a->child);
    return st;
}

/* --- The whole ---------------------------------------------------------------------- */

/* The line end is a part of what stands before the output. */
static qtty_status
write_front(qtty_buf *text, const struct ending *e)
{
    qtty_status st = QTTY_OK;
    if (e->fresh)
        st = tool_text_note(text, "the shell had ended since the call before: "
                                  "this one ran in a fresh one");
    if (st == QTTY_OK && e->lost)
        st = tool_text_note(text, "the beginning of the output is lost");
    if (st == QTTY_OK && text->len != 0)
        st = qtty_buf_append(text, "\n", 1);
    return st;
}

static qtty_status
write_output(struct call *c, const struct ending *e, uint32_t max_characters)
{
    c->output_from = c->text.len;
    c->answer.cut = false;
    if (e->output.len == 0)
        return QTTY_OK;
    size_t len = tool_text_clip(e->output, max_characters);
    qtty_span rest = { e->output.data + len, e->output.len - len };
    c->answer.cut = rest.len != 0;
    qtty_status st = qtty_buf_append(&c->text, e->output.data, len);
    if (st != QTTY_OK)
        return st;
    c->output_len = len;
    if (rest.len == 0)
        return st;
    return tool_text_note(&c->text, "output cut: %zu more characters are left out",
                          count_characters(rest));
}

qtty_status
tool_text_write(struct call *c, const struct ending *e, uint32_t max_characters)
{
    c->text.len = c->output_from = c->output_len = 0;
    if (e->end == QTTY_TOOL_CANCELLED)
        return QTTY_OK;
    c->answer.lost = e->lost;
    qtty_status st = write_front(&c->text, e);
    if (st == QTTY_OK)
        st = write_output(c, e, max_characters);
    if (st == QTTY_OK && e->why != NULL)
        st = tool_text_note(&c->text, "%s", e->why);
    return st == QTTY_OK ? note_end(&c->text, e) : st;
}
