/* Text of many kinds. */
#include "grammar/write.h"

/* --- Latin -------------------------------------------------------------------------- */

void
write_words(struct grammar *g)
{
    static const char *const words[] = {
        "make", "error:", "the",        "a",        "src/main.c", "-rw-r--r--",
        "1",    "of",     "100%",       "OK",       "warning",    "0x7ffe",
        "{",    "}",      "==",         "terminal", "in",         "function",
        "|",    "~/src",  "2024-05-01", "commit",   "--help",     "...",
        "I",    "it's",   "\"quoted\"", "[x]",      "#",          "&&",
    };
    uint32_t count = dice_between(&g->dice, 1, 9);
    for (uint32_t i = 0; i < count; i++) {
        write_one_of(g, words, GRAMMAR_COUNT_OF(words));
        if (dice_chance(&g->dice, 900))
            write_byte(g, ' ');
    }
}

void
write_line(struct grammar *g)
{
    uint32_t count = dice_between(&g->dice, 1, 4);
    for (uint32_t i = 0; i < count; i++)
        write_words(g);
    write_text(g, "\r\n");
}

/* --- Ranges of scalars -------------------------------------------------------------- */

struct range {
    uint32_t first, last;
};

static void
write_range(struct grammar *g, const struct range *ranges, size_t count)
{
    uint32_t which = dice_roll(&g->dice, (uint32_t)count);
    uint32_t scalar = dice_between(&g->dice, ranges[which].first, ranges[which].last);
    write_scalar(g, scalar);
}

/* A run of one range. */
static void
write_run(struct grammar *g, const struct range *ranges, size_t count, uint32_t most)
{
    uint32_t which = dice_roll(&g->dice, (uint32_t)count);
    uint32_t length = dice_between(&g->dice, 1, most);
    for (uint32_t i = 0; i < length; i++)
        write_range(g, &ranges[which], 1);
}

void
write_letters(struct grammar *g)
{
    static const struct range ranges[] = {
        { 0xC0, 0xFF },   { 0x100, 0x17F },   { 0x391, 0x3C9 }, { 0x410, 0x44F },
        { 0x5D0, 0x5EA }, { 0x1E00, 0x1EFF }, { 0xA0, 0xBF },
    };
    write_run(g, ranges, GRAMMAR_COUNT_OF(ranges), 8);
    if (dice_chance(&g->dice, 500))
        write_byte(g, ' ');
}

void
write_wide(struct grammar *g)
{
    static const struct range ranges[] = {
        { 0x4E00, 0x9FFF },   { 0x3041, 0x3096 },   { 0x30A1, 0x30FA },
        { 0xAC00, 0xD7A3 },   { 0xFF01, 0xFF5E },   { 0x3000, 0x3029 },
        { 0x20000, 0x2A6DF }, { 0x1F300, 0x1F320 },
    };
    write_run(g, ranges, GRAMMAR_COUNT_OF(ranges), 6);
}

void
write_drawing(struct grammar *g)
{
    static const struct range ranges[] = {
        { 0x2500, 0x257F }, { 0x2580, 0x259F },   { 0x2800, 0x28FF },
        { 0xE0A0, 0xE0B3 }, { 0xF0000, 0xF0010 }, { 0x1FB00, 0x1FB3B },
    };
    write_run(g, ranges, GRAMMAR_COUNT_OF(ranges), 12);
}

/* --- What joins --------------------------------------------------------------------- */

static void
write_marks(struct grammar *g, uint32_t count)
{
    static const struct range marks[] = {
        { 0x300, 0x36F }, { 0x483, 0x489 },   { 0x591, 0x5BD },
        { 0x64B, 0x65F }, { 0x20D0, 0x20F0 }, { 0x1AB0, 0x1ABD },
    };
    for (uint32_t i = 0; i < count; i++)
        write_range(g, marks, GRAMMAR_COUNT_OF(marks));
}

/* Now and then more marks than a cell keeps, or marks with no base before them. */
void
write_combining(struct grammar *g)
{
    static const struct range bases[] = { { 'a', 'z' },       { 'A', 'Z' },
                                          { 0x430, 0x44F },   { 0x5D0, 0x5EA },
                                          { 0x4E00, 0x4E50 }, { ' ', '~' } };
    uint32_t count = dice_between(&g->dice, 1, 5);
    for (uint32_t i = 0; i < count; i++) {
        if (dice_chance(&g->dice, 950))
            write_range(g, bases, GRAMMAR_COUNT_OF(bases));
        uint32_t most = dice_chance(&g->dice, 30) ? 45 : 3;
        uint32_t marks = dice_roll(&g->dice, most);
        write_marks(g, marks);
    }
}

