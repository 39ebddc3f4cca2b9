/* A spawn: published when it is ready, cancelled at each point, by whom it may be, and
 * rolled back. */
#include "unit/crowd.h"

#include "registry/registry.h"

/* --- Publication -------------------------------------------------------------------- */

static void
a_spawn_is_published_when_it_is_ready(void **state)
{
    struct crowd c;
    qtty_session_id ids[2];
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, "build");
    passes(&c, MS(1000));
    spawned(&c, o, id, QTTY_E_NOT_FOUND, NULL);
    not_found(&c, o, id, QTTY_E_NO_SESSION, "session 1: is not published");
    assert_int_equal(qtty_owner_list(o, ids, 2), 0);
    assert_null(qtty_owner_session_name(o, id));
    assert_int_equal(qtty_owner_close(o, id, c.now_ns), QTTY_E_NO_SESSION);
    assert_int_equal(latest(&c)->closes, 0);
    latest(&c)->ready = true;
    passes(&c, MS(50));
    spawned(&c, o, id, QTTY_OK, NULL);
    assert_int_equal(qtty_session_phase(found(&c, o, id)), QTTY_SESSION_LIVE);
    assert_int_equal(qtty_owner_list(o, ids, 2), 1);
    crowd_finish(&c);
}

static void
a_spawn_that_is_never_ready_fails(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, NULL);
    passes(&c, MS(29999));
    spawned(&c, o, id, QTTY_E_NOT_FOUND, NULL);
    passes(&c, MS(1));
    spawned(&c, o, id, QTTY_E_TIMEOUT, "start-up: not ready within 30000 ms");
    not_found(&c, o, id, QTTY_E_NO_SESSION, NULL);
    assert_int_equal(c.alive, 0);
    crowd_finish(&c);
}

static void
a_program_that_ends_fails_its_spawn(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, NULL);
    leaves(latest(&c), 3);
    passes(&c, MS(1));
    spawned(&c, o, id, QTTY_E_NOT_FOUND, NULL); /* what it left behind is being ended */
    assert_true(qtty_owner_has_activity(o));
    is_gone(latest(&c));
    passes(&c, MS(1));
    spawned(&c, o, id, QTTY_E_CLOSED, "start-up: the program ended: exit code 3");
    assert_false(qtty_owner_has_activity(o));
    crowd_finish(&c);
}

static void
what_a_program_leaves_behind_can_be_stuck(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_ONCE;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, NULL);
    leaves(latest(&c), 3);
    passes(&c, MS(1));
    spawned(&c, o, id, QTTY_E_CLOSED,
            "start-up: the program ended; close: still there: 100");
    assert_true(qtty_owner_has_activity(o));
    crowd_finish(&c);
}

/* --- Activity ----------------------------------------------------------------------- */

static void
is_active(void *owner)
{
    assert_true(qtty_owner_has_activity(owner));
}

static void
activity_has_no_gap(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c), *other = has_owner(&c);
    c.on_spawn = is_active;
    c.context = o;
    assert_false(qtty_owner_has_activity(o));
    qtty_session_id id = begins(&c, o, NULL);
    for (int i = 0; i < 100; i++) {
        is_active(o);
        latest(&c)->ready = i >= 50;
        passes(&c, MS(1));
    }
    spawned(&c, o, id, QTTY_OK, NULL);
    assert_int_equal(qtty_owner_close(o, id, c.now_ns), QTTY_OK);
    passes(&c, MS(100));
    is_active(o);
    assert_false(qtty_owner_has_activity(other));
    is_gone(latest(&c));
    passes(&c, MS(1));
    assert_false(qtty_owner_has_activity(o));
    crowd_finish(&c);
}

static void
a_refused_spawn_is_no_activity(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    c.on_spawn = is_active;
    c.context = o;
    c.fails = QTTY_E_IO;
    cannot_spawn(&c, o, NULL, NULL, QTTY_E_IO, "spawn: told to fail");
    assert_false(qtty_owner_has_activity(o));
    crowd_finish(&c);
}

