/* Columns of a scalar: by hand where a reference says so, and against ICU's properties
 * for every code point. */
#include "unicode/width.h"
#include "unit/icu_oracle.h"

static void
controls_take_no_column(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < 0x20; c++)
        assert_int_equal(scalar_width(c, 1), 0);
    for (uint32_t c = 0x7F; c < 0xA0; c++)
        assert_int_equal(scalar_width(c, 1), 0);
}

static void
printable_ascii_takes_one(void **state)
{
    (void)state;
    for (uint32_t c = 0x20; c < 0x7F; c++)
        assert_int_equal(scalar_width(c, 2), 1);
}

/* UAX #11 for what is wide; terminals (xterm, VTE, kitty) and wcwidth for the rest. */
static const struct {
    uint32_t scalar, width;
} known[] = {
    { 0x00A0, 1 },     /* no-break space */
    { 0x00E9, 1 },     /* é */
    { 0x0301, 0 },     /* combining acute: Mn, though Ambiguous */
    { 0x034F, 0 },     /* combining grapheme joiner */
    { 0x0378, 1 },     /* unassigned */
    { 0x0488, 0 },     /* Cyrillic hundred thousands: Me */
    { 0x0600, 1 },     /* Arabic number sign: Cf, encloses digits */
    { 0x061C, 0 },     /* Arabic letter mark: Cf */
    { 0x0903, 1 },     /* Devanagari visarga: Mc */
    { 0x0E33, 1 },     /* Thai sara am: Lo, though a SpacingMark of UAX #29 */
    { 0x1100, 2 },     /* Hangul leading consonant */
    { 0x115F, 2 },     /* leading filler */
    { 0x1160, 0 },     /* vowel filler */
    { 0x11FF, 0 },     /* last final consonant of the block */
    { 0x1200, 1 },     /* Ethiopic, just after it */
    { 0x180B, 0 },     /* Mongolian variation selector */
    { 0x200B, 0 },     /* zero width space */
    { 0x200C, 0 },     /* ZWNJ */
    { 0x200D, 0 },     /* ZWJ */
    { 0x2028, 1 },     /* line separator */
    { 0x231A, 2 },     /* watch: emoji presentation */
    { 0x2614, 2 },     /* umbrella with rain */
    { 0x263A, 1 },     /* smiling face: text presentation */
    { 0x3000, 2 },     /* ideographic space: Fullwidth */
    { 0x302A, 0 },     /* ideographic tone mark: Mn, though Wide */
    { 0x302E, 2 },     /* Hangul tone mark: Mc and Wide */
    { 0x303F, 1 },     /* ideographic half fill space: Neutral */
    { 0x3099, 0 },     /* combining voiced sound mark: Mn, though Wide */
    { 0x3164, 2 },     /* Hangul filler */
    { 0x4DC0, 1 },     /* hexagram: Neutral until Unicode 16 */
    { 0x65E5, 2 },     /* 日 */
    { 0x9FFF, 2 },     /* unified ideographs to the end of their block */
    { 0xAC00, 2 },     /* 가 */
    { 0xD7A3, 2 },     /* the last syllable */
    { 0xD7B0, 0 },     /* vowel, Jamo Extended-B */
    { 0xD7C6, 0 },     /* the last of them */
    { 0xD7C7, 1 },     /* unassigned between */
    { 0xD7CB, 0 },     /* final consonant */
    { 0xD7FB, 0 },     /* the last of them */
    { 0xE0B0, 1 },     /* private use: Ambiguous */
    { 0xFE0F, 0 },     /* VS16 */
    { 0xFEFF, 0 },     /* zero width no-break space */
    { 0xFF21, 2 },     /* Fullwidth A */
    { 0xFF71, 1 },     /* Halfwidth katakana */
    { 0xFFA0, 1 },     /* Halfwidth Hangul filler */
    { 0xFFF9, 0 },     /* interlinear annotation anchor */
    { 0xFFFD, 1 },     /* replacement character: Ambiguous */
    { 0x110BD, 1 },    /* Kaithi number sign: Cf, encloses digits */
    { 0x16FE4, 0 },    /* Khitan filler: Mn, though Wide */
    { 0x1F1E6, 1 },    /* regional indicator, one of two */
    { 0x1F3FB, 2 },    /* emoji modifier */
    { 0x1F600, 2 },    /* 😀 */
    { 0x1F6DC, 2 },    /* wireless, new in Unicode 15.0 */
    { 0x20000, 2 },    /* plane 2 */
    { 0x2FFFD, 2 },    /* unassigned there */
    { 0x2FFFE, 1 },    /* not a character */
    { 0x3FFFD, 2 },    /* plane 3, unassigned */
    { 0x40000, 1 },    /* plane 4 */
    { 0xE0067, 0 },    /* tag */
    { 0xE0100, 0 },    /* VS17 */
    { 0x10FFFF, 1 },   /* not a character */
    { 0x110000, 1 },   /* not a code point */
    { UINT32_MAX, 1 }, /* nor that */
};

