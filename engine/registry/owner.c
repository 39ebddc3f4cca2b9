/* Owners: capabilities, each to its own sessions and to no others. */
#include "registry/registry.h"

#include "base/alloc.h"

/* --- Life --------------------------------------------------------------------------- */

qtty_status
qtty_owner_create(qtty_owner **out, qtty_registry *r)
{
    *out = NULL;
    if (r->disposing)
        return registry_fail(r, QTTY_E_SERVICE_DISPOSING, "owner: %s",
                             qtty_status_text(QTTY_E_SERVICE_DISPOSING));
    if (r->owner_count == QTTY_OWNERS_MAX)
        return registry_fail(r, QTTY_E_LIMIT, "owner: there are %d already",
                             QTTY_OWNERS_MAX);
    qtty_owner *o = mem_zalloc(r->allocator, 1, sizeof *o);
    if (o == NULL)
        return registry_fail(r, QTTY_E_NOMEM, "owner: out of memory");
    o->registry = r;
    o->next = r->owners;
    r->owners = o;
    r->owner_count++;
    *out = o;
    return QTTY_OK;
}

void
owner_remove(qtty_owner *o)
{
    qtty_registry *r = o->registry;
    qtty_owner **at = &r->owners;
    while (*at != o)
        at = &(*at)->next;
    *at = o->next;
    r->owner_count--;
    mem_free(r->allocator, o);
}

qtty_status
owner_check(const qtty_owner *o)
{
    qtty_status st = o->registry->disposing ? QTTY_E_SERVICE_DISPOSING
                     : o->disposing         ? QTTY_E_OWNER_NOT_LIVE
                                            : QTTY_OK;
    return st == QTTY_OK
               ? st
               : registry_fail(o->registry, st, "spawn: %s", qtty_status_text(st));
}

bool
qtty_owner_has_activity(const qtty_owner *o)
{
    return o->active != 0;
}

/* --- Its sessions ------------------------------------------------------------------- */

static qtty_status
refuse(const qtty_owner *o, qtty_session_id id, qtty_status status)
{
    return registry_fail(o->registry, status, "session %llu: %s", (unsigned long long)id,
                         qtty_status_text(status));
}

qtty_status
owner_entry(const qtty_owner *o, qtty_session_id id, struct entry **out)
{
    struct entry *e = entry_find(o->registry, id);
    *out = NULL;
    if (e == NULL)
        return refuse(o, id, QTTY_E_NO_SESSION);
    if (e->owner != o)
        return refuse(o, id, QTTY_E_FOREIGN_SESSION);
    *out = e;
    return QTTY_OK;
}

static qtty_status
published_entry(const qtty_owner *o, qtty_session_id id, struct entry **out)
{
    qtty_status st = owner_entry(o, id, out);
    if (st != QTTY_OK || (*out)->spawned == QTTY_OK)
        return st;
    *out = NULL;
    return registry_fail(o->registry, QTTY_E_NO_SESSION, "session %llu: is not published",
                         (unsigned long long)id);
}

qtty_status
qtty_owner_find(const qtty_owner *o, qtty_session_id id, qtty_session **out)
{
    struct entry *e;
    qtty_status st = published_entry(o, id, &e);
    *out = st == QTTY_OK ? e->session : NULL;
    return st;
}

size_t
qtty_owner_list(const qtty_owner *o, qtty_session_id *ids, size_t capacity)
{
    const qtty_registry *r = o->registry;
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++) {
        const struct entry *e = r->entries[i];
        if (e->owner != o || e->spawned != QTTY_OK)
            continue;
        if (count < capacity)
            ids[count] = e->id;
        count++;
    }
    return count;
}

const char *
qtty_owner_session_name(const qtty_owner *o, qtty_session_id id)
{
    struct entry *e;
    bool named = published_entry(o, id, &e) == QTTY_OK && e->name[0] != '\0';
    return named ? e->name : NULL;
}

qtty_status
qtty_owner_close(qtty_owner *o, qtty_session_id id, uint64_t now_ns)
{
    struct entry *e;
    qtty_status st = published_entry(o, id, &e);
    if (st != QTTY_OK)
        return st;
    e->leaves = true;
    (void)qtty_session_close(e->session, now_ns);
    entry_follow(o->registry, e);
    return QTTY_OK;
}
