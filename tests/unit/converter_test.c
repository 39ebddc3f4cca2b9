/* Charsets of a terminal: known characters and their bytes, as WHATWG's Encoding Standard
 * and the C library's iconv(1) have them; C1 controls; what is ill-formed and where; and
 * that no split of a stream shows. */
#include "unit/check.h"

#include "charset/converter.h"
#include "unicode/utf8.h"
#include <stdio.h>

/* --- Conversions -------------------------------------------------------------------- */

#define BYTES(literal) (literal), sizeof(literal) - 1

enum { STREAM_MAX = 4096 };

/* Text, or the text in front of a failure and then the failure; one at a time. */
struct outcome {
    char text[STREAM_MAX];
    size_t len;
    qtty_status status;
};

static struct converter *
opened(const char *name, bool strict)
{
    struct converter *c;
    struct failure why = { "" };
    qtty_status st = converter_open(&c, name, strict, NULL, &why);
    assert_string_equal(why.text, "");
    assert_int_equal(st, QTTY_OK);
    return c;
}

static void
take(struct converter *c, struct outcome *o, qtty_span *piece)
{
    struct converter_text text;
    do {
        o->status =
            piece != NULL ? converter_decode(c, piece, &text) : converter_end(c, &text);
        assert_true(o->len + text.len < sizeof o->text);
        memcpy(o->text + o->len, text.bytes, text.len);
        o->len += text.len;
        o->text[o->len] = '\0';
    } while (o->status == QTTY_OK && text.len != 0);
    assert_true(piece == NULL || o->status != QTTY_OK || piece->len == 0);
}

/* The stream, cut before byte `a` and before byte `b`, to its end. */
static void
decode_cut(struct converter *c, const char *bytes, size_t len, size_t a, size_t b,
           struct outcome *o)
{
    const size_t cuts[] = { 0, a, b, len };
    o->len = 0;
    o->text[0] = '\0';
    o->status = QTTY_OK;
    for (size_t i = 0; i < 3 && o->status == QTTY_OK; i++) {
        qtty_span piece = { (const uint8_t *)bytes + cuts[i], cuts[i + 1] - cuts[i] };
        take(c, o, &piece);
    }
    if (o->status == QTTY_OK)
        take(c, o, NULL);
}

/* Every pair of cuts gives this. A converter starts anew after the end of a stream. */
static void
decodes(const char *name, const char *bytes, size_t len, const char *text)
{
    struct converter *c = opened(name, false);
    for (size_t a = 0; a <= len; a++)
        for (size_t b = a; b <= len; b++) {
            struct outcome o;
            decode_cut(c, bytes, len, a, b, &o);
            assert_int_equal(o.status, QTTY_OK);
            assert_string_equal(o.text, text);
            assert_int_equal(o.len, strlen(text));
        }
    converter_close(c);
}

/* Strictly it gives this, and then fails in these words. */
static void
fails(const char *name, const char *bytes, size_t len, const char *text, const char *why)
{
    for (size_t a = 0; a <= len; a++)
        for (size_t b = a; b <= len; b++) {
            struct converter *c = opened(name, true);
            struct outcome o;
            decode_cut(c, bytes, len, a, b, &o);
            assert_int_equal(o.status, QTTY_E_ENCODING);
            assert_string_equal(o.text, text);
            assert_string_equal(converter_error(c), why);
            take(c, &o, NULL);
            assert_int_equal(o.status, QTTY_E_ENCODING); /* for good */
            assert_string_equal(o.text, text);
            converter_close(c);
        }
}

static void
encodes(const char *name, const char *text, const char *bytes, size_t len)
{
    struct converter *c = opened(name, false);
    qtty_buf to;
    qtty_buf_init(&to, NULL, 0);
    assert_int_equal(qtty_buf_append(&to, "<", 1), QTTY_OK);
    qtty_span from = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(converter_encode(c, from, &to), QTTY_OK);
    assert_int_equal(to.len, len + 1);
    assert_memory_equal(to.data + 1, bytes, len);
    qtty_buf_finish(&to);
    converter_close(c);
}

static void
cannot_encode(const char *name, const char *text, const char *why)
{
    struct converter *c = opened(name, false);
    qtty_buf to;
    qtty_buf_init(&to, NULL, 0);
    assert_int_equal(qtty_buf_append(&to, "<", 1), QTTY_OK);
    qtty_span from = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(converter_encode(c, from, &to), QTTY_E_ENCODING);
    assert_string_equal(converter_error(c), why);
    assert_int_equal(to.len, 1);
    qtty_span good = { (const uint8_t *)"ok", 2 };
    assert_int_equal(converter_encode(c, good, &to), QTTY_OK);
    assert_memory_equal(to.data, "<ok", 3);
    qtty_buf_finish(&to);
    converter_close(c);
}

