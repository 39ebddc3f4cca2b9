/* A spawn: what is refused before anything begins, the start, the cancellation, and how
 * it ended. */
#include "registry/registry.h"

#include "session/session.h"

/* --- What is refused ---------------------------------------------------------------- */

/* C0, DEL, and C1 as UTF-8 has them: a name is shown to people. */
static bool
has_controls(qtty_span name)
{
    for (size_t i = 0; i < name.len; i++) {
        uint8_t byte = name.data[i];
        bool c1 = byte == 0xC2 && name.data[i + 1] < 0xA0;
        if (byte < 0x20 || byte == 0x7F || c1)
            return true;
    }
    return false;
}

static bool
is_taken(const qtty_owner *o, const char *name)
{
    const qtty_registry *r = o->registry;
    for (size_t i = 0; i < r->count; i++)
        if (r->entries[i]->owner == o && strcmp(r->entries[i]->name, name) == 0)
            return true;
    return false;
}

static qtty_status
check_name(const qtty_owner *o, const char *name)
{
    qtty_registry *r = o->registry;
    qtty_span text = qtty_text(name);
    if (name == NULL)
        return QTTY_OK;
    if (text.len == 0)
        return registry_fail(r, QTTY_E_INVAL, "name: \"\": must not be empty");
    if (text.len > QTTY_LABEL_BYTES_MAX)
        return registry_fail(r, QTTY_E_LIMIT, "name: %zu bytes: must be at most %d",
                             text.len, QTTY_LABEL_BYTES_MAX);
    if (!compose_is_well_formed(text))
        return registry_fail(r, QTTY_E_ENCODING, "name: must be UTF-8");
    if (has_controls(text))
        return registry_fail(r, QTTY_E_INVAL, "name: must be without controls");
    if (is_taken(o, name))
        return registry_fail(r, QTTY_E_DUPLICATE_NAME, "name: \"%s\": is in use", name);
    return QTTY_OK;
}

static qtty_status
find_backend(qtty_registry *r, const char *type, struct backend **out)
{
    const char *named = type != NULL ? type : "shell";
    *out = backend_find(r, named);
    return *out != NULL ? QTTY_OK
                        : registry_fail(r, QTTY_E_NO_BACKEND,
                                        "backend: \"%.100s\": no such backend", named);
}

static qtty_status
take_config(const qtty_owner *o, const qtty_session_config *given, qtty_session_config *c)
{
    qtty_registry *r = o->registry;
    *c = (qtty_session_config)QTTY_SESSION_CONFIG_INIT;
    if (given != NULL && given->size != sizeof *c)
        return registry_fail(r, QTTY_E_INVAL, "size: %zu: must be %zu", given->size,
                             sizeof *c);
    if (given != NULL)
        *c = *given;
    if (c->allocator == NULL)
        c->allocator = r->allocator;
    return QTTY_OK;
}

/* --- The start ---------------------------------------------------------------------- */

/* The oldest of the failures whose end nobody may want to know any more. */
static void
forget_failures(qtty_owner *o)
{
    qtty_registry *r = o->registry;
    size_t failures = 0;
    for (size_t i = r->count; i-- > 0;) {
        struct entry *e = r->entries[i];
        if (e->owner == o && e->session == NULL && ++failures > QTTY_FAILED_SPAWNS_MAX)
            entry_remove(r, e);
    }
}

/* Failures that are remembered, of whomever, keep nobody out: the oldest one goes. */
static bool
make_room(qtty_registry *r)
{
    if (r->count < QTTY_SESSIONS_MAX)
        return true;
    for (size_t i = 0; i < r->count; i++)
        if (r->entries[i]->session == NULL) {
            entry_remove(r, r->entries[i]);
            return true;
        }
    return false;
}

