/* Sessions with a shell in which programs leave the terminal's session, and a shell that
 * kills its supervisor: what is ended, and what is told. */
#define _GNU_SOURCE

#include "live/session.h"

#include "live/hostile.h"
#include <sys/prctl.h>

static struct driven
with_seven(struct marked *m)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.dispose_grace_ms = 20;
    struct driven d = drive_start(&c);
    drive_send(&d, HOSTILE " seven & disown", true);
    drive_settle(&d);
    /* They may print behind the prompt: the wait is proven all the same. */
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d.result.command_status, 0);
    uint64_t guard = live_now() + 20000000000u;
    while (count_of(drive_text(&d), "pid ") < 7) {
        assert_true(live_now() < guard);
        assert_int_equal(drive_turn(&d), QTTY_OK);
    }
    drive_send(&d, "true", true); /* so that the last of them has ended its line */
    drive_settle(&d);
    mark_all(m, drive_text(&d));
    assert_int_equal(m->count, 7);
    return d;
}

static void
what_left_the_session_is_ended_by_close(void **state)
{
    struct marked m;
    struct driven d = with_seven(&m);
    (void)state;
    assert_int_equal(qtty_session_close(d.session, live_now()), QTTY_OK);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
    assert_string_equal(qtty_session_error(d.session), "");
    expect_gone(&m);
    drive_free(&d);
}

static void
what_the_shell_leaves_behind_is_ended_before_its_exit_settles(void **state)
{
    struct marked m;
    struct driven d = with_seven(&m);
    (void)state;
    drive_send(&d, "exit 4", true);
    drive_settle(&d);
    expect_gone(&m);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_EXITED);
    assert_int_equal(d.result.child.value, 4);
    drive_free(&d);
}

/* The session goes on; its end is the session's, and says what it may have missed. */
static void
a_session_survives_its_supervisor(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, "kill -KILL $PPID", "", 0);
    says(&d, "echo alive", "alive\n", 0);
    assert_int_equal(qtty_session_close(d.session, live_now()), QTTY_OK);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
    assert_string_equal(qtty_session_error(d.session),
                        "the supervisor was killed: what left the session is not ended");
    drive_free(&d);
}

/* Its status went to init with it. */
static void
the_exit_of_a_shell_without_its_supervisor_is_seen(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "kill -KILL $PPID; exit 4", true);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_UNKNOWN);
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_CLOSED);
    drive_free(&d);
}

/* --- The host is killed ------------------------------------------------------------- */

enum { NOT_HERE = 77 };

/* A host of a session that starts: it kills itself after some turns. */
static _Noreturn void
be_a_host(qtty_session_config *c, size_t turns)
{
    struct driven d = { .session = NULL };
    c->parent = drive_parent();
    qtty_status st = qtty_session_create(&d.session, NULL, c, live_now(), NULL);
    if (st == QTTY_E_NOT_FOUND)
        _exit(NOT_HERE);
    if (st != QTTY_OK || drive_files("qtty-") != 1)
        _exit(1);
    while (turns-- != 0 && qtty_session_phase(d.session) == QTTY_SESSION_STARTING)
        (void)drive_turn(&d);
    (void)kill(getpid(), SIGKILL);
    _exit(1);
}

/* What it leaves comes to be ours: we are told when the supervisor has ended. */
static void
nothing_is_left_by_a_host(qtty_session_config *c, size_t turns)
{
    int status;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    pid_t host = fork();
    if (host == 0)
        be_a_host(c, turns);
    assert_int_equal(waitpid(host, &status, 0), host);
    bool here = !WIFEXITED(status) || WEXITSTATUS(status) != NOT_HERE;
    assert_true(!here || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    assert_int_equal(errno, ECHILD);
    assert_int_equal(drive_files("qtty-"), 0);
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

/* Whether it stands in the start-up's folder, or in one of its own. */
static void
a_killed_host_leaves_no_start_up_file(void **state)
{
    static const char *const dialects[] = { "bash", "zsh", "sh", "python" };
    (void)state;
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++)
        for (size_t turns = 0; turns < 8; turns++) {
            qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
            c.dialect = dialects[i];
            nothing_is_left_by_a_host(&c, turns);
        }
}

static void
a_file_that_no_shell_has_read_is_removed_too(void **state)
{
    const qtty_span argv[] = { qtty_text("/bin/sleep"), qtty_text("1000") };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.argv = argv;
    c.argc = 2;
    nothing_is_left_by_a_host(&c, 0);
    c.dialect = "zsh";
    nothing_is_left_by_a_host(&c, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_left_the_session_is_ended_by_close),
        cmocka_unit_test(what_the_shell_leaves_behind_is_ended_before_its_exit_settles),
        cmocka_unit_test(a_session_survives_its_supervisor),
        cmocka_unit_test(the_exit_of_a_shell_without_its_supervisor_is_seen),
        cmocka_unit_test(a_killed_host_leaves_no_start_up_file),
        cmocka_unit_test(a_file_that_no_shell_has_read_is_removed_too),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
