/* The walk is breadth first, over processes that it holds by descriptors, or, when it has
 * many of these, knows by numbers and start times. That a number is a descendant's is
 * known only for the process that it is now, so each look goes in this order: a
 * descriptor is opened for the child, its parent's number is read, and then both
 * descriptors must still be alive. A number that was given to another in between fails
 * one of the three. */
#define _GNU_SOURCE /* O_DIRECTORY */

#include "supervisor/walk.h"

#include "supervisor/system.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/mman.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

enum {
    QUEUE_MAX = 32768, /* processes of one walk; the rest is the next one's */
    HELD_BELOW = 512,  /* numbers of descriptors that stay open until their turn */
    PATH_MAX_BYTES = 64,
};

struct known {
    struct walk_process process; /* without a descriptor: -1 */
    uint64_t started;            /* in ticks since the boot */
    uint64_t threads;
};

struct walk {
    struct known *queue;
    size_t count;
    bool ended;  /* by who visits */
    bool behind; /* each is visited behind the look at its children */
    int held_below;
    pid_t root;
    walk_visit visit;
    void *context;
};

/** The process whose children are looked at. */
struct parent {
    pid_t pid;
    int pidfd;
};

/* --- Paths -------------------------------------------------------------------------- */

struct path {
    char text[PATH_MAX_BYTES];
    size_t len;
};

static void
add_text(struct path *path, const char *text)
{
    while (*text != '\0')
        path->text[path->len++] = *text++;
    path->text[path->len] = '\0';
}

static void
add_number(struct path *path, pid_t number)
{
    char digits[12];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    add_text(path, digits + at);
}

/* /proc/PID/WHAT */
static struct path
path_of(pid_t pid, const char *what)
{
    struct path path = { .len = 0 };
    add_text(&path, "/proc/");
    add_number(&path, pid);
    add_text(&path, what);
    return path;
}

static int
open_children(pid_t pid, pid_t thread)
{
    struct path path = path_of(pid, "/task/");
    add_number(&path, thread);
    add_text(&path, "/children");
    return system_open(path.text, O_RDONLY | O_CLOEXEC);
}

/* --- One process -------------------------------------------------------------------- */

struct stat_of {
    char state;
    pid_t parent;
    uint64_t flags;
    uint64_t pending; /* signals */
    uint64_t threads;
    uint64_t started;
};

static uint64_t
parse_number(const char **at)
{
    uint64_t number = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        number = number * 10 + (uint64_t)(**at - '0');
    return number;
}

/* The fields of proc(5) behind the name, which may hold any byte; counted from that of
 * the state, the third of all. */
static bool
parse_stat(const char *text, size_t len, struct stat_of *out)
{
    enum { PARENT = 1, FLAGS = 6, THREADS = 17, START = 19, PENDING = 28 };
    while (len != 0 && text[len - 1] != ')')
        len--;
    if (len == 0 || text[len] != ' ')
        return false;
    const char *at = text + len + 1;
    out->state = *at;
    for (int field = 0; field <= PENDING && *at != '\0'; field++) {
        if (field == PARENT)
            out->parent = (pid_t)parse_number(&at);
        if (field == FLAGS)
            out->flags = parse_number(&at);
        if (field == THREADS)
            out->threads = parse_number(&at);
        if (field == START)
            out->started = parse_number(&at);
        if (field == PENDING)
            out->pending = parse_number(&at);
        while (*at != '\0' && *at++ != ' ')
            continue;
    }
    return out->started != 0;
}

static bool
read_stat(pid_t pid, struct stat_of *out)
{
    char text[1024];
    struct path path = path_of(pid, "/stat");
    int file = system_open(path.text, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    long len = system_read(file, text, sizeof text - 1);
    system_close(file);
    text[len > 0 ? len : 0] = '\0';
    *out = (struct stat_of){ 0 };
    return len > 0 && parse_stat(text, (size_t)len, out);
}

/* KILL is on its way, or has come; what is told is of the first thread. */
static bool
is_dying(const struct stat_of *stat)
{
    enum { EXITING = 4 }; /* PF_EXITING */
    const uint64_t kill = (uint64_t)1 << (SIGKILL - 1);
    return (stat->pending & kill) != 0
           || ((stat->flags & EXITING) != 0 && stat->threads <= 1);
}

/* A first thread that has left is a zombie while others run. */
static char
state_of(const struct stat_of *stat)
{
    return stat->state == 'Z' && stat->threads > 1 ? '\0' : stat->state;
}

/* A zombie is: its number is its own until it is reaped. One that may not be signalled
 * is, too. */
static bool
is_there(int pidfd)
{
    return system_pidfd_signal(pidfd, 0) != -ESRCH;
}

/* --- The walk ----------------------------------------------------------------------- */

static struct known
known_of(pid_t pid, int pidfd, const struct stat_of *stat)
{
    return (struct known){
        .process = { pid, pidfd, state_of(stat), is_dying(stat) },
        .started = stat->started,
        .threads = stat->threads,
    };
}

static void
look_at_child(struct walk *w, const struct parent *parent, pid_t pid)
{
    struct stat_of stat;
    int pidfd = system_pidfd_open(pid);
    if (pidfd < 0)
        return;
    bool ours = read_stat(pid, &stat)
                && (stat.parent == parent->pid || stat.parent == w->root)
                && is_there(pidfd) && (parent->pid == w->root || is_there(parent->pidfd));
    bool held = ours && w->count < QUEUE_MAX && pidfd < w->held_below;
    if (ours && w->count < QUEUE_MAX) {
        struct known *known = &w->queue[w->count++];
        *known = known_of(pid, pidfd, &stat);
        w->ended = !w->behind && !w->visit(w->context, &known->process);
        known->process.pidfd = held ? pidfd : -1;
    }
    if (!held)
        system_close(pidfd);
}

static void
look_at_children_of_thread(struct walk *w, const struct parent *parent, pid_t thread)
{
    char text[1024];
    long len;
    pid_t pid = 0;
    int file = open_children(parent->pid, thread);
    if (file < 0)
        return;
    while ((len = system_read(file, text, sizeof text)) > 0)
        for (long i = 0; i < len && !w->ended; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                pid = pid * 10 + (text[i] - '0');
            } else if (pid != 0) {
                look_at_child(w, parent, pid);
                pid = 0;
            }
        }
    system_close(file);
}

