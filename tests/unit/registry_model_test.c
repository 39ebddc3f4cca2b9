/* 500 owners at random, against a plain model of what the registry promises. A round is
 * some random calls, each with the answer that the model expects, then a turn of time,
 * then all that can be asked of owners. The same from the same seed. */
#include "unit/crowd.h"

#include <stdio.h>

enum {
    OWNERS = 500,
    ROUNDS = 200,
    CALLS = 60, /* of a round */
    MODEL_MAX = ROUNDS * CALLS + 1,
    NAMES = 3,
};

enum stage {
    STARTING,
    PUBLISHED,
    FAILED,  /* the spawn; something of it is left */
    NOTHING, /* of a failed spawn */
    REMOVED,
};

struct member {
    qtty_session_id id;
    size_t owner; /* OWNERS: it was disposed */
    int name;     /* 0: none */
    enum stage stage;
    qtty_status reason; /* of the first who cancelled */
    qtty_status spawned;
    bool closes; /* a close is under way */
    bool leaves; /* its owner asked for it */
    bool stuck;  /* it failed */
    bool ended;  /* nothing of a published one is left */
    bool quit;   /* its program left by itself */
    struct program *program;
};

struct model {
    struct crowd crowd;
    uint64_t random;
    qtty_owner *owners[OWNERS];
    bool disposing[OWNERS], all_disposing, has_backend;
    struct member members[MODEL_MAX];
    size_t count;
    qtty_session_id last_id;
    qtty_want touched[CALLS + 1]; /* what is ready in the next turn */
    size_t touches;
};

static uint64_t
draw(struct model *m, uint64_t below)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return m->random % below;
}

/* --- What the model says ------------------------------------------------------------ */

static bool
is_there(const struct member *s)
{
    return s->stage != REMOVED && s->stage != NOTHING;
}

static bool
is_active(const struct member *s)
{
    return is_there(s) && !s->ended;
}

static bool
has_activity(const struct model *m, size_t owner)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->members[i].owner == owner && is_active(&m->members[i]))
            return true;
    return false;
}

static bool
has_name(const struct model *m, size_t owner, int name)
{
    for (size_t i = 0; name != 0 && i < m->count; i++)
        if (m->members[i].owner == owner && is_there(&m->members[i])
            && m->members[i].name == name)
            return true;
    return false;
}

static struct member *
member_of(struct model *m, qtty_session_id id)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->members[i].id == id && m->members[i].stage != REMOVED)
            return &m->members[i];
    return NULL;
}

static qtty_status
expected(const struct member *s, size_t owner)
{
    return s == NULL           ? QTTY_E_NO_SESSION
           : s->owner != owner ? QTTY_E_FOREIGN_SESSION
                               : QTTY_OK;
}

static void
begins_to_close(struct member *s)
{
    if (s->ended && s->leaves)
        s->stage = REMOVED;
    if (s->ended)
        return;
    s->closes = true;
    s->stuck = false;
}

static void
is_cancelled(struct member *s, qtty_status reason)
{
    s->reason = s->reason == QTTY_OK ? reason : s->reason;
    begins_to_close(s);
}

/* The close has succeeded. */
static void
ends(struct member *s)
{
    s->closes = false;
    if (s->stage != PUBLISHED)
        s->stage = s->owner == OWNERS ? REMOVED : NOTHING;
    else if (s->leaves)
        s->stage = REMOVED;
    else
        s->ended = true;
}

/* A turn of time: what was ready is published, what ended is closed, closes end or fail.
 * The program has forgotten by then how its end went. */
static void
turns(struct member *s, enum crowd_end end)
{
    if (!is_active(s) || s->stuck)
        return;
    if (s->stage == STARTING && !s->closes && !s->quit && s->program->ready) {
        s->stage = PUBLISHED;
        s->spawned = QTTY_OK;
    }
    s->closes |= s->quit;
    if (!s->closes || (end == LINGERS && s->program->phase != QTTY_PHASE_CLOSED))
        return;
    if (s->stage == STARTING) {
        s->spawned = s->reason != QTTY_OK ? s->reason : QTTY_E_CLOSED;
        s->stage = FAILED;
    }
    s->stuck = end == STUCK_ONCE || end == STUCK_EVER;
    if (!s->stuck)
        ends(s);
}

