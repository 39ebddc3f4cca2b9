/* The events of a recording, each with its reader and what it does to the session. What
 * the session makes by itself of output, of looks and of the clock is derived: it is not
 * told it, but must say it again. */
#include "session/replay.h"

/* --- Observations ------------------------------------------------------------------- */

static bool
read_numbers(struct recording_line *l, qtty_observation *seen, qtty_span word)
{
    qtty_span value;
    uint64_t bits = 0;
    if (rline_value(word, "group", &value))
        return rline_integer(l, value, &seen->group);
    if (rline_value(word, "runs", &value))
        return rline_number(l, value, UINT64_MAX, &seen->runs);
    if (!rline_value(word, "bits", &value))
        return rline_fail(l, "no such word of a look");
    bool is_number = rline_number(l, value, UINT32_MAX, &bits);
    seen->flags |= (uint32_t)bits;
    return is_number;
}

static bool
read_foreground(struct recording_line *l, qtty_observation *seen, qtty_span word)
{
    uint32_t flag = rline_bit(look_words, word);
    size_t c = rline_find(class_words, CLASSES, word);
    seen->flags |= flag;
    if (c < CLASSES)
        seen->wait_class = (qtty_wait_class)c;
    else if (rline_is(word, "own"))
        seen->own = true;
    else if (flag == 0)
        return read_numbers(l, seen, word);
    return true;
}

static bool
read_look(struct recording_line *l, qtty_observation *seen)
{
    qtty_span word;
    while ((word = rline_word(l)).len != 0)
        if (!read_foreground(l, seen, word))
            return false;
    return true;
}

static bool
look(struct qtty_replay *r, struct recording_line *l)
{
    qtty_observation seen = { .kind = QTTY_OBSERVED_LOOK };
    if (!read_look(l, &seen))
        return false;
    session_observe(r->session, seen);
    return true;
}

static bool
boundary(struct qtty_replay *r, struct recording_line *l)
{
    qtty_observation seen = { .kind = QTTY_OBSERVED_BOUNDARY };
    if (!read_look(l, &seen))
        return false;
    session_cross_boundary(r->session, &seen);
    return true;
}

static bool
signalled(struct qtty_replay *r, struct recording_line *l)
{
    session_observe(r->session, (qtty_observation){ .kind = QTTY_OBSERVED_SIGNALLED });
    return rline_over(l);
}

/* A send that has settled gives its place back when its write has ended. */
static bool
written(struct qtty_replay *r, struct recording_line *l)
{
    qtty_session *s = r->session;
    qtty_span word = rline_word(l);
    bool unfinished = rline_is(word, "unfinished");
    if (word.len != 0 && !unfinished)
        return rline_fail(l, "no such word of a write");
    s->send.unfinished = unfinished;
    if (s->send.stage != SEND_NONE)
        send_was_written(s);
    else
        session_observe(
            s, (qtty_observation){ .kind = QTTY_OBSERVED_WRITTEN, .value = unfinished });
    return rline_over(l);
}

static bool
end_of_program(struct qtty_replay *r, struct recording_line *l)
{
    qtty_span value, word = rline_word(l);
    int64_t number;
    for (size_t i = 0; i < CHILD_STATES; i++) {
        if (!rline_value(word, child_words[i], &value))
            continue;
        if (!rline_integer(l, value, &number))
            return false;
        r->recorded.at.child.state = (qtty_child_state)i;
        r->recorded.at.child.value = (int32_t)number;
        session_observe(r->session, (qtty_observation){ .kind = QTTY_OBSERVED_EXIT });
        return rline_over(l);
    }
    return rline_fail(l, "no such end of a program");
}

/* --- The send ----------------------------------------------------------------------- */

static bool
send_begins(struct qtty_replay *r, struct recording_line *l)
{
    qtty_session *s = r->session;
    s->send.stage = SEND_QUEUED;
    s->send.settled = s->send.cancelled = s->send.startup = false;
    s->send.dropped = qtty_lines_dropped(s->lines);
    s->has_result = s->starved = false;
    session_observe(s, (qtty_observation){ .kind = QTTY_OBSERVED_SEND });
    return rline_over(l);
}

/* What is known of a text that is not recorded. */
static bool
read_text_measure(struct recording_line *l, struct send *send)
{
    qtty_span value, word;
    uint64_t lines = 0;
    send->unechoed = false;
    while ((word = rline_word(l)).len != 0) {
        if (rline_is(word, "unechoed"))
            send->unechoed = true;
        else if (!rline_value(word, "lines", &value))
            return rline_fail(l, "no such word of an origin");
        else if (!rline_number(l, value, UINT32_MAX, &lines))
            return false;
    }
    send->lines = (size_t)lines;
    return true;
}

/* Once a text is being written, what is printed is said to it. A line that sets a shell
 * up is written while the start-up is judged. */
static bool
origin(struct qtty_replay *r, struct recording_line *l)
{
    qtty_session *s = r->session;
    if (!read_text_measure(l, &s->send))
        return false;
    marks_cross_boundary(s);
    s->starved |= qtty_reader_mark(s->reader) != QTTY_OK;
    if (s->send.stage != SEND_NONE)
        s->send.stage = SEND_WRITING;
    return true;
}

static bool
read_policy_time(struct recording_line *l, qtty_policy *p, qtty_span word)
{
    qtty_span value;
    uint64_t ms;
    for (const struct word_time *t = policy_times; t->word != NULL; t++) {
        if (!rline_value(word, t->word, &value))
            continue;
        if (!rline_scaled(l, value, "ms", UINT32_MAX, &ms))
            return false;
        uint32_t number = (uint32_t)ms;
        memcpy((char *)p + t->offset, &number, sizeof number);
        return true;
    }
    return rline_fail(l, "no such word of a policy");
}

