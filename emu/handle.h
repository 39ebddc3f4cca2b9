/* The emulator's handle, for the files that implement its interface. */
#ifndef QTTY_HANDLE_H
#define QTTY_HANDLE_H

#include "view/parts.h"
#include "exec/engine.h"
#include "vt/parser.h"

struct qtty_emulator {
    struct parser parser;
    struct terminal terminal;
    const struct engine_ops *ops;
    void *engine;
    qtty_ill_formed ill_formed;
    bool resized;      /* output has resized the screen: the feed stops behind that */
    struct parts seen; /* of the last look at the generations */
};

/** The row of the screen with this number; NULL: there is none. */
const struct row *emulator_row_at(const qtty_emulator *e, int32_t row);

/** The row above the screen with this number, which is negative. @return false: there is
 * none. */
bool emulator_scrolled_at(const qtty_emulator *e, int32_t row, struct stretch *out);

#endif
