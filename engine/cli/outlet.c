/* Standard output without blocking. The descriptor may be shared with others, so its
 * flags are left alone: a pipe that polls writable takes PIPE_BUF bytes at once
 * (pipe(7)). */
#define _POSIX_C_SOURCE 200809L

#include "cli/outlet.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

enum { FULL_BYTES = 65536 };

void
outlet_init(struct outlet *o)
{
    *o = (struct outlet){ 0 };
    qtty_buf_init(&o->pending, NULL, 0);
}

void
outlet_finish(struct outlet *o)
{
    qtty_buf_finish(&o->pending);
}

bool
outlet_is_full(const struct outlet *o)
{
    return o->pending.len >= FULL_BYTES;
}

void
outlet_write(struct outlet *o)
{
    size_t len = o->pending.len < PIPE_BUF ? o->pending.len : PIPE_BUF;
    ssize_t put = write(STDOUT_FILENO, o->pending.data, len);
    if (put >= 0) {
        qtty_buf_consume(&o->pending, (size_t)put);
    } else if (errno != EINTR && errno != EAGAIN) {
        o->error = errno;
        o->pending.len = 0;
    }
}
