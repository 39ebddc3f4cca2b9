/* Threads of a process, and what proc(5) tells of each. */
#ifndef QTTY_PROVIDER_THREAD_LINUX_H
#define QTTY_PROVIDER_THREAD_LINUX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/** Open the directory of a process: it stands for this one, and never for a later one of
 * its number. @return -1, with errno. */
int process_directory(pid_t pid);

/** Read a small file below such a directory, its end is cut. @return false, with errno.
 * */
bool process_text(int process, const char *path, char *text, size_t size);

/** Did a call fail since it is not permitted? */
bool is_denial(int error);

/**
 * The threads of a process.
 *
 * @param max  Room in `threads`; what is more is left out.
 * @return How many there are room for.
 */
size_t thread_list(int process, pid_t pid, pid_t *threads, size_t max);

struct thread_status {
    char state;     /* R runs, S sleeps, T is stopped, Z and X have ended, … */
    dev_t terminal; /* the controlling one; 0: none */
};

/** @param text  Of the file stat. @return false: it is not. */
bool thread_parse_status(struct thread_status *status, const char *text);

/** How often a thread was given a processor. @param text  Of the file schedstat. */
bool thread_parse_runs(uint64_t *runs, const char *text);

#endif
