/* The local terminal, with real programs on it: what the child finds, how its end is
 * told, and that nothing of it stays. */
#define _XOPEN_SOURCE 700

#include "live/live.h"

#include "live/gone.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Run to the end; the output must be `expected`, and the exit code 0. */
static void
prints(qtty_spawn_config *c, const char *const *argv, const char *expected)
{
    struct live l;
    live_spawn(&l, c, argv);
    qtty_child child = live_run(&l);
    assert_string_equal(live_text(&l), expected);
    assert_int_equal(child.state, QTTY_CHILD_EXITED);
    assert_int_equal(child.value, 0);
    live_finish(&l);
}

/* It has ended, and if it was our child, it is no zombie. */
static bool
is_gone(long pid)
{
    return process_is_gone((pid_t)pid) && waitpid((pid_t)pid, NULL, WNOHANG) == -1;
}

/* --- What the child finds ----------------------------------------------------------- */

static void
the_child_leads_a_session_on_its_terminal(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    (void)state;
    prints(&c, ARGV(WITNESS, "session"), "leader foreground controlling utf8 echo\r\n");
    c.no_echo = true;
    c.encoding = QTTY_ENCODING_LATIN1;
    prints(&c, ARGV(WITNESS, "session"),
           "leader foreground controlling bytes silent\r\n");
}

static void
the_child_has_three_descriptors(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    int open_on_purpose = open("/dev/null", O_RDONLY); /* without O_CLOEXEC */
    (void)state;
    assert_true(open_on_purpose > 2);
    prints(&c, ARGV(WITNESS, "descriptors"), "0 1 2 \r\n");
    close(open_on_purpose);
}

static void
the_child_has_no_signal_blocked_or_ignored(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
    sigset_t mask, old;
    (void)state;

    sigemptyset(&mask);
    sigaddset(&mask, SIGINT);
    sigaddset(&mask, SIGUSR1);
    sigprocmask(SIG_BLOCK, &mask, &old);
    sigaction(SIGPIPE, &ignore, &before);
    prints(&c, ARGV(WITNESS, "signals"), "0 blocked 0 ignored\r\n");
    sigaction(SIGPIPE, &before, NULL);
    sigprocmask(SIG_SETMASK, &old, NULL);
}

static void
the_size_is_set_before_the_start(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    (void)state;
    prints(&c, ARGV(WITNESS, "window"), "40 rows 160 cols 1280 x 640 pixels\r\n");
    c.window = (qtty_window){ 3, 7, 10, 20 };
    prints(&c, ARGV(WITNESS, "window"), "3 rows 7 cols 70 x 60 pixels\r\n");
    c.window = (qtty_window){ 4096, 4096, 1024, 1024 }; /* more than 16 bits hold */
    prints(&c, ARGV(WITNESS, "window"), "4096 rows 4096 cols 65535 x 65535 pixels\r\n");
}

static void
a_resize_reaches_the_program(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    live_spawn(
        &l, &c,
        ARGV("sh", "-c", "trap 'stty size; exit' WINCH; echo ready; read x; read x"));
    live_until(&l, "ready");
    const qtty_window window = { .rows = 11, .cols = 22 };
    assert_int_equal(qtty_terminal_resize(l.terminal, &window), QTTY_OK);
    live_until(&l, "11 22");
    const qtty_window huge = { .rows = 4097 };
    assert_int_equal(qtty_terminal_resize(l.terminal, &huge), QTTY_E_RANGE);
    assert_string_equal(qtty_terminal_error(l.terminal), "rows: 4097: must be 1..4096");
    live_finish(&l);
}

static void
the_environment_is_what_was_asked_for(void **state)
{
    const qtty_env_entry env[] = { { .name = qtty_text("A_TOKEN"),
                                     .value = qtty_text("yes") } };
    const char *const parent[] = { "PATH=/usr/bin:/bin", "MY_SECRET=1", "STY=x", "LANG=C",
                                   NULL };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    (void)state;
    c.parent = parent;
    c.env = env;
    c.env_count = COUNT_OF(env);
    c.session = "one";
    prints(
        &c,
        ARGV("sh", "-c", "env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD= | sort"),
        "A_TOKEN=yes\r\nGIT_PAGER=cat\r\nLANG=C\r\nPAGER=cat\r\nPATH=/usr/bin:/bin\r\n"
        "QTTY_SESSION=one\r\nTERM=xterm-256color\r\n");
}

