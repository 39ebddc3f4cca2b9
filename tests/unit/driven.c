/* The driver of sessions in virtual time. */
#define _POSIX_C_SOURCE 200809L

#include "unit/driven.h"

#include <poll.h>
#include <quietty/recording.h>
#include <stdio.h>

void
driven_init(struct driven *d)
{
    *d = (struct driven){ .config = QTTY_SESSION_CONFIG_INIT, .now_ns = MS(1000) };
    scripted_init(&d->script);
    d->script.ops.provable = true;
    qtty_buf_init(&d->error, NULL, 0);
}

void
driven_learn_nonce(struct driven *d)
{
    char file[8192];
    const char *env = scripted_text(&d->script.env), *name = strstr(env, "ENV=");
    if (name == NULL)
        name = strstr(env, "QTTY_STARTUP=");
    if (name == NULL)
        return;
    assert_int_equal(sscanf(strchr(name, '='), "=%255s", d->path), 1);
    FILE *f = fopen(d->path, "r");
    assert_non_null(f);
    file[fread(file, 1, sizeof file - 1, f)] = '\0';
    fclose(f);
    const char *nonce = strstr(file, "qtty=");
    assert_non_null(nonce);
    assert_int_equal(sscanf(nonce, "qtty=%39[0-9a-f]", d->nonce), 1);
}

void
driven_create(struct driven *d)
{
    if (d->config.allocator == NULL) /* what lacks memory loses text */
        d->config.record = QTTY_RECORD_INPUT_TOO;
    driven_create_as_is(d);
}

void
driven_create_as_is(struct driven *d)
{
    qtty_status st = qtty_session_create(&d->session, &d->script.provider, &d->config,
                                         d->now_ns, &d->error);
    assert_string_equal(scripted_text(&d->error), "");
    assert_int_equal(st, QTTY_OK);
    driven_learn_nonce(d);
}

void
driven_open_with(struct driven *d, const qtty_session_config *config)
{
    driven_init(d);
    d->config = *config;
    driven_create(d);
    d->script.input.canonical = d->nonce[0] == '\0'; /* else a line editor reads */
    if (d->nonce[0] != '\0')
        prints(d, "{D 0}$ ");
    shell_waits(d);
    step(d);
    assert_int_equal(qtty_session_phase(d->session), QTTY_SESSION_LIVE);
    passes(d, MS(10));
}

void
driven_open(struct driven *d)
{
    driven_open_with(d, &(qtty_session_config)QTTY_SESSION_CONFIG_INIT);
}

void
driven_replays(struct driven *d, const char *differences)
{
    qtty_replay *replay;
    assert_int_equal(qtty_replay_create(&replay, NULL), QTTY_OK);
    (void)qtty_replay_feed(replay, qtty_session_recording(d->session));
    qtty_status st = qtty_replay_end(replay);
    assert_string_equal(qtty_replay_error(replay), "");
    assert_int_equal(st, QTTY_OK);
    assert_string_equal(text_of(d, qtty_replay_differences(replay)), differences);
    qtty_replay_destroy(replay);
}

bool
has_line(qtty_span recording, const char *line)
{
    size_t len = strlen(line);
    for (size_t i = 0; i + len < recording.len; i++)
        if ((i == 0 || recording.data[i - 1] == '\n') && recording.data[i + len] == '\n'
            && memcmp(recording.data + i, line, len) == 0)
            return true;
    return false;
}

void
records(struct driven *d, const char *line)
{
    qtty_span all = qtty_session_recording(d->session);
    if (!has_line(all, line))
        fail_msg("not recorded: %s\nbut:\n%.*s", line, (int)all.len,
                 (const char *)all.data);
}

void
driven_finish(struct driven *d)
{
    if (d->session != NULL && d->config.record != QTTY_RECORD_NOTHING)
        driven_replays(d, "");
    qtty_session_destroy(d->session);
    scripted_finish(&d->script);
    qtty_buf_finish(&d->error);
}

void
driven_refused(struct driven *d, qtty_status status, const char *text)
{
    d->session = (qtty_session *)d;
    d->error.len = 0;
    size_t spawns = d->script.spawns;
    qtty_status st = qtty_session_create(&d->session, &d->script.provider, &d->config,
                                         d->now_ns, &d->error);
    assert_string_equal(scripted_text(&d->error), text);
    assert_int_equal(st, status);
    assert_null(d->session);
    assert_int_equal(d->script.spawns, spawns);
}

/* --- The program -------------------------------------------------------------------- */

