/* How soon the bash tool answers: the first call, its shell's start included, and small
 * ones behind it; unconfined, and in a sandbox where there is one; beside a program that
 * polls at fixed times. */
#define _GNU_SOURCE /* ppoll(2) */
#include "measure.h"
#include "plain.h"
#include "soak/drive.h"
#include <quietty/tool.h>
#include <stdio.h>
#include <stdlib.h>

enum input { FIRST, ECHO, PWD, INPUTS };

static const struct {
    const char *name, *command, *text;
    double p50_ms; /* what the project promises, unconfined; 0: nothing */
} inputs[INPUTS] = {
    [FIRST] = { "first call", "echo first", "first\n", 40 },
    [ECHO] = { "echo hi", "echo hi", "hi\n", 3 },
    [PWD] = { "pwd", "pwd", "/tmp\n", 3 },
};

static const struct {
    const char *name;
    qtty_sandbox sandbox;
} ways[] = {
    { "tool", QTTY_SANDBOX_DANGER_FULL_ACCESS },
    { "tool, workspace-write", QTTY_SANDBOX_WORKSPACE_WRITE },
};

struct calls {
    double *ms[INPUTS];
    unsigned count, wrong;
};

/* --- Calls -------------------------------------------------------------------------- */

/* @return ms until the answer. */
static double
call(qtty_tool *tool, enum input input, struct calls *c)
{
    qtty_tool_call number;
    qtty_tool_answer answer;
    uint64_t start = drive_now();
    if (qtty_tool_run(tool, qtty_text(inputs[input].command), 0, start, &number)
        != QTTY_OK)
        abort();
    while (!qtty_tool_take(tool, &answer))
        (void)qtty_tool_wait(tool, QTTY_NONE);
    double ms = (double)(drive_now() - start) / 1e6;
    qtty_span text = qtty_text(inputs[input].text);
    c->wrong +=
        answer.text.len != text.len || memcmp(answer.text.data, text.data, text.len) != 0;
    return ms;
}

/* @return false: there is no such shell; the reason was printed. */
static bool
run_tool(const qtty_tool_config *config, const char *name, struct calls *c)
{
    qtty_tool *tool;
    qtty_buf why;
    qtty_buf_init(&why, NULL, 0);
    bool made = qtty_tool_create(&tool, config, &why) == QTTY_OK;
    if (made)
        for (int i = 0; i < INPUTS; i++)
            c->ms[i][c->count] = call(tool, (enum input)i, c);
    else
        printf("%-22s %.*s\n", name, (int)why.len, (const char *)why.data);
    c->count += made;
    qtty_tool_destroy(tool);
    qtty_buf_finish(&why);
    return made;
}

/* --- The peer ----------------------------------------------------------------------- */

static void
run_peer(struct calls *c)
{
    struct plain p;
    uint64_t start = drive_now();
    if (!plain_open(&p) || !plain_await_prompt(&p))
        abort();
    for (int i = 0; i < INPUTS; i++) {
        (void)plain_poll(&p, inputs[i].command);
        c->ms[i][c->count] = (double)(drive_now() - start) / 1e6;
        start = drive_now();
    }
    c->count++;
    plain_close(&p);
}

/* --- Figures ------------------------------------------------------------------------ */

static bool
calls_init(struct calls *c, unsigned count)
{
    *c = (struct calls){ .ms = { calloc((size_t)count * INPUTS, sizeof(double)) } };
    for (int i = 1; i < INPUTS && c->ms[0] != NULL; i++)
        c->ms[i] = c->ms[0] + (size_t)count * (unsigned)i;
    return c->ms[0] != NULL;
}

static void
print_calls(const char *name, struct calls *c, struct results *r)
{
    printf("%-22s %6u", name, c->count);
    for (int i = 0; i < INPUTS; i++) {
        double p50 = drive_percentile(c->ms[i], c->count, 50);
        double p99 = drive_percentile(c->ms[i], c->count, 99);
        printf(" %8.2f %8.2f", p50, p99);
        results_add(r, (struct result){ "call p50", inputs[i].name, name, 0, p50, "ms" });
        results_add(r, (struct result){ "call p99", inputs[i].name, name, 0, p99, "ms" });
    }
    printf(c->wrong > 0 ? "  %u WRONG\n" : "\n", c->wrong);
}

static void
print_promises(const struct results *r)
{
    for (int i = 0; i < INPUTS; i++) {
        double p50 = results_find(r, "call p50", inputs[i].name, ways[0].name, 0);
        printf("%-22s call p50 %6.2f ms: %s %.1f\n", inputs[i].name, p50,
               p50 <= inputs[i].p50_ms ? "within" : "OVER", inputs[i].p50_ms);
    }
}

static bool
measure_way(const struct plan *plan, size_t way, struct results *r)
{
    qtty_session_config session = QTTY_SESSION_CONFIG_INIT;
    qtty_tool_config config = QTTY_TOOL_CONFIG_INIT;
    struct calls c;
    if (!calls_init(&c, plan->calls))
        abort();
    session.sandbox = ways[way].sandbox;
    session.workspace = session.cwd = "/tmp";
    config.session = &session;
    bool there = true;
    while (there && c.count < plan->calls)
        there = run_tool(&config, ways[way].name, &c);
    if (there)
        print_calls(ways[way].name, &c, r);
    bool right = c.wrong == 0;
    free(c.ms[0]);
    return right;
}

bool
measure_tool(const struct plan *plan, struct results *r)
{
    struct calls peer;
    bool right = true;
    if (!calls_init(&peer, plan->peer_sends))
        abort();
    printf("\nThe bash tool: ms to the answer, p50 and p99\n%-22s %6s", "", "calls");
    for (int i = 0; i < INPUTS; i++)
        printf(" %17s", inputs[i].name);
    printf("\n");
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        right &= measure_way(plan, i, r);
    while (peer.count < plan->peer_sends)
        run_peer(&peer);
    print_calls("poll of 50 ms", &peer, r);
    free(peer.ms[0]);
    if (plan->rounds > 1)
        print_promises(r);
    return right;
}
