/* What a reader knows of lines: their texts, within a bound. */
#include "lines/known.h"

#include "unit/lines_check.h"

static void
only_the_same_bytes_are_a_text(void **state)
{
    (void)state;
    struct known_set k;
    known_init(&k, NULL, 100);
    assert_int_equal(known_learn(&k, 7, KNOWN_AT_MARK, SPAN("")), QTTY_OK);
    const struct known *line = known_find(&k, 7);
    assert_true(known_is(line->at_mark, SPAN("")));
    assert_false(known_is(line->at_mark, SPAN("a")));
    assert_null(line->seen);
    assert_false(known_is(line->seen, SPAN("")));
    assert_null(known_find(&k, 8));
    known_finish(&k);
}

/* Texts that are known take no more room than the lines may: the oldest are forgotten,
 * which shows too much, never too little. */
static void
known_texts_are_bounded(void **state)
{
    (void)state;
    struct known_set k;
    char text[16];
    known_init(&k, NULL, 100);
    for (uint64_t id = 1; id <= 50; id++) {
        snprintf(text, sizeof(text), "%010d", (int)id);
        const qtty_span span = { (const uint8_t *)text, 10 };
        assert_int_equal(known_learn(&k, id, KNOWN_AT_MARK | KNOWN_SEEN, span), QTTY_OK);
        assert_true(k.bytes <= 100);
    }
    assert_int_equal(k.count, 10);
    assert_null(known_find(&k, 40));
    assert_true(known_is(known_find(&k, 41)->at_mark, SPAN("0000000041")));
    assert_int_equal(known_learn(&k, 41, KNOWN_SEEN, SPAN("other")), QTTY_OK);
    assert_true(known_is(known_find(&k, 41)->seen, SPAN("other")));
    assert_true(k.bytes <= 100);
    known_unsee(&k);
    assert_null(known_find(&k, 50)->seen);
    assert_true(known_is(known_find(&k, 50)->at_mark, SPAN("0000000050")));
    known_finish(&k);
}

static void
without_memory_a_text_is_not_known(void **state)
{
    (void)state;
    struct failing_allocator failing = { .fail_at = 3 };
    const qtty_allocator a = failing_allocator_hook(&failing);
    struct known_set k;
    known_init(&k, &a, 100);
    assert_int_equal(known_learn(&k, 1, KNOWN_SEEN, SPAN("old")), QTTY_OK);
    assert_int_equal(known_learn(&k, 1, KNOWN_SEEN, SPAN("new")), QTTY_E_NOMEM);
    assert_null(known_find(&k, 1)->seen);
    assert_int_equal(k.bytes, 0);
    known_finish(&k);
    assert_int_equal(failing.live, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_same_bytes_are_a_text),
        cmocka_unit_test(known_texts_are_bounded),
        cmocka_unit_test(without_memory_a_text_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
