/* CLOCK_MONOTONIC, in ns. */
#define _POSIX_C_SOURCE 200809L

#include "provider/clock.h"

#include <time.h>

uint64_t
clock_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