static bool
read_policy_flag(qtty_policy *p, qtty_span word)
{
    static const bool on = true;
    for (const struct word_flag *f = policy_flags; f->word != NULL; f++) {
        if (!rline_is(word, f->word))
            continue;
        memcpy((char *)p + f->offset, &on, sizeof on);
        return true;
    }
    return false;
}

static bool
policy(struct qtty_replay *r, struct recording_line *l)
{
    qtty_policy p = QTTY_POLICY_INIT;
    bool startup = false;
    qtty_span word;
    p.minimum = QTTY_EVIDENCE_LIKELY;
    while ((word = rline_word(l)).len != 0) {
        if (rline_is(word, startup_word))
            startup = true;
        else if (rline_is(word, proven_word))
            p.minimum = QTTY_EVIDENCE_PROVEN;
        else if (!read_policy_flag(&p, word) && !read_policy_time(l, &p, word))
            return false;
    }
    r->session->policy = p;
    r->session->send.startup = startup;
    record_policy(r->session);
    return true;
}

static bool
fails(struct qtty_replay *r, struct recording_line *l)
{
    int64_t why;
    if (!rline_integer(l, rline_word(l), &why))
        return false;
    size_t reason = rline_find(reason_words, REASONS, rline_word(l));
    if (reason == REASONS)
        return rline_fail(l, "no such reason");
    r->counts.verdicts++;
    settle_with_failure(r->session, (qtty_status)why, (qtty_wait_reason)reason);
    return rline_over(l);
}

/* The verdict is asked for; that it is the one that stands here is seen by comparison. */
static bool
expect(struct qtty_replay *r, struct recording_line *l)
{
    size_t reason = rline_find(reason_words, REASONS, rline_word(l));
    if (reason == REASONS)
        return rline_fail(l, "no such reason");
    r->counts.verdicts += reason != QTTY_WAIT_NONE;
    (void)session_judge(r->session);
    return true;
}

/* --- The terminal ------------------------------------------------------------------- */

/* Replies are nobody's here. */
static bool
output(struct qtty_replay *r, struct recording_line *l)
{
    if (!rline_text(l, &r->text))
        return false;
    session_feed(r->session, qtty_buf_span(&r->text));
    outbox_drop_finished(r->session);
    return true;
}

/* They are taken by the output that follows. */
static bool
echo(struct qtty_replay *r, struct recording_line *l)
{
    struct echoes *e = &r->session->echoes;
    qtty_span word;
    e->answers.len = 0;
    while ((word = rline_word(l)).len != 0) {
        uint8_t answer = rline_is(word, "yes");
        if (answer == 0 && !rline_is(word, "no"))
            return rline_fail(l, "an echo is answered with yes or no");
        if (qtty_buf_append(&e->answers, &answer, 1) != QTTY_OK)
            return rline_fail(l, "too many answers");
    }
    record_echo(r->session, qtty_buf_span(&e->answers), true);
    return true;
}

/* What was written is for people: the facts have it. */
static bool
input(struct qtty_replay *r, struct recording_line *l)
{
    if (!rline_text(l, &r->text))
        return false;
    r->session->recorder->input = true;
    record_input(r->session, qtty_buf_span(&r->text));
    return true;
}

static bool
prompt(struct qtty_replay *r, struct recording_line *l)
{
    if (rline_find(prompt_words, PROMPT_WORDS, rline_word(l)) == PROMPT_WORDS)
        return rline_fail(l, "no such word of a prompt");
    prompt_check(r->session);
    return rline_over(l);
}

static bool
resize(struct qtty_replay *r, struct recording_line *l)
{
    uint64_t rows, cols;
    if (!rline_size(l, rline_word(l), QTTY_ROWS_MAX, &rows, &cols))
        return false;
    (void)qtty_session_resize(r->session, (uint32_t)rows, (uint32_t)cols);
    return rline_over(l);
}

static bool
end_of_output(struct qtty_replay *r, struct recording_line *l)
{
    session_end_lines(r->session);
    return rline_over(l);
}

/* --- All of them -------------------------------------------------------------------- */

/* NULL: derived. One that a replay alone writes is none. */
static bool (*const happen[EVENTS])(struct qtty_replay *r, struct recording_line *l) = {
    [EVENT_POLICY] = policy,       [EVENT_SEND] = send_begins,
    [EVENT_BOUNDARY] = boundary,   [EVENT_ORIGIN] = origin,
    [EVENT_ECHO] = echo,           [EVENT_WRITTEN] = written,
    [EVENT_SIGNALLED] = signalled, [EVENT_LOOK] = look,
    [EVENT_OUTPUT] = output,       [EVENT_INPUT] = input,
    [EVENT_PROMPT] = prompt,       [EVENT_EXPECT] = expect,
    [EVENT_FAILS] = fails,         [EVENT_RESIZE] = resize,
    [EVENT_END] = end_of_output,   [EVENT_EXIT] = end_of_program,
};

/* EVENTS: there is none of this word in a recording. */
static size_t
find_event(qtty_span word)
{
    size_t event = rline_find(event_words, EVENTS, word);
    return event != EVENT_ASKED ? event : EVENTS;
}

bool
replay_is_derived(const struct recording_line *l)
{
    struct recording_line ahead = *l;
    size_t event = find_event(rline_word(&ahead));
    return event < EVENTS && happen[event] == NULL;
}

bool
replay_event(struct qtty_replay *r, struct recording_line *l)
{
    size_t event = find_event(rline_word(l));
    return event < EVENTS ? happen[event](r, l) : rline_fail(l, "no such event");
}