/* As getdents64(2) gives it. */
struct entry {
    uint64_t inode;
    int64_t next;
    uint16_t bytes;
    uint8_t type;
    char name[];
};

static void
look_at_threads(struct walk *w, const struct parent *parent)
{
    _Alignas(struct entry) char entries[1024];
    long len;
    struct path path = path_of(parent->pid, "/task");
    int folder = system_open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    while ((len = system_call(__NR_getdents64, folder, system_address(entries),
                              sizeof entries, 0, 0, 0))
           > 0)
        for (long at = 0; at < len;) {
            const struct entry *entry =
                (const struct entry *)(const void *)(entries + at);
            const char *name = entry->name;
            pid_t thread = (pid_t)parse_number(&name);
            if (thread != 0)
                look_at_children_of_thread(w, parent, thread);
            at += entry->bytes;
        }
    system_close(folder);
}

/* Who was met is met again by its number: it must be the same still. */
static bool
meet_again(struct known *known)
{
    struct stat_of stat;
    pid_t pid = known->process.pid;
    int pidfd = system_pidfd_open(pid);
    if (pidfd < 0)
        return false;
    bool same =
        read_stat(pid, &stat) && stat.started == known->started && is_there(pidfd);
    if (same)
        *known = known_of(pid, pidfd, &stat);
    else
        system_close(pidfd);
    return same;
}

static void
look_below(struct walk *w, struct known *known)
{
    if (known->process.pidfd < 0 && (w->ended || !meet_again(known)))
        return;
    const struct parent parent = { known->process.pid, known->process.pidfd };
    if (!w->ended && known->threads == 1)
        look_at_children_of_thread(w, &parent, parent.pid);
    else if (!w->ended)
        look_at_threads(w, &parent);
    if (w->behind && !w->ended)
        w->ended = !w->visit(w->context, &known->process);
    system_close(parent.pidfd);
}

/* Of another process's table only what is needed is taken: it may be full. */
static int
held_below(pid_t root)
{
    uint64_t limit[2] = { 0, 0 };
    if (root == system_call(__NR_getpid, 0, 0, 0, 0, 0, 0))
        (void)system_call(__NR_prlimit64, 0, RLIMIT_NOFILE, 0, system_address(limit), 0,
                          0);
    return limit[0] / 2 < HELD_BELOW ? (int)limit[0] / 2 : HELD_BELOW;
}

static void *
allocate(size_t bytes)
{
    enum { READ_AND_WRITE = 3, PRIVATE_AND_ANONYMOUS = MAP_PRIVATE | MAP_ANONYMOUS };
    long at = system_call(__NR_mmap, 0, (long)bytes, READ_AND_WRITE,
                          PRIVATE_AND_ANONYMOUS, -1, 0);
    return at < 0 && at > -4096 ? NULL : (void *)(uintptr_t)at;
}

static bool
can_read_children_of(pid_t pid)
{
    int file = open_children(pid, pid);
    if (file >= 0)
        system_close(file);
    return file >= 0;
}

static long
run(struct walk *w)
{
    const size_t bytes = QUEUE_MAX * sizeof(struct known);
    const struct parent first = { w->root, -1 };
    if (!can_read_children_of(w->root))
        return -1;
    w->queue = allocate(bytes);
    if (w->queue == NULL)
        return -1;
    w->held_below = held_below(w->root);
    look_at_threads(w, &first);
    for (size_t i = 0; i < w->count; i++)
        look_below(w, &w->queue[i]);
    (void)system_call(__NR_munmap, system_address(w->queue), (long)bytes, 0, 0, 0, 0);
    return (long)w->count;
}

long
walk_descendants(pid_t root, walk_visit visit, void *context)
{
    struct walk w = { .root = root, .visit = visit, .context = context };
    return run(&w);
}

long
walk_descendants_behind(pid_t root, walk_visit visit, void *context)
{
    struct walk w = { .root = root, .visit = visit, .context = context, .behind = true };
    return run(&w);
}

char
walk_state(pid_t pid)
{
    struct stat_of stat;
    return read_stat(pid, &stat) ? stat.state : '\0';
}

bool
walk_children(void (*each)(void *context, pid_t pid), void *context)
{
    char text[1024];
    long len;
    pid_t pid = 0, self = (pid_t)system_call(__NR_getpid, 0, 0, 0, 0, 0, 0);
    int file = open_children(self, self);
    if (file < 0)
        return false;
    while ((len = system_read(file, text, sizeof text)) > 0)
        for (long i = 0; i < len; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                pid = pid * 10 + (text[i] - '0');
            } else if (pid != 0) {
                each(context, pid);
                pid = 0;
            }
        }
    system_close(file);
    return true;
}
