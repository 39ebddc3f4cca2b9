/* The engine of this project: the one that is used unless another is asked for. */
#ifndef QTTY_NATIVE_ENGINE_H
#define QTTY_NATIVE_ENGINE_H

#include "exec/engine.h"

extern const struct engine_ops native_engine;

#endif
