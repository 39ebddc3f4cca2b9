/* A program that forbids to open its terminal once more (TIOCEXCL), which holds for all
 * without CAP_SYS_ADMIN: what a look needs of the terminal is seen all the same. The
 * program is this one, with an argument. */
#define _GNU_SOURCE

#include "live/looks.h"

#include <linux/capability.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

/* --- The program -------------------------------------------------------------------- */

static void
say(const char *text)
{
    if (write(STDOUT_FILENO, text, strlen(text)) < 0)
        _exit(1);
}

static int
read_lines(void)
{
    char bytes[256];
    say("ready\n");
    while (read(STDIN_FILENO, bytes, sizeof bytes) > 0)
        say("took\n");
    return 0;
}

/* On its first descriptors is another terminal, and something else. */
static int
read_lines_apart(void)
{
    char bytes[256];
    int terminal = dup(STDIN_FILENO), master = posix_openpt(O_RDWR | O_NOCTTY);
    if (grantpt(master) != 0 || unlockpt(master) != 0)
        return 1;
    int other = open(ptsname(master), O_RDWR | O_NOCTTY);
    int null = open("/dev/null", O_RDWR);
    say("ready\n");
    if (dup2(other, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0
        || dup2(null, STDERR_FILENO) < 0)
        return 1;
    return read(terminal, bytes, sizeof bytes) > 0 ? 0 : 1;
}

static int
read_nothing(void)
{
    (void)signal(SIGINT, SIG_IGN);
    say("ready\n");
    return pause();
}

static int
be_exclusive(const char *way)
{
    if (ioctl(STDIN_FILENO, TIOCEXCL) != 0)
        return 1;
    if (strcmp(way, "apart") == 0)
        return read_lines_apart();
    return strcmp(way, "lines") == 0 ? read_lines() : read_nothing();
}

/* --- The tests ---------------------------------------------------------------------- */

static void
begin_exclusive(struct live *l, const char *way)
{
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(len > 0);
    self[len] = '\0';
    begin(l, ARGV(self, way));
    live_until(l, "ready");
}

static void
its_wait_is_seen(void **state)
{
    struct live l;
    (void)state;
    begin_exclusive(&l, "lines");
    size_t before = live_descriptors();
    qtty_look first = becomes(&l, QTTY_CLASS_A);
    type(&l, "x\n");
    live_until(&l, "took");
    qtty_look second = becomes(&l, QTTY_CLASS_A);
    assert_true(first.runs != second.runs);
    assert_int_equal(second.flags & QTTY_LOOK_DENIED, 0);
    assert_in_range(live_descriptors(), 0, before + 5); /* of /proc, as ever */
    live_finish(&l);
}

static void
input_that_it_has_not_read_is_seen_and_dropped(void **state)
{
    struct live l;
    int64_t group;
    (void)state;
    begin_exclusive(&l, "nothing");
    assert_false(qtty_terminal_unread(l.terminal));
    type(&l, "x\n");
    assert_true(qtty_terminal_unread(l.terminal));
    assert_int_equal(look(&l).flags & QTTY_LOOK_DENIED, 0);
    assert_int_equal(qtty_terminal_signal(l.terminal, QTTY_SIGNAL_INT, 0, &group),
                     QTTY_OK);
    assert_false(qtty_terminal_unread(l.terminal));
    live_finish(&l);
}

static void
where_nothing_is_to_be_shared_no_look_is_evidence(void **state)
{
    struct live l;
    (void)state;
    begin_exclusive(&l, "apart");
    qtty_look found = stays_without(&l);
    assert_int_not_equal(found.flags & QTTY_LOOK_DENIED, 0);
    assert_true(qtty_terminal_unread(l.terminal));
    live_finish(&l);
}

/* Whom root runs is forbidden nothing else. */
static int
give_up_admin(void **state)
{
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct sets[2];
    const uint32_t admin = 1u << CAP_SYS_ADMIN;
    (void)state;
    if (syscall(SYS_capget, &header, sets) != 0)
        return 1;
    sets[0].effective &= ~admin;
    sets[0].permitted &= ~admin;
    return syscall(SYS_capset, &header, sets) != 0;
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_wait_is_seen),
        cmocka_unit_test(input_that_it_has_not_read_is_seen_and_dropped),
        cmocka_unit_test(where_nothing_is_to_be_shared_no_look_is_evidence),
    };
    return argc == 2 ? be_exclusive(argv[1])
                     : cmocka_run_group_tests(tests, give_up_admin, NULL);
}
