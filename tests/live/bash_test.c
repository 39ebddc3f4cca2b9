/* A real bash with its private start-up file: the bytes of a command from its echo to the
 * next prompt; that the shell is otherwise as bash starts it; and that nothing a user
 * does to it takes the marks away or shows the nonce to its children. */
#define _XOPEN_SOURCE 700

#include "live/live.h"

#include "shell/startup.h"
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

struct shell {
    struct live l;
    struct startup startup;
    char home[64];
    size_t seen; /* so much of the output was expected already */
};

/* --- Driving it --------------------------------------------------------------------- */

/* A mark of ours as "<C>" or "<D1>". @return how long it is; 0: there is none. */
static size_t
mark_at(const struct shell *sh, const char *at, char *out)
{
    char nonce[NONCE_BYTES + 1];
    int status, len = 0;
    if (sscanf(at, "\033]133;C;qtty=%32[0-9a-f]\a%n", nonce, &len) == 1 && len != 0)
        strcpy(out, "<C>");
    else if (sscanf(at, "\033]133;D;%d;qtty=%32[0-9a-f]\a%n", &status, nonce, &len) == 2
             && len != 0)
        sprintf(out, "<D%d>", status);
    else if (sscanf(at, "\033]133;P;k=s;qtty=%32[0-9a-f]\a%n", nonce, &len) == 1
             && len != 0)
        strcpy(out, "<P>");
    else
        return 0;
    return strcmp(nonce, sh->startup.nonce) == 0 ? (size_t)len : 0;
}

/* The output that was not expected yet, with marks made readable. */
static const char *
news(struct shell *sh)
{
    static char out[16384];
    const char *at = live_text(&sh->l) + sh->seen;
    char *to = out;
    assert_true(strlen(at) < sizeof out);
    while (*at != '\0') {
        size_t len = *at == '\033' ? mark_at(sh, at, to) : 0;
        if (len == 0)
            *to++ = *at++;
        else
            to += strlen(to);
        at += len;
    }
    *to = '\0';
    return out;
}

/* Next comes exactly this. */
static void
comes(struct shell *sh, const char *expected)
{
    uint64_t guard = live_now() + 20000000000u;
    while (strcmp(news(sh), expected) != 0 && !sh->l.hung_up && live_now() < guard)
        assert_int_equal(live_turn(&sh->l), QTTY_OK);
    assert_string_equal(news(sh), expected);
    sh->seen = sh->l.output.len;
}

static void
types(struct shell *sh, const char *text)
{
    size_t did = 0;
    assert_int_equal(qtty_terminal_write(sh->l.terminal, qtty_text(text), &did), QTTY_OK);
    assert_int_equal(did, strlen(text));
}

/* It sleeps in the wait for a key. Before, an interrupt can come between readline's look
 * at its signals and that wait, and stays unnoticed until the next key. */
static void
waits(struct shell *sh)
{
    uint64_t guard = live_now() + 20000000000u;
    qtty_look look = { 0 };
    while (look.wait_class != QTTY_CLASS_A) {
        assert_true(live_now() < guard);
        sched_yield();
        qtty_terminal_look(sh->l.terminal, &look);
    }
}

/* A line, and all that comes of it: echo, mark, output, mark with the status, prompt. */
static void
gives(struct shell *sh, const char *line, const char *output, int status)
{
    char expected[1024];
    snprintf(expected, sizeof expected, "%s\r\n<C>%s<D%d>$ ", line, output, status);
    types(sh, line);
    types(sh, "\r");
    comes(sh, expected);
}

/* The same with the nonce where the line has %s. */
static void
gives_with_nonce(struct shell *sh, const char *format, const char *output, int status)
{
    char line[256];
    const char *cut = strstr(format, "%s");
    snprintf(line, sizeof line, "%.*s%s%s", (int)(cut - format), format,
             sh->startup.nonce, cut + 2);
    gives(sh, line, output, status);
}

/* --- Starting and ending it --------------------------------------------------------- */

static void
make_home(struct shell *sh)
{
    strcpy(sh->home, "/tmp/quietty-bash-XXXXXX");
    assert_non_null(mkdtemp(sh->home));
}

