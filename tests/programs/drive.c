/* Scripts of programs, run on sessions: preparing, driving, recording. */
#define _XOPEN_SOURCE 700

#include "drive.h"

#include "vt/memory.h"
#include "text.h"
#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <quietty/session.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORDS_MAX = 32, ENV_MAX = 16, ROUNDS_MAX = 60 };

static const uint64_t guard_ns = 20000000000u;

struct drive {
    struct recording *recording;
    const char *folder;
    struct lines lines;
    char *words[WORDS_MAX]; /* of `run` */
    size_t word_count;
    char *env[ENV_MAX][2];
    size_t env_count;
    uint32_t rows, cols, silence_ms;
    char *finally; /* NULL: nothing */
    qtty_provider *pty;
    qtty_session *session;
};

/* --- Folders ------------------------------------------------------------------------ */

static int
remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

/* By sh, in a folder that is its home. @return the status, 0 for success. */
static int
run_shell(const char *folder, const char *command)
{
    pid_t child = fork();
    int status = -1;
    if (child == 0) {
        if (chdir(folder) != 0 || setenv("HOME", folder, 1) != 0)
            _exit(126);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* What is left of a run that ended too early goes as well. */
static char *folders[4];
static const char *left_command;

static void
clean_up(void)
{
    if (left_command != NULL && folders[0] != NULL)
        run_shell(folders[0], left_command);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (folders[i] != NULL)
            (void)nftw(folders[i], remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    }
}

char *
folder_make(void)
{
    static bool registered;
    if (!registered && atexit(clean_up) != 0)
        die("no room to clean up");
    registered = true;
    const char *under = getenv("TMPDIR");
    char path[256];
    (void)snprintf(path, sizeof path, "%s/quietty-programs-XXXXXX",
                   under != NULL ? under : "/tmp");
    if (mkdtemp(path) == NULL)
        die("%s: cannot be made", path);
    char *folder = copy_of((qtty_span){ (const uint8_t *)path, strlen(path) });
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (folders[i] == NULL) {
            folders[i] = folder;
            return folder;
        }
    }
    die("too many folders");
}

void
folder_remove(char *folder)
{
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (folders[i] == folder)
            folders[i] = NULL;
    }
    (void)nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

/* --- Preparing ---------------------------------------------------------------------- */

static char *
scan_copy(struct scanner *s)
{
    qtty_span text;
    must(scan_string(s, &text));
    return copy_of(text);
}

static char *
scan_either(struct scanner *s)
{
    qtty_span word;
    if (scan_more(s) && *s->at == '"')
        return scan_copy(s);
    must(scan_word(s, &word));
    return copy_of(word);
}

static bool
is_installed(const char *name)
{
    char *path = strdup("/usr/bin:/bin:/usr/games:/usr/sbin");
    char *rest = NULL;
    bool found = false;
    for (char *at = strtok_r(path, ":", &rest); at != NULL && !found;
         at = strtok_r(NULL, ":", &rest)) {
        char file[512];
        (void)snprintf(file, sizeof file, "%s/%s", at, name);
        found = access(file, X_OK) == 0;
    }
    free(path);
    return found;
}

static void
write_text_file(struct drive *d)
{
    char path[512];
    qtty_span text;
    char *name = scan_copy(&d->lines.line);
    must(scan_string(&d->lines.line, &text));
    (void)snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE *file = fopen(path, "ab");
    if (file == NULL || fwrite(text.data, 1, text.len, file) != text.len
        || fclose(file) != 0)
        die("%s: cannot be written", path);
    free(name);
}

static void
prepare(struct drive *d)
{
    char *command = scan_copy(&d->lines.line);
    if (run_shell(d->folder, command) != 0)
        die("%s: failed", command);
    free(command);
}

/* --- Recording ---------------------------------------------------------------------- */

/* The local terminal with its bytes overheard: one at a time is driven. */
static struct tap {
    qtty_terminal_ops ops;
    qtty_status (*read)(qtty_terminal *t, void *bytes, size_t max, size_t *len);
    qtty_buf *to;
    qtty_provider *inner;
} tap;

static qtty_status
tap_read(qtty_terminal *t, void *bytes, size_t max, size_t *len)
{
    qtty_status st = tap.read(t, bytes, max, len);
    if (st == QTTY_OK)
        append(tap.to, bytes, *len);
    return st;
}

static qtty_status
tap_spawn(qtty_provider *p, qtty_terminal **out, const qtty_spawn_config *c)
{
    (void)p;
    qtty_status st = qtty_provider_spawn(tap.inner, out, c);
    if (st != QTTY_OK)
        return st;
    tap.ops = *(*out)->ops;
    tap.read = tap.ops.read;
    tap.ops.read = tap_read;
    (*out)->ops = &tap.ops;
    return QTTY_OK;
}

static const char *
tap_error(const qtty_provider *p)
{
    (void)p;
    return qtty_provider_error(tap.inner);
}

static void
tap_destroy(qtty_provider *p)
{
    (void)p;
}

static qtty_provider *
overheard(struct drive *d)
{
    static const qtty_provider_ops ops = { .name = "pty",
                                           .provable = true,
                                           .spawn = tap_spawn,
                                           .error = tap_error,
                                           .destroy = tap_destroy };
    static qtty_provider provider = { &ops };
    if (qtty_pty_provider_create(&d->pty, NULL) != QTTY_OK)
        die("no local terminal");
    tap = (struct tap){ .to = &d->recording->output, .inner = d->pty };
    return &provider;
}

/* --- Driving ------------------------------------------------------------------------ */

static uint64_t
now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void
turn(struct drive *d)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd polled[QTTY_WANTS_MAX];
    size_t count;
    uint64_t at, now = now_ns();
    qtty_session_wants(d->session, wants, QTTY_WANTS_MAX, &count, &at);
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){
            .fd = wants[i].descriptor,
            .events = (short)((wants[i].events & QTTY_WANT_READ ? POLLIN : 0)
                              | (wants[i].events & QTTY_WANT_WRITE ? POLLOUT : 0)),
        };
    uint64_t wait = at <= now ? 0 : at - now < guard_ns ? at - now : guard_ns;
    (void)poll(polled, count, (int)((wait + 999999) / 1000000));
    (void)qtty_session_step(d->session, NULL, 0, now_ns());
}

