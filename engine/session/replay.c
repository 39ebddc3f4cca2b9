/* A replay: a session without a program, to which happens what stands in a recording, and
 * which is recorded again. Both recordings must be the same, line by line. A line that is
 * read is looked for first among those that the session has written since; where there
 * are none, it is an event, and is brought about. */
#include "session/replay.h"

#include "base/alloc.h"
#include <stdio.h>

/* --- The head ----------------------------------------------------------------------- */

static bool
read_name(struct qtty_replay *r, struct recording_line *l, char name[NAME_BYTES + 1])
{
    if (!rline_text(l, &r->text))
        return false;
    if (r->text.len > NAME_BYTES)
        return rline_fail(l, "a name is too long");
    memcpy(name, r->text.data, r->text.len);
    name[r->text.len] = '\0';
    return true;
}

static bool
read_version(struct qtty_replay *r, struct recording_line *l, qtty_span key)
{
    uint64_t version;
    if (!rline_is(key, version_word))
        return rline_fail(l, "no recording of quietty");
    if (!rline_number(l, rline_word(l), UINT32_MAX, &version) || !rline_over(l))
        return false;
    if (version != QTTY_RECORDING_VERSION)
        return rline_fail(l, "a recording of another version");
    r->head.version = (uint32_t)version;
    return true;
}

static bool
read_head(struct qtty_replay *r, struct recording_line *l)
{
    qtty_span key = rline_word(l);
    uint64_t number;
    if (r->head.version == 0)
        return read_version(r, l, key);
    size_t name = rline_find(name_words, NAMES, key);
    if (name < NAMES)
        return read_name(r, l, r->head.names[name]);
    size_t i = rline_find(number_words, NUMBERS, key);
    if (i == NUMBERS)
        return rline_fail(l, "no such word of a head");
    if (!rline_number(l, rline_word(l), UINT32_MAX, &number))
        return false;
    r->head.numbers[i] = (uint32_t)number;
    return rline_over(l);
}

static const char *
or_default(const char *name)
{
    return name[0] != '\0' ? name : NULL;
}

/* The head is complete. */
static bool
build(struct qtty_replay *r, struct recording_line *l)
{
    const struct replay_head *h = &r->head;
    const uint32_t *n = h->numbers;
    const qtty_span nothing = qtty_text("recorded");
    qtty_session_config c = QTTY_SESSION_CONFIG_INIT;
    qtty_buf why;
    if (h->version == 0 || strlen(h->names[NAME_NONCE]) != NONCE_BYTES)
        return rline_fail(l, "the head lacks its version or its nonce");
    c.allocator = r->allocator;
    c.dialect = or_default(h->names[NAME_DIALECT]);
    c.engine = or_default(h->names[NAME_ENGINE]);
    c.persona = or_default(h->names[NAME_PERSONA]);
    c.term = or_default(h->names[NAME_TERM]);
    c.argv = &nothing;
    c.argc = 1;
    c.window = (qtty_window){ n[NUMBER_ROWS], n[NUMBER_COLS], n[NUMBER_CELL_WIDTH],
                              n[NUMBER_CELL_HEIGHT] };
    c.projection =
        n[NUMBER_STREAM] != 0 ? QTTY_PROJECTION_STREAM : QTTY_PROJECTION_SCREEN;
    c.strict = n[NUMBER_STRICT] != 0;
    c.scrollback_lines = n[NUMBER_SCROLLBACK_LINES];
    c.scrollback_max_bytes = n[NUMBER_SCROLLBACK_BYTES];
    c.max_read_bytes = n[NUMBER_READ_BYTES];
    c.hidden = (qtty_hidden)n[NUMBER_HIDDEN];
    c.record = QTTY_RECORD_OUTPUT;
    qtty_buf_init(&why, r->allocator, 0);
    r->failed = session_build(&r->session, &r->recorded.provider, &c,
                              h->names[NAME_NONCE], 0, &why);
    failure_set(&r->failure, r->failed, "%.*s", (int)why.len,
                why.len != 0 ? (const char *)why.data : "");
    qtty_buf_finish(&why);
    if (r->failed != QTTY_OK)
        return false;
    r->session->recorder->text.len = 0;
    r->session->recorder->eager = true;
    r->session->echoes.recorded = true;
    return true;
}

