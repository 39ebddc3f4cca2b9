/* The child's environment: what stays behind, what is set, who wins, what is refused. */
#include "unit/check.h"

#include "provider/environment.h"
#include "provider/profile.h"
#include <stdio.h>

static qtty_env_entry
set_to(const char *name, const char *value)
{
    return (qtty_env_entry){ .name = qtty_text(name), .value = qtty_text(value) };
}

static qtty_env_entry
unset(const char *name)
{
    return (qtty_env_entry){ .name = qtty_text(name), .unset = true };
}

/* Build from `parent` and up to `count` entries; the caller finishes it. */
static struct environment
built(const char *const *parent, const qtty_env_entry *env, size_t count)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct environment e;
    struct failure why;

    c.env = env;
    c.env_count = count;
    assert_int_equal(environment_build(&e, NULL, &c, parent, &why), QTTY_OK);
    assert_null(e.entries[e.count]);
    return e;
}

static void
names_with_secrets_stay_behind(void **state)
{
    static const struct {
        const char *name;
        bool scrubbed;
    } cases[] = {
        { "API_KEY", true },  { "api_key", true },         { "Keyring", true },
        { "MONKEY", true }, /* the rule is about the letters */
        { "KE", false },      { "DB_PASSWORD", true },     { "PASSWORDS_FILE", true },
        { "PASSWD", false },  { "AwsSecretAccess", true }, { "GITHUB_TOKEN", true },
        { "tokenize", true }, { "TOKE", false },           { "HOME", false },
        { "PATH", false },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(environment_scrubs(qtty_text(cases[i].name)), cases[i].scrubbed);
}

static void
the_parents_terminal_stays_behind(void **state)
{
    static const struct {
        const char *name;
        bool scrubbed;
    } cases[] = {
        { "TERM_PROGRAM", true },
        { "TERM_PROGRAM_VERSION", true },
        { "VTE_VERSION", true },
        { "TMUX", true },
        { "TMUX_PANE", true },
        { "TMUX_TMPDIR", false }, /* where a user keeps sockets: no identity */
        { "STY", true },
        { "STYLE", false },
        { "WINDOW", true },
        { "WINDOWID", true },
        { "WINDOWS_HOME", false },
        { "KONSOLE_VERSION", true },
        { "KITTY_WINDOW_ID", true },
        { "ALACRITTY_SOCKET", true },
        { "WEZTERM_PANE", true },
        { "ITERM_PROFILE", true },
        { "WT_SESSION", true },
        { "COLORTERM", true },
        { "LINES", true },
        { "COLUMNS", true },
        { "GPG_TTY", true },
        { "QTTY_SESSION", true },
        { "QTTY_", true },
        { "QTTY", false },
        { "LANG", false },
        { "DISPLAY", false },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(environment_scrubs(qtty_text(cases[i].name)), cases[i].scrubbed);
}

static void
inherits_the_rest_and_sets_its_own(void **state)
{
    const char *const parent[] = {
        "HOME=/home/u", "PAGER=less",       "TERM=dumb", "S3_SECRET=x",  "=odd",
        "nothing",      "LANG=de_DE.UTF-8", "EMPTY=",    "HOME=/second", NULL,
    };
    struct environment e = built(parent, NULL, 0);
    (void)state;

    assert_string_equal(environment_get(&e, "HOME"), "/home/u");
    assert_string_equal(environment_get(&e, "EMPTY"), "");
    assert_string_equal(environment_get(&e, "LANG"), "de_DE.UTF-8");
    assert_string_equal(environment_get(&e, "TERM"), "xterm-256color");
    assert_string_equal(environment_get(&e, "PAGER"), "cat");
    assert_string_equal(environment_get(&e, "GIT_PAGER"), "cat");
    assert_null(environment_get(&e, "S3_SECRET"));
    assert_null(environment_get(&e, "nothing"));
    assert_null(environment_get(&e, "QTTY_SESSION")); /* the caller gave no id */
    assert_int_equal(e.count, 6);
    environment_finish(&e);
}

static void
the_session_and_the_term_are_the_callers(void **state)
{
    const char *const parent[] = { "QTTY_SESSION=outer", NULL };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct environment e;
    struct failure why;
    (void)state;

    c.term = "dumb";
    c.session = "s-1";
    assert_int_equal(environment_build(&e, NULL, &c, parent, &why), QTTY_OK);
    assert_string_equal(environment_get(&e, "TERM"), "dumb");
    assert_string_equal(environment_get(&e, "QTTY_SESSION"), "s-1");
    environment_finish(&e);
}

static void
explicit_entries_win_over_everything(void **state)
{
    const char *const parent[] = { "HOME=/h", "API_KEY=parent", "LANG=C", NULL };
    const qtty_env_entry env[] = {
        set_to("API_KEY", "given"), set_to("PAGER", "less -R"),
        set_to("LINES", "12"),      unset("HOME"),
        unset("GIT_PAGER"),         unset("never there"),
        set_to("TWICE", "1"),       set_to("TWICE", "2"),
    };
    struct environment e = built(parent, env, COUNT_OF(env));
    (void)state;

    assert_string_equal(environment_get(&e, "API_KEY"), "given");
    assert_string_equal(environment_get(&e, "PAGER"), "less -R");
    assert_string_equal(environment_get(&e, "LINES"), "12");
    assert_string_equal(environment_get(&e, "TWICE"), "2");
    assert_null(environment_get(&e, "HOME"));
    assert_null(environment_get(&e, "GIT_PAGER"));
    environment_finish(&e);
}

static void
a_locale_is_given_where_there_is_none(void **state)
{
    static const struct {
        const char *parent[4];
        const char *lc_ctype;
    } cases[] = {
        { { NULL }, "C.UTF-8" },
        { { "LANG=", NULL }, "C.UTF-8" },
        { { "LANG=", "LC_CTYPE=", "LC_ALL=", NULL }, "C.UTF-8" },
        { { "LC_MESSAGES=de_DE", NULL }, "C.UTF-8" }, /* says nothing about characters */
        { { "LANG=C", NULL }, NULL },                 /* someone chose it */
        { { "LC_ALL=POSIX", NULL }, NULL },
        { { "LC_CTYPE=en_US.UTF-8", NULL }, "en_US.UTF-8" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct environment e = built(cases[i].parent, NULL, 0);
        const char *found = environment_get(&e, "LC_CTYPE");
        assert_string_equal(found ? found : "-",
                            cases[i].lc_ctype ? cases[i].lc_ctype : "-");
        environment_finish(&e);
    }
}

static void
an_explicit_locale_stands(void **state)
{
    const char *const parent[] = { NULL };
    const qtty_env_entry none = unset("LC_CTYPE"), latin = set_to("LANG", "de_DE");
    struct environment e = built(parent, &none, 1);
    (void)state;
    assert_null(environment_get(&e, "LC_CTYPE"));
    environment_finish(&e);

    e = built(parent, &latin, 1);
    assert_null(environment_get(&e, "LC_CTYPE"));
    environment_finish(&e);
}

static void
no_utf8_locale_for_another_encoding(void **state)
{
    const char *const parent[] = { NULL };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct environment e;
    struct failure why;
    (void)state;

    c.encoding = QTTY_ENCODING_LATIN1;
    assert_int_equal(environment_build(&e, NULL, &c, parent, &why), QTTY_OK);
    assert_null(environment_get(&e, "LC_CTYPE"));
    environment_finish(&e);
}

static void
bad_entries_are_refused_with_field_value_and_rule(void **state)
{
    static const uint8_t nul_name[] = "A\0B", nul_value[] = "x\0yz";
    const char *const parent[] = { "HOME=/h", NULL };
    const struct {
        qtty_env_entry entry;
        const char *text;
    } cases[] = {
        { set_to("", "v"), "env[1].name: \"\": must not be empty" },
        { set_to("A=B", "v"), "env[1].name: \"A=B\": must not contain '='" },
        { unset("A=B"), "env[1].name: \"A=B\": must not contain '='" },
        { { .name = { nul_name, 3 }, .value = qtty_text("v") },
          "env[1].name: \"A\" and on, 3 bytes: must not contain NUL" },
        { { .name = qtty_text("FOO"), .value = { nul_value, 4 } },
          "env FOO: 4 bytes: must not contain NUL" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const qtty_env_entry env[] = { set_to("GOOD", "1"), cases[i].entry };
        qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
        struct environment e;
        struct failure why;
        c.env = env;
        c.env_count = COUNT_OF(env);
        assert_int_equal(environment_build(&e, NULL, &c, parent, &why), QTTY_E_INVAL);
        assert_string_equal(why.text, cases[i].text);
        assert_int_equal(e.count, 0);
        environment_finish(&e);
    }
}

/* --- Profiles ----------------------------------------------------------------------- */

static struct environment
built_for(qtty_profile profile, const char *const *parent, const qtty_env_entry *env,
          size_t count)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct environment e;
    struct failure why;

    c.profile = profile;
    c.env = env;
    c.env_count = count;
    assert_int_equal(environment_build(&e, NULL, &c, parent, &why), QTTY_OK);
    return e;
}

static void
profiles_have_names(void **state)
{
    (void)state;
    assert_string_equal(qtty_profile_name(QTTY_PROFILE_PLAIN), "plain");
    assert_string_equal(qtty_profile_name(QTTY_PROFILE_QUIET), "quiet");
    assert_string_equal(qtty_profile_name(QTTY_PROFILE_FULL), "full");
    assert_null(qtty_profile_name(3));
}

static void
a_quiet_one_has_no_pagers_editors_and_questions(void **state)
{
    const char *const parent[] = {
        "PAGER=less", "EDITOR=vi", "MANPAGER=most", "FORCE_COLOR=3", "CLICOLOR_FORCE=1",
        "HOME=/h",    NULL
    };
    struct environment e = built_for(QTTY_PROFILE_QUIET, parent, NULL, 0);
    (void)state;

    assert_string_equal(environment_get(&e, "PAGER"), "cat");
    assert_string_equal(environment_get(&e, "MANPAGER"), "cat");
    assert_string_equal(environment_get(&e, "AWS_PAGER"), "");
    assert_string_equal(environment_get(&e, "DEBIAN_FRONTEND"), "noninteractive");
    assert_string_equal(environment_get(&e, "NO_COLOR"), "1");
    assert_string_equal(environment_get(&e, "HOME"), "/h");
    assert_memory_equal(environment_get(&e, "EDITOR"), "sh -c ${no_editor", 17);
    assert_string_equal(environment_get(&e, "VISUAL"), environment_get(&e, "EDITOR"));
    assert_null(environment_get(&e, "FORCE_COLOR"));
    assert_null(environment_get(&e, "CLICOLOR_FORCE"));
    environment_finish(&e);
}

/* zsh and ksh take these letters in EDITOR or VISUAL for a wish to edit lines so. */
static void
the_editor_that_fails_chooses_no_line_editor(void **state)
{
    static const char *const words[] = { "vi", "VI", "Vi", "vI", "macs", "gmacs" };
    const char *const parent[] = { NULL };
    struct environment e = built_for(QTTY_PROFILE_QUIET, parent, NULL, 0);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        assert_null(strstr(environment_get(&e, "VISUAL"), words[i]));
    environment_finish(&e);
}

static void
a_full_one_keeps_the_parents_programs(void **state)
{
    const char *const parent[] = { "PAGER=less", "EDITOR=vi", "COLORTERM=16", NULL };
    struct environment e = built_for(QTTY_PROFILE_FULL, parent, NULL, 0);
    (void)state;

    assert_string_equal(environment_get(&e, "PAGER"), "less");
    assert_string_equal(environment_get(&e, "EDITOR"), "vi");
    assert_string_equal(environment_get(&e, "COLORTERM"), "truecolor");
    assert_null(environment_get(&e, "GIT_PAGER"));
    environment_finish(&e);
}

static void
explicit_entries_win_over_a_profile(void **state)
{
    const char *const parent[] = { NULL };
    const qtty_env_entry env[] = { set_to("PAGER", "more"), unset("NO_COLOR"),
                                   set_to("FORCE_COLOR", "1") };
    struct environment e = built_for(QTTY_PROFILE_QUIET, parent, env, COUNT_OF(env));
    (void)state;

    assert_string_equal(environment_get(&e, "PAGER"), "more");
    assert_string_equal(environment_get(&e, "FORCE_COLOR"), "1");
    assert_null(environment_get(&e, "NO_COLOR"));
    environment_finish(&e);
}

static void
a_profile_that_is_none_is_refused(void **state)
{
    const char *const parent[] = { "HOME=/h", NULL };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct environment e;
    struct failure why;
    (void)state;

    c.profile = (qtty_profile)3;
    assert_int_equal(environment_build(&e, NULL, &c, parent, &why), QTTY_E_INVAL);
    assert_string_equal(why.text, "profile: 3: no such profile");
    assert_int_equal(e.count, 0);
}

/* The table of the chapter is the table of the code. */
static void
the_readme_has_every_variable(void **state)
{
    static char page[1 << 18];
    FILE *file = fopen(ENGINE_README, "r");
    size_t len = file != NULL ? fread(page, 1, sizeof page - 1, file) : 0;
    size_t rows = 0, entries = 0;
    (void)state;

    assert_non_null(file);
    (void)fclose(file);
    page[len] = '\0';
    char *table = strstr(page, "| variable | in `quiet` |");
    assert_non_null(table);
    *strstr(table, "\n\n") = '\0';
    for (const char *at = table; (at = strstr(at, "\n| `")) != NULL; at++)
        rows++;
    const struct profile_entry *p = profile_entries(QTTY_PROFILE_QUIET);
    for (; p->name != NULL; p++, entries++) {
        bool fails = p->value != NULL && strncmp(p->value, "sh -c ", 6) == 0;
        char row[96];
        if (p->value == NULL || p->value[0] == '\0' || fails)
            (void)snprintf(row, sizeof row, "\n| `%s` | %s |", p->name,
                           fails              ? "fails"
                           : p->value == NULL ? "removed"
                                              : "empty");
        else
            (void)snprintf(row, sizeof row, "\n| `%s` | `%s` |", p->name, p->value);
        if (strstr(table, row) == NULL)
            fail_msg("not in the table: %s", row);
    }
    assert_int_equal(rows, entries);
}

static void
want_of_memory_leaks_nothing(void **state)
{
    const char *const parent[] = { "HOME=/h", "USER=u", NULL };
    const qtty_env_entry env[] = { set_to("A", "1"), unset("USER"),
                                   set_to("HOME", "/x") };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    qtty_status st = QTTY_E_NOMEM;
    long fail_at = 0;
    (void)state;

    c.env = env;
    c.env_count = COUNT_OF(env);
    while (st != QTTY_OK) {
        struct failing_allocator memory = { .fail_at = ++fail_at };
        qtty_allocator hook = failing_allocator_hook(&memory);
        struct environment e;
        struct failure why;
        st = environment_build(&e, &hook, &c, parent, &why);
        assert_true(st == QTTY_OK || st == QTTY_E_NOMEM);
        environment_finish(&e);
        assert_int_equal(memory.live, 0);
    }
    assert_true(fail_at > 5); /* the array and each entry that was made */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_with_secrets_stay_behind),
        cmocka_unit_test(the_parents_terminal_stays_behind),
        cmocka_unit_test(inherits_the_rest_and_sets_its_own),
        cmocka_unit_test(the_session_and_the_term_are_the_callers),
        cmocka_unit_test(explicit_entries_win_over_everything),
        cmocka_unit_test(a_locale_is_given_where_there_is_none),
        cmocka_unit_test(an_explicit_locale_stands),
        cmocka_unit_test(no_utf8_locale_for_another_encoding),
        cmocka_unit_test(bad_entries_are_refused_with_field_value_and_rule),
        cmocka_unit_test(profiles_have_names),
        cmocka_unit_test(a_quiet_one_has_no_pagers_editors_and_questions),
        cmocka_unit_test(the_editor_that_fails_chooses_no_line_editor),
        cmocka_unit_test(a_full_one_keeps_the_parents_programs),
        cmocka_unit_test(explicit_entries_win_over_a_profile),
        cmocka_unit_test(a_profile_that_is_none_is_refused),
        cmocka_unit_test(the_readme_has_every_variable),
        cmocka_unit_test(want_of_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
