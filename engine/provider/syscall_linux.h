/* Which system call a thread sleeps in, and what it waits for there: proc(5)'s file
 * syscall, as a pure function of its text. */
#ifndef QTTY_PROVIDER_SYSCALL_LINUX_H
#define QTTY_PROVIDER_SYSCALL_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if (defined(__x86_64__) && !defined(__ILP32__)) || defined(__aarch64__)
enum { SYSCALLS_KNOWN = 1 };
#else
enum { SYSCALLS_KNOWN = 0 }; /* no wait is understood */
#endif

typedef enum syscall_kind {
    SYSCALL_OTHER,   /* no wait that is known, or no system call: the thread runs */
    SYSCALL_SLEEP,   /* for a time, or for another thread */
    SYSCALL_FOREIGN, /* of a program of 32 bits, which has other numbers */
    SYSCALL_READ,    /* of `descriptor` */
    SYSCALL_SELECT,  /* `count` descriptors; sets: to read, to write, exceptions */
    SYSCALL_POLL,    /* `count` entries at sets[0] */
    SYSCALL_EPOLL,   /* of the set that `descriptor` is */
} syscall_kind;

struct syscall_wait {
    syscall_kind kind;
    bool timed; /* it ends by itself */
    int descriptor;
    uint32_t count;
    uint64_t sets[3]; /* addresses in the process; 0: none */
};

/** @param text  As read: "NUMBER ARGUMENT x 6 STACK PROGRAM", or "running". */
struct syscall_wait syscall_parse(const char *text);

/** Where a call has its timeout. */
typedef enum syscall_timeout {
    TIMEOUT_NEVER,   /* nowhere */
    TIMEOUT_MS,      /* an int; negative: it waits for ever */
    TIMEOUT_POINTER, /* to a time; NULL: it waits for ever */
    TIMEOUT_ALWAYS,  /* it waits for nothing else, or had one before it was stopped */
} syscall_timeout;

struct syscall_row {
    const char *name;
    syscall_kind kind;
    int x86_64, arm64; /* numbers; -1: the system does not have it */
    syscall_timeout timeout;
    int argument; /* that has the timeout */
};

extern const struct syscall_row syscall_rows[];
extern const size_t syscall_row_count;

/** Number of a row on the system that this was built for; -1: it does not have it. */
int syscall_number(const struct syscall_row *row);

#endif