/* --- Comparison --------------------------------------------------------------------- */

static void
report(struct qtty_replay *r, const char *which, qtty_span line)
{
    char place[64];
    const qtty_span nothing = qtty_text("nothing");
    int len = snprintf(place, sizeof place,
                       "line %llu: %s: ", (unsigned long long)r->counts.lines, which);
    qtty_buf *b = &r->differences;
    size_t before = b->len;
    line = line.len != 0 ? line : nothing;
    if (qtty_buf_append(b, place, (size_t)len) != QTTY_OK
        || qtty_buf_append(b, line.data, line.len) != QTTY_OK
        || qtty_buf_append(b, "\n", 1) != QTTY_OK)
        b->len = before;
}

static void
differ(struct qtty_replay *r, qtty_span recorded, qtty_span replayed)
{
    r->counts.differences++;
    report(r, "recorded", recorded);
    report(r, "replayed", replayed);
}

/* The first line that the session has written and that was not compared; empty: none. */
static qtty_span
written_line(const struct qtty_replay *r)
{
    qtty_span all = qtty_session_recording(r->session);
    const uint8_t *end = all.len != 0 ? memchr(all.data, '\n', all.len) : NULL;
    return (qtty_span){ all.data, end != NULL ? (size_t)(end - all.data) : 0 };
}

static void
take_written(struct qtty_replay *r)
{
    qtty_session_take_recording(r->session, written_line(r).len + 1);
}

static bool
is_written_next(const struct qtty_replay *r, qtty_span line)
{
    qtty_span mine = written_line(r);
    return mine.len == line.len && memcmp(mine.data, line.data, line.len) == 0;
}

static void
report_the_rest(struct qtty_replay *r)
{
    qtty_span mine;
    while ((mine = written_line(r)).len != 0) {
        differ(r, (qtty_span){ 0 }, mine);
        take_written(r);
    }
}

/* --- Lines -------------------------------------------------------------------------- */

static bool
read_time(struct qtty_replay *r, struct recording_line *l)
{
    uint64_t at_ns;
    if (!rline_is(rline_word(l), time_word))
        return rline_fail(l, "an event begins with `at`");
    if (!rline_scaled(l, rline_word(l), "ns", INT64_MAX, &at_ns))
        return false;
    if (at_ns < r->at_ns)
        return rline_fail(l, "time runs back");
    r->at_ns = at_ns;
    session_set_clock(r->session, at_ns);
    return true;
}

/* The word behind the time. */
static qtty_span
word_of(qtty_span line)
{
    struct recording_line l = { (const char *)line.data,
                                (const char *)line.data + line.len, NULL };
    (void)rline_word(&l);
    (void)rline_word(&l);
    return rline_word(&l);
}

/* The session said the same, but otherwise: these two belong together. */
static bool
is_said_otherwise(const struct qtty_replay *r, qtty_span line)
{
    qtty_span mine = written_line(r), word = word_of(line);
    if (mine.len == 0)
        return false;
    mine = word_of(mine);
    return mine.len == word.len && memcmp(mine.data, word.data, word.len) == 0;
}

static bool
take_event(struct qtty_replay *r, struct recording_line *l, qtty_span line)
{
    if (!read_time(r, l))
        return false;
    bool same = is_written_next(r, line);
    if (same || is_said_otherwise(r, line)) {
        if (!same)
            differ(r, line, written_line(r));
        take_written(r);
        return true;
    }
    if (replay_is_derived(l)) {
        differ(r, line, (qtty_span){ 0 });
        return true;
    }
    report_the_rest(r);
    if (!replay_event(r, l))
        return false;
    if (!is_written_next(r, line))
        differ(r, line, written_line(r));
    take_written(r);
    return true;
}

