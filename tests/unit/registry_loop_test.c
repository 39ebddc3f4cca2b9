/* The loop over all sessions: one array, one deadline, one step; and how long what was
 * closed can be looked at. */
#include "unit/crowd.h"

static uint64_t
deadline(struct crowd *c)
{
    uint64_t at;
    size_t count;
    qtty_registry_wants(c->registry, NULL, 0, &count, &at);
    return at;
}

static void
closes(struct crowd *c, qtty_owner *o, qtty_session_id id)
{
    assert_int_equal(qtty_owner_close(o, id, c->now_ns), QTTY_OK);
}

/* --- Wants -------------------------------------------------------------------------- */

static void
an_empty_registry_wants_nothing(void **state)
{
    struct crowd c;
    qtty_want wants[2];
    size_t count = 7;
    uint64_t at = 0;
    (void)state;
    crowd_init(&c);
    qtty_registry_wants(c.registry, wants, 2, &count, &at);
    assert_int_equal(count, 0);
    assert_true(at == QTTY_NEVER);
    step(&c);
    crowd_finish(&c);
}

static void
one_array_has_the_wants_of_all(void **state)
{
    struct crowd c;
    qtty_want wants[4] = { { 0 } };
    size_t count;
    uint64_t at;
    (void)state;
    crowd_init(&c);
    qtty_owner *a = has_owner(&c), *b = has_owner(&c);
    (void)opens(&c, a, NULL);
    (void)opens(&c, b, NULL);
    (void)opens(&c, a, NULL);
    qtty_registry_wants(c.registry, wants, 2, &count, &at);
    assert_int_equal(count, 3);
    assert_int_equal(wants[2].events, 0);
    qtty_registry_wants(c.registry, wants, 4, &count, &at);
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(wants[i].descriptor, CROWD_DESCRIPTOR + i);
    assert_true(at == QTTY_NEVER); /* idle shells need no step */
    crowd_finish(&c);
}

static void
the_deadline_is_the_earliest_of_all(void **state)
{
    struct crowd c;
    qtty_session_config config = crowd_config();
    qtty_session_id id;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    config.poll_interval_ms = 400;
    config.handoff_grace_ms = 400;
    config.timeout_ms = 7000;
    assert_int_equal(qtty_owner_spawn(o, NULL, &config, c.now_ns, &id), QTTY_OK);
    uint64_t started = c.now_ns;
    passes(&c, MS(6900));
    uint64_t alone = deadline(&c);
    assert_true(alone > c.now_ns && alone <= started + MS(7000));
    (void)begins(&c, o, NULL);
    passes(&c, MS(1));
    assert_true(deadline(&c) <= c.now_ns + MS(50));
    crowd_finish(&c);
}

/* --- Steps -------------------------------------------------------------------------- */

static void
steps_when_ready(struct crowd *c, const int *descriptors, size_t n)
{
    qtty_want ready[4];
    for (size_t i = 0; i < n; i++)
        ready[i] = (qtty_want){ descriptors[i], QTTY_WANT_READ };
    assert_int_equal(qtty_registry_step(c->registry, ready, n, c->now_ns), QTTY_OK);
}

static void
only_those_that_are_ready_are_stepped(void **state)
{
    struct crowd c;
    size_t before[3];
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    for (int i = 0; i < 3; i++)
        (void)opens(&c, o, NULL);
    for (size_t i = 0; i < 3; i++)
        before[i] = c.programs[i]->steps;
    steps_when_ready(&c, (const int[]){ CROWD_DESCRIPTOR + 1 }, 1);
    steps_when_ready(&c, NULL, 0);
    steps_when_ready(&c, (const int[]){ 3, CROWD_DESCRIPTOR + 1 }, 2);
    assert_int_equal(c.programs[0]->steps, before[0]);
    assert_int_equal(c.programs[1]->steps, before[1] + 2);
    assert_int_equal(c.programs[2]->steps, before[2]);
    assert_int_equal(qtty_registry_step(c.registry, NULL, 0, c.now_ns), QTTY_OK);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(c.programs[i]->steps, before[i] + (i == 1 ? 3 : 1));
    crowd_finish(&c);
}

static void
those_whose_time_has_come_are_stepped(void **state)
{
    struct crowd c;
    qtty_want none = { 3, QTTY_WANT_READ };
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    (void)opens(&c, o, NULL);
    (void)begins(&c, o, NULL);
    size_t idle = c.programs[0]->steps, starting = c.programs[1]->steps;
    c.now_ns = deadline(&c);
    assert_int_equal(qtty_registry_step(c.registry, &none, 1, c.now_ns), QTTY_OK);
    assert_int_equal(c.programs[0]->steps, idle);
    assert_int_equal(c.programs[1]->steps, starting + 1);
    crowd_finish(&c);
}

/* A number that cannot be looked up: then all are stepped. */
static void
strange_descriptors_step_all(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    (void)opens(&c, has_owner(&c), NULL);
    size_t steps = c.programs[0]->steps;
    steps_when_ready(&c, (const int[]){ -1 }, 1);
    steps_when_ready(&c, (const int[]){ 1 << 30 }, 1);
    assert_int_equal(c.programs[0]->steps, steps + 2);
    crowd_finish(&c);
}

static void
one_that_fails_does_not_fail_the_others(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id one = opens(&c, o, NULL), two = opens(&c, o, NULL);
    c.programs[0]->read_fails = true;
    step(&c);
    passes(&c, MS(1));
    assert_int_equal(qtty_session_phase(found(&c, o, one)), QTTY_SESSION_FAILED);
    assert_int_equal(qtty_session_phase(found(&c, o, two)), QTTY_SESSION_LIVE);
    crowd_finish(&c);
}

