/* Ways out of a sandbox that a shell cannot try: each exits with 0 if it gets out.
 *
 * usage: tricks trace PID | memory PID | open FILE | truncate FILE |
 *        handle FOLDER FILE | ioctl NUMBER FILE */
#define _GNU_SOURCE /* open_by_handle_at(2) */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

static bool
traces(const char *pid)
{
    return ptrace(PTRACE_SEIZE, atoi(pid), NULL, NULL) == 0;
}

static bool
opens(const char *path)
{
    return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) != -1;
}

static bool
opens_memory(const char *pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/mem", pid);
    return opens(path);
}

/* By a handle, which knows no mount, through the mount of a folder that is writable. */
static bool
opens_by_handle(const char *folder, const char *file)
{
    char space[sizeof(struct file_handle) + MAX_HANDLE_SZ];
    struct file_handle *handle = (struct file_handle *)(void *)space;
    int mount, in = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    handle->handle_bytes = MAX_HANDLE_SZ;
    return in >= 0 && name_to_handle_at(AT_FDCWD, file, handle, &mount, 0) == 0
           && open_by_handle_at(in, handle, O_WRONLY) >= 0;
}

/* Of a file that is open for reading; does the call reach the file system? It has no
 * address and no file to work with, so it changes nothing. */
static bool
reaches(const char *number, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    errno = EBADF;
    return file >= 0
           && (ioctl(file, strtoul(number, NULL, 16), -1L) == 0
               || (errno != ENOTTY && errno != EPERM && errno != EROFS));
}

int
main(int argc, char **argv)
{
    bool out = false;
    if (argc == 3 && strcmp(argv[1], "trace") == 0)
        out = traces(argv[2]);
    else if (argc == 3 && strcmp(argv[1], "memory") == 0)
        out = opens_memory(argv[2]);
    else if (argc == 3 && strcmp(argv[1], "open") == 0)
        out = opens(argv[2]);
    else if (argc == 3 && strcmp(argv[1], "truncate") == 0)
        out = truncate(argv[2], 1) == 0;
    else if (argc == 4 && strcmp(argv[1], "handle") == 0)
        out = opens_by_handle(argv[2], argv[3]);
    else if (argc == 4 && strcmp(argv[1], "ioctl") == 0)
        out = reaches(argv[2], argv[3]);
    else
        return 2;
    return out ? 0 : 1;
}
