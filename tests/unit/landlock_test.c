/* What Landlock's launcher is started with, and what each version of it lets through. */
#include "unit/check.h"

#include "sandbox/landlock.h"
#include <string.h>

static void
has_words(qtty_sandbox mode, const char *tmp, const char *const *expected)
{
    qtty_span words[LANDLOCK_WORDS_MAX];
    struct sandbox_policy policy = { .mode = mode, .workspace = "/src", .cwd = "/src" };
    size_t count = landlock_words(words, "/proc/1/fd/7", &policy, tmp);
    assert_true(count <= LANDLOCK_WORDS_MAX);
    for (size_t i = 0; i < count; i++)
        assert_string_equal((const char *)words[i].data, expected[i]);
    assert_null(expected[count]);
}

static void
the_launcher_is_told_what_may_be_written(void **state)
{
    (void)state;
    has_words(QTTY_SANDBOX_READ_ONLY, "/tmp/x",
              (const char *const[]){ "/proc/1/fd/7", "read-only", "--", NULL });
    has_words(QTTY_SANDBOX_WORKSPACE_WRITE, "/tmp/x",
              (const char *const[]){ "/proc/1/fd/7", "workspace-write", "/src", "/tmp/x",
                                     "--", NULL });
    has_words(
        QTTY_SANDBOX_WORKSPACE_WRITE, "",
        (const char *const[]){ "/proc/1/fd/7", "workspace-write", "/src", "--", NULL });
}

static void
what_a_version_lets_through_is_told(void **state)
{
    static const struct {
        int abi;
        const char *read_only, *workspace_write;
    } cases[] = {
        { 1, "truncate(2), ioctl(2) of devices",
          "truncate(2), ioctl(2) of devices, and modes, owners, times and attributes of "
          "files" },
        { 2, "truncate(2), ioctl(2) of devices",
          "truncate(2), ioctl(2) of devices, and modes, owners, times and attributes of "
          "files" },
        { 3, "ioctl(2) of devices",
          "ioctl(2) of devices, and modes, owners, times and attributes of files" },
        { 4, "ioctl(2) of devices",
          "ioctl(2) of devices, and modes, owners, times and attributes of files" },
        { 5, "", "modes, owners, times and attributes of files" },
        { 7, "", "modes, owners, times and attributes of files" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_string_equal(landlock_lets_through(cases[i].abi, QTTY_SANDBOX_READ_ONLY),
                            cases[i].read_only);
        assert_string_equal(
            landlock_lets_through(cases[i].abi, QTTY_SANDBOX_WORKSPACE_WRITE),
            cases[i].workspace_write);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_launcher_is_told_what_may_be_written),
        cmocka_unit_test(what_a_version_lets_through_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