/* --- Calls -------------------------------------------------------------------------- */

static void
touches(struct model *m, const struct member *s)
{
    m->touched[m->touches++] =
        (qtty_want){ CROWD_DESCRIPTOR + (int)s->program->number, QTTY_WANT_READ };
}

static const char *
name_of(int name)
{
    static const char *const names[NAMES + 1] = { NULL, "build", "test", "run" };
    return names[name];
}

static qtty_status
expected_of_spawn(const struct model *m, size_t owner, int name, qtty_sandbox mode)
{
    if (m->all_disposing)
        return QTTY_E_SERVICE_DISPOSING;
    if (m->disposing[owner])
        return QTTY_E_OWNER_NOT_LIVE;
    if (has_name(m, owner, name))
        return QTTY_E_DUPLICATE_NAME;
    if (!m->has_backend)
        return QTTY_E_NO_BACKEND;
    if (mode == QTTY_SANDBOX_READ_ONLY)
        return QTTY_E_INVAL;
    return m->crowd.fails;
}

static void
call_spawn(struct model *m, size_t owner)
{
    struct crowd *c = &m->crowd;
    qtty_session_config config = crowd_config();
    qtty_session_id id;
    int name = (int)draw(m, NAMES + 1);
    config.timeout_ms = QTTY_NONE - 1;
    if (has_activity(m, owner) && draw(m, 8) == 0)
        config.sandbox = QTTY_SANDBOX_READ_ONLY;
    c->ends = draw(m, 3) == 0 ? (enum crowd_end)draw(m, 4) : ENDS_AT_ONCE;
    c->fails = draw(m, 10) == 0 ? QTTY_E_IO : QTTY_OK;
    qtty_status st =
        qtty_owner_spawn(m->owners[owner], name_of(name), &config, c->now_ns, &id);
    assert_int_equal(st, expected_of_spawn(m, owner, name, config.sandbox));
    if (st != QTTY_OK)
        return;
    assert_true(id > m->last_id);
    m->last_id = id;
    m->members[m->count++] = (struct member){ .id = id,
                                              .owner = owner,
                                              .name = name,
                                              .spawned = QTTY_E_NOT_FOUND,
                                              .program = latest(c) };
}

static void
call_close(struct model *m, size_t owner, qtty_session_id id, struct member *s)
{
    qtty_status want = expected(s, owner);
    if (want == QTTY_OK && s->stage != PUBLISHED)
        want = QTTY_E_NO_SESSION;
    assert_int_equal(qtty_owner_close(m->owners[owner], id, m->crowd.now_ns), want);
    if (want != QTTY_OK)
        return;
    s->leaves = true;
    begins_to_close(s);
}

static void
call_cancel(struct model *m, size_t owner, qtty_session_id id, struct member *s)
{
    qtty_status want = expected(s, owner);
    if (want == QTTY_OK && s->stage != STARTING && s->stage != FAILED)
        want = QTTY_E_NOT_FOUND;
    assert_int_equal(qtty_owner_cancel_spawn(m->owners[owner], id, m->crowd.now_ns),
                     want);
    if (want == QTTY_OK)
        is_cancelled(s, QTTY_E_CANCELLED);
}

static void
disposes(struct member *s, qtty_status reason)
{
    s->leaves = true;
    if (s->stage == STARTING)
        is_cancelled(s, reason);
    else if (is_there(s))
        begins_to_close(s);
}

static void
call_dispose(struct model *m, size_t owner)
{
    qtty_owner_dispose(m->owners[owner], m->crowd.now_ns);
    m->disposing[owner] = true;
    for (size_t i = 0; i < m->count; i++)
        if (m->members[i].owner == owner)
            disposes(&m->members[i], QTTY_E_OWNER_NOT_LIVE);
}

/* What happens to a program. */
static void
happens(struct model *m, struct member *s)
{
    if (s == NULL || !is_there(s) || s->program->destroyed)
        return;
    if (s->program->ends == LINGERS && s->program->phase == QTTY_PHASE_CLOSING)
        is_gone(s->program);
    else if (s->stage == PUBLISHED && draw(m, 3) == 0 && !s->quit && !s->closes
             && !s->stuck) {
        leaves(s->program, 0);
        s->quit = true;
    } else if (s->stage == STARTING && !s->closes && !s->quit) {
        s->quit = draw(m, 4) == 0;
        if (s->quit)
            leaves(s->program, 1);
        else
            s->program->ready = true;
    }
    touches(m, s);
}