static qtty_status
admit(qtty_owner *o, const char *name, qtty_sandbox mode, struct entry **out)
{
    qtty_registry *r = o->registry;
    forget_failures(o);
    if (!make_room(r))
        return registry_fail(r, QTTY_E_LIMIT, "spawn: there are %d sessions already",
                             QTTY_SESSIONS_MAX);
    *out = entry_add(o, name, mode);
    return *out != NULL ? QTTY_OK
                        : registry_fail(r, QTTY_E_NOMEM, "spawn: out of memory");
}

static void
tell_refusal(qtty_registry *r, qtty_status why, qtty_span text)
{
    if (text.len != 0)
        registry_fail(r, why, "%.*s", (int)text.len, (const char *)text.data);
    else
        registry_fail(r, why, "spawn: %s", qtty_status_text(why));
}

/* The entry is there before the program: it is activity from before the spawn on. */
static qtty_status
start(struct entry *e, qtty_provider *provider, const qtty_session_config *c,
      uint64_t now_ns)
{
    qtty_registry *r = e->owner->registry;
    qtty_buf why;
    qtty_buf_init(&why, r->allocator, sizeof r->failure.text);
    qtty_status st = qtty_session_create(&e->session, provider, c, now_ns, &why);
    if (st != QTTY_OK) {
        tell_refusal(r, st, qtty_buf_span(&why));
        entry_remove(r, e);
    }
    qtty_buf_finish(&why);
    return st;
}

qtty_status
qtty_owner_spawn(qtty_owner *o, const char *name, const qtty_session_config *config,
                 uint64_t now_ns, qtty_session_id *id)
{
    qtty_session_config c;
    struct backend *backend = NULL;
    struct entry *e = NULL;
    *id = 0;
    qtty_status st = owner_check(o);
    if (st == QTTY_OK)
        st = take_config(o, config, &c);
    if (st == QTTY_OK)
        st = check_name(o, name);
    if (st == QTTY_OK)
        st = find_backend(o->registry, c.backend, &backend);
    if (st == QTTY_OK)
        st = fence_check(o, fence_mode(&c));
    if (st == QTTY_OK)
        st = admit(o, name, fence_mode(&c), &e);
    if (st != QTTY_OK)
        return st;
    c.backend = NULL;
    st = start(e, backend->provider, &c, now_ns);
    if (st == QTTY_OK)
        *id = e->id;
    return st;
}

/* --- The end ------------------------------------------------------------------------ */

qtty_status
qtty_owner_spawned(const qtty_owner *o, qtty_session_id id)
{
    struct entry *e;
    qtty_status st = owner_entry(o, id, &e);
    if (st != QTTY_OK)
        return st;
    if (e->spawned == QTTY_OK || e->spawned == QTTY_E_NOT_FOUND)
        return e->spawned;
    return registry_fail(o->registry, e->spawned, "%s", e->failure.text);
}

static const char *
canceller(qtty_status reason)
{
    switch (reason) {
    case QTTY_E_OWNER_NOT_LIVE:
        return "start-up: cancelled, the owner is being disposed";
    case QTTY_E_SERVICE_DISPOSING:
        return "start-up: cancelled, the registry is being disposed";
    default:
        return "start-up: cancelled";
    }
}

void
spawn_cancel(struct entry *e, qtty_status reason, uint64_t now_ns)
{
    if (e->reason != QTTY_OK)
        return;
    e->reason = reason;
    session_give_up_start_up(e->session, reason, canceller(reason), now_ns);
}

qtty_status
qtty_owner_cancel_spawn(qtty_owner *o, qtty_session_id id, uint64_t now_ns)
{
    struct entry *e;
    qtty_status st = owner_entry(o, id, &e);
    if (st != QTTY_OK)
        return st;
    if (e->spawned == QTTY_OK || e->session == NULL)
        return registry_fail(o->registry, QTTY_E_NOT_FOUND,
                             "session %llu: there is no spawn to cancel",
                             (unsigned long long)id);
    if (e->spawned == QTTY_E_NOT_FOUND)
        spawn_cancel(e, QTTY_E_CANCELLED, now_ns);
    else
        (void)qtty_session_close(e->session, now_ns);
    return QTTY_OK;
}
