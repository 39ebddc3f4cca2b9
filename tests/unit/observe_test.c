/* Facts: what each observation adds, and what it makes void. When that decides is for the
 * timelines in tests/sim; here is what stands in the facts. */
#include "unit/check.h"
#include <quietty/readiness.h>

static void
see(qtty_facts *f, qtty_observation seen)
{
    assert_int_equal(qtty_observe(f, &seen), QTTY_OK);
}

static void
see_value(qtty_facts *f, qtty_observed kind, uint64_t at_ns, int32_t value)
{
    see(f, (qtty_observation){ .kind = kind, .at_ns = at_ns, .value = value });
}

static void
see_class(qtty_facts *f, uint64_t at_ns, qtty_wait_class c, int64_t group, uint64_t runs)
{
    see(f, (qtty_observation){ .kind = QTTY_OBSERVED_LOOK,
                               .at_ns = at_ns,
                               .wait_class = c,
                               .group = group,
                               .runs = runs });
}

static void
see_flags(qtty_facts *f, qtty_wait_class c, int64_t group, uint32_t flags)
{
    see(f, (qtty_observation){ .kind = QTTY_OBSERVED_LOOK,
                               .at_ns = f->now_ns,
                               .wait_class = c,
                               .group = group,
                               .flags = flags });
}

static void
nothing_is_known_at_first(void **state)
{
    (void)state;
    const qtty_facts f = QTTY_FACTS_INIT;
    assert_true(f.send_ns == QTTY_NEVER && f.written_ns == QTTY_NEVER);
    assert_true(f.marker_ns == QTTY_NEVER && f.prompt_ns == QTTY_NEVER);
    assert_int_equal(f.status, -1);
    assert_int_equal(f.wait_class, QTTY_CLASS_E);
}

static void
what_is_refused_changes_nothing(void **state)
{
    (void)state;
    qtty_facts f = QTTY_FACTS_INIT;
    see_value(&f, QTTY_OBSERVED_SEND, 100, 0);
    const qtty_facts before = f;
    const qtty_observation refused[] = {
        { .kind = QTTY_OBSERVED_EXIT, .at_ns = 99 },
        { .kind = (qtty_observed)(QTTY_OBSERVED_EXIT + 1), .at_ns = 100 },
    };
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        assert_int_equal(qtty_observe(&f, &refused[i]), QTTY_E_INVAL);
        assert_memory_equal(&f, &before, sizeof(f));
    }

    const qtty_observation exit_now = { .kind = QTTY_OBSERVED_EXIT, .at_ns = 100 };
    f.size--;
    assert_int_equal(qtty_observe(&f, &exit_now), QTTY_E_INVAL);
    assert_false(f.exited);
    f.size++;
    assert_int_equal(qtty_observe(&f, &exit_now), QTTY_OK);
    assert_true(f.exited);
}

