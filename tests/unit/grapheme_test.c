/* Cluster boundaries: rule by rule of UAX #29 by hand, then against ICU's iterator. */
#include "unicode/grapheme.h"
#include "unicode/utf8.h"
#include "unit/icu_oracle.h"
#include <stdio.h>

static qtty_span
span_of(const char *text)
{
    return (qtty_span){ (const uint8_t *)text, strlen(text) };
}

/* The scalars of `cluster` follow what the state has seen: a boundary before the first of
 * them, none before the others. */
static void
expect_cluster(struct grapheme_state *state, const char *cluster, const char *rule)
{
    qtty_span rest = span_of(cluster);
    if (!grapheme_break_before(state, utf8_next(&rest)))
        fail_msg("%s: no boundary before %s", rule, cluster);
    while (rest.len > 0)
        if (grapheme_break_before(state, utf8_next(&rest)))
            fail_msg("%s: a boundary in %s", rule, cluster);
}

/* From every byte after a cluster's first to its end, the next boundary is its end. */
static void
expect_boundaries(qtty_span text, size_t begin, size_t end, const char *rule)
{
    for (size_t from = begin + 1; from <= end; from++)
        if (grapheme_boundary(text, from) != end)
            fail_msg("%s: from %zu the boundary is not %zu", rule, from, end);
}

enum { CLUSTERS_MAX = 6 };

/* --- rules -------------------------------------------------------------------------- */

static const struct {
    const char *rule;
    const char *clusters[CLUSTERS_MAX]; /* NULL after the last */
} rules[] = {
    { "GB1, GB2, GB999", { "a", "b", "\u65E5", "\u672C", " " } },
    { "GB3", { "a", "\r\n", "\r\n", "b" } },
    { "GB3: not LF CR", { "\n", "\r", "a" } },
    { "GB4", { "\r", "\u0301", "\n", "\u0301", "\u200B", "\u0301" } },
    { "GB4: soft hyphen", { "a", "\u00AD", "\u0301" } },
    { "GB5", { "a\u0301", "\t", "\u0600", "\n" } },
    { "GB6", { "\u1100\u1161", "\u1100\u1100\uAC00", "\u1100\uAC01", "\u1100" } },
    { "GB7", { "\uAC00\u1161\u11A8", "\uAC00\u11A8", "\u1161\u1161\u11A8" } },
    { "GB8", { "\uAC01\u11A8\u11A8", "\uAC01", "\uAC00" } },
    { "GB8: no vowel after a final",
      { "\uAC01", "\u1161", "\u1100\u1161\u11A8", "\u1161" } },
    { "GB9", { "e\u0301\u0302", "\u0915\u094D", "a\u200D", "b\u200C", "\u65E5\u0301" } },
    { "GB9: emoji", { "\u2764\uFE0F", "1\uFE0F\u20E3", "\U0001F44B\U0001F3FD" } },
    { "GB9: tags", { "\U0001F3F4\U000E0067\U000E007F", "\U0001F3F4" } },
    { "GB9a", { "\u0928\u0940", "\u0E01\u0E33", "a\u0300\u0903" } },
    { "GB9b", { "\u06001", "\u06DD\u0628", "\u0600\u0600\uAC00", "\u0600\U0001F600" } },
    { "GB9b: flag", { "\u0600\U0001F1FA\U0001F1F8", "\U0001F1FA" } },
    { "not GB9c", { "\u0915\u094D", "\u0937" } },
    { "GB11", { "\U0001F468\u200D\U0001F469\u200D\U0001F467", "\U0001F467" } },
    { "GB11: Extend*", { "\U0001F44B\U0001F3FD\u200D\u2764\uFE0F\u200D\u00A9" } },
    { "GB11: two ZWJ", { "\U0001F468\u200D\u200D", "\U0001F469" } },
    { "GB11: ZWJ inside", { "\U0001F468\u200D\u0301\u200D", "\U0001F469" } },
    { "GB11: no pictograph", { "a\u200D", "\U0001F469" } },
    { "GB11: digit", { "\U0001F469\u200D", "1\u200D", "\U0001F469" } },
    { "GB11: SpacingMark", { "\U0001F469\u0903\u200D", "\U0001F469" } },
    { "GB12", { "\U0001F1E6\U0001F1E7", "\U0001F1E8\U0001F1E9", "\U0001F1EA" } },
    { "GB13", { "a", "\U0001F1E6\U0001F1E7", "\U0001F1E8", "b", "\U0001F1E9" } },
    { "GB13: mark inside", { "\U0001F1E6\u0301", "\U0001F1E7\U0001F1E8" } },
    { "GB12: ZWJ", { "\U0001F1E6\u200D", "\U0001F1E7\U0001F1E8\u200D", "\U0001F469" } },
};

