/* quietty run, with real programs: what it prints, how it ends, what it leaves. */
#define _XOPEN_SOURCE 700

#include "live/program.h"

#include <sys/stat.h>

/* --- Lines -------------------------------------------------------------------------- */

#define BAR "for i in $(seq 100); do printf '\\r%d%%' $i; done; echo"

static void
a_progress_bar_is_one_line(void **state)
{
    (void)state;
    quietty_prints("", ARGV("run", "--", "bash", "-c", BAR), 0, "100%\n");
}

static void
the_stream_has_every_step_of_it(void **state)
{
    (void)state;
    struct program p =
        quietty("", ARGV("run", "--projection", "stream", "--", "bash", "-c", BAR));
    const char *text = (const char *)p.out.data;
    size_t lines = 0;
    for (size_t i = 0; i < p.out.len; i++)
        lines += text[i] == '\n';
    assert_int_equal(lines, 101);
    assert_memory_equal(text, "\n1%\n2%\n", 7);
    assert_string_equal(text + p.out.len - 5, "100%\n");
    program_free(&p);
}

static void
more_lines_than_are_kept_are_printed_all(void **state)
{
    (void)state;
    struct program p = quietty("", ARGV("run", "seq", "30000"));
    assert_string_equal((const char *)p.err.data, "");
    const char *at = (const char *)p.out.data;
    for (long i = 1; i <= 30000; i++) {
        char *end;
        assert_int_equal(strtol(at, &end, 10), i);
        assert_int_equal(*end, '\n');
        at = end + 1;
    }
    assert_int_equal(*at, '\0');
    program_free(&p);
}

/* ESC[40S moves a screen of 40 rows with 5 bytes. */
static void
few_bytes_that_move_many_lines_lose_none(void **state)
{
    static const char *const programs[] = {
        "echo IMPORTANT; for i in $(seq 1600); do printf '\\033[40S'; done",
        "echo IMPORTANT; printf '\\033c'; for i in $(seq 1600); do printf "
        "'\\033#8\\033c'; done",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        struct program p = quietty("", ARGV("run", "--", "bash", "-c", programs[i]));
        assert_string_equal((const char *)p.err.data, "");
        assert_memory_equal(p.out.data, "IMPORTANT\n", 10);
        program_free(&p);
    }
}

static void
the_last_screen_is_printed_instead(void **state)
{
    (void)state;
    quietty_prints("",
                   ARGV("run", "--screen", "--rows", "4", "--cols", "10", "--", "printf",
                        "\\033[?1049h\\033[2;3Hab\\033[4;1Hend"),
                   0, "\n  ab\n\nend\n");
}

static void
json_is_an_object_a_line(void **state)
{
    (void)state;
    struct program p =
        quietty("", ARGV("run", "--json", "--", "sh", "-c", "echo '\"hi\"'; exit 3"));
    const char *text = (const char *)p.out.data;
    static const char first[] = "{\"id\":1,\"text\":\"\\\"hi\\\"\",\"final\":true,"
                                "\"rewritten\":false,\"cut\":false}\n"
                                "{\"wait_reason\":\"session_exit\",\"session_status\":"
                                "{\"state\":\"exited\",\"code\":3},\"elapsed_ms\":";
    assert_memory_equal(text, first, sizeof first - 1);
    assert_non_null(strstr(text, ",\"truncated\":false,\"replies_dropped\":0}\n"));
    assert_int_equal(WEXITSTATUS(p.status), 3);
    program_free(&p);

    p = quietty("", ARGV("run", "--json", "--screen", "--rows", "2", "--cols", "9", "--",
                         "printf", "\\033]2;T\\007hi"));
    text = (const char *)p.out.data;
    assert_non_null(strstr(text, "{\"rows\":2,\"cols\":9,\"cursor\":{\"row\":0,\"col\":2,"
                                 "\"visible\":true,\"pending_wrap\":false,"
                                 "\"shape\":\"block\"},\"screen\":[\"hi\",\"\"],"
                                 "\"alternate\":false,\"title\":\"T\",\"modes\":{"));
    assert_non_null(strstr(text, "\"events\":[{\"event\":\"title\",\"row\":0,\"col\":0,"
                                 "\"text\":\"T\"}]"));
    program_free(&p);
}

