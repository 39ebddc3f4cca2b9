/* Keys: checked, completed, and given to the form that output chose. */
#include "input/key.h"

#include "unicode/utf8.h"
#include <string.h>

static const struct key_code codes[] = {
#define KEY_CODE(NAME, name, number, final) { number, final },
    QTTY_KEY_MAP(KEY_CODE)
#undef KEY_CODE
};

struct key_code
key_code(uint32_t key)
{
    return codes[key - QTTY_KEY_BEFORE - 1];
}

/* --- What can be derived ------------------------------------------------------------ */

/* The ASCII keys of a US keyboard that Shift changes to others than their upper case. */
static uint32_t
us_shifted(uint32_t key)
{
    static const char plain[] = "`1234567890-=[]\\;',./";
    static const char shifted[] = "~!@#$%^&*()_+{}|:\"<>?";
    if (key >= 'a' && key <= 'z')
        return key - 'a' + 'A';
    const char *at = key > ' ' && key < 0x7F ? strchr(plain, (char)key) : NULL;
    return at == NULL ? key : (uint8_t)shifted[at - plain];
}

uint32_t
key_scalar(const struct stroke *k)
{
    bool shift = (k->modifiers & QTTY_MOD_SHIFT) != 0;
    bool letter = k->key >= 'a' && k->key <= 'z';
    if (letter && (k->modifiers & QTTY_MOD_CAPS_LOCK) != 0)
        shift = !shift;
    return shift ? k->shifted : k->key;
}

/* What a key of the keypad inserts; 0: nothing. */
static uint32_t
keypad_scalar(uint32_t key)
{
    static const uint8_t signs[] = { '.', '/', '*', '-', '+', 0, '=', ',' };
    if (key_is_between(key, QTTY_KEY_KP_0, QTTY_KEY_KP_9))
        return '0' + key - QTTY_KEY_KP_0;
    if (key_is_between(key, QTTY_KEY_KP_DECIMAL, QTTY_KEY_KP_SEPARATOR))
        return signs[key - QTTY_KEY_KP_DECIMAL];
    return 0;
}

uint32_t
key_beside_keypad(uint32_t key)
{
    static const uint32_t beside[] = {
        QTTY_KEY_LEFT,    QTTY_KEY_RIGHT,     QTTY_KEY_UP,   QTTY_KEY_DOWN,
        QTTY_KEY_PAGE_UP, QTTY_KEY_PAGE_DOWN, QTTY_KEY_HOME, QTTY_KEY_END,
        QTTY_KEY_INSERT,  QTTY_KEY_DELETE,
    };
    if (key_is_between(key, QTTY_KEY_KP_LEFT, QTTY_KEY_KP_DELETE))
        return beside[key - QTTY_KEY_KP_LEFT];
    if (key == QTTY_KEY_KP_ENTER)
        return QTTY_KEY_ENTER;
    uint32_t scalar = keypad_scalar(key);
    return scalar != 0 ? scalar : key;
}

/* --- What is valid ------------------------------------------------------------------ */

static bool
is_control(uint32_t scalar)
{
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0);
}

static bool
is_character(uint32_t scalar)
{
    return scalar <= 0x10FFFF && (scalar < 0xD800 || scalar > 0xDFFF)
           && !is_control(scalar);
}

static bool
is_optional(uint32_t scalar)
{
    return scalar == 0 || is_character(scalar);
}

static qtty_status
check(const qtty_key *key)
{
    bool known = is_optional(key->key) || key_is_named(key->key);
    if (!known || !is_optional(key->shifted) || !is_optional(key->base))
        return QTTY_E_INVAL;
    if (key->modifiers > 0xFF || (int)key->event < 0 || key->event > QTTY_KEY_RELEASE)
        return QTTY_E_INVAL;
    if (key->key == 0 && key->text.len == 0)
        return QTTY_E_INVAL;
    return key->text.len > QTTY_KEY_TEXT_BYTES_MAX ? QTTY_E_RANGE : QTTY_OK;
}

/* A text with a control in it, as toolkits give for Ctrl and for Enter, is none. */
static qtty_status
take_text(struct stroke *k, qtty_span text)
{
    while (text.len != 0) {
        struct utf8_head head = utf8_head(text);
        if (head.form != UTF8_WELL_FORMED)
            return QTTY_E_ENCODING;
        k->text[k->text_len++] = utf8_next(&text);
    }
    for (size_t i = 0; i < k->text_len; i++) {
        if (is_control(k->text[i])) {
            k->text_len = 0;
            return QTTY_OK;
        }
    }
    return QTTY_OK;
}

static void
derive_text(struct stroke *k)
{
    uint32_t scalar = key_is_named(k->key) ? keypad_scalar(k->key) : key_scalar(k);
    if (k->text_len == 0 && scalar != 0 && (k->modifiers & MODS_COMMAND) == 0)
        k->text[k->text_len++] = scalar;
}

static qtty_status
take(struct stroke *k, const qtty_key *key)
{
    qtty_status st = check(key);
    if (st != QTTY_OK)
        return st;
    *k = (struct stroke){ .key = key->key, .modifiers = key->modifiers };
    if (k->key >= 'A' && k->key <= 'Z') {
        k->key += 'a' - 'A';
        k->modifiers |= QTTY_MOD_SHIFT;
    }
    k->event = key->event == 0 ? QTTY_KEY_PRESS : key->event;
    k->base = key->base == k->key ? 0 : key->base;
    if (!key_is_named(k->key))
        k->shifted = key->shifted != 0 ? key->shifted : us_shifted(k->key);
    st = take_text(k, key->text);
    if (st == QTTY_OK)
        derive_text(k);
    return st;
}

/* --- One key ------------------------------------------------------------------------ */

/* KAM locks the keyboard (ECMA-48 7.2.9), without DECARM keys do not repeat (STD 070). */
static bool
is_silenced(const struct terminal *t, const struct stroke *k)
{
    bool repeats = k->event == QTTY_KEY_REPEAT;
    return t->modes.set[MODE_KAM] || (repeats && !t->modes.set[MODE_DECARM]);
}

static void
encode(const struct terminal *t, struct stroke *k, struct output *o)
{
    const struct kitty_stack *stack = &t->keyboard.kitty[t->screen.on_alternate];
    uint8_t flags = stack->flags[stack->top];
    /* KITTY_ALTERNATES and KITTY_TEXT add to what others make a sequence of. */
    k->others = (flags & (KITTY_DISAMBIGUATE | KITTY_EVENTS | KITTY_ALL_KEYS)) == 0;
    if (!k->others)
        key_kitty(t, k, flags, o);
    else if (k->event != QTTY_KEY_RELEASE)
        key_legacy(t, k, o);
}

qtty_status
input_key(const struct terminal *t, const qtty_key *key, qtty_buf *out)
{
    struct stroke k;
    struct output o = { .len = 0 };
    qtty_status st = take(&k, key);
    if (st != QTTY_OK || is_silenced(t, &k))
        return st;
    encode(t, &k, &o);
    return qtty_buf_append(out, o.bytes, o.len);
}
