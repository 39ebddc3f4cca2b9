/* Two owners in one loop: each opens a shell by the same name, asks it something, and
 * sees no session but its own. What an owner leaves behind is ended with it. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <poll.h>
#include <quietty/registry.h>
#include <stdio.h>
#include <time.h>

enum { OWNERS = 2, WANTS = OWNERS * QTTY_WANTS_MAX };

struct work {
    const char *line;
    qtty_owner *owner;
    qtty_session_id id;
    bool asked, disposes, gone;
};

static uint64_t
now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Wait until a session has something to do, and let those step that have. */
static void
turn(qtty_registry *registry)
{
    qtty_want wants[WANTS];
    struct pollfd polled[WANTS];
    size_t count, ready = 0;
    uint64_t until, now = now_ns();
    qtty_registry_wants(registry, wants, WANTS, &count, &until);
    for (size_t i = 0; i < count; i++) {
        short events = (wants[i].events & QTTY_WANT_READ) ? POLLIN : 0;
        if (wants[i].events & QTTY_WANT_WRITE)
            events |= POLLOUT;
        polled[i] = (struct pollfd){ wants[i].descriptor, events, 0 };
    }
    uint64_t ms = until > now ? (until - now + 999999) / 1000000 : 0;
    poll(polled, (nfds_t)count, until == QTTY_NEVER ? -1 : (int)ms);
    for (size_t i = 0; i < count; i++)
        if (polled[i].revents != 0)
            wants[ready++] = wants[i];
    qtty_registry_step(registry, wants, ready, now_ns());
}

static void
ask(struct work *work, qtty_session *shell)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(work->line);
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN;
    work->asked = qtty_session_send(shell, &send, now_ns()) == QTTY_OK;
}

/* Go on with an owner as far as it goes without waiting. */
static void
advance(struct work *work)
{
    qtty_session *shell;
    qtty_result result;
    qtty_status status;
    if (work->disposes) {
        work->gone = qtty_owner_disposed(work->owner, &status);
        return;
    }
    if (qtty_owner_find(work->owner, work->id, &shell) != QTTY_OK) {
        work->disposes = qtty_owner_spawned(work->owner, work->id) != QTTY_E_NOT_FOUND;
        if (work->disposes) /* it could not start */
            qtty_owner_dispose(work->owner, now_ns());
        return;
    }
    if (!work->asked)
        ask(work, shell);
    if (!qtty_session_take_result(shell, &result))
        return;
    printf("%s: %.*s", qtty_owner_session_name(work->owner, work->id),
           (int)result.output.len, (const char *)result.output.data);
    work->disposes = true;
    qtty_owner_dispose(work->owner, now_ns());
}

int
main(void)
{
    struct work works[OWNERS] = { { .line = "(sleep 100 &); echo one" },
                                  { .line = "sleep 0.2; echo two" } };
    qtty_registry *registry;
    qtty_session *shell;
    if (qtty_registry_create(&registry, NULL) != QTTY_OK)
        return 1;
    for (int i = 0; i < OWNERS; i++) {
        if (qtty_owner_create(&works[i].owner, registry) != QTTY_OK
            || qtty_owner_spawn(works[i].owner, "build", NULL, now_ns(), &works[i].id)
                   != QTTY_OK) {
            fprintf(stderr, "%s\n", qtty_registry_error(registry));
            qtty_registry_destroy(registry);
            return 1;
        }
    }
    if (qtty_owner_find(works[0].owner, works[1].id, &shell) == QTTY_E_FOREIGN_SESSION)
        puts(qtty_registry_error(registry));
    while (!works[0].gone || !works[1].gone) {
        turn(registry);
        for (int i = 0; i < OWNERS; i++)
            if (!works[i].gone)
                advance(&works[i]);
    }
    qtty_registry_destroy(registry);
    return 0;
}
