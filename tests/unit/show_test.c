/* What the program prints as JSON. */
#include "unit/check.h"

#include "cli/show.h"

static void
an_id_is_unsigned(void **state)
{
    const qtty_line line = {
        .id = UINT64_MAX,
        .text = { (const uint8_t *)"hi", 2 },
        .final = true,
    };
    static const char expected[] = "{\"id\":18446744073709551615,\"text\":\"hi\","
                                   "\"final\":true,\"rewritten\":false,\"cut\":false}\n";
    qtty_buf out;
    (void)state;
    qtty_buf_init(&out, NULL, 0);
    assert_int_equal(show_line(&line, &out), QTTY_OK);
    assert_int_equal(out.len, sizeof expected - 1);
    assert_memory_equal(out.data, expected, out.len);
    qtty_buf_finish(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_is_unsigned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
