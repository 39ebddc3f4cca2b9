/* A shell that has no mark for where a command's output begins: that is behind the echo
 * of its line, whoever echoes it, at once or line by line; and its mark where the rest of
 * a command is asked for. */
#include "unit/driven.h"

#include <stdio.h>

enum { LINES = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO };

static void
waits(struct driven *d)
{
    looks(d, QTTY_CLASS_A, SCRIPTED_PID, LINES);
}

/* At its first prompt, which the terminal edits. */
static void
open_sh(struct driven *d)
{
    driven_init(d);
    d->config.dialect = "sh";
    driven_create(d);
    d->script.input.canonical = d->script.input.echo = d->script.input.maps_cr = true;
    prints(d, "{D 0}$ {B}");
    waits(d);
    step(d);
    is_in_phase(d, QTTY_SESSION_LIVE, "");
    passes(d, MS(10));
}

/* Send a line; after what is printed for it, the shell waits at its prompt. */
static void
runs(struct driven *d, const char *line, const char *printed, const char *output)
{
    sends(d, line);
    prints(d, printed);
    prints(d, "{D 0}$ {B}");
    waits(d);
    passes(d, MS(50));
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.command_status, 0);
    assert_int_equal(d->result.evidence.terminal, LINES);
    assert_string_equal(text_of(d, d->result.output), output);
}

/* Send a line, which is no command's end: the shell, or a program, waits for more. */
static void
asks(struct driven *d, const char *line, const char *printed, int64_t group,
     const char *output, uint32_t terminal)
{
    sends(d, line);
    prints(d, printed);
    looks(d, QTTY_CLASS_A, group, LINES);
    passes(d, MS(50));
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.command_status, -1);
    assert_int_equal(d->result.evidence.terminal, terminal);
    assert_string_equal(text_of(d, d->result.output), output);
}

/* --- The echo ----------------------------------------------------------------------- */

static void
the_output_begins_behind_the_echo(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    runs(&d, "echo hi", "echo hi\r\nhi\r\n", "hi\n");
    runs(&d, "true", "true\r\n", "");
    runs(&d, "printf x", "printf x\r\nx", "x");
    runs(&d, "", "\r\n", "");
    runs(&d, "echo echo", "echo echo\r\necho\r\n", "echo\n");
    runs(&d, "echo\ta", "echo\ta\r\na\r\n", "a\n");
    driven_finish(&d);
}

static void
it_is_found_wherever_reads_cut_it(void **state)
{
    (void)state;
    for (size_t piece = 1; piece < 60; piece++) {
        struct driven d;
        open_sh(&d);
        d.script.piece = piece;
        runs(&d, "echo a", "echo a\r\na\r\n", "a\n");
        driven_finish(&d);
    }
}

/* A line editor paints as it likes; the text counts. */
static void
it_may_be_painted_and_wrapped(void **state)
{
    struct driven d;
    char line[200], printed[400];
    (void)state;
    open_sh(&d);
    runs(&d, "echo a", "echp a\033[3Do a\r\na\r\n", "a\n");
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    snprintf(printed, sizeof printed, "%s\r\nno\r\n", line);
    runs(&d, line, printed, "no\n");
    driven_finish(&d);
}

/* Output may leave the cursor on text, by CR or on another row: prompt and echo stand on
 * that, and right of them it is still there. */
static void
what_stands_right_of_it_is_older(void **state)
{
    (void)state;
    for (size_t piece = 1; piece < 24; piece++) {
        struct driven d;
        open_sh(&d);
        d.script.piece = piece;
        runs(&d, "a", "a\r\n0123456789abcdef\r", "");
        runs(&d, "echo hi", "echo hi\r\nhi\r\n", "hi\n");
        runs(&d, "a", "a\r\n0123456789abcdef\r", "");
        runs(&d, "", "\r\n", "");
        runs(&d, "a", "a\r\n0123456789abcdef\r", "");
        runs(&d, "\techo\t\t'b'\tc\t", "\techo\t\t'b'\tc\t\r\nb c\r\n", "b c\n");
        runs(&d, "a", "a\r\n0123\033[K456789\b\b\b", "0123456");
        runs(&d, "true", "true\r\n", "");
        runs(&d, "a", "a\r\n0123456789abcdef\r", "");
        runs(&d, "echo a\ntrue", "echo a\r\ntrue\r\na\r\n{D 0}$ {B}", "a\n");
        driven_finish(&d);
    }
}

