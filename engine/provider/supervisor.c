/* The host's side of a supervisor. Its program lies in the library as bytes: they are put
 * into a file in memory, which posix_spawn(3) executes. What the leader needs goes in
 * another such file, so that neither its arguments nor its environment are ever the
 * supervisor's own, to be found by who looks for them. */
#define _GNU_SOURCE /* memfd_create(2), addclosefrom_np, P_PIDFD */

#include "provider/supervisor.h"

#include "provider/process.h"
#include "provider/supervisor_bytes.h"
#include "supervisor/walk.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { FINISH_MS = 1000, WAKE_MS = 50 };

#define PROGRAM_NAME "quietty-supervisor"

/* --- Files in memory ---------------------------------------------------------------- */

/* Above all numbers that the supervisor is given, so that none is overwritten before its
 * turn. */
static int
lifted(int descriptor)
{
    if (descriptor < 0 || descriptor >= SUPERVISOR_DESCRIPTORS)
        return descriptor;
    int above = fcntl(descriptor, F_DUPFD_CLOEXEC, SUPERVISOR_DESCRIPTORS);
    int error = errno;
    close(descriptor);
    errno = error;
    return above;
}

/* Since Linux 6.3 what is to be executed must say so; before, the flag is not known. */
static int
memory_file(const char *name, bool executable)
{
    const unsigned exec = 0x10; /* MFD_EXEC */
    int file = memfd_create(name, MFD_CLOEXEC | (executable ? exec : 0));
    if (file < 0 && errno == EINVAL)
        file = memfd_create(name, MFD_CLOEXEC);
    return lifted(file);
}

static int
program_file(void)
{
    int file = memory_file(PROGRAM_NAME, true);
    const unsigned char *at = supervisor_bytes;
    size_t left = supervisor_bytes_size;
    while (file >= 0 && left != 0) {
        ssize_t put = write(file, at, left);
        if (put <= 0) {
            close(file);
            return -1;
        }
        at += put;
        left -= (size_t)put;
    }
    return file;
}

/* --- The request -------------------------------------------------------------------- */

static size_t
list_length(char *const *list)
{
    size_t count = 0;
    while (list[count] != NULL)
        count++;
    return count;
}

static size_t
list_bytes(char *const *list)
{
    size_t count = list_length(list), bytes = (count + 1) * sizeof(uint64_t);
    for (size_t i = 0; i < count; i++)
        bytes += strlen(list[i]) + 1;
    return bytes;
}

/** Where the next text goes. */
struct writer {
    unsigned char *base;
    uint64_t at;
};

static uint64_t
put_text(struct writer *w, const char *text)
{
    uint64_t at = w->at;
    size_t bytes = strlen(text) + 1;
    memcpy(w->base + at, text, bytes);
    w->at += bytes;
    return at;
}

/* A list stands where a number may. */
static void
put_texts(struct writer *w, uint64_t list, char *const *texts)
{
    for (size_t i = 0; texts[i] != NULL; i++) {
        uint64_t at = put_text(w, texts[i]);
        memcpy(w->base + list + i * sizeof at, &at, sizeof at);
    }
}

_Static_assert(TEMPORARY_BYTES == QTTY_TEMPORARY_BYTES_MAX, "all of them have room");

/* An empty text ends them. */
static size_t
temporary_bytes(const char *const *paths)
{
    size_t bytes = 1;
    for (; paths != NULL && *paths != NULL; paths++)
        bytes += strlen(*paths) + 1;
    return bytes;
}

static uint64_t
put_temporary(struct writer *w, const char *const *paths)
{
    uint64_t at = w->at;
    for (; paths != NULL && *paths != NULL; paths++)
        (void)put_text(w, *paths);
    (void)put_text(w, "");
    return at;
}

static size_t
request_bytes(const struct start *s)
{
    return sizeof(struct request) + strlen(s->terminal) + strlen(s->file)
           + strlen(s->cgroup->path) + 3 + list_bytes(s->argv)
           + list_bytes(s->environment) + temporary_bytes(s->temporary);
}

static void
write_request(unsigned char *base, size_t bytes, const struct start *s)
{
    struct writer w = { base, sizeof(struct request) };
    struct request r = {
        .bytes = bytes,
        .host = getpid(),
        .has_directory = s->directory >= 0,
    };
    r.argv = w.at;
    w.at += (list_length(s->argv) + 1) * sizeof(uint64_t);
    r.environment = w.at;
    w.at += (list_length(s->environment) + 1) * sizeof(uint64_t);
    put_texts(&w, r.argv, s->argv);
    put_texts(&w, r.environment, s->environment);
    r.terminal = put_text(&w, s->terminal);
    r.file = put_text(&w, s->file);
    r.temporary = put_temporary(&w, s->temporary);
    if (cgroup_exists(s->cgroup))
        r.cgroup = put_text(&w, s->cgroup->path);
    memcpy(base, &r, sizeof r);
}

