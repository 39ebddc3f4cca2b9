/* Names of keys: split at spaces, so that the space bar is "space". */
#include "session/keys.h"

#include <string.h>

bool
keys_next_name(qtty_span *names, qtty_span *name)
{
    while (names->len != 0 && names->data[0] == ' ')
        names->data++, names->len--;
    const uint8_t *end = names->len != 0 ? memchr(names->data, ' ', names->len) : NULL;
    *name = (qtty_span){ names->data, names->len };
    if (end != NULL)
        name->len = (size_t)(end - names->data);
    if (name->len == 0)
        return false;
    names->data += name->len;
    names->len -= name->len;
    return true;
}

bool
keys_read(qtty_span name, qtty_key *key)
{
    enum { NAME_BYTES_MAX = 63 };
    char text[NAME_BYTES_MAX + 1];
    if (name.len > NAME_BYTES_MAX || memchr(name.data, '\0', name.len) != NULL)
        return false;
    memcpy(text, name.data, name.len);
    text[name.len] = '\0';
    return qtty_key_parse(text, key) == QTTY_OK;
}

qtty_span
keys_find_unknown(qtty_span names)
{
    qtty_span name;
    qtty_key key;
    while (keys_next_name(&names, &name))
        if (!keys_read(name, &key))
            return name;
    return (qtty_span){ NULL, 0 };
}

/* Who asked for it (kitty's protocol) is told that the key went up, too. */
qtty_status
keys_press(const qtty_emulator *e, const qtty_key *key, qtty_buf *out)
{
    qtty_key released = *key;
    released.event = QTTY_KEY_RELEASE;
    qtty_status st = qtty_emulator_key(e, key, out);
    return st == QTTY_OK ? qtty_emulator_key(e, &released, out) : st;
}
