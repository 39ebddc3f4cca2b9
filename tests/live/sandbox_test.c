/* The sandbox, by bubblewrap and by Landlock, each in a process of its own: what a mode
 * lets write, and tricks to get out, each a test. As whoever runs it: root, and once more
 * an ordinary user. What cannot confine here is skipped, by name; 77: nothing can. */
#define _GNU_SOURCE

#include "live/sandboxed.h"

#include "live/gone.h"
#include <sched.h>
#include <stdlib.h>

/* --- The modes ---------------------------------------------------------------------- */

static void
read_only_writes_nothing(void **state)
{
    static const char *const commands[] = {
        "touch $W/x",      "mkdir $W/x",           "touch $O/x",
        ": > $O/kept",     "echo x >> $O/kept",    "truncate -s 0 $O/kept",
        "rm $O/kept",      "mv $O/kept $O/x",      "ln -s x $O/x",
        "ln $O/kept $O/x", "chmod 600 $O/kept",    "touch -m $O/kept",
        "mkfifo $O/x",     "touch /tmp/quietty-x", "touch /var/tmp/quietty-x",
        "touch ~/x",       "touch /etc/quietty-x",
    };
    struct driven d = confined(QTTY_SANDBOX_READ_ONLY);
    (void)state;
    says(&d, "cat $O/kept", "kept\n", 0);
    says(&d, "pwd | sed 's/.*-......//'", "/workspace\n", 0);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        cannot(&d, commands[i]);
    does(&d, "echo x > /dev/null");
    does(&d, ": > /dev/tty");
    does(&d, ": > /proc/self/fd/0"); /* the terminal's own name */
    if (abi_of(&d) == 0 || abi_of(&d) >= 3)
        cannot(&d, "$T truncate $O/kept");
    drive_end(&d);
    outside_is_untouched();
    assert_false(is_there(workspace, "x"));
    assert_false(is_there("/tmp", "quietty-x"));
}

static void
workspace_write_writes_there_alone(void **state)
{
    static const char *const commands[] = {
        "touch $O/x",
        ": > $O/kept",
        "echo x >> $O/kept",
        "rm $O/kept",
        "mv $O/kept $O/x",
        "truncate -s 0 $O/kept",
        "mv $O/kept $W",
        "mv $W/b $O",
        "ln -s x $O/x",
        "touch ~/x",
        "mkdir $W/../x",
        "touch /etc/quietty-x",
        "touch /var/tmp/quietty-x",
    };
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    does(&d, "echo text > $W/a");
    does(&d, "mkdir $W/b && mv $W/a $W/b && ln $W/b/a $W/c && chmod 700 $W/c");
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        cannot(&d, commands[i]);
    does(&d, "rm $W/b/a && rmdir $W/b");
    drive_end(&d);
    outside_is_untouched();
    assert_true(is_there(workspace, "c"));
    assert_false(is_there(workspace, "b"));
}

/* bubblewrap's is /tmp; Landlock's, which makes no mount, a folder that TMPDIR names. */
static void
its_tmp_is_its_own_and_goes_with_it(void **state)
{
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    does(&d, "touch $TMPDIR/quietty-own");
    does(&d, "mkdir -p $TMPDIR/$(printf 'd/%.0s' {1..300})");
    does(&d, "mkdir -p $TMPDIR/d/locked/in && chmod 0 $TMPDIR/d/locked");
    says(&d, "[[ $TMPDIR == /tmp ]]; echo $?", by_landlock ? "1\n" : "0\n", 0);
    assert_int_equal(drive_files("qtty-tmp-"), by_landlock ? 1 : 0);
    assert_false(is_there("/tmp", "quietty-own"));
    drive_end(&d); /* which sees that nothing of it is left */
}

/* A link that changes later leads no removal astray. */
static void
its_tmp_is_named_through_no_link(void **state)
{
    char link[128], text[160];
    (void)state;
    snprintf(link, sizeof link, "%s/link", area);
    assert_int_equal(symlink(drive_home, link), 0);
    assert_int_equal(setenv("TMPDIR", link, 1), 0);
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    snprintf(text, sizeof text, "%s\n", by_landlock ? drive_home : "/");
    says(&d, "dirname $TMPDIR", text, 0);
    drive_end(&d);
    assert_int_equal(setenv("TMPDIR", drive_home, 1), 0);
    assert_int_equal(unlink(link), 0);
}

/* --- Tricks ------------------------------------------------------------------------- */

