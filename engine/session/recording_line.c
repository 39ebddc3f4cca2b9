/* Words, numbers and texts of a line. */
#include "session/recording_line.h"

bool
rline_fail(struct recording_line *l, const char *rule)
{
    if (l->rule == NULL)
        l->rule = rule;
    return false;
}

/* --- Words -------------------------------------------------------------------------- */

qtty_span
rline_word(struct recording_line *l)
{
    while (l->at < l->end && *l->at == ' ')
        l->at++;
    const char *start = l->at;
    while (l->at < l->end && *l->at != ' ')
        l->at++;
    return (qtty_span){ (const uint8_t *)start, (size_t)(l->at - start) };
}

bool
rline_is(qtty_span word, const char *text)
{
    return word.len == strlen(text) && memcmp(word.data, text, word.len) == 0;
}

bool
rline_value(qtty_span word, const char *key, qtty_span *value)
{
    size_t len = strlen(key);
    if (word.len <= len || memcmp(word.data, key, len) != 0 || word.data[len] != '=')
        return false;
    *value = (qtty_span){ word.data + len + 1, word.len - len - 1 };
    return true;
}

size_t
rline_find(const char *const *words, size_t count, qtty_span word)
{
    size_t i = 0;
    while (i < count && !rline_is(word, words[i]))
        i++;
    return i;
}

uint32_t
rline_bit(const struct word_bit *words, qtty_span word)
{
    for (; words->word != NULL; words++)
        if (rline_is(word, words->word))
            return words->bit;
    return 0;
}

bool
rline_over(struct recording_line *l)
{
    return rline_word(l).len == 0 || rline_fail(l, "too many words");
}

/* --- Numbers ------------------------------------------------------------------------ */

bool
rline_number(struct recording_line *l, qtty_span word, uint64_t max, uint64_t *out)
{
    uint64_t value = 0;
    if (word.len == 0)
        return rline_fail(l, "a number is missing");
    for (size_t i = 0; i < word.len; i++) {
        unsigned digit = (unsigned)word.data[i] - '0';
        if (digit > 9)
            return rline_fail(l, "not a number");
        if (value > (max - digit) / 10)
            return rline_fail(l, "a number is too large");
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

bool
rline_integer(struct recording_line *l, qtty_span word, int64_t *out)
{
    uint64_t value;
    bool negative = word.len != 0 && word.data[0] == '-';
    if (negative)
        word = (qtty_span){ word.data + 1, word.len - 1 };
    if (!rline_number(l, word, INT64_MAX, &value))
        return false;
    *out = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

bool
rline_scaled(struct recording_line *l, qtty_span word, const char *unit, uint64_t max,
             uint64_t *out)
{
    size_t len = strlen(unit);
    if (word.len <= len || memcmp(word.data + word.len - len, unit, len) != 0)
        return rline_fail(l, "a number lacks its unit");
    return rline_number(l, (qtty_span){ word.data, word.len - len }, max, out);
}

bool
rline_size(struct recording_line *l, qtty_span word, uint64_t max, uint64_t *rows,
           uint64_t *cols)
{
    const uint8_t *x = word.len != 0 ? memchr(word.data, 'x', word.len) : NULL;
    if (x == NULL)
        return rline_fail(l, "a size is ROWSxCOLS");
    size_t first = (size_t)(x - word.data);
    qtty_span rest = { x + 1, word.len - first - 1 };
    return rline_number(l, (qtty_span){ word.data, first }, max, rows)
           && rline_number(l, rest, max, cols)
           && ((*rows != 0 && *cols != 0) || rline_fail(l, "a size is 1 or more"));
}

/* --- Texts -------------------------------------------------------------------------- */

static int
hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* What stands behind a backslash. */
static bool
take_escape(struct recording_line *l, uint8_t *out)
{
    char letter = l->at < l->end ? *l->at++ : '\0';
    for (const struct word_escape *e = text_escapes; e->letter != '\0'; e++) {
        *out = e->byte;
        if (e->letter == letter)
            return true;
    }
    if (letter != 'x' || l->end - l->at < 2)
        return rline_fail(l, "no such escape");
    int high = hex_digit(l->at[0]), low = hex_digit(l->at[1]);
    l->at += 2;
    if (high < 0 || low < 0)
        return rline_fail(l, "\\x wants two hexadecimal digits");
    *out = (uint8_t)(high << 4 | low);
    return true;
}

static bool
take_byte(struct recording_line *l, qtty_buf *out)
{
    uint8_t byte = (uint8_t)*l->at++;
    if (byte == '\\' && !take_escape(l, &byte))
        return false;
    return qtty_buf_append(out, &byte, 1) == QTTY_OK || rline_fail(l, "out of memory");
}

bool
rline_text(struct recording_line *l, qtty_buf *out)
{
    out->len = 0;
    while (l->at < l->end && *l->at == ' ')
        l->at++;
    if (l->at == l->end || *l->at++ != '"')
        return rline_fail(l, "a text in quotes is missing");
    while (l->at < l->end && *l->at != '"')
        if (!take_byte(l, out))
            return false;
    if (l->at == l->end)
        return rline_fail(l, "a text lacks its closing quote");
    l->at++;
    return rline_over(l);
}
