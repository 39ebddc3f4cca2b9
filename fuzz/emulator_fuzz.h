/* The calls that the emulator harness judges: quietty/emulator.h, whatever the engine. */
#ifndef QTTY_FUZZ_EMULATOR_FUZZ_H
#define QTTY_FUZZ_EMULATOR_FUZZ_H

#include <quietty/emulator.h>

struct emulator_subject {
    void *(*open)(const qtty_emulator_config *config);
    qtty_status (*feed)(void *self, qtty_span bytes);
    qtty_status (*cell)(void *self, int32_t row, uint32_t col, qtty_cell *out);
    qtty_span (*replies)(void *self);
    qtty_status (*reset)(void *self);
    qtty_status (*draw)(void *self, qtty_buf *out);
    /** For all other calls. */
    qtty_emulator *(*emulator)(void *self);
    void (*close)(void *self);
};

/** The product; wrong subjects are built on it. */
extern const struct emulator_subject product_emulator;

#endif
