/* The end of what does not want to end: with a supervisor nothing is left, whatever it
 * tried. Each case prints the time that it took. */
#define _GNU_SOURCE

#include "live/hostile.h"

#include <sys/prctl.h>
#include <sys/ptrace.h>

enum { GRACE_MS = 20, HOUR_MS = 3600000 };

/* Beside the build where it is run by another user. */
static const char *
program_of(const char *variable, const char *built)
{
    const char *given = getenv(variable);
    return given != NULL ? given : built;
}

#define hostile() program_of("HOSTILE_PROGRAM", HOSTILE)
#define host()    program_of("HOST_PROGRAM", HOST)

static void
ends_all(const char *role, size_t count, uint32_t grace_ms)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    hostile_start(&l, hostile(), role, count);
    assert_string_equal(qtty_terminal_lost(l.terminal), "");
    mark_all(&m, live_text(&l));
    assert_int_equal(m.count, count);
    timed_close(&l, grace_ms, role);
    expect_gone(&m);
    live_finish(&l);
    is_clean(before);
}

/* What a file of a process holds, NULs as spaces. */
static const char *
file_of(pid_t pid, const char *name)
{
    static char text[512];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int file = open(path, O_RDONLY);
    assert_true(file >= 0);
    ssize_t len = read(file, text, sizeof text - 1);
    close(file);
    assert_true(len >= 0);
    for (ssize_t i = 0; i < len; i++)
        if (text[i] == '\0')
            text[i] = ' ';
    text[len] = '\0';
    return text;
}

/* --- What it tried ------------------------------------------------------------------ */

static void
seven_ways_to_stay_fail(void **state)
{
    (void)state;
    ends_all("seven", 7, GRACE_MS);
    ends_all("seven", 7, 0);
}

static void
what_stopped_itself_is_ended(void **state)
{
    (void)state;
    ends_all("stopped", 1, GRACE_MS);
}

/* An interactive shell ignores TERM: none of the grace is waited for. */
static void
who_ignores_term_leaves_at_the_hang_up(void **state)
{
    (void)state;
    ends_all("deaf", 2, HOUR_MS);
}

static void
who_is_stopped_is_woken_to_leave(void **state)
{
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, hostile(), "stands-by", 1);
    live_until(&l, "stopped");
    mark_all(&m, live_text(&l));
    timed_close(&l, HOUR_MS, "stopped");
    expect_gone(&m);
    live_finish(&l);
}

static void
what_comes_back_is_ended(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, hostile(), "respawner", 2);
    mark_all(&m, live_text(&l));
    assert_int_equal(kill(m.pids[1], SIGKILL), 0);
    while (count_of(live_text(&l), "pid ") < 4) /* it does come back */
        live_turn(&l);
    timed_close(&l, GRACE_MS, "respawner");
    expect_gone(&m);
    mark_all(&m, live_text(&l));
    assert_int_equal(m.count, 0);
    live_finish(&l);
    is_clean(before);
}

/* A thread may speak before the first has left. */
static void
a_process_without_its_first_thread_is_no_zombie(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, hostile(), "headless", 1);
    mark_all(&m, live_text(&l));
    assert_int_equal(m.count, 1);
    uint64_t guard = live_now() + 20000000000u;
    while (strstr(file_of(m.pids[0], "stat"), ") Z") == NULL)
        assert_true(live_now() < guard);
    assert_int_equal(qtty_terminal_survivors(l.terminal, NULL, 0), 2);
    timed_close(&l, GRACE_MS, "headless");
    expect_gone(&m);
    live_finish(&l);
    is_clean(before);
}

static void
a_fork_bomb_is_ended(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    (void)state;
    hostile_start(&l, hostile(), "bomb", 0);
    live_until(&l, "full");
    int64_t pids[400];
    size_t count = qtty_terminal_survivors(l.terminal, pids, COUNT_OF(pids));
    assert_in_range(count, 100, 401);
    printf("bomb: %zu processes\n", count);
    timed_close(&l, GRACE_MS, "bomb");
    assert_int_equal(qtty_terminal_survivors(l.terminal, pids, COUNT_OF(pids)), 0);
    live_finish(&l);
    is_clean(before);
}

