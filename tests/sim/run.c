/* A case run. Every verdict that is looked at is held to the law of its deadline, too:
 * the ns before it says what is said now, and the deadline itself says something else. */
#include "run.h"

#include "session/words.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { SENTENCE_BYTES = 512 };

struct run {
    const struct script *script;
    const struct sim_case *sim_case;
    qtty_facts facts;
    const struct step *step;
    unsigned failures;
};

static void
print_heading(const struct run *r, bool passed)
{
    printf("%s - %s: %.*s\n", passed ? "ok" : "not ok", r->script->path,
           (int)r->sim_case->name.len, (const char *)r->sim_case->name.data);
}

static void
fail(struct run *r, const char *format, ...)
{
    if (r->failures++ == 0)
        print_heading(r, false);
    va_list args;
    va_start(args, format);
    printf("  %s:%u: ", r->script->path, (unsigned)r->step->line);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

/* --- Comparing ---------------------------------------------------------------------- */

static void
check_word(struct run *r, const char *const *words, int expected, int got)
{
    if (expected >= 0 && expected != got)
        fail(r, "expected %s, got %s", words[expected], words[got]);
}

static void
check_bits(struct run *r, const struct word_bit *words, uint32_t with, uint32_t without,
           uint32_t got)
{
    for (; words->word != NULL; words++) {
        if (with & ~got & words->bit)
            fail(r, "expected %s", words->word);
        if (without & got & words->bit)
            fail(r, "expected no %s", words->word);
    }
}

/* The finest unit that a timeline needs to say a time. */
static const char *
time_text(uint64_t ns, char *text, size_t bytes)
{
    if (ns == QTTY_NEVER)
        snprintf(text, bytes, "never");
    else if (ns % 1000000 == 0)
        snprintf(text, bytes, "%" PRIu64 "ms", ns / 1000000);
    else
        snprintf(text, bytes, "%" PRIu64 "ns", ns);
    return text;
}

static void
check_next(struct run *r, uint64_t expected, uint64_t got)
{
    char wanted[32], came[32];
    if (expected != got)
        fail(r, "expected next=%s, got next=%s",
             time_text(expected, wanted, sizeof(wanted)),
             time_text(got, came, sizeof(came)));
}

static bool
is_same(const qtty_verdict *a, const qtty_verdict *b)
{
    return a->reason == b->reason && a->next_ns == b->next_ns
           && a->evidence.level == b->evidence.level
           && a->evidence.wait_class == b->evidence.wait_class
           && a->evidence.seen == b->evidence.seen
           && a->evidence.terminal == b->evidence.terminal;
}

static void
check_deadline(struct run *r, const qtty_verdict *now)
{
    qtty_verdict other;
    if (now->reason != QTTY_WAIT_NONE || now->next_ns == QTTY_NEVER)
        return;
    qtty_decide(&r->facts, &r->sim_case->policy, now->next_ns - 1, &other);
    if (!is_same(now, &other))
        fail(r, "the verdict changes before its deadline");
    qtty_decide(&r->facts, &r->sim_case->policy, now->next_ns, &other);
    if (is_same(now, &other))
        fail(r, "the verdict does not change at its deadline");
}

static void
check_verdict(struct run *r, const qtty_verdict *v)
{
    const struct expectation *want = &r->step->want;
    const qtty_evidence *e = &v->evidence;
    check_word(r, reason_words, (int)want->reason, (int)v->reason);
    check_word(r, level_words, want->level, (int)e->level);
    check_word(r, class_words, want->wait_class, (int)e->wait_class);
    check_bits(r, seen_words, want->seen, want->unseen, e->seen);
    check_bits(r, terminal_words, want->terminal, want->not_terminal, e->terminal);
    if (want->has_next)
        check_next(r, want->next_ns, v->next_ns);
    if (want->has_status && want->status != r->facts.status)
        fail(r, "expected status=%d, got status=%d", (int)want->status,
             (int)r->facts.status);
}

/* --- Steps -------------------------------------------------------------------------- */

static void
expect(struct run *r)
{
    qtty_verdict v;
    char sentence[SENTENCE_BYTES];
    const unsigned before = r->failures;
    if (qtty_decide(&r->facts, &r->sim_case->policy, r->step->seen.at_ns, &v)
        != QTTY_OK) {
        fail(r, "the policy is refused");
        return;
    }
    check_verdict(r, &v);
    check_deadline(r, &v);
    if (r->failures > before) {
        qtty_explain(&v, sentence, sizeof(sentence));
        fail(r, "the verdict: %s", sentence);
    }
}

static void
observe(struct run *r)
{
    if (qtty_observe(&r->facts, &r->step->seen) != QTTY_OK)
        fail(r, "the observation is refused");
}

bool
run_case(const struct script *s, const struct sim_case *c)
{
    struct run r = { .script = s, .sim_case = c, .facts = QTTY_FACTS_INIT };
    for (size_t i = 0; i < c->count; i++) {
        r.step = &s->steps[c->first + i];
        if (r.step->expects)
            expect(&r);
        else
            observe(&r);
    }
    if (r.failures == 0)
        print_heading(&r, true);
    return r.failures == 0;
}
