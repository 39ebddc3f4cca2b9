/* @xterm/headless in a node of its own, which is asked by lines (peers/xterm/driver.mjs).
 * CPU time is what node says of itself, threads included. */
#define _POSIX_C_SOURCE 200809L
#include "peer_xterm.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { REQUEST_MAX = 256 };

bool
xterm_is_there(void)
{
    return access(QTTY_BENCH_XTERM "/node_modules/@xterm/headless/package.json", R_OK)
           == 0;
}

/* --- The process -------------------------------------------------------------------- */

static bool
make_pipes(int to[2], int from[2])
{
    if (pipe(to) != 0)
        return false;
    if (pipe(from) == 0)
        return true;
    close(to[0]);
    close(to[1]);
    return false;
}

static pid_t
spawn_node(const int to[2], const int from[2])
{
    static char node[] = "node", gc[] = "--expose-gc";
    static char driver[] = QTTY_BENCH_XTERM "/driver.mjs";
    char *const argv[] = { node, gc, driver, NULL };
    posix_spawn_file_actions_t actions;
    pid_t pid;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    int failed = posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO)
                 | posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO)
                 | posix_spawn_file_actions_addclose(&actions, to[1])
                 | posix_spawn_file_actions_addclose(&actions, from[0]);
    if (failed != 0 || posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) != 0)
        pid = -1;
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

static bool
open_streams(struct xterm *x, const int to[2], const int from[2])
{
    close(to[0]);
    close(from[1]);
    x->to = fdopen(to[1], "w");
    x->from = fdopen(from[0], "r");
    return x->to != NULL && x->from != NULL && x->pid > 0;
}

static bool
make_file(struct xterm *x)
{
    static const char name[] = "/tmp/qtty-bench-XXXXXX";
    memcpy(x->path, name, sizeof(name));
    int file = mkstemp(x->path);
    if (file >= 0)
        close(file);
    return file >= 0;
}

struct xterm *
xterm_open(void)
{
    int to[2], from[2];
    struct xterm *x = xterm_is_there() ? calloc(1, sizeof(*x)) : NULL;
    if (x == NULL || !make_pipes(to, from)) {
        free(x);
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN); /* should it end early */
    x->pid = spawn_node(to, from);
    if (open_streams(x, to, from) && make_file(x))
        return x;
    xterm_close(x);
    return NULL;
}

void
xterm_close(struct xterm *x)
{
    if (x == NULL)
        return;
    if (x->to != NULL)
        fclose(x->to); /* the end of its input ends it */
    if (x->from != NULL)
        fclose(x->from);
    if (x->pid > 0)
        waitpid(x->pid, NULL, 0);
    if (x->path[0] != '\0')
        unlink(x->path);
    free(x);
}

/* --- Requests ----------------------------------------------------------------------- */

/* @return How many numbers came; 0: it is gone. */
static size_t
ask(struct xterm *x, const char *request, double *values, size_t most)
{
    char answer[REQUEST_MAX];
    fprintf(x->to, "%s\n", request);
    if (fflush(x->to) != 0 || fgets(answer, sizeof(answer), x->from) == NULL)
        return 0;
    size_t count = 0;
    char *at = answer, *end = answer;
    for (; count < most; count++, at = end) {
        values[count] = strtod(at, &end);
        if (end == at)
            break;
    }
    return count;
}

/* The input goes to it by a file. */
bool
xterm_give(struct xterm *x, qtty_span input)
{
    FILE *file = x != NULL ? fopen(x->path, "w") : NULL;
    bool whole = file != NULL && fwrite(input.data, 1, input.len, file) == input.len;
    if (file == NULL || fclose(file) != 0 || !whole)
        return false;
    x->given = input.len;
    return true;
}

double
xterm_pass_ns(struct xterm *x, size_t chunk, unsigned warm)
{
    char request[REQUEST_MAX];
    double ns;
    if (x == NULL)
        return 0;
    snprintf(request, sizeof(request), "pass %s %zu %zu %u", x->path, x->given, chunk,
             warm);
    return ask(x, request, &ns, 1) == 1 ? ns : 0;
}

double
xterm_held_bytes(struct xterm *x)
{
    char request[REQUEST_MAX];
    double bytes;
    if (x == NULL)
        return -1;
    snprintf(request, sizeof(request), "held %s %zu", x->path, x->given);
    return ask(x, request, &bytes, 1) == 1 ? bytes : -1;
}

bool
xterm_idle(struct xterm *x, double *bytes, double *ns)
{
    double values[2];
    if (x == NULL || ask(x, "idle", values, 2) != 2)
        return false;
    *bytes = values[0];
    *ns = values[1];
    return true;
}

double
xterm_resize_ns(struct xterm *x)
{
    char request[REQUEST_MAX];
    double values[3];
    if (x == NULL)
        return -1;
    snprintf(request, sizeof(request), "resize %s %zu", x->path, x->given);
    if (ask(x, request, values, 3) != 3)
        return -1;
    double worst = values[0] > values[1] ? values[0] : values[1];
    return worst > values[2] ? worst : values[2];
}
