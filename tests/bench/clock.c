/* The process's CPU clock: what else the machine does is not in it. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"
#include <stdlib.h>
#include <time.h>

uint64_t
cpu_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0)
        abort();
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void
feed_chunks(const struct subject *s, void *self, qtty_span input, size_t chunk_bytes)
{
    while (input.len > 0) {
        size_t len = input.len < chunk_bytes ? input.len : chunk_bytes;
        s->feed(self, (qtty_span){ input.data, len });
        input.data += len;
        input.len -= len;
    }
}

uint64_t
pass_ns(const struct subject *s, qtty_span input, size_t chunk_bytes, bool warm)
{
    void *self = s->open(NULL);
    if (self == NULL)
        return 0;
    if (warm)
        feed_chunks(s, self, input, chunk_bytes);
    uint64_t start = cpu_ns();
    feed_chunks(s, self, input, chunk_bytes);
    s->end(self);
    uint64_t end = cpu_ns();
    s->close(self);
    return end > start ? end - start : 1;
}

static int
compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double
median(double *values, unsigned count)
{
    qsort(values, count, sizeof(*values), compare);
    return count % 2 == 1 ? values[count / 2]
                          : (values[count / 2 - 1] + values[count / 2]) / 2;
}
