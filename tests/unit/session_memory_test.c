/* Every allocation fails in turn: nothing leaks, nothing is half done, the session stays
 * usable, and what was lost is told. */
#include "unit/driven.h"

struct story {
    struct failing_allocator memory;
    qtty_allocator hook;
    struct driven driven;
    bool sent;
};

static bool
begins(struct story *s, qtty_projection projection)
{
    struct driven *d = &s->driven;
    s->hook = failing_allocator_hook(&s->memory);
    driven_init(d);
    d->config.allocator = &s->hook;
    d->config.projection = projection;
    d->config.window = (qtty_window){ .rows = 3, .cols = 20 };
    qtty_status st = qtty_session_create(&d->session, &d->script.provider, &d->config,
                                         d->now_ns, &d->error);
    if (st == QTTY_OK) {
        driven_learn_nonce(d);
        return true;
    }
    assert_int_equal(st, QTTY_E_NOMEM);
    assert_null(d->session);
    assert_string_not_equal(scripted_text(&d->error), "");
    assert_int_equal(d->script.spawns, 0);
    return false;
}

/* A proof needs no memory. */
static void
is_published(struct driven *d)
{
    prints(d, "Welcome\r\n{D 0}$ ");
    shell_waits(d);
    passes(d, MS(100));
    assert_int_equal(qtty_session_phase(d->session), QTTY_SESSION_LIVE);
}

static void
sends_or_not(struct story *s)
{
    struct driven *d = &s->driven;
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text("seq 4");
    send.submit = true;
    qtty_status st = qtty_session_send(d->session, &send, d->now_ns);
    s->sent = st == QTTY_OK;
    if (!s->sent) {
        assert_int_equal(st, QTTY_E_NOMEM);
        assert_string_equal(qtty_session_error(d->session), "send: out of memory");
        assert_string_equal(written(d), "");
        return;
    }
    assert_string_equal(written(d), "seq 4\r");
    prints(d, "\033[5n");
    shell_answers(d, "seq 4", "1\r\n2\r\n3\r\na line that wraps at 20 cells\r\n", 0);
    passes(d, MS(100));
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
}

/* With memory again all is as ever. */
static void
goes_on(struct driven *d)
{
    (void)written(d);
    assert_int_equal(qtty_session_resize(d->session, 5, 30), QTTY_OK);
    sends(d, "echo ok");
    shell_answers(d, "echo ok", "ok\r\n", 7);
    passes(d, MS(100));
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.command_status, 7);
    assert_string_equal(text_of(d, d->result.output), "ok\n");
    assert_false(d->result.truncated);
    assert_string_equal(written(d), "echo ok\r");
}

static void
ends(struct driven *d)
{
    assert_int_equal(qtty_session_close(d->session, d->now_ns), QTTY_OK);
    passes(d, MS(1));
    assert_int_equal(qtty_session_phase(d->session), QTTY_SESSION_CLOSED);
}

/* One allocation fails, or all from one on. @return how many there were. */
static long
tells(struct story *s, qtty_projection projection)
{
    if (begins(s, projection)) {
        is_published(&s->driven);
        sends_or_not(s);
        const long calls = s->memory.calls;
        const bool failed = s->memory.fail_at != 0 && calls >= s->memory.fail_at;
        if (s->sent && !failed)
            assert_false(s->driven.result.truncated);
        s->memory.fail_at = 0;
        goes_on(&s->driven);
        ends(&s->driven);
        s->memory.calls = calls;
    }
    driven_finish(&s->driven);
    assert_int_equal(s->memory.live, 0);
    return s->memory.calls;
}

static void
each_allocation_fails(qtty_projection projection, int for_good)
{
    static struct story s;
    s = (struct story){ .sent = false };
    const long calls = tells(&s, projection);
    assert_true(s.sent);
    for (long at = 1; at <= calls; at++) {
        s = (struct story){ .memory = { .fail_at = at, .for_good = for_good } };
        (void)tells(&s, projection);
    }
}

static void
one_allocation_fails(void **state)
{
    (void)state;
    each_allocation_fails(QTTY_PROJECTION_SCREEN, 0);
    each_allocation_fails(QTTY_PROJECTION_STREAM, 0);
}

static void
all_allocations_fail_from_one_on(void **state)
{
    (void)state;
    each_allocation_fails(QTTY_PROJECTION_SCREEN, 1);
    each_allocation_fails(QTTY_PROJECTION_STREAM, 1);
}

/* A step says it once, a result says that something is missing. */
static void
lost_text_is_told(void **state)
{
    struct story s = { .sent = false };
    struct driven *d = &s.driven;
    char text[20001];
    (void)state;
    assert_true(begins(&s, QTTY_PROJECTION_STREAM));
    is_published(d);
    memset(text, 'x', 20000);
    text[20000] = '\0';
    sends(d, "cat x");
    s.memory.fail_at = s.memory.calls + 1;
    s.memory.for_good = 1;
    prints(d, text);
    assert_int_equal(qtty_session_step(d->session, NULL, 0, d->now_ns), QTTY_E_NOMEM);
    s.memory.fail_at = 0;
    shell_answers(d, "", "", 0);
    passes(d, MS(100));
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_true(d->result.truncated);
    goes_on(d);
    driven_finish(d);
    assert_int_equal(s.memory.live, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_allocation_fails),
        cmocka_unit_test(all_allocations_fail_from_one_on),
        cmocka_unit_test(lost_text_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
