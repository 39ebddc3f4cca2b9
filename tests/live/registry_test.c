/* Owners with real shells: each sees its own, and the end of one ends what it started.
 * Nothing of a registry is left behind it. */
#define _GNU_SOURCE

#include "live/session.h"

#include "live/gone.h"
#include <quietty/registry.h>

struct office {
    qtty_registry *registry;
    size_t descriptors; /* of this process, before */
    uint64_t guard_ns;
};

/* --- Turns -------------------------------------------------------------------------- */

static struct office
opens_office(void)
{
    struct office f = { .descriptors = live_descriptors() };
    assert_int_equal(qtty_registry_create(&f.registry, NULL), QTTY_OK);
    f.guard_ns = live_now() + 60000000000u;
    return f;
}

/* Nothing is left: no child, no descriptor, no start-up file. */
static void
shuts_office(struct office *f)
{
    qtty_registry_destroy(f->registry);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(live_descriptors(), f->descriptors);
    assert_int_equal(drive_files("qtty-"), 0);
}

/* Poll once, and step those that are ready. */
static void
turn(struct office *f)
{
    enum { WANTS = 64 };
    qtty_want wants[WANTS];
    struct pollfd polled[WANTS];
    size_t count, ready = 0;
    uint64_t at, now = live_now();
    assert_true(now < f->guard_ns);
    qtty_registry_wants(f->registry, wants, WANTS, &count, &at);
    assert_true(count <= WANTS);
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){
            .fd = wants[i].descriptor,
            .events = (short)((wants[i].events & QTTY_WANT_READ ? POLLIN : 0)
                              | (wants[i].events & QTTY_WANT_WRITE ? POLLOUT : 0)),
        };
    at = at < f->guard_ns ? at : f->guard_ns;
    uint64_t wait_ns = at > now ? at - now : 0;
    struct timespec wait = { (time_t)(wait_ns / 1000000000u),
                             (long)(wait_ns % 1000000000u) };
    ppoll(polled, count, &wait, NULL);
    for (size_t i = 0; i < count; i++)
        if (polled[i].revents != 0)
            wants[ready++] = wants[i];
    assert_int_equal(qtty_registry_step(f->registry, wants, ready, live_now()), QTTY_OK);
}

/* --- Owners ------------------------------------------------------------------------- */

static qtty_owner *
has_owner(struct office *f)
{
    qtty_owner *o;
    assert_int_equal(qtty_owner_create(&o, f->registry), QTTY_OK);
    return o;
}

static qtty_session_id
begins(struct office *f, qtty_owner *o, const char *name)
{
    qtty_session_config config = QTTY_SESSION_CONFIG_INIT;
    qtty_session_id id;
    config.parent = drive_parent();
    qtty_status st = qtty_owner_spawn(o, name, &config, live_now(), &id);
    if (st != QTTY_OK)
        assert_string_equal(qtty_registry_error(f->registry), "");
    assert_int_equal(st, QTTY_OK);
    return id;
}

static qtty_session *
published(struct office *f, const qtty_owner *o, qtty_session_id id)
{
    qtty_session *s;
    qtty_status st;
    while ((st = qtty_owner_spawned(o, id)) == QTTY_E_NOT_FOUND)
        turn(f);
    if (st != QTTY_OK)
        assert_string_equal(qtty_registry_error(f->registry), "");
    assert_int_equal(qtty_owner_find(o, id, &s), QTTY_OK);
    return s;
}

static void
sends(qtty_session *s, const char *line)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(line);
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN;
    assert_int_equal(qtty_session_send(s, &send, live_now()), QTTY_OK);
}

static qtty_result
settles(struct office *f, qtty_session *s)
{
    qtty_result result;
    while (!qtty_session_take_result(s, &result))
        turn(f);
    return result;
}

