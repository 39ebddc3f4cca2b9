/* What proc(5) tells of a thread, taken apart. */
#include "check.h"

#include "provider/syscall_linux.h"
#include "provider/thread_linux.h"
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

/* --- Numbers ------------------------------------------------------------------------ */

static const struct syscall_row *
row(const char *name)
{
    for (size_t i = 0; i < syscall_row_count; i++)
        if (strcmp(syscall_rows[i].name, name) == 0)
            return &syscall_rows[i];
    return NULL;
}

static void
numbers_are_those_of_the_system(void **state)
{
    static const struct {
        const char *name;
        int number;
    } cases[] = {
        { "read", SYS_read },
        { "readv", SYS_readv },
        { "pselect6", SYS_pselect6 },
        { "ppoll", SYS_ppoll },
        { "epoll_pwait", SYS_epoll_pwait },
        { "futex", SYS_futex },
        { "nanosleep", SYS_nanosleep },
        { "clock_nanosleep", SYS_clock_nanosleep },
        { "rt_sigtimedwait", SYS_rt_sigtimedwait },
        { "restart_syscall", SYS_restart_syscall },
#ifdef SYS_futex_waitv
        { "futex_waitv", SYS_futex_waitv },
#endif
#ifdef SYS_epoll_pwait2
        { "epoll_pwait2", SYS_epoll_pwait2 },
#endif
#ifdef SYS_select
        { "select", SYS_select },
#endif
#ifdef SYS_poll
        { "poll", SYS_poll },
#endif
#ifdef SYS_epoll_wait
        { "epoll_wait", SYS_epoll_wait },
#endif
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(syscall_number(row(cases[i].name)), cases[i].number);
}

static void
arm64_has_its_own(void **state)
{
    static const struct {
        const char *name;
        int number;
    } cases[] = {
        { "read", 63 },
        { "readv", 65 },
        { "select", -1 },
        { "pselect6", 72 },
        { "poll", -1 },
        { "ppoll", 73 },
        { "epoll_wait", -1 },
        { "epoll_pwait", 22 },
        { "epoll_pwait2", 441 },
        { "futex", 98 },
        { "futex_waitv", 449 },
        { "nanosleep", 101 },
        { "clock_nanosleep", 115 },
        { "rt_sigtimedwait", 137 },
        { "restart_syscall", 128 },
    };
    (void)state;
    assert_int_equal(syscall_row_count, COUNT_OF(cases));
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(row(cases[i].name)->arm64, cases[i].number);
}

/* --- Calls -------------------------------------------------------------------------- */

/* A call as the kernel shows it, with six arguments. */
static struct syscall_wait
parse(const char *name, const char *arguments)
{
    char text[256];
    snprintf(text, sizeof text, "%d %s 0x7ffe5d9cb1f8 0x7f2a4c1e3a9d\n",
             syscall_number(row(name)), arguments);
    return syscall_parse(text);
}

static void
a_read_has_its_descriptor(void **state)
{
    (void)state;
    struct syscall_wait wait = parse("read", "0x7 0x7ffe5d9cb2b0 0x400 0x0 0x0 0x0");
    assert_int_equal(wait.kind, SYSCALL_READ);
    assert_int_equal(wait.descriptor, 7);
    assert_false(wait.timed);
    /* The kernel looks at 32 bits of it. */
    wait = parse("readv", "0xabcd00000003 0x7ffe5d9cb2b0 0x1 0x1 0x1 0x1");
    assert_int_equal(wait.kind, SYSCALL_READ);
    assert_int_equal(wait.descriptor, 3);
    assert_false(wait.timed);
    wait = parse("read", "0xffffffff 0x0 0x0 0x0 0x0 0x0");
    assert_int_equal(wait.descriptor, -1);
}

static void
a_select_has_its_sets(void **state)
{
    (void)state;
    struct syscall_wait wait =
        parse("pselect6", "0x5 0x7ffe5d9c0010 0x0 0x7ffe5d9c0030 0x0 0x7ffe5d9c0040");
    assert_int_equal(wait.kind, SYSCALL_SELECT);
    assert_int_equal(wait.count, 5);
    assert_true(wait.sets[0] == 0x7ffe5d9c0010);
    assert_true(wait.sets[1] == 0);
    assert_true(wait.sets[2] == 0x7ffe5d9c0030);
    assert_false(wait.timed);
    wait = parse("pselect6", "0x5 0x7ffe5d9c0010 0x0 0x0 0x7ffe5d9c0050 0x0");
    assert_true(wait.timed);
}

static void
a_poll_has_its_entries(void **state)
{
    (void)state;
    struct syscall_wait wait =
        parse("ppoll", "0x55d0c0de0010 0x2 0x0 0x7ffe5d9c0040 0x8 0x0");
    assert_int_equal(wait.kind, SYSCALL_POLL);
    assert_int_equal(wait.count, 2);
    assert_true(wait.sets[0] == 0x55d0c0de0010);
    assert_false(wait.timed);
    assert_true(parse("ppoll", "0x55d0c0de0010 0x2 0x7ffe5d9c0040 0x0 0x8 0x0").timed);
}

static void
an_epoll_has_its_set(void **state)
{
    static const struct {
        const char *name, *arguments;
        bool timed;
    } cases[] = {
        { "epoll_pwait", "0x9 0x7ffe5d9c0010 0x8 0xffffffff 0x0 0x8", false },
        { "epoll_pwait", "0x9 0x7ffe5d9c0010 0x8 0xffffffffffffffff 0x0 0x8", false },
        { "epoll_pwait", "0x9 0x7ffe5d9c0010 0x8 0x80000000 0x0 0x8", false },
        { "epoll_pwait", "0x9 0x7ffe5d9c0010 0x8 0x0 0x0 0x8", true },
        { "epoll_pwait", "0x9 0x7ffe5d9c0010 0x8 0x7fffffff 0x0 0x8", true },
        { "epoll_pwait2", "0x9 0x7ffe5d9c0010 0x8 0x0 0x7ffe5d9c0010 0x8", false },
        { "epoll_pwait2", "0x9 0x7ffe5d9c0010 0x8 0x7ffe5d9c0010 0x0 0x8", true },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct syscall_wait wait = parse(cases[i].name, cases[i].arguments);
        assert_int_equal(wait.kind, SYSCALL_EPOLL);
        assert_int_equal(wait.descriptor, 9);
        assert_int_equal(wait.timed, cases[i].timed);
    }
}

/* Those that arm64 lacks have their timeouts elsewhere. */
static void
the_old_calls_have_their_timeouts(void **state)
{
    (void)state;
    if (syscall_number(row("poll")) < 0)
        skip();
    assert_false(parse("poll", "0x55d0c0de0010 0x1 0xffffffff 0x1 0x1 0x1").timed);
    assert_true(parse("poll", "0x55d0c0de0010 0x1 0x64 0x0 0x0 0x0").timed);
    assert_false(parse("epoll_wait", "0x3 0x7ffe5d9c0010 0x8 0xffffffff 0x0 0x0").timed);
    assert_true(parse("epoll_wait", "0x3 0x7ffe5d9c0010 0x8 0x64 0x0 0x0").timed);
    assert_false(parse("select", "0x1 0x7ffe5d9c0010 0x0 0x0 0x0 0x1").timed);
    assert_true(parse("select", "0x1 0x7ffe5d9c0010 0x0 0x0 0x7ffe5d9c0050 0x0").timed);
    assert_int_equal(parse("select", "0x1 0x0 0x0 0x0 0x0 0x0").kind, SYSCALL_SELECT);
}

static void
a_sleep_has_its_time(void **state)
{
    static const struct {
        const char *name, *arguments;
        bool timed;
    } cases[] = {
        { "futex", "0x55d0c0de0010 0x80 0x0 0x0 0x0 0x0", false },
        { "futex", "0x55d0c0de0010 0x189 0x0 0x7ffe5d9c0010 0x0 0xffffffff", true },
        { "futex_waitv", "0x7ffe5d9c0010 0x2 0x0 0x0 0x1 0x0", false },
        { "futex_waitv", "0x7ffe5d9c0010 0x2 0x0 0x7ffe5d9c0050 0x1 0x0", true },
        { "nanosleep", "0x7ffe5d9c0010 0x0 0x0 0x0 0x0 0x0", true },
        { "clock_nanosleep", "0x0 0x0 0x7ffe5d9c0010 0x0 0x0 0x0", true },
        { "rt_sigtimedwait", "0x7ffe5d9c0010 0x0 0x0 0x8 0x0 0x0", false },
        { "rt_sigtimedwait", "0x7ffe5d9c0010 0x0 0x7ffe5d9c0050 0x8 0x0 0x0", true },
        { "restart_syscall", "0x0 0x0 0x0 0x0 0x0 0x0", true },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct syscall_wait wait = parse(cases[i].name, cases[i].arguments);
        assert_int_equal(wait.kind, SYSCALL_SLEEP);
        assert_int_equal(wait.timed, cases[i].timed);
    }
}

static void
what_is_no_wait_for_input_is_none(void **state)
{
    static const char *const texts[] = {
        "",
        "running\n",
        "-1 0x7ffe5d9cb1f8 0x7f2a4c1e3a9d\n", /* asleep, in no call */
        "-1 0x0 0x0 0x0 0x0 0x0 0x0 0x7ffe5d9cb1f8 0x7f2a4c1e3a9d\n",
        "99999999999999999999 0x0 0x0 0x0 0x0 0x0 0x0 0x7ffe5d9cb1f8 0x7f2a4c1e3a9d\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_int_equal(syscall_parse(texts[i]).kind, SYSCALL_OTHER);
}

static void
a_text_that_is_cut_is_none(void **state)
{
    char whole[128];
    snprintf(whole, sizeof whole, "%d 0x0 0x0 0x0 0x0 0x0 0x0 0x7ffe5d9cb1f8 0x1\n",
             syscall_number(row("read")));
    (void)state;
    assert_int_equal(syscall_parse(whole).kind, SYSCALL_READ);
    *strrchr(whole, ' ') = '\0';
    assert_int_equal(syscall_parse(whole).kind, SYSCALL_OTHER);
}

/* Their numbers mean other calls. */
static void
a_program_of_32_bits_is_not_understood(void **state)
{
    char text[128];
    (void)state;
    snprintf(text, sizeof text, "%d 0x0 0x0 0x0 0x0 0x0 0x0 0xff9cb1f8 0xf7f4c9a9\n",
             syscall_number(row("read")));
    assert_int_equal(syscall_parse(text).kind, SYSCALL_FOREIGN);
    /* One whose code is at a low address has 64 bits all the same. */
    snprintf(text, sizeof text, "%d 0x0 0x0 0x0 0x0 0x0 0x0 0x7ffe5d9cb1f8 0x4011a9\n",
             syscall_number(row("read")));
    assert_int_equal(syscall_parse(text).kind, SYSCALL_READ);
}

/* --- Status ------------------------------------------------------------------------- */

static void
a_status_stands_behind_the_name(void **state)
{
    struct thread_status status;
    (void)state;
    assert_true(thread_parse_status(&status, "7 (cat) S 1 7 7 34817 7 4194304 90 0"));
    assert_int_equal(status.state, 'S');
    assert_true(status.terminal == makedev(136, 1));
    assert_true(thread_parse_status(&status, "7 () R 1 (a) T 1 7 7 0 -1 0"));
    assert_int_equal(status.state, 'T');
    assert_true(status.terminal == 0);
    assert_false(thread_parse_status(&status, "7 (cat) S 1 7 7"));
    assert_false(thread_parse_status(&status, "7 cat S 1 7 7 34817"));
    assert_false(thread_parse_status(&status, ""));
}

static void
a_high_number_of_a_terminal_is_whole(void **state)
{
    struct thread_status status;
    char text[64];
    (void)state;
    /* 136:1000, its minor number 0x3e8 taken apart. */
    snprintf(text, sizeof text, "7 (a) S 1 7 7 %d 7", 0x3 << 20 | 136 << 8 | 0xe8);
    assert_true(thread_parse_status(&status, text));
    assert_true(status.terminal == makedev(136, 1000));
    /* The highest, which is printed as if it had a sign. */
    assert_true(thread_parse_status(&status, "7 (a) S 1 7 7 -1 7"));
    assert_true(status.terminal == makedev(0xfff, 0xfffff));
}

static void
runs_are_the_third_number(void **state)
{
    uint64_t runs = 0;
    (void)state;
    assert_true(thread_parse_runs(&runs, "1234567 890 42\n"));
    assert_int_equal(runs, 42);
    assert_false(thread_parse_runs(&runs, "1234567 890\n"));
    assert_false(thread_parse_runs(&runs, ""));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_system),
        cmocka_unit_test(arm64_has_its_own),
        cmocka_unit_test(a_read_has_its_descriptor),
        cmocka_unit_test(a_select_has_its_sets),
        cmocka_unit_test(a_poll_has_its_entries),
        cmocka_unit_test(an_epoll_has_its_set),
        cmocka_unit_test(the_old_calls_have_their_timeouts),
        cmocka_unit_test(a_sleep_has_its_time),
        cmocka_unit_test(what_is_no_wait_for_input_is_none),
        cmocka_unit_test(a_text_that_is_cut_is_none),
        cmocka_unit_test(a_program_of_32_bits_is_not_understood),
        cmocka_unit_test(a_status_stands_behind_the_name),
        cmocka_unit_test(a_high_number_of_a_terminal_is_whole),
        cmocka_unit_test(runs_are_the_third_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
