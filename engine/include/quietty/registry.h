/* The registry: sessions that belong to someone.
 *
 * An owner is a capability: it opens, lists and drives its own sessions and sees no
 * others. Names are labels, never authority; ids are never used twice. One registry, with
 * all its owners and sessions, is used by one thread at a time and driven as a session
 * is: one array of wants, one deadline, one step. Nothing here blocks but
 * qtty_registry_destroy, and qtty_owner_spawn with a sandbox that confines, as
 * qtty_session_create says: for some ms, at most for five seconds. */
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

/** The longest type of a backend, and the longest name of a session, in bytes. */
#define QTTY_LABEL_BYTES_MAX 255
/** Of one registry. */
#define QTTY_BACKENDS_MAX 256
#define QTTY_OWNERS_MAX   65536
#define QTTY_SESSIONS_MAX 65536
/** Spawns that failed, of one owner, whose end is remembered when another begins: the
 * newest; fewer where sessions need the room. */
#define QTTY_FAILED_SPAWNS_MAX 256

/** Zero means the default of each field. */
typedef struct qtty_registry_config {
    size_t size;                     /* sizeof(qtty_registry_config) */
    const qtty_allocator *allocator; /* borrowed for the life of the handle; of sessions,
                                      * too, whose configuration has none */
    bool no_shell;                   /* leave out the built-in backend "shell" */
} qtty_registry_config;

#define QTTY_REGISTRY_CONFIG_INIT                                                        \
    {                                                                                    \
        .size = sizeof(qtty_registry_config)                                             \
    }

/**
 * Make a registry, without owners.
 *
 * @param out     The handle, to be given to qtty_registry_destroy; NULL on failure.
 * @param config  NULL: all defaults.
 * @return QTTY_E_INVAL: `size`; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_registry_create(qtty_registry **out,
                                          const qtty_registry_config *config);

/**
 * Free a registry with everything in it, owners too. Sessions that were not closed are
 * ended first, without a grace: this may block for some ms, and for five seconds for each
 * that cannot be killed. NULL is fine.
 */
QTTY_API void qtty_registry_destroy(qtty_registry *r);

/** @return Text of the last failure; of a disposal, of all failures together; "" if there
 * was none. Borrowed until the next call. */
QTTY_API const char *qtty_registry_error(const qtty_registry *r);

/** As qtty_session_wants, for all sessions. The time it takes grows with their number. */
QTTY_API void qtty_registry_wants(const qtty_registry *r, qtty_want *wants,
                                  size_t capacity, size_t *count, uint64_t *deadline_ns);

/**
 * As qtty_session_step, for all sessions: those that want what is ready, and those whose
 * time has come. Then spawns that are ready are published, and what was closed is
 * forgotten: a session that a step finds closed can be looked at until the next step.
 *
 * @param ready  Of the wants, those that are ready; NULL: not known, and all are stepped.
 * @return QTTY_E_NOMEM: text of a session was lost, and it goes on. One that fails does
 *         not fail the others: qtty_session_phase and qtty_session_error tell.
 */
QTTY_API qtty_status qtty_registry_step(qtty_registry *r, const qtty_want *ready,
                                        size_t n, uint64_t now_ns);

/* --- Backends ----------------------------------------------------------------------- */

/**
 * Register a provider under a type, by which a configuration names it.
 *
 * @param type      Copied.
 * @param provider  Borrowed until the registry is destroyed; NULL: local
 *                  pseudo-terminals.
 * @return QTTY_E_DUPLICATE_BACKEND; QTTY_E_INVAL: an empty type; QTTY_E_LIMIT: more than
 *         QTTY_LABEL_BYTES_MAX bytes, or QTTY_BACKENDS_MAX backends;
 *         QTTY_E_SERVICE_DISPOSING; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_registry_add_backend(qtty_registry *r, const char *type,
                                               qtty_provider *provider);

/** Remove one; its sessions go on, also those that are starting.
 * @return QTTY_E_NO_BACKEND. */
QTTY_API qtty_status qtty_registry_remove_backend(qtty_registry *r, const char *type);

/* --- Owners ------------------------------------------------------------------------- */

/**
 * Make an owner, without sessions.
 *
 * @param out  The handle, gone when qtty_owner_disposed says so, and with the registry;
 *             NULL on failure.
 * @return QTTY_E_SERVICE_DISPOSING; QTTY_E_LIMIT: QTTY_OWNERS_MAX of them; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_owner_create(qtty_owner **out, qtty_registry *r);

/** @return true from before a spawn begins until nothing of its session is left, by a
 * close, by the end of its program or by the rollback of its start-up, or until a
 * disposal reported that this failed. Without a gap. */
QTTY_API bool qtty_owner_has_activity(const qtty_owner *o);

/**
 * Begin to dispose an owner: new work is refused, start-ups are cancelled, every session
 * is closed, all are tried though one fails; those whose close had failed before are
 * tried again. It is done when qtty_owner_disposed says so.
 */
QTTY_API void qtty_owner_dispose(qtty_owner *o, uint64_t now_ns);

