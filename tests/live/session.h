/* Driving a session from a test, as an embedder's loop does: poll what it wants, step,
 * until there is a result. Nothing waits for time; a guard of 20 s only ends a test that
 * would hang. Each session has a home and a TMPDIR of the test's own, and at its end
 * nothing of it may be left. Wants _GNU_SOURCE. */
#ifndef QTTY_LIVE_SESSION_H
#define QTTY_LIVE_SESSION_H

#include "live/live.h"
#include <errno.h>
#include <ftw.h>
#include <quietty/session.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

struct driven {
    qtty_session *session;
    qtty_result result; /* of the last send that settled */
    qtty_buf output;    /* of that result, with a NUL behind the last byte */
    qtty_buf text;      /* of the last drive_text */
    size_t descriptors; /* of this process, before */
};

/* --- A home ------------------------------------------------------------------------- */

static char drive_home[64];
static qtty_session *drive_left; /* by a test that failed */

static inline int
drive_make_home(void **state)
{
    (void)state;
    strcpy(drive_home, "/tmp/quietty-session-XXXXXX");
    return mkdtemp(drive_home) == NULL || setenv("TMPDIR", drive_home, 1) != 0;
}

static inline int
drive_remove(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static inline int
drive_remove_home(void **state)
{
    (void)state;
    return nftw(drive_home, drive_remove, 16, FTW_DEPTH | FTW_PHYS);
}

/** How many files in the home begin so. */
static inline size_t
drive_files(const char *prefix)
{
    size_t count = 0;
    DIR *home = opendir(drive_home);
    const struct dirent *entry;
    while (home != NULL && (entry = readdir(home)) != NULL)
        count += strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
    closedir(home);
    return count;
}

/* --- Turns -------------------------------------------------------------------------- */

/** Poll once, and step. */
static inline qtty_status
drive_turn(struct driven *d)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd polled[QTTY_WANTS_MAX];
    const uint64_t guard_ns = 20000000000u;
    size_t count;
    uint64_t at, now = live_now();

    qtty_session_wants(d->session, wants, QTTY_WANTS_MAX, &count, &at);
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){
            .fd = wants[i].descriptor,
            .events = (short)((wants[i].events & QTTY_WANT_READ ? POLLIN : 0)
                              | (wants[i].events & QTTY_WANT_WRITE ? POLLOUT : 0)),
        };
    uint64_t wait_ns = at <= now ? 0 : at - now < guard_ns ? at - now : guard_ns;
    struct timespec wait = { (time_t)(wait_ns / 1000000000u),
                             (long)(wait_ns % 1000000000u) };
    ppoll(polled, count, &wait, NULL);
    return qtty_session_step(d->session, NULL, 0, live_now());
}

/** Until the session is past starting, or past closing. */
static inline qtty_session_state
drive_past(struct driven *d, qtty_session_state state)
{
    uint64_t guard = live_now() + 20000000000u;
    while (qtty_session_phase(d->session) == state) {
        assert_true(live_now() < guard);
        assert_int_equal(drive_turn(d), QTTY_OK);
    }
    return qtty_session_phase(d->session);
}

static inline void
drive_keep(qtty_buf *text, qtty_span from)
{
    text->len = 0;
    assert_int_equal(qtty_buf_append(text, from.data, from.len), QTTY_OK);
    assert_int_equal(qtty_buf_append(text, "", 1), QTTY_OK);
}

/** Until the send has settled, in so many seconds. @return what was printed. */
static inline const char *
drive_settle_within(struct driven *d, uint64_t guard_s)
{
    uint64_t guard = live_now() + guard_s * 1000000000u;
    while (!qtty_session_take_result(d->session, &d->result)) {
        assert_true(live_now() < guard);
        assert_int_equal(drive_turn(d), QTTY_OK);
    }
    drive_keep(&d->output, d->result.output);
    return (const char *)d->output.data;
}

static inline const char *
drive_settle(struct driven *d)
{
    return drive_settle_within(d, 20);
}

/** All lines of the session. */
static inline const char *
drive_text(struct driven *d)
{
    qtty_buf lines;
    qtty_page page;
    qtty_buf_init(&lines, NULL, 0);
    assert_int_equal(qtty_session_read(d->session, 0, 10000, &lines, &page), QTTY_OK);
    drive_keep(&d->text, qtty_buf_span(&lines));
    qtty_buf_finish(&lines);
    return (const char *)d->text.data;
}

/** Until the lines contain a text. */
static inline void
drive_until(struct driven *d, const char *text)
{
    uint64_t guard = live_now() + 20000000000u;
    while (strstr(drive_text(d), text) == NULL) {
        assert_true(live_now() < guard);
        assert_int_equal(drive_turn(d), QTTY_OK);
    }
}

/* --- Begin and end ------------------------------------------------------------------ */

/** The environment that programs find: of the machine's little, and the home. */
static inline const char *const *
drive_parent(void)
{
    static char home[80];
    static const char *const parent[] = { "PATH=/usr/bin:/bin", "LANG=C.UTF-8", home,
                                          NULL };
    snprintf(home, sizeof home, "HOME=%s", drive_home);
    return parent;
}

