/* What a registry is made of; README.md says what each file does. */
#ifndef QTTY_REGISTRY_REGISTRY_H
#define QTTY_REGISTRY_REGISTRY_H

#include "provider/failure.h"
#include <quietty/registry.h>

struct backend {
    struct backend *next;
    qtty_provider *provider; /* NULL: local pseudo-terminals */
    char type[];
};

/** A session on its way from spawn to end. */
struct entry {
    qtty_session_id id;
    qtty_owner *owner;     /* NULL: that is disposed, and this could not be closed */
    qtty_session *session; /* NULL: not yet, or nothing is left of a failed spawn */
    qtty_sandbox mode;
    qtty_status reason;     /* of who cancelled the spawn; QTTY_OK: nobody */
    qtty_status spawned;    /* QTTY_E_NOT_FOUND: under way; QTTY_OK: published */
    struct failure failure; /* of the spawn */
    bool active;            /* counted as the owner's */
    bool leaves;            /* to be forgotten when nothing is left of it */
    struct entry *next;     /* among the departed */
    char name[];            /* "": none */
};

struct qtty_owner {
    qtty_registry *registry;
    qtty_owner *next;
    size_t active; /* entries */
    bool disposing;
};

struct qtty_registry {
    const qtty_allocator *allocator;
    struct backend *backends;
    qtty_owner *owners;
    size_t backend_count, owner_count;
    struct entry **entries; /* by id, the oldest first */
    size_t count, capacity;
    struct entry
        *departed; /* forgotten; the caller may look at them until the next step */
    qtty_session_id last_id;
    bool disposing;

    uint32_t *marks; /* by descriptor: the last turn in which it was ready */
    size_t mark_count;
    uint32_t turn;

    struct failure failure;
    qtty_buf report;   /* of a disposal */
    const char *error; /* the text of either */
};

/** Kept free in a report, to say how much is not in it. */
enum { REPORT_TAIL_BYTES = 64 };

/** Say why a call failed, as printf(3). @return `status`. */
qtty_status registry_fail(qtty_registry *r, qtty_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* --- backend.c ---------------------------------------------------------------------- */

struct backend *backend_find(const qtty_registry *r, const char *type);
void backends_free(qtty_registry *r);

/* --- entry.c ------------------------------------------------------------------------ */

/** Make one, unpublished and active. @return NULL: no memory, and nothing has changed. */
struct entry *entry_add(qtty_owner *o, const char *name, qtty_sandbox mode);

/** Take it out and free it, its session too. */
void entry_remove(qtty_registry *r, struct entry *e);

/** Take up what became of its session: publish it, fail it, let it go. It may be gone
 * from the registry then. */
void entry_follow(qtty_registry *r, struct entry *e);

/** The same of all. */
void entries_follow(qtty_registry *r);

/** It is its owner's activity no more. */
void entry_rest(struct entry *e);

/** Can nothing more become of it by steps alone? */
bool entry_is_settled(const struct entry *e);

/** @return NULL: there is none. */
struct entry *entry_find(const qtty_registry *r, qtty_session_id id);

/** Free what the caller could look at until now. */
void entries_free_departed(qtty_registry *r);
void entries_free(qtty_registry *r);

/* --- owner.c ------------------------------------------------------------------------ */

/** An entry of this owner, published or not. @return QTTY_E_NO_SESSION,
 * QTTY_E_FOREIGN_SESSION. */
qtty_status owner_entry(const qtty_owner *o, qtty_session_id id, struct entry **out);

/** @return QTTY_E_SERVICE_DISPOSING, QTTY_E_OWNER_NOT_LIVE: it takes no new work. */
qtty_status owner_check(const qtty_owner *o);

/** Take it out and free it. */
void owner_remove(qtty_owner *o);

/* --- spawn.c ------------------------------------------------------------------------ */

/** Cancel a spawn that is under way. The first reason stands. */
void spawn_cancel(struct entry *e, qtty_status reason, uint64_t now_ns);

/* --- fence.c ------------------------------------------------------------------------ */

/** What a configuration comes to: the mode that stands for the default. */
qtty_sandbox fence_mode(const qtty_session_config *config);

/** May the owner have a session of this mode now? @return QTTY_E_INVAL: not beside its
 * activity. */
qtty_status fence_check(const qtty_owner *o, qtty_sandbox mode);

#endif