/* --- Ends --------------------------------------------------------------------------- */

static void
a_program_that_ended_can_be_looked_at_until_it_is_closed(void **state)
{
    struct crowd c;
    qtty_session_id ids[1];
    qtty_child child;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = opens(&c, o, "build");
    leaves(latest(&c), 3);
    passes(&c, MS(1000));
    qtty_session *s = found(&c, o, id);
    assert_int_equal(qtty_session_phase(s), QTTY_SESSION_CLOSED);
    qtty_session_child(s, &child);
    assert_int_equal(child.value, 3);
    assert_int_equal(qtty_owner_list(o, ids, 1), 1);
    assert_false(qtty_owner_has_activity(o)); /* nothing is left of it */
    cannot_spawn(&c, o, "build", NULL, QTTY_E_DUPLICATE_NAME,
                 "name: \"build\": is in use");
    closes(&c, o, id);
    not_found(&c, o, id, QTTY_E_NO_SESSION, "session 1: no such session");
    (void)begins(&c, o, "build");
    crowd_finish(&c);
}

static void
what_a_program_left_behind_is_activity(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c);
    (void)opens(&c, o, NULL);
    leaves(latest(&c), 0);
    passes(&c, MS(1000));
    assert_true(qtty_owner_has_activity(o));
    is_gone(latest(&c));
    passes(&c, MS(1));
    assert_false(qtty_owner_has_activity(o));
    crowd_finish(&c);
}

/* A live send settles by the close, and its result is there to be taken. */
static void
a_closed_session_can_be_looked_at_until_the_next_step(void **state)
{
    struct crowd c;
    qtty_send send = QTTY_SEND_INIT;
    qtty_result result;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = opens(&c, o, "build");
    qtty_session *s = found(&c, o, id);
    send.text = qtty_text("sleep 100");
    send.submit = true;
    latest(&c)->ready = false;
    assert_int_equal(qtty_session_send(s, &send, c.now_ns), QTTY_OK);
    closes(&c, o, id);
    step(&c);
    is_gone(latest(&c));
    while (qtty_session_phase(s) != QTTY_SESSION_CLOSED) {
        assert_false(qtty_session_take_result(s, &result));
        step(&c);
    }
    not_found(&c, o, id, QTTY_E_NO_SESSION, "session 1: no such session");
    assert_false(latest(&c)->destroyed);
    assert_true(qtty_session_take_result(s, &result));
    assert_int_equal(result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    step(&c);
    assert_true(latest(&c)->destroyed);
    crowd_finish(&c);
}

static void
a_close_that_failed_can_be_tried_again(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_ONCE;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = opens(&c, o, "build");
    closes(&c, o, id);
    passes(&c, MS(1000));
    qtty_session *s = found(&c, o, id);
    assert_int_equal(qtty_session_phase(s), QTTY_SESSION_FAILED);
    assert_string_equal(qtty_session_error(s), "close: still there: 100");
    assert_true(qtty_owner_has_activity(o));
    closes(&c, o, id);
    assert_true(qtty_owner_has_activity(o));
    passes(&c, MS(1));
    assert_false(qtty_owner_has_activity(o));
    not_found(&c, o, id, QTTY_E_NO_SESSION, NULL);
    crowd_finish(&c);
}

static void
closes_at_the_same_time_are_one(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c);
    qtty_session_id one = opens(&c, o, NULL), two = opens(&c, o, NULL);
    closes(&c, o, one);
    closes(&c, o, two);
    closes(&c, o, one);
    passes(&c, MS(10));
    is_gone(c.programs[1]);
    passes(&c, MS(1));
    not_found(&c, o, two, QTTY_E_NO_SESSION, NULL);
    assert_int_equal(qtty_session_phase(found(&c, o, one)), QTTY_SESSION_CLOSING);
    is_gone(c.programs[0]);
    passes(&c, MS(1));
    not_found(&c, o, one, QTTY_E_NO_SESSION, NULL);
    crowd_finish(&c);
}

/* By its own handle, which an owner has. */
static void
a_session_closed_by_its_handle_stays_until_its_owner_closes_it(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = opens(&c, o, NULL);
    assert_int_equal(qtty_session_close(found(&c, o, id), c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    assert_int_equal(qtty_session_phase(found(&c, o, id)), QTTY_SESSION_CLOSED);
    assert_false(qtty_owner_has_activity(o));
    closes(&c, o, id);
    not_found(&c, o, id, QTTY_E_NO_SESSION, NULL);
    crowd_finish(&c);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_registry_wants_nothing),
        cmocka_unit_test(one_array_has_the_wants_of_all),
        cmocka_unit_test(the_deadline_is_the_earliest_of_all),
        cmocka_unit_test(only_those_that_are_ready_are_stepped),
        cmocka_unit_test(those_whose_time_has_come_are_stepped),
        cmocka_unit_test(strange_descriptors_step_all),
        cmocka_unit_test(one_that_fails_does_not_fail_the_others),
        cmocka_unit_test(a_program_that_ended_can_be_looked_at_until_it_is_closed),
        cmocka_unit_test(what_a_program_left_behind_is_activity),
        cmocka_unit_test(a_closed_session_can_be_looked_at_until_the_next_step),
        cmocka_unit_test(a_close_that_failed_can_be_tried_again),
        cmocka_unit_test(closes_at_the_same_time_are_one),
        cmocka_unit_test(a_session_closed_by_its_handle_stays_until_its_owner_closes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
