/* The handle, and the loop over all sessions. A turn steps those that have something to
 * do: a descriptor that is ready is marked with the number of the turn, and each session
 * looks for its own among the marks, so a turn costs the sessions and what is ready, not
 * one by the other. */
#include "registry/registry.h"

#include "base/alloc.h"
#include <stdarg.h>
#include <stdio.h>

enum {
    DESCRIPTORS_MAX = 65536,   /* that are marked: past it, all sessions are stepped */
    REPORT_BYTES_MAX = 262144, /* of a disposal's failures; those past it are counted */
};

qtty_status
registry_fail(qtty_registry *r, qtty_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(r->failure.text, sizeof r->failure.text, format, arguments);
    va_end(arguments);
    r->error = r->failure.text;
    return status;
}

const char *
qtty_registry_error(const qtty_registry *r)
{
    return r->error;
}

/* --- Life --------------------------------------------------------------------------- */

static qtty_status
furnish(qtty_registry *r, bool no_shell)
{
    qtty_status st = qtty_buf_reserve(&r->report, REPORT_TAIL_BYTES);
    if (st == QTTY_OK && !no_shell)
        st = qtty_registry_add_backend(r, "shell", NULL);
    return st;
}

qtty_status
qtty_registry_create(qtty_registry **out, const qtty_registry_config *config)
{
    const qtty_registry_config defaults = QTTY_REGISTRY_CONFIG_INIT;
    const qtty_registry_config *c = config != NULL ? config : &defaults;
    *out = NULL;
    if (c->size != sizeof *c)
        return QTTY_E_INVAL;
    qtty_registry *r = mem_zalloc(c->allocator, 1, sizeof *r);
    if (r == NULL)
        return QTTY_E_NOMEM;
    r->allocator = c->allocator;
    r->error = r->failure.text;
    qtty_buf_init(&r->report, c->allocator, REPORT_BYTES_MAX);
    qtty_status st = furnish(r, c->no_shell);
    if (st != QTTY_OK) {
        qtty_registry_destroy(r);
        return st;
    }
    *out = r;
    return QTTY_OK;
}

void
qtty_registry_destroy(qtty_registry *r)
{
    if (r == NULL)
        return;
    entries_free(r);
    while (r->owners != NULL)
        owner_remove(r->owners);
    backends_free(r);
    qtty_buf_finish(&r->report);
    mem_free(r->allocator, r->marks);
    mem_free(r->allocator, r);
}

/* --- What is waited for ------------------------------------------------------------- */

void
qtty_registry_wants(const qtty_registry *r, qtty_want *wants, size_t capacity,
                    size_t *count, uint64_t *deadline_ns)
{
    *count = 0;
    *deadline_ns = QTTY_NEVER;
    for (size_t i = 0; i < r->count; i++) {
        const qtty_session *s = r->entries[i]->session;
        size_t more, room = *count < capacity ? capacity - *count : 0;
        uint64_t at;
        if (s == NULL)
            continue;
        qtty_session_wants(s, room != 0 ? wants + *count : NULL, room, &more, &at);
        *count += more;
        *deadline_ns = at < *deadline_ns ? at : *deadline_ns;
    }
}

/* --- A turn ------------------------------------------------------------------------- */

static bool
has_mark(qtty_registry *r, int descriptor)
{
    enum { AT_FIRST = 64 };
    size_t needed = (size_t)descriptor + 1, count = r->mark_count;
    if (descriptor < 0 || needed > DESCRIPTORS_MAX)
        return false;
    if (needed <= count)
        return true;
    for (count = count < AT_FIRST ? AT_FIRST : count; count < needed;)
        count *= 2;
    uint32_t *marks = mem_resize(r->allocator, r->marks, count, sizeof *marks);
    if (marks == NULL)
        return false;
    memset(marks + r->mark_count, 0, (count - r->mark_count) * sizeof *marks);
    r->marks = marks;
    r->mark_count = count;
    return true;
}

/* A mark of a turn long ago that had the same number only makes a step too many.
 * @return false: one could not be marked. */
static bool
mark_ready(qtty_registry *r, const qtty_want *ready, size_t n)
{
    bool marked = ready != NULL;
    r->turn++;
    for (size_t i = 0; marked && i < n; i++) {
        marked = has_mark(r, ready[i].descriptor);
        if (marked)
            r->marks[ready[i].descriptor] = r->turn;
    }
    return marked;
}

static bool
is_due(const qtty_registry *r, const qtty_session *s, uint64_t now_ns)
{
    qtty_want wants[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at;
    qtty_session_wants(s, wants, QTTY_WANTS_MAX, &count, &at);
    bool due = at <= now_ns;
    for (size_t i = 0; !due && i < count; i++) {
        size_t descriptor = (size_t)wants[i].descriptor;
        due = descriptor < r->mark_count && r->marks[descriptor] == r->turn;
    }
    return due;
}

qtty_status
qtty_registry_step(qtty_registry *r, const qtty_want *ready, size_t n, uint64_t now_ns)
{
    qtty_status st = QTTY_OK;
    entries_free_departed(r);
    bool all = !mark_ready(r, ready, n);
    for (size_t i = 0; i < r->count;) {
        struct entry *e = r->entries[i];
        if (e->session != NULL && (all || is_due(r, e->session, now_ns))
            && qtty_session_step(e->session, NULL, 0, now_ns) == QTTY_E_NOMEM)
            st = registry_fail(r, QTTY_E_NOMEM, "session %llu: out of memory",
                               (unsigned long long)e->id);
        entry_follow(r, e);
        i += i < r->count && r->entries[i] == e;
    }
    return st;
}
