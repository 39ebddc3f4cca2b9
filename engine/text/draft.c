/* Assembling. Nothing is cut after it was written: the room of each part is known. */
#define _POSIX_C_SOURCE 200809L

#include "text/draft.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_DEFAULT = 16000, TERSE_BELOW = 256 };

qtty_status
draft_rules(struct draft_rules *out, const qtty_text_config *config, struct failure *why)
{
    qtty_text_config c = QTTY_TEXT_CONFIG_INIT;
    if (config != NULL && config->size != sizeof c)
        return failure_set(why, QTTY_E_INVAL, "size: %zu: must be %zu", config->size,
                           sizeof c);
    if (config != NULL)
        c = *config;
    if (c.max_bytes != 0 && c.max_bytes < QTTY_TEXT_BYTES_MIN)
        return failure_set(why, QTTY_E_RANGE, "max_bytes: %u: must be at least %u",
                           (unsigned)c.max_bytes, QTTY_TEXT_BYTES_MIN);
    if (c.hidden > QTTY_HIDDEN_REMOVED)
        return failure_set(why, QTTY_E_INVAL, "hidden: %d: no such choice",
                           (int)c.hidden);
    out->max_bytes = c.max_bytes != 0 ? c.max_bytes : BYTES_DEFAULT;
    out->hidden = c.hidden != QTTY_HIDDEN_DEFAULT ? c.hidden : QTTY_HIDDEN_MARKED;
    out->terse = out->max_bytes < TERSE_BELOW;
    return QTTY_OK;
}

/* --- The last line ------------------------------------------------------------------ */

void
closing_begin(struct closing *c, const struct draft_rules *rules)
{
    size_t most = rules->max_bytes < sizeof c->text ? rules->max_bytes : sizeof c->text;
    *c = (struct closing){ .text = "[", .len = 1, .most = most - 1 };
}

bool
closing_add(struct closing *c, const char *format, ...)
{
    char part[sizeof c->text];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    size_t between = c->len > 1 ? 2 : 0;
    if (len < 0 || c->len + between + (size_t)len > c->most)
        return false;
    memcpy(c->text + c->len, "; ", between);
    memcpy(c->text + c->len + between, part, (size_t)len);
    c->len += between + (size_t)len;
    return true;
}

/* The first clusters of a text, in one line. */
static size_t
one_line(const struct draft_rules *rules, qtty_span text, char *out, size_t room)
{
    struct pieces p;
    struct piece piece;
    size_t len = 0, whole = 0;
    pieces_begin(&p, text, rules->hidden);
    p.one_line = true;
    while (pieces_next(&p, &piece)) {
        if (piece.begins)
            whole = len;
        if (len + piece.len > room)
            return whole;
        memcpy(out + len, piece.bytes, piece.len);
        len += piece.len;
    }
    return len;
}

void
closing_add_text(struct closing *c, const struct draft_rules *rules, const char *before,
                 qtty_span text, size_t most, const char *behind)
{
    char shown[sizeof c->text];
    size_t used = c->len + 2 + strlen(before) + strlen(behind);
    if (used >= c->most)
        return;
    size_t room = c->most - used < most ? c->most - used : most;
    size_t len = one_line(rules, text, shown, room);
    if (len != 0)
        (void)closing_add(c, "%s%.*s%s", before, (int)len, shown, behind);
}

void
closing_end(struct closing *c)
{
    c->text[c->len++] = ']';
}

/* --- What is not there -------------------------------------------------------------- */

static const char *
notice(const struct draft *d, bool first)
{
    if (d->rules->terse)
        return first ? "[cut]\n" : "[cut]";
    if (!first)
        return "[the rest of the output is cut]";
    return d->keeps_first ? "[the beginning of the output is lost]\n"
                          : "[earlier output is cut]\n";
}

struct plan {
    bool before, behind; /* a notice stands there */
    size_t skipped;      /* bytes of the pieces before those that are kept */
    size_t kept;         /* bytes of those */
};

/* For the output, its notices and the line ends behind it. */
static size_t
room_of(const struct draft *d, const struct plan *plan)
{
    size_t used = d->closing.len + (d->closing.len != 0 ? 1 : 0);
    used += plan->before ? strlen(notice(d, true)) : 0;
    used += plan->behind ? strlen(notice(d, false)) + 1 : 0;
    return used < d->rules->max_bytes ? d->rules->max_bytes - used : 0;
}

static void
cut(const struct draft *d, struct plan *plan, size_t bytes)
{
    plan->before |= !d->keeps_first;
    plan->behind = d->keeps_first;
    size_t room = room_of(d, plan);
    if (d->keeps_first) {
        plan->kept = pieces_of_first(d->output, d->rules->hidden, room);
    } else {
        plan->skipped = pieces_before_last(d->output, d->rules->hidden, bytes, room);
        plan->kept = bytes - plan->skipped;
    }
}

