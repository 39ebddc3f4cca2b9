/* Looks at the terminal, folded into facts; readiness judges. Each thing that is typed is
 * a send of its own, so that no wait is taken for its answer that is older. */
#include "cli/cue.h"

#include "provider/duration.h"

enum {
    FIRST_LOOK_NS = 1 * NS_IN_MS,
    LATEST_LOOK_NS = 50 * NS_IN_MS,
    SILENCE_MS = 3000,
    /* Of who relays, or may not be looked at, no wait is ever seen: that nobody else is
     * seen to work says more than of others. */
    SILENCE_UNSEEN_MS = 500,
};

static void
look_soon(struct cue *c, uint64_t now_ns)
{
    c->again = false;
    c->wait_ns = FIRST_LOOK_NS;
    c->look_ns = now_ns + c->wait_ns;
    c->next_ns = QTTY_NEVER;
}

static void
observe(struct cue *c, qtty_observation seen, uint64_t now_ns)
{
    seen.at_ns = now_ns;
    (void)qtty_observe(&c->facts, &seen);
}

/* --- Looks -------------------------------------------------------------------------- */

static qtty_observation
look(qtty_terminal *terminal, qtty_observed kind)
{
    qtty_look found;
    qtty_terminal_look(terminal, &found);
    return (qtty_observation){ .kind = kind,
                               .flags = found.flags,
                               .wait_class = found.wait_class,
                               .group = found.group,
                               .runs = found.runs };
}

/* The first look that shows a wait is repeated at once, behind what was printed since. */
static void
look_at_time(struct cue *c, qtty_terminal *terminal, uint64_t now_ns)
{
    if (now_ns < c->look_ns)
        return;
    observe(c, look(terminal, QTTY_OBSERVED_LOOK), now_ns);
    c->again = !c->again && c->facts.wait_class != QTTY_CLASS_E && c->facts.looks < 2;
    if (!c->again)
        c->wait_ns =
            2 * c->wait_ns < LATEST_LOOK_NS ? 2 * c->wait_ns : (uint64_t)LATEST_LOOK_NS;
    c->look_ns = c->again ? now_ns : now_ns + c->wait_ns;
}

static bool
is_unseen(const qtty_facts *f)
{
    const uint32_t denied = QTTY_LOOK_DENIED;
    return f->wait_class == QTTY_CLASS_C
           || (f->wait_class == QTTY_CLASS_E
               && (f->flags & (denied | QTTY_LOOK_UNREAD)) == denied);
}

/* --- The interface ------------------------------------------------------------------ */

/* As it was made, the terminal is at rest: a password is told by that. */
static void
learn_echo(struct cue *c, qtty_terminal *terminal, uint64_t now_ns)
{
    qtty_input modes;
    qtty_child child;
    qtty_terminal_child(terminal, &child);
    if (qtty_terminal_input(terminal, &modes) != QTTY_OK || !modes.echo)
        return;
    observe(c,
            (qtty_observation){ .kind = QTTY_OBSERVED_LOOK,
                                .flags = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO,
                                .group = child.pid },
            now_ns);
}

/* No time is over which nobody would wait. */
void
cue_init(struct cue *c, qtty_terminal *terminal, bool provable, uint64_t now_ns)
{
    *c = (struct cue){ .facts = QTTY_FACTS_INIT, .policy = QTTY_POLICY_INIT };
    c->policy.provable = provable;
    c->policy.timeout_ms = UINT32_MAX;
    observe(c, (qtty_observation){ .kind = QTTY_OBSERVED_SEND }, now_ns);
    learn_echo(c, terminal, now_ns);
    cue_end(c, false, now_ns);
}

void
cue_note_output(struct cue *c, uint64_t now_ns)
{
    observe(c, (qtty_observation){ .kind = QTTY_OBSERVED_OUTPUT }, now_ns);
    look_soon(c, now_ns);
}

void
cue_begin(struct cue *c, qtty_terminal *terminal, uint64_t now_ns)
{
    if (c->writing)
        return;
    c->writing = true;
    observe(c, (qtty_observation){ .kind = QTTY_OBSERVED_SEND }, now_ns);
    observe(c, look(terminal, QTTY_OBSERVED_BOUNDARY), now_ns);
}

void
cue_end(struct cue *c, bool unfinished, uint64_t now_ns)
{
    c->writing = false;
    observe(c, (qtty_observation){ .kind = QTTY_OBSERVED_WRITTEN, .value = unfinished },
            now_ns);
    look_soon(c, now_ns);
}

bool
cue_came(struct cue *c, qtty_terminal *terminal, uint64_t now_ns)
{
    qtty_verdict v;
    look_at_time(c, terminal, now_ns);
    c->policy.idle_silence_ms = is_unseen(&c->facts) ? SILENCE_UNSEEN_MS : SILENCE_MS;
    (void)qtty_decide(&c->facts, &c->policy, now_ns, &v);
    c->next_ns = v.next_ns;
    return v.reason != QTTY_WAIT_NONE;
}

uint64_t
cue_deadline(const struct cue *c)
{
    return c->look_ns < c->next_ns ? c->look_ns : c->next_ns;
}
