/* What each text says, and in which order it matters: a part of the last line that has no
 * room is left out, the first ones always have it. */
#include "text/draft.h"

#include "session/words.h"
#include <stdio.h>
#include <string.h>

/* --- Words -------------------------------------------------------------------------- */

#define NAME(constant, name, word) [constant] = name,
static const char *const wait_names[REASONS] = { QTTY_WAIT_REASON_MAP(NAME) };
#undef NAME

static const char *
wait_name(qtty_wait_reason reason)
{
    return (size_t)reason < REASONS ? wait_names[reason] : wait_names[QTTY_WAIT_NONE];
}

static const char *
state_word(qtty_session_state state)
{
    switch (state) {
    case QTTY_SESSION_STARTING:
        return "starting";
    case QTTY_SESSION_CLOSING:
        return "closing";
    case QTTY_SESSION_CLOSED:
        return "closed";
    case QTTY_SESSION_FAILED:
        return "failed";
    case QTTY_SESSION_LIVE:
        break;
    }
    return "running";
}

/* How the program ended; while it has not, what the session is at. */
static struct text_word
status_word(const qtty_child *child, qtty_session_state state)
{
    struct text_word w;
    switch (child->state) {
    case QTTY_CHILD_EXITED:
        (void)snprintf(w.text, sizeof w.text, "exited, code %d", (int)child->value);
        return w;
    case QTTY_CHILD_SIGNALED:
        (void)snprintf(w.text, sizeof w.text, "killed by %.20s",
                       text_signal(child->value).text);
        return w;
    case QTTY_CHILD_UNKNOWN:
        (void)snprintf(w.text, sizeof w.text, "exited, code unknown");
        return w;
    case QTTY_CHILD_RUNNING:
        break;
    }
    (void)snprintf(w.text, sizeof w.text, "%s", state_word(state));
    return w;
}

/* --- Beginning and end -------------------------------------------------------------- */

static void
begin(struct closing *c, const struct draft_rules *rules, qtty_wait_reason reason,
      const qtty_child *child, qtty_session_state state)
{
    closing_begin(c, rules);
    (void)closing_add(c, "wait: %s", wait_name(reason));
    (void)closing_add(c, "session: %s", status_word(child, state).text);
}

static void
add_name(struct closing *c, const struct draft_rules *rules, qtty_span name)
{
    enum { NAME_BYTES = 48 };
    closing_add_text(c, rules, "name: \"", name, NAME_BYTES, "\"");
}

static qtty_status
finish(const struct draft *d, struct closing *c, qtty_buf *out, qtty_buf *error)
{
    struct draft whole = *d;
    closing_end(c);
    whole.closing = (qtty_span){ (const uint8_t *)c->text, c->len };
    return draft_finish(&whole, out, error);
}

/* --- Spawn, send, read -------------------------------------------------------------- */

qtty_status
qtty_text_spawn(const qtty_text_config *config, const qtty_text_spawned *spawned,
                qtty_buf *out, qtty_buf *error)
{
    struct draft_rules rules;
    struct failure why;
    struct closing c;
    const qtty_text_session *s = &spawned->session;
    qtty_status st = draft_rules(&rules, config, &why);
    if (st != QTTY_OK)
        return draft_refuse(st, &why, error);
    begin(&c, &rules, s->wait_reason, &s->child, s->state);
    if (spawned->status != QTTY_OK) {
        const char *text = qtty_status_text(spawned->status);
        closing_add_text(&c, &rules, "spawn failed: ",
                         spawned->why.len != 0 ? spawned->why : qtty_text(text),
                         rules.max_bytes, "");
    } else if (s->id != 0) {
        (void)closing_add(&c, "id: %llu", (unsigned long long)s->id);
    }
    add_name(&c, &rules, s->name);
    return finish(&(struct draft){ .rules = &rules, .output = spawned->motd }, &c, out,
                  error);
}

static void
add_terminal(struct closing *c, uint32_t terminal)
{
    if (terminal & QTTY_TERMINAL_CONTINUATION)
        (void)closing_add(c, "unfinished command");
    if (terminal & QTTY_TERMINAL_PASSWORD)
        (void)closing_add(c, "password");
    if (terminal & QTTY_TERMINAL_ALTERNATE)
        (void)closing_add(c, "full screen");
}

