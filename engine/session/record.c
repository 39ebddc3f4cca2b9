/* What a session meets and makes of it, a function a kind of line. */
#include "session/record.h"

#include "base/alloc.h"
#include "session/session.h"
#include "session/words.h"
#include <inttypes.h>
#include <stdio.h>

/* @return false: there is no recorder, or no more to record. */
static bool
begin_event(qtty_session *s, enum event event)
{
    return s->recorder != NULL && recorder_begin_event(s->recorder, s->now_ns, event);
}

/* --- The head ----------------------------------------------------------------------- */

static void
put_numbers(struct recorder *r, const struct settings *set)
{
    recorder_put_number(r, NUMBER_ROWS, set->window.rows);
    recorder_put_number(r, NUMBER_COLS, set->window.cols);
    recorder_put_number(r, NUMBER_CELL_WIDTH, set->window.cell_width);
    recorder_put_number(r, NUMBER_CELL_HEIGHT, set->window.cell_height);
    recorder_put_number(r, NUMBER_STREAM, set->projection == QTTY_PROJECTION_STREAM);
    recorder_put_number(r, NUMBER_STRICT, set->strict);
    recorder_put_number(r, NUMBER_SCROLLBACK_LINES, set->scrollback_lines);
    recorder_put_number(r, NUMBER_SCROLLBACK_BYTES, set->scrollback_max_bytes);
    recorder_put_number(r, NUMBER_READ_BYTES, set->max_read_bytes);
    if (set->hidden > QTTY_HIDDEN_KEPT)
        recorder_put_number(r, NUMBER_HIDDEN, set->hidden);
}

static void
put_head(struct recorder *r, const qtty_session *s, const qtty_session_config *c)
{
    recorder_put_version(r);
    recorder_put_name(r, NAME_DIALECT, s->settings.dialect->name);
    recorder_put_name(r, NAME_NONCE, s->startup.nonce);
    recorder_put_name(r, NAME_ENGINE,
                      c->engine != NULL ? c->engine : qtty_engine_name(0));
    recorder_put_name(r, NAME_PERSONA,
                      c->persona != NULL ? c->persona : qtty_persona_name(0));
    recorder_put_name(r, NAME_TERM, c->term != NULL ? c->term : "xterm-256color");
    put_numbers(r, &s->settings);
}

qtty_status
record_begin(qtty_session *s, const qtty_session_config *c)
{
    if (c->record == QTTY_RECORD_NOTHING)
        return QTTY_OK;
    s->recorder = mem_zalloc(s->allocator, 1, sizeof *s->recorder);
    if (s->recorder == NULL)
        return failure_set(&s->failure, QTTY_E_NOMEM, "record: out of memory");
    recorder_init(s->recorder, s->allocator, s->now_ns);
    s->recorder->input = c->record == QTTY_RECORD_INPUT_TOO;
    put_head(s->recorder, s, c);
    return QTTY_OK;
}

void
record_finish(qtty_session *s)
{
    if (s->recorder != NULL)
        recorder_finish(s->recorder);
    mem_free(s->allocator, s->recorder);
    s->recorder = NULL;
}

/* --- What the session meets --------------------------------------------------------- */

static void
put_foreground(struct recorder *r, const qtty_observation *seen)
{
    recorder_put(r, " %s group=%" PRId64 " runs=%" PRIu64, class_words[seen->wait_class],
                 seen->group, seen->runs);
    recorder_put_bits(r, look_words, seen->flags);
    if (seen->own)
        recorder_put(r, " own");
}

/* How it ended is for people. */
static void
put_child(qtty_session *s)
{
    qtty_child child;
    qtty_session_child(s, &child);
    recorder_put(s->recorder, " %s=%" PRId32, child_words[child.state], child.value);
}

static void
put_details(qtty_session *s, const qtty_observation *seen)
{
    struct recorder *r = s->recorder;
    switch (seen->kind) {
    case QTTY_OBSERVED_BOUNDARY:
    case QTTY_OBSERVED_LOOK:
        put_foreground(r, seen);
        break;
    case QTTY_OBSERVED_WRITTEN:
        recorder_put(r, "%s", seen->value != 0 ? " unfinished" : "");
        break;
    case QTTY_OBSERVED_MARKER:
        recorder_put(r, " %" PRId32, seen->value);
        break;
    case QTTY_OBSERVED_PROMPT:
        recorder_put(r, " %s", prompt_words[seen->value]);
        break;
    case QTTY_OBSERVED_EXIT:
        put_child(s);
        break;
    case QTTY_OBSERVED_SEND:
    case QTTY_OBSERVED_OUTPUT: /* by its bytes */
    case QTTY_OBSERVED_SIGNALLED:
    case QTTY_OBSERVED_STARTED:
        break;
    }
}

