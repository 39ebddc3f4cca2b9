/* When a session looks at the foreground: at pauses that grow, twice where it matters,
 * and never for nothing. */
#include "unit/driven.h"

/* --- When it looks ------------------------------------------------------------------ */

static struct {
    qtty_terminal_ops ops;
    void (*look)(qtty_terminal *t, qtty_look *out);
    struct driven *driven;
    uint64_t at_ns[64];
    size_t count;
    const char *says; /* what is printed in the midst of the next look */
} watch;

static void
watched_look(qtty_terminal *t, qtty_look *out)
{
    const char *says = watch.says;
    watch.look(t, out);
    assert_true(watch.count < COUNT_OF(watch.at_ns));
    watch.at_ns[watch.count++] = watch.driven->now_ns;
    watch.says = NULL;
    if (says != NULL)
        prints(watch.driven, says);
}

/* From now on, for this test. */
static void
watch_looks(struct driven *d)
{
    memset(&watch, 0, sizeof watch);
    watch.ops = *d->script.at.terminal.ops;
    watch.look = watch.ops.look;
    watch.ops.look = watched_look;
    watch.driven = d;
    d->script.at.terminal.ops = &watch.ops;
}

/* Looks were made so many µs after this moment; forgets them. */
static void
looked_at(uint64_t from_ns, const uint64_t *us, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(watch.at_ns[i] - from_ns, us[i] * 1000);
    assert_int_equal(watch.count, count);
    watch.count = 0;
}

static void
looks_come_at_pauses_that_grow(void **state)
{
    static const uint64_t us[] = { 0,    0,    100,   300,   800,   1800,
                                   3800, 8800, 18800, 38800, 88800, 138800 };
    struct driven d;
    (void)state;
    driven_open(&d);
    watch_looks(&d);
    const uint64_t began = d.now_ns;
    sends(&d, "sleep 1"); /* the first look is that of the boundary */
    child_runs(&d);
    passes(&d, MS(150));
    looked_at(began, us, COUNT_OF(us));
    driven_finish(&d);
}

static void
no_pause_is_longer_than_the_poll_interval(void **state)
{
    static const uint64_t us[] = { 0, 0, 100, 300, 800, 1800, 3800, 5800, 7800, 9800 };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.poll_interval_ms = 2;
    driven_open_with(&d, &c);
    watch_looks(&d);
    const uint64_t began = d.now_ns;
    sends(&d, "sleep 1");
    child_runs(&d);
    passes(&d, MS(10));
    looked_at(began, us, COUNT_OF(us));
    driven_finish(&d);
}

static void
output_makes_it_look_soon_again(void **state)
{
    static const uint64_t us[] = { 0, 100, 300, 800, 1800 };
    struct driven d;
    (void)state;
    driven_open(&d);
    watch_looks(&d);
    sends(&d, "sleep 1");
    child_runs(&d);
    passes(&d, MS(1000));
    watch.count = 0;
    const uint64_t said = d.now_ns;
    prints(&d, "tick\r\n");
    passes(&d, MS(2));
    looked_at(said, us, COUNT_OF(us));
    driven_finish(&d);
}

static void
output_that_never_stops_is_not_looked_at_without_a_pause(void **state)
{
    static const uint64_t us[] = { 0, 100, 200, 300, 400 };
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "yes");
    child_runs(&d);
    passes(&d, MS(1000));
    watch_looks(&d);
    const uint64_t began = d.now_ns;
    for (int i = 0; i < 49; i++) {
        prints(&d, "y\r\n");
        passes(&d, 10000);
    }
    looked_at(began, us, COUNT_OF(us));
    driven_finish(&d);
}

static void
a_shell_that_starts_is_looked_at_after_a_while(void **state)
{
    static const uint64_t silent[] = { 5000, 10000, 20000 }, said[] = { 0, 100, 300 };
    struct driven d;
    (void)state;
    driven_init(&d);
    driven_create(&d);
    child_runs(&d);
    watch_looks(&d);
    passes(&d, MS(30));
    looked_at(MS(1000), silent, COUNT_OF(silent));
    const uint64_t at_ns = d.now_ns;
    prints(&d, "Welcome\r\n");
    passes(&d, 500000);
    looked_at(at_ns, said, COUNT_OF(said));
    driven_finish(&d);
}