static void
known_scalars_have_their_width(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (scalar_width(known[i].scalar, 1) != known[i].width)
            fail_msg("U+%04X is not %u wide", (unsigned)known[i].scalar,
                     (unsigned)known[i].width);
}

static void
ambiguous_is_the_callers_choice(void **state)
{
    (void)state;
    static const uint32_t ambiguous[] = { 0xA1,   0xAD,   0x3B1,  0x2026,  0x2460,
                                          0x2500, 0xE0B0, 0xFFFD, 0xF0000, 0x10FFFD };
    for (size_t i = 0; i < COUNT_OF(ambiguous); i++) {
        assert_int_equal(scalar_width(ambiguous[i], 1), 1);
        assert_int_equal(scalar_width(ambiguous[i], 2), 2);
    }
    static const uint32_t settled[] = { 'A', 0x0378, 0x0301, 0xFE0F, 0x65E5, 0x1F1E6 };
    for (size_t i = 0; i < COUNT_OF(settled); i++)
        assert_int_equal(scalar_width(settled[i], 2), scalar_width(settled[i], 1));
}

/* --- oracle ------------------------------------------------------------------------- */

#ifdef QTTY_ICU_ORACLE
/* Prepended_Concatenation_Mark of PropList.txt, Unicode 15.0. */
static bool
encloses_digits(UChar32 c)
{
    return (c >= 0x600 && c <= 0x605) || c == 0x6DD || c == 0x70F || c == 0x890
           || c == 0x891 || c == 0x8E2 || c == 0x110BD || c == 0x110CD;
}

static bool
is_jamo_inside(UChar32 c)
{
    return (c >= 0x1160 && c <= 0x11FF) || (c >= 0xD7B0 && c <= 0xD7C6)
           || (c >= 0xD7CB && c <= 0xD7FB);
}

static uint32_t
width_by_icu(UChar32 c, uint32_t ambiguous)
{
    uint32_t category = U_GET_GC_MASK(c);
    if (is_jamo_inside(c)
        || (category & (U_GC_CC_MASK | U_GC_MN_MASK | U_GC_ME_MASK)) != 0)
        return 0;
    if ((category & U_GC_CF_MASK) != 0 && c != 0xAD && !encloses_digits(c))
        return 0;

    int32_t east_asian = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
    if (east_asian == U_EA_WIDE || east_asian == U_EA_FULLWIDTH)
        return 2;
    return east_asian == U_EA_AMBIGUOUS ? ambiguous : 1;
}

static void
every_code_point_is_as_icu_says(void **state)
{
    (void)state;
    need_oracle();
    for (UChar32 c = 0; c <= 0x10FFFF; c++)
        for (uint32_t ambiguous = 1; ambiguous <= 2; ambiguous++)
            if (scalar_width((uint32_t)c, ambiguous) != width_by_icu(c, ambiguous))
                fail_msg("U+%04X, ambiguous %u: ICU says %u", (unsigned)c,
                         (unsigned)ambiguous, (unsigned)width_by_icu(c, ambiguous));
}
#else
static void
every_code_point_is_as_icu_says(void **state)
{
    (void)state;
    need_oracle();
}
#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_take_no_column),
        cmocka_unit_test(printable_ascii_takes_one),
        cmocka_unit_test(known_scalars_have_their_width),
        cmocka_unit_test(ambiguous_is_the_callers_choice),
        cmocka_unit_test(every_code_point_is_as_icu_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