/* Does a trick of tricks.c do what it should, without a sandbox? */
static bool
gets_out(const char *trick, const char *first, const char *second)
{
    char path[128];
    int status = 1;
    snprintf(path, sizeof path, "%s/tricks", area);
    pid_t pid = fork();
    if (pid == 0) {
        execl(path, path, trick, first, second, (char *)NULL);
        _exit(2);
    }
    return waitpid(pid, &status, 0) == pid && status == 0;
}

static void
a_link_out_leads_nowhere(void **state)
{
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    does(&d, "ln -s $O $W/folder && ln -s $O/kept $W/file");
    cannot(&d, "touch $W/folder/x");
    cannot(&d, "echo x > $W/file");
    cannot(&d, "cp /etc/hostname $W/file");
    drive_end(&d);
    outside_is_untouched();
}

static void
dot_dot_leads_nowhere(void **state)
{
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    cannot(&d, "touch $W/../outside/x");
    cannot(&d, "cd .. && touch outside/x");
    cannot(&d, "rm ../outside/kept");
    drive_end(&d);
    outside_is_untouched();
}

static void
the_roots_of_proc_lead_nowhere(void **state)
{
    char command[128];
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    cannot(&d, "touch /proc/self/root/$O/x");
    cannot(&d, "cd /proc/$$ && touch root/$O/x");
    cannot(&d, "touch /proc/self/cwd/../outside/x");
    cannot(&d, "touch /proc/1/root/$O/x");
    snprintf(command, sizeof command, "touch /proc/%d/root/$O/x", (int)getpid());
    cannot(&d, command);
    snprintf(command, sizeof command, "touch /proc/%d/cwd/x", (int)getppid());
    cannot(&d, command);
    drive_end(&d);
    outside_is_untouched();
}

static void
a_hard_link_out_cannot_be_made(void **state)
{
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    cannot(&d, "ln $O/kept $W/kept");
    cannot(&d, "touch $W/a && ln $W/a $O/a");
    cannot(&d, "exec 7< $O/kept && ln -L /proc/self/fd/7 $W/kept");
    drive_end(&d);
    outside_is_untouched();
    assert_false(is_there(workspace, "kept"));
}

static void
a_mount_cannot_be_changed(void **state)
{
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    does(&d, "mkdir $W/m");
    cannot(&d, "mount -o remount,rw /");
    cannot(&d, "mount -o remount,bind,rw / && touch $O/x");
    cannot(&d, "mount --bind $O $W/m && touch $W/m/x");
    cannot(&d, "umount /proc/sys");
    cannot(&d, "unshare -rm sh -c 'mount -o remount,bind,rw / && touch $O/x'");
    cannot(&d, "unshare -rm sh -c 'mount --bind $O $W/m && touch $W/m/x'");
    cannot(&d, "nsenter -t 1 -m touch $O/x");
    drive_end(&d);
    outside_is_untouched();
}

/* It is resolved once: a link that changes later changes nothing. */
static void
a_workspace_may_be_a_link(void **state)
{
    char alias[128], text[512];
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    snprintf(alias, sizeof alias, "%s/alias", area);
    assert_int_equal(symlink(workspace, alias), 0);
    c.sandbox = QTTY_SANDBOX_WORKSPACE_WRITE;
    c.workspace = alias;
    struct driven d = drive_start(&c);
    is_confined(&d);
    snprintf(text, sizeof text, "%s\n", workspace);
    says(&d, "pwd", text, 0);
    does(&d, "touch ./a");
    snprintf(text, sizeof text, "touch %s/b", alias);
    does(&d, text);
    assert_int_equal(unlink(alias), 0);
    assert_int_equal(symlink(outside, alias), 0);
    snprintf(text, sizeof text, "touch %s/x", alias);
    cannot(&d, text);
    does(&d, "touch ./c");
    drive_end(&d);
    unlink(alias);
    outside_is_untouched();
    assert_true(is_there(workspace, "b") && is_there(workspace, "c"));
}

static void
a_descriptor_from_outside_is_not_there(void **state)
{
    int file = open(kept, O_RDWR), folder = open(outside, O_RDONLY | O_DIRECTORY);
    char command[128];
    (void)state;
    assert_true(file > 2 && folder > 2);
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    snprintf(command, sizeof command, "echo x >&%d", file);
    cannot(&d, command);
    snprintf(command, sizeof command, "touch /proc/self/fd/%d/x", folder);
    cannot(&d, command);
    says(&d, "echo $(ls /proc/self/fd)", "0 1 2 3\n", 0); /* the last one is of ls */
    drive_end(&d);
    close(file);
    close(folder);
    outside_is_untouched();
}

