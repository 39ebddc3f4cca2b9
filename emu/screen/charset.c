/* What the codes of character sets stand for. A code that a set leaves undefined is shown
 * as DEC's terminals do, as a reversed question mark (U+2426). */
#include "screen/charset.h"

#include <stddef.h>
#include <string.h>

/* The codes that national sets replace (ISO 646), but for a few that have an alphabet. */
static const char national_codes[] = "#@[\\]^_`{|}~";

static const uint16_t british[] = u"£@[\\]^_`{|}~";
static const uint16_t dutch[] = u"£¾ĳ½|^_`¨ƒ¼´";
static const uint16_t finnish[] = u"#@ÄÖÅÜ_éäöåü";
static const uint16_t french[] = u"£à°ç§^_`éùè¨";
static const uint16_t canadian[] = u"#àâçêî_ôéùèû";
static const uint16_t german[] = u"#§ÄÖÜ^_`äöüß";
static const uint16_t italian[] = u"£§°çé^_ùàòèì";
static const uint16_t nordic[] = u"#ÄÆØÅÜ_äæøåü";
static const uint16_t portuguese[] = u"#@ÃÇÕ^_`ãçõ~";
static const uint16_t spanish[] = u"£§¡Ñ¿^_`°ñç~";
static const uint16_t swedish[] = u"#ÉÄÖÅÜ_éäöåü";
static const uint16_t swiss[] = u"ùàéçêîèôäöüû";
static const uint16_t slavic[] = u"#ŽŠĐĆČ_žšđćč";

static const uint16_t turkish[] = u"ı\"#$%ğ'()*+,-./0123456789:;<=>?"
                                  u"İABCDEFGHIJKLMNOPQRSTUVWXYZŞÖÇÜ_"
                                  u"Ğabcdefghijklmnopqrstuvwxyzşöçü";

static const uint16_t greek[] = u"ϊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟ␦ΠΡΣΤΥΦΧΨΩάέήί␦ό"
                                u"ϋαβγδεζηθικλμνξο␦πρστυφχψωςύώ΄␦";

/* Alef to tav: written from right to left, as numbers it reads better. */
static const uint16_t hebrew[] = {
    0x05D0, 0x05D1, 0x05D2, 0x05D3, 0x05D4, 0x05D5, 0x05D6, 0x05D7, 0x05D8, 0x05D9,
    0x05DA, 0x05DB, 0x05DC, 0x05DD, 0x05DE, 0x05DF, 0x05E0, 0x05E1, 0x05E2, 0x05E3,
    0x05E4, 0x05E5, 0x05E6, 0x05E7, 0x05E8, 0x05E9, 0x05EA, 0,
};

static const uint16_t russian[] = u"ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧ";

static const uint16_t dec_graphics[] = u" ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

/* The seven pieces of a large sigma (3/1 to 3/7) have no scalars. */
static const uint16_t dec_technical[] = u"⎷┌─⌠⌡│⎡⎣⎤⎦⎧⎩⎫⎭⎨⎬␦␦␦␦␦␦␦␦␦␦␦≤≠≥∫"
                                        u"∴∝∞÷Δ∇ΦΓ∼≃Θ×Λ⇔⇒≡ΠΨ␦Σ␦␦√ΩΞΥ⊂⊃∩∪∧∨"
                                        u"¬αβχδεφγηιθκλ␦ν∂πψρστ␦ƒωξυζ←↑→↓";

static const uint16_t dec_supplemental[] = u"¡¢£␦¥␦§¤©ª«␦␦␦␦°±²³␦µ¶·␦¹º»¼½␦¿"
                                           u"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ␦ÑÒÓÔÕÖŒØÙÚÛÜŸ␦ß"
                                           u"àáâãäåæçèéêëìíîï␦ñòóôõöœøùúûüÿ␦";

static const uint16_t latin1[] = u"\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿"
                                 u"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
                                 u"àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

static const uint16_t ascii[] = u"";

/* Each table ends with a 0. */
static const struct charset table[] = {
#define CHARSET(name, id, size, inter, final, national, first, scalars, title)           \
    { id,    size,     inter,   final,                                                   \
      first, national, scalars, (uint8_t)(sizeof scalars / sizeof *scalars - 1) },
#include "screen/charsets.def"
#undef CHARSET
};

enum row {
#define CHARSET(name, id, size, inter, final, national, first, scalars, title) ROW_##name,
#include "screen/charsets.def"
#undef CHARSET
    ROW_COUNT
};

/* In eight bits GR is the right half of ISO 8859-1. */
struct charsets
charsets_initial(bool eight_bit)
{
    uint8_t right = eight_bit ? CHARSET_LATIN1 : CHARSET_ASCII;
    return (struct charsets){ { CHARSET_ASCII, CHARSET_ASCII, right, right }, 0, 2 };
}

const struct charset *
charset_at(uint8_t id)
{
    switch (id) {
#define CHARSET(name, id, size, inter, final, national, first, scalars, title)           \
    case id:                                                                             \
        return &table[ROW_##name];
#include "screen/charsets.def"
#undef CHARSET
    default:
        return &table[ROW_ASCII];
    }
}

const struct charset *
charset_find(uint8_t size, uint8_t intermediate, uint8_t final)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const struct charset *set = &table[i];
        if (set->size == size && set->intermediate == intermediate && set->final == final)
            return set;
    }
    return NULL;
}

uint32_t
charset_scalar(const struct charset *set, uint8_t code)
{
    if (set->first == 0) {
        const char *at = memchr(national_codes, code, sizeof national_codes - 1);
        return at != NULL ? set->scalars[at - national_codes] : code;
    }
    bool replaced = code >= set->first && code - set->first < set->count;
    return replaced ? set->scalars[code - set->first] : code;
}

static bool
has(const struct charset *set, uint32_t scalar, uint8_t *code)
{
    uint8_t first = set->size == 96 ? 0x20 : 0x21;
    for (*code = first; *code < 0x7F; (*code)++)
        if (charset_scalar(set, *code) == scalar)
            return true;
    return false;
}

const struct charset *
charset_with(uint32_t scalar, uint8_t *code)
{
    for (size_t i = 0; i < ROW_COUNT && scalar >= 0x80; i++)
        if (has(&table[i], scalar, code))
            return &table[i];
    return NULL;
}