/* --- Queries ------------------------------------------------------------------------ */

static void
a_program_that_asks_gets_its_answers_in_order(void **state)
{
    (void)state;
    quietty_prints("", ARGV("run", "--", ASKS), 0,
                   "ESC [1;1R\nESC [?1;1;1R\nESC [0n\nESC ]11;rgb:0000/0000/0000<07>\n"
                   "ESC [?25;1$y\nESC P1$r0mESC \\\nESC P0$rESC \\\nESC [8;40;160t\n"
                   "ESC P>|quietty(" QTTY_VERSION ")ESC \\\nESC [>41;380;0c\n"
                   "ESC [?64;1;6;9;21;22;28c\n");
}

static void
a_flood_of_queries_that_nobody_reads_ends(void **state)
{
    (void)state;
    struct program p =
        quietty("", ARGV("run", "--no-echo", "--json", "--", WITNESS, "flood"));
    assert_int_equal(WEXITSTATUS(p.status), 0);
    assert_non_null(strstr((const char *)p.out.data, "\"text\":\"flooded\""));
    assert_null(strstr((const char *)p.out.data, "\"replies_dropped\":0"));
    program_free(&p);
}

/* A named pipe, and NAME=PATH of it. Open at both ends, so that nobody waits for us. */
static int
open_pipe(const char *folder, const char *name, char variable[80])
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(variable, 80, "%s=%s", name, path);
    assert_int_equal(mkfifo(path, 0600), 0);
    int end = open(path, O_RDWR | O_CLOEXEC);
    assert_true(end >= 0);
    return end;
}

static void
close_pipe(int end, const char *variable)
{
    close(end);
    unlink(strchr(variable, '=') + 1);
}

/* While quietty is stopped, the foreground changes hands, and the new one asks: replies
 * to the old one, which never read them, are still pending then. */
static void
who_asks_after_another_is_answered(void **state)
{
    enum { ROUNDS = 9 };
    char folder[] = "/tmp/quietty-pipes-XXXXXX", variables[2][80];
    struct program p;
    (void)state;
    assert_non_null(mkdtemp(folder));
    int next = open_pipe(folder, "NEXT_ROUND", variables[0]);
    int asked = open_pipe(folder, "HEIR_ASKED", variables[1]);
    quietty_start(&p, ARGV("run", "--projection", "stream", "--timeout", "60", "--env",
                           variables[0], "--env", variables[1], "--", WITNESS, "heir"));
    for (int round = 1; round <= ROUNDS; round++) {
        char text[32];
        snprintf(text, sizeof text, "round %d\n", round);
        program_until(&p, text);
        if (round == ROUNDS)
            kill(p.pid, SIGSTOP);
        assert_int_equal(write(next, "", 1), 1);
    }
    struct pollfd ready = { asked, POLLIN, 0 };
    bool has_asked = poll(&ready, 1, 20000) == 1;
    kill(p.pid, SIGCONT);
    assert_true(has_asked);
    program_finish(&p);
    assert_non_null(strstr((const char *)p.out.data, "answered\n"));
    assert_int_equal(WEXITSTATUS(p.status), 0);
    program_free(&p);
    close_pipe(next, variables[0]);
    close_pipe(asked, variables[1]);
    rmdir(folder);
}

/* --- What the program finds --------------------------------------------------------- */

static void
the_size_is_the_terminals(void **state)
{
    (void)state;
    quietty_prints("", ARGV("run", "stty", "size"), 0, "40 160\n");
    quietty_prints("", ARGV("run", "--rows=3", "--cols=44", "stty", "size"), 0, "3 44\n");
}

