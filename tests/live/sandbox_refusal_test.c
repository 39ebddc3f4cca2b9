/* Where no sandbox can be made, or its own program fails: nothing runs unconfined
 * instead. What stands for bubblewrap is a script of the test's own. */
#define _GNU_SOURCE

#include "live/sandboxed.h"

#include "sandbox/sandbox.h"

/* Puts a script named bwrap into the home, which is all of PATH. */
static void
stand_in(const char *script)
{
    char path[128];
    snprintf(path, sizeof path, "%s/bwrap", drive_home);
    write_file(path, script, 0755);
    assert_int_equal(setenv("PATH", drive_home, 1), 0);
}

/* A program that would leave a file in the workspace, were it run. */
static qtty_session_config
telltale(qtty_sandbox mode, const qtty_span argv[3])
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.sandbox = mode;
    c.workspace = workspace;
    c.dialect = "none";
    c.argv = argv;
    c.argc = 3;
    c.parent = drive_parent();
    return c;
}

static const char say_ran[] = "echo ran > ran; read -r line";

static void
refused(const char *why)
{
    static const qtty_sandbox modes[] = { QTTY_SANDBOX_READ_ONLY,
                                          QTTY_SANDBOX_WORKSPACE_WRITE };
    const qtty_span argv[3] = { qtty_text("/bin/sh"), qtty_text("-c"),
                                qtty_text(say_ran) };
    char text[512], expected[512];
    size_t descriptors = live_descriptors();
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        const qtty_session_config c = telltale(modes[i], argv);
        assert_int_equal(create_refused(&c, text, sizeof text), QTTY_E_UNSUPPORTED);
        snprintf(expected, sizeof expected,
                 "sandbox: %s: no usable sandbox (%s; Landlock: Function not "
                 "implemented): install bubblewrap, where user namespaces are permitted, "
                 "or run a kernel with Landlock (5.13)",
                 i == 0 ? "read-only" : "workspace-write", why);
        assert_string_equal(text, expected);
    }
    assert_false(is_there(workspace, "ran"));
    assert_int_equal(live_descriptors(), descriptors);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(drive_files("qtty-"), 0);
}

/* --- Nothing can confine ------------------------------------------------------------ */

static void
without_any_sandbox_nothing_is_started(void **state)
{
    (void)state;
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
    refused("bwrap: not found in PATH");
}

static void
a_bubblewrap_that_cannot_run_is_none(void **state)
{
    (void)state;
    stand_in("#!/bin/sh\necho 'bwrap: Creating new namespace failed' >&2; exit 1\n");
    refused("bwrap: Creating new namespace failed");
    stand_in("#!/bin/sh\nexit 0\n");
    refused("bwrap: ended without a word");
    stand_in("#!/bin/sh\nexec /bin/sh -c 'echo other'\n");
    refused("bwrap: other");
}

/* Such a text is as good as a short one: what is printed beyond is read all the same. */
static void
a_long_word_of_bubblewrap_is_told_in_part(void **state)
{
    char why[201] = "bwrap: ";
    (void)state;
    memset(why + strlen(why), '0', sizeof why - 1 - strlen("bwrap: "));
    stand_in("#!/bin/sh\nprintf %0600d 0\n");
    refused(why);
}

static void
a_folder_named_bwrap_is_passed_over(void **state)
{
    char folder[128], path[256];
    (void)state;
    stand_in("#!/bin/sh\necho 'bwrap: this one' >&2; exit 1\n");
    snprintf(folder, sizeof folder, "%s/first", drive_home);
    snprintf(path, sizeof path, "%s/bwrap", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s:%s", folder, drive_home);
    assert_int_equal(setenv("PATH", path, 1), 0);
    refused("bwrap: this one");
}

/* An earlier command could have put it there. */
static void
a_bubblewrap_in_the_workspace_is_not_run(void **state)
{
    const qtty_span argv[3] = { qtty_text("/bin/sh"), qtty_text("-c"),
                                qtty_text(say_ran) };
    char path[128], text[512];
    (void)state;
    snprintf(path, sizeof path, "%s/bwrap", workspace);
    write_file(path, "#!/bin/sh\ntouch \"${0%/*}\"/ran; echo 'bubblewrap 1'\n", 0755);
    assert_int_equal(setenv("PATH", workspace, 1), 0);
    const qtty_session_config c = telltale(QTTY_SANDBOX_WORKSPACE_WRITE, argv);
    assert_int_equal(create_refused(&c, text, sizeof text), QTTY_E_UNSUPPORTED);
    assert_non_null(strstr(text, "bwrap: not found in PATH"));
    assert_false(is_there(workspace, "ran"));
}

/* Whose folder that is, changes with the host's. */
static void
a_relative_folder_of_path_is_passed_over(void **state)
{
    const qtty_span argv[3] = { qtty_text("/bin/sh"), qtty_text("-c"),
                                qtty_text(say_ran) };
    char text[512];
    (void)state;
    stand_in("#!/bin/sh\necho 'bubblewrap 1'\n");
    const qtty_session_config c = telltale(QTTY_SANDBOX_READ_ONLY, argv);
    assert_int_equal(chdir(drive_home), 0);
    assert_int_equal(setenv("PATH", ".:", 1), 0);
    assert_int_equal(create_refused(&c, text, sizeof text), QTTY_E_UNSUPPORTED);
    assert_non_null(strstr(text, "bwrap: not found in PATH"));
    assert_int_equal(chdir("/"), 0);
}

/* --- It is kept from code of others ------------------------------------------------- */

/* The stand-in tells in the home what it finds, and becomes the program. */
static void
the_loader_of_bubblewrap_is_told_nothing(void **state)
{
    const qtty_env_entry env[] = {
        { .name = qtty_text("LD_LIBRARY_PATH"), .value = qtty_text("/src lib") },
        { .name = qtty_text("OTHER"), .value = qtty_text("kept") },
    };
    char text[64] = "", path[128];
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    stand_in("#!/bin/sh\n"
             "for last; do :; done\n"
             "[ \"$last\" = --version ] && echo 'bubblewrap 0' && exit\n"
             "echo \"$LD_LIBRARY_PATH,$OTHER\" > \"${0%/*}\"/found\n"
             "while [ \"$1\" != -- ]; do\n"
             "    [ \"$1\" = --setenv ] && export \"$2=$3\"\n"
             "    shift\n"
             "done\n"
             "shift\n"
             "exec \"$@\"\n");
    c.sandbox = QTTY_SANDBOX_WORKSPACE_WRITE;
    c.workspace = workspace;
    c.env = env;
    c.env_count = COUNT_OF(env);
    struct driven d = drive_start(&c);
    says(&d, "echo \"$LD_LIBRARY_PATH,$OTHER\"", "/src lib,kept\n", 0);
    drive_end(&d);
    snprintf(path, sizeof path, "%s/found", drive_home);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0 && read(file, text, sizeof text - 1) > 0);
    assert_string_equal(text, ",kept\n");
    close(file);
}