static void
the_child_starts_in_its_directory(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    (void)state;
    c.cwd = "/usr/bin";
    prints(&c, ARGV("pwd", "-P"), "/usr/bin\r\n");
    prints(&c, ARGV("./env", "pwd", "-P"), "/usr/bin\r\n"); /* from its own directory */
}

static void
the_search_is_in_the_childs_path(void **state)
{
    char folder[] = "/tmp/quietty-pty-XXXXXX", file[64], path[80];
    qtty_env_entry env[] = { { .name = qtty_text("PATH") } };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    (void)state;

    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/only-here", folder);
    assert_int_equal(symlink("/bin/echo", file), 0);
    snprintf(path, sizeof path, "/nowhere:%s", folder);
    env[0].value = qtty_text(path);
    c.env = env;
    c.env_count = 1;
    prints(&c, ARGV("only-here", "found"), "found\r\n");

    c.cwd = folder; /* an empty element is the child's directory */
    env[0].value = qtty_text("/nowhere:");
    prints(&c, ARGV("only-here", "found"), "found\r\n");
    unlink(file);
    rmdir(folder);
}

/* --- What cannot start -------------------------------------------------------------- */

static void
refuses(qtty_spawn_config *c, qtty_span *argv, size_t argc, qtty_status status,
        const char *text)
{
    qtty_provider *p;
    qtty_terminal *t = (qtty_terminal *)&p;
    size_t before = live_descriptors();

    c->argv = argv;
    c->argc = argc;
    assert_int_equal(qtty_pty_provider_create(&p, NULL), QTTY_OK);
    assert_int_equal(qtty_provider_spawn(p, &t, c), status);
    assert_null(t);
    assert_string_equal(qtty_provider_error(p), text);
    qtty_provider_destroy(p);
    assert_int_equal(live_descriptors(), before);
    assert_true(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

static void
what_cannot_start_is_told_and_leaves_nothing(void **state)
{
    static const uint8_t nul[] = "a\0b";
    const qtty_env_entry path = { .name = qtty_text("PATH"),
                                  .value = qtty_text("/nowhere") };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    qtty_span missing = qtty_text("no-such"), slash = qtty_text("/no/such"),
              folder = qtty_text("/tmp"), plain = qtty_text("/etc/passwd"),
              empty = qtty_text(""), with_nul[] = { qtty_text("echo"), { nul, 3 } };
    (void)state;

    refuses(&c, NULL, 0, QTTY_E_INVAL, "argv: 0 entries: must name a program");
    refuses(&c, with_nul, 2, QTTY_E_INVAL, "argv[1]: 3 bytes: must not contain NUL");
    refuses(&c, &empty, 1, QTTY_E_NOT_FOUND, "\"\": No such file or directory");
    refuses(&c, &slash, 1, QTTY_E_NOT_FOUND, "/no/such: No such file or directory");
    refuses(&c, &folder, 1, QTTY_E_NOT_EXECUTABLE, "/tmp: Is a directory");
    refuses(&c, &plain, 1, QTTY_E_NOT_EXECUTABLE, "/etc/passwd: Permission denied");
    c.temporary = (const char *const[]){ "/tmp/x", "y", NULL };
    refuses(&c, &slash, 1, QTTY_E_INVAL, "temporary[1]: y: must be an absolute path");
    c.temporary = NULL;
    c.env = &path;
    c.env_count = 1;
    refuses(&c, &missing, 1, QTTY_E_NOT_FOUND, "no-such: not found in PATH (/nowhere)");
    c.cwd = "/no/dir";
    refuses(&c, &slash, 1, QTTY_E_NOT_FOUND, "cwd: /no/dir: No such file or directory");
    c.cwd = "/etc/passwd";
    refuses(&c, &slash, 1, QTTY_E_NOT_FOUND, "cwd: /etc/passwd: Not a directory");
    c.window.cols = 4097;
    refuses(&c, &slash, 1, QTTY_E_RANGE, "cols: 4097: must be 1..4096");
    c.encoding = (qtty_encoding)2;
    refuses(&c, &slash, 1, QTTY_E_INVAL, "encoding: 2: no such encoding");
}

static void
a_size_is_of_all_fields_up_to_one(void **state)
{
    static const size_t none[] = { 0, 7, offsetof(qtty_spawn_config, argc) + 1,
                                   sizeof(qtty_spawn_config) + 8 };
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    qtty_span program = qtty_text("/no/such");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(none); i++) {
        char text[80];
        snprintf(text, sizeof text, "size: %zu: must be %zu, or end at an earlier field",
                 none[i], sizeof c);
        c.size = none[i];
        refuses(&c, &program, 1, QTTY_E_INVAL, text);
    }

    /* What is not the caller's yet is not looked at. */
    c.size = offsetof(qtty_spawn_config, window);
    c.window.rows = UINT32_MAX;
    c.encoding = (qtty_encoding)2;
    prints(&c, ARGV(WITNESS, "window"), "40 rows 160 cols 1280 x 640 pixels\r\n");
}

static void
what_the_kernel_cannot_execute_is_told(void **state)
{
    char script[] = "/tmp/quietty-script-XXXXXX", text[128];
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    int file = mkstemp(script);
    (void)state;

    assert_true(file >= 0 && fchmod(file, 0700) == 0);
    assert_int_equal(write(file, "#!/no/interpreter\n", 18), 18);
    close(file);
    qtty_span program = qtty_text(script);
    snprintf(text, sizeof text,
             "%s: cannot be executed: No such file or directory (its interpreter)",
             script);
    refuses(&c, &program, 1, QTTY_E_NOT_EXECUTABLE, text);
    unlink(script);
}

/* --- How it ends -------------------------------------------------------------------- */

static void
the_status_is_told(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    live_spawn(&l, &c, ARGV("sh", "-c", "exit 7"));
    qtty_child child = live_run(&l);
    assert_int_equal(child.state, QTTY_CHILD_EXITED);
    assert_int_equal(child.value, 7);
    live_finish(&l);
    assert_true(is_gone((long)child.pid));

    live_spawn(&l, &c, ARGV("sh", "-c", "kill -SEGV $$"));
    child = live_run(&l);
    assert_int_equal(child.state, QTTY_CHILD_SIGNALED);
    assert_int_equal(child.value, SIGSEGV);
    live_finish(&l);
}

static void
output_before_the_end_is_not_lost(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    live_spawn(&l, &c,
               ARGV("sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x; echo end"));
    live_run(&l);
    assert_true(l.hung_up);
    assert_int_equal(l.output.len, 300005);
    live_finish(&l);

    live_spawn(&l, &c, ARGV("sh", "-c", "echo unread"));
    while (!live_child_ended(&l))
        assert_int_equal(live_step(&l, 0), QTTY_OK);
    live_read(&l);
    assert_string_equal(live_text(&l), "unread\r\n");
    live_finish(&l);
}

static void
a_program_may_open_its_terminal_again(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    (void)state;
    prints(&c, ARGV(WITNESS, "returner"), "before\r\nafter\r\n");
}

static void
nothing_can_be_written_after_the_end(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    size_t written = 1;
    (void)state;
    live_spawn(&l, &c, ARGV("true"));
    live_run(&l);
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("x"), &written),
                     QTTY_E_CLOSED);
    assert_int_equal(written, 0);
    live_finish(&l);
}

