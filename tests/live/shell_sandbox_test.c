/* quietty shell --sandbox: what is said of it, and what it keeps from happening. */
#define _POSIX_C_SOURCE 200809L

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

/* bubblewrap is not found: Landlock lets through what no rule of its knows. */
static void
what_is_let_through_is_told(void **state)
{
    char folder[] = "/tmp/quietty-partial-XXXXXX";
    char path[] = "/usr/bin:/bin";
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
    struct program p =
        quietty("echo here\n",
                ARGV("shell", "--sandbox", "workspace-write", "--workspace", folder));
    const char *error = (const char *)p.err.data;
    if (WEXITSTATUS(p.status) == 0) {
        assert_string_equal((const char *)p.out.data, "here\n");
        assert_non_null(strstr(error, "quietty: shell: sandbox: Landlock (ABI "));
        assert_non_null(strstr(error, "): partial, lets through "));
    } else {
        assert_non_null(strstr(error, "no usable sandbox (bwrap: not found in PATH; "));
    }
    program_free(&p);
    assert_int_equal(setenv("PATH", path, 1), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing was left in it */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sandbox_is_around_the_shell),
        cmocka_unit_test(what_is_let_through_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