static void
refused(const char *name, const char *text)
{
    struct converter *c = (struct converter *)&c;
    struct failure why = { "" };
    assert_int_equal(converter_open(&c, name, false, NULL, &why), QTTY_E_UNSUPPORTED);
    assert_string_equal(why.text, text);
    assert_null(c);
}

/* --- Known characters --------------------------------------------------------------- */

static const struct {
    const char *name, *text, *bytes;
} known[] = {
    { "ISO-8859-1", "caf\u00E9 \u00FF", "caf\xE9 \xFF" },
    { "ISO-8859-2", "\u017Elu\u0165", "\xBElu\xBB" },
    { "ISO-8859-5", "\u0416\u044F", "\xB6\xEF" },
    { "ISO-8859-7", "\u03BB\u03CC", "\xEB\xFC" },
    { "ISO-8859-15", "12 \u20AC", "12 \xA4" },
    { "windows-1251", "\u041F\u0440\u0438\u0432\u0435\u0442",
      "\xCF\xF0\xE8\xE2\xE5\xF2" },
    { "windows-1252", "\u20AC \u2019\u203A", "\x80 \x92\x9B" },
    { "KOI8-R", "\u041F\u0440\u0438\u0432\u0435\u0442 \u2500",
      "\xF0\xD2\xC9\xD7\xC5\xD4 \x80" },
    { "IBM437", "\u00E9\u2500", "\x82\xC4" },
    { "TIS-620", "\u0E01\u0E32", "\xA1\xD2" },
    { "Shift_JIS", "\u65E5\u672C \u8868\u30BD \uFF71",
      "\x93\xFA\x96\x7B \x95\\\x83\\ \xB1" },
    { "EUC-JP", "\u65E5\u672C \uFF71 \u4E02", "\xC6\xFC\xCB\xDC \x8E\xB1 \x8F\xB0\xA1" },
    { "EUC-KR", "\uD55C\uAE00", "\xC7\xD1\xB1\xDB" },
    { "windows-949", "\uB620",
      "\x8C"
      "c" },
    { "GB2312", "\u4E2D\u6587", "\xD6\xD0\xCE\xC4" },
    { "GBK", "\u4E2D\u4E02", "\xD6\xD0\x81@" },
    { "GB18030", "\u4E2D\u00DF\U00020000",
      "\xD6\xD0\x81"
      "0\x89"
      "8\x95"
      "2\x82"
      "6" },
    { "Big5", "\u4E2D\u529F\u8A31", "\xA4\xA4\xA5\\\xB3\\" },
    { "Big5-HKSCS", "\u35CE\u4E2D", "\x9D\xEE\xA4\xA4" },
    { "EUC-TW", "\u4E2D", "\xC4\xE3" },
    { "US-ASCII", "plain", "plain" },
};

static void
known_characters_are_decoded(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        decodes(known[i].name, known[i].bytes, strlen(known[i].bytes), known[i].text);
}

static void
known_characters_are_encoded(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        encodes(known[i].name, known[i].text, known[i].bytes, strlen(known[i].bytes));
}

/* ICU's Shift_JIS and IBM437 exchange SUB, FS and DEL, as PCs did. */
static void
ascii_is_ascii_in_each_of_them(void **state)
{
    char ascii[128];
    (void)state;
    for (int i = 0; i < 127; i++)
        ascii[i] = (char)(i + 1);
    ascii[127] = '\0';
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        struct converter *c = opened(known[i].name, true);
        struct outcome o;
        decode_cut(c, ascii, 127, 60, 100, &o);
        assert_int_equal(o.status, QTTY_OK);
        assert_string_equal(o.text, ascii);
        converter_close(c);
        encodes(known[i].name, ascii, ascii, 127);
    }
}

static void
names_are_known_in_any_case(void **state)
{
    (void)state;
    decodes("latin1", BYTES("\xE9"), "\u00E9");
    decodes("shift-jis", BYTES("\x95\\"), "\u8868");
    assert_true(converter_is_utf8(NULL));
    assert_true(converter_is_utf8("UTF-8"));
    assert_true(converter_is_utf8("utf8"));
    assert_false(converter_is_utf8(""));
    assert_false(converter_is_utf8("UTF-7"));
    assert_false(converter_is_utf8("UTF-8X"));
    assert_false(converter_is_utf8("UTF"));
}

