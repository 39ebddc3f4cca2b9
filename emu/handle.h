/* The emulator's handle, for the files that implement its interface. */
#ifndef QTTY_HANDLE_H
#define QTTY_HANDLE_H

#include "exec/engine.h"
#include "vt/parser.h"

struct qtty_emulator {
    struct parser parser;
    struct terminal terminal;
    const struct engine_ops *ops;
    void *engine;
    qtty_ill_formed ill_formed;
};

#endif