static void
remove_home(struct shell *sh)
{
    DIR *d = opendir(sh->home);
    assert_non_null(d);
    for (struct dirent *entry; (entry = readdir(d)) != NULL;)
        unlinkat(dirfd(d), entry->d_name, 0);
    closedir(d);
    assert_int_equal(rmdir(sh->home), 0);
}

/* A dumb terminal, so that the line editor adds nothing to what it echoes. `extra` is a
 * variable of the parent. */
static void
spawn(struct shell *sh, const char *const *argv, qtty_env_entry entry, const char *extra)
{
    char home[80];
    const char *const parent[] = { "PATH=/usr/bin:/bin", "LANG=C.UTF-8", home, extra,
                                   NULL };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    snprintf(home, sizeof home, "HOME=%s", sh->home);
    c.parent = parent;
    c.env = &entry;
    c.env_count = 1;
    c.term = "dumb";
    c.window.cols = 400;
    sh->seen = 0;
    live_spawn(&sh->l, &c, argv);
}

static void
spawn_with_startup(struct shell *sh, const struct dialect *d, const char *extra)
{
    struct failure why;
    assert_int_equal(startup_create(&sh->startup, d, NULL, &why), QTTY_OK);
    spawn(sh, d->argv,
          (qtty_env_entry){ .name = qtty_text(d->variable),
                            .value = qtty_text(sh->startup.path) },
          extra);
}

/* Up to the first prompt, when the file has served. */
static void
start(struct shell *sh, const struct dialect *d, const char *extra)
{
    make_home(sh);
    spawn_with_startup(sh, d, extra);
    comes(sh, "<D0>$ ");
    startup_remove(&sh->startup);
}

static struct shell
started(void)
{
    struct shell sh;
    start(&sh, dialect_find("bash"), NULL);
    return sh;
}

static void
finish(struct shell *sh)
{
    live_close(&sh->l, 3000);
    live_finish(&sh->l);
    remove_home(sh);
}

/* --- What comes --------------------------------------------------------------------- */

static void
a_command_stands_between_its_marks(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "echo hi", "hi\r\n", 0);
    gives(&sh, "printf half", "half", 0);
    gives(&sh, "(exit 42)", "", 42);
    finish(&sh);
}

static void
the_bytes_of_a_mark(void **state)
{
    struct shell sh = started();
    char expected[256];
    (void)state;
    snprintf(expected, sizeof expected,
             "false\r\n\033]133;C;qtty=%s\a\033]133;D;1;qtty=%s\a$ ", sh.startup.nonce,
             sh.startup.nonce);
    size_t before = sh.seen;
    gives(&sh, "false", "", 1);
    assert_string_equal(live_text(&sh.l) + before, expected);
    finish(&sh);
}

static void
the_next_command_finds_the_last_ones_status(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "false", "", 1);
    gives(&sh, "echo $?", "1\r\n", 0);
    gives(&sh, "true | (exit 3)", "", 3);
    gives(&sh, "echo ${PIPESTATUS[*]}", "0 3\r\n", 0);
    gives(&sh, ": one two", "", 0);
    gives(&sh, "echo $_", "two\r\n", 0);
    finish(&sh);
}

static void
a_line_without_a_command_ends_with_a_mark_too(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "false", "", 1);
    types(&sh, "\r");
    comes(&sh, "\r\n<D1>$ ");
    types(&sh, "abc");
    comes(&sh, "abc");
    waits(&sh);
    types(&sh, "\003");
    comes(&sh, "^C\r\n<D130>$ ");
    finish(&sh);
}

static void
a_continued_line_is_asked_for_with_a_mark_of_its_own(void **state)
{
    struct shell sh = started();
    (void)state;
    types(&sh, "echo 'a\r");
    comes(&sh, "echo 'a\r\n> <P>");
    types(&sh, "b'\r");
    comes(&sh, "b'\r\n<C>a\r\nb\r\n<D0>$ ");
    finish(&sh);
}

/* --- As bash starts it -------------------------------------------------------------- */