/* A line editor may go on behind a CR of its own. */
static void
a_return_within_it_does_not_end_it(void **state)
{
    (void)state;
    for (size_t piece = 1; piece < 24; piece++) {
        struct driven d;
        open_sh(&d);
        d.script.piece = piece;
        runs(&d, "echo hi", "echp hi\r\r$ echo hi\r\r\nhi\r\n", "hi\n");
        runs(&d, "echo hi", "echo h\r\033[8Ci\r\nhi\r\n", "hi\n");
        driven_finish(&d);
    }
}

static void
several_lines_may_be_echoed_at_once(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    runs(&d, "echo a\necho b", "echo a\r\necho b\r\na\r\n{D 0}$ {B}b\r\n", "a\nb\n");
    runs(&d, "cat <<E\na\nE", "cat <<E\r\na\r\nE\r\n> {P}> {P}a\r\n", "a\n");
    driven_finish(&d);
}

static void
or_each_at_its_prompt(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    runs(&d, "echo a\necho b", "echo a\r\na\r\n{D 0}$ {B}echo b\r\nb\r\n", "a\nb\n");
    runs(&d, "cat <<E\na\nE", "cat <<E\r\n> {P}a\r\n> {P}E\r\na\r\n", "a\n");
    driven_finish(&d);
}

/* A command may read a line that was typed ahead, so that fewer prompts come than lines
 * were typed: the last one is asked for a line all the same. */
static void
a_line_ahead_may_be_read_by_a_command(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    runs(&d, "read x\na\necho b", "read x\r\na\r\necho b\r\n{D 0}$ {B}b\r\n", "b\n");
    runs(&d, "echo hi", "echo hi\r\nhi\r\n", "hi\n");
    sends(&d, "read x\na\ncat <<E\nb");
    prints(&d, "read x\r\na\r\n{D 0}$ {B}cat <<E\r\n> {P}b\r\n> {P}");
    waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.evidence.terminal, LINES | QTTY_TERMINAL_CONTINUATION);
    assert_string_equal(text_of(&d, d.result.output), "");
    runs(&d, "E", "E\r\nb\r\n", "b\n");
    driven_finish(&d);
}

/* What is typed into a program is shown among its output; lines behind that are for the
 * prompts that come. */
static void
lines_behind_those_of_a_program_are_commands(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    asks(&d, "printf '? '; read x", "printf '? '; read x\r\n? ", SCRIPTED_PID, "? ",
         LINES);
    runs(&d, "a\ncat <<E\nb\nE", "a\r\n{D 0}$ {B}cat <<E\r\n> {P}b\r\n> {P}E\r\nb\r\n",
         "a\nb\n");
    runs(&d, "echo hi", "echo hi\r\nhi\r\n", "hi\n");
    asks(&d, "read x", "read x\r\n", SCRIPTED_PID, "", LINES);
    runs(&d, "a\necho b\nb", "a\r\necho b\r\nb\r\n{D 0}$ {B}b\r\n{D 0}$ {B}",
         "a\necho b\nb\nb\n");
    driven_finish(&d);
}

static void
without_an_echo_the_output_begins_at_once(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    d.script.input.echo = false;
    runs(&d, "echo hi", "hi\r\n", "hi\n");
    runs(&d, "'like its line'", "'like its line'\r\n", "'like its line'\n");
    driven_finish(&d);
}

/* Who printed what cannot be told then. */
static void
what_comes_between_prompt_and_echo_is_output(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    runs(&d, "echo hi", "behind\r\necho hi\r\nhi\r\n", "behind\necho hi\nhi\n");
    driven_finish(&d);
}

static void
a_line_may_be_typed_in_pieces(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    types(&d, "ec");
    prints(&d, "ec");
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_INFERRED_IDLE);
    runs(&d, "ho hi", "ho hi\r\nhi\r\n", "hi\n");
    driven_finish(&d);
}

