/* The verdict. Every tier answers from when on it holds, given the facts: at once, at a
 * time to come, or never. The first that holds now is the verdict; where none does, the
 * earliest time to come is the next deadline, and so an exact one. */
#include "classes.h"

enum {
    QUIET_MS = 30,
    IDLE_SILENCE_MS = 3000,
    HANDOFF_GRACE_MS = 500,
    TIMEOUT_MS = 30000,
    POLL_INTERVAL_MS = 50,
    EXACT_PROBE_AFTER_MS = 150,
    AT_ONCE = 0,
};

static uint64_t
after(uint64_t from_ns, uint32_t ms)
{
    const uint64_t ns = (uint64_t)ms * 1000000u;
    return from_ns > QTTY_NEVER - ns ? QTTY_NEVER : from_ns + ns;
}

static uint64_t
later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t
earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint32_t
or_default(uint32_t value, uint32_t otherwise)
{
    return value != 0 ? value : otherwise;
}

void
qtty_policy_complete(qtty_policy *p)
{
    p->quiet_ms = or_default(p->quiet_ms, QUIET_MS);
    p->idle_silence_ms = or_default(p->idle_silence_ms, IDLE_SILENCE_MS);
    p->handoff_grace_ms = or_default(p->handoff_grace_ms, HANDOFF_GRACE_MS);
    p->timeout_ms = or_default(p->timeout_ms, TIMEOUT_MS);
    p->poll_interval_ms = or_default(p->poll_interval_ms, POLL_INTERVAL_MS);
    p->exact_probe_after_ms = or_default(p->exact_probe_after_ms, EXACT_PROBE_AFTER_MS);
}

/* --- What the facts show ------------------------------------------------------------ */

static bool
has(const qtty_facts *f, uint32_t flag)
{
    return (f->flags & flag) != 0;
}

static bool
asks_for_password(const qtty_facts *f)
{
    return class_waits(f->wait_class) && f->echo_rests && has(f, QTTY_TERMINAL_CANONICAL)
           && !has(f, QTTY_TERMINAL_ECHO);
}

/* Input that nobody has read will wake the reader: it does not wait for more. */
static bool
waits(const qtty_facts *f)
{
    return f->looks == 2 && f->group != 0 && class_waits(f->wait_class)
           && !has(f, QTTY_LOOK_UNREAD)
           && (f->wait_class != QTTY_CLASS_D || asks_for_password(f));
}

/* A line editor takes the terminal out of canonical mode; a builtin that reads does
 * not. */
static bool
in_prompt_mode(const qtty_facts *f, const qtty_policy *p)
{
    return !p->line_editor || !has(f, QTTY_TERMINAL_CANONICAL);
}

static bool
shell_waits(const qtty_facts *f, const qtty_policy *p)
{
    return f->own && waits(f) && f->wait_class != QTTY_CLASS_D && in_prompt_mode(f, p);
}

/* A mark tells it. Where there may be none, a shell that edits a line and has printed no
 * prompt goes on with a command. */
static bool
is_continued(const qtty_facts *f, const qtty_policy *p)
{
    if (p->marks_rest || has(f, QTTY_LOOK_CONTINUED))
        return has(f, QTTY_LOOK_CONTINUED) && shell_waits(f, p);
    return p->line_editor && f->marked && f->typed && !f->line_unfinished && !f->running
           && f->marker_ns == QTTY_NEVER && f->prompt_ns == QTTY_NEVER
           && shell_waits(f, p);
}

/* --- Tiers: from when on? ----------------------------------------------------------- */

static uint64_t
exit_from(const qtty_facts *f, const qtty_policy *p)
{
    (void)p;
    return f->exited ? AT_ONCE : QTTY_NEVER;
}

static uint64_t
timeout_from(const qtty_facts *f, const qtty_policy *p)
{
    return after(f->send_ns, p->timeout_ms);
}

/* Without a proof, quiet has to say that nothing follows the prompt. */
static uint64_t
unproven_prompt_from(const qtty_facts *f, const qtty_policy *p)
{
    if (f->group != 0 && !f->own)
        return QTTY_NEVER;
    return after(later(f->output_ns, f->prompt_ns), p->poll_interval_ms);
}

