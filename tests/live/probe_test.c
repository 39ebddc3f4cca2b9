/* The consumption proof, with real programs: each way to wait for input has its class,
 * and nothing that does not wait has one. */
#define _GNU_SOURCE /* setresuid(2) */

#include "live/looks.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- Ways to wait ------------------------------------------------------------------- */

static void
each_way_has_its_class(void **state)
{
    static const struct {
        const char *way;
        qtty_wait_class expected;
    } cases[] = {
        { "read", QTTY_CLASS_A },
        { "readv", QTTY_CLASS_A },
        { "tty", QTTY_CLASS_A },
        { "seven", QTTY_CLASS_A },
        { "raw", QTTY_CLASS_A },
        { "silent-read", QTTY_CLASS_A },
        { "thread", QTTY_CLASS_A },
        { "select", QTTY_CLASS_A },
        { "pselect", QTTY_CLASS_A },
        { "poll", QTTY_CLASS_A },
        { "poll-again", QTTY_CLASS_A },
        { "poll-many", QTTY_CLASS_A },
        { "ppoll", QTTY_CLASS_A },
        { "epoll", QTTY_CLASS_A },
        { "epoll_pwait", QTTY_CLASS_A },
        { "epoll_pwait2", QTTY_CLASS_A },
        { "orphan", QTTY_CLASS_A },
        { "timed-read", QTTY_CLASS_B },
        { "select-pipe", QTTY_CLASS_B },
        { "select-high", QTTY_CLASS_B },
        { "select-timeout", QTTY_CLASS_B },
        { "pselect-timeout", QTTY_CLASS_B },
        { "poll-pipe", QTTY_CLASS_B },
        { "poll-both", QTTY_CLASS_B },
        { "poll-timeout", QTTY_CLASS_B },
        { "ppoll-timeout", QTTY_CLASS_B },
        { "epoll-pipe", QTTY_CLASS_B },
        { "epoll-timeout", QTTY_CLASS_B },
        { "epoll_pwait2-timeout", QTTY_CLASS_B },
        { "poll-socket", QTTY_CLASS_C },
        { "poll-ptmx", QTTY_CLASS_C },
        { "epoll-socket", QTTY_CLASS_C },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct live l;
        print_message("  %s\n", cases[i].way);
        begin_waits(&l, cases[i].way);
        becomes(&l, cases[i].expected);
        live_finish(&l);
    }
}

static void
other_waits_have_none(void **state)
{
    static const char *const ways[] = { "pipe",          "other-terminal", "thread-apart",
                                        "poll-output",   "poll-hangup",    "epoll-hangup",
                                        "epoll-renamed", "pause" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        print_message("  %s\n", ways[i]);
        begin_waits(&l, ways[i]);
        stays_without(&l);
        live_finish(&l);
    }
}

static void
who_runs_does_not_wait(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "spin");
    for (int i = 0; i < 100; i++)
        assert_int_equal(look(&l).wait_class, QTTY_CLASS_E);
    live_finish(&l);
}

/* Its system call is shown as before. */
static void
who_is_stopped_does_not_wait(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "read");
    becomes(&l, QTTY_CLASS_A);
    live_stop(child_of(&l));
    stays_without(&l);
    kill(child_of(&l), SIGCONT);
    becomes(&l, QTTY_CLASS_A);
    live_finish(&l);
}

/* A poll(2) that has a timeout goes on after a stop as restart_syscall(2), which does not
 * tell for what: no evidence, until it has ended once. */
static void
a_wait_that_goes_on_after_a_stop_is_none(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "poll-timeout");
    becomes(&l, QTTY_CLASS_B);
    live_stop(child_of(&l));
    kill(child_of(&l), SIGCONT);
    stays_without(&l);
    type(&l, "x\r");
    live_until(&l, "took");
    becomes(&l, QTTY_CLASS_B);
    live_finish(&l);
}

/* A kernel may have been built without programs of 32 bits. */
static bool
can_run(const char *program)
{
    pid_t pid;
    char *const argv[] = { (char *)program, NULL }, *const environment[] = { NULL };
    if (posix_spawn(&pid, program, NULL, NULL, argv, environment) != 0)
        return false;
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    return true;
}