static void
a_process_outside_cannot_be_traced(void **state)
{
    char command[64], number[16];
    pid_t pid = fork();
    (void)state;
    if (pid == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0)
        for (;;)
            pause();
    snprintf(number, sizeof number, "%d", (int)pid);
    assert_true(gets_out("trace", number, NULL) && gets_out("memory", number, NULL));
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    snprintf(command, sizeof command, "$T trace %s", number);
    cannot(&d, command);
    snprintf(command, sizeof command, "$T memory %s", number);
    cannot(&d, command);
    snprintf(command, sizeof command, "kill -0 %s", number);
    if (abi_of(&d) == 0 || abi_of(&d) >= 6)
        cannot(&d, command);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    drive_end(&d);
}

/* Nor is another terminal of the same user's. */
static void
a_device_cannot_be_written(void **state)
{
    char command[64], name[32];
    int other = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    (void)state;
    assert_true(other >= 0 && grantpt(other) == 0 && unlockpt(other) == 0);
    assert_int_equal(ptsname_r(other, name, sizeof name), 0);
    assert_true(gets_out("open", name, NULL));
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    snprintf(command, sizeof command, "$T open %s", name);
    cannot(&d, command);
    does(&d, "$T open /dev/null");
    does(&d, "$T open /dev/tty");
    cannot(&d, "$T open /dev/kmsg");
    cannot(&d, "$T open /dev/mem");
    cannot(&d, "touch /dev/quietty-x");
    cannot(&d, "touch /dev/shm/quietty-x");
    cannot(&d, "mknod $W/disk b 1 0");
    cannot(&d, "mknod $W/memory c 1 1");
    cannot(&d, "$T open /proc/sys/vm/drop_caches");
    cannot(&d, "$T open /sys/kernel/mm/lru_gen/enabled");
    drive_end(&d);
    close(other);
}

static void
a_handle_leads_nowhere(void **state)
{
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    cannot(&d, "$T handle $W $O/kept");
    drive_end(&d);
    outside_is_untouched();
}

/* FICLONE, of the type of btrfs's, and FS_IOC_SETFLAGS: every file system knows the one,
 * and many the other. bubblewrap's mount refuses what they would do. */
static void
a_descriptor_for_reading_changes_nothing(void **state)
{
    static const qtty_sandbox modes[] = { QTTY_SANDBOX_READ_ONLY,
                                          QTTY_SANDBOX_WORKSPACE_WRITE };
    static const char *const numbers[] = {
        "40049409", "5000940e", /* BTRFS_IOC_SUBVOL_CREATE */
        "40086602", "401c5820", /* FS_IOC_FSSETXATTR */
        "40086604",             /* EXT4_IOC_SETVERSION */
        "40806685",             /* FS_IOC_ENABLE_VERITY */
    };
    (void)state;
    assert_true(gets_out("ioctl", "40049409", kept));
    for (size_t i = 0; i < COUNT_OF(modes) && by_landlock; i++) {
        char command[64];
        struct driven d = confined(modes[i]);
        for (size_t k = 0; k < COUNT_OF(numbers); k++) {
            snprintf(command, sizeof command, "$T ioctl %s $O/kept", numbers[k]);
            cannot(&d, command);
        }
        does(&d, "$T ioctl 80086601 $O/kept"); /* FS_IOC_GETFLAGS */
        does(&d, "stty -a");
        drive_end(&d);
    }
    outside_is_untouched();
}

/* --- The session -------------------------------------------------------------------- */

static void
readiness_is_proven_through_it(void **state)
{
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    says(&d, "echo here", "here\n", 0);
    says(&d, "sleep 0.01 | cat; (exit 7)", "", 7);
    asks(&d, "cat", "", LINES_ECHOED);
    asks(&d, "line", "line\nline\n", LINES_ECHOED);
    leaves(&d, "\x04", "", 0);
    asks(&d, "read -s word", "", LINES_HIDDEN);
    drive_send(&d, "secret", true);
    (void)drive_settle(&d);
    is_at_prompt(&d, 0);
    says(&d, "echo $word; (setsid sleep 1000 &)", "secret\n", 0);
    drive_send(&d, "exit 3", true);
    (void)drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d.result.child.state, QTTY_CHILD_EXITED);
    assert_int_equal(d.result.child.value, 3);
    assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
    drive_free(&d);
}

