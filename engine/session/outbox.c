/* What goes to the program: replies first, each whole, then the text of a send, which is
 * one message too. Replies are held while the terminal is canonical: until the asker
 * reads keys, or leaves, or is seen to wait for a line. */
#include "session/session.h"

/* What a builtin of the shell asked, the shell's line editor would read. */
void
outbox_drop_finished(qtty_session *s)
{
    replies_drop(&s->replies);
}

/* Who waits for a line, or a password, waits for no reply: a later reader of keys, in the
 * same group, would take it for them. */
void
outbox_drop_held(qtty_session *s)
{
    if (replies_are_held(&s->replies))
        replies_drop(&s->replies);
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

/* They were to be read by a reader of keys when this began. What was printed before that,
 * which is no more than a turn reads, can say that it is another one: the asker's command
 * has ended, and the shell prompts. */
static void
write_replies(qtty_session *s)
{
    uint64_t before = s->replies.written;
    if (replies_pending(&s->replies))
        session_read(s);
    qtty_status st = replies_write(&s->replies, s->now_ns);
    record_input(s, qtty_buf_span(&s->replies.log));
    s->replies.log.len = 0;
    s->send.replies += s->replies.written - before;
    if (st != QTTY_OK)
        session_fail(s, st, qtty_terminal_error(s->terminal));
}

static void
write_text(qtty_session *s)
{
    struct send *send = &s->send;
    size_t written = 0;
    qtty_span rest = { send->text.data + send->written, text_left(s) };
    qtty_status st = compose_check_rest(s);
    if (st != QTTY_OK) {
        send_give_up(s, st);
        return;
    }
    st = qtty_terminal_write(s->terminal, rest, &written);
    send->written += written;
    record_input(s, (qtty_span){ rest.data, written });
    if (st != QTTY_OK && st != QTTY_E_CLOSED)
        session_fail(s, st, qtty_terminal_error(s->terminal));
    else if (st == QTTY_OK && text_left(s) == 0)
        send_was_written(s);
}

/* Replies go first, but not in the midst of it. */
static bool
has_text_to_write(const qtty_session *s)
{
    return text_left(s) != 0 && (!outbox_owes_replies(s) || s->send.written != 0);
}

void
outbox_write(qtty_session *s)
{
    bool deaf = session_child_ended(s) || s->lost;
    s->holds_replies = replies_are_held(&s->replies);
    /* While a send is live, looks are made, and the terminal is seen to change. */
    if (deaf || (s->holds_replies && !send_is_live(s)))
        replies_forget(&s->replies);
    if (deaf)
        return;
    if (!s->holds_replies && !is_inside_text(s))
        write_replies(s);
    if (has_text_to_write(s))
        write_text(s);
}

bool
outbox_owes_replies(const qtty_session *s)
{
    return replies_pending(&s->replies) && !s->holds_replies;
}

bool
outbox_waits(const qtty_session *s)
{
    bool replies = outbox_owes_replies(s) && !replies_are_blocked(&s->replies);
    return !session_child_ended(s) && (replies || has_text_to_write(s));
}
