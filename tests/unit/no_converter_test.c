/* A build without ICU: UTF-8 is there, other charsets are refused with the reason. */
#include "unit/check.h"

#include "charset/converter.h"
#include <quietty/session.h>

static void
another_charset_is_refused(void **state)
{
    struct converter *c = (struct converter *)&c;
    struct failure why = { "" };
    (void)state;
    assert_int_equal(converter_open(&c, "EUC-JP", false, NULL, &why), QTTY_E_UNSUPPORTED);
    assert_null(c);
    assert_string_equal(why.text,
                        "encoding: \"EUC-JP\": must be UTF-8: built without ICU");
    converter_close(c);
}

static void
a_session_in_it_is_refused(void **state)
{
    qtty_session_config config = QTTY_SESSION_CONFIG_INIT;
    qtty_session *session;
    qtty_buf error;
    (void)state;
    qtty_buf_init(&error, NULL, 0);
    config.encoding = "EUC-JP";
    assert_int_equal(qtty_session_create(&session, NULL, &config, 0, &error),
                     QTTY_E_UNSUPPORTED);
    assert_null(session);
    assert_memory_equal(error.data, "encoding: \"EUC-JP\": must be UTF-8", 33);
    qtty_buf_finish(&error);
}

static void
utf_8_needs_none(void **state)
{
    (void)state;
    assert_true(converter_is_utf8("UTF-8"));
    assert_true(converter_is_utf8(NULL));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_charset_is_refused),
        cmocka_unit_test(a_session_in_it_is_refused),
        cmocka_unit_test(utf_8_needs_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
