/* Descriptors of looks. A file of proc(5) is read anew by each pread(2) from its start,
 * and the kernel asks for permission each time; opening it costs twice as much. A
 * descriptor stands for one process: when that has ended its reads fail, also when the
 * number is another's by then.
 *
 * What is kept must not be in the way of the embedder: only low numbers are, so most of
 * its table stays its own however many terminals it has. */
#define _GNU_SOURCE /* O_PATH, TIOCGPTPEER, syscall(2) */

#include "provider/proc_linux.h"

#include "provider/process.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

enum { KEPT_PART = 4 }; /* of the table: numbers below a quarter of it */

static const char *const file_names[PROC_FILES] = {
    [PROC_CHILDREN] = "children",
    [PROC_SCHEDSTAT] = "schedstat",
    [PROC_STAT] = "stat",
    [PROC_SYSCALL] = "syscall",
};

static void
close_one(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

static void
forget(struct proc_kept *kept)
{
    close_one(&kept->directory);
    for (size_t i = 0; i < PROC_FILES; i++)
        close_one(&kept->files[i]);
    kept->pid = 0;
    kept->used = false;
}

/* --- The reserve -------------------------------------------------------------------- */

void
proc_init(struct proc *p)
{
    for (size_t i = 0; i < PROC_SPARES; i++)
        p->spares[i] = -1;
    for (size_t i = 0; i < PROC_KEPT; i++) {
        struct proc_kept *kept = &p->kept[i];
        *kept = (struct proc_kept){ .directory = -1 };
        for (size_t file = 0; file < PROC_FILES; file++)
            kept->files[file] = -1;
    }
}

static void
forget_all(struct proc *p)
{
    for (size_t i = 0; i < PROC_KEPT; i++)
        forget(&p->kept[i]);
}

void
proc_close(struct proc *p)
{
    for (size_t i = 0; i < PROC_SPARES; i++)
        close_one(&p->spares[i]);
    forget_all(p);
}

/* The root is there in every sandbox, and its descriptor costs no driver. */
bool
proc_reserve(struct proc *p)
{
    bool whole = true;
    for (size_t i = 0; i < PROC_SPARES; i++) {
        if (p->spares[i] < 0)
            p->spares[i] = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
        whole = whole && p->spares[i] >= 0;
    }
    return whole;
}

void
proc_settle(struct proc *p)
{
    for (size_t i = 0; i < PROC_KEPT; i++) {
        if (!p->kept[i].used)
            forget(&p->kept[i]);
        p->kept[i].used = false;
    }
    if (proc_reserve(p))
        return;
    forget_all(p);
    (void)proc_reserve(p);
}

/* @return whether another try may succeed. */
static bool
gives_way(struct proc *p, int error)
{
    for (size_t i = 0; (error == EMFILE || error == ENFILE) && i < PROC_SPARES; i++) {
        if (p->spares[i] < 0)
            continue;
        close_one(&p->spares[i]);
        return true;
    }
    errno = error;
    return false;
}

int
proc_open(struct proc *p, int directory, const char *path, int flags)
{
    int file;
    do
        file = openat(directory, path, flags | O_CLOEXEC);
    while (file < 0 && gives_way(p, errno));
    return file;
}

bool
is_denial(int error)
{
    return error == EACCES || error == EPERM;
}

/* --- The slave side ----------------------------------------------------------------- */

void
proc_know_slave(struct proc *p, int slave)
{
    struct stat about;
    if (fstat(slave, &about) != 0)
        return;
    p->filesystem = about.st_dev;
    p->device = about.st_rdev;
}

static bool
is_slave(const struct proc *p, int descriptor)
{
    struct stat about;
    return descriptor >= 0 && fstat(descriptor, &about) == 0 && S_ISCHR(about.st_mode)
           && about.st_dev == p->filesystem && about.st_rdev == p->device;
}

/* @return what another process has under a number; -1. */
static int
share(struct proc *p, int pidfd, int number)
{
    int shared;
    do
        shared = (int)syscall(SYS_pidfd_getfd, pidfd, number, 0u); /* close-on-exec */
    while (shared < 0 && gives_way(p, errno));
    return shared;
}

static int
share_slave(struct proc *p, pid_t pid)
{
    int pidfd, slave = -1;
    do
        pidfd = process_open(pid);
    while (pidfd < 0 && gives_way(p, errno));
    for (int i = 0; pidfd >= 0 && slave < 0 && i <= STDERR_FILENO; i++) {
        slave = share(p, pidfd, i);
        if (slave >= 0 && !is_slave(p, slave))
            close_one(&slave);
    }
    close_one(&pidfd);
    return slave;
}

static int
open_peer(struct proc *p, int master)
{
    int slave;
    do
        slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    while (slave < 0 && gives_way(p, errno));
    return slave;
}

/* Where a program forbids to open it once more (TIOCEXCL), who leads the session or the
 * foreground has it open most often. What is shared is not changed, and the hang-up comes
 * when they close it. */
int
proc_open_slave(struct proc *p, int master)
{
    int slave = open_peer(p, master);
    if (slave >= 0 || errno != EBUSY)
        return slave;
    pid_t session = tcgetsid(master), group = tcgetpgrp(master);
    if (session > 0)
        slave = share_slave(p, session);
    if (slave < 0 && group > 0 && group != session)
        slave = share_slave(p, group);
    errno = slave < 0 ? EBUSY : 0;
    return slave;
}

/* --- Processes ---------------------------------------------------------------------- */

static bool
may_be_kept(int descriptor)
{
    struct rlimit table;
    return getrlimit(RLIMIT_NOFILE, &table) == 0
           && (rlim_t)descriptor < table.rlim_cur / KEPT_PART;
}

static struct proc_kept *
find_kept(struct proc *p, pid_t pid)
{
    for (size_t i = 0; i < PROC_KEPT; i++)
        if (p->kept[i].pid == pid)
            return &p->kept[i];
    return NULL;
}

/* Linux counts threads as a directory's links, beside its own two. @return false: it has
 * ended, or hides. */
static bool
count_threads(struct process *process)
{
    struct stat found;
    if (fstatat(process->directory, "task", &found, 0) != 0)
        return false;
    process->threads = found.st_nlink > 2 ? (size_t)found.st_nlink - 2 : 0;
    return true;
}

static bool
enter_kept(struct process *process, struct proc_kept *kept)
{
    process->kept = kept;
    process->directory = kept->directory;
    kept->used = count_threads(process);
    if (!kept->used)
        forget(kept);
    return kept->used;
}

static void
keep(struct process *process)
{
    struct proc_kept *kept = find_kept(process->proc, 0);
    if (kept == NULL || !may_be_kept(process->directory))
        return;
    kept->pid = process->pid;
    kept->directory = process->directory;
    kept->used = true;
    process->kept = kept;
}

bool
process_enter(struct process *process, struct proc *p, pid_t pid)
{
    char path[32];
    struct proc_kept *kept = find_kept(p, pid);
    *process = (struct process){ .proc = p, .pid = pid };
    if (kept != NULL && enter_kept(process, kept))
        return true;

    (void)snprintf(path, sizeof path, "/proc/%d", (int)pid);
    process->kept = NULL;
    process->directory = proc_open(p, AT_FDCWD, path, O_PATH | O_DIRECTORY);
    if (process->directory < 0)
        return false;
    if (count_threads(process)) {
        keep(process);
        return true;
    }
    int error = errno;
    close(process->directory);
    errno = error;
    return false;
}

void
process_leave(struct process *process)
{
    if (process->kept == NULL)
        close(process->directory);
}

/* --- Files -------------------------------------------------------------------------- */

static int
open_file(const struct process *process, pid_t thread, enum proc_file file)
{
    char path[64];
    (void)snprintf(path, sizeof path, "task/%d/%s", (int)thread, file_names[file]);
    return proc_open(process->proc, process->directory, path, O_RDONLY);
}

/* @return where the descriptor of a file is kept, or will be; NULL: nowhere. */
static int *
place_of(const struct process *process, pid_t thread, enum proc_file file)
{
    return process->kept != NULL && thread == process->pid ? &process->kept->files[file]
                                                           : NULL;
}

bool
process_text(const struct process *process, pid_t thread, enum proc_file file, char *text,
             size_t size)
{
    int *place = place_of(process, thread, file);
    bool kept = place != NULL && *place >= 0;
    int descriptor = kept ? *place : open_file(process, thread, file);
    if (descriptor < 0)
        return false;
    ssize_t len = pread(descriptor, text, size - 1, 0);
    int error = errno;
    if (!kept && place != NULL && may_be_kept(descriptor))
        *place = descriptor;
    else if (!kept)
        close(descriptor);
    errno = error;
    text[len > 0 ? len : 0] = '\0';
    return len >= 0;
}

static DIR *
open_threads(const struct process *process)
{
    int file =
        proc_open(process->proc, process->directory, "task", O_RDONLY | O_DIRECTORY);
    DIR *threads = file >= 0 ? fdopendir(file) : NULL;
    if (threads == NULL && file >= 0)
        close(file);
    return threads;
}

/* The one thread that most have needs no listing. */
size_t
process_threads(const struct process *process, pid_t *threads, size_t max)
{
    const struct dirent *entry;
    size_t count = 0;
    if (max != 0 && process->threads == 1) {
        threads[0] = process->pid;
        return 1;
    }
    DIR *all = open_threads(process);
    while (all != NULL && count < max && (entry = readdir(all)) != NULL)
        if (entry->d_name[0] != '.')
            threads[count++] = (pid_t)strtol(entry->d_name, NULL, 10);
    if (all != NULL)
        closedir(all);
    return count;
}
