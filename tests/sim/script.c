/* Timelines: a file read into cases and steps, line by line. Each kind of step has its
 * reader of arguments, in one table. */
#include "script.h"

#include "line.h"
#include "session/words.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_MAX = 1 << 20, NOT_FOUND = -1 };

struct reading {
    struct line line;
    struct script *script;
    struct sim_case *current; /* NULL before the first case */
};

/* Make room for one more item. The runner ends when there is no memory. */
static void *
with_room(void *items, size_t count, size_t *capacity, size_t bytes)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity == 0 ? 16 : *capacity * 2;
    items = realloc(items, *capacity * bytes);
    if (items == NULL)
        abort();
    return items;
}

static bool
unknown(const struct line *l, qtty_span word)
{
    return line_fail(l, "unknown word: %.*s", (int)word.len, (const char *)word.data);
}

static int
find_word(const char *const *words, size_t count, qtty_span word)
{
    for (size_t i = 0; i < count; i++) {
        if (word_is(word, words[i]))
            return (int)i;
    }
    return NOT_FOUND;
}

static uint32_t
find_bit(const struct word_bit *words, qtty_span word)
{
    for (; words->word != NULL; words++) {
        if (word_is(word, words->word))
            return words->bit;
    }
    return 0;
}

/* --- Policy ------------------------------------------------------------------------- */

static bool
read_policy_time(struct reading *r, qtty_span word)
{
    qtty_span value;
    uint64_t ns;
    for (const struct word_time *t = policy_times; t->word != NULL; t++) {
        if (!word_value(word, t->word, &value))
            continue;
        if (!read_time(&r->line, value, &ns))
            return false;
        if (ns % 1000000 != 0 || ns / 1000000 > UINT32_MAX)
            return line_fail(&r->line, "a policy is in whole ms");
        const uint32_t ms = (uint32_t)(ns / 1000000);
        memcpy((char *)&r->current->policy + t->offset, &ms, sizeof ms);
        return true;
    }
    return unknown(&r->line, word);
}

static bool
read_policy_word(struct reading *r, qtty_span word)
{
    static const bool on = true;
    qtty_policy *p = &r->current->policy;
    for (const struct word_flag *f = policy_flags; f->word != NULL; f++)
        if (word_is(word, f->word)) {
            memcpy((char *)p + f->offset, &on, sizeof on);
            return true;
        }
    if (!word_is(word, proven_word))
        return read_policy_time(r, word);
    p->minimum = QTTY_EVIDENCE_PROVEN;
    return true;
}

static bool
read_policy(struct reading *r)
{
    if (r->current == NULL || r->script->step_count > r->current->first)
        return line_fail(&r->line, "a policy belongs between a case and its steps");
    qtty_span word;
    while (line_more(&r->line)) {
        if (!line_word(&r->line, &word) || !read_policy_word(r, word))
            return false;
    }
    return true;
}

/* --- What happens ------------------------------------------------------------------- */

static bool
read_nothing(struct reading *r, struct step *st)
{
    (void)r, (void)st;
    return true;
}

static bool
read_written(struct reading *r, struct step *st)
{
    qtty_span word;
    if (!line_more(&r->line))
        return true;
    st->seen.value = 1;
    return line_word(&r->line, &word)
           && (word_is(word, "unfinished") || unknown(&r->line, word));
}

static bool
read_marker(struct reading *r, struct step *st)
{
    qtty_span word;
    uint64_t status;
    if (!line_word(&r->line, &word) || !read_number(&r->line, word, 255, &status))
        return false;
    st->seen.value = (int32_t)status;
    return true;
}

static bool
read_prompt(struct reading *r, struct step *st)
{
    qtty_span word;
    if (!line_word(&r->line, &word))
        return false;
    while (st->seen.value < PROMPT_WORDS && !word_is(word, prompt_words[st->seen.value]))
        st->seen.value++;
    return st->seen.value < PROMPT_WORDS || unknown(&r->line, word);
}

/* What a recording has behind these: the bytes, and how the program ended. Nothing is
 * judged by them. */
static bool
read_output(struct reading *r, struct step *st)
{
    (void)st;
    if (!line_more(&r->line))
        return true;
    if (*r->line.at != '"')
        return line_fail(&r->line, "a string is missing");
    for (r->line.at++; r->line.at < r->line.end && *r->line.at != '"'; r->line.at++)
        r->line.at += *r->line.at == '\\' && r->line.at + 1 < r->line.end;
    if (r->line.at == r->line.end)
        return line_fail(&r->line, "a string without its end");
    r->line.at++;
    return true;
}