static void
answers(struct office *f, qtty_session *s, const char *output)
{
    qtty_result result = settles(f, s);
    assert_int_equal(result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(result.output.len, strlen(output));
    assert_memory_equal(result.output.data, output, result.output.len);
}

static pid_t
answers_number(struct office *f, qtty_session *s)
{
    char text[32] = "";
    qtty_result result = settles(f, s);
    assert_in_range(result.output.len, 1, sizeof text - 1);
    memcpy(text, result.output.data, result.output.len);
    assert_in_range(text[0], '1', '9');
    return (pid_t)strtol(text, NULL, 10);
}

static void
disposes(struct office *f, qtty_owner *o)
{
    qtty_status st;
    qtty_owner_dispose(o, live_now());
    while (!qtty_owner_disposed(o, &st))
        turn(f);
    if (st != QTTY_OK)
        assert_string_equal(qtty_registry_error(f->registry), "");
    assert_int_equal(st, QTTY_OK);
}

/* --- The tests ---------------------------------------------------------------------- */

static void
owners_have_shells_of_their_own(void **state)
{
    struct office f = opens_office();
    qtty_owner *a = has_owner(&f), *b = has_owner(&f);
    qtty_session_id of_a = begins(&f, a, "build"), of_b = begins(&f, b, "build");
    qtty_session *s;
    (void)state;
    qtty_session *in_a = published(&f, a, of_a), *in_b = published(&f, b, of_b);
    sends(in_a, "x=of_a; sleep 0.1; echo $x");
    sends(in_b, "x=of_b; echo $x");
    answers(&f, in_b, "of_b\n");
    answers(&f, in_a, "of_a\n");
    assert_int_equal(qtty_owner_find(a, of_b, &s), QTTY_E_FOREIGN_SESSION);
    assert_null(s);
    disposes(&f, a);
    sends(in_b, "echo still $x");
    answers(&f, in_b, "still of_b\n");
    disposes(&f, b);
    shuts_office(&f);
}

static void
the_end_of_an_owner_ends_what_it_started(void **state)
{
    struct office f = opens_office();
    qtty_owner *o = has_owner(&f);
    qtty_session_id id = begins(&f, o, NULL), starting;
    (void)state;
    qtty_session *s = published(&f, o, id);
    sends(s, "{ sleep 100 & } 2>/dev/null; echo $!");
    pid_t job = answers_number(&f, s);
    sends(s, "setsid -f sh -c 'echo $$; exec sleep 100 >/dev/null 2>&1' | cat");
    pid_t fled = answers_number(&f, s);
    starting = begins(&f, o, NULL);
    assert_true(qtty_owner_has_activity(o));
    qtty_owner_dispose(o, live_now());
    assert_int_equal(qtty_owner_spawned(o, starting), QTTY_E_NOT_FOUND);
    while (qtty_owner_has_activity(o))
        turn(&f);
    assert_int_equal(qtty_owner_spawned(o, starting), QTTY_E_OWNER_NOT_LIVE);
    disposes(&f, o);
    assert_true(process_is_gone(job));
    assert_true(process_is_gone(fled));
    shuts_office(&f);
}

static void
a_cancelled_start_leaves_nothing(void **state)
{
    struct office f = opens_office();
    qtty_owner *o = has_owner(&f);
    qtty_status st;
    (void)state;
    for (int turns = 0; turns < 8; turns++) {
        qtty_session_id id = begins(&f, o, "build");
        for (int i = 0; i < turns && qtty_owner_spawned(o, id) == QTTY_E_NOT_FOUND; i++)
            turn(&f);
        bool under_way = qtty_owner_spawned(o, id) == QTTY_E_NOT_FOUND;
        st = qtty_owner_cancel_spawn(o, id, live_now());
        assert_int_equal(st, under_way ? QTTY_OK : QTTY_E_NOT_FOUND);
        while ((st = qtty_owner_spawned(o, id)) == QTTY_E_NOT_FOUND)
            turn(&f);
        assert_int_equal(st, under_way ? QTTY_E_CANCELLED : QTTY_OK);
        if (!under_way)
            assert_int_equal(qtty_owner_close(o, id, live_now()), QTTY_OK);
        while (qtty_owner_has_activity(o))
            turn(&f);
    }
    shuts_office(&f);
}

static void
a_shell_that_left_is_there_until_it_is_closed(void **state)
{
    struct office f = opens_office();
    qtty_owner *o = has_owner(&f);
    qtty_session_id id = begins(&f, o, "build");
    (void)state;
    qtty_session *s = published(&f, o, id);
    sends(s, "exit 3");
    qtty_result result = settles(&f, s);
    assert_int_equal(result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(result.child.value, 3);
    assert_false(qtty_owner_has_activity(o));
    assert_string_equal(qtty_owner_session_name(o, id), "build");
    assert_int_equal(qtty_owner_close(o, id, live_now()), QTTY_OK);
    assert_int_equal(qtty_owner_find(o, id, &s), QTTY_E_NO_SESSION);
    shuts_office(&f);
}

static void
everything_ends_at_once(void **state)
{
    enum { OWNERS = 8 };
    struct office f = opens_office();
    qtty_status st;
    (void)state;
    for (int i = 0; i < OWNERS; i++) {
        qtty_owner *o = has_owner(&f);
        qtty_session_id id = begins(&f, o, NULL);
        if (i % 2 == 0)
            (void)published(&f, o, id);
    }
    qtty_registry_dispose(f.registry, live_now());
    while (!qtty_registry_disposed(f.registry, &st))
        turn(&f);
    assert_int_equal(st, QTTY_OK);
    shuts_office(&f);
}

/* It may block, and leaves nothing either. */
static void
a_destroyed_registry_leaves_nothing(void **state)
{
    struct office f = opens_office();
    qtty_owner *o = has_owner(&f);
    (void)state;
    qtty_session *s = published(&f, o, begins(&f, o, NULL));
    sends(s, "{ sleep 100 & } 2>/dev/null; echo $!");
    pid_t job = answers_number(&f, s);
    (void)begins(&f, o, NULL);
    shuts_office(&f);
    assert_true(process_is_gone(job));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(owners_have_shells_of_their_own),
        cmocka_unit_test(the_end_of_an_owner_ends_what_it_started),
        cmocka_unit_test(a_cancelled_start_leaves_nothing),
        cmocka_unit_test(a_shell_that_left_is_there_until_it_is_closed),
        cmocka_unit_test(everything_ends_at_once),
        cmocka_unit_test(a_destroyed_registry_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
