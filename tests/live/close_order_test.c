/* In which order a close goes: read off the supervisor's calls, which are traced. */
#define _GNU_SOURCE

#include "live/hostile.h"

#include "provider/pty.h"
#include "supervisor/message.h"
#include <sys/ptrace.h>
#include <sys/syscall.h>

enum { GRACE_MS = 20, HOUR_MS = 3600000 };

/* A supervisor of a terminal, as its host has it. */
static struct supervisor *
supervisor_of(struct live *l)
{
    return &((struct pty *)(void *)l->terminal)->supervisor;
}

/* The seven, and their supervisor traced from a stop on, so that it does nothing before
 * it is asked. @return false: nobody may be traced here, and the terminal is closed. */
static bool
begin_trace(struct live *l, struct marked *m)
{
    hostile_start(l, HOSTILE, "seven", 7);
    mark_all(m, live_text(l));
    pid_t pid = (pid_t)supervisor_of(l)->pid;
    if (ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_TRACESYSGOOD) == 0) {
        assert_int_equal(ptrace(PTRACE_INTERRUPT, pid, NULL, NULL), 0);
        assert_int_equal(waitpid(pid, NULL, __WALL), pid);
        return true;
    }
    live_close(l, 0);
    expect_gone(m);
    live_finish(l);
    return false;
}

/* How often it sends a signal before it sends another one. */
static size_t
count_before(struct live *l, int counted, int end)
{
    pid_t pid = (pid_t)supervisor_of(l)->pid;
    size_t count = 0;
    for (int sent = 0; sent != end; count += sent == counted) {
        struct __ptrace_syscall_info call = { 0 };
        assert_int_equal(ptrace(PTRACE_SYSCALL, pid, NULL, NULL), 0);
        assert_int_equal(waitpid(pid, NULL, __WALL), pid);
        assert_true(ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof call, &call) > 0);
        bool sends = call.op == PTRACE_SYSCALL_INFO_ENTRY
                     && call.entry.nr == __NR_pidfd_send_signal;
        sent = sends ? (int)call.entry.args[1] : 0;
    }
    return count;
}

static void
end_trace(struct live *l, struct marked *m)
{
    assert_int_equal(ptrace(PTRACE_DETACH, supervisor_of(l)->pid, NULL, NULL), 0);
    timed_close(l, 0, "traced");
    expect_gone(m);
    live_finish(l);
}

/* The seven, and who made them. */
static void
all_are_frozen_before_anybody_is_killed(void **state)
{
    struct live l;
    struct marked m;
    (void)state;
    if (!begin_trace(&l, &m))
        skip();
    supervisor_ask(supervisor_of(&l), MESSAGE_KILL);
    assert_in_range(count_before(&l, SIGSTOP, SIGKILL), 8, 400);
    end_trace(&l, &m);
}

/* Only the first of the seven is told before the other message is seen. */
static void
a_kill_ends_the_telling(void **state)
{
    struct live l;
    struct marked m;
    (void)state;
    if (!begin_trace(&l, &m))
        skip();
    supervisor_ask(supervisor_of(&l), MESSAGE_TELL);
    supervisor_ask(supervisor_of(&l), MESSAGE_KILL);
    assert_int_equal(count_before(&l, SIGTERM, SIGSTOP), 1);
    end_trace(&l, &m);
}

/* The grace is the shorter one, the patience after it what it was. */
static void
a_close_again_changes_nothing_for_the_worse(void **state)
{
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, HOSTILE, "seven", 7);
    mark_all(&m, live_text(&l));
    assert_int_equal(qtty_terminal_close(l.terminal, live_now(), GRACE_MS), QTTY_OK);
    timed_close(&l, HOUR_MS, "closed again");
    expect_gone(&m);
    live_finish(&l);

    hostile_start(&l, HOSTILE, "seven", 7);
    mark_all(&m, live_text(&l));
    assert_int_equal(qtty_terminal_close(l.terminal, live_now(), 0), QTTY_OK);
    assert_int_equal(qtty_terminal_step(l.terminal, live_now()), QTTY_OK);
    timed_close(&l, 0, "killed again");
    expect_gone(&m);
    live_finish(&l);
}

/* Beside one that works the host would kill who keeps others from being made. */
static void
help_is_for_a_supervisor_that_is_stopped(void **state)
{
    struct live l;
    struct marked m;
    size_t written;
    (void)state;
    hostile_start(&l, HOSTILE, "leaver", 7);
    mark_all(&m, live_text(&l));
    supervisor_assist(supervisor_of(&l));
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("go\r"), &written),
                     QTTY_OK);
    assert_int_equal(live_run(&l).value, 5); /* it was not killed */

    live_stop(supervisor_of(&l)->pid);
    supervisor_assist(supervisor_of(&l));
    for (size_t i = 0; i < m.count; i++) {
        struct pollfd ended = { .fd = m.descriptors[i], .events = POLLIN };
        assert_int_equal(poll(&ended, 1, 20000), 1);
    }
    timed_close(&l, GRACE_MS, "helped");
    expect_gone(&m);
    live_finish(&l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_frozen_before_anybody_is_killed),
        cmocka_unit_test(a_kill_ends_the_telling),
        cmocka_unit_test(help_is_for_a_supervisor_that_is_stopped),
        cmocka_unit_test(a_close_again_changes_nothing_for_the_worse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
