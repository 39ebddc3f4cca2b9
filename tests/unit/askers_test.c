/* Whose replies are pending: parts of one run of bytes, oldest first. */
#include "unit/check.h"

#include "session/askers.h"

static void
replies_are_of_the_group_that_was_there(void **state)
{
    static struct askers a;
    (void)state;
    askers_note(&a, 10, 7);
    askers_note(&a, 10, 8); /* nothing new: it asked nothing */
    askers_note(&a, 16, 7);
    askers_note(&a, 20, 9);
    askers_note(&a, 21, 7);
    assert_int_equal(a.count, 3);
    assert_int_equal(a.list[0].group, 7);
    assert_int_equal(a.list[0].bytes, 16);
    assert_int_equal(a.list[1].group, 9);
    assert_int_equal(a.list[1].bytes, 4);
    assert_int_equal(a.list[2].group, 7);
    assert_int_equal(a.list[2].bytes, 1);
    assert_int_equal(a.bytes, 21);
}

static void
what_is_taken_goes_from_the_front(void **state)
{
    static struct askers a;
    (void)state;
    askers_note(&a, 10, 7);
    askers_note(&a, 14, 8);
    askers_note(&a, 15, 9);
    askers_take(&a, 0);
    assert_int_equal(a.list[0].bytes, 10);
    askers_take(&a, 3);
    assert_int_equal(a.count, 3);
    assert_int_equal(a.list[0].bytes, 7);
    askers_take(&a, 9);
    assert_int_equal(a.count, 2);
    assert_int_equal(a.list[0].group, 8);
    assert_int_equal(a.list[0].bytes, 2);
    askers_take(&a, 3);
    assert_int_equal(a.count, 0);
    assert_int_equal(a.bytes, 0);

    askers_note(&a, 5, 9);
    assert_int_equal(a.list[0].group, 9);
    assert_int_equal(a.list[0].bytes, 5);
}

/* The replies of the oldest are nobody's then: they are dropped, none is misdirected. */
static void
the_oldest_groups_make_room(void **state)
{
    static struct askers a;
    size_t bytes = 0;
    (void)state;
    for (int i = 1; i <= ASKERS_MAX + 2; i++)
        askers_note(&a, bytes += (size_t)i, 100 + i);
    assert_int_equal(a.count, ASKERS_MAX);
    assert_int_equal(a.list[0].group, 0);
    assert_int_equal(a.list[0].bytes, 1 + 2 + 3);
    for (int i = 1; i < ASKERS_MAX; i++) {
        assert_int_equal(a.list[i].group, 100 + i + 3);
        assert_int_equal(a.list[i].bytes, i + 3);
    }
    assert_int_equal(a.bytes, bytes);
    askers_take(&a, bytes);
    assert_int_equal(a.count, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_are_of_the_group_that_was_there),
        cmocka_unit_test(what_is_taken_goes_from_the_front),
        cmocka_unit_test(the_oldest_groups_make_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