static void
swaps_backend(struct model *m)
{
    struct crowd *c = &m->crowd;
    qtty_status st = m->has_backend
                         ? qtty_registry_remove_backend(c->registry, "crowd")
                         : qtty_registry_add_backend(c->registry, "crowd", &c->provider);
    bool refused = m->all_disposing && !m->has_backend;
    assert_int_equal(st, refused ? QTTY_E_SERVICE_DISPOSING : QTTY_OK);
    m->has_backend = !m->has_backend && !refused;
}

/* Of this owner's, mostly; else of any, or one that never was. */
static qtty_session_id
draws_id(struct model *m, size_t owner)
{
    for (size_t tries = 0; tries < 2000 && m->count != 0; tries++) {
        const struct member *s = &m->members[draw(m, m->count)];
        if (s->owner == owner)
            return s->id;
    }
    return draw(m, m->last_id + 3);
}

static void
calls(struct model *m)
{
    size_t owner = draw(m, OWNERS);
    qtty_session_id id = draw(m, 8) != 0 ? draws_id(m, owner) : draw(m, m->last_id + 3);
    struct member *s = member_of(m, id);
    uint64_t what = draw(m, 100);
    if (what < 35)
        call_spawn(m, owner);
    else if (what < 75)
        happens(m, s);
    else if (what < 86)
        call_close(m, owner, id, s);
    else if (what < 93)
        call_cancel(m, owner, id, s);
    else if (what < 97)
        call_dispose(m, owner);
    else if (what < 98 || !m->has_backend)
        swaps_backend(m);
}

/* --- Time --------------------------------------------------------------------------- */

/* As a caller would: what is ready (NULL: all may be), then deadlines, up to 50 ms. */
static void
time_passes(struct model *m, const qtty_want *ready)
{
    static enum crowd_end before[MODEL_MAX];
    struct crowd *c = &m->crowd;
    const uint64_t end = c->now_ns + MS(50);
    uint64_t at;
    size_t count, turn = 0;
    for (size_t i = 0; i < m->count; i++)
        before[i] = m->members[i].program->ends;
    do {
        assert_int_equal(qtty_registry_step(c->registry, ready, m->touches, c->now_ns),
                         QTTY_OK);
        assert_true(turn++ < 10000);
        ready = m->touched;
        m->touches = 0;
        qtty_registry_wants(c->registry, NULL, 0, &count, &at);
        c->now_ns = at > c->now_ns && at <= end ? at : c->now_ns;
    } while (at <= end);
    c->now_ns = end;
    for (size_t i = 0; i < m->count; i++)
        turns(&m->members[i], before[i]);
}

/* --- All that can be asked ---------------------------------------------------------- */

static void
check_member(struct model *m, struct member *s, size_t owner)
{
    struct crowd *c = &m->crowd;
    const qtty_owner *o = m->owners[owner];
    qtty_session *session;
    qtty_status want = expected(s->stage == REMOVED ? NULL : s, owner);
    spawned(c, o, s->id, want == QTTY_OK ? s->spawned : want, NULL);
    if (want == QTTY_OK && s->stage != PUBLISHED)
        want = QTTY_E_NO_SESSION;
    assert_int_equal(qtty_owner_find(o, s->id, &session), want);
    const char *name = qtty_owner_session_name(o, s->id),
               *named = want == QTTY_OK ? name_of(s->name) : NULL;
    assert_int_equal(name == NULL, named == NULL);
    if (named != NULL)
        assert_string_equal(name, named);
    if (want != QTTY_OK)
        return;
    qtty_session_state phase = qtty_session_phase(session);
    assert_int_equal(phase, s->ended    ? QTTY_SESSION_CLOSED
                            : s->stuck  ? QTTY_SESSION_FAILED
                            : s->closes ? QTTY_SESSION_CLOSING
                                        : QTTY_SESSION_LIVE);
}