static bool
take_line(struct qtty_replay *r, struct recording_line *l, qtty_span line)
{
    struct recording_line ahead = *l;
    bool is_event = rline_is(rline_word(&ahead), time_word);
    if (r->session == NULL && !is_event)
        return read_head(r, l);
    if (r->session == NULL && !build(r, l))
        return false;
    r->cut = rline_is(line, cut_word);
    return r->cut || take_event(r, l, line);
}

static void
take_whole_line(struct qtty_replay *r, qtty_span line)
{
    r->counts.lines++;
    if (r->cut || line.len == 0)
        return;
    struct recording_line l = { (const char *)line.data,
                                (const char *)line.data + line.len, NULL };
    if (take_line(r, &l, line))
        return;
    if (r->failed == QTTY_OK)
        r->failed = failure_set(&r->failure, QTTY_E_INVAL, "%s", l.rule);
    struct failure why = r->failure;
    failure_set(&r->failure, r->failed, "line %llu: %.400s",
                (unsigned long long)r->counts.lines, why.text);
}

/* --- The interface ------------------------------------------------------------------ */

qtty_status
qtty_replay_create(qtty_replay **out, const qtty_allocator *allocator)
{
    *out = NULL;
    qtty_replay *r = mem_zalloc(allocator, 1, sizeof *r);
    if (r == NULL)
        return QTTY_E_NOMEM;
    r->allocator = allocator;
    recorded_init(&r->recorded);
    qtty_buf_init(&r->line, allocator, QTTY_RECORDING_LINE_MAX);
    qtty_buf_init(&r->text, allocator, QTTY_RECORDING_LINE_MAX);
    qtty_buf_init(&r->differences, allocator, REPORT_BYTES_MAX);
    *out = r;
    return QTTY_OK;
}

static void
keep(struct qtty_replay *r, qtty_span bytes)
{
    qtty_status st = qtty_buf_append(&r->line, bytes.data, bytes.len);
    if (st != QTTY_OK)
        r->failed = failure_set(&r->failure, st, "line %llu: %s",
                                (unsigned long long)r->counts.lines + 1,
                                st == QTTY_E_LIMIT ? "is too long" : "out of memory");
}

qtty_status
qtty_replay_feed(qtty_replay *r, qtty_span bytes)
{
    while (r->failed == QTTY_OK && bytes.len != 0) {
        const uint8_t *end = memchr(bytes.data, '\n', bytes.len);
        size_t len = end != NULL ? (size_t)(end - bytes.data) : bytes.len;
        keep(r, (qtty_span){ bytes.data, len });
        len += end != NULL;
        bytes.data += len;
        bytes.len -= len;
        if (r->failed != QTTY_OK || end == NULL)
            break;
        take_whole_line(r, qtty_buf_span(&r->line));
        r->line.len = 0;
    }
    return r->failed;
}

qtty_status
qtty_replay_end(qtty_replay *r)
{
    if (r->failed == QTTY_OK && r->session == NULL)
        r->failed = failure_set(&r->failure, QTTY_E_INVAL, "no recording: no event");
    if (r->failed == QTTY_OK && !r->cut)
        report_the_rest(r);
    return r->failed;
}

void
qtty_replay_count(const qtty_replay *r, qtty_replay_counts *out)
{
    *out = r->counts;
}

qtty_span
qtty_replay_differences(const qtty_replay *r)
{
    return qtty_buf_span(&r->differences);
}

const char *
qtty_replay_error(const qtty_replay *r)
{
    return r->failure.text;
}

void
qtty_replay_destroy(qtty_replay *r)
{
    if (r == NULL)
        return;
    qtty_session_destroy(r->session);
    qtty_buf_finish(&r->line);
    qtty_buf_finish(&r->text);
    qtty_buf_finish(&r->differences);
    mem_free(r->allocator, r);
}