static uint64_t
prompt_from(const qtty_facts *f, const qtty_policy *p)
{
    if (f->marker_ns == QTTY_NEVER || f->prompt_ns == QTTY_NEVER || !in_prompt_mode(f, p))
        return QTTY_NEVER;
    if (!p->provable || has(f, QTTY_LOOK_DENIED))
        return unproven_prompt_from(f, p);
    if (!shell_waits(f, p))
        return QTTY_NEVER;
    if (f->wait_class == QTTY_CLASS_A)
        return AT_ONCE;
    return p->multiplexed ? after(f->output_ns, p->quiet_ms) : QTTY_NEVER;
}

/* A thread can read keys while another draws what they did. */
static bool
waits_alone(const qtty_facts *f)
{
    return f->wait_class == QTTY_CLASS_A && !has(f, QTTY_LOOK_BUSY);
}

/* As its prompt, the mark of a multiplexed shell makes a proof of the wait behind it. */
static qtty_evidence_level
wait_level(const qtty_facts *f, const qtty_policy *p)
{
    const uint32_t said = QTTY_LOOK_CONTINUED | QTTY_LOOK_EDITING;
    const bool shows =
        waits_alone(f) || (p->multiplexed && has(f, said) && shell_waits(f, p));
    return p->provable && shows ? QTTY_EVIDENCE_PROVEN : QTTY_EVIDENCE_LIKELY;
}

static uint64_t
quiet_from(const qtty_facts *f, const qtty_policy *p)
{
    if (waits_alone(f))
        return AT_ONCE;
    /* In class D a run is told by its count, and breaks the agreement of looks. */
    const uint64_t since = f->wait_class == QTTY_CLASS_D ? f->wait_ns : AT_ONCE;
    return after(later(f->output_ns, since), p->quiet_ms);
}

static uint64_t
wait_from(const qtty_facts *f, const qtty_policy *p)
{
    if (!waits(f) || !f->ran || wait_level(f, p) < p->minimum)
        return QTTY_NEVER;
    const uint64_t from = quiet_from(f, p);
    return p->provable ? from
                       : later(from, after(f->written_ns, p->exact_probe_after_ms));
}

/* Only a reader holds it, and a shell that has prompted since has read it (VEOF ends a
 * read as a line end does). A pager that was given its `q` in raw mode leaves lines
 * behind, a filter that was given the end of its input works on, and neither waits. */
static bool
holds_unfinished_line(const qtty_facts *f)
{
    return f->line_unfinished && f->marker_ns == QTTY_NEVER && class_waits(f->wait_class)
           && has(f, QTTY_TERMINAL_CANONICAL);
}

/* A canonical reader is not given a line before its end: there is nothing to wait for but
 * its echo. Two looks, so that a new wait is seen first. */
static uint64_t
unfinished_line_from(const qtty_facts *f, const qtty_policy *p)
{
    if (!holds_unfinished_line(f) || f->looks < 2)
        return QTTY_NEVER;
    if (has(f, QTTY_TERMINAL_ECHO))
        return f->echoed ? AT_ONCE : QTTY_NEVER;
    return has(f, QTTY_LOOK_UNREAD) ? QTTY_NEVER : after(f->output_ns, p->quiet_ms);
}

/* A prompt can be printed just before the kernel publishes that the shell has the
 * terminal back: after a marker the grace lets the first tier have it. */
static uint64_t
silence_from(const qtty_facts *f, const qtty_policy *p)
{
    if (p->minimum == QTTY_EVIDENCE_PROVEN)
        return QTTY_NEVER;
    const uint64_t idle = after(f->output_ns, p->idle_silence_ms);
    const uint32_t grace_ms = f->marker_ns != QTTY_NEVER ? p->handoff_grace_ms : 0;
    return earlier(after(idle, grace_ms), unfinished_line_from(f, p));
}

struct tier {
    qtty_wait_reason reason;
    uint32_t rests_on; /* QTTY_SEEN_* */
    bool after_write;
    uint64_t (*from)(const qtty_facts *f, const qtty_policy *p);
};

static const struct tier tiers[] = {
    { QTTY_WAIT_SESSION_EXIT, 0, false, exit_from },
    { QTTY_WAIT_TIMEOUT, 0, false, timeout_from },
    { QTTY_WAIT_STDIN_READ, QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER, true, prompt_from },
    { QTTY_WAIT_STDIN_READ, QTTY_SEEN_WAIT, true, wait_from },
    { QTTY_WAIT_INFERRED_IDLE, 0, true, silence_from },
};

