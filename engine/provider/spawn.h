/* Starting a program as the leader of a new session on a terminal. */
#ifndef QTTY_PROVIDER_SPAWN_H
#define QTTY_PROVIDER_SPAWN_H

#include "provider/environment.h"
#include <sys/types.h>

/**
 * Start the program of `c` on a terminal.
 *
 * @param terminal  Path of the terminal's slave side; becomes the controlling terminal.
 * @param pid       The child, to be reaped by the caller.
 * @return As qtty_provider_spawn; `why` says it.
 */
qtty_status spawn_program(pid_t *pid, const qtty_allocator *allocator,
                          const qtty_spawn_config *c, const char *terminal,
                          struct failure *why);

/**
 * Find the file of a program as the child would: in its PATH, from its directory.
 *
 * @param path       The file is written there, with its NUL; relative to `directory`.
 * @param search     PATH of the child; NULL: /usr/local/bin, /usr/bin and /bin.
 * @param directory  An open directory, or AT_FDCWD.
 * @return QTTY_E_NOT_FOUND; QTTY_E_IO: what is there cannot be executed; QTTY_E_NOMEM.
 */
qtty_status spawn_search(qtty_buf *path, const char *program, const char *search,
                         int directory, struct failure *why);

#endif
