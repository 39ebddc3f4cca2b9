/* What ends in a session: a command by cancel, signal or timeout; the session by close,
 * by its program's own exit, or before it began. Nothing of it is left then. */
#define _GNU_SOURCE

#include "live/session.h"

#include "live/gone.h"
#include <signal.h>

/* --- What is left ------------------------------------------------------------------- */

/* The number that follows a word in the lines. */
static long
number_behind(struct driven *d, const char *word)
{
    drive_until(d, word);
    const char *at = strstr(drive_text(d), word) + strlen(word);
    assert_in_range(*at, '1', '9');
    return strtol(at, NULL, 10);
}

/* --- Cancel ------------------------------------------------------------------------- */

static void
cancel_interrupts_the_foreground(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    for (int i = 0; i < 20; i++) {
        char line[80], runs[24];
        snprintf(line, sizeof line, "sh -c 'echo run; echo %d; exec sleep 100'", i);
        snprintf(runs, sizeof runs, "\nrun\n%d", i);
        drive_send(&d, line, true);
        drive_until(&d, runs); /* before, the shell itself would be interrupted */
        assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
        drive_settle(&d);
        is_at_prompt(&d, 130);
        says(&d, "echo still", "still\n", 0);
    }
    assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_E_NOT_FOUND);
    drive_end(&d);
}

/* What ignores it settles by itself, in its own time. */
static void
what_ignores_the_interrupt_goes_on(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "trap '' INT; echo ready; sleep 0.1; echo done; trap - INT", true);
    drive_until(&d, "\nready");
    assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
    assert_string_equal(drive_settle(&d), "ready\ndone\n");
    is_at_prompt(&d, 0);
    drive_end(&d);
}

static void
cancel_ends_output_without_end(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "yes", true);
    drive_until(&d, "\ny\ny\n");
    assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
    drive_settle(&d);
    is_at_prompt(&d, 130);
    is_usable(&d);
    drive_end(&d);
}

/* --- Timeouts ----------------------------------------------------------------------- */

static void
begin_with_timeout(struct driven *d, const char *line, uint32_t timeout_ms)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(line);
    send.submit = true;
    send.timeout_ms = timeout_ms;
    assert_int_equal(qtty_session_send(d->session, &send, live_now()), QTTY_OK);
}

static void
output_without_end_times_out(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.max_read_bytes = 4096;
    struct driven d = drive_start(&c);
    begin_with_timeout(&d, "yes", 100);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_TIMEOUT);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_NONE);
    assert_int_equal(d.result.command_status, -1);
    assert_true(d.result.truncated);
    assert_true(d.result.elapsed_ns >= 100000000);

    assert_int_equal(qtty_session_signal(d.session, QTTY_SIGNAL_INT, NULL, live_now()),
                     QTTY_OK);
    drive_send(&d, "", false);
    drive_settle(&d);
    is_at_prompt(&d, 130);
    is_usable(&d);
    drive_end(&d);
}

/* A second send is refused while the first is live; after its timeout one types ahead. */
static void
one_send_at_a_time(void **state)
{
    struct driven d = drive_bash();
    qtty_send second = QTTY_SEND_INIT;
    (void)state;
    second.text = qtty_text("echo two");
    second.submit = true;
    says(&d, "mkfifo ~/go", "", 0);
    begin_with_timeout(&d, "read x <~/go", 50);
    assert_int_equal(qtty_session_send(d.session, &second, live_now()),
                     QTTY_E_SEND_ACTIVE);
    assert_string_equal(qtty_session_error(d.session), "send: another is active");
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_TIMEOUT);

    assert_int_equal(qtty_session_send(d.session, &second, live_now()), QTTY_OK);
    drive_until(&d, "echo two"); /* the terminal's echo: the shell has not read it */
    char path[80];
    snprintf(path, sizeof path, "%s/go", drive_home);
    FILE *go = fopen(path, "w");
    fputs("go\n", go);
    fclose(go);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    assert_non_null(strstr((const char *)d.output.data, "two\n"));
    says(&d, "echo $x", "go\n", 0);
    drive_end(&d);
}

/* --- Signals ------------------------------------------------------------------------ */

