/* Disposal, of an owner and of everything: all is begun at once, and it has ended when
 * nothing more can become of any session. What could not be closed is told then, of all
 * together. */
#include "registry/registry.h"

#include <stdio.h>

/* --- The beginning ------------------------------------------------------------------ */

static void
dispose_entry(struct entry *e, qtty_status reason, uint64_t now_ns)
{
    e->leaves = true;
    if (e->spawned == QTTY_E_NOT_FOUND)
        spawn_cancel(e, reason, now_ns);
    else
        (void)qtty_session_close(e->session, now_ns);
}

/* With no owner named, of everything. */
static void
dispose_all(qtty_registry *r, const qtty_owner *o, qtty_status reason, uint64_t now_ns)
{
    for (size_t i = 0; i < r->count;) {
        struct entry *e = r->entries[i];
        if (e->session != NULL && (o == NULL || e->owner == o)) {
            dispose_entry(e, reason, now_ns);
            entry_follow(r, e);
        }
        i += i < r->count && r->entries[i] == e;
    }
}

void
qtty_owner_dispose(qtty_owner *o, uint64_t now_ns)
{
    o->disposing = true;
    dispose_all(o->registry, o, QTTY_E_OWNER_NOT_LIVE, now_ns);
}

void
qtty_registry_dispose(qtty_registry *r, uint64_t now_ns)
{
    r->disposing = true;
    dispose_all(r, NULL, QTTY_E_SERVICE_DISPOSING, now_ns);
}

/* --- The report --------------------------------------------------------------------- */

struct report {
    qtty_buf *text; /* has room for the tail, always */
    size_t told, untold;
};

static void
tell(struct report *report, const struct entry *e)
{
    char one[QTTY_LABEL_BYTES_MAX + sizeof e->failure.text + 64];
    const char *between = report->told != 0 ? "; " : "";
    const char *why = qtty_session_error(e->session);
    unsigned long long id = e->id;
    int len = e->name[0] != '\0'
                  ? snprintf(one, sizeof one, "%ssession %llu \"%s\": %s", between, id,
                             e->name, why)
                  : snprintf(one, sizeof one, "%ssession %llu: %s", between, id, why);
    if (report->untold != 0
        || qtty_buf_reserve(report->text, (size_t)len + REPORT_TAIL_BYTES) != QTTY_OK) {
        report->untold++;
        return;
    }
    (void)qtty_buf_append(report->text, one, (size_t)len);
    report->told++;
}

static qtty_status
finish(qtty_registry *r, const struct report *report)
{
    char tail[REPORT_TAIL_BYTES] = "";
    if (report->untold != 0)
        snprintf(tail, sizeof tail, "%ssessions that could not be closed: %zu",
                 report->told != 0 ? "; more " : "", report->untold);
    if (report->told + report->untold == 0)
        return QTTY_OK;
    (void)qtty_buf_append(report->text, tail, strlen(tail) + 1);
    r->error = (const char *)report->text->data;
    return QTTY_E_IO;
}

/* --- The end ------------------------------------------------------------------------ */

/* A caller may have stepped a session by itself. */
static bool
has_ended(qtty_registry *r, const qtty_owner *o)
{
    entries_follow(r);
    for (size_t i = 0; i < r->count; i++)
        if ((o == NULL || r->entries[i]->owner == o) && !entry_is_settled(r->entries[i]))
            return false;
    return true;
}

/* What is told of is activity no more. */
static qtty_status
report_all(qtty_registry *r, const qtty_owner *o)
{
    struct report report = { .text = &r->report };
    r->report.len = 0;
    for (size_t i = 0; i < r->count; i++) {
        struct entry *e = r->entries[i];
        if ((o != NULL && e->owner != o) || e->session == NULL)
            continue;
        tell(&report, e);
        entry_rest(e);
    }
    return finish(r, &report);
}

/* What could not be closed stays the registry's. */
static void
leave_entries(qtty_registry *r, const qtty_owner *o)
{
    for (size_t i = r->count; i-- > 0;) {
        struct entry *e = r->entries[i];
        if (e->owner == o && e->session == NULL)
            entry_remove(r, e);
        else if (e->owner == o)
            e->owner = NULL;
    }
}

bool
qtty_owner_disposed(qtty_owner *o, qtty_status *status)
{
    qtty_registry *r = o->registry;
    *status = QTTY_OK;
    if ((!o->disposing && !r->disposing) || !has_ended(r, o))
        return false;
    *status = report_all(r, o);
    leave_entries(r, o);
    owner_remove(o);
    return true;
}

bool
qtty_registry_disposed(qtty_registry *r, qtty_status *status)
{
    *status = QTTY_OK;
    if (!r->disposing || !has_ended(r, NULL))
        return false;
    *status = report_all(r, NULL);
    return true;
}
