/* Keys, mouse and focus of a session: what the program reads, by the modes that it has
 * set, and that they settle as texts do. */
#include "unit/driven.h"

static void
presses(struct driven *d, const char *names)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(names);
    assert_int_equal(qtty_session_keys(d->session, &send, d->now_ns), QTTY_OK);
}

static void
cannot_press(struct driven *d, const char *names, qtty_status status, const char *why)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(names);
    assert_int_equal(qtty_session_keys(d->session, &send, d->now_ns), status);
    assert_string_equal(qtty_session_error(d->session), why);
    assert_string_equal(written(d), "");
}

/* The line editor redraws, and waits anew. */
static void
is_answered(struct driven *d)
{
    prints(d, "x");
    shell_waits(d);
    passes(d, MS(50));
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.level, QTTY_EVIDENCE_PROVEN);
}

static void
keys_are_named(void **state)
{
    static const struct {
        const char *names, *bytes;
    } cases[] = {
        { "ctrl-c", "\003" },
        { "up", "\033[A" },
        { "f5", "\033[15~" },
        { "alt-x", "\033x" },
        { "shift-tab", "\033[Z" },
        { "ctrl-alt-left", "\033[1;7D" },
        { "  escape : w   q enter ", "\033:wq\r" },
        { "A space \xC3\xA9", "A \xC3\xA9" },
    };
    struct driven d;
    (void)state;
    driven_open(&d);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        presses(&d, cases[i].names);
        assert_string_equal(written(&d), cases[i].bytes);
        is_answered(&d);
    }
    driven_finish(&d);
}

static void
the_modes_of_the_program_decide(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?1h"); /* DECCKM */
    step(&d);
    presses(&d, "up");
    assert_string_equal(written(&d), "\033OA");
    is_answered(&d);
    prints(&d, "\033[>3u"); /* kitty: disambiguate, report events */
    step(&d);
    presses(&d, "ctrl-c");
    assert_string_equal(written(&d), "\033[99;5u\033[99;5:3u");
    is_answered(&d);
    driven_finish(&d);
}

/* Those at the write, not at the call. */
static void
queued_keys_go_by_the_modes_at_the_write(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    prints(&d, "\033[5n"); /* its reply goes first */
    step(&d);
    presses(&d, "up");
    prints(&d, "\033[?1h");
    d.script.accepts = SIZE_MAX;
    passes(&d, 0);
    assert_string_equal(written(&d), "\033[0n\033OA");
    driven_finish(&d);
}

static void
keys_that_are_none_are_refused(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    cannot_press(&d, "up nokey", QTTY_E_NOT_FOUND, "keys: nokey: no such key");
    cannot_press(&d, "", QTTY_E_INVAL, "keys: none is named");
    cannot_press(&d, "  ", QTTY_E_INVAL, "keys: none is named");
    cannot_press(&d, "media-play", QTTY_E_UNSUPPORTED,
                 "keys: the program's terminal sends nothing for them now");
    char name[71] = "";
    memset(name, 'x', sizeof name - 1);
    cannot_press(
        &d, name, QTTY_E_NOT_FOUND,
        "keys: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: "
        "no such key");
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text("up");
    send.submit = true;
    assert_int_equal(qtty_session_keys(d.session, &send, d.now_ns), QTTY_E_INVAL);
    presses(&d, "up"); /* the place is free */
    assert_string_equal(written(&d), "\033[A");
    cannot_press(&d, "up", QTTY_E_SEND_ACTIVE, "send: another is active");
    driven_finish(&d);
}

/* Its line was begun in a send of text. */
static void
keys_count_as_bytes_of_a_line(void **state)
{
    struct driven d;
    char line[4096];
    (void)state;
    driven_open(&d);
    memset(line, 'x', sizeof line);
    line[4095] = '\0';
    d.script.input.canonical = true;
    types(&d, line);
    prints(&d, "x");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    (void)written(&d);
    cannot_press(&d, "a", QTTY_E_LINE_TOO_LONG,
                 "send: a line of 4096 bytes: the program reads whole lines, and the "
                 "terminal would cut it at 4095");
    presses(&d, "enter");
    assert_string_equal(written(&d), "\r");
    driven_finish(&d);
}

/* --- Mouse and focus ---------------------------------------------------------------- */

static const qtty_mouse click[] = {
    { .event = QTTY_MOUSE_PRESS, .button = QTTY_BUTTON_LEFT, .row = 2, .col = 4 },
    { .event = QTTY_MOUSE_RELEASE, .button = QTTY_BUTTON_LEFT, .row = 2, .col = 4 },
};

static void
a_click_is_sent_to_who_asked_for_the_mouse(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_mouse(d.session, click, 2, NULL, d.now_ns),
                     QTTY_E_UNSUPPORTED);
    assert_string_equal(qtty_session_error(d.session),
                        "mouse: the program has not asked for it");
    prints(&d, "\033[?1000;1006h");
    step(&d);
    assert_int_equal(qtty_session_mouse(d.session, click, 2, NULL, d.now_ns), QTTY_OK);
    assert_string_equal(written(&d), "\033[<0;5;3M\033[<0;5;3m");
    is_answered(&d);
    driven_finish(&d);
}

static void
a_mouse_event_that_breaks_a_rule_is_refused(void **state)
{
    qtty_mouse outside = click[0];
    qtty_send send = QTTY_SEND_INIT;
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?1000;1006h");
    step(&d);
    outside.row = 40;
    assert_int_equal(qtty_session_mouse(d.session, &outside, 1, NULL, d.now_ns),
                     QTTY_E_RANGE);
    assert_string_equal(qtty_session_error(d.session), "mouse: value out of range");
    assert_int_equal(qtty_session_mouse(d.session, click, 0, NULL, d.now_ns),
                     QTTY_E_RANGE);
    send.text = qtty_text("x");
    assert_int_equal(qtty_session_mouse(d.session, click, 2, &send, d.now_ns),
                     QTTY_E_INVAL);
    assert_string_equal(written(&d), "");
    driven_finish(&d);
}

static void
the_focus_is_told_to_who_asked_for_it(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_focus(d.session, true, NULL, d.now_ns),
                     QTTY_E_UNSUPPORTED);
    prints(&d, "\033[?1004h");
    step(&d);
    assert_int_equal(qtty_session_focus(d.session, true, NULL, d.now_ns), QTTY_OK);
    assert_string_equal(written(&d), "\033[I");
    is_answered(&d);
    assert_int_equal(qtty_session_focus(d.session, false, NULL, d.now_ns), QTTY_OK);
    assert_string_equal(written(&d), "\033[O");
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_named),
        cmocka_unit_test(the_modes_of_the_program_decide),
        cmocka_unit_test(queued_keys_go_by_the_modes_at_the_write),
        cmocka_unit_test(keys_that_are_none_are_refused),
        cmocka_unit_test(keys_count_as_bytes_of_a_line),
        cmocka_unit_test(a_click_is_sent_to_who_asked_for_the_mouse),
        cmocka_unit_test(a_mouse_event_that_breaks_a_rule_is_refused),
        cmocka_unit_test(the_focus_is_told_to_who_asked_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
