/* Tables of lines for a session: what each printed, to the byte, and how it ended. A
 * shell that is not installed is skipped by its name. Wants _GNU_SOURCE. */
#ifndef QTTY_LIVE_DIALECT_H
#define QTTY_LIVE_DIALECT_H

#include "live/session.h"

#include "shell/dialect.h"

/* How a line ends, beside the statuses of commands that end at the prompt. */
enum {
    MORE = -1,     /* the command is unfinished */
    READS = -2,    /* a program reads lines, echoed */
    KEYS = -3,     /* it reads keys */
    BUILTIN = -4,  /* the shell itself reads a line, ksh93 with its line editor */
    LEFT_BY = 256, /* added to a status: the text is keys that make a program leave */
};

struct line {
    const char *text;
    const char *output; /* one that begins with ELLIPSIS is the end of it */
    int status;
};

#define ELLIPSIS "…"

#define TEN     "0123456789"
#define FIFTY   TEN TEN TEN TEN TEN
#define HUNDRED FIFTY FIFTY

/* --- Driving it --------------------------------------------------------------------- */

static inline bool
is_installed(const char *program)
{
    char path[256];
    snprintf(path, sizeof path, "%s%s", program[0] == '/' ? "" : "/usr/bin/", program);
    return access(path, X_OK) == 0;
}

static inline struct driven
started(const char *name)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    const char *program = dialect_find(name)->argv[0];
    if (!is_installed(program)) {
        print_message("%s: %s is not installed: skipped\n", name, program);
        skip();
    }
    c.dialect = name;
    return drive_start(&c);
}

static inline void
is_output(struct driven *d, const char *expected)
{
    const char *got = drive_settle(d);
    size_t mark = strlen(ELLIPSIS), len = strlen(got);
    if (strncmp(expected, ELLIPSIS, mark) != 0) {
        assert_string_equal(got, expected);
        return;
    }
    size_t end = strlen(expected + mark);
    if (len < end || strcmp(got + len - end, expected + mark) != 0)
        assert_string_equal(got, expected);
}

/* A line editor that waits on more than the terminal is likely to wait at best, but where
 * its prompt stands. */
static inline void
is_waiting(struct driven *d, const struct dialect *dialect, int how)
{
    bool is_ksh93 = strcmp(dialect->name, "ksh") == 0;
    bool edits = dialect->line_editor || is_ksh93;
    const uint32_t terminals[] = {
        [-MORE] = (edits ? 0 : LINES_ECHOED) | QTTY_TERMINAL_CONTINUATION,
        [-READS] = LINES_ECHOED,
        [-KEYS] = 0,
        [-BUILTIN] = is_ksh93 ? 0 : LINES_ECHOED,
    };
    bool likely = how == MORE && !dialect->marks_rest && dialect->rest == NULL
                  && d->result.evidence.wait_class == QTTY_CLASS_B;
    assert_int_equal(d->result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.level,
                     likely ? QTTY_EVIDENCE_LIKELY : QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d->result.evidence.seen & (QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER), 0);
    assert_int_equal(d->result.evidence.terminal, terminals[-how]);
    assert_int_equal(d->result.command_status, -1);
}

static inline void
gives(struct driven *d, const struct dialect *dialect, const struct line *line)
{
    bool submit = line->status < LEFT_BY;
    drive_send(d, line->text, submit);
    is_output(d, line->output);
    if (line->status < 0)
        is_waiting(d, dialect, line->status);
    else
        is_at_prompt(d, line->status % LEFT_BY);
    assert_false(d->result.truncated);
}

static inline void
give(struct driven *d, const char *name, const struct line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        gives(d, dialect_find(name), &lines[i]);
}

static inline void
is_nested(struct driven *d)
{
    assert_int_equal(d->result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d->result.evidence.seen & (QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER), 0);
    assert_int_equal(d->result.evidence.terminal & QTTY_TERMINAL_CONTINUATION, 0);
}

/* A shell in the shell that has a prompt of its own: it is a program that reads.
 *
 * @param status  Of the command that ran it, when it leaves with 4. */
static inline void
nests(struct driven *d, const char *command, const char *prompt, int status)
{
    char expected[64];
    drive_send(d, command, true);
    is_output(d, prompt);
    is_nested(d);
    snprintf(expected, sizeof expected, ELLIPSIS "inner\n%s", prompt);
    drive_send(d, "echo inner", true);
    is_output(d, expected);
    is_nested(d);
    drive_send(d, "exit 4", true);
    drive_settle(d);
    is_at_prompt(d, status);
}

#endif
