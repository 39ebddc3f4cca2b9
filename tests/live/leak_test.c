/* A thousand sessions, one after the other, ended in every way that there is. What this
 * process holds is as before: descriptors, children, files, blocks of memory.
 * usage: leak_test [SESSIONS] */
#define _GNU_SOURCE

#include "live/session.h"

enum { CHECKED_EACH = 100 };

static unsigned long sessions = 1000;

static struct failing_allocator memory; /* counts, and fails where a test says so */
static qtty_allocator hook;

static qtty_session_config
counted(void)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    hook = failing_allocator_hook(&memory);
    c.allocator = &hook;
    c.window = (qtty_window){ .rows = 10, .cols = 40 };
    c.dispose_grace_ms = 100; /* a child that is born into a close is told nothing */
    return c;
}

/* --- What a session may come to ----------------------------------------------------- */

static void
opened_and_closed(void)
{
    qtty_session_config c = counted();
    struct driven d = drive_start(&c);
    drive_end(&d);
}

static void
closed_after_sends(void)
{
    qtty_session_config c = counted();
    struct driven d = drive_start(&c);
    says(&d, "echo one", "one\n", 0);
    says(&d, "seq 3 | tail -1", "3\n", 0);
    drive_end(&d);
}

static void
ended_by_itself(void)
{
    qtty_session_config c = counted();
    struct driven d = drive_start(&c);
    drive_send(&d, "sleep 1000 & exit 1", true);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    drive_free(&d);
}

static void
destroyed_while_starting(void)
{
    qtty_session_config c = counted();
    struct driven d;
    drive_create(&d, &c);
    drive_free(&d);
}

static void
cancelled_while_starting(void)
{
    qtty_session_config c = counted();
    struct driven d;
    drive_create(&d, &c);
    assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_FAILED);
    drive_free(&d);
}

static void
destroyed_in_a_send(void)
{
    qtty_session_config c = counted();
    struct driven d = drive_start(&c);
    drive_send(&d, "echo begun; sleep 1000", true);
    drive_until(&d, "\nbegun");
    drive_free(&d);
}

static void
closed_in_a_send(void)
{
    qtty_session_config c = counted();
    struct driven d = drive_start(&c);
    drive_send(&d, "echo begun; sleep 1000", true);
    drive_end(&d);
}

static void
without_a_shell(void)
{
    const qtty_span argv[] = { qtty_text("sh"), qtty_text("-c"),
                               qtty_text("echo ready; exec cat") };
    qtty_session_config c = counted();
    c.dialect = "none";
    c.argv = argv;
    c.argc = COUNT_OF(argv);
    struct driven d = drive_start(&c);
    asks(&d, "x", "x\nx\n", LINES_ECHOED);
    drive_end(&d);
}

static void
failed_to_start(void)
{
    const qtty_span argv[] = { qtty_text("sh"), qtty_text("-c"), qtty_text("echo no") };
    qtty_session_config c = counted();
    struct driven d;
    c.dialect = "none";
    c.argv = argv;
    c.argc = COUNT_OF(argv);
    drive_create(&d, &c);
    while (qtty_session_phase(d.session) != QTTY_SESSION_FAILED)
        drive_turn(&d);
    drive_free(&d);
}

static void
refused(void)
{
    const qtty_span missing[] = { qtty_text("/nowhere/program") };
    qtty_session_config c = counted();
    qtty_session *session;
    c.cwd = "/nowhere";
    assert_int_equal(qtty_session_create(&session, NULL, &c, live_now(), NULL),
                     QTTY_E_NOT_FOUND);
    c.cwd = NULL;
    c.argv = missing;
    c.argc = COUNT_OF(missing);
    assert_int_equal(qtty_session_create(&session, NULL, &c, live_now(), NULL),
                     QTTY_E_NOT_FOUND);
    assert_null(session);
}

/* Each allocation in its turn, until the creation needs no more. */
static void
refused_for_lack_of_memory(void)
{
    qtty_session_config c = counted();
    qtty_session *session = NULL;
    for (long i = 1; session == NULL; i += 7) {
        memory.calls = 0;
        memory.fail_at = i;
        qtty_status st = qtty_session_create(&session, NULL, &c, live_now(), NULL);
        assert_true(session != NULL || st == QTTY_E_NOMEM);
        assert_true(session != NULL || memory.live == 0);
    }
    memory.fail_at = 0;
    qtty_session_destroy(session);
}

/* --- As before ---------------------------------------------------------------------- */

static void
is_as_before(size_t descriptors)
{
    assert_int_equal(live_descriptors(), descriptors);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(drive_files("qtty-"), 0);
    assert_int_equal(memory.live, 0);
}

static void
a_thousand_shells_leave_nothing(void **state)
{
    size_t descriptors = live_descriptors();
    (void)state;
    for (size_t i = 1; i <= sessions; i++) {
        opened_and_closed();
        if (i % CHECKED_EACH == 0)
            is_as_before(descriptors);
    }
}

static void
a_thousand_other_ends_leave_nothing(void **state)
{
    static void (*const ends[])(void) = {
        closed_after_sends,
        ended_by_itself,
        destroyed_while_starting,
        destroyed_in_a_send,
        closed_in_a_send,
        cancelled_while_starting,
        without_a_shell,
        failed_to_start,
        refused,
        refused_for_lack_of_memory,
    };
    size_t descriptors = live_descriptors();
    (void)state;
    for (size_t i = 1; i <= sessions; i++) {
        ends[i % COUNT_OF(ends)]();
        if (i % CHECKED_EACH == 0)
            is_as_before(descriptors);
    }
}

int
main(int argc, char **argv)
{
    if (argc == 2)
        sessions = strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_shells_leave_nothing),
        cmocka_unit_test(a_thousand_other_ends_leave_nothing),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
