/* The calls that wait for input or for a time, and their arguments. A call that goes on
 * after a stop is shown as restart_syscall(2), without what it was: it counts as no wait
 * for input, but it had a timeout, since those alone go on that way. */
#include "provider/syscall_linux.h"

#include <stdlib.h>

enum { NUMBER, ARGUMENT, STACK = ARGUMENT + 6, PROGRAM, FIELDS };

const struct syscall_row syscall_rows[] = {
    { "read", SYSCALL_READ, 0, 63, TIMEOUT_NEVER, 0 },
    { "readv", SYSCALL_READ, 19, 65, TIMEOUT_NEVER, 0 },
    { "select", SYSCALL_SELECT, 23, -1, TIMEOUT_POINTER, 4 },
    { "pselect6", SYSCALL_SELECT, 270, 72, TIMEOUT_POINTER, 4 },
    { "poll", SYSCALL_POLL, 7, -1, TIMEOUT_MS, 2 },
    { "ppoll", SYSCALL_POLL, 271, 73, TIMEOUT_POINTER, 2 },
    { "epoll_wait", SYSCALL_EPOLL, 232, -1, TIMEOUT_MS, 3 },
    { "epoll_pwait", SYSCALL_EPOLL, 281, 22, TIMEOUT_MS, 3 },
    { "epoll_pwait2", SYSCALL_EPOLL, 441, 441, TIMEOUT_POINTER, 3 },
    { "futex", SYSCALL_SLEEP, 202, 98, TIMEOUT_POINTER, 3 },
    { "futex_waitv", SYSCALL_SLEEP, 449, 449, TIMEOUT_POINTER, 3 },
    { "nanosleep", SYSCALL_SLEEP, 35, 101, TIMEOUT_ALWAYS, 0 },
    { "clock_nanosleep", SYSCALL_SLEEP, 230, 115, TIMEOUT_ALWAYS, 0 },
    { "rt_sigtimedwait", SYSCALL_SLEEP, 128, 137, TIMEOUT_POINTER, 2 },
    { "restart_syscall", SYSCALL_SLEEP, 219, 128, TIMEOUT_ALWAYS, 0 },
};
const size_t syscall_row_count = sizeof syscall_rows / sizeof syscall_rows[0];

int
syscall_number(const struct syscall_row *row)
{
#if defined(__x86_64__) && !defined(__ILP32__)
    return row->x86_64;
#elif defined(__aarch64__)
    return row->arm64;
#else
    (void)row;
    return -1;
#endif
}

static const struct syscall_row *
find(uint64_t number)
{
    for (size_t i = 0; i < syscall_row_count; i++)
        if (syscall_number(&syscall_rows[i]) >= 0
            && (uint64_t)syscall_number(&syscall_rows[i]) == number)
            return &syscall_rows[i];
    return NULL;
}

/* A number that is no call is -1 and has fewer fields. */
static bool
split(const char *text, uint64_t fields[FIELDS])
{
    char *end;
    for (int i = 0; i < FIELDS; i++, text = end) {
        fields[i] = strtoull(text, &end, i == NUMBER ? 10 : 16);
        if (end == text)
            return false;
    }
    return true;
}

/* A program of 32 bits has other numbers. It has its code and its stack below 4 GiB. */
static bool
is_narrow(const uint64_t fields[FIELDS])
{
    return fields[STACK] <= UINT32_MAX && fields[PROGRAM] <= UINT32_MAX;
}

static bool
is_timed(const struct syscall_row *row, uint64_t argument)
{
    if (row->timeout == TIMEOUT_MS)
        return (int32_t)(uint32_t)argument >= 0;
    return row->timeout == TIMEOUT_ALWAYS
           || (row->timeout == TIMEOUT_POINTER && argument != 0);
}

struct syscall_wait
syscall_parse(const char *text)
{
    uint64_t fields[FIELDS];
    struct syscall_wait wait = { .kind = SYSCALL_OTHER };
    if (!split(text, fields))
        return wait;
    if (is_narrow(fields))
        wait.kind = SYSCALL_FOREIGN;
    const struct syscall_row *row = is_narrow(fields) ? NULL : find(fields[NUMBER]);
    if (row == NULL)
        return wait;

    const uint64_t *arguments = fields + ARGUMENT;
    wait.kind = row->kind;
    wait.timed = is_timed(row, arguments[row->argument]);
    wait.descriptor = (int)(uint32_t)arguments[0];
    if (row->kind == SYSCALL_SELECT) {
        wait.count = (uint32_t)arguments[0];
        for (int i = 0; i < 3; i++)
            wait.sets[i] = arguments[1 + i];
    } else if (row->kind == SYSCALL_POLL) {
        wait.count = (uint32_t)arguments[1];
        wait.sets[0] = arguments[0];
    }
    return wait;
}