/* All that a shell can tell of itself goes to a file, apart from what is another in each
 * shell, from what we set (the prompt, the marks, the sizes of the history), and from
 * BASH_ARGC, which is made when first looked at. */
#define TELL                                                                             \
    "{ shopt -p; set -o; declare -p | grep -vE ' (BASH_ARGC|BASHPID|EPOCH[A-Z]*|PPID|"   \
    "S?RANDOM|SECONDS|HIST(FILE)?SIZE|PROMPT_COMMAND|PS[0-2])(=|$)'; declare -f; "       \
    "alias; trap -p; echo $-; env; } >~/told 2>&1\r"                                     \
    "{ bind -psvX | grep -v history-size; complete -p; enable -a; hash; jobs; umask; "   \
    "ulimit -a; history; } >>~/told 2>&1\rexit\r"

/* Let it tell, and read that. */
static char *
told(struct shell *sh)
{
    static const size_t most = 1 << 20;
    char path[80], *text = malloc(most);
    types(sh, TELL);
    assert_int_equal(live_run(&sh->l).state, QTTY_CHILD_EXITED);
    live_finish(&sh->l);
    snprintf(path, sizeof path, "%s/.bash_history", sh->home);
    assert_int_equal(unlink(path), 0); /* it was written where bash does */

    snprintf(path, sizeof path, "%s/told", sh->home);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(text);
    text[fread(text, 1, most - 1, f)] = '\0';
    fclose(f);
    unlink(path);
    return text;
}

static void
nothing_else_differs_from_a_plain_shell(void **state)
{
    const char *const plain[] = { "/bin/bash", "--noprofile", "--norc", "-i", NULL };
    struct shell sh;
    (void)state;
    make_home(&sh);
    spawn(&sh, plain, (qtty_env_entry){ .name = qtty_text("ENV"), .unset = true }, NULL);
    char *expected = told(&sh);
    assert_non_null(strstr(expected, "shopt -u inherit_errexit"));
    assert_non_null(strstr(expected, "/.bash_history\""));
    assert_non_null(strstr(expected, "set editing-mode emacs"));

    spawn_with_startup(&sh, dialect_find("bash"), NULL);
    char *text = told(&sh);
    assert_string_equal(text, expected);
    startup_remove(&sh.startup);
    free(text);
    free(expected);
    remove_home(&sh);
}

static void
variables_of_the_parent_stay(void **state)
{
    struct shell sh;
    (void)state;
    start(&sh, dialect_find("bash"), "HISTFILE=/tmp/.sh_history");
    gives(&sh, "declare -p HISTFILE", "declare -x HISTFILE=\"/tmp/.sh_history\"\r\n", 0);
    gives(&sh, "unset HISTFILE", "", 0);
    finish(&sh);

    start(&sh, dialect_find("bash"), "MAILCHECK=600");
    gives(&sh, "declare -p MAILCHECK", "declare -ix MAILCHECK=\"600\"\r\n", 0);
    finish(&sh);
}

static void
the_sizes_of_the_history_are_the_parents(void **state)
{
    struct shell sh;
    (void)state;
    start(&sh, dialect_find("bash"), "HISTSIZE=7");
    gives(&sh, "declare -p HISTSIZE", "declare -x HISTSIZE=\"7\"\r\n", 0);
    gives(&sh, "declare -p HISTFILESIZE", "declare -- HISTFILESIZE=\"-1\"\r\n", 0);
    finish(&sh);
}

static void
the_users_history_is_not_cut(void **state)
{
    struct shell sh;
    char path[96];
    (void)state;
    make_home(&sh);
    snprintf(path, sizeof path, "%s/.bash_history", sh.home);
    FILE *f = fopen(path, "w");
    for (int i = 1; f != NULL && i <= 600; i++)
        fprintf(f, ": %d\n", i);
    assert_int_equal(fclose(f), 0);
    spawn_with_startup(&sh, dialect_find("bash"), NULL);
    comes(&sh, "<D0>$ ");
    startup_remove(&sh.startup);
    gives(&sh, "history | head -1", "    1  : 1\r\n", 0);
    gives(&sh, "grep -c : ~/.bash_history", "600\r\n", 0);
    finish(&sh);
}

