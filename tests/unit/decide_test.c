/* Verdicts of facts written down by hand: defaults, refusals, the ends of the clock, and
 * each condition of a tier taken away in turn. Time and order are for the timelines in
 * tests/sim. */
#include "unit/check.h"
#include <quietty/readiness.h>

enum { MS = 1000000 };

/* A shell at its prompt after a command: settles in the first tier. */
static qtty_facts
at_prompt(void)
{
    qtty_facts f = QTTY_FACTS_INIT;
    f.send_ns = 0;
    f.written_ns = 1 * MS;
    f.output_ns = f.marker_ns = 2 * MS;
    f.prompt_ns = 3 * MS;
    f.status = 0;
    f.looks = 2;
    f.wait_class = QTTY_CLASS_A;
    f.class_before = QTTY_CLASS_A;
    f.group = f.group_before = 10;
    f.runs = 9;
    f.runs_before = 8;
    f.own = true;
    return f;
}

static const qtty_policy provable = { .size = sizeof(qtty_policy),
                                      .provable = true,
                                      .line_editor = true };

static qtty_verdict
decide(const qtty_facts *f, const qtty_policy *p, uint64_t now_ns)
{
    qtty_verdict v;
    assert_int_equal(qtty_decide(f, p, now_ns, &v), QTTY_OK);
    return v;
}

static void
zero_is_the_default_of_each_number(void **state)
{
    (void)state;
    const qtty_policy zeros = QTTY_POLICY_INIT;
    const qtty_policy spelled = {
        .size = sizeof(qtty_policy),
        .quiet_ms = 30,
        .idle_silence_ms = 3000,
        .handoff_grace_ms = 500,
        .timeout_ms = 30000,
        .poll_interval_ms = 50,
        .exact_probe_after_ms = 150,
        .minimum = QTTY_EVIDENCE_LIKELY,
    };
    const qtty_policy *const both[] = { &zeros, &spelled };
    for (size_t i = 0; i < COUNT_OF(both); i++) {
        qtty_facts f = at_prompt();
        assert_int_equal(decide(&f, both[i], 4 * MS).next_ns, 53 * MS); /* poll */
        f.prompt_ns = QTTY_NEVER;
        assert_int_equal(decide(&f, both[i], 4 * MS).next_ns, 151 * MS); /* probe */
        f.looks = 0;
        assert_int_equal(decide(&f, both[i], 4 * MS).next_ns, 3502ull * MS);
        f.marker_ns = QTTY_NEVER;
        assert_int_equal(decide(&f, both[i], 4 * MS).next_ns, 3002ull * MS);
        f.written_ns = QTTY_NEVER;
        assert_int_equal(decide(&f, both[i], 4 * MS).next_ns, 30000ull * MS);
        f = at_prompt();
        f.wait_class = QTTY_CLASS_B;
        f.output_ns = 140 * MS;
        f.prompt_ns = QTTY_NEVER;
        assert_int_equal(decide(&f, both[i], 150 * MS).next_ns, 170 * MS); /* quiet */
    }
}

static void
sizes_and_a_short_grace_are_refused(void **state)
{
    (void)state;
    qtty_facts f = at_prompt();
    qtty_policy p = provable;
    qtty_verdict v;

    f.size--;
    assert_int_equal(qtty_decide(&f, &p, 4 * MS, &v), QTTY_E_INVAL);
    assert_int_equal(v.reason, QTTY_WAIT_NONE);
    assert_true(v.next_ns == QTTY_NEVER);
    f.size++;
    p.size++;
    assert_int_equal(qtty_decide(&f, &p, 4 * MS, &v), QTTY_E_INVAL);
    p.size--;
    p.handoff_grace_ms = 49; /* below the default of the interval */
    assert_int_equal(qtty_decide(&f, &p, 4 * MS, &v), QTTY_E_RANGE);
    assert_int_equal(v.reason, QTTY_WAIT_NONE);
    p.handoff_grace_ms = 50;
    assert_int_equal(qtty_decide(&f, &p, 4 * MS, &v), QTTY_OK);
    p.handoff_grace_ms = 0;
    p.poll_interval_ms = 501;
    assert_int_equal(qtty_decide(&f, &p, 4 * MS, &v), QTTY_E_RANGE);
}

/* Deadlines past the end of the clock never come, instead of being long past. */
static void
the_end_of_the_clock_is_not_passed(void **state)
{
    (void)state;
    qtty_facts f = QTTY_FACTS_INIT;
    qtty_policy p = QTTY_POLICY_INIT;
    /* No send began: not even the end of time is a timeout. */
    assert_int_equal(decide(&f, &p, QTTY_NEVER).reason, QTTY_WAIT_NONE);
    assert_true(decide(&f, &p, QTTY_NEVER).next_ns == QTTY_NEVER);

    f.send_ns = f.written_ns = f.output_ns = QTTY_NEVER - 5 * MS;
    const qtty_verdict v = decide(&f, &p, QTTY_NEVER - 1);
    assert_int_equal(v.reason, QTTY_WAIT_NONE);
    assert_true(v.next_ns == QTTY_NEVER);

    f.send_ns = f.written_ns = f.output_ns = 0;
    p.timeout_ms = p.idle_silence_ms = UINT32_MAX;
    assert_true(decide(&f, &p, 1).next_ns == UINT64_C(4294967295) * MS);
}