/** Begin to start; the rest of the configuration is the test's. */
static inline void
drive_create(struct driven *d, qtty_session_config *c)
{
    qtty_buf error;
    qtty_session_destroy(drive_left);
    *d = (struct driven){ .descriptors = live_descriptors() };
    qtty_buf_init(&d->output, NULL, 0);
    qtty_buf_init(&d->text, NULL, 0);
    qtty_buf_init(&error, NULL, 0);
    if (c->parent == NULL)
        c->parent = drive_parent();
    qtty_status st = qtty_session_create(&d->session, NULL, c, live_now(), &error);
    drive_keep(&d->text, qtty_buf_span(&error));
    qtty_buf_finish(&error);
    drive_left = d->session;
    assert_string_equal((const char *)d->text.data, "");
    assert_int_equal(st, QTTY_OK);
}

static inline struct driven
drive_start(qtty_session_config *c)
{
    struct driven d;
    drive_create(&d, c);
    drive_past(&d, QTTY_SESSION_STARTING);
    assert_string_equal(qtty_session_error(d.session), "");
    assert_int_equal(qtty_session_phase(d.session), QTTY_SESSION_LIVE);
    return d;
}

static inline struct driven
drive_bash(void)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    return drive_start(&c);
}

/** A program without a shell; `argv` ends with NULL. */
static inline struct driven
drive_program(const char *const *argv)
{
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    qtty_span words[8];
    for (; argv[c.argc] != NULL; c.argc++)
        words[c.argc] = qtty_text(argv[c.argc]);
    c.dialect = "none";
    c.argv = words;
    return drive_start(&c);
}

/** Free it; no process, descriptor or start-up file may be left. */
static inline void
drive_free(struct driven *d)
{
    qtty_session_destroy(d->session);
    drive_left = NULL;
    qtty_buf_finish(&d->output);
    qtty_buf_finish(&d->text);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(live_descriptors(), d->descriptors);
    assert_int_equal(drive_files("qtty-"), 0);
}

static inline void
drive_end(struct driven *d)
{
    assert_int_equal(qtty_session_close(d->session, live_now()), QTTY_OK);
    assert_int_equal(drive_past(d, QTTY_SESSION_CLOSING), QTTY_SESSION_CLOSED);
    drive_free(d);
}

/* --- Sends -------------------------------------------------------------------------- */

/** Begin to send; with `submit`, a line. */
static inline void
drive_send(struct driven *d, const char *text, bool submit)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(text);
    send.submit = submit;
    qtty_status st = qtty_session_send(d->session, &send, live_now());
    if (st != QTTY_OK)
        assert_string_equal(qtty_session_error(d->session), "");
    assert_int_equal(st, QTTY_OK);
}

/** The send must have settled at the shell's verified prompt. */
static inline void
is_at_prompt(struct driven *d, int status)
{
    assert_int_equal(d->result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_true(d->result.evidence.seen & QTTY_SEEN_PROMPT);
    assert_int_equal(d->result.command_status, status);
}

/** Send a line to the shell; it must end at the verified prompt, having printed exactly
 * this. */
static inline void
says(struct driven *d, const char *line, const char *output, int status)
{
    drive_send(d, line, true);
    assert_string_equal(drive_settle(d), output);
    is_at_prompt(d, status);
    assert_false(d->result.truncated);
}

/** The shell still takes a line; after a flood, older lines may have been dropped. */
static inline void
is_usable(struct driven *d)
{
    drive_send(d, "echo usable", true);
    assert_string_equal(drive_settle(d), "usable\n");
    is_at_prompt(d, 0);
}

/** The send must have settled at a program that provably waits, its terminal being so. */
static inline void
is_asked(struct driven *d, uint32_t terminal)
{
    assert_int_equal(d->result.wait_reason, QTTY_WAIT_STDIN_READ);
    assert_int_equal(d->result.evidence.level, QTTY_EVIDENCE_PROVEN);
    assert_int_equal(d->result.evidence.wait_class, QTTY_CLASS_A);
    assert_int_equal(d->result.evidence.seen & (QTTY_SEEN_PROMPT | QTTY_SEEN_MARKER), 0);
    assert_int_equal(d->result.evidence.terminal, terminal);
    assert_int_equal(d->result.command_status, -1);
}

/** Send a line; a program reads it, prints exactly this, and asks for more. */
static inline void
asks(struct driven *d, const char *line, const char *output, uint32_t terminal)
{
    drive_send(d, line, true);
    assert_string_equal(drive_settle(d), output);
    is_asked(d, terminal);
}

/** Type keys without a line end, to the same end. */
static inline void
asks_after_keys(struct driven *d, const char *keys, const char *output, uint32_t terminal)
{
    drive_send(d, keys, false);
    assert_string_equal(drive_settle(d), output);
    is_asked(d, terminal);
}

/** Type keys that make a program leave, so that the shell is back. */
static inline void
leaves(struct driven *d, const char *keys, const char *output, int status)
{
    drive_send(d, keys, false);
    assert_string_equal(drive_settle(d), output);
    is_at_prompt(d, status);
}

enum {
    LINES_ECHOED = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO,
    LINES_HIDDEN = QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_PASSWORD,
    FULL_SCREEN = QTTY_TERMINAL_ALTERNATE,
};

/** Skip the test, with a word, where a program is not installed. */
static inline void
needs(const char *program)
{
    if (access(program, X_OK) == 0)
        return;
    print_message("%s is not installed\n", program);
    skip();
}

#endif
