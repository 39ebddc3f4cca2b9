/* quietty shell: one persistent shell that runs the lines of standard input, one after
 * another, each when the one before it is done. */
#define _POSIX_C_SOURCE 200809L

#include "cli/shell.h"

#include "cli/changes.h"
#include "provider/clock.h"
#include "cli/command.h"
#include "cli/ending.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/shell_program.h"
#include "cli/view.h"
#include "sandbox/policy.h"
#include <errno.h>
#include <stdlib.h>

/* --- The end ------------------------------------------------------------------------ */

/* Why it could not start, or what it left. */
static void
tell_failure(struct shell *s)
{
    if (qtty_session_phase(s->session) != QTTY_SESSION_FAILED || s->failed)
        return;
    fail(EXIT_FAILED, "shell: %s", qtty_session_error(s->session));
    s->failed = true;
}

static void
tell_line_not_run(struct shell *s)
{
    qtty_span line;
    if (!s->closing && !s->failed && intake_next(&s->intake, &line) != INTAKE_NONE)
        fail(EXIT_FAILED, "shell: line %llu: not run, since the shell has ended",
             (unsigned long long)s->intake.lines);
}

/* Where a shell says when a command is done, one that it did not say so of has not
 * done what was asked, whatever the one before it did. */
static int
code_of_last(const struct shell *s)
{
    if (s->unfinished == 0)
        return s->code;
    fail(EXIT_FAILED, "shell: line %llu: not finished, when the input ended%s",
         (unsigned long long)s->unfinished,
         s->continued ? "" : ", or its status is not known");
    return s->code != 0 ? s->code : EXIT_FAILED;
}

static int
finish(struct shell *s)
{
    qtty_child child;
    if (s->session != NULL) {
        tell_failure(s);
        tell_line_not_run(s);
    }
    if (s->outlet.error == EPIPE)
        return ending_by_signal(SIGPIPE);
    if (s->signal != 0)
        return ending_by_signal(s->signal);
    if (s->failed)
        return EXIT_FAILED;
    if (s->closing)
        return code_of_last(s);
    qtty_session_child(s->session, &child);
    return ending_code(&child);
}

/* --- The start ---------------------------------------------------------------------- */

/* By the name of the option, where one is at fault. */
static int
tell_not_created(const struct shell_options *o, qtty_status why, const char *error)
{
    const qtty_session_config *c = &o->session;
    const char *dashes = options_dashes(error, "workspace", c->workspace);
    if (dashes == NULL)
        dashes = options_dashes(error, "sandbox", o->sandbox);
    if (dashes == NULL)
        dashes = options_dashes(error, "encoding", c->encoding);
    return fail(ending_code_unstarted(why, c->workspace), "%s%s",
                dashes != NULL ? dashes : "shell: ", error);
}

/* That something is let through is told in any case. */
static void
tell_sandbox(const struct shell *s)
{
    const char *text;
    qtty_enforcement now = qtty_session_sandbox(s->session, &text);
    if (now == QTTY_ENFORCEMENT_PARTIAL
        || (now == QTTY_ENFORCEMENT_FULL && s->options->verbose))
        (void)fail(0, "shell: sandbox: %s", text);
}

static int
create(struct shell *s)
{
    static const char nul[] = "";
    qtty_buf why;
    qtty_buf_init(&why, NULL, 0);
    qtty_status st = qtty_session_create(&s->session, NULL, &s->options->session,
                                         clock_now_ns(), &why);
    int code = 0;
    if (st != QTTY_OK)
        code = tell_not_created(s->options, st,
                                qtty_buf_append(&why, nul, 1) == QTTY_OK
                                    ? (const char *)why.data
                                    : qtty_status_text(st));
    else
        tell_sandbox(s);
    qtty_buf_finish(&why);
    return code;
}

static int
run(const struct shell_options *o)
{
    struct own_signals signals;
    struct shell s = { .options = o, .start_ns = clock_now_ns() };
    if (!own_signals_open(&signals))
        return EXIT_FAILED;
    s.signals = signals.descriptor;
    outlet_init(&s.outlet);
    intake_init(&s.intake);
    int code = tape_open(&s.tape, o->record) ? create(&s) : EXIT_FAILED;
    if (code == 0) {
        shell_loop(&s);
        own_signals_close(&signals);
        code = finish(&s);
    }
    qtty_session_destroy(s.session);
    tape_close(&s.tape);
    intake_finish(&s.intake);
    outlet_finish(&s.outlet);
    return tape_code(&s.tape, code);
}

/* --- Options ------------------------------------------------------------------------ */

static const char *
sandbox_name(size_t index)
{
    return sandbox_mode_name((qtty_sandbox)(index + 1)); /* without the default */
}

