/* Laws of the verdict, over histories made at random: the deadline is exact, a verdict is
 * the same whenever it is asked for again, and what is called proven has its proof. */
#include "unit/check.h"
#include <quietty/readiness.h>

enum { HISTORIES = 20000, OBSERVATIONS = 14, MS = 1000000 };

/* xorshift64*: the same histories on every machine. */
static uint64_t seed;

static uint32_t
chance(uint32_t below)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (uint32_t)((seed * UINT64_C(2685821657736338717)) >> 33) % below;
}

static qtty_policy
some_policy(void)
{
    return (qtty_policy){
        .size = sizeof(qtty_policy),
        .quiet_ms = chance(40),
        .idle_silence_ms = chance(3) == 0 ? 5 + chance(100) : 0,
        .handoff_grace_ms = chance(2) == 0 ? 50 + chance(100) : 0,
        .timeout_ms = chance(4) == 0 ? 1 + chance(100) : 0,
        .exact_probe_after_ms = chance(60),
        .minimum = (qtty_evidence_level)chance(3),
        .provable = chance(3) != 0,
        .line_editor = chance(2) != 0,
        .multiplexed = chance(4) == 0,
    };
}

/* Times that collide, and times far apart. */
static uint64_t
some_delay(void)
{
    static const uint32_t spans[] = { 1, 2, 5 * MS, 40 * MS, 4000u * MS };
    return chance(spans[chance(COUNT_OF(spans))]);
}

/* Few values of each field, so that looks agree often. */
static qtty_observation
some_observation(uint64_t at_ns)
{
    static const qtty_observed usual[] = {
        QTTY_OBSERVED_OUTPUT, QTTY_OBSERVED_STARTED, QTTY_OBSERVED_MARKER,
        QTTY_OBSERVED_PROMPT, QTTY_OBSERVED_PROMPT,  QTTY_OBSERVED_LOOK,
        QTTY_OBSERVED_LOOK,   QTTY_OBSERVED_LOOK,    QTTY_OBSERVED_LOOK,
        QTTY_OBSERVED_LOOK,   QTTY_OBSERVED_WRITTEN, QTTY_OBSERVED_BOUNDARY,
    };
    static const uint32_t flags[] = { 0,
                                      QTTY_TERMINAL_CANONICAL,
                                      QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO,
                                      QTTY_LOOK_UNREAD,
                                      QTTY_LOOK_ASLEEP,
                                      QTTY_LOOK_ASLEEP | QTTY_LOOK_UNREAD,
                                      QTTY_LOOK_DENIED };
    const bool own = chance(2) != 0;
    return (qtty_observation){
        .kind = chance(40) == 0 ? (qtty_observed)chance(QTTY_OBSERVED_EXIT + 1)
                                : usual[chance(COUNT_OF(usual))],
        .at_ns = at_ns,
        .value = (int32_t)chance(2),
        .flags = flags[chance(2) ? 0 : chance(COUNT_OF(flags))],
        .wait_class = (qtty_wait_class)(chance(2) ? QTTY_CLASS_A : chance(5)),
        .group = own         ? 10
                 : chance(6) ? 20
                             : 0,
        .runs = chance(3),
        .own = own,
    };
}

static qtty_verdict
decide(const qtty_facts *f, const qtty_policy *p, uint64_t now_ns)
{
    qtty_verdict v;
    memset(&v, 0xA5, sizeof(v)); /* so that memory compares, its gaps as well */
    qtty_verdict out;
    assert_int_equal(qtty_decide(f, p, now_ns, &out), QTTY_OK);
    v.reason = out.reason;
    v.evidence = out.evidence;
    v.next_ns = out.next_ns;
    return v;
}

static void
the_deadline_is_exact(const qtty_facts *f, const qtty_policy *p, const qtty_verdict *v)
{
    if (v->reason != QTTY_WAIT_NONE) {
        assert_true(v->next_ns == QTTY_NEVER);
        return;
    }
    assert_true(v->next_ns > f->now_ns);
    const uint64_t before = v->next_ns - 1;
    const uint64_t between = f->now_ns + (before - f->now_ns) / 2;
    const qtty_verdict last = decide(f, p, before), middle = decide(f, p, between);
    assert_memory_equal(&last, v, sizeof(last));
    assert_memory_equal(&middle, v, sizeof(middle));
    if (v->next_ns != QTTY_NEVER)
        assert_int_not_equal(decide(f, p, v->next_ns).reason, QTTY_WAIT_NONE);
}

