/* What a sleeping thread waits for. Sets of select and arrays of poll are read from the
 * memory of the process, where they are what it asked for: the kernel writes its answer
 * at the end only. What cannot be looked at is taken for the worst it could be. */
#define _GNU_SOURCE /* makedev(3) */

#include "provider/waited_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum {
    WAITED_MAX = 1024, /* of one wait: as many as an fd_set holds */
    TO_READ = 1u << 0,
    TO_WRITE = 1u << 1,
    TO_HEAR = 1u << 2, /* of a hang-up, an error, urgent data */
};

struct watch {
    const struct waited_terminal *terminal;
    const struct waiter *waiter;
    unsigned *budget;
    bool input;  /* of this terminal */
    bool others; /* other things could end the wait */
    bool relay;  /* one of them is a way to somewhere else */
    bool denied;
    bool spent;
};

/* --- One descriptor ----------------------------------------------------------------- */

/* Two systems with a devpts of their own can both have a terminal 136:0, hence st_dev. */
static bool
is_ours(const struct watch *w, const struct stat *found)
{
    if (!S_ISCHR(found->st_mode))
        return false;
    return (found->st_dev == w->terminal->filesystem
            && found->st_rdev == w->terminal->device)
           || (found->st_rdev == makedev(5, 0) && w->waiter->controlled);
}

/* A socket, or the master of another terminal: /dev/ptmx, or an old BSD one. */
static bool
is_relay(const struct stat *found)
{
    return S_ISSOCK(found->st_mode)
           || (S_ISCHR(found->st_mode)
               && (found->st_rdev == makedev(5, 2) || major(found->st_rdev) == 2));
}

/* `inode`, where it is known: a number can be another file's by now. */
static void
note(struct watch *w, int descriptor, unsigned interest, unsigned long long inode)
{
    char path[64];
    struct stat found;
    if (*w->budget == 0) {
        w->spent = true;
        return;
    }
    --*w->budget;
    (void)snprintf(path, sizeof path, "task/%d/fd/%d", (int)w->waiter->thread,
                   descriptor);
    if (fstatat(w->waiter->process->directory, path, &found, 0) != 0) {
        w->denied |= is_denial(errno);
        w->relay = true;
    } else if (inode != 0 && found.st_ino != inode) {
        w->relay = true;
    } else if (is_ours(w, &found)) {
        w->input |= (interest & TO_READ) != 0;
        w->others |= (interest & TO_WRITE) != 0;
    } else {
        w->others = true;
        w->relay |= is_relay(&found);
    }
}

/* --- Many --------------------------------------------------------------------------- */

static int
open_of(const struct watch *w, const char *path)
{
    const struct process *process = w->waiter->process;
    return proc_open(process->proc, process->directory, path, O_RDONLY);
}

static bool
copy(int memory, void *to, size_t bytes, uint64_t from)
{
    return pread(memory, to, bytes, (off_t)from) == (ssize_t)bytes;
}

static int
open_memory(struct watch *w)
{
    int memory = open_of(w, "mem");
    w->denied |= memory < 0 && is_denial(errno);
    return memory;
}

static uint32_t
clamp(struct watch *w, uint32_t count)
{
    w->others |= count > WAITED_MAX;
    return count < WAITED_MAX ? count : WAITED_MAX;
}

/* Bit D of a set is bit D % 8 of byte D / 8: the byte order of both systems is little. */
static unsigned
bit(const uint8_t *set, uint32_t descriptor)
{
    return ((unsigned)set[descriptor / 8] >> descriptor % 8) & 1u;
}

static void
note_select(struct watch *w, const struct syscall_wait *call)
{
    uint8_t sets[3][WAITED_MAX / 8] = { 0 };
    uint32_t count = clamp(w, call->count);
    int memory = open_memory(w);
    if (memory < 0)
        return;
    bool copied = true;
    for (int i = 0; i < 3; i++)
        if (call->sets[i] != 0)
            copied = copied && copy(memory, sets[i], (count + 7) / 8, call->sets[i]);
    close(memory);

    for (uint32_t d = 0; copied && d < count; d++) {
        unsigned interest = bit(sets[0], d) * TO_READ | bit(sets[1], d) * TO_WRITE
                            | bit(sets[2], d) * TO_HEAR;
        if (interest != 0)
            note(w, (int)d, interest, 0);
    }
}

static unsigned
interest_of(unsigned events)
{
    return ((events & (POLLIN | POLLRDNORM)) != 0 ? TO_READ : 0)
           | ((events & (POLLOUT | POLLWRNORM)) != 0 ? TO_WRITE : 0) | TO_HEAR;
}

static void
note_poll(struct watch *w, const struct syscall_wait *call)
{
    struct pollfd entries[WAITED_MAX];
    uint32_t count = clamp(w, call->count);
    int memory = open_memory(w);
    if (memory < 0)
        return;
    bool copied = copy(memory, entries, count * sizeof entries[0], call->sets[0]);
    close(memory);
    for (uint32_t i = 0; copied && i < count; i++)
        if (entries[i].fd >= 0)
            note(w, entries[i].fd, interest_of((unsigned short)entries[i].events), 0);
}

/* "tfd: DESCRIPTOR events: MASK data: …  pos:… ino:INODE …", the last from Linux 4.13. */
static void
note_epoll(struct watch *w, const struct syscall_wait *call)
{
    _Static_assert((int)EPOLLIN == POLLIN && (int)EPOLLRDNORM == POLLRDNORM
                       && (int)EPOLLOUT == POLLOUT && (int)EPOLLWRNORM == POLLWRNORM,
                   "events of epoll are those of poll");
    char path[64], line[256];
    (void)snprintf(path, sizeof path, "task/%d/fdinfo/%d", (int)w->waiter->thread,
                   call->descriptor);
    int file = open_of(w, path);
    w->denied |= file < 0 && is_denial(errno);
    FILE *info = file >= 0 ? fdopen(file, "r") : NULL;
    while (info != NULL && !w->spent && fgets(line, sizeof line, info) != NULL) {
        int descriptor;
        unsigned events;
        unsigned long long inode = 0;
        if (sscanf(line, "tfd: %d events: %x data: %*x pos:%*d ino:%llx", &descriptor,
                   &events, &inode)
            >= 2)
            note(w, descriptor, interest_of(events), inode);
    }
    if (info != NULL)
        fclose(info);
    else if (file >= 0)
        close(file);
}

/* --- The class ---------------------------------------------------------------------- */

static void
note_all(struct watch *w, const struct syscall_wait *call)
{
    if (call->kind == SYSCALL_READ)
        note(w, call->descriptor, TO_READ, 0);
    else if (call->kind == SYSCALL_SELECT)
        note_select(w, call);
    else if (call->kind == SYSCALL_POLL)
        note_poll(w, call);
    else if (call->kind == SYSCALL_EPOLL)
        note_epoll(w, call);
}

qtty_wait_class
waited_class(const struct waited_terminal *terminal, const struct waiter *waiter,
             const struct syscall_wait *call, unsigned *budget)
{
    struct watch w = { .terminal = terminal, .waiter = waiter, .budget = budget };
    note_all(&w, call);
    if (w.denied)
        return QTTY_CLASS_D;
    if (!w.input || w.spent)
        return QTTY_CLASS_E;
    if (w.relay)
        return QTTY_CLASS_C;
    bool timed = call->timed || (call->kind == SYSCALL_READ && terminal->read_timed);
    return w.others || timed ? QTTY_CLASS_B : QTTY_CLASS_A;
}
