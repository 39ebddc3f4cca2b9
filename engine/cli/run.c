/* quietty run: a program on a headless terminal, to its end; what it said as a person
 * would have seen it. */
#define _POSIX_C_SOURCE 200809L

#include "cli/run.h"

#include "cli/changes.h"
#include "provider/clock.h"
#include "cli/command.h"
#include "cli/ending.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/show.h"
#include "provider/duration.h"
#include "session/keys.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- The end of the output ---------------------------------------------------------- */

static json_t *
summary(const struct run *r)
{
    qtty_child child;
    qtty_terminal_child(r->terminal, &child);
    bool timed_out = r->end == RUN_TIMED_OUT;
    uint64_t elapsed_ms = (clock_now_ns() - r->start_ns) / NS_IN_MS;
    return json_pack("{s:s, s:o, s:I, s:b, s:I}", "wait_reason",
                     timed_out ? "timeout" : "session_exit", "session_status",
                     show_child(&child), "elapsed_ms", (json_int_t)elapsed_ms,
                     "truncated", r->view.dropped != 0 || r->view.cut != 0,
                     "replies_dropped",
                     (json_int_t)qtty_emulator_replies_dropped(r->view.emulator));
}

qtty_status
run_show_screen(const struct run *r, qtty_buf *out)
{
    return r->options->json ? show_json(show_emulator(r->view.emulator), out)
                            : show_screen(r->view.emulator, out);
}

static qtty_status
append_end(struct run *r)
{
    qtty_buf *out = &r->outlet.pending;
    bool json = r->options->json;
    qtty_status st = QTTY_OK;
    if (r->options->screen)
        st = r->end == RUN_TIMED_OUT ? qtty_buf_append(out, r->screen.data, r->screen.len)
                                     : run_show_screen(r, out);
    if (st == QTTY_OK)
        st = view_end(&r->view);
    if (st == QTTY_OK && !r->options->screen)
        st = view_take_lines(&r->view, json, out);
    return st == QTTY_OK && json ? show_json(summary(r), out) : st;
}

/* The program is gone: now we may block. */
static int
print_end(struct run *r, qtty_status st)
{
    st = st == QTTY_OK ? append_end(r) : st;
    if (st != QTTY_OK)
        return fail(EXIT_FAILED, "lines: %s", qtty_status_text(st));
    while (r->outlet.pending.len != 0)
        outlet_write(&r->outlet);
    if (r->outlet.error != 0 && r->outlet.error != EPIPE)
        return fail(EXIT_FAILED, "standard output: %s", strerror(r->outlet.error));
    view_tell_dropped(&r->view);
    return r->outlet.error == EPIPE ? ending_by_signal(SIGPIPE) : 0;
}

static int
finish(struct run *r)
{
    qtty_child child;
    qtty_terminal_child(r->terminal, &child);
    qtty_status st = view_end_bytes(&r->view);
    witness_end(&r->witness, &child, clock_now_ns());
    int code = r->outlet.error == 0 ? print_end(r, st) : 0;
    switch (r->end) {
    case RUN_GOES_ON:
        return code != 0 ? code : ending_code(&child);
    case RUN_TIMED_OUT:
        return EXIT_TIMEOUT;
    case RUN_INTERRUPTED:
        return ending_by_signal(r->signal != 0 ? r->signal : SIGPIPE);
    case RUN_FAILED:
        break;
    }
    return EXIT_FAILED;
}

/* --- The start ---------------------------------------------------------------------- */

static int
spawn(struct run *r)
{
    qtty_status st = qtty_pty_provider_create(&r->provider, NULL);
    if (st != QTTY_OK)
        return fail(EXIT_FAILED, "terminal: %s", qtty_status_text(st));
    const char *cwd = r->options->spawn.cwd;
    st = qtty_provider_spawn(r->provider, &r->terminal, &r->options->spawn);
    if (st == QTTY_OK)
        return 0;
    const char *error = qtty_provider_error(r->provider);
    const char *dashes = options_dashes(error, "cwd", cwd);
    return fail(ending_code_unstarted(st, cwd), "%s%s", dashes != NULL ? dashes : "",
                error);
}

static uint64_t
timeout_at(const struct run_options *o, uint64_t now_ns)
{
    return o->timeout > 0 ? now_ns + (uint64_t)(o->timeout * 1e9) : QTTY_NEVER;
}