static bool
read_exit(struct reading *r, struct step *st)
{
    static const char *const ways[] = { "code", "signal", "unknown", "running" };
    qtty_span word, value;
    (void)st;
    if (!line_more(&r->line))
        return true;
    if (!line_word(&r->line, &word))
        return false;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        if (word_value(word, ways[i], &value))
            return true;
    }
    return unknown(&r->line, word);
}

/* A word of a look: the class, the group, the run counts. */
static bool
read_foreground(struct reading *r, struct step *st, qtty_span word)
{
    qtty_span value;
    uint64_t number = 0;
    const int c = find_word(class_words, CLASSES, word);
    if (c != NOT_FOUND) {
        st->seen.wait_class = (qtty_wait_class)c;
        return true;
    }
    if (word_value(word, "runs", &value))
        return read_number(&r->line, value, UINT64_MAX, &st->seen.runs);
    if (!word_value(word, "group", &value))
        return unknown(&r->line, word);
    if (!read_number(&r->line, value, INT32_MAX, &number))
        return false;
    st->seen.group = (int64_t)number;
    return true;
}

/* A boundary has what a look just before it showed. */
static bool
read_look(struct reading *r, struct step *st)
{
    qtty_span word;
    while (line_more(&r->line)) {
        if (!line_word(&r->line, &word))
            return false;
        const uint32_t flag = find_bit(look_words, word);
        st->seen.flags |= flag;
        st->seen.own |= word_is(word, "own");
        if (flag == 0 && !word_is(word, "own") && !read_foreground(r, st, word))
            return false;
    }
    return true;
}

/* --- What is expected --------------------------------------------------------------- */

static bool
read_evidence(struct expectation *want, qtty_span word)
{
    const bool not = word.len > 3 && memcmp(word.data, "no-", 3) == 0;
    const qtty_span name = not ? (qtty_span){ word.data + 3, word.len - 3 } : word;
    const uint32_t seen = find_bit(seen_words, name);
    const uint32_t terminal = find_bit(terminal_words, name);
    *(not ? &want->unseen : &want->seen) |= seen;
    *(not ? &want->not_terminal : &want->terminal) |= terminal;
    return seen != 0 || terminal != 0;
}

static bool
read_expected(struct reading *r, struct expectation *want, qtty_span word)
{
    const int level = find_word(level_words, LEVELS, word);
    const int wait_class = find_word(class_words, CLASSES, word);
    qtty_span value;
    uint64_t status = 0;
    if (level != NOT_FOUND)
        want->level = level;
    else if (wait_class != NOT_FOUND)
        want->wait_class = wait_class;
    else if (word_value(word, "next", &value))
        return want->has_next = read_time(&r->line, value, &want->next_ns);
    else if (word_value(word, "status", &value)) {
        want->has_status = read_number(&r->line, value, 255, &status);
        want->status = (int32_t)status;
        return want->has_status;
    } else if (!read_evidence(want, word))
        return unknown(&r->line, word);
    return true;
}

static bool
read_expect(struct reading *r, struct step *st)
{
    qtty_span word;
    if (!line_word(&r->line, &word))
        return false;
    const int reason = find_word(reason_words, REASONS, word);
    if (reason == NOT_FOUND)
        return unknown(&r->line, word);
    st->expects = true;
    st->want = (struct expectation){ .reason = (qtty_wait_reason)reason,
                                     .level = -1,
                                     .wait_class = -1 };
    while (line_more(&r->line)) {
        if (!line_word(&r->line, &word) || !read_expected(r, &st->want, word))
            return false;
    }
    if (reason == QTTY_WAIT_NONE && !st->want.has_next)
        return line_fail(&r->line, "waiting needs its next=");
    return true;
}

/* --- Lines and cases ---------------------------------------------------------------- */

