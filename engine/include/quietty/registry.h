/* The registry: sessions that belong to someone.
 *
 * Declared; not implemented in 0.1.
 *
 * An owner is a capability: it opens, lists and drives its own sessions and sees no
 * others. Names are labels, never authority; ids are never used twice. One registry, with
 * all its owners and sessions, is used by one thread at a time and driven as a session
 * is: one array of wants, one deadline, one step. */
#ifndef QUIETTY_REGISTRY_H
#define QUIETTY_REGISTRY_H

#include <quietty/session.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qtty_registry qtty_registry;
typedef struct qtty_owner qtty_owner;

/** Number of a session; 0 is none. */
typedef uint64_t qtty_session_id;

/** Zero means the default of each field. */
typedef struct qtty_registry_config {
    size_t size;                     /* sizeof(qtty_registry_config) */
    const qtty_allocator *allocator; /* borrowed for the life of the handle */
    bool no_shell;                   /* leave out the built-in backend "shell" */
} qtty_registry_config;

#define QTTY_REGISTRY_CONFIG_INIT                                                        \
    {                                                                                    \
        .size = sizeof(qtty_registry_config)                                             \
    }

/** @param out  NULL on failure: QTTY_E_INVAL: `size`; QTTY_E_NOMEM. */
QTTY_API qtty_status qtty_registry_create(qtty_registry **out,
                                          const qtty_registry_config *config);

/**
 * Free a registry with everything in it. Sessions that were not closed are ended first,
 * without a grace: this may block for some ms. NULL is fine.
 */
QTTY_API void qtty_registry_destroy(qtty_registry *r);

/** Text of the last failure; of a disposal, of all failures together. Borrowed until the
 * next call. */
QTTY_API const char *qtty_registry_error(const qtty_registry *r);

/** As qtty_session_wants, for all sessions. */
QTTY_API void qtty_registry_wants(const qtty_registry *r, qtty_want *wants,
                                  size_t capacity, size_t *count, uint64_t *deadline_ns);

/** As qtty_session_step, for all sessions. One that fails does not fail the others: only
 * QTTY_E_NOMEM is returned. */
QTTY_API qtty_status qtty_registry_step(qtty_registry *r, const qtty_want *ready,
                                        size_t n, uint64_t now_ns);

/* --- Backends ----------------------------------------------------------------------- */

/**
 * Register a provider under a type, by which a configuration names it.
 *
 * @param type      Not empty; copied.
 * @param provider  Borrowed until the registry is destroyed.
 * @return QTTY_E_DUPLICATE_BACKEND; QTTY_E_INVAL: an empty type; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_registry_add_backend(qtty_registry *r, const char *type,
                                               qtty_provider *provider);

/** Remove one; its live sessions go on. @return QTTY_E_NO_BACKEND. */
QTTY_API qtty_status qtty_registry_remove_backend(qtty_registry *r, const char *type);

/* --- Owners ------------------------------------------------------------------------- */

/** @param out  To be given to qtty_owner_dispose; NULL on failure:
 * QTTY_E_SERVICE_DISPOSING; QTTY_E_NOMEM. */
QTTY_API qtty_status qtty_owner_create(qtty_owner **out, qtty_registry *r);

/** True from before a spawn begins until its close succeeded, or a disposal reported that
 * it failed. */
QTTY_API bool qtty_owner_has_activity(const qtty_owner *o);

/**
 * Begin to dispose an owner: new work is refused, start-ups are cancelled, every session
 * is closed, all are tried though one fails. It is done when qtty_owner_disposed says so.
 */
QTTY_API void qtty_owner_dispose(qtty_owner *o, uint64_t now_ns);

/**
 * Has the disposal ended?
 *
 * @param status  QTTY_OK, or QTTY_E_IO: qtty_registry_error lists every failure.
 * @return true: the handle is gone. false: step on.
 */
QTTY_API bool qtty_owner_disposed(qtty_owner *o, qtty_status *status);

/** The same for the registry: all owners, then itself. It stays to be destroyed. */
QTTY_API void qtty_registry_dispose(qtty_registry *r, uint64_t now_ns);
QTTY_API bool qtty_registry_disposed(qtty_registry *r, qtty_status *status);

/* --- An owner's sessions ------------------------------------------------------------ */

/**
 * Spawn a session. It is unpublished, not listed and not found, until it is ready; its
 * name is taken at once.
 *
 * @param name  Label, UTF-8, unique for this owner; NULL: none.
 * @param id    Its number.
 * @return QTTY_E_OWNER_NOT_LIVE, QTTY_E_SERVICE_DISPOSING; QTTY_E_NO_BACKEND;
 *         QTTY_E_DUPLICATE_NAME; QTTY_E_INVAL: another sandbox mode than the owner's live
 *         sessions have; else as qtty_session_create. qtty_registry_error says which.
 */
QTTY_API qtty_status qtty_owner_spawn(qtty_owner *o, const char *name,
                                      const qtty_session_config *config, uint64_t now_ns,
                                      qtty_session_id *id);

/**
 * How did a spawn end?
 *
 * @return QTTY_OK: published, a spawn's cancellation has no effect any more;
 *         QTTY_E_NOT_FOUND: still under way; QTTY_E_CANCELLED, QTTY_E_OWNER_NOT_LIVE,
 *         QTTY_E_SERVICE_DISPOSING: cancelled, by whom; QTTY_E_TIMEOUT, QTTY_E_CLOSED (it
 *         exited), QTTY_E_IO; QTTY_E_NO_SESSION, QTTY_E_FOREIGN_SESSION.
 */
QTTY_API qtty_status qtty_owner_spawned(const qtty_owner *o, qtty_session_id id);

/** Cancel a spawn that is under way: close it, and report QTTY_E_CANCELLED. */
QTTY_API qtty_status qtty_owner_cancel_spawn(qtty_owner *o, qtty_session_id id,
                                             uint64_t now_ns);

/**
 * Find a session of this owner.
 *
 * @param out  Borrowed until it is closed; NULL on failure.
 * @return QTTY_E_FOREIGN_SESSION: another's; QTTY_E_NO_SESSION: unknown or unpublished.
 */
QTTY_API qtty_status qtty_owner_find(const qtty_owner *o, qtty_session_id id,
                                     qtty_session **out);

/** Published sessions, oldest first. @return how many; at most `capacity` are filled. */
QTTY_API size_t qtty_owner_list(const qtty_owner *o, qtty_session_id *ids,
                                size_t capacity);

/** Label of a session; NULL: none, or no session of this owner. Borrowed until it is
 * closed. */
QTTY_API const char *qtty_owner_session_name(const qtty_owner *o, qtty_session_id id);

/** Begin to close a session; its id and name are free of it when that succeeded. Fails as
 * qtty_owner_find does. */
QTTY_API qtty_status qtty_owner_close(qtty_owner *o, qtty_session_id id, uint64_t now_ns);

#ifdef __cplusplus
}
#endif

#endif
