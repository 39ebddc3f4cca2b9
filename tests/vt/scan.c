/* Words, numbers and strings of one line of a .vt script. */
#include "scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool
scan_fail(const struct scanner *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%u: ", s->path, (unsigned)s->line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return false;
}

static bool
is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t';
}

static bool
is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

bool
scan_more(struct scanner *s)
{
    while (s->at < s->end && is_blank(*s->at))
        s->at++;
    return s->at < s->end && *s->at != '#';
}

bool
scan_end(struct scanner *s)
{
    if (scan_more(s))
        return scan_fail(s, "too much: %.*s", (int)(s->end - s->at), (const char *)s->at);
    return true;
}

bool
span_is(qtty_span span, const char *word)
{
    return span.len == strlen(word) && memcmp(span.data, word, span.len) == 0;
}

bool
scan_word(struct scanner *s, qtty_span *out)
{
    if (!scan_more(s))
        return scan_fail(s, "a word is missing");
    const uint8_t *start = s->at;
    while (s->at < s->end && !is_blank(*s->at) && *s->at != '"')
        s->at++;
    *out = (qtty_span){ start, (size_t)(s->at - start) };
    if (s->at < s->end && *s->at == '"' && (out->len == 0 || s->at[-1] != '='))
        return scan_fail(s, "a quote where none belongs");
    return true;
}

/** Digits at the place, whatever follows them. */
static bool
scan_digits(struct scanner *s, uint32_t max, uint32_t *out)
{
    if (s->at == s->end || !is_digit(*s->at))
        return scan_fail(s, "a number is missing");
    uint32_t value = 0;
    for (; s->at < s->end && is_digit(*s->at); s->at++) {
        uint32_t digit = (uint32_t)(*s->at - '0');
        if (digit > max || value > (max - digit) / 10)
            return scan_fail(s, "a number above %u", (unsigned)max);
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

static bool
scan_gap(const struct scanner *s)
{
    if (s->at < s->end && !is_blank(*s->at))
        return scan_fail(s, "a blank is missing before: %.*s", (int)(s->end - s->at),
                         (const char *)s->at);
    return true;
}

bool
scan_number(struct scanner *s, uint32_t max, uint32_t *out)
{
    scan_more(s);
    return scan_digits(s, max, out) && scan_gap(s);
}

bool
scan_pair(struct scanner *s, char separator, uint32_t max, uint32_t *first,
          uint32_t *second)
{
    scan_more(s);
    if (!scan_digits(s, max, first))
        return false;
    if (s->at == s->end || *s->at != (uint8_t)separator)
        return scan_fail(s, "'%c' is missing", separator);
    s->at++;
    return scan_digits(s, max, second) && scan_gap(s);
}

bool
scan_choice(struct scanner *s, const char *const *words, uint32_t *out)
{
    qtty_span word;
    if (!scan_word(s, &word))
        return false;
    for (*out = 0; words[*out]; ++*out)
        if (span_is(word, words[*out]))
            return true;
    return scan_fail(s, "no such word here: %.*s", (int)word.len,
                     (const char *)word.data);
}

static int
hex_value(uint8_t byte)
{
    if (is_digit(byte))
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    return byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : -1;
}

static uint8_t *
put_utf8(uint8_t *out, uint32_t scalar)
{
    if (scalar < 0x80) {
        *out++ = (uint8_t)scalar;
        return out;
    }
    int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    static const uint8_t lead[] = { 0, 0xC0, 0xE0, 0xF0 };
    *out++ = (uint8_t)(lead[more] | scalar >> (6 * more));
    while (more-- > 0)
        *out++ = (uint8_t)(0x80 | (scalar >> (6 * more) & 0x3F));
    return out;
}

/** `HH` of \xHH. */
static bool
scan_byte(struct scanner *s, uint8_t **out)
{
    if (s->end - s->at < 2 || hex_value(s->at[0]) < 0 || hex_value(s->at[1]) < 0)
        return scan_fail(s, "\\x wants two hexadecimal digits");
    *(*out)++ = (uint8_t)(hex_value(s->at[0]) << 4 | hex_value(s->at[1]));
    s->at += 2;
    return true;
}

/** `{HEX}` of \u{HEX}: a scalar value. */
static bool
scan_scalar(struct scanner *s, uint8_t **out)
{
    uint32_t scalar = 0;
    int digits = 0;
    if (s->at < s->end && *s->at == '{')
        for (s->at++; s->at < s->end && hex_value(*s->at) >= 0 && digits < 7; digits++)
            scalar = scalar << 4 | (uint32_t)hex_value(*s->at++);
    if (digits == 0 || s->at == s->end || *s->at != '}')
        return scan_fail(s, "\\u wants {HEX}");
    if (scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF))
        return scan_fail(s, "\\u{%X} is no scalar value", (unsigned)scalar);
    s->at++;
    *out = put_utf8(*out, scalar);
    return true;
}

/** What stands after a backslash. */
static bool
scan_escape(struct scanner *s, uint8_t **out)
{
    static const char letters[] = "eabtnr0\\\"";
    static const char bytes[] = "\x1B\a\b\t\n\r\0\\\"";
    if (s->at == s->end)
        return scan_fail(s, "a backslash at the end of the line");
    uint8_t letter = *s->at++;
    if (letter == 'x')
        return scan_byte(s, out);
    if (letter == 'u')
        return scan_scalar(s, out);
    const char *known = letter ? strchr(letters, letter) : NULL;
    if (!known)
        return scan_fail(s, "no such escape: \\%c", letter);
    *(*out)++ = (uint8_t)bytes[known - letters];
    return true;
}

/** Decode up to `stop`, which is left, or to the end of the line. */
static bool
scan_decoded(struct scanner *s, int stop, qtty_span *out)
{
    uint8_t *start = s->at, *put = s->at;
    while (s->at < s->end && *s->at != stop) {
        uint8_t byte = *s->at++;
        if (byte != '\\')
            *put++ = byte;
        else if (!scan_escape(s, &put))
            return false;
    }
    *out = (qtty_span){ start, (size_t)(put - start) };
    return true;
}

bool
scan_string(struct scanner *s, qtty_span *out)
{
    if (!scan_more(s) || *s->at != '"')
        return scan_fail(s, "a string is missing");
    s->at++;
    if (!scan_decoded(s, '"', out))
        return false;
    if (s->at == s->end)
        return scan_fail(s, "the string has no end");
    s->at++;
    return scan_gap(s);
}

bool
scan_rest(struct scanner *s, qtty_span *out)
{
    return scan_decoded(s, -1, out);
}
