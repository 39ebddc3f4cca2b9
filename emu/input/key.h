/* A key as the encoders see it: checked, and with what can be derived filled in. */
#ifndef QTTY_INPUT_KEY_H
#define QTTY_INPUT_KEY_H

#include "input/input.h"
#include "input/output.h"

/** Modifiers that keep a key from inserting text. */
#define MODS_COMMAND                                                                     \
    ((uint32_t)(QTTY_MOD_ALT | QTTY_MOD_CTRL | QTTY_MOD_SUPER | QTTY_MOD_HYPER           \
                | QTTY_MOD_META))
#define MODS_LOCK ((uint32_t)(QTTY_MOD_CAPS_LOCK | QTTY_MOD_NUM_LOCK))

struct stroke {
    uint32_t key; /* a scalar, QTTY_KEY_*, 0 */
    uint32_t modifiers;
    uint32_t shifted; /* scalar with Shift: the key's own where none is known; else 0 */
    uint32_t base;    /* 0: no other */
    qtty_key_event event;
    bool others; /* modifyOtherKeys applies: no flags of the kitty protocol do */
    uint32_t text[QTTY_KEY_TEXT_BYTES_MAX];
    size_t text_len; /* scalars that the key inserts */
};

/** Number and final of a key without a character, as the kitty protocol has them. */
struct key_code {
    uint16_t number;
    char final;
};

static inline bool
key_is_named(uint32_t key)
{
    return key > QTTY_KEY_BEFORE && key < QTTY_KEY_AFTER;
}

static inline bool
key_is_between(uint32_t key, uint32_t first, uint32_t last)
{
    return key >= first && key <= last;
}

/** Enter, Tab, Backspace, Escape: keys that have a control character. */
static inline bool
key_is_control(uint32_t key)
{
    return key_is_between(key, QTTY_KEY_ESCAPE, QTTY_KEY_BACKSPACE);
}

struct key_code key_code(uint32_t key);

/** The key that a key of the keypad is beside the keypad; any other key itself. */
uint32_t key_beside_keypad(uint32_t key);

/** The scalar that a key makes with the modifiers held: Shift and Caps Lock count. */
uint32_t key_scalar(const struct stroke *k);

/** The forms. Each appends nothing where it has none. */
void key_legacy(const struct terminal *t, const struct stroke *k, struct output *o);
void key_kitty(const struct terminal *t, const struct stroke *k, uint8_t flags,
               struct output *o);

/**
 * As modifyOtherKeys has it: CSI 27 ; modifiers ; code ~.
 *
 * @param scalar  What xterm knows the key by: its character, or its control character.
 * @param plain   X11 makes one control character of it.
 * @return false: this key is not changed by it.
 */
bool key_other(const struct terminal *t, const struct stroke *k, uint32_t scalar,
               bool plain, struct output *o);

/** xterm's parameter for modifiers: 1 and Shift 1, Alt 2, Ctrl 4, Meta 8; 0: none. */
uint32_t key_parameter(uint32_t modifiers);

#endif
