/* Buffers, queues, statuses: ceilings hold, nothing is torn, nothing is lost silently. */
#include "base/alloc.h"
#include "base/queue.h"
#include <quietty/emulator.h>
#include "unit/check.h"

static void
append_stops_at_the_ceiling_whole(void **state)
{
    (void)state;
    qtty_buf b;
    qtty_buf_init(&b, NULL, 5);
    assert_int_equal(qtty_buf_append(&b, "abc", 3), QTTY_OK);
    assert_int_equal(qtty_buf_append(&b, "def", 3), QTTY_E_LIMIT);
    assert_int_equal(b.len, 3);
    assert_int_equal(qtty_buf_append(&b, "de", 2), QTTY_OK);
    assert_memory_equal(b.data, "abcde", 5);
    assert_true(b.capacity <= 5);
    qtty_buf_finish(&b);
}

static void
consume_drops_from_the_front(void **state)
{
    (void)state;
    qtty_buf b;
    qtty_buf_init(&b, NULL, 0);
    qtty_buf_append(&b, "abcde", 5);
    qtty_buf_consume(&b, 2);
    assert_int_equal(b.len, 3);
    assert_memory_equal(b.data, "cde", 3);
    qtty_buf_consume(&b, 99);
    assert_int_equal(b.len, 0);
    qtty_buf_finish(&b);
}

static void
buffer_survives_lack_of_memory(void **state)
{
    (void)state;
    struct failing_allocator failing = { .fail_at = 2 };
    qtty_allocator a = failing_allocator_hook(&failing);
    qtty_buf b;
    qtty_buf_init(&b, &a, 0);
    assert_int_equal(qtty_buf_append(&b, "abc", 3), QTTY_OK);
    assert_int_equal(qtty_buf_reserve(&b, 1000), QTTY_E_NOMEM);
    assert_memory_equal(b.data, "abc", 3);
    assert_int_equal(qtty_buf_append(&b, "d", 1), QTTY_OK);
    qtty_buf_finish(&b);
    assert_int_equal(failing.live, 0);
}

static void
resize_refuses_products_that_overflow(void **state)
{
    (void)state;
    assert_null(mem_resize(NULL, NULL, SIZE_MAX / 2, 3));
}

static void
queue_drops_whole_messages_and_counts(void **state)
{
    (void)state;
    struct queue q;
    queue_init(&q, NULL, 8, 2);
    assert_true(queue_push(&q, "abc", 3));
    assert_false(queue_push(&q, "123456", 6));
    assert_true(queue_push(&q, "de", 2));
    assert_false(queue_push(&q, "f", 1));
    assert_int_equal(q.dropped, 2);
    assert_memory_equal(queue_bytes(&q).data, "abcde", 5);
    assert_int_equal(queue_bytes(&q).len, 5);
    queue_finish(&q);
}

static void
queue_takes_across_messages(void **state)
{
    (void)state;
    struct queue q;
    queue_init(&q, NULL, 64, 8);
    queue_push(&q, "abc", 3);
    queue_push(&q, "de", 2);
    queue_take(&q, 1);
    assert_int_equal(queue_first(&q).len, 2);
    assert_memory_equal(queue_first(&q).data, "bc", 2);
    queue_take(&q, 3);
    assert_int_equal(queue_count(&q), 1);
    assert_memory_equal(queue_first(&q).data, "e", 1);
    queue_pop(&q);
    assert_int_equal(queue_count(&q), 0);
    assert_int_equal(queue_bytes(&q).len, 0);
    queue_finish(&q);
}

static void
queue_memory_stays_below_twice_its_ceiling(void **state)
{
    (void)state;
    struct queue q;
    queue_init(&q, NULL, 16, 4);
    for (int i = 0; i < 10000; i++) {
        assert_true(queue_push(&q, "12345", 5));
        assert_true(queue_push(&q, "67", 2));
        assert_int_equal(queue_bytes(&q).len, 7);
        queue_pop(&q);
        queue_pop(&q);
    }
    assert_true(q.bytes.capacity <= 32);
    assert_int_equal(q.dropped, 0);
    queue_finish(&q);
}

static void
every_status_has_its_sentence(void **state)
{
    (void)state;
    assert_string_equal(qtty_status_text(QTTY_OK), "no error");
    assert_string_equal(qtty_status_text(QTTY_E_SERVICE_DISPOSING),
                        "the registry is being disposed");
    assert_string_equal(qtty_status_text((qtty_status)-999), "unknown status");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(append_stops_at_the_ceiling_whole),
        cmocka_unit_test(consume_drops_from_the_front),
        cmocka_unit_test(buffer_survives_lack_of_memory),
        cmocka_unit_test(resize_refuses_products_that_overflow),
        cmocka_unit_test(queue_drops_whole_messages_and_counts),
        cmocka_unit_test(queue_takes_across_messages),
        cmocka_unit_test(queue_memory_stays_below_twice_its_ceiling),
        cmocka_unit_test(every_status_has_its_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