/* A prompt at which a command was typed, with all that was known then. */
static qtty_facts
all_known(void)
{
    qtty_facts f = QTTY_FACTS_INIT;
    see_value(&f, QTTY_OBSERVED_SEND, 1, 0);
    see(&f, (qtty_observation){ .kind = QTTY_OBSERVED_BOUNDARY,
                                .at_ns = 2,
                                .group = 10,
                                .runs = 3,
                                .wait_class = QTTY_CLASS_A });
    see_value(&f, QTTY_OBSERVED_WRITTEN, 3, 1);
    see_value(&f, QTTY_OBSERVED_OUTPUT, 4, 0);
    see_value(&f, QTTY_OBSERVED_STARTED, 5, 0);
    see_value(&f, QTTY_OBSERVED_MARKER, 6, 42);
    see_value(&f, QTTY_OBSERVED_PROMPT, 7, 1);
    see_flags(&f, QTTY_CLASS_E, 10, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    for (int i = 0; i < 2; i++)
        see(&f, (qtty_observation){ .kind = QTTY_OBSERVED_LOOK,
                                    .at_ns = 8,
                                    .wait_class = QTTY_CLASS_A,
                                    .group = 10,
                                    .runs = 4,
                                    .own = true,
                                    .flags = QTTY_TERMINAL_ALTERNATE });
    return f;
}

static void
each_observation_is_kept(void **state)
{
    (void)state;
    const qtty_facts f = all_known();
    assert_int_equal(f.now_ns, 8);
    assert_int_equal(f.send_ns, 1);
    assert_int_equal(f.written_ns, 3);
    assert_int_equal(f.output_ns, 6);
    assert_int_equal(f.marker_ns, 6);
    assert_int_equal(f.prompt_ns, 7);
    assert_int_equal(f.wait_ns, 8);
    assert_int_equal(f.looks, 2);
    assert_int_equal(f.status, 42);
    assert_int_equal(f.flags, QTTY_TERMINAL_ALTERNATE);
    assert_int_equal(f.wait_class, QTTY_CLASS_A);
    assert_int_equal(f.class_before, QTTY_CLASS_A);
    assert_int_equal(f.group, 10);
    assert_int_equal(f.group_before, 10);
    assert_int_equal(f.runs, 4);
    assert_int_equal(f.runs_before, 3);
    assert_true(f.own && f.started && f.echoed && f.line_unfinished && f.echo_rests);
    assert_true(f.typed);
    assert_false(f.asks || f.exited);
}

static void
a_boundary_voids_what_was_known(void **state)
{
    (void)state;
    qtty_facts f = all_known();
    see(&f, (qtty_observation){ .kind = QTTY_OBSERVED_BOUNDARY,
                                .at_ns = 9,
                                .group = 20,
                                .runs = 5,
                                .wait_class = QTTY_CLASS_B });
    assert_true(f.written_ns == QTTY_NEVER && f.marker_ns == QTTY_NEVER);
    assert_true(f.prompt_ns == QTTY_NEVER);
    assert_int_equal(f.status, -1);
    assert_int_equal(f.looks, 0);
    assert_int_equal(f.wait_class, QTTY_CLASS_E);
    assert_int_equal(f.class_before, QTTY_CLASS_B);
    assert_int_equal(f.group, 20);
    assert_int_equal(f.group_before, 20);
    assert_int_equal(f.runs_before, 5);
    assert_false(f.started || f.echoed || f.line_unfinished);
    /* The send goes on, and what the terminal is like has not changed. */
    assert_int_equal(f.send_ns, 1);
    assert_int_equal(f.flags, QTTY_TERMINAL_ALTERNATE);
    assert_true(f.own && f.echo_rests);
}

static void
a_send_keeps_the_prompt_and_no_look(void **state)
{
    (void)state;
    qtty_facts f = all_known();
    see_value(&f, QTTY_OBSERVED_SEND, 9, 0);
    assert_int_equal(f.send_ns, 9);
    assert_true(f.written_ns == QTTY_NEVER);
    assert_int_equal(f.looks, 0);
    assert_int_equal(f.group_before, 10);
    assert_int_equal(f.class_before, QTTY_CLASS_A);
    assert_true(f.asks && f.typed);
    assert_false(f.echoed || f.line_unfinished);
    assert_int_equal(f.marker_ns, 6);
    assert_int_equal(f.prompt_ns, 7);
    assert_int_equal(f.status, 42);
    assert_true(f.started && f.own && f.echo_rests);

    /* Nothing was written by a send alone, though its write is complete. */
    qtty_facts empty = QTTY_FACTS_INIT;
    see_value(&empty, QTTY_OBSERVED_SEND, 1, 0);
    see_value(&empty, QTTY_OBSERVED_WRITTEN, 2, 0);
    assert_false(empty.typed);
}

static void
output_voids_looks_and_is_an_echo_after_the_write(void **state)
{
    (void)state;
    qtty_facts f = QTTY_FACTS_INIT;
    see_value(&f, QTTY_OBSERVED_SEND, 1, 0);
    see_value(&f, QTTY_OBSERVED_OUTPUT, 2, 0);
    assert_false(f.echoed);
    see_value(&f, QTTY_OBSERVED_WRITTEN, 3, 0);
    assert_int_equal(f.output_ns, 3);
    see_class(&f, 4, QTTY_CLASS_A, 20, 1);
    see_value(&f, QTTY_OBSERVED_OUTPUT, 5, 0);
    assert_true(f.echoed);
    assert_int_equal(f.output_ns, 5);
    assert_int_equal(f.looks, 0);
    assert_int_equal(f.wait_class, QTTY_CLASS_E);
    assert_int_equal(f.group, 20);
}

static void
a_prompt_stands_since_it_was_first_seen(void **state)
{
    (void)state;
    qtty_facts f = QTTY_FACTS_INIT;
    see_value(&f, QTTY_OBSERVED_MARKER, 1, 0);
    see_value(&f, QTTY_OBSERVED_PROMPT, 2, 1);
    see_value(&f, QTTY_OBSERVED_OUTPUT, 3, 0);
    see_value(&f, QTTY_OBSERVED_PROMPT, 4, 1);
    assert_int_equal(f.prompt_ns, 2);
    see_value(&f, QTTY_OBSERVED_PROMPT, 5, 0);
    assert_true(f.prompt_ns == QTTY_NEVER);
    see_value(&f, QTTY_OBSERVED_PROMPT, 6, 1);
    assert_int_equal(f.prompt_ns, 6);
    see_value(&f, QTTY_OBSERVED_MARKER, 7, 1);
    assert_true(f.prompt_ns == QTTY_NEVER);
    assert_int_equal(f.status, 1);
}

static void
looks_agree_in_class_group_and_flags(void **state)
{
    (void)state;
    qtty_facts f = QTTY_FACTS_INIT;
    see_class(&f, 1, QTTY_CLASS_A, 20, 1);
    assert_int_equal(f.looks, 1);
    see_class(&f, 2, QTTY_CLASS_A, 20, 1);
    see_class(&f, 3, QTTY_CLASS_A, 20, 1);
    assert_int_equal(f.looks, 2); /* no more than that */
    assert_int_equal(f.wait_ns, 1);
    see_class(&f, 4, QTTY_CLASS_B, 20, 1);
    assert_int_equal(f.looks, 1);
    assert_int_equal(f.wait_ns, 4);
    see_class(&f, 4, QTTY_CLASS_B, 20, 2); /* a timer may run in it */
    assert_int_equal(f.looks, 2);
    see_class(&f, 5, QTTY_CLASS_B, 21, 3);
    assert_int_equal(f.looks, 1);
    see_flags(&f, QTTY_CLASS_B, 21, QTTY_LOOK_UNREAD);
    assert_int_equal(f.looks, 1);
}

static void
looks_of_class_a_and_d_agree_in_runs_too(void **state)
{
    (void)state;
    static const qtty_wait_class classes[] = { QTTY_CLASS_A, QTTY_CLASS_D };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        qtty_facts f = QTTY_FACTS_INIT;
        see_class(&f, 1, classes[i], 20, 1);
        see_class(&f, 2, classes[i], 20, 2);
        assert_int_equal(f.looks, 1);
        assert_int_equal(f.wait_ns, 2);
        see_class(&f, 3, classes[i], 20, 2);
        assert_int_equal(f.looks, 2);
        assert_int_equal(f.wait_ns, 2);
    }
}

