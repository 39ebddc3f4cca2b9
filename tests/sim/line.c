/* Lines of a timeline. See line.h. */
#include "line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool
line_fail(const struct line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%u: ", l->path, (unsigned)l->number);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return false;
}

static bool
fail_at(const struct line *l, const char *what, qtty_span word)
{
    return line_fail(l, "%s: %.*s", what, (int)word.len, (const char *)word.data);
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool
line_more(struct line *l)
{
    while (l->at < l->end && is_blank(*l->at))
        l->at++;
    return l->at < l->end && *l->at != '#';
}

bool
line_word(struct line *l, qtty_span *out)
{
    if (!line_more(l))
        return line_fail(l, "a word is missing");
    const char *start = l->at;
    while (l->at < l->end && !is_blank(*l->at))
        l->at++;
    *out = (qtty_span){ (const uint8_t *)start, (size_t)(l->at - start) };
    return true;
}

bool
line_string(struct line *l, qtty_span *out)
{
    if (!line_more(l) || *l->at != '"')
        return line_fail(l, "a string is missing");
    const char *start = l->at + 1;
    const char *quote = memchr(start, '"', (size_t)(l->end - start));
    if (quote == NULL)
        return line_fail(l, "a string without its end");
    *out = (qtty_span){ (const uint8_t *)start, (size_t)(quote - start) };
    l->at = quote + 1;
    return true;
}

bool
word_is(qtty_span word, const char *text)
{
    return word.len == strlen(text) && memcmp(word.data, text, word.len) == 0;
}

bool
word_value(qtty_span word, const char *key, qtty_span *value)
{
    const size_t len = strlen(key);
    if (word.len <= len || memcmp(word.data, key, len) != 0 || word.data[len] != '=')
        return false;
    *value = (qtty_span){ word.data + len + 1, word.len - len - 1 };
    return true;
}

/* Digits at the front of a word. @return how many; 0: none, or a number above `max`. */
static size_t
read_digits(qtty_span word, uint64_t max, uint64_t *out)
{
    size_t i = 0;
    *out = 0;
    for (; i < word.len && word.data[i] >= '0' && word.data[i] <= '9'; i++) {
        const uint64_t digit = (uint64_t)(word.data[i] - '0');
        if (digit > max || *out > (max - digit) / 10)
            return 0;
        *out = *out * 10 + digit;
    }
    return i;
}

bool
read_number(const struct line *l, qtty_span word, uint64_t max, uint64_t *out)
{
    const size_t digits = read_digits(word, max, out);
    return (digits > 0 && digits == word.len) || fail_at(l, "no number, or above", word);
}

bool
read_time(const struct line *l, qtty_span word, uint64_t *out_ns)
{
    static const struct {
        const char *name;
        uint64_t ns;
    } units[] = { { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 } };

    *out_ns = QTTY_NEVER;
    if (word_is(word, "never"))
        return true;
    const size_t digits = read_digits(word, UINT64_MAX, out_ns);
    const qtty_span unit = { word.data + digits, word.len - digits };
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]) && digits > 0; i++) {
        if (word_is(unit, units[i].name) && *out_ns <= UINT64_MAX / units[i].ns) {
            *out_ns *= units[i].ns;
            return true;
        }
    }
    return fail_at(l, "no time", word);
}
