/* The engines that this build has; the first is the default. */
#ifndef QTTY_ADAPTER_ENGINES_H
#define QTTY_ADAPTER_ENGINES_H

#include "exec/engine.h"

/** The engine with this index; NULL past the last. */
const struct engine_ops *engine_at(size_t index);

/** The engine with this name; NULL: the default. NULL if there is none. */
const struct engine_ops *engine_find(const char *name);

#endif
