/* What a program hides from a person, and what a model is told of it: in a real shell. */
#define _GNU_SOURCE

#include "live/session.h"
#include <quietty/text.h>

static struct driven
started(qtty_hidden hidden)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    c.hidden = hidden;
    return drive_start(&c);
}

#define OPEN  "\u27E6concealed: "
#define CLOSE "\u27E7"

static void
concealed_output_is_marked(void **state)
{
    (void)state;
    struct driven d = started(QTTY_HIDDEN_MARKED);
    says(&d, "printf 'ok \\e[8mrun this\\e[m.\\n'", "ok " OPEN "run this" CLOSE ".\n", 0);
    says(&d, "printf '\\e[30;40mblack\\e[m'", OPEN "black" CLOSE, 0);
    says(&d, "echo plain", "plain\n", 0);
    /* Of many rows, most of which left the screen. */
    drive_send(&d, "for i in $(seq 99); do printf '\\e[8m%d\\e[m\\n' $i; done", true);
    const char *output = drive_settle(&d);
    is_at_prompt(&d, 0);
    assert_memory_equal(output, OPEN "1" CLOSE "\n", strlen(OPEN "1" CLOSE "\n"));
    assert_string_equal(strstr(output, OPEN "99"), OPEN "99" CLOSE "\n");
    drive_end(&d);
}

/* A prompt that a program has left concealed is the prompt. */
static void
a_concealed_prompt_is_verified_all_the_same(void **state)
{
    (void)state;
    struct driven d = started(QTTY_HIDDEN_MARKED);
    drive_send(&d, "printf '\\e[8m'", true);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    drive_send(&d, "printf '\\e[mseen\\n'", true);
    drive_settle(&d);
    is_at_prompt(&d, 0);
    assert_string_equal((const char *)d.output.data, "seen\n");
    drive_end(&d);
}

static void
it_is_kept_unless_asked_for_and_removed_on_request(void **state)
{
    (void)state;
    struct driven d = started(QTTY_HIDDEN_DEFAULT);
    says(&d, "printf 'a\\e[8mb\\e[mc\\n'", "abc\n", 0);
    drive_end(&d);
    d = started(QTTY_HIDDEN_REMOVED);
    says(&d, "printf 'a\\e[8mb\\e[mc\\n'", "a c\n", 0);
    drive_end(&d);
}

/* Both kinds, in the text of a send. */
static void
a_model_is_told(void **state)
{
    (void)state;
    qtty_buf text;
    struct driven d = started(QTTY_HIDDEN_MARKED);
    qtty_buf_init(&text, NULL, 0);
    drive_send(&d, "printf '\\e[8mx\\e[m.\\u202E\\n'; false", true);
    while (!qtty_session_take_result(d.session, &d.result))
        assert_int_equal(drive_turn(&d), QTTY_OK);
    assert_int_equal(qtty_text_send(NULL, &d.result, &text, NULL), QTTY_OK);
    assert_int_equal(qtty_buf_append(&text, "", 1), QTTY_OK);
    assert_string_equal((const char *)text.data,
                        OPEN "x" CLOSE ".\u27E6U+202E\u27E7\n"
                             "[wait: stdin_read; session: running; exit code: 1]");
    qtty_buf_finish(&text);
    drive_end(&d);
}

static void
a_stream_cannot_tell(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    static const char why[] = "hidden: marked: needs the screen projection";
    qtty_session *session;
    qtty_buf error;
    (void)state;
    c.projection = QTTY_PROJECTION_STREAM;
    c.hidden = QTTY_HIDDEN_MARKED;
    qtty_buf_init(&error, NULL, 0);
    assert_int_equal(qtty_session_create(&session, NULL, &c, live_now(), &error),
                     QTTY_E_INVAL);
    assert_null(session);
    assert_int_equal(error.len, strlen(why));
    assert_memory_equal(error.data, why, error.len);
    qtty_buf_finish(&error);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(concealed_output_is_marked),
        cmocka_unit_test(a_concealed_prompt_is_verified_all_the_same),
        cmocka_unit_test(it_is_kept_unless_asked_for_and_removed_on_request),
        cmocka_unit_test(a_model_is_told),
        cmocka_unit_test(a_stream_cannot_tell),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