/* Each allocation fails in turn, of a sandbox and of what stands around a spawn. */
static void
lack_of_memory_leaves_nothing(void **state)
{
    static const char *const parent[] = { "PATH=/usr/bin:/bin", "LD_LIBRARY_PATH=/lib",
                                          NULL };
    const qtty_span argv[] = { qtty_text("sh") };
    qtty_status st = QTTY_E_NOMEM;
    size_t descriptors = live_descriptors();
    (void)state;
    stand_in("#!/bin/sh\necho 'bubblewrap 1'\n");
    for (long at = 1; st != QTTY_OK; at++) {
        struct failing_allocator failing = { .fail_at = at };
        const qtty_allocator allocator = failing_allocator_hook(&failing);
        const struct sandbox_config config = { &allocator, QTTY_SANDBOX_WORKSPACE_WRITE,
                                               workspace, NULL };
        qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
        struct sandbox *s;
        struct failure why = { "" };
        c.argv = argv;
        c.argc = COUNT_OF(argv);
        c.parent = parent;
        st = sandbox_create(&s, &config, &why);
        if (st == QTTY_OK)
            st = sandbox_wrap(s, &c, &why);
        if (st != QTTY_OK)
            assert_int_equal(st, QTTY_E_NOMEM);
        else
            assert_true(at > 3);
        sandbox_destroy(s);
        assert_int_equal(failing.live, 0);
    }
    assert_int_equal(live_descriptors(), descriptors);
}

/* --- It fails by itself ------------------------------------------------------------- */

/* When it was probed it could. */
static void
a_sandbox_that_fails_later_starts_nothing(void **state)
{
    const qtty_span argv[3] = { qtty_text("/bin/sh"), qtty_text("-c"),
                                qtty_text(say_ran) };
    struct driven d;
    (void)state;
    stand_in("#!/bin/sh\n"
             "for last; do :; done\n"
             "[ \"$last\" = --version ] && echo 'bubblewrap 0' && exit\n"
             "echo \"bwrap: Can't mount proc\" >&2; exit 1\n");
    qtty_session_config c = telltale(QTTY_SANDBOX_WORKSPACE_WRITE, argv);
    drive_create(&d, &c);
    uint64_t guard = live_now() + 20000000000u;
    while (qtty_session_phase(d.session) != QTTY_SESSION_FAILED) {
        assert_true(live_now() < guard);
        (void)drive_turn(&d);
    }
    assert_string_equal(qtty_session_error(d.session),
                        "sandbox: could not start: bwrap: Can't mount proc");
    drive_free(&d);
    assert_false(is_there(workspace, "ran"));
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, fill_area)
    const struct CMUnitTest tests[] = {
        TEST(without_any_sandbox_nothing_is_started),
        TEST(a_bubblewrap_that_cannot_run_is_none),
        TEST(a_long_word_of_bubblewrap_is_told_in_part),
        TEST(a_folder_named_bwrap_is_passed_over),
        TEST(a_bubblewrap_in_the_workspace_is_not_run),
        TEST(a_relative_folder_of_path_is_passed_over),
        TEST(the_loader_of_bubblewrap_is_told_nothing),
        TEST(lack_of_memory_leaves_nothing),
        TEST(a_sandbox_that_fails_later_starts_nothing),
    };
#undef TEST
    if (!lose_call(444, ENOSYS)) /* landlock_create_ruleset */
        return 77;
    return cmocka_run_group_tests(tests, make_area, remove_area);
}
