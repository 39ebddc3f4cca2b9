/* Replies in a session, with real programs: none of them hangs, none types anything. */
#define _GNU_SOURCE

#include "live/session.h"

static uint64_t
dropped(const struct driven *d)
{
    return qtty_emulator_replies_dropped(qtty_session_emulator(d->session));
}

/* 200 000 times CSI 6 n, of which nobody reads an answer. In lines mode none is sent, in
 * raw mode as many as the terminal holds; the rest is dropped and counted, the program
 * goes on to its end, and the shell gets none of it. */
static void
a_flood_of_queries_ends_and_types_nothing(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d, WITNESS " flood", "flooded\n", 0);
    assert_int_equal(d.result.replies, 0);
    assert_in_range(dropped(&d), 190000, 200000); /* the ceiling is 1024 */
    says(&d, "echo ok", "ok\n", 0);

    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(WITNESS " flood-raw");
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN; /* that it waits for an answer does not count */
    assert_int_equal(qtty_session_send(d.session, &send, live_now()), QTTY_OK);
    assert_string_equal(drive_settle(&d), "flooded\n");
    is_at_prompt(&d, 0);
    assert_in_range(d.result.replies, 1000, 200000);
    assert_in_range(dropped(&d), 200000, 399900);
    says(&d, "echo ok", "ok\n", 0);
    drive_end(&d);
}

/* Beside a reader of the answers the flood ends, too: each is whole and in order. */
static void
a_flood_that_is_read_is_answered_whole(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    says(&d,
         "ask() { local i; for i in {1..200}; do printf '\\e[6n'; "
         "IFS= read -s -d R a; [ \"$a\" = $'\\e['\"${a#??}\" ] || echo bad; done; }",
         "", 0);
    says(&d, "ask", "", 0);
    assert_int_equal(d.result.replies, 200);
    says(&d, "echo ok", "ok\n", 0);
    drive_end(&d);
}

/* In lines mode with echo a reply would come back as output, and be read as the beginning
 * of the next line. */
static void
a_reader_of_lines_gets_its_lines_alone(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "printf '\\e[6n\\e[c'; cat", "", LINES_ECHOED);
    asks(&d, "one", "one\none\n", LINES_ECHOED);
    asks(&d, "printf '\\e[6n'", "printf '\\e[6n'\nprintf '\\e[6n'\n", LINES_ECHOED);
    leaves(&d, "\x04", "", 0);
    assert_int_equal(d.result.replies, 0);
    drive_end(&d);
}

/* Who asked is gone, and so is the answer, at once or some time later. */
static void
an_answer_to_who_left_is_not_typed_at_the_prompt(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    for (int i = 0; i < 30; i++) {
        says(&d, "printf '\\e[6n\\e[c\\e[>c'", "", 0);
        says(&d, "sh -c \"printf '\\\\033[6n'\"", "", 0);
        says(&d, "(printf '\\e[6n'; sleep 0.002)", "", 0);
        assert_int_equal(d.result.replies, 0);
    }
    says(&d, "echo ok", "ok\n", 0);
    drive_end(&d);
}

/* A script that asks and then has a password typed: the answer is no part of it. */
static void
a_password_is_not_begun_by_an_answer(void **state)
{
    struct driven d = drive_bash();
    (void)state;
    asks(&d, "printf '\\e[6n'; read -s x", "", LINES_HIDDEN);
    says(&d, "secret", "", 0);
    says(&d, "echo \"<$x>\"", "<secret>\n", 0);
    drive_end(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flood_of_queries_ends_and_types_nothing),
        cmocka_unit_test(a_flood_that_is_read_is_answered_whole),
        cmocka_unit_test(a_reader_of_lines_gets_its_lines_alone),
        cmocka_unit_test(an_answer_to_who_left_is_not_typed_at_the_prompt),
        cmocka_unit_test(a_password_is_not_begun_by_an_answer),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
