/* What a caller of a session waits for, and until when: its own loop, and the
 * convenience. */
#define _POSIX_C_SOURCE 200809L

#include "unit/driven.h"

#include <time.h>

static void
closes(struct driven *d)
{
    assert_int_equal(qtty_session_close(d->session, d->now_ns), QTTY_OK);
}

/* --- The loop ----------------------------------------------------------------------- */

static void
wants_are_told_as_far_as_there_is_room(void **state)
{
    qtty_want wants[2] = { { -1, 0 }, { -1, 0 } };
    struct driven d;
    size_t count;
    uint64_t at;
    (void)state;
    driven_open(&d);
    d.script.accepts = 1;
    sends(&d, "xyz");
    d.script.accepts = 1;
    qtty_session_wants(d.session, NULL, 0, &count, &at);
    assert_int_equal(count, 2);
    qtty_session_wants(d.session, wants, 1, &count, &at);
    assert_int_equal(count, 2);
    assert_int_equal(wants[0].events, QTTY_WANT_READ);
    assert_int_equal(wants[1].descriptor, -1);
    driven_finish(&d);
}

static void
nothing_is_wanted_when_all_is_over(void **state)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct driven d;
    size_t count;
    uint64_t at;
    (void)state;
    driven_open(&d);
    closes(&d);
    passes(&d, MS(1));
    qtty_session_wants(d.session, wants, QTTY_WANTS_MAX, &count, &at);
    assert_int_equal(count, 0);
    assert_int_equal(at, QTTY_NEVER);
    assert_int_equal(qtty_session_step(d.session, NULL, 0, d.now_ns), QTTY_OK);
    driven_finish(&d);
}

/* So a thousand of them cost nothing between events. */
static void
an_idle_session_wants_no_step(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(deadline(&d), QTTY_NEVER);
    sends(&d, "true");
    assert_int_not_equal(deadline(&d), QTTY_NEVER);
    shell_answers(&d, "true", "", 0);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(deadline(&d), QTTY_NEVER);

    size_t steps = d.script.steps;
    passes(&d, MS(100000));
    assert_int_equal(d.script.steps, steps + 1); /* the first, which `passes` makes */
    driven_finish(&d);
}

/* A clock that runs back is a caller's mistake that hurts nobody. */
static void
time_does_not_run_back(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(2000));
    step(&d);
    prints(&d, "tick\r\n");
    assert_int_equal(qtty_session_step(d.session, NULL, 0, MS(1)), QTTY_OK);
    passes(&d, MS(2999));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    driven_finish(&d);
}

/* The convenience has a clock of its own; what is scripted is over at once. */
static void
starts_at_the_real_time(struct driven *d)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    driven_init(d);
    d->now_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    driven_create(d);
}

static void
waiting_ends_with_what_is_under_way(void **state)
{
    struct driven d;
    (void)state;
    starts_at_the_real_time(&d);
    prints(&d, "{D 0}$ ");
    shell_waits(&d);
    assert_int_equal(qtty_session_wait(d.session, QTTY_NONE), QTTY_OK);
    is_in_phase(&d, QTTY_SESSION_LIVE, "");
    assert_int_equal(qtty_session_wait(d.session, QTTY_NONE), QTTY_OK);

    sends(&d, "true");
    child_runs(&d);
    assert_int_equal(qtty_session_wait(d.session, 1), QTTY_E_TIMEOUT);
    not_settled(&d);
    shell_answers(&d, "true", "", 0);
    assert_int_equal(qtty_session_wait(d.session, QTTY_NONE), QTTY_OK);
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);

    d.script.closing = SCRIPTED_IS_STUCK;
    closes(&d);
    assert_int_equal(qtty_session_wait(d.session, QTTY_NONE), QTTY_E_TIMEOUT);
    closes(&d);
    assert_int_equal(qtty_session_wait(d.session, QTTY_NONE), QTTY_OK);
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_CLOSED);
    driven_finish(&d);
}

static void
waiting_tells_why_a_start_up_failed(void **state)
{
    struct driven d;
    (void)state;
    starts_at_the_real_time(&d);
    scripted_exit(&d.script, 1);
    assert_int_equal(qtty_session_wait(d.session, QTTY_NONE), QTTY_E_CLOSED);
    driven_finish(&d);
}

/* Who draws waits for the end of a frame (mode 2026), a second at most. */
static void
a_frame_that_is_not_ended_ends_by_the_clock(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    const qtty_emulator *e = qtty_session_emulator(d.session);
    prints(&d, "\033[?2026h");
    step(&d);
    assert_true(qtty_emulator_synchronised(e));
    assert_int_equal(deadline(&d), d.now_ns + MS(1000));
    passes(&d, MS(999));
    assert_true(qtty_emulator_synchronised(e));
    passes(&d, MS(1));
    assert_false(qtty_emulator_synchronised(e));
    assert_int_equal(deadline(&d), QTTY_NEVER);

    prints(&d, "\033[?2026h");
    step(&d);
    prints(&d, "\033[?2026l");
    step(&d);
    assert_int_equal(deadline(&d), QTTY_NEVER);
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_that_is_not_ended_ends_by_the_clock),
        cmocka_unit_test(wants_are_told_as_far_as_there_is_room),
        cmocka_unit_test(nothing_is_wanted_when_all_is_over),
        cmocka_unit_test(an_idle_session_wants_no_step),
        cmocka_unit_test(time_does_not_run_back),
        cmocka_unit_test(waiting_ends_with_what_is_under_way),
        cmocka_unit_test(waiting_tells_why_a_start_up_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
