/* Every allocation fails in turn: nothing leaks, nothing is half done, and with memory
 * again the same call works. */
#include "unit/crowd.h"

struct story {
    struct failing_allocator memory;
    qtty_allocator hook;
    struct crowd crowd;
};

/* A call came to its end, or lacked memory; then it is to be made again, with memory. */
static bool
worked(struct story *s, qtty_status status)
{
    if (status == QTTY_OK)
        return true;
    assert_int_equal(status, QTTY_E_NOMEM);
    assert_true(s->memory.fail_at != 0);
    assert_non_null(strstr(qtty_registry_error(s->crowd.registry), "out of memory"));
    s->memory.fail_at = 0;
    return false;
}

static bool
has_registry(struct story *s)
{
    qtty_registry_config config = QTTY_REGISTRY_CONFIG_INIT;
    crowd_begin(&s->crowd);
    s->hook = failing_allocator_hook(&s->memory);
    config.allocator = &s->hook;
    qtty_status st = qtty_registry_create(&s->crowd.registry, &config);
    assert_int_equal(st == QTTY_OK, s->crowd.registry != NULL);
    if (st != QTTY_OK)
        assert_int_equal(st, QTTY_E_NOMEM);
    return st == QTTY_OK;
}

static void
adds_backend(struct story *s)
{
    struct crowd *c = &s->crowd;
    if (!worked(s, qtty_registry_add_backend(c->registry, "crowd", &c->provider)))
        assert_int_equal(qtty_registry_add_backend(c->registry, "crowd", &c->provider),
                         QTTY_OK);
}

static qtty_owner *
makes_owner(struct story *s)
{
    qtty_owner *o;
    if (!worked(s, qtty_owner_create(&o, s->crowd.registry))) {
        assert_null(o);
        assert_int_equal(qtty_owner_create(&o, s->crowd.registry), QTTY_OK);
    }
    return o;
}

static qtty_session_id
spawns(struct story *s, qtty_owner *o, const char *name, bool alone)
{
    struct crowd *c = &s->crowd;
    qtty_session_config config = crowd_config();
    qtty_session_id id;
    size_t alive = c->alive;
    if (worked(s, qtty_owner_spawn(o, name, &config, c->now_ns, &id)))
        return id;
    assert_int_equal(id, 0);
    assert_int_equal(c->alive, alive);
    assert_true(!alone || !qtty_owner_has_activity(o));
    return begins(c, o, name);
}

/* A step that lacks memory says so, and goes on; without marks of who is ready all are
 * stepped. */
static void
becomes_ready(struct story *s, const qtty_owner *o, qtty_session_id id)
{
    struct crowd *c = &s->crowd;
    latest(c)->ready = true;
    const qtty_want ready = { CROWD_DESCRIPTOR + (int)latest(c)->number, QTTY_WANT_READ };
    for (int i = 0; i < 3; i++) {
        c->now_ns += MS(50);
        (void)worked(s, qtty_registry_step(c->registry, &ready, 1, c->now_ns));
    }
    spawned(c, o, id, QTTY_OK, NULL);
}

static void
turns(struct story *s)
{
    for (int i = 0; i < 4; i++)
        (void)worked(s, qtty_registry_step(s->crowd.registry, NULL, 0, s->crowd.now_ns));
}

/* The report may lack memory, too: then it counts. */
static void
ends_with_a_failure(struct story *s)
{
    struct crowd *c = &s->crowd;
    qtty_status st;
    qtty_registry_dispose(c->registry, c->now_ns);
    turns(s);
    assert_true(qtty_registry_disposed(c->registry, &st));
    assert_int_equal(st, QTTY_E_IO);
    const char *why = qtty_registry_error(c->registry),
               *short_one = "sessions that could not be closed: 1";
    if (strcmp(why, short_one) != 0 || s->memory.fail_at == 0)
        assert_string_equal(why, "session 2: close: still there: 101");
}

/* Ids of spawns that were refused are not used again, so memory comes back before the
 * second one. @return how many allocations there were. */
static long
tells(struct story *s)
{
    struct crowd *c = &s->crowd;
    if (has_registry(s)) {
        adds_backend(s);
        qtty_owner *o = makes_owner(s);
        qtty_session_id one = spawns(s, o, "one", true);
        becomes_ready(s, o, one);
        assert_string_equal(qtty_owner_session_name(o, one), "one");
        c->ends = STUCK_EVER;
        qtty_session_id two = spawns(s, o, NULL, false);
        becomes_ready(s, o, two);
        assert_int_equal(qtty_owner_close(o, one, c->now_ns), QTTY_OK);
        turns(s);
        if (two == 2)
            ends_with_a_failure(s);
    }
    crowd_finish(c);
    assert_int_equal(s->memory.live, 0);
    return s->memory.calls;
}

static void
each_allocation_fails(int for_good)
{
    struct story *s = calloc(1, sizeof *s);
    assert_non_null(s);
    const long calls = tells(s);
    assert_true(calls > 20);
    for (long at = 1; at <= calls; at++) {
        memset(s, 0, sizeof *s);
        s->memory = (struct failing_allocator){ .fail_at = at, .for_good = for_good };
        (void)tells(s);
    }
    free(s);
}

static void
one_allocation_fails(void **state)
{
    (void)state;
    each_allocation_fails(0);
}

static void
all_allocations_fail_from_one_on(void **state)
{
    (void)state;
    each_allocation_fails(1);
}

/* Its own allocator wins, if a configuration has one. */
static void
sessions_have_the_allocator_of_the_registry(void **state)
{
    struct failing_allocator memory = { 0 }, own = { 0 };
    qtty_allocator hook = failing_allocator_hook(&memory),
                   own_hook = failing_allocator_hook(&own);
    qtty_registry_config registry = QTTY_REGISTRY_CONFIG_INIT;
    qtty_session_config config = crowd_config();
    qtty_session_id id;
    struct crowd c;
    (void)state;
    crowd_begin(&c);
    registry.allocator = &hook;
    assert_int_equal(qtty_registry_create(&c.registry, &registry), QTTY_OK);
    assert_int_equal(qtty_registry_add_backend(c.registry, "crowd", &c.provider),
                     QTTY_OK);
    qtty_owner *o = has_owner(&c);
    long before = memory.live;
    (void)begins(&c, o, NULL);
    long each = memory.live - before;
    assert_true(each > 5);
    config.allocator = &own_hook;
    before = memory.live;
    assert_int_equal(qtty_owner_spawn(o, NULL, &config, c.now_ns, &id), QTTY_OK);
    assert_int_equal(memory.live, before + 1);
    assert_true(own.live > 0);
    crowd_finish(&c);
    assert_int_equal(memory.live + own.live, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_allocation_fails),
        cmocka_unit_test(all_allocations_fail_from_one_on),
        cmocka_unit_test(sessions_have_the_allocator_of_the_registry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
