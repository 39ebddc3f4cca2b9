/* Lines of a stream in another charset than UTF-8, in both projections. */
#include "unit/lines_check.h"

static qtty_lines *
stream_in(const char *encoding, bool strict)
{
    qtty_lines_config c = QTTY_LINES_CONFIG_INIT;
    qtty_lines *l;
    c.projection = QTTY_PROJECTION_STREAM;
    c.encoding = encoding;
    c.strict = strict;
    assert_int_equal(qtty_lines_create(&l, &c, NULL), QTTY_OK);
    return l;
}

static void
a_stream_is_decoded(void **state)
{
    (void)state;
    qtty_lines *l = stream_in("Shift_JIS", false);
    assert_int_equal(qtty_lines_feed(l, SPAN("\x95")), QTTY_OK);
    assert_int_equal(qtty_lines_feed(l, SPAN("\\\n\033]0;\x83\\\033\\\x83")), QTTY_OK);
    assert_string_equal(all_lines(l), "\u8868|");
    assert_int_equal(qtty_lines_end(l), QTTY_OK);
    assert_string_equal(all_lines(l), "\u8868|\uFFFD|");
    assert_int_equal(qtty_lines_feed(l, SPAN("x")), QTTY_E_CLOSED);
    qtty_lines_destroy(l);
}

static void
the_emulator_is_fed_utf_8(void **state)
{
    (void)state;
    qtty_lines_config c = QTTY_LINES_CONFIG_INIT;
    qtty_emulator *e;
    qtty_lines *l;
    qtty_cell cell;
    c.encoding = "EUC-KR";
    assert_int_equal(qtty_emulator_create(&e, NULL), QTTY_OK);
    assert_int_equal(qtty_lines_create(&l, &c, e), QTTY_OK);
    assert_int_equal(qtty_lines_feed(l, SPAN("\xC7\xD1\xB1\xDB\r\n\xC7")), QTTY_OK);
    qtty_emulator_cell(e, 0, 2, &cell);
    assert_string_equal(cell.text, "\uAE00");
    assert_int_equal(qtty_lines_end(l), QTTY_OK);
    assert_string_equal(all_lines(l), "\uD55C\uAE00|\uFFFD|");
    qtty_lines_destroy(l);
    qtty_emulator_destroy(e);
}

static void
a_strict_stream_fails_with_its_own_offset(void **state)
{
    (void)state;
    qtty_lines *l = stream_in("EUC-JP", true);
    assert_int_equal(qtty_lines_feed(l, SPAN("\xC6\xFC\n\xFFz")), QTTY_E_ENCODING);
    assert_string_equal(qtty_lines_error(l), "byte 0xFF at offset 3 is not EUC-JP");
    assert_string_equal(all_lines(l), "\u65E5|");
    assert_int_equal(qtty_lines_feed(l, SPAN("z")), QTTY_E_ENCODING);
    assert_string_equal(all_lines(l), "\u65E5|");
    qtty_lines_destroy(l);

    l = stream_in("EUC-JP", true);
    assert_int_equal(qtty_lines_feed(l, SPAN("a\x8F\xB0")), QTTY_OK);
    assert_int_equal(qtty_lines_end(l), QTTY_E_ENCODING);
    assert_string_equal(qtty_lines_error(l),
                        "bytes 0x8F 0xB0 at offset 1 are not EUC-JP");
    assert_string_equal(all_lines(l), "a|");
    qtty_lines_destroy(l);
}

static void
what_is_none_is_refused(void **state)
{
    (void)state;
    qtty_lines_config c = QTTY_LINES_CONFIG_INIT;
    qtty_lines *l = (qtty_lines *)&c;
    c.projection = QTTY_PROJECTION_STREAM;
    c.encoding = "ISO-2022-KR";
    assert_int_equal(qtty_lines_create(&l, &c, NULL), QTTY_E_UNSUPPORTED);
    assert_null(l);
    c.size = offsetof(qtty_lines_config, encoding); /* a caller that knows of none */
    assert_int_equal(qtty_lines_create(&l, &c, NULL), QTTY_OK);
    qtty_lines_destroy(l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_is_decoded),
        cmocka_unit_test(the_emulator_is_fed_utf_8),
        cmocka_unit_test(a_strict_stream_fails_with_its_own_offset),
        cmocka_unit_test(what_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
