/* Who works is not called ready: silence within a pipeline, behind tee, before a read; a
 * relay, whose other side is somewhere else; a REPL that awaits. */
#define _GNU_SOURCE

#include "live/session.h"

enum { PAUSE_NS = 300000000 };

static void
took_the_pause(const struct driven *d)
{
    assert_true(d->result.elapsed_ns >= PAUSE_NS);
}

/* --- A shell with marks ------------------------------------------------------------- */

static void
silence_of_a_job_is_no_prompt(void **state)
{
    static const struct {
        const char *line, *output;
    } cases[] = {
        { "sleep 0.3 | cat", "" },
        { "sleep 0.3 | cat; echo end", "end\n" },
        { "(echo one; sleep 0.3; echo two) | tee /dev/null", "one\ntwo\n" },
        { "{ printf '$ '; sleep 0.3; echo two; } | tee /dev/null", "$ two\n" },
        { "cat <(sleep 0.3; echo end)", "end\n" },
        { "coproc sleep 0.3; wait", NULL },
    };
    struct driven d = drive_bash();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        drive_send(&d, cases[i].line, true);
        drive_settle(&d);
        if (cases[i].output != NULL)
            assert_string_equal((const char *)d.output.data, cases[i].output);
        is_at_prompt(&d, 0);
        took_the_pause(&d);
    }
    drive_end(&d);
}

static void
a_read_after_a_pause_is_waited_for(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    for (int i = 0; i < 3; i++) {
        asks(&d, "sleep 0.3; read -p 'name: ' x", "name: ", LINES_ECHOED);
        took_the_pause(&d);
        says(&d, "me", "me\n", 0);
    }
    drive_end(&d);
}

/* --- A background job that never stops printing ------------------------------------- */

/* The shell slept all the while, so it is another that printed: proven, with the status,
 * though the prompt does not stand alone. */
static void
a_job_that_prints_on_does_not_hide_the_shell(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    drive_send(&d, "while :; do echo background; sleep 0.001; done &", true);
    drive_settle(&d);
    for (int i = 0; i < 8; i++) {
        char line[32];
        snprintf(line, sizeof line, "(exit %d)", i);
        drive_send(&d, line, true);
        drive_settle(&d);
        assert_int_equal(d.result.wait_reason, QTTY_WAIT_STDIN_READ);
        assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_PROVEN);
        assert_int_equal(d.result.command_status, i);
    }
    /* What is killed may leave half a line; the echo does not have the word. */
    drive_send(&d, "kill %1; wait; echo ov''er", true);
    drive_until(&d, "over\n");
    drive_settle(&d);
    drive_send(&d, "echo quiet", true);
    assert_string_equal(drive_settle(&d), "quiet\n");
    is_at_prompt(&d, 0); /* truncated, perhaps: a flood leaves many lines */
    drive_end(&d);
}

/* --- A shell without marks ---------------------------------------------------------- */

static void
without_marks_it_is_the_same(void **state)
{
    static const char *const lines[] = {
        "sleep 0.3 | cat",
        "(echo one; sleep 0.3; echo two) | tee /dev/null",
        "sleep 0.3; read x",
        "sh -c 'sleep 0.3; read x; echo end' | cat",
    };
    struct driven d;
    (void)state;
    needs("/bin/dash");
    d = drive_program(ARGV("dash", "-i"));
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        drive_send(&d, lines[i], true);
        drive_settle(&d);
        is_asked(&d, LINES_ECHOED);
        took_the_pause(&d);
        if (strstr(lines[i], "read") == NULL)
            continue;
        drive_send(&d, "answer", true);
        drive_settle(&d);
        is_asked(&d, LINES_ECHOED);
    }
    drive_end(&d);
}

/* --- What is never proven ----------------------------------------------------------- */

static void
stays_unproven(struct driven *d, const char *line, qtty_wait_class class)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(line);
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN;
    send.timeout_ms = 1000;
    assert_int_equal(qtty_session_send(d->session, &send, live_now()), QTTY_OK);
    drive_settle(d);
    assert_int_equal(d->result.wait_reason, QTTY_WAIT_TIMEOUT);
    assert_int_equal(d->result.evidence.wait_class, class);
}

/* It awaits and reads the terminal at once, as it does when it is idle. */
static void
a_repl_that_awaits_is_never_proven(void **state)
{
    struct driven d;
    (void)state;
    needs("/usr/bin/node");
    d = drive_bash();
    drive_send(&d, "NODE_REPL_HISTORY= node -i", true);
    drive_settle(&d);
    assert_non_null(strstr((const char *)d.output.data, "> "));
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_LIKELY);
    assert_int_equal(d.result.evidence.wait_class, QTTY_CLASS_B);
    assert_true(d.result.evidence.seen & QTTY_SEEN_MULTIPLEXED);
    stays_unproven(&d, "await new Promise(r => setTimeout(r, 600000))", QTTY_CLASS_B);
    drive_end(&d);
}

/* What is behind it, a sleep or a question, looks the same from here. */
static void
a_relay_is_never_called_ready(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    needs("/usr/bin/script");
    c.idle_silence_ms = 400;
    d = drive_start(&c);
    stays_unproven(&d, "script -qc 'sleep 1000' /dev/null", QTTY_CLASS_C);
    drive_end(&d);
    d = drive_start(&c);
    drive_send(&d, "script -qc cat /dev/null", true);
    drive_settle(&d);
    assert_int_equal(d.result.wait_reason, QTTY_WAIT_INFERRED_IDLE);
    assert_int_equal(d.result.evidence.level, QTTY_EVIDENCE_NONE);
    assert_int_equal(d.result.evidence.wait_class, QTTY_CLASS_C);
    drive_end(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_of_a_job_is_no_prompt),
        cmocka_unit_test(a_read_after_a_pause_is_waited_for),
        cmocka_unit_test(a_job_that_prints_on_does_not_hide_the_shell),
        cmocka_unit_test(without_marks_it_is_the_same),
        cmocka_unit_test(a_repl_that_awaits_is_never_proven),
        cmocka_unit_test(a_relay_is_never_called_ready),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
