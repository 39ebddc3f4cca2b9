/* What a session is made with: defaults, what is refused and in which words, and what of
 * it reaches the program. */
#include "unit/driven.h"

#include "charset/converter.h"
#include <stdio.h>

/* --- Defaults ----------------------------------------------------------------------- */

static void
a_null_configuration_is_all_defaults(void **state)
{
    struct driven d;
    uint32_t rows, cols;
    (void)state;
    driven_init(&d);
    assert_int_equal(
        qtty_session_create(&d.session, &d.script.provider, NULL, d.now_ns, NULL),
        QTTY_OK);
    assert_int_equal(d.script.window.rows, 40);
    assert_int_equal(d.script.window.cols, 160);
    assert_int_equal(d.script.window.cell_width, 8);
    assert_int_equal(d.script.window.cell_height, 16);
    qtty_emulator_size(qtty_session_emulator(d.session), &rows, &cols);
    assert_int_equal(rows, 40);
    assert_int_equal(cols, 160);
    assert_string_equal(scripted_text(&d.script.argv),
                        "/bin/bash\n--noprofile\n--norc\n--posix\n-i\n");
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_STARTING);
    assert_string_equal(qtty_session_error(d.session), "");
    driven_finish(&d);
}

static void
a_start_up_is_given_up_after_30_seconds(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    driven_create(&d);
    child_runs(&d);
    passes(&d, MS(29999));
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_STARTING);
    passes(&d, MS(1));
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_FAILED);
    driven_finish(&d);
}

/* 3 s of silence, 0.5 s more after a marker; 30 s; 3 s of grace at close. */
static void
times_have_their_defaults(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(2999));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);

    sends(&d, "");
    prints(&d, "{D 0}not the prompt");
    passes(&d, MS(3499));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);

    assert_int_equal(qtty_session_close(d.session, d.now_ns), QTTY_OK);
    assert_int_equal(d.script.grace_ms, 3000);
    driven_finish(&d);
}

static void
times_can_be_set(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.idle_silence_ms = 100;
    c.handoff_grace_ms = 70;
    c.dispose_grace_ms = 77;
    driven_open_with(&d, &c);
    sends(&d, "sleep 100");
    child_runs(&d);
    passes(&d, MS(99));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    sends(&d, "");
    prints(&d, "{D 0}");
    passes(&d, MS(169));
    not_settled(&d);
    passes(&d, MS(1));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    assert_int_equal(qtty_session_close(d.session, d.now_ns), QTTY_OK);
    assert_int_equal(d.script.grace_ms, 77);
    driven_finish(&d);
}

static qtty_page
page_after(struct driven *d, int lines, size_t length, size_t *bytes)
{
    char line[1024];
    qtty_buf text;
    qtty_page page;
    memset(line, 'x', length);
    strcpy(line + length, "\r\n");
    for (int i = 0; i < lines; i++)
        prints(d, line);
    passes(d, MS(1000));
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_session_read(d->session, 0, 500, &text, &page), QTTY_OK);
    *bytes = text.len;
    qtty_buf_finish(&text);
    return page;
}

static void
bounds_have_their_defaults(void **state)
{
    struct driven d;
    size_t bytes;
    (void)state;
    driven_open(&d);
    assert_int_equal(page_after(&d, 10100, 1, &bytes).retained, 10000);
    assert_int_equal(bytes, 500 * 2 - 1);
    assert_int_equal(page_after(&d, 5000, 1000, &bytes).retained, 4194304 / 1000);
    assert_int_equal(bytes, 262144);
    driven_finish(&d);
}

/* --- What is refused ---------------------------------------------------------------- */

