/* What the tests of lines share: feeding literals, and lines as one string to compare. */
#ifndef QTTY_UNIT_LINES_CHECK_H
#define QTTY_UNIT_LINES_CHECK_H

#include "unit/check.h"

#include <quietty/lines.h>
#include <stdio.h>

/** A string literal's bytes, NUL ones included: as an initializer, and as a value. */
#define BYTES(literal)                                                                   \
    {                                                                                    \
        (const uint8_t *)(literal), sizeof(literal) - 1                                  \
    }
#define SPAN(literal) ((qtty_span)BYTES(literal))

/** Text of a span, NUL-terminated; one at a time. */
static inline const char *
string_of(qtty_span text)
{
    static char string[65536];
    assert_true(text.len < sizeof(string));
    if (text.len > 0)
        memcpy(string, text.data, text.len);
    string[text.len] = '\0';
    return string;
}

/** All lines, each followed by `|`, or by `_` while it is open; one at a time. */
static inline const char *
all_lines(qtty_lines *l)
{
    static char string[65536];
    size_t len = 0;
    const uint64_t count = qtty_lines_count(l);
    for (uint64_t i = 0; i < count; i++) {
        qtty_line line;
        assert_int_equal(qtty_lines_line(l, i, &line), QTTY_OK);
        assert_true(len + line.text.len + 2 < sizeof(string));
        memcpy(string + len, line.text.data, line.text.len);
        len += line.text.len;
        string[len++] = line.final ? '|' : '_';
    }
    string[len] = '\0';
    return string;
}

/** The next line of a reader as "text", "text (rewritten)", "2 gone, text" or "none";
 * short. */
static inline const char *
next_line(qtty_reader *r)
{
    static char string[192];
    qtty_line line;
    uint64_t gap;
    const qtty_status st = qtty_reader_next(r, &line, &gap);
    if (st == QTTY_E_NOT_FOUND)
        return "none";
    assert_int_equal(st, QTTY_OK);
    assert_true(line.final);
    char before[32] = "";
    if (gap > 0)
        snprintf(before, sizeof(before), "%llu gone, ", (unsigned long long)gap);
    snprintf(string, sizeof(string), "%s%.99s%s", before, string_of(line.text),
             line.rewritten ? " (rewritten)" : "");
    return string;
}

/** A reproducible stream of numbers. */
static inline uint32_t
next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

#endif
