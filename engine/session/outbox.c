/* What goes to the program: replies first, each whole, then the text of a send, which is
 * one message too. A reply goes to the group that asked, while that is in the foreground:
 * later it would be typed into another program. Nor does it go to a canonical terminal: a
 * reply has no line end, so nobody could read it before another program does. It is held
 * until the asker reads keys, or leaves. */
#include "session/session.h"

/* The last byte of a reply makes them one less: else it is cut, and the rest is due.
 * @return how many replies that were. */
static size_t
take_replies(qtty_session *s, size_t bytes)
{
    size_t before = qtty_emulator_replies_count(s->emulator);
    if (bytes == 0)
        return 0;
    qtty_emulator_take_replies(s->emulator, bytes - 1);
    size_t last = qtty_emulator_replies_count(s->emulator);
    qtty_emulator_take_replies(s->emulator, 1);
    size_t left = qtty_emulator_replies_count(s->emulator);
    s->reply_is_cut = left == last;
    askers_take(&s->askers, bytes);
    return before - left;
}

/* A query is whose is in the foreground when it is read. */
void
outbox_learn_asker(qtty_session *s)
{
    int64_t group;
    size_t pending = qtty_emulator_replies(s->emulator).len;
    if (pending == s->askers.bytes)
        return;
    (void)qtty_terminal_foreground(s->terminal, &group);
    askers_note(&s->askers, pending, group);
}

/* The rest of a cut reply is not dropped: what comes after it would be read as its
 * end. */
void
outbox_drop_for_others(qtty_session *s)
{
    int64_t now;
    if (s->askers.count == 0 || s->reply_is_cut)
        return;
    (void)qtty_terminal_foreground(s->terminal, &now);
    while (s->askers.count != 0 && (now == 0 || s->askers.list[0].group != now))
        (void)take_replies(s, s->askers.list[0].bytes);
}

/* What a builtin of the shell asked, the shell's line editor would read. */
void
outbox_drop_finished(qtty_session *s)
{
    outbox_learn_asker(s);
    if (!s->reply_is_cut)
        (void)take_replies(s, s->askers.bytes);
}

/* --- Writing ------------------------------------------------------------------------ */

/* Of a session that is being closed, none. */
static size_t
text_left(const qtty_session *s)
{
    bool writes = s->send.stage == SEND_WRITING && s->state != QTTY_SESSION_CLOSING;
    return writes ? s->send.text.len - s->send.written : 0;
}

static bool
is_inside_text(const qtty_session *s)
{
    return text_left(s) != 0 && s->send.written != 0;
}

/* A cut reply is completed byte by byte, to see where it ends.
 * @return false: there is no more room, or none of them is left. */
static bool
write_replies(qtty_session *s)
{
    size_t written = 0;
    outbox_drop_for_others(s);
    if (s->askers.count == 0)
        return false;
    qtty_span replies = qtty_emulator_replies(s->emulator);
    replies.len = s->reply_is_cut ? 1 : s->askers.list[0].bytes;
    qtty_status st = qtty_terminal_write(s->terminal, replies, &written);
    if (st != QTTY_OK && st != QTTY_E_CLOSED) {
        session_fail(s, st, qtty_terminal_error(s->terminal));
        return false;
    }
    record_input(s, (qtty_span){ replies.data, written });
    size_t taken = take_replies(s, st == QTTY_OK ? written : replies.len);
    s->send.replies += st == QTTY_OK ? taken : 0;
    return written == replies.len;
}

static void
write_text(qtty_session *s)
{
    struct send *send = &s->send;
    size_t written = 0;
    qtty_span rest = { send->text.data + send->written, text_left(s) };
    qtty_status st = qtty_terminal_write(s->terminal, rest, &written);
    send->written += written;
    record_input(s, (qtty_span){ rest.data, written });
    if (st != QTTY_OK && st != QTTY_E_CLOSED)
        session_fail(s, st, qtty_terminal_error(s->terminal));
    else if (st == QTTY_OK && text_left(s) == 0)
        send_was_written(s);
}

static bool
reads_lines(qtty_session *s)
{
    qtty_input input;
    return qtty_terminal_input(s->terminal, &input) == QTTY_OK && input.canonical;
}

void
outbox_write(qtty_session *s)
{
    bool deaf = session_child_ended(s) || s->lost;
    s->holds_replies = s->askers.count != 0 && !s->reply_is_cut && reads_lines(s);
    /* While a send is live, looks are made, and the terminal is seen to change. */
    if (deaf || (s->holds_replies && !send_is_live(s)))
        (void)take_replies(s, s->askers.bytes);
    if (deaf)
        return;
    while (!s->holds_replies && !is_inside_text(s) && write_replies(s))
        ;
    if (text_left(s) != 0 && (!outbox_owes_replies(s) || s->send.written != 0))
        write_text(s);
}

bool
outbox_owes_replies(const qtty_session *s)
{
    return s->askers.count != 0 && !s->holds_replies;
}

bool
outbox_waits(const qtty_session *s)
{
    return !session_child_ended(s) && (outbox_owes_replies(s) || text_left(s) != 0);
}
