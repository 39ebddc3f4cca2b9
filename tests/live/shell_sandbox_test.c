/* quietty shell --sandbox: what is said of it, and what it keeps from happening. */
#include "live/program.h"

/* Whoever confines it; where nothing can, that is said, and nothing is run. */
static void
a_sandbox_is_around_the_shell(void **state)
{
    const char lines[] = "(: > /var/tmp/quietty-out) 2>/dev/null; echo $?\n";
    struct program p = quietty(lines, ARGV("shell", "--sandbox", "read-only"));
    (void)state;
    if (WEXITSTATUS(p.status) == 1) {
        const char refused[] = "quietty: --sandbox: read-only: no usable sandbox (";
        assert_memory_equal(p.err.data, refused, strlen(refused));
        assert_string_equal((const char *)p.out.data, "");
    } else {
        assert_int_equal(WEXITSTATUS(p.status), 0);
        assert_string_equal((const char *)p.out.data, "1\n");
    }
    program_free(&p);
    assert_int_not_equal(access("/var/tmp/quietty-out", F_OK), 0);

    p = quietty("true\n", ARGV("shell", "--sandbox", "read-only", "--verbose"));
    assert_non_null(strstr((const char *)p.err.data, "quietty: shell: sandbox: "));
    program_free(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sandbox_is_around_the_shell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
