/* The end of an owner and of everything: new work is refused, all is closed, all failures
 * are told together. */
#include "unit/crowd.h"

/* --- An owner ----------------------------------------------------------------------- */

static void
an_owner_without_sessions_is_gone_at_once(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    not_disposed(o);
    qtty_owner_dispose(o, c.now_ns);
    disposed(&c, o, QTTY_OK, "");
    crowd_finish(&c);
}

static void
a_disposed_owner_takes_no_new_work(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c), *other = has_owner(&c);
    (void)opens(&c, o, NULL);
    qtty_owner_dispose(o, c.now_ns);
    cannot_spawn(&c, o, NULL, NULL, QTTY_E_OWNER_NOT_LIVE,
                 "spawn: the owner is disposed or being disposed");
    (void)begins(&c, other, NULL);
    crowd_finish(&c);
}

static void
every_session_of_an_owner_is_closed(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c), *other = has_owner(&c);
    (void)opens(&c, o, "one");
    (void)opens(&c, o, "two");
    qtty_session_id starting = begins(&c, o, NULL), foreign = opens(&c, other, NULL);
    qtty_owner_dispose(o, c.now_ns);
    for (size_t i = 0; i < 3; i++) {
        not_disposed(o);
        assert_true(qtty_owner_has_activity(o));
        assert_int_equal(c.programs[i]->closes, 1);
        is_gone(c.programs[i]);
        passes(&c, MS(1));
    }
    spawned(&c, o, starting, QTTY_E_OWNER_NOT_LIVE, NULL);
    assert_false(qtty_owner_has_activity(o));
    disposed(&c, o, QTTY_OK, NULL);
    passes(&c, MS(1));
    assert_int_equal(c.alive, 1);
    assert_int_equal(qtty_session_phase(found(&c, other, foreign)), QTTY_SESSION_LIVE);
    crowd_finish(&c);
}

static void
all_are_tried_and_all_failures_are_told(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    (void)opens(&c, o, "one");
    qtty_session_id starting = begins(&c, o, NULL);
    c.programs[0]->ends = c.programs[1]->ends = STUCK_EVER;
    (void)opens(&c, o, NULL);
    latest(&c)->ends = STUCK_EVER;
    (void)opens(&c, o, "four");
    qtty_owner_dispose(o, c.now_ns);
    passes(&c, MS(1));
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(c.programs[i]->closes, 1);
    assert_true(qtty_owner_has_activity(o));
    spawned(&c, o, starting, QTTY_E_OWNER_NOT_LIVE,
            "start-up: cancelled, the owner is being disposed; close: still there: 101");
    disposed(&c, o, QTTY_E_IO,
             "session 1 \"one\": close: still there: 100; "
             "session 2: start-up: cancelled, the owner is being disposed; close: still "
             "there: 101; session 3: close: still there: 102");
    step(&c);
    assert_int_equal(c.alive, 3);
    crowd_finish(&c);
}

