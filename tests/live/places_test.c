/* The consumption proof where less is permitted: as an ordinary user, without the right
 * to trace, where /proc hides processes or is not there, through a sandbox's namespaces.
 * Each place has a process of its own. What is not to be had here is skipped, by name. */
#define _GNU_SOURCE /* unshare(2), setresuid(2), setgroups(2) */

#include "live/looks.h"
#include "live/session.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum { NOBODY = 65534, LOOKS = 100 };

/* The program of waits.c where everybody can run it; and once more, for root alone to
 * read: a program that may be run and not read may not be looked at. */
static char waits[] = "/tmp/quietty-waits-XXXXXX";
static char unreadable[] = "/tmp/quietty-waits-XXXXXX";
static bool is_unreadable;

static const char *const *wrapper; /* arguments that start a program in a sandbox */

/* --- Places ------------------------------------------------------------------------- */

/* After a change of user a process may not look at itself, until it says so. */
static bool
become_ordinary(void)
{
    return geteuid() != 0
           || (setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0
               && setresuid(NOBODY, NOBODY, NOBODY) == 0
               && prctl(PR_SET_DUMPABLE, 1) == 0);
}

static bool
mount_over_proc(const char *type, const char *options)
{
    return geteuid() == 0 && unshare(CLONE_NEWNS) == 0
           && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0
           && mount(type, "/proc", type, 0, options) == 0;
}

static bool
hide_access(void)
{
    return mount_over_proc("proc", "hidepid=1") && become_ordinary();
}

static bool
hide_all(void)
{
    return mount_over_proc("proc", "hidepid=2") && become_ordinary();
}

/* hidepid=ptraceable, of Linux 5.8. */
static bool
hide_what_cannot_be_traced(void)
{
    return mount_over_proc("proc", "hidepid=4") && become_ordinary();
}

static bool
lose_proc(void)
{
    return mount_over_proc("tmpfs", NULL) && become_ordinary();
}

static bool
give_up_tracing(void)
{
    struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct sets[2];
    uint32_t others = ~(1u << CAP_SYS_PTRACE);
    if (geteuid() != 0 || syscall(SYS_capget, &head, sets) != 0)
        return false;
    sets[0].effective &= others;
    sets[0].permitted &= others;
    sets[0].inheritable &= others;
    return syscall(SYS_capset, &head, sets) == 0;
}

/* As in a container: nobody in it has the right, and so nobody's children. */
static bool
be_contained(void)
{
    return geteuid() == 0 && prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0) == 0
           && give_up_tracing();
}

