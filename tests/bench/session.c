/* How soon a session knows that its program is ready again: the time a caller waits, from
 * the call to the result. */
#include "measure.h"
#include "plain.h"
#include "soak/drive.h"
#include <stdio.h>
#include <stdlib.h>

static const struct line {
    const char *name;
    const char *program; /* in which it is typed; NULL: the shell */
    const char *start;   /* the command that starts it */
    const char *prompt;
    const char *text, *output;
    double p50_ms, p99_ms; /* what the project promises; 0: nothing */
} lines[] = {
    { "echo hi", NULL, NULL, "$ ", "echo hi", "hi\n", 1.5, 10 },
    { "ls /", NULL, NULL, "$ ", "ls /", "", 0, 0 },
    { "true | cat", NULL, NULL, "$ ", "true | cat", "", 0, 0 },
    { "1+1 in python3", "python3", "python3 -q", ">>> ", "1+1", "2\n", 3, 0 },
    { "select 1 in sqlite3", "sqlite3", "sqlite3", "sqlite> ", "select 1;", "1\n", 0, 0 },
};
enum { LINES = sizeof(lines) / sizeof(lines[0]) };

struct figures {
    struct results *results;
    uint64_t tiers[DRIVE_TIERS];
    uint64_t sends;
    bool right; /* no verdict was too early */
};

/* --- Sessions ----------------------------------------------------------------------- */

static bool
open_session(struct drive *d)
{
    const qtty_env_entry env = { .name = qtty_text("HISTFILE"), .value = qtty_text("") };
    qtty_session_config config = QTTY_SESSION_CONFIG_INIT;
    config.env = &env;
    config.env_count = 1;
    return drive_open(d, &config) == QTTY_OK;
}

/* @return false: the program is not to be had here. */
static bool
start_program(struct drive *d, const struct line *l)
{
    char command[64];
    if (l->program == NULL)
        return true;
    (void)snprintf(command, sizeof command, "command -v %s", l->program);
    drive_send(d, command);
    if (d->result.command_status != 0)
        return false;
    drive_send(d, l->start);
    return d->tier != DRIVE_FAILED;
}

/* Does the text begin with the typed line and its output, and end with the prompt? */
static bool
is_right(const struct drive *d, const struct line *l)
{
    char first[64];
    size_t prompt = strlen(l->prompt);
    qtty_span text = d->result.delta;
    int len = snprintf(first, sizeof first, "%s%s\n%s", l->prompt, l->text, l->output);
    return text.len >= (size_t)len + prompt && memcmp(text.data, first, (size_t)len) == 0
           && memcmp(text.data + text.len - prompt, l->prompt, prompt) == 0;
}

static bool
send_line(struct drive *d, const struct line *l, struct figures *f)
{
    drive_send(d, l->text);
    f->tiers[d->tier]++;
    f->sends++;
    return is_right(d, l);
}

/* --- Sends -------------------------------------------------------------------------- */

struct times {
    double *send_ms;  /* from the call to the result */
    double *after_ms; /* from the last output to the result */
    double *peer_ms;
    unsigned sends, peer_sends, wrong;
};

static void
keep(struct figures *f, const char *measure, const char *input, const char *subject,
     double value)
{
    results_add(f->results, (struct result){ measure, input, subject, 0, value, "ms" });
}

static void
print_line(const struct line *l, struct times *t, struct figures *f)
{
    double p50 = drive_percentile(t->send_ms, t->sends, 50);
    double p90 = drive_percentile(t->send_ms, t->sends, 90);
    double p99 = drive_percentile(t->send_ms, t->sends, 99);
    double after50 = drive_percentile(t->after_ms, t->sends, 50);
    double after99 = drive_percentile(t->after_ms, t->sends, 99);
    printf("%-22s %6u %8.2f %8.2f %8.2f   %8.2f %8.2f", l->name, t->sends, p50, p90, p99,
           after50, after99);
    if (t->wrong > 0)
        printf("  %u WRONG", t->wrong);
    printf("\n");
    keep(f, "send p50", l->name, "session", p50);
    keep(f, "send p90", l->name, "session", p90);
    keep(f, "send p99", l->name, "session", p99);
    keep(f, "after output p50", l->name, "session", after50);
    keep(f, "after output p99", l->name, "session", after99);
    f->right &= t->wrong == 0;
}

static void
print_peer(const struct line *l, struct times *t, struct figures *f)
{
    double p50 = drive_percentile(t->peer_ms, t->peer_sends, 50);
    printf("%-22s %6u %8.2f\n", "  150 ms, poll of 50", t->peer_sends, p50);
    keep(f, "send p50", l->name, "fixed poll", p50);
}

