/* quietty run and shell, with the environment profile that --profile names, and with what
 * becomes of concealed text. */
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
                    "quietty: --profile: must not be empty\n");
}

/* --- Concealed text ----------------------------------------------------------------- */

#define HIDE "printf 'a\\033[8mb\\033[mc\\n'"

static void
concealed_text_is_marked_on_request(void **state)
{
    (void)state;
    quietty_prints("", ARGV("run", "sh", "-c", HIDE), 0, "abc\n");
    quietty_prints("", ARGV("run", "--hidden", "marked", "sh", "-c", HIDE), 0,
                   "a\u27E6concealed: b\u27E7c\n");
    quietty_prints("", ARGV("run", "--hidden", "removed", "sh", "-c", HIDE), 0, "a c\n");
    quietty_prints(HIDE "\n", ARGV("shell", "--hidden", "marked"), 0,
                   "a\u27E6concealed: b\u27E7c\n");
    quietty_prints("a\033[30;40mb\033[mc",
                   ARGV("render", "--format", "lines", "--hidden", "removed", "-"), 0,
                   "a c\n");
}

static void
a_stream_cannot_tell_what_is_concealed(void **state)
{
    static const char why[] = "quietty: --hidden: marked: needs --projection screen\n";
    (void)state;
    quietty_refuses("", ARGV("shell", "--hidden", "marked", "--projection", "stream"), 2,
                    why);
    struct program p =
        quietty("", ARGV("run", "--hidden", "marked", "--projection", "stream", "true"));
    assert_string_equal((const char *)p.err.data, why);
    assert_int_not_equal(WEXITSTATUS(p.status), 0);
    program_free(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_chooses_pagers_and_editors),
        cmocka_unit_test(a_shell_takes_it_too),
        cmocka_unit_test(concealed_text_is_marked_on_request),
        cmocka_unit_test(a_stream_cannot_tell_what_is_concealed),
    };
    unsetenv("MANPAGER");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