static void
a_close_ends_all_of_it(void **state)
{
    char line[320], seconds[32];
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    (void)state;
    snprintf(seconds, sizeof seconds, "9%d", (int)getpid());
    snprintf(line, sizeof line,
             "setsid sleep %s & (trap '' TERM HUP; sleep %s & sleep %s) & disown -a; "
             "until (( $(pgrep -c -x -f 'sleep %s') >= 3 )); do :; done",
             seconds, seconds, seconds, seconds);
    says(&d, "set +m", "", 0);
    drive_send(&d, line, true);
    (void)drive_settle(&d);
    assert_int_equal(running(seconds), 3);
    drive_end(&d);
    assert_int_equal(running(seconds), 0);
}

/* The host is gone, and nobody is there but the supervisor. */
static void
what_a_dead_host_leaves_is_removed(void **state)
{
    char line[128];
    uint64_t guard = live_now() + 20000000000u;
    pid_t pid;
    (void)state;
    snprintf(line, sizeof line, "9%d", (int)getpid());
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
        char command[256];
        snprintf(command, sizeof command,
                 "mkdir -p $TMPDIR/a/b; setsid sleep %s & disown", line);
        drive_send(&d, command, true);
        (void)drive_settle(&d);
        _exit(0);
    }
    int status = 1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    while (running(line) != 0 || drive_files("qtty-") != 0) {
        assert_true(live_now() < guard);
        sched_yield();
    }
}

/* A file in /tmp is not seen by bash, where /tmp is another one. */
static void
a_start_up_file_is_where_the_shell_sees_it(void **state)
{
    (void)state;
    assert_int_equal(setenv("TMPDIR", "/tmp", 1), 0);
    struct driven d = confined(QTTY_SANDBOX_WORKSPACE_WRITE);
    says(&d, "echo here", "here\n", 0);
    says(&d, "[[ -o posix ]]; echo $?", "1\n", 0);
    drive_end(&d);
    assert_int_equal(setenv("TMPDIR", drive_home, 1), 0);
}

/* bubblewrap has another /tmp; Landlock has not. */
static void
a_directory_that_is_hidden_is_refused(void **state)
{
    char folder[] = "/tmp/quietty-hidden-XXXXXX", text[512], expected[512];
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    assert_non_null(mkdtemp(folder));
    c.sandbox = QTTY_SANDBOX_WORKSPACE_WRITE;
    c.workspace = workspace;
    c.cwd = folder;
    c.parent = drive_parent();
    qtty_status st = create_refused(&c, text, sizeof text);
    snprintf(expected, sizeof expected,
             "cwd: %s: is not in the sandbox, which has a /tmp of its own", folder);
    assert_int_equal(st, by_landlock ? QTTY_OK : QTTY_E_INVAL);
    assert_string_equal(text, by_landlock ? "" : expected);
    rmdir(folder);
    c.cwd = "/tmp"; /* which would be another one */
    st = create_refused(&c, text, sizeof text);
    assert_int_equal(st, by_landlock ? QTTY_OK : QTTY_E_INVAL);
    assert_string_equal(text, by_landlock ? ""
                                          : "cwd: /tmp: is not in the sandbox, which has "
                                            "a /tmp of its own");
}

static void
a_program_that_is_denied_at_once_is_told(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    char script[160];
    struct driven d;
    (void)state;
    snprintf(script, sizeof script, "touch %s/x || exit 5", outside);
    const qtty_span argv[] = { qtty_text("sh"), qtty_text("-c"), qtty_text(script) };
    c.sandbox = QTTY_SANDBOX_READ_ONLY;
    c.dialect = "none";
    c.argv = argv;
    c.argc = COUNT_OF(argv);
    drive_create(&d, &c);
    uint64_t guard = live_now() + 20000000000u;
    while (qtty_session_phase(d.session) != QTTY_SESSION_FAILED) {
        assert_true(live_now() < guard);
        (void)drive_turn(&d);
    }
    const char *error = qtty_session_error(d.session);
    assert_non_null(
        strstr(error, "exit code 5, likely denied by the sandbox; it printed "));
    drive_free(&d);
    outside_is_untouched();
}

static void
a_program_that_is_not_there_is_not_started(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    const qtty_span argv[] = { qtty_text("quietty-nowhere") };
    char text[512];
    (void)state;
    c.sandbox = QTTY_SANDBOX_READ_ONLY;
    c.dialect = "none";
    c.argv = argv;
    c.argc = 1;
    c.parent = drive_parent();
    assert_int_equal(create_refused(&c, text, sizeof text), QTTY_E_NOT_FOUND);
    assert_string_equal(text, "quietty-nowhere: not found in PATH (/usr/bin:/bin)");
}

