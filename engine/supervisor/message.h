/* What the supervisor is asked and what it tells: whole messages of one size, over a
 * socket that keeps their bounds. And what it begins with: the descriptors that it finds
 * open, and the request, a file in memory. */
#ifndef QTTY_SUPERVISOR_MESSAGE_H
#define QTTY_SUPERVISOR_MESSAGE_H

#include <stdint.h>

enum {
    SUPERVISOR_SOCKET = 3,
    SUPERVISOR_REQUEST,
    SUPERVISOR_PROGRAM,   /* its own file */
    SUPERVISOR_DIRECTORY, /* that the leader starts in; if the request has one */
    SUPERVISOR_CGROUP,    /* directory of the session's; if the request has one */
    SUPERVISOR_DESCRIPTORS,
};

enum { CGROUP_PATH_BYTES = 512 }; /* with its NUL; one that is longer is not used */
enum { TEMPORARY_BYTES = 8192 };  /* with their NULs; the host sees to it */

typedef enum message_kind {
    /* From the host. Each but the first says that the session ends: when nobody is left,
     * the supervisor tells so, and leaves. */
    MESSAGE_REMIND = 1, /* HUP and CONT to the leader */
    MESSAGE_TELL,       /* TERM, HUP and CONT to all, the leader last */
    MESSAGE_KILL,       /* end all, at once */

    /* From the supervisor. */
    MESSAGE_STARTED,  /* number: of the leader */
    MESSAGE_REFUSED,  /* number: errno; the leader could not be started */
    MESSAGE_UNUSABLE, /* number: errno; the supervisor cannot work here */
    MESSAGE_EXITED,   /* number: CLD_* of the leader; value: its code or signal */
    MESSAGE_DONE,     /* nobody is left */
} message_kind;

struct message {
    uint32_t kind; /* message_kind */
    int32_t number;
    int32_t value;
};

/* Written to the request by the child that becomes the leader, for who hears no word of
 * it. */
typedef enum start_progress {
    START_NOT_YET,   /* or it could not, and has ended */
    START_IN_CGROUP, /* the leader is born into the session's cgroup */
    START_PLAIN,     /* or that could not be, and it is not in there */
} start_progress;

/** At the head of the request's file; behind it what the offsets, from its first byte,
 * name. A list is offsets of texts and ends with 0. */
struct request {
    uint64_t bytes;             /* of the file */
    uint64_t terminal;          /* text: path of its slave side */
    uint64_t file;              /* text */
    uint64_t argv, environment; /* lists */
    uint64_t cgroup;            /* text: path of its directory; 0: it has none */
    uint64_t temporary; /* texts, an empty one behind the last: paths to be removed */
    int32_t host;       /* number of the process that asks */
    uint32_t has_directory;
    uint32_t progress; /* start_progress */
    uint32_t unused;
};

#endif
