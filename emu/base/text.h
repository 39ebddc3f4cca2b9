/* Looking at borrowed bytes. */
#ifndef QTTY_BASE_TEXT_H
#define QTTY_BASE_TEXT_H

#include <quietty/base.h>
#include <stdbool.h>
#include <string.h>

/** Index of the first such byte; `text.len`: there is none. */
static inline size_t
text_find(qtty_span text, char byte)
{
    const uint8_t *at = text.len == 0 ? NULL : memchr(text.data, byte, text.len);
    return at == NULL ? text.len : (size_t)(at - text.data);
}

/** What follows the first `bytes`. */
static inline qtty_span
text_from(qtty_span text, size_t bytes)
{
    return bytes >= text.len ? (qtty_span){ NULL, 0 }
                             : (qtty_span){ text.data + bytes, text.len - bytes };
}

static inline bool
text_same(qtty_span a, qtty_span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static inline bool
text_is(qtty_span text, const char *other)
{
    return text.len == strlen(other)
           && (text.len == 0 || memcmp(text.data, other, text.len) == 0);
}

/** Does it begin so? If it does, *rest is what follows. */
static inline bool
text_begins(qtty_span text, const char *prefix, qtty_span *rest)
{
    size_t len = strlen(prefix);
    if (text.len < len || (len != 0 && memcmp(text.data, prefix, len) != 0))
        return false;
    *rest = text_from(text, len);
    return true;
}

/** The field up to `separator`; *rest is advanced past both. */
static inline qtty_span
text_field(qtty_span *rest, char separator)
{
    size_t len = text_find(*rest, separator);
    qtty_span field = { rest->data, len };
    *rest = text_from(*rest, len + 1);
    return field;
}

/** Decimal digits at the front, at most 65535; -1: none, or more, and then *rest is all
 * of the text. Else it is what follows them. `rest` may be NULL. */
static inline int32_t
text_number(qtty_span text, qtty_span *rest)
{
    int32_t value = -1;
    size_t i = 0;
    if (rest != NULL)
        *rest = text;
    for (; i < text.len && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
        value = (value < 0 ? 0 : value) * 10 + (text.data[i] - '0');
        if (value > 65535)
            return -1;
    }
    if (rest != NULL)
        *rest = text_from(text, i);
    return value;
}

#endif