static void
check_owner(struct model *m, size_t owner)
{
    qtty_session_id ids[MODEL_MAX / 10];
    size_t listed = 0,
           count = qtty_owner_list(m->owners[owner], ids, sizeof ids / sizeof ids[0]);
    for (size_t i = 0; i < m->count; i++) {
        struct member *s = &m->members[i];
        if (s->owner == owner && s->stage == PUBLISHED) {
            assert_true(listed < count);
            assert_int_equal(ids[listed++], s->id);
        }
        if (s->owner == owner)
            check_member(m, s, owner);
    }
    assert_int_equal(listed, count);
    assert_int_equal(qtty_owner_has_activity(m->owners[owner]), has_activity(m, owner));
}

static void
check_disposal(struct model *m, size_t owner)
{
    bool over = true;
    size_t failures = 0;
    qtty_status st;
    for (size_t i = 0; i < m->count; i++) {
        const struct member *s = &m->members[i];
        over &= s->owner != owner || !is_active(s) || s->stuck;
        failures += s->owner == owner && is_active(s) && s->stuck;
    }
    assert_int_equal(qtty_owner_disposed(m->owners[owner], &st), over);
    if (!over)
        return;
    assert_int_equal(st, failures != 0 ? QTTY_E_IO : QTTY_OK);
    const char *at = qtty_registry_error(m->crowd.registry);
    for (; failures != 0 && (at = strstr(at, "still there")) != NULL; at++)
        failures--;
    assert_int_equal(failures, 0);
    for (size_t i = 0; i < m->count; i++) {
        struct member *s = &m->members[i];
        if (s->owner != owner)
            continue;
        s->owner = OWNERS;
        s->stage = s->stage == NOTHING ? REMOVED : s->stage;
    }
    m->owners[owner] = m->all_disposing ? NULL : has_owner(&m->crowd);
    m->disposing[owner] = false;
}

static void
check(struct model *m)
{
    for (size_t owner = 0; owner < OWNERS; owner++) {
        check_owner(m, owner);
        if (m->disposing[owner])
            check_disposal(m, owner);
    }
    for (int i = 0; m->count != 0 && i < 50; i++) {
        size_t owner = draw(m, OWNERS);
        if (m->owners[owner] != NULL)
            check_member(m, &m->members[draw(m, m->count)], owner);
    }
}

/* --- The end of everything ---------------------------------------------------------- */

static void
everything_ends(struct model *m)
{
    struct crowd *c = &m->crowd;
    size_t failures = 0;
    qtty_registry_dispose(c->registry, c->now_ns);
    m->all_disposing = true;
    for (size_t i = 0; i < m->count; i++)
        disposes(&m->members[i], QTTY_E_SERVICE_DISPOSING);
    for (int i = 0; i < CALLS; i++)
        calls(m);
    for (size_t i = 0; i < m->count; i++)
        if (m->members[i].program->phase == QTTY_PHASE_CLOSING
            && m->members[i].program->ends == LINGERS)
            is_gone(m->members[i].program);
    time_passes(m, NULL);
    for (size_t i = 0; i < m->count; i++)
        failures += is_active(&m->members[i]);
    check(m);
    all_disposed(c, failures != 0 ? QTTY_E_IO : QTTY_OK, NULL);
    step(c);
    assert_int_equal(c->alive, failures);
}

static void
plays(uint64_t seed)
{
    struct model *m = calloc(1, sizeof *m);
    size_t met = 0, stages[REMOVED + 1] = { 0 };
    assert_non_null(m);
    crowd_init(&m->crowd);
    m->random = seed;
    m->has_backend = true;
    for (size_t i = 0; i < OWNERS; i++)
        m->owners[i] = has_owner(&m->crowd);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CALLS; i++)
            calls(m);
        time_passes(m, m->touched);
        check(m);
    }
    for (size_t i = 0; i < m->count; i++)
        stages[m->members[i].stage]++;
    for (int stage = STARTING; stage <= REMOVED; stage++)
        met += stages[stage] >= 20;
    assert_int_equal(met, REMOVED + 1); /* each was met, and often */
    everything_ends(m);
    crowd_finish(&m->crowd);
    free(m);
}

static void
many_owners_at_random_are_as_the_model_says(void **state)
{
    (void)state;
    plays(UINT64_C(0x5EED0001));
}

static void
the_same_with_another_seed(void **state)
{
    (void)state;
    plays(UINT64_C(0x5EED0002));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_owners_at_random_are_as_the_model_says),
        cmocka_unit_test(the_same_with_another_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
