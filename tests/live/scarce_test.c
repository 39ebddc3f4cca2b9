/* What a host has to spare. Memory: a start copies none. Descriptors: what looks keep,
 * and that a process whose table is full goes on looking, signalling and closing, and
 * starts nothing that it could not follow. */
#define _GNU_SOURCE /* setrlimit(2), madvise(2) */

#include "live/looks.h"
#include "live/session.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* --- Memory ------------------------------------------------------------------------- */

/* A copy of its memory would make every page of it a fault, once it is written again. */
static void
a_large_host_starts_as_a_small_one(void **state)
{
    enum { BYTES = 64 << 20, PAGE = 4096, FEW = BYTES / PAGE / 8 };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct rusage before, after;
    struct live l;
    (void)state;
    volatile char *memory =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal((void *)memory, MAP_FAILED);
    assert_int_equal(madvise((void *)memory, BYTES, MADV_NOHUGEPAGE), 0);
    for (size_t at = 0; at < BYTES; at += PAGE)
        memory[at] = 1;

    getrusage(RUSAGE_SELF, &before);
    live_spawn(&l, &c, ARGV("true"));
    for (size_t at = 0; at < BYTES; at += PAGE)
        memory[at] = 2;
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_minflt - before.ru_minflt < FEW);
    live_run(&l);
    live_finish(&l);
    munmap((void *)memory, BYTES);
}

/* --- What is kept ------------------------------------------------------------------- */

/* A thread is no process: of its files none is kept. */
static void
looks_keep_few_descriptors(void **state)
{
    static const char *const ways[] = { "read", "select", "poll", "epoll", "thread" };
    size_t outside = live_descriptors();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        begin_waits(&l, ways[i]);
        size_t before = live_descriptors();
        becomes(&l, QTTY_CLASS_A);
        size_t kept = live_descriptors();
        assert_int_equal(kept - before, 1 + PROC_FILES);
        becomes(&l, QTTY_CLASS_A);
        assert_int_equal(live_descriptors(), kept);
        live_close(&l, 1000);
        live_finish(&l);
        assert_int_equal(live_descriptors(), outside);
    }
}

/* The terminal, the supervisor's socket, two pidfds, the reserve, the shell's /proc. */
static void
an_idle_session_holds_eleven_descriptors(void **state)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct driven d = drive_bash();
    uint64_t at;
    size_t polled;
    (void)state;
    says(&d, "echo here", "here\n", 0);
    qtty_session_wants(d.session, wants, QTTY_WANTS_MAX, &polled, &at);
    assert_int_equal(polled, 2);
    assert_int_equal(live_descriptors() - d.descriptors,
                     polled + 2 + PROC_SPARES + 1 + PROC_FILES);
    assert_int_equal(live_descriptors() - d.descriptors, 11);
    drive_end(&d);
}

/* How many descriptors of ours are of a directory of /proc, and of files in it. */
static size_t
kept_of(pid_t pid)
{
    char path[64], name[64], wanted[32];
    size_t count = 0, len;
    len = (size_t)snprintf(wanted, sizeof wanted, "/proc/%d", (int)pid);
    for (int d = 0; d < 256; d++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", d);
        ssize_t got = readlink(path, name, sizeof name - 1);
        name[got > 0 ? got : 0] = '\0';
        count +=
            strncmp(name, wanted, len) == 0 && (name[len] == '/' || name[len] == '\0');
    }
    return count;
}