/* What its calls mean is not known, and that is said. */
static void
a_program_of_32_bits_is_not_understood(void **state)
{
    struct live l;
    (void)state;
    if (WAITS32[0] == '\0' || !can_run(WAITS32))
        skip();
    begin(&l, ARGV(WAITS32));
    live_until(&l, "ready");
    qtty_look now = stays_without(&l);
    while ((now.flags & QTTY_LOOK_DENIED) == 0)
        now = stays_without(&l);
    type(&l, "x\r");
    live_until(&l, "took");
    live_finish(&l);
}

/* --- Groups ------------------------------------------------------------------------- */

static void
any_member_may_be_the_reader(void **state)
{
    static const char *const readers[] = { "cat | sleep 1000",
                                           "exec 3<&0; cat <&3 & wait",
                                           "(cat; true) | sleep 1000" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(readers); i++) {
        struct live l;
        begin(&l, ARGV("sh", "-c", readers[i]));
        assert_int_equal(becomes(&l, QTTY_CLASS_A).group, child_of(&l));
        live_finish(&l);
    }
}

static void
a_reader_of_a_pipe_is_none(void **state)
{
    struct live l;
    (void)state;
    begin(&l, ARGV("sh", "-c", "{ echo ready; exec sleep 1000; } | cat"));
    live_until(&l, "ready");
    stays_without(&l);
    live_finish(&l);
}

static void
the_foreground_is_looked_at_and_nobody_else(void **state)
{
    struct live l;
    (void)state;
    begin(&l, ARGV("bash", "--norc", "--noprofile", "-i"));
    assert_int_equal(becomes(&l, QTTY_CLASS_A).group, child_of(&l));
    type(&l, "cat\r");
    qtty_look other = becomes(&l, QTTY_CLASS_A);
    for (; other.group == child_of(&l); other = becomes(&l, QTTY_CLASS_A))
        sched_yield();
    type(&l, "\x1a"); /* stopped, and in the background */
    live_until(&l, "Stopped");
    for (qtty_look shell = other; shell.group == other.group;)
        shell = becomes(&l, QTTY_CLASS_A);
    type(&l, "sleep 1000\r");
    qtty_look sleeper = { .group = child_of(&l) };
    while (sleeper.group == child_of(&l))
        sleeper = look(&l);
    stays_without(&l);
    live_finish(&l);
}

static void
who_has_ended_is_not_looked_at(void **state)
{
    struct live l;
    (void)state;
    begin(&l, ARGV("true"));
    live_run(&l);
    qtty_look now = look(&l), nothing = { 0 };
    assert_true(agree(&now, &nothing));
    live_finish(&l);
}

/* A program that was killed at its question for a password leaves echo off, until its
 * shell has seen its end. */
static void
a_foreground_that_has_ended_says_nothing_of_echo(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "ended");
    qtty_look now = look(&l);
    assert_true(now.group != 0 && now.group != child_of(&l));
    assert_int_equal(now.wait_class, QTTY_CLASS_E);
    assert_true((now.flags & QTTY_LOOK_ENDED) != 0);
    live_finish(&l);
}

/* --- Input -------------------------------------------------------------------------- */

static size_t
count(struct live *l, const char *word)
{
    size_t found = 0;
    for (const char *at = live_text(l); (at = strstr(at, word)) != NULL; at++)
        found++;
    return found;
}

/* Two looks that agree on another run count than before prove it: the answer is there. */
static void
a_wait_after_a_run_proves_that_input_was_read(void **state)
{
    static const char *const ways[] = { "read", "poll", "epoll", "thread" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        begin_waits(&l, ways[i]);
        qtty_look before = becomes(&l, QTTY_CLASS_A);
        for (size_t line = 1; line <= 100; line++) {
            type(&l, "x\r");
            qtty_look after = becomes(&l, QTTY_CLASS_A);
            assert_true(after.runs != before.runs);
            live_read(&l);
            assert_int_equal(count(&l, "took"), line);
            before = after;
        }
        live_finish(&l);
    }
}

