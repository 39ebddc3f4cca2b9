/* A walk over the descendants of a process, as /proc tells of them. Linux with
 * CONFIG_PROC_CHILDREN. Without a C library. */
#ifndef QTTY_SUPERVISOR_WALK_H
#define QTTY_SUPERVISOR_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** A process that was found. Its descriptor stands for it and for no later one of its
 * number; it is the walk's, and open during the call. */
struct walk_process {
    pid_t pid;
    int pidfd;
    char state; /* of proc(5): R, S, D, T, Z …; 0: its first thread has left */
    bool dying; /* it was killed: it does nothing more, but may not have ended */
};

/** @return false: the walk ends here. */
typedef bool (*walk_visit)(void *context, const struct walk_process *process);

/**
 * Visit all descendants of a process: children before theirs. A process that is born
 * meanwhile, or handed on to the root, may be missed or met twice: walk again until there
 * is nothing to do.
 *
 * @param root   Must not be reaped meanwhile. What its descendants lose as a parent
 *               must become the root's: it is a subreaper (PR_SET_CHILD_SUBREAPER).
 * @return How many were visited; -1: no memory, or the root's children cannot be read.
 */
long walk_descendants(pid_t root, walk_visit visit, void *context);

/** The same, but each is visited behind the look at its children: who kills on the way
 * misses none, though they come to be the root's. */
long walk_descendants_behind(pid_t root, walk_visit visit, void *context);

/** The state of a process, as of walk_process; 0: it is not there. */
char walk_state(pid_t pid);

/** Give the number of each child of the calling process, which has one thread, zombies
 * too. @return false: cannot be read. */
bool walk_children(void (*each)(void *context, pid_t pid), void *context);

#endif
