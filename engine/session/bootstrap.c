/* Shells that are set up by lines which are typed. Each goes out when the shell waits;
 * all of it is one start-up, with one deadline. From the first line on no wait publishes,
 * since the shell waits between the lines, too, and their echo is no evidence: behind the
 * last one only the marker and the prompt that follows it count. */
#include "session/session.h"

static const char *
next_line(const qtty_session *s)
{
    const char *const *lines = s->settings.dialect->bootstrap;
    return lines != NULL ? lines[s->bootstrapped] : NULL;
}

bool
bootstrap_is_due(const qtty_session *s)
{
    return s->send.startup && next_line(s) != NULL;
}

bool
bootstrap_wants_prompt(const qtty_session *s, const qtty_verdict *v)
{
    return s->send.startup && s->bootstrapped != 0 && v->reason == QTTY_WAIT_STDIN_READ
           && (v->evidence.seen & QTTY_SEEN_PROMPT) == 0;
}

/* What it printed before is its message; the rest is ours. In a replay nothing is typed:
 * the recording goes on with the boundary. */
void
bootstrap_type(qtty_session *s)
{
    const char *line = next_line(s);
    qtty_buf *text = &s->send.text;
    text->len = s->send.written = 0;
    s->bootstrapped++;
    if (s->echoes.recorded)
        return;
    if (qtty_buf_append(text, line, strlen(line)) != QTTY_OK
        || qtty_buf_append(text, "\r", 1) != QTTY_OK) {
        failure_set(&s->failure, QTTY_E_NOMEM, "start-up: out of memory");
        session_fail_start_up(s, QTTY_E_NOMEM);
        return;
    }
    send_begin_write(s);
}
