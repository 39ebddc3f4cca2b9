/* Starting a program. posix_spawn(3) of glibc shares the caller's memory until the
 * exec, so a host of any size pays the same, and only async-signal-safe calls run in
 * between; the failure of the exec comes back as its result. What could fail for
 * reasons worth a better text, the directory and the search, is looked at here, before
 * anything starts. */
#define _GNU_SOURCE /* POSIX_SPAWN_SETSID, addfchdir_np, addclosefrom_np, environ */

#include "provider/spawn.h"

#include "base/alloc.h"
#include "provider/supervisor.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Search ------------------------------------------------------------------------- */

/* 0, or the errno that speaks against executing a file. */
static int
why_not_executable(int directory, const char *path)
{
    struct stat st;
    if (fstatat(directory, path, &st, 0) != 0)
        return errno;
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    return faccessat(directory, path, X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

/* DIRECTORY/PROGRAM; an empty directory is the current one (POSIX, XBD 8.3). */
static qtty_status
candidate(qtty_buf *path, const char *directory, size_t length, const char *program)
{
    path->len = 0;
    qtty_status st = length != 0 ? qtty_buf_append(path, directory, length)
                                 : qtty_buf_append(path, ".", 1);
    if (st == QTTY_OK)
        st = qtty_buf_append(path, "/", 1);
    if (st == QTTY_OK)
        st = qtty_buf_append(path, program, strlen(program) + 1);
    return st;
}

static qtty_status
not_executable(struct failure *why, const char *program, int error)
{
    bool missing = error == ENOENT || error == ENOTDIR;
    return failure_set(why, missing ? QTTY_E_NOT_FOUND : QTTY_E_NOT_EXECUTABLE,
                       "%.200s: %s", program, strerror(error));
}

/* Of a PATH without end the first whole directories, and that there are more. */
static qtty_status
not_in_path(struct failure *why, const char *program, const char *search)
{
    enum { SHOWN_BYTES = 400, NAME_BYTES = 64 };
    size_t shown = strlen(search);
    if (shown > SHOWN_BYTES)
        for (shown = SHOWN_BYTES; shown != 0 && search[shown] != ':'; shown--)
            ;
    return failure_set(why, QTTY_E_NOT_FOUND, "%.*s%s: not found in PATH (%.*s%s)",
                       NAME_BYTES, program, strlen(program) > NAME_BYTES ? "..." : "",
                       (int)shown, search, search[shown] != '\0' ? ":..." : "");
}

/* As a shell does: what is there but cannot be executed is passed over, and told about if
 * nothing better follows. */
static qtty_status
search_path(qtty_buf *path, const char *program, const char *search, int directory,
            struct failure *why)
{
    int error = ENOENT;
    for (const char *rest = search;; rest++) {
        size_t length = strcspn(rest, ":");
        qtty_status st = candidate(path, rest, length, program);
        if (st != QTTY_OK)
            return failure_set(why, st, "%.200s: out of memory", program);
        int now = why_not_executable(directory, (const char *)path->data);
        if (now == 0)
            return QTTY_OK;
        if (now == EACCES)
            error = now;
        rest += length;
        if (*rest == '\0')
            break;
    }
    if (error == EACCES)
        return not_executable(why, program, error);
    return not_in_path(why, program, search);
}

qtty_status
spawn_search(qtty_buf *path, const char *program, const char *search, int directory,
             struct failure *why)
{
    if (program[0] != '\0' && strchr(program, '/') == NULL)
        return search_path(path, program,
                           search != NULL ? search : "/usr/local/bin:/usr/bin:/bin",
                           directory, why);

    int error = why_not_executable(directory, program);
    if (error != 0)
        return not_executable(why, program[0] != '\0' ? program : "\"\"", error);
    path->len = 0;
    qtty_status st = qtty_buf_append(path, program, strlen(program) + 1);
    return st == QTTY_OK ? st : failure_set(why, st, "%.200s: out of memory", program);
}

/* --- Arguments ---------------------------------------------------------------------- */

static qtty_status
check_argv(const qtty_spawn_config *c, struct failure *why)
{
    if (c->argc == 0)
        return failure_set(why, QTTY_E_INVAL, "argv: 0 entries: must name a program");
    for (size_t i = 0; i < c->argc; i++)
        if (c->argv[i].len != 0 && memchr(c->argv[i].data, '\0', c->argv[i].len) != NULL)
            return failure_set(why, QTTY_E_INVAL,
                               "argv[%zu]: %zu bytes: must not contain NUL", i,
                               c->argv[i].len);
    return QTTY_OK;
}

static qtty_status
check_temporary(const qtty_spawn_config *c, struct failure *why)
{
    size_t bytes = 0;
    for (size_t i = 0; c->temporary != NULL && c->temporary[i] != NULL; i++) {
        if (c->temporary[i][0] != '/')
            return failure_set(why, QTTY_E_INVAL,
                               "temporary[%zu]: %.200s: must be an absolute path", i,
                               c->temporary[i]);
        bytes += strlen(c->temporary[i]) + 1;
    }
    if (bytes <= QTTY_TEMPORARY_BYTES_MAX)
        return QTTY_OK;
    return failure_set(why, QTTY_E_RANGE, "temporary: %zu bytes: must be at most %d",
                       bytes, QTTY_TEMPORARY_BYTES_MAX);
}

/* The pointers, and behind them the texts, in one block. */
static char **
copied_argv(const qtty_allocator *a, const qtty_spawn_config *c)
{
    size_t bytes = (c->argc + 1) * sizeof(char *);
    for (size_t i = 0; i < c->argc; i++)
        bytes += c->argv[i].len + 1;

    char **argv = mem_zalloc(a, bytes, 1);
    if (argv == NULL)
        return NULL;
    char *text = (char *)(argv + c->argc + 1);
    for (size_t i = 0; i < c->argc; i++) {
        argv[i] = text;
        if (c->argv[i].len != 0)
            memcpy(text, c->argv[i].data, c->argv[i].len);
        text += c->argv[i].len + 1;
    }
    return argv;
}

/* --- The start ---------------------------------------------------------------------- */

/* The open of a terminal by the leader of a session that has none makes it the
 * controlling one. Descriptor 3 and up go last: the directory is one of them. */
static int
add_actions(posix_spawn_file_actions_t *actions, const struct start *s)
{
    int error = 0;
    if (s->directory != AT_FDCWD)
        error = posix_spawn_file_actions_addfchdir_np(actions, s->directory);
    if (error == 0)
        error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, s->terminal,
                                                 O_RDWR, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDOUT_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDERR_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
    return error;
}

int
spawn_attributes(posix_spawnattr_t *attributes, bool blocked)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);

    int error = posix_spawnattr_setsigmask(attributes, blocked ? &all : &none);
    if (error == 0)
        error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0)
        error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSID
                                                         | POSIX_SPAWN_SETSIGMASK
                                                         | POSIX_SPAWN_SETSIGDEF);
    return error;
}