/* The shell's stay, those of each command are closed by the look after it. */
static void
what_is_kept_goes_with_its_process(void **state)
{
    struct live l;
    (void)state;
    begin(&l, ARGV("bash", "--norc", "--noprofile", "-i"));
    becomes(&l, QTTY_CLASS_A);
    for (int i = 0; i < 10; i++) {
        type(&l, "cat\r");
        qtty_look job = becomes(&l, QTTY_CLASS_A);
        for (; job.group == child_of(&l); job = becomes(&l, QTTY_CLASS_A))
            sched_yield();
        assert_int_equal(kept_of((pid_t)job.group), 1 + PROC_FILES);
        assert_int_equal(kept_of(child_of(&l)), 1 + PROC_FILES);
        type(&l, "\x04");
        for (qtty_look shell = job; shell.group == job.group;)
            shell = becomes(&l, QTTY_CLASS_A);
        assert_int_equal(kept_of((pid_t)job.group), 0);
    }
    live_finish(&l);
}

/* A long pipeline: what has no place is opened for each look. */
static void
of_a_large_group_few_are_kept(void **state)
{
    struct live l;
    (void)state;
    begin(&l, ARGV("sh", "-c", "cat | cat | cat | cat | cat | cat | cat"));
    size_t before = live_descriptors();
    becomes(&l, QTTY_CLASS_A);
    assert_true(live_descriptors() - before <= (size_t)PROC_KEPT * (1 + PROC_FILES));
    live_finish(&l);
}

/* What a file that is kept says is of now. */
static void
what_is_kept_is_read_anew(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "read");
    qtty_look before = becomes(&l, QTTY_CLASS_A);
    for (int i = 0; i < 20; i++) {
        live_stop(child_of(&l));
        assert_int_equal(look(&l).wait_class, QTTY_CLASS_E);
        kill(child_of(&l), SIGCONT);
        qtty_look after = becomes(&l, QTTY_CLASS_A);
        assert_true(after.runs != before.runs);
        before = after;
    }
    live_finish(&l);
}

/* A child that sleeps; of this number, if it is not 0. @return -1: that may not be
 * chosen. */
static pid_t
sleeper(pid_t number)
{
    struct clone_args arguments = { .exit_signal = SIGCHLD };
    if (number != 0) {
        arguments.set_tid = (uint64_t)(uintptr_t)&number;
        arguments.set_tid_size = 1;
    }
    pid_t pid = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    while (pid == 0)
        pause();
    return pid;
}

static void
end_sleeper(pid_t pid)
{
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

/* What is kept of one that has ended is never taken for another of its number. */
static void
a_number_can_be_anothers(void **state)
{
    char text[1024];
    struct proc proc;
    struct process process;
    (void)state;
    proc_init(&proc);
    pid_t pid = sleeper(0);
    assert_true(pid > 0 && process_enter(&process, &proc, pid));
    assert_non_null(process.kept);
    assert_true(process_text(&process, pid, PROC_STAT, text, sizeof text));
    process_leave(&process);
    end_sleeper(pid);
    if (sleeper(pid) != pid) {
        proc_close(&proc);
        skip(); /* only root chooses numbers */
    }
    assert_true(process_enter(&process, &proc, pid));
    assert_true(process_text(&process, pid, PROC_STAT, text, sizeof text));
    process_leave(&process);
    end_sleeper(pid);
    assert_false(process_enter(&process, &proc, pid));
    proc_close(&proc);
}

/* --- A full table ------------------------------------------------------------------- */

static struct rlimit table;

/* Numbers are given from the lowest: below the first free one all are taken. */
static void
leave_descriptors(rlim_t left)
{
    struct rlimit small = table;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &table), 0);
    int free = dup(STDIN_FILENO);
    close(free);
    small.rlim_cur = (rlim_t)free + left;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &small), 0);
}

static int
remember_table(void **state)
{
    (void)state;
    return getrlimit(RLIMIT_NOFILE, &table);
}

static int
restore_table(void **state)
{
    (void)state;
    return setrlimit(RLIMIT_NOFILE, &table);
}

static bool
is_full(void)
{
    int another = dup(STDIN_FILENO);
    if (another >= 0)
        close(another);
    return another < 0;
}