/* A notice that has no room, beside what has to be said, is not there. */
static void
drop_notices(const struct draft *d, struct plan *plan)
{
    size_t used = d->closing.len + (d->closing.len != 0 ? 1 : 0) + plan->kept;
    used += plan->behind ? strlen(notice(d, false)) + 1 : 0;
    if (plan->behind && used > d->rules->max_bytes) {
        used -= strlen(notice(d, false)) + 1;
        plan->behind = false;
    }
    plan->before &= used + strlen(notice(d, true)) <= d->rules->max_bytes;
}

static struct plan
plan_of(const struct draft *d)
{
    struct plan plan = { .before = d->cut_before };
    size_t bytes = pieces_measure(d->output, d->rules->hidden);
    plan.kept = bytes;
    if (bytes > room_of(d, &plan))
        cut(d, &plan, bytes);
    drop_notices(d, &plan);
    return plan;
}

/* --- Writing ------------------------------------------------------------------------ */

/* The pieces that are kept; `out` is NULL, or has room. Returns their lines. */
static uint64_t
give_output(const struct draft *d, const struct plan *plan, qtty_buf *out)
{
    struct pieces p;
    struct piece piece;
    size_t at = 0;
    uint64_t line_ends = 0;
    pieces_begin(&p, d->output, d->rules->hidden);
    while (at < plan->skipped + plan->kept && pieces_next(&p, &piece)) {
        at += piece.len;
        if (at <= plan->skipped)
            continue;
        line_ends += piece.bytes[0] == '\n' ? 1 : 0;
        if (out != NULL)
            (void)qtty_buf_append(out, piece.bytes, piece.len);
    }
    return plan->kept != 0 ? line_ends + 1 : 0;
}

uint64_t
draft_lines(const struct draft *d)
{
    const struct plan plan = plan_of(d);
    return give_output(d, &plan, NULL);
}

/* On a line of its own; there is room. */
static void
give_line(qtty_buf *out, size_t start, qtty_span line)
{
    if (line.len == 0)
        return;
    if (out->len > start && out->data[out->len - 1] != '\n')
        (void)qtty_buf_append(out, "\n", 1);
    (void)qtty_buf_append(out, line.data, line.len);
}

static qtty_status
write_all(const struct draft *d, qtty_buf *out)
{
    const struct plan plan = plan_of(d);
    const size_t start = out->len;
    size_t most = plan.kept + d->closing.len;
    most += plan.kept != 0 && d->closing.len != 0 ? 1 : 0;
    most += plan.before ? strlen(notice(d, true)) : 0;
    most += plan.behind ? strlen(notice(d, false)) + 1 : 0;
    qtty_status st = qtty_buf_reserve(out, most);
    if (st != QTTY_OK)
        return st;
    if (plan.before)
        (void)qtty_buf_append(out, notice(d, true), strlen(notice(d, true)));
    (void)give_output(d, &plan, out);
    if (plan.behind)
        give_line(out, start, qtty_text(notice(d, false)));
    give_line(out, start, d->closing);
    return QTTY_OK;
}

qtty_status
draft_finish(const struct draft *d, qtty_buf *out, qtty_buf *error)
{
    struct failure why;
    qtty_status st = write_all(d, out);
    if (st == QTTY_OK)
        return st;
    return draft_refuse(failure_set(&why, st, "out: %s", qtty_status_text(st)), &why,
                        error);
}

qtty_status
draft_refuse(qtty_status st, const struct failure *why, qtty_buf *error)
{
    if (error != NULL)
        (void)qtty_buf_append(error, why->text, strlen(why->text));
    return st;
}

/* --- Signals ------------------------------------------------------------------------ */

static const struct {
    int number;
    const char *name;
} signals[] = {
#define SIGNAL(name)                                                                     \
    {                                                                                    \
        name, #name                                                                      \
    }
    SIGNAL(SIGABRT), SIGNAL(SIGALRM), SIGNAL(SIGBUS),  SIGNAL(SIGFPE),  SIGNAL(SIGHUP),
    SIGNAL(SIGILL),  SIGNAL(SIGINT),  SIGNAL(SIGKILL), SIGNAL(SIGPIPE), SIGNAL(SIGQUIT),
    SIGNAL(SIGSEGV), SIGNAL(SIGSYS),  SIGNAL(SIGTERM), SIGNAL(SIGTRAP), SIGNAL(SIGUSR1),
    SIGNAL(SIGUSR2), SIGNAL(SIGXCPU), SIGNAL(SIGXFSZ),
#undef SIGNAL
};

const char *
text_signal_name(int number)
{
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (signals[i].number == number)
            return signals[i].name;
    return NULL;
}

struct text_word
text_signal(int number)
{
    struct text_word w;
    const char *name = text_signal_name(number);
    if (name != NULL)
        (void)snprintf(w.text, sizeof w.text, "%s", name);
    else
        (void)snprintf(w.text, sizeof w.text, "signal %d", number);
    return w;
}
