/* The engine on libvterm (its state layer: what goes where; the cells are ours). */
#ifndef QTTY_ADAPTER_LIBVTERM_H
#define QTTY_ADAPTER_LIBVTERM_H

#include "exec/engine.h"

extern const struct engine_ops libvterm_engine;

#endif
