/* Standard input, typed into a terminal.
 *
 * A program that starts, or asks for a password, may throw away what came before it was
 * ready. So typing begins at its cue, and again after each output; a prompt, which is
 * output that does not end its line, gets one line.
 *
 * LF is typed as CR, the key that ends a line. A canonical reader loses what a line
 * has beyond 4095 bytes, its end too, so such a line is refused. A pipe at its end
 * gives end-of-file to every read, so VEOF is typed again when it was read; a reader
 * that is not canonical would take it for a key, and gets none. */
#define _POSIX_C_SOURCE 200809L

#include "cli/typist.h"

#include "session/keys.h"
#include "unicode/utf8.h"
#include <errno.h>
#include <unistd.h>

enum {
    TEXT_MAX = 65536,
    TURN_BYTES = 1024, /* the kernel drops echo once 4 KiB of it wait to be read */
};

void
typist_notice(struct typist *t, qtty_span output, uint64_t now_ns)
{
    t->settled = false;
    t->at_prompt = output.data[output.len - 1] != '\n';
    cue_note_output(&t->cue, now_ns);
}

/* --- What there is ------------------------------------------------------------------ */

void
typist_init(struct typist *t, const char *keys, struct converter *converter)
{
    bool active = keys == NULL && !isatty(STDIN_FILENO);
    *t = (struct typist){
        .keys = qtty_text(keys), .active = active, .open = active, .converter = converter
    };
    qtty_buf_init(&t->text, NULL, TEXT_MAX);
}

void
typist_start(struct typist *t, qtty_terminal *terminal, bool provable, uint64_t now_ns)
{
    cue_init(&t->cue, terminal, provable, now_ns);
}

void
typist_finish(struct typist *t)
{
    qtty_buf_finish(&t->text);
}

static size_t
untyped(const struct typist *t)
{
    return t->text.len - t->at;
}

static bool
is_at_end(const struct typist *t)
{
    return t->active && !t->open && untyped(t) == 0;
}

bool
typist_wants_more(const struct typist *t)
{
    return t->open && untyped(t) < TEXT_MAX / 2;
}

bool
typist_wants_room(const struct typist *t)
{
    return untyped(t) != 0 && (t->begun != 0 || t->settled);
}

uint64_t
typist_deadline(const struct typist *t)
{
    bool held = untyped(t) != 0 ? !typist_wants_room(t) : t->keys.len != 0;
    return held || is_at_end(t) ? cue_deadline(&t->cue) : QTTY_NEVER;
}

/* Bytes at the front that are whole characters. @return false: some are none. */
static bool
whole_characters(qtty_span text, size_t *bytes)
{
    for (*bytes = 0; *bytes < text.len;) {
        qtty_span rest = { text.data + *bytes, text.len - *bytes };
        struct utf8_head head = utf8_head(rest);
        if (head.form != UTF8_WELL_FORMED)
            return head.form == UTF8_INCOMPLETE;
        *bytes += head.length;
    }
    return true;
}

/* In no charset a character takes more than twice the bytes of UTF-8. */
static int
read_encoded(struct typist *t)
{
    enum { READ_BYTES = TEXT_MAX / 4 };
    uint8_t bytes[sizeof t->held + READ_BYTES];
    size_t whole;
    memcpy(bytes, t->held, t->held_len);
    ssize_t got = read(STDIN_FILENO, bytes + t->held_len, READ_BYTES);
    if (got < 0)
        return errno == EINTR || errno == EAGAIN ? 0 : errno;
    t->open = got != 0;
    qtty_span text = { bytes, t->held_len + (size_t)got };
    if (!whole_characters(text, &whole) || (!t->open && whole != text.len))
        return EILSEQ;
    t->held_len = text.len - whole;
    memcpy(t->held, bytes + whole, t->held_len);
    text.len = whole;
    qtty_status st = converter_encode(t->converter, text, &t->text);
    if (st == QTTY_E_ENCODING)
        return EILSEQ;
    return st == QTTY_OK ? 0 : ENOMEM;
}

int
typist_read(struct typist *t)
{
    qtty_buf_consume(&t->text, t->at);
    t->at = 0;
    if (t->converter != NULL)
        return read_encoded(t);
    if (qtty_buf_reserve(&t->text, TEXT_MAX - t->text.len) != QTTY_OK)
        return ENOMEM;
    ssize_t got = read(STDIN_FILENO, t->text.data + t->text.len, TEXT_MAX - t->text.len);
    if (got < 0)
        return errno == EINTR || errno == EAGAIN ? 0 : errno;
    t->open = got != 0;
    t->text.len += (size_t)got;
    return 0;
}

