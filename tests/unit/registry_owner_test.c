/* Owners, ids, names, backends, modes: who has what, and what is refused in which words.
 */
#include "unit/crowd.h"

#include <stdio.h>

/* --- Owners ------------------------------------------------------------------------- */

static void
an_owner_has_its_own_sessions(void **state)
{
    struct crowd c;
    qtty_session_id ids[4] = { 0 };
    (void)state;
    crowd_init(&c);
    qtty_owner *a = has_owner(&c), *b = has_owner(&c);
    assert_int_equal(qtty_owner_list(a, ids, 4), 0);
    qtty_session_id one = opens(&c, a, "one"), other = opens(&c, b, NULL),
                    two = opens(&c, a, NULL);
    assert_int_equal(qtty_owner_list(a, ids, 4), 2);
    assert_int_equal(ids[0], one);
    assert_int_equal(ids[1], two);
    assert_int_equal(ids[2], 0);
    assert_int_equal(qtty_owner_list(b, ids, 4), 1);
    assert_int_equal(ids[0], other);
    assert_ptr_not_equal(found(&c, a, one), found(&c, a, two));
    assert_string_equal(qtty_owner_session_name(a, one), "one");
    assert_null(qtty_owner_session_name(a, two));
    crowd_finish(&c);
}

static void
a_list_fills_what_there_is_room_for(void **state)
{
    struct crowd c;
    qtty_session_id ids[2] = { 0 };
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id one = opens(&c, o, NULL);
    (void)opens(&c, o, NULL);
    assert_int_equal(qtty_owner_list(o, ids, 1), 2);
    assert_int_equal(ids[0], one);
    assert_int_equal(ids[1], 0);
    assert_int_equal(qtty_owner_list(o, NULL, 0), 2);
    crowd_finish(&c);
}

static void
the_session_of_another_is_foreign(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *a = has_owner(&c), *b = has_owner(&c);
    qtty_session_id id = opens(&c, a, "mine");
    const char *why = "session 1: the session belongs to another owner";
    not_found(&c, b, id, QTTY_E_FOREIGN_SESSION, why);
    spawned(&c, b, id, QTTY_E_FOREIGN_SESSION, why);
    assert_int_equal(qtty_owner_close(b, id, c.now_ns), QTTY_E_FOREIGN_SESSION);
    assert_int_equal(qtty_owner_cancel_spawn(b, id, c.now_ns), QTTY_E_FOREIGN_SESSION);
    assert_null(qtty_owner_session_name(b, id));
    passes(&c, MS(10));
    assert_int_equal(qtty_session_phase(found(&c, a, id)), QTTY_SESSION_LIVE);
    assert_int_equal(latest(&c)->closes, 0);

    /* One that is starting is, too: nobody else may cancel it. */
    id = begins(&c, a, NULL);
    assert_int_equal(qtty_owner_cancel_spawn(b, id, c.now_ns), QTTY_E_FOREIGN_SESSION);
    assert_int_equal(latest(&c)->closes, 0);
    crowd_finish(&c);
}

static void
an_unknown_id_is_no_session(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    not_found(&c, o, 0, QTTY_E_NO_SESSION, "session 0: no such session");
    not_found(&c, o, 7, QTTY_E_NO_SESSION, "session 7: no such session");
    spawned(&c, o, 7, QTTY_E_NO_SESSION, "session 7: no such session");
    assert_int_equal(qtty_owner_close(o, 7, c.now_ns), QTTY_E_NO_SESSION);
    assert_int_equal(qtty_owner_cancel_spawn(o, 7, c.now_ns), QTTY_E_NO_SESSION);
    crowd_finish(&c);
}