static void
a_read_without_room_is_refused(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    uint8_t byte;
    size_t len = 1;
    (void)state;
    live_spawn(&l, &c, ARGV("sh", "-c", "read line; echo here"));
    assert_int_equal(qtty_terminal_read(l.terminal, &byte, 0, &len), QTTY_E_INVAL);
    assert_int_equal(len, 0);
    assert_string_equal(qtty_terminal_error(l.terminal),
                        "read: 0 bytes: must be 1 or more");
    qtty_want wants[QTTY_WANTS_MAX]; /* nothing hung up: its output is still awaited */
    assert_int_equal(qtty_terminal_wants(l.terminal, QTTY_WANT_READ, wants), 2);
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("\n"), &len), QTTY_OK);
    live_run(&l);
    assert_string_equal(live_text(&l), "\r\nhere\r\n");
    live_finish(&l);
}

/* --- Signals ------------------------------------------------------------------------ */

#define signal_to(l, which) qtty_terminal_signal((l)->terminal, which, 0, NULL)

static void
a_signal_reaches_the_foreground_group(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    int64_t group, told;
    (void)state;
    live_spawn(&l, &c, ARGV("sh", "-c", "trap 'echo INT; exit' INT; echo ready; read x"));
    live_until(&l, "ready");
    assert_int_equal(qtty_terminal_foreground(l.terminal, &group), QTTY_OK);
    assert_int_equal(qtty_terminal_signal(l.terminal, QTTY_SIGNAL_INT, 0, &told),
                     QTTY_OK);
    assert_int_equal(told, group);
    live_until(&l, "INT");
    live_run(&l);
    assert_int_equal(signal_to(&l, QTTY_SIGNAL_TERM), QTTY_E_NO_FOREGROUND);
    live_finish(&l);

    live_spawn(&l, &c, ARGV(WITNESS, "stubborn"));
    live_until(&l, "stubborn");
    assert_int_equal(signal_to(&l, (qtty_signal)5), QTTY_E_INVAL);
    assert_string_equal(qtty_terminal_error(l.terminal), "signal: 5: no such signal");
    assert_int_equal(signal_to(&l, QTTY_SIGNAL_TERM), QTTY_OK);
    assert_int_equal(signal_to(&l, QTTY_SIGNAL_KILL), QTTY_OK);
    qtty_child child = live_run(&l);
    assert_int_equal(child.value, SIGKILL);
    live_finish(&l);
}