static int
request_file(const struct start *s)
{
    size_t bytes = request_bytes(s);
    int file = memory_file("quietty-request", false);
    void *base = MAP_FAILED;
    if (file >= 0 && ftruncate(file, (off_t)bytes) == 0)
        base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (base == MAP_FAILED) {
        int error = errno;
        if (file >= 0)
            close(file);
        errno = error;
        return -1;
    }
    write_request(base, bytes, s);
    munmap(base, bytes);
    return file;
}

/* --- The start ---------------------------------------------------------------------- */

/** What the supervisor is given, in the order of its numbers; -1: not there. */
struct gifts {
    int descriptors[SUPERVISOR_DESCRIPTORS];
};

static int
add_gifts(posix_spawn_file_actions_t *actions, const struct gifts *gifts)
{
    int error = 0;
    for (int i = 0; i < SUPERVISOR_DESCRIPTORS && error == 0; i++)
        error = gifts->descriptors[i] >= 0
                    ? posix_spawn_file_actions_adddup2(actions, gifts->descriptors[i], i)
                    : posix_spawn_file_actions_addclose(actions, i);
    if (error == 0)
        error = posix_spawn_file_actions_addclosefrom_np(actions, SUPERVISOR_DESCRIPTORS);
    return error;
}

/* All signals are blocked, and stay so, from before there is somebody to get them. */
static int
execute(pid_t *pid, const struct gifts *gifts)
{
    char path[] = "/proc/self/fd/5", name[] = PROGRAM_NAME;
    char *const argv[] = { name, NULL }, *const environment[] = { NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    _Static_assert(SUPERVISOR_PROGRAM == 5, "the path names it");

    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = spawn_attributes(&attributes, true);
        if (error == 0)
            error = add_gifts(&actions, gifts);
        if (error == 0)
            error = posix_spawn(pid, path, &actions, &attributes, argv, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* A lack that may pass is no reason to go without a supervisor, silently. */
static supervisor_start_result
result_of(int error)
{
    bool lacks = error == EMFILE || error == ENFILE || error == ENOMEM || error == EAGAIN
                 || error == ENOSPC;
    return lacks ? SUPERVISOR_REFUSED : SUPERVISOR_UNUSABLE;
}

static void
reap(struct supervisor *s, int options)
{
    siginfo_t info = { 0 };
    int failed;
    do
        failed = waitid(P_PIDFD, (id_t)s->pidfd, &info, WEXITED | options);
    while (failed != 0 && errno == EINTR);
}

static void
let_go(struct supervisor *s)
{
    if (s->pidfd >= 0)
        close(s->pidfd);
    if (s->socket >= 0)
        close(s->socket);
    s->pidfd = s->socket = -1;
}

static bool
note_first(void *context, const struct walk_process *process)
{
    pid_t *first = context;
    *first = process->pid;
    return false;
}

/* Its first child is the leader, once that is another program. One that may not be looked
 * at is. @return 0: not yet. */
static pid_t
started_leader(const struct supervisor *s)
{
    char path[32], program[64];
    pid_t first = 0;
    (void)walk_descendants((pid_t)s->pid, note_first, &first);
    (void)snprintf(path, sizeof path, "/proc/%d/exe", (int)first);
    ssize_t len = first != 0 ? readlink(path, program, sizeof program - 1) : 0;
    program[len > 0 ? len : 0] = '\0';
    bool other = len > 0 ? strstr(program, PROGRAM_NAME) == NULL : errno == EACCES;
    return first != 0 && other ? first : 0;
}

/* A program may stop its supervisor before that could tell of the start: it is woken, and
 * the start is seen from here. @return 0; a number: of a leader that was seen. */
static pid_t
wait_for_word(const struct supervisor *s)
{
    struct pollfd told = { .fd = s->socket, .events = POLLIN };
    pid_t seen = 0;
    while (seen == 0 && poll(&told, 1, WAKE_MS) <= 0) {
        process_signal(s->pidfd, SIGCONT);
        seen = started_leader(s);
    }
    return seen;
}

/* It was killed, and that is heard when the leader, too, has let go of the socket: so the
 * leader has the terminal, and with it its session, or it has ended. */
static supervisor_start_result
start_without_word(struct supervisor *s, pid_t *leader, int master)
{
    pid_t session = tcgetsid(master);
    if (session > 0) {
        s->leader = *leader = session;
        s->state = SUPERVISOR_LOST;
        return SUPERVISOR_STARTED;
    }
    reap(s, 0);
    return SUPERVISOR_KILLED;
}

/* It tells of the start, or it leaves. */
static supervisor_start_result
first_word(struct supervisor *s, pid_t *leader, int master, int *error)
{
    struct message m = { .kind = MESSAGE_STARTED, .number = wait_for_word(s) };
    ssize_t len = (ssize_t)sizeof m;
    if (m.number == 0)
        len = recv(s->socket, &m, sizeof m, 0);
    if (len == (ssize_t)sizeof m && m.kind == MESSAGE_STARTED) {
        s->leader = *leader = m.number;
        s->state = SUPERVISOR_WORKS;
        return SUPERVISOR_STARTED;
    }
    process_signal(s->pidfd, SIGKILL);
    if (len != (ssize_t)sizeof m)
        return start_without_word(s, leader, master);
    reap(s, 0);
    *error = m.number;
    return m.kind == MESSAGE_UNUSABLE ? result_of(*error) : SUPERVISOR_REFUSED;
}

static int
copied(int descriptor)
{
    return descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, SUPERVISOR_DESCRIPTORS)
                           : -1;
}

/* @return 0, or an errno. */
static int
open_gifts(struct gifts *gifts, struct supervisor *s, const struct start *start)
{
    int ends[2], *to = gifts->descriptors;
    for (int i = 0; i < SUPERVISOR_DESCRIPTORS; i++)
        to[i] = -1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
    s->socket = ends[0];
    to[SUPERVISOR_SOCKET] = lifted(ends[1]);
    if (to[SUPERVISOR_SOCKET] < 0)
        return errno;
    to[SUPERVISOR_PROGRAM] = program_file();
    if (to[SUPERVISOR_PROGRAM] < 0)
        return errno;
    to[SUPERVISOR_REQUEST] = request_file(start);
    if (to[SUPERVISOR_REQUEST] < 0)
        return errno;
    to[SUPERVISOR_DIRECTORY] = copied(start->directory);
    if (start->directory >= 0 && to[SUPERVISOR_DIRECTORY] < 0)
        return errno;
    to[SUPERVISOR_CGROUP] = copied(start->cgroup->directory);
    return start->cgroup->directory >= 0 && to[SUPERVISOR_CGROUP] < 0 ? errno : 0;
}

static void
close_gift(struct gifts *gifts, int which)
{
    if (gifts->descriptors[which] >= 0)
        close(gifts->descriptors[which]);
    gifts->descriptors[which] = -1;
}

static void
close_gifts(struct gifts *gifts)
{
    for (int i = 0; i < SUPERVISOR_DESCRIPTORS; i++)
        close_gift(gifts, i);
}

static start_progress
progress_of(const struct gifts *gifts)
{
    uint32_t progress = START_NOT_YET;
    (void)!pread(gifts->descriptors[SUPERVISOR_REQUEST], &progress, sizeof progress,
                 offsetof(struct request, progress));
    return (start_progress)progress;
}

/* Whoever it may have started is ended by it, since the host is gone for it. */
static supervisor_start_result
abandon(struct supervisor *s, int error)
{
    close(s->socket);
    s->socket = -1;
    (void)waitpid((pid_t)s->pid, NULL, 0);
    return result_of(error);
}

/* The supervisor's end of the socket is let go of when it is given: else that it ended
 * would not be heard of. */
static supervisor_start_result
start_with(struct supervisor *s, pid_t *leader, struct gifts *gifts, int master,
           int *error)
{
    pid_t pid = 0;
    *error = execute(&pid, gifts);
    close_gift(gifts, SUPERVISOR_SOCKET);
    if (*error != 0)
        return result_of(*error);
    s->pid = pid;
    s->pidfd = process_open(pid);
    if (s->pidfd >= 0)
        return first_word(s, leader, master, error);
    *error = errno;
    return abandon(s, *error);
}

/* Before Linux 5.3 there are none. @return 0, or an errno. */
static int
try_pidfd(void)
{
    int own = process_open(getpid());
    if (own < 0)
        return errno;
    close(own);
    return 0;
}

supervisor_start_result
supervisor_start(struct supervisor *s, pid_t *leader, const struct start *start,
                 start_progress *progress, int *error)
{
    struct gifts gifts = { .descriptors = { 0 } };
    *s = (struct supervisor){ .pidfd = -1, .socket = -1 };
    *progress = START_NOT_YET;
    *error = try_pidfd();
    if (*error != 0)
        return result_of(*error);

    *error = open_gifts(&gifts, s, start);
    supervisor_start_result result =
        *error == 0 ? start_with(s, leader, &gifts, start->master, error)
                    : result_of(*error);
    *progress = progress_of(&gifts);
    close_gifts(&gifts);
    if (result != SUPERVISOR_STARTED)
        let_go(s);
    return result;
}

/* --- Asking and hearing ------------------------------------------------------------- */

void
supervisor_ask(struct supervisor *s, message_kind what)
{
    const struct message m = { .kind = what };
    if (s->state != SUPERVISOR_WORKS)
        return;
    (void)send(s->socket, &m, sizeof m, MSG_DONTWAIT | MSG_NOSIGNAL);
    process_signal(s->pidfd, SIGCONT);
}

static void
take(struct supervisor *s, const struct message *m, qtty_child *leader)
{
    if (m->kind == MESSAGE_DONE) {
        s->state = SUPERVISOR_LEAVES;
    } else if (m->kind == MESSAGE_EXITED) {
        leader->state = m->number == CLD_EXITED ? QTTY_CHILD_EXITED : QTTY_CHILD_SIGNALED;
        leader->value = m->value;
    }
}

/* The socket's end without a last word: it was killed. */
static void
lose(struct supervisor *s)
{
    s->state = SUPERVISOR_LOST;
    process_signal(s->pidfd, SIGKILL);
}

void
supervisor_hear(struct supervisor *s, qtty_child *leader)
{
    struct message m;
    while (s->state == SUPERVISOR_WORKS) {
        ssize_t len = recv(s->socket, &m, sizeof m, MSG_DONTWAIT);
        if (len == (ssize_t)sizeof m)
            take(s, &m, leader);
        else if (len < 0 && errno == EAGAIN)
            return;
        else if (len >= 0 || errno != EINTR)
            lose(s);
    }
    if (s->state == SUPERVISOR_LEAVES && process_ended(s->pidfd)) {
        reap(s, WNOHANG);
        s->state = SUPERVISOR_LEFT;
    }
}

int
supervisor_descriptor(const struct supervisor *s)
{
    if (s->state == SUPERVISOR_WORKS)
        return s->socket;
    return s->state == SUPERVISOR_LEAVES ? s->pidfd : -1;
}

/* --- Its descendants ---------------------------------------------------------------- */

struct found {
    int64_t *pids;
    size_t capacity, count;
    int64_t leader; /* whose zombie is kept on purpose */
    bool zombies;
};

static bool
note(void *context, const struct walk_process *process)
{
    struct found *found = context;
    bool is_zombie = process->state == 'Z' || process->state == 'X';
    if (is_zombie && (!found->zombies || process->pid == found->leader))
        return true;
    if (found->count < found->capacity)
        found->pids[found->count] = process->pid;
    found->count++;
    return true;
}

static bool
is_there(const struct supervisor *s)
{
    return s->state == SUPERVISOR_WORKS || s->state == SUPERVISOR_LEAVES;
}

/* Where only the dead are left, one is held by who traces it: that is who is named. */
size_t
supervisor_descendants(const struct supervisor *s, int64_t *pids, size_t capacity)
{
    struct found found = { .pids = pids, .capacity = capacity, .leader = s->leader };
    if (!is_there(s))
        return 0;
    (void)walk_descendants((pid_t)s->pid, note, &found);
    found.zombies = found.count == 0;
    if (found.zombies)
        (void)walk_descendants((pid_t)s->pid, note, &found);
    return found.count;
}

static bool
kill_one(void *context, const struct walk_process *process)
{
    (void)context;
    process_signal(process->pidfd, SIGKILL);
    return true;
}

void
supervisor_assist(const struct supervisor *s)
{
    char state = is_there(s) ? walk_state((pid_t)s->pid) : '\0';
    if (state == 'T' || state == 't')
        (void)walk_descendants_behind((pid_t)s->pid, kill_one, NULL);
}

/* --- The end ------------------------------------------------------------------------ */

void
supervisor_finish(struct supervisor *s)
{
    if (s->pidfd >= 0 && s->state != SUPERVISOR_LEFT) {
        struct pollfd ended = { .fd = s->pidfd, .events = POLLIN };
        process_signal(s->pidfd, SIGKILL);
        (void)poll(&ended, 1, FINISH_MS);
        reap(s, WNOHANG);
    }
    let_go(s);
}