static void
functions_of_the_parent_do_no_harm(void **state)
{
    static const char *const functions[] = {
        "BASH_FUNC_declare%%=() { echo mine; }",
        "BASH_FUNC_printf%%=() { echo mine; }",
        "BASH_FUNC_shopt%%=() { echo mine; }",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        struct shell sh;
        start(&sh, dialect_find("bash"), functions[i]);
        gives(&sh, "builtin shopt inherit_errexit; false", "inherit_errexit\toff\r\n", 1);
        finish(&sh);
    }
}

/* --- Who knows the nonce ------------------------------------------------------------ */

static void
no_environment_has_the_nonce(void **state)
{
    struct shell sh = started();
    (void)state;
    gives_with_nonce(&sh, "cat /proc/{$$,self}/environ | grep -ac %s", "0\r\n", 1);
    gives_with_nonce(&sh, "A=%s; cat /proc/{$$,self}/environ | grep -ac $A", "0\r\n", 1);
    gives(&sh, "export A", "", 0);
    gives(&sh, "cat /proc/{$$,self}/environ | grep -ac $A", "1\r\n", 0);
    finish(&sh);
}

static void
what_is_exported_by_all_means_has_it_not(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "set -a", "", 0);
    gives_with_nonce(&sh, "env | grep -c %s", "0\r\n", 1);
    gives(&sh, "set +a; export PS0 PS1 PS2 PROMPT_COMMAND", "", 0);
    gives_with_nonce(&sh, "env | grep -c %s", "0\r\n", 1);
    finish(&sh);
}

static void
a_shell_within_prints_no_marks(void **state)
{
    struct shell sh = started();
    (void)state;
    types(&sh, "PS1='within> ' bash --norc\r");
    comes(&sh, "PS1='within> ' bash --norc\r\n<C>within> ");
    types(&sh, "false\r");
    comes(&sh, "false\r\nwithin> ");
    types(&sh, "exit\r");
    comes(&sh, "exit\r\nexit\r\n<D1>$ ");
    finish(&sh);
}

/* --- What a user may do to it ------------------------------------------------------- */

static void
output_may_go_to_a_file(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "exec >~/out", "", 0);
    gives(&sh, "echo hidden; false", "", 1);
    types(&sh, "exec 2>&1\r"); /* the prompt goes there too */
    comes(&sh, "exec 2>&1\r\n<C><D0>");
    finish(&sh);
}

static void
a_trace_shows_nothing_of_the_hook(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "set -x", "", 0);
    gives(&sh, "false", "+ false\r\n", 1);
    finish(&sh);
}

static void
a_printf_of_the_users_is_not_ours(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "printf() { echo mine; }; declare() { echo mine; }", "", 0);
    gives(&sh, "printf x", "mine\r\n", 0);
    gives(&sh, "alias printf='echo mine' builtin='echo mine'", "", 0);
    gives(&sh, "printf", "mine\r\n", 0);
    gives(&sh, "PS1=x", "", 0);
    finish(&sh);
}

static void
options_that_make_a_shell_strict(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "set -uf", "", 0);
    gives(&sh, "set -eC", "", 0);
    gives(&sh, "IFS='1;eCD ='", "", 0);
    gives(&sh, "set -o posix", "", 0);
    gives(&sh, "PS1=x PS0=y", "", 0);
    gives(&sh, "! true", "", 1);
    finish(&sh);
}

static void
errors_reach_the_users_trap_alone(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "trap 'echo caught' ERR", "", 0);
    gives(&sh, "readonly PS1", "", 0); /* the hook's declare fails from now on */
    gives(&sh, "true", "", 0);
    gives(&sh, "false", "caught\r\n", 1);
    gives(&sh, "set -e", "", 0);
    gives(&sh, "true", "", 0);
    finish(&sh);
}

static void
a_mark_that_cannot_be_printed_ends_nothing(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "set -e; trap 'echo caught' ERR", "", 0);
    types(&sh, "enable -n printf\r");
    comes(&sh, "enable -n printf\r\n<C>$ ");
    gives(&sh, "enable printf", "", 0);
    finish(&sh);
}