static const char summary[] =
    "Run the lines of standard input as commands in one persistent shell, each\n"
    "when the shell is proven to be ready for it, and print what they print.\n"
    "A command that goes on in further lines (a heredoc, an open quote) is\n"
    "completed by them; a program that asks gets the next line as its answer.\n"
    "A PROGRAM is started in place of the dialect's own shell: alone, with that one's\n"
    "arguments; with ARGUMENTs, exactly so. Its name tells the dialect; where it does\n"
    "not, it is none, which takes any program. With --dialect it must be a shell of\n"
    "that dialect (of sh also ksh or mksh, not bash), which sets it up and knows its\n"
    "prompt.\n\n"
    "Exits with the status of the last command; with the shell's own, 128+N for\n"
    "a signal, if that left; with 127 if it is not found, 126 if it cannot be executed,\n"
    "1 if it cannot be started. A command that was not finished when the input ended,\n"
    "or whose status is not known (its shell has another prompt), is told, and gives 1\n"
    "after a last command that gave 0. A line that is not\n"
    "done in time, or cannot be sent (control characters but TAB and ESC, no UTF-8,\n"
    "over 1 MiB), is the last, and the exit status 124 or 1. Of a command's output\n"
    "the last million lines or 64 MiB are printed, with --json the last 10 000 lines\n"
    "or 256 KiB. A recording that cannot be written is told, and gives 1 where the\n"
    "status would be 0. At the end of the input, and by a signal, all that the shell\n"
    "started in its terminal session or left that (setsid) is ended.\n\n"
    "With --json each line is answered by an object with output, delta (what the\n"
    "lines of the terminal show), exit_code (null: no command finished),\n"
    "wait_reason, evidence, elapsed_ms, truncated, session_status, replies; one\n"
    "that cannot be sent by an object with line and error; and the next line is\n"
    "read in any case. With it, and with --verbose, these lines are no commands:\n"
    "  {\"text\":T}      type T and Enter; with \"submit\":false T alone\n"
    "  {\"keys\":[K,…]}  press keys: up, enter, f5, ctrl-c, alt-x, shift-tab, a, space\n"
    "  {\"signal\":NAME} signal the foreground, then wait: INT, TERM, KILL, TSTP, HUP\n"
    "  {\"screen\":true} print the screen as it is\n"
    "\"timeout\":SECONDS and \"minimum\":NAME can stand beside text, keys and\n"
    "signal. A JSON object with another member is refused, and is no command.\n\n"
    "With --sandbox read-only or workspace-write the shell, and what it starts, writes "
    "no\n"
    "file, or those in the --workspace and temporary ones of its own: in a private "
    "/tmp,\n"
    "or by Landlock in a folder that TMPDIR names. bubblewrap confines it,\n"
    "or Landlock where that cannot run; where neither can, nothing is started. What is "
    "let\n"
    "through all the same is told on standard error. Only files are confined.\n";

static const char examples[] =
    "  printf '%s\\n' 'cd /tmp' pwd | quietty shell\n"
    "  printf '%s\\n' 'ls nowhere' 'sleep 9' | "
    "quietty shell --json --timeout 2\n"
    "  printf '%s\\n' 'less LICENSE' '{\"screen\":true}' '{\"keys\":[\"q\"]}' |\n"
    "      quietty shell --verbose --rows 8\n"
    "  echo 'print(6 * 7)' | quietty shell -- python3\n"
    "  echo 'select 6 * 7;' | quietty shell --json -- sqlite3\n"
    "  echo make | quietty shell --sandbox workspace-write --workspace .\n";

