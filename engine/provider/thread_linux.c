/* Files of proc(5). Reading one costs some microseconds, most of it for its path: hence
 * paths from an open directory, and no listing of the one thread that most have. */
#define _GNU_SOURCE /* O_PATH, makedev(3) */

#include "provider/thread_linux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

int
process_directory(pid_t pid)
{
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/%d", (int)pid);
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

bool
process_text(int process, const char *path, char *text, size_t size)
{
    int file = openat(process, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t len = read(file, text, size - 1);
    int error = errno;
    close(file);
    errno = error;
    text[len > 0 ? len : 0] = '\0';
    return len >= 0;
}

bool
is_denial(int error)
{
    return error == EACCES || error == EPERM;
}

/* Linux counts threads as a directory's links, beside its own two. */
static bool
has_one_thread(int process)
{
    struct stat found;
    return fstatat(process, "task", &found, 0) == 0 && found.st_nlink == 3;
}

static DIR *
open_threads(int process)
{
    int file = openat(process, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *threads = file >= 0 ? fdopendir(file) : NULL;
    if (threads == NULL && file >= 0)
        close(file);
    return threads;
}

size_t
thread_list(int process, pid_t pid, pid_t *threads, size_t max)
{
    const struct dirent *entry;
    size_t count = 0;
    if (max != 0 && has_one_thread(process)) {
        threads[0] = pid;
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

/* The kernel writes twelve bits of the major number between parts of the minor one. */
static dev_t
decode_terminal(uint32_t number)
{
    return makedev((number >> 8) & 0xfff, (number & 0xff) | ((number >> 12) & 0xfff00));
}

bool
thread_parse_status(struct thread_status *status, const char *text)
{
    const char *behind = strrchr(text, ')'); /* the name may hold any byte */
    int terminal;
    if (behind == NULL
        || sscanf(behind, ") %c %*d %*d %*d %d", &status->state, &terminal) != 2)
        return false;
    status->terminal = decode_terminal((uint32_t)terminal);
    return true;
}

bool
thread_parse_runs(uint64_t *runs, const char *text)
{
    unsigned long long count;
    if (sscanf(text, "%*u %*u %llu", &count) != 1)
        return false;
    *runs = count;
    return true;
}
