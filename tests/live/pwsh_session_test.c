/* PowerShell, which is set up by lines that are typed: the real one where it is
 * installed, and a stand-in for it, pwsh_stand_in.py, elsewhere. */
#define _GNU_SOURCE

#include "live/dialect.h"

static qtty_session_config
pwsh_stand_in(void)
{
    static qtty_span words[2];
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    words[0] = qtty_text("python3");
    words[1] = qtty_text(STAND_IN);
    c.dialect = "pwsh";
    c.argv = words;
    c.argc = COUNT_OF(words);
    return c;
}

/* The real one where there is one. */
static struct driven
started_pwsh(void)
{
    if (is_installed("pwsh"))
        return started("pwsh");
    print_message("pwsh is not installed: a stand-in for it\n");
    qtty_session_config c = pwsh_stand_in();
    struct driven d = drive_start(&c);
    qtty_span motd = qtty_session_motd(d.session);
    drive_keep(&d.output, motd);
    assert_string_equal((const char *)d.output.data, "a stand-in for PowerShell\nPS> ");
    return d;
}

static void
pwsh_is_known(void **state)
{
    static const struct line lines[] = {
        { "", "", 0 },
        { "'hi'", "hi\n", 0 },
        { "Write-Host -NoNewline half", "half", 0 },
        { "'PS> '", "PS> \n", 0 },
        { "$x = 'a  b'", "", 0 },
        { "$x", "a  b\n", 0 },
        { "sh -c 'echo err >&2'", "err\n", 0 },
        { "sh -c 'exit 3'", "", 3 },
        { "sh -c 'kill -9 $$'", "", 137 },
        { "throw 'no'", "Exception: no\n", 1 },
        { "cd /tmp", "", 0 },
        { "(Get-Location).Path", "/tmp\n", 0 },
        { "'" HUNDRED HUNDRED "'", HUNDRED HUNDRED "\n", 0 },
        { "'漢字 é'", "漢字 é\n", 0 },
        { "seq 3", "1\n2\n3\n", 0 },
        { "if ($true) {", ">> ", MORE }, /* no mark is there to tell it from output */
        { "'in' }", "in\n", 0 },
        { "'one'\n'two'\nsh -c 'exit 5'", "one\ntwo\n", 5 },
        { "clear", "", 0 },
        { "cat", "", READS },
        { "line", "line\nline\n", READS },
        { "\4", "", LEFT_BY },
        { "sh -c '(sleep 1000 &)'", "", 0 },
        { "sh -c \"env | grep -ie qtty= -e startup -e '133;'\"", "", 1 },
    };
    struct driven d = started_pwsh();
    (void)state;
    give(&d, "pwsh", lines, COUNT_OF(lines));
    nests(&d, "env PS1='nested> ' sh -i", "nested> ", 4);
    drive_end(&d);
}

/* Its prompt looks as ours, it waits, the lines were typed: without the marker it never
 * is ready. One deadline is over all of it: with one for each, a slow one would be. */
static void
lines_that_set_it_up_publish_nothing(void **state)
{
    static const char *const behaviours[] = { "deaf", "slow" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(behaviours); i++) {
        qtty_env_entry env = { .name = qtty_text("STAND_IN"),
                               .value = qtty_text(behaviours[i]) };
        qtty_session_config c = pwsh_stand_in();
        struct driven d;
        c.env = &env;
        c.env_count = 1;
        c.timeout_ms = 500;
        drive_create(&d, &c);
        while (qtty_session_phase(d.session) == QTTY_SESSION_STARTING)
            (void)drive_turn(&d);
        assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_CLOSING);
        const char *error = qtty_session_error(d.session);
        assert_ptr_equal(strstr(error, "start-up: not ready within 500 ms; it printed"),
                         error);
        assert_non_null(strstr(drive_text(&d), "PS> $OutputEncoding"));
        assert_int_equal(drive_past(&d, QTTY_SESSION_CLOSING), QTTY_SESSION_FAILED);
        drive_free(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pwsh_is_known),
        cmocka_unit_test(lines_that_set_it_up_publish_nothing),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
