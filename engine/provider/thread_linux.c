/* What proc(5) tells of a thread, taken apart: pure functions of its texts. */
#define _GNU_SOURCE /* makedev(3) */

#include "provider/thread_linux.h"

#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

/* The kernel writes twelve bits of the major number between parts of the minor one. */
static dev_t
decode_terminal(uint32_t number)
{
    return makedev((number >> 8) & 0xfff, (number & 0xff) | ((number >> 12) & 0xfff00));
}

bool
thread_parse_status(struct thread_status *status, const char *text)
{
    const char *behind = strrchr(text, ')'); /* the name may hold any byte */
    int terminal;
    if (behind == NULL
        || sscanf(behind, ") %c %*d %*d %*d %d", &status->state, &terminal) != 2)
        return false;
    status->terminal = decode_terminal((uint32_t)terminal);
    return true;
}

bool
thread_parse_runs(uint64_t *runs, const char *text)
{
    unsigned long long count;
    if (sscanf(text, "%*u %*u %llu", &count) != 1)
        return false;
    *runs = count;
    return true;
}