/* --- Typing ------------------------------------------------------------------------- */

static qtty_status
type_end(struct typist *t, qtty_terminal *terminal, uint64_t now_ns)
{
    qtty_input input;
    size_t written;
    if (!cue_came(&t->cue, terminal, now_ns) || qtty_terminal_unread(terminal))
        return QTTY_OK;
    /* Who was seen to wait may just have turned to keys: asked last, it shows. */
    qtty_status st = qtty_terminal_input(terminal, &input);
    if (st != QTTY_OK || !input.canonical || input.eof == 0)
        return st;
    cue_begin(&t->cue, terminal, now_ns);
    st = qtty_terminal_write(terminal, (qtty_span){ &input.eof, 1 }, &written);
    if (st == QTTY_OK && written != 0)
        t->line = 0;
    cue_end(&t->cue, false, now_ns);
    return st;
}

/* The next message is a line with its end, or what there is of one. */
static qtty_status
begin_message(struct typist *t, qtty_terminal *terminal)
{
    qtty_input input;
    qtty_status st = qtty_terminal_input(terminal, &input);
    if (st != QTTY_OK)
        return st;
    uint8_t *text = t->text.data + t->at;
    uint8_t *end = memchr(text, '\n', untyped(t));
    size_t content = end != NULL ? (size_t)(end - text) : untyped(t);

    if (input.canonical && t->line + content > QTTY_CANONICAL_LINE_MAX)
        return QTTY_E_LINE_TOO_LONG;
    if (end != NULL && (!input.canonical || input.maps_cr))
        *end = '\r';
    t->begun = content + (end != NULL);
    t->line = end != NULL || !input.canonical ? 0 : t->line + content;
    t->lines += end != NULL;
    return QTTY_OK;
}

/* Each key is a message, pressed when the one before it was taken in. One that the
 * program's terminal sends nothing for is passed over. */
static qtty_status
begin_key(struct typist *t, const qtty_emulator *emulator)
{
    qtty_span name;
    qtty_key key;
    qtty_status st = QTTY_OK;
    qtty_buf_consume(&t->text, t->at);
    t->at = 0;
    while (st == QTTY_OK && t->text.len == 0 && keys_next_name(&t->keys, &name)
           && keys_read(name, &key))
        st = keys_press(emulator, &key, &t->text);
    t->begun = t->text.len;
    t->line = t->begun != 0 && t->text.data[t->begun - 1] != '\r';
    return st;
}

/* @return `*all`: the message is out. */
static qtty_status
type_message(struct typist *t, qtty_terminal *terminal, bool *all)
{
    size_t written;
    qtty_span message = { t->text.data + t->at, t->begun };
    qtty_status st = qtty_terminal_write(terminal, message, &written);
    t->at += written;
    t->begun -= written;
    *all = t->begun == 0;
    if (*all && t->at_prompt)
        t->settled = false;
    return st;
}

static qtty_status
next_key(struct typist *t, const qtty_emulator *emulator, qtty_terminal *terminal,
         uint64_t now_ns)
{
    if (t->keys.len == 0 || untyped(t) != 0 || !cue_came(&t->cue, terminal, now_ns))
        return QTTY_OK;
    return begin_key(t, emulator);
}

/* Messages, as far as there is room. */
static qtty_status
type_messages(struct typist *t, qtty_terminal *terminal, uint64_t now_ns)
{
    qtty_status st = QTTY_OK;
    bool goes_on = true;
    size_t until = t->at + TURN_BYTES;
    cue_begin(&t->cue, terminal, now_ns);
    while (st == QTTY_OK && goes_on && t->at < until && typist_wants_room(t)) {
        if (t->begun == 0)
            st = begin_message(t, terminal);
        if (st == QTTY_OK)
            st = type_message(t, terminal, &goes_on);
    }
    /* The kernel takes in what was typed when it likes, and echoes it then: of more than
     * a turn's at once, echo is lost. Asking for unread input makes it do so now. */
    (void)qtty_terminal_unread(terminal);
    if (t->begun == 0)
        cue_end(&t->cue, t->line != 0, now_ns);
    return st;
}

qtty_status
typist_type(struct typist *t, const qtty_emulator *emulator, qtty_terminal *terminal,
            uint64_t now_ns)
{
    qtty_status st = next_key(t, emulator, terminal, now_ns);
    if (t->begun == 0 && !t->settled && untyped(t) != 0)
        t->settled = cue_came(&t->cue, terminal, now_ns);
    if (st == QTTY_OK && typist_wants_room(t))
        return type_messages(t, terminal, now_ns);
    if (st == QTTY_OK && is_at_end(t))
        st = type_end(t, terminal, now_ns);
    return st;
}
