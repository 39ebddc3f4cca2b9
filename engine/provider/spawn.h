/* Starting a program as the leader of a new session on a terminal. */
#ifndef QTTY_PROVIDER_SPAWN_H
#define QTTY_PROVIDER_SPAWN_H

#include "provider/cgroup.h"
#include "provider/environment.h"
#include <spawn.h>
#include <sys/types.h>

struct supervisor;

/** A start, when all that belongs to it was looked at. */
struct start {
    int master;
    const char *terminal; /* path of the slave side */
    int directory;        /* AT_FDCWD: stay */
    const char *file;
    char **argv, **environment; /* each ends with NULL */
    const struct cgroup *cgroup;
    const char *const *temporary; /* to be removed at the end; ends with NULL; NULL */
};

/** Who was started, and by whom. */
struct started {
    int master; /* of the terminal; given */
    pid_t leader;
    struct supervisor *supervisor; /* filled in; it may be that there is none */
    struct cgroup *cgroup;
    int unsupervised; /* errno: why there is no supervisor; 0: there is one */
};

/**
 * Start the program of `c` on a terminal, under a supervisor where one can be.
 *
 * @param terminal  Path of the terminal's slave side; becomes the controlling terminal.
 * @param started   Without a supervisor the leader is a child, which the caller reaps.
 * @return As qtty_provider_spawn; `why` says it.
 */
qtty_status spawn_program(struct started *started, const qtty_allocator *allocator,
                          const qtty_spawn_config *c, const char *terminal,
                          struct failure *why);

/** Attributes of a session's leader: in a new session, each signal as the system makes
 * it, and either all of them blocked or none. @return 0, or an errno. */
int spawn_attributes(posix_spawnattr_t *attributes, bool blocked);

/**
 * Find the file of a program as the child would: in its PATH, from its directory.
 *
 * @param path       The file is written there, with its NUL; relative to `directory`.
 * @param search     PATH of the child; NULL: /usr/local/bin, /usr/bin and /bin.
 * @param directory  An open directory, or AT_FDCWD.
 * @return QTTY_E_NOT_FOUND; QTTY_E_NOT_EXECUTABLE; QTTY_E_NOMEM.
 */
qtty_status spawn_search(qtty_buf *path, const char *program, const char *search,
                         int directory, struct failure *why);

#endif