static void
with_a_full_table_looks_go_on(void **state)
{
    static const char *const ways[] = { "read",   "select", "epoll",
                                        "thread", "orphan", "orphan" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        begin_waits(&l, ways[i]);
        if (i % 2 == 0) /* with what is kept, and without */
            becomes(&l, QTTY_CLASS_A);
        leave_descriptors(0);
        for (int again = 0; again < 20; again++) {
            qtty_look now = becomes(&l, QTTY_CLASS_A);
            assert_int_equal(now.flags & (QTTY_LOOK_UNREAD | QTTY_LOOK_DENIED), 0);
            assert_true(is_full());
        }
        restore_table(NULL);
        live_finish(&l);
    }
}

static void
with_a_full_table_input_is_seen(void **state)
{
    struct live l;
    (void)state;
    begin_waits(&l, "read");
    int stat = live_open_stat(child_of(&l));
    leave_descriptors(0);
    becomes(&l, QTTY_CLASS_A);
    assert_false(qtty_terminal_unread(l.terminal));
    live_stop_seen(child_of(&l), stat);
    type(&l, "x\r");
    assert_true(qtty_terminal_unread(l.terminal));
    assert_true(qtty_terminal_unread(l.terminal));
    assert_true(is_full());
    kill(child_of(&l), SIGCONT);
    live_until(&l, "took");
    restore_table(NULL);
    live_finish(&l);
}

static void
with_a_full_table_signals_arrive(void **state)
{
    static const struct {
        qtty_signal which;
        int number;
    } cases[] = { { QTTY_SIGNAL_INT, SIGINT }, { QTTY_SIGNAL_KILL, SIGKILL } };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct live l;
        int64_t group = 0;
        begin_waits(&l, "read");
        becomes(&l, QTTY_CLASS_A);
        leave_descriptors(0);
        assert_int_equal(qtty_terminal_signal(l.terminal, cases[i].which, 0, &group),
                         QTTY_OK);
        assert_int_equal(group, child_of(&l));
        qtty_child child = live_run(&l);
        assert_int_equal(child.state, QTTY_CHILD_SIGNALED);
        assert_int_equal(child.value, cases[i].number);
        restore_table(NULL);
        live_finish(&l);
    }
}

static void
with_a_full_table_close_works(void **state)
{
    struct live l;
    (void)state;
    begin(&l, ARGV("sh", "-c", "trap '' TERM HUP; echo ready; read x & sleep 1000"));
    live_until(&l, "ready");
    leave_descriptors(0);
    live_close(&l, 0);
    restore_table(NULL);
    live_finish(&l);
}

/* The limit is below what the reserve has: with none, or one, nothing is proven. */
static void
without_the_reserve_nothing_is_proven(void **state)
{
    static const char *const ways[] = { "select", "epoll", "thread" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        int below[4];
        for (size_t b = 0; b < COUNT_OF(below); b++)
            below[b] = dup(STDIN_FILENO);
        begin_waits(&l, ways[i]);
        becomes(&l, QTTY_CLASS_A);
        for (size_t b = 0; b < COUNT_OF(below); b++)
            close(below[b]);
        for (rlim_t left = 0; left <= 2; left++) {
            leave_descriptors(left);
            qtty_look now = look(&l);
            assert_int_equal(now.wait_class == QTTY_CLASS_A, left == 2);
            assert_int_equal((now.flags & QTTY_LOOK_DENIED) != 0, left == 0);
            assert_int_equal((now.flags & QTTY_LOOK_UNREAD) != 0, left == 0);
        }
        restore_table(NULL);
        becomes(&l, QTTY_CLASS_A);
        live_finish(&l);
    }
}

/* --- Starts ------------------------------------------------------------------------- */

