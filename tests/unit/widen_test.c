/* Bytes become cells and cells bytes, in any number, at any address, with nothing written
 * behind the last one. Every path that this machine has takes every case. */
#include "screen/widen.h"
#include "unit/check.h"
#include <stdio.h>

enum { LONGEST = 70, GUARDS = 2 }; /* four blocks and a rest */

/* The path under test, by number. */
static const struct widen *
path_of(void **state)
{
    return widen_on(*(const enum cpu_path *)*state);
}

static const struct cell like = {
    .kind = CELL_SCALAR, .width = 1, .protect = 1, .style = 0xFFFE, .link = 0x8001
};

static bool
same(const struct cell *a, const struct cell *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

static void
fill(uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)((i * 7 + n) % 0x80);
}

static void
a_byte_is_a_cell_of_the_given_look(void **state)
{
    const struct widen *w = path_of(state);
    for (size_t n = 0; n <= LONGEST; n++) {
        uint8_t *bytes = malloc(n > 0 ? n : 1);
        struct cell cells[LONGEST + GUARDS];
        assert_non_null(bytes);
        fill(bytes, n);
        memset(cells, 0xA5, sizeof(cells));
        struct cell guard = cells[0];
        w->ascii(cells + 1, bytes, n, like);
        for (size_t i = 0; i < n; i++) {
            struct cell wanted = like;
            wanted.content = bytes[i];
            assert_true(same(&cells[i + 1], &wanted));
        }
        assert_true(same(&cells[0], &guard));
        assert_true(same(&cells[n + 1], &guard));
        free(bytes);
    }
}

static void
a_cell_is_the_byte_again(void **state)
{
    const struct widen *w = path_of(state);
    for (size_t n = 0; n <= LONGEST; n++) {
        uint8_t bytes[LONGEST], back[LONGEST + GUARDS];
        struct cell *cells = malloc((n + 1) * sizeof(*cells));
        assert_non_null(cells);
        fill(bytes, n);
        widen_on(CPU_PLAIN)->ascii(cells + 1, bytes, n, like);
        memset(back, 0xA5, sizeof(back));
        w->pack(back + 1, cells + 1, n);
        assert_memory_equal(back + 1, bytes, n);
        assert_int_equal(back[0], 0xA5);
        assert_int_equal(back[n + 1], 0xA5);
        free(cells);
    }
}

/* Each field of a cell by itself, at each place, ends a run. */
static void
cells_are_alike_up_to_the_first_that_differs(void **state)
{
    const struct cell others[] = {
        { 'x', CELL_ERASED, 1, 1, 0, 0xFFFE, 0x8001 },
        { 'x', CELL_SCALAR, 2, 1, 0, 0xFFFE, 0x8001 },
        { 'x', CELL_SCALAR, 1, 0, 0, 0xFFFE, 0x8001 },
        { 'x', CELL_SCALAR, 1, 1, 1, 0xFFFE, 0x8001 },
        { 'x', CELL_SCALAR, 1, 1, 0, 0x7FFE, 0x8001 },
        { 'x', CELL_SCALAR, 1, 1, 0, 0xFFFE, 0x8000 },
        { 0x80, CELL_SCALAR, 1, 1, 0, 0xFFFE, 0x8001 },
        { 0x800000, CELL_SCALAR, 1, 1, 0, 0xFFFE, 0x8001 },
    };
    const struct widen *w = path_of(state);
    for (size_t n = 1; n <= LONGEST; n++) {
        uint8_t bytes[LONGEST];
        struct cell *cells = malloc(n * sizeof(*cells));
        assert_non_null(cells);
        fill(bytes, n);
        w->ascii(cells, bytes, n, like);
        assert_int_equal(w->alike(cells, n), n);
        for (size_t place = 1; place < n; place++) {
            const struct cell kept = cells[place];
            for (size_t i = 0; i < COUNT_OF(others); i++) {
                cells[place] = others[i];
                assert_int_equal(w->alike(cells, n), place);
            }
            cells[place] = kept;
        }
        free(cells);
    }
}

static void
what_begins_beyond_ascii_is_no_run(void **state)
{
    const struct widen *w = path_of(state);
    struct cell cells[LONGEST] = { { .content = 0x80 } };
    for (size_t i = 0; i < LONGEST; i++)
        cells[i] = cells[0];
    for (size_t n = 1; n <= LONGEST; n++)
        assert_int_equal(w->alike(cells, n), 0);
}

static void
the_best_path_is_one_of_them(void **state)
{
    (void)state;
    assert_ptr_equal(widen_on(CPU_BEST), widen_on(cpu_resolve(CPU_BEST)));
#if defined(__x86_64__) || defined(__aarch64__)
    assert_ptr_not_equal(widen_on(CPU_BEST), widen_on(CPU_PLAIN));
#endif
}

static int
run_path(enum cpu_path path)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(a_byte_is_a_cell_of_the_given_look, &path),
        cmocka_unit_test_prestate(a_cell_is_the_byte_again, &path),
        cmocka_unit_test_prestate(cells_are_alike_up_to_the_first_that_differs, &path),
        cmocka_unit_test_prestate(what_begins_beyond_ascii_is_no_run, &path),
    };
    return cmocka_run_group_tests_name(cpu_path_name(path), tests, NULL, NULL);
}

int
main(void)
{
    const struct CMUnitTest choice[] = { cmocka_unit_test(the_best_path_is_one_of_them) };
    int failed = cmocka_run_group_tests_name("widen", choice, NULL, NULL);
    for (int path = CPU_PLAIN; path < CPU_PATHS; path++) {
        if (widen_on((enum cpu_path)path) != NULL)
            failed += run_path((enum cpu_path)path);
        else
            printf("not here: %s\n", cpu_path_name((enum cpu_path)path));
    }
    return failed;
}
