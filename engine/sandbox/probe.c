/* The probe: the very arguments that a session would have, so that what it tells holds.
 * It is known by what is printed in the sandbox, not by a status, which a host that
 * reaps all its children itself would take away. */
#define _GNU_SOURCE /* pipe2(2), addclosefrom_np */

#include "sandbox/probe.h"

#include "provider/clock.h"
#include "provider/duration.h"
#include "provider/spawn.h"
#include "sandbox/bwrap.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROBE_MS = 5000 };

/* --- Finding ------------------------------------------------------------------------ */

static bool
is_trusted(const char *file, const struct sandbox_policy *policy,
           char out[SANDBOX_PATH_BYTES])
{
    struct stat about;
    return access(file, X_OK) == 0 && realpath(file, out) != NULL
           && stat(out, &about) == 0 && S_ISREG(about.st_mode)
           && (policy->workspace[0] == '\0'
               || !sandbox_path_is_in(out, policy->workspace));
}

bool
probe_find_bwrap(char out[SANDBOX_PATH_BYTES], const struct sandbox_policy *policy,
                 struct failure *why)
{
    char file[SANDBOX_PATH_BYTES];
    const char *search = getenv("PATH");
    for (const char *at = search != NULL ? search : "/usr/bin"; *at != '\0';) {
        size_t len = strcspn(at, ":");
        int bytes = snprintf(file, sizeof file, "%.*s/bwrap", (int)len, at);
        if (at[0] == '/' && bytes > 0 && (size_t)bytes < sizeof file
            && is_trusted(file, policy, out))
            return true;
        at += len + (at[len] == ':');
    }
    out[0] = '\0';
    failure_set(why, QTTY_E_NOT_FOUND, "bwrap: not found in PATH");
    return false;
}

/* --- Running ------------------------------------------------------------------------ */

static int
add_actions(posix_spawn_file_actions_t *actions, int output)
{
    int error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(actions, output, 1);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(actions, output, 2);
    if (error == 0)
        error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    return error;
}

/* @return 0, or an errno. */
static int
start(pid_t *pid, char *const *argv, int output)
{
    char *const environment[] = { NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = spawn_attributes(&attributes, false);
        if (error == 0)
            error = add_actions(&actions, output);
        if (error == 0)
            error = posix_spawn(pid, argv[0], &actions, &attributes, argv, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* @return whether there is something to read, or the end; false: the time is over. */
static bool
can_read_before(int from, uint64_t end_ns)
{
    struct pollfd readable = { .fd = from, .events = POLLIN };
    for (;;) {
        uint64_t now = clock_now_ns();
        if (now >= end_ns)
            return false;
        int count = poll(&readable, 1, (int)((end_ns - now) / NS_IN_MS) + 1);
        if (count > 0)
            return true;
        if (count < 0 && errno != EINTR)
            return false;
    }
}

/* What came in time, as far as there is room; the rest is read, and dropped. @return
 * whether it ended. */
static bool
read_text(int from, char *text, size_t bytes)
{
    const uint64_t end_ns = clock_now_ns() + (uint64_t)PROBE_MS * NS_IN_MS;
    char beyond[256];
    size_t len = 0;
    ssize_t got = 1;
    while (got != 0 && can_read_before(from, end_ns)) {
        bool is_full = len + 1 == bytes;
        got = is_full ? read(from, beyond, sizeof beyond)
                      : read(from, text + len, bytes - 1 - len);
        len += got > 0 && !is_full ? (size_t)got : 0;
        if (got < 0 && errno != EINTR)
            break;
    }
    text[len] = '\0';
    return got == 0;
}

static bool
listen_to(pid_t pid, int from, struct failure *why)
{
    char text[400];
    bool ended = read_text(from, text, sizeof text);
    if (!ended)
        kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    text[strcspn(text, "\n")] = '\0';
    if (ended && strncmp(text, "bubblewrap ", strlen("bubblewrap ")) == 0)
        return true;
    if (!ended)
        failure_set(why, QTTY_E_TIMEOUT, "bwrap: no answer within %d ms", PROBE_MS);
    else if (strncmp(text, "bwrap: ", strlen("bwrap: ")) == 0)
        failure_set(why, QTTY_E_UNSUPPORTED, "%s", text);
    else
        failure_set(why, QTTY_E_UNSUPPORTED, "bwrap: %.200s",
                    text[0] != '\0' ? text : "ended without a word");
    return false;
}

bool
probe_run(const qtty_span *words, size_t count, struct failure *why)
{
    char *argv[BWRAP_WORDS_MAX + 3], version[] = "--version";
    int ends[2];
    pid_t pid = 0;
    for (size_t i = 0; i < count; i++)
        argv[i] = (char *)(uintptr_t)words[i].data;
    argv[count++] = argv[0];
    argv[count++] = version;
    argv[count] = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        failure_errno(why, "bwrap: a pipe");
        return false;
    }
    int error = start(&pid, argv, ends[1]);
    close(ends[1]);
    bool runs = error == 0 && listen_to(pid, ends[0], why);
    if (error != 0)
        failure_set(why, QTTY_E_UNSUPPORTED, "bwrap: %s: %s", argv[0], strerror(error));
    close(ends[0]);
    return runs;
}