/* What a look says of the resting state of echo, after it was on; and, where it says off,
 * only such looks over 200 ms do. */
static void
echo_rests_as_a_running_program_leaves_it(void **state)
{
    (void)state;
    enum { CANONICAL = QTTY_TERMINAL_CANONICAL, DENIED = QTTY_LOOK_DENIED };
    static const struct {
        qtty_wait_class wait_class;
        int64_t group;
        uint32_t flags;
        bool says_off;
    } cases[] = {
        { QTTY_CLASS_E, 20, CANONICAL, true },
        { QTTY_CLASS_C, 20, CANONICAL, true },
        { QTTY_CLASS_A, 20, CANONICAL, false },
        { QTTY_CLASS_B, 20, CANONICAL, false },
        { QTTY_CLASS_D, 20, CANONICAL, false },
        { QTTY_CLASS_E, 20, 0, false },
        { QTTY_CLASS_E, 20, CANONICAL | DENIED, false },
        { QTTY_CLASS_E, 0, CANONICAL, false },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_facts f = QTTY_FACTS_INIT;
        see_flags(&f, QTTY_CLASS_E, 20, CANONICAL | QTTY_TERMINAL_ECHO);
        assert_true(f.echo_rests);
        see_flags(&f, cases[i].wait_class, cases[i].group, cases[i].flags);
        f.now_ns = f.wait_ns + 199999999;
        see_flags(&f, cases[i].wait_class, cases[i].group, cases[i].flags);
        assert_true(f.echo_rests);
        f.now_ns = f.wait_ns + 200000000;
        see_flags(&f, cases[i].wait_class, cases[i].group, cases[i].flags);
        assert_int_equal(f.echo_rests, !cases[i].says_off);
    }
}

