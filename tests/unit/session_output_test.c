/* What a result says of the output: the exact text between the marks, the lines that
 * changed, whether something is missing; and the pages and the size beside it. */
#include "unit/driven.h"

/* Send a line, let the shell answer, and take the result, which must hold this output. */
static void
runs(struct driven *d, const char *line, const char *output, const char *expected)
{
    sends(d, line);
    shell_answers(d, line, output, 0);
    passes(d, MS(50));
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(d, d->result.output), expected);
}

/* --- Between the marks -------------------------------------------------------------- */

static void
the_output_is_what_stands_between_the_marks(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    runs(&d, "echo hi", "hi\r\n", "hi\n");
    assert_string_equal(text_of(&d, d.result.delta), "$ echo hi\nhi\n$ ");
    assert_false(d.result.truncated);
    runs(&d, "true", "", "");
    runs(&d, "printf x", "x", "x");
    assert_string_equal(text_of(&d, d.result.delta), "$ printf x\nx$ ");
    runs(&d, "echo", "\r\n", "\n");
    runs(&d, "seq 2", "1\r\n2\r\n", "1\n2\n");
    runs(&d, "printf '\\t.'", "\t.", "        .");
    runs(&d, "bar", "10%\r55%\r100%\r\n", "100%\n");
    runs(&d, "red", "\033[31mred\033[m\r\n", "red\n");
    driven_finish(&d);
}

static void
marks_are_found_wherever_reads_cut_them(void **state)
{
    (void)state;
    for (size_t piece = 1; piece < 60; piece++) {
        struct driven d;
        driven_open(&d);
        d.script.piece = piece;
        runs(&d, "echo =a", "=a==\r\n", "=a==\n");
        driven_finish(&d);
    }
}

/* A VT52 has no OSC. What others print there is text. */
static void
marks_are_no_text_in_vt52_mode(void **state)
{
    (void)state;
    for (size_t piece = 1; piece < 80; piece++) {
        struct driven d;
        driven_open(&d);
        d.script.piece = piece;
        runs(&d, "vt52", "\033[?2lx\033]133;D;0;qtty=0\007\033\033]0;\r\n",
             "x133;D;0;qtty=00;\n");
        runs(&d, "echo hi", "hi\r\n", "hi\n");
        assert_string_equal(text_of(&d, d.result.delta), "$ echo hi\nhi\n$ ");
        runs(&d, "printf 'x\\033'", "x\033", "x");
        runs(&d, "false; printf '\\033<'", "\033<back\r\n", "back\n");
        driven_finish(&d);
    }
}

static void
the_output_of_several_commands_is_joined(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "echo a\nfalse\necho b");
    prints(&d, "echo a\r\n{C}a\r\n{D 0}$ false\r\n{C}{D 1}$ ");
    child_runs(&d);
    passes(&d, MS(20));
    prints(&d, "echo b\r\n{C}b\r\n{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "a\nb\n");
    driven_finish(&d);
}

/* Of a line that was pasted: a mark before each, and one behind the last. In between the
 * line editor may be on, to have a further command completed. */
static void
commands_of_one_line_have_one_output(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, "\033[?2004h");
    step(&d);
    sends(&d, "echo a\necho b");
    prints(&d, "echo a\r\necho b\r\n\033[?2004l{C}a\r\n{C}b\r\n{D 0}\033[?2004h$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "a\nb\n");

    sends(&d, "echo a\ncat <<E");
    prints(&d, "\033[?2004l{C}a\r\n\033[?2004h> E\r\n\033[?2004l{C}b\r\n{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "b\n");

    sends(&d, "read a\necho b");
    prints(&d, "\033[?2004l{C}");
    looks(&d, QTTY_CLASS_A, SCRIPTED_PID, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    sends(&d, "x");
    prints(&d, "x\r\n{C}b\r\n{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "x\nb\n");
    driven_finish(&d);
}

/* The line editor's: the echo, a completion, a message of the shell. */
static void
what_is_printed_between_commands_is_nobodys_output(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "x");
    prints(&d, "x\r\n{C}x\r\n{D 0}[1]+ Done\r\n$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "x\n");
    assert_string_equal(text_of(&d, d.result.delta), "$ x\nx\n[1]+ Done\n$ ");
    driven_finish(&d);
}

static void
a_command_that_runs_has_its_output_up_to_now(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "make");
    child_runs(&d);
    prints(&d, "make\r\n{C}one\r\ntw");
    passes(&d, MS(3000));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    assert_string_equal(text_of(&d, d.result.output), "one\ntw");
    driven_finish(&d);
}

/* python inside the shell: its command ran at the boundary, and does so still. */
static void
a_command_that_runs_on_says_what_it_said_since_the_boundary(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "python3");
    prints(&d, "python3\r\n{C}Python 3\r\n>>> ");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "Python 3\n>>> ");

    sends(&d, "1+1");
    prints(&d, "1+1\r\n2\r\n>>> ");
    looks(&d, QTTY_CLASS_A, CHILD_GROUP, 0);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "1+1\n2\n>>> ");

    sends(&d, "exit()");
    prints(&d, "exit()\r\nbye\r\n{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "exit()\nbye\n");
    assert_int_equal(d.result.command_status, 0);
    driven_finish(&d);
}

