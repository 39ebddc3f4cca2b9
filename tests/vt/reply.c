/* Checks of the replies. Those that follow one another take the pending bytes in order;
 * the last of them must take them all. After a failure the pending bytes are dropped, so
 * that one wrong reply does not fail the checks of the next query. */
#include "run.h"

#include "memory.h"
#include <string.h>

/** Does the next statement look at the replies that this one leaves? */
static bool
another_follows(const struct run *r, const struct statement *st)
{
    size_t next = (size_t)(st - r->script->statements) + 1;
    return next < r->vt_case->first + r->vt_case->count
           && is_reply_check(r->script->statements[next].id);
}

/** A sum of the screen is a matter of the engine; every other reply is ours. */
static bool
can_reply(struct run *r)
{
    bool checksum = (r->vt_case->config.reports & QTTY_REPORT_CHECKSUM) != 0;
    return can_answer(r, checksum ? QTTY_CAP_RECTANGLES : 0, "reply with checksum");
}

/** Take `expected` from the front of the pending bytes, or fail and take all. */
static void
expect_reply(struct run *r, const struct statement *st, qtty_span expected)
{
    qtty_span pending = qtty_emulator_replies(r->emulator), got = pending;
    bool begins =
        pending.len >= expected.len
        && (expected.len == 0 || !memcmp(pending.data, expected.data, expected.len));
    if (begins && another_follows(r, st))
        got.len = expected.len;
    expect_bytes(r, st->line, statement_word(st->id), expected, got);
    qtty_emulator_take_replies(r->emulator, got.len);
}

void
do_reply(struct run *r, const struct statement *st)
{
    if (can_reply(r))
        expect_reply(r, st, st->text);
}

/**
 * Length of what the pattern matches from the first pending byte on.
 *
 * @return false: nothing there. A reply with a NUL matches no pattern.
 */
static bool
match_len(qtty_span pattern, qtty_span pending, size_t *out)
{
    qtty_buf text;
    regex_t regex;
    regmatch_t match;
    if (memchr(pending.len ? (const char *)pending.data : "-", 0,
               pending.len ? pending.len : 1)
        || pattern_compile(&regex, pattern) != 0)
        return false;
    qtty_buf_init(&text, NULL, 0);
    append(&text, pending.data, pending.len);
    append(&text, "", 1);
    bool found = regexec(&regex, (const char *)text.data, 1, &match, 0) == 0;
    *out = found && match.rm_so == 0 ? (size_t)match.rm_eo : 0;
    regfree(&regex);
    qtty_buf_finish(&text);
    return found && match.rm_so == 0;
}

void
do_reply_match(struct run *r, const struct statement *st)
{
    if (!can_reply(r))
        return;
    qtty_span pending = qtty_emulator_replies(r->emulator);
    size_t len;
    bool matches = match_len(st->text, pending, &len)
                   && (len == pending.len || another_follows(r, st));
    if (matches)
        pending.len = len;
    expect_bytes(r, st->line, "reply-match", matches ? pending : st->text, pending);
    qtty_emulator_take_replies(r->emulator, pending.len);
}

void
do_reply_save(struct run *r, const struct statement *st)
{
    if (!can_reply(r))
        return;
    qtty_span pending = qtty_emulator_replies(r->emulator);
    r->kept = with_room(r->kept, r->kept_count, &r->kept_capacity, sizeof *r->kept);
    struct kept *kept = &r->kept[r->kept_count++];
    kept->label = st->text;
    qtty_buf_init(&kept->bytes, NULL, 0);
    append(&kept->bytes, pending.data, pending.len);
    qtty_emulator_take_replies(r->emulator, pending.len);
}

void
do_reply_same(struct run *r, const struct statement *st)
{
    if (!can_reply(r))
        return;
    for (size_t i = r->kept_count; i-- > 0;) {
        qtty_span label = r->kept[i].label;
        if (label.len == st->text.len && !memcmp(label.data, st->text.data, label.len)) {
            expect_reply(r, st, qtty_buf_span(&r->kept[i].bytes));
            return;
        }
    }
}

void
do_drop_replies(struct run *r, const struct statement *st)
{
    (void)st;
    qtty_emulator_take_replies(r->emulator, qtty_emulator_replies(r->emulator).len);
}
