/* A session with real programs that speak another charset than UTF-8: shells in locales
 * that are made here, and a program that is told by its environment. */
#define _GNU_SOURCE

#include "live/session.h"

/* A locale of this charset in the home; where there is none to make it of, skipped. */
static const char *
made_locale(const char *from, const char *charset, const char *name)
{
    static char path[160];
    char command[400];
    snprintf(path, sizeof path, "%s/%s", drive_home, name);
    snprintf(command, sizeof command,
             "localedef --no-archive -i %s -f %s %s >/dev/null 2>&1", from, charset,
             path);
    if (access(path, R_OK) != 0 && (system(command) == -1 || access(path, R_OK) != 0)) {
        print_message("localedef makes no %s\n", name);
        skip();
    }
    return path;
}

/* A shell with that locale, in a session of that encoding. */
static struct driven
start_in(qtty_session_config *c, const char *locale, const char *encoding)
{
    const qtty_env_entry env[] = {
        { .name = qtty_text("LOCPATH"), .value = qtty_text(drive_home) },
        { .name = qtty_text("LC_ALL"), .value = qtty_text(locale) },
    };
    c->env = env;
    c->env_count = COUNT_OF(env);
    c->encoding = encoding;
    return drive_start(c);
}

static struct driven
bash_in(const char *locale, const char *encoding, bool strict)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.strict = strict;
    return start_in(&c, locale, encoding);
}

static struct driven
dialect_in(const char *dialect, const char *locale, const char *encoding)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.dialect = dialect;
    return start_in(&c, locale, encoding);
}

/* --- Shells ------------------------------------------------------------------------- */

/* The line editor shows what was typed, so it knows the characters; `od` says which bytes
 * the program got. */
static void
bash_speaks_iso_8859(void **state)
{
    (void)state;
    made_locale("de_DE", "ISO-8859-15", "de_DE.ISO-8859-15");
    struct driven d = bash_in("de_DE.ISO-8859-15", "ISO-8859-15", true);
    says(&d, "locale charmap", "ISO-8859-15\n", 0);
    says(&d, "printf '\\244 \\351\\n'", "\u20AC \u00E9\n", 0);
    says(&d, "echo 12 \u20AC", "12 \u20AC\n", 0);
    says(&d, "printf \u20AC\u00E9 | od -An -tx1", " a4 e9\n", 0);
    says(&d, "x=caf\u00E9; echo ${#x}", "4\n", 0);
    assert_non_null(strstr(drive_text(&d), "$ echo 12 \u20AC\n"));
    drive_end(&d);
}

/* Their output begins behind the echo of the line, which is compared with the text. */
static void
shells_that_echo_speak_iso_8859(void **state)
{
    static const char *const dialects[] = { "sh", "ksh", "mksh" };
    (void)state;
    const char *locale = made_locale("de_DE", "ISO-8859-15", "de_DE.ISO-8859-15");
    for (size_t i = 0; i < COUNT_OF(dialects); i++) {
        struct driven d =
            dialect_in(dialects[i], strrchr(locale, '/') + 1, "ISO-8859-15");
        says(&d, "echo gr\u00F6\u00DFe", "gr\u00F6\u00DFe\n", 0);
        says(&d, "echo 12 \u20AC; false", "12 \u20AC\n", 1);
        drive_end(&d);
    }
}

static void
python_that_echoes_speaks_euc_jp(void **state)
{
    (void)state;
    made_locale("ja_JP", "EUC-JP", "ja_JP.EUC-JP");
    struct driven d = dialect_in("python", "ja_JP.EUC-JP", "EUC-JP");
    says(&d, "print('\u65E5\u672C')", "\u65E5\u672C\n", 0);
    drive_end(&d);
}

static void
bash_speaks_euc_jp(void **state)
{
    (void)state;
    made_locale("ja_JP", "EUC-JP", "ja_JP.EUC-JP");
    struct driven d = bash_in("ja_JP.EUC-JP", "EUC-JP", true);
    says(&d, "locale charmap", "EUC-JP\n", 0);
    says(&d, "x=\u65E5\u672C\u8A9E; echo $x ${#x}", "\u65E5\u672C\u8A9E 3\n", 0);
    says(&d, "printf %s \u65E5\u672C | od -An -tx1", " c6 fc cb dc\n", 0);
    asks(&d, "read -p '\u540D\u524D: ' x", "\u540D\u524D: ", LINES_ECHOED);
    says(&d, "\u5C71\u7530", "\u5C71\u7530\n", 0);
    says(&d, "echo \"<$x>\"", "<\u5C71\u7530>\n", 0);
    drive_end(&d);
}

