/* When quietty run types: the looks that it makes, and what readiness says of them. */
#include "unit/check.h"

#include "cli/cue.h"
#include "unit/scripted.h"

#define MS(n) ((uint64_t)(n)*1000000u)

struct cued {
    struct scripted script;
    qtty_terminal *terminal;
    struct cue cue;
};

static void
starts(struct cued *c)
{
    qtty_span program = qtty_text("program");
    qtty_spawn_config config = QTTY_SPAWN_CONFIG_INIT;
    config.argv = &program;
    config.argc = 1;
    scripted_init(&c->script);
    assert_int_equal(qtty_provider_spawn(&c->script.provider, &c->terminal, &config),
                     QTTY_OK);
    cue_init(&c->cue, c->terminal, true, 0);
}

static void
finishes(struct cued *c)
{
    qtty_terminal_destroy(c->terminal);
    scripted_finish(&c->script);
}

static void
shows(struct cued *c, qtty_wait_class wait_class, uint64_t runs, uint32_t flags)
{
    scripted_look(&c->script, (qtty_look){ .wait_class = wait_class,
                                           .group = SCRIPTED_PID,
                                           .runs = runs,
                                           .flags = flags | QTTY_TERMINAL_CANONICAL
                                                    | QTTY_TERMINAL_ECHO });
}

static bool
comes(struct cued *c, uint64_t now_ns)
{
    return cue_came(&c->cue, c->terminal, now_ns);
}

/* Asked at each deadline from a moment on. @return when it comes. */
static uint64_t
comes_from(struct cued *c, uint64_t now_ns)
{
    while (!comes(c, now_ns)) {
        assert_true(cue_deadline(&c->cue) >= now_ns);
        now_ns = cue_deadline(&c->cue);
    }
    return now_ns;
}

/* The first look is a ms after the start, the second follows at once. */
static void
two_looks_at_a_reader_are_a_cue(void **state)
{
    struct cued c;
    (void)state;
    starts(&c);
    shows(&c, QTTY_CLASS_A, 5, 0);
    assert_false(comes(&c, MS(0)));
    assert_int_equal(cue_deadline(&c.cue), MS(1));
    assert_false(comes(&c, MS(1)));
    assert_int_equal(cue_deadline(&c.cue), MS(1));
    assert_true(comes(&c, MS(1)));
    assert_int_equal(c.script.looks, 2);
    finishes(&c);
}

static void
output_between_them_is_none(void **state)
{
    struct cued c;
    (void)state;
    starts(&c);
    shows(&c, QTTY_CLASS_A, 5, 0);
    assert_false(comes(&c, MS(1)));
    cue_note_output(&c.cue, MS(1));
    assert_false(comes(&c, MS(1)));
    assert_false(comes(&c, MS(2)));
    assert_true(comes(&c, MS(2)));
    finishes(&c);
}

/* The kernel may still show the read that what was typed is about to end. */
static void
a_wait_from_before_is_no_cue(void **state)
{
    struct cued c;
    (void)state;
    starts(&c);
    shows(&c, QTTY_CLASS_A, 5, 0);
    assert_int_equal(comes_from(&c, 0), MS(1));
    cue_begin(&c.cue, c.terminal, MS(1));
    cue_end(&c.cue, false, MS(1));
    for (uint64_t ms = 1; ms < 1000; ms++)
        assert_false(comes(&c, MS(ms)));
    shows(&c, QTTY_CLASS_A, 6, 0);
    assert_true(comes_from(&c, MS(1000)) <= MS(1050));
    finishes(&c);
}

static void
half_a_line_is_followed_when_it_is_echoed(void **state)
{
    struct cued c;
    (void)state;
    starts(&c);
    shows(&c, QTTY_CLASS_A, 5, 0);
    assert_int_equal(comes_from(&c, 0), MS(1));
    cue_begin(&c.cue, c.terminal, MS(1));
    cue_end(&c.cue, true, MS(1));
    assert_false(comes(&c, MS(2)));
    assert_false(comes(&c, MS(2)));
    cue_note_output(&c.cue, MS(3));
    assert_int_equal(comes_from(&c, MS(3)), MS(4));
    finishes(&c);
}

static void
silence_is_as_long_as_little_is_seen(void **state)
{
    static const struct {
        qtty_wait_class wait_class;
        uint32_t flags;
        uint64_t ms;
    } cases[] = {
        { QTTY_CLASS_B, 0, 30 },
        { QTTY_CLASS_A, QTTY_LOOK_BUSY, 30 },
        { QTTY_CLASS_C, 0, 500 },
        { QTTY_CLASS_E, QTTY_LOOK_DENIED, 500 },
        { QTTY_CLASS_E, 0, 3000 },
        { QTTY_CLASS_E, QTTY_LOOK_DENIED | QTTY_LOOK_UNREAD, 3000 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct cued c;
        starts(&c);
        shows(&c, cases[i].wait_class, 5, cases[i].flags);
        assert_int_equal(comes_from(&c, 0), MS(cases[i].ms));
        finishes(&c);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_looks_at_a_reader_are_a_cue),
        cmocka_unit_test(output_between_them_is_none),
        cmocka_unit_test(a_wait_from_before_is_no_cue),
        cmocka_unit_test(half_a_line_is_followed_when_it_is_echoed),
        cmocka_unit_test(silence_is_as_long_as_little_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
