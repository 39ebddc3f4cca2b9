/* What output sets of keyboard and mouse beside modes: xterm's key modifier options and
 * the flags of the kitty keyboard protocol. The input encoders read it. */
#ifndef QTTY_EXEC_KEYBOARD_H
#define QTTY_EXEC_KEYBOARD_H

#include "base/limits.h"
#include <stdbool.h>
#include <stdint.h>

/** The options of XTMODKEYS that are kept, by xterm's numbers. The first is of keyboards
 * that are not this one: kept and told, without effect. */
enum key_option {
    KEY_OPTION_KEYBOARD = 0,
    KEY_OPTION_CURSOR = 1,
    KEY_OPTION_FUNCTION = 2,
    KEY_OPTION_KEYPAD = 3,
    KEY_OPTION_OTHER = 4,
    KEY_OPTIONS = 5,
};

/** Flags of the kitty keyboard protocol. */
enum {
    KITTY_DISAMBIGUATE = 1u << 0,
    KITTY_EVENTS = 1u << 1,
    KITTY_ALTERNATES = 1u << 2,
    KITTY_ALL_KEYS = 1u << 3,
    KITTY_TEXT = 1u << 4,
    KITTY_FLAGS = (1u << 5) - 1,
};

/** Flags of one screen: the current ones on top, those that a pop restores below. */
struct kitty_stack {
    uint8_t flags[KEYBOARD_STACK_MAX];
    uint32_t top;
};

struct keyboard {
    int8_t options[KEY_OPTIONS]; /* -1: disabled */
    bool other_as_u;             /* formatOtherKeys: CSI code ; modifiers u */
    struct kitty_stack kitty[2]; /* primary, alternate */
};

/** Where the mouse was at its last report: motion that stays there is none. */
struct pointer {
    bool known;
    uint32_t row, col; /* of the unit that was reported, cells or pixels */
};

/** To the initial state. */
void keyboard_reset(struct keyboard *k);

#endif