static void
a_program_without_marks_says_what_it_said_since_the_boundary(void **state)
{
    const qtty_span argv[] = { qtty_text("python3") };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.dialect = "none";
    c.argv = argv;
    c.argc = 1;
    driven_open_with(&d, &c);
    prints(&d, ">>> ");
    step(&d);
    sends(&d, "1+1");
    prints(&d, "1+1\r\n2\r\n>>> ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "1+1\n2\n>>> ");
    assert_int_equal(d.result.command_status, -1);
    driven_finish(&d);
}

static void
the_alternate_screen_adds_nothing(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    runs(&d, "less x", "a\r\n\033[?1049h\033[Hfull\r\nscreen\033[?1049lb\r\n", "a\nb\n");
    driven_finish(&d);
}

static void
a_clear_takes_nothing_away(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    runs(&d, "x", "before\r\n\033[H\033[2Jafter\r\n", "before\nafter\n");
    driven_finish(&d);
}

static void
output_that_scrolls_is_whole(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.window = (qtty_window){ .rows = 3, .cols = 8 };
    driven_open_with(&d, &c);
    runs(&d, "x", "1\r\n2\r\n3\r\n4\r\nlonger than a row\r\n",
         "1\n2\n3\n4\nlonger than a row\n");
    assert_false(d.result.truncated);
    driven_finish(&d);
}

static void
a_resize_in_between_keeps_it(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.window = (qtty_window){ .rows = 4, .cols = 20 };
    driven_open_with(&d, &c);
    sends(&d, "x");
    prints(&d, "x\r\n{C}one\r\ntwo\r\n");
    step(&d);
    assert_int_equal(qtty_session_resize(d.session, 10, 30), QTTY_OK);
    prints(&d, "three\r\n{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_true(d.result.evidence.seen & QTTY_SEEN_PROMPT);
    assert_string_equal(text_of(&d, d.result.output), "one\ntwo\nthree\n");
    driven_finish(&d);
}

static void
a_stream_has_output_and_prompt_too(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.projection = QTTY_PROJECTION_STREAM;
    driven_open_with(&d, &c);
    runs(&d, "bar", "10%\r100%\r\n\033[31mred\033[m\tx\r\n", "10%\n100%\nred\tx\n");
    assert_true(d.result.evidence.seen & QTTY_SEEN_PROMPT);
    assert_string_equal(text_of(&d, d.result.delta), "$ bar\n10%\n100%\nred\tx\n$ ");
    driven_finish(&d);
}

/* --- What is missing ---------------------------------------------------------------- */

static void
past_the_bound_the_newest_is_kept(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.max_read_bytes = 8;
    driven_open_with(&d, &c);
    runs(&d, "x", "12345678\r\n", "2345678\n");
    assert_true(d.result.truncated);
    assert_string_equal(text_of(&d, d.result.delta), "$ ");
    runs(&d, "x", "123\r\n", "123\n");
    driven_finish(&d);
}

/* Also when it is told twice: by a send that was idle, and by the empty one after it. */
static void
what_was_cut_once_is_not_told_twice(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.max_read_bytes = 16;
    driven_open_with(&d, &c);
    sends(&d, "a\nb");
    child_runs(&d);
    prints(&d, "a\r\n{C}123456789\r\n{D 0}$ b\r\n{C}abcdefg\r\n");
    passes(&d, MS(3500));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    assert_string_equal(text_of(&d, d.result.output), "3456789\nabcdefg\n");
    assert_true(d.result.truncated);
    types(&d, "");
    prints(&d, "{D 0}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "3456789\nabcdefg\n");
    assert_true(d.result.truncated);
    driven_finish(&d);
}

static void
lines_that_were_dropped_meanwhile_are_told(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.scrollback_lines = 6;
    c.window = (qtty_window){ .rows = 2, .cols = 20 };
    driven_open_with(&d, &c);
    runs(&d, "x", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n", "2\n3\n4\n5\n6\n7\n");
    assert_true(d.result.truncated);
    /* Whole, though it pushes older lines out: the scrollback is not. */
    runs(&d, "y", "5\r\n", "5\n");
    assert_string_equal(text_of(&d, d.result.delta), "$ y\n5\n$ ");
    assert_true(d.result.truncated);
    driven_finish(&d);
}

static void
nothing_new_is_no_truncation(void **state)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    struct driven d;
    (void)state;
    c.scrollback_lines = 3;
    c.window = (qtty_window){ .rows = 2, .cols = 20 };
    driven_open_with(&d, &c);
    runs(&d, "x", "1\r\n2\r\n3\r\n4\r\n", "2\n3\n4\n");
    sends(&d, "");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_false(d.result.truncated);
    driven_finish(&d);
}

/* After the settling it is the lines' alone. */
static void
late_output_is_in_no_result(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    runs(&d, "x &", "", "");
    prints(&d, "late\r\n");
    step(&d);
    runs(&d, "y", "", "");
    assert_string_equal(text_of(&d, d.result.delta), "y\n$ ");
    driven_finish(&d);
}

/* --- Results ------------------------------------------------------------------------ */

static void
a_result_is_taken_once(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    runs(&d, "x", "", "");
    not_settled(&d);
    assert_int_equal(d.result.command_status, -1);
    driven_finish(&d);
}

static void
a_result_that_was_not_taken_gives_way(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    sends(&d, "x");
    shell_answers(&d, "x", "", 7);
    passes(&d, MS(50));
    sends(&d, "y");
    not_settled(&d);
    driven_finish(&d);
}

/* --- Pages -------------------------------------------------------------------------- */

static const char *
page_of(struct driven *d, int64_t offset, int64_t count, qtty_page *page)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_session_read(d->session, offset, count, &text, page), QTTY_OK);
    (void)text_of(d, qtty_buf_span(&text));
    qtty_buf_finish(&text);
    return d->text;
}

static void
pages_are_read_beside_a_send(void **state)
{
    struct driven d;
    qtty_page page;
    (void)state;
    driven_open(&d);
    sends(&d, "seq 3");
    child_runs(&d);
    prints(&d, "seq 3\r\n{C}1\r\n2\r\n3\r\n");
    passes(&d, MS(20));
    assert_string_equal(page_of(&d, 0, 2, &page), "2\n3");
    assert_int_equal(page.count, 2);
    assert_int_equal(page.retained, 4);
    assert_string_equal(page_of(&d, 3, 9, &page), "$ seq 3");
    assert_string_equal(page_of(&d, 4, 1, &page), "");
    not_settled(&d);
    driven_finish(&d);
}

static void
a_page_out_of_range_is_refused(void **state)
{
    struct driven d;
    qtty_page page;
    qtty_buf text;
    (void)state;
    driven_open(&d);
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_session_read(d.session, -1, 1, &text, &page), QTTY_E_RANGE);
    assert_string_equal(qtty_session_error(d.session),
                        "read: offset -1, count 1: value out of range");
    assert_int_equal(qtty_session_read(d.session, 0, 0, &text, &page), QTTY_E_RANGE);
    qtty_buf_finish(&text);
    driven_finish(&d);
}