/* --- Sequences ---------------------------------------------------------------------- */

/* 9B is CSI, 9D OSC, 9C ST, 85 NEL (ECMA-48 5.3). 8E and 8F lead characters in EUC-JP,
 * and are nothing in EUC-KR. */
static void
c1_bytes_are_controls_where_the_charset_has_them(void **state)
{
    static const char *const names[] = { "ISO-8859-1", "ISO-8859-7", "EUC-JP", "EUC-KR",
                                         "GB2312" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        decodes(names[i],
                BYTES("a\x9B"
                      "31mb\x9D"
                      "0;t\x9C\x85"),
                "a\033[31mb\033]0;t\033\\\033E");
    decodes("ISO-8859-1", BYTES("\x8E\x8F"), "\033N\033O");
}

/* In windows-1252 9B is a quotation mark; 9D is nothing, and no control either: UTF-8 of
 * U+009D is none to the emulator. */
static void
where_it_has_graphics_nothing_is_a_c1_control(void **state)
{
    (void)state;
    decodes("windows-1252",
            BYTES("\x9B"
                  "31m\x9D"
                  "0;t"),
            "\u203A31m\xC2\x9D"
            "0;t");
    decodes("KOI8-R",
            BYTES("\x9B"
                  "1m"),
            "\u23211m");
    decodes("Shift_JIS", BYTES("\x90\x5B"), "\u6DF1");
    decodes("GB18030",
            BYTES("\x81"
                  "0\x81"
                  "0"),
            "\xC2\x80");
}

/* The backslash of a control string's end, the bracket of a CSI, are second bytes. */
static void
second_bytes_are_no_part_of_sequences(void **state)
{
    (void)state;
    decodes("Shift_JIS", BYTES("\033]0;\x95\\\033\\z"), "\033]0;\u8868\033\\z");
    decodes("Big5", BYTES("\033]0;\xA5\\\a"), "\033]0;\u529F\a");
    decodes("Shift_JIS", BYTES("\x83\x5B\x83\x5D"), "\u30BC\u30BE");
}

/* A character that was cut off does not take the sequence behind it along. */
static void
a_lead_byte_does_not_swallow_a_sequence(void **state)
{
    (void)state;
    decodes("Shift_JIS", BYTES("\x81\033[31m"), "\uFFFD\033[31m");
    decodes("EUC-JP", BYTES("\xC6\r\n"), "\uFFFD\r\n");
    decodes("GB18030",
            BYTES("\x81"
                  "0\x81\033[m"),
            "\uFFFD0\uFFFD\033[m");
    decodes("Big5", BYTES("\xA4\032z"), "\uFFFD\032z");
    decodes("Shift_JIS", BYTES("\x81\032\x81\177z"), "\uFFFD\032\uFFFD\177z");
}

/* --- Ill-formed --------------------------------------------------------------------- */

/* A byte that may begin a character is no part of the bad one before it; one that may
 * not, as FF in EUC-KR, is. */
static void
what_is_ill_formed_is_replaced(void **state)
{
    (void)state;
    decodes("US-ASCII", BYTES("a\x80\xFFz"), "a\uFFFD\uFFFDz");
    decodes("Shift_JIS", BYTES("\x80\xA0\xFDz"), "\uFFFD\uFFFD\uFFFDz");
    decodes("Shift_JIS", BYTES("\x85\x40z"), "\uFFFDz"); /* a place without a character */
    decodes("GB18030", BYTES("\x80\xFFz"), "\uFFFD\uFFFDz");
    decodes("EUC-KR", BYTES("\xC7\xD1\xC7\xFFz"), "\uD55C\uFFFDz");
    decodes("ISO-8859-7", BYTES("\xFFz"), "\uFFFDz");
}

static void
what_is_cut_by_the_end_is_replaced(void **state)
{
    (void)state;
    decodes("Shift_JIS", BYTES("a\x95"), "a\uFFFD");
    decodes("EUC-JP", BYTES("a\x8F\xB0"), "a\uFFFD");
    decodes("GB18030",
            BYTES("a\x95"
                  "2\x82"),
            "a\uFFFD");
}

static void
a_strict_stream_fails_at_its_first_ill_formed_bytes(void **state)
{
    (void)state;
    fails("US-ASCII", BYTES("ab\xE9z"), "ab", "byte 0xE9 at offset 2 is not US-ASCII");
    fails("Shift_JIS", BYTES("\x93\xFA\x85\x40z"), "\u65E5",
          "bytes 0x85 0x40 at offset 2 are not Shift_JIS");
    fails("Shift_JIS", BYTES("a\x81\033[m"), "a",
          "byte 0x81 at offset 1 is not Shift_JIS");
    fails("GB18030",
          BYTES("\xD6\xD0\x81"
                "0\x81\033z"),
          "\u4E2D", "byte 0x81 at offset 2 is not GB18030");
    fails("EUC-JP", BYTES("ok\x8F\xB0"), "ok",
          "bytes 0x8F 0xB0 at offset 2 are not EUC-JP");
}

/* More than a call gives at once, on either side of it. */
static void
an_offset_counts_from_the_start_of_the_stream(void **state)
{
    static char stream[100000];
    struct converter *c = opened("EUC-KR", true);
    struct converter_text text;
    qtty_span rest = { (const uint8_t *)stream, sizeof stream };
    qtty_status st;
    size_t len = 0;
    (void)state;
    for (size_t i = 0; i < sizeof stream; i += 2)
        memcpy(stream + i, "\xC7\xD1", 2);
    stream[99998] = '\xFF';
    do {
        st = converter_decode(c, &rest, &text);
        len += text.len;
    } while (st == QTTY_OK && text.len != 0);
    assert_int_equal(st, QTTY_E_ENCODING);
    assert_int_equal(len, 99998 / 2 * 3);
    assert_string_equal(converter_error(c), "byte 0xFF at offset 99998 is not EUC-KR");
    converter_close(c);
}

static void
a_character_that_the_charset_lacks_is_named(void **state)
{
    (void)state;
    cannot_encode("ISO-8859-1", "12 \u20AC", "U+20AC is not in ISO-8859-1");
    cannot_encode("KOI8-R", "\u00E9", "U+00E9 is not in KOI8-R");
    cannot_encode("Shift_JIS", "ok \U0001F600 ok", "U+1F600 is not in Shift_JIS");
    cannot_encode("US-ASCII", "\u00A0", "U+00A0 is not in US-ASCII");
    /* Invisible by default, but not to be passed over; alike, but not the same. */
    cannot_encode("ISO-8859-1", "a\u200Db", "U+200D is not in ISO-8859-1");
    cannot_encode("windows-1252", "\uFF41", "U+FF41 is not in windows-1252");
}

static void
a_long_text_is_encoded_whole(void **state)
{
    struct converter *c = opened("GB18030", false);
    qtty_buf text, bytes;
    (void)state;
    qtty_buf_init(&text, NULL, 0);
    qtty_buf_init(&bytes, NULL, 0);
    for (int i = 0; i < 5000; i++)
        assert_int_equal(qtty_buf_append(&text, "\U00020000", 4), QTTY_OK);
    assert_int_equal(converter_encode(c, qtty_buf_span(&text), &bytes), QTTY_OK);
    assert_int_equal(bytes.len, 20000);
    for (size_t i = 0; i < bytes.len; i += 4)
        assert_memory_equal(bytes.data + i,
                            "\x95"
                            "2\x82"
                            "6",
                            4);
    qtty_buf_finish(&bytes);
    qtty_buf_init(&bytes, NULL, 19999);
    assert_int_equal(converter_encode(c, qtty_buf_span(&text), &bytes), QTTY_E_LIMIT);
    assert_int_equal(bytes.len, 0);
    qtty_buf_finish(&bytes);
    qtty_buf_finish(&text);
    converter_close(c);
}

/* --- Any stream --------------------------------------------------------------------- */

static uint32_t
drawn(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

/* Lead bytes, second bytes, ESC and ASCII in any order. */
static void
draw_stream(uint32_t *seed, char *bytes, size_t len)
{
    static const char often[] = "\x81\x8E\x8F\x95\xC6\xFA\xFE\x30\x5B\x5C\x1B\x7F\x1A";
    for (size_t i = 0; i < len; i++) {
        uint32_t draw = drawn(seed);
        bytes[i] = draw & 1 ? often[(draw >> 1) % (sizeof often - 1)] : (char)(draw >> 1);
    }
}

static void
is_well_formed(const struct outcome *o)
{
    qtty_span text = { (const uint8_t *)o->text, o->len };
    while (text.len != 0) {
        struct utf8_head head = utf8_head(text);
        assert_int_equal(head.form, UTF8_WELL_FORMED);
        text.data += head.length;
        text.len -= head.length;
    }
}

static void
no_split_of_any_stream_shows(void **state)
{
    enum { STREAMS = 60, LENGTH = 64 };
    uint32_t seed = 2463534242u;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        struct converter *c = opened(known[i].name, false);
        for (int n = 0; n < STREAMS; n++) {
            char bytes[LENGTH];
            struct outcome whole, cut;
            draw_stream(&seed, bytes, sizeof bytes);
            decode_cut(c, bytes, sizeof bytes, 0, 0, &whole);
            assert_int_equal(whole.status, QTTY_OK);
            is_well_formed(&whole);
            for (size_t at = 1; at < sizeof bytes; at++) {
                size_t next = at + drawn(&seed) % 4;
                decode_cut(c, bytes, sizeof bytes, at,
                           next < sizeof bytes ? next : sizeof bytes, &cut);
                assert_int_equal(cut.len, whole.len);
                assert_memory_equal(cut.text, whole.text, whole.len);
            }
        }
        converter_close(c);
    }
}

/* --- Refusals ----------------------------------------------------------------------- */

static void
what_a_terminal_cannot_speak_is_refused(void **state)
{
    static const char switched[] =
        "is switched by escape sequences, which are the terminal's own";
    static const struct {
        const char *name;
        unsigned byte; /* the first that is another character, or none by itself */
    } cases[] = {
        { "UTF-16", 0x00 }, { "UTF-16LE", 0x00 }, { "UTF-32", 0x00 },
        { "UTF-7", 0x00 },  { "SCSU", 0x01 },     { "BOCU-1", 0x21 },
        { "HZ", 0x7E },     { "IBM037", 0x04 },   { "IBM1047", 0x04 },
    };
    char text[160];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        snprintf(
            text, sizeof text,
            "encoding: \"%s\": byte 0x%02X is not ASCII's in it, as a terminal needs",
            cases[i].name, cases[i].byte);
        refused(cases[i].name, text);
    }
    snprintf(text, sizeof text, "encoding: \"ISO-2022-JP\": %s", switched);
    refused("ISO-2022-JP", text);
    snprintf(text, sizeof text, "encoding: \"x11-compound-text\": %s", switched);
    refused("x11-compound-text", text);
}