static _Noreturn void
give_up(struct drive *d, const char *what)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    uint32_t rows;
    qtty_emulator_size(qtty_session_emulator(d->session), &rows, NULL);
    for (uint32_t row = 0; row < rows; row++) {
        (void)qtty_emulator_row_text(qtty_session_emulator(d->session), (int32_t)row,
                                     &text);
        append_string(&text, "\n");
    }
    fprintf(stderr, "%.*s%s:%u: %s\n", (int)text.len, (const char *)text.data,
            d->lines.line.path, (unsigned)d->lines.line.line, what);
    qtty_session_destroy(d->session);
    die("%s did not go as written", d->lines.line.path);
}

static void
start(struct drive *d)
{
    char home[512];
    const char *parent[] = { "PATH=/usr/bin:/bin:/usr/games:/usr/sbin", "LANG=C.UTF-8",
                             "TZ=UTC", home, NULL };
    qtty_session_config config = QTTY_SESSION_CONFIG_INIT;
    qtty_span words[WORDS_MAX];
    qtty_env_entry env[ENV_MAX];
    qtty_buf error;
    for (size_t i = 0; i < d->word_count; i++)
        words[i] = qtty_text(d->words[i]);
    for (size_t i = 0; i < d->env_count; i++)
        env[i] = (qtty_env_entry){ .name = qtty_text(d->env[i][0]),
                                   .value = qtty_text(d->env[i][1]) };
    (void)snprintf(home, sizeof home, "HOME=%s", d->folder);
    config.dialect = "none";
    config.argv = words;
    config.argc = d->word_count;
    config.env = env;
    config.env_count = d->env_count;
    config.parent = parent;
    config.cwd = d->folder;
    config.idle_silence_ms = d->silence_ms;
    config.window.rows = d->rows;
    config.window.cols = d->cols;
    qtty_buf_init(&error, NULL, 0);
    qtty_status st =
        qtty_session_create(&d->session, overheard(d), &config, now_ns(), &error);
    if (st != QTTY_OK)
        die("%s: %.*s", d->lines.line.path, (int)error.len, (const char *)error.data);
    qtty_buf_finish(&error);
    uint64_t until = now_ns() + guard_ns;
    while (qtty_session_phase(d->session) == QTTY_SESSION_STARTING && now_ns() < until)
        turn(d);
    if (qtty_session_phase(d->session) != QTTY_SESSION_LIVE)
        give_up(d, "did not start");
}

/* Until the program is ready again; it may have ended. */
static void
type(struct drive *d, qtty_span keys)
{
    qtty_send send = QTTY_SEND_INIT;
    qtty_result result;
    send.text = keys;
    if (qtty_session_send(d->session, &send, now_ns()) != QTTY_OK)
        give_up(d, qtty_session_error(d->session));
    uint64_t until = now_ns() + guard_ns;
    while (!qtty_session_take_result(d->session, &result)) {
        if (now_ns() >= until)
            give_up(d, "did not settle");
        turn(d);
    }
}

static bool
row_has(struct drive *d, uint32_t row, const char *text)
{
    qtty_buf row_text;
    qtty_buf_init(&row_text, NULL, 0);
    (void)qtty_emulator_row_text(qtty_session_emulator(d->session), (int32_t)row,
                                 &row_text);
    append(&row_text, "", 1);
    bool found = strstr((const char *)row_text.data, text) != NULL;
    qtty_buf_finish(&row_text);
    return found;
}

static bool
shows(struct drive *d, const char *text)
{
    bool found = false;
    uint32_t rows;
    qtty_emulator_size(qtty_session_emulator(d->session), &rows, NULL);
    for (uint32_t row = 0; row < rows && !found; row++)
        found = row_has(d, row, text);
    return found;
}

static bool
asks(struct drive *d, const char *text)
{
    qtty_cursor cursor;
    qtty_emulator_cursor(qtty_session_emulator(d->session), &cursor);
    return row_has(d, cursor.row, text);
}

