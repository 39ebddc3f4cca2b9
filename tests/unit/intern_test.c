/* Interned values: equal bytes, equal ids; a full table is swept of what nothing
 * names. */
#include "screen/intern.h"

#include "base/limits.h"
#include "unit/check.h"
#include <stdio.h>

static qtty_span
span_of(const char *text)
{
    return (qtty_span){ (const uint8_t *)text, strlen(text) };
}

static void
equal_values_have_equal_ids(void **state)
{
    (void)state;
    struct intern t;
    intern_init(&t, NULL);
    uint16_t red = intern_add(&t, span_of("red"));
    uint16_t blue = intern_add(&t, span_of("blue"));
    assert_int_not_equal(red, 0);
    assert_int_not_equal(red, blue);
    assert_int_equal(intern_add(&t, span_of("red")), red);
    assert_memory_equal(intern_get(&t, blue).data, "blue", 4);
    assert_int_equal(intern_get(&t, 0).len, 0);
    intern_finish(&t);
}

static uint16_t
add_number(struct intern *t, unsigned number)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    return intern_add(t, span_of(text));
}

static void
a_full_table_refuses_until_it_is_swept(void **state)
{
    (void)state;
    struct intern t;
    intern_init(&t, NULL);
    for (unsigned i = 1; i <= INTERNED_MAX; i++)
        assert_int_equal(add_number(&t, i), i);
    assert_int_equal(add_number(&t, 70000), 0);
    assert_true(intern_wants_sweep(&t));

    intern_mark(&t, 7);
    intern_mark(&t, INTERNED_MAX);
    intern_sweep(&t);
    assert_memory_equal(intern_get(&t, 7).data, "7", 1);
    assert_memory_equal(intern_get(&t, INTERNED_MAX).data, "65535", 5);
    assert_int_equal(add_number(&t, 7), 7);
    assert_int_equal(add_number(&t, 70000), 1);
    assert_int_equal(add_number(&t, 70001), 2);
    intern_finish(&t);
}

static void
a_table_in_use_is_not_swept_for_each_refusal(void **state)
{
    (void)state;
    struct intern t;
    intern_init(&t, NULL);
    for (unsigned i = 1; i <= INTERNED_MAX; i++)
        add_number(&t, i);
    unsigned sweeps = 0;
    for (unsigned i = 0; i < 10000; i++) {
        assert_int_equal(add_number(&t, 100000 + i), 0);
        if (!intern_wants_sweep(&t))
            continue;
        sweeps++;
        for (unsigned id = 1; id <= INTERNED_MAX; id++)
            intern_mark(&t, id);
        intern_sweep(&t);
    }
    assert_in_range(sweeps, 1, 4);
    intern_finish(&t);
}

/* The hash is known, so values that collide can be made: here by trying. */
static uint32_t
low_hash(const char *text)
{
    return intern_hash(span_of(text)) & 0xFFFu;
}

static void
values_that_collide_are_refused_and_not_searched_for_long(void **state)
{
    (void)state;
    struct intern t;
    intern_init(&t, NULL);
    unsigned added = 0, tried = 0;
    for (unsigned i = 0; tried < 200; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", i);
        if (low_hash(text) != 0)
            continue;
        tried++;
        added += intern_add(&t, span_of(text)) != 0;
    }
    assert_in_range(added, 64, 199);
    intern_sweep(&t); /* with the id that the last one of them gave back */
    assert_int_equal(t.free, t.count);
    assert_int_equal(intern_add(&t, span_of("another")), 1);
    intern_finish(&t);
}