static void
secrets_and_the_parents_terminal_stay_behind(void **state)
{
    static const char show[] =
        "echo ${A_TOKEN-gone} ${TMUX-gone} $TERM $PAGER ${QTTY_SESSION%-*}";
    (void)state;
    setenv("A_TOKEN", "secret", 1);
    setenv("TMUX", "outer", 1);
    quietty_prints("", ARGV("run", "sh", "-c", show), 0,
                   "gone gone xterm-256color cat run\n");
    quietty_prints("",
                   ARGV("run", "--env", "A_TOKEN=given", "--unset", "PAGER", "--term",
                        "dumb", "--", "sh", "-c", show),
                   0, "given gone dumb run\n");
    unsetenv("A_TOKEN");
    unsetenv("TMUX");
}

static void
it_starts_where_it_was_told_to(void **state)
{
    (void)state;
    quietty_prints("", ARGV("run", "--cwd", "/usr/bin", "pwd", "-P"), 0, "/usr/bin\n");
}

static void
no_descriptor_of_ours_is_inherited(void **state)
{
    int open_on_purpose = open("/dev/null", O_RDONLY);
    (void)state;
    quietty_prints("", ARGV("run", "--", WITNESS, "descriptors"), 0, "0 1 2 \n");
    quietty_prints("", ARGV("run", "--", WITNESS, "signals"), 0, "0 blocked 0 ignored\n");
    close(open_on_purpose);
}

/* --- Standard input ----------------------------------------------------------------- */

static void
what_is_typed_is_echoed_and_read(void **state)
{
    (void)state;
    quietty_prints("one\ntwo\n", ARGV("run", "sort", "-r"), 0, "one\ntwo\ntwo\none\n");
    quietty_prints("one\ntwo\n", ARGV("run", "--no-echo", "sort", "-r"), 0, "two\none\n");
}

static void
an_unfinished_line_is_read_too(void **state)
{
    (void)state;
    quietty_prints("a\nb", ARGV("run", "--no-echo", "cat"), 0, "a\nb\n");
}

static void
end_of_file_comes_to_every_reader(void **state)
{
    (void)state;
    quietty_prints("x\n", ARGV("run", "--no-echo", "sh", "-c", "cat; cat; echo done"), 0,
                   "x\ndone\n");
}

static void
much_is_typed_as_the_terminal_takes_it(void **state)
{
    qtty_buf text;
    (void)state;
    qtty_buf_init(&text, NULL, 0);
    for (int i = 0; i < 6000; i++)
        assert_int_equal(qtty_buf_append(&text, "0123456789\n", 11), QTTY_OK);
    text.data[text.len - 1] = '\0';
    quietty_prints((const char *)text.data, ARGV("run", "--no-echo", "wc", "-c"), 0,
                   "65999\n");
    qtty_buf_finish(&text);
}

/* The kernel drops echo that is not read in time. */
static void
no_echo_is_lost(void **state)
{
    static char text[20001];
    size_t lines = 0;
    (void)state;
    for (size_t i = 0; i < 20000; i += 4)
        memcpy(text + i, "abc\n", 5);
    struct program p = quietty(text, ARGV("run", "--projection", "stream", "cat"));
    for (size_t i = 0; i < p.out.len; i++)
        lines += p.out.data[i] == '\n';
    assert_int_equal(lines, 10000);
    program_free(&p);
}

static void
each_prompt_gets_its_line(void **state)
{
    (void)state;
    quietty_prints("me\nsecret\n", ARGV("run", "--", WITNESS, "password"), 0,
                   "name: me\npassword: \nme has secret\n");
}

static void
a_line_that_would_be_cut_is_refused(void **state)
{
    static char line[4098];
    (void)state;
    memset(line, 'x', 4096);
    line[4095] = '\n';
    line[4096] = '\0';
    quietty_prints(line, ARGV("run", "--no-echo", "wc", "-c"), 0, "4096\n");
    line[4095] = 'x';
    line[4096] = '\n';
    quietty_refuses(line, ARGV("run", "--no-echo", "cat"), 1,
                    "quietty: standard input: line 1: longer than 4095 bytes, which the "
                    "program's terminal would cut\n");
    /* A reader that takes single keys gets them all. */
    quietty_prints(line,
                   ARGV("run", "--no-echo", "sh", "-c", "stty raw; head -c 4097 | wc -c"),
                   0, "4097\n");
}