static void
a_debug_trap_prints_for_the_users_commands(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "trap 'echo next' DEBUG", "", 0);
    gives(&sh, "false", "next\r\n", 1);
    gives(&sh, "echo $?", "next\r\n1\r\n", 0);
    finish(&sh);
}

static void
prompts_are_ours_again_at_the_next_one(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "PS1='mine> ' PS0=mine", "", 0);
    gives(&sh, "unset PS0 PS1", "", 0);
    gives(&sh, "true", "", 0);
    finish(&sh);
}

static void
readonly_prompts_print_no_errors(void **state)
{
    struct shell sh = started();
    (void)state;
    gives(&sh, "readonly PS0 PS1", "", 0);
    gives(&sh, "false", "", 1);
    finish(&sh);
}

static void
a_prompt_command_of_the_users_runs_first(void **state)
{
    (void)state;
    if (system("/bin/bash -c '((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501))'")
        != 0)
        skip(); /* one command is all that an older bash has */
    struct shell sh = started();
    gives(&sh, "echo ${PROMPT_COMMAND-none}", "none\r\n", 0);
    gives(&sh, "PROMPT_COMMAND='echo mine; true'", "mine\r\n", 0);
    gives(&sh, "false", "mine\r\n", 1);
    finish(&sh);
}

/* What a bash before 5.1 gets, on the one that is installed. */
static void
the_form_for_older_shells(void **state)
{
    struct dialect older = *dialect_find("bash");
    char hook[4096];
    struct shell sh;
    (void)state;
    assert_true(strlen(older.hook) < sizeof hook);
    strcpy(hook, older.hook);
    char *version = strstr(hook, "5.0.*");
    assert_non_null(version);
    memcpy(version, "*.*.*", 5);
    older.hook = hook;

    start(&sh, &older, NULL);
    gives(&sh, "echo ${#PROMPT_COMMAND[*]}", "1\r\n", 0);
    gives(&sh, "PS1=x; false", "", 1);
    gives(&sh, "echo $?", "1\r\n", 0);
    gives(&sh, "set -ax", "", 0);
    gives(&sh, "set +x", "+ set +x\r\n", 0);
    gives_with_nonce(&sh, "env | grep -c %s", "0\r\n", 1);
    finish(&sh);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_stands_between_its_marks),
        cmocka_unit_test(the_bytes_of_a_mark),
        cmocka_unit_test(the_next_command_finds_the_last_ones_status),
        cmocka_unit_test(a_line_without_a_command_ends_with_a_mark_too),
        cmocka_unit_test(a_continued_line_is_asked_for_with_a_mark_of_its_own),
        cmocka_unit_test(nothing_else_differs_from_a_plain_shell),
        cmocka_unit_test(variables_of_the_parent_stay),
        cmocka_unit_test(the_sizes_of_the_history_are_the_parents),
        cmocka_unit_test(the_users_history_is_not_cut),
        cmocka_unit_test(functions_of_the_parent_do_no_harm),
        cmocka_unit_test(no_environment_has_the_nonce),
        cmocka_unit_test(what_is_exported_by_all_means_has_it_not),
        cmocka_unit_test(a_shell_within_prints_no_marks),
        cmocka_unit_test(output_may_go_to_a_file),
        cmocka_unit_test(a_trace_shows_nothing_of_the_hook),
        cmocka_unit_test(a_printf_of_the_users_is_not_ours),
        cmocka_unit_test(options_that_make_a_shell_strict),
        cmocka_unit_test(errors_reach_the_users_trap_alone),
        cmocka_unit_test(a_mark_that_cannot_be_printed_ends_nothing),
        cmocka_unit_test(a_debug_trap_prints_for_the_users_commands),
        cmocka_unit_test(prompts_are_ours_again_at_the_next_one),
        cmocka_unit_test(readonly_prompts_print_no_errors),
        cmocka_unit_test(a_prompt_command_of_the_users_runs_first),
        cmocka_unit_test(the_form_for_older_shells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