static void
numbers_out_of_range_are_refused(void **state)
{
    static const struct {
        size_t field;
        uint32_t value;
        const char *text;
    } cases[] = {
#define FIELD(name) offsetof(qtty_session_config, name)
        { FIELD(window.rows), 4097, "rows: 4097: must be 1..4096" },
        { FIELD(window.cols), 4097, "cols: 4097: must be 1..4096" },
        { FIELD(window.cell_width), 1025, "cell_width: 1025: must be 1..1024" },
        { FIELD(window.cell_height), 1025, "cell_height: 1025: must be 1..1024" },
        { FIELD(scrollback_lines), QTTY_NONE,
          "scrollback_lines: 4294967295: must be at most 4294967294" },
        { FIELD(scrollback_max_bytes), QTTY_NONE,
          "scrollback_max_bytes: 4294967295: must be at most 4294967294" },
        { FIELD(max_read_bytes), 4194305,
          "max_read_bytes: 4194305: must be at most scrollback_max_bytes, 4194304" },
        { FIELD(handoff_grace_ms), 49,
          "handoff_grace_ms: 49: must be at least poll_interval_ms, 50" },
        { FIELD(poll_interval_ms), 501,
          "handoff_grace_ms: 500: must be at least poll_interval_ms, 501" },
#undef FIELD
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct driven d;
        driven_init(&d);
        memcpy((char *)&d.config + cases[i].field, &cases[i].value, sizeof(uint32_t));
        driven_refused(&d, QTTY_E_RANGE, cases[i].text);
        driven_finish(&d);
    }
}

static void
words_that_are_none_are_refused(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.backend = "docker";
    driven_refused(&d, QTTY_E_NOT_FOUND, "backend: \"docker\": no such backend");
    d.config.backend = "";
    driven_refused(&d, QTTY_E_NOT_FOUND, "backend: \"\": no such backend");
    d.config.backend = "shell";
    d.config.dialect = "tcsh";
    driven_refused(&d, QTTY_E_NOT_FOUND, "dialect: \"tcsh\": no such dialect");
    d.config.dialect = "none";
    driven_refused(&d, QTTY_E_INVAL, "argv: 0 entries: dialect \"none\" needs a program");
    d.config.dialect = NULL;
    d.config.engine = "vt52";
    driven_refused(&d, QTTY_E_NOT_FOUND, "engine, persona: \"vt52\", \"\": no such one");
    d.config.engine = NULL;
    d.config.projection = (qtty_projection)2;
    driven_refused(&d, QTTY_E_INVAL, "projection: 2: no such projection");
    d.config.projection = QTTY_PROJECTION_SCREEN;
    d.config.profile = (qtty_profile)3;
    driven_refused(&d, QTTY_E_INVAL, "profile: 3: no such profile");
    driven_finish(&d);
}

static void
utf_8_is_known_in_any_case(void **state)
{
    static const char *const names[] = { "UTF-8", "utf-8", "Utf8", "UTF_8" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct driven d;
        driven_init(&d);
        assert_true(converter_is_utf8(names[i])); /* ICU would take it, too */
        d.config.encoding = names[i];
        driven_create(&d);
        driven_finish(&d);
    }
    assert_false(converter_is_utf8("UTF-16"));
    assert_false(converter_is_utf8("UTF"));
    assert_false(converter_is_utf8(""));
}

static void
a_struct_of_another_size_is_refused(void **state)
{
    struct driven d;
    char text[80];
    (void)state;
    driven_init(&d);
    d.config.size = 3;
    snprintf(text, sizeof text, "size: 3: must be %zu", sizeof d.config);
    driven_refused(&d, QTTY_E_INVAL, text);
    driven_finish(&d);
}

/* Never unconfined instead: what runs elsewhere cannot be wrapped here. */
static void
a_sandbox_that_is_not_there_starts_nothing(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.sandbox = QTTY_SANDBOX_READ_ONLY;
    driven_refused(
        &d, QTTY_E_UNSUPPORTED,
        "sandbox: read-only: no usable sandbox: the provider \"scripted\" does "
        "not spawn on this machine");
    d.config.sandbox = QTTY_SANDBOX_WORKSPACE_WRITE;
    driven_refused(&d, QTTY_E_UNSUPPORTED,
                   "sandbox: workspace-write: no usable sandbox: the provider "
                   "\"scripted\" does not spawn on this machine");
    d.config.sandbox = (qtty_sandbox)4;
    driven_refused(&d, QTTY_E_INVAL, "sandbox: 4: no such mode");
    driven_finish(&d);

    driven_init(&d);
    d.config.sandbox = QTTY_SANDBOX_DANGER_FULL_ACCESS;
    driven_create(&d);
    assert_int_equal(qtty_session_sandbox(d.session, NULL), QTTY_ENFORCEMENT_NONE);
    driven_finish(&d);
}