/* --- Other ends --------------------------------------------------------------------- */

static void
what_a_program_leaves_behind_is_ended_too(void **state)
{
    size_t written;
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, hostile(), "leaver", 7);
    mark_all(&m, live_text(&l));
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("go\r"), &written),
                     QTTY_OK);
    assert_int_equal(live_run(&l).value, 5);
    timed_close(&l, GRACE_MS, "leaver");
    expect_gone(&m);
    live_finish(&l);
}

static void
destroying_ends_all(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, hostile(), "seven", 7);
    mark_all(&m, live_text(&l));
    live_finish(&l);
    expect_gone(&m);
    is_clean(before);
}

/* The host is killed: within its grace of 100 ms all that was on its terminal is gone. */
static void
the_hosts_death_ends_all(void **state)
{
    int output[2];
    char text[512] = "";
    size_t len = 0;
    struct marked m;
    (void)state;
    assert_int_equal(pipe2(output, O_CLOEXEC), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(output[1], STDOUT_FILENO);
        execl(host(), "host", hostile(), "seven", NULL);
        _exit(1);
    }
    close(output[1]);
    while (count_of(text, "pid ") < 7 || text[len - 1] != '\n') {
        ssize_t got = read(output[0], text + len, sizeof text - 1 - len);
        assert_true(got > 0);
        len += (size_t)got;
        text[len] = '\0';
    }
    mark_all(&m, text);
    assert_int_equal(m.count, 7);
    kill(pid, SIGKILL);
    uint64_t before = live_now();
    for (size_t i = 0; i < m.count; i++) {
        struct pollfd ended = { .fd = m.descriptors[i], .events = POLLIN };
        assert_int_equal(poll(&ended, 1, 20000), 1);
    }
    printf("killed host: ended in %.1f ms (a grace of 100)\n",
           (double)(live_now() - before) / 1e6);
    expect_gone(&m);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    close(output[0]);
}

/* --- The supervisor ----------------------------------------------------------------- */

static size_t
descriptors_of(pid_t pid)
{
    char path[64];
    size_t count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static void
the_supervisor_keeps_nothing_of_the_program(void **state)
{
    const qtty_env_entry env[] = { { .name = qtty_text("COOKIE"),
                                     .value = qtty_text("found") } };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    qtty_child child;
    (void)state;
    c.env = env;
    c.env_count = 1;
    c.cwd = "/usr";
    live_spawn(&l, &c, ARGV(hostile(), "stay"));
    live_until(&l, "\n");
    qtty_terminal_child(l.terminal, &child);
    pid_t supervisor = parent_of(child.pid);
    char folder[64], directory[64] = "";
    snprintf(folder, sizeof folder, "/proc/%d/cwd", (int)supervisor);

    assert_int_equal(parent_of(supervisor), getpid());
    assert_string_equal(file_of(supervisor, "comm"), "qtty-supervisor\n");
    assert_string_equal(file_of(supervisor, "cmdline"), "quietty-supervisor ");
    assert_string_equal(file_of(supervisor, "environ"), "");
    assert_int_equal(readlink(folder, directory, sizeof directory - 1), 1);
    assert_string_equal(directory, "/");
    assert_int_equal(getsid(supervisor), supervisor);
    assert_int_not_equal(getsid(supervisor), getsid(0));
    /* Its socket, its signals, its host; what it started the program with it closes while
     * that runs already. */
    uint64_t guard = live_now() + 20000000000u;
    while (descriptors_of(supervisor) != 3)
        assert_true(live_now() < guard);
    live_close(&l, GRACE_MS);
    live_finish(&l);
}

static void
signals_to_the_supervisor_do_nothing(void **state)
{
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, hostile(), "signal-parent", 1);
    live_until(&l, "sent");
    mark_all(&m, live_text(&l));
    timed_close(&l, GRACE_MS, "signals to the supervisor");
    assert_string_equal(qtty_terminal_lost(l.terminal), "");
    expect_gone(&m);
    live_finish(&l);
}