static void
a_program_without_marks_that_starts_is_looked_at_soon(void **state)
{
    static const uint64_t us[] = { 0, 100, 300, 800 };
    const qtty_span argv[] = { qtty_text("cat") };
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.dialect = "none";
    d.config.argv = argv;
    d.config.argc = 1;
    driven_create(&d);
    child_runs(&d);
    watch_looks(&d);
    passes(&d, MS(1));
    looked_at(MS(1000), us, COUNT_OF(us));
    driven_finish(&d);
}

/* The look at the prompt is not put off by one at the mark. */
static void
between_a_mark_and_its_prompt_nobody_is_looked_at(void **state)
{
    static const uint64_t at_once[] = { 0, 0 };
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "true");
    child_runs(&d);
    passes(&d, MS(100));
    watch_looks(&d);
    prints(&d, "true\r\n{C}{D 0}");
    passes(&d, 20000);
    assert_int_equal(watch.count, 0);
    const uint64_t at_ns = d.now_ns;
    prints(&d, "$ ");
    shell_waits(&d);
    step(&d);
    looked_at(at_ns, at_once, COUNT_OF(at_once));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    driven_finish(&d);
}

/* The user's own prompt, or none: half a millisecond later the looks go on. */
static void
a_prompt_that_does_not_come_is_not_waited_for(void **state)
{
    static const uint64_t us[] = { 500, 600 };
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "readonly PS1");
    child_runs(&d);
    passes(&d, MS(100));
    watch_looks(&d);
    const uint64_t at_ns = d.now_ns;
    prints(&d, "readonly PS1\r\n{C}{D 0}mine> ");
    passes(&d, 700000);
    looked_at(at_ns, us, COUNT_OF(us));
    driven_finish(&d);
}

static void
nobody_is_looked_at_while_nothing_is_asked(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    watch_looks(&d);
    prints(&d, "[1]+ Done\r\n");
    passes(&d, MS(10000));
    assert_int_equal(watch.count, 0);
    assert_int_equal(deadline(&d), QTTY_NEVER);
    driven_finish(&d);
}

/* What is unread would speak against it. */
static void
no_look_before_all_output_is_read(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "cat");
    child_runs(&d);
    passes(&d, MS(100));
    watch_looks(&d);
    d.script.piece = 1;
    prints(&d, "more than sixteen bytes");
    step(&d);
    assert_int_equal(watch.count, 0);
    step(&d);
    assert_int_equal(watch.count, 1);
    driven_finish(&d);
}

static void
a_wait_is_looked_at_twice_at_once(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "python3");
    child_runs(&d);
    passes(&d, MS(100));
    watch_looks(&d);
    prints(&d, ">>> ");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    step(&d);
    assert_int_equal(watch.count, 2);
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    driven_finish(&d);
}

/* One instant proves nothing: the second look agrees, with no output in between. */
static void
output_between_the_two_looks_voids_the_first(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "python3");
    child_runs(&d);
    passes(&d, MS(100));
    watch_looks(&d);
    prints(&d, ">>> ");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    watch.says = "more";
    step(&d);
    assert_int_equal(watch.count, 1);
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    driven_finish(&d);
}

static void
a_second_look_that_differs_proves_nothing(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "python3");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    scripted_then_look(&d.script, (qtty_look){ QTTY_CLASS_E, CHILD_GROUP, 9, 0 });
    passes(&d, MS(1000));
    not_settled(&d);
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_come_at_pauses_that_grow),
        cmocka_unit_test(no_pause_is_longer_than_the_poll_interval),
        cmocka_unit_test(output_makes_it_look_soon_again),
        cmocka_unit_test(output_that_never_stops_is_not_looked_at_without_a_pause),
        cmocka_unit_test(a_shell_that_starts_is_looked_at_after_a_while),
        cmocka_unit_test(a_program_without_marks_that_starts_is_looked_at_soon),
        cmocka_unit_test(between_a_mark_and_its_prompt_nobody_is_looked_at),
        cmocka_unit_test(a_prompt_that_does_not_come_is_not_waited_for),
        cmocka_unit_test(nobody_is_looked_at_while_nothing_is_asked),
        cmocka_unit_test(no_look_before_all_output_is_read),
        cmocka_unit_test(a_wait_is_looked_at_twice_at_once),
        cmocka_unit_test(output_between_the_two_looks_voids_the_first),
        cmocka_unit_test(a_second_look_that_differs_proves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
