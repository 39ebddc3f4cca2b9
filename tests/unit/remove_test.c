/* What was temporary is removed: a file, an empty folder, a tree of any depth; and
 * nothing that a link in it names. */
#define _XOPEN_SOURCE 700

#include "unit/check.h"

#include "supervisor/remove.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char area[64];

static int
make_area(void **state)
{
    (void)state;
    strcpy(area, "/tmp/quietty-remove-XXXXXX");
    return mkdtemp(area) == NULL;
}

static int
remove_area(void **state)
{
    (void)state;
    return rmdir(area);
}

static const char *
in_area(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", area, name);
    return path;
}

static void
make_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    close(file);
}

static bool
is_there(const char *name)
{
    struct stat about;
    return lstat(in_area(name), &about) == 0;
}

static size_t
descriptors(void)
{
    size_t count = 0;
    DIR *own = opendir("/proc/self/fd");
    while (readdir(own) != NULL)
        count++;
    closedir(own);
    return count;
}

static void
a_file_and_an_empty_folder_go(void **state)
{
    (void)state;
    make_file(in_area("file"));
    assert_int_equal(mkdir(in_area("empty"), 0700), 0);
    assert_int_equal(mkdir(in_area("full"), 0700), 0);
    make_file(in_area("full/file"));
    remove_temporary_path(in_area("file"));
    remove_temporary_path(in_area("empty"));
    remove_temporary_path(in_area("full"));
    remove_temporary_path(in_area("nowhere"));
    remove_temporary_path(in_area("nowhere/"));
    assert_false(is_there("file"));
    assert_false(is_there("empty"));
    assert_true(is_there("full/file"));
    remove_temporary_path(in_area("full/"));
    assert_false(is_there("full"));
}

/* Deeper than a path can be long, and two folders wide at each step. */
static void
a_tree_of_any_depth_goes(void **state)
{
    enum { DEPTH = 600 };
    size_t before = descriptors();
    (void)state;
    assert_int_equal(mkdir(in_area("deep"), 0700), 0);
    assert_int_equal(chdir(in_area("deep")), 0);
    for (int i = 0; i < DEPTH; i++) {
        assert_int_equal(mkdir("moved-00000000", 0700), 0);
        assert_int_equal(mkdir("b", 0700), 0);
        make_file("b/file");
        assert_int_equal(chdir("moved-00000000"), 0);
    }
    assert_int_equal(chdir("/"), 0);
    remove_temporary_path(in_area("deep/"));
    assert_false(is_there("deep"));
    assert_int_equal(descriptors(), before);
}

/* Their names do not fit into one look at a folder. */
static void
many_files_go(void **state)
{
    char path[192];
    (void)state;
    assert_int_equal(mkdir(in_area("many"), 0700), 0);
    for (int i = 0; i < 500; i++) {
        snprintf(path, sizeof path, "%s/many/%d-%0100d", area, i, i);
        make_file(path);
    }
    remove_temporary_path(in_area("many/"));
    assert_false(is_there("many"));
}

static void
a_folder_without_rights_goes(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in_area("locked"), 0700), 0);
    assert_int_equal(mkdir(in_area("locked/a"), 0700), 0);
    assert_int_equal(mkdir(in_area("locked/a/b"), 0700), 0);
    make_file(in_area("locked/a/b/file"));
    assert_int_equal(chmod(in_area("locked/a/b"), 0), 0);
    assert_int_equal(chmod(in_area("locked/a"), 0), 0);
    assert_int_equal(chmod(in_area("locked"), 0), 0);
    remove_temporary_path(in_area("locked/"));
    assert_false(is_there("locked"));
}

static void
what_a_link_names_stays(void **state)
{
    char link_to[128];
    (void)state;
    assert_int_equal(mkdir(in_area("kept"), 0750), 0);
    make_file(in_area("kept/file"));
    assert_int_equal(mkdir(in_area("tree"), 0700), 0);
    snprintf(link_to, sizeof link_to, "%s/kept", area);
    assert_int_equal(symlink(link_to, in_area("tree/link")), 0);
    assert_int_equal(symlink(link_to, in_area("alias")), 0);
    remove_temporary_path(in_area("tree/"));
    assert_false(is_there("tree"));
    remove_temporary_path(in_area("alias/"));
    assert_true(is_there("kept/file"));
    struct stat about;
    assert_int_equal(stat(in_area("kept"), &about), 0);
    assert_int_equal(about.st_mode & 07777, 0750);
    remove_temporary_path(in_area("alias"));
    remove_temporary_path(in_area("kept/"));
    assert_false(is_there("kept"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_and_an_empty_folder_go),
        cmocka_unit_test(a_tree_of_any_depth_goes),
        cmocka_unit_test(many_files_go),
        cmocka_unit_test(a_folder_without_rights_goes),
        cmocka_unit_test(what_a_link_names_stays),
    };
    return cmocka_run_group_tests(tests, make_area, remove_area);
}