static void
streaming_follows_the_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        struct grapheme_state seen = { 0 };
        for (size_t k = 0; k < CLUSTERS_MAX && rules[i].clusters[k] != NULL; k++)
            expect_cluster(&seen, rules[i].clusters[k], rules[i].rule);
    }
}

static void
boundaries_in_text_follow_the_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        char joined[128] = "";
        size_t ends[CLUSTERS_MAX], count = 0;
        for (; count < CLUSTERS_MAX && rules[i].clusters[count] != NULL; count++) {
            strcat(joined, rules[i].clusters[count]);
            ends[count] = strlen(joined);
        }
        for (size_t k = 0; k < count; k++)
            expect_boundaries(span_of(joined), k == 0 ? 0 : ends[k - 1], ends[k],
                              rules[i].rule);
    }
}

static void
both_ends_of_text_are_boundaries(void **state)
{
    (void)state;
    assert_int_equal(grapheme_boundary(span_of(""), 0), 0);
    assert_int_equal(grapheme_boundary(span_of("\u0301x"), 0), 0);
    assert_int_equal(grapheme_boundary(span_of("e\u0301"), 3), 3);
}

/* A flag is cut by counting from where the run of indicators begins. */
static void
long_runs_are_read_from_their_start(void **state)
{
    (void)state;
    enum { FLAGS = 1000, FLAG_BYTES = 8 };
    static char text[1 + FLAGS * FLAG_BYTES + 1] = "a";
    for (size_t i = 0; i < FLAGS; i++)
        memcpy(text + 1 + i * FLAG_BYTES, "\U0001F1E6\U0001F1E7", FLAG_BYTES);
    for (size_t from = 1; from < sizeof text; from += 4) {
        size_t flags = (from - 1 + FLAG_BYTES - 1) / FLAG_BYTES;
        assert_int_equal(grapheme_boundary(span_of(text), from), 1 + flags * FLAG_BYTES);
    }
}

static void
a_million_marks_are_one_cluster(void **state)
{
    (void)state;
    enum { MARKS = 1000000 };
    char *text = malloc(2 * MARKS + 2);
    assert_non_null(text);
    text[0] = 'a';
    for (size_t i = 0; i < MARKS; i++)
        memcpy(text + 1 + 2 * i, "\u0301", 2);
    text[2 * MARKS + 1] = 'b';
    qtty_span all = { (const uint8_t *)text, 2 * MARKS + 2 };
    assert_int_equal(grapheme_boundary(all, MARKS), 2 * MARKS + 1);
    free(text);
}

/* --- oracle ------------------------------------------------------------------------- */

#ifdef QTTY_ICU_ORACLE
enum { SCALARS_MAX = 32 };

struct sample {
    size_t count;
    UChar32 scalars[SCALARS_MAX];
    bool boundary[SCALARS_MAX]; /* before the scalar, as ICU says */
};

static UBreakIterator *
open_oracle(void)
{
    UErrorCode status = U_ZERO_ERROR;
    UBreakIterator *oracle = ubrk_open(UBRK_CHARACTER, "", NULL, 0, &status);
    assert_true(U_SUCCESS(status));
    return oracle;
}

static void
ask(UBreakIterator *oracle, struct sample *s)
{
    UChar text[2 * SCALARS_MAX];
    bool boundary[2 * SCALARS_MAX + 1] = { false };
    int32_t length = 0;
    UErrorCode status = U_ZERO_ERROR;
    u_strFromUTF32(text, 2 * SCALARS_MAX, &length, s->scalars, (int32_t)s->count,
                   &status);
    ubrk_setText(oracle, text, length, &status);
    assert_true(U_SUCCESS(status));
    for (int32_t at = ubrk_first(oracle); at != UBRK_DONE; at = ubrk_next(oracle))
        boundary[at] = true;

    size_t at = 0;
    for (size_t i = 0; i < s->count; i++) {
        s->boundary[i] = boundary[at];
        at += s->scalars[i] > 0xFFFF ? 2 : 1;
    }
}

static void
disagree(const struct sample *s, const char *what, size_t at)
{
    char text[SCALARS_MAX * 10 + 1];
    size_t used = 0;
    for (size_t i = 0; i < s->count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s%04X",
                                 s->boundary[i] ? "| " : "", (unsigned)s->scalars[i]);
    fail_msg("%s differs at %zu; ICU:%s", what, at, text);
}

static void
compare_stream(UBreakIterator *oracle, struct sample *s)
{
    ask(oracle, s);
    struct grapheme_state seen = { 0 };
    for (size_t i = 0; i < s->count; i++)
        if (grapheme_break_before(&seen, (uint32_t)s->scalars[i]) != s->boundary[i])
            disagree(s, "the stream", i);
}

