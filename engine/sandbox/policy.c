/* The policy of a sandbox: realpath(3), and folders that no workspace may be. */
#define _XOPEN_SOURCE 700

#include "sandbox/policy.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef PATH_MAX
_Static_assert(PATH_MAX <= SANDBOX_PATH_BYTES, "realpath(3) writes as much");
#endif

bool
sandbox_mode_confines(qtty_sandbox mode)
{
    return mode == QTTY_SANDBOX_READ_ONLY || mode == QTTY_SANDBOX_WORKSPACE_WRITE;
}

const char *
sandbox_mode_name(qtty_sandbox mode)
{
    static const char *const names[] = {
        [QTTY_SANDBOX_READ_ONLY] = "read-only",
        [QTTY_SANDBOX_WORKSPACE_WRITE] = "workspace-write",
        [QTTY_SANDBOX_DANGER_FULL_ACCESS] = "danger-full-access",
    };
    size_t index = (size_t)mode;
    return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

bool
sandbox_path_is_in(const char *path, const char *folder)
{
    size_t len = strlen(folder);
    return strncmp(path, folder, len) == 0 && (path[len] == '\0' || path[len] == '/');
}

static qtty_status
resolve(char out[SANDBOX_PATH_BYTES], const char *field, const char *path,
        struct failure *why)
{
    struct stat about;
    if (realpath(path, out) != NULL && stat(out, &about) == 0) {
        if (S_ISDIR(about.st_mode))
            return QTTY_OK;
        errno = ENOTDIR;
    }
    out[0] = '\0';
    return failure_set(why, QTTY_E_NOT_FOUND, "%s: %.300s: %s", field,
                       path[0] != '\0' ? path : "\"\"", strerror(errno));
}

/* With the root all would be writable. The others are no files: the sandbox has a /dev
 * and a /proc of its own. What lies in /dev/shm does. */
static qtty_status
check_workspace(const char *path, struct failure *why)
{
    bool is_kernels = sandbox_path_is_in(path, "/proc")
                      || sandbox_path_is_in(path, "/sys")
                      || (sandbox_path_is_in(path, "/dev")
                          && strncmp(path, "/dev/shm/", strlen("/dev/shm/")) != 0);
    if (strcmp(path, "/") != 0 && !is_kernels)
        return QTTY_OK;
    return failure_set(why, QTTY_E_INVAL,
                       "workspace: %.300s: must not be the root, nor in /dev, /proc "
                       "or /sys",
                       path);
}

qtty_status
sandbox_policy_resolve(struct sandbox_policy *out, qtty_sandbox mode,
                       const char *workspace, const char *cwd, struct failure *why)
{
    bool writes = mode == QTTY_SANDBOX_WORKSPACE_WRITE;
    qtty_status st = QTTY_OK;
    out->mode = mode;
    out->workspace[0] = out->cwd[0] = '\0';
    if (writes && workspace == NULL)
        return failure_set(why, QTTY_E_INVAL,
                           "workspace: none: workspace-write must have one");
    if (workspace != NULL)
        st = resolve(out->workspace, "workspace", workspace, why);
    if (st == QTTY_OK && writes)
        st = check_workspace(out->workspace, why);
    if (st == QTTY_OK)
        st = resolve(out->cwd, "cwd",
                     cwd != NULL         ? cwd
                     : workspace != NULL ? out->workspace
                                         : ".",
                     why);
    return st;
}
