/* When to look, and what a look tells. A look is not free, so it is made
 * when something may have changed: soon after a boundary and after output, then at pauses
 * that grow. Only when all output was read: what is unread would speak against it. */
#include "session/session.h"

#include "provider/duration.h"

static const uint32_t pauses_us[] = { 100, 200, 500, 1000, 2000, 5000, 10000, 20000 };

enum {
    PAUSES = sizeof pauses_us / sizeof pauses_us[0],
    MARKED = 2,  /* from a mark to its prompt it takes less, 0.5 ms */
    STARTING = 5 /* a shell is not at its prompt at once: 5 ms */
};

/* --- Facts -------------------------------------------------------------------------- */

void
session_observe(qtty_session *s, qtty_observation seen)
{
    seen.at_ns = s->now_ns;
    record_observation(s, &seen);
    (void)qtty_observe(&s->facts, &seen);
}

int64_t
session_own_group(const qtty_session *s)
{
    qtty_child child;
    qtty_terminal_child(s->terminal, &child);
    return s->shell_group != 0 ? s->shell_group : child.pid;
}

/* Who prints the first marker of a session is its shell, whatever started it: a sandbox
 * leads the session then, and the shell a group of its own. */
static bool
is_own(const qtty_session *s, int64_t group)
{
    bool introduces =
        s->send.startup && s->shell_group == 0 && s->facts.marker_ns != QTTY_NEVER;
    return group != 0 && (introduces || group == session_own_group(s));
}

static qtty_observation
observation_of(qtty_session *s, const qtty_look *look)
{
    uint32_t alternate =
        qtty_emulator_alternate(s->emulator) ? QTTY_TERMINAL_ALTERNATE : 0u;
    uint32_t said = (echo_asks_on(s) ? QTTY_LOOK_CONTINUED : 0u)
                    | (echo_edits(s) ? QTTY_LOOK_EDITING : 0u);
    return (qtty_observation){
        .kind = QTTY_OBSERVED_LOOK,
        .flags = look->flags | alternate | said,
        .wait_class = look->wait_class,
        .group = look->group,
        .runs = look->runs,
        .own = is_own(s, look->group),
    };
}

/* @return whether it shows a wait. */
static bool
look_once(qtty_session *s)
{
    qtty_look look;
    qtty_terminal_look(s->terminal, &look);
    session_observe(s, observation_of(s, &look));
    return look.wait_class != QTTY_CLASS_E;
}

qtty_observation
session_look_before(qtty_session *s)
{
    qtty_look look;
    qtty_terminal_look(s->terminal, &look);
    return observation_of(s, &look);
}

void
session_cross_boundary(qtty_session *s, const qtty_observation *before)
{
    qtty_observation seen = *before;
    seen.kind = QTTY_OBSERVED_BOUNDARY;
    session_observe(s, seen);
}

/* --- Cadence ------------------------------------------------------------------------ */

static uint64_t
pause_ns(const qtty_session *s, size_t pace)
{
    uint64_t longest = (uint64_t)s->settings.policy.poll_interval_ms * NS_IN_MS;
    uint64_t ns = pace < PAUSES ? (uint64_t)pauses_us[pace] * 1000 : longest;
    return ns < longest ? ns : longest;
}

/* Output that never stops is not looked at without a pause. */
void
cadence_restart(qtty_session *s)
{
    uint64_t soonest = s->cadence.last_ns + pause_ns(s, 0);
    s->cadence.pace = 0;
    s->cadence.next_ns = s->now_ns > soonest ? s->now_ns : soonest;
}

/* Each look takes time and locks from a shell that starts. What it prints makes it be
 * looked at sooner. */
void
cadence_begin(qtty_session *s)
{
    s->cadence.pace = STARTING;
    s->cadence.next_ns = s->now_ns + pause_ns(s, STARTING);
}

void
cadence_stop(qtty_session *s)
{
    s->cadence.next_ns = QTTY_NEVER;
}

static void
cadence_advance(qtty_session *s)
{
    struct cadence *c = &s->cadence;
    c->last_ns = s->now_ns;
    c->next_ns = s->now_ns + pause_ns(s, c->pace);
    if (c->pace < PAUSES)
        c->pace++;
}

/* The shell has just printed its mark, and its prompt comes next: a look now would make
 * the one at the prompt come later. */
static bool
comes_to_its_prompt(qtty_session *s)
{
    uint64_t marked_ns = s->facts.marker_ns;
    if (marked_ns == QTTY_NEVER || s->now_ns >= marked_ns + pause_ns(s, MARKED))
        return false;
    prompt_check(s);
    if (s->facts.prompt_ns != QTTY_NEVER)
        return false;
    s->cadence.next_ns = marked_ns + pause_ns(s, MARKED);
    return true;
}

/* The second look counts only if nothing was printed before it: reading it voids the
 * first. And who has just turned to keys may wait for a reply that was held until then:
 * it is written, and then the group has run. */
void
session_look(qtty_session *s)
{
    if (s->now_ns < s->cadence.next_ns || !s->drained || s->lost)
        return;
    if (comes_to_its_prompt(s))
        return;
    cadence_advance(s);
    bool again = look_once(s) && s->facts.looks < 2;
    if (again) {
        outbox_write(s);
        session_read(s);
    }
    if (again && s->drained && s->facts.looks != 0)
        (void)look_once(s);
    prompt_check(s);
}
