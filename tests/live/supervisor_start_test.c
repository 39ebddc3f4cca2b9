/* Supervisors that are killed while a spawn is under way. A filter of seccomp(2) holds a
 * call of the supervisor, or of the leader that is being made, until the supervisor has
 * been killed: so each point of a start is met, and nothing depends on time. The filter
 * is of the thread that spawns; the others of this process watch. */
#define _GNU_SOURCE

#include "live/hostile.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/** A call that is made once in a start, known by one argument. */
struct point {
    int number;
    unsigned argument;
    uint32_t value;
    bool by_leader;
};

static const struct point before_a_leader = { SYS_clone, 0, CLONE_VFORK | SIGCHLD,
                                              false };
static const struct point before_its_terminal = { SYS_openat, 2, O_RDWR, true };
static const struct point before_the_word = { SYS_sendto, 2, 12, false };
static const struct point behind_the_word = { SYS_chdir, 1, 0, false };

struct spawning {
    const struct point *point;
    const char *program, *role;
    int listener, told[2];
    struct live live;
    qtty_status status;
};

/* --- The thread that spawns --------------------------------------------------------- */

/* @return a descriptor that tells of the calls; -1: that cannot be had here. */
static int
hold(const struct point *p)
{
    const uint32_t argument =
        (uint32_t)(offsetof(struct seccomp_data, args) + 8 * p->argument);
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)p->number, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, argument),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, p->value, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = { COUNT_OF(rules), rules };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                        SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

static void *
spawn_held(void *context)
{
    struct spawning *s = context;
    const qtty_span argv[] = { qtty_text(s->program), qtty_text(s->role) };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    c.argv = argv;
    c.argc = s->role[0] != '\0' ? 2 : 1;
    s->listener = hold(s->point);
    (void)!write(s->told[1], "", 1);
    if (s->listener >= 0)
        s->status = qtty_provider_spawn(s->live.provider, &s->live.terminal, &c);
    return NULL;
}

/* --- Who watches -------------------------------------------------------------------- */

static void
wait_for_end(int pidfd)
{
    struct pollfd ended = { .fd = pidfd, .events = POLLIN };
    assert_int_equal(poll(&ended, 1, 20000), 1);
    close(pidfd);
}

/* Of a supervisor that is held, and so reaps nobody. */
static void
wait_for_child(pid_t supervisor)
{
    char path[64];
    int pid = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)supervisor,
             (int)supervisor);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &pid), 1);
    fclose(file);
    wait_for_end(process_open(pid));
}

/* The one that is killed while it is held needs no answer. */
static void
kill_supervisor(const struct spawning *s, bool after_the_leader)
{
    struct seccomp_notif held = { 0 };
    assert_int_equal(ioctl(s->listener, SECCOMP_IOCTL_NOTIF_RECV, &held), 0);
    pid_t caller = (pid_t)held.pid;
    pid_t supervisor = s->point->by_leader ? parent_of(caller) : caller;
    int pidfd = process_open(supervisor);
    assert_int_equal(parent_of(supervisor), getpid());
    if (after_the_leader)
        wait_for_child(supervisor);
    assert_true(process_signal(pidfd, SIGKILL));
    wait_for_end(pidfd);
    if (s->point->by_leader) {
        struct seccomp_notif_resp go_on = { .id = held.id,
                                            .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE };
        assert_int_equal(ioctl(s->listener, SECCOMP_IOCTL_NOTIF_SEND, &go_on), 0);
    }
}

/* Spawn, and kill the supervisor at the point. */
static void
spawn_and_kill(struct spawning *s, bool after_the_leader)
{
    pthread_t thread;
    char byte;
    qtty_buf_init(&s->live.output, NULL, 0);
    assert_int_equal(qtty_pty_provider_create(&s->live.provider, NULL), QTTY_OK);
    assert_int_equal(pipe2(s->told, O_CLOEXEC), 0);
    assert_int_equal(pthread_create(&thread, NULL, spawn_held, s), 0);
    assert_int_equal(read(s->told[0], &byte, 1), 1);
    if (s->listener >= 0)
        kill_supervisor(s, after_the_leader);
    assert_int_equal(pthread_join(thread, NULL), 0);
    close(s->told[0]);
    close(s->told[1]);
    if (s->listener < 0) {
        qtty_provider_destroy(s->live.provider);
        skip();
    }
    close(s->listener);
}

/* --- The points --------------------------------------------------------------------- */

static void
fails(const struct point *point, const char *program, const char *role, bool late,
      const char *why)
{
    size_t before = live_descriptors();
    struct spawning s = { .point = point, .program = program, .role = role };
    char expected[512];
    snprintf(expected, sizeof expected, "%s: %s", program, why);
    spawn_and_kill(&s, late);
    assert_int_equal(s.status, QTTY_E_IO);
    assert_null(s.live.terminal);
    assert_string_equal(qtty_provider_error(s.live.provider), expected);
    qtty_provider_destroy(s.live.provider);
    qtty_buf_finish(&s.live.output);
    is_clean(before);
}

/* It runs on its terminal, and the loss is told from the first moment. */
static void
starts(const struct point *point, bool told_at_once)
{
    size_t before = live_descriptors();
    struct spawning s = { .point = point, .program = HOSTILE, .role = "stay" };
    struct marked m;
    spawn_and_kill(&s, false);
    assert_string_equal(qtty_provider_error(s.live.provider), "");
    assert_int_equal(s.status, QTTY_OK);
    if (!told_at_once)
        assert_int_equal(qtty_terminal_step(s.live.terminal, live_now()), QTTY_OK);
    assert_string_equal(qtty_terminal_lost(s.live.terminal),
                        "the supervisor was killed: what left the session is not ended");
    live_until(&s.live, "pid ");
    live_until(&s.live, "\n");
    mark_all(&m, live_text(&s.live));
    assert_int_equal(m.count, 1);
    qtty_child child;
    qtty_terminal_child(s.live.terminal, &child);
    assert_int_equal(child.pid, m.pids[0]);
    timed_close(&s.live, 20, "supervisor killed in the spawn");
    expect_gone(&m);
    live_finish(&s.live);
    is_clean(before);
}

static void
before_a_leader_the_spawn_fails(void **state)
{
    (void)state;
    fails(&before_a_leader, HOSTILE, "stay", false,
          "not started: the supervisor was killed");
}

static void
before_its_terminal_the_leader_goes_on(void **state)
{
    (void)state;
    starts(&before_its_terminal, true);
}

static void
before_the_word_the_leader_goes_on(void **state)
{
    (void)state;
    starts(&before_the_word, true);
}

static void
behind_the_word_the_leader_goes_on(void **state)
{
    (void)state;
    starts(&behind_the_word, false);
}

/* Who has come and gone may have left something that nobody can find. */
static void
a_leader_that_has_ended_by_then_is_not_known(void **state)
{
    (void)state;
    fails(&before_the_word, "true", "", true,
          "ended as the supervisor was killed: what it left is not known, nor ended");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_a_leader_the_spawn_fails),
        cmocka_unit_test(before_its_terminal_the_leader_goes_on),
        cmocka_unit_test(before_the_word_the_leader_goes_on),
        cmocka_unit_test(behind_the_word_the_leader_goes_on),
        cmocka_unit_test(a_leader_that_has_ended_by_then_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