static void
what_is_none_is_refused(void **state)
{
    char name[100], text[160];
    (void)state;
    refused("nosuch", "encoding: \"nosuch\": no such charset");
    refused("", "encoding: \"\": no such charset");
    memset(name, 'x', 99);
    name[99] = '\0';
    snprintf(text, sizeof text, "encoding: \"%s\": no such charset", name);
    refused(name, text);
}

static void
lack_of_memory_is_told(void **state)
{
    struct failing_allocator f = { .fail_at = 1 };
    qtty_allocator allocator = failing_allocator_hook(&f);
    struct converter *c;
    struct failure why;
    (void)state;
    assert_int_equal(converter_open(&c, "EUC-JP", false, &allocator, &why), QTTY_E_NOMEM);
    assert_null(c);
    assert_string_equal(why.text, "encoding: out of memory");
    assert_int_equal(converter_open(&c, "EUC-JP", false, &allocator, &why), QTTY_OK);
    assert_int_equal(f.live, 1);
    converter_close(c);
    converter_close(NULL);
    assert_int_equal(f.live, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_characters_are_decoded),
        cmocka_unit_test(known_characters_are_encoded),
        cmocka_unit_test(ascii_is_ascii_in_each_of_them),
        cmocka_unit_test(names_are_known_in_any_case),
        cmocka_unit_test(c1_bytes_are_controls_where_the_charset_has_them),
        cmocka_unit_test(where_it_has_graphics_nothing_is_a_c1_control),
        cmocka_unit_test(second_bytes_are_no_part_of_sequences),
        cmocka_unit_test(a_lead_byte_does_not_swallow_a_sequence),
        cmocka_unit_test(what_is_ill_formed_is_replaced),
        cmocka_unit_test(what_is_cut_by_the_end_is_replaced),
        cmocka_unit_test(a_strict_stream_fails_at_its_first_ill_formed_bytes),
        cmocka_unit_test(an_offset_counts_from_the_start_of_the_stream),
        cmocka_unit_test(a_character_that_the_charset_lacks_is_named),
        cmocka_unit_test(a_long_text_is_encoded_whole),
        cmocka_unit_test(no_split_of_any_stream_shows),
        cmocka_unit_test(what_a_terminal_cannot_speak_is_refused),
        cmocka_unit_test(what_is_none_is_refused),
        cmocka_unit_test(lack_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