/* Who replays or renders it has no converter: recorded is what the terminal got. */
static void
hear(void *context, qtty_span text)
{
    struct run *r = context;
    witness_output(&r->witness, text, clock_now_ns());
    run_follow_size(r);
}

static int
run(const struct run_options *o)
{
    struct own_signals signals;
    struct run r = { .options = o, .start_ns = clock_now_ns() };
    if (!own_signals_open(&signals))
        return EXIT_FAILED;
    r.signals = signals.descriptor;
    outlet_init(&r.outlet);
    qtty_buf_init(&r.screen, NULL, 0);
    bool opened = witness_open(&r.witness, o->record, &o->view, r.start_ns)
                  && view_open(&r.view, &o->view);
    r.view.heard = hear;
    r.view.context = &r;
    typist_init(&r.typist, o->keys, r.view.converter);
    int code = opened ? spawn(&r) : EXIT_FAILED;
    if (code == 0) {
        r.replies.emulator = r.view.emulator;
        r.replies.terminal = r.terminal;
        r.replies.sees_unread = true;
        r.window = o->spawn.window;
        r.timeout_ns = timeout_at(o, clock_now_ns());
        typist_start(&r.typist, r.terminal, r.provider->ops->provable, clock_now_ns());
        run_loop(&r);
        own_signals_close(&signals);
        code = finish(&r);
    }
    qtty_terminal_destroy(r.terminal);
    qtty_provider_destroy(r.provider);
    witness_close(&r.witness);
    view_close(&r.view);
    typist_finish(&r.typist);
    outlet_finish(&r.outlet);
    qtty_buf_finish(&r.screen);
    return tape_code(&r.witness.tape, code);
}

/* --- Options ------------------------------------------------------------------------ */

static const char run_summary[] =
    "Run a program on a headless terminal to its end, answer what it asks the\n"
    "terminal, and print its lines as a person would have read them: a\n"
    "progress bar is one line. Exits with the program's status: 128+N for a\n"
    "signal, 124 for the timeout; 127 where it is not found, 126 where\n"
    "it cannot be executed, 1 where anything else fails. A recording that cannot\n"
    "be written is told, and gives 1 where the status would be 0.\n\n"
    "Standard input, unless it is a terminal, is typed into the program; then\n"
    "its end, while the program reads whole lines. A program that edits its\n"
    "lines itself (bash, python) gets no end: tell it to leave, or use\n"
    "--timeout. A typed line has at most 4095 bytes.\n\n"
    "With --keys names like up, enter, f5, ctrl-c, alt-x or a, spaces between "
    "them,\n"
    "are pressed instead, each when the program waits for it.\n\n"
    "A line is printed once it can change no more: of a short program, at its\n"
    "end; with --projection stream, at once.\n\n"
    "Variables whose names hold KEY, PASSWORD, SECRET or TOKEN are kept from the\n"
    "program, and PAGER is cat, unless --env sets them. With --profile quiet all\n"
    "pagers are cat, editors fail and say so, package managers do not ask; with\n"
    "--profile full pagers and editors are those of the caller.\n\n"
    "With --encoding the program prints and reads another charset than UTF-8\n"
    "(ISO-8859-1, Shift_JIS, GB18030, …); standard input and output stay UTF-8.\n"
    "Its locale is not changed: --env LC_ALL=… does that.\n\n"
    "With --persona research the program may resize its terminal, and is told\n"
    "its titles and sums of its screen, as programs that test terminals want.\n";

/* Without a key the program would wait for ever: standard input is not read then. */
static int
check_keys(const char *keys)
{
    qtty_span name, names = qtty_text(keys);
    qtty_span unknown = keys_find_unknown(names);
    if (!keys_next_name(&names, &name))
        return fail(EXIT_USAGE, "--keys: names no key");
    if (unknown.len != 0)
        return fail(EXIT_USAGE, "--keys: %.*s: no such key",
                    (int)(unknown.len < 64 ? unknown.len : 64), unknown.data);
    return OPTIONS_GO_ON;
}

