/* Dialects, and the private start-up file: what is in it, who can read it, where it is
 * made, and that a failure leaves nothing behind. */
#define _XOPEN_SOURCE 700

#include "unit/check.h"

#include "shell/startup.h"
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct dialect plain = { .name = "plain",
                                      .prompt = "% ",
                                      .hook = "a @NONCE@ b@c @PROMPT@@@\n",
                                      .variable = "ENV" };

/* TMPDIR of each test: a folder of its own. */
static char folder[64];

static int
make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/quietty-startup-XXXXXX");
    return mkdtemp(folder) == NULL || setenv("TMPDIR", folder, 1) != 0;
}

/* Fails if the test left something in it. */
static int
remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static size_t
files_in_folder(void)
{
    size_t count = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    while (readdir(d) != NULL)
        count++;
    closedir(d);
    return count - 2; /* itself and its parent */
}

static void
makes(struct startup *s, const struct dialect *d)
{
    struct failure why;
    assert_int_equal(startup_create(s, d, NULL, &why), QTTY_OK);
}

/* The start-up file is in this folder, and startup_remove takes it away. */
static void
stands_in(struct startup *s, const char *where)
{
    char path[sizeof s->path];
    struct stat about;
    size_t len = strlen(where);

    assert_memory_equal(s->path, where, len);
    assert_int_equal(s->path[len], '/');
    assert_null(strchr(s->path + len + 1, '/'));
    strcpy(path, s->path);
    assert_int_equal(lstat(path, &about), 0);
    startup_remove(s);
    assert_string_equal(s->path, "");
    assert_int_equal(lstat(path, &about), -1);
}

static void
contains(const struct startup *s, const char *expected)
{
    char text[4096];
    FILE *f = fopen(s->path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    assert_string_equal(text, expected);
}

/* --- Dialects ----------------------------------------------------------------------- */

static void
bash_comes_first_and_none_knows_nothing(void **state)
{
    const struct dialect *bash = dialect_find("bash"), *none = dialect_find("none");
    (void)state;
    assert_ptr_equal(dialect_at(0), bash);
    size_t last = 0;
    while (dialect_at(last + 1) != NULL)
        last++;
    assert_ptr_equal(dialect_at(last), none);
    assert_null(dialect_at(last + 2));
    assert_null(dialect_find("bas"));
    assert_null(dialect_find(""));

    assert_string_equal(bash->name, "bash");
    assert_string_equal(bash->argv[0], "/bin/bash");
    assert_string_equal(bash->prompt, "$ ");
    assert_string_equal(bash->variable, "ENV");
    assert_string_equal(none->name, "none");
    assert_null(none->argv);
    assert_null(none->prompt);
    assert_null(none->hook);
}

/* --- The file ----------------------------------------------------------------------- */

static void
the_nonce_and_the_prompt_are_filled_in(void **state)
{
    struct startup s;
    char expected[128];
    (void)state;
    makes(&s, &plain);
    assert_int_equal(strspn(s.nonce, "0123456789abcdef"), NONCE_BYTES);
    assert_int_equal(strlen(s.nonce), NONCE_BYTES);
    snprintf(expected, sizeof expected, "a %s b@c '%% '@@\n", s.nonce);
    contains(&s, expected);
    startup_remove(&s);
}

static void
a_quote_in_the_prompt_stays_in_its_word(void **state)
{
    const struct dialect d = { .prompt = "'it's'; $(x) ", .hook = "@PROMPT@" };
    struct startup s;
    (void)state;
    makes(&s, &d);
    contains(&s, "''\\''it'\\''s'\\''; $(x) '");
    startup_remove(&s);
}

static void
only_the_owner_can_read_it_whatever_the_umask_says(void **state)
{
    static const mode_t masks[] = { 0, 022, 0777 };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(masks); i++) {
        struct startup s;
        struct stat about;
        mode_t before = umask(masks[i]);
        makes(&s, &plain);
        umask(before);
        assert_int_equal(lstat(s.path, &about), 0);
        assert_int_equal(about.st_mode, S_IFREG | 0600);
        startup_remove(&s);
    }
}

static void
each_file_has_another_nonce_and_another_name(void **state)
{
    struct startup one, two;
    (void)state;
    makes(&one, &plain);
    makes(&two, &plain);
    assert_string_not_equal(one.nonce, two.nonce);
    assert_string_not_equal(one.path, two.path);
    assert_null(strstr(one.path, one.nonce));
    stands_in(&one, folder);
    stands_in(&two, folder);
}

static void
removal_keeps_the_nonce_and_can_be_repeated(void **state)
{
    struct startup s;
    char nonce[sizeof s.nonce];
    (void)state;
    makes(&s, &plain);
    memcpy(nonce, s.nonce, sizeof nonce);
    startup_remove(&s);
    startup_remove(&s);
    assert_string_equal(s.path, "");
    assert_string_equal(s.nonce, nonce);

    makes(&s, &plain);
    unlink(s.path); /* somebody was faster */
    startup_remove(&s);
    assert_string_equal(s.path, "");
}

static void
without_a_hook_there_is_a_nonce_and_no_file(void **state)
{
    struct startup s;
    (void)state;
    makes(&s, dialect_find("none"));
    assert_int_equal(strlen(s.nonce), NONCE_BYTES);
    assert_string_equal(s.path, "");
    assert_int_equal(files_in_folder(), 0);
    startup_remove(&s);
}

/* --- In a folder of its own --------------------------------------------------------- */

static const struct dialect in_folder = { .name = "in a folder",
                                          .prompt = "% ",
                                          .hook = "x\n",
                                          .variable = "ZDOTDIR",
                                          .file = ".zshrc" };