/* --- Input -------------------------------------------------------------------------- */

static void
the_input_side_is_told(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    qtty_input input;
    size_t written;
    (void)state;
    live_spawn(&l, &c, ARGV("cat"));
    assert_int_equal(qtty_terminal_input(l.terminal, &input), QTTY_OK);
    assert_true(input.canonical && input.echo && input.maps_cr);
    assert_false(qtty_terminal_unread(l.terminal));
    assert_int_equal(input.eof, 4);
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("hi\r\x04"), &written),
                     QTTY_OK);
    assert_int_equal(written, 4);
    assert_int_equal(live_run(&l).value, 0);
    assert_string_equal(live_text(&l), "hi\r\nhi\r\n");
    live_finish(&l);
}

static void
unread_input_is_seen(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    size_t written;
    (void)state;
    live_spawn(&l, &c, ARGV(WITNESS, "stubborn"));
    live_until(&l, "stubborn");
    assert_int_equal(qtty_terminal_write(l.terminal, qtty_text("x\r"), &written),
                     QTTY_OK);
    assert_true(qtty_terminal_unread(l.terminal));

    /* What nobody reads is refused some day, and never blocks. */
    static uint8_t much[1u << 20];
    memset(much, '\r', sizeof much);
    assert_int_equal(
        qtty_terminal_write(l.terminal, (qtty_span){ much, sizeof much }, &written),
        QTTY_OK);
    assert_true(written < sizeof much);
    live_finish(&l);
}

/* --- Close -------------------------------------------------------------------------- */

/* Every "WORD PID" of the output; none of them may be there any more. */
static void
all_are_gone(struct live *l, const char *word, size_t expected)
{
    size_t found = 0;
    for (const char *at = live_text(l); (at = strstr(at, word)) != NULL; found++) {
        at += strlen(word);
        assert_true(is_gone(strtol(at, NULL, 10)));
    }
    assert_int_equal(found, expected);
}

static void
close_ends_who_wants_to_leave_without_the_grace(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    qtty_child child;
    (void)state;
    live_spawn(&l, &c, ARGV("cat"));
    live_close(&l, 3600000);
    qtty_terminal_child(l.terminal, &child);
    assert_int_equal(child.state, QTTY_CHILD_SIGNALED);
    assert_true(is_gone((long)child.pid));
    assert_int_equal(qtty_terminal_close(l.terminal, live_now(), 0), QTTY_OK);
    assert_int_equal(qtty_terminal_phase(l.terminal), QTTY_PHASE_CLOSED);
    live_finish(&l);
}

static void
close_kills_who_does_not(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    qtty_child child;
    (void)state;
    live_spawn(&l, &c, ARGV(WITNESS, "stubborn"));
    live_until(&l, "\r\n");
    live_close(&l, 50);
    qtty_terminal_child(l.terminal, &child);
    assert_int_equal(child.value, SIGKILL);
    all_are_gone(&l, "stubborn ", 1);
    live_finish(&l);
}