static int
read_options(struct run_options *o, struct changes *changes, int *argc, char **argv)
{
    struct view_options *view = &o->view;
    qtty_spawn_config *spawn = &o->spawn;
    const struct option_row rows[] = {
        OPT_COUNT("rows", &view->rows, QTTY_ROWS_MAX, "height in cells (40)"),
        OPT_COUNT("cols", &view->cols, QTTY_COLS_MAX, "width in cells (160)"),
        OPT_CHOICE("projection", &view->projection, view_projection, "of the lines"),
        OPT_CHOICE("hidden", &view->hidden, view_hidden, "concealed text in lines"),
        OPT_FLAG("screen", &o->screen, "print the last screen instead of the lines"),
        OPT_FLAG("json", &o->json, "print an object a line, the status last"),
        OPT_SECONDS("timeout", &o->timeout, 1, "end the program then (never)"),
        OPT_SECONDS("grace", &o->grace, 0, "from TERM to KILL when it is ended (3)"),
        OPT_TEXT("keys", &o->keys, "NAMES", "press these, not what standard input has"),
        OPT_FLAG("no-echo", &spawn->no_echo, "what is typed is not printed"),
        OPT_TEXT("cwd", &spawn->cwd, "DIR", "where the program starts"),
        OPT_CHOICE("profile", &o->profile, qtty_profile_name, "of the environment"),
        OPT_EACH("env", changes, changes_take_env, "NAME=VALUE", "set a variable"),
        OPT_EACH("unset", changes, changes_take_unset, "NAME", "remove a variable"),
        OPT_TEXT("term", &spawn->term, "NAME", "TERM (xterm-256color)"),
        OPT_TEXT("record", &o->record, "FILE",
                 "record what it prints, for render and replay"),
        OPT_TEXT("encoding", &view->encoding, "NAME", "charset of the program (UTF-8)"),
        OPT_CHOICE("engine", &view->engine, qtty_engine_name, "who executes sequences"),
        OPT_CHOICE("persona", &view->persona, qtty_persona_name,
                   "whom replies speak for"),
    };
    const struct usage usage = {
        .command = "run",
        .operands = "[--] COMMAND [ARGUMENT…]",
        .summary = run_summary,
        .examples =
            "  quietty run -- bash -c 'for i in $(seq 100); do printf \"\\r%d%%\" $i; "
            "done'\n"
            "  quietty run --screen --timeout 2 -- top\n"
            "  quietty run --screen --keys 'down space q' -- less LICENSE\n"
            "  seq 9 | quietty run --no-echo -- wc -l\n"
            "  quietty run --json --rows 24 --cols 80 --env LANG=C -- ls -l --color\n",
        .rows = rows,
        .count = sizeof rows / sizeof rows[0],
        .first_operand_ends = true,
    };
    int code = options_read(&usage, argc, argv);
    if (code == OPTIONS_GO_ON && *argc == 0)
        return fail(EXIT_USAGE, "run: needs a command; see quietty run --help");
    return code == OPTIONS_GO_ON && o->keys != NULL ? check_keys(o->keys) : code;
}

/* The emulator and the terminal are told the same. */
static void
share_options(struct run_options *o, const struct changes *changes)
{
    o->view.rows = o->view.rows != 0 ? o->view.rows : 40;
    o->view.cols = o->view.cols != 0 ? o->view.cols : 160;
    o->view.term = o->spawn.term;
    if (o->view.persona != NULL && strcmp(o->view.persona, "research") == 0)
        o->view.reports = QTTY_REPORT_RESIZE | QTTY_REPORT_TITLE;
    if (!converter_is_utf8(o->view.encoding))
        o->spawn.encoding = QTTY_ENCODING_LATIN1;
    o->spawn.window.rows = o->view.rows;
    o->spawn.window.cols = o->view.cols;
    o->spawn.profile = changes_profile(o->profile);
    o->spawn.env = changes->entries;
    o->spawn.env_count = changes->count;
}

int
command_run(int argc, char **argv)
{
    struct run_options o = { .spawn = QTTY_SPAWN_CONFIG_INIT, .timeout = -1, .grace = 3 };
    struct changes changes = { NULL, 0 };
    char session[32];
    qtty_span *words = NULL;
    int code = read_options(&o, &changes, &argc, argv);
    if (code == OPTIONS_GO_ON)
        words = calloc((size_t)argc, sizeof *words);
    if (words != NULL) {
        for (int i = 0; i < argc; i++)
            words[i] = qtty_text(argv[i]);
        (void)snprintf(session, sizeof session, "run-%d", (int)getpid());
        share_options(&o, &changes);
        o.spawn.argv = words;
        o.spawn.argc = (size_t)argc;
        o.spawn.session = session;
        code = run(&o);
    }
    free(words);
    changes_finish(&changes);
    return code != OPTIONS_GO_ON
               ? code
               : fail(EXIT_FAILED, "%s", qtty_status_text(QTTY_E_NOMEM));
}
