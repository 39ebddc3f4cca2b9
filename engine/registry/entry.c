/* Sessions by id, and what becomes of each: it is being made, it is published or has
 * failed, it is gone. */
#include "registry/registry.h"

#include "base/alloc.h"
#include "session/session.h"

/* --- The table ---------------------------------------------------------------------- */

/* Index of the first entry with at least this id: ids only grow. */
static size_t
place_of(const qtty_registry *r, qtty_session_id id)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->entries[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct entry *
entry_find(const qtty_registry *r, qtty_session_id id)
{
    size_t at = place_of(r, id);
    return at < r->count && r->entries[at]->id == id ? r->entries[at] : NULL;
}

static bool
has_room(qtty_registry *r)
{
    enum { AT_FIRST = 8 };
    if (r->count < r->capacity)
        return true;
    size_t capacity = r->capacity != 0 ? r->capacity * 2 : AT_FIRST;
    struct entry **entries =
        mem_resize(r->allocator, r->entries, capacity, sizeof *entries);
    if (entries == NULL)
        return false;
    r->entries = entries;
    r->capacity = capacity;
    return true;
}

struct entry *
entry_add(qtty_owner *o, const char *name, qtty_sandbox mode)
{
    qtty_registry *r = o->registry;
    size_t bytes = name != NULL ? strlen(name) : 0;
    if (!has_room(r))
        return NULL;
    struct entry *e = mem_zalloc(r->allocator, 1, sizeof *e + bytes + 1);
    if (e == NULL)
        return NULL;
    if (bytes != 0)
        memcpy(e->name, name, bytes);
    e->id = ++r->last_id;
    e->owner = o;
    e->mode = mode;
    e->spawned = QTTY_E_NOT_FOUND;
    e->active = true;
    o->active++;
    r->entries[r->count++] = e;
    return e;
}

static void
take_out(qtty_registry *r, const struct entry *e)
{
    size_t at = place_of(r, e->id);
    r->count--;
    memmove(r->entries + at, r->entries + at + 1, (r->count - at) * sizeof *r->entries);
}

static void
free_entry(const qtty_registry *r, struct entry *e)
{
    qtty_session_destroy(e->session);
    mem_free(r->allocator, e);
}

void
entry_remove(qtty_registry *r, struct entry *e)
{
    entry_rest(e);
    take_out(r, e);
    free_entry(r, e);
}

void
entries_free_departed(qtty_registry *r)
{
    while (r->departed != NULL) {
        struct entry *e = r->departed;
        r->departed = e->next;
        free_entry(r, e);
    }
}

void
entries_free(qtty_registry *r)
{
    entries_free_departed(r);
    while (r->count != 0)
        entry_remove(r, r->entries[r->count - 1]);
    mem_free(r->allocator, r->entries);
}

/* --- What becomes of one ------------------------------------------------------------ */

void
entry_rest(struct entry *e)
{
    if (e->active && e->owner != NULL)
        e->owner->active--;
    e->active = false;
}

bool
entry_is_settled(const struct entry *e)
{
    return e->session == NULL || session_is_over(e->session);
}

/* A program that ended by itself, and left behind what cannot be ended, has failed at the
 * close alone. */
static void
fail_spawn(struct entry *e)
{
    const qtty_session *s = e->session;
    bool ended = s->failed == QTTY_OK;
    e->spawned = ended ? QTTY_E_CLOSED : s->failed;
    failure_set(&e->failure, e->spawned, "%s%s",
                ended ? "start-up: the program ended; " : "", qtty_session_error(s));
}

static void
follow_start_up(struct entry *e)
{
    if (qtty_session_phase(e->session) == QTTY_SESSION_LIVE)
        e->spawned = QTTY_OK;
    else if (session_is_over(e->session))
        fail_spawn(e);
}

/* Nobody has seen the session: only how the spawn ended is kept, while there is somebody
 * to ask for it. */
static void
forget_session(qtty_registry *r, struct entry *e)
{
    qtty_session_destroy(e->session);
    e->session = NULL;
    e->name[0] = '\0';
    if (e->owner == NULL)
        entry_remove(r, e);
}

static void
depart(qtty_registry *r, struct entry *e)
{
    take_out(r, e);
    e->next = r->departed;
    r->departed = e;
}

void
entry_follow(qtty_registry *r, struct entry *e)
{
    if (e->session == NULL)
        return;
    if (e->spawned == QTTY_E_NOT_FOUND)
        follow_start_up(e);
    if (!session_is_gone(e->session))
        return;
    entry_rest(e);
    if (e->spawned != QTTY_OK)
        forget_session(r, e);
    else if (e->leaves)
        depart(r, e);
}

void
entries_follow(qtty_registry *r)
{
    for (size_t i = 0; i < r->count;) {
        struct entry *e = r->entries[i];
        entry_follow(r, e);
        i += i < r->count && r->entries[i] == e;
    }
}
