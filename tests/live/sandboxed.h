/* Sessions in a sandbox, for tests of it: who confines, a workspace and a folder beside
 * it, and commands that must not change what is outside. All of it lies in /var/tmp,
 * since /tmp can be another one inside. Wants _GNU_SOURCE. */
#ifndef QTTY_LIVE_SANDBOXED_H
#define QTTY_LIVE_SANDBOXED_H

#include "live/session.h"
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/** Folders of the test: `workspace`, and `outside`, in which is the file `kept`. */
static char area[32], workspace[96], outside[96], kept[128];
static bool by_landlock;

/* --- Who confines ------------------------------------------------------------------- */

/** From now on this process gets an errno from a call, and what it starts, too. */
static inline bool
lose_call(long number, int error)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
    };
    struct sock_fprog program = { COUNT_OF(rules), rules };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/** Create a session, whose sandbox is not there: the error goes to `text`. */
static inline qtty_status
create_refused(const qtty_session_config *c, char *text, size_t bytes)
{
    qtty_session *session;
    qtty_buf error;
    qtty_buf_init(&error, NULL, 0);
    qtty_status st = qtty_session_create(&session, NULL, c, live_now(), &error);
    size_t len = error.len < bytes ? error.len : bytes - 1;
    if (len != 0)
        memcpy(text, error.data, len);
    text[len] = '\0';
    qtty_buf_finish(&error);
    qtty_session_destroy(session);
    return st;
}

/* --- Folders ------------------------------------------------------------------------ */

static inline void
write_file(const char *path, const char *text, mode_t mode)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    size_t len = strlen(text);
    assert_true(file >= 0 && write(file, text, len) == (ssize_t)len);
    assert_int_equal(fchmod(file, mode), 0);
    close(file);
}

static inline void
copy_program(const char *from, const char *to)
{
    char bytes[65536];
    ssize_t got = -1;
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    while (in >= 0 && out >= 0 && (got = read(in, bytes, sizeof bytes)) > 0)
        assert_int_equal(write(out, bytes, (size_t)got), got);
    assert_int_equal(got, 0);
    close(in);
    close(out);
}

static inline int
make_area(void **state)
{
    (void)state;
    strcpy(area, "/var/tmp/quietty-sandbox-XXXXXX");
    if (mkdtemp(area) == NULL)
        return 1;
    snprintf(drive_home, sizeof drive_home, "%s/home", area);
    snprintf(workspace, sizeof workspace, "%s/workspace", area);
    snprintf(outside, sizeof outside, "%s/outside", area);
    snprintf(kept, sizeof kept, "%s/kept", outside);
    return mkdir(drive_home, 0700) != 0 || mkdir(workspace, 0700) != 0
           || mkdir(outside, 0700) != 0 || setenv("TMPDIR", drive_home, 1) != 0;
}

static inline int
remove_area(void **state)
{
    (void)state;
    return nftw(area, drive_remove, 16, FTW_DEPTH | FTW_PHYS);
}

static inline bool
is_there(const char *folder, const char *name)
{
    char path[256];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return lstat(path, &about) == 0;
}

/** Before each test: an empty workspace, and one file outside; and nothing of a sandbox
 * that was none. */
static inline int
fill_area(void **state)
{
    static const char *const got_out[] = { "/tmp/quietty-x", "/var/tmp/quietty-x",
                                           "/etc/quietty-x", "/dev/quietty-x",
                                           "/dev/shm/quietty-x" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(got_out); i++)
        (void)unlink(got_out[i]);
    nftw(workspace, drive_remove, 16, FTW_DEPTH | FTW_PHYS);
    nftw(outside, drive_remove, 16, FTW_DEPTH | FTW_PHYS);
    (void)mkdir(workspace, 0700);
    (void)mkdir(outside, 0700);
    write_file(kept, "kept\n", 0640);
    return 0;
}

/** One file, with what was in it, its mode, and one name; and nothing beside it. */
static inline void
outside_is_untouched(void)
{
    char text[16] = "";
    struct stat about;
    size_t count = 0;
    DIR *folder = opendir(outside);
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    assert_int_equal(count, 3); /* with `.` and `..` */
    int file = open(kept, O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0);
    assert_int_equal(read(file, text, sizeof text - 1), 5);
    assert_string_equal(text, "kept\n");
    assert_int_equal(fstat(file, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
    assert_int_equal(about.st_nlink, 1);
    close(file);
}

/** Of `sleep` with this argument, wherever they run. */
static inline size_t
running(const char *argument)
{
    char path[300], line[64];
    size_t count = 0;
    DIR *proc = opendir("/proc");
    const struct dirent *entry;
    assert_non_null(proc);
    while ((entry = readdir(proc)) != NULL) {
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t len = file >= 0 ? read(file, line, sizeof line - 1) : 0;
        if (file >= 0)
            close(file);
        line[len > 0 ? len : 0] = '\0';
        size_t first = strlen(line) + 1;
        count += strcmp(line, "sleep") == 0 && (ssize_t)first < len
                 && strcmp(line + first, argument) == 0;
    }
    closedir(proc);
    return count;
}

/* --- Sessions ----------------------------------------------------------------------- */

static inline void
is_confined(const struct driven *d)
{
    const char *text, *who = by_landlock ? "Landlock (ABI " : "bubblewrap: full";
    qtty_enforcement enforcement = qtty_session_sandbox(d->session, &text);
    assert_true(strncmp(text, who, strlen(who)) == 0);
    assert_int_equal(enforcement, strstr(text, "): partial, lets through ") == NULL
                                      ? QTTY_ENFORCEMENT_FULL
                                      : QTTY_ENFORCEMENT_PARTIAL);
}

/** Of Landlock that confines the session; 0: bubblewrap does. */
static inline int
abi_of(const struct driven *d)
{
    const char *text;
    (void)qtty_session_sandbox(d->session, &text);
    const char *number = strstr(text, "(ABI ");
    return number != NULL ? atoi(number + strlen("(ABI ")) : 0;
}

/** bash in the workspace; O, W and T are variables of it: outside, workspace, and the
 * program of tricks.c. */
static inline struct driven
confined(qtty_sandbox mode)
{
    static char tricks[128];
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    snprintf(tricks, sizeof tricks, "%s/tricks", area);
    const qtty_env_entry env[] = {
        { .name = qtty_text("O"), .value = qtty_text(outside) },
        { .name = qtty_text("W"), .value = qtty_text(workspace) },
        { .name = qtty_text("T"), .value = qtty_text(tricks) },
    };
    c.sandbox = mode;
    c.workspace = workspace;
    c.env = env;
    c.env_count = COUNT_OF(env);
    struct driven d = drive_start(&c);
    is_confined(&d);
    return d;
}

/** Run a command; it must do what it should, or fail. */
static inline void
tries(struct driven *d, const char *command, const char *outcome)
{
    char line[1024];
    snprintf(line, sizeof line, "{ %s; } >/dev/null 2>&1 && echo done || echo no",
             command);
    drive_send(d, line, true);
    if (strcmp(drive_settle(d), outcome) != 0)
        print_message("%s\n", command);
    assert_string_equal((const char *)d->output.data, outcome);
}

static inline void
does(struct driven *d, const char *command)
{
    tries(d, command, "done\n");
}

static inline void
cannot(struct driven *d, const char *command)
{
    tries(d, command, "no\n");
}

#endif