static void
bytes_have_a_ceiling(void **state)
{
    (void)state;
    struct intern t;
    intern_init(&t, NULL);
    uint8_t big[INTERNED_VALUE_BYTES_MAX] = { 0 };
    unsigned fit = INTERNED_BYTES_MAX / sizeof big;
    for (unsigned i = 0; i <= fit; i++) {
        memcpy(big, &i, sizeof i);
        assert_int_equal(intern_add(&t, (qtty_span){ big, sizeof big }),
                         i < fit ? i + 1 : 0);
    }
    assert_memory_equal(intern_get(&t, fit).data, &(unsigned){ fit - 1 }, sizeof fit);
    assert_int_not_equal(intern_add(&t, span_of("x")), 0);
    assert_int_equal(intern_add(&t, (qtty_span){ big, INTERNED_BYTES_MAX % sizeof big }),
                     0);
    intern_sweep(&t);
    assert_int_not_equal(intern_add(&t, span_of("x")), 0);
    intern_finish(&t);
}

static void
a_value_over_its_ceiling_is_refused(void **state)
{
    (void)state;
    struct intern t;
    intern_init(&t, NULL);
    static uint8_t big[INTERNED_VALUE_BYTES_MAX + 1];
    assert_int_equal(intern_add(&t, (qtty_span){ big, sizeof big }), 0);
    assert_int_equal(intern_add(&t, (qtty_span){ big, sizeof big - 1 }), 1);
    intern_finish(&t);
}

/* Values of one length that differ in a single byte, wherever it is. */
static void
each_byte_tells_values_apart(void **state)
{
    (void)state;
    for (size_t len = 1; len <= 20; len++) {
        struct intern t;
        uint8_t value[20] = { 0 };
        intern_init(&t, NULL);
        assert_int_equal(intern_add(&t, (qtty_span){ value, len }), 1);
        for (size_t i = 0; i < len; i++) {
            value[i] = 1;
            assert_int_equal(intern_add(&t, (qtty_span){ value, len }), i + 2);
            intern_mark(&t, (uint32_t)i + 2);
            value[i] = 0;
        }
        intern_sweep(&t);
        for (size_t i = 0; i < len; i++) {
            value[i] = 1;
            assert_int_equal(intern_add(&t, (qtty_span){ value, len }), i + 2);
            value[i] = 0;
        }
        intern_finish(&t);
    }
}

/* What a terminal pays for a style of its scrollback: 42 000 of 8 bytes, as a log of ten
 * thousand lines in a style a word has. */
static void
many_values_cost_little_more_than_their_bytes(void **state)
{
    (void)state;
    struct intern t;
    intern_init(&t, NULL);
    for (uint64_t i = 1; i <= 42000; i++)
        assert_int_equal(intern_add(&t, (qtty_span){ (const uint8_t *)&i, sizeof i }), i);
    size_t held = t.bytes_capacity + t.entries_capacity * sizeof *t.entries
                  + t.slots_capacity * sizeof *t.slots;
    assert_in_range(held, 42000 * (8 + 8 + 2), 42000 * 27);
    intern_finish(&t);
}

static void
lack_of_memory_refuses_and_keeps(void **state)
{
    (void)state;
    for (long fail_at = 1; fail_at < 12; fail_at++) {
        struct failing_allocator failing = { .fail_at = fail_at };
        qtty_allocator a = failing_allocator_hook(&failing);
        struct intern t;
        intern_init(&t, &a);
        unsigned refused = 0;
        for (unsigned i = 1; i <= 100; i++)
            refused += add_number(&t, i) == 0;
        assert_in_range(refused, 0, 1);
        assert_int_equal(t.starved, refused == 1);
        for (unsigned i = 1; i <= 100; i++)
            assert_int_not_equal(add_number(&t, i), 0);
        intern_finish(&t);
        assert_int_equal(failing.live, 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_values_have_equal_ids),
        cmocka_unit_test(a_full_table_refuses_until_it_is_swept),
        cmocka_unit_test(a_table_in_use_is_not_swept_for_each_refusal),
        cmocka_unit_test(values_that_collide_are_refused_and_not_searched_for_long),
        cmocka_unit_test(bytes_have_a_ceiling),
        cmocka_unit_test(a_value_over_its_ceiling_is_refused),
        cmocka_unit_test(each_byte_tells_values_apart),
        cmocka_unit_test(many_values_cost_little_more_than_their_bytes),
        cmocka_unit_test(lack_of_memory_refuses_and_keeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