void
prints(struct driven *d, const char *text)
{
    char mark[80];
    const char *open;
    int status;
    while ((open = strchr(text, '{')) != NULL) {
        scripted_bytes(&d->script,
                       (qtty_span){ (const uint8_t *)text, (size_t)(open - text) });
        if (sscanf(open, "{D %d}", &status) == 1)
            snprintf(mark, sizeof mark, "\033]133;D;%d;qtty=%s\a", status, d->nonce);
        else if (open[1] == 'P' || open[1] == 'I')
            snprintf(mark, sizeof mark, "\033]133;P;k=%c;qtty=%s\a",
                     open[1] == 'P' ? 's' : 'i', d->nonce);
        else
            snprintf(mark, sizeof mark, "\033]133;%c;qtty=%s\a", open[1], d->nonce);
        scripted_output(&d->script, mark);
        text = strchr(open, '}') + 1;
    }
    scripted_output(&d->script, text);
}

void
looks(struct driven *d, qtty_wait_class shown, int64_t group, uint32_t flags)
{
    d->script.group = group;
    scripted_look(&d->script, (qtty_look){ .wait_class = shown,
                                           .group = group,
                                           .runs = ++d->runs,
                                           .flags = flags });
}

void
shell_waits(struct driven *d)
{
    looks(d, QTTY_CLASS_A, SCRIPTED_PID, 0);
}

void
child_runs(struct driven *d)
{
    looks(d, QTTY_CLASS_E, CHILD_GROUP, QTTY_TERMINAL_CANONICAL | QTTY_TERMINAL_ECHO);
}

void
shell_answers(struct driven *d, const char *echo, const char *output, int status)
{
    char text[4096];
    snprintf(text, sizeof text, "%s\r\n{C}%s{D %d}$ ", echo, output, status);
    prints(d, text);
    shell_waits(d);
}

/* --- The caller --------------------------------------------------------------------- */

void
step(struct driven *d)
{
    (void)qtty_session_step(d->session, NULL, 0, d->now_ns);
}

uint64_t
deadline(struct driven *d)
{
    qtty_want wants[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at;
    qtty_session_wants(d->session, wants, QTTY_WANTS_MAX, &count, &at);
    return at;
}

/* When a caller would step next, seeing what is ready. */
static uint64_t
next_turn(struct driven *d)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd polled[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at;
    qtty_session_wants(d->session, wants, QTTY_WANTS_MAX, &count, &at);
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){
            .fd = wants[i].descriptor,
            .events = wants[i].events == QTTY_WANT_WRITE ? POLLOUT : POLLIN,
        };
    return poll(polled, (nfds_t)count, 0) > 0 ? d->now_ns : at;
}

void
passes(struct driven *d, uint64_t ns)
{
    const uint64_t end = d->now_ns + ns;
    int turns = 0; /* without time passing: a loop that spins is a defect */
    step(d);
    for (uint64_t at; (at = next_turn(d)) <= end;) {
        turns = at > d->now_ns ? 0 : turns + 1;
        assert_true(turns < 100);
        d->now_ns = at > d->now_ns ? at : d->now_ns;
        step(d);
    }
    d->now_ns = end;
}

void
is_in_phase(struct driven *d, qtty_session_state phase, const char *error)
{
    assert_int_equal(qtty_session_phase(d->session), phase);
    assert_string_equal(qtty_session_error(d->session), error);
}

static qtty_status
send(struct driven *d, const char *text, bool submit)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(text);
    send.submit = submit;
    return qtty_session_send(d->session, &send, d->now_ns);
}

void
sends(struct driven *d, const char *line)
{
    assert_int_equal(send(d, line, true), QTTY_OK);
}

void
types(struct driven *d, const char *text)
{
    assert_int_equal(send(d, text, false), QTTY_OK);
}

void
cannot_send(struct driven *d, const char *line, qtty_status status, const char *why)
{
    assert_int_equal(send(d, line, true), status);
    assert_string_equal(qtty_session_error(d->session), why);
}

void
settled(struct driven *d, qtty_status status, qtty_wait_reason reason)
{
    assert_true(qtty_session_take_result(d->session, &d->result));
    assert_int_equal(d->result.status, status);
    assert_int_equal(d->result.wait_reason, reason);
}

void
not_settled(struct driven *d)
{
    assert_false(qtty_session_take_result(d->session, &d->result));
}

const char *
text_of(struct driven *d, qtty_span text)
{
    assert_true(text.len < sizeof d->text);
    if (text.len != 0)
        memcpy(d->text, text.data, text.len);
    d->text[text.len] = '\0';
    return d->text;
}

const char *
written(struct driven *d)
{
    (void)text_of(d, qtty_buf_span(&d->script.written));
    d->script.written.len = 0;
    return d->text;
}
