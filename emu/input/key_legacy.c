/* Keys as xterm sends them: CTL "PC-Style Function Keys", "VT220-Style Function Keys" and
 * "Alt and Meta Keys". Super and Hyper do not exist here. */
#include "input/key.h"

uint32_t
key_parameter(uint32_t modifiers)
{
    uint32_t parameter = 1;
    parameter += (modifiers & QTTY_MOD_SHIFT) != 0 ? 1 : 0;
    parameter += (modifiers & QTTY_MOD_ALT) != 0 ? 2 : 0;
    parameter += (modifiers & QTTY_MOD_CTRL) != 0 ? 4 : 0;
    parameter += (modifiers & QTTY_MOD_META) != 0 ? 8 : 0;
    return parameter == 1 ? 0 : parameter;
}

/* --- Cursor and function keys ------------------------------------------------------- */

/* A form as it is without modifiers: SS3 final, CSI final, CSI number ~. */
struct form {
    char introducer; /* 'O': SS3, '[': CSI */
    uint32_t number; /* 0: none */
    char final;
};

/* modifyCursorKeys and its like (CTL XTMODKEYS): below 0 no modifiers; 0 the
 * parameter alone; 1 always CSI; 2 it is the second; 3 marked as private. */
static void
put_form(struct output *o, struct form f, uint32_t parameter, int option)
{
    if (option < 0)
        parameter = 0;
    if (parameter != 0 && option > 0)
        f.introducer = '[';
    if (parameter != 0 && option > 1 && f.number == 0)
        f.number = 1;
    output_byte(o, 0x1B);
    output_byte(o, (uint8_t)f.introducer);
    if (parameter != 0 && option > 2)
        output_byte(o, '>');
    if (f.number != 0)
        output_number(o, f.number);
    if (f.number != 0 && parameter != 0)
        output_byte(o, ';');
    if (parameter != 0)
        output_number(o, parameter);
    output_byte(o, (uint8_t)f.final);
}

static void
cursor_key(const struct terminal *t, const struct stroke *k, char final, struct output *o)
{
    char introducer = t->modes.set[MODE_DECCKM] ? 'O' : '[';
    put_form(o, (struct form){ introducer, 0, final }, key_parameter(k->modifiers),
             t->keyboard.options[KEY_OPTION_CURSOR]);
}

/* Insert and its neighbours: no option changes them. */
static void
editing_key(const struct stroke *k, uint32_t number, struct output *o)
{
    put_form(o, (struct form){ '[', number, '~' }, key_parameter(k->modifiers), 0);
}

/* Codes of a VT220's function keys; F1 to F4 are the VT100's PF keys; what comes after
 * F20 is xterm's. */
static struct form
function_form(uint32_t number)
{
    static const uint8_t code[] = { 15, 17, 18, 19, 20, 21, 23, 24,
                                    25, 26, 28, 29, 31, 32, 33, 34 };
    if (number <= 4)
        return (struct form){ 'O', 0, (char)('P' + number - 1) };
    if (number <= 20)
        return (struct form){ '[', code[number - 5], '~' };
    return (struct form){ '[', 42 + number - 21, '~' };
}

/* F13 to F35 are what xterm's terminfo entry says of them: Shift and F1 to F12, Ctrl and
 * F1 to F11. Where modifyFunctionKeys is disabled, Shift and Ctrl count keys on (xterm's
 * ctrlFKeys). */
static void
function_key(const struct terminal *t, const struct stroke *k, struct output *o)
{
    uint32_t number = k->key - QTTY_KEY_F1 + 1;
    uint32_t modifiers = k->modifiers;
    int option = t->keyboard.options[KEY_OPTION_FUNCTION];
    if (option < 0) {
        number += (modifiers & QTTY_MOD_SHIFT) != 0 ? 10 : 0;
        number += (modifiers & QTTY_MOD_CTRL) != 0 ? 20 : 0;
    } else if (number > 12) {
        modifiers |= number > 24 ? QTTY_MOD_CTRL : QTTY_MOD_SHIFT;
        number -= number > 24 ? 24 : 12;
    }
    put_form(o, function_form(number), key_parameter(modifiers), option);
}

/* --- Keypad ------------------------------------------------------------------------- */

/* Application keypad (DECNKM, CTL "VT220-Style Function Keys"): SS3 and a letter. Num
 * Lock overrides it by mode 1035. Otherwise the key's own character, whatever is held. */
static void
keypad_key(const struct terminal *t, const struct stroke *k, struct output *o)
{
    static const char finals[] = "pqrstuvwxynojmkMXl"; /* from KP_0 to KP_SEPARATOR */
    bool locked = (k->modifiers & QTTY_MOD_NUM_LOCK) != 0 && t->modes.set[MODE_NUM_LOCK];
    uint32_t beside = key_beside_keypad(k->key);
    if (t->modes.set[MODE_DECNKM] && !locked)
        put_form(o, (struct form){ 'O', 0, finals[k->key - QTTY_KEY_KP_0] },
                 key_parameter(k->modifiers), t->keyboard.options[KEY_OPTION_KEYPAD]);
    else if (beside == QTTY_KEY_ENTER)
        output_text(o, t->modes.set[MODE_LNM] ? "\r\n" : "\r");
    else
        output_byte(o, (uint8_t)beside);
}

/* --- Text and control characters ---------------------------------------------------- */