static size_t
count_lines(const char *text)
{
    size_t count = 0;
    for (; (text = strchr(text, '\n')) != NULL; text++)
        count++;
    return count;
}

static void
close_ends_every_group_of_the_session(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    live_spawn(&l, &c, ARGV(WITNESS, "family"));
    /* The one that was stopped may not have come to speak. */
    while (count_lines(live_text(&l)) < 4)
        live_turn(&l);
    live_close(&l, 20);
    all_are_gone(&l, "stubborn ", count_lines(live_text(&l)));
    live_finish(&l);
}

static void
the_leader_is_the_last_to_be_told(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    live_spawn(&l, &c, ARGV(WITNESS, "last"));
    live_until(&l, "ready\r\n");
    assert_int_equal(qtty_terminal_close(l.terminal, live_now(), 3600000), QTTY_OK);
    live_until(&l, "last\r\n");
    assert_string_equal(live_text(&l), "ready\r\nthe last\r\n");
    live_finish(&l);
}

static void
close_ends_what_the_child_left_behind(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    live_spawn(&l, &c, ARGV(WITNESS, "deserter"));
    assert_int_equal(live_run(&l).value, 3);
    live_close(&l, 20);
    live_read(&l);
    assert_true(l.hung_up);
    all_are_gone(&l, "left ", 1);
    live_finish(&l);
}

static void
a_second_close_may_shorten_the_grace(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    struct live l;
    (void)state;
    live_spawn(&l, &c, ARGV(WITNESS, "stubborn"));
    live_until(&l, "\r\n");
    assert_int_equal(qtty_terminal_close(l.terminal, live_now(), 3600000), QTTY_OK);
    assert_int_equal(qtty_terminal_phase(l.terminal), QTTY_PHASE_CLOSING);
    live_close(&l, 0);
    all_are_gone(&l, "stubborn ", 1);
    live_finish(&l);
}

static void
destroy_leaves_nothing_either(void **state)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    size_t before = live_descriptors();
    struct live l;
    qtty_child child;
    (void)state;
    live_spawn(&l, &c, ARGV(WITNESS, "stubborn"));
    live_until(&l, "\r\n");
    qtty_terminal_child(l.terminal, &child);
    live_finish(&l);
    assert_true(is_gone((long)child.pid));
    assert_int_equal(live_descriptors(), before);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_child_leads_a_session_on_its_terminal),
        cmocka_unit_test(the_child_has_three_descriptors),
        cmocka_unit_test(the_child_has_no_signal_blocked_or_ignored),
        cmocka_unit_test(the_size_is_set_before_the_start),
        cmocka_unit_test(a_resize_reaches_the_program),
        cmocka_unit_test(the_environment_is_what_was_asked_for),
        cmocka_unit_test(the_child_starts_in_its_directory),
        cmocka_unit_test(the_search_is_in_the_childs_path),
        cmocka_unit_test(what_cannot_start_is_told_and_leaves_nothing),
        cmocka_unit_test(a_size_is_of_all_fields_up_to_one),
        cmocka_unit_test(what_the_kernel_cannot_execute_is_told),
        cmocka_unit_test(the_status_is_told),
        cmocka_unit_test(output_before_the_end_is_not_lost),
        cmocka_unit_test(a_program_may_open_its_terminal_again),
        cmocka_unit_test(nothing_can_be_written_after_the_end),
        cmocka_unit_test(a_read_without_room_is_refused),
        cmocka_unit_test(a_signal_reaches_the_foreground_group),
        cmocka_unit_test(the_input_side_is_told),
        cmocka_unit_test(unread_input_is_seen),
        cmocka_unit_test(close_ends_who_wants_to_leave_without_the_grace),
        cmocka_unit_test(close_kills_who_does_not),
        cmocka_unit_test(close_ends_every_group_of_the_session),
        cmocka_unit_test(the_leader_is_the_last_to_be_told),
        cmocka_unit_test(close_ends_what_the_child_left_behind),
        cmocka_unit_test(a_second_close_may_shorten_the_grace),
        cmocka_unit_test(destroy_leaves_nothing_either),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
