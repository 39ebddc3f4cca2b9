/* Wrong converters, a bug a subject. */
#include "converter_fuzz.h"
#include "law.h"
#include <string.h>

/* --- With a bug --------------------------------------------------------------------- */

/* A character that the piece cuts is not held. */
static qtty_status
ends_with_each_piece(struct converter *c, qtty_span *bytes, struct converter_text *text)
{
    qtty_status st = converter_decode(c, bytes, text);
    return st == QTTY_OK && text->len == 0 ? converter_end(c, text) : st;
}

static qtty_status
leaves_half_a_character(struct converter *c, qtty_span *bytes,
                        struct converter_text *text)
{
    qtty_status st = converter_decode(c, bytes, text);
    if (text->len != 0 && text->bytes[text->len - 1] >= 0x80)
        text->len--;
    return st;
}

/* As ICU's own substitution of some charsets. */
static qtty_status
replaces_by_sub(struct converter *c, qtty_span *bytes, struct converter_text *text)
{
    qtty_status st = converter_decode(c, bytes, text);
    for (size_t i = 0; i + 2 < text->len; i++)
        if (memcmp(text->bytes + i, "\uFFFD", 3) == 0)
            memcpy(text->bytes + i, "\x1A--", 3);
    return st;
}

static qtty_status
forgives(struct converter *c, qtty_span *bytes, struct converter_text *text)
{
    qtty_status st = converter_decode(c, bytes, text);
    if (st != QTTY_OK)
        bytes->len = 0;
    return QTTY_OK;
}

static qtty_status
forgives_the_end(struct converter *c, struct converter_text *text)
{
    (void)converter_end(c, text);
    return QTTY_OK;
}

/* As iconv's //TRANSLIT, or ICU's default. */
static qtty_status
encodes_a_question_mark(struct converter *c, qtty_span text, qtty_buf *bytes)
{
    qtty_status st = converter_encode(c, text, bytes);
    return st != QTTY_E_ENCODING ? st : qtty_buf_append(bytes, "?", 1);
}

static const struct converter_subject hasty = { ends_with_each_piece, converter_end,
                                                converter_encode };
static const struct converter_subject halving = { leaves_half_a_character, converter_end,
                                                  converter_encode };
static const struct converter_subject substituting = { replaces_by_sub, converter_end,
                                                       converter_encode };
static const struct converter_subject lenient = { forgives, forgives_the_end,
                                                  converter_encode };
static const struct converter_subject doubtful = { converter_decode, converter_end,
                                                   encodes_a_question_mark };

const struct seeded_bug seeded_bugs[] = {
    { "splits", "a character that a piece cuts is not held", &hasty },
    { "utf8", "half a character comes out", &halving },
    { "controls", "what is ill-formed becomes SUB", &substituting },
    { "strict", "strict is not", &lenient },
    { "round-trips", "what cannot be encoded becomes a question mark", &doubtful },
};
const size_t seeded_bug_count = COUNT_OF(seeded_bugs);
