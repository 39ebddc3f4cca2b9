/* As much of cmocka's interface as the tests need that run on another processor, where
 * the library is not to be had. The first assertion that fails ends the program. */
#ifndef QTTY_CROSS_CMOCKA_H
#define QTTY_CROSS_CMOCKA_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    void *state;
};

static inline void
cross_check(bool holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    printf("%s:%d: %s\n", file, line, what);
    exit(1);
}

static inline void
cross_equal(uint64_t a, uint64_t b, const char *what, const char *file, int line)
{
    if (a != b)
        printf("%" PRIu64 " is not %" PRIu64 "\n", a, b);
    cross_check(a == b, what, file, line);
}

static inline bool
cross_within(uint64_t a, uint64_t from, uint64_t to)
{
    return a >= from && a <= to;
}

/* Where a test that is skipped goes on. */
static jmp_buf cross_skipped;

static inline void
cross_skip(void)
{
    longjmp(cross_skipped, 1);
}

static inline void
cross_run_one(const struct CMUnitTest *one)
{
    void *state = one->state;
    if (setjmp(cross_skipped) == 0)
        one->test(&state);
}

static inline int
cross_run(const char *group, const struct CMUnitTest *tests, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        printf("%s: %s\n", group, tests[i].name);
        cross_run_one(&tests[i]);
    }
    return 0;
}

#define cross_that(x)                cross_check(x, #x, __FILE__, __LINE__)
#define assert_true(x)               cross_that(x)
#define assert_false(x)              cross_that(!(x))
#define assert_null(x)               cross_that((x) == NULL)
#define assert_non_null(x)           cross_that((x) != NULL)
#define assert_ptr_equal(a, b)       cross_that((a) == (b))
#define assert_ptr_not_equal(a, b)   cross_that((a) != (b))
#define assert_string_equal(a, b)    cross_that(strcmp(a, b) == 0)
#define assert_memory_equal(a, b, n) cross_that(memcmp(a, b, n) == 0)
#define assert_int_not_equal(a, b)   cross_that((a) != (b))
#define assert_in_range(a, from, to) cross_that(cross_within(a, from, to))
#define assert_int_equal(a, b)                                                           \
    cross_equal((uint64_t)(a), (uint64_t)(b), #a " == " #b, __FILE__, __LINE__)
#define skip()             cross_skip()
#define print_message(...) printf(__VA_ARGS__)
#define cmocka_run_group_tests(tests, setup, teardown)                                   \
    cmocka_run_group_tests_name("tests", tests, setup, teardown)
#define fail_msg(...) (printf(__VA_ARGS__), cross_that(!"to be reached"))
#define cmocka_unit_test(f)                                                              \
    {                                                                                    \
#f, f, NULL                                                                      \
    }
#define cmocka_unit_test_prestate(f, s)                                                  \
    {                                                                                    \
#f, f, s                                                                         \
    }
#define cmocka_run_group_tests_name(group, tests, setup, teardown)                       \
    cross_run(group, tests, sizeof(tests) / sizeof((tests)[0]))

#endif
