/* Each scan stops at the first byte that does not belong, wherever that byte lies in a
 * block, and reads nothing behind the end: every input has a block of its own, which ends
 * where the sanitizer sees it. Every path that this machine has takes every case. */
#include "vt/scan.h"
#include "unicode/utf8.h"
#include "unit/check.h"
#include <stdbool.h>
#include <stdio.h>

enum { LONGEST = 150 }; /* two wide blocks and a rest */

struct kind {
    const uint8_t *(*scan)(const struct scan *s, const uint8_t *at, const uint8_t *end);
    bool (*belongs)(uint8_t byte);
    uint8_t filler;
};

static const uint8_t *
scan_ascii(const struct scan *s, const uint8_t *at, const uint8_t *end)
{
    return s->ascii(at, end);
}

static const uint8_t *
scan_text(const struct scan *s, const uint8_t *at, const uint8_t *end)
{
    return s->text(at, end);
}

static const uint8_t *
scan_params(const struct scan *s, const uint8_t *at, const uint8_t *end)
{
    return s->params(at, end);
}

static const uint8_t *
scan_utf8_payload(const struct scan *s, const uint8_t *at, const uint8_t *end)
{
    return s->payload(at, end, false);
}

static const uint8_t *
scan_latin1_payload(const struct scan *s, const uint8_t *at, const uint8_t *end)
{
    return s->payload(at, end, true);
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

/* The path under test, by number. */
static const struct scan *
path_of(void **state)
{
    return scan_on(*(const enum cpu_path *)*state);
}

/* How far the scan of `len` fillers goes, with `byte` put at `place`. */
static size_t
scanned(const struct scan *s, const struct kind *k, size_t len, size_t place,
        uint8_t byte)
{
    uint8_t *bytes = malloc(len);
    assert_non_null(bytes);
    memset(bytes, k->filler, len);
    bytes[place] = byte;
    const size_t n = (size_t)(k->scan(s, bytes, bytes + len) - bytes);
    free(bytes);
    return n;
}

static void
every_byte_at_every_place_is_told_apart(void **state)
{
    const struct scan *s = path_of(state);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const struct kind *k = &kinds[i];
        for (unsigned byte = 0; byte < 256; byte++) {
            /* What follows a lead byte is the text scan's own affair. */
            if (k->scan == scan_text && byte >= 0x80)
                continue;
            for (size_t place = 0; place < LONGEST; place++) {
                const bool goes_on = k->belongs((uint8_t)byte);
                assert_int_equal(scanned(s, k, LONGEST, place, (uint8_t)byte),
                                 goes_on ? LONGEST : place);
            }
        }
    }
}

static void
every_length_is_scanned_to_its_end(void **state)
{
    const struct scan *s = path_of(state);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const struct kind *k = &kinds[i];
        const uint8_t none = 0;
        assert_ptr_equal(k->scan(s, &none, &none), &none);
        for (size_t len = 1; len <= LONGEST; len++) {
            assert_int_equal(scanned(s, k, len, len - 1, k->filler), len);
            assert_int_equal(scanned(s, k, len, len - 1, '\x1B'), len - 1);
            assert_int_equal(scanned(s, k, len, 0, '\x1B'), 0);
        }
    }
}

/* A block may begin at any address, and what lies before it is not looked at. */
static void
every_alignment_is_the_same(void **state)
{
    enum { ALIGNMENTS = 64 };
    const struct scan *s = path_of(state);
    _Alignas(ALIGNMENTS) uint8_t bytes[ALIGNMENTS + LONGEST];
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        for (size_t from = 0; from < ALIGNMENTS; from++) {
            memset(bytes, 0x1B, sizeof(bytes));
            for (size_t len = 0; len < LONGEST; len++) {
                const uint8_t *stop =
                    kinds[i].scan(s, bytes + from, bytes + from + LONGEST);
                assert_ptr_equal(stop, bytes + from + len);
                bytes[from + len] = kinds[i].filler;
            }
        }
    }
}

/* The first of two bytes that stop counts: masks are read from the right end. */
static void
the_first_stop_counts(void **state)
{
    const struct scan *s = path_of(state);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        for (size_t first = 0; first < LONGEST - 1; first++) {
            uint8_t bytes[LONGEST];
            memset(bytes, kinds[i].filler, sizeof(bytes));
            bytes[first] = 0x00;
            memset(bytes + first + 1, 0x7F, sizeof(bytes) - first - 1);
            assert_ptr_equal(kinds[i].scan(s, bytes, bytes + sizeof(bytes)),
                             bytes + first);
        }
    }
}

static size_t
text_length(const struct scan *s, const char *text, size_t len)
{
    uint8_t *copy = malloc(len > 0 ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    const size_t n = (size_t)(s->text(copy, copy + len) - copy);
    free(copy);
    return n;
}

static void
text_goes_on_over_every_graphic_scalar(void **state)
{
    const struct scan *s = path_of(state);
    for (uint32_t scalar = 0x20; scalar <= 0x10FFFF; scalar++) {
        if (scalar == 0x7F)
            scalar = 0xA0;
        if (scalar == 0xD800)
            scalar = 0xE000;
        uint8_t bytes[5];
        const uint32_t length = utf8_encode(scalar, bytes);
        bytes[length] = 'a'; /* and with a byte after it, which allows the short way */
        assert_ptr_equal(s->text(bytes, bytes + length), bytes + length);
        assert_ptr_equal(s->text(bytes, bytes + length + 1), bytes + length + 1);
    }
}

static void
text_stops_at_what_is_cut_ill_formed_or_a_control(void **state)
{
    const struct scan *s = path_of(state);
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
            assert_int_equal(text_length(s, text, before + strlen(stops[i])), before);
        }
    }
    assert_int_equal(
        text_length(s, "\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80 \xEF\xBF\xBD\n", 14), 13);
}