/* As a child of the host. @return 0, or an errno. */
static int
start_plain(pid_t *pid, const struct start *s)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;

    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = spawn_attributes(&attributes, false);
        if (error == 0)
            error = add_actions(&actions, s);
        if (error == 0)
            error =
                posix_spawn(pid, s->file, &actions, &attributes, s->argv, s->environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* The very directory that was looked at is the one that the child enters. */
static qtty_status
open_directory(int *directory, const char *path, struct failure *why)
{
    *directory = AT_FDCWD;
    if (path == NULL)
        return QTTY_OK;
    *directory = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (*directory >= 0 && faccessat(*directory, ".", X_OK, AT_EACCESS) == 0)
        return QTTY_OK;

    qtty_status st = errno == ENOENT || errno == ENOTDIR ? QTTY_E_NOT_FOUND : QTTY_E_IO;
    failure_set(why, st, "cwd: %.300s: %s", path, strerror(errno));
    if (*directory >= 0)
        close(*directory);
    *directory = AT_FDCWD;
    return st;
}

/* The file was found before: a second "not found" speaks of the interpreter in its first
 * line, or its loader. */
static qtty_status
not_started(struct failure *why, const char *program, int error)
{
    if (error == ENOMEM)
        return failure_set(why, QTTY_E_NOMEM, "%.200s: out of memory", program);
    bool ours = error == EAGAIN || error == EMFILE || error == ENFILE;
    return failure_set(why, ours ? QTTY_E_IO : QTTY_E_NOT_EXECUTABLE,
                       "%.200s: cannot be executed: %s%s", program, strerror(error),
                       error == ENOENT ? " (its interpreter)" : "");
}

/* The supervisor was killed before it told of a leader, and on the terminal is none. In
 * a cgroup nobody was left alone. */
static qtty_status
supervisor_killed(struct started *started, start_progress progress, const char *program,
                  struct failure *why)
{
    bool emptied = progress == START_IN_CGROUP && cgroup_empty(started->cgroup);
    cgroup_finish(started->cgroup);
    if (progress == START_NOT_YET || emptied)
        return failure_set(why, QTTY_E_IO,
                           "%.200s: not started: the supervisor was killed", program);
    return failure_set(why, QTTY_E_IO,
                       "%.200s: ended as the supervisor was killed: "
                       "what it left is not known, nor ended",
                       program);
}

/* A cgroup that the leader is not in tells nothing. */
static qtty_status
start(struct started *started, struct start *s, struct failure *why)
{
    int error;
    start_progress progress;
    cgroup_create(started->cgroup);
    s->cgroup = started->cgroup;
    s->master = started->master;
    switch (
        supervisor_start(started->supervisor, &started->leader, s, &progress, &error)) {
    case SUPERVISOR_STARTED:
        if (progress != START_IN_CGROUP)
            cgroup_finish(started->cgroup);
        return QTTY_OK;
    case SUPERVISOR_KILLED:
        return supervisor_killed(started, progress, s->argv[0], why);
    case SUPERVISOR_UNUSABLE:
        started->unsupervised = error;
        error = start_plain(&started->leader, s);
        break;
    case SUPERVISOR_REFUSED:
        break;
    }
    cgroup_finish(started->cgroup);
    return error == 0 ? QTTY_OK : not_started(why, s->argv[0], error);
}

static qtty_status
find_and_start(struct started *started, struct start *s, qtty_buf *path,
               const char *search, struct failure *why)
{
    qtty_status st = spawn_search(path, s->argv[0], search, s->directory, why);
    if (st != QTTY_OK)
        return st;
    s->file = (const char *)path->data;
    return start(started, s, why);
}

qtty_status
spawn_program(struct started *started, const qtty_allocator *allocator,
              const qtty_spawn_config *c, const char *terminal, struct failure *why)
{
    const char *const *parent =
        c->parent != NULL ? c->parent : (const char *const *)environ;
    struct environment environment;
    qtty_status st = check_argv(c, why);
    if (st == QTTY_OK)
        st = check_temporary(c, why);
    if (st == QTTY_OK)
        st = environment_build(&environment, allocator, c, parent, why);
    if (st != QTTY_OK)
        return st;

    struct start s = { .terminal = terminal,
                       .directory = AT_FDCWD,
                       .temporary = c->temporary };
    s.environment = environment.entries;
    s.argv = copied_argv(allocator, c);
    if (s.argv == NULL)
        st = failure_set(why, QTTY_E_NOMEM, "argv: out of memory");
    else
        st = open_directory(&s.directory, c->cwd, why);

    qtty_buf path;
    qtty_buf_init(&path, allocator, 0);
    if (st == QTTY_OK)
        st = find_and_start(started, &s, &path, environment_get(&environment, "PATH"),
                            why);

    qtty_buf_finish(&path);
    if (s.directory >= 0)
        close(s.directory);
    mem_free(allocator, s.argv);
    environment_finish(&environment);
    return st;
}