static void
lines_have_readers_of_their_own(void **state)
{
    struct driven d;
    qtty_reader *r;
    qtty_line line;
    uint64_t gap;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_reader_create(&r, qtty_session_lines(d.session)), QTTY_OK);
    runs(&d, "x", "1\r\n\033[H\033[2J", "1\n");
    assert_int_equal(qtty_reader_next(r, &line, &gap), QTTY_OK);
    assert_string_equal(text_of(&d, line.text), "$ x");
    qtty_reader_destroy(r);
    driven_finish(&d);
}

/* --- The size ----------------------------------------------------------------------- */

static void
has_size(struct driven *d, uint32_t rows, uint32_t cols)
{
    uint32_t r, c;
    qtty_emulator_size(qtty_session_emulator(d->session), &r, &c);
    assert_int_equal(r, rows);
    assert_int_equal(c, cols);
    assert_int_equal(d->script.window.rows, rows);
    assert_int_equal(d->script.window.cols, cols);
}

static void
a_resize_is_told_to_screen_and_program(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_resize(d.session, 10, 20), QTTY_OK);
    has_size(&d, 10, 20);
    assert_int_equal(d.script.window.cell_height, 16);
    driven_finish(&d);
}

static void
a_size_that_is_none_changes_nothing(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    assert_int_equal(qtty_session_resize(d.session, 4097, 20), QTTY_E_RANGE);
    assert_string_equal(qtty_session_error(d.session),
                        "resize: 4097 x 20: value out of range");
    assert_int_equal(qtty_session_resize(d.session, 0, 20), QTTY_E_RANGE);
    has_size(&d, 40, 160);
    assert_int_equal(qtty_session_resize(d.session, 10, 20), QTTY_OK);
    d.script.fails.resize = QTTY_E_IO;
    assert_int_equal(qtty_session_resize(d.session, 30, 30), QTTY_E_IO);
    assert_string_equal(qtty_session_error(d.session), "resize: scripted to fail");
    has_size(&d, 10, 20);
    driven_finish(&d);
}