static const struct {
    const char *word;
    qtty_observed kind;
    bool (*read)(struct reading *r, struct step *st);
} steps[] = {
    { "send", QTTY_OBSERVED_SEND, read_nothing },
    { "boundary", QTTY_OBSERVED_BOUNDARY, read_look },
    { "signalled", QTTY_OBSERVED_SIGNALLED, read_nothing },
    { "written", QTTY_OBSERVED_WRITTEN, read_written },
    { "output", QTTY_OBSERVED_OUTPUT, read_output },
    { "started", QTTY_OBSERVED_STARTED, read_nothing },
    { "marker", QTTY_OBSERVED_MARKER, read_marker },
    { "prompt", QTTY_OBSERVED_PROMPT, read_prompt },
    { "look", QTTY_OBSERVED_LOOK, read_look },
    { "exit", QTTY_OBSERVED_EXIT, read_exit },
    { "expect", QTTY_OBSERVED_EXIT, read_expect },
};

static bool
read_step_words(struct reading *r, struct step *st)
{
    qtty_span word;
    if (!line_word(&r->line, &word))
        return false;
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        if (word_is(word, steps[i].word)) {
            st->seen.kind = steps[i].kind;
            return steps[i].read(r, st);
        }
    }
    return unknown(&r->line, word);
}

static bool
read_step(struct reading *r)
{
    struct script *s = r->script;
    struct step st = { .line = r->line.number };
    qtty_span word;
    if (r->current == NULL)
        return line_fail(&r->line, "a step before the first case");
    if (!line_word(&r->line, &word) || !read_time(&r->line, word, &st.seen.at_ns)
        || !read_step_words(r, &st))
        return false;
    if (r->current->count > 0 && st.seen.at_ns < s->steps[s->step_count - 1].seen.at_ns)
        return line_fail(&r->line, "time runs back");
    s->steps = with_room(s->steps, s->step_count, &s->step_capacity, sizeof(*s->steps));
    s->steps[s->step_count++] = st;
    r->current->count++;
    return true;
}

static bool
read_case(struct reading *r)
{
    struct script *s = r->script;
    qtty_span name;
    if (!line_string(&r->line, &name))
        return false;
    s->cases = with_room(s->cases, s->case_count, &s->case_capacity, sizeof(*s->cases));
    r->current = &s->cases[s->case_count++];
    *r->current = (struct sim_case){
        .name = name,
        .line = r->line.number,
        .policy = QTTY_POLICY_INIT,
        .first = s->step_count,
    };
    return true;
}

static bool
read_line(struct reading *r)
{
    qtty_span word;
    bool read;
    if (!line_more(&r->line))
        return true;
    if (!line_word(&r->line, &word))
        return false;
    if (word_is(word, "case"))
        read = read_case(r);
    else if (word_is(word, "policy"))
        read = read_policy(r);
    else if (word_is(word, "at"))
        read = read_step(r);
    else
        read = unknown(&r->line, word);
    return read && (!line_more(&r->line) || line_fail(&r->line, "too many words"));
}

/* A case that looks at no verdict cannot fail. */
static bool
every_case_expects(struct reading *r)
{
    const struct script *s = r->script;
    for (size_t i = 0; i < s->case_count; i++) {
        bool expects = false;
        for (size_t k = 0; k < s->cases[i].count; k++)
            expects |= s->steps[s->cases[i].first + k].expects;
        r->line.number = s->cases[i].line;
        if (!expects)
            return line_fail(&r->line, "a case that expects nothing");
    }
    return true;
}

static bool
read_source(struct script *s, size_t *len)
{
    s->source = malloc(SOURCE_MAX);
    FILE *f = fopen(s->path, "rb");
    if (f == NULL || s->source == NULL) {
        fprintf(stderr, "qtty_sim: %s: %s\n", s->path, strerror(errno));
        return false;
    }
    *len = fread(s->source, 1, SOURCE_MAX, f);
    const bool whole = !ferror(f) && *len < SOURCE_MAX;
    if (!whole)
        fprintf(stderr, "qtty_sim: %s: cannot be read, or too long\n", s->path);
    fclose(f);
    return whole;
}

bool
script_read(struct script *s, const char *path)
{
    *s = (struct script){ .path = path };
    struct reading r = { .line = { .path = path }, .script = s };
    size_t len = 0;
    if (!read_source(s, &len))
        return false;
    const char *end = s->source + len;
    for (const char *at = s->source; at < end; at = r.line.end + 1) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        r.line.number++;
        r.line.at = at;
        r.line.end = line_end != NULL ? line_end : end;
        if (!read_line(&r))
            return false;
    }
    return every_case_expects(&r);
}

void
script_finish(struct script *s)
{
    free(s->source);
    free(s->cases);
    free(s->steps);
}