/* What is typed into a program is shown among its output, as in any other shell. */
static void
a_program_that_asks_says_what_it_said_since(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    asks(&d, "cat", "cat\r\n", CHILD_GROUP, "", LINES);
    asks(&d, "a", "a\r\na\r\n", CHILD_GROUP, "a\na\n", LINES);
    runs(&d, "\4", "", "");
    runs(&d, "echo on", "echo on\r\non\r\n", "on\n");
    driven_finish(&d);
}

/* --- The rest of a command ---------------------------------------------------------- */

static void
the_mark_tells_that_a_command_goes_on(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    asks(&d, "cat <<E", "cat <<E\r\n> {P}", SCRIPTED_PID, "",
         LINES | QTTY_TERMINAL_CONTINUATION);
    asks(&d, "a", "a\r\n> {P}", SCRIPTED_PID, "", LINES | QTTY_TERMINAL_CONTINUATION);
    runs(&d, "E", "E\r\na\r\n", "a\n");
    driven_finish(&d);
}

static void
a_builtin_that_reads_is_no_such_command(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    asks(&d, "read x", "read x\r\n", SCRIPTED_PID, "", LINES);
    runs(&d, "a", "a\r\n", "a\n");
    asks(&d, "cat <<E; read x", "cat <<E; read x\r\n> {P}", SCRIPTED_PID, "",
         LINES | QTTY_TERMINAL_CONTINUATION);
    asks(&d, "E", "E\r\n", SCRIPTED_PID, "", LINES);
    runs(&d, "a", "a\r\n", "a\n");
    driven_finish(&d);
}

/* Its lines were typed ahead: what stands at the cursor is not waited for. */
static void
a_prompt_that_was_typed_ahead_of_asks_for_nothing(void **state)
{
    struct driven d;
    (void)state;
    open_sh(&d);
    asks(&d, "cat <<E; read x\nE", "cat <<E; read x\r\nE\r\n> {P}", SCRIPTED_PID, "",
         LINES);
    runs(&d, "a", "a\r\n", "a\n");
    asks(&d, "true\ncat", "true\r\ncat\r\n{D 0}$ {B}", CHILD_GROUP, "", LINES);
    runs(&d, "\4", "", "");
    driven_finish(&d);
}

/* --- A line editor that waits on more than the terminal ----------------------------- */

static void
shows(struct driven *d, const char *printed)
{
    prints(d, printed);
    looks(d, QTTY_CLASS_B, SCRIPTED_PID, 0);
    passes(d, MS(50));
}

static void
open_fish(struct driven *d)
{
    driven_init(d);
    d->config.dialect = "fish";
    driven_create(d);
    shows(d, "{D 0}> {B}");
    is_in_phase(d, QTTY_SESSION_LIVE, "");
}

static void
is_editing(struct driven *d, qtty_evidence_level level, const char *output)
{
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.level, level);
    assert_int_equal(d->result.evidence.terminal, 0);
    assert_int_equal(d->result.command_status, -1);
    assert_string_equal(text_of(d, d->result.output), output);
}

static void
runs_in_fish(struct driven *d, const char *line, const char *printed, const char *output)
{
    sends(d, line);
    shows(d, printed);
    settled(d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d->result.command_status, 0);
    assert_string_equal(text_of(d, d->result.output), output);
}

/* Its mark is good for one line: what waits behind that may be another. */
static void
a_builtin_that_asks_by_it_is_known_by_its_mark(void **state)
{
    struct driven d;
    (void)state;
    open_fish(&d);
    sends(&d, "read x; and read y");
    shows(&d, "read x; and read y\r\n{C}{I}read> ");
    is_editing(&d, QTTY_EVIDENCE_PROVEN, "read> ");
    types(&d, "o");
    shows(&d, "o");
    is_editing(&d, QTTY_EVIDENCE_PROVEN, "o");
    sends(&d, "'ne"); /* Enter says that this goes on, and read takes it */
    shows(&d, "'ne{P}\r\n{I}read> ");
    is_editing(&d, QTTY_EVIDENCE_PROVEN, "'ne\nread> ");
    runs_in_fish(&d, "two", "two\r\n{D 0}{D 0}> {B}", "two\n");

    sends(&d, "read x; and node");
    shows(&d, "read x; and node\r\n{C}{I}read> ");
    is_editing(&d, QTTY_EVIDENCE_PROVEN, "read> ");
    sends(&d, "one");
    shows(&d, "one\r\n> ");
    is_editing(&d, QTTY_EVIDENCE_LIKELY, "one\n> ");
    runs_in_fish(&d, "end", "{D 0}{D 0}> {B}", "");
    driven_finish(&d);
}

