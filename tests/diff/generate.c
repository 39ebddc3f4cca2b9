/* A table of sequences, drawn from by weight. In a form, %r is a row and %c a column of
 * the screen or just past it, %n a small count, %s a style, %t text, %w a wide character,
 * %m a character with a mark. */
#include "diff/generate.h"

#include <stdio.h>

struct form {
    uint32_t family;
    uint32_t weight;
    const char *text;
};

static const struct form forms[] = {
    { FAMILY_TEXT, 30, "%t" },
    { FAMILY_TEXT, 4, "%t%t%t%t" },
    { FAMILY_TEXT, 6, "\r\n" },
    { FAMILY_TEXT, 2, "\n" },
    { FAMILY_TEXT, 2, "\r" },
    { FAMILY_TEXT, 3, "\b" },
    { FAMILY_MOTION, 6, "\x1b[%r;%cH" },
    { FAMILY_MOTION, 1, "\x1b[H" },
    { FAMILY_MOTION, 1, "\x1b[%r;%cf" },
    { FAMILY_MOTION, 2, "\x1b[%nA" },
    { FAMILY_MOTION, 2, "\x1b[%nB" },
    { FAMILY_MOTION, 2, "\x1b[%nC" },
    { FAMILY_MOTION, 2, "\x1b[%nD" },
    { FAMILY_MOTION, 1, "\x1b[%nE" },
    { FAMILY_MOTION, 1, "\x1b[%nF" },
    { FAMILY_MOTION, 2, "\x1b[%cG" },
    { FAMILY_MOTION, 1, "\x1b[%c`" },
    { FAMILY_MOTION, 1, "\x1b[%na" },
    { FAMILY_MOTION, 2, "\x1b[%rd" },
    { FAMILY_MOTION, 1, "\x1b[%ne" },
    { FAMILY_MOTION, 2,
      "\x1b"
      "D" },
    { FAMILY_MOTION, 1,
      "\x1b"
      "E" },
    { FAMILY_MOTION, 3, "\x1bM" },
    { FAMILY_MOTION, 1, "\v" },
    { FAMILY_MOTION, 1, "\f" },
    { FAMILY_EDIT, 3, "\x1b[K" },
    { FAMILY_EDIT, 2, "\x1b[1K" },
    { FAMILY_EDIT, 1, "\x1b[2K" },
    { FAMILY_EDIT, 2, "\x1b[J" },
    { FAMILY_EDIT, 1, "\x1b[1J" },
    { FAMILY_EDIT, 1, "\x1b[2J" },
    { FAMILY_EDIT, 2, "\x1b[%nX" },
    { FAMILY_EDIT, 2, "\x1b[%n@" },
    { FAMILY_EDIT, 2, "\x1b[%nP" },
    { FAMILY_EDIT, 2, "\x1b[%nL" },
    { FAMILY_EDIT, 2, "\x1b[%nM" },
    { FAMILY_EDIT, 1, "\x1b[%nS" },
    { FAMILY_EDIT, 1, "\x1b[%nT" },
    { FAMILY_EDIT, 1, "%t\x1b[%nb" },
    { FAMILY_MARGINS, 3, "\x1b[%r;%rr" },
    { FAMILY_MARGINS, 1, "\x1b[%rr" },
    { FAMILY_MARGINS, 1, "\x1b[r" },
    { FAMILY_MARGINS, 1, "\x1b[?6h" },
    { FAMILY_MARGINS, 1, "\x1b[?6l" },
    { FAMILY_STYLE, 8, "\x1b[%sm" },
    { FAMILY_STYLE, 2, "\x1b[m" },
    { FAMILY_MODES, 1, "\x1b[4h" },
    { FAMILY_MODES, 2, "\x1b[4l" },
    { FAMILY_MODES, 1, "\x1b[20h" },
    { FAMILY_MODES, 1, "\x1b[20l" },
    { FAMILY_MODES, 1, "\x1b[?7l" },
    { FAMILY_MODES, 2, "\x1b[?7h" },
    { FAMILY_TABS, 3, "\t" },
    { FAMILY_TABS, 1, "\x1bH" },
    { FAMILY_TABS, 1, "\x1b[g" },
    { FAMILY_TABS, 1, "\x1b[3g" },
    { FAMILY_TABS, 1, "\x1b[%nI" },
    { FAMILY_TABS, 1, "\x1b[%nZ" },
    { FAMILY_CHARSET, 1, "\x1b(0" },
    { FAMILY_CHARSET, 2, "\x1b(B" },
    { FAMILY_CHARSET, 1, "\x1b)0" },
    { FAMILY_CHARSET, 1, "\x0E" },
    { FAMILY_CHARSET, 2, "\x0F" },
    { FAMILY_SCREENS, 1,
      "\x1b"
      "7" },
    { FAMILY_SCREENS, 1,
      "\x1b"
      "8" },
    { FAMILY_SCREENS, 1, "\x1b[?1049h" },
    { FAMILY_SCREENS, 1, "\x1b[?1049l" },
    { FAMILY_SCREENS, 1, "\x1b[?47h" },
    { FAMILY_SCREENS, 1, "\x1b[?47l" },
    { FAMILY_WIDE, 8, "%w" },
    { FAMILY_WIDE, 2, "%t%w%w" },
    { FAMILY_RESET, 1, "\x1b[!p" },
    { FAMILY_RESET, 1,
      "\x1b"
      "c" },
    { FAMILY_RESET, 1, "\x1b#8" },
    { FAMILY_PROTECT, 2, "\x1b[1\"q" },
    { FAMILY_PROTECT, 2, "\x1b[0\"q" },
    { FAMILY_PROTECT, 2, "\x1b[?%nK" },
    { FAMILY_PROTECT, 2, "\x1b[?%nJ" },
    { FAMILY_MARKS, 4, "%m" },
};

