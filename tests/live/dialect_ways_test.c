/* What happens to any shell, each dialect in a table: the terminal's size changes while a
 * program asks, a command is interrupted, a job prints behind the prompt, a line is typed
 * in pieces, or given up, the shell leaves with a status. Where PowerShell is not
 * installed, the stand-in for it is named and driven. */
#define _GNU_SOURCE

#include "live/dialect.h"

#include <fcntl.h>

enum { ANY = -1 };

/* In the words of the shell. FIFO stands for a path. */
struct ways {
    const char *name;
    const char *asks, *told; /* reads a line, tells the size; printed after "go" */
    const char *loops;       /* prints "going" and goes on */
    int interrupted;         /* the status then; zsh: that, or the last command's */
    const char *job;         /* leaves one behind that prints what the FIFO has */
    const char *head, *tail; /* of a line that prints "on" */
    const char *leaves;      /* with status 3 */
};

#define SIZE  "sh -c 'read x; stty size'"
#define JOB   "sh -c '(cat FIFO &)'"
#define POSIX SIZE, "go\n24 80\n", "echo going; while :; do :; done", 130, JOB

static const struct ways all_ways[] = {
    { "bash", POSIX, "echo o", "n", "exit 3" },
    { "zsh", SIZE, "go\n24 80\n", "echo going; while :; do :; done", ANY, JOB, "echo o",
      "n", "exit 3" },
    { "sh", POSIX, "echo o", "n", "exit 3" },
    { "ksh", POSIX, "echo o", "n", "exit 3" },
    { "mksh", POSIX, "echo o", "n", "exit 3" },
    { "fish", SIZE, "go\n24 80\n", "echo going; while true; end", 0, JOB, "echo o", "n",
      "exit 3" },
    { "python", "__import__('os').system(\"" SIZE "\")", "go\n24 80\n0\n",
      "exec('print(\"going\")\\nwhile 1: pass')", 1,
      "_ = __import__('os').system(\"" JOB "\")", "print('o", "n')", "exit(3)" },
    { "pwsh", SIZE, "go\n24 80\n", "sh -c 'echo going; exec sleep 1000'", 130, JOB, "'o",
      "n'", "exit 3" },
};

/* --- Steps -------------------------------------------------------------------------- */

static void
prints_on(struct driven *d, const struct ways *w)
{
    char line[64];
    snprintf(line, sizeof line, "%s%s", w->head, w->tail);
    says(d, line, "on\n", 0);
}

/* The program that asks has it, and so has the shell behind it. */
static void
changes_size(struct driven *d, const struct ways *w)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(w->asks);
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN; /* who started it may be busy for a while */
    assert_int_equal(qtty_session_send(d->session, &send, live_now()), QTTY_OK);
    assert_string_equal(drive_settle(d), "");
    is_asked(d, LINES_ECHOED);
    assert_int_equal(qtty_session_resize(d->session, 24, 80), QTTY_OK);
    says(d, "go", w->told, 0);
    assert_int_equal(qtty_session_resize(d->session, 30, 100), QTTY_OK);
    prints_on(d, w);
}

static void
is_interrupted(struct driven *d, const struct ways *w)
{
    drive_send(d, w->loops, true);
    drive_until(d, "\ngoing");
    assert_int_equal(qtty_session_cancel(d->session, live_now()), QTTY_OK);
    drive_settle(d);
    is_at_prompt(d, w->interrupted != ANY ? w->interrupted : d->result.command_status);
    prints_on(d, w);
}

/* What it prints before the next command is nobody's output. */
static void
has_a_job_that_prints(struct driven *d, const struct ways *w)
{
    char path[128], line[256];
    const char *at = strstr(w->job, "FIFO");
    snprintf(path, sizeof path, "%s/fifo", drive_home);
    snprintf(line, sizeof line, "%.*s%s%s", (int)(at - w->job), w->job, path,
             at + strlen("FIFO"));
    assert_int_equal(mkfifo(path, 0600), 0);
    says(d, line, "", 0);
    int fifo = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(fifo >= 0);
    assert_int_equal(write(fifo, "late\n", 5), 5);
    close(fifo);
    drive_until(d, "late");
    prints_on(d, w);
    unlink(path);
}

/* A terminal that edits lines holds the first piece back: that is idle, no wait. */
static void
is_typed(struct driven *d, const char *text)
{
    drive_send(d, text, false);
    drive_settle(d);
    if (d->result.wait_reason == QTTY_WAIT_INFERRED_IDLE)
        assert_true(d->result.evidence.seen & QTTY_SEEN_LINE_UNFINISHED);
    else
        assert_int_equal(d->result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d->result.command_status, -1);
}

static void
takes_a_line_in_pieces(struct driven *d, const struct ways *w)
{
    is_typed(d, w->head);
    says(d, w->tail, "on\n", 0);
    is_typed(d, w->head);
    drive_send(d, "\3", false);
    drive_settle(d);
    assert_int_equal(d->result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.level, QTTY_EVIDENCE_PROVEN);
    prints_on(d, w);
}

static void
leaves_with_three(struct driven *d, const struct ways *w)
{
    drive_send(d, w->leaves, true);
    drive_settle(d);
    assert_int_equal(d->result.wait_reason, QTTY_WAIT_SESSION_EXIT);
    assert_int_equal(d->result.child.state, QTTY_CHILD_EXITED);
    assert_int_equal(d->result.child.value, 3);
    assert_int_equal(qtty_session_phase(d->session), QTTY_SESSION_CLOSED);
    drive_free(d);
}

/* --- Each dialect ------------------------------------------------------------------- */

/* @return false: it is not installed, and nothing stands in for it. */
static bool
starts(struct driven *d, const struct ways *w)
{
    const qtty_span stand_in[] = { qtty_text("python3"), qtty_text(STAND_IN) };
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    const char *program = dialect_find(w->name)->argv[0];
    bool stands_in = strcmp(w->name, "pwsh") == 0 && !is_installed(program);
    if (!stands_in && !is_installed(program)) {
        print_message("%s: %s is not installed: skipped\n", w->name, program);
        return false;
    }
    c.dialect = w->name;
    c.argv = stands_in ? stand_in : NULL;
    c.argc = stands_in ? COUNT_OF(stand_in) : 0;
    print_message("%s%s\n", w->name, stands_in ? ": a stand-in for it" : "");
    *d = drive_start(&c);
    return true;
}

static void
each_goes_all_ways(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(all_ways); i++) {
        const struct ways *w = &all_ways[i];
        struct driven d;
        if (!starts(&d, w))
            continue;
        changes_size(&d, w);
        is_interrupted(&d, w);
        has_a_job_that_prints(&d, w);
        takes_a_line_in_pieces(&d, w);
        leaves_with_three(&d, w);
    }
}

/* "none" is no shell. */
static void
no_dialect_is_left_out(void **state)
{
    size_t count = 0;
    (void)state;
    while (dialect_at(count) != NULL)
        count++;
    assert_int_equal(count, COUNT_OF(all_ways) + 1);
    for (size_t i = 0; i < COUNT_OF(all_ways); i++)
        assert_non_null(dialect_find(all_ways[i].name));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_dialect_is_left_out),
        cmocka_unit_test(each_goes_all_ways),
    };
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