static void
unread_input_is_no_wait(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "read");
    assert_int_equal(told(becomes(&l, QTTY_CLASS_A)),
                     QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    live_stop(child_of(&l));
    type(&l, "x\r");
    qtty_look now = look(&l);
    assert_int_equal(now.wait_class, QTTY_CLASS_E);
    assert_int_equal(told(now),
                     QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO | QTTY_LOOK_UNREAD);
    kill(child_of(&l), SIGCONT);
    live_until(&l, "took");
    assert_int_equal(becomes(&l, QTTY_CLASS_A).flags & QTTY_LOOK_UNREAD, 0);
    live_finish(&l);
}

/* The reader of "silent-spin" has a thread beside it that spins. */
static void
a_reader_beside_one_that_works_is_busy(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "silent-spin");
    assert_int_equal(becomes(&l, QTTY_CLASS_A).flags,
                     QTTY_TERMINAL_CANONICAL | QTTY_LOOK_BUSY);
    live_finish(&l);
    begin_waits(&l, "thread");
    assert_int_equal(becomes(&l, QTTY_CLASS_A).flags & QTTY_LOOK_BUSY, 0);
    live_finish(&l);
}

static qtty_look
sleeps_whole(struct live *l)
{
    qtty_look now = becomes(l, QTTY_CLASS_A);
    while ((now.flags & QTTY_LOOK_ASLEEP) == 0)
        now = becomes(l, QTTY_CLASS_A);
    return now;
}

/* All sleep, and one of the reader's process for a time only: it may be about to draw. */
static void
a_reader_beside_a_thread_that_has_a_time_is_busy(void **state)
{
    static const char *const ways[] = { "read-poll", "read-epoll", "read-lock" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        print_message("  %s\n", ways[i]);
        begin_waits(&l, ways[i]);
        assert_true((sleeps_whole(&l).flags & QTTY_LOOK_BUSY) != 0);
        live_finish(&l);
    }
}

/* A member that sleeps for a time is another process: it is not the reader's to draw. */
static void
a_reader_beside_a_member_that_has_a_time_is_not_busy(void **state)
{
    struct live l;
    (void)state;
    begin(&l, ARGV("sh", "-c", "cat | sleep 1000"));
    assert_int_equal(sleeps_whole(&l).flags & QTTY_LOOK_BUSY, 0);
    live_finish(&l);
}

static void
a_wait_beside_unread_input_is_none(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "epoll-edge");
    becomes(&l, QTTY_CLASS_A);
    type(&l, "x\r");
    live_until(&l, "told");
    assert_true((stays_without(&l).flags & QTTY_LOOK_UNREAD) != 0);
    live_finish(&l);
}

static void
the_modes_are_told(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "raw");
    assert_int_equal(told(becomes(&l, QTTY_CLASS_A)), 0);
    live_finish(&l);
    begin_waits(&l, "silent-read");
    assert_int_equal(told(becomes(&l, QTTY_CLASS_A)), QTTY_TERMINAL_CANONICAL);
    live_finish(&l);
}

/* --- Permission --------------------------------------------------------------------- */

enum { NOBODY = 65534 };
static char unreadable[] = "/tmp/quietty-waits-XXXXXX";

/* A program that may be run and not read may not be looked at. */
static int
become_nobody(void **state)
{
    char bytes[65536];
    ssize_t got;
    int from = open(WAITS, O_RDONLY), to;
    (void)state;
    if (geteuid() != 0 || (to = mkstemp(unreadable)) < 0)
        return from < 0 ? -1 : close(from);
    while ((got = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)got) != got)
            return -1;
    fchmod(to, 0711);
    close(to);
    close(from);
    return setresuid(NOBODY, NOBODY, 0);
}

static int
become_root_again(void **state)
{
    (void)state;
    if (geteuid() != NOBODY)
        return 0;
    return setresuid(0, 0, 0) == 0 ? unlink(unreadable) : -1;
}

static void
begin_unreadable(struct live *l, const char *way)
{
    if (geteuid() != NOBODY)
        skip(); /* only root can become somebody else */
    begin(l, ARGV(unreadable, way));
    live_until(l, "ready");
}