static void
a_shell_at_its_prompt_is_ready_at_once(void **state)
{
    (void)state;
    const qtty_facts f = at_prompt();
    const qtty_verdict v = decide(&f, &provable, 4 * MS);
    assert_int_equal(v.reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(v.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(v.evidence.wait_class, QTTY_CLASS_A);
    assert_int_equal(v.evidence.seen,
                     QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER | QTTY_SEEN_WAIT);
    assert_int_equal(v.evidence.terminal, 0);
    assert_true(v.next_ns == QTTY_NEVER);
}

static bool
prompt_settles(const qtty_facts *f, const qtty_policy *p)
{
    return (decide(f, p, 4 * MS).evidence.seen & QTTY_SEEN_PROMPT) != 0;
}

#define WITHOUT(changed) f = at_prompt(), (changed), assert_false(prompt_settles(&f, &p))

static void
each_condition_of_the_prompt_counts(void **state)
{
    (void)state;
    qtty_facts f = at_prompt();
    qtty_policy p = provable;
    assert_true(prompt_settles(&f, &p));
    WITHOUT(f.written_ns = QTTY_NEVER);
    WITHOUT(f.marker_ns = QTTY_NEVER);
    WITHOUT(f.prompt_ns = QTTY_NEVER);
    WITHOUT(f.looks = 1);
    WITHOUT(f.own = false);
    WITHOUT(f.group = 0);
    WITHOUT(f.flags = QTTY_TERMINAL_CANONICAL);
    WITHOUT(f.flags = QTTY_LOOK_UNREAD);
    WITHOUT(f.wait_class = QTTY_CLASS_B);
    WITHOUT(f.wait_class = QTTY_CLASS_C);
    WITHOUT(f.wait_class = QTTY_CLASS_D);
    WITHOUT(f.wait_class = QTTY_CLASS_E);
}

#undef WITHOUT

static bool
wait_settles(const qtty_facts *f)
{
    const qtty_verdict v = decide(f, &provable, 400 * MS);
    return v.reason == QTTY_WAIT_STDIN_READ && (v.evidence.seen & QTTY_SEEN_WAIT);
}

/* Another program at a password prompt that must not be looked at. */
static qtty_facts
at_password(void)
{
    qtty_facts f = at_prompt();
    f.marker_ns = f.prompt_ns = QTTY_NEVER;
    f.wait_class = QTTY_CLASS_D;
    f.flags = QTTY_TERMINAL_CANONICAL | QTTY_LOOK_DENIED;
    f.echo_rests = true;
    f.own = false;
    return f;
}

#define WITHOUT(changed) f = at_password(), (changed), assert_false(wait_settles(&f))

static void
each_condition_of_a_password_counts(void **state)
{
    (void)state;
    qtty_facts f = at_password();
    assert_true(wait_settles(&f));
    WITHOUT(f.looks = 1);
    WITHOUT(f.group = 0);
    WITHOUT(f.ran = false);
    WITHOUT(f.echo_rests = false);
    WITHOUT(f.flags = QTTY_LOOK_DENIED);
    WITHOUT(f.flags |= QTTY_TERMINAL_ECHO);
    WITHOUT(f.flags |= QTTY_LOOK_UNREAD);
    WITHOUT(f.wait_ns = 380 * MS);
    WITHOUT(f.output_ns = 380 * MS);
}

#undef WITHOUT

/* Flags that are concluded here are not taken from a look. */
static void
a_look_cannot_say_password_or_continuation(void **state)
{
    (void)state;
    qtty_facts f = at_prompt();
    f.flags = QTTY_TERMINAL_PASSWORD | QTTY_TERMINAL_CONTINUATION | QTTY_LOOK_DENIED
              | QTTY_TERMINAL_ECHO;
    assert_int_equal(decide(&f, &provable, 4 * MS).evidence.terminal, QTTY_TERMINAL_ECHO);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_is_the_default_of_each_number),
        cmocka_unit_test(sizes_and_a_short_grace_are_refused),
        cmocka_unit_test(the_end_of_the_clock_is_not_passed),
        cmocka_unit_test(a_shell_at_its_prompt_is_ready_at_once),
        cmocka_unit_test(each_condition_of_the_prompt_counts),
        cmocka_unit_test(each_condition_of_a_password_counts),
        cmocka_unit_test(a_look_cannot_say_password_or_continuation),
    };
    return cmocka_run_group_tests_name("decide", tests, NULL, NULL);
}