/* 9B is CSI there, as a terminal without UTF-8 has it. */
static void
eight_bit_controls_are_controls(void **state)
{
    (void)state;
    made_locale("de_DE", "ISO-8859-15", "de_DE.ISO-8859-15");
    struct driven d = bash_in("de_DE.ISO-8859-15", "ISO-8859-15", true);
    says(&d, "printf 'a\\23331mb\\233m\\n'", "ab\n", 0);
    drive_end(&d);
}

static void
what_the_charset_lacks_never_reaches_bash(void **state)
{
    qtty_send send = QTTY_SEND_INIT;
    (void)state;
    made_locale("de_DE", "ISO-8859-15", "de_DE.ISO-8859-15");
    struct driven d = bash_in("de_DE.ISO-8859-15", "ISO-8859-15", true);
    send.text = qtty_text("touch \u65E5");
    send.submit = true;
    assert_int_equal(qtty_session_send(d.session, &send, live_now()), QTTY_E_ENCODING);
    assert_string_equal(qtty_session_error(d.session),
                        "send: U+65E5 is not in ISO-8859-15");
    says(&d, "echo next", "next\n", 0);
    drive_end(&d);
}

/* --- Programs ----------------------------------------------------------------------- */

/* Its prompts and answers have second bytes that are a backslash. */
static void
python_speaks_shift_jis(void **state)
{
    static const char program[] = "while True:\n"
                                  "    x = input('\\u8868? ')\n"
                                  "    print(ascii(x), '\\u30bd', x)\n";
    const qtty_span argv[] = { qtty_text("/usr/bin/python3"), qtty_text("-c"),
                               qtty_text(program) };
    const qtty_env_entry env[] = {
        { .name = qtty_text("PYTHONIOENCODING"), .value = qtty_text("shift_jis") },
    };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    if (access("/usr/bin/python3", X_OK) != 0) {
        print_message("python3 is not installed\n");
        skip();
    }
    c.dialect = "none";
    c.argv = argv;
    c.argc = COUNT_OF(argv);
    c.env = env;
    c.env_count = COUNT_OF(env);
    c.encoding = "Shift_JIS";
    c.strict = true;
    struct driven d = drive_start(&c);
    qtty_span motd = qtty_session_motd(d.session);
    assert_int_equal(motd.len, strlen("\u8868? "));
    assert_memory_equal(motd.data, "\u8868? ", motd.len);
    asks(&d, "\u8868\u540D",
         "\u8868\u540D\n'\\u8868\\u540d' \u30BD \u8868\u540D\n\u8868? ", LINES_ECHOED);
    drive_end(&d);
}

/* The kernel does not erase by characters, and no locale of UTF-8 is forced on bash. */
static void
the_terminal_is_not_utf_8s(void **state)
{
    static const char *const parent[] = { "PATH=/usr/bin:/bin", NULL };
    static const struct {
        const char *encoding, *modes, *locale;
    } cases[] = {
        { "EUC-KR", "-iutf8\n", "unset\n" },
        { "utf8", "iutf8\n", "C.UTF-8\n" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
        c.parent = parent;
        c.encoding = cases[i].encoding;
        struct driven d = drive_start(&c);
        says(&d, "stty -a | grep -o -e '-*iutf8'", cases[i].modes, 0);
        says(&d, "echo ${LC_CTYPE-unset}", cases[i].locale, 0);
        drive_end(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bash_speaks_iso_8859),
        cmocka_unit_test(shells_that_echo_speak_iso_8859),
        cmocka_unit_test(python_that_echoes_speaks_euc_jp),
        cmocka_unit_test(bash_speaks_euc_jp),
        cmocka_unit_test(eight_bit_controls_are_controls),
        cmocka_unit_test(what_the_charset_lacks_never_reaches_bash),
        cmocka_unit_test(python_speaks_shift_jis),
        cmocka_unit_test(the_terminal_is_not_utf_8s),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