void
record_observation(qtty_session *s, const qtty_observation *seen)
{
    static const enum event events[] = {
        [QTTY_OBSERVED_SEND] = EVENT_SEND,
        [QTTY_OBSERVED_BOUNDARY] = EVENT_BOUNDARY,
        [QTTY_OBSERVED_WRITTEN] = EVENT_WRITTEN,
        [QTTY_OBSERVED_SIGNALLED] = EVENT_SIGNALLED,
        [QTTY_OBSERVED_STARTED] = EVENT_STARTED,
        [QTTY_OBSERVED_MARKER] = EVENT_MARKER,
        [QTTY_OBSERVED_PROMPT] = EVENT_PROMPT,
        [QTTY_OBSERVED_LOOK] = EVENT_LOOK,
        [QTTY_OBSERVED_EXIT] = EVENT_EXIT,
    };
    if (s->recorder != NULL)
        s->recorder->news = true;
    if (seen->kind == QTTY_OBSERVED_OUTPUT || !begin_event(s, events[seen->kind]))
        return;
    put_details(s, seen);
    recorder_end(s->recorder);
}

static void
record_text(qtty_session *s, enum event event, qtty_span text)
{
    if (!begin_event(s, event))
        return;
    recorder_put_text(s->recorder, text);
    recorder_end(s->recorder);
}

void
record_output(qtty_session *s, qtty_span bytes)
{
    record_text(s, EVENT_OUTPUT, bytes);
    if (s->recorder != NULL)
        s->recorder->output = s->recorder->start;
}

void
record_echo(qtty_session *s, qtty_span answers, bool whole)
{
    struct recorder *r = s->recorder;
    if (!begin_event(s, EVENT_ECHO))
        return;
    for (size_t i = 0; i < answers.len; i++)
        recorder_put(r, answers.data[i] != 0 ? " yes" : " no");
    r->fails |= !whole;
    recorder_end(r);
}

void
record_echo_before_output(qtty_session *s, qtty_span answers, bool whole)
{
    if (s->recorder == NULL || s->recorder->cut)
        return;
    record_echo(s, answers, whole);
    recorder_move_up(s->recorder, s->recorder->output);
}

void
record_asked(qtty_session *s, size_t count)
{
    if (!begin_event(s, EVENT_ASKED))
        return;
    recorder_put(s->recorder, " %zu", count);
    recorder_end(s->recorder);
}

bool
record_wants_input(const qtty_session *s)
{
    return s->recorder != NULL && s->recorder->input;
}

void
record_input(qtty_session *s, qtty_span bytes)
{
    if (!record_wants_input(s))
        return;
    while (bytes.len != 0) {
        size_t len = bytes.len < RECORD_PIECE_MAX ? bytes.len : RECORD_PIECE_MAX;
        record_text(s, EVENT_INPUT, (qtty_span){ bytes.data, len });
        bytes.data += len;
        bytes.len -= len;
    }
}

void
record_resize(qtty_session *s, uint32_t rows, uint32_t cols)
{
    if (!begin_event(s, EVENT_RESIZE))
        return;
    recorder_put(s->recorder, " %" PRIu32 "x%" PRIu32, rows, cols);
    recorder_end(s->recorder);
}

static void
record_word(qtty_session *s, enum event event)
{
    if (begin_event(s, event))
        recorder_end(s->recorder);
}

void
record_end(qtty_session *s)
{
    record_word(s, EVENT_END);
}

void
record_origin(qtty_session *s)
{
    if (!begin_event(s, EVENT_ORIGIN))
        return;
    if (s->send.lines != 0)
        recorder_put(s->recorder, " lines=%zu", s->send.lines);
    if (s->send.unechoed)
        recorder_put(s->recorder, " unechoed");
    recorder_end(s->recorder);
}

void
record_failure(qtty_session *s, qtty_status why, qtty_wait_reason reason)
{
    if (!begin_event(s, EVENT_FAILS))
        return;
    recorder_put(s->recorder, " %d %s", (int)why, reason_words[reason]);
    recorder_end(s->recorder);
}

/* --- What is made of it ------------------------------------------------------------- */

