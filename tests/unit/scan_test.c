/* Each scan stops at the first byte that does not belong, wherever that byte lies in a
 * block, and reads nothing behind the end: every input has a block of its own, which ends
 * where the sanitizer sees it. The same file tests the plain words and the vectors. */
#include "unicode/utf8.h"
#include "unit/check.h"
#include "vt/scan.h"
#include <stdbool.h>

enum { LONGEST = 150 }; /* two wide blocks and a rest */

struct kind {
    const uint8_t *(*scan)(const uint8_t *at, const uint8_t *end);
    bool (*belongs)(uint8_t byte);
    uint8_t filler;
};

static const uint8_t *
scan_utf8_payload(const uint8_t *at, const uint8_t *end)
{
    return scan_payload(at, end, false);
}

static const uint8_t *
scan_latin1_payload(const uint8_t *at, const uint8_t *end)
{
    return scan_payload(at, end, true);
}

static bool
is_graphic_ascii(uint8_t byte)
{
    return byte > 0x1F && byte != 0x7F && byte < 0x80;
}

static bool
is_parameter(uint8_t byte)
{
    return memchr("0123456789:;", byte, 12) != NULL;
}

static bool
is_in_utf8_payload(uint8_t byte)
{
    return byte >= 0x80 || is_graphic_ascii(byte);
}

static bool
is_in_latin1_payload(uint8_t byte)
{
    return byte >= 0xA0 || is_graphic_ascii(byte);
}

static const struct kind kinds[] = {
    { scan_ascii, is_graphic_ascii, 'a' },
    { scan_text, is_graphic_ascii, '~' },
    { scan_params, is_parameter, ';' },
    { scan_utf8_payload, is_in_utf8_payload, 0xFF },
    { scan_latin1_payload, is_in_latin1_payload, ' ' },
};

/* How far the scan of `len` fillers goes, with `byte` put at `place`. */
static size_t
scanned(const struct kind *k, size_t len, size_t place, uint8_t byte)
{
    uint8_t *bytes = malloc(len);
    assert_non_null(bytes);
    memset(bytes, k->filler, len);
    bytes[place] = byte;
    const size_t n = (size_t)(k->scan(bytes, bytes + len) - bytes);
    free(bytes);
    return n;
}

static void
every_byte_at_every_place_is_told_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const struct kind *k = &kinds[i];
        for (unsigned byte = 0; byte < 256; byte++) {
            /* What follows a lead byte is the text scan's own affair. */
            if (k->scan == scan_text && byte >= 0x80)
                continue;
            for (size_t place = 0; place < LONGEST; place++) {
                const bool goes_on = k->belongs((uint8_t)byte);
                assert_int_equal(scanned(k, LONGEST, place, (uint8_t)byte),
                                 goes_on ? LONGEST : place);
            }
        }
    }
}

static void
every_length_is_scanned_to_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const struct kind *k = &kinds[i];
        const uint8_t none = 0;
        assert_ptr_equal(k->scan(&none, &none), &none);
        for (size_t len = 1; len <= LONGEST; len++) {
            assert_int_equal(scanned(k, len, len - 1, k->filler), len);
            assert_int_equal(scanned(k, len, len - 1, '\x1B'), len - 1);
            assert_int_equal(scanned(k, len, 0, '\x1B'), 0);
        }
    }
}

/* The first of two bytes that stop counts: masks are read from the right end. */
static void
the_first_stop_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        for (size_t first = 0; first < LONGEST - 1; first++) {
            uint8_t bytes[LONGEST];
            memset(bytes, kinds[i].filler, sizeof(bytes));
            bytes[first] = 0x00;
            memset(bytes + first + 1, 0x7F, sizeof(bytes) - first - 1);
            assert_ptr_equal(kinds[i].scan(bytes, bytes + sizeof(bytes)), bytes + first);
        }
    }
}

static size_t
text_length(const char *text, size_t len)
{
    uint8_t *copy = malloc(len > 0 ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    const size_t n = (size_t)(scan_text(copy, copy + len) - copy);
    free(copy);
    return n;
}

static void
text_goes_on_over_every_graphic_scalar(void **state)
{
    (void)state;
    for (uint32_t scalar = 0x20; scalar <= 0x10FFFF; scalar++) {
        if (scalar == 0x7F)
            scalar = 0xA0;
        if (scalar == 0xD800)
            scalar = 0xE000;
        uint8_t bytes[5];
        const uint32_t length = utf8_encode(scalar, bytes);
        bytes[length] = 'a'; /* and with a byte after it, which allows the short way */
        assert_ptr_equal(scan_text(bytes, bytes + length), bytes + length);
        assert_ptr_equal(scan_text(bytes, bytes + length + 1), bytes + length + 1);
    }
}

static void
text_stops_at_what_is_cut_ill_formed_or_a_control(void **state)
{
    (void)state;
    static const char *const stops[] = { "\xC2\x80",
                                         "\xC2\x9F",
                                         "\x80",
                                         "\xBF",
                                         "\xC0\xAF",
                                         "\xC3"
                                         "A",
                                         "\xE2\x82",
                                         "\xE2"
                                         "AA",
                                         "\xE2\x82"
                                         "A",
                                         "\xE0\x80\x80",
                                         "\xED\xA0\x80",
                                         "\xF0\x8F\xBF\xBF",
                                         "\xF4\x90\x80\x80",
                                         "\xF5\x80\x80\x80",
                                         "\xF0\x9F\x98",
                                         "\xFF",
                                         "\x07",
                                         "\x7F" };
    for (size_t i = 0; i < COUNT_OF(stops); i++) {
        for (size_t before = 0; before < 70; before++) {
            char text[96];
            memset(text, 'x', sizeof(text));
            memcpy(text + before, stops[i], strlen(stops[i]));
            assert_int_equal(text_length(text, before + strlen(stops[i])), before);
        }
    }
    assert_int_equal(
        text_length("\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80 \xEF\xBF\xBD\n", 14), 13);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_at_every_place_is_told_apart),
        cmocka_unit_test(every_length_is_scanned_to_its_end),
        cmocka_unit_test(the_first_stop_counts),
        cmocka_unit_test(text_goes_on_over_every_graphic_scalar),
        cmocka_unit_test(text_stops_at_what_is_cut_ill_formed_or_a_control),
    };
    return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