static void
a_workspace_that_will_not_do_is_refused(void **state)
{
    char text[512], expected[512], link[128];
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.sandbox = QTTY_SANDBOX_WORKSPACE_WRITE;
    assert_int_equal(create_refused(&c, text, sizeof text), QTTY_E_INVAL);
    assert_string_equal(text, "workspace: none: workspace-write must have one");
    c.workspace = "/nowhere";
    assert_int_equal(create_refused(&c, text, sizeof text), QTTY_E_NOT_FOUND);
    assert_string_equal(text, "workspace: /nowhere: No such file or directory");
    c.workspace = kept;
    assert_int_equal(create_refused(&c, text, sizeof text), QTTY_E_NOT_FOUND);
    snprintf(expected, sizeof expected, "workspace: %s: Not a directory", kept);
    assert_string_equal(text, expected);
    snprintf(link, sizeof link, "%s/root", workspace);
    assert_int_equal(symlink("/", link), 0);
    c.workspace = link;
    assert_int_equal(create_refused(&c, text, sizeof text), QTTY_E_INVAL);
    assert_string_equal(text, "workspace: /: must not be the root, nor in /dev, /proc "
                              "or /sys");
}

/* --- Who confines ------------------------------------------------------------------- */

static const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup(name, fill_area)
    TEST(read_only_writes_nothing),
    TEST(workspace_write_writes_there_alone),
    TEST(its_tmp_is_its_own_and_goes_with_it),
    TEST(its_tmp_is_named_through_no_link),
    TEST(a_link_out_leads_nowhere),
    TEST(dot_dot_leads_nowhere),
    TEST(the_roots_of_proc_lead_nowhere),
    TEST(a_hard_link_out_cannot_be_made),
    TEST(a_mount_cannot_be_changed),
    TEST(a_workspace_may_be_a_link),
    TEST(a_descriptor_from_outside_is_not_there),
    TEST(a_process_outside_cannot_be_traced),
    TEST(a_device_cannot_be_written),
    TEST(a_handle_leads_nowhere),
    TEST(a_descriptor_for_reading_changes_nothing),
    TEST(readiness_is_proven_through_it),
    TEST(a_close_ends_all_of_it),
    TEST(what_a_dead_host_leaves_is_removed),
    TEST(a_start_up_file_is_where_the_shell_sees_it),
    TEST(a_directory_that_is_hidden_is_refused),
    TEST(a_program_that_is_denied_at_once_is_told),
    TEST(a_program_that_is_not_there_is_not_started),
    TEST(a_workspace_that_will_not_do_is_refused),
#undef TEST
};

/* With the program of tricks.c, which everybody may run. */
static int
begin(void **state)
{
    char path[128];
    const char *tricks = getenv("TRICKS_PROGRAM"); /* as_user.sh has a copy */
    int failed = make_area(state);
    snprintf(path, sizeof path, "%s/tricks", area);
    if (failed == 0)
        copy_program(tricks != NULL ? tricks : TRICKS, path);
    return failed;
}

/* @return 77: it cannot confine here. */
static int
run(const char *who)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    const qtty_span argv[] = { qtty_text("/nowhere") };
    char text[512];
    by_landlock = strcmp(who, "Landlock") == 0;
    if (by_landlock)
        setenv("PATH", "/nowhere", 1);
    else
        (void)lose_call(444, ENOSYS); /* landlock_create_ruleset */
    c.sandbox = QTTY_SANDBOX_READ_ONLY;
    c.argv = argv;
    c.argc = 1;
    if (create_refused(&c, text, sizeof text) == QTTY_E_UNSUPPORTED) {
        print_message("%s: skipped: %s\n", who, text);
        return 77;
    }
    return _cmocka_run_group_tests(who, tests, COUNT_OF(tests), begin, remove_area);
}

static int
run_apart(const char *who)
{
    int status = 1;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        exit(run(who));
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
        return 1;
    return WEXITSTATUS(status);
}

int
main(void)
{
    int bubblewrap = run_apart("bubblewrap"), landlock = run_apart("Landlock");
    if (bubblewrap == 77 && landlock == 77)
        return 77;
    return (bubblewrap != 0 && bubblewrap != 77) || (landlock != 0 && landlock != 77);
}