static int
read_options(struct shell_options *o, struct changes *changes, int *argc, char **argv)
{
    qtty_session_config *c = &o->session;
    const struct option_row rows[] = {
        OPT_CHOICE("dialect", &c->dialect, qtty_dialect_name, "of the shell"),
        OPT_CHOICE("sandbox", &o->sandbox, sandbox_name,
                   "which files it may write (danger-full-access)"),
        OPT_TEXT("workspace", &c->workspace, "DIR",
                 "where it starts, and, with workspace-write, may write"),
        OPT_FLAG("json", &o->json, "print an object for each line"),
        OPT_FLAG("verbose", &o->verbose, "print each line, its output and the verdict"),
        OPT_SECONDS("timeout", &o->timeout, 1, "of a line, and of the start-up (30)"),
        OPT_SECONDS("grace", &o->grace, 0, "from TERM to KILL when it is ended (3)"),
        OPT_CHOICE("minimum", &o->minimum, request_minimum,
                   "evidence that a line needs (proven)"),
        OPT_COUNT("rows", &c->window.rows, QTTY_ROWS_MAX, "height in cells (40)"),
        OPT_COUNT("cols", &c->window.cols, QTTY_COLS_MAX, "width in cells (160)"),
        OPT_CHOICE("projection", &o->projection, view_projection, "of the lines"),
        OPT_CHOICE("hidden", &o->hidden, view_hidden, "concealed text in lines"),
        OPT_CHOICE("profile", &o->profile, qtty_profile_name,
                   "of the environment; quiet: no pagers, editors, questions"),
        OPT_EACH("env", changes, changes_take_env, "NAME=VALUE", "set a variable"),
        OPT_EACH("unset", changes, changes_take_unset, "NAME", "remove a variable"),
        OPT_TEXT("term", &c->term, "NAME", "TERM (xterm-256color)"),
        OPT_TEXT("record", &o->record, "FILE",
                 "record it, for quietty replay, without what is typed"),
        OPT_FLAG("record-input", &o->record_input,
                 "record what is typed, too: also passwords"),
        OPT_TEXT("encoding", &c->encoding, "NAME", "charset of the shell (UTF-8)"),
        OPT_CHOICE("engine", &c->engine, qtty_engine_name, "who executes sequences"),
        OPT_CHOICE("persona", &c->persona, qtty_persona_name, "whom replies speak for"),
    };
    const struct usage usage = {
        .command = "shell",
        .operands = "[--] [PROGRAM ARGUMENT…]",
        .summary = summary,
        .examples = examples,
        .rows = rows,
        .count = sizeof rows / sizeof rows[0],
        .first_operand_ends = true,
    };
    return options_read(&usage, argc, argv);
}

static qtty_sandbox
sandbox_of(const char *name)
{
    for (size_t i = 0; name != NULL && sandbox_name(i) != NULL; i++)
        if (strcmp(sandbox_name(i), name) == 0)
            return (qtty_sandbox)(i + 1);
    return QTTY_SANDBOX_DEFAULT;
}

/* Who prints the output alone wants all of it: much more is kept than a session does. */
static void
keep_more(qtty_session_config *c)
{
    enum { LINES = 1000000, BYTES = 64 << 20 };
    c->scrollback_lines = LINES;
    c->scrollback_max_bytes = c->max_read_bytes = BYTES;
}

static int
complete_options(struct shell_options *o, const struct changes *changes)
{
    qtty_session_config *c = &o->session;
    bool stream = o->projection != NULL && strcmp(o->projection, "stream") == 0;
    if (o->json && o->verbose)
        return fail(EXIT_USAGE, "shell: --json, --verbose: one of them");
    if (o->record_input && o->record == NULL)
        return fail(EXIT_USAGE, "shell: --record-input: needs --record FILE");
    if (o->record != NULL)
        c->record = o->record_input ? QTTY_RECORD_INPUT_TOO : QTTY_RECORD_OUTPUT;
    o->form = o->json ? ANSWER_JSON : o->verbose ? ANSWER_VERBOSE : ANSWER_OUTPUT;
    if (o->form == ANSWER_OUTPUT)
        keep_more(c);
    o->level = request_level(o->minimum != NULL ? o->minimum : request_minimum(0));
    c->projection = stream ? QTTY_PROJECTION_STREAM : QTTY_PROJECTION_SCREEN;
    c->hidden = view_hidden_of(o->hidden);
    if (stream && c->hidden > QTTY_HIDDEN_KEPT)
        return fail(EXIT_USAGE, "--hidden: %s: needs --projection screen", o->hidden);
    c->sandbox = sandbox_of(o->sandbox);
    c->timeout_ms = request_ms(o->timeout);
    c->dispose_grace_ms = request_ms(o->grace);
    c->profile = changes_profile(o->profile);
    c->env = changes->entries;
    c->env_count = changes->count;
    return OPTIONS_GO_ON;
}

int
command_shell(int argc, char **argv)
{
    struct shell_options o = { .session = QTTY_SESSION_CONFIG_INIT,
                               .timeout = 30,
                               .grace = 3 };
    struct changes changes = { NULL, 0 };
    qtty_span *words = NULL;
    int code = read_options(&o, &changes, &argc, argv);
    if (code == OPTIONS_GO_ON)
        code = complete_options(&o, &changes);
    if (code == OPTIONS_GO_ON)
        words = calloc((size_t)argc + DIALECT_WORDS_MAX, sizeof *words);
    if (words != NULL) {
        for (int i = 0; i < argc; i++)
            words[i] = qtty_text(argv[i]);
        code = shell_program_choose(&o.session, words, (size_t)argc);
        code = code == OPTIONS_GO_ON ? run(&o) : code;
    }
    free(words);
    changes_finish(&changes);
    return code != OPTIONS_GO_ON
               ? code
               : fail(EXIT_FAILED, "%s", qtty_status_text(QTTY_E_NOMEM));
}
