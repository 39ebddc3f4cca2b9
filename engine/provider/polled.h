/* Wants as poll(2) has them. */
#ifndef QTTY_PROVIDER_POLLED_H
#define QTTY_PROVIDER_POLLED_H

#include <poll.h>
#include <quietty/provider.h>

static inline struct pollfd
polled(const qtty_want *want)
{
    return (struct pollfd){
        .fd = want->descriptor,
        .events = (short)((want->events & QTTY_WANT_READ ? POLLIN : 0)
                          | (want->events & QTTY_WANT_WRITE ? POLLOUT : 0)),
    };
}

#endif