/* Bytes of every kind in any order: where the plain path stops, the others do. */
static void
paths_agree_on_any_bytes(void **state)
{
    static const uint8_t likely[] = { 'a',  ' ',  '~',  '0',  ';',  0xC3, 0xA9, 0xE4,
                                      0xB8, 0xAD, 0xF0, 0x9F, 0x98, 0x80, 0x1B, 0x7F };
    const struct scan *s = path_of(state), *plain = scan_on(CPU_PLAIN);
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[LONGEST];
        for (size_t i = 0; i < LONGEST; i++) {
            random = random * 1664525 + 1013904223;
            /* Runs of any length: the more rounds, the rarer what is not ASCII. */
            const bool rare = random >> 24 < (uint32_t)round / 100;
            bytes[i] = rare ? 'x' : likely[random >> 16 & 15];
        }
        for (size_t i = 0; i < COUNT_OF(kinds); i++)
            assert_ptr_equal(kinds[i].scan(s, bytes, bytes + LONGEST),
                             kinds[i].scan(plain, bytes, bytes + LONGEST));
    }
}

/* Bytes that follow each other in a block of text: where the plain path stops, a scalar
 * at a time, the others do. */
static void
same_stop(const struct scan *s, size_t before, const uint8_t four[4])
{
    static const char text[] = "\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9"
                               "\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9"
                               "\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9"
                               "\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9";
    uint8_t bytes[sizeof(text) - 1];
    memcpy(bytes, text, sizeof(bytes));
    memcpy(bytes + 2 * before, four, 4);
    const uint8_t *end = bytes + sizeof(bytes);
    assert_ptr_equal(s->text(bytes, end), scan_on(CPU_PLAIN)->text(bytes, end));
}

static void
paths_agree_on_any_two_bytes_in_text(void **state)
{
    static const uint8_t ends[] = { 'a',  0x0A, 0x7F, 0x80, 0x8F, 0x90,
                                    0x9F, 0xA0, 0xBF, 0xC3, 0xE4, 0xF0 };
    const struct scan *s = path_of(state);
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        for (size_t i = 0; i < COUNT_OF(ends); i++) {
            const uint8_t last = ends[(i + pair) % COUNT_OF(ends)];
            const uint8_t four[] = { (uint8_t)(pair >> 8), (uint8_t)pair, ends[i], last };
            same_stop(s, (pair + i) % 31, four);
        }
    }
}

static void
paths_agree_on_every_scalar_in_text(void **state)
{
    const struct scan *s = path_of(state);
    for (uint32_t scalar = 0; scalar <= 0x10FFFF; scalar++) {
        uint8_t four[4] = { 'a', 'b', 'c', 'd' };
        utf8_encode(scalar, four);
        same_stop(s, scalar % 31, four);
    }
}

static void
the_best_path_is_one_of_them(void **state)
{
    (void)state;
    const enum cpu_path best = cpu_resolve(CPU_BEST);
    assert_true(best != CPU_BEST && cpu_has(best));
    assert_ptr_equal(scan_on(CPU_BEST), scan_on(best));
#if defined(__x86_64__) || defined(__aarch64__)
    assert_true(best != CPU_PLAIN);
#endif
}

static int
run_path(enum cpu_path path)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_byte_at_every_place_is_told_apart, &path),
        cmocka_unit_test_prestate(every_length_is_scanned_to_its_end, &path),
        cmocka_unit_test_prestate(every_alignment_is_the_same, &path),
        cmocka_unit_test_prestate(the_first_stop_counts, &path),
        cmocka_unit_test_prestate(text_goes_on_over_every_graphic_scalar, &path),
        cmocka_unit_test_prestate(text_stops_at_what_is_cut_ill_formed_or_a_control,
                                  &path),
        cmocka_unit_test_prestate(paths_agree_on_any_bytes, &path),
        cmocka_unit_test_prestate(paths_agree_on_any_two_bytes_in_text, &path),
        cmocka_unit_test_prestate(paths_agree_on_every_scalar_in_text, &path),
    };
    return cmocka_run_group_tests_name(cpu_path_name(path), tests, NULL, NULL);
}

int
main(void)
{
    const struct CMUnitTest choice[] = { cmocka_unit_test(the_best_path_is_one_of_them) };
    int failed = cmocka_run_group_tests_name("scan", choice, NULL, NULL);
    for (int path = CPU_PLAIN; path < CPU_PATHS; path++) {
        if (scan_on((enum cpu_path)path) != NULL)
            failed += run_path((enum cpu_path)path);
        else
            printf("not here: %s\n", cpu_path_name((enum cpu_path)path));
    }
    return failed;
}
