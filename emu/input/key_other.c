/* modifyOtherKeys: keys that have a character, sent with their modifiers where the legacy
 * form loses them. Level 1 spares what has a usual meaning; level 2 spares Shift alone.
 * Follows xterm, which knows a key by its character with Shift applied. */
#include "input/key.h"

enum { MODS_OTHER = QTTY_MOD_SHIFT | QTTY_MOD_ALT | QTTY_MOD_CTRL | QTTY_MOD_META };

struct other {
    uint32_t key;                   /* as in the stroke */
    uint32_t scalar;                /* the character that is reported */
    bool plain;                     /* X11 makes one control character of it */
    bool meta_escapes, alt_escapes; /* they send ESC (1036, 1039) */
    uint32_t modifiers;
};

/* The characters of which Ctrl makes a control (C0 and DEL). */
static bool
takes_ctrl(const struct other *k)
{
    return !key_is_control(k->key) && k->scalar >= 0x40 && k->scalar <= 0x7F;
}

/* Alt and Meta alone, with what Ctrl turns into a control, or with Enter and Tab, keep
 * their ESC. */
static uint32_t
without_meta(const struct other *k, uint32_t modifiers, uint32_t mask, bool escapes)
{
    if ((modifiers & mask) == 0)
        return modifiers;
    uint32_t left = modifiers;
    if (escapes || (left & ~mask) == 0)
        left &= ~mask;
    if (takes_ctrl(k) && (left & QTTY_MOD_CTRL) != 0)
        left &= ~(mask | (uint32_t)QTTY_MOD_CTRL);
    if (k->key == QTTY_KEY_ENTER || k->key == QTTY_KEY_TAB)
        left &= ~(mask | (uint32_t)QTTY_MOD_CTRL);
    return left;
}

/* The modifiers that level 1 reports; 0: none. */
static uint32_t
level_1_modifiers(const struct other *k)
{
    uint32_t left = k->modifiers;
    bool ctrl_alone = (left & ~(uint32_t)QTTY_MOD_CTRL) == 0;
    uint32_t beyond = left & ~(uint32_t)(QTTY_MOD_CTRL | QTTY_MOD_SHIFT);
    bool enters = k->key == QTTY_KEY_ENTER || k->key == QTTY_KEY_TAB;
    bool open = enters || (takes_ctrl(k) && ctrl_alone);
    if (!open && k->plain && beyond == 0)
        return 0;
    if (!open && !k->plain && (left & QTTY_MOD_CTRL) == 0)
        left &= ~(uint32_t)QTTY_MOD_SHIFT;
    left = without_meta(k, left, QTTY_MOD_META, k->meta_escapes);
    return without_meta(k, left, QTTY_MOD_ALT, k->alt_escapes);
}

/* Of keys of control characters all that is held decides, also what is not reported. */
static bool
level_1(const struct other *k, uint32_t reported)
{
    uint32_t modifiers = key_is_control(k->key) ? k->modifiers : reported;
    if (k->key == QTTY_KEY_BACKSPACE || reported == 0)
        return false;
    if (k->key == QTTY_KEY_ENTER || k->key == QTTY_KEY_TAB)
        return true;
    if (takes_ctrl(k))
        return modifiers != QTTY_MOD_CTRL && modifiers != QTTY_MOD_SHIFT;
    return !k->plain || (modifiers & ~(uint32_t)QTTY_MOD_CTRL) != 0;
}

static bool
level_2(const struct other *k, uint32_t modifiers)
{
    if (k->key == QTTY_KEY_BACKSPACE)
        return (modifiers & ~(uint32_t)QTTY_MOD_CTRL) != 0;
    if (key_is_control(k->key) || takes_ctrl(k) || k->scalar == ' ')
        return modifiers != 0;
    return (modifiers & ~(uint32_t)QTTY_MOD_SHIFT) != 0;
}

static void
put_other(const struct terminal *t, uint32_t scalar, uint32_t modifiers, struct output *o)
{
    output_text(o, t->keyboard.other_as_u ? "\x1b[" : "\x1b[27;");
    output_number(o, t->keyboard.other_as_u ? scalar : key_parameter(modifiers));
    output_byte(o, ';');
    output_number(o, t->keyboard.other_as_u ? key_parameter(modifiers) : scalar);
    output_byte(o, t->keyboard.other_as_u ? 'u' : '~');
}

bool
key_other(const struct terminal *t, const struct stroke *k, uint32_t scalar, bool plain,
          struct output *o)
{
    bool meta = t->modes.set[MODE_META_ESCAPE];
    bool alt = meta || t->modes.set[MODE_ALT_ESCAPE];
    struct other other = { k->key, scalar, plain, meta, alt, k->modifiers & MODS_OTHER };
    int level = t->keyboard.options[KEY_OPTION_OTHER];
    if (!k->others || level <= 0)
        return false;
    uint32_t modifiers = level == 1 ? level_1_modifiers(&other) : other.modifiers;
    bool changes = level == 1 ? level_1(&other, modifiers) : level_2(&other, modifiers);
    if (changes)
        put_other(t, scalar, modifiers, o);
    return changes;
}