/* Backwards, so that the boundary at or after each byte is the one seen last. */
static void
compare_text(UBreakIterator *oracle, struct sample *s)
{
    compare_stream(oracle, s);
    uint8_t bytes[4 * SCALARS_MAX];
    size_t starts[SCALARS_MAX], len = 0;
    for (size_t i = 0; i < s->count; i++) {
        starts[i] = len;
        len += utf8_encode((uint32_t)s->scalars[i], bytes + len);
    }

    size_t next = len, scalar = s->count;
    for (size_t from = len + 1; from-- > 0;) {
        if (scalar > 0 && from == starts[scalar - 1] && s->boundary[--scalar])
            next = from;
        if (grapheme_boundary((qtty_span){ bytes, len }, from) != next)
            disagree(s, "the text", from);
    }
}

/* One or two of each class: in and out of ASCII, of the BMP, of another category. */
static const UChar32 representatives[] = {
    'a',     0x65E5,  0x0915,                  /* Other */
    0x07,    0x200B,  0xE0001,                 /* Control */
    '\r',    '\n',                             /* CR, LF */
    0x0301,  0x200C,  0x1F3FD,                 /* Extend */
    0x200D,                                    /* ZWJ */
    0x0903,  0x0E33,                           /* SpacingMark */
    0x0600,  0x110BD,                          /* Prepend */
    0x1F1E6,                                   /* Regional_Indicator */
    0x1100,  0x1161,  0x11A8,  0xAC00, 0xAC01, /* L, V, T, LV, LVT */
    0xA9,    0x1F600,                          /* Extended_Pictographic */
};

static void
representatives_stand_for_every_class(void **state)
{
    (void)state;
    uint32_t seen = 1u << GCB_START;
    for (size_t i = 0; i < COUNT_OF(representatives); i++)
        seen |= 1u << (unicode_entry((uint32_t)representatives[i]) >> WIDTH_BITS);
    assert_int_equal(seen, (1u << GCB_COUNT) - 1);
}

static void
pairs_and_triples_are_as_icu_says(void **state)
{
    (void)state;
    need_oracle();
    UBreakIterator *oracle = open_oracle();
    enum { COUNT = COUNT_OF(representatives) };
    for (size_t i = 0; i < COUNT * COUNT * COUNT; i++) {
        const UChar32 *of = representatives;
        struct sample s = {
            3, { of[i % COUNT], of[i / COUNT % COUNT], of[i / COUNT / COUNT] }, { false }
        };
        compare_text(oracle, &s);
        s.count = 2;
        compare_text(oracle, &s);
    }
    ubrk_close(oracle);
}

/* Alone, after a base, and among neighbours that tell the classes apart. */
static void
every_code_point_is_as_icu_says(void **state)
{
    (void)state;
    need_oracle();
    UBreakIterator *oracle = open_oracle();
    for (UChar32 c = 0; c <= 0x10FFFF; c++) {
        if (c >= 0xD800 && c <= 0xDFFF) /* no scalar */
            continue;
        struct sample samples[] = {
            { 1, { c }, { false } },
            { 2, { 'a', c }, { false } },
            { 9, { c, 'a', c, c, 0x200D, c, 0x1161, c, 0x11A8 }, { false } },
        };
        for (size_t i = 0; i < COUNT_OF(samples); i++)
            compare_stream(oracle, &samples[i]);
    }
    ubrk_close(oracle);
}

/* Marsaglia's xorshift: the same sequence everywhere. */
static uint32_t
next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static UChar32
random_scalar(uint32_t *seed)
{
    uint32_t r = next_random(seed);
    if (r % 4 != 0)
        return representatives[r / 4 % COUNT_OF(representatives)];
    uint32_t scalar = r / 4 % (0x110000 - 0x800);
    return (UChar32)(scalar < 0xD800 ? scalar : scalar + 0x800);
}

static void
random_text_is_as_icu_says(void **state)
{
    (void)state;
    need_oracle();
    UBreakIterator *oracle = open_oracle();
    uint32_t seed = 0x51755454;
    for (size_t i = 0; i < 20000; i++) {
        struct sample s = { 1 + next_random(&seed) % SCALARS_MAX, { 0 }, { false } };
        for (size_t k = 0; k < s.count; k++)
            s.scalars[k] = random_scalar(&seed);
        compare_text(oracle, &s);
    }
    ubrk_close(oracle);
}
#else
static void
boundaries_are_as_icu_says(void **state)
{
    (void)state;
    need_oracle();
}
#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streaming_follows_the_rules),
        cmocka_unit_test(boundaries_in_text_follow_the_rules),
        cmocka_unit_test(both_ends_of_text_are_boundaries),
        cmocka_unit_test(long_runs_are_read_from_their_start),
        cmocka_unit_test(a_million_marks_are_one_cluster),
#ifdef QTTY_ICU_ORACLE
        cmocka_unit_test(representatives_stand_for_every_class),
        cmocka_unit_test(pairs_and_triples_are_as_icu_says),
        cmocka_unit_test(every_code_point_is_as_icu_says),
        cmocka_unit_test(random_text_is_as_icu_says),
#else
        cmocka_unit_test(boundaries_are_as_icu_says),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
