/* A session with a cgroup of its own, where one was delegated to the host: what it ends
 * when even the supervisor was killed. Root makes the delegation, and an ordinary user
 * has it; skipped where that cannot be. */
#define _GNU_SOURCE

#include "live/hostile.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum { USER = 64126 };

static char folder[128], program[160]; /* the delegated cgroup; the hostile program */

static bool
is_writable(const char *mount)
{
    char path[160];
    snprintf(folder, sizeof folder, "%s/quietty-test-%d", mount, (int)getpid());
    if (mkdir(folder, 0755) != 0)
        return false;
    snprintf(path, sizeof path, "%s/cgroup.kill", folder);
    if (access(path, F_OK) == 0)
        return true;
    rmdir(folder);
    return false;
}

static bool
enter_as_user(void)
{
    char path[160], number[16];
    int len = snprintf(number, sizeof number, "%d", (int)getpid());
    snprintf(path, sizeof path, "%s/cgroup.procs", folder);
    int procs = open(path, O_WRONLY | O_CLOEXEC);
    bool entered = procs >= 0 && write(procs, number, (size_t)len) == len;
    close(procs);
    return entered && chown(folder, USER, USER) == 0 && chown(path, USER, USER) == 0
           && setgid(USER) == 0 && setuid(USER) == 0;
}

/* The cgroups below, whose names begin with the library's. */
static size_t
count_cgroups(void)
{
    size_t count = 0;
    DIR *own = opendir(folder);
    const struct dirent *entry;
    while (own != NULL && (entry = readdir(own)) != NULL)
        count += strncmp(entry->d_name, "quietty-", 8) == 0;
    closedir(own);
    return count;
}

static bool
is_in_cgroup_of_its_own(int64_t pid)
{
    char path[64], line[256];
    bool found = false;
    snprintf(path, sizeof path, "/proc/%d/cgroup", (int)pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *test = strstr(line, "/quietty-test-");
        found = found || (test != NULL && strstr(test + 1, "/quietty-") != NULL);
    }
    fclose(file);
    return found;
}

static void
a_session_has_a_cgroup_until_its_end(void **state)
{
    size_t before = live_descriptors();
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, program, "seven", 7);
    mark_all(&m, live_text(&l));
    assert_int_equal(count_cgroups(), 1);
    for (size_t i = 0; i < m.count; i++)
        assert_true(is_in_cgroup_of_its_own(m.pids[i]));
    assert_false(is_in_cgroup_of_its_own(getpid()));
    timed_close(&l, 20, "seven in a cgroup");
    expect_gone(&m);
    assert_int_equal(count_cgroups(), 0);
    live_finish(&l);
    is_clean(before);
}

static void
a_killed_supervisor_saves_nobody_there(void **state)
{
    size_t before = live_descriptors(), written;
    struct live l;
    struct marked m;
    (void)state;
    hostile_start(&l, program, "kill-parent", 7);
    mark_all(&m, live_text(&l));
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("go\r"), &written),
                     QTTY_OK);
    live_until(&l, "killed");
    while (qtty_terminal_survivors(l.terminal, NULL, 0) != 8) /* when it is noticed */
        live_turn(&l);
    assert_string_equal(qtty_terminal_lost(l.terminal), "");
    timed_close(&l, 20, "killed supervisor in a cgroup");
    expect_gone(&m);
    assert_int_equal(qtty_terminal_survivors(l.terminal, NULL, 0), 0);
    live_finish(&l);
    assert_int_equal(count_cgroups(), 0);
    is_clean(before);
}

/* For this process and what it starts: its last test. */
static bool
refuse_clone3(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = { COUNT_OF(rules), rules };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* As in containers: the session is not born into the cgroup; it tells nothing of it. */
static void
who_cannot_be_born_there_is_not_taken_for_gone(void **state)
{
    size_t before = live_descriptors(), written, left = 0;
    struct live l;
    struct marked m;
    (void)state;
    if (!refuse_clone3())
        skip();
    hostile_start(&l, program, "kill-parent", 7);
    mark_all(&m, live_text(&l));
    assert_int_equal(count_cgroups(), 0);
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("go\r"), &written),
                     QTTY_OK);
    live_until(&l, "killed");
    while (qtty_terminal_lost(l.terminal)[0] == '\0')
        live_turn(&l);
    timed_close(&l, 20, "killed supervisor, not in the cgroup");
    for (size_t i = 0; i < m.count; i++)
        if (!process_ended(m.descriptors[i])) {
            left++;
            process_signal(m.descriptors[i], SIGKILL);
            struct pollfd ended = { .fd = m.descriptors[i], .events = POLLIN };
            assert_int_equal(poll(&ended, 1, 20000), 1);
        }
    assert_int_equal(left, 3); /* who left the session */
    expect_gone(&m);
    live_finish(&l);
    is_clean(before);
}

static int
copy_program(void)
{
    char command[512];
    strcpy(program, "/tmp/quietty-cgroup-XXXXXX");
    if (mkdtemp(program) == NULL || chmod(program, 0755) != 0)
        return 1;
    snprintf(command, sizeof command, "cp '%s' %s/hostile && chmod 755 %s/hostile",
             HOSTILE, program, program);
    strcat(program, "/hostile");
    return system(command);
}

static void
remove_program(void)
{
    unlink(program);
    *strrchr(program, '/') = '\0';
    rmdir(program);
}

static int
run_as_user(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_has_a_cgroup_until_its_end),
        cmocka_unit_test(a_killed_supervisor_saves_nobody_there),
        cmocka_unit_test(who_cannot_be_born_there_is_not_taken_for_gone),
    };
    return enter_as_user() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}

int
main(void)
{
    int status = 1;
    if (geteuid() != 0
        || (!is_writable("/sys/fs/cgroup") && !is_writable("/sys/fs/cgroup/unified"))) {
        printf("no cgroup can be delegated here: skipped\n");
        return 77;
    }
    fflush(stdout);
    if (copy_program() == 0) {
        pid_t pid = fork();
        if (pid == 0)
            exit(run_as_user());
        waitpid(pid, &status, 0);
    }
    remove_program();
    if (rmdir(folder) != 0) {
        perror(folder);
        return 1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
