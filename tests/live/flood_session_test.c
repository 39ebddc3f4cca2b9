/* Floods and torsos: output without end, a line without end, a program that ends in the
 * midst of a sequence. The session holds no more than its ceilings and goes on.
 * usage: flood_session_test [SECONDS MEBIBYTES] */
#define _GNU_SOURCE

#include "live/session.h"

#include <stddef.h>

enum { MIB = 1 << 20 };

static uint64_t flood_s = 3;
static unsigned long line_mib = 64;

/* --- What is held ------------------------------------------------------------------- */

static struct {
    size_t now, most; /* bytes of all blocks */
} held;

union block {
    size_t bytes;
    max_align_t aligned;
};

static void *
weigh(void *context, void *memory, size_t bytes)
{
    union block *block = memory == NULL ? NULL : (union block *)memory - 1;
    size_t before = block == NULL ? 0 : block->bytes;
    (void)context;
    if (bytes == 0) {
        held.now -= before;
        free(block);
        return NULL;
    }
    if (bytes > SIZE_MAX - sizeof *block
        || (block = realloc(block, sizeof *block + bytes)) == NULL)
        return NULL;
    block->bytes = bytes;
    held.now += bytes - before;
    held.most = held.now > held.most ? held.now : held.most;
    return block + 1;
}

/* All of this process: what no hook sees, too. */
static size_t
resident(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%*d %ld", &pages), 1);
    fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* AddressSanitizer keeps what was freed, 256 MiB of it. */
#ifdef __SANITIZE_ADDRESS__
enum { RESIDENT_MORE = 400 * MIB };
#else
enum { RESIDENT_MORE = 32 * MIB };
#endif

/* A line of any length takes less: 4 MiB of text are kept, twice that while their block
 * grows, and the emulator has 10 000 rows of its own. */
enum { HELD_MOST = 32 * MIB };

static struct driven
weighed_bash(void)
{
    static const qtty_allocator hook = { weigh, NULL };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    held.now = held.most = 0;
    c.allocator = &hook;
    c.timeout_ms = 600000;
    return drive_start(&c);
}

static void
end_weighed(struct driven *d)
{
    drive_end(d);
    assert_int_equal(held.now, 0);
}

/* --- Output without end ------------------------------------------------------------- */

static void
output_without_end_is_held_within_bounds(void **state)
{
    size_t before = resident();
    struct driven d = weighed_bash();
    (void)state;
    drive_send(&d, "yes", true);
    drive_until(&d, "\ny\ny\n");
    for (uint64_t end = live_now() + flood_s * 1000000000u; live_now() < end;) {
        assert_int_equal(drive_turn(&d), QTTY_OK);
        assert_false(qtty_session_take_result(d.session, &d.result));
    }
    assert_int_equal(qtty_session_cancel(d.session, live_now()), QTTY_OK);
    const char *last = drive_settle(&d);
    assert_non_null(strstr(last, "y\ny\n"));
    assert_true(d.result.truncated);
    is_at_prompt(&d, 130);
    assert_in_range(held.most, 1, HELD_MOST);
    assert_in_range(resident(), 1, before + RESIDENT_MORE);

    is_usable(&d);
    end_weighed(&d);
}

/* --- A line without end ------------------------------------------------------------- */

/* Its newest part is the output; the next command is none of it. */
static void
a_line_without_end_is_held_within_bounds(void **state)
{
    size_t before = resident();
    struct driven d = weighed_bash();
    char line[96];
    (void)state;
    snprintf(line, sizeof line, "head -c %luM /dev/zero | tr '\\0' x; echo END",
             line_mib);
    drive_send(&d, line, true);
    drive_settle_within(&d, 600); /* a gigabyte, under a sanitizer */
    is_at_prompt(&d, 0);
    assert_true(d.result.truncated);
    size_t len = d.output.len - 1;
    assert_in_range(len, 200000, 262144); /* max_read_bytes */
    assert_string_equal((const char *)d.output.data + len - 4, "END\n");
    assert_int_equal(strspn((const char *)d.output.data, "x"), len - 4);
    assert_in_range(held.most, 1, HELD_MOST);
    assert_in_range(resident(), 1, before + RESIDENT_MORE);

    is_usable(&d);
    end_weighed(&d);
}

/* --- An end in the midst of a sequence ---------------------------------------------- */

/* ECMA-48 and xterm: an ESC begins anew, within any sequence; the shell's mark has one.
 * What bash says of the end goes where the beginning led it. */
static const struct torso {
    const char *printed, *output;
    const char *left; /* where nothing follows */
} torsos[] = {
    { "before\\033", "beforeilled\n", "before" },
    { "before\\033[1;3", "      illed\n", "before" },
    { "before\\033[?", "beforeilled\n", "before" },
    { "before\\033]0;title", "before", "before" },
    { "before\\033P1;2qdata", "before", "before" },
    { "before\\033_data", "before", "before" },
    { "before\\033(", "beforeilled\n", "before" },
    { "before\\342\\202", "before\xef\xbf\xbdKilled\n", "before\xef\xbf\xbd" },
};

static void
what_ends_in_a_sequence_swallows_no_prompt(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(torsos); i++) {
        char line[128];
        snprintf(line, sizeof line, "sh -c 'printf \"%s\"; kill -9 $$'",
                 torsos[i].printed);
        says(&d, line, torsos[i].output, 137);
        says(&d, "echo next", "next\n", 0);
    }
    drive_end(&d);
}

/* The end of the session: what was whole is kept, and it settles as an exit. */
static void
nor_does_it_hide_the_exit(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(torsos); i++) {
        struct driven d = drive_bash();
        char line[128];
        snprintf(line, sizeof line, "printf \"%s\"; kill -9 $$", torsos[i].printed);
        drive_send(&d, line, true);
        drive_settle(&d);
        assert_int_equal(d.result.wait_reason, QTTY_WAIT_SESSION_EXIT);
        assert_int_equal(d.result.child.state, QTTY_CHILD_SIGNALED);
        assert_int_equal(d.result.child.value, 9);
        assert_string_equal((const char *)d.output.data, torsos[i].left);
        drive_free(&d);
    }
}

int
main(int argc, char **argv)
{
    if (argc == 3) {
        flood_s = strtoul(argv[1], NULL, 10);
        line_mib = strtoul(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_without_end_is_held_within_bounds),
        cmocka_unit_test(a_line_without_end_is_held_within_bounds),
        cmocka_unit_test(what_ends_in_a_sequence_swallows_no_prompt),
        cmocka_unit_test(nor_does_it_hide_the_exit),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
