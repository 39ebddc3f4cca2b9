/* Sends one after the other. At a verdict nothing may be missing of the output, and then
 * nothing may follow. A verdict that came too early shows in one of the two, at last in
 * what has changed by the end of the next send. */
#include "run.h"
#include "commands.h"
#include <stdio.h>
#include <stdlib.h>

enum {
    SENDS_OF_A_SESSION = 1000,
    LISTEN_EACH = 16, /* so many sends, and then a little longer */
    LISTEN_MS = 2,
    TOLD_MAX = 10,
    SHOWN_BYTES = 80,
    SURELY_ONE_ROW = 100,
    CHANGED_BYTES = COMMAND_BYTES + 2 * COMMAND_OUTPUT_BYTES + 8, /* and two prompts */
};

struct run {
    struct tally *tally;
    const char *name;
    qtty_session_config config;
    struct commands commands;
    struct command command;
    struct drive drive;
    uint64_t told;
    char before[COMMAND_OUTPUT_BYTES]; /* output of the command before it */
    char expected[CHANGED_BYTES];      /* what changes on the terminal */
    double *send_ms, *verdict_ms;
};

/* --- Telling ------------------------------------------------------------------------ */

static void
show_bytes(const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        fprintf(stderr, bytes[i] < ' ' || bytes[i] == '"' ? "\\x%02x" : "%c", bytes[i]);
}

/* Its two ends, if it is long. */
static void
show(const char *what, qtty_span text)
{
    size_t end = text.len > 2 * SHOWN_BYTES ? SHOWN_BYTES : text.len;
    fprintf(stderr, "  %-9s \"", what);
    show_bytes(text.data, end);
    if (end < text.len) {
        fprintf(stderr, "\" … \"");
        show_bytes(text.data + text.len - SHOWN_BYTES, SHOWN_BYTES);
    }
    fprintf(stderr, "\"\n");
}

static void
tell(struct run *r, const char *what)
{
    const qtty_result *result = &r->drive.result;
    if (r->told++ >= TOLD_MAX)
        return;
    fprintf(stderr, "%s: send %llu: %s: by %s after %.3f ms, class %d, seen %#x%s\n",
            r->name, (unsigned long long)r->commands.count, what,
            drive_tier_names[r->drive.tier],
            (double)(r->drive.settled_ns - r->drive.sent_ns) / 1e6,
            (int)result->evidence.wait_class, (unsigned)result->evidence.seen,
            result->truncated ? ", truncated" : "");
    fprintf(stderr, "  status    %d, to be %d\n", (int)result->command_status,
            (int)r->command.status);
    show("command", qtty_text(r->command.text));
    show("expected", qtty_text(r->command.output));
    show("output", result->output);
    show("changed", result->delta);
}

/* --- Judging ------------------------------------------------------------------------ */

static bool
equals(qtty_span span, const char *text)
{
    return span.len == strlen(text)
           && (span.len == 0 || memcmp(span.data, text, span.len) == 0);
}

/* The prompt, the command as typed, its output, the next prompt. A prompt that stands
 * behind output without a line end moves the line editor's rows from where it thinks they
 * are: what it shows of a long command then is anyhow. */
static bool
changed_as_known(struct run *r)
{
    const char *before = strrchr(r->before, '\n');
    before = before != NULL ? before + 1 : r->before;
    const char *prompt = r->commands.partner->prompt;
    (void)snprintf(r->expected, CHANGED_BYTES, "%s%s%s\n%s%s", before, prompt,
                   r->command.text, r->command.output, prompt);
    if (*prompt == '\0') /* the last line of the text has no end */
        r->expected[strlen(r->expected) - 1] = '\0';
    return equals(r->drive.result.delta, r->expected)
           || (*before != '\0' && strlen(r->command.text) > SURELY_ONE_ROW);
}

/* A shell of ours marks its output. */
static bool
is_marked(const struct run *r)
{
    return r->commands.partner->argv[0] == NULL;
}

static bool
is_exact(struct run *r)
{
    const qtty_result *result = &r->drive.result;
    if (!is_marked(r))
        return result->command_status == -1 && changed_as_known(r);
    return equals(result->output, r->command.output)
           && result->command_status == r->command.status && changed_as_known(r);
}

static bool
is_ready(enum drive_tier tier)
{
    return tier == DRIVE_PROMPT || tier == DRIVE_PROVEN || tier == DRIVE_LIKELY;
}

