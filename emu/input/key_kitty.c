/* Keys by the kitty keyboard protocol ("Comprehensive keyboard handling in terminals"):
 * CSI key : shifted : base ; modifiers : event ; text u, and what of the legacy forms
 * stays. */
#include "input/key.h"

/* --- The sequence ------------------------------------------------------------------- */

static bool
has_second_field(const struct stroke *k)
{
    return k->modifiers != 0 || k->event != QTTY_KEY_PRESS;
}

/* Only with Shift is there a shifted key. */
static void
put_alternates(const struct stroke *k, struct output *o)
{
    bool shift = (k->modifiers & QTTY_MOD_SHIFT) != 0 && k->shifted != k->key;
    if (shift || k->base != 0)
        output_byte(o, ':');
    if (shift)
        output_number(o, k->shifted);
    if (k->base != 0) {
        output_byte(o, ':');
        output_number(o, k->base);
    }
}

static void
put_second_field(const struct stroke *k, struct output *o)
{
    if (!has_second_field(k))
        return;
    output_number(o, 1 + k->modifiers);
    if (k->event != QTTY_KEY_PRESS) {
        output_byte(o, ':');
        output_number(o, (uint32_t)k->event);
    }
}

static void
put_sequence(const struct stroke *k, uint8_t flags, struct output *o)
{
    bool named = key_is_named(k->key);
    struct key_code code = named ? key_code(k->key) : (struct key_code){ 0, 'u' };
    bool text = (flags & KITTY_TEXT) != 0 && (flags & KITTY_ALL_KEYS) != 0
                && k->event != QTTY_KEY_RELEASE && k->text_len != 0;
    output_text(o, "\x1b[");
    if (code.number != 1 || has_second_field(k) || text)
        output_number(o, named ? code.number : k->key);
    if (!named && k->key != 0 && (flags & KITTY_ALTERNATES) != 0)
        put_alternates(k, o);
    if (has_second_field(k) || text)
        output_byte(o, ';');
    put_second_field(k, o);
    for (size_t i = 0; text && i < k->text_len; i++) {
        output_byte(o, i == 0 ? ';' : ':');
        output_number(o, k->text[i]);
    }
    output_byte(o, (uint8_t)code.final);
}

/* --- What stays --------------------------------------------------------------------- */

static bool
is_modifier_key(uint32_t key)
{
    return key_is_between(key, QTTY_KEY_CAPS_LOCK, QTTY_KEY_NUM_LOCK)
           || key_is_between(key, QTTY_KEY_LEFT_SHIFT, QTTY_KEY_ISO_LEVEL5_SHIFT);
}

/* Enter, Tab and Backspace: a shell that a program left in this state can be used. */
static bool
stays_typable(uint32_t key)
{
    return key_is_between(key, QTTY_KEY_ENTER, QTTY_KEY_BACKSPACE);
}

/* The protocol's legacy text keys: of Shift, Alt and Ctrl all pairs but Ctrl and Shift;
 * Space and the keys of control characters with any of them. */
static bool
has_legacy_text(const struct stroke *k)
{
    uint32_t held = k->modifiers & ~MODS_LOCK;
    uint32_t pair = QTTY_MOD_CTRL | QTTY_MOD_SHIFT;
    if (k->event != QTTY_KEY_PRESS || held > (QTTY_MOD_ALT | pair))
        return false;
    return key_is_control(k->key) || k->key == ' '
           || (!key_is_named(k->key) && (held & pair) != pair);
}

static void
put_text(const struct terminal *t, const struct stroke *k, struct output *o)
{
    for (size_t i = 0; i < k->text_len; i++)
        output_scalar(o, t, k->text[i]);
}

/* Locks are reported of keys that insert no text, or of all keys. */
static struct stroke
without_locks(const struct stroke *k)
{
    struct stroke plain = *k;
    if (!key_is_named(k->key) || stays_typable(k->key))
        plain.modifiers &= ~MODS_LOCK;
    return plain;
}

/* While not all keys are sequences. */
static void
some_keys(const struct terminal *t, const struct stroke *k, uint8_t flags,
          struct output *o)
{
    bool released = k->event == QTTY_KEY_RELEASE;
    bool unmodified = k->modifiers == 0;
    bool distinct = (flags & KITTY_DISAMBIGUATE) != 0;
    if (is_modifier_key(k->key) || (released && stays_typable(k->key)))
        return;
    if (k->text_len != 0 && !released)
        put_text(t, k, o);
    else if ((stays_typable(k->key) && unmodified) || (!distinct && has_legacy_text(k)))
        key_legacy(t, k, o);
    else
        put_sequence(k, flags, o);
}

void
key_kitty(const struct terminal *t, const struct stroke *k, uint8_t flags,
          struct output *o)
{
    struct stroke key = *k;
    if (k->event == QTTY_KEY_RELEASE && (flags & KITTY_EVENTS) == 0)
        return;
    if ((flags & KITTY_EVENTS) == 0)
        key.event = QTTY_KEY_PRESS;
    if ((flags & (KITTY_DISAMBIGUATE | KITTY_ALL_KEYS)) == 0)
        key.key = key_beside_keypad(key.key);
    if (!key_is_named(key.key) && key.shifted == 0)
        key.shifted = key.key; /* a sign of the keypad */
    if ((flags & KITTY_ALL_KEYS) == 0)
        key = without_locks(&key);
    if ((flags & KITTY_ALL_KEYS) == 0)
        some_keys(t, &key, flags, o);
    else if (key.key == 0 && (flags & KITTY_TEXT) == 0)
        put_text(t, &key, o); /* of an input method; no key stands for it */
    else
        put_sequence(&key, flags, o);
}
