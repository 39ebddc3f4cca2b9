/* Names of keys, for people and programs that type them: `ctrl-shift-left`. */
#include "unicode/utf8.h"
#include <quietty/input.h>
#include <string.h>

enum { KEY_COUNT = QTTY_KEY_AFTER - QTTY_KEY_BEFORE - 1 };

static const char *const names[KEY_COUNT] = {
#define KEY_NAME(NAME, name, number, final) name,
    QTTY_KEY_MAP(KEY_NAME)
#undef KEY_NAME
};

/* Other usual names, of keys and of characters that a name would end at. */
static const struct named {
    const char *name;
    uint32_t value;
} aliases[] = {
    { "esc", QTTY_KEY_ESCAPE },
    { "return", QTTY_KEY_ENTER },
    { "del", QTTY_KEY_DELETE },
    { "ins", QTTY_KEY_INSERT },
    { "bs", QTTY_KEY_BACKSPACE },
    { "pgup", QTTY_KEY_PAGE_UP },
    { "pageup", QTTY_KEY_PAGE_UP },
    { "pgdn", QTTY_KEY_PAGE_DOWN },
    { "pgdown", QTTY_KEY_PAGE_DOWN },
    { "pagedown", QTTY_KEY_PAGE_DOWN },
    { "space", ' ' },
    { "minus", '-' },
    { "plus", '+' },
};

static const struct named modifiers[] = {
    { "shift", QTTY_MOD_SHIFT },  { "ctrl", QTTY_MOD_CTRL },
    { "control", QTTY_MOD_CTRL }, { "alt", QTTY_MOD_ALT },
    { "option", QTTY_MOD_ALT },   { "super", QTTY_MOD_SUPER },
    { "cmd", QTTY_MOD_SUPER },    { "hyper", QTTY_MOD_HYPER },
    { "meta", QTTY_MOD_META },
};

const char *
qtty_key_name(size_t index)
{
    return index < KEY_COUNT ? names[index] : NULL;
}

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Is it this word, in either case? */
static bool
is_word(const char *text, size_t len, const char *word)
{
    for (size_t i = 0; i < len; i++) {
        if (word[i] == '\0' || lower(text[i]) != word[i])
            return false;
    }
    return word[len] == '\0';
}

static uint32_t
find_word(const struct named *list, size_t count, const char *text, size_t len)
{
    for (size_t i = 0; i < count; i++) {
        if (is_word(text, len, list[i].name))
            return list[i].value;
    }
    return 0;
}

static uint32_t
find_name(const char *text, size_t len)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (is_word(text, len, names[i]))
            return QTTY_KEY_BEFORE + 1 + (uint32_t)i;
    }
    return find_word(aliases, sizeof aliases / sizeof aliases[0], text, len);
}

/* The text is one character, no control. 0: it is not. */
static uint32_t
one_scalar(const char *text)
{
    qtty_span span = { (const uint8_t *)text, strlen(text) };
    struct utf8_head head = { 0, UTF8_INCOMPLETE };
    if (span.len != 0)
        head = utf8_head(span);
    if (head.form != UTF8_WELL_FORMED || head.length != span.len)
        return 0;
    uint32_t scalar = utf8_scalar(span.data, head.length);
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) ? 0 : scalar;
}

/* Modifiers at the front, each with its '-' or '+'. */
static uint32_t
take_modifiers(const char **name)
{
    uint32_t held = 0;
    for (;;) {
        size_t len = strcspn(*name, "-+");
        size_t count = sizeof modifiers / sizeof modifiers[0];
        uint32_t modifier = find_word(modifiers, count, *name, len);
        if ((*name)[len] == '\0' || modifier == 0)
            return held;
        held |= modifier;
        *name += len + 1;
    }
}

qtty_status
qtty_key_parse(const char *name, qtty_key *out)
{
    *out = (qtty_key){ 0 };
    uint32_t held = take_modifiers(&name);
    uint32_t key = one_scalar(name);
    if (key == 0)
        key = find_name(name, strlen(name));
    if (key == 0)
        return QTTY_E_NOT_FOUND;
    if (key >= 'A' && key <= 'Z') {
        key += 'a' - 'A';
        held |= QTTY_MOD_SHIFT;
    }
    *out = (qtty_key){ .key = key, .modifiers = held, .event = QTTY_KEY_PRESS };
    return QTTY_OK;
}