static void
activity_is_counted_by_session(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id one = opens(&c, o, NULL), two = begins(&c, o, NULL);
    assert_int_equal(qtty_owner_close(o, one, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    assert_true(qtty_owner_has_activity(o));
    assert_int_equal(qtty_owner_cancel_spawn(o, two, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    assert_false(qtty_owner_has_activity(o));
    crowd_finish(&c);
}

/* --- Cancelled, at each point ------------------------------------------------------- */

enum canceller { CALLER, OWNER, REGISTRY, CANCELLERS };

static const struct {
    qtty_status status;
    const char *why;
} outcomes[CANCELLERS] = {
    { QTTY_E_CANCELLED, "start-up: cancelled" },
    { QTTY_E_OWNER_NOT_LIVE, "start-up: cancelled, the owner is being disposed" },
    { QTTY_E_SERVICE_DISPOSING, "start-up: cancelled, the registry is being disposed" },
};

static void
cancels(struct crowd *c, qtty_owner *o, qtty_session_id id, enum canceller who)
{
    if (who == CALLER)
        assert_int_equal(qtty_owner_cancel_spawn(o, id, c->now_ns), QTTY_OK);
    else if (who == OWNER)
        qtty_owner_dispose(o, c->now_ns);
    else
        qtty_registry_dispose(c->registry, c->now_ns);
}

/* How far a spawn has come when it is cancelled. */
enum point { AT_ONCE, STARTING, READY, ENDED, TOO_LATE, POINTS };

static void
comes_to(struct crowd *c, enum point point)
{
    struct program *p = latest(c);
    if (point >= STARTING)
        passes(c, MS(100));
    p->ready = point == READY; /* what the backend has finished, and nobody has seen */
    if (point == ENDED) {
        leaves(p, 3);
        step(c);
    } else if (point == TOO_LATE) {
        passes(c, MS(30000));
    }
}

/* The status is the canceller's own, also where the start-up had failed by then; that is
 * told behind it. */
static void
is_cancelled_at(enum point point, enum canceller who, enum crowd_end ends)
{
    struct crowd c;
    crowd_init(&c);
    c.ends = ends;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, "build");
    comes_to(&c, point);
    spawned(&c, o, id, QTTY_E_NOT_FOUND, NULL);
    cancels(&c, o, id, who);
    if (ends == LINGERS) {
        passes(&c, MS(100));
        spawned(&c, o, id, QTTY_E_NOT_FOUND, NULL);
        assert_true(qtty_owner_has_activity(o));
        is_gone(latest(&c));
    }
    passes(&c, MS(1));
    spawned(&c, o, id, outcomes[who].status, NULL);
    const char *why = qtty_registry_error(c.registry);
    assert_memory_equal(why, outcomes[who].why, strlen(outcomes[who].why));
    const char *rest = why + strlen(outcomes[who].why);
    assert_string_equal(rest,
                        point == TOO_LATE ? "; start-up: not ready within 30000 ms" : "");
    not_found(&c, o, id, QTTY_E_NO_SESSION, "session 1: is not published");
    assert_false(qtty_owner_has_activity(o));
    assert_int_equal(c.alive, 0);
    crowd_finish(&c);
}

static void
is_cancelled_by(enum canceller who)
{
    for (enum point point = AT_ONCE; point < POINTS; point++) {
        if (point < ENDED)
            is_cancelled_at(point, who, ENDS_AT_ONCE);
        is_cancelled_at(point, who, LINGERS);
    }
}

static void
cancelled_by_the_caller(void **state)
{
    (void)state;
    is_cancelled_by(CALLER);
}

static void
cancelled_by_the_end_of_the_owner(void **state)
{
    (void)state;
    is_cancelled_by(OWNER);
}

static void
cancelled_by_the_end_of_the_registry(void **state)
{
    (void)state;
    is_cancelled_by(REGISTRY);
}

static void
who_cancels_first_is_told(void **state)
{
    (void)state;
    for (enum canceller first = CALLER; first < CANCELLERS; first++)
        for (enum canceller second = CALLER; second < CANCELLERS; second++) {
            struct crowd c;
            crowd_init(&c);
            c.ends = LINGERS;
            qtty_owner *o = has_owner(&c);
            qtty_session_id id = begins(&c, o, NULL);
            cancels(&c, o, id, first);
            passes(&c, MS(10));
            cancels(&c, o, id, second);
            is_gone(latest(&c));
            passes(&c, MS(1));
            spawned(&c, o, id, outcomes[first].status, outcomes[first].why);
            crowd_finish(&c);
        }
}

static void
a_published_session_cannot_be_cancelled(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = opens(&c, o, NULL);
    assert_int_equal(qtty_owner_cancel_spawn(o, id, c.now_ns), QTTY_E_NOT_FOUND);
    assert_string_equal(qtty_registry_error(c.registry),
                        "session 1: there is no spawn to cancel");
    passes(&c, MS(1000));
    assert_int_equal(qtty_session_phase(found(&c, o, id)), QTTY_SESSION_LIVE);
    assert_int_equal(latest(&c)->closes, 0);
    spawned(&c, o, id, QTTY_OK, NULL);
    crowd_finish(&c);
}

/* --- Rollback ----------------------------------------------------------------------- */

static void
both_errors_of_a_failed_rollback_are_told(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_EVER;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, "build");
    assert_int_equal(qtty_owner_cancel_spawn(o, id, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    spawned(&c, o, id, QTTY_E_CANCELLED, "start-up: cancelled; close: still there: 100");
    passes(&c, MS(1000));
    assert_true(qtty_owner_has_activity(o));
    not_found(&c, o, id, QTTY_E_NO_SESSION, NULL);
    cannot_spawn(&c, o, "build", NULL, QTTY_E_DUPLICATE_NAME,
                 "name: \"build\": is in use");
    assert_int_equal(latest(&c)->closes, 1);
    crowd_finish(&c);
}

static void
a_failed_rollback_can_be_tried_again(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_ONCE;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, "build");
    passes(&c, MS(30000));
    const char *why = "start-up: not ready within 30000 ms; close: still there: 100";
    spawned(&c, o, id, QTTY_E_TIMEOUT, why);
    assert_true(qtty_owner_has_activity(o));
    assert_int_equal(qtty_owner_cancel_spawn(o, id, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    spawned(&c, o, id, QTTY_E_TIMEOUT, why);
    assert_false(qtty_owner_has_activity(o));
    assert_int_equal(c.alive, 0);
    assert_int_equal(qtty_owner_cancel_spawn(o, id, c.now_ns), QTTY_E_NOT_FOUND);
    (void)begins(&c, o, "build");
    crowd_finish(&c);
}

static void
the_newest_failures_are_remembered(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c), *other = has_owner(&c);
    qtty_session_id first = 0, last = 0, of_other = begins(&c, other, NULL);
    leaves(latest(&c), 1);
    for (int i = 0; i <= QTTY_FAILED_SPAWNS_MAX; i++) {
        last = begins(&c, o, NULL);
        first = first == 0 ? last : first;
        leaves(latest(&c), 1);
        passes(&c, MS(1));
    }
    spawned(&c, o, first, QTTY_E_CLOSED, NULL);
    (void)begins(&c, o, NULL);
    spawned(&c, o, first, QTTY_E_NO_SESSION, NULL);
    spawned(&c, o, first + 1, QTTY_E_CLOSED, NULL);
    spawned(&c, o, last, QTTY_E_CLOSED, NULL);
    spawned(&c, other, of_other, QTTY_E_CLOSED, NULL);
    crowd_finish(&c);
}

/* They are of another owner, whom nothing else makes forget them. */
static void
remembered_failures_keep_nobody_out(void **state)
{
    struct crowd c;
    qtty_session_id first = 0;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c), *other = has_owner(&c);
    for (int i = 0; i < QTTY_SESSIONS_MAX; i++) {
        struct entry *e = entry_add(other, NULL, QTTY_SANDBOX_DANGER_FULL_ACCESS);
        assert_non_null(e);
        entry_rest(e);
        e->spawned = QTTY_E_CLOSED;
        first = first == 0 ? e->id : first;
    }
    (void)begins(&c, o, NULL);
    spawned(&c, other, first, QTTY_E_NO_SESSION, NULL);
    assert_int_equal(qtty_owner_spawned(other, first + 1), QTTY_E_CLOSED);
    crowd_finish(&c);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spawn_is_published_when_it_is_ready),
        cmocka_unit_test(a_spawn_that_is_never_ready_fails),
        cmocka_unit_test(a_program_that_ends_fails_its_spawn),
        cmocka_unit_test(what_a_program_leaves_behind_can_be_stuck),
        cmocka_unit_test(activity_has_no_gap),
        cmocka_unit_test(a_refused_spawn_is_no_activity),
        cmocka_unit_test(activity_is_counted_by_session),
        cmocka_unit_test(cancelled_by_the_caller),
        cmocka_unit_test(cancelled_by_the_end_of_the_owner),
        cmocka_unit_test(cancelled_by_the_end_of_the_registry),
        cmocka_unit_test(who_cancels_first_is_told),
        cmocka_unit_test(a_published_session_cannot_be_cancelled),
        cmocka_unit_test(both_errors_of_a_failed_rollback_are_told),
        cmocka_unit_test(a_failed_rollback_can_be_tried_again),
        cmocka_unit_test(the_newest_failures_are_remembered),
        cmocka_unit_test(remembered_failures_keep_nobody_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
