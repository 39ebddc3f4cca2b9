/* quietty run and shell, with the environment profile that --profile names. */
#define _XOPEN_SOURCE 700

#include "live/program.h"

static void
a_profile_chooses_pagers_and_editors(void **state)
{
    static const char show[] =
        "echo $PAGER ${NO_COLOR-colours} ${COLORTERM-none}; "
        "eval \"$EDITOR file\" 2>&1 | grep -o 'no_[a-z_]*\\|file$'";
    (void)state;
    setenv("PAGER", "less", 1);
    setenv("EDITOR", "echo", 1);
    quietty_prints("", ARGV("run", "sh", "-c", show), 0, "cat colours none\nfile\n");
    quietty_prints("", ARGV("run", "--profile", "quiet", "sh", "-c", show), 0,
                   "cat 1 none\nno_editor_in_this_session\n");
    quietty_prints("", ARGV("run", "--profile", "full", "sh", "-c", show), 0,
                   "less colours truecolor\nfile\n");
    quietty_prints(
        "", ARGV("run", "--profile", "quiet", "--env", "PAGER=more", "sh", "-c", show), 0,
        "more 1 none\nno_editor_in_this_session\n");
    unsetenv("PAGER");
    unsetenv("EDITOR");
    quietty_refuses("", ARGV("run", "--profile", "loud", "true"), 2,
                    "quietty: --profile: loud: must be one of plain, quiet, full\n");
}

static void
a_shell_takes_it_too(void **state)
{
    (void)state;
    quietty_prints("echo $MANPAGER\n", ARGV("shell", "--profile=quiet"), 0, "cat\n");
    quietty_prints("echo ${MANPAGER-none}\n", ARGV("shell"), 0, "none\n");
    quietty_refuses("", ARGV("shell", "--profile", ""), 2,
                    "quietty: --profile: : must be one of plain, quiet, full\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_chooses_pagers_and_editors),
        cmocka_unit_test(a_shell_takes_it_too),
    };
    unsetenv("MANPAGER");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