/* --- How it ends -------------------------------------------------------------------- */

static void
the_exit_status_is_the_programs(void **state)
{
    (void)state;
    quietty_prints("", ARGV("run", "sh", "-c", "exit 7"), 7, "");
    quietty_prints("", ARGV("run", "sh", "-c", "kill -TERM $$"), 128 + SIGTERM, "");
    quietty_prints("", ARGV("run", "sh", "-c", "kill -KILL $$"), 128 + SIGKILL, "");
}

static void
the_status_is_known_though_our_caller_ignores_children(void **state)
{
    struct program p;
    (void)state;
    program_start(&p, "/bin/sh",
                  ARGV("sh", "-c", "trap '' CHLD; exec " QUIETTY " run sh -c 'exit 5'"));
    program_finish(&p);
    assert_int_equal(WEXITSTATUS(p.status), 5);
    program_free(&p);
}

static void
the_timeout_ends_who_does_not_leave(void **state)
{
    (void)state;
    struct program p = quietty(
        "", ARGV("run", "--timeout", "0.3", "--grace", "0.1", "--", WITNESS, "family"));
    assert_int_equal(WEXITSTATUS(p.status), 124);
    size_t found = 0;
    for (const char *at = (const char *)p.out.data; (at = strstr(at, "stubborn "));
         found++) {
        at += strlen("stubborn ");
        assert_true(process_is_gone((pid_t)strtol(at, NULL, 10)));
    }
    assert_true(found >= 4);
    program_free(&p);

    quietty_prints("", ARGV("run", "--timeout", "60", "echo", "in time"), 0, "in time\n");
}

static void
the_screen_of_a_timeout_is_the_one_before_the_end(void **state)
{
    static const char program[] =
        "trap 'printf \\\\033[2Jleaving; exit' TERM; printf here;"
        "while :; do read x; done";
    (void)state;
    quietty_prints("", ARGV("run", "--screen", "--timeout", "0.5", "sh", "-c", program),
                   124, "here\n");
}

static void
what_the_program_left_behind_is_ended(void **state)
{
    (void)state;
    struct program p =
        quietty("", ARGV("run", "--grace", "0.1", "--", WITNESS, "deserter"));
    assert_int_equal(WEXITSTATUS(p.status), 3);
    assert_true(process_is_gone(program_number(&p, "left ")));
    program_free(&p);
}

static void
who_fled_the_session_is_ended_too(void **state)
{
    (void)state;
    struct program p =
        quietty("", ARGV("run", "--grace", "0.1", "--", WITNESS, "fugitive"));
    assert_int_equal(WEXITSTATUS(p.status), 4);
    assert_true(process_is_gone(program_number(&p, "fled ")));
    program_free(&p);
}

static void
a_signal_to_us_ends_the_program_first(void **state)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        struct program p;
        quietty_start(&p, ARGV("run", "--projection", "stream", "--grace", "0.05", "--",
                               WITNESS, "stubborn"));
        program_until(&p, "\n");
        kill(p.pid, signals[i]);
        program_finish(&p);
        assert_true(WIFSIGNALED(p.status));
        assert_int_equal(WTERMSIG(p.status), signals[i]);
        assert_true(process_is_gone(program_number(&p, "stubborn ")));
        program_free(&p);
    }
}

static void
a_second_signal_does_not_wait_for_the_grace(void **state)
{
    struct program p;
    (void)state;
    quietty_start(&p, ARGV("run", "--projection", "stream", "--grace", "3600", "--", "sh",
                           "-c",
                           "trap 'echo asked' TERM; trap '' HUP; echo ready $$;"
                           "while :; do read x; done"));
    program_until(&p, "ready");
    kill(p.pid, SIGTERM);
    program_until(&p, "asked");
    kill(p.pid, SIGTERM);
    program_finish(&p);
    assert_int_equal(WTERMSIG(p.status), SIGTERM);
    assert_true(process_is_gone(program_number(&p, "ready ")));
    program_free(&p);
}

