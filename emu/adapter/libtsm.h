/* The engine on libtsm (its vte and screen: what goes where; the cells are ours). */
#ifndef QTTY_ADAPTER_LIBTSM_H
#define QTTY_ADAPTER_LIBTSM_H

#include "exec/engine.h"

extern const struct engine_ops libtsm_engine;

#endif