/* The first tier that holds at the moment; else NULL, and when one will. */
static const struct tier *
first_tier(const qtty_facts *f, const qtty_policy *p, uint64_t now_ns, uint64_t *next_ns)
{
    *next_ns = QTTY_NEVER;
    for (size_t i = 0; i < sizeof(tiers) / sizeof(tiers[0]); i++) {
        if (tiers[i].after_write && f->written_ns == QTTY_NEVER)
            continue;
        const uint64_t from = tiers[i].from(f, p);
        if (from != QTTY_NEVER && from <= now_ns) {
            *next_ns = QTTY_NEVER;
            return &tiers[i];
        }
        *next_ns = earlier(*next_ns, from);
    }
    return NULL;
}

/* --- Evidence ----------------------------------------------------------------------- */

static bool
is_quiet(const qtty_facts *f, const qtty_policy *p, uint64_t now_ns)
{
    return f->written_ns != QTTY_NEVER && after(f->output_ns, p->quiet_ms) <= now_ns;
}

/* Without quiet, the one that time alone changes. */
static uint32_t
seen_bits(const qtty_facts *f, const qtty_policy *p)
{
    uint32_t bits = 0;
    if (f->marker_ns != QTTY_NEVER && shell_waits(f, p))
        bits |= QTTY_SEEN_MARKER;
    if (waits(f) && f->ran)
        bits |= QTTY_SEEN_WAIT;
    if (f->wait_class == QTTY_CLASS_B)
        bits |= QTTY_SEEN_MULTIPLEXED;
    if (holds_unfinished_line(f))
        bits |= QTTY_SEEN_LINE_UNFINISHED;
    if (f->started)
        bits |= QTTY_SEEN_STARTED;
    if (f->looks > 0 && has(f, QTTY_LOOK_DENIED))
        bits |= QTTY_SEEN_DENIED;
    /* A line that was typed ahead, or half of one, stands behind the prompt, too. */
    if (f->followed && !f->line_unfinished && shell_waits(f, p) && !is_continued(f, p))
        bits |= QTTY_SEEN_BACKGROUND;
    return bits;
}

static uint32_t
terminal_bits(const qtty_facts *f, const qtty_policy *p)
{
    uint32_t bits =
        f->flags
        & (QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO | QTTY_TERMINAL_ALTERNATE);
    if (asks_for_password(f))
        bits |= QTTY_TERMINAL_PASSWORD;
    if (is_continued(f, p))
        bits |= QTTY_TERMINAL_CONTINUATION;
    return bits;
}

static qtty_evidence_level
level_of(const struct tier *t, const qtty_facts *f, const qtty_policy *p)
{
    if (t->reason != QTTY_WAIT_STDIN_READ)
        return QTTY_EVIDENCE_NONE;
    return t->from == prompt_from ? QTTY_EVIDENCE_PROVEN : wait_level(f, p);
}

static void
judge(const qtty_facts *f, const qtty_policy *p, uint64_t now_ns, qtty_verdict *out)
{
    const struct tier *t = first_tier(f, p, now_ns, &out->next_ns);
    out->evidence.wait_class = f->wait_class;
    out->evidence.seen = seen_bits(f, p);
    out->evidence.terminal = terminal_bits(f, p);
    if (t == NULL)
        return;
    out->reason = t->reason;
    out->evidence.level = level_of(t, f, p);
    out->evidence.seen |= t->rests_on | (is_quiet(f, p, now_ns) ? QTTY_SEEN_QUIET : 0u);
}

qtty_status
qtty_decide(const qtty_facts *facts, const qtty_policy *policy, uint64_t now_ns,
            qtty_verdict *out)
{
    *out = (qtty_verdict){ .next_ns = QTTY_NEVER };
    if (facts->size != sizeof(*facts) || policy->size != sizeof(*policy))
        return QTTY_E_INVAL;
    qtty_policy p = *policy;
    qtty_policy_complete(&p);
    if (p.handoff_grace_ms < p.poll_interval_ms)
        return QTTY_E_RANGE;
    judge(facts, &p, now_ns, out);
    return QTTY_OK;
}