static void
an_end_that_failed_before_is_tried_again(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_ONCE;
    qtty_owner *o = has_owner(&c);
    qtty_session_id live = opens(&c, o, NULL), starting = begins(&c, o, NULL);
    assert_int_equal(qtty_owner_close(o, live, c.now_ns), QTTY_OK);
    assert_int_equal(qtty_owner_cancel_spawn(o, starting, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    spawned(&c, o, starting, QTTY_E_CANCELLED,
            "start-up: cancelled; close: still there: 101");
    assert_true(qtty_owner_has_activity(o));
    qtty_owner_dispose(o, c.now_ns);
    not_disposed(o);
    passes(&c, MS(1));
    assert_false(qtty_owner_has_activity(o));
    disposed(&c, o, QTTY_OK, NULL);
    step(&c);
    assert_int_equal(c.alive, 0);
    crowd_finish(&c);
}

static void
a_disposal_joins_closes_under_way(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c);
    qtty_session_id one = opens(&c, o, NULL), two = opens(&c, o, NULL);
    assert_int_equal(qtty_owner_close(o, one, c.now_ns), QTTY_OK);
    assert_int_equal(qtty_owner_close(o, one, c.now_ns), QTTY_OK);
    qtty_owner_dispose(o, c.now_ns);
    qtty_owner_dispose(o, c.now_ns);
    assert_int_equal(qtty_owner_close(o, two, c.now_ns), QTTY_OK);
    passes(&c, MS(10));
    not_disposed(o);
    is_gone(c.programs[1]);
    passes(&c, MS(1));
    not_found(&c, o, two, QTTY_E_NO_SESSION, NULL);
    assert_int_equal(qtty_session_phase(found(&c, o, one)), QTTY_SESSION_CLOSING);
    not_disposed(o);
    is_gone(c.programs[0]);
    passes(&c, MS(1));
    disposed(&c, o, QTTY_OK, NULL);
    crowd_finish(&c);
}

/* A retry that the owner asks for after a failure is waited for, too. */
static void
a_retry_during_a_disposal_counts(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_ONCE;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = opens(&c, o, NULL);
    qtty_owner_dispose(o, c.now_ns);
    passes(&c, MS(1));
    assert_int_equal(qtty_session_phase(found(&c, o, id)), QTTY_SESSION_FAILED);
    assert_int_equal(qtty_owner_close(o, id, c.now_ns), QTTY_OK);
    not_disposed(o);
    passes(&c, MS(1));
    disposed(&c, o, QTTY_OK, NULL);
    crowd_finish(&c);
}

static void
a_session_that_was_stepped_alone_counts_as_closed(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = opens(&c, o, NULL);
    qtty_session *s = found(&c, o, id);
    qtty_owner_dispose(o, c.now_ns);
    for (int i = 0; i < 4; i++)
        assert_int_equal(qtty_session_step(s, NULL, 0, c.now_ns), QTTY_OK);
    assert_int_equal(qtty_session_phase(s), QTTY_SESSION_CLOSED);
    disposed(&c, o, QTTY_OK, NULL);
    crowd_finish(&c);
}

/* --- Everything --------------------------------------------------------------------- */

static void
a_registry_under_disposal_takes_no_new_work(void **state)
{
    struct crowd c;
    qtty_owner *none = (qtty_owner *)&c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c), *gone = has_owner(&c);
    (void)opens(&c, o, NULL);
    (void)opens(&c, gone, NULL);
    not_all_disposed(&c);
    qtty_owner_dispose(gone, c.now_ns);
    qtty_registry_dispose(c.registry, c.now_ns);
    const char *why = "spawn: the registry is being disposed";
    cannot_spawn(&c, o, NULL, NULL, QTTY_E_SERVICE_DISPOSING, why);
    cannot_spawn(&c, gone, NULL, NULL, QTTY_E_SERVICE_DISPOSING, why);
    assert_int_equal(qtty_owner_create(&none, c.registry), QTTY_E_SERVICE_DISPOSING);
    assert_null(none);
    assert_int_equal(qtty_registry_add_backend(c.registry, "x", NULL),
                     QTTY_E_SERVICE_DISPOSING);
    not_all_disposed(&c);
    crowd_finish(&c);
}

static void
everything_is_closed(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *a = has_owner(&c), *b = has_owner(&c);
    (void)opens(&c, a, NULL);
    qtty_session_id starting = begins(&c, b, NULL);
    qtty_registry_dispose(c.registry, c.now_ns);
    for (size_t i = 0; i < 2; i++) {
        not_all_disposed(&c);
        is_gone(c.programs[i]);
        passes(&c, MS(1));
    }
    all_disposed(&c, QTTY_OK, NULL);
    all_disposed(&c, QTTY_OK, NULL);
    spawned(&c, b, starting, QTTY_E_SERVICE_DISPOSING, NULL);
    disposed(&c, a, QTTY_OK, NULL);
    step(&c);
    assert_int_equal(c.alive, 0);
    crowd_finish(&c);
}

static void
failures_of_all_owners_are_told_together(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *a = has_owner(&c), *b = has_owner(&c);
    (void)opens(&c, a, "x");
    (void)opens(&c, b, "x");
    c.programs[0]->ends = c.programs[1]->ends = STUCK_EVER;
    qtty_registry_dispose(c.registry, c.now_ns);
    passes(&c, MS(1));
    assert_true(qtty_owner_has_activity(a));
    all_disposed(&c, QTTY_E_IO,
                 "session 1 \"x\": close: still there: 100; "
                 "session 2 \"x\": close: still there: 101");
    assert_false(qtty_owner_has_activity(a)); /* it was reported */
    assert_false(qtty_owner_has_activity(b));
    disposed(&c, a, QTTY_E_IO, "session 1 \"x\": close: still there: 100");
    crowd_finish(&c);
}