static void
a_stopped_job_comes_back(void **state)
{
    struct driven d = drive_bash();
    int64_t group = 0;
    qtty_child child;
    (void)state;
    asks(&d, "cat", "", LINES_ECHOED);
    assert_int_equal(qtty_session_signal(d.session, QTTY_SIGNAL_TSTP, &group, live_now()),
                     QTTY_OK);
    qtty_session_child(d.session, &child);
    assert_true(group > 0 && group != child.pid);
    drive_send(&d, "", false);
    drive_settle(&d);
    is_at_prompt(&d, 148);
    assert_non_null(strstr(drive_text(&d), "\n[1]+  Stopped                 cat\n"));

    asks(&d, "fg", "cat\n", LINES_ECHOED);
    asks(&d, "again", "again\nagain\n", LINES_ECHOED);
    leaves(&d, "\x04", "", 0);
    drive_end(&d);
}

static void
kill_is_for_programs_not_for_the_shell(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    assert_int_equal(qtty_session_signal(d.session, QTTY_SIGNAL_KILL, NULL, live_now()),
                     QTTY_E_INVAL);
    assert_non_null(strstr(qtty_session_error(d.session), "close ends it"));
    says(&d, "echo alive", "alive\n", 0);

    asks(&d, "cat", "", LINES_ECHOED);
    assert_int_equal(qtty_session_signal(d.session, QTTY_SIGNAL_KILL, NULL, live_now()),
                     QTTY_OK);
    drive_send(&d, "", false);
    drive_settle(&d);
    is_at_prompt(&d, 137);
    drive_end(&d);
}

/* --- The program's own end ---------------------------------------------------------- */

static void
expect_exit(struct driven *d, qtty_child_state how, int value)
{
    assert_int_equal(d->result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d->result.status, QTTY_OK);
    assert_int_equal(d->result.child.state, how);
    assert_int_equal(d->result.child.value, value);
    assert_int_equal(qtty_session_phase(d->session), QTTY_SESSION_CLOSED);
    qtty_send late = QTTY_SEND_INIT;
    assert_int_equal(qtty_session_send(d->session, &late, live_now()), QTTY_E_CLOSED);
}

static void
exit_ends_the_session(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "echo bye; exit 3", true);
    assert_string_equal(drive_settle(&d), "bye\nexit\n");
    expect_exit(&d, QTTY_CHILD_EXITED, 3);
    drive_free(&d);
}

static void
a_shell_that_kills_itself(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "kill -9 $$", true);
    drive_settle(&d);
    expect_exit(&d, QTTY_CHILD_SIGNALED, SIGKILL);
    drive_free(&d);
}

/* What the shell left behind is gone when its exit is told. */
static void
what_was_disowned_is_ended_first(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "sleep 1000 & disown; echo child=$!", true);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    long child = number_behind(&d, "\nchild=");
    assert_false(process_is_gone((pid_t)child));
    drive_send(&d, "exit", true);
    drive_settle(&d);
    assert_true(process_is_gone((pid_t)child));
    expect_exit(&d, QTTY_CHILD_EXITED, 0);
    drive_free(&d);
}

static void
close_settles_a_live_send(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "sh -c 'echo child=$$; sleep 1000; :'", true);
    long child = number_behind(&d, "\nchild=");
    assert_int_equal(qtty_session_close(d.session, live_now()), QTTY_OK);
    assert_int_equal(qtty_session_close(d.session, live_now()), QTTY_OK);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
    assert_true(process_is_gone((pid_t)child));
    assert_true(qtty_session_take_result(d.session, &d.result));
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    drive_free(&d);
}

/* TERM is not enough; the grace is waited for, once, and then nobody is left. */
static void
what_ignores_term_is_killed_after_the_grace(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.dispose_grace_ms = 100;
    struct driven d = drive_start(&c);
    drive_send(&d, WITNESS " family", true);
    long child = number_behind(&d, "\nstubborn ");
    uint64_t before = live_now();
    assert_int_equal(qtty_session_close(d.session, before), QTTY_OK);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
    assert_true(live_now() - before >= 100000000);
    assert_true(process_is_gone((pid_t)child));
    assert_int_equal(qtty_session_survivors(d.session, NULL, 0), 0);
    drive_free(&d);
}

static void
destroying_ends_it_at_once(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, WITNESS " stubborn", true);
    long child = number_behind(&d, "\nstubborn ");
    drive_free(&d);
    assert_true(process_is_gone((pid_t)child));
}

/* --- Never begun -------------------------------------------------------------------- */