static void
write_flag(struct grammar *g)
{
    static const struct range letters[] = { { 0x1F1E6, 0x1F1FF } };
    uint32_t count = dice_chance(&g->dice, 850) ? 2 : dice_between(&g->dice, 1, 5);
    for (uint32_t i = 0; i < count; i++)
        write_range(g, letters, 1);
}

static void
write_picture(struct grammar *g)
{
    static const struct range pictures[] = {
        { 0x1F600, 0x1F64F }, { 0x1F466, 0x1F469 }, { 0x2600, 0x26FF },
        { 0x2702, 0x27B0 },   { 0x1F680, 0x1F6C0 }, { 0xA9, 0xA9 },
        { 0x203C, 0x203C },
    };
    static const char *const tails[] = {
        "", "", "\xEF\xB8\x8F", "\xEF\xB8\x8E", "\xF0\x9F\x8F\xBB", "\xF0\x9F\x8F\xBF", ""
    };
    write_range(g, pictures, GRAMMAR_COUNT_OF(pictures));
    write_one_of(g, tails, GRAMMAR_COUNT_OF(tails));
}

void
write_emoji(struct grammar *g)
{
    static const char *const keycaps[] = { "1\xEF\xB8\x8F\xE2\x83\xA3", "#\xEF\xB8\x8F",
                                           "*\xE2\x83\xA3", "7\xEF\xB8\x8E" };
    uint32_t count = dice_between(&g->dice, 1, 4);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = dice_roll(&g->dice, 8);
        if (kind == 0)
            write_flag(g);
        else if (kind == 1)
            write_one_of(g, keycaps, GRAMMAR_COUNT_OF(keycaps));
        else
            write_picture(g);
        if (kind > 5) {
            write_scalar(g, 0x200D);
            write_picture(g);
        }
    }
}

void
write_joining(struct grammar *g)
{
    static const struct range ranges[] = {
        { 0x1100, 0x1112 }, { 0x1161, 0x1175 }, { 0x11A8, 0x11C2 },   { 0x905, 0x94D },
        { 0x620, 0x64A },   { 0x200B, 0x200F }, { 0x2060, 0x2064 },   { 0xE01, 0xE4E },
        { 0x600, 0x605 },   { 0xAD, 0xAD },     { 0xE0020, 0xE007F }, { 0xFE00, 0xFE0F },
    };
    uint32_t count = dice_between(&g->dice, 2, 8);
    for (uint32_t i = 0; i < count; i++)
        write_range(g, ranges, GRAMMAR_COUNT_OF(ranges));
}

/* --- What is no text ---------------------------------------------------------------- */

/* Lone and missing continuations, overlong forms, surrogates, too large, bytes that never
 * are UTF-8, controls of C1 and noncharacters as text, bytes of other encodings. */
void
write_ill_formed(struct grammar *g)
{
    static const char *const pieces[] = {
        "\x80",
        "\xBF\xBF",
        "\xC3",
        "\xE2\x82",
        "\xF0\x9F\x98",
        "\xC0\xAF",
        "\xE0\x80\xAF",
        "\xF0\x80\x80\xAF",
        "\xED\xA0\x80",
        "\xED\xBF\xBF",
        "\xF4\x90\x80\x80",
        "\xFE",
        "\xF8\x88\x80\x80\x80",
        "\xC2\x85",
        "\xC2\x9B",
        "\xEF\xBF\xBF",
        "\xE9t\xE9",
        "\x93quoted\x94",
        "\x9B\x31m",
        "\x90",
        "\x9D",
        "\x9C",
        "\x7F",
        "\xEF\xBB\xBF",
    };
    uint32_t count = dice_between(&g->dice, 1, 4);
    for (uint32_t i = 0; i < count; i++) {
        write_one_of(g, pieces, GRAMMAR_COUNT_OF(pieces));
        if (dice_chance(&g->dice, 300)) {
            uint8_t byte = (uint8_t)dice_roll(&g->dice, 256);
            write_byte(g, byte);
        }
    }
}
