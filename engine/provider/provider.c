/* The provider interface: each call forwards to the table of the handle. */
#include <quietty/provider.h>

qtty_status
qtty_provider_spawn(qtty_provider *p, qtty_terminal **out,
                    const qtty_spawn_config *config)
{
    *out = NULL;
    return p->ops->spawn(p, out, config);
}

const char *
qtty_provider_error(const qtty_provider *p)
{
    return p->ops->error(p);
}

void
qtty_provider_destroy(qtty_provider *p)
{
    if (p != NULL)
        p->ops->destroy(p);
}

size_t
qtty_terminal_wants(const qtty_terminal *t, uint32_t interest, qtty_want *out)
{
    return t->ops->wants(t, interest, out);
}

uint64_t
qtty_terminal_deadline(const qtty_terminal *t)
{
    return t->ops->deadline(t);
}

qtty_status
qtty_terminal_step(qtty_terminal *t, uint64_t now_ns)
{
    return t->ops->step(t, now_ns);
}

qtty_status
qtty_terminal_read(qtty_terminal *t, void *bytes, size_t max, size_t *len)
{
    *len = 0;
    return t->ops->read(t, bytes, max, len);
}

qtty_status
qtty_terminal_write(qtty_terminal *t, qtty_span bytes, size_t *written)
{
    *written = 0;
    return t->ops->write(t, bytes, written);
}

qtty_status
qtty_terminal_resize(qtty_terminal *t, const qtty_window *window)
{
    return t->ops->resize(t, window);
}

qtty_status
qtty_terminal_foreground(qtty_terminal *t, int64_t *group)
{
    *group = 0;
    return t->ops->foreground(t, group);
}

qtty_status
qtty_terminal_signal(qtty_terminal *t, qtty_signal which, int64_t spared, int64_t *group)
{
    int64_t unused;
    return t->ops->signal(t, which, spared, group != NULL ? group : &unused);
}

qtty_status
qtty_terminal_input(qtty_terminal *t, qtty_input *out)
{
    *out = (qtty_input){ 0 };
    return t->ops->input(t, out);
}

bool
qtty_terminal_unread(qtty_terminal *t)
{
    return t->ops->unread(t);
}

void
qtty_terminal_look(qtty_terminal *t, qtty_look *out)
{
    *out = (qtty_look){ 0 };
    t->ops->look(t, out);
}

void
qtty_terminal_child(const qtty_terminal *t, qtty_child *out)
{
    t->ops->child(t, out);
}

qtty_phase
qtty_terminal_phase(const qtty_terminal *t)
{
    return t->ops->phase(t);
}

qtty_status
qtty_terminal_close(qtty_terminal *t, uint64_t now_ns, uint32_t grace_ms)
{
    return t->ops->close(t, now_ns, grace_ms);
}

size_t
qtty_terminal_survivors(const qtty_terminal *t, int64_t *pids, size_t capacity)
{
    return t->ops->survivors != NULL ? t->ops->survivors(t, pids, capacity) : 0;
}

const char *
qtty_terminal_lost(const qtty_terminal *t)
{
    return t->ops->lost != NULL ? t->ops->lost(t) : "";
}

const char *
qtty_terminal_error(const qtty_terminal *t)
{
    return t->ops->error(t);
}

void
qtty_terminal_destroy(qtty_terminal *t)
{
    if (t != NULL)
        t->ops->destroy(t);
}