static void
an_output_that_nobody_reads_any_more_ends_it(void **state)
{
    static const char *const programs[] = {
        "echo pid $$; while :; do echo more; done",
        "echo pid $$; read x", /* also if there is nothing to write */
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        struct program p;
        quietty_start(&p, ARGV("run", "--projection", "stream", "sh", "-c", programs[i]));
        program_until(&p, "\n");
        pid_t pid = program_number(&p, "pid ");
        close(p.output);
        p.output = -1;
        program_finish(&p);
        assert_true(WIFSIGNALED(p.status));
        assert_int_equal(WTERMSIG(p.status), SIGPIPE);
        assert_true(process_is_gone(pid));
        program_free(&p);
    }
}

static void
an_output_that_nobody_reads_yet_does_not_delay_the_timeout(void **state)
{
    struct program p;
    (void)state;
    quietty_start(&p,
                  ARGV("run", "--projection", "stream", "--timeout", "0.3", "--grace",
                       "0.1", "sh", "-c", "echo pid $$; while :; do echo more; done"));
    program_until(&p, "\n");
    int program = process_open(program_number(&p, "pid "));
    struct pollfd ended = { program, POLLIN, 0 };
    assert_int_equal(poll(&ended, 1, 20000), 1); /* though we have read one line only */
    close(program);
    program_finish(&p);
    assert_int_equal(WEXITSTATUS(p.status), 124);
    program_free(&p);
}

static void
an_output_that_fails_is_told(void **state)
{
    struct program p;
    (void)state;
    program_start(&p, "/bin/sh",
                  ARGV("sh", "-c", "exec " QUIETTY " run echo x >/dev/full"));
    program_finish(&p);
    assert_string_equal((const char *)p.err.data,
                        "quietty: standard output: No space left on device\n");
    assert_int_equal(WEXITSTATUS(p.status), 1);
    program_free(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_progress_bar_is_one_line),
        cmocka_unit_test(the_stream_has_every_step_of_it),
        cmocka_unit_test(more_lines_than_are_kept_are_printed_all),
        cmocka_unit_test(few_bytes_that_move_many_lines_lose_none),
        cmocka_unit_test(the_last_screen_is_printed_instead),
        cmocka_unit_test(json_is_an_object_a_line),
        cmocka_unit_test(a_program_that_asks_gets_its_answers_in_order),
        cmocka_unit_test(a_flood_of_queries_that_nobody_reads_ends),
        cmocka_unit_test(who_asks_after_another_is_answered),
        cmocka_unit_test(the_size_is_the_terminals),
        cmocka_unit_test(secrets_and_the_parents_terminal_stay_behind),
        cmocka_unit_test(it_starts_where_it_was_told_to),
        cmocka_unit_test(no_descriptor_of_ours_is_inherited),
        cmocka_unit_test(what_is_typed_is_echoed_and_read),
        cmocka_unit_test(an_unfinished_line_is_read_too),
        cmocka_unit_test(end_of_file_comes_to_every_reader),
        cmocka_unit_test(much_is_typed_as_the_terminal_takes_it),
        cmocka_unit_test(no_echo_is_lost),
        cmocka_unit_test(each_prompt_gets_its_line),
        cmocka_unit_test(a_line_that_would_be_cut_is_refused),
        cmocka_unit_test(the_exit_status_is_the_programs),
        cmocka_unit_test(the_status_is_known_though_our_caller_ignores_children),
        cmocka_unit_test(the_timeout_ends_who_does_not_leave),
        cmocka_unit_test(the_screen_of_a_timeout_is_the_one_before_the_end),
        cmocka_unit_test(what_the_program_left_behind_is_ended),
        cmocka_unit_test(who_fled_the_session_is_ended_too),
        cmocka_unit_test(a_signal_to_us_ends_the_program_first),
        cmocka_unit_test(a_second_signal_does_not_wait_for_the_grace),
        cmocka_unit_test(an_output_that_nobody_reads_any_more_ends_it),
        cmocka_unit_test(an_output_that_nobody_reads_yet_does_not_delay_the_timeout),
        cmocka_unit_test(an_output_that_fails_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
