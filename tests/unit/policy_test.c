/* The policy of a sandbox: what its folders come to. */
#define _XOPEN_SOURCE 700

#include "unit/check.h"

#include "sandbox/policy.h"
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* With folders `real/in`, a link `link` to `real`, and a file `file`. */
static char area[128];

static int
remove_path(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static const char *
in_area(const char *name)
{
    static char path[2][256];
    static size_t turn;
    turn = (turn + 1) % COUNT_OF(path);
    snprintf(path[turn], sizeof path[turn], "%s/%s", area, name);
    return path[turn];
}

static int
make_area(void **state)
{
    char made[] = "/tmp/quietty-policy-XXXXXX", link_to[256];
    (void)state;
    if (mkdtemp(made) == NULL || realpath(made, link_to) == NULL)
        return 1;
    snprintf(area, sizeof area, "%.100s", link_to);
    snprintf(link_to, sizeof link_to, "%s/real", area);
    FILE *file = fopen(in_area("file"), "w");
    return file == NULL || fclose(file) != 0 || mkdir(link_to, 0700) != 0
           || mkdir(in_area("real/in"), 0700) != 0
           || symlink(link_to, in_area("link")) != 0
           || symlink("/proc", in_area("kernel")) != 0;
}

static int
remove_area(void **state)
{
    (void)state;
    return nftw(area, remove_path, 8, FTW_DEPTH | FTW_PHYS);
}

static void
resolves(const char *workspace, const char *cwd, const char *to, const char *at)
{
    static struct sandbox_policy policy;
    struct failure why = { "" };
    qtty_status st = sandbox_policy_resolve(&policy, QTTY_SANDBOX_WORKSPACE_WRITE,
                                            workspace, cwd, &why);
    assert_string_equal(why.text, "");
    assert_int_equal(st, QTTY_OK);
    assert_string_equal(policy.workspace, in_area(to));
    assert_string_equal(policy.cwd, in_area(at));
}

static void
is_refused(const char *workspace, const char *cwd, qtty_status status, const char *text)
{
    static struct sandbox_policy policy;
    struct failure why = { "" };
    qtty_status st = sandbox_policy_resolve(&policy, QTTY_SANDBOX_WORKSPACE_WRITE,
                                            workspace, cwd, &why);
    assert_string_equal(why.text, text);
    assert_int_equal(st, status);
}

static void
folders_are_resolved_through_links_and_dots(void **state)
{
    (void)state;
    resolves(in_area("real"), NULL, "real", "real");
    resolves(in_area("link"), NULL, "real", "real");
    resolves(in_area("link/in/../../link/./in"), NULL, "real/in", "real/in");
    resolves(in_area("link"), in_area("link/in"), "real", "real/in");
    assert_int_equal(chdir(area), 0);
    resolves("link", "real/in", "real", "real/in");
    assert_int_equal(chdir("/"), 0);
}

static void
read_only_needs_no_workspace(void **state)
{
    static struct sandbox_policy policy;
    struct failure why = { "" };
    (void)state;
    assert_int_equal(chdir(area), 0);
    assert_int_equal(
        sandbox_policy_resolve(&policy, QTTY_SANDBOX_READ_ONLY, NULL, NULL, &why),
        QTTY_OK);
    assert_string_equal(policy.workspace, "");
    assert_string_equal(policy.cwd, area);
    assert_int_equal(
        sandbox_policy_resolve(&policy, QTTY_SANDBOX_READ_ONLY, "/", NULL, &why),
        QTTY_OK);
    assert_int_equal(chdir("/"), 0);
}

static void
a_folder_that_will_not_do_is_refused(void **state)
{
    static const char *const kernels[] = { "/",    "/proc", "/proc/self/fdinfo",
                                           "/sys", "/dev",  "/dev/shm" };
    char text[400];
    (void)state;
    is_refused(NULL, NULL, QTTY_E_INVAL,
               "workspace: none: workspace-write must have one");
    is_refused("/nowhere", NULL, QTTY_E_NOT_FOUND,
               "workspace: /nowhere: No such file or directory");
    is_refused("", NULL, QTTY_E_NOT_FOUND, "workspace: \"\": No such file or directory");
    snprintf(text, sizeof text, "workspace: %s: Not a directory", in_area("file"));
    is_refused(in_area("file"), NULL, QTTY_E_NOT_FOUND, text);
    is_refused(in_area("real"), "/nowhere", QTTY_E_NOT_FOUND,
               "cwd: /nowhere: No such file or directory");
    is_refused(in_area("kernel"), NULL, QTTY_E_INVAL,
               "workspace: /proc: must not be the root, nor in /dev, /proc or /sys");
    for (size_t i = 0; i < COUNT_OF(kernels); i++) {
        char path[256];
        if (realpath(kernels[i], path) == NULL)
            continue;
        snprintf(text, sizeof text,
                 "workspace: %s: must not be the root, nor in /dev, /proc or /sys", path);
        is_refused(kernels[i], NULL, QTTY_E_INVAL, text);
    }
}

static void
a_name_that_begins_alike_is_not_in_a_folder(void **state)
{
    (void)state;
    assert_true(sandbox_path_is_in("/src", "/src"));
    assert_true(sandbox_path_is_in("/src/a", "/src"));
    assert_false(sandbox_path_is_in("/srca", "/src"));
    assert_false(sandbox_path_is_in("/sr", "/src"));
    assert_false(sandbox_path_is_in("/", "/src"));
}

static void
modes_have_names(void **state)
{
    (void)state;
    assert_null(sandbox_mode_name(QTTY_SANDBOX_DEFAULT));
    assert_string_equal(sandbox_mode_name(QTTY_SANDBOX_READ_ONLY), "read-only");
    assert_string_equal(sandbox_mode_name(QTTY_SANDBOX_WORKSPACE_WRITE),
                        "workspace-write");
    assert_string_equal(sandbox_mode_name(QTTY_SANDBOX_DANGER_FULL_ACCESS),
                        "danger-full-access");
    assert_null(sandbox_mode_name((qtty_sandbox)4));
    assert_false(sandbox_mode_confines(QTTY_SANDBOX_DEFAULT));
    assert_true(sandbox_mode_confines(QTTY_SANDBOX_READ_ONLY));
    assert_true(sandbox_mode_confines(QTTY_SANDBOX_WORKSPACE_WRITE));
    assert_false(sandbox_mode_confines(QTTY_SANDBOX_DANGER_FULL_ACCESS));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_are_resolved_through_links_and_dots),
        cmocka_unit_test(read_only_needs_no_workspace),
        cmocka_unit_test(a_folder_that_will_not_do_is_refused),
        cmocka_unit_test(a_name_that_begins_alike_is_not_in_a_folder),
        cmocka_unit_test(modes_have_names),
    };
    return cmocka_run_group_tests(tests, make_area, remove_area);
}
