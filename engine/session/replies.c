/* A reply goes to the group that asked, while that is in the foreground: later it would
 * be typed into another program. Nor does it go to a canonical terminal: it has no line
 * end, so nobody could read it before another program does, and where the terminal echoes
 * it would come back as output.
 *
 * What is written and not read stays in the kernel, some ten KB of it, and there the next
 * program finds it, whatever it flushes. So little is written ahead of the reader. */
#include "session/replies.h"

#include "provider/duration.h"

bool
replies_pending(const struct replies *r)
{
    return r->askers.count != 0;
}

/* The last byte of a reply makes them one less: else it is cut, and the rest is due.
 * @return how many replies that were. */
static size_t
take(struct replies *r, size_t bytes)
{
    size_t before = qtty_emulator_replies_count(r->emulator);
    if (bytes == 0)
        return 0;
    qtty_emulator_take_replies(r->emulator, bytes - 1);
    size_t last = qtty_emulator_replies_count(r->emulator);
    qtty_emulator_take_replies(r->emulator, 1);
    size_t left = qtty_emulator_replies_count(r->emulator);
    r->is_cut = left == last;
    r->stale -= bytes < r->stale ? bytes : r->stale;
    askers_take(&r->askers, bytes);
    return before - left;
}

/* A query is whose is in the foreground when it is read. */
void
replies_learn(struct replies *r)
{
    int64_t group;
    size_t pending = qtty_emulator_replies(r->emulator).len;
    if (pending == r->askers.bytes)
        return;
    (void)qtty_terminal_foreground(r->terminal, &group);
    askers_note(&r->askers, pending, group);
}

static qtty_status
write_to(struct replies *r, qtty_span bytes, size_t *written)
{
    qtty_status st = qtty_terminal_write(r->terminal, bytes, written);
    if (st == QTTY_OK && r->logs)
        (void)qtty_buf_append(&r->log, bytes.data, *written);
    return st;
}

/* A cut reply is completed byte by byte, to see where it ends. */
static qtty_status
complete(struct replies *r)
{
    size_t written = 1;
    qtty_status st = QTTY_OK;
    while (r->is_cut && st == QTTY_OK && written != 0) {
        qtty_span byte = { qtty_emulator_replies(r->emulator).data, 1 };
        st = write_to(r, byte, &written);
        if (st == QTTY_OK)
            r->written += take(r, written);
    }
    return st;
}

/* They would take the room of what the foreground asks. */
void
replies_drop_for_others(struct replies *r)
{
    int64_t now;
    if (r->askers.count == 0)
        return;
    (void)qtty_terminal_foreground(r->terminal, &now);
    bool others = now == 0 || r->askers.list[0].group != now;
    if (others && (complete(r) != QTTY_OK || r->is_cut))
        return;
    while (r->askers.count != 0 && (now == 0 || r->askers.list[0].group != now))
        (void)take(r, r->askers.list[0].bytes);
}

/* What stands behind a cut one goes once that is complete. */
void
replies_drop(struct replies *r)
{
    replies_learn(r);
    if (r->is_cut)
        r->stale = r->askers.bytes;
    else
        (void)take(r, r->askers.bytes);
}

void
replies_forget(struct replies *r)
{
    (void)take(r, r->askers.bytes);
    r->is_cut = false;
}

bool
replies_are_held(const struct replies *r)
{
    qtty_input input;
    return replies_pending(r) && !r->is_cut
           && qtty_terminal_input(r->terminal, &input) == QTTY_OK && input.canonical;
}

/* --- Ahead of the reader ------------------------------------------------------------ */

enum {
    AHEAD_BYTES = 1024, /* more than what editors ask at their start is answered with */
    SOONEST_NS = NS_IN_MS,
    LATEST_NS = 50 * NS_IN_MS,
    GIVE_UP_NS = 1000 * NS_IN_MS,
};

bool
replies_are_blocked(const struct replies *r)
{
    return replies_pending(r) && r->is_blocked;
}

uint64_t
replies_deadline(const struct replies *r)
{
    return replies_are_blocked(r) ? r->retry_ns : QTTY_NEVER;
}

/* Nothing tells that they are read: it has to be looked for. */
static void
block(struct replies *r, uint64_t now_ns)
{
    if (!r->is_blocked)
        r->blocked_ns = now_ns;
    r->is_blocked = true;
    uint64_t pause = now_ns - r->blocked_ns;
    pause = pause < SOONEST_NS ? SOONEST_NS : pause;
    r->retry_ns = now_ns + (pause < LATEST_NS ? pause : LATEST_NS);
}

/* @return false: too much is unread. */
static bool
may_write(struct replies *r, uint64_t now_ns)
{
    if (!r->sees_unread || r->in_flight < AHEAD_BYTES)
        return true;
    if (r->is_blocked && now_ns < r->retry_ns)
        return false;
    if (!qtty_terminal_unread(r->terminal)) {
        r->in_flight = 0;
        r->is_blocked = false;
        return true;
    }
    block(r, now_ns);
    if (now_ns - r->blocked_ns >= GIVE_UP_NS)
        replies_drop(r);
    return false;
}

/* --- Writing ------------------------------------------------------------------------ */

/* Up to the end of a reply, as far as that is up to us.
 *
 * @return `*more`: there may be room for more of them. */
static qtty_status
write_some(struct replies *r, uint64_t now_ns, bool *more)
{
    size_t written = 0;
    *more = false;
    qtty_status st = complete(r);
    if (st != QTTY_OK || r->is_cut)
        return st;
    (void)take(r, r->stale);
    replies_drop_for_others(r);
    if (!replies_pending(r) || !may_write(r, now_ns) || replies_are_held(r))
        return QTTY_OK;
    qtty_span bytes = qtty_emulator_replies(r->emulator);
    size_t run = r->askers.list[0].bytes;
    bytes.len = run < AHEAD_BYTES ? run : AHEAD_BYTES;
    st = write_to(r, bytes, &written);
    if (st == QTTY_OK)
        r->written += take(r, written);
    r->in_flight += written;
    /* Asking has the kernel move it to where a flush by its reader finds it. */
    if (r->sees_unread && written != 0)
        (void)qtty_terminal_unread(r->terminal);
    *more = st == QTTY_OK && written == bytes.len;
    return st;
}

qtty_status
replies_write(struct replies *r, uint64_t now_ns)
{
    qtty_status st;
    bool more;
    do
        st = write_some(r, now_ns, &more);
    while (more);
    if (st != QTTY_E_CLOSED)
        return st;
    replies_forget(r);
    return QTTY_OK;
}