/* What a look after a boundary must differ in from the one before it. */
static void
a_run_is_seen_once_for_all(void **state)
{
    (void)state;
    static const struct {
        qtty_wait_class before, after;
        int64_t group;
        uint64_t runs_before, runs;
        bool ran;
    } cases[] = {
        { QTTY_CLASS_A, QTTY_CLASS_A, 20, 7, 7, false },
        { QTTY_CLASS_A, QTTY_CLASS_A, 20, 7, 8, true },
        { QTTY_CLASS_A, QTTY_CLASS_A, 20, 0, 8, false }, /* counts unknown before, */
        { QTTY_CLASS_A, QTTY_CLASS_A, 20, 7, 0, false }, /* and now */
        { QTTY_CLASS_A, QTTY_CLASS_A, 30, 7, 7, true },  /* another group */
        { QTTY_CLASS_A, QTTY_CLASS_E, 0, 7, 0, false },  /* an unknown one is no other */
        { QTTY_CLASS_E, QTTY_CLASS_A, 20, 7, 7, true },  /* it did not wait before */
        { QTTY_CLASS_C, QTTY_CLASS_A, 20, 7, 7, true },
        { QTTY_CLASS_B, QTTY_CLASS_B, 20, 7, 7, false },
        { QTTY_CLASS_D, QTTY_CLASS_D, 20, 7, 7, false },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_facts f = QTTY_FACTS_INIT;
        assert_true(f.ran);
        see(&f, (qtty_observation){ .kind = QTTY_OBSERVED_BOUNDARY,
                                    .at_ns = 1,
                                    .group = 20,
                                    .runs = cases[i].runs_before,
                                    .wait_class = cases[i].before });
        assert_false(f.ran);
        see_class(&f, 2, cases[i].after, cases[i].group, cases[i].runs);
        assert_int_equal(f.ran, cases[i].ran);
        see_class(&f, 3, cases[i].before, 20, cases[i].runs_before);
        assert_int_equal(f.ran, cases[i].ran || cases[i].before == QTTY_CLASS_E
                                    || cases[i].before == QTTY_CLASS_C);
    }
}

static void
the_first_look_stands_in_for_an_unknown_boundary(void **state)
{
    (void)state;
    qtty_facts f = QTTY_FACTS_INIT;
    see_value(&f, QTTY_OBSERVED_SEND, 1, 0);
    see_class(&f, 1, QTTY_CLASS_A, 20, 7);
    assert_int_equal(f.group_before, 0); /* a send alone takes no wait for old */
    see_value(&f, QTTY_OBSERVED_BOUNDARY, 2, 0);
    see_class(&f, 3, QTTY_CLASS_E, 0, 0);
    see_class(&f, 4, QTTY_CLASS_A, 20, 7);
    see_class(&f, 5, QTTY_CLASS_E, 30, 8);
    assert_int_equal(f.group_before, 20);
    assert_int_equal(f.runs_before, 7);
    assert_int_equal(f.class_before, QTTY_CLASS_A);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(each_observation_is_kept),
        cmocka_unit_test(a_boundary_voids_what_was_known),
        cmocka_unit_test(a_send_keeps_the_prompt_and_no_look),
        cmocka_unit_test(output_voids_looks_and_is_an_echo_after_the_write),
        cmocka_unit_test(a_prompt_stands_since_it_was_first_seen),
        cmocka_unit_test(looks_agree_in_class_group_and_flags),
        cmocka_unit_test(looks_of_class_a_and_d_agree_in_runs_too),
        cmocka_unit_test(echo_rests_as_a_running_program_leaves_it),
        cmocka_unit_test(a_run_is_seen_once_for_all),
        cmocka_unit_test(the_first_look_stands_in_for_an_unknown_boundary),
    };
    return cmocka_run_group_tests_name("observe", tests, NULL, NULL);
}
