/* Several lines at once: typed, or pasted in brackets where the program takes these. */
#include "unit/driven.h"

/* Typed, the second line would be read by what the first one starts. */
static void
several_lines_are_pasted_where_pastes_are_taken(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?2004h");
    step(&d);
    sends(&d, "cat\n\thi\r\nyou");
    assert_string_equal(written(&d), "\033[200~cat\n\thi\nyou\033[201~\r");
    driven_finish(&d);
}

/* They are what makes a line editor run what was pasted. */
static void
line_ends_behind_the_last_line_are_typed(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?2004h");
    step(&d);
    types(&d, "a\nb\r\n\n");
    assert_string_equal(written(&d), "\033[200~a\nb\033[201~\r\r");
    driven_finish(&d);
}

static void
one_line_is_typed(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?2004h");
    step(&d);
    sends(&d, "a\n");
    assert_string_equal(written(&d), "a\r\r");
    driven_finish(&d);
}

static void
a_text_with_keys_in_it_is_typed(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?2004h");
    step(&d);
    types(&d, "ia\nb\033:wq\n");
    assert_string_equal(written(&d), "ia\rb\033:wq\r");
    driven_finish(&d);
}

/* Whoever left the mode on is gone: who reads lines would take the brackets as text. */
static void
several_lines_are_typed_to_who_reads_lines(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?2004h");
    d.script.input.canonical = true;
    step(&d);
    sends(&d, "a\nb");
    assert_string_equal(written(&d), "a\rb\r");
    driven_finish(&d);
}

static qtty_status
send_as(struct driven *d, const char *text, qtty_send_form form)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(text);
    send.form = form;
    return qtty_session_send(d->session, &send, d->now_ns);
}

static void
a_form_can_be_asked_for(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?2004h");
    step(&d);
    assert_int_equal(send_as(&d, "a\nb", QTTY_SEND_TYPED), QTTY_OK);
    assert_string_equal(written(&d), "a\rb");
    shell_answers(&d, "", "", 0);
    passes(&d, MS(50));
    assert_int_equal(send_as(&d, "a\033[201~b\003\n", QTTY_SEND_PASTED), QTTY_OK);
    assert_string_equal(written(&d), "\033[200~a[201~b\n\033[201~");
    shell_answers(&d, "", "", 0);
    prints(&d, "\033[?2004l");
    passes(&d, MS(50));
    assert_int_equal(send_as(&d, "a\nb\033", QTTY_SEND_PASTED), QTTY_OK);
    assert_string_equal(written(&d), "a\rb");
    driven_finish(&d);
}

/* The modes of its reader at the write count, not those at the call. */
static void
a_queued_text_is_pasted_by_the_modes_at_its_write(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    d.script.accepts = 0;
    prints(&d, "\033[5n"); /* its reply goes first */
    step(&d);
    sends(&d, "a\nb");
    prints(&d, "\033[?2004h");
    d.script.accepts = SIZE_MAX;
    passes(&d, 0);
    assert_string_equal(written(&d), "\033[0n\033[200~a\nb\033[201~\r");
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_lines_are_pasted_where_pastes_are_taken),
        cmocka_unit_test(line_ends_behind_the_last_line_are_typed),
        cmocka_unit_test(one_line_is_typed),
        cmocka_unit_test(a_text_with_keys_in_it_is_typed),
        cmocka_unit_test(several_lines_are_typed_to_who_reads_lines),
        cmocka_unit_test(a_form_can_be_asked_for),
        cmocka_unit_test(a_queued_text_is_pasted_by_the_modes_at_its_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