static void
a_terminal_that_could_not_be_looked_at_is_refused(void **state)
{
    static const qtty_span words[] = { { (const uint8_t *)WAITS, sizeof WAITS - 1 },
                                       { (const uint8_t *)"read", 4 } };
    qtty_spawn_config c = { .size = sizeof c, .argv = words, .argc = 2 };
    qtty_status st = QTTY_E_IO;
    rlim_t left = 0;
    (void)state;
    for (; st != QTTY_OK; left++) {
        struct live l = { 0 };
        qtty_buf_init(&l.output, NULL, 0);
        assert_int_equal(qtty_pty_provider_create(&l.provider, NULL), QTTY_OK);
        size_t before = live_descriptors();
        leave_descriptors(left);
        st = qtty_provider_spawn(l.provider, &l.terminal, &c);
        if (st == QTTY_OK) {
            live_until(&l, "ready");
            becomes(&l, QTTY_CLASS_A);
        } else {
            assert_int_equal(st, QTTY_E_IO);
            assert_non_null(
                strstr(qtty_provider_error(l.provider), "Too many open files"));
            assert_null(l.terminal);
            restore_table(NULL);
            assert_int_equal(live_descriptors(), before);
            assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        }
        restore_table(NULL);
        live_finish(&l);
    }
    assert_true(left > PROC_SPARES + 1);
}

/* Refused at once and by name, or it works: never a start that times out. The shell
 * inherits the limit, and could not redirect with it. */
static void
a_session_starts_or_is_refused_at_once(void **state)
{
    const qtty_span words[] = {
        qtty_text("sh"),
        qtty_text("-c"),
        qtty_text("ulimit -S -n 1024; exec bash --noprofile --norc --posix -i"),
    };
    qtty_status st = QTTY_E_IO;
    (void)state;
    for (rlim_t left = 0; st != QTTY_OK; left++) {
        qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
        c.argv = words;
        c.argc = COUNT_OF(words);
        struct driven d = { 0 };
        qtty_buf error;
        qtty_buf_init(&error, NULL, 0);
        size_t before = live_descriptors();
        leave_descriptors(left);
        st = qtty_session_create(&d.session, NULL, &c, live_now(), &error);
        assert_true(left < 32);
        if (st != QTTY_OK) {
            assert_int_equal(qtty_buf_append(&error, "", 1), QTTY_OK);
            assert_non_null(strstr((const char *)error.data, "Too many open files"));
        } else {
            assert_int_equal(drive_past(&d, QTTY_SESSION_STARTING), QTTY_SESSION_LIVE);
            says(&d, "echo here", "here\n", 0);
            asks(&d, "cat", "", LINES_ECHOED);
            leaves(&d, "\x04", "", 0);
            assert_int_equal(qtty_session_close(d.session, live_now()), QTTY_OK);
            assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
            qtty_session_destroy(d.session);
        }
        restore_table(NULL);
        qtty_buf_finish(&error);
        qtty_buf_finish(&d.output);
        qtty_buf_finish(&d.text);
        assert_int_equal(live_descriptors(), before);
        assert_int_equal(drive_files("qtty-"), 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_host_starts_as_a_small_one),
        cmocka_unit_test(looks_keep_few_descriptors),
        cmocka_unit_test(an_idle_session_holds_eleven_descriptors),
        cmocka_unit_test(what_is_kept_goes_with_its_process),
        cmocka_unit_test(of_a_large_group_few_are_kept),
        cmocka_unit_test(what_is_kept_is_read_anew),
        cmocka_unit_test(a_number_can_be_anothers),
        cmocka_unit_test_teardown(with_a_full_table_looks_go_on, restore_table),
        cmocka_unit_test_teardown(with_a_full_table_input_is_seen, restore_table),
        cmocka_unit_test_teardown(with_a_full_table_signals_arrive, restore_table),
        cmocka_unit_test_teardown(with_a_full_table_close_works, restore_table),
        cmocka_unit_test_teardown(without_the_reserve_nothing_is_proven, restore_table),
        cmocka_unit_test_teardown(a_terminal_that_could_not_be_looked_at_is_refused,
                                  restore_table),
        cmocka_unit_test_teardown(a_session_starts_or_is_refused_at_once, restore_table),
    };
    return remember_table(NULL) != 0
           || cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
