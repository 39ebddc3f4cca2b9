/* Sends one after the other, each judged by what the screen shows at the verdict: the
 * program's last act must be there, and nothing may follow. What is early is waited for,
 * so that the next send finds the program ready. */
#define _GNU_SOURCE /* setenv(3), WIFEXITED */
#include "run.h"
#include "shown.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

enum {
    FIRST_NUMBER = 10000,
    TEXT_BYTES = 1024,
    TIMEOUT_MS = 15000,
    COMES_MS = 8000, /* what a verdict was too early for */
    QUIET_MS = 40,   /* and then, before the next send */
    LISTEN_EACH = 8, /* so many sends, a little longer */
    LISTEN_MS = 3,
    FAILURES_MAX = 3, /* sessions that did not go on */
    TOLD_MAX = 3,
};

struct run {
    struct tally *tally;
    const struct program *program;
    const struct surroundings *around;
    struct drive drive;
    struct shown shown;
    unsigned number; /* of the send */
    unsigned told, failures;
};

/* --- Commands beside the terminal --------------------------------------------------- */

static bool
run_command(const struct surroundings *s, const char *command)
{
    char text[TEXT_BYTES];
    int len = snprintf(text, sizeof text, "cd '%s' && { %s\n} </dev/null >/dev/null 2>&1",
                       s->folder, command);
    return len > 0 && (size_t)len < sizeof text && system(text) == 0;
}

static bool
is_there(const struct surroundings *s, const char *name, size_t len)
{
    char text[TEXT_BYTES];
    (void)snprintf(text, sizeof text, "command -v %.*s", (int)len, name);
    return run_command(s, text);
}

static bool
has_dialect(const char *name)
{
    const char *other;
    for (size_t i = 0; (other = qtty_dialect_name(i)) != NULL; i++)
        if (strcmp(name, other) == 0)
            return true;
    return false;
}

/* @return false: `absent` says what is missing. */
static bool
can_run(const struct program *p, const struct surroundings *s, char *absent)
{
    const char *name = p->needs != NULL ? p->needs : "";
    while (*name != '\0') {
        size_t len = strcspn(name, " ");
        if (!is_there(s, name, len)) {
            (void)snprintf(absent, TALLY_WHY_BYTES, "no %.*s", (int)len, name);
            return false;
        }
        name += len + strspn(name + len, " ");
    }
    if (p->dialect != NULL && !has_dialect(p->dialect)) {
        (void)snprintf(absent, TALLY_WHY_BYTES, "no dialect %s", p->dialect);
        return false;
    }
    return true;
}

/* --- Telling ------------------------------------------------------------------------ */

static void
show(const char *text)
{
    for (; *text != '\0'; text++)
        fprintf(stderr, (unsigned char)*text < ' ' ? "\\x%02x" : "%c",
                (unsigned char)*text);
    fprintf(stderr, "\n");
}

static void
tell(struct run *r, const char *what, const char *text)
{
    const qtty_result *result = &r->drive.result;
    char sentence[256];
    if (r->told++ >= TOLD_MAX && !r->around->verbose)
        return;
    qtty_verdict verdict = { .reason = result->wait_reason,
                             .evidence = result->evidence };
    (void)qtty_explain(&verdict, sentence, sizeof sentence);
    fprintf(stderr, "%s: %s: send %u: %s after %.3f ms, %.3f ms of quiet: %s\n  typed  ",
            r->around->configuration, r->program->name, r->number, what,
            (double)(r->drive.settled_ns - r->drive.sent_ns) / 1e6,
            (double)result->quiet_ns / 1e6, sentence);
    show(text);
    fprintf(stderr, "  screen ");
    show((const char *)r->shown.text.data);
}

/* --- Judging ------------------------------------------------------------------------ */

/* The text with the number in the place of each @; NULL stays NULL. */
static const char *
with_number(char out[TEXT_BYTES], const char *text, unsigned number)
{
    size_t len = 0;
    if (text == NULL)
        return NULL;
    for (; *text != '\0' && len + 8 < TEXT_BYTES; text++)
        if (*text == '@')
            len += (size_t)snprintf(out + len, TEXT_BYTES - len, "%u", number);
        else
            out[len++] = *text;
    out[len] = '\0';
    return out;
}

static bool
is_shown(struct run *r, const struct step *s)
{
    char text[TEXT_BYTES], prompt[TEXT_BYTES];
    shown_take(&r->shown, r->drive.session);
    return shown_has(&r->shown, with_number(text, s->shows, r->number),
                     with_number(prompt, s->prompt, r->number));
}

/* @return false: it does not come. */
static bool
comes(struct run *r, const struct step *s)
{
    uint64_t until_ns = drive_now() + (uint64_t)COMES_MS * 1000000u;
    while (!is_shown(r, s) && drive_now() < until_ns)
        (void)drive_hears(&r->drive, QUIET_MS);
    while (drive_hears(&r->drive, QUIET_MS) && drive_now() < until_ns)
        continue;
    return is_shown(r, s);
}

static void
check_after(struct run *r, const char *text)
{
    qtty_evidence_level level = r->drive.result.evidence.level;
    bool longer = r->tally->sends % LISTEN_EACH == 0;
    if (!drive_hears(&r->drive, longer ? LISTEN_MS : 0))
        return;
    r->tally->after[level]++;
    if (!r->program->goes_on)
        tell(r, "output after the verdict", text);
    for (int i = 0; i < QUIET_MS && drive_hears(&r->drive, QUIET_MS); i++)
        continue;
}

