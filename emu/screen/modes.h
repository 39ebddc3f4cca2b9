/* Modes: which there are, and which are set. */
#ifndef QTTY_SCREEN_MODES_H
#define QTTY_SCREEN_MODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mode_kind {
    MODE_STATE,
    MODE_ENGINE,
    MODE_ALTERNATE,
    MODE_MOUSE,
    MODE_FORMAT,
    MODE_NEVER,
    MODE_NEVER_5,
    MODE_USER,
};

enum mode_name {
#define MODE(dec, number, name, initial, kind, title) MODE_##name,
#include "screen/modes.def"
#undef MODE
    MODE_COUNT,
    MODE_NONE = MODE_COUNT,
};

struct mode {
    uint16_t number;
    bool dec;
    bool initial;
    enum mode_kind kind;
    const char *name;
    const char *title;
};

struct modes {
    bool set[MODE_COUNT];
};

/** The mode with this number; MODE_NONE. */
enum mode_name mode_find(bool dec, uint32_t number);

/** What is said of a mode. */
const struct mode *mode_at(enum mode_name name);

/** Every mode to its initial value. */
void modes_reset(struct modes *m);

/** Set or reset one; of a group of which one at most is set, the others go. */
void modes_change(struct modes *m, enum mode_name name, bool set);

#endif
