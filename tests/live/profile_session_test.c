/* Environment profiles, with the programs that they are for: git, an editor that is asked
 * for, debconf, and shells, whose line editors look at EDITOR too. */
#define _GNU_SOURCE

#include "live/dialect.h"

static struct driven
started_for(qtty_profile profile, const char *dialect)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    static const qtty_env_entry none[] = {
        { .name = { (const uint8_t *)"GIT_CONFIG_NOSYSTEM", 19 },
          .value = { (const uint8_t *)"1", 1 } },
    };
    c.dialect = dialect;
    c.profile = profile;
    c.env = none;
    c.env_count = COUNT_OF(none);
    c.cwd = drive_home;
    return drive_start(&c);
}

/* However long it says nothing. */
static const char *
prints(struct driven *d, const char *command)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(command);
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN;
    assert_int_equal(qtty_session_send(d->session, &send, live_now()), QTTY_OK);
    return drive_settle(d);
}

/* --- git ---------------------------------------------------------------------------- */

static const char make_repository[] =
    "git init -q r && cd r && git config user.name n && git config user.email n@e && "
    "git commit -q --allow-empty -m first && "
    "git commit -q --allow-empty -m \"$(seq 100)\"";

static struct driven
in_a_repository(qtty_profile profile)
{
    struct driven d = started_for(profile, "bash");
    if (!is_installed("git")) {
        drive_end(&d);
        skip();
    }
    assert_string_equal(prints(&d, make_repository), "");
    is_at_prompt(&d, 0);
    return d;
}

static void
leave_repository(struct driven *d)
{
    assert_string_equal(prints(d, "cd .. && rm -rf r"), "");
    is_at_prompt(d, 0);
    drive_end(d);
}

static void
a_long_log_does_not_page(void **state)
{
    (void)state;
    struct driven d = in_a_repository(QTTY_PROFILE_QUIET);
    const char *log = prints(&d, "git log --format=%B");
    is_at_prompt(&d, 0);
    assert_memory_equal(log, "1\n2\n", 4);
    assert_string_equal(log + strlen(log) - 16, "\n99\n100\n\nfirst\n\n");
    leave_repository(&d);
}

static void
for_a_person_the_same_log_does(void **state)
{
    (void)state;
    if (!is_installed("less"))
        skip();
    struct driven d = in_a_repository(QTTY_PROFILE_FULL);
    prints(&d, "git log --format=%B");
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, -1);
    drive_send(&d, "q", false);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    leave_repository(&d);
}

#define NO_EDITOR "no_editor_in_this_session: write-the-file-by-a-command"

static void
a_commit_without_its_message_fails_and_says_why(void **state)
{
    (void)state;
    struct driven d = in_a_repository(QTTY_PROFILE_QUIET);
    const char *said = prints(&d, "git commit --allow-empty");
    is_at_prompt(&d, 1);
    assert_non_null(strstr(said, NO_EDITOR));
    said = prints(&d, "git rebase -i HEAD~1");
    is_at_prompt(&d, 1);
    assert_non_null(strstr(said, NO_EDITOR));
    leave_repository(&d);
}

/* --- Editors ------------------------------------------------------------------------ */

/* crontab -e as cron's runs it: by a shell, with the file behind the word. */
static void
whoever_starts_an_editor_is_told(void **state)
{
    static const char *const commands[] = {
        "sh -c \"${VISUAL:-${EDITOR:-vi}} file\"",
        "sh -c '$VISUAL \"$@\"' editor file",
        "$EDITOR file",
        "eval \"$SYSTEMD_EDITOR file\"",
        "fc -1",
        "sensible-editor file",
    };
    (void)state;
    struct driven d = started_for(QTTY_PROFILE_QUIET, "bash");
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (strncmp(commands[i], "sens", 4) == 0 && !is_installed("sensible-editor"))
            continue;
        assert_non_null(strstr(prints(&d, commands[i]), NO_EDITOR));
        assert_true(d.result.command_status > 0);
        is_at_prompt(&d, d.result.command_status);
    }
    drive_end(&d);
}

/* --- Questions ---------------------------------------------------------------------- */

static void
write_file(const char *name, const char *format)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", drive_home, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (; *format != '\0'; format++)
        if (*format == '@')
            fputs(drive_home, file);
        else
            fputc(*format, file);
    assert_int_equal(fclose(file), 0);
}

/* As a package's configuration asks, with databases of the test's own. */
static void
debconf_asks_nothing(void **state)
{
    (void)state;
    if (access("/usr/share/debconf/confmodule", R_OK) != 0)
        skip();
    write_file("rc", "Config: c\nTemplates: t\n\n"
                     "Name: c\nDriver: File\nFilename: @/config.dat\n\n"
                     "Name: t\nDriver: File\nFilename: @/templates.dat\n");
    write_file("q.templates", "Template: q/name\nType: string\nDefault: nobody\n"
                              "Description: Whose machine is this?\n");
    write_file("q.config", "#!/bin/sh\n. /usr/share/debconf/confmodule\n"
                           "db_x_loadtemplatefile @/q.templates q\n"
                           "db_input high q/name || true\ndb_go || true\n"
                           "db_get q/name\necho \"name: $RET\" >&2\n");

    struct driven d = started_for(QTTY_PROFILE_QUIET, "bash");
    prints(&d, "DEBCONF_SYSTEMRC=$PWD/rc sh -c 'chmod +x q.config && ./q.config'");
    assert_string_equal((const char *)d.output.data, "name: nobody\n");
    is_at_prompt(&d, 0);
    drive_end(&d);
}

/* --- Shells ------------------------------------------------------------------------- */

static void
every_dialect_starts_with_every_profile(void **state)
{
    (void)state;
    for (size_t i = 0; qtty_dialect_name(i) != NULL; i++) {
        const struct dialect *dialect = dialect_find(qtty_dialect_name(i));
        if (dialect->argv == NULL || !is_installed(dialect->argv[0]))
            continue;
        for (int profile = 0; qtty_profile_name((size_t)profile) != NULL; profile++) {
            bool is_python = strcmp(dialect->name, "python") == 0;
            struct driven d = started_for((qtty_profile)profile, dialect->name);
            const char *said = prints(&d, is_python ? "print(6 * 7)" : "echo 42");
            assert_string_equal(said, "42\n");
            is_at_prompt(&d, 0);
            drive_end(&d);
        }
    }
}

static void
a_profile_that_is_none_starts_nothing(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    qtty_session *session;
    qtty_buf error;
    (void)state;

    c.profile = (qtty_profile)7;
    qtty_buf_init(&error, NULL, 0);
    assert_int_equal(qtty_session_create(&session, NULL, &c, live_now(), &error),
                     QTTY_E_INVAL);
    assert_null(session);
    assert_int_equal(error.len, strlen("profile: 7: no such profile"));
    assert_memory_equal(error.data, "profile: 7: no such profile", error.len);
    qtty_buf_finish(&error);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_log_does_not_page),
        cmocka_unit_test(for_a_person_the_same_log_does),
        cmocka_unit_test(a_commit_without_its_message_fails_and_says_why),
        cmocka_unit_test(whoever_starts_an_editor_is_told),
        cmocka_unit_test(debconf_asks_nothing),
        cmocka_unit_test(every_dialect_starts_with_every_profile),
        cmocka_unit_test(a_profile_that_is_none_starts_nothing),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