static void
wait_for(struct drive *d, bool there)
{
    char *text = scan_copy(&d->lines.line);
    uint64_t until = now_ns() + guard_ns;
    while (shows(d, text) != there) {
        if (now_ns() >= until || qtty_session_phase(d->session) != QTTY_SESSION_LIVE)
            give_up(d, "was waited for in vain");
        turn(d);
    }
    free(text);
    type(d, (qtty_span){ NULL, 0 });
}

static void
rounds(struct drive *d)
{
    char *name = scan_copy(&d->lines.line), *text = scan_copy(&d->lines.line);
    for (unsigned round = 1; !asks(d, text); round++) {
        char mark[128];
        if (round > ROUNDS_MAX)
            give_up(d, "goes on for ever");
        (void)snprintf(mark, sizeof mark, "%s, %u", name, round);
        recording_mark(d->recording, qtty_text(mark));
        type(d, qtty_text("\r"));
    }
    free(name);
    free(text);
}

static bool
has_ended(struct drive *d)
{
    qtty_child child;
    qtty_session_child(d->session, &child);
    return child.state != QTTY_CHILD_RUNNING;
}

/* The close reads what the program printed at its end. */
static void
leave(struct drive *d, qtty_span keys)
{
    uint64_t until = now_ns() + guard_ns;
    type(d, keys);
    while (!has_ended(d)) {
        if (now_ns() >= until)
            give_up(d, "did not leave");
        turn(d);
    }
    (void)qtty_session_close(d->session, now_ns());
    while (qtty_session_phase(d->session) == QTTY_SESSION_CLOSING)
        turn(d);
}

/* --- Statements --------------------------------------------------------------------- */

static void
do_env(struct drive *d)
{
    if (d->env_count == ENV_MAX)
        die("too many variables");
    d->env[d->env_count][0] = scan_either(&d->lines.line);
    d->env[d->env_count++][1] = scan_copy(&d->lines.line);
}

static void
do_run(struct drive *d)
{
    while (scan_more(&d->lines.line)) {
        if (d->word_count == WORDS_MAX)
            die("too many words");
        d->words[d->word_count++] = scan_either(&d->lines.line);
    }
    start(d);
}

static void
do_text(struct drive *d, qtty_span word)
{
    qtty_span text;
    must(scan_string(&d->lines.line, &text));
    if (span_is(word, "mark"))
        recording_mark(d->recording, text);
    else if (span_is(word, "keys"))
        type(d, text);
    else if (span_is(word, "leave"))
        leave(d, text);
    else
        must(scan_fail(&d->lines.line, "no such statement"));
}

/* @return a program that is missing, or a size. */
static char *
requirement(struct drive *d, qtty_span word)
{
    char *name = scan_either(&d->lines.line);
    char size[32];
    (void)snprintf(size, sizeof size, "%ux%u", (unsigned)d->rows, (unsigned)d->cols);
    bool met = span_is(word, "needs") ? is_installed(name) : strcmp(name, size) == 0;
    if (!met)
        return name;
    free(name);
    return NULL;
}

static void
statement(struct drive *d, qtty_span word)
{
    if (span_is(word, "file")) {
        write_text_file(d);
    } else if (span_is(word, "silence")) {
        must(scan_number(&d->lines.line, 10000, &d->silence_ms));
    } else if (span_is(word, "prepare")) {
        prepare(d);
    } else if (span_is(word, "finally")) {
        left_command = d->finally = scan_copy(&d->lines.line);
    } else if (span_is(word, "env")) {
        do_env(d);
    } else if (span_is(word, "run")) {
        do_run(d);
    } else if (span_is(word, "wait") || span_is(word, "gone")) {
        wait_for(d, span_is(word, "wait"));
    } else if (span_is(word, "rounds")) {
        rounds(d);
    } else {
        do_text(d, word);
    }
}

/* @return what is missing. */
static char *
next_statement(struct drive *d)
{
    qtty_span word;
    char *missing = NULL;
    must(scan_word(&d->lines.line, &word));
    if (span_is(word, "needs") || span_is(word, "only"))
        missing = requirement(d, word);
    else
        statement(d, word);
    must(scan_end(&d->lines.line));
    return missing;
}

static void
finish(struct drive *d)
{
    qtty_session_destroy(d->session);
    qtty_provider_destroy(d->pty);
    left_command = NULL;
    if (d->finally != NULL)
        (void)run_shell(d->folder, d->finally);
    free(d->finally);
    for (size_t i = 0; i < d->word_count; i++)
        free(d->words[i]);
    for (size_t i = 0; i < d->env_count; i++) {
        free(d->env[i][0]);
        free(d->env[i][1]);
    }
    lines_close(&d->lines);
}

char *
drive_script(struct recording *out, const char *script, const char *folder, uint32_t rows,
             uint32_t cols)
{
    struct drive d = { .recording = out, .folder = folder, .rows = rows, .cols = cols };
    char *missing = NULL;
    recording_init(out, "live", rows, cols);
    lines_open(&d.lines, script);
    while (missing == NULL && lines_next(&d.lines))
        missing = next_statement(&d);
    finish(&d);
    return missing;
}
