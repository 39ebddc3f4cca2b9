/* Whose failure it was, by what was printed. */
#include "unit/check.h"

#include "sandbox/classify.h"
#include <quietty/provider.h>

static void
failures_are_told_apart(void **state)
{
    static const struct {
        int32_t code;
        const char *output;
        sandbox_outcome outcome;
        const char *reason;
    } cases[] = {
        { 1, "bwrap: Can't mount proc\r\n", SANDBOX_FAILED, "bwrap: Can't mount proc" },
        { 1, "\nbwrap: setting up uid map: Permission denied\n", SANDBOX_FAILED,
          "bwrap: setting up uid map: Permission denied" },
        { 126, "quietty-landlock: rules are not taken: error 7\n", SANDBOX_FAILED,
          "quietty-landlock: rules are not taken: error 7" },
        /* A program that prints such a line: it did well, it said more before. */
        { 0, "bwrap: Can't mount proc\n", SANDBOX_UNINVOLVED, "" },
        { 1, "hello\nbwrap: Can't mount proc\n", SANDBOX_UNINVOLVED, "" },
        { 1, "bwrapper: no\n", SANDBOX_UNINVOLVED, "" },
        /* Denied. */
        { 1, "a\ntouch: cannot touch 'x': Read-only file system\nb\n", SANDBOX_DENIED,
          "touch: cannot touch 'x': Read-only file system" },
        { 2, "sh: 1: x: Permission denied", SANDBOX_DENIED,
          "sh: 1: x: Permission denied" },
        { 1, "mount: Operation not permitted\n", SANDBOX_DENIED,
          "mount: Operation not permitted" },
        { 1, "mv: Invalid cross-device link\n", SANDBOX_DENIED,
          "mv: Invalid cross-device link" },
        { 0, "touch: x: Read-only file system\n", SANDBOX_UNINVOLVED, "" },
        /* Neither. */
        { 1, "grep: x: No such file or directory\n", SANDBOX_UNINVOLVED, "" },
        { 1, "", SANDBOX_UNINVOLVED, "" },
        { 1, "\r\n\n", SANDBOX_UNINVOLVED, "" },
        { 1, "Permission denie", SANDBOX_UNINVOLVED, "" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_span reason;
        sandbox_outcome outcome =
            sandbox_classify(cases[i].code, qtty_text(cases[i].output), &reason);
        if (outcome != cases[i].outcome)
            print_message("%s", cases[i].output);
        assert_int_equal(outcome, cases[i].outcome);
        assert_int_equal(reason.len, strlen(cases[i].reason));
        if (reason.len != 0)
            assert_memory_equal(reason.data, cases[i].reason, reason.len);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
