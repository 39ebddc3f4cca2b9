/* /proc and the terminal, through descriptors: two of them in reserve, so that a process
 * whose table is full can still look, and those of a few processes kept open from one
 * look to the next, since a path costs more than what is behind it. */
#ifndef QTTY_PROVIDER_PROC_LINUX_H
#define QTTY_PROVIDER_PROC_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    PROC_SPARES = 2, /* a look has no more than two open at once */
    PROC_KEPT = 3,   /* processes: the shell, and two of its job */
};

/** Files of a thread, of those of its first thread that are kept. */
enum proc_file { PROC_CHILDREN, PROC_SCHEDSTAT, PROC_STAT, PROC_SYSCALL, PROC_FILES };

struct proc_kept {
    pid_t pid;             /* 0: the place is free */
    bool used;             /* by the look that goes on */
    int directory;         /* stands for this process, never for a later one */
    int files[PROC_FILES]; /* -1: not open */
};

struct proc {
    int spares[PROC_SPARES];  /* -1: given away */
    dev_t filesystem, device; /* of the terminal's slave side */
    struct proc_kept kept[PROC_KEPT];
};

/** Holds nothing yet. */
void proc_init(struct proc *p);

/** Close all that is held. It can be used on. */
void proc_close(struct proc *p);

/** Take what lacks of the reserve. @return false, with errno: there is none to be had. */
bool proc_reserve(struct proc *p);

/** At the end of a look: close what it did not use, and take the reserve back. */
void proc_settle(struct proc *p);

/** openat(2), close-on-exec. Where no descriptor is left the reserve gives one. */
int proc_open(struct proc *p, int directory, const char *path, int flags);

/** Which terminal it is: its slave side, which is open. */
void proc_know_slave(struct proc *p, int slave);

/** Open the slave side of a terminal, or share a descriptor of it; it must not stay open.
 * @return -1, with errno. */
int proc_open_slave(struct proc *p, int master);

/** Did a call fail since it is not permitted? */
bool is_denial(int error);

/** A process that is being looked at. */
struct process {
    struct proc *proc;
    struct proc_kept *kept; /* NULL: its descriptors are closed when it is left */
    pid_t pid;
    int directory;
    size_t threads;
};

/** Take hold of a process. @return false, with errno: it is not to be left then. */
bool process_enter(struct process *process, struct proc *p, pid_t pid);
void process_leave(struct process *process);

/** Read a file of a thread; its end is cut. @return false, with errno. */
bool process_text(const struct process *process, pid_t thread, enum proc_file file,
                  char *text, size_t size);

/**
 * The threads of a process.
 *
 * @param max  Room in `threads`; what is more is left out.
 * @return How many there are room for.
 */
size_t process_threads(const struct process *process, pid_t *threads, size_t max);

#endif