/**
 * Has the disposal ended?
 *
 * @param status  QTTY_OK, or QTTY_E_IO: sessions could not be closed; qtty_registry_error
 *                tells of each. A disposal of the registry tries those again.
 * @return true: the handle is gone. false: step on; or none has begun.
 */
QTTY_API bool qtty_owner_disposed(qtty_owner *o, qtty_status *status);

/** The same for the registry: all owners, then itself. It stays to be destroyed, and so
 * do the handles of owners that were not disposed by themselves. */
QTTY_API void qtty_registry_dispose(qtty_registry *r, uint64_t now_ns);

/** As qtty_owner_disposed, of all sessions there are. @return true, from the end on:
 * nothing is left but what the error tells of. false: step on; or none has begun. */
QTTY_API bool qtty_registry_disposed(qtty_registry *r, qtty_status *status);

/* --- An owner's sessions ------------------------------------------------------------ */

/**
 * Spawn a session. It is unpublished, not listed and not found, until it is ready; its
 * name is taken at once, and free again when nothing is left of it.
 *
 * @param name    Label, UTF-8 without controls, unique for this owner; NULL: none.
 * @param config  As for qtty_session_create; its backend is a type of the registry.
 *                NULL: all defaults.
 * @param id      Its number; 0 on failure.
 * @return QTTY_E_OWNER_NOT_LIVE, QTTY_E_SERVICE_DISPOSING; QTTY_E_NO_BACKEND;
 *         QTTY_E_DUPLICATE_NAME; QTTY_E_INVAL: an empty name, or one with controls;
 *         another sandbox mode than that of the owner's activity: the error says what to
 *         close first; QTTY_E_ENCODING: a name that is not UTF-8; QTTY_E_LIMIT: a name of
 *         more than QTTY_LABEL_BYTES_MAX bytes, or QTTY_SESSIONS_MAX sessions; else as
 *         qtty_session_create. Nothing was started then.
 */
QTTY_API qtty_status qtty_owner_spawn(qtty_owner *o, const char *name,
                                      const qtty_session_config *config, uint64_t now_ns,
                                      qtty_session_id *id);

/**
 * How did a spawn end? qtty_registry_error says why it failed; where its cleaning up
 * failed, too, it says both.
 *
 * @return QTTY_OK: published, a spawn's cancellation has no effect any more;
 *         QTTY_E_NOT_FOUND: still under way, no failure; QTTY_E_CANCELLED,
 *         QTTY_E_OWNER_NOT_LIVE, QTTY_E_SERVICE_DISPOSING: cancelled, by whom;
 *         QTTY_E_TIMEOUT, QTTY_E_CLOSED (it exited), QTTY_E_IO, QTTY_E_ENCODING,
 *         QTTY_E_NOMEM: it failed;
 *         QTTY_E_NO_SESSION, also of a session that was closed, and of a failure that is
 *         not remembered any more; QTTY_E_FOREIGN_SESSION.
 */
QTTY_API qtty_status qtty_owner_spawned(const qtty_owner *o, qtty_session_id id);

/**
 * Cancel a spawn that is under way: close it, and then report QTTY_E_CANCELLED, whatever
 * else comes in between. Who cancelled first is reported. Of one whose cleaning up failed
 * that is tried again.
 *
 * @return QTTY_E_NOT_FOUND: it is published, or nothing is left of it: this did nothing;
 *         QTTY_E_NO_SESSION, QTTY_E_FOREIGN_SESSION.
 */
QTTY_API qtty_status qtty_owner_cancel_spawn(qtty_owner *o, qtty_session_id id,
                                             uint64_t now_ns);

/**
 * Find a session of this owner, to send to it, read it, signal it. It stays the
 * registry's: it must not be destroyed.
 *
 * @param out  Borrowed until the step after the one that found it closed, at the request
 *             of qtty_owner_close or of a disposal. NULL on failure.
 * @return QTTY_E_FOREIGN_SESSION: another's; QTTY_E_NO_SESSION: unknown, closed or
 *         unpublished.
 */
QTTY_API qtty_status qtty_owner_find(const qtty_owner *o, qtty_session_id id,
                                     qtty_session **out);

/** Published sessions, oldest first; also those whose program has ended, until they are
 * closed. @return how many; at most `capacity` are filled. */
QTTY_API size_t qtty_owner_list(const qtty_owner *o, qtty_session_id *ids,
                                size_t capacity);

/** @return Label of a published session; NULL: none, or no session of this owner.
 * Borrowed as the session is. */
QTTY_API const char *qtty_owner_session_name(const qtty_owner *o, qtty_session_id id);

/**
 * Begin to close a session; its id and name are free of it when that succeeded. If it
 * failed, which the session's state and error tell, it stays, and can be closed again.
 * One whose program has ended, and of which nothing is left, is gone at once.
 *
 * @return As qtty_owner_find.
 */
QTTY_API qtty_status qtty_owner_close(qtty_owner *o, qtty_session_id id, uint64_t now_ns);

#ifdef __cplusplus
}
#endif

#endif