static void
a_supervisor_that_is_stopped_again_and_again_gets_help(void **state)
{
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, hostile(), "stop-parent", 2);
    mark_all(&m, live_text(&l));
    timed_close(&l, GRACE_MS, "stopped supervisor");
    expect_gone(&m);
    live_finish(&l);
}

/* Who made one of them and has ended is a zombie until somebody reaps it, now that the
 * supervisor does not. */
static void
leaves_so_many(struct live *l, size_t count)
{
    uint64_t guard = live_now() + 20000000000u;
    while (qtty_terminal_survivors(l->terminal, NULL, 0) != count)
        assert_true(live_now() < guard);
}

/* Of the seven those in the session are ended; who left it is not, which is said. */
static void
a_killed_supervisor_is_told_and_the_session_is_ended(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    qtty_child child;
    size_t written;
    (void)state;
    hostile_start(&l, hostile(), "kill-parent", 7);
    mark_all(&m, live_text(&l));
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("go\r"), &written),
                     QTTY_OK);
    live_until(&l, "killed");
    while (qtty_terminal_lost(l.terminal)[0] == '\0')
        live_turn(&l);
    assert_string_equal(qtty_terminal_lost(l.terminal),
                        "the supervisor was killed: what left the session is not ended");
    qtty_terminal_child(l.terminal, &child);
    assert_int_equal(child.state, QTTY_CHILD_RUNNING);
    leaves_so_many(&l, 5);

    timed_close(&l, GRACE_MS, "killed supervisor");
    qtty_terminal_child(l.terminal, &child);
    assert_int_equal(child.state, QTTY_CHILD_UNKNOWN);
    assert_int_equal(kill_left(&m, (pid_t)child.pid), 3);
    expect_gone(&m);
    live_finish(&l);
    is_clean(before);
}

/* Who loses a supervisor comes to this process, so that it is known when the leader's
 * number is free. */
static void
lose_supervisor_and_leader(struct live *l, struct marked *m, const char *role,
                           size_t count)
{
    size_t written;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
    hostile_start(l, hostile(), role, count);
    mark_all(m, live_text(l));
    assert_int_equal(m->count, count);
    assert_int_equal(qtty_terminal_write(l->terminal, qtty_text("go\r"), &written),
                     QTTY_OK);
    qtty_child child = live_run(l);
    assert_int_equal(child.state, QTTY_CHILD_UNKNOWN);
    /* The end of its socket is heard before the supervisor's children are handed on. */
    uint64_t guard = live_now() + 20000000000u;
    while (waitpid((pid_t)child.pid, NULL, 0) != child.pid)
        assert_true(live_now() < guard);
    assert_int_equal(qtty_terminal_step(l->terminal, live_now()), QTTY_OK);
}

static void
reap_all(const struct marked *m)
{
    for (size_t i = 0; i < m->count; i++)
        assert_int_equal(waitpid(m->pids[i], NULL, 0), m->pids[i]);
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0), 0);
}

/* Nothing pins the number of the session: nobody is signalled, and that is said. */
static void
who_outlives_supervisor_and_leader_is_not_known(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    (void)state;
    lose_supervisor_and_leader(&l, &m, "orphan-job", 1);
    assert_string_equal(qtty_terminal_lost(l.terminal),
                        "the supervisor was killed, and the leader is gone: what is left "
                        "of the session is not known, nor ended");
    assert_int_equal(qtty_terminal_survivors(l.terminal, NULL, 0), 0);
    timed_close(&l, GRACE_MS, "killed supervisor and leader");
    assert_false(process_ended(m.descriptors[0]));
    process_signal(m.descriptors[0], SIGKILL);
    reap_all(&m);
    expect_gone(&m);
    live_finish(&l);
    is_clean(before);
}