/* The calls that a container's filter refuses. */
static bool
filter_calls(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = { COUNT_OF(rules), rules };
    return become_ordinary() && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static const char *const bubblewrap[] = {
    "bwrap", "--unshare-pid", "--ro-bind", "/",     "/",
    "--dev", "/dev",          "--proc",    "/proc", "--die-with-parent",
};

/* May a sandbox be made at all? Containers often do not let it. */
static bool
enter_sandbox(void)
{
    int status = 1;
    wrapper = bubblewrap;
    pid_t pid = fork();
    if (pid == 0) {
        execlp("bwrap", "bwrap", "--unshare-pid", "--ro-bind", "/", "/", "--dev", "/dev",
               "--proc", "/proc", "true", (char *)NULL);
        _exit(127);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static bool
enter_sandbox_as_ordinary(void)
{
    return become_ordinary() && enter_sandbox();
}

/* --- Programs ----------------------------------------------------------------------- */

enum { WORDS_MAX = 16 };

/* The arguments, in the sandbox if that is the place; ends with NULL. */
static void
wrap(const char *words[WORDS_MAX], const char *const *argv)
{
    size_t count = 0;
    for (size_t i = 0; wrapper != NULL && i < COUNT_OF(bubblewrap); i++)
        words[count++] = wrapper[i];
    for (size_t i = 0; argv[i] != NULL && count + 1 < WORDS_MAX; i++)
        words[count++] = argv[i];
    words[count] = NULL;
}

static void
begin_here(struct live *l, const char *program, const char *way)
{
    const char *words[WORDS_MAX];
    wrap(words, ARGV(program, way));
    begin(l, words);
    live_until(l, "ready");
}

static struct driven
drive_bash_here(void)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    const char *words[WORDS_MAX];
    qtty_span spans[WORDS_MAX];
    if (wrapper == NULL)
        return drive_bash();
    wrap(words, ARGV("bash", "--noprofile", "--norc", "--posix", "-i"));
    for (; words[c.argc] != NULL; c.argc++)
        spans[c.argc] = qtty_text(words[c.argc]);
    c.argv = spans;
    return drive_start(&c);
}

static void
explains(const struct driven *d, const char *part)
{
    const qtty_verdict v = { d->result.wait_reason, d->result.evidence, QTTY_NEVER };
    char text[512];
    (void)qtty_explain(&v, text, sizeof text);
    if (strstr(text, part) == NULL)
        assert_string_equal(text, part);
}

/* No look shows a class; and nobody runs, and many looks agree on these of the flags. */
static void
shows_nothing(struct live *l, uint32_t flags)
{
    const uint32_t mask = QTTY_LOOK_DENIED | QTTY_LOOK_UNREAD;
    uint64_t guard = live_now() + 20000000000u;
    qtty_look before = look(l);
    for (int agreed = 0; agreed < LOOKS; sched_yield()) {
        qtty_look now = look(l);
        assert_int_equal(now.wait_class, QTTY_CLASS_E);
        assert_true(live_now() < guard);
        bool as_told = agree(&now, &before) && (now.flags & mask) == flags;
        agreed = as_told ? agreed + 1 : 0;
        before = now;
    }
    assert_true(before.group > 0);
}

/* --- Where it can be seen ----------------------------------------------------------- */

static void
who_waits_is_seen(void **state)
{
    static const char *const ways[] = { "read", "tty",   "seven", "select",
                                        "poll", "epoll", "thread" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        begin_here(&l, waits, ways[i]);
        qtty_look before = becomes(&l, QTTY_CLASS_A);
        assert_int_equal(before.flags & QTTY_LOOK_DENIED, 0);
        type(&l, "x\r");
        live_until(&l, "took");
        assert_true(becomes(&l, QTTY_CLASS_A).runs != before.runs);
        live_finish(&l);
    }
}

static void
who_does_not_wait_has_no_class(void **state)
{
    static const char *const ways[] = { "pipe", "other-terminal", "pause" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        begin_here(&l, waits, ways[i]);
        shows_nothing(&l, 0);
        live_finish(&l);
    }
}

static void
a_shell_is_driven(void **state)
{
    struct driven d = drive_bash_here();
    (void)state;
    says(&d, "echo here", "here\n", 0);
    says(&d, "false", "", 1);
    says(&d, "sleep 0.01 | cat; (exit 7)", "", 7);
    asks(&d, "cat", "", LINES_ECHOED);
    asks(&d, "line", "line\nline\n", LINES_ECHOED);
    leaves(&d, "\x04", "", 0);
    assert_int_equal(d.result.evidence.seen & QTTY_SEEN_DENIED, 0);
    drive_end(&d);
}

/* Its number is ours, and its devpts is not. */
static void
a_terminal_of_the_same_number_is_another(void **state)
{
    struct live l;
    (void)state;
    begin_here(&l, waits, "namesake");
    shows_nothing(&l, 0);
    live_finish(&l);
}

/* --- Where something is denied ------------------------------------------------------ */

static void
needs_unreadable(void)
{
    if (!is_unreadable)
        skip(); /* only root can have a program that others may not read */
}

static void
ask_for_a_secret(struct driven *d, const char *program)
{
    char line[128];
    (void)snprintf(line, sizeof line, "%s silent-read", program);
    drive_send(d, line, true);
    drive_settle(d);
}

static void
a_secret_is_likely_asked_for(void **state)
{
    struct driven d;
    struct live l;
    (void)state;
    needs_unreadable();
    begin_here(&l, unreadable, "silent-read");
    assert_int_equal(told(becomes(&l, QTTY_CLASS_D)),
                     QTTY_TERMINAL_CANONICAL | QTTY_LOOK_DENIED);
    live_finish(&l);
    d = drive_bash_here();
    ask_for_a_secret(&d, unreadable);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_LIKELY);
    assert_true(d.result.evidence.seen & QTTY_SEEN_DENIED);
    assert_true(d.result.evidence.terminal & QTTY_TERMINAL_PASSWORD);
    explains(&d, "it sleeps, and may not be looked at");
    drive_end(&d);
}

/* Not even whether it sleeps: silence is left, and says why. */
static void
what_hides_is_left_to_silence(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    struct live l;
    (void)state;
    needs_unreadable();
    begin_here(&l, unreadable, "silent-read");
    shows_nothing(&l, QTTY_LOOK_DENIED);
    assert_int_equal(qtty_terminal_signal(l.terminal, QTTY_SIGNAL_INT, 0, NULL), QTTY_OK);
    assert_int_equal(live_run(&l).value, SIGINT);
    live_finish(&l);
    c.idle_silence_ms = 1000; /* a busy machine is silent, too */
    d = drive_start(&c);
    ask_for_a_secret(&d, unreadable);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_INFERRED_IDLE);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_NONE);
    assert_true(d.result.evidence.seen & QTTY_SEEN_DENIED);
    explains(&d, "the foreground may not be looked at");
    drive_send(&d, "", false);
    assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
    drive_settle(&d);
    is_at_prompt(&d, 128 + SIGINT);
    drive_end(&d);
}