qtty_status
qtty_text_send(const qtty_text_config *config, const qtty_result *result, qtty_buf *out,
               qtty_buf *error)
{
    struct draft_rules rules;
    struct failure why;
    struct closing c;
    const qtty_result *r = result;
    qtty_status st = draft_rules(&rules, config, &why);
    if (st != QTTY_OK)
        return draft_refuse(st, &why, error);
    begin(&c, &rules, r->wait_reason, &r->child, QTTY_SESSION_LIVE);
    if (r->status != QTTY_OK)
        (void)closing_add(&c, "failed: %s", qtty_status_text(r->status));
    if (r->command_status >= 0)
        (void)closing_add(&c, "exit code: %d", (int)r->command_status);
    if (r->wait_reason == QTTY_WAIT_STDIN_READ)
        add_terminal(&c, r->evidence.terminal);
    bool finished = r->command_status >= 0;
    struct draft d = { .rules = &rules,
                       .output = finished ? r->output : r->delta,
                       .cut_before = finished ? r->output_truncated : r->truncated };
    return finish(&d, &c, out, error);
}

/* As many lines as there can be, for the room; then as many as there are. */
qtty_status
qtty_text_read(const qtty_text_config *config, const qtty_text_session *session,
               qtty_span lines, const qtty_page *page, qtty_buf *out, qtty_buf *error)
{
    struct draft_rules rules;
    struct failure why;
    struct closing c;
    uint64_t shown = page->count;
    qtty_status st = draft_rules(&rules, config, &why);
    if (st != QTTY_OK)
        return draft_refuse(st, &why, error);
    struct draft d = { .rules = &rules, .output = lines, .cut_before = page->truncated };
    for (int pass = 0; pass < 2; pass++) {
        begin(&c, &rules, session->wait_reason, &session->child, session->state);
        (void)closing_add(&c, "%llu of %llu lines, offset %llu",
                          (unsigned long long)shown, (unsigned long long)page->retained,
                          (unsigned long long)page->offset);
        d.closing = (qtty_span){ (const uint8_t *)c.text, c.len + 1 };
        uint64_t kept = draft_lines(&d);
        shown = lines.len != 0 && kept < shown ? kept : shown;
    }
    return finish(&d, &c, out, error);
}

qtty_status
qtty_text_plain(const qtty_text_config *config, qtty_span text, qtty_buf *out,
                qtty_buf *error)
{
    struct draft_rules rules;
    struct failure why;
    qtty_status st = draft_rules(&rules, config, &why);
    if (st != QTTY_OK)
        return draft_refuse(st, &why, error);
    return draft_finish(&(struct draft){ .rules = &rules, .output = text }, out, error);
}

/* --- List --------------------------------------------------------------------------- */

/* A line as the last one is made: its parts, without brackets. */
static void
session_line(struct closing *line, const struct draft_rules *rules,
             const qtty_text_session *s)
{
    closing_begin(line, rules);
    (void)closing_add(line, "id: %llu", (unsigned long long)s->id);
    (void)closing_add(line, "session: %s", status_word(&s->child, s->state).text);
    (void)closing_add(line, "wait: %s", wait_name(s->wait_reason));
    add_name(line, rules, s->name);
    line->text[line->len] = '\n';
}

static void
count_line(struct closing *c, const struct draft_rules *rules, size_t shown, size_t count)
{
    closing_begin(c, rules);
    if (shown < count)
        (void)closing_add(c, "%zu of %zu sessions", shown, count);
    else
        (void)closing_add(c, "%zu session%s", count, count == 1 ? "" : "s");
    closing_end(c);
}

/* How many lines have room before the last one, which says so. */
static size_t
count_shown(const struct draft_rules *rules, const qtty_text_session *sessions,
            size_t count, size_t *bytes)
{
    struct closing line, last;
    size_t shown = 0, used = 0;
    *bytes = 0;
    for (; shown < count; shown++) {
        session_line(&line, rules, &sessions[shown]);
        count_line(&last, rules, shown + 1, count);
        used += line.len;
        if (used + last.len > rules->max_bytes)
            break;
        *bytes = used;
    }
    return shown;
}

qtty_status
qtty_text_list(const qtty_text_config *config, const qtty_text_session *sessions,
               size_t count, qtty_buf *out, qtty_buf *error)
{
    struct draft_rules rules;
    struct failure why;
    struct closing line;
    size_t bytes;
    qtty_status st = draft_rules(&rules, config, &why);
    if (st != QTTY_OK)
        return draft_refuse(st, &why, error);
    struct closing last;
    size_t shown = count_shown(&rules, sessions, count, &bytes);
    count_line(&last, &rules, shown, count);
    st = qtty_buf_reserve(out, bytes + last.len);
    if (st != QTTY_OK)
        return draft_refuse(failure_set(&why, st, "out: %s", qtty_status_text(st)), &why,
                            error);
    for (size_t i = 0; i < shown; i++) {
        session_line(&line, &rules, &sessions[i]);
        (void)qtty_buf_append(out, line.text + 1, line.len);
    }
    return qtty_buf_append(out, last.text, last.len);
}