enum { FORMS = sizeof forms / sizeof forms[0] };

struct source {
    uint64_t state;
    const struct profile *profile;
    qtty_buf *out;
    qtty_status status;
};

/* splitmix64: any seed will do, also 0. */
static uint32_t
draw(struct source *s, uint32_t below)
{
    uint64_t x = s->state += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((x ^ x >> 31) >> 32) % below;
}

static void
put(struct source *s, const char *bytes, size_t len)
{
    if (s->status == QTTY_OK)
        s->status = qtty_buf_append(s->out, bytes, len);
}

static void
put_number(struct source *s, uint32_t number)
{
    char digits[16];
    int len = snprintf(digits, sizeof digits, "%u", (unsigned)number);
    put(s, digits, (size_t)len);
}

static void
put_text(struct source *s)
{
    static const char graphics[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789 _~";
    for (uint32_t n = 1 + draw(s, 8); n != 0; n--)
        put(s, &graphics[draw(s, sizeof graphics - 1)], 1);
}

/* Styles that every subject knows. */
static void
put_style(struct source *s)
{
    static const char *const styles[] = {
        "1",  "3",  "4",  "5",       "7",       "9",          "21",          "22",
        "23", "24", "25", "27",      "29",      "31",         "37",          "39",
        "42", "47", "49", "90",      "107",     "38;5;123",   "48;5;200",    "1;31",
        "0",  "44", "35", "0;30;41", "7;32;45", "38;2;1;2;3", "48;2;40;5;6",
    };
    const char *style = styles[draw(s, sizeof styles / sizeof styles[0])];
    for (; *style != '\0'; style++)
        put(s, style, 1);
}

static void
put_scalar(struct source *s)
{
    static const char wide[][5] = { "日", "本", "語", "한", "😀" };
    const char *scalar = wide[draw(s, 5)];
    for (; *scalar != '\0'; scalar++)
        put(s, scalar, 1);
}

static void
put_marked(struct source *s)
{
    put_text(s);
    put(s, "\xCC\x81", 2);
}

static void
put_field(struct source *s, char field)
{
    switch (field) {
    case 'r':
        put_number(s, draw(s, s->profile->rows + 2));
        break;
    case 'c':
        put_number(s, draw(s, s->profile->cols + 2));
        break;
    case 'n':
        put_number(s, draw(s, draw(s, 8) == 0 ? 100 : 5));
        break;
    case 's':
        put_style(s);
        break;
    case 't':
        put_text(s);
        break;
    case 'w':
        put_scalar(s);
        break;
    case 'm':
        put_marked(s);
        break;
    }
}

static void
put_form(struct source *s, const char *form)
{
    for (; *form != '\0'; form++) {
        if (*form == '%')
            put_field(s, *++form);
        else
            put(s, form, 1);
    }
}

static uint32_t
weight(const struct source *s, size_t i)
{
    uint32_t families = s->profile->families | FAMILY_TEXT;
    return (forms[i].family & families) != 0 ? forms[i].weight : 0;
}

qtty_status
generate(uint64_t seed, const struct profile *profile, uint32_t sequences, qtty_buf *out)
{
    struct source s = { seed, profile, out, QTTY_OK };
    uint32_t total = 0;
    for (size_t i = 0; i < FORMS; i++)
        total += weight(&s, i);
    for (; sequences != 0; sequences--) {
        uint32_t at = draw(&s, total);
        size_t i = 0;
        for (; at >= weight(&s, i); i++)
            at -= weight(&s, i);
        put_form(&s, forms[i].text);
    }
    return s.status;
}
