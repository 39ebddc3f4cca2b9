/* Members of a process group, by a walk down from the session's leader: a look at every
 * process of the system is twenty times as long as all else that is looked at. */
#define _GNU_SOURCE /* getsid(2) */

#include "provider/group_linux.h"

#include "provider/process.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    VISITS_MAX = 512,    /* processes of a session */
    CHILDREN_MAX = 4096, /* bytes that the kernel tells at once: 512 children */
    NUMBER_BYTES = 8,    /* of a child, with its space */
    PARENTS_MAX = 64,    /* threads of a process that may have children */
};

struct walk {
    struct group *group;
    struct proc *proc;
    pid_t visits[VISITS_MAX];
    size_t count;
    bool blind;
};

bool
group_has(const struct group *g, pid_t pid)
{
    return getpgid(pid) == g->number && getsid(pid) == g->session;
}

static void
add(struct group *g, pid_t pid)
{
    if (g->count < GROUP_MEMBERS_MAX)
        g->members[g->count++] = pid;
    else
        g->cut = true;
}

/* Who left the session left it with all descendants. */
static void
visit(struct walk *w, pid_t pid)
{
    struct group *g = w->group;
    if (getsid(pid) != g->session)
        return;
    if (w->count == VISITS_MAX) {
        g->cut = true;
        return;
    }
    w->visits[w->count++] = pid;
    if (getpgid(pid) == g->number)
        add(g, pid);
}

/* Both roots were visited already. */
static void
visit_child(struct walk *w, pid_t pid)
{
    if (pid != w->group->number && pid != w->group->session)
        visit(w, pid);
}

/* "PID PID …", each with a space behind it; one that lacks it is cut. */
static void
visit_children_of_thread(struct walk *w, const struct process *process, pid_t thread)
{
    char text[CHILDREN_MAX + 1], *end;
    if (!process_text(process, thread, PROC_CHILDREN, text, sizeof text)) {
        w->blind |= errno == ENOENT && thread == w->group->session;
        return;
    }
    const char *at = text;
    for (long pid = strtol(at, &end, 10); end != at && *end == ' ';
         at = end, pid = strtol(at, &end, 10))
        visit_child(w, (pid_t)pid);
    w->group->cut |= end - text > CHILDREN_MAX - 2 * NUMBER_BYTES;
}

static void
visit_children(struct walk *w, pid_t pid)
{
    pid_t threads[PARENTS_MAX];
    struct process process;
    if (!process_enter(&process, w->proc, pid))
        return;
    size_t count = process_threads(&process, threads, PARENTS_MAX);
    for (size_t i = 0; i < count; i++)
        visit_children_of_thread(w, &process, threads[i]);
    w->group->cut |= count == PARENTS_MAX;
    process_leave(&process);
}

bool
group_walk(struct group *g, struct proc *proc)
{
    struct walk w = { .group = g, .proc = proc };
    if (g->number != g->session)
        visit(&w, g->number);
    visit(&w, g->session);
    for (size_t i = 0; i < w.count; i++)
        visit_children(&w, w.visits[i]);
    return !w.blind;
}

/* The fence of a look has made room for one descriptor, which is enough. */
void
group_scan(struct group *g)
{
    struct members m;
    struct member member = { 0, -1 };
    g->count = 0;
    g->cut = !members_open(&m, g->session, g->number);
    if (g->cut)
        return;
    while (members_next(&m, &member))
        add(g, member.pid);
    members_close(&m, &member);
}