/* What Ctrl makes of a character: X11's rule (XLookupString). */
static uint32_t
controlled(uint32_t c)
{
    if ((c >= '@' && c < 0x7F) || c == ' ')
        return c & 0x1F;
    if (c >= '3' && c <= '7')
        return c - '3' + 0x1B;
    switch (c) {
    case '2':
        return 0;
    case '8':
        return 0x7F;
    case '/':
        return 0x1F;
    default:
        return c;
    }
}

/* Backspace is DEL, with Ctrl BS; DECBKM swaps them (VT420, xterm). */
static uint32_t
backspace(const struct terminal *t, const struct stroke *k)
{
    bool ctrl = (k->modifiers & QTTY_MOD_CTRL) != 0;
    return t->modes.set[MODE_DECBKM] != ctrl ? 0x08 : 0x7F;
}

/* The character of a key, before Ctrl. Letters of another script give way to the same
 * place of a US keyboard there, as X11 does. */
static uint32_t
character(const struct terminal *t, const struct stroke *k)
{
    static const uint8_t controls[] = { 0x1B, '\r', '\t' };
    bool ctrl = (k->modifiers & QTTY_MOD_CTRL) != 0;
    if (k->key == QTTY_KEY_BACKSPACE)
        return backspace(t, k);
    if (key_is_control(k->key))
        return controls[k->key - QTTY_KEY_ESCAPE];
    return ctrl && k->key > 0x7F && k->base != 0 && k->base < 0x7F ? k->base
                                                                   : key_scalar(k);
}

/* Alt and Meta (CTL "Alt and Meta Keys"; Alt is the Meta of most keyboards): ESC by mode
 * 1036, for Alt by 1039 too; else the eighth bit of ASCII by 1034; else nothing. */
static bool
sends_escape(const struct terminal *t, const struct stroke *k)
{
    bool alt = (k->modifiers & QTTY_MOD_ALT) != 0;
    bool meta = (k->modifiers & QTTY_MOD_META) != 0;
    return ((alt || meta) && t->modes.set[MODE_META_ESCAPE])
           || (alt && t->modes.set[MODE_ALT_ESCAPE]);
}

static void
put_character(const struct terminal *t, const struct stroke *k, uint32_t c,
              struct output *o)
{
    bool eighth = (k->modifiers & (QTTY_MOD_ALT | QTTY_MOD_META)) != 0
                  && t->modes.set[MODE_META_EIGHT_BIT];
    if (sends_escape(t, k))
        output_byte(o, 0x1B);
    else if (eighth && c < 0x80)
        c |= 0x80;
    output_scalar(o, t, c);
    if (c == '\r' && t->modes.set[MODE_LNM])
        output_byte(o, '\n');
}

static void
put_text(const struct terminal *t, const struct stroke *k, struct output *o)
{
    if (sends_escape(t, k))
        output_byte(o, 0x1B);
    for (size_t i = 0; i < k->text_len; i++)
        output_scalar(o, t, k->text[i]);
}

/* Shift and Tab are one key: CBT, kcbt. */
static bool
is_back_tab(const struct terminal *t, const struct stroke *k)
{
    bool others = k->others && t->keyboard.options[KEY_OPTION_OTHER] == 2
                  && key_parameter(k->modifiers & ~(uint32_t)QTTY_MOD_SHIFT) != 0;
    return k->key == QTTY_KEY_TAB && (k->modifiers & QTTY_MOD_SHIFT) != 0 && !others;
}

/* With Alt there is an ESC before it in the kitty protocol's table alone. */
static void
back_tab(const struct stroke *k, struct output *o)
{
    if (!k->others && (k->modifiers & QTTY_MOD_ALT) != 0)
        output_byte(o, 0x1B);
    output_text(o, "\x1b[Z");
}

static void
character_key(const struct terminal *t, const struct stroke *k, struct output *o)
{
    bool ctrl = (k->modifiers & QTTY_MOD_CTRL) != 0;
    uint32_t c = character(t, k);
    uint32_t sent = ctrl && !key_is_control(k->key) ? controlled(c) : c;
    if (is_back_tab(t, k))
        back_tab(k, o);
    else if (key_other(t, k, c, sent < 0x20 || sent == 0x7F, o))
        return;
    else if (ctrl && c == '?')
        put_character(t, k, 0x7F, o); /* xterm's */
    else if (sent == c && k->text_len > 0)
        put_text(t, k, o);
    else
        put_character(t, k, sent, o);
}

/* --- All of them -------------------------------------------------------------------- */

static void
named_key(const struct terminal *t, const struct stroke *k, struct output *o)
{
    uint32_t key = k->key == QTTY_KEY_KP_BEGIN ? k->key : key_beside_keypad(k->key);
    struct key_code code = key_code(key);
    if (key_is_between(key, QTTY_KEY_F1, QTTY_KEY_F35))
        function_key(t, k, o);
    else if (key == QTTY_KEY_MENU)
        editing_key(k, 29, o);
    else if (code.final == '~')
        editing_key(k, code.number, o);
    else if (code.final != 'u')
        cursor_key(t, k, code.final, o);
}

void
key_legacy(const struct terminal *t, const struct stroke *k, struct output *o)
{
    if (key_is_between(k->key, QTTY_KEY_KP_0, QTTY_KEY_KP_SEPARATOR))
        keypad_key(t, k, o);
    else if (k->key == 0)
        put_text(t, k, o);
    else if (key_is_named(k->key) && !key_is_control(k->key))
        named_key(t, k, o);
    else
        character_key(t, k, o);
}