static void
a_folder_is_the_owners_alone_and_goes_with_its_file(void **state)
{
    static const mode_t masks[] = { 0, 022, 0777 };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(masks); i++) {
        struct startup s;
        struct stat about;
        char file[sizeof s.path + 16];
        mode_t before = umask(masks[i]);
        makes(&s, &in_folder);
        umask(before);
        snprintf(file, sizeof file, "%s/.zshrc", s.path);
        assert_int_equal(lstat(s.path, &about), 0);
        assert_int_equal(about.st_mode, S_IFDIR | 0700);
        assert_int_equal(lstat(file, &about), 0);
        assert_int_equal(about.st_mode, S_IFREG | 0600);
        assert_int_equal(about.st_size, 2);
        stands_in(&s, folder);
        assert_int_equal(files_in_folder(), 0);
    }
}

/* --- Where -------------------------------------------------------------------------- */

/* With this TMPDIR it is made in /tmp. */
static void
falls_back(const char *value)
{
    struct startup s;
    if (value != NULL)
        setenv("TMPDIR", value, 1);
    else
        unsetenv("TMPDIR");
    makes(&s, &plain);
    stands_in(&s, "/tmp");
    assert_int_equal(files_in_folder(), 0);
}

static void
a_tmpdir_that_will_not_do_falls_back(void **state)
{
    char path[96];
    (void)state;
    falls_back(NULL);
    falls_back("");
    falls_back(".");
    falls_back("/dev/null");
    snprintf(path, sizeof path, "%s/missing", folder);
    falls_back(path);
    falls_back("/proc"); /* a folder in which nobody can make a file */
}

static void
a_tmpdir_that_a_shell_would_expand_falls_back(void **state)
{
    static const char *const names[] = { "$HOME", "`id`", "a\"b", "a\\b" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char path[96];
        struct startup s;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(mkdir(path, 0700), 0);
        setenv("TMPDIR", path, 1);
        makes(&s, &plain);
        stands_in(&s, "/tmp");
        assert_int_equal(rmdir(path), 0);
    }
}

static void
a_tmpdir_where_others_can_replace_the_file_falls_back(void **state)
{
    struct startup s;
    (void)state;
    static const mode_t open_to[] = { 0777, 0770, 0702 };
    for (size_t i = 0; i < COUNT_OF(open_to); i++) {
        assert_int_equal(chmod(folder, open_to[i]), 0);
        falls_back(folder);
    }
    assert_int_equal(chmod(folder, 01777), 0);
    makes(&s, &plain);
    stands_in(&s, folder);
    if (geteuid() != 0)
        return;
    assert_int_equal(chown(folder, 65534, 0), 0); /* its owner can, too */
    falls_back(folder);
    assert_int_equal(chown(folder, 0, 0), 0);
}

static void
a_tmpdir_too_long_for_the_path_falls_back(void **state)
{
    char path[5000];
    size_t len = strlen(folder);
    (void)state;
    memset(path, '/', sizeof path);
    memcpy(path, folder, len);
    for (size_t dots = 4090; dots > 4070; dots--) { /* around the room for the name */
        struct startup s;
        path[dots] = '\0';
        setenv("TMPDIR", path, 1);
        makes(&s, &plain);
        bool here = strncmp(s.path, folder, len) == 0;
        assert_int_equal(here, dots + strlen("/qtty-0123456789abcdef") < sizeof s.path);
        startup_remove(&s);
        path[dots] = '/';
    }
    assert_int_equal(files_in_folder(), 0);
}

/* --- Failures ----------------------------------------------------------------------- */

/* Fails under this limit, says why, and leaves nothing. */
static void
fails_under(const struct dialect *d, int resource, const char *text)
{
    struct rlimit before, none;
    struct failure why;
    struct startup s;
    assert_int_equal(getrlimit(resource, &before), 0);
    none = (struct rlimit){ 0, before.rlim_max };
    assert_int_equal(setrlimit(resource, &none), 0);
    qtty_status st = startup_create(&s, d, NULL, &why);
    assert_int_equal(setrlimit(resource, &before), 0);

    assert_int_equal(st, QTTY_E_IO);
    assert_string_equal(why.text, text);
    assert_string_equal(s.path, "");
    assert_string_equal(s.nonce, "");
    assert_int_equal(files_in_folder(), 0);
}

static void
a_failure_is_told_and_leaves_nothing(void **state)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
    (void)state;
    const struct dialect *const all[] = { &plain, &in_folder };
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        fails_under(all[i], RLIMIT_NOFILE, "start-up file in /tmp: Too many open files");
        sigaction(SIGXFSZ, &ignore, &before);
        fails_under(all[i], RLIMIT_FSIZE, "start-up file in /tmp: File too large");
        sigaction(SIGXFSZ, &before, NULL);
    }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bash_comes_first_and_none_knows_nothing),
        IN_FOLDER(the_nonce_and_the_prompt_are_filled_in),
        IN_FOLDER(a_quote_in_the_prompt_stays_in_its_word),
        IN_FOLDER(only_the_owner_can_read_it_whatever_the_umask_says),
        IN_FOLDER(each_file_has_another_nonce_and_another_name),
        IN_FOLDER(removal_keeps_the_nonce_and_can_be_repeated),
        IN_FOLDER(without_a_hook_there_is_a_nonce_and_no_file),
        IN_FOLDER(a_folder_is_the_owners_alone_and_goes_with_its_file),
        IN_FOLDER(a_tmpdir_that_will_not_do_falls_back),
        IN_FOLDER(a_tmpdir_that_a_shell_would_expand_falls_back),
        IN_FOLDER(a_tmpdir_where_others_can_replace_the_file_falls_back),
        IN_FOLDER(a_tmpdir_too_long_for_the_path_falls_back),
        IN_FOLDER(a_failure_is_told_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