static void
refuses(qtty_session_config *c, qtty_status expected, const char *why)
{
    size_t descriptors = live_descriptors();
    qtty_session *session;
    qtty_buf error;
    qtty_buf_init(&error, NULL, 0);
    assert_int_equal(qtty_session_create(&session, NULL, c, live_now(), &error),
                     expected);
    assert_null(session);
    assert_int_equal(qtty_buf_append(&error, "", 1), QTTY_OK);
    assert_string_equal((const char *)error.data, why);
    qtty_buf_finish(&error);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(live_descriptors(), descriptors);
    assert_int_equal(drive_files("qtty-"), 0);
}

static void
what_cannot_start_leaves_nothing(void **state)
{
    const qtty_span missing[] = { qtty_text("/nowhere/program") };
    const qtty_span directory[] = { qtty_text("/tmp") };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.cwd = "/nowhere";
    refuses(&c, QTTY_E_NOT_FOUND, "cwd: /nowhere: No such file or directory");
    c.cwd = NULL;
    c.argv = missing;
    c.argc = 1;
    refuses(&c, QTTY_E_NOT_FOUND, "/nowhere/program: No such file or directory");
    c.argv = directory;
    refuses(&c, QTTY_E_NOT_EXECUTABLE, "/tmp: Is a directory");
    c.argc = 0;
    c.dialect = "none";
    refuses(&c, QTTY_E_INVAL, "argv: 0 entries: dialect \"none\" needs a program");
}

/* Until the start-up has failed and nothing is left. @return what a step told. */
static qtty_status
start_fails(struct driven *d)
{
    uint64_t guard = live_now() + 20000000000u;
    qtty_status told = QTTY_OK;
    while (qtty_session_phase(d->session) != QTTY_SESSION_FAILED) {
        assert_true(live_now() < guard);
        qtty_status st = drive_turn(d);
        told = told == QTTY_OK ? st : told;
    }
    return told;
}

static void
a_program_that_ends_at_once_fails_the_start(void **state)
{
    const qtty_span argv[] = { qtty_text("sh"), qtty_text("-c"),
                               qtty_text("echo no config; exit 4") };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.dialect = "none";
    c.argv = argv;
    c.argc = COUNT_OF(argv);
    drive_create(&d, &c);
    assert_int_equal(start_fails(&d), QTTY_E_CLOSED);
    assert_string_equal(qtty_session_error(d.session),
                        "start-up: the program ended: exit code 4; it printed "
                        "\"no config\"");
    assert_memory_equal(qtty_session_motd(d.session).data, "no config\n", 10);
    drive_free(&d);
}

/* Silence is no proof: what never asks is never live. */
static void
a_program_that_never_asks_times_out(void **state)
{
    const qtty_span argv[] = { qtty_text("sleep"), qtty_text("1000") };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.dialect = "none";
    c.argv = argv;
    c.argc = COUNT_OF(argv);
    c.idle_silence_ms = 10;
    c.timeout_ms = 150;
    drive_create(&d, &c);
    assert_int_equal(start_fails(&d), QTTY_E_TIMEOUT);
    assert_string_equal(qtty_session_error(d.session),
                        "start-up: not ready within 150 ms");
    drive_free(&d);
}

static void
a_start_is_cancelled(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    drive_create(&d, &c);
    assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_CLOSING);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_FAILED);
    assert_string_equal(qtty_session_error(d.session), "start-up: cancelled");
    assert_int_equal(qtty_session_wait(d.session, QTTY_NONE), QTTY_E_CANCELLED);
    drive_free(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancel_interrupts_the_foreground),
        cmocka_unit_test(what_ignores_the_interrupt_goes_on),
        cmocka_unit_test(cancel_ends_output_without_end),
        cmocka_unit_test(output_without_end_times_out),
        cmocka_unit_test(one_send_at_a_time),
        cmocka_unit_test(a_stopped_job_comes_back),
        cmocka_unit_test(kill_is_for_programs_not_for_the_shell),
        cmocka_unit_test(exit_ends_the_session),
        cmocka_unit_test(a_shell_that_kills_itself),
        cmocka_unit_test(what_was_disowned_is_ended_first),
        cmocka_unit_test(close_settles_a_live_send),
        cmocka_unit_test(what_ignores_term_is_killed_after_the_grace),
        cmocka_unit_test(destroying_ends_it_at_once),
        cmocka_unit_test(what_cannot_start_leaves_nothing),
        cmocka_unit_test(a_program_that_ends_at_once_fails_the_start),
        cmocka_unit_test(a_program_that_never_asks_times_out),
        cmocka_unit_test(a_start_is_cancelled),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
