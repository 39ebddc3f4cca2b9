/* Texts for models: characters that nobody sees, and bytes that are none. */
#include "unit/check.h"

#include <quietty/text.h>

/* --- Texts -------------------------------------------------------------------------- */

static qtty_buf made;

static int
begin(void **state)
{
    (void)state;
    qtty_buf_init(&made, NULL, 0);
    return 0;
}

static int
end(void **state)
{
    (void)state;
    qtty_buf_finish(&made);
    return 0;
}

static qtty_text_config
capped(uint32_t max_bytes)
{
    qtty_text_config c = QTTY_TEXT_CONFIG_INIT;
    c.max_bytes = max_bytes;
    made.len = 0;
    return c;
}

static void
made_is(qtty_status st, const char *expected)
{
    assert_int_equal(st, QTTY_OK);
    assert_int_equal(qtty_buf_append(&made, "", 1), QTTY_OK);
    assert_string_equal((const char *)made.data, expected);
    made.len = 0;
}

/* --- What nobody sees --------------------------------------------------------------- */

static void
says(qtty_hidden hidden, const char *text, const char *expected)
{
    qtty_text_config c = capped(0);
    c.hidden = hidden;
    made_is(qtty_text_plain(&c, qtty_text(text), &made, NULL), expected);
}

#define OPEN  "\xE2\x9F\xA6"
#define CLOSE "\xE2\x9F\xA7"

static void
hidden_characters_are_marked_removed_or_kept(void **state)
{
    static const struct {
        const char *text, *marked, *removed;
    } cases[] = {
        /* Bidi: "Trojan Source". */
        { "if (a\xE2\x80\xAE)", "if (a" OPEN "U+202E" CLOSE ")", "if (a)" },
        { "\xE2\x81\xA6x\xE2\x81\xA9", OPEN "U+2066" CLOSE "x" OPEN "U+2069" CLOSE, "x" },
        { "\xD8\x9C.", OPEN "U+061C" CLOSE ".", "." },
        /* No width. */
        { "pass\xE2\x80\x8Bword", "pass" OPEN "U+200B" CLOSE "word", "password" },
        { "a\xEF\xBB\xBF", "a" OPEN "U+FEFF" CLOSE, "a" },
        { "a\xE2\x80\x8D\x62", "a" OPEN "U+200D" CLOSE "b", "ab" },
        { "a\xE2\x80\x8C\x62", "a" OPEN "U+200C" CLOSE "b", "ab" },
        { "a\xC2\xAD\xCD\x8F\x62", "a" OPEN "U+00AD and 1 more" CLOSE "b", "ab" },
        /* Tags: a run is one mark. */
        { "ok\xF3\xA0\x80\x81\xF3\xA0\x81\xA9\xF3\xA0\x81\xA7!",
          "ok" OPEN "U+E0001 and 2 more" CLOSE "!", "ok!" },
        { "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2",
          "\xF0\x9F\x8F\xB4" OPEN "U+E0067 and 1 more" CLOSE, "\xF0\x9F\x8F\xB4" },
        /* Selectors: a text in what an emoji drags behind it. */
        { "\xF0\x9F\x98\x80\xF3\xA0\x84\x80\xF3\xA0\x84\x81",
          "\xF0\x9F\x98\x80" OPEN "U+E0100 and 1 more" CLOSE, "\xF0\x9F\x98\x80" },
        { "a\xEF\xB8\x8F", "a" OPEN "U+FE0F" CLOSE, "a" },
        { "\xE2\x9D\xA4\xEF\xB8\x8F\xEF\xB8\x8F",
          "\xE2\x9D\xA4\xEF\xB8\x8F" OPEN "U+FE0F" CLOSE, "\xE2\x9D\xA4\xEF\xB8\x8F" },
        /* Controls. */
        { "a\x1b[8mb\x7f", "a" OPEN "U+001B" CLOSE "[8mb" OPEN "U+007F" CLOSE, "a[8mb" },
        { "\xC2\x9B", OPEN "U+009B" CLOSE, "" },
        { "a\xE2\x80\xA8\x62", "a" OPEN "U+2028" CLOSE "b", "ab" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        says(QTTY_HIDDEN_MARKED, cases[i].text, cases[i].marked);
        says(QTTY_HIDDEN_DEFAULT, cases[i].text, cases[i].marked);
        says(QTTY_HIDDEN_REMOVED, cases[i].text, cases[i].removed);
        says(QTTY_HIDDEN_KEPT, cases[i].text, cases[i].text);
    }
}

#define SCOTLAND                                                                         \
    "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2\xF3\xA0\x81\xB3"                   \
    "\xF3\xA0\x81\xA3\xF3\xA0\x81\xB4\xF3\xA0\x81\xBF"

/* What the scripts and emoji need is seen. */
static void
what_is_seen_is_left_alone(void **state)
{
    static const char *const texts[] = {
        "plain\ttext\n",
        "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7",         /* a family */
        "\xE2\x9D\xA4\xEF\xB8\x8F\xE2\x80\x8D\xF0\x9F\x94\xA5", /* heart on fire */
        "\xF0\x9F\x91\xA9\xF0\x9F\x8F\xBD\xE2\x80\x8D\xE2\x9A\x95\xEF\xB8\x8F",
        "1\xEF\xB8\x8F\xE2\x83\xA3", /* keycap 1 */
        SCOTLAND ".",
        "\xD9\x85\xDB\x8C\xE2\x80\x8C\xD8\xAE",             /* Persian */
        "\xE0\xA4\x95\xE0\xA5\x8D\xE2\x80\x8D\xE0\xA4\xB7", /* Devanagari */
        "\xE8\x91\x9B\xF3\xA0\x84\x80",                     /* a kanji's form */
        "e\xCC\x81 \xC2\xA0 \xE3\x80\x80 \xE2\x9F\xA6",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        says(QTTY_HIDDEN_MARKED, texts[i], texts[i]);
        says(QTTY_HIDDEN_REMOVED, texts[i], texts[i]);
    }
}

static void
what_is_ill_formed_is_replaced(void **state)
{
    (void)state;
    says(QTTY_HIDDEN_KEPT,
         "a\xFF"
         "b",
         "a\xEF\xBF\xBD"
         "b");
    says(QTTY_HIDDEN_MARKED, "\xE2\x82", "\xEF\xBF\xBD");
    says(QTTY_HIDDEN_MARKED, "\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    says(QTTY_HIDDEN_REMOVED, "\xF0\x9F\x98(", "\xEF\xBF\xBD(");
    qtty_text_config c = capped(0);
    static const uint8_t nul[] = { 'a', 0, 'b' };
    made_is(qtty_text_plain(&c, (qtty_span){ nul, 3 }, &made, NULL),
            "a" OPEN "U+0000" CLOSE "b");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_characters_are_marked_removed_or_kept),
        cmocka_unit_test(what_is_seen_is_left_alone),
        cmocka_unit_test(what_is_ill_formed_is_replaced),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