static void
count_early(struct run *r, const char *what)
{
    if (r->drive.tier == DRIVE_LIKELY)
        r->tally->early_likely++;
    else
        r->tally->early_proven++;
    tell(r, what);
}

/* @return whether all is well, so that the session can go on. */
static bool
judge(struct run *r)
{
    struct tally *t = r->tally;
    enum drive_tier tier = r->drive.tier;
    if (!is_ready(tier)) {
        t->tiers[tier]++;
        tell(r, "not ready");
        return false;
    }
    if (!is_exact(r)) {
        count_early(r, "early");
        return false;
    }
    if (drive_hears(&r->drive, t->sends % LISTEN_EACH == 0 ? LISTEN_MS : 0)) {
        count_early(r, "late output");
        return false;
    }
    t->tiers[tier]++;
    return true;
}

static void
take_times(struct run *r)
{
    const struct drive *d = &r->drive;
    r->send_ms[r->tally->sends] = (double)(d->settled_ns - d->sent_ns) / 1e6;
    r->verdict_ms[r->tally->sends] = (double)(d->settled_ns - d->heard_ns) / 1e6;
    r->tally->sends++;
}

/* --- Running ------------------------------------------------------------------------ */

static bool
run_session(struct run *r, uint64_t sends)
{
    if (drive_open(&r->drive, &r->config) != QTTY_OK)
        return false;
    bool well = true;
    r->before[0] = '\0';
    for (uint64_t i = 0; well && i < SENDS_OF_A_SESSION && r->tally->sends < sends; i++) {
        commands_next(&r->commands, &r->command);
        drive_send(&r->drive, r->command.text);
        take_times(r);
        well = judge(r);
        memcpy(r->before, r->command.output, sizeof r->before);
    }
    drive_close(&r->drive);
    return true;
}

static void
take_percentiles(double *values, uint64_t count, double out[PERCENTILES])
{
    out[0] = drive_percentile(values, count, 50);
    out[1] = drive_percentile(values, count, 99);
}

/* No history: it would be written to HOME at the end of each shell. The prompt is that of
 * shells without marks; a dumb terminal keeps editors from painting what is typed. */
static void
configure(struct run *r, const struct sends *sends)
{
    static qtty_env_entry env[4];
    static qtty_span words[PARTNER_ARGS];
    qtty_session_config *c = &r->config;
    env[0] = (qtty_env_entry){ .name = qtty_text("HISTFILE"), .value = qtty_text("") };
    env[1] =
        (qtty_env_entry){ .name = qtty_text("HOME"), .value = qtty_text(sends->folder) };
    env[2] = (qtty_env_entry){ .name = qtty_text("PS1"), .value = qtty_text("$ ") };
    env[3] = (qtty_env_entry){ .name = qtty_text("NODE_REPL_HISTORY"),
                               .value = qtty_text("") };
    *c = (qtty_session_config)QTTY_SESSION_CONFIG_INIT;
    c->cwd = sends->folder;
    c->env = env;
    c->env_count = sizeof env / sizeof *env;
    if (is_marked(r))
        return;
    for (; sends->partner->argv[c->argc] != NULL; c->argc++)
        words[c->argc] = qtty_text(sends->partner->argv[c->argc]);
    c->argv = words;
    c->dialect = "none";
    c->term = "dumb";
}

bool
run_sends(struct tally *t, const struct sends *sends)
{
    static struct run r;
    r = (struct run){
        .tally = t,
        .name = sends->name,
        .commands = { .random = sends->seed, .partner = sends->partner },
    };
    configure(&r, sends);
    r.send_ms = calloc(sends->count + 1, sizeof *r.send_ms);
    r.verdict_ms = calloc(sends->count + 1, sizeof *r.verdict_ms);
    *t = (struct tally){ 0 };
    bool ok = r.send_ms != NULL && r.verdict_ms != NULL;
    while (ok && t->sends < sends->count)
        ok = run_session(&r, sends->count);
    if (ok) {
        take_percentiles(r.send_ms, t->sends, t->send_ms);
        take_percentiles(r.verdict_ms, t->sends, t->verdict_ms);
    }
    free(r.send_ms);
    free(r.verdict_ms);
    return ok;
}

bool
tally_is_bad(const struct tally *t)
{
    return t->early_proven + t->tiers[DRIVE_SILENCE] + t->tiers[DRIVE_TIMEOUT]
               + t->tiers[DRIVE_FAILED]
           != 0;
}