static void
who_may_not_be_looked_at_may_ask_for_a_password(void **state)
{
    struct live l;
    (void)state;
    begin_unreadable(&l, "silent-read");
    qtty_look before = becomes(&l, QTTY_CLASS_D);
    assert_int_equal(told(before), QTTY_TERMINAL_CANONICAL | QTTY_LOOK_DENIED);
    type(&l, "secret\r");
    live_until(&l, "took");
    assert_true(becomes(&l, QTTY_CLASS_D).runs != before.runs);
    live_stop(child_of(&l));
    stays_without(&l);
    live_finish(&l);
}

static void
with_echo_or_raw_it_is_no_password(void **state)
{
    struct live l;
    (void)state;
    begin_unreadable(&l, "read");
    assert_int_equal(told(stays_without(&l)),
                     QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO | QTTY_LOOK_DENIED);
    live_finish(&l);
    begin_unreadable(&l, "raw");
    assert_int_equal(told(stays_without(&l)), QTTY_LOOK_DENIED);
    live_finish(&l);
}

static void
while_somebody_runs_it_is_no_password(void **state)
{
    struct live l;
    (void)state;
    begin_unreadable(&l, "silent-spin");
    uint64_t guard = live_now() + 20000000000u;
    while ((look(&l).flags & QTTY_LOOK_DENIED) == 0) {
        assert_true(live_now() < guard);
        sched_yield();
    }
    for (int i = 0; i < 100; i++)
        assert_int_equal(look(&l).wait_class, QTTY_CLASS_E);
    live_finish(&l);
}

/* Else a program that runs between turning echo off and its read would teach that off is
 * how echo rests. */
static void
who_runs_and_may_not_be_looked_at_is_told_so(void **state)
{
    struct live l;
    (void)state;
    begin_unreadable(&l, "spin");
    for (int i = 0; i < 100; i++) {
        qtty_look now = look(&l);
        assert_int_equal(now.wait_class, QTTY_CLASS_E);
        assert_true((now.flags & QTTY_LOOK_DENIED) != 0);
    }
    live_finish(&l);
}

/* Who may be looked at is, by an ordinary user too. */
static void
an_ordinary_user_sees_its_own(void **state)
{
    struct live l;
    (void)state;
    if (geteuid() != NOBODY)
        skip();
    begin(&l, ARGV("sh", "-c", "read x"));
    assert_int_equal(becomes(&l, QTTY_CLASS_A).flags & QTTY_LOOK_DENIED, 0);
    live_finish(&l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_way_has_its_class),
        cmocka_unit_test(other_waits_have_none),
        cmocka_unit_test(who_runs_does_not_wait),
        cmocka_unit_test(who_is_stopped_does_not_wait),
        cmocka_unit_test(a_wait_that_goes_on_after_a_stop_is_none),
        cmocka_unit_test(a_program_of_32_bits_is_not_understood),
        cmocka_unit_test(any_member_may_be_the_reader),
        cmocka_unit_test(a_reader_of_a_pipe_is_none),
        cmocka_unit_test(the_foreground_is_looked_at_and_nobody_else),
        cmocka_unit_test(who_has_ended_is_not_looked_at),
        cmocka_unit_test(a_foreground_that_has_ended_says_nothing_of_echo),
        cmocka_unit_test(a_wait_after_a_run_proves_that_input_was_read),
        cmocka_unit_test(unread_input_is_no_wait),
        cmocka_unit_test(a_reader_beside_one_that_works_is_busy),
        cmocka_unit_test(a_reader_beside_a_thread_that_has_a_time_is_busy),
        cmocka_unit_test(a_reader_beside_a_member_that_has_a_time_is_not_busy),
        cmocka_unit_test(a_wait_beside_unread_input_is_none),
        cmocka_unit_test(the_modes_are_told),
    };
    const struct CMUnitTest denied[] = {
        cmocka_unit_test(who_may_not_be_looked_at_may_ask_for_a_password),
        cmocka_unit_test(with_echo_or_raw_it_is_no_password),
        cmocka_unit_test(while_somebody_runs_it_is_no_password),
        cmocka_unit_test(who_runs_and_may_not_be_looked_at_is_told_so),
        cmocka_unit_test(an_ordinary_user_sees_its_own),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + cmocka_run_group_tests(denied, become_nobody, become_root_again);
}