/* Behind its word. */
static void
policy_text(const qtty_session *s, char text[POLICY_BYTES])
{
    const qtty_policy *p = &s->policy;
    bool proven = p->minimum == QTTY_EVIDENCE_PROVEN;
    size_t len = (size_t)snprintf(text, POLICY_BYTES, "%s%s", s->send.startup ? " " : "",
                                  s->send.startup ? startup_word : "");
    for (const struct word_flag *f = policy_flags; f->word != NULL; f++) {
        bool flag;
        memcpy(&flag, (const char *)p + f->offset, sizeof flag);
        if (flag)
            len += (size_t)snprintf(text + len, POLICY_BYTES - len, " %s", f->word);
    }
    if (proven)
        len += (size_t)snprintf(text + len, POLICY_BYTES - len, " %s", proven_word);
    for (const struct word_time *t = policy_times; t->word != NULL; t++) {
        uint32_t ms;
        memcpy(&ms, (const char *)p + t->offset, sizeof ms);
        len += (size_t)snprintf(text + len, POLICY_BYTES - len, " %s=%" PRIu32 "ms",
                                t->word, ms);
    }
}

/* When it is another than the last one that was written. */
void
record_policy(qtty_session *s)
{
    struct recorder *r = s->recorder;
    char text[POLICY_BYTES];
    if (r == NULL)
        return;
    policy_text(s, text);
    if (strcmp(text, r->policy) == 0 || !begin_event(s, EVENT_POLICY))
        return;
    recorder_put(r, "%s", text);
    memcpy(r->policy, text, sizeof text);
    recorder_end(r);
}

static void
put_next(struct recorder *r, uint64_t next_ns)
{
    if (next_ns == QTTY_NEVER)
        recorder_put(r, " next=never");
    else
        recorder_put(r, " next=%" PRIu64 "ns",
                     next_ns > r->start_ns ? next_ns - r->start_ns : 0);
}

/* Until the deadline of the last verdict, and if nothing was observed since, it is the
 * same one. */
void
record_verdict(qtty_session *s, const qtty_verdict *v)
{
    struct recorder *r = s->recorder;
    if (r == NULL || (!r->eager && !r->news && s->now_ns < r->next_ns))
        return;
    record_policy(s);
    r->news = false;
    r->next_ns = v->next_ns;
    if (!begin_event(s, EVENT_EXPECT))
        return;
    recorder_put(r, " %s %s %s", reason_words[v->reason], level_words[v->evidence.level],
                 class_words[v->evidence.wait_class]);
    recorder_put_bits(r, seen_words, v->evidence.seen);
    recorder_put_bits(r, terminal_words, v->evidence.terminal);
    if (s->facts.status >= 0)
        recorder_put(r, " status=%" PRId32, s->facts.status);
    put_next(r, v->next_ns);
    recorder_end(r);
}

/* FNV-1a, 64 bits. */
static uint64_t
digest(qtty_span text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ text.data[i]) * 0x100000001b3;
    return hash;
}

/* A long one by its digest: it can be made again of the output. */
static void
record_said(qtty_session *s, enum event event, qtty_span text)
{
    if (text.len <= RECORD_TEXT_MAX) {
        record_text(s, event, text);
    } else if (begin_event(s, event)) {
        recorder_put(s->recorder, " bytes=%zu fnv1a=%016" PRIx64, text.len, digest(text));
        recorder_end(s->recorder);
    }
}

void
record_result(qtty_session *s, const qtty_result *r)
{
    if (!begin_event(s, EVENT_RESULT))
        return;
    recorder_put(s->recorder, " command=%" PRId32 "%s%s", r->command_status,
                 r->output_truncated ? " output-truncated" : "",
                 r->truncated ? " truncated" : "");
    recorder_end(s->recorder);
    record_said(s, EVENT_SAID, r->output);
    record_said(s, EVENT_DELTA, r->delta);
}

void
record_motd(qtty_session *s)
{
    record_said(s, EVENT_MOTD, qtty_buf_span(&s->motd));
}

/* --- For the caller ----------------------------------------------------------------- */

qtty_span
qtty_session_recording(const qtty_session *s)
{
    return s->recorder != NULL ? qtty_buf_span(&s->recorder->text) : (qtty_span){ 0 };
}

void
qtty_session_take_recording(qtty_session *s, size_t bytes)
{
    if (s->recorder != NULL)
        qtty_buf_consume(&s->recorder->text, bytes);
}