static void
nobody_is_seen(void **state)
{
    static const char *const ways[] = { "read", "raw", "pause" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct live l;
        begin_here(&l, waits, ways[i]);
        shows_nothing(&l, QTTY_LOOK_DENIED);
        live_finish(&l);
    }
}

/* By the prompt and quiet, which says so; what asks is left to silence. */
static void
a_shell_is_driven_by_its_prompt(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.idle_silence_ms = 1000; /* a busy machine is silent, too */
    struct driven d = drive_start(&c);
    (void)state;
    says(&d, "echo here; false", "here\n", 1);
    assert_true(d.result.evidence.seen & QTTY_SEEN_DENIED);
    explains(&d, "the shell's prompt stands, the foreground may not be looked at, ");
    drive_send(&d, "read x", true);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_INFERRED_IDLE);
    assert_true(d.result.evidence.seen & QTTY_SEEN_DENIED);
    says(&d, "line", "line\n", 0);
    drive_end(&d);
}

/* --- All of them -------------------------------------------------------------------- */

static const struct CMUnitTest seen[] = {
    cmocka_unit_test(who_waits_is_seen),
    cmocka_unit_test(who_does_not_wait_has_no_class),
    cmocka_unit_test(a_shell_is_driven),
};
static const struct CMUnitTest ordinary[] = {
    cmocka_unit_test(who_waits_is_seen),
    cmocka_unit_test(who_does_not_wait_has_no_class),
    cmocka_unit_test(a_shell_is_driven),
    cmocka_unit_test(a_secret_is_likely_asked_for),
};
static const struct CMUnitTest hiding[] = {
    cmocka_unit_test(who_waits_is_seen),
    cmocka_unit_test(who_does_not_wait_has_no_class),
    cmocka_unit_test(a_shell_is_driven),
    cmocka_unit_test(what_hides_is_left_to_silence),
};
static const struct CMUnitTest denied[] = {
    cmocka_unit_test(nobody_is_seen),
    cmocka_unit_test(a_shell_is_driven_by_its_prompt),
};
static const struct CMUnitTest sandboxed[] = {
    cmocka_unit_test(who_waits_is_seen),
    cmocka_unit_test(who_does_not_wait_has_no_class),
    cmocka_unit_test(a_shell_is_driven),
    cmocka_unit_test(a_terminal_of_the_same_number_is_another),
};

#define IN(name, enter, tests)                                                           \
    {                                                                                    \
        name, enter, tests, COUNT_OF(tests)                                              \
    }

static const struct place {
    const char *name;
    bool (*enter)(void); /* false: it is not to be had here */
    const struct CMUnitTest *tests;
    size_t count;
} places[] = {
    IN("an ordinary user", become_ordinary, ordinary),
    IN("hidepid=1", hide_access, hiding),
    IN("hidepid=2", hide_all, hiding),
    IN("hidepid=4", hide_what_cannot_be_traced, hiding),
    IN("no proc", lose_proc, denied),
    IN("a container without CAP_SYS_PTRACE", be_contained, seen),
    IN("CAP_SYS_PTRACE given up, and not by the children", give_up_tracing, denied),
    IN("a filter of ptrace(2)", filter_calls, seen),
    IN("a sandbox", enter_sandbox, sandboxed),
    IN("a sandbox of an ordinary user", enter_sandbox_as_ordinary, sandboxed),
};

static int
run_in(const struct place *p)
{
    if (!p->enter()) {
        print_message("%s: skipped: cannot be had here\n", p->name);
        return 0;
    }
    return _cmocka_run_group_tests(p->name, p->tests, p->count, drive_make_home,
                                   drive_remove_home);
}

static bool
fails_in(const struct place *p)
{
    int status = 1;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        _exit(run_in(p)); /* without /proc there is no search for leaks */
    return pid < 0 || waitpid(pid, &status, 0) != pid || status != 0;
}

static bool
copy_waits(char *path, mode_t mode)
{
    char bytes[65536];
    ssize_t got = -1;
    int from = open(WAITS, O_RDONLY | O_CLOEXEC), to = mkostemp(path, O_CLOEXEC);
    while (from >= 0 && to >= 0 && (got = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)got) != got)
            return false;
    bool made = got == 0 && fchmod(to, mode) == 0;
    close(from);
    close(to);
    return made;
}

int
main(void)
{
    int failed = 0;
    if (!copy_waits(waits, 0755) || !copy_waits(unreadable, 0711))
        return 1;
    is_unreadable = geteuid() == 0;
    for (size_t i = 0; i < COUNT_OF(places); i++)
        failed += fails_in(&places[i]);
    unlink(waits);
    unlink(unreadable);
    return failed;
}
