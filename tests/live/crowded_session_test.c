/* A full process table: what cannot be forked is told by name, at once, and what is open
 * goes on. Root has no such limit: there the test becomes an ordinary user. */
#define _GNU_SOURCE

#include "live/session.h"

#include <grp.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static struct rlimit table;

/* This process can start nothing any more: it is one itself. */
static void
fill_table(void)
{
    struct rlimit full = table;
    full.rlim_cur = 1;
    assert_int_equal(setrlimit(RLIMIT_NPROC, &full), 0);
}

static int
empty_table(void **state)
{
    (void)state;
    return setrlimit(RLIMIT_NPROC, &table);
}

static void
a_start_is_refused_by_name(void **state)
{
    static const char *const dialects[] = { "bash", "sh" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(dialects); i++) {
        qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
        qtty_session *session;
        qtty_buf error;
        size_t before = live_descriptors();
        qtty_buf_init(&error, NULL, 0);
        c.dialect = dialects[i];
        fill_table();
        assert_int_equal(qtty_session_create(&session, NULL, &c, live_now(), &error),
                         QTTY_E_IO);
        empty_table(NULL);
        assert_null(session);
        assert_int_equal(qtty_buf_append(&error, "", 1), QTTY_OK);
        assert_non_null(strstr((const char *)error.data,
                               "cannot be executed: Resource temporarily unavailable"));
        qtty_buf_finish(&error);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        assert_int_equal(live_descriptors(), before);
        assert_int_equal(drive_files("qtty-"), 0);
    }
    struct driven d = drive_bash(); /* when there is room again */
    says(&d, "echo here", "here\n", 0);
    drive_end(&d);
}

/* The host's table is full, and its shell's: dash says at once that it cannot fork. */
static void
what_is_open_goes_on(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    (void)state;
    c.dialect = "sh";
    struct driven d = drive_start(&c);
    fill_table();
    says(&d, "echo one", "one\n", 0);
    says(&d, "ulimit -p 1", "", 0);
    says(&d, "/bin/true", "/bin/sh: 3: Cannot fork\n", 2);
    says(&d, "echo two", "two\n", 0);
    asks(&d, "read x", "", LINES_ECHOED);
    says(&d, "word", "word\n", 0);
    drive_end(&d);
    empty_table(NULL);
}

/* bash tries to fork for 15 s: a cancel ends that. */
static void
a_shell_that_tries_again_is_cancelled(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    fill_table();
    says(&d, "ulimit -S -u 1", "", 0);
    drive_send(&d, "/bin/true", true);
    drive_until(&d, "\nbash: fork: retry");
    assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
    drive_settle(&d);
    is_at_prompt(&d, 130);
    says(&d, "echo two", "two\n", 0);
    drive_end(&d);
    empty_table(NULL);
}

/* A number of nobody else's, so that the limit is no other test's. What changed its user
 * may not look into /proc of itself, unless it says that it may be looked at. */
static int
become_ordinary(void)
{
    enum { NOBODY_ELSE = 64127 };
    if (geteuid() != 0)
        return 0;
    return setgroups(0, NULL) != 0
           || setresgid(NOBODY_ELSE, NOBODY_ELSE, NOBODY_ELSE) != 0
           || setresuid(NOBODY_ELSE, NOBODY_ELSE, NOBODY_ELSE) != 0
           || prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_start_is_refused_by_name, empty_table),
        cmocka_unit_test_teardown(what_is_open_goes_on, empty_table),
        cmocka_unit_test_teardown(a_shell_that_tries_again_is_cancelled, empty_table),
    };
    return become_ordinary() != 0 || getrlimit(RLIMIT_NPROC, &table) != 0
           || cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