/* The leader's group has the session's number, and keeps it. */
static void
by_the_leaders_group_the_others_are_found(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    int own = process_open(getpgrp());
    bool known = own >= 0 && process_signal_group(own, 0);
    (void)state;
    close(own);
    if (!known)
        skip(); /* before Linux 6.9 */
    lose_supervisor_and_leader(&l, &m, "orphans", 2);
    assert_int_equal(qtty_terminal_survivors(l.terminal, NULL, 0), 2);
    timed_close(&l, GRACE_MS, "a leader's group");
    expect_gone(&m);
    reap_all(&m);
    assert_string_equal(qtty_terminal_lost(l.terminal),
                        "the supervisor was killed: what left the session is not ended");
    live_finish(&l);
    is_clean(before);
}

static void
the_status_comes_to_a_host_that_ignores_its_children(void **state)
{
    struct sigaction ignoring = { .sa_handler = SIG_IGN }, before;
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    sigaction(SIGCHLD, &ignoring, &before);
    live_spawn(&l, &c, ARGV("sh", "-c", "exit 9"));
    qtty_child child = live_run(&l);
    assert_int_equal(child.state, QTTY_CHILD_EXITED);
    assert_int_equal(child.value, 9);
    live_close(&l, GRACE_MS);
    live_finish(&l);
    sigaction(SIGCHLD, &before, NULL);
}

/* --- Survivors ---------------------------------------------------------------------- */

/* A process that is traced stays a zombie until who traces it has its status. */
static void
survivors_are_named_and_a_close_can_be_retried(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    char expected[64];
    int64_t survivor = 0;
    (void)state;
    hostile_start(&l, hostile(), "stopped", 1);
    mark_all(&m, live_text(&l));
    if (ptrace(PTRACE_SEIZE, m.pids[0], NULL, NULL) != 0) {
        live_close(&l, 0);
        expect_gone(&m);
        live_finish(&l);
        skip(); /* where nobody may be traced */
    }
    assert_int_equal(qtty_terminal_close(l.terminal, live_now(), 0), QTTY_OK);
    while (qtty_terminal_phase(l.terminal) == QTTY_PHASE_CLOSING)
        live_turn(&l);
    assert_int_equal(qtty_terminal_phase(l.terminal), QTTY_PHASE_STUCK);
    snprintf(expected, sizeof expected, "close: 1 still there after KILL: %d",
             (int)m.pids[0]);
    assert_string_equal(qtty_terminal_error(l.terminal), expected);
    assert_int_equal(qtty_terminal_survivors(l.terminal, &survivor, 1), 1);
    assert_int_equal(survivor, m.pids[0]);

    assert_int_equal(waitpid(m.pids[0], NULL, __WALL), m.pids[0]);
    timed_close(&l, GRACE_MS, "retried");
    assert_int_equal(qtty_terminal_survivors(l.terminal, &survivor, 1), 0);
    expect_gone(&m);
    live_finish(&l);
    is_clean(before);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seven_ways_to_stay_fail),
        cmocka_unit_test(what_stopped_itself_is_ended),
        cmocka_unit_test(who_ignores_term_leaves_at_the_hang_up),
        cmocka_unit_test(who_is_stopped_is_woken_to_leave),
        cmocka_unit_test(what_comes_back_is_ended),
        cmocka_unit_test(a_process_without_its_first_thread_is_no_zombie),
        cmocka_unit_test(a_fork_bomb_is_ended),
        cmocka_unit_test(what_a_program_leaves_behind_is_ended_too),
        cmocka_unit_test(destroying_ends_all),
        cmocka_unit_test(the_hosts_death_ends_all),
        cmocka_unit_test(the_supervisor_keeps_nothing_of_the_program),
        cmocka_unit_test(signals_to_the_supervisor_do_nothing),
        cmocka_unit_test(a_supervisor_that_is_stopped_again_and_again_gets_help),
        cmocka_unit_test(a_killed_supervisor_is_told_and_the_session_is_ended),
        cmocka_unit_test(who_outlives_supervisor_and_leader_is_not_known),
        cmocka_unit_test(by_the_leaders_group_the_others_are_found),
        cmocka_unit_test(the_status_comes_to_a_host_that_ignores_its_children),
        cmocka_unit_test(survivors_are_named_and_a_close_can_be_retried),
    };
    printf("as user %d\n", (int)geteuid());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