/* @return whether the program can be sent more. */
static bool
judge(struct run *r, const struct step *s, const char *text)
{
    if (r->drive.tier == DRIVE_FAILED || r->drive.tier == DRIVE_TIMEOUT) {
        shown_take(&r->shown, r->drive.session);
        tell(r, "never ready", text);
        return false;
    }
    if (is_shown(r, s)) {
        check_after(r, text);
        return true;
    }
    tell(r, "early", text);
    if (comes(r, s)) {
        r->tally->early[r->drive.result.evidence.level]++;
        return true;
    }
    r->tally->lost++;
    tell(r, "lost", text);
    return false;
}

/* How long a program takes to start is no time of ours. */
static bool
take_step(struct run *r, const struct step *s)
{
    char text[TEXT_BYTES];
    (void)with_number(text, s->text, r->number);
    drive_type(&r->drive, text, !s->keys);
    tally_send(r->tally, &r->drive, s->expects);
    if (s != &r->program->reach)
        tally_times(r->tally, &r->drive);
    if (strchr(s->expects, seen_letters[tally_seen(&r->drive)]) == NULL
        && r->drive.tier < DRIVE_TIMEOUT) {
        shown_take(&r->shown, r->drive.session);
        tell(r, "not as expected", text);
    }
    bool goes_on = judge(r, s, text);
    r->number++;
    return goes_on;
}

static bool
take_steps(struct run *r)
{
    const struct step *s = r->program->steps;
    for (size_t i = 0; i < STEPS_MAX && s[i].text != NULL; i++)
        if (!take_step(r, &s[i]))
            return false;
    return true;
}

/* --- Sessions ----------------------------------------------------------------------- */

/* What was typed for the start-up stands; an empty send asks for what holds. */
static bool
reach(struct run *r)
{
    const struct step *s = &r->program->reach;
    if (s->text != NULL)
        return take_step(r, s);
    r->number++;
    if (s->expects == NULL)
        return true;
    drive_type(&r->drive, "", false);
    tally_send(r->tally, &r->drive, s->expects);
    return judge(r, s, "");
}

static void
configure(qtty_session_config *config, const struct run *r, qtty_span argv[3])
{
    static char start[TEXT_BYTES];
    const struct program *p = r->program;
    *config = (qtty_session_config)QTTY_SESSION_CONFIG_INIT;
    config->dialect = p->dialect;
    config->cwd = r->around->folder;
    config->window = (qtty_window){ .rows = 24, .cols = 80 };
    config->timeout_ms = TIMEOUT_MS;
    config->idle_silence_ms = p->silence_ms;
    if (p->start == NULL)
        return;
    (void)snprintf(start, sizeof start, "%s", p->start);
    argv[0] = qtty_text("/bin/sh");
    argv[1] = qtty_text("-c");
    argv[2] = qtty_text(start);
    config->argv = argv;
    config->argc = 3;
}

static void
run_session(struct run *r, uint64_t sends)
{
    qtty_session_config config;
    qtty_span argv[3];
    configure(&config, r, argv);
    r->number = FIRST_NUMBER;
    if (drive_open(&r->drive, &config) != QTTY_OK) {
        r->failures++;
        return;
    }
    bool goes_on = reach(r);
    while (goes_on && r->tally->sends < sends)
        goes_on = take_steps(r);
    r->failures += !goes_on;
    drive_close(&r->drive);
}

static void
set_environment(const struct surroundings *s)
{
    char port[16];
    setenv("HOME", s->folder, 1);
    /* The one of the user database may be nologin, and tmux runs it. */
    setenv("SHELL", "/bin/sh", 1);
    setenv("TMPDIR", s->folder, 1);
    setenv("TMUX_TMPDIR", s->folder, 1);
    setenv("HISTFILE", "/dev/null", 1);
    setenv("LESSHISTFILE", "-", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games", 1);
    setenv("GIT_AUTHOR_NAME", "a", 1);
    setenv("GIT_COMMITTER_NAME", "a", 1);
    setenv("EMAIL", "a@example.org", 1);
    setenv("npm_config_update_notifier", "false", 1);
    (void)snprintf(port, sizeof port, "%u", s->servers.slow_port);
    setenv("SLOW_PORT", port, 1);
    (void)snprintf(port, sizeof port, "%u", s->servers.echo_port);
    setenv("ECHO_PORT", port, 1);
    char screens[TEXT_BYTES];
    (void)snprintf(screens, sizeof screens, "%s/screen", s->folder);
    setenv("SCREENDIR", screens, 1);
}

void
run_program(struct tally *t, const struct program *p, uint64_t sends,
            const struct surroundings *s)
{
    struct run r = { .tally = t, .program = p, .around = s };
    set_environment(s);
    if (p->user_only && s->as_root)
        return;
    t->ran = true;
    if (!can_run(p, s, t->absent))
        return;
    if (p->prepare != NULL && !run_command(s, p->prepare)) {
        (void)snprintf(t->absent, sizeof t->absent, "could not be prepared");
        return;
    }
    shown_init(&r.shown);
    sends = p->part > 1 ? sends / p->part + 1 : sends;
    while (t->sends < sends && r.failures < FAILURES_MAX)
        run_session(&r, sends);
    shown_finish(&r.shown);
    if (p->finally != NULL)
        (void)run_command(s, p->finally);
}