/* Nobody is there to be told, and the last screen stays as it was. */
static void
what_is_over_has_its_size(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    scripted_exit(&d.script, 0);
    passes(&d, MS(1));
    is_in_phase(&d, QTTY_SESSION_CLOSED, "");
    assert_int_equal(qtty_session_resize(d.session, 10, 20), QTTY_E_CLOSED);
    assert_string_equal(qtty_session_error(d.session), "resize: the session is over");
    has_size(&d, 40, 160);
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_output_is_what_stands_between_the_marks),
        cmocka_unit_test(marks_are_found_wherever_reads_cut_them),
        cmocka_unit_test(marks_are_no_text_in_vt52_mode),
        cmocka_unit_test(the_output_of_several_commands_is_joined),
        cmocka_unit_test(commands_of_one_line_have_one_output),
        cmocka_unit_test(what_is_printed_between_commands_is_nobodys_output),
        cmocka_unit_test(a_command_that_runs_has_its_output_up_to_now),
        cmocka_unit_test(a_command_that_runs_on_says_what_it_said_since_the_boundary),
        cmocka_unit_test(a_program_without_marks_says_what_it_said_since_the_boundary),
        cmocka_unit_test(the_alternate_screen_adds_nothing),
        cmocka_unit_test(a_clear_takes_nothing_away),
        cmocka_unit_test(output_that_scrolls_is_whole),
        cmocka_unit_test(a_resize_in_between_keeps_it),
        cmocka_unit_test(a_stream_has_output_and_prompt_too),
        cmocka_unit_test(past_the_bound_the_newest_is_kept),
        cmocka_unit_test(what_was_cut_once_is_not_told_twice),
        cmocka_unit_test(lines_that_were_dropped_meanwhile_are_told),
        cmocka_unit_test(nothing_new_is_no_truncation),
        cmocka_unit_test(late_output_is_in_no_result),
        cmocka_unit_test(a_result_is_taken_once),
        cmocka_unit_test(a_result_that_was_not_taken_gives_way),
        cmocka_unit_test(pages_are_read_beside_a_send),
        cmocka_unit_test(a_page_out_of_range_is_refused),
        cmocka_unit_test(lines_have_readers_of_their_own),
        cmocka_unit_test(a_resize_is_told_to_screen_and_program),
        cmocka_unit_test(a_size_that_is_none_changes_nothing),
        cmocka_unit_test(what_is_over_has_its_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