static bool
is_in_class_a(const qtty_facts *f, const qtty_policy *p)
{
    return p->provable && f->looks == 2 && f->wait_class == QTTY_CLASS_A && f->group != 0
           && !(f->flags & QTTY_LOOK_UNREAD);
}

/* Quiet stands in for the proof of a prompt where there is none, and in class B. */
static bool
is_quiet_prompt(const qtty_facts *f, const qtty_policy *p, const qtty_verdict *v)
{
    return (v->evidence.seen & QTTY_SEEN_PROMPT)
           && (!p->provable || (f->flags & QTTY_LOOK_DENIED)
               || (p->multiplexed && f->looks == 2))
           && f->now_ns > f->output_ns;
}

static void
what_is_said_is_known(const qtty_facts *f, const qtty_policy *p, const qtty_verdict *v)
{
    const uint32_t seen = v->evidence.seen;
    if (v->evidence.level == QTTY_EVIDENCE_PROVEN)
        assert_true(is_in_class_a(f, p) || is_quiet_prompt(f, p, v));
    if (p->minimum == QTTY_EVIDENCE_PROVEN && v->reason == QTTY_WAIT_STDIN_READ)
        assert_int_equal(v->evidence.level, QTTY_EVIDENCE_PROVEN);
    if (p->minimum == QTTY_EVIDENCE_PROVEN)
        assert_int_not_equal(v->reason, QTTY_WAIT_INFERRED_IDLE);
    if (seen & (QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER))
        assert_true(f->marker_ns != QTTY_NEVER && f->status >= 0);
    if (seen & QTTY_SEEN_PROMPT)
        assert_true(f->prompt_ns >= f->marker_ns && f->prompt_ns != QTTY_NEVER);
    if (seen & QTTY_SEEN_WAIT)
        assert_true(f->looks == 2 && f->group != 0);
    if (v->reason == QTTY_WAIT_STDIN_READ || v->reason == QTTY_WAIT_INFERRED_IDLE)
        assert_true(f->written_ns != QTTY_NEVER && !f->exited);
    if (v->reason != QTTY_WAIT_STDIN_READ)
        assert_int_equal(v->evidence.level, QTTY_EVIDENCE_NONE);
    if (f->exited)
        assert_int_equal(v->reason, QTTY_WAIT_SESSION_EXIT);
}

static void
see(qtty_facts *f, qtty_observation seen)
{
    assert_int_equal(qtty_observe(f, &seen), QTTY_OK);
}

/* @return what was met, as bits: the reasons, from bit 6 on the levels. */
static uint32_t
live_through_a_history(void)
{
    qtty_facts f = QTTY_FACTS_INIT;
    const qtty_policy p = some_policy();
    uint32_t met = 0;
    see(&f, (qtty_observation){ .kind = QTTY_OBSERVED_SEND, .at_ns = 1000u * MS });
    for (int i = 0; i < OBSERVATIONS; i++) {
        see(&f, some_observation(f.now_ns + some_delay()));
        const qtty_facts before = f;
        const qtty_verdict v = decide(&f, &p, f.now_ns), again = decide(&f, &p, f.now_ns);
        assert_memory_equal(&v, &again, sizeof(v));
        the_deadline_is_exact(&f, &p, &v);
        what_is_said_is_known(&f, &p, &v);
        assert_memory_equal(&f, &before, sizeof(f));
        met |= 1u << v.reason | 1u << (6 + v.evidence.level);
    }
    return met;
}

static void
laws_hold_for_any_history(void **state)
{
    (void)state;
    uint32_t met = 0;
    seed = UINT64_C(0x5151E77755AA1234);
    for (int i = 0; i < HISTORIES; i++)
        met |= live_through_a_history();
    /* Laws of what never happens hold too easily: every reason and level was met. */
    assert_int_equal(met, 0x1Fu | 7u << 6);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_hold_for_any_history),
    };
    return cmocka_run_group_tests_name("deadline", tests, NULL, NULL);
}
