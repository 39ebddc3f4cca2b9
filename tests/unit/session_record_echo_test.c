/* Where the output begins behind the echo of a text, a recording tells what that text
 * told, and not the text; a replay goes by it. */
#include "unit/driven.h"

#include <quietty/recording.h>
#include <stdio.h>

/* A shell without a mark for where the output begins: the text that was sent tells it. */
static void
opens_sh(struct driven *d)
{
    driven_init(d);
    d->config.dialect = "sh";
    d->config.record = QTTY_RECORD_OUTPUT;
    driven_create_as_is(d);
    d->script.input.canonical = d->script.input.echo = d->script.input.maps_cr = true;
    prints(d, "{D 0}$ {B}");
    shell_waits(d);
    step(d);
    assert_int_equal(qtty_session_phase(d->session), QTTY_SESSION_LIVE);
}

static void
sh_runs(struct driven *d, const char *text, const char *printed)
{
    sends(d, text);
    prints(d, printed);
    prints(d, "{D 0}$ {B}");
    shell_waits(d);
    step(d);
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
}

static void
what_the_text_told_is_recorded_instead_of_it(void **state)
{
    struct driven d;
    (void)state;
    opens_sh(&d);
    d.now_ns += MS(1);
    sh_runs(&d, "echo a\necho b", "echo a\r\necho b\r\na\r\n{D 0}$ {B}b\r\n");
    records(&d, "at 1000000ns origin lines=2");
    records(&d, "at 1000000ns echo yes yes");
    records(&d, "at 1000000ns said \"a\\nb\\n\"");
    d.now_ns += MS(1);
    sh_runs(&d, "echo hi", "behind\r\necho hi\r\nhi\r\n");
    records(&d, "at 2000000ns origin lines=1");
    records(&d, "at 2000000ns echo no");
    driven_replays(&d, "");
    driven_finish(&d);
}

static void
a_text_that_is_not_echoed_is_not_recorded(void **state)
{
    struct driven d;
    (void)state;
    opens_sh(&d);
    d.script.input.echo = false;
    d.now_ns += MS(1);
    sh_runs(&d, "hunter2", "hi\r\n");
    records(&d, "at 1000000ns origin lines=1 unechoed");
    records(&d, "at 1000000ns said \"hi\\n\"");
    assert_null(strstr(text_of(&d, qtty_session_recording(d.session)), "hunter2"));
    assert_null(strstr(d.text, " echo no"));
    driven_replays(&d, "");
    driven_finish(&d);
}

/* What was said depends on the answer; more or fewer than are asked for are told. */
static void
an_answer_that_is_another_is_a_difference(void **state)
{
    static const struct {
        const char *answers, *differences;
    } others[] = {
        { " no", "line 44: recorded: at 1000000ns said \"hi\\n\"\n"
                 "line 44: replayed: at 1000000ns said \"echo hi\\nhi\\n\"\n" },
        { " yes yes", "line 39: recorded: nothing\n"
                      "line 39: replayed: at 1000000ns asked 1\n" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        struct driven d;
        char text[8192];
        opens_sh(&d);
        d.now_ns += MS(1);
        sh_runs(&d, "echo hi", "echo hi\r\nhi\r\n");
        const char *all = text_of(&d, qtty_session_recording(d.session));
        const char *yes = strstr(all, " echo yes\n");
        assert_non_null(yes);
        snprintf(text, sizeof text, "%.*s echo%s\n%s", (int)(yes - all), all,
                 others[i].answers, yes + strlen(" echo yes\n"));
        qtty_replay *replay;
        assert_int_equal(qtty_replay_create(&replay, NULL), QTTY_OK);
        assert_int_equal(qtty_replay_feed(replay, qtty_text(text)), QTTY_OK);
        assert_int_equal(qtty_replay_end(replay), QTTY_OK);
        assert_string_equal(text_of(&d, qtty_replay_differences(replay)),
                            others[i].differences);
        qtty_replay_destroy(replay);
        driven_finish(&d);
    }
}

/* Settled while its interrupt meets nobody: its echo may still come. */
static void
a_settled_text_asks_no_more(void **state)
{
    struct driven d;
    (void)state;
    opens_sh(&d);
    d.now_ns += MS(1);
    sends(&d, "sleep 9\nsleep 8");
    prints(&d, "sleep 9\r\n");
    child_runs(&d);
    step(&d);
    d.script.group = 0;
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_OK);
    passes(&d, MS(29999));
    not_settled(&d);
    d.now_ns += MS(2);
    step(&d);
    settled(&d, QTTY_OK, QTTY_WAIT_TIMEOUT);
    prints(&d, "sleep 8\r\n");
    step(&d);
    driven_finish(&d);
}

static void
a_cancelled_text_leaves_no_answer_behind(void **state)
{
    struct driven d;
    (void)state;
    opens_sh(&d);
    d.now_ns += MS(1);
    sends(&d, "sleep 9\nsleep 8");
    prints(&d, "sleep 9\r\n");
    child_runs(&d);
    step(&d);
    assert_int_equal(qtty_session_cancel(d.session, d.now_ns), QTTY_OK);
    prints(&d, "^C\r\n{D 130}$ {B}sleep 8\r\n^C\r\n{D 130}$ {B}");
    shell_waits(&d);
    passes(&d, MS(100));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    prints(&d, "late\r\n");
    passes(&d, MS(100));
    sh_runs(&d, "echo hi", "echo hi\r\nhi\r\n");
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_text_told_is_recorded_instead_of_it),
        cmocka_unit_test(a_text_that_is_not_echoed_is_not_recorded),
        cmocka_unit_test(an_answer_that_is_another_is_a_difference),
        cmocka_unit_test(a_settled_text_asks_no_more),
        cmocka_unit_test(a_cancelled_text_leaves_no_answer_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
