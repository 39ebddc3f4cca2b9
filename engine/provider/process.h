/* Processes of one session, and signals that cannot hit the wrong one. Linux. */
#ifndef QTTY_PROVIDER_PROCESS_H
#define QTTY_PROVIDER_PROCESS_H

#include <dirent.h>
#include <stdbool.h>
#include <sys/types.h>

/** A descriptor that stands for one process and never for a later one of its number, and
 * that polls readable once it ended (pidfd_open(2), Linux 5.3). -1: not there, or errno
 * ENOSYS. */
int process_open(pid_t pid);

/** Send a signal through such a descriptor. @return false: it has ended. */
bool process_signal(int descriptor, int signal);

/** Send a signal to who is left of the group that such a process leads, or led; 0 tries.
 * @return false: nobody is, or the kernel cannot (before Linux 6.9). */
bool process_signal_group(int descriptor, int signal);

/** Has the process of such a descriptor ended? A zombie has. */
bool process_ended(int descriptor);

/** A walk over the living processes of a session. The session's leader must not have been
 * reaped, or somebody must be left of its group: its number, and with it the session's,
 * could be another's then. */
struct members {
    DIR *proc;
    pid_t session;
    pid_t group; /* only of this process group; 0: of all */
};

struct member {
    pid_t pid;
    int descriptor; /* of process_open; closed by the next step; -1: there is none */
};

/** @return false: /proc cannot be read. */
bool members_open(struct members *m, pid_t session, pid_t group);

/** @param member  Of the step before, or { 0, -1 }. @return false: no more. */
bool members_next(struct members *m, struct member *member);

/** Take hold of a process by its number, if it belongs to what is walked over and lives:
 * the walk does not see what /proc hides. */
bool members_hold(const struct members *m, pid_t pid, struct member *member);

/** Also in the middle of a walk; closes what `member` holds. */
void members_close(struct members *m, struct member *member);

/** Signal a member, by its descriptor, or by its number where there is none. */
void member_signal(const struct member *member, int signal);

#endif
