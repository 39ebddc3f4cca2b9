/* Standard input, typed into a terminal.
 *
 * LF is typed as CR, the key that ends a line. A canonical reader loses what a line
 * has beyond 4095 bytes, its end too, so such a line is refused. That, and
 * end-of-file, depend on how the program has set its terminal, and a program that
 * starts may be about to change it: both wait until a reader is seen to wait, or until
 * nothing has happened for a while. A pipe at its end gives end-of-file to every read,
 * so VEOF is typed again when it was read; a reader that is not canonical would take
 * it for a key, and gets none. */
#define _POSIX_C_SOURCE 200809L

#include "cli/typist.h"

#include <errno.h>
#include <unistd.h>

enum {
    TEXT_MAX = 65536,
    NS_IN_MS = 1000000,
    FIRST_LOOK_NS = 1 * NS_IN_MS,
    LATEST_LOOK_NS = 50 * NS_IN_MS,
    QUIET_NS = 500 * NS_IN_MS,
};

void
typist_init(struct typist *t, uint64_t now_ns)
{
    bool active = !isatty(STDIN_FILENO);
    *t = (struct typist){ .active = active, .open = active };
    qtty_buf_init(&t->text, NULL, TEXT_MAX);
    typist_notice(t, now_ns);
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

bool
typist_wants_more(const struct typist *t)
{
    return t->open && untyped(t) < TEXT_MAX / 2;
}

/* Behind a line that is too long, and at the end, the reader decides, not the room. */
static bool
waits_for_reader(const struct typist *t)
{
    return t->active && t->begun == 0 && (t->refused || (!t->open && untyped(t) == 0));
}

bool
typist_wants_room(const struct typist *t)
{
    return t->begun != 0 || (untyped(t) != 0 && !t->refused);
}

uint64_t
typist_deadline(const struct typist *t)
{
    return waits_for_reader(t) ? t->look_ns : QTTY_NEVER;
}

int
typist_read(struct typist *t)
{
    qtty_buf_consume(&t->text, t->at);
    t->at = 0;
    if (qtty_buf_reserve(&t->text, TEXT_MAX - t->text.len) != QTTY_OK)
        return ENOMEM;
    ssize_t got = read(STDIN_FILENO, t->text.data + t->text.len, TEXT_MAX - t->text.len);
    if (got < 0)
        return errno == EINTR || errno == EAGAIN ? 0 : errno;
    t->open = got != 0;
    t->text.len += (size_t)got;
    return 0;
}

void
typist_notice(struct typist *t, uint64_t now_ns)
{
    t->busy_ns = now_ns;
    t->wait_ns = FIRST_LOOK_NS;
    t->look_ns = now_ns + t->wait_ns;
}

static bool
is_time_to_look(struct typist *t, uint64_t now_ns)
{
    if (now_ns < t->look_ns)
        return false;
    t->wait_ns = 2 * t->wait_ns < LATEST_LOOK_NS ? 2 * t->wait_ns : LATEST_LOOK_NS;
    t->look_ns = now_ns + t->wait_ns;
    return true;
}

/* Is the terminal as its reader wants it? */
static bool
is_settled(const struct typist *t, qtty_terminal *terminal, uint64_t now_ns)
{
    return now_ns - t->busy_ns >= QUIET_NS || qtty_terminal_reader_waits(terminal);
}

static qtty_status
type_end(struct typist *t, qtty_terminal *terminal, uint64_t now_ns)
{
    qtty_input input;
    size_t written;
    qtty_status st = qtty_terminal_input(terminal, &input);
    if (st != QTTY_OK || !input.canonical || input.eof == 0
        || qtty_terminal_unread(terminal) || !is_settled(t, terminal, now_ns))
        return st;
    st = qtty_terminal_write(terminal, (qtty_span){ &input.eof, 1 }, &written);
    if (st == QTTY_OK && written != 0) {
        t->line = 0;
        typist_notice(t, now_ns);
    }
    return st;
}

/* The next message is a line with its end, or what there is of one. */
static qtty_status
begin(struct typist *t, qtty_terminal *terminal, uint64_t now_ns)
{
    qtty_input input;
    qtty_status st = qtty_terminal_input(terminal, &input);
    if (st != QTTY_OK)
        return st;
    uint8_t *text = t->text.data + t->at;
    uint8_t *end = memchr(text, '\n', untyped(t));
    size_t content = end != NULL ? (size_t)(end - text) : untyped(t);

    t->refused = input.canonical && t->line + content > QTTY_CANONICAL_LINE_MAX;
    if (t->refused) {
        bool told = is_time_to_look(t, now_ns) && is_settled(t, terminal, now_ns);
        return told ? QTTY_E_LINE_TOO_LONG : QTTY_OK;
    }
    if (end != NULL && (!input.canonical || input.maps_cr))
        *end = '\r';
    t->begun = content + (end != NULL);
    t->line = end != NULL || !input.canonical ? 0 : t->line + content;
    t->lines += end != NULL;
    return QTTY_OK;
}

qtty_status
typist_type(struct typist *t, qtty_terminal *terminal, uint64_t now_ns)
{
    qtty_status st = QTTY_OK;
    size_t written = 1;
    while (st == QTTY_OK && written != 0 && untyped(t) != 0) {
        if (t->begun == 0)
            st = begin(t, terminal, now_ns);
        if (st != QTTY_OK || t->begun == 0)
            return st;
        qtty_span message = { t->text.data + t->at, t->begun };
        st = qtty_terminal_write(terminal, message, &written);
        t->at += written;
        t->begun -= written;
        if (written != 0)
            typist_notice(t, now_ns);
    }
    if (st == QTTY_OK && waits_for_reader(t) && is_time_to_look(t, now_ns))
        st = type_end(t, terminal, now_ns);
    return st;
}