static void
what_an_owner_could_not_close_the_registry_tries_again(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *a = has_owner(&c), *b = has_owner(&c);
    qtty_session_id live = opens(&c, a, NULL), starting = begins(&c, a, NULL);
    c.programs[0]->ends = c.programs[1]->ends = STUCK_ONCE;
    qtty_owner_dispose(a, c.now_ns);
    passes(&c, MS(1));
    disposed(&c, a, QTTY_E_IO, NULL);
    passes(&c, MS(1000));
    assert_int_equal(c.programs[0]->closes, 1);
    not_found(&c, b, live, QTTY_E_FOREIGN_SESSION, NULL);
    not_found(&c, b, starting, QTTY_E_FOREIGN_SESSION, NULL);
    qtty_registry_dispose(c.registry, c.now_ns);
    not_all_disposed(&c);
    passes(&c, MS(1));
    all_disposed(&c, QTTY_OK, NULL);
    not_found(&c, b, live, QTTY_E_NO_SESSION, NULL);
    not_found(&c, b, starting, QTTY_E_NO_SESSION, NULL);
    step(&c);
    assert_int_equal(c.alive, 0);
    crowd_finish(&c);
}

static void
a_disposal_that_failed_can_be_tried_again(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_ONCE;
    qtty_owner *o = has_owner(&c);
    (void)opens(&c, o, NULL);
    qtty_registry_dispose(c.registry, c.now_ns);
    passes(&c, MS(1));
    all_disposed(&c, QTTY_E_IO, "session 1: close: still there: 100");
    qtty_registry_dispose(c.registry, c.now_ns);
    not_all_disposed(&c);
    passes(&c, MS(1));
    all_disposed(&c, QTTY_OK, NULL);
    crowd_finish(&c);
}

/* More than a report holds: those that are not told are counted. */
static void
a_report_has_a_ceiling(void **state)
{
    enum { SESSIONS = 800 };
    struct crowd c;
    char name[QTTY_LABEL_BYTES_MAX + 1];
    unsigned told = 0, untold = 0;
    char *end;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_EVER;
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    for (int i = 0; i < SESSIONS; i++)
        (void)begins(&c, has_owner(&c), name);
    qtty_registry_dispose(c.registry, c.now_ns);
    passes(&c, MS(1));
    all_disposed(&c, QTTY_E_IO, NULL);
    const char *why = qtty_registry_error(c.registry), *at = why;
    for (; (at = strstr(at, "still there")) != NULL; at++)
        told++;
    at = strstr(why, "; more sessions that could not be closed: ");
    assert_non_null(at);
    untold = (unsigned)strtoul(strchr(at, ':') + 1, &end, 10);
    assert_string_equal(end, "");
    assert_int_equal(told + untold, SESSIONS);
    assert_true(strlen(why) < 262144 && told > 500);
    crowd_finish(&c);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_owner_without_sessions_is_gone_at_once),
        cmocka_unit_test(a_disposed_owner_takes_no_new_work),
        cmocka_unit_test(every_session_of_an_owner_is_closed),
        cmocka_unit_test(all_are_tried_and_all_failures_are_told),
        cmocka_unit_test(an_end_that_failed_before_is_tried_again),
        cmocka_unit_test(a_disposal_joins_closes_under_way),
        cmocka_unit_test(a_retry_during_a_disposal_counts),
        cmocka_unit_test(a_session_that_was_stepped_alone_counts_as_closed),
        cmocka_unit_test(a_registry_under_disposal_takes_no_new_work),
        cmocka_unit_test(everything_is_closed),
        cmocka_unit_test(failures_of_all_owners_are_told_together),
        cmocka_unit_test(what_an_owner_could_not_close_the_registry_tries_again),
        cmocka_unit_test(a_disposal_that_failed_can_be_tried_again),
        cmocka_unit_test(a_report_has_a_ceiling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
