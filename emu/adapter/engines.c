/* Which engines there are. */
#include "adapter/engines.h"

#include "adapter/libtsm.h"
#include "adapter/libvterm.h"
#include "native/engine.h"
#include <string.h>

static const struct engine_ops *const engines[] = {
    &native_engine,
#if QTTY_LIBVTERM
    &libvterm_engine,
#endif
#if QTTY_LIBTSM
    &libtsm_engine,
#endif
    NULL,
};

const struct engine_ops *
engine_at(size_t index)
{
    return index < sizeof engines / sizeof engines[0] ? engines[index] : NULL;
}

const struct engine_ops *
engine_find(const char *name)
{
    for (size_t i = 0; engines[i] != NULL; i++) {
        if (name == NULL || strcmp(engines[i]->name, name) == 0)
            return engines[i];
    }
    return NULL;
}
