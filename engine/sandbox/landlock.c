/* Landlock from outside: landlock(7). The launcher's bytes lie in the library, as those
 * of the supervisor do, and go into a file in memory that the child executes by its name
 * in /proc: nothing has to be installed. */
#define _GNU_SOURCE /* memfd_create(2) */

#include "sandbox/landlock.h"

#include "sandbox/launcher_bytes.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The C library, and its headers, may be older than the kernel. */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif

int
landlock_abi(void)
{
    const unsigned version = 1; /* LANDLOCK_CREATE_RULESET_VERSION */
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, version);
    return abi > 0 ? (int)abi : abi < 0 ? -errno : -ENOSYS;
}

/* Version 3 brought truncate(2), 5 ioctl(2) of devices. None knows chmod(2) and its like:
 * read-only, where nobody needs them, a filter of calls refuses these; and in both modes
 * the ioctl(2) of files that changes them. */
const char *
landlock_lets_through(int abi, qtty_sandbox mode)
{
    bool all = mode == QTTY_SANDBOX_READ_ONLY;
    if (abi < 3)
        return all ? "truncate(2), ioctl(2) of devices"
                   : "truncate(2), ioctl(2) of devices, "
                     "and modes, owners, times and attributes of files";
    if (abi < 5)
        return all ? "ioctl(2) of devices"
                   : "ioctl(2) of devices, "
                     "and modes, owners, times and attributes of files";
    return all ? "" : "modes, owners, times and attributes of files";
}

/* --- The launcher ------------------------------------------------------------------- */

/* Since Linux 6.3 what is to be executed must say so; before, the flag is not known. */
static int
executable_file(void)
{
    const unsigned exec = 0x10; /* MFD_EXEC */
    int file = memfd_create("quietty-landlock", MFD_CLOEXEC | exec);
    return file < 0 && errno == EINVAL ? memfd_create("quietty-landlock", MFD_CLOEXEC)
                                       : file;
}

int
launcher_open(char path[LAUNCHER_PATH_BYTES])
{
    const unsigned char *at = launcher_bytes;
    size_t left = launcher_bytes_size;
    errno = ENOSYS;
    int file = left != 0 ? executable_file() : -1;
    while (file >= 0 && left != 0) {
        ssize_t put = write(file, at, left);
        if (put <= 0) {
            close(file);
            return -1;
        }
        at += put;
        left -= (size_t)put;
    }
    (void)snprintf(path, LAUNCHER_PATH_BYTES, "/proc/%ld/fd/%d", (long)getpid(), file);
    return file;
}

size_t
landlock_words(qtty_span words[LANDLOCK_WORDS_MAX], const char *launcher,
               const struct sandbox_policy *policy, const char *tmp)
{
    size_t count = 0;
    words[count++] = qtty_text(launcher);
    words[count++] = qtty_text(sandbox_mode_name(policy->mode));
    if (policy->mode == QTTY_SANDBOX_WORKSPACE_WRITE) {
        words[count++] = qtty_text(policy->workspace);
        if (tmp[0] != '\0')
            words[count++] = qtty_text(tmp);
    }
    words[count++] = qtty_text("--");
    return count;
}
