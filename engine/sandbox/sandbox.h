/* A sandbox for one session: chosen before anything starts, and around the program from
 * then on. There is no way from here to a program that is not confined. */
#ifndef QTTY_SANDBOX_SANDBOX_H
#define QTTY_SANDBOX_SANDBOX_H

#include "provider/failure.h"
#include <quietty/session.h>

struct sandbox;

struct sandbox_config {
    const qtty_allocator *allocator; /* borrowed for the life of the handle */
    qtty_sandbox mode;               /* one that confines */
    const char *workspace, *cwd;     /* as in qtty_session_config */
};

/**
 * Resolve the folders, and find what can confine: bubblewrap, else Landlock. To learn
 * whether bubblewrap can, it is run; this blocks for some milliseconds.
 *
 * @param out  To be given to sandbox_destroy; NULL on failure.
 * @return QTTY_E_NOT_FOUND, QTTY_E_INVAL: a folder is not there, or will not do;
 *         QTTY_E_UNSUPPORTED: nothing can confine here; `why` says what was tried, and
 *         what to install; QTTY_E_IO; QTTY_E_NOMEM.
 */
qtty_status sandbox_create(struct sandbox **out, const struct sandbox_config *config,
                           struct failure *why);

/** Remove what it made for the session; by now nobody of it may be left. NULL is fine. */
void sandbox_destroy(struct sandbox *s);

/** As qtty_session_sandbox; the text is borrowed for its life. */
qtty_enforcement sandbox_enforcement(const struct sandbox *s, const char **text);

/** The folder where it may keep temporary files; NULL: nowhere. Borrowed for its life. */
const char *sandbox_tmp(const struct sandbox *s);

/** What is to be removed at the end, as in qtty_spawn_config's `temporary`; NULL. */
const char *sandbox_temporary(const struct sandbox *s);

/** A folder whose files the program does not see; NULL: none. */
const char *sandbox_hides(const struct sandbox *s);

/**
 * Wrap a spawn: argv, env and cwd are changed, and borrowed from the sandbox until
 * sandbox_unwrap. The rest must be what is spawned, since the program is looked for.
 *
 * @return QTTY_E_NOT_FOUND, QTTY_E_NOT_EXECUTABLE: the program; QTTY_E_INVAL: argv, or
 *         env; QTTY_E_IO; QTTY_E_NOMEM.
 */
qtty_status sandbox_wrap(struct sandbox *s, qtty_spawn_config *c, struct failure *why);

/** The spawn is over. */
void sandbox_unwrap(struct sandbox *s);

#endif