/* The peer is asked in between, so that what disturbs the machine disturbs both. */
static void
run_sends(const struct plan *plan, const struct line *l, struct drive *d,
          struct plain *peer, struct times *t, struct figures *f)
{
    unsigned between = plan->sends / plan->peer_sends;
    for (t->sends = 0; t->sends < plan->sends; t->sends++) {
        t->wrong += !send_line(d, l, f);
        t->send_ms[t->sends] = (double)(d->settled_ns - d->sent_ns) / 1e6;
        t->after_ms[t->sends] = (double)(d->settled_ns - d->heard_ns) / 1e6;
        if (peer != NULL && t->sends % between == 0)
            t->peer_ms[t->peer_sends++] = plain_send(peer, l->text);
    }
}

static void
measure_line(const struct plan *plan, const struct line *l, struct plain *peer,
             struct figures *f)
{
    struct drive d;
    struct times t = { .send_ms = calloc(3 * (size_t)plan->sends, sizeof *t.send_ms) };
    if (t.send_ms == NULL || !open_session(&d))
        abort();
    t.after_ms = t.send_ms + plan->sends;
    t.peer_ms = t.after_ms + plan->sends;
    if (start_program(&d, l)) {
        run_sends(plan, l, &d, peer, &t, f);
        print_line(l, &t, f);
        if (peer != NULL)
            print_peer(l, &t, f);
    }
    drive_close(&d);
    free(t.send_ms);
}

static void
measure_lines(const struct plan *plan, struct figures *f)
{
    struct plain peer;
    if (!plain_open(&peer) || !plain_await_prompt(&peer))
        abort();
    printf("\nSends to a session: ms to the result, and from the last output to it\n"
           "%-22s %6s %8s %8s %8s   %8s %8s\n",
           "", "sends", "p50", "p90", "p99", "p50", "p99");
    for (size_t i = 0; i < LINES; i++)
        measure_line(plan, &lines[i], i == 0 ? &peer : NULL, f);
    plain_close(&peer);
}

static void
print_tiers(struct figures *f)
{
    printf("settled by");
    for (int i = 0; i < DRIVE_TIERS; i++) {
        double share = 100 * (double)f->tiers[i] / (double)f->sends;
        printf("%s %s %.1f %%", i > 0 ? "," : "", drive_tier_names[i], share);
        results_add(f->results, (struct result){ "settled by", drive_tier_names[i],
                                                 "session", 0, share, "%" });
    }
    printf("\n");
}

/* --- Starts ------------------------------------------------------------------------- */

static double
start_session_ms(void)
{
    struct drive d;
    uint64_t start = drive_now();
    if (!open_session(&d))
        abort();
    double ms = (double)(drive_now() - start) / 1e6;
    drive_close(&d);
    return ms;
}

static double
start_shell_ms(void)
{
    struct plain p;
    uint64_t start = drive_now();
    if (!plain_open(&p) || !plain_await_prompt(&p))
        abort();
    double ms = (double)(drive_now() - start) / 1e6;
    plain_close(&p);
    return ms;
}

static void
measure_starts(const struct plan *plan, struct figures *f)
{
    double *ms = calloc(2 * (size_t)plan->starts, sizeof *ms);
    if (ms == NULL)
        abort();
    for (unsigned i = 0; i < plan->starts; i++) {
        ms[i] = start_session_ms();
        ms[plan->starts + i] = start_shell_ms();
    }
    double session = drive_percentile(ms, plan->starts, 50);
    double shell = drive_percentile(ms + plan->starts, plan->starts, 50);
    printf(
        "start to ready, p50 of %u: session %.2f ms, bash's own first prompt %.2f ms\n",
        plan->starts, session, shell);
    keep(f, "start p50", "bash", "session", session);
    keep(f, "start p50", "bash", "shell alone", shell);
    free(ms);
}

/* --- Promises ----------------------------------------------------------------------- */

static void
print_promise(const struct results *r, const struct line *l, const char *measure,
              double most_ms)
{
    double value = results_find(r, measure, l->name, "session", 0);
    if (most_ms > 0 && value >= 0)
        printf("%-22s %s %6.2f ms: %s %.1f\n", l->name, measure, value,
               value <= most_ms ? "within" : "OVER", most_ms);
}

bool
measure_session(const struct plan *plan, struct results *r)
{
    struct figures f = { .results = r, .right = true };
    struct plain probe;
    bool there = plain_open(&probe);
    plain_close(&probe);
    if (!there) {
        printf("\nSends to a session: skipped: no bash on a local terminal\n");
        return true;
    }
    measure_lines(plan, &f);
    print_tiers(&f);
    measure_starts(plan, &f);
    for (size_t i = 0; plan->rounds > 1 && i < LINES; i++) {
        print_promise(r, &lines[i], "send p50", lines[i].p50_ms);
        print_promise(r, &lines[i], "send p99", lines[i].p99_ms);
    }
    return f.right;
}