static void
ids_are_never_used_twice(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id one = opens(&c, o, NULL);
    assert_int_equal(qtty_owner_close(o, one, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    not_found(&c, o, one, QTTY_E_NO_SESSION, "session 1: no such session");
    qtty_session_id two = opens(&c, o, NULL);
    assert_true(two > one);
    qtty_owner *other = has_owner(&c);
    assert_true(opens(&c, other, NULL) > two);
    crowd_finish(&c);
}

/* --- Names -------------------------------------------------------------------------- */

static void
a_name_is_unique_for_its_owner(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *a = has_owner(&c), *b = has_owner(&c);
    qtty_session_id id = opens(&c, a, "build");
    cannot_spawn(&c, a, "build", NULL, QTTY_E_DUPLICATE_NAME,
                 "name: \"build\": is in use");
    (void)opens(&c, b, "build");
    (void)opens(&c, a, "Build");
    assert_int_equal(qtty_owner_close(a, id, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    assert_int_not_equal(opens(&c, a, "build"), id);
    crowd_finish(&c);
}

static void
a_name_is_taken_while_its_session_is_made(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, "build");
    cannot_spawn(&c, o, "build", NULL, QTTY_E_DUPLICATE_NAME,
                 "name: \"build\": is in use");
    assert_null(qtty_owner_session_name(o, id));
    latest(&c)->ready = true;
    passes(&c, MS(50));
    assert_string_equal(qtty_owner_session_name(o, id), "build");
    crowd_finish(&c);
}

static void
a_name_is_taken_until_the_close_succeeded(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = LINGERS;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = opens(&c, o, "build");
    struct program *p = latest(&c);
    assert_int_equal(qtty_owner_close(o, id, c.now_ns), QTTY_OK);
    passes(&c, MS(100));
    cannot_spawn(&c, o, "build", NULL, QTTY_E_DUPLICATE_NAME,
                 "name: \"build\": is in use");
    is_gone(p);
    passes(&c, MS(1));
    (void)begins(&c, o, "build");
    crowd_finish(&c);
}

static void
the_name_of_a_failed_spawn_is_free(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, "build");
    leaves(latest(&c), 3);
    passes(&c, MS(1));
    spawned(&c, o, id, QTTY_E_CLOSED, "start-up: the program ended: exit code 3");
    (void)begins(&c, o, "build");
    c.fails = QTTY_E_IO;
    cannot_spawn(&c, o, "other", NULL, QTTY_E_IO, "spawn: told to fail");
    c.fails = QTTY_OK;
    (void)begins(&c, o, "other");
    crowd_finish(&c);
}

static void
a_name_keeps_its_rules(void **state)
{
    struct crowd c;
    char name[QTTY_LABEL_BYTES_MAX + 2];
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    cannot_spawn(&c, o, "", NULL, QTTY_E_INVAL, "name: \"\": must not be empty");
    cannot_spawn(&c, o, name, NULL, QTTY_E_LIMIT, "name: 256 bytes: must be at most 255");
    cannot_spawn(&c, o, "a\xff", NULL, QTTY_E_ENCODING, "name: must be UTF-8");
    const char *const controls[] = { "a\nb", "\033[m", "\x7f", "a\xc2\x9b" };
    for (size_t i = 0; i < COUNT_OF(controls); i++)
        cannot_spawn(&c, o, controls[i], NULL, QTTY_E_INVAL,
                     "name: must be without controls");
    assert_false(qtty_owner_has_activity(o));
    (void)begins(&c, o, name + 1);
    (void)begins(&c, o, "\xc3\xa9t\xc3\xa9 \xc2\xa0");
    crowd_finish(&c);
}

/* --- Backends ----------------------------------------------------------------------- */

static void
adds(struct crowd *c, const char *type, qtty_status status, const char *why)
{
    qtty_status st = qtty_registry_add_backend(c->registry, type, &c->provider);
    assert_string_equal(qtty_registry_error(c->registry), why);
    assert_int_equal(st, status);
}

static void
a_type_is_unique(void **state)
{
    struct crowd c;
    char type[QTTY_LABEL_BYTES_MAX + 2];
    (void)state;
    crowd_init(&c);
    memset(type, 't', sizeof type);
    type[sizeof type - 1] = '\0';
    adds(&c, "crowd", QTTY_E_DUPLICATE_BACKEND,
         "backend: \"crowd\": is registered already");
    adds(&c, "shell", QTTY_E_DUPLICATE_BACKEND,
         "backend: \"shell\": is registered already");
    adds(&c, "", QTTY_E_INVAL, "backend: \"\": must not be empty");
    adds(&c, type, QTTY_E_LIMIT, "backend: 256 bytes: must be at most 255");
    assert_int_equal(qtty_registry_remove_backend(c.registry, "crowd"), QTTY_OK);
    assert_int_equal(qtty_registry_add_backend(c.registry, "crowd", &c.provider),
                     QTTY_OK);
    crowd_finish(&c);
}

static void
there_is_a_ceiling_of_backends(void **state)
{
    struct crowd c;
    char type[16];
    (void)state;
    crowd_init(&c);
    for (int i = 2; i < QTTY_BACKENDS_MAX; i++) {
        snprintf(type, sizeof type, "t%d", i);
        assert_int_equal(qtty_registry_add_backend(c.registry, type, NULL), QTTY_OK);
    }
    adds(&c, "more", QTTY_E_LIMIT, "backend: \"more\": there are 256 already");
    assert_int_equal(qtty_registry_remove_backend(c.registry, "t7"), QTTY_OK);
    assert_int_equal(qtty_registry_add_backend(c.registry, "more", NULL), QTTY_OK);
    crowd_finish(&c);
}

static void
a_backend_that_is_not_there_is_told(void **state)
{
    qtty_registry_config without = QTTY_REGISTRY_CONFIG_INIT;
    qtty_session_config config = crowd_config();
    struct crowd c;
    (void)state;
    crowd_begin(&c);
    without.no_shell = true;
    assert_int_equal(qtty_registry_create(&c.registry, &without), QTTY_OK);
    qtty_owner *o = has_owner(&c);
    cannot_spawn(&c, o, NULL, NULL, QTTY_E_NO_BACKEND,
                 "backend: \"crowd\": no such backend");
    config.backend = NULL;
    cannot_spawn(&c, o, NULL, &config, QTTY_E_NO_BACKEND,
                 "backend: \"shell\": no such backend");
    assert_int_equal(qtty_registry_remove_backend(c.registry, "crowd"),
                     QTTY_E_NO_BACKEND);
    assert_false(qtty_owner_has_activity(o));

    /* Without a name it is "shell", whoever that is. */
    assert_int_equal(qtty_registry_add_backend(c.registry, "shell", &c.provider),
                     QTTY_OK);
    qtty_session_id id;
    assert_int_equal(qtty_owner_spawn(o, NULL, &config, c.now_ns, &id), QTTY_OK);
    assert_int_equal(c.count, 1);
    crowd_finish(&c);
}

static void
sessions_outlive_their_backend(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    qtty_session_id live = opens(&c, o, "live"), starting = begins(&c, o, "starting");
    assert_int_equal(qtty_registry_remove_backend(c.registry, "crowd"), QTTY_OK);
    cannot_spawn(&c, o, NULL, NULL, QTTY_E_NO_BACKEND,
                 "backend: \"crowd\": no such backend");
    latest(&c)->ready = true;
    passes(&c, MS(50));
    spawned(&c, o, starting, QTTY_OK, NULL);
    assert_int_equal(qtty_session_phase(found(&c, o, live)), QTTY_SESSION_LIVE);
    assert_int_equal(c.programs[0]->closes, 0);
    assert_int_equal(qtty_owner_close(o, live, c.now_ns), QTTY_OK);
    assert_int_equal(qtty_owner_close(o, starting, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    assert_false(qtty_owner_has_activity(o));
    crowd_finish(&c);
}

/* --- Modes -------------------------------------------------------------------------- */

static bool
fence_refuses(struct crowd *c, qtty_owner *o, qtty_sandbox mode)
{
    qtty_session_config config = crowd_config();
    qtty_session_id id;
    config.sandbox = mode;
    qtty_status st = qtty_owner_spawn(o, NULL, &config, c->now_ns, &id);
    return st == QTTY_E_INVAL
           && strstr(qtty_registry_error(c->registry), "to be closed first") != NULL;
}

static void
a_mode_does_not_change_beside_activity(void **state)
{
    struct crowd c;
    qtty_session_config config = crowd_config();
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c), *other = has_owner(&c);
    qtty_session_id one = begins(&c, o, "build"), two = opens(&c, o, NULL);
    config.sandbox = QTTY_SANDBOX_READ_ONLY;
    cannot_spawn(
        &c, o, NULL, &config, QTTY_E_INVAL,
        "sandbox: read-only: the owner's sessions have danger-full-access; to be "
        "closed first: 1 \"build\", 2");
    config.sandbox = QTTY_SANDBOX_WORKSPACE_WRITE;
    cannot_spawn(
        &c, o, NULL, &config, QTTY_E_INVAL,
        "sandbox: workspace-write: the owner's sessions have danger-full-access; "
        "to be closed first: 1 \"build\", 2");
    assert_false(fence_refuses(&c, other, QTTY_SANDBOX_READ_ONLY));
    assert_int_equal(qtty_owner_cancel_spawn(o, one, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    cannot_spawn(
        &c, o, NULL, &config, QTTY_E_INVAL,
        "sandbox: workspace-write: the owner's sessions have danger-full-access; "
        "to be closed first: 2");
    assert_int_equal(qtty_owner_close(o, two, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    assert_false(fence_refuses(&c, o, QTTY_SANDBOX_WORKSPACE_WRITE));
    crowd_finish(&c);
}

static void
the_same_mode_again_is_fine(void **state)
{
    struct crowd c;
    qtty_session_config config = crowd_config();
    qtty_session_id id;
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    (void)begins(&c, o, NULL);
    config.sandbox = QTTY_SANDBOX_DANGER_FULL_ACCESS;
    assert_int_equal(qtty_owner_spawn(o, NULL, &config, c.now_ns, &id), QTTY_OK);
    (void)begins(&c, o, NULL);
    config.sandbox = (qtty_sandbox)77;
    cannot_spawn(&c, o, NULL, &config, QTTY_E_INVAL, "sandbox: 77: no such mode");
    crowd_finish(&c);
}

static void
the_fence_outlives_the_backend(void **state)
{
    struct crowd c;
    qtty_session_config config = crowd_config();
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    (void)opens(&c, o, NULL);
    config.sandbox = QTTY_SANDBOX_READ_ONLY;
    config.backend = "shell";
    for (int again = 0; again < 2; again++) {
        cannot_spawn(&c, o, NULL, &config, QTTY_E_INVAL,
                     "sandbox: read-only: the owner's sessions have danger-full-access; "
                     "to be closed first: 1");
        assert_int_equal(qtty_registry_remove_backend(c.registry, "crowd"), QTTY_OK);
        assert_int_equal(qtty_registry_add_backend(c.registry, "crowd", &c.provider),
                         QTTY_OK);
    }
    crowd_finish(&c);
}

static void
a_failed_rollback_is_fenced_in_too(void **state)
{
    struct crowd c;
    (void)state;
    crowd_init(&c);
    c.ends = STUCK_ONCE;
    qtty_owner *o = has_owner(&c);
    qtty_session_id id = begins(&c, o, NULL);
    assert_int_equal(qtty_owner_cancel_spawn(o, id, c.now_ns), QTTY_OK);
    passes(&c, MS(1));
    spawned(&c, o, id, QTTY_E_CANCELLED, NULL);
    assert_true(fence_refuses(&c, o, QTTY_SANDBOX_READ_ONLY));
    crowd_finish(&c);
}

/* Names are long, and the text of a failure is not. */
static void
what_is_to_be_closed_is_cut_and_counted(void **state)
{
    struct crowd c;
    char name[200];
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    for (int i = 0; i < 4; i++) {
        memset(name, 'a' + i, sizeof name);
        name[sizeof name - 1] = '\0';
        (void)begins(&c, o, name);
    }
    assert_true(fence_refuses(&c, o, QTTY_SANDBOX_READ_ONLY));
    const char *why = qtty_registry_error(c.registry);
    assert_non_null(strstr(why, "to be closed first: 1 \"aaa"));
    assert_string_equal(why + strlen(why) - 16, "aaaa\" and 3 more");
    crowd_finish(&c);
}

/* --- Bad input ---------------------------------------------------------------------- */

static void
sizes_are_checked(void **state)
{
    qtty_registry_config bad = { .size = sizeof bad - 1 };
    qtty_registry *r = (qtty_registry *)&bad;
    qtty_session_config config = { .size = 4, .backend = "crowd" };
    struct crowd c;
    char why[64];
    (void)state;
    assert_int_equal(qtty_registry_create(&r, &bad), QTTY_E_INVAL);
    assert_null(r);
    qtty_registry_destroy(NULL);
    crowd_init(&c);
    assert_string_equal(qtty_registry_error(c.registry), "");
    snprintf(why, sizeof why, "size: 4: must be %zu", sizeof config);
    cannot_spawn(&c, has_owner(&c), NULL, &config, QTTY_E_INVAL, why);
    crowd_finish(&c);
}

static void
what_a_session_refuses_is_told(void **state)
{
    struct crowd c;
    qtty_session_config config = crowd_config();
    (void)state;
    crowd_init(&c);
    qtty_owner *o = has_owner(&c);
    config.dialect = "csh";
    cannot_spawn(&c, o, "x", &config, QTTY_E_NOT_FOUND,
                 "dialect: \"csh\": no such dialect");
    assert_false(qtty_owner_has_activity(o));
    (void)begins(&c, o, "x");
    crowd_finish(&c);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_owner_has_its_own_sessions),
        cmocka_unit_test(a_list_fills_what_there_is_room_for),
        cmocka_unit_test(the_session_of_another_is_foreign),
        cmocka_unit_test(an_unknown_id_is_no_session),
        cmocka_unit_test(ids_are_never_used_twice),
        cmocka_unit_test(a_name_is_unique_for_its_owner),
        cmocka_unit_test(a_name_is_taken_while_its_session_is_made),
        cmocka_unit_test(a_name_is_taken_until_the_close_succeeded),
        cmocka_unit_test(the_name_of_a_failed_spawn_is_free),
        cmocka_unit_test(a_name_keeps_its_rules),
        cmocka_unit_test(a_type_is_unique),
        cmocka_unit_test(there_is_a_ceiling_of_backends),
        cmocka_unit_test(a_backend_that_is_not_there_is_told),
        cmocka_unit_test(sessions_outlive_their_backend),
        cmocka_unit_test(a_mode_does_not_change_beside_activity),
        cmocka_unit_test(the_same_mode_again_is_fine),
        cmocka_unit_test(the_fence_outlives_the_backend),
        cmocka_unit_test(a_failed_rollback_is_fenced_in_too),
        cmocka_unit_test(what_is_to_be_closed_is_cut_and_counted),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(what_a_session_refuses_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