static void
a_line_without_its_end_leaves_it_there(void **state)
{
    struct driven d;
    (void)state;
    open_fish(&d);
    types(&d, "echo o");
    shows(&d, "echo o");
    is_editing(&d, QTTY_EVIDENCE_PROVEN, "");
    runs_in_fish(&d, "n", "n\r\n{C}on\r\n{D 0}{D 0}> {B}", "on\n");
    types(&d, "no");
    shows(&d, "no");
    is_editing(&d, QTTY_EVIDENCE_PROVEN, "");
    types(&d, "\3"); /* takes the line away, without a command's end */
    shows(&d, "^C\r\n> {B}");
    is_editing(&d, QTTY_EVIDENCE_PROVEN, "");
    types(&d, "\5"); /* a key that runs something */
    shows(&d, "node\r\n{C}> ");
    is_editing(&d, QTTY_EVIDENCE_LIKELY, "> ");
    driven_finish(&d);
}

/* --- Line editors that tell when they leave ----------------------------------------- */

#define EDITS "\033[?2004h"
#define LEFT  "\033[?2004l"

static void
a_line_editor_may_leave_on_either_line(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, EDITS);
    passes(&d, MS(10));
    sends(&d, "echo )");
    prints(&d, "echo )\r\n" LEFT "\rbash: no\r\n" EDITS "{D 2}$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "bash: no\n");
    sends(&d, "echo )");
    prints(&d, "echo )" LEFT "\r\r\nzsh: no\r\n{D 1}$ " EDITS);
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_string_equal(text_of(&d, d.result.output), "zsh: no\n");
    driven_finish(&d);
}

/* readline comes back once more before it goes to the next line. */
static void
a_line_that_was_given_up_is_no_output(void **state)
{
    struct driven d;
    (void)state;
    driven_open(&d);
    prints(&d, EDITS);
    passes(&d, MS(10));
    types(&d, "no\3");
    prints(&d, "no^C" LEFT "\r" EDITS LEFT "\r\r\n{D 130}" EDITS "$ ");
    shell_waits(&d);
    passes(&d, MS(50));
    settled(&d, QTTY_OK, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d.result.command_status, 130);
    assert_string_equal(text_of(&d, d.result.output), "");
    driven_finish(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_output_begins_behind_the_echo),
        cmocka_unit_test(it_is_found_wherever_reads_cut_it),
        cmocka_unit_test(it_may_be_painted_and_wrapped),
        cmocka_unit_test(what_stands_right_of_it_is_older),
        cmocka_unit_test(a_return_within_it_does_not_end_it),
        cmocka_unit_test(several_lines_may_be_echoed_at_once),
        cmocka_unit_test(or_each_at_its_prompt),
        cmocka_unit_test(a_line_ahead_may_be_read_by_a_command),
        cmocka_unit_test(lines_behind_those_of_a_program_are_commands),
        cmocka_unit_test(without_an_echo_the_output_begins_at_once),
        cmocka_unit_test(what_comes_between_prompt_and_echo_is_output),
        cmocka_unit_test(a_line_may_be_typed_in_pieces),
        cmocka_unit_test(a_program_that_asks_says_what_it_said_since),
        cmocka_unit_test(the_mark_tells_that_a_command_goes_on),
        cmocka_unit_test(a_builtin_that_reads_is_no_such_command),
        cmocka_unit_test(a_prompt_that_was_typed_ahead_of_asks_for_nothing),
        cmocka_unit_test(a_builtin_that_asks_by_it_is_known_by_its_mark),
        cmocka_unit_test(a_line_without_its_end_leaves_it_there),
        cmocka_unit_test(a_line_editor_may_leave_on_either_line),
        cmocka_unit_test(a_line_that_was_given_up_is_no_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