static void
a_spawn_that_fails_says_why(void **state)
{
    struct driven d;
    (void)state;
    driven_init(&d);
    d.script.fails.spawn = QTTY_E_NOT_FOUND;
    assert_int_equal(qtty_session_create(&d.session, &d.script.provider, &d.config,
                                         d.now_ns, &d.error),
                     QTTY_E_NOT_FOUND);
    assert_null(d.session);
    assert_string_equal(scripted_text(&d.error), "spawn: scripted to fail");
    driven_finish(&d);
}

/* --- What the program is started with ----------------------------------------------- */

static void
an_explicit_program_wins_over_the_dialects(void **state)
{
    const qtty_span argv[] = { qtty_text("/bin/bash"), qtty_text("-x") };
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.argv = argv;
    d.config.argc = COUNT_OF(argv);
    driven_create(&d);
    assert_string_equal(scripted_text(&d.script.argv), "/bin/bash\n-x\n");
    driven_finish(&d);
}

static void
the_start_up_file_is_named_after_the_callers_entries(void **state)
{
    const qtty_env_entry env[] = {
        { .name = qtty_text("A"), .value = qtty_text("1") },
        { .name = qtty_text("ENV"), .value = qtty_text("/nowhere") },
        { .name = qtty_text("B"), .unset = true },
    };
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.env = env;
    d.config.env_count = COUNT_OF(env);
    qtty_session_create(&d.session, &d.script.provider, &d.config, d.now_ns, NULL);
    const char *given = scripted_text(&d.script.env);
    const char *expected = "A=1\nENV=/nowhere\n-B\nENV=/";
    assert_memory_equal(given, expected, strlen(expected));
    driven_finish(&d);
}

static void
a_program_without_a_dialect_gets_no_start_up_file(void **state)
{
    const qtty_span argv[] = { qtty_text("python3") };
    struct driven d;
    (void)state;
    driven_init(&d);
    d.config.dialect = "none";
    d.config.argv = argv;
    d.config.argc = 1;
    driven_create(&d);
    assert_string_equal(scripted_text(&d.script.env), "");
    driven_finish(&d);
}

static void
the_size_is_that_of_screen_and_program(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    uint32_t rows, cols;
    (void)state;
    c.window = (qtty_window){ 5, 20, 10, 20 };
    driven_open_with(&d, &c);
    assert_int_equal(d.script.window.rows, 5);
    assert_int_equal(d.script.window.cell_height, 20);
    qtty_emulator_size(qtty_session_emulator(d.session), &rows, &cols);
    assert_int_equal(rows, 5);
    assert_int_equal(cols, 20);
    prints(&d, "\033[16t"); /* how large is a cell? */
    step(&d);
    assert_string_equal(written(&d), "\033[6;20;10t");
    driven_finish(&d);
}

static void
dialects_have_names(void **state)
{
    (void)state;
    static const char *const names[] = { "bash", "zsh",    "fish", "sh",  "ksh",
                                         "mksh", "python", "pwsh", "none" };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_string_equal(qtty_dialect_name(i), names[i]);
    assert_null(qtty_dialect_name(COUNT_OF(names)));
    assert_null(qtty_dialect_leave(COUNT_OF(names) - 1));
    assert_null(qtty_dialect_leave(COUNT_OF(names)));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_null_configuration_is_all_defaults),
        cmocka_unit_test(a_start_up_is_given_up_after_30_seconds),
        cmocka_unit_test(times_have_their_defaults),
        cmocka_unit_test(times_can_be_set),
        cmocka_unit_test(bounds_have_their_defaults),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(words_that_are_none_are_refused),
        cmocka_unit_test(utf_8_is_known_in_any_case),
        cmocka_unit_test(a_struct_of_another_size_is_refused),
        cmocka_unit_test(a_sandbox_that_is_not_there_starts_nothing),
        cmocka_unit_test(a_spawn_that_fails_says_why),
        cmocka_unit_test(an_explicit_program_wins_over_the_dialects),
        cmocka_unit_test(the_start_up_file_is_named_after_the_callers_entries),
        cmocka_unit_test(a_program_without_a_dialect_gets_no_start_up_file),
        cmocka_unit_test(the_size_is_that_of_screen_and_program),
        cmocka_unit_test(dialects_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
