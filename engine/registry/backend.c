/* Backends: providers by type. */
#include "registry/registry.h"

#include "base/alloc.h"

struct backend *
backend_find(const qtty_registry *r, const char *type)
{
    struct backend *b = r->backends;
    while (b != NULL && strcmp(b->type, type) != 0)
        b = b->next;
    return b;
}

static qtty_status
check_backend(qtty_registry *r, const char *type)
{
    if (r->disposing)
        return registry_fail(r, QTTY_E_SERVICE_DISPOSING, "backend: %s",
                             qtty_status_text(QTTY_E_SERVICE_DISPOSING));
    if (type[0] == '\0')
        return registry_fail(r, QTTY_E_INVAL, "backend: \"\": must not be empty");
    if (strlen(type) > QTTY_LABEL_BYTES_MAX)
        return registry_fail(r, QTTY_E_LIMIT, "backend: %zu bytes: must be at most %d",
                             strlen(type), QTTY_LABEL_BYTES_MAX);
    if (backend_find(r, type) != NULL)
        return registry_fail(r, QTTY_E_DUPLICATE_BACKEND,
                             "backend: \"%s\": is registered already", type);
    if (r->backend_count == QTTY_BACKENDS_MAX)
        return registry_fail(r, QTTY_E_LIMIT, "backend: \"%s\": there are %d already",
                             type, QTTY_BACKENDS_MAX);
    return QTTY_OK;
}

qtty_status
qtty_registry_add_backend(qtty_registry *r, const char *type, qtty_provider *provider)
{
    qtty_status st = check_backend(r, type);
    if (st != QTTY_OK)
        return st;
    size_t bytes = strlen(type) + 1;
    struct backend *b = mem_zalloc(r->allocator, 1, sizeof *b + bytes);
    if (b == NULL)
        return registry_fail(r, QTTY_E_NOMEM, "backend: out of memory");
    memcpy(b->type, type, bytes);
    b->provider = provider;
    b->next = r->backends;
    r->backends = b;
    r->backend_count++;
    return QTTY_OK;
}

qtty_status
qtty_registry_remove_backend(qtty_registry *r, const char *type)
{
    struct backend **at = &r->backends, *b = backend_find(r, type);
    if (b == NULL)
        return registry_fail(r, QTTY_E_NO_BACKEND, "backend: \"%.100s\": no such backend",
                             type);
    while (*at != b)
        at = &(*at)->next;
    *at = b->next;
    r->backend_count--;
    mem_free(r->allocator, b);
    return QTTY_OK;
}

void
backends_free(qtty_registry *r)
{
    while (r->backends != NULL)
        (void)qtty_registry_remove_backend(r, r->backends->type);
}
